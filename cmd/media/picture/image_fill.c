#include "picture.h"

#include <string.h>

void image_fill(struct exh_image *image, size_t x, size_t y, size_t width, size_t height,
		uint8_t color)
{
	for (size_t row = 0; row < height; row++)
		for (size_t column = 0; column < width; column++)
			if (x + column < image->width && y + row < image->height)
				image->pixels[(y + row) * image->width + x + column] =
					color;
}

void image_put(struct exh_image *image, size_t x, size_t y, const struct exh_image *what,
	       unsigned scale)
{
	for (size_t row = 0; row < what->height; row++) {
		const uint8_t *from = what->pixels + row * what->width;
		uint8_t *to = image->pixels + (y + row * scale) * image->width + x;
		uint8_t *first = to;

		for (size_t column = 0; column < what->width; column++, to += scale)
			memset(to, from[column], scale);
		for (unsigned i = 1; i < scale; i++)
			memcpy(first + i * image->width, first, what->width * scale);
	}
}
