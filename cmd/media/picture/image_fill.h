/* Boxes of one colour, and other pictures, in an indexed picture. */
#ifndef CMD_MEDIA_PICTURE_IMAGE_FILL_H
#define CMD_MEDIA_PICTURE_IMAGE_FILL_H

#include <exhume/base.h>

/* Clipped to the image; x and y may have wrapped below 0. */
void image_fill(struct exh_image *image, size_t x, size_t y, size_t width, size_t height,
		uint8_t color);

/* Puts a picture there, each pixel repeated scale times both ways. All of it must lie
 * inside. */
void image_put(struct exh_image *image, size_t x, size_t y, const struct exh_image *what,
	       unsigned scale);

#endif
