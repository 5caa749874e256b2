/*
 * PNG and APNG 1.0 files, frame by frame: each is the whole picture as it is shown, in
 * colours with alpha.
 */
#ifndef CMD_MEDIA_PICTURE_APNG_READ_H
#define CMD_MEDIA_PICTURE_APNG_READ_H

#include "png.h"

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

struct apng_shown {
	struct png_picture picture;    /* without palette; borrowed until the next call */
	uint16_t delay_num, delay_den; /* seconds; 0 / 0 if not animated */
};

/* To be called frame_count times. */
enum exh_status apng_read_next(struct apng_reader *reader, struct apng_shown *shown,
			       struct exh_error *err);

void apng_read_close(struct apng_reader *reader);

#endif
