#include "level_walls.h"

enum { SIDE = 16 };

const struct exh_color level_ink_colors[LEVEL_INK_COUNT] = {
	[LEVEL_SOLID] = { 255, 0, 128, 255 },
	[LEVEL_DEADLY] = { 255, 96, 0, 255 },
	[LEVEL_SPECIAL] = { 0, 255, 208, 255 },
	[LEVEL_INSIDE] = { 255, 224, 0, 255 },
};

struct canvas {
	uint8_t first_ink;
	uint8_t *pixels; /* of the cell's top left */
	size_t stride;
};

static void dot(const struct canvas *canvas, size_t x, size_t y, enum level_ink ink)
{
	canvas->pixels[y * canvas->stride + x] = (uint8_t)(canvas->first_ink + ink);
}

/* Two pixels thick, from the surface inwards. North walls go down from the top, south
 * walls up from the bottom. */
static void draw_surface(const struct canvas *canvas, uint8_t wall, bool north)
{
	const enum level_ink ink = wall & 8    ? LEVEL_DEADLY
				   : wall & 16 ? LEVEL_SPECIAL
					       : LEVEL_SOLID;

	for (unsigned x = 0; x < SIDE && (wall & 7); x++) {
		const size_t depth = exh_keen_wall_height(wall, x) / 16;

		for (size_t y = depth; y < depth + 2 && y < SIDE; y++)
			dot(canvas, x, north ? y : SIDE - 1 - y, ink);
	}
}

static void draw_side(const struct canvas *canvas, uint8_t wall, bool east)
{
	for (size_t y = 0; y < SIDE && wall; y++)
		for (size_t depth = 0; depth < 2; depth++)
			dot(canvas, east ? SIDE - 1 - depth : depth, y,
			    wall == 2 ? LEVEL_SPECIAL : LEVEL_SOLID);
}

/* In front of sprites: a checkered tile. A pole: a line down the middle; other numbers
 * that the game keeps there: a square. */
static void draw_inside(const struct canvas *canvas, uint8_t inside)
{
	const unsigned kind = inside & 127;

	for (size_t y = 0; y < SIDE; y++)
		for (size_t x = y / 2 % 2 * 2; x < SIDE && inside & 128; x += 4)
			if (y % 2 == 0)
				dot(canvas, x, y, LEVEL_INSIDE);
	for (size_t y = 0; y < SIDE && kind == 1; y++)
		dot(canvas, SIDE / 2, y, LEVEL_SPECIAL);
	for (size_t i = 5; i < 11 && kind > 1; i++) {
		dot(canvas, i, 5, LEVEL_SPECIAL);
		dot(canvas, i, 10, LEVEL_SPECIAL);
		dot(canvas, 5, i, LEVEL_SPECIAL);
		dot(canvas, 10, i, LEVEL_SPECIAL);
	}
}

void level_walls_draw(const struct exh_keen_tile_info *info, size_t tile,
		      uint8_t first_ink, uint8_t *pixels, size_t stride)
{
	const struct canvas canvas = { first_ink, pixels, stride };

	draw_inside(&canvas, exh_keen_tile_value(info, EXH_KEEN_INTILE, tile));
	draw_side(&canvas, exh_keen_tile_value(info, EXH_KEEN_EASTWALL, tile), true);
	draw_side(&canvas, exh_keen_tile_value(info, EXH_KEEN_WESTWALL, tile), false);
	draw_surface(&canvas, exh_keen_tile_value(info, EXH_KEEN_SOUTHWALL, tile), false);
	draw_surface(&canvas, exh_keen_tile_value(info, EXH_KEEN_NORTHWALL, tile), true);
}
