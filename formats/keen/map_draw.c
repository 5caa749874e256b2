#include "exhume/keen.h"
#include "exhume/advanced/keen_map.h"

#include <string.h>

enum { SIDE = 16, TILE_PIXELS = SIDE * SIDE, IN_FRONT = 128 };

static enum exh_status decode_tile(const struct exh_keen_graphics *graphics,
				   size_t number, uint8_t *pixels, struct exh_error *err)
{
	struct exh_keen_bitmap bitmap;
	const enum exh_status status =
		exh_keen_bitmap_open(graphics, number, 0, &bitmap, err);

	if (status)
		return status;
	exh_keen_bitmap_decode(&bitmap, pixels);
	return EXH_OK;
}

enum exh_status exh_keen_tiles_open(const struct exh_keen_graphics *graphics,
				    enum exh_keen_class class_id, struct exh_arena *arena,
				    struct exh_keen_tiles *out, struct exh_error *err)
{
	const struct exh_keen_span *span = &graphics->layout.spans[class_id];
	uint8_t *pixels = exh_alloc(arena, span->count, TILE_PIXELS);
	bool *present = exh_alloc(arena, span->count, sizeof *present);

	if (exh_keen_class_tile_size(class_id) != SIDE)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%s: levels are made of tile16 and tile16m",
				exh_keen_class_name(class_id));
	if (!pixels || !present)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	for (size_t i = 0; i < span->count && span->first + i < graphics->chunk_count;
	     i++)
		/* Damage was noted when the archive was opened. */
		present[i] = exh_keen_bitmap_count(graphics, span->first + i) &&
			     decode_tile(graphics, span->first + i,
					 pixels + i * TILE_PIXELS, NULL) == EXH_OK;
	*out = (struct exh_keen_tiles){ span->count, pixels, present };
	return EXH_OK;
}

static const uint8_t *find_tile(const struct exh_keen_tiles *tiles, size_t number)
{
	return number < tiles->count && tiles->present[number]
		       ? tiles->pixels + number * TILE_PIXELS
		       : NULL;
}

/* tile NULL: all of one color. */
static void put_tile(const uint8_t *tile, uint8_t color, uint8_t *out, size_t stride)
{
	for (size_t y = 0; y < SIDE; y++, out += stride) {
		if (tile)
			memcpy(out, tile + y * SIDE, SIDE);
		else
			memset(out, color, SIDE);
	}
}

static void put_masked_tile(const uint8_t *tile, uint8_t *out, size_t stride)
{
	for (size_t y = 0; y < SIDE; y++, out += stride)
		for (size_t x = 0; x < SIDE; x++) {
			const uint8_t pixel = tile[y * SIDE + x];

			out[x] = pixel & EXH_KEEN_MASKED ? out[x] : pixel;
		}
}

void exh_keen_map_draw(const struct exh_keen_map *map,
		       const struct exh_keen_tiles *background,
		       const struct exh_keen_tiles *foreground,
		       const struct exh_keen_map_area *area, struct exh_image *image)
{
	const size_t stride = image->width;

	for (size_t row = 0; row < area->rows; row++) {
		const size_t first = (area->y + row) * map->width + area->x;
		const uint16_t *back = map->planes[EXH_KEEN_BACKGROUND].cells + first;
		const uint16_t *fore = map->planes[EXH_KEEN_FOREGROUND].cells + first;
		uint8_t *out = image->pixels + row * SIDE * stride;

		for (size_t column = 0; column < area->columns; column++, out += SIDE) {
			const uint8_t *tile = NULL;

			if (background)
				tile = find_tile(background, back[column]);
			put_tile(tile, background ? 0 : EXH_KEEN_MASKED, out, stride);
			tile = foreground && fore[column]
				       ? find_tile(foreground, fore[column])
				       : NULL;
			if (tile)
				put_masked_tile(tile, out, stride);
		}
	}
}

void exh_keen_map_draw_front(const struct exh_keen_map *map,
			     const struct exh_keen_tiles *foreground,
			     const struct exh_keen_tile_info *info,
			     const struct exh_keen_map_area *area,
			     struct exh_image *image)
{
	for (size_t row = 0; row < area->rows; row++)
		for (size_t column = 0; column < area->columns; column++) {
			const size_t cell =
				(area->y + row) * map->width + area->x + column;
			const uint16_t number =
				map->planes[EXH_KEEN_FOREGROUND].cells[cell];
			const uint8_t *tile = find_tile(foreground, number);

			if (number && tile &&
			    exh_keen_tile_value(info, EXH_KEEN_INTILE, number) & IN_FRONT)
				put_masked_tile(tile,
						image->pixels +
							row * SIDE * image->width +
							column * SIDE,
						image->width);
		}
}
