/*
 * GIF 89a animations, written frame by frame over one palette.
 */
#ifndef CMD_MEDIA_PICTURE_GIF_H
#define CMD_MEDIA_PICTURE_GIF_H

#include <exhume/base.h>

enum { GIF_MAX_SIDE = 65535, GIF_MAX_TIME = 65535 };

/* Appends the head. play_count 0: endlessly. EXH_LIMIT for a side of 0 or above
 * GIF_MAX_SIDE. */
enum exh_status gif_begin(size_t width, size_t height, const struct exh_palette *palette,
			  unsigned play_count, struct exh_writer *out,
			  struct exh_error *err);

/* A frame: part at (x, y) over the frame before. */
struct gif_frame {
	struct exh_image part; /* indices below color_count */
	size_t x, y;
	size_t color_count;  /* of the palette */
	int transparent;     /* pixels of this index keep what was there; below 0: none */
	bool is_cleared;     /* part is cleared to transparent when its time is over */
	unsigned hundredths; /* of a second that it is shown, up to GIF_MAX_TIME */
};

void gif_add(const struct gif_frame *frame, struct exh_writer *out);

/* Sets how long a frame is shown in the bytes that gif_add appended. */
void gif_set_time(uint8_t *frame, unsigned hundredths);

void gif_end(struct exh_writer *out);

#endif
