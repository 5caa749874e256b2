#include <exhume/keen_map.h>

enum { SIDE = 16 };

const struct exh_color exh_keen_wall_colors[EXH_KEEN_WALL_INKS] = {
	[EXH_KEEN_WALL_SOLID] = { 255, 0, 128, 255 },
	[EXH_KEEN_WALL_DEADLY] = { 255, 96, 0, 255 },
	[EXH_KEEN_WALL_SPECIAL] = { 0, 255, 208, 255 },
	[EXH_KEEN_WALL_INSIDE] = { 255, 224, 0, 255 },
};

struct canvas {
	uint8_t first_ink;
	uint8_t *pixels; /* of the cell's top left */
	size_t stride;
};

static void dot(const struct canvas *canvas, size_t x, size_t y,
		enum exh_keen_wall_ink ink)
{
	canvas->pixels[y * canvas->stride + x] = (uint8_t)(canvas->first_ink + ink);
}

/* Two pixels thick, from the surface inwards. North walls go down from the top, south
 * walls up from the bottom. */
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

/* In front of sprites: a checkered tile. A pole: a line down the middle; other numbers
 * that the game keeps there: a square. */
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
