#include "picture.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

void image_scale(struct exh_image *image, unsigned scale, bool aspect)
{
	const size_t times = scale ? scale : 1;
	const size_t width = image->width * times, tall = image->height * times;
	const size_t height = aspect ? tall * 6 / 5 : tall;
	uint8_t *pixels, *to;

	if (width == image->width && height == image->height)
		return;
	pixels = to = mem_alloc(width, height);
	for (size_t y = 0, last = SIZE_MAX; y < height; y++, to += width) {
		const size_t from = y * image->height / height;
		const uint8_t *row = image->pixels + from * image->width;

		if (from == last)
			memcpy(to, to - width, width);
		else
			for (size_t x = 0; x < image->width; x++)
				memset(to + x * times, row[x], times);
		last = from;
	}
	free(image->pixels);
	*image = (struct exh_image){ width, height, pixels };
}
