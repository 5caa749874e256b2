/* Indexed PNG pictures, by libpng. */
#ifndef CMD_IO_PNG_H
#define CMD_IO_PNG_H

#include <exhume/base.h>

/*
 * Appends the picture as a PNG file: 1, 2, 4 or 8 bits a pixel, as few as the palette
 * needs. EXH_LIMIT for a side of 0 or above libpng's limit.
 */
enum exh_status png_encode(const struct exh_image *image,
			   const struct exh_palette *palette, struct exh_writer *out,
			   struct exh_error *err);

#endif
