/*
 * The refresh manager with a handmade game: tiles that differ in each pixel, and
 * reference pictures made pixel by pixel.
 */
#include "refresh_parts.h"

#include "../../../base/testing.h"

enum {
	TILES = 40,
	MASKED_TILES = 12,
	FIRST_SPRITE = 100,
	SPRITES = SCOREBOX_CHUNK - FIRST_SPRITE + 1,
	/* Chunks: 16x16 in 4 copies, 32x32 in 2, 8x8 in one, no graphics, larger than the
	 * port. */
	SQUARE = FIRST_SPRITE,
	LARGE,
	SMALL,
	ABSENT,
	HUGE,
	COMMON_SPRITES = 3,
	MAP_WIDTH = 60,
	MAP_HEIGHT = 100,
	/* Background tiles: two rings, and one that leads out of the table. */
	RING = 10, /* 10, 11, 12 */
	PAIR = 13, /* 13, 14 */
	OUT = 15,
	FRONT = 3, /* masked: drawn over sprites */
	MASKED_PAIR = 5,
	HOME_X = 20 * UNITS_PER_TILE,
	HOME_Y = 20 * UNITS_PER_TILE,
};

struct placed {
	uint16_t handle, x, y, chunk;
	unsigned priority;
	unsigned order; /* position in its list: the latest is the first */
};

struct fixture {
	struct exh_keen_engine e;
	struct exh_keen_game game;
	uint8_t tables[EXH_KEEN_TILE_TABLE_COUNT][65536];
	uint64_t tiles[TILES][TILE_CELLS];
	struct masked_cell masked[MASKED_TILES][TILE_CELLS];
	struct exh_keen_game_sprite sprites[SPRITES];
	struct masked_cell cells[4 * 32 * 4 + 50 * 300];
	struct placed placed[MAX_SPRITES];
	unsigned last_order;
};

static uint8_t tile_pixel(unsigned tile, unsigned x, unsigned y)
{
	return (uint8_t)((tile * 7 + x * 3 + y * 5 + (x ^ y) + tile / 16 * (x | y)) & 15);
}

/* 16: keeps the background. */
static uint8_t masked_pixel(unsigned tile, unsigned x, unsigned y)
{
	return (x + y + tile) % 4 ? (uint8_t)((tile + x * 5 + y) & 15) : 16;
}

static void set_masked(struct masked_cell *cell, size_t i, uint8_t pixel)
{
	((uint8_t *)&cell->mask)[i] = pixel == 16 ? 0xff : 0;
	((uint8_t *)&cell->data)[i] = pixel == 16 ? 0 : pixel;
}

static void make_tiles(struct fixture *f)
{
	for (unsigned tile = 0; tile < TILES; tile++)
		for (unsigned i = 0; i < TILE_SIDE * TILE_SIDE; i++)
			((uint8_t *)f->tiles[tile])[i] = tile_pixel(tile, i % 16, i / 16);
	for (unsigned tile = 0; tile < MASKED_TILES; tile++)
		for (unsigned i = 0; i < TILE_SIDE * TILE_SIDE; i++)
			set_masked(&f->masked[tile][i / 8], i % 8,
				   masked_pixel(tile, i % 16, i / 16));
	f->game.tile_count = TILES;
	f->game.tiles = (const uint64_t(*)[TILE_CELLS])f->tiles;
	f->game.masked_tile_count = MASKED_TILES;
	f->game.masked_tiles = (const struct masked_cell(*)[TILE_CELLS])f->masked;
}

static void make_tables(struct fixture *f)
{
	static const int8_t steps[] = { 1, 1, -2, 1, -1 };

	for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		f->game.tables[i] = f->tables[i];
	for (unsigned i = 0; i < sizeof steps; i++) {
		f->tables[EXH_KEEN_ANIM][RING + i] = (uint8_t)steps[i];
		f->tables[EXH_KEEN_SPEED][RING + i] = i < 3 ? 4 : 7;
	}
	f->tables[EXH_KEEN_ANIM][OUT] = 100;
	f->tables[EXH_KEEN_SPEED][OUT] = 3;
	f->tables[EXH_KEEN_MANIM][MASKED_PAIR] = 1;
	f->tables[EXH_KEEN_MANIM][MASKED_PAIR + 1] = (uint8_t)-1;
	f->tables[EXH_KEEN_MSPEED][MASKED_PAIR] = 6;
	f->tables[EXH_KEEN_MSPEED][MASKED_PAIR + 1] = 5;
	f->tables[EXH_KEEN_INTILE][FRONT] = 0x80;
	f->tables[EXH_KEEN_INTILE][FRONT + 1] = 0x7f;
}

static struct masked_cell *make_sprite(struct fixture *f, struct masked_cell *cells,
				       unsigned chunk, unsigned width, unsigned height,
				       unsigned shifts)
{
	f->sprites[chunk - FIRST_SPRITE] = (struct exh_keen_game_sprite){
		.present = true,
		.shifts = (uint8_t)shifts,
		.width = (uint16_t)(width * 8 / f->game.address_pixels),
		.height = (uint16_t)height,
		.row_cells = (uint16_t)width,
		.cells = cells,
	};
	for (unsigned i = 0; i < width * height * 8; i++)
		set_masked(&cells[i / 8], i % 8,
			   masked_pixel(chunk, i % (width * 8), i / (width * 8)));
	return cells + (size_t)width * height;
}

static void make_sprites(struct fixture *f)
{
	struct masked_cell *cells = f->cells;

	cells = make_sprite(f, cells, SQUARE, 2, 16, 4);
	cells = make_sprite(f, cells, LARGE, 4, 32, 2);
	cells = make_sprite(f, cells, SMALL, 1, 8, 1);
	make_sprite(f, cells, HUGE, 50, 300, 4);
	f->sprites[LARGE - FIRST_SPRITE].orgx = -8 * 16;
	f->sprites[LARGE - FIRST_SPRITE].orgy = 3 * 16;
	f->game.first_sprite = FIRST_SPRITE;
	f->game.sprite_count = SPRITES;
	f->game.sprites = f->sprites;
}

/* No two cells in a row or column are equal; there is no foreground and no animation. */
static void make_map(struct fixture *f)
{
	f->e.map_width = MAP_WIDTH;
	f->e.map_height = MAP_HEIGHT;
	memset(f->e.planes, 0, sizeof f->e.planes);
	for (unsigned i = 0; i < MAP_WIDTH * MAP_HEIGHT; i++)
		f->e.planes[EXH_KEEN_BACKGROUND][i] =
			(uint16_t)(20 + (i % MAP_WIDTH + i / MAP_WIDTH * 3) % 20);
}

static int set_up_video(void **state, enum exh_keen_video video)
{
	struct fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	f->game.video = video;
	f->game.address_pixels = video == EXH_KEEN_CGA ? 4 : 8;
	f->e.game = &f->game;
	f->e.states = exh_keen_states;
	f->e.tic_step = 1;
	f->e.tics = 2;
	make_tiles(f);
	make_tables(f);
	make_sprites(f);
	make_map(f);
	*state = f;
	return 0;
}

static int set_up(void **state)
{
	return set_up_video(state, EXH_KEEN_EGA);
}

static int set_up_cga(void **state)
{
	return set_up_video(state, EXH_KEEN_CGA);
}

static int tear_down(void **state)
{
	free(*state);
	return 0;
}

/* Returns a level without the hook, at rest: neither page changes. */
static struct exh_keen_engine *at_rest(struct fixture *f, uint16_t x, uint16_t y)
{
	struct exh_keen_engine *e = &f->e;

	exh_keen_rf_level_start(e);
	e->rf.fade_in = 0;
	exh_keen_rf_new_position(e, x, y);
	exh_keen_rf_refresh(e);
	exh_keen_rf_refresh(e);
	exh_keen_rf_counts_clear(e);
	return e;
}

static void assert_refresh(struct exh_keen_engine *e, unsigned new_tiles, unsigned copied)
{
	exh_keen_rf_counts_clear(e);
	exh_keen_rf_refresh(e);
	assert_int_equal(e->rf.counts.new_tiles, new_tiles);
	assert_int_equal(e->rf.counts.copied_tiles, copied);
	assert_int_equal(e->rf.counts.refreshes, 1);
}

static void assert_marks(const struct exh_keen_engine *e, int ones, int twos, int threes)
{
	assert_int_equal(e->rf.counts.marks[0], ones);
	assert_int_equal(e->rf.counts.marks[1], twos);
	assert_int_equal(e->rf.counts.marks[2], threes);
}

/*
 * Reference picture, drawn from scratch.
 */

static const struct exh_keen_game_sprite *shape_of(const struct fixture *f,
						   unsigned chunk)
{
	return &f->sprites[chunk - FIRST_SPRITE];
}

/* A sprite and its position in the level: pixels. */
struct shown {
	const struct placed *sprite;
	int left, top, width, height;
};

static struct shown shown_of(const struct fixture *f, const struct placed *sprite)
{
	const struct exh_keen_game_sprite *shape = shape_of(f, sprite->chunk);
	const int pixel = (uint16_t)(sprite->x + shape->orgx) >> 4;
	const int keeps = f->game.video == EXH_KEEN_CGA ? ~3
			  : shape->shifts == 4		? ~1
			  : shape->shifts == 2		? ~3
							: ~7;

	return (struct shown){ sprite, pixel & keeps,
			       (uint16_t)(sprite->y + shape->orgy) >> 4,
			       shape->row_cells * 8, shape->height };
}

/* Returns the sprite's pixel at a position in the level; 16: none. */
static uint8_t sprite_pixel(const struct shown *shown, int x, int y)
{
	x -= shown->left;
	y -= shown->top;
	if (x < 0 || y < 0 || x >= shown->width || y >= shown->height)
		return 16;
	return masked_pixel(shown->sprite->chunk, (unsigned)x, (unsigned)y);
}

static void put(uint8_t *to, uint8_t pixel)
{
	if (pixel != 16)
		*to = pixel;
}

static uint8_t level_pixel(const struct fixture *f, const struct shown *sprites,
			   size_t count, int x, int y)
{
	const uint16_t column = (uint16_t)(x / 16), row = (uint16_t)(y / 16);
	const unsigned background = map_cell(&f->e, EXH_KEEN_BACKGROUND, column, row);
	const unsigned masked = map_cell(&f->e, EXH_KEEN_FOREGROUND, column, row);
	const uint8_t over =
		!masked ? 16
		: masked < MASKED_TILES
			? masked_pixel(masked, (unsigned)x % 16, (unsigned)y % 16)
			: 0;
	size_t i = 0;
	uint8_t pixel = background < TILES ? tile_pixel(background, (unsigned)x % 16,
							(unsigned)y % 16)
					   : 0;

	put(&pixel, over);
	for (; i < count && sprites[i].sprite->priority < 3; i++)
		put(&pixel, sprite_pixel(&sprites[i], x, y));
	if (f->tables[EXH_KEEN_INTILE][masked] & 0x80)
		put(&pixel, over);
	for (; i < count; i++)
		put(&pixel, sprite_pixel(&sprites[i], x, y));
	return pixel;
}

static int compare_order(const void *a, const void *b)
{
	const struct placed *left = *(const struct placed *const *)a;
	const struct placed *right = *(const struct placed *const *)b;

	if (left->priority != right->priority)
		return left->priority < right->priority ? -1 : 1;
	return left->order > right->order ? -1 : left->order < right->order;
}

static void assert_picture(struct fixture *f)
{
	const int left = f->e.rf.originx >> 4 & (f->game.video == EXH_KEEN_CGA ? ~3 : ~1);
	const int top = f->e.rf.originy >> 4;
	const struct placed *sprites[MAX_SPRITES];
	struct shown shown[MAX_SPRITES], in_row[MAX_SPRITES];
	uint8_t picture[EXH_EGA_WIDTH * EXH_EGA_HEIGHT];
	size_t count = 0;

	for (size_t i = 0; i < MAX_SPRITES; i++)
		if (f->placed[i].handle && f->placed[i].chunk != ABSENT)
			sprites[count++] = &f->placed[i];
	qsort(sprites, count, sizeof *sprites, compare_order);
	for (size_t i = 0; i < count; i++)
		shown[i] = shown_of(f, sprites[i]);
	exh_keen_engine_picture(&f->e, picture);
	for (int y = 0; y < EXH_EGA_HEIGHT; y++) {
		size_t row_count = 0;

		for (size_t i = 0; i < count; i++)
			if (top + y >= shown[i].top &&
			    top + y < shown[i].top + shown[i].height)
				in_row[row_count++] = shown[i];
		for (int x = 0; x < EXH_EGA_WIDTH; x++)
			if (picture[y * EXH_EGA_WIDTH + x] !=
			    level_pixel(f, in_row, row_count, left + x, top + y))
				fail_msg("pixel %d,%d is %d", x, y,
					 picture[y * EXH_EGA_WIDTH + x]);
	}
}

static void place(struct fixture *f, size_t i, unsigned x, unsigned y, unsigned chunk,
		  unsigned priority)
{
	struct placed *p = &f->placed[i];

	if (!p->handle || p->priority != priority)
		p->order = ++f->last_order;
	p->x = (uint16_t)x;
	p->y = (uint16_t)y;
	p->chunk = (uint16_t)chunk;
	p->priority = priority;
	exh_keen_rf_place_sprite(&f->e, &p->handle, p->x, p->y, p->chunk, priority);
}

/* Pixels from the port's top left. */
static void place_in_port(struct fixture *f, size_t i, unsigned x, unsigned y,
			  unsigned chunk, unsigned priority)
{
	place(f, i, f->e.rf.originxtile * 256U + x * 16,
	      f->e.rf.originytile * 256U + y * 16, chunk, priority);
}

static const struct refresh_sprite *sprite_of(const struct fixture *f, size_t i)
{
	return &f->e.rf.sprites[f->placed[i].handle];
}

/*
 * Tiles.
 */

static void a_new_position_draws_every_cell(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;

	exh_keen_rf_level_start(e);
	e->rf.fade_in = 0;
	exh_keen_rf_new_position(e, HOME_X, HOME_Y);
	assert_refresh(e, 294, 294);
	assert_marks(e, 294, 0, 0);
	assert_picture(f);
	assert_refresh(e, 0, 294); /* the other page */
	assert_picture(f);
	assert_refresh(e, 0, 0);
	assert_marks(e, 0, 0, 0);
	assert_picture(f);
}

static void the_origin_stays_within_the_borders(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, 0, 0);

	assert_int_equal(e->rf.originx, 512);
	assert_int_equal(e->rf.originy, 512);
	exh_keen_rf_scroll(e, -3000, -3000);
	assert_int_equal(e->rf.originx, 512);
	exh_keen_rf_new_position(e, 65535, 65535);
	assert_int_equal(e->rf.originx, (MAP_WIDTH - 22) * 256);
	assert_int_equal(e->rf.originy, (MAP_HEIGHT - 15) * 256);
	exh_keen_rf_scroll(e, 32767, 32767);
	assert_int_equal(e->rf.originx, (MAP_WIDTH - 22) * 256);
	e->map_width = 5;
	exh_keen_rf_level_start(e);
	assert_int_equal(e->rf.originxmax, 512);
}

static void calc_origin_follows_the_spec(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e =
		at_rest(f, 20 * 256 + 11 * 16 + 5, 30 * 256 + 7 * 16 + 1);

	assert_int_equal(e->rf.originxtile, 20);
	assert_int_equal(e->rf.originytile, 30);
	assert_int_equal(e->rf.originxscreen, 40);
	assert_int_equal(e->rf.originyscreen, 480);
	assert_int_equal(e->rf.panx, 11);
	assert_int_equal(e->rf.pany, 7);
	/* page + panx / 8 + pany * 64, and panx & 6 */
	assert_int_equal(e->ega.shown,
			 e->rf.screenstart[e->rf.screenpage] / 8 + 1 + 7 * 64);
	assert_int_equal(e->ega.pel_panning, 11 & 6);
	assert_int_equal(e->ega.line_words, 32);
	assert_picture(f);
}

static void panning_draws_nothing(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

	for (int i = 0; i < 15; i++) {
		exh_keen_rf_scroll(e, 16, 16);
		assert_refresh(e, 0, 0);
		assert_picture(f);
	}
}

static void a_step_draws_a_row_or_column(void **state)
{
	static const struct {
		int16_t dx, dy;
		unsigned new_tiles, copied;
	} cases[] = {
		{ 256, 0, 14, 14 },    { -256, 0, 14, 14 },    { 0, 256, 21, 21 },
		{ 0, -256, 21, 21 },   { 256, 256, 35, 34 },   { -256, 256, 35, 34 },
		{ 256, -256, 35, 34 }, { -256, -256, 35, 34 }, { 512, 0, 294, 294 },
		{ 0, -512, 294, 294 }, { 511, 0, 14, 14 },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

		exh_keen_rf_scroll(e, cases[i].dx, cases[i].dy);
		assert_refresh(e, cases[i].new_tiles, cases[i].copied);
		assert_marks(e, (int)cases[i].copied, 0, 0);
		assert_picture(f);
		assert_refresh(e, 0, cases[i].copied);
		assert_picture(f);
		assert_refresh(e, 0, 0);
		assert_picture(f);
	}
}

static void a_step_marks_both_pages(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);
	const uint32_t master = e->rf.screenstart[2];

	exh_keen_rf_scroll(e, 256, 0);
	assert_int_equal(e->rf.updatestart[0], UPDATE_SPARE + 1);
	assert_int_equal(e->rf.updatestart[1], UPDATE_SPARE + 1);
	assert_int_equal(e->rf.screenstart[2], master + 16);
	for (unsigned page = 0; page < 2; page++)
		for (unsigned i = 0; i < UPDATE_WINDOW; i++)
			assert_int_equal(window_of(e, page)[i],
					 i % 22 == PORT_COLUMNS - 1);
	exh_keen_rf_refresh(e);
	/* The shown page begins anew now, the other page continues. */
	assert_int_equal(e->rf.updatestart[e->rf.screenpage], UPDATE_SPARE);
	assert_int_equal(e->rf.updatestart[e->rf.otherpage], UPDATE_SPARE + 1);
	exh_keen_rf_scroll(e, 0, -256);
	assert_int_equal(e->rf.updatestart[e->rf.screenpage], UPDATE_SPARE - 22);
	assert_int_equal(e->rf.updatestart[e->rf.otherpage], UPDATE_SPARE + 1 - 22);
	/* 13 cells of the column are left, 21 of the row are new. */
	assert_refresh(e, 21, 34);
	assert_picture(f);
	assert_refresh(e, 0, 21);
	assert_picture(f);
}

/* Scrolls more steps between two refreshes than the windows have room for. */
static void steps_without_a_refresh_end_in_a_new_position(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

	for (unsigned i = 0; i < 7; i++) {
		exh_keen_rf_scroll(e, 256, -256);
		exh_keen_rf_scroll(e, 256, 0);
		exh_keen_rf_scroll(e, -256, -256);
	}
	exh_keen_rf_refresh(e);
	assert_picture(f);
	exh_keen_rf_refresh(e);
	assert_picture(f);
}

static void ports_float_over_the_end_of_memory(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, 512, 512);
	bool wraps = false;

	place(f, 0, 0, 0, LARGE, 1);
	for (unsigned y = 2; y < MAP_HEIGHT - 15; y++) {
		exh_keen_rf_scroll(e, y % 3 ? 0 : 256, 256);
		place_in_port(f, 0, 160 + y, 100 + y, LARGE, 1);
		exh_keen_rf_refresh(e);
		if (y % 4 == 0)
			assert_picture(f);
		assert_true(exh_keen_rf_is_sound(e));
		for (unsigned page = 0; page < 2; page++)
			wraps |= e->rf.screenstart[page] > EXH_EGA_PIXELS - 220 * 512;
	}
	assert_true(wraps);
	for (unsigned y = 2; y < MAP_HEIGHT - 15; y++) {
		exh_keen_rf_scroll(e, 0, -256);
		exh_keen_rf_refresh(e);
		if (y % 4 == 0)
			assert_picture(f);
	}
}

static void absent_tiles_are_black(void **state)
{
	struct fixture *f = *state;
	const unsigned cell = 22 * MAP_WIDTH + 22;

	f->e.planes[EXH_KEEN_BACKGROUND][cell] = TILES;
	f->e.planes[EXH_KEEN_BACKGROUND][cell + 1] = 0xffff;
	f->e.planes[EXH_KEEN_BACKGROUND][cell + 2] = MAX_CACHED_TILES;
	f->e.planes[EXH_KEEN_FOREGROUND][cell + 3] = 0xffff;
	f->e.planes[EXH_KEEN_FOREGROUND][cell + 4] = MASKED_TILES;
	f->tables[EXH_KEEN_INTILE][MASKED_TILES] = 0x80;
	at_rest(f, HOME_X, HOME_Y);
	assert_picture(f);
	/* In front of sprites, too. */
	place_in_port(f, 0, 6 * 16 + 4, 2 * 16, SQUARE, 1);
	exh_keen_rf_refresh(&f->e);
	assert_picture(f);
}

/*
 * Sprites.
 */

static void a_sprite_is_drawn_once_for_each_page(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

	place_in_port(f, 0, 32, 48, SQUARE, 1);
	assert_int_equal(sprite_of(f, 0)->updatecount, 2);
	for (unsigned frame = 0; frame < 4; frame++) {
		assert_refresh(e, 0, 0);
		assert_int_equal(e->rf.counts.drawn_sprites, frame < 2);
		assert_int_equal(e->rf.counts.sprite_addresses, frame < 2 ? 32 : 0);
		assert_int_equal(e->rf.counts.erased_blocks, 0);
		assert_marks(e, 0, 0, frame < 2);
		assert_picture(f);
	}
	assert_int_equal(sprite_of(f, 0)->updatecount, 0);
}

static void a_sprite_is_erased_from_the_pages_that_show_it(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

	place_in_port(f, 0, 32, 48, SQUARE, 1);
	place_in_port(f, 0, 48, 48, SQUARE, 1); /* not drawn yet: no erase */
	assert_int_equal(e->rf.erase_count[0] + e->rf.erase_count[1], 0);
	assert_refresh(e, 0, 0);
	place_in_port(f, 0, 64, 48, SQUARE, 1); /* the shown page has the sprite */
	assert_int_equal(e->rf.erase_count[e->rf.screenpage], 1);
	assert_int_equal(e->rf.erase_count[e->rf.otherpage], 0);
	assert_refresh(e, 0, 0);
	assert_int_equal(e->rf.counts.erased_blocks, 0);
	assert_marks(e, 0, 0, 1);
	assert_picture(f);
	assert_refresh(e, 0, 0);
	assert_int_equal(e->rf.counts.erased_blocks, 1);
	assert_marks(e, 0, 1, 1);
	assert_picture(f);
	place_in_port(f, 0, 96, 48, SQUARE, 1); /* both pages have the sprite */
	assert_int_equal(e->rf.erase_count[0], 1);
	assert_int_equal(e->rf.erase_count[1], 1);
	for (unsigned frame = 0; frame < 2; frame++) {
		assert_refresh(e, 0, 0);
		assert_int_equal(e->rf.counts.erased_blocks, 1);
		assert_marks(e, 0, 1, 1);
		assert_picture(f);
	}
	exh_keen_rf_remove_sprite(e, &f->placed[0].handle);
	assert_int_equal(f->placed[0].handle, 0);
	for (unsigned frame = 0; frame < 2; frame++) {
		assert_refresh(e, 0, 0);
		assert_int_equal(e->rf.counts.erased_blocks, 1);
		assert_int_equal(e->rf.counts.erased_addresses, 32);
		assert_marks(e, 0, 1, 0);
		assert_picture(f);
	}
	assert_refresh(e, 0, 0);
	assert_marks(e, 0, 0, 0);
	exh_keen_rf_remove_sprite(e, &f->placed[0].handle); /* no sprite has the handle */
}

/* gx += orgx; px = gx >> 4; screenx = px >> 3; (px & 7) / 2 picks one of four copies. */
static void shifted_copies_are_wider(void **state)
{
	static const struct {
		unsigned chunk, pixel, shift, width;
	} cases[] = {
		{ SQUARE, 0, 0, 2 }, { SQUARE, 1, 0, 2 }, { SQUARE, 2, 2, 3 },
		{ SQUARE, 5, 4, 3 }, { SQUARE, 7, 6, 3 }, { LARGE, 3, 0, 4 },
		{ LARGE, 4, 4, 5 },  { LARGE, 7, 4, 5 },  { SMALL, 7, 0, 1 },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		at_rest(f, HOME_X, HOME_Y);
		memset(f->placed, 0, sizeof f->placed);
		place_in_port(f, 0, 96 + cases[i].pixel, 50, cases[i].chunk, 1);
		assert_int_equal(sprite_of(f, 0)->shift, cases[i].shift);
		assert_int_equal(sprite_of(f, 0)->block.width, cases[i].width);
		assert_int_equal(sprite_of(f, 0)->block.screenx,
				 40 + 12 - (cases[i].chunk == LARGE));
		assert_int_equal(sprite_of(f, 0)->block.screeny,
				 320 + 50 + (cases[i].chunk == LARGE ? 3 : 0));
		exh_keen_rf_refresh(&f->e);
		assert_int_equal(f->e.rf.counts.sprite_addresses,
				 cases[i].width * shape_of(f, cases[i].chunk)->height);
		assert_picture(f);
	}
}

/* Two addresses and one more for the shift: 2 columns of cells; two rows. */
static void marks_cover_all_cells_of_the_copy(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

	place_in_port(f, 0, 2, 15, SQUARE, 1);
	assert_refresh(e, 0, 0);
	assert_marks(e, 0, 0, 4);
	for (unsigned i = 0; i < UPDATE_WINDOW; i++)
		assert_int_equal(e->rf.last_updates[i],
				 i == 0 || i == 1 || i == 22 || i == 23 ? 3 : 0);
}

static void what_overlaps_is_drawn_again(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

	place_in_port(f, 0, 100, 100, LARGE, 0);
	place_in_port(f, 1, 110, 110, SQUARE, 1);
	place_in_port(f, 2, 120, 90, LARGE, 2);
	place_in_port(f, 3, 250, 20, LARGE, 2);
	exh_keen_rf_refresh(e);
	exh_keen_rf_refresh(e);
	assert_refresh(e, 0, 0);
	assert_int_equal(e->rf.counts.drawn_sprites, 0);
	place_in_port(f, 1, 112, 112, SQUARE, 1); /* the old position touches all three */
	for (unsigned frame = 0; frame < 2; frame++) {
		assert_refresh(e, 0, 0);
		assert_int_equal(e->rf.counts.drawn_sprites, 3);
		assert_picture(f);
	}
	assert_refresh(e, 0, 0);
	assert_int_equal(e->rf.counts.drawn_sprites, 0);
}

static void sprites_outside_of_the_port_wait(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

	place_in_port(f, 0, PORT_PIXELS, 100, SQUARE, 1);
	place_in_port(f, 1, 100, PORT_LINES, SQUARE, 1);
	assert_refresh(e, 0, 0);
	assert_int_equal(e->rf.counts.drawn_sprites, 0);
	assert_int_equal(sprite_of(f, 0)->updatecount, 2);
	exh_keen_rf_scroll(e, 256, 256);
	assert_refresh(e, 35, 34);
	assert_int_equal(e->rf.counts.drawn_sprites, 2);
	assert_picture(f);
	assert_int_equal(sprite_of(f, 0)->updatecount, 1);
}

static void sprites_are_clipped_to_the_port(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);
	static const unsigned places[][2] = {
		{ 0, 0 }, { 330, 0 }, { 0, 215 }, { 330, 215 }, { 160, 215 },
	};

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		place(f, i, HOME_X + places[i][0] * 16 - 10 * 16,
		      HOME_Y + places[i][1] * 16 - 10 * 16, LARGE, 1);
		exh_keen_rf_refresh(e);
		assert_picture(f);
	}
	for (unsigned i = 0; i < 20; i++) {
		exh_keen_rf_scroll(e, 48, 32);
		exh_keen_rf_refresh(e);
		assert_picture(f);
	}
}

static void foreground_tiles_hide_sprites_below_priority_3(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;

	f->e.planes[EXH_KEEN_FOREGROUND][22 * MAP_WIDTH + 23] = FRONT;
	f->e.planes[EXH_KEEN_FOREGROUND][22 * MAP_WIDTH + 25] = FRONT + 1;
	at_rest(f, HOME_X, HOME_Y);
	for (unsigned priority = 0; priority < PRIORITIES; priority++) {
		place_in_port(f, 0, 48, 32, SQUARE, priority);
		place_in_port(f, 1, 80, 32, SQUARE, priority);
		assert_refresh(e, 0, 0);
		/* For 3 the tile is drawn where 2 was erased, but not over the new
		 * sprite. */
		assert_int_equal(e->rf.counts.mask_tiles, priority < 3);
		assert_picture(f);
		assert_refresh(e, 0, 0);
		assert_picture(f);
	}
}

static void a_new_sprite_is_at_the_head_of_its_list(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

	for (unsigned i = 0; i < 5; i++)
		place_in_port(f, i, 100 + i * 3, 100 + i * 2, SQUARE, 1);
	assert_int_equal(e->rf.first_sprite[1], f->placed[4].handle);
	place_in_port(f, 2, 103, 100, SQUARE, 1); /* keeps its position in the list */
	assert_int_equal(e->rf.first_sprite[1], f->placed[4].handle);
	place_in_port(f, 2, 103, 100, SQUARE, 2);
	assert_int_equal(e->rf.first_sprite[2], f->placed[2].handle);
	place_in_port(f, 2, 103, 100, SQUARE, 1);
	assert_int_equal(e->rf.first_sprite[1], f->placed[2].handle);
	exh_keen_rf_refresh(e);
	assert_picture(f);
	place(f, 4, 0, 0, 0, 1); /* chunk 0: removed */
	assert_int_equal(f->placed[4].handle, 0);
	exh_keen_rf_refresh(e);
	assert_picture(f);
	assert_true(exh_keen_rf_is_sound(e));
}

static void there_are_100_sprites(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);
	uint16_t more = 0;

	for (unsigned i = 0; i < MAX_SPRITES; i++)
		place_in_port(f, i, i * 3, i * 2, SQUARE, i % 4);
	exh_keen_rf_place_sprite(e, &more, HOME_X, HOME_Y, LARGE, 1);
	assert_int_equal(more, 0);
	exh_keen_rf_refresh(e);
	assert_picture(f);
	for (unsigned i = 0; i < MAX_SPRITES; i++)
		exh_keen_rf_remove_sprite(e, &f->placed[i].handle);
	exh_keen_rf_place_sprite(e, &more, HOME_X, HOME_Y, LARGE, 1);
	assert_int_not_equal(more, 0);
	exh_keen_rf_remove_sprite(e, &more);
	exh_keen_rf_refresh(e);
	assert_picture(f);
}

static void sprites_may_be_absent_or_larger_than_the_port(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);
	uint64_t seed = 5;

	place_in_port(f, 0, 100, 100, ABSENT, 1);
	exh_keen_rf_refresh(e);
	assert_picture(f);
	place_in_port(f, 0, 100, 100, FIRST_SPRITE + SPRITES, 1);
	place_in_port(f, 0, 100, 100, 5, 1);
	exh_keen_rf_refresh(e);
	for (unsigned i = 0; i < 300; i++) {
		place(f, 1 + i % 3, roll(&seed, 65536), roll(&seed, 65536), HUGE, i % 4);
		place(f, 4, HOME_X, HOME_Y - roll(&seed, 3000), HUGE, 1);
		exh_keen_rf_scroll(e, (int16_t)(roll(&seed, 1024) - 512),
				   (int16_t)(roll(&seed, 1024) - 512));
		exh_keen_rf_refresh(e);
	}
	assert_true(exh_keen_rf_is_sound(e));
}

static void the_score_box_is_drawn_from_its_own_cells(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;
	uint8_t picture[EXH_EGA_WIDTH * EXH_EGA_HEIGHT];

	make_sprite(f, f->cells, SCOREBOX_CHUNK, SCOREBOX_CELLS, SCOREBOX_HEIGHT, 4);
	for (size_t i = 0; i < sizeof e->scorebox.cells / sizeof *e->scorebox.cells; i++)
		e->scorebox.cells[i].data = 0x0909090909090909;
	at_rest(f, HOME_X, HOME_Y);
	place_in_port(f, 0, 4, 4, SCOREBOX_CHUNK, 3);
	exh_keen_rf_refresh(e);
	exh_keen_engine_picture(e, picture);
	for (unsigned y = 0; y < 40; y++)
		for (unsigned x = 0; x < 90; x++) {
			const bool inside = x >= 4 && x < 76 && y >= 4 && y < 36;

			if (inside)
				assert_int_equal(picture[y * EXH_EGA_WIDTH + x], 9);
		}
}

/*
 * Animated tiles.
 */

/* Times of 4: every second refresh of 2 ticks. */
static void tiles_go_round(void **state)
{
	static const uint16_t tiles[] = { RING,	    RING + 1, RING + 1,
					  RING + 2, RING + 2, RING };
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;
	uint16_t *cell = &e->planes[EXH_KEEN_BACKGROUND][22 * MAP_WIDTH + 23];

	cell[0] = cell[5] = RING;
	exh_keen_rf_level_start(e);
	e->rf.fade_in = 0;
	assert_int_equal(e->rf.chain_count, 1);
	exh_keen_rf_new_position(e, HOME_X, HOME_Y);
	assert_int_equal(e->rf.animated_count, 2);
	for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
		const bool turns = i % 2;

		exh_keen_rf_counts_clear(e);
		exh_keen_rf_refresh(e);
		assert_int_equal(cell[0], tiles[i]);
		assert_int_equal(cell[5], tiles[i]);
		assert_int_equal(e->rf.counts.new_tiles, (i ? 0 : 294) + (turns ? 2 : 0));
		assert_picture(f);
	}
}

/* The original's list has no bit 15, its chain does: drawn once more at the start. */
static void foreground_tiles_animate_to_themselves_first(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;
	uint16_t *cell = &e->planes[EXH_KEEN_FOREGROUND][22 * MAP_WIDTH + 23];

	*cell = MASKED_PAIR;
	exh_keen_rf_level_start(e);
	e->rf.fade_in = 0;
	exh_keen_rf_new_position(e, HOME_X, HOME_Y);
	assert_refresh(e, 295, 294);
	assert_int_equal(*cell, MASKED_PAIR);
	assert_refresh(e, 0, 294);
	assert_refresh(e, 1, 1); /* 6 ticks have passed */
	assert_int_equal(*cell, MASKED_PAIR + 1);
	assert_picture(f);
	assert_refresh(e, 0, 1);
	assert_refresh(e, 0, 0);
	assert_refresh(e, 1, 1); /* 6 more, and one of 5 was left over */
	assert_int_equal(*cell, MASKED_PAIR);
	assert_picture(f);
}

static void one_chain_is_for_all_that_begin_alike(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;

	e->planes[EXH_KEEN_BACKGROUND][0] = RING;
	e->planes[EXH_KEEN_BACKGROUND][1] = RING + 1;
	e->planes[EXH_KEEN_BACKGROUND][2] = RING;
	e->planes[EXH_KEEN_FOREGROUND][3] = MASKED_PAIR;
	exh_keen_rf_level_start(e);
	assert_int_equal(e->rf.chain_count, 3);
	assert_int_equal(e->planes[EXH_KEEN_INFO][0], FIRST_CHAIN);
	assert_int_equal(e->planes[EXH_KEEN_INFO][1], FIRST_CHAIN + 1);
	assert_int_equal(e->planes[EXH_KEEN_INFO][2], FIRST_CHAIN);
	assert_int_equal(e->planes[EXH_KEEN_INFO][3], FIRST_CHAIN + 2);
	assert_int_equal(e->rf.chains[2].tile, FOREGROUND_BIT | MASKED_PAIR);
	assert_int_equal(e->rf.chains[2].count, 6);
}

static void animated_cells_leave_the_list_with_the_port(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;

	for (unsigned i = 0; i < MAP_WIDTH * MAP_HEIGHT; i++)
		e->planes[EXH_KEEN_BACKGROUND][i] = PAIR;
	at_rest(f, HOME_X, HOME_Y);
	assert_int_equal(e->rf.animated_count, 294);
	exh_keen_rf_scroll(e, 256, 0);
	assert_int_equal(e->rf.animated_count, 294);
	exh_keen_rf_scroll(e, 0, -256);
	assert_int_equal(e->rf.animated_count, 294);
	exh_keen_rf_refresh(e);
	/* QUIRK: the corner cell is drawn and added to the list twice. */
	exh_keen_rf_scroll(e, 256, 256);
	assert_int_equal(e->rf.animated_count, 295);
	assert_refresh(e, 35 + 295, 294); /* 8 of 7 ticks: all advance */
}

static void endless_and_lost_animations_stop(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;
	uint16_t *cell = &e->planes[EXH_KEEN_BACKGROUND][22 * MAP_WIDTH + 23];

	f->tables[EXH_KEEN_SPEED][PAIR] = f->tables[EXH_KEEN_SPEED][PAIR + 1] = 0;
	cell[0] = PAIR;
	cell[1] = OUT;
	f->tables[EXH_KEEN_ANIM][16] = 0x80; /* to -112 */
	f->tables[EXH_KEEN_SPEED][16] = 1;
	cell[2] = 16;
	at_rest(f, HOME_X, HOME_Y);
	for (unsigned i = 0; i < 20; i++)
		exh_keen_rf_refresh(e);
	assert_int_equal(cell[1], OUT + 100);
	assert_int_equal(cell[2], (16 - 128) & 0x7fff);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(e->rf.chains[i].count, CHAIN_ENDED);
	assert_picture(f);
}

static void maps_may_have_anything_in_them(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;
	uint64_t seed = 3;

	for (unsigned i = 0; i < 2000; i++)
		f->tables[EXH_KEEN_ANIM][i] = (uint8_t)roll(&seed, 256);
	for (unsigned i = 0; i < 5000; i++)
		f->tables[EXH_KEEN_MANIM][i] = (uint8_t)roll(&seed, 256);
	for (unsigned round = 0; round < 20; round++) {
		e->map_width = (uint16_t)(1 + roll(&seed, round % 2 ? 30 : 256));
		e->map_height = (uint16_t)(1 + roll(&seed, round % 2 ? 20 : 127));
		for (unsigned i = 0; i < e->map_width * e->map_height * 1U; i++)
			for (unsigned plane = 0; plane < 2; plane++)
				e->planes[plane][i] = (uint16_t)roll(
					&seed, roll(&seed, 4) ? 3000 : 65536);
		exh_keen_rf_level_start(e);
		exh_keen_rf_new_position(e, (uint16_t)roll(&seed, 65536),
					 (uint16_t)roll(&seed, 65536));
		for (unsigned i = 0; i < 30; i++) {
			e->tic_step = (uint16_t)(1 + i % 7);
			exh_keen_rf_scroll(e, (int16_t)(roll(&seed, 800) - 400),
					   (int16_t)(roll(&seed, 800) - 400));
			exh_keen_rf_refresh(e);
		}
		assert_true(exh_keen_rf_is_sound(e));
	}
}

/*
 * Time.
 */

static void a_refresh_takes_two_ticks(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

	assert_int_equal(e->time_count, 4);
	assert_int_equal(e->tics, 2);
	assert_int_equal(e->last_time_count, 4);
	e->tic_step = 5;
	exh_keen_rf_refresh(e);
	assert_int_equal(e->time_count, 9);
	assert_int_equal(e->tics, 5);
	e->tic_step = 6;
	exh_keen_rf_refresh(e);
	assert_int_equal(e->tics, 6);
	assert_int_equal(e->time_lost, 0);
}

static void slow_frames_turn_the_clock_back(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);

	e->tic_step = 10;
	exh_keen_rf_refresh(e);
	assert_int_equal(e->tics, 6);
	assert_int_equal(e->last_time_count, 14);
	assert_int_equal(e->time_count, 10);
	assert_int_equal(e->time_lost, 4);
	exh_keen_rf_refresh(e); /* the last frame is in the future: it is set to now */
	assert_int_equal(e->tics, 6);
	assert_int_equal(e->last_time_count, 20);
	assert_int_equal(e->time_count, 16);
	assert_int_equal(e->time_lost, 8);
	e->tic_step = 65535;
	exh_keen_rf_refresh(e);
	assert_int_equal(e->tics, 6);
}

static void the_picture_is_faded_in_at_the_second_refresh(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;
	struct exh_palette palette, normal;

	exh_palette_ega(&normal);
	exh_keen_rf_level_start(e);
	exh_keen_rf_new_position(e, HOME_X, HOME_Y);
	exh_keen_rf_refresh(e);
	assert_int_equal(e->time_count, 2);
	exh_keen_engine_palette(e, &palette);
	for (unsigned i = 0; i < 16; i++)
		assert_memory_equal(&palette.colors[i], &normal.colors[0],
				    sizeof palette.colors[i]);
	exh_keen_rf_counts_clear(e);
	exh_keen_rf_refresh(e);
	assert_int_equal(e->time_count, 8);
	assert_int_equal(e->tics, 2);
	assert_int_equal(e->rf.counts.refreshes, 3);
	assert_int_equal(e->rf.counts.copied_tiles, 3 * 294);
	assert_int_equal(e->rf.counts.new_tiles, 294);
	exh_keen_engine_palette(e, &palette);
	assert_memory_equal(palette.colors, normal.colors, 16 * sizeof *palette.colors);
	assert_picture(f);
	exh_keen_rf_counts_clear(e);
	exh_keen_rf_refresh(e);
	assert_int_equal(e->rf.counts.refreshes, 1);
	assert_int_equal(e->time_count, 10);
}

/*
 * Listeners.
 */

struct listener {
	unsigned scrolls, refreshes;
	int64_t fields[EXH_EVENT_FIELDS];
};

static void listen(void *context, const struct exh_event *event)
{
	struct listener *listener = context;

	if (!strcmp(event->name, "scroll"))
		listener->scrolls++;
	if (!strcmp(event->name, "refresh"))
		listener->refreshes++;
	for (size_t i = 0; i < event->count; i++)
		listener->fields[i] = event->fields[i].number;
}

static void events_tell_what_was_drawn(void **state)
{
	static const int64_t scroll[] = { -300, 16, HOME_X - 300, HOME_Y + 16 };
	static const int64_t refresh[] = { 294, 294, 0, 1, 0, 293, 0, 1 };
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y);
	struct listener listener = { 0 };
	const struct exh_host host = { .trace = listen, .context = &listener };

	e->host = &host;
	exh_keen_rf_scroll(e, -300, 16);
	assert_int_equal(listener.scrolls, 1);
	assert_memory_equal(listener.fields, scroll, sizeof scroll);
	place_in_port(f, 0, 32, 32, SQUARE, 0);
	exh_keen_rf_refresh(e);
	assert_int_equal(listener.refreshes, 1);
	assert_memory_equal(listener.fields, refresh, sizeof refresh);
}

/*
 * Blits.
 */

static void out(struct exh_ega *ega, uint16_t port, unsigned index, unsigned value)
{
	exh_ega_out_word(ega, port, (uint16_t)(value << 8 | index));
}

static uint8_t plane_byte(const uint8_t *pixels, unsigned plane)
{
	unsigned byte = 0;

	for (unsigned i = 0; i < 8; i++)
		byte = byte << 1 | (pixels[i] >> plane & 1U);
	return (uint8_t)byte;
}

/* MemToScreen: four planes, one after the other. */
static void plain_tile(struct exh_ega *ega, uint16_t address, const uint64_t *tile)
{
	out(ega, 0x3ce, 5, 0);
	for (unsigned plane = 0; plane < 4; plane++) {
		out(ega, 0x3c4, 2, 1U << plane);
		for (unsigned i = 0; i < TILE_CELLS; i++)
			exh_ega_write(ega, (uint16_t)(address + i / 2 * 64 + i % 2),
				      plane_byte((const uint8_t *)&tile[i], plane));
	}
}

/* ScreenToScreen: latches, all planes at once. */
static void plain_copy(struct exh_ega *ega, uint16_t to, uint16_t from, unsigned width,
		       unsigned height)
{
	out(ega, 0x3c4, 2, 15);
	out(ega, 0x3ce, 5, 1);
	for (unsigned y = 0; y < height; y++)
		for (unsigned x = 0; x < width; x++) {
			exh_ega_read(ega, (uint16_t)(from + y * 64 + x));
			exh_ega_write(ega, (uint16_t)(to + y * 64 + x), 0);
		}
}

/* MaskBlock of a copy that is shifted, and an address wider. */
static void plain_masked(struct exh_ega *ega, uint16_t address, unsigned shift,
			 const struct masked_cell *cells, unsigned width, unsigned height)
{
	const unsigned wider = width + (shift != 0);
	uint8_t mask[64 * 8], data[64 * 8];

	out(ega, 0x3ce, 5, 0);
	for (unsigned y = 0; y < height; y++) {
		memset(mask, 0xff, sizeof mask);
		memset(data, 0, sizeof data);
		for (unsigned x = 0; x < width; x++) {
			memcpy(mask + shift + (size_t)8 * x, &cells->mask, 8);
			memcpy(data + shift + (size_t)8 * x, &cells->data, 8);
			cells++;
		}
		for (unsigned i = 0; i < wider * 4; i++) {
			const uint16_t to = (uint16_t)(address + y * 64 + i / 4);
			const unsigned plane = i % 4;
			uint8_t byte;

			out(ega, 0x3ce, 4, plane);
			out(ega, 0x3c4, 2, 1U << plane);
			byte = exh_ega_read(ega, to);
			byte &= plane_byte(mask + (size_t)8 * (i / 4), 0);
			byte |= plane_byte(data + (size_t)8 * (i / 4), plane);
			exh_ega_write(ega, to, byte);
		}
	}
}

static void blits_are_those_of_the_card(void **state)
{
	struct fixture *f = *state;
	struct exh_ega *card = malloc(sizeof *card), *ega = &f->e.ega;
	const struct memory memory = { ega->pixels, EXH_EGA_PIXELS - 1 };
	uint64_t seed = 9;

	assert_non_null(card);
	exh_ega_reset(card);
	exh_ega_reset(ega);
	for (unsigned i = 0; i < 3000; i++) {
		/* Some blits cross the end of memory. */
		const uint16_t to = (uint16_t)(roll(&seed, 4000) * 2 - 2000);
		const uint16_t from = (uint16_t)(to + 0x5000 + roll(&seed, 900) * 2);
		const unsigned width = 1 + roll(&seed, 16), height = 1 + roll(&seed, 40);
		const unsigned shift = roll(&seed, 4) * 2;

		switch (roll(&seed, 4)) {
		case 0:
			rf_blit_tile(&memory, to * 8U, f->tiles[i % TILES]);
			plain_tile(card, to, f->tiles[i % TILES]);
			break;
		case 1:
			rf_blit_copy_tile(&memory, to * 8U, from * 8U);
			plain_copy(card, to, from, 2, 16);
			break;
		case 2:
			exh_keen_rf_blit_copy(&memory, to * 8U, from * 8U, width * 8,
					      height);
			plain_copy(card, to, from, width, height);
			break;
		default:
			exh_keen_rf_blit_masked(&memory, to * 8U + shift, f->cells, width,
						height);
			plain_masked(card, to, shift, f->cells, width, height);
		}
		if (i % 100 == 0)
			assert_memory_equal(ega->pixels, card->pixels, EXH_EGA_PIXELS);
	}
	assert_memory_equal(ega->pixels, card->pixels, EXH_EGA_PIXELS);
	free(card);
}

/*
 * All together, at random.
 */

static void scatter_foreground(struct fixture *f, uint64_t *seed)
{
	for (unsigned i = 0; i < MAP_WIDTH * MAP_HEIGHT; i++)
		if (!roll(seed, 3))
			f->e.planes[EXH_KEEN_FOREGROUND][i] =
				(uint16_t)roll(seed, MASKED_TILES + 1);
}

/* Plays one frame of a script made from the seed: sprites come, move and go, the port
 * scrolls. */
static void play_frame_at_random(struct fixture *f, uint64_t *seed)
{
	struct exh_keen_engine *e = &f->e;

	if (!roll(seed, 60))
		exh_keen_rf_new_position(e, (uint16_t)roll(seed, 16000),
					 (uint16_t)roll(seed, 22000));
	else if (roll(seed, 3))
		exh_keen_rf_scroll(e, (int16_t)(roll(seed, 500) - 250),
				   (int16_t)(roll(seed, 500) - 250));
	for (unsigned i = 0; i < 6; i++) {
		const unsigned slot = roll(seed, 20);

		if (!roll(seed, 5))
			exh_keen_rf_remove_sprite(e, &f->placed[slot].handle);
		else
			place(f, slot, e->rf.originx + roll(seed, 6500) - 500,
			      e->rf.originy + roll(seed, 4500) - 500,
			      SQUARE + roll(seed, COMMON_SPRITES), roll(seed, 4));
	}
	exh_keen_rf_refresh(e);
}

static void play_at_random(struct fixture *f, uint64_t seed, unsigned frames)
{
	scatter_foreground(f, &seed);
	exh_keen_rf_level_start(&f->e);
	memset(f->placed, 0, sizeof f->placed);
	exh_keen_rf_new_position(&f->e, HOME_X, HOME_Y);
	for (unsigned i = 0; i < frames; i++) {
		play_frame_at_random(f, &seed);
		if (i != 1) /* older picture: moved sprites wait for the hook */
			assert_picture(f);
		if (i % 16 == 0)
			assert_true(exh_keen_rf_is_sound(&f->e));
	}
}

static void pictures_are_as_from_nothing(void **state)
{
	struct fixture *f = *state;

	for (unsigned way = 0; way < 4; way++) {
		make_map(f);
		f->e.rf.variant =
			way == 3 ? EXH_KEEN_REFRESH_DREAMS : (enum exh_keen_refresh)way;
		f->e.rf.compatible_vga = way == 3;
		play_at_random(f, 1, 80);
	}
}

static void cga_pictures_are_as_from_nothing(void **state)
{
	struct fixture *f = *state;
	struct exh_palette palette;

	play_at_random(f, 2, 80);
	assert_int_equal(f->e.rf.screenpage + f->e.rf.otherpage, 0);
	exh_keen_engine_palette(&f->e, &palette);
	assert_int_equal(palette.count, 4);
	assert_int_equal(palette.colors[1].green, 255);
	assert_int_equal(palette.colors[2].green, 85);
}

/* QUIRK: a tile leaves the cache when it appears, not when it disappears. If a cell of
 * the cache shows another tile by then, its picture is taken for the old tile. */
static void the_cache_has_tiles_that_went(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;
	uint16_t *row = e->planes[EXH_KEEN_BACKGROUND] + (size_t)25 * MAP_WIDTH;
	uint8_t picture[EXH_EGA_WIDTH * EXH_EGA_HEIGHT];

	for (unsigned way = 0; way < 3; way++) {
		make_map(f);
		row[20] = row[42] = PAIR;
		e->rf.variant = (enum exh_keen_refresh)way;
		at_rest(f, HOME_X, HOME_Y);
		for (unsigned i = 0; i < 2; i++)
			exh_keen_rf_refresh(e);
		assert_int_equal(row[20], PAIR + 1);
		exh_keen_rf_scroll(e, 256, 0); /* the tile leaves the port */
		for (unsigned i = 0; i < 3; i++)
			exh_keen_rf_refresh(e);
		assert_int_equal(e->rf.chains[0].tile, PAIR);
		exh_keen_rf_scroll(e, 256, 0); /* the other tile appears */
		exh_keen_rf_scroll(e, 256, 0);
		exh_keen_rf_refresh(e);
		exh_keen_engine_picture(e, picture);
		for (unsigned y = 0; y < 16; y++)
			for (unsigned x = 0; x < 16; x++)
				assert_int_equal(
					picture[(80 + y) * EXH_EGA_WIDTH + 304 + x],
					tile_pixel(PAIR + 1, x, y));
		for (unsigned i = 0; i < 3; i++)
			exh_keen_rf_refresh(e);
		assert_picture(f);
	}
}

static void compare_ways(struct fixture *f, struct fixture *other, uint64_t seed)
{
	uint64_t seeds[2] = { seed, seed };
	uint8_t pictures[2][EXH_EGA_WIDTH * EXH_EGA_HEIGHT];

	exh_keen_rf_level_start(&f->e);
	exh_keen_rf_level_start(&other->e);
	/* QUIRK: animations that advance while the hook runs are not drawn to one of the
	 * pages. */
	f->e.rf.fade_in = other->e.rf.fade_in = 0;
	exh_keen_rf_new_position(&f->e, HOME_X, HOME_Y);
	exh_keen_rf_new_position(&other->e, HOME_X, HOME_Y);
	for (unsigned i = 0; i < 400; i++) {
		play_frame_at_random(f, &seeds[0]);
		play_frame_at_random(other, &seeds[1]);
		exh_keen_engine_picture(&f->e, pictures[0]);
		exh_keen_engine_picture(&other->e, pictures[1]);
		assert_memory_equal(pictures[0], pictures[1], sizeof *pictures);
	}
	assert_memory_equal(f->e.planes, other->e.planes, sizeof f->e.planes);
}

/* Background tiles, too, most of them animated. */
static void all_ways_show_the_same(void **state)
{
	struct fixture *f = *state;
	uint64_t seed = 21;

	for (unsigned way = 1; way < 3; way++) {
		struct fixture *other;

		set_up((void **)&other);
		for (unsigned i = 0; i < MAP_WIDTH * MAP_HEIGHT; i++)
			f->e.planes[EXH_KEEN_BACKGROUND][i] =
				(uint16_t)(RING + roll(&seed, 14));
		scatter_foreground(f, &seed);
		memcpy(other->e.planes, f->e.planes, sizeof f->e.planes);
		memset(f->placed, 0, sizeof f->placed);
		other->e.rf.variant = (enum exh_keen_refresh)way;
		compare_ways(f, other, way);
		free(other);
		make_map(f);
	}
}

/* Keen 1's method draws only cells that differ: none in an even level, all where all
 * differ. */
static void keen1_draws_what_differs(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;

	e->rf.variant = EXH_KEEN_REFRESH_KEEN1;
	at_rest(f, HOME_X, HOME_Y);
	exh_keen_rf_scroll(e, 256, 0);
	assert_refresh(e, 294, 294);
	assert_int_equal(e->rf.screenstart[2], 2 * 0x3c00 * 8);
	assert_picture(f);
	for (unsigned i = 0; i < MAP_WIDTH * MAP_HEIGHT; i++)
		e->planes[EXH_KEEN_BACKGROUND][i] = i % MAP_WIDTH == 30 ? 21 : 20;
	at_rest(f, HOME_X, HOME_Y);
	exh_keen_rf_scroll(e, 0, 256); /* columns alike: nothing differs */
	assert_refresh(e, 0, 0);
	assert_picture(f);
	exh_keen_rf_scroll(e, 256,
			   0); /* the column of others is one further to the left */
	assert_refresh(e, 28, 28);
	assert_picture(f);
	assert_refresh(e, 0, 28);
	assert_picture(f);
}

static void full_draws_all_of_it(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;

	e->rf.variant = EXH_KEEN_REFRESH_FULL;
	at_rest(f, HOME_X, HOME_Y);
	place_in_port(f, 0, 32, 32, SQUARE, 1);
	for (unsigned i = 0; i < 3; i++) {
		assert_refresh(e, 294, 294);
		assert_int_equal(e->rf.counts.drawn_sprites, 1);
		assert_marks(e, 293, 0, 1);
	}
}

/* One page, one window: sprites are drawn once. Addresses of 4 pixels, no shifts. */
static void cga_has_one_page(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;

	exh_keen_rf_level_start(e);
	e->rf.fade_in = 0;
	exh_keen_rf_new_position(e, HOME_X + 7 * 16, HOME_Y);
	assert_refresh(e, 294, 294);
	assert_refresh(e, 0, 0);
	assert_int_equal(e->rf.screenstart[0], 0);
	assert_int_equal(e->rf.screenstart[2], 0x8000 * 4);
	assert_int_equal(e->rf.originxscreen, 80);
	assert_int_equal(e->rf.shown, 7 & 12);
	place_in_port(f, 0, 38, 32, SQUARE, 1);
	assert_int_equal(sprite_of(f, 0)->block.screenx, 80 + 9);
	assert_int_equal(sprite_of(f, 0)->block.width, 4);
	assert_int_equal(sprite_of(f, 0)->updatecount, 1);
	assert_refresh(e, 0, 0);
	assert_marks(e, 0, 0, 2);
	assert_picture(f);
	place_in_port(f, 0, 64, 32, SQUARE, 1);
	assert_int_equal(e->rf.erase_count[0], 1);
	place_in_port(f, 0, 65, 32, SQUARE, 1); /* not drawn there: erased once */
	assert_int_equal(e->rf.erase_count[0], 1);
	assert_refresh(e, 0, 0);
	assert_marks(e, 0, 2, 1);
	assert_picture(f);
	exh_keen_rf_scroll(e, 256, 256);
	assert_refresh(e, 35, 34);
	assert_refresh(e, 0, 0);
	assert_picture(f);
	e->tic_step = 10; /* the clock is not turned back */
	exh_keen_rf_refresh(e);
	assert_int_equal(e->tics, 6);
	assert_int_equal(e->time_lost, 0);
	assert_int_equal(e->time_count, e->last_time_count);
}

static void ports_go_to_the_other_end_for_compatible_cards(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;
	unsigned moves = 0;

	e->rf.compatible_vga = true;
	at_rest(f, 512, 512);
	place(f, 0, 3000, 3000, LARGE, 1);
	for (unsigned i = 0; i < 4 * MAP_HEIGHT; i++) {
		const bool down = i % (2 * MAP_HEIGHT) < MAP_HEIGHT;
		const uint32_t before = e->rf.screenstart[2];
		uint8_t pictures[2][EXH_EGA_WIDTH * EXH_EGA_HEIGHT];

		exh_keen_engine_picture(e, pictures[0]);
		exh_keen_rf_scroll(e, i % 5 ? 0 : 256, down ? 256 : -256);
		exh_keen_engine_picture(e, pictures[1]);
		assert_memory_equal(pictures[0], pictures[1], sizeof *pictures);
		exh_keen_rf_refresh(e);
		if (i % 8 == 0)
			assert_picture(f);
		for (unsigned port = 0; port < 3; port++)
			assert_true(e->rf.screenstart[port] <= (0x10000 - 0x3c00) * 8);
		moves += e->rf.screenstart[2] > before + 65536 ||
			 before > e->rf.screenstart[2] + 65536;
	}
	assert_true(moves > 1);
}

/*
 * Loaded states.
 */

static void damaged_states_are_reported(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = at_rest(f, HOME_X, HOME_Y), sound;

	place_in_port(f, 0, 32, 32, SQUARE, 1);
	place_in_port(f, 1, 32, 32, SQUARE, 1);
	assert_true(exh_keen_rf_is_sound(e));
	sound = *e;
#define ASSERT_TOLD(change)                            \
	do {                                           \
		change;                                \
		assert_false(exh_keen_rf_is_sound(e)); \
		*e = sound;                            \
	} while (0)
	ASSERT_TOLD(e->rf.screenstart[1]++);
	ASSERT_TOLD(e->rf.screenstart[1] = EXH_EGA_PIXELS);
	ASSERT_TOLD(e->rf.tilecache[5] = 17);
	ASSERT_TOLD(e->rf.otherpage = e->rf.screenpage);
	ASSERT_TOLD(e->rf.updatestart[1] = 2 * UPDATE_SPARE + 1);
	ASSERT_TOLD(e->rf.originxtile++);
	ASSERT_TOLD(e->rf.last_pixel = 5);
	ASSERT_TOLD(e->rf.animated_count = 1);
	ASSERT_TOLD(e->rf.chain_count = MAX_ANIMATIONS + 1);
	ASSERT_TOLD(e->rf.erase_count[1] = MAX_ERASES + 1);
	ASSERT_TOLD(e->rf.first_sprite[1] = MAX_SPRITES + 1);
	ASSERT_TOLD(e->rf.first_sprite[2] = e->rf.first_sprite[1]);
	ASSERT_TOLD(e->rf.free_sprite = 0);
	ASSERT_TOLD(e->rf.sprites[f->placed[0].handle].next = f->placed[1].handle);
	ASSERT_TOLD(e->rf.sprites[f->placed[0].handle].shift = 8);
	ASSERT_TOLD(e->objects[3].sprite = 50);
	e->objects[3].sprite = f->placed[0].handle;
	assert_true(exh_keen_rf_is_sound(e));
	ASSERT_TOLD(e->objects[4].sprite = f->placed[0].handle);
}

#define EGA_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define CGA_TEST(name) cmocka_unit_test_setup_teardown(name, set_up_cga, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		EGA_TEST(a_new_position_draws_every_cell),
		EGA_TEST(the_origin_stays_within_the_borders),
		EGA_TEST(calc_origin_follows_the_spec),
		EGA_TEST(panning_draws_nothing),
		EGA_TEST(a_step_draws_a_row_or_column),
		EGA_TEST(a_step_marks_both_pages),
		EGA_TEST(steps_without_a_refresh_end_in_a_new_position),
		EGA_TEST(ports_float_over_the_end_of_memory),
		EGA_TEST(absent_tiles_are_black),
		EGA_TEST(a_sprite_is_drawn_once_for_each_page),
		EGA_TEST(a_sprite_is_erased_from_the_pages_that_show_it),
		EGA_TEST(shifted_copies_are_wider),
		EGA_TEST(marks_cover_all_cells_of_the_copy),
		EGA_TEST(what_overlaps_is_drawn_again),
		EGA_TEST(sprites_outside_of_the_port_wait),
		EGA_TEST(sprites_are_clipped_to_the_port),
		EGA_TEST(foreground_tiles_hide_sprites_below_priority_3),
		EGA_TEST(a_new_sprite_is_at_the_head_of_its_list),
		EGA_TEST(there_are_100_sprites),
		EGA_TEST(sprites_may_be_absent_or_larger_than_the_port),
		EGA_TEST(the_score_box_is_drawn_from_its_own_cells),
		EGA_TEST(tiles_go_round),
		EGA_TEST(foreground_tiles_animate_to_themselves_first),
		EGA_TEST(one_chain_is_for_all_that_begin_alike),
		EGA_TEST(animated_cells_leave_the_list_with_the_port),
		EGA_TEST(endless_and_lost_animations_stop),
		EGA_TEST(maps_may_have_anything_in_them),
		EGA_TEST(a_refresh_takes_two_ticks),
		EGA_TEST(slow_frames_turn_the_clock_back),
		EGA_TEST(the_picture_is_faded_in_at_the_second_refresh),
		EGA_TEST(events_tell_what_was_drawn),
		EGA_TEST(blits_are_those_of_the_card),
		EGA_TEST(pictures_are_as_from_nothing),
		CGA_TEST(cga_pictures_are_as_from_nothing),
		EGA_TEST(the_cache_has_tiles_that_went),
		EGA_TEST(all_ways_show_the_same),
		EGA_TEST(keen1_draws_what_differs),
		EGA_TEST(full_draws_all_of_it),
		CGA_TEST(cga_has_one_page),
		EGA_TEST(ports_go_to_the_other_end_for_compatible_cards),
		EGA_TEST(damaged_states_are_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
