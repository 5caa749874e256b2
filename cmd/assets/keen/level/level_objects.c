#include "level.h"

#include "task/memory.h"

#include <stdlib.h>

enum { SIDE = 16, UNITS = 16 /* a pixel */ };

/* Where the picture's top left comes to lie in the area's image: it may be outside. */
struct place {
	long x, y;
};

static void blit(const struct exh_keen_bitmap *sprite, const uint8_t *pixels,
		 struct place at, struct exh_image *image)
{
	for (long y = 0; y < (long)sprite->height; y++)
		for (long x = 0; x < (long)sprite->width; x++) {
			const uint8_t pixel = pixels[y * (long)sprite->width + x];
			const long to_x = at.x + x, to_y = at.y + y;

			if (pixel & EXH_KEEN_MASKED || to_x < 0 || to_y < 0 ||
			    to_x >= (long)image->width || to_y >= (long)image->height)
				continue;
			image->pixels[to_y * (long)image->width + to_x] = pixel;
		}
}

/* Pixels of so many units, downwards also where they are negative. */
static long pixels_of(long units)
{
	return units >= 0 ? units / UNITS : -((-units + UNITS - 1) / UNITS);
}

static bool draw_sprite(const struct exh_keen_graphics *graphics,
			const struct exh_keen_info_object *object, struct place cell,
			struct exh_image *image)
{
	const struct exh_keen_span *span = &graphics->layout.spans[EXH_KEEN_SPRITE];
	const size_t index = (size_t)object->sprite;
	struct exh_keen_bitmap bitmap;
	const struct exh_keen_sprite *sprite;
	uint8_t *pixels;

	if (index >= graphics->sprite_count || index >= span->count ||
	    exh_keen_bitmap_open(graphics, span->first + index, 0, &bitmap, NULL))
		return false;
	pixels = mem_alloc(bitmap.width, bitmap.height);
	sprite = &graphics->sprites[index];
	exh_keen_bitmap_decode(&bitmap, pixels);
	cell.x += pixels_of(sprite->origin_units[0]);
	cell.y += pixels_of(object->y_units + sprite->origin_units[1]);
	blit(&bitmap, pixels, cell, image);
	free(pixels);
	return true;
}

static void draw_cell(const struct exh_keen_graphics *graphics,
		      const struct exh_keen_map *map, size_t column, size_t row,
		      const struct exh_keen_map_area *area, struct exh_image *image,
		      bool *numbered)
{
	const unsigned info = map->planes[EXH_KEEN_INFO].cells[row * map->width + column];
	const struct exh_keen_info_object *object =
		info ? exh_keen_layout_object(&graphics->layout, info) : NULL;
	const struct place cell = { ((long)column - (long)area->x) * SIDE,
				    ((long)row - (long)area->y) * SIDE };
	const bool inside = column >= area->x && column - area->x < area->columns &&
			    row >= area->y && row - area->y < area->rows;

	if (!info)
		return;
	if (object && object->sprite >= 0 && draw_sprite(graphics, object, cell, image))
		return;
	if (inside)
		numbered[(row - area->y) * area->columns + column - area->x] = true;
}

void level_objects_draw(const struct exh_keen_graphics *graphics,
			const struct exh_keen_map *map,
			const struct exh_keen_map_area *area, struct exh_image *image,
			bool *numbered)
{
	for (size_t row = 0; row < map->height; row++)
		for (size_t column = 0; column < map->width; column++)
			draw_cell(graphics, map, column, row, area, image, numbered);
}
