/* Pixels of pictures and parts of them. */
#include "zv_parts.h"

#include <stdlib.h>
#include <string.h>

uint16_t *exh_zv_copy_pixels(const uint16_t *pixels, size_t count)
{
	uint16_t *copy = pixels ? malloc(count * sizeof *copy) : NULL;

	if (copy)
		memcpy(copy, pixels, count * sizeof *copy);
	return copy;
}

bool exh_zv_clip(const struct exh_zv_picture *picture, struct zv_rectangle *place)
{
	const int64_t right = (int64_t)picture->width - 1;
	const int64_t bottom = (int64_t)picture->height - 1;

	place->x1 = place->x1 < 0 ? 0 : place->x1;
	place->y1 = place->y1 < 0 ? 0 : place->y1;
	place->x2 = place->x2 > right ? (int32_t)right : place->x2;
	place->y2 = place->y2 > bottom ? (int32_t)bottom : place->y2;
	return place->x1 <= place->x2 && place->y1 <= place->y2;
}

void exh_zv_draw_art(const struct zv_art *art, const struct exh_zv_picture *screen,
		     int64_t x, int64_t y, bool is_opaque)
{
	const struct exh_zv_picture *picture = &art->picture;

	for (size_t row = 0; row < picture->height; row++)
		for (size_t column = 0; column < picture->width; column++) {
			const uint16_t pixel =
				picture->pixels[row * picture->width + column] & 0x7fff;
			const int64_t to_x = x + (int64_t)column, to_y = y + (int64_t)row;

			if ((pixel || is_opaque) && to_x >= 0 &&
			    to_x < (int64_t)screen->width && to_y >= 0 &&
			    to_y < (int64_t)screen->height)
				screen->pixels[(size_t)to_y * screen->width +
					       (size_t)to_x] = pixel;
		}
}
