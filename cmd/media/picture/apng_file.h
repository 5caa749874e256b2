/*
 * APNG 1.0 files made of PNG files: the data of their IDAT chunks become the frames.
 */
#ifndef CMD_MEDIA_PICTURE_APNG_FILE_H
#define CMD_MEDIA_PICTURE_APNG_FILE_H

#include <exhume/base.h>

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

#endif
