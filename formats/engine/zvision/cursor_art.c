/* Pictures of cursors, as the games name them, on the screen. */
#include "overlay.h"

#include "exhume/zvision_picture.h"

const struct zv_art *exh_zv_cursor_art(const struct exh_zv_engine *engine,
				       const struct exh_zv_cursor_role *role)
{
	char name[EXH_ZV_CURSOR_NAME_SIZE];

	return exh_zv_cursor_name(role, engine->world->game, name)
		       ? exh_zv_world_art_if(engine->world, name)
		       : NULL;
}

void exh_zv_draw_art(const struct zv_art *art, const struct exh_zv_picture *screen,
		     int64_t x, int64_t y)
{
	const struct exh_zv_picture *picture = &art->picture;

	for (size_t row = 0; row < picture->height; row++)
		for (size_t column = 0; column < picture->width; column++) {
			const uint16_t pixel =
				picture->pixels[row * picture->width + column] & 0x7fff;
			const int64_t to_x = x + (int64_t)column, to_y = y + (int64_t)row;

			if (pixel && to_x >= 0 && to_x < (int64_t)screen->width &&
			    to_y >= 0 && to_y < (int64_t)screen->height)
				screen->pixels[(size_t)to_y * screen->width +
					       (size_t)to_x] = pixel;
		}
}
