/* APNG and GIF files. */
#ifndef CMD_MEDIA_PICTURE_ANIMATION_H
#define CMD_MEDIA_PICTURE_ANIMATION_H

#include "png.h"

#include <exhume/base.h>

/*
 * Frames of animations, and their receivers.
 */

struct animation_frame {
	struct png_picture picture;    /* no palette; borrowed during take */
	uint16_t delay_num, delay_den; /* seconds; 0 / 0 for a still picture */
};

struct animation_taker {
	/* A failure ends the reading. */
	enum exh_status (*take)(void *context, const struct animation_frame *frame,
				struct exh_error *err);
	void *context;
};

/*
 * The frames of an animation or a picture: PNG, APNG and, if the build found libgif, GIF.
 * Each is the whole visible picture, in colours with alpha.
 */

/*
 * Passes each frame, in order, to the taker. EXH_INVALID if it is neither PNG nor GIF, or
 * damaged; EXH_LIMIT for more than limit pixels per frame; EXH_UNSUPPORTED for GIF
 * without libgif.
 */
enum exh_status animation_read(struct exh_bytes in, size_t limit,
			       const struct animation_taker *taker,
			       struct exh_error *err);

/*
 * Animated indexed PNG pictures (APNG 1.0): a PNG file whose picture is the first frame,
 * followed by the changes from frame to frame.
 */

struct apng;

/*
 * Starts an animation of frame_count frames, shown play_count times (0: endlessly), and
 * appends it to out. Width and height are in pixels; out is borrowed until apng_end.
 */
struct apng *apng_begin(size_t width, size_t height, const struct exh_palette *palette,
			size_t frame_count, uint32_t play_count, struct exh_writer *out);

/*
 * Adds the next frame: the preceding one with part at (x, y) over it, shown for delay_num
 * / delay_den seconds (a delay_den of 0 means 100). The first part is the whole picture.
 * EXH_INVALID for a part that is empty or lies outside, a first one that does not fill
 * the picture, or too many frames; else fails as png_encode.
 */
enum exh_status apng_add(struct apng *apng, const struct exh_image *part, size_t x,
			 size_t y, uint16_t delay_num, uint16_t delay_den,
			 struct exh_error *err);

/*
 * Ends the file and frees apng. If status, the result so far, is a failure, returns it
 * and leaves out as it is; then apng may be NULL. EXH_INVALID if frames are missing.
 */
enum exh_status apng_end(struct apng *apng, enum exh_status status,
			 struct exh_error *err);

/*
 * APNG 1.0 files made of PNG files: the data of their IDAT chunks become the frames.
 */

enum { APNG_CONTROL_OFFSET = 33 /* after the signature and IHDR */ };

/* Set the first four fields at first; the rest is 0. The caller may empty out between any
 * two calls. */
struct apng_file {
	struct exh_writer *out; /* borrowed */
	size_t width, height;	/* pixels */
	size_t frame_count;
	uint32_t play_count; /* 0: endlessly */
	size_t added_count;
	uint32_t sequence; /* sequence number of the next fcTL or fdAT */
};

struct apng_part {
	struct exh_bytes png; /* width by height pixels, all frames of one kind */
	size_t x, y, width, height;
	uint16_t delay_num, delay_den; /* seconds; a delay_den of 0 stands for 100 */
	bool over;		       /* transparent pixels keep the pixels below */
};

/* True if parts must begin at the left edge: ffmpeg (seen with 5.1) misplaces others, and
 * all later frames, where a pixel has less than a byte. */
bool apng_parts_begin_left(const struct exh_palette *palette);

/* Sets the exact fraction if it fits; otherwise the nearest one that does, or the
 * longest. */
void apng_part_delay(struct apng_part *part, uint64_t num, uint64_t den);

/*
 * Add the next frame. EXH_INVALID for a part that is empty or lies outside, a first one
 * that does not fill the picture, or too many frames; EXH_LIMIT.
 */
enum exh_status apng_file_check(const struct apng_file *file,
				const struct apng_part *part, struct exh_error *err);
enum exh_status apng_file_add(struct apng_file *file, const struct apng_part *part,
			      struct exh_error *err);

/* Writes the chunk at APNG_CONTROL_OFFSET. A caller that knows the number of frames only
 * at the end writes it again then. */
void apng_file_control(const struct apng_file *file, struct exh_writer *out);

/* Ends the file. EXH_INVALID if frames are missing. */
enum exh_status apng_file_end(struct apng_file *file, struct exh_error *err);

/*
 * PNG and APNG 1.0 files, frame by frame: each is the whole visible picture, in colours
 * with alpha.
 */

/* Opened by apng_read_open; fields after the first four are for apng_read.c. */
struct apng_reader {
	size_t width, height; /* pixels */
	uint32_t frame_count; /* as declared; 1 for a still picture */
	bool is_animated;

	struct exh_bytes in;
	size_t at; /* offset of the next chunk */
	uint32_t read_count;
	uint8_t *canvas, *kept;	 /* four bytes per pixel */
	struct exh_writer head;	 /* chunks that each frame needs: palette, transparency */
	struct exh_bytes header; /* data of IHDR */
	bool clears, restores;	 /* removal of the last frame: cleared, or restored */
	uint32_t last[4];	 /* x, y, width and height of the last frame */
};

/* Opens a file; in is borrowed. EXH_INVALID if it is not a PNG file or damaged, EXH_LIMIT
 * for more than limit pixels. Close it even after a failure. */
enum exh_status apng_read_open(struct apng_reader *reader, struct exh_bytes in,
			       size_t limit, struct exh_error *err);

/* Reads the next frame; call it frame_count times. The picture is valid until the next
 * call. */
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
	size_t color_count; /* number of colours in the palette */
	/* index of pixels that keep the pixels below; below 0: none */
	int transparent;
	bool is_cleared; /* part is cleared to transparent at the end of its time */
	/* hundredths of a second that it is shown, up to GIF_MAX_TIME */
	unsigned hundredths;
};

void gif_add(const struct gif_frame *frame, struct exh_writer *out);

/* Sets the time of a frame in the bytes that gif_add appended. */
void gif_set_time(uint8_t *frame, unsigned hundredths);

void gif_end(struct exh_writer *out);

/*
 * GIF files of any version, by libgif, frame by frame.
 */

/* True if it starts with the signature of GIF files. */
bool gif_is(struct exh_bytes in);

/*
 * Passes each frame, in order, to the taker, like animation_read. Pixels that a frame
 * does not draw are transparent, whatever the background colour is, as in browsers.
 */
enum exh_status gif_read(struct exh_bytes in, size_t limit,
			 const struct animation_taker *taker, struct exh_error *err);

/* Returns the version of libgif; NULL: the build did not find it. */
const char *gif_read_version(void);

#endif
