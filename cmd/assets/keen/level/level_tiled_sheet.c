#include "level.h"

#include "media/picture/font_files.h"
#include "media/picture/png.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16 /* pixels of a tile */, TILE_PIXELS = SIDE * SIDE };

/*
 * The tiles that stand for info values: their number on a coloured square.
 */

enum { CLEAR, INK, FIRST_SQUARE, SQUARE_COUNT = 12, GROUP = 16, SQUARE_ALPHA = 176 };

/* Draws marker number (none for 0) into the cell of 16x16 pixels at x, y. Sixteen numbers
 * that follow each other share a colour. */
static void draw_marker(struct exh_image *image, size_t x, size_t y, unsigned number)
{
	const uint8_t square = (uint8_t)(FIRST_SQUARE + number / GROUP % SQUARE_COUNT);

	for (size_t row = 0; row < NUMBER_FONT_CELL; row++)
		memset(image->pixels + (y + row) * image->width + x,
		       number ? square : CLEAR, NUMBER_FONT_CELL);
	if (number)
		number_font_draw(image, x, y, number, INK, square);
}

/* 0 is transparent; the squares let the level shine through. */
static void marker_palette(struct exh_palette *palette)
{
	/* Dark enough for white digits; neighbours far apart. */
	static const uint8_t squares[SQUARE_COUNT][3] = {
		{ 192, 0, 0 },	{ 0, 64, 192 },	 { 0, 112, 0 },	 { 144, 0, 144 },
		{ 128, 80, 0 }, { 0, 112, 128 }, { 192, 0, 96 }, { 64, 64, 64 },
		{ 80, 0, 208 }, { 96, 112, 0 },	 { 176, 64, 0 }, { 0, 64, 96 },
	};

	*palette = (struct exh_palette){ .count = FIRST_SQUARE + SQUARE_COUNT };
	palette->colors[INK] = (struct exh_color){ 255, 255, 255, 255 };
	for (size_t i = 0; i < SQUARE_COUNT; i++)
		palette->colors[FIRST_SQUARE + i] =
			(struct exh_color){ squares[i][0], squares[i][1], squares[i][2],
					    SQUARE_ALPHA };
}

/*
 * Sheets.
 */

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
		marker_palette(palette);
		for (size_t i = 0; i < count; i++)
			draw_marker(image, i % columns * SIDE, i / columns * SIDE,
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
