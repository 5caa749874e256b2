/* The tiles of the mole's game, and their tile information. */
#include "dreams.h"

#include <exhume/advanced/keen_map.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { SKY = 9 };

static const char earth[] = "466e";
static const char rock[] = "0887";

/* A tile of art.h, and what is drawn on it. */
static void draw_known(struct art *a, enum art_kind kind, int index)
{
	struct art known;

	if (art_draw(kind, (size_t)index, &known))
		paste(a, 0, 0, &known, false);
}

/*
 * Ground. A surface keeps from the tile's edge as the wall of its kind does: 1 is flat, 2
 * to 4 fall to the right, 5 to 7 rise.
 */

static int surface(int wall, int x)
{
	switch (wall) {
	case 2:
		return x / 2;
	case 3:
		return 8 + x / 2;
	case 4:
		return x;
	case 5:
		return 7 - x / 2;
	case 6:
		return 15 - x / 2;
	case 7:
		return 15 - x;
	default:
		return 0;
	}
}

enum ground { WALL = 7, ROCK = 8, CEILING = 16, LEFT = 32, RIGHT = 64 };

static int ground_colour(int kind, int x, int y, int depth)
{
	const int grass = 2 + (int)(hash(x, 7, 3) % 3);

	if (kind & CEILING)
		return depth == 0   ? kind & ROCK ? 8 : 4
		       : depth == 1 ? 0
				    : stone_at(kind & ROCK ? rock : earth, x, y);
	if (kind & ROCK)
		return depth < 2 ? depth ? 0 : 7 : stone_at(rock, x, y);
	if (depth <= grass)
		return depth < 2 ? 10 : 2;
	return depth == grass + 1 ? 0 : stone_at(earth, x, y);
}

/* The sides are rough: a line that shades them, with the background left out. */
static void roughen(struct art *a, int kind)
{
	for (int y = 0; y < 16; y++) {
		const int gap = (int)(hash(y >> 1, 5, 5) % 3);

		if (kind & LEFT) {
			rect(a, 0, y, gap, 1, ART_TRANSPARENT);
			put(a, gap, y, 0);
		}
		if (kind & RIGHT) {
			rect(a, 16 - gap, y, gap, 1, ART_TRANSPARENT);
			put(a, 15 - gap, y, 0);
		}
	}
}

static void draw_ground(struct art *a, int kind)
{
	for (int x = 0; x < 16; x++) {
		const int edge = surface(kind & WALL, x);

		for (int y = 0; y < 16; y++) {
			const int depth = (kind & CEILING ? 15 - y : y) - edge;

			if (depth >= 0)
				put(a, x, y, ground_colour(kind, x, y, depth));
		}
	}
	roughen(a, kind);
}

enum { FILL_BONE = 1, FILL_SHELL = 2, FILL_ROCK = 8, FILL_GOLD = 3 };

/* What has no surface. */
static void draw_fill(struct art *a, int kind)
{
	static const unsigned char known[] = { 0, 2, 3 };

	if ((kind & 3) == FILL_GOLD)
		draw_known(a, ART_TILE16, 10);
	else
		draw_known(a, ART_TILE16, kind & FILL_ROCK ? 8 : known[kind & 3]);
	roughen(a, kind);
}

static void draw_tile16(struct art *a, int index)
{
	draw_known(a, ART_TILE16, index);
}

/* Poles, with what they go through below them. */
enum { POLE_TOP = 1, POLE_GRASS, POLE_ROCK };

static void draw_pole(struct art *a, int kind)
{
	if (kind == POLE_GRASS)
		draw_ground(a, 1);
	else if (kind == POLE_ROCK)
		draw_ground(a, 1 | ROCK);
	if (kind > POLE_TOP)
		rect(a, 3, 0, 10, 16, 0);
	rect(a, 6, kind == POLE_TOP ? 6 : 0, 5, 16, 0);
	rect(a, 7, kind == POLE_TOP ? 6 : 0, 3, 16, 2);
	rect(a, 7, kind == POLE_TOP ? 6 : 0, 1, 16, 10);
	for (int y = 2; y < 16; y += 5)
		put(a, 8 + y % 2, y, 10);
	if (kind == POLE_TOP)
		ball(a, 8, 5, 3, 3, "66eeef");
}

static void draw_tall_grass(struct art *a, int seed)
{
	for (int i = 0; i < 11; i++) {
		const int root = 1 + (int)(hash(i, seed, 41) % 14);
		const int tip = root - 3 + (int)(hash(i, seed, 42) % 7);
		const int height = 4 + (int)(hash(i, seed, 43) % 8);

		line(a, root, 15, tip, 15 - height, i % 3 ? 2 : 10);
	}
	rect(a, 0, 14, 16, 2, 2);
}

static void draw_sunflower(struct art *a, int frame)
{
	const int x = 8 + (frame ? 1 : -1);

	line(a, 8, 15, x, 7, 2);
	line(a, 9, 15, x + 1, 7, 10);
	for (int i = 0; i < 8; i++)
		rect(a, x - 5 + i % 3 * 4, 1 + i / 3 * 4, 3, 3, 14);
	ball(a, x, 5, 2, 2, "66e");
	rect(a, 4, 12, 4, 2, 2);
	rect(a, 9, 13, 4, 2, 10);
}

static void draw_fence(struct art *a, int unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		rect(a, 1 + 9 * i, 1, 6, 15, 0);
		rect(a, 2 + 9 * i, 2, 4, 14, 6);
		rect(a, 2 + 9 * i, 2, 1, 14, 14);
		rect(a, 5 + 9 * i, 3, 1, 13, 4);
	}
	rect(a, 0, 5, 16, 4, 0);
	rect(a, 0, 6, 16, 2, 6);
}

static void draw_column(struct art *a, int part)
{
	for (int x = 2; x < 14; x++)
		rect(a, x, 0, 1, 16, colour_of("..0f787f787f80.."[x]));
	if (part == 0) {
		bevel(a, 0, 0, 16, 4, "87f");
		bevel(a, 1, 4, 14, 3, "08f");
	} else if (part == 2) {
		bevel(a, 1, 9, 14, 3, "08f");
		bevel(a, 0, 12, 16, 4, "87f");
	}
}

/*
 * The land from above.
 */

static void draw_meadow(struct art *a, int seed)
{
	rect(a, 0, 0, 16, 16, 2);
	for (int i = 0; i < 5 + seed; i++) {
		const int x = (int)(hash(i, seed, 51) % 14);
		const int y = 2 + (int)(hash(i, seed, 52) % 13);

		line(a, x, y, x + 1, y - 2, 10);
		put(a, x + 2, y - 1, 10);
		if (seed > 1 && i % 3 == 0)
			put(a, x, y, i % 2 ? 14 : 13);
	}
}

static void draw_path(struct art *a, int unused)
{
	(void)unused;
	rect(a, 0, 0, 16, 16, 6);
	for (int i = 0; i < 14; i++)
		rect(a, (int)(hash(i, 1, 53) % 15), (int)(hash(i, 2, 53) % 15), 2, 1,
		     i % 3 ? 14 : 4);
}

static void draw_molehill(struct art *a, int unused)
{
	(void)unused;
	draw_meadow(a, 0);
	ball(a, 8, 10, 7, 5, "4466ee");
	ball(a, 8, 9, 3, 2, "0");
}

static void draw_tree(struct art *a, int kind)
{
	if (kind) {
		for (int row = 0; row < 13; row++)
			rect(a, 8 - row / 2 - 1, row, 3 + row / 2 * 2, 1, 0);
		for (int row = 1; row < 12; row++)
			rect(a, 8 - row / 2, row, 1 + row / 2 * 2, 1, row % 4 ? 2 : 10);
	} else {
		ball(a, 8, 7, 7, 6, "2222aaa");
	}
	rect(a, 6, 13, 4, 3, 0);
	rect(a, 7, 13, 2, 2, 6);
}

static void draw_boulder(struct art *a, int unused)
{
	(void)unused;
	ball(a, 8, 9, 6, 5, "08877f");
}

static void draw_water(struct art *a, int frame)
{
	rect(a, 0, 0, 16, 16, 1);
	for (int i = 0; i < 7; i++) {
		const int x = (int)(hash(i, 1, 54) + (unsigned)frame * 4) % 16;
		const int y = (int)(hash(i, 2, 54) % 16);

		rect(a, x, y, 4, 1, i % 3 ? 9 : 11);
	}
}

static void draw_castle(struct art *a, int part)
{
	const int x = part % 2 ? -16 : 0, y = part / 2 ? -16 : 0;

	for (int i = 0; i < 4; i++)
		rect(a, x + 1 + 8 * i, y + 1, 6, 6, 0);
	rect(a, x + 1, y + 5, 30, 27, 0);
	for (int row = 0; row < 6; row++)
		for (int i = 0; i < 4; i++)
			bevel(a, x + 2 + 7 * i + row % 2, y + 6 + 4 * row, 6, 3, "087");
	for (int i = 0; i < 4; i++)
		rect(a, x + 2 + 8 * i, y + 2, 4, 4, 7);
	ball(a, x + 16, y + 24, 5, 7, "0");
	rect(a, x + 11, y + 26, 11, 6, 0);
	rect(a, x + 4, y + 12, 3, 5, 14);
	rect(a, x + 25, y + 12, 3, 5, 14);
}

static void draw_gate(struct art *a, int unused)
{
	(void)unused;
	for (int i = 0; i < 4; i++) {
		rect(a, 4 * i, 0, 3, 16, 0);
		rect(a, 4 * i + 1, 0, 1, 16, 7);
	}
	for (int i = 0; i < 2; i++) {
		rect(a, 0, 3 + 8 * i, 16, 3, 0);
		rect(a, 0, 4 + 8 * i, 16, 1, 7);
	}
}

/* A pole where a flag may go: 0 empty, 1 the flag's end, 2 the flag, 3 the pole with it.
 */
static void draw_flag(struct art *a, int part)
{
	if (part == 0 || part == 3) {
		rect(a, 12, part ? 0 : 3, 3, part ? 14 : 11, 0);
		rect(a, 13, part ? 0 : 4, 1, part ? 13 : 9, part ? 7 : 15);
		rect(a, 10, 13, 6, 2, 4);
	}
	if (part == 2) {
		rect(a, 12, 3, 3, 13, 0);
		rect(a, 13, 4, 1, 12, 7);
		rect(a, 0, 4, 12, 9, 0);
		rect(a, 0, 5, 12, 7, 12);
		rect(a, 4, 7, 4, 3, 14);
	}
	if (part == 1)
		for (int i = 0; i < 9; i++)
			rect(a, 8 + (i < 5 ? i : 8 - i), 4 + i, 8, 1,
			     i == 0 || i == 8 ? 0 : 12);
}

/* Behind moving things. */
static void draw_fall(struct art *a, int frame)
{
	for (int y = 0; y < 16; y++)
		for (int x = 0; x < 16; x++) {
			const int row =
				(y - frame * 4 + 16 + (int)(hash(x, 1, 55) % 16)) & 15;

			put(a, x, y, row < 5 ? 9 : row == 5 ? 11 : row == 6 ? 15 : 1);
		}
}

static void draw_glow_worms(struct art *a, int frame)
{
	draw_known(a, ART_TILE16, 20);
	for (int i = 0; i < 4; i++)
		put(a, 2 + 4 * i, 3 + (i * 5 + 3) % 11, (i + frame) % 2 ? 10 : 2);
}

static void draw_window(struct art *a, int frame)
{
	draw_known(a, ART_TILE16, 12);
	rect(a, 3, 2, 10, 12, 0);
	rect(a, 4, 3, 8, 10, frame ? 14 : 6);
	rect(a, 8, 3, 1, 10, 0);
	rect(a, 4, 8, 8, 1, 0);
}

struct tile {
	uint16_t number;
	void (*draw)(struct art *a, int arg);
	int arg;
};

static const struct tile backgrounds[] = {
	{ 64, draw_fall, 0 },	  { 65, draw_fall, 1 },	      { 66, draw_fall, 2 },
	{ 67, draw_fall, 3 },	  { 68, draw_glow_worms, 0 }, { 69, draw_glow_worms, 1 },
	{ 70, draw_window, 0 },	  { 71, draw_window, 1 },     { 80, draw_meadow, 0 },
	{ 81, draw_meadow, 1 },	  { 82, draw_meadow, 2 },     { 83, draw_path, 0 },
	{ 84, draw_molehill, 0 },
};

static const struct tile foregrounds[] = {
	{ 48, draw_ground, 1 },
	{ 49, draw_ground, 1 | LEFT },
	{ 50, draw_ground, 1 | RIGHT },
	{ 51, draw_fill, 0 },
	{ 52, draw_fill, FILL_BONE },
	{ 53, draw_fill, FILL_SHELL },
	{ 54, draw_fill, LEFT },
	{ 55, draw_fill, RIGHT },
	{ 56, draw_ground, 1 | CEILING },
	{ 57, draw_ground, 2 },
	{ 58, draw_ground, 3 },
	{ 59, draw_ground, 4 },
	{ 60, draw_ground, 5 },
	{ 61, draw_ground, 6 },
	{ 62, draw_ground, 7 },
	{ 63, draw_ground, 1 | ROCK },
	{ 64, draw_ground, 1 | ROCK | LEFT },
	{ 65, draw_ground, 1 | ROCK | RIGHT },
	{ 66, draw_fill, FILL_ROCK },
	{ 67, draw_fill, FILL_GOLD },
	{ 68, draw_fill, FILL_ROCK | LEFT },
	{ 69, draw_fill, FILL_ROCK | RIGHT },
	{ 70, draw_ground, 1 | ROCK | CEILING },
	{ 71, draw_ground, 2 | ROCK },
	{ 72, draw_ground, 3 | ROCK },
	{ 73, draw_ground, 4 | ROCK },
	{ 74, draw_ground, 5 | ROCK },
	{ 75, draw_ground, 6 | ROCK },
	{ 76, draw_ground, 7 | ROCK },
	{ 77, draw_ground, 2 | ROCK | CEILING },
	{ 78, draw_ground, 3 | ROCK | CEILING },
	{ 79, draw_ground, 4 | ROCK | CEILING },
	{ 80, draw_ground, 5 | ROCK | CEILING },
	{ 81, draw_ground, 6 | ROCK | CEILING },
	{ 82, draw_ground, 7 | ROCK | CEILING },
	{ 83, draw_tile16, 12 },
	{ 84, draw_tile16, 49 },
	{ 85, draw_pole, 0 },
	{ 86, draw_pole, POLE_TOP },
	{ 87, draw_pole, POLE_GRASS },
	{ 88, draw_pole, POLE_ROCK },
	{ 89, draw_tall_grass, 0 },
	{ 90, draw_flag, 0 },
	{ 91, draw_sunflower, 0 },
	{ 92, draw_sunflower, 1 },
	{ 93, draw_fence, 0 },
	{ 94, draw_column, 0 },
	{ 95, draw_column, 1 },
	{ 96, draw_column, 2 },
	{ 97, draw_tall_grass, 1 },
	{ 98, draw_tile16, 51 },
	{ 99, draw_tile16, 63 },
	{ 110, draw_tree, 0 },
	{ 111, draw_tree, 1 },
	{ 112, draw_boulder, 0 },
	{ 113, draw_water, 0 },
	{ 114, draw_water, 1 },
	{ 115, draw_water, 2 },
	{ 116, draw_castle, 0 },
	{ 117, draw_castle, 1 },
	{ 118, draw_castle, 2 },
	{ 119, draw_castle, 3 },
	{ 130, draw_gate, 0 },
	{ 131, draw_flag, 1 },
	{ 132, draw_flag, 2 },
	{ 133, draw_flag, 3 },
};

static bool draw_new(const struct tile *tiles, size_t count, size_t index,
		     struct art *out)
{
	for (size_t i = 0; i < count; i++) {
		if (tiles[i].number != index)
			continue;
		start(out, 16, 16, ART_TRANSPARENT);
		tiles[i].draw(out, tiles[i].arg);
		return true;
	}
	return false;
}

/* A quarter of a tile of 16 by 16, on black. */
static void draw_quarter(struct art *a, int tile, int quarter)
{
	struct art whole;

	start(a, 8, 8, 0);
	if (art_draw(ART_TILE16M, (size_t)tile, &whole))
		paste(a, quarter & 1 ? -8 : 0, quarter & 2 ? -8 : 0, &whole, false);
}

/* Nothing, digits, the frame of a bar, dynamite, a key, the mole, a flower, dynamite. */
static void draw_small(struct art *a, int index)
{
	start(a, 8, 8, 0);
	if (index >= 1 && index < 20)
		art_draw(ART_TILE8, (size_t)index - 1, a);
	else if (index >= 20 && index < 24)
		draw_quarter(a, 44, index - 20);
	else if (index >= 24 && index < 28)
		art_draw(ART_TILE8, (size_t)index - 5, a);
	else if (index >= 28 && index < 32)
		draw_quarter(a, 19, index - 28);
	else if (index >= 32 && index < 36)
		draw_quarter(a, 44, index - 32);
}

static void draw_small_masked(struct art *a, int index)
{
	if (!art_draw(ART_TILE8M, (size_t)index, a))
		start(a, 8, 8, ART_TRANSPARENT);
}

bool dreams_tile(enum art_kind kind, size_t index, struct art *out)
{
	switch (kind) {
	case ART_TILE8:
		draw_small(out, (int)index);
		return index < DREAMS_TILES8;
	case ART_TILE8M:
		draw_small_masked(out, (int)index);
		return index < DREAMS_TILES8M;
	case ART_TILE16:
		return art_draw(kind, index, out) ||
		       draw_new(backgrounds, LENGTH(backgrounds), index, out);
	case ART_TILE16M:
		return art_draw(kind, index, out) ||
		       draw_new(foregrounds, LENGTH(foregrounds), index, out);
	default:
		return false;
	}
}

/*
 * Tile information.
 */

/* Frames that follow one another, and the first again. */
static const struct ring_of_tiles {
	bool foreground;
	uint8_t first, count, ticks;
} rings[] = {
	{ false, 28, 2, 24 }, { false, 30, 2, 24 }, { false, 44, 2, 8 },
	{ false, 64, 4, 8 },  { false, 68, 2, 60 }, { false, 70, 2, 200 },
	{ true, 46, 2, 10 },  { true, 91, 2, 30 },  { true, 113, 3, 15 },
};

/* Walls to the north, east, south and west, and what is inside. */
struct tile_fact {
	uint8_t first, last, north, east, south, west, inside;
};

static const struct tile_fact facts[] = {
	{ 1, 3, 1, 0, 0, 0, 0 },     /* planks */
	{ 4, 4, 0, 0, 0, 0, 1 },     /* ladder */
	{ 11, 11, 9, 0, 0, 0, 0 },   /* spikes */
	{ 18, 18, 0, 0, 0, 0, 128 }, /* fern */
	{ 20, 20, 0, 0, 0, 0, 129 }, /* a vine in front, which can be climbed */
	{ 26, 26, 0, 0, 0, 0, 2 },   /* skull */
	{ 30, 30, 1, 1, 1, 1, 0 },   /* barrel */
	{ 48, 48, 1, 0, 0, 0, 0 },   /* grass, ... */
	{ 49, 49, 1, 0, 0, 1, 0 },   /* ... its left and its right end */
	{ 50, 50, 1, 1, 0, 0, 0 },   { 54, 54, 0, 0, 0, 1, 0 }, /* earth */
	{ 55, 55, 0, 1, 0, 0, 0 },   { 56, 56, 0, 0, 1, 0, 0 },
	{ 57, 57, 2, 0, 0, 0, 0 }, /* grassy slopes */
	{ 58, 58, 3, 0, 0, 0, 0 },   { 59, 59, 4, 0, 0, 0, 0 },
	{ 60, 60, 5, 0, 0, 0, 0 },   { 61, 61, 6, 0, 0, 0, 0 },
	{ 62, 62, 7, 0, 0, 0, 0 },   { 63, 63, 1, 0, 0, 0, 0 }, /* rock */
	{ 64, 64, 1, 0, 0, 1, 0 },   { 65, 65, 1, 1, 0, 0, 0 },
	{ 68, 68, 0, 0, 0, 1, 0 },   { 69, 69, 0, 1, 0, 0, 0 },
	{ 70, 70, 0, 0, 1, 0, 0 },   { 71, 71, 2, 0, 0, 0, 0 }, /* slopes of rock */
	{ 72, 72, 3, 0, 0, 0, 0 },   { 73, 73, 4, 0, 0, 0, 0 },
	{ 74, 74, 5, 0, 0, 0, 0 },   { 75, 75, 6, 0, 0, 0, 0 },
	{ 76, 76, 7, 0, 0, 0, 0 },   { 77, 77, 0, 0, 2, 0, 0 }, /* and of its ceilings */
	{ 78, 78, 0, 0, 3, 0, 0 },   { 79, 79, 0, 0, 4, 0, 0 },
	{ 80, 80, 0, 0, 5, 0, 0 },   { 81, 81, 0, 0, 6, 0, 0 },
	{ 82, 82, 0, 0, 7, 0, 0 },   { 83, 84, 1, 1, 1, 1, 0 }, /* bricks, crates */
	{ 85, 86, 0, 0, 0, 0, 1 },				/* poles */
	{ 87, 88, 17, 0, 17, 0, 1 }, /* and where they go through the ground */
	{ 89, 89, 0, 0, 0, 0, 128 }, /* tall grass, sunflowers */
	{ 91, 92, 0, 0, 0, 0, 128 }, { 93, 93, 0, 2, 0, 2, 0 }, /* a fence */
	{ 94, 96, 0, 0, 0, 0, 128 },				/* columns */
	{ 97, 97, 0, 0, 0, 0, 255 }, /* tall grass, with an unknown number */
	{ 98, 99, 1, 1, 1, 1, 0 },   /* carved stone */
	{ 110, 119, 1, 1, 1, 1, 0 }, /* trees, boulders, water, the castle */
	{ 130, 130, 1, 1, 1, 1, 0 }, /* the gate */
};

static uint8_t ring_info(enum exh_keen_tile_table table, size_t tile)
{
	const bool foreground = exh_keen_tile_table_is_foreground(table);
	const bool speed = table == EXH_KEEN_SPEED || table == EXH_KEEN_MSPEED;

	for (size_t i = 0; i < LENGTH(rings); i++) {
		const size_t last = rings[i].first + rings[i].count - 1U;

		if (rings[i].foreground != foreground || tile < rings[i].first ||
		    tile > last)
			continue;
		if (speed)
			return rings[i].ticks;
		return tile < last ? 1 : (uint8_t)(1 - rings[i].count);
	}
	return 0;
}

static uint8_t fact_info(enum exh_keen_tile_table table, const struct tile_fact *fact)
{
	switch (table) {
	case EXH_KEEN_NORTHWALL:
		return fact->north;
	case EXH_KEEN_EASTWALL:
		return fact->east;
	case EXH_KEEN_SOUTHWALL:
		return fact->south;
	case EXH_KEEN_WESTWALL:
		return fact->west;
	default:
		return fact->inside;
	}
}

uint8_t dreams_tile_info(enum exh_keen_tile_table table, size_t tile)
{
	if (table == EXH_KEEN_SPEED || table == EXH_KEEN_ANIM ||
	    table == EXH_KEEN_MSPEED || table == EXH_KEEN_MANIM)
		return ring_info(table, tile);
	for (size_t i = 0; i < LENGTH(facts); i++)
		if (tile >= facts[i].first && tile <= facts[i].last)
			return fact_info(table, &facts[i]);
	return 0;
}
