/* Boxes of one colour in an indexed picture. */
#ifndef CMD_IMAGE_FILL_H
#define CMD_IMAGE_FILL_H

#include <exhume/base.h>

/* What lies outside of the image is left out; x and y may have gone below 0. */
void image_fill(struct exh_image *image, size_t x, size_t y, size_t width, size_t height,
		uint8_t color);

#endif
