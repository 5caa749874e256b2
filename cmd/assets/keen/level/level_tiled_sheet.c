#include "level.h"

#include "media/picture/png.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16 /* pixels of a tile */, TILE_PIXELS = SIDE * SIDE };

static void draw_tile(const struct exh_keen_tiles *tiles, size_t number,
		      uint8_t transparent, uint8_t *out, size_t stride)
{
	const uint8_t *tile = tiles->pixels + number * TILE_PIXELS;

	if (!tiles->present[number])
		return;
	for (size_t y = 0; y < SIDE; y++, out += stride)
		for (size_t x = 0; x < SIDE; x++, tile++)
			out[x] = *tile & EXH_KEEN_MASKED ? transparent : *tile;
}

static void draw_sheet(const struct tiled_tiles *tiles, enum exh_keen_plane plane,
		       struct exh_image *image, struct exh_palette *palette)
{
	const size_t count = tiled_count(tiles, plane), columns = tiled_columns(count);
	const uint8_t transparent = (uint8_t)tiles->colors->count;

	if (plane == EXH_KEEN_INFO) {
		markers_palette(palette);
		for (size_t i = 0; i < count; i++)
			markers_draw(image, i % columns * SIDE, i / columns * SIDE,
				     (unsigned)i);
		return;
	}
	*palette = *tiles->colors;
	if (plane == EXH_KEEN_FOREGROUND) {
		palette->colors[palette->count++] = (struct exh_color){ 0 };
		memset(image->pixels, transparent, image->width * image->height);
	}
	for (size_t i = 0; i < count; i++)
		draw_tile(tiled_find(tiles, plane), i, transparent,
			  image->pixels + i / columns * SIDE * image->width +
				  i % columns * SIDE,
			  image->width);
}

enum exh_status tiled_sheet(const struct tiled_tiles *tiles, enum exh_keen_plane plane,
			    struct exh_writer *out, struct exh_error *err)
{
	const size_t count = tiled_count(tiles, plane);
	struct exh_image image = { .width = tiled_columns(count) * SIDE,
				   .height = tiled_row_count(count) * SIDE };
	struct exh_palette palette;
	enum exh_status status;

	if (!count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "%s: there are no tiles",
				exh_keen_plane_name(plane));
	image.pixels = mem_alloc(image.height, image.width);
	draw_sheet(tiles, plane, &image, &palette);
	status = png_encode(&image, &palette, out, err);
	free(image.pixels);
	return status;
}
