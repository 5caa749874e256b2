#include "exhume/zvision.h"

enum {
	SIDE = 16
}; /* of the squares transposed at a time, so that both fit in the cache */

static void turn_square(const struct exh_zv_picture *in, size_t left, size_t top,
			uint16_t *out)
{
	const size_t right = in->width - left < SIDE ? in->width : left + SIDE;
	const size_t bottom = in->height - top < SIDE ? in->height : top + SIDE;

	for (size_t x = left; x < right; x++)
		for (size_t y = top; y < bottom; y++)
			out[x * in->height + y] = in->pixels[y * in->width + x];
}

void exh_zv_transpose(const struct exh_zv_picture *in, uint16_t *out)
{
	for (size_t top = 0; top < in->height; top += SIDE)
		for (size_t left = 0; left < in->width; left += SIDE)
			turn_square(in, left, top, out);
}
