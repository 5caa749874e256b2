#include "image_fill.h"

void image_fill(struct exh_image *image, size_t x, size_t y, size_t width, size_t height,
		uint8_t color)
{
	for (size_t row = 0; row < height; row++)
		for (size_t column = 0; column < width; column++)
			if (x + column < image->width && y + row < image->height)
				image->pixels[(y + row) * image->width + x + column] =
					color;
}
