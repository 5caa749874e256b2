/* What frames_write shares with the formats it writes. */
#ifndef CMD_MEDIA_SEQUENCE_FRAMES_FORMAT_H
#define CMD_MEDIA_SEQUENCE_FRAMES_FORMAT_H

#include "frames.h"
#include "media/picture/apng_file.h"
#include "media/picture/median_cut.h"

enum { MOST_FRAME_PIXELS = 1 << 26 }; /* of a frame or a sheet, when it is scaled */

struct frame_area {
	size_t x, y, width, height; /* pixels, before they are scaled */
};

/* A frame on its way. */
struct frame_job {
	size_t i;
	const uint16_t *pixels; /* all of it */
	const uint16_t *before; /* the frame before; NULL: there is none */
	struct frame_area changed;
	unsigned hundredths; /* GIF: of a second */
	unsigned way;	     /* PNG: as png_choose_way tells */
	struct exh_writer out;
	enum exh_status status;
	struct exh_error err;
};

struct frames {
	const struct frame_source *source;
	unsigned scale;
	const char *output, *input;
	struct report *report;
	json_t *result;
	struct file_stream stream; /* of formats of one file */
	struct exh_writer head;	   /* what is to be written in front of the next frame */
	struct apng_file apng;
	unsigned way;
	struct color_map *colors;
	bool all_colors; /* of the palette are pixels': none is left to say "as before" */
	uint8_t (*ycc)[3]; /* Y, Cb, Cr of each colour */
	const uint16_t *before;
	int64_t time_left; /* GIF: what rounding has left, in 1 / time_den of 1/100 s */
};

struct frames_writer {
	bool is_stream;	  /* one file, for all of it */
	bool is_parallel; /* encode may be called for several frames at once */
	bool sees_changes;
	/* Appends to head. May be NULL, as may encode and end. */
	enum exh_status (*begin)(struct frames *frames, struct exh_error *err);
	enum exh_status (*encode)(const struct frames *frames, struct frame_job *job);
	/* Called in order, in front of encode. May be NULL. */
	void (*prepare)(struct frames *frames, struct frame_job *job);
	/* Puts it where it belongs: called in order. */
	enum exh_status (*put)(struct frames *frames, struct frame_job *job,
			       struct exh_error *err);
	enum exh_status (*end)(struct frames *frames, struct exh_error *err);
};

extern const struct frames_writer frames_png, frames_apng, frames_gif, frames_y4m,
	frames_raw;

bool frames_write_sheet(struct frames *frames);

/* For messages. */
const char *frames_output_name(const struct frames *frames);

size_t frame_number(const struct frame_source *source, size_t i);

/* The pixels of an area of a frame, scaled; to be freed. NULL when out of memory. */
uint16_t *frame_scaled(const struct frames *frames, const uint16_t *pixels,
		       const struct frame_area *area);

#endif
