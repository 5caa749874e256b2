#include <exhume/keen.h>
#include "exhume/advanced/keen_map.h"

enum { SIDE = 16 };

const struct exh_color exh_keen_wall_colors[EXH_KEEN_WALL_INKS] = {
	[EXH_KEEN_WALL_SOLID] = { 255, 0, 128, 255 },
	[EXH_KEEN_WALL_DEADLY] = { 255, 96, 0, 255 },
	[EXH_KEEN_WALL_SPECIAL] = { 0, 255, 208, 255 },
	[EXH_KEEN_WALL_INSIDE] = { 255, 224, 0, 255 },
};

struct canvas {
	uint8_t first_ink;
	uint8_t *pixels; /* the cell's top left pixel */
	size_t stride;
};

static void dot(const struct canvas *canvas, size_t x, size_t y,
		enum exh_keen_wall_ink ink)
{
	canvas->pixels[y * canvas->stride + x] = (uint8_t)(canvas->first_ink + ink);
}

/* Draws a surface two pixels thick, from the surface inwards. North walls go down from
 * the top, south walls up from the bottom. */
static void draw_surface(const struct canvas *canvas, uint8_t wall, bool north)
{
	const enum exh_keen_wall_ink ink = wall & 8    ? EXH_KEEN_WALL_DEADLY
					   : wall & 16 ? EXH_KEEN_WALL_SPECIAL
						       : EXH_KEEN_WALL_SOLID;

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
			    wall == 2 ? EXH_KEEN_WALL_SPECIAL : EXH_KEEN_WALL_SOLID);
}

/* Draws a checkered tile for tiles in front of sprites, a line down the middle for poles,
 * a square for the game's other numbers. */
static void draw_inside(const struct canvas *canvas, uint8_t inside)
{
	const unsigned kind = inside & 127;

	for (size_t y = 0; y < SIDE; y++)
		for (size_t x = y / 2 % 2 * 2; x < SIDE && inside & 128; x += 4)
			if (y % 2 == 0)
				dot(canvas, x, y, EXH_KEEN_WALL_INSIDE);
	for (size_t y = 0; y < SIDE && kind == 1; y++)
		dot(canvas, SIDE / 2, y, EXH_KEEN_WALL_SPECIAL);
	for (size_t i = 5; i < 11 && kind > 1; i++) {
		dot(canvas, i, 5, EXH_KEEN_WALL_SPECIAL);
		dot(canvas, i, 10, EXH_KEEN_WALL_SPECIAL);
		dot(canvas, 5, i, EXH_KEEN_WALL_SPECIAL);
		dot(canvas, 10, i, EXH_KEEN_WALL_SPECIAL);
	}
}

/*
 * Outlines.
 */

struct neighbour {
	const struct exh_keen_wall_cells *cells;
	size_t column, row;
};

/* Returns 0 for cells beyond the level. */
static uint8_t wall_at(const struct neighbour *at, int dx, int dy,
		       enum exh_keen_tile_table side)
{
	const struct exh_keen_wall_cells *cells = at->cells;
	const size_t column = at->column + (size_t)dx, row = at->row + (size_t)dy;

	/* Left of column 0 the number wraps to beyond the width. */
	if (column >= cells->width || row >= cells->height)
		return 0;
	return exh_keen_tile_value(cells->info, side,
				   cells->foreground[row * cells->width + column]);
}

/* Returns 0 for a plain flat wall that touches the other cell's wall, which is not drawn;
 * else wall. */
static uint8_t unless_touched(uint8_t wall, uint8_t other, bool surface)
{
	const bool touched = surface ? (other & 7) == 1 : other != 0;

	return wall == 1 && touched ? 0 : wall;
}

void exh_keen_outline_draw(const struct exh_keen_wall_cells *cells, size_t column,
			   size_t row, uint8_t first_ink, uint8_t *pixels, size_t stride)
{
	const struct canvas canvas = { first_ink, pixels, stride };
	const struct neighbour at = { cells, column, row };
	const uint8_t north = wall_at(&at, 0, 0, EXH_KEEN_NORTHWALL);
	const uint8_t south = wall_at(&at, 0, 0, EXH_KEEN_SOUTHWALL);
	const uint8_t east = wall_at(&at, 0, 0, EXH_KEEN_EASTWALL);
	const uint8_t west = wall_at(&at, 0, 0, EXH_KEEN_WESTWALL);
	uint8_t inside = wall_at(&at, 0, 0, EXH_KEEN_INTILE);

	if (north == 1 && south == 1 && east && west)
		inside &= 127;
	draw_inside(&canvas, inside);
	draw_side(&canvas,
		  unless_touched(east, wall_at(&at, 1, 0, EXH_KEEN_WESTWALL), false),
		  true);
	draw_side(&canvas,
		  unless_touched(west, wall_at(&at, -1, 0, EXH_KEEN_EASTWALL), false),
		  false);
	draw_surface(&canvas,
		     unless_touched(south, wall_at(&at, 0, 1, EXH_KEEN_NORTHWALL), true),
		     false);
	draw_surface(&canvas,
		     unless_touched(north, wall_at(&at, 0, -1, EXH_KEEN_SOUTHWALL), true),
		     true);
}

void exh_keen_walls_draw(const struct exh_keen_tile_info *info, size_t tile,
			 uint8_t first_ink, uint8_t *pixels, size_t stride)
{
	const struct canvas canvas = { first_ink, pixels, stride };

	draw_inside(&canvas, exh_keen_tile_value(info, EXH_KEEN_INTILE, tile));
	draw_side(&canvas, exh_keen_tile_value(info, EXH_KEEN_EASTWALL, tile), true);
	draw_side(&canvas, exh_keen_tile_value(info, EXH_KEEN_WESTWALL, tile), false);
	draw_surface(&canvas, exh_keen_tile_value(info, EXH_KEEN_SOUTHWALL, tile), false);
	draw_surface(&canvas, exh_keen_tile_value(info, EXH_KEEN_NORTHWALL, tile), true);
}
