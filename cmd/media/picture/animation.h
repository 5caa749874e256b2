/* APNG and GIF files. */
#ifndef CMD_MEDIA_PICTURE_ANIMATION_H
#define CMD_MEDIA_PICTURE_ANIMATION_H

#include "png.h"

#include <exhume/base.h>

/*
 * What readers of animations hand on.
 */

struct animation_frame {
	struct png_picture picture;    /* without palette; borrowed while it is taken */
	uint16_t delay_num, delay_den; /* seconds; 0 / 0 of a picture that stands still */
};

struct animation_taker {
	/* A failure ends the reading. */
	enum exh_status (*take)(void *context, const struct animation_frame *frame,
				struct exh_error *err);
	void *context;
};

/*
 * The frames of an animation or a picture: PNG, APNG and, where the build found libgif,
 * GIF. Each is the whole picture as it is shown, in colours with alpha.
 */

/*
 * Each frame, in its order, goes to the taker. EXH_INVALID if it is neither PNG nor GIF,
 * or damaged; EXH_LIMIT for more than limit pixels a frame; EXH_UNSUPPORTED for GIF
 * without libgif.
 */
enum exh_status animation_read(struct exh_bytes in, size_t limit,
			       const struct animation_taker *taker,
			       struct exh_error *err);

/*
 * Animated indexed PNG pictures (APNG 1.0): a PNG file whose picture is the first frame,
 * followed by what changes from frame to frame.
 */

struct apng;

/*
 * Starts an animation of frame_count frames, shown play_count times (0: endlessly), and
 * appends it to out. Width and height in pixels; out is borrowed until apng_end.
 */
struct apng *apng_begin(size_t width, size_t height, const struct exh_palette *palette,
			size_t frame_count, uint32_t play_count, struct exh_writer *out);

/*
 * The next frame: the one before with part at (x, y) over it, shown
 * for delay_num / delay_den seconds (a delay_den of 0 stands for 100). The first frame is
 * the whole picture. EXH_INVALID for a part that is empty or lies outside, a first one
 * that does not fill the picture, or too many frames; else fails as png_encode.
 */
enum exh_status apng_add(struct apng *apng, const struct exh_image *part, size_t x,
			 size_t y, uint16_t delay_num, uint16_t delay_den,
			 struct exh_error *err);

/*
 * Ends the file and frees apng. When status, of what was done so far, is a failure, that
 * is returned, out is left as it is, and apng may be NULL. EXH_INVALID when frames are
 * missing.
 */
enum exh_status apng_end(struct apng *apng, enum exh_status status,
			 struct exh_error *err);

/*
 * APNG 1.0 files made of PNG files: the data of their IDAT chunks become the frames.
 */

enum { APNG_CONTROL_OFFSET = 33 /* after the signature and IHDR */ };

/* To begin with, set the first four; the rest is 0. The caller may empty out between
 * any two calls. */
struct apng_file {
	struct exh_writer *out; /* borrowed */
	size_t width, height;	/* pixels */
	size_t frame_count;
	uint32_t play_count; /* 0: endlessly */
	size_t added_count;
	uint32_t sequence; /* of the next fcTL or fdAT */
};

struct apng_part {
	struct exh_bytes png; /* width by height pixels, all frames of one kind */
	size_t x, y, width, height;
	uint16_t delay_num, delay_den; /* seconds; a delay_den of 0 stands for 100 */
	bool over;		       /* its transparent pixels keep what was there */
};

/* With less than a byte a pixel, ffmpeg (seen with 5.1) shows parts that do not begin at
 * the left edge at the wrong place, and all that builds on them: begin them there. */
bool apng_parts_begin_left(const struct exh_palette *palette);

/* The exact fraction where it fits; else the nearest one that does, or the longest. */
void apng_part_delay(struct apng_part *part, uint64_t num, uint64_t den);

/*
 * The next frame. EXH_INVALID for a part that is empty or lies outside, a first one that
 * does not fill the picture, or too many frames; EXH_LIMIT.
 */
enum exh_status apng_file_check(const struct apng_file *file,
				const struct apng_part *part, struct exh_error *err);
enum exh_status apng_file_add(struct apng_file *file, const struct apng_part *part,
			      struct exh_error *err);

/* The chunk at APNG_CONTROL_OFFSET: a caller that does not know the number of frames
 * until the end writes it again then. */
void apng_file_control(const struct apng_file *file, struct exh_writer *out);

/* EXH_INVALID when frames are missing. */
enum exh_status apng_file_end(struct apng_file *file, struct exh_error *err);

/*
 * PNG and APNG 1.0 files, frame by frame: each is the whole picture as it is shown, in
 * colours with alpha.
 */

/* Opened by apng_read_open; its fields are for apng_read.c, up to the first four. */
struct apng_reader {
	size_t width, height; /* pixels */
	uint32_t frame_count; /* as declared; 1 of a picture that is not animated */
	bool is_animated;

	struct exh_bytes in;
	size_t at; /* of the next chunk */
	uint32_t read_count;
	uint8_t *canvas, *kept;	 /* four bytes a pixel */
	struct exh_writer head;	 /* chunks that each frame needs: palette, transparency */
	struct exh_bytes header; /* data of IHDR */
	bool clears, restores;	 /* how the last frame is removed */
	uint32_t last[4];	 /* its x, y, width, height */
};

/* in is borrowed. EXH_INVALID if it is no PNG file or damaged, EXH_LIMIT for more than
 * limit pixels. To be closed, even after a failure. */
enum exh_status apng_read_open(struct apng_reader *reader, struct exh_bytes in,
			       size_t limit, struct exh_error *err);

/* To be called frame_count times; the picture stays until the next call. */
enum exh_status apng_read_next(struct apng_reader *reader, struct animation_frame *shown,
			       struct exh_error *err);

void apng_read_close(struct apng_reader *reader);

/*
 * GIF 89a animations, written frame by frame over one palette.
 */

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

/*
 * GIF files of any version, by libgif, frame by frame.
 */

/* It starts with the signature of GIF files. */
bool gif_is(struct exh_bytes in);

/*
 * Each frame, in its order, goes to the taker, as animation_read says. What a frame does
 * not draw is transparent, whatever the background colour is, as browsers have it.
 */
enum exh_status gif_read(struct exh_bytes in, size_t limit,
			 const struct animation_taker *taker, struct exh_error *err);

/* Of libgif; NULL: the build did not find it. */
const char *gif_read_version(void);

#endif
