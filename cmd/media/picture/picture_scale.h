/* Pictures of 15-bit colour made larger. */
#ifndef CMD_MEDIA_PICTURE_PICTURE_SCALE_H
#define CMD_MEDIA_PICTURE_PICTURE_SCALE_H

#include <exhume/base.h>

/* png_encode_555 of the picture with each pixel repeated scale times in both directions;
 * 0 is 1. EXH_LIMIT if it gets too large. */
enum exh_status png_encode_555_scaled(const uint16_t *pixels, size_t width, size_t height,
				      int clear, unsigned scale, struct exh_writer *out,
				      struct exh_error *err);

#endif
