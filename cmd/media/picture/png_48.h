/* PNG pictures of 16 bits a channel: for numbers that are shown as colours. */
#ifndef CMD_MEDIA_PICTURE_PNG_48_H
#define CMD_MEDIA_PICTURE_PNG_48_H

#include <exhume/base.h>

/*
 * Appends the picture as a PNG file. samples: red, green and blue of each pixel,
 * row-major. EXH_LIMIT for a side of 0 or above libpng's limit.
 */
enum exh_status png_encode_48(const uint16_t *samples, size_t width, size_t height,
			      struct exh_writer *out, struct exh_error *err);

#endif
