/* PNG files to pictures of 15-bit colour: the nearest colours, or dithered. */
#ifndef CMD_MEDIA_PICTURE_PNG_READ_555_H
#define CMD_MEDIA_PICTURE_PNG_READ_555_H

#include "png.h"

#include <exhume/zvision.h>

/* For OPT_CHOICE: "none", "ordered", "floyd-steinberg", NULL. */
extern const char *const dither_choices[];

enum dither { DITHER_NONE, DITHER_ORDERED, DITHER_FLOYD_STEINBERG };

struct png_555_rules {
	enum dither dither;
	/* What shows through pixels that are not opaque; NULL: they are refused. */
	const struct exh_color *background;
	/* Transparent pixels are 0, and black ones, as 0 is taken, the darkest blue. */
	bool clear_is_0;
};

struct png_555 {
	struct exh_zv_picture picture; /* pixels are to be freed */
	size_t inexact_count;	       /* pixels of another colour than in the PNG file */
	size_t first_inexact;	       /* number of the first, counted along rows */
};

/*
 * A picture whose colours all come from bit replication of 5 bits a channel is kept
 * exactly, with any dither. EXH_INVALID names the first pixel that can't be converted;
 * else as png_decode.
 */
enum exh_status png_read_555(struct exh_bytes in, const struct png_555_rules *rules,
			     struct png_555 *out, struct exh_error *err);

/* The same of a picture that was read. */
enum exh_status png_take_555(const struct png_picture *png,
			     const struct png_555_rules *rules, struct png_555 *out,
			     struct exh_error *err);

/* "#RRGGBB", the number sign may be missing. */
bool color_parse(const char *text, struct exh_color *out);

#endif
