#include "exhume/keen.h"
#include "exhume/advanced/keen_map.h"

#include "../base/testing.h"

enum { COLUMNS = 60, ROWS = 40, CELLS = COLUMNS * ROWS, TILES = 300 };

struct fixture {
	uint16_t cells[EXH_KEEN_PLANE_COUNT][CELLS * 4];
	uint8_t tables[2 * TILES + 7 * TILES];
	struct exh_keen_map map;
	struct exh_keen_tile_info info;
	struct exh_arena arena;
	struct exh_notes notes;
};

/* Tiles from 10 on are pairs: even ones step forwards, odd ones back. */
static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	f->map = (struct exh_keen_map){ .number = 3, .width = COLUMNS, .height = ROWS };
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		f->map.planes[i].cells = f->cells[i];
	assert_int_equal(exh_keen_tile_info_open(
				 (struct exh_bytes){ f->tables, sizeof f->tables, 0 },
				 TILES, TILES, &f->info, NULL),
			 EXH_OK);
	for (size_t i = 10; i < TILES; i++) {
		uint8_t *const steps[] = {
			(uint8_t *)f->info.tables[EXH_KEEN_ANIM].data,
			(uint8_t *)f->info.tables[EXH_KEEN_MANIM].data
		};

		steps[0][i] = steps[1][i] = i % 2 ? 0xff : 1;
	}
	f->arena.limit = 1 << 16;
	f->notes.arena = &f->arena;
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	exh_arena_free(&f->arena);
	free(f);
	return 0;
}

static uint8_t *entry(struct fixture *f, enum exh_keen_tile_table table, size_t tile)
{
	return (uint8_t *)f->info.tables[table].data + tile;
}

/* Warnings of the level, of which the last has this text; NULL: there is none. */
static void assert_judged(struct fixture *f, enum exh_keen_map_packing packing,
			  const char *text)
{
	const struct exh_keen_limits *limits = exh_keen_limits_of(packing);
	struct exh_keen_map_load load;

	f->notes.first = f->notes.last = NULL;
	f->notes.warning_count = 0;
	exh_keen_map_measure(&f->map, &f->info, limits, &load);
	exh_keen_map_judge(&load, limits, &f->notes);
	assert_int_equal(f->notes.warning_count, text != NULL);
	if (text && !strstr(f->notes.first->text, text))
		fail_msg("%s", f->notes.first->text);
}

/* 90 of them fill the view from 5,7 on, in two planes; more lie just outside. */
static void animated_cells_are_counted_in_each_view(void **state)
{
	struct fixture *f = *state;

	for (size_t i = 0; i < 45; i++) {
		f->cells[0][(7 + i / 15) * COLUMNS + 25 - i % 15] = 10;
		f->cells[1][(20 - i / 21) * COLUMNS + 5 + i % 21] = 11;
	}
	f->cells[0][6 * COLUMNS + 10] = 10;
	f->cells[0][15 * COLUMNS] = 10; /* never in view */
	assert_judged(f, EXH_KEEN_MAP_HUFFMAN, NULL);
	f->cells[1][8 * COLUMNS + 25] = 10;
	assert_judged(f, EXH_KEEN_MAP_HUFFMAN,
		      "level 3: 91 animated cells in the view from 5,7 on: the game has "
		      "room for 90");
	/* In Keen 4 a tile without a time waits for the player. */
	assert_judged(f, EXH_KEEN_MAP_CARMACK, NULL);
	*entry(f, EXH_KEEN_SPEED, 10) = *entry(f, EXH_KEEN_MSPEED, 11) =
		*entry(f, EXH_KEEN_MSPEED, 10) = 8;
	assert_judged(f, EXH_KEEN_MAP_CARMACK, "91 animated cells");
	assert_judged(f, EXH_KEEN_MAP_RLEW, NULL);
}

static void different_animated_tiles_are_counted(void **state)
{
	struct fixture *f = *state;

	for (size_t i = 0; i < 50; i++)
		f->cells[i % 2][i * 30] = f->cells[i % 2][i * 30 + 31] =
			(uint16_t)(10 + i);
	f->cells[0][1] = 9;
	assert_judged(f, EXH_KEEN_MAP_HUFFMAN, NULL);
	f->cells[0][2] = 200;
	assert_judged(f, EXH_KEEN_MAP_HUFFMAN,
		      "level 3: 51 different animated tiles: the game has room for 50");
	memset(f->tables, 4, TILES); /* times of the background */
	for (size_t i = 0; i < 181; i++)
		f->cells[0][i * 13] = (uint16_t)(12 + i);
	assert_judged(f, EXH_KEEN_MAP_CARMACK, "room for 180");
}

static void animations_must_come_back(void **state)
{
	static const uint8_t steps[][3] = {
		{ 1, 0, 0 },	/* to a tile that stays */
		{ 1, 1, 0xff }, /* to two others */
		{ 0x80, 0, 0 }, /* in front of the table */
		{ 1, 1, 127 },	/* past it, sooner or later */
	};
	struct fixture *f = *state;

	f->cells[1][5] = 20;
	assert_judged(f, EXH_KEEN_MAP_HUFFMAN, NULL);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		memset(entry(f, EXH_KEEN_MANIM, 0), 0, TILES);
		memcpy(entry(f, EXH_KEEN_MANIM, 20), steps[i], 3);
		assert_judged(f, EXH_KEEN_MAP_HUFFMAN,
			      "level 3: foreground tile 20: its animation never comes "
			      "back");
	}
	*entry(f, EXH_KEEN_MANIM, 22) = 0xfe;
	assert_judged(f, EXH_KEEN_MAP_HUFFMAN, NULL);
}

static void rows_and_objects_are_counted(void **state)
{
	struct fixture *f = *state;

	f->map.width = 30;
	f->map.height = 128;
	for (size_t i = 0; i < 98; i++)
		f->cells[EXH_KEEN_INFO][i * 3] = 21;
	f->cells[EXH_KEEN_INFO][400] = 1;    /* the player */
	f->cells[EXH_KEEN_INFO][401] = 5;    /* a level's entrance */
	f->cells[EXH_KEEN_INFO][402] = 2000; /* nothing known */
	assert_judged(f, EXH_KEEN_MAP_HUFFMAN, NULL);
	f->map.height = 129;
	assert_judged(f, EXH_KEEN_MAP_HUFFMAN,
		      "level 3: 129 rows: the game has room for 128");
	assert_judged(f, EXH_KEEN_MAP_CARMACK, NULL);
	f->map.height = 128;
	f->cells[EXH_KEEN_INFO][403] = 61;
	assert_judged(f, EXH_KEEN_MAP_HUFFMAN,
		      "level 3: 99 objects: the game has room for 98");
	f->map.lost = true;
	assert_judged(f, EXH_KEEN_MAP_HUFFMAN, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(animated_cells_are_counted_in_each_view,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(different_animated_tiles_are_counted,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(animations_must_come_back, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(rows_and_objects_are_counted, set_up,
						tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
