/* Cursors of Windows. */
#ifndef CMD_MEDIA_PICTURE_CUR_H
#define CMD_MEDIA_PICTURE_CUR_H

#include "png.h"

#include <exhume/base.h>

/*
 * CUR, the mouse cursors of Windows, which have a hot spot.
 */

/* Appends a file of one picture, up to 256 pixels a side and 16 colours. Pixels whose
 * colour is not opaque let the screen through. */
void cur_encode(const struct exh_image *image, const struct exh_palette *palette,
		unsigned hot_x, unsigned hot_y, struct exh_writer *out);

/*
 * The way back of cur.h: the picture of a CUR file, and its hot spot.
 */

struct cur_picture {
	struct png_picture colors; /* never indexed; pixels is to be freed */
	/* Of a picture of 8 bits or less: a byte a pixel, to be freed. Else NULL. */
	uint8_t *indexes;
	struct exh_palette palette; /* of indexes; opaque */
	uint32_t hot_x, hot_y;
	/* Pixels that change what is below them; where the first is. */
	size_t inverted, inverted_x, inverted_y;
};

/*
 * Takes the picture of side by side pixels, or the first one. It may be a bitmap of 1, 4,
 * 8, 24 or 32 bits, or PNG. EXH_INVALID, EXH_TRUNCATED with the offset; EXH_UNSUPPORTED
 * for packed bitmaps and those of OS/2. To be freed even after a failure.
 */
enum exh_status cur_decode(struct exh_bytes in, size_t side, struct cur_picture *out,
			   struct exh_error *err);
void cur_free(struct cur_picture *picture);

#endif
