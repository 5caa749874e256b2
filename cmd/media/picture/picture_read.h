/*
 * PNG files back to the pixels of a game, by colour: an editor may have changed the
 * palette, the depth and the kind of the picture.
 */
#ifndef CMD_MEDIA_PICTURE_PICTURE_READ_H
#define CMD_MEDIA_PICTURE_PICTURE_READ_H

#include "png.h"

#include <exhume/keen.h>

struct picture_rules {
	const struct exh_palette *colors; /* opaque, at most 16 */
	bool masked;			  /* may be transparent: EXH_KEEN_MASKED */
	bool quantize;	/* take the nearest colour where the exact one is missing */
	unsigned scale; /* each pixel is repeated so often, in both directions */
};

/*
 * Pixels as exh_keen_bitmap_encode takes them, to be freed. *exact: the picture is
 * indexed with the palette that egagrab writes, so that the colours under the mask are
 * its own; else they are 0. EXH_INVALID names the first pixel that can't be converted.
 */
enum exh_status picture_read(const char *path, const struct picture_rules *rules,
			     struct exh_image *out, bool *exact, struct exh_error *err);

/* The same of a picture that was read. */
enum exh_status picture_take(const struct png_picture *png,
			     const struct picture_rules *rules, struct exh_image *out,
			     bool *exact, struct exh_error *err);

#endif
