#include "exhume/keen.h"
#include "exhume/advanced/keen_map.h"

#include "../base/testing.h"

enum {
	SIDE = 16,
	TILE = SIDE * SIDE,
	LIMIT = 1 << 24,
	TILES = 4,
	ABSENT = 3, /* number of the absent tile among those made here */
	WIDTH = 3,  /* cells of the level */
	HEIGHT = 2,
	BACKGROUND_CHUNK = 43, /* chunks of the sample archive */
	FOREGROUND_CHUNK = 107,
	UNTOUCHED = 0xee,
};

/* Layout of testdata/archives/ega/layout.json. */
static const struct exh_keen_layout sample_layout = {
	.name = "sample-ega",
	.video = EXH_KEEN_EGA,
	.offset_size = 4,
	.chunk_count = 155,
	.spans = { [EXH_KEEN_PICTABLE] = { 0, 1 },
		   [EXH_KEEN_PICMTABLE] = { 1, 1 },
		   [EXH_KEEN_SPRITETABLE] = { 2, 1 },
		   [EXH_KEEN_FONT] = { 3, 1 },
		   [EXH_KEEN_PIC] = { 4, 11 },
		   [EXH_KEEN_PICM] = { 15, 2 },
		   [EXH_KEEN_SPRITE] = { 17, 24 },
		   [EXH_KEEN_TILE8] = { 41, 1 },
		   [EXH_KEEN_TILE8M] = { 42, 1 },
		   [EXH_KEEN_TILE16] = { BACKGROUND_CHUNK, 64 },
		   [EXH_KEEN_TILE16M] = { FOREGROUND_CHUNK, 48 } },
	.tile8_count = 24,
	.tile8m_count = 12,
};

struct sample {
	struct exh_bytes archive, head, dict;
	struct exh_huffman huffman;
	struct exh_arena arena;
	struct exh_keen_graphics graphics;
};

static int open_sample(void **state)
{
	static struct sample s;
	struct exh_keen_head head;

	s = (struct sample){ .archive = load_testdata("archives/ega/SAMPLE.EGA"),
			     .head = load_testdata("archives/ega/EGAHEAD.SMP"),
			     .dict = load_testdata("archives/ega/EGADICT.SMP"),
			     .arena = { .limit = LIMIT } };
	assert_int_equal(exh_huffman_read(&s.huffman, s.dict, NULL, NULL), EXH_OK);
	assert_int_equal(exh_keen_head_read(s.head, 4, sample_layout.chunk_count,
					    s.archive.size, &s.arena, &head, NULL, NULL),
			 EXH_OK);
	assert_int_equal(exh_keen_graphics_open(s.archive, &head, &sample_layout,
						&s.huffman, &s.arena, &s.graphics, NULL,
						NULL),
			 EXH_OK);
	*state = &s;
	return 0;
}

static int close_sample(void **state)
{
	struct sample *s = *state;

	exh_arena_free(&s->arena);
	free((void *)s->archive.data);
	free((void *)s->head.data);
	free((void *)s->dict.data);
	return 0;
}

/*
 * Tiles.
 */

static size_t count_present(const struct exh_keen_tiles *tiles)
{
	size_t count = 0;

	for (size_t i = 0; i < tiles->count; i++)
		count += tiles->present[i];
	return count;
}

static void assert_tiles_are(const struct exh_keen_graphics *graphics,
			     const struct exh_keen_tiles *tiles, size_t first)
{
	for (size_t i = 0; i < tiles->count; i++) {
		struct exh_keen_bitmap bitmap;
		uint8_t pixels[TILE];
		const bool present =
			graphics->chunks[first + i].place.state == EXH_KEEN_PRESENT;

		assert_int_equal(tiles->present[i], present);
		if (!present)
			continue;
		assert_int_equal(
			exh_keen_bitmap_open(graphics, first + i, 0, &bitmap, NULL),
			EXH_OK);
		exh_keen_bitmap_decode(&bitmap, pixels);
		assert_memory_equal(tiles->pixels + i * TILE, pixels, TILE);
	}
}

static void tiles_of_an_archive_lie_one_after_the_other(void **state)
{
	struct sample *s = *state;
	struct exh_keen_tiles tiles;

	assert_int_equal(exh_keen_tiles_open(&s->graphics, EXH_KEEN_TILE16, &s->arena,
					     &tiles, NULL),
			 EXH_OK);
	assert_int_equal(tiles.count, 64);
	assert_int_equal(count_present(&tiles), 53);
	assert_false(tiles.present[15]);
	assert_tiles_are(&s->graphics, &tiles, BACKGROUND_CHUNK);
	assert_int_equal(exh_keen_tiles_open(&s->graphics, EXH_KEEN_TILE16M, &s->arena,
					     &tiles, NULL),
			 EXH_OK);
	assert_int_equal(tiles.count, 48);
	assert_int_equal(count_present(&tiles), 37);
	assert_tiles_are(&s->graphics, &tiles, FOREGROUND_CHUNK);
}

static void tiles_behind_the_last_chunk_are_absent(void **state)
{
	struct sample *s = *state;
	struct exh_keen_graphics shorter = s->graphics;
	struct exh_keen_tiles tiles;

	shorter.chunk_count = BACKGROUND_CHUNK + 2;
	assert_int_equal(
		exh_keen_tiles_open(&shorter, EXH_KEEN_TILE16, &s->arena, &tiles, NULL),
		EXH_OK);
	assert_int_equal(tiles.count, 64);
	assert_int_equal(count_present(&tiles), 2);
}

static void damaged_tiles_are_absent(void **state)
{
	struct sample *s = *state;
	struct exh_keen_graphics damaged = s->graphics;
	struct exh_keen_tiles tiles;

	damaged.chunks =
		exh_alloc(&s->arena, damaged.chunk_count, sizeof *damaged.chunks);
	memcpy(damaged.chunks, s->graphics.chunks,
	       damaged.chunk_count * sizeof *damaged.chunks);
	damaged.chunks[BACKGROUND_CHUNK + 1].expanded.size--;
	assert_int_equal(
		exh_keen_tiles_open(&damaged, EXH_KEEN_TILE16, &s->arena, &tiles, NULL),
		EXH_OK);
	assert_true(tiles.present[0]);
	assert_false(tiles.present[1]);
	assert_int_equal(count_present(&tiles), 52);
}

static void other_classes_are_refused(void **state)
{
	struct sample *s = *state;

	for (unsigned i = 0; i <= EXH_KEEN_UNKNOWN; i++) {
		const enum exh_keen_class class_id = (enum exh_keen_class)i;
		const bool good = i == EXH_KEEN_TILE16 || i == EXH_KEEN_TILE16M;
		struct exh_keen_tiles tiles;

		assert_int_equal(exh_keen_tiles_open(&s->graphics, class_id, &s->arena,
						     &tiles, NULL),
				 good ? EXH_OK : EXH_INVALID);
	}
}

static void tiles_need_memory(void **state)
{
	struct sample *s = *state;
	struct exh_arena small = { .limit = 1000 };
	struct exh_keen_tiles tiles;

	assert_int_equal(
		exh_keen_tiles_open(&s->graphics, EXH_KEEN_TILE16, &small, &tiles, NULL),
		EXH_NO_MEMORY);
	exh_arena_free(&small);
}

/*
 * Drawing, with tiles whose pixels show where they come from.
 */

/* Background tiles have one colour each, except their first pixel. */
static uint8_t background_pixel(size_t tile, size_t at)
{
	return (uint8_t)(at ? tile + 1 : 15);
}

/* Foreground tiles show the background on the left; the mask decides, not the colour. */
static uint8_t foreground_pixel(size_t tile, size_t at)
{
	return (uint8_t)(at % SIDE < 4 ? EXH_KEEN_MASKED | (at % 3) : tile + 8);
}

struct set {
	uint8_t pixels[TILES * TILE];
	bool present[TILES];
	struct exh_keen_tiles tiles;
};

static void fill_set(struct set *set, uint8_t (*pixel)(size_t, size_t))
{
	for (size_t i = 0; i < TILES; i++) {
		set->present[i] = i != ABSENT;
		for (size_t k = 0; k < TILE; k++)
			set->pixels[i * TILE + k] = pixel(i, k);
	}
	set->tiles = (struct exh_keen_tiles){ TILES, set->pixels, set->present };
}

static uint16_t back[WIDTH * HEIGHT] = { 0, 1, 2, ABSENT, TILES, 65535 };
static uint16_t fore[WIDTH * HEIGHT] = { 0, 1, ABSENT, 2, TILES, 65535 };
static uint16_t none[WIDTH * HEIGHT];

static const struct exh_keen_map level = {
	.width = WIDTH,
	.height = HEIGHT,
	.planes = { { .cells = back }, { .cells = fore }, { .cells = none } },
};

/* Computes the expected pixel of the level, straight from the words of the header. */
static uint8_t expected_pixel(size_t cell, size_t at, bool with_back, bool with_fore)
{
	uint8_t pixel = EXH_KEEN_MASKED;

	if (with_back)
		pixel = back[cell] < TILES && back[cell] != ABSENT
				? background_pixel(back[cell], at)
				: 0;
	if (with_fore && fore[cell] && fore[cell] < TILES && fore[cell] != ABSENT &&
	    !(foreground_pixel(fore[cell], at) & EXH_KEEN_MASKED))
		pixel = foreground_pixel(fore[cell], at);
	return pixel;
}

static void assert_drawn(const struct exh_keen_map_area *area, bool with_back,
			 bool with_fore)
{
	static struct set backs, fores;
	const size_t width = area->columns * SIDE, size = width * area->rows * SIDE;
	uint8_t *pixels = malloc(size ? size : 1);
	struct exh_image image = { width, area->rows * SIDE, pixels };

	assert_non_null(pixels);
	memset(pixels, UNTOUCHED, size);
	fill_set(&backs, background_pixel);
	fill_set(&fores, foreground_pixel);
	exh_keen_map_draw(&level, with_back ? &backs.tiles : NULL,
			  with_fore ? &fores.tiles : NULL, area, &image);
	for (size_t i = 0; i < size; i++) {
		const size_t x = i % width, y = i / width;
		const size_t cell = (area->y + y / SIDE) * WIDTH + area->x + x / SIDE;

		assert_int_equal(pixels[i],
				 expected_pixel(cell, y % SIDE * SIDE + x % SIDE,
						with_back, with_fore));
	}
	free(pixels);
}

static const struct exh_keen_map_area whole = { 0, 0, WIDTH, HEIGHT };

static void the_foreground_lies_over_the_background(void **state)
{
	(void)state;
	assert_drawn(&whole, true, true);
}

static void layers_may_be_left_out(void **state)
{
	(void)state;
	assert_drawn(&whole, true, false);
	assert_drawn(&whole, false, true);
	assert_drawn(&whole, false, false);
}

static void any_part_of_a_level_can_be_drawn(void **state)
{
	(void)state;
	for (size_t y = 0; y < HEIGHT; y++)
		for (size_t x = 0; x < WIDTH; x++)
			for (size_t rows = 0; rows <= HEIGHT - y; rows++)
				for (size_t columns = 0; columns <= WIDTH - x; columns++)
					assert_drawn(&(struct exh_keen_map_area){ x, y,
										  columns,
										  rows },
						     true, true);
}

/* Some of the expected pixels in numbers, for readers of this test. */
static void absent_tiles_are_black_behind_and_nothing_in_front(void **state)
{
	(void)state;
	assert_int_equal(expected_pixel(0, 5, true, true), 1); /* background 0 */
	assert_int_equal(expected_pixel(1, 5, true, true), 9); /* foreground 1 */
	assert_int_equal(expected_pixel(1, 3, true, true), 2); /* masked there */
	assert_int_equal(expected_pixel(2, 5, true, true), 3); /* absent in front */
	assert_int_equal(expected_pixel(3, 3, true, true), 0); /* background absent */
	assert_int_equal(expected_pixel(4, 5, true, true), 0); /* no such tiles */
	assert_drawn(&whole, true, true);
}

static void tiles_of_an_archive_are_drawn(void **state)
{
	struct sample *s = *state;
	uint16_t cells[3][2] = { { 0, 15 }, { 0, 0 }, { 0 } }; /* 15 is absent */
	const struct exh_keen_map map = { .width = 2,
					  .height = 1,
					  .planes = { { .cells = cells[0] },
						      { .cells = cells[1] },
						      { .cells = cells[2] } } };
	const struct exh_keen_map_area area = { 0, 0, 2, 1 };
	struct exh_keen_tiles backs, fores;
	uint8_t pixels[2 * TILE];
	struct exh_image image = { 2 * SIDE, SIDE, pixels };
	size_t covered_count = 0;

	assert_int_equal(exh_keen_tiles_open(&s->graphics, EXH_KEEN_TILE16, &s->arena,
					     &backs, NULL),
			 EXH_OK);
	assert_int_equal(exh_keen_tiles_open(&s->graphics, EXH_KEEN_TILE16M, &s->arena,
					     &fores, NULL),
			 EXH_OK);
	for (size_t tile = 1; tile < fores.count; tile++) {
		if (!fores.present[tile])
			continue;
		cells[1][1] = (uint16_t)tile;
		exh_keen_map_draw(&map, &backs, &fores, &area, &image);
		for (size_t y = 0; y < SIDE; y++) {
			const uint8_t *row = pixels + y * 2 * SIDE;

			assert_memory_equal(row, backs.pixels + y * SIDE, SIDE);
			for (size_t x = 0; x < SIDE; x++) {
				const uint8_t pixel =
					fores.pixels[tile * TILE + y * SIDE + x];

				assert_int_equal(row[SIDE + x],
						 pixel & EXH_KEEN_MASKED ? 0 : pixel);
				covered_count += !(pixel & EXH_KEEN_MASKED);
			}
		}
	}
	assert_true(covered_count > TILE); /* some pixels were covered */
}

/* Tile 1 has four flat walls and lies in front of sprites; tile 2 is a floor, tile 3 a
 * slope. */
static void draw_outline(const uint16_t cells[4], size_t column, size_t row,
			 uint8_t pixels[TILE])
{
	static const uint8_t tables[EXH_KEEN_TILE_TABLE_COUNT][4] = {
		[EXH_KEEN_NORTHWALL] = { 0, 1, 1, 4 }, [EXH_KEEN_EASTWALL] = { 0, 1 },
		[EXH_KEEN_SOUTHWALL] = { 0, 1 },       [EXH_KEEN_WESTWALL] = { 0, 1 },
		[EXH_KEEN_INTILE] = { 0, 128, 128 },
	};
	struct exh_keen_tile_info info = { .foreground_count = 4 };
	const struct exh_keen_wall_cells plane = { &info, cells, 2, 2 };

	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		info.tables[i] = (struct exh_bytes){ tables[i], 4, 0 };
	memset(pixels, 99, TILE);
	exh_keen_outline_draw(&plane, column, row, 0, pixels, SIDE);
}

static void walls_that_touch_are_not_drawn(void **state)
{
	const uint16_t solid[4] = { 1, 1, 1, 1 }, floors[4] = { 0, 0, 2, 3 };
	const uint16_t hill[4] = { 3, 0, 1, 0 };
	uint8_t pixels[TILE];

	(void)state;
	draw_outline(solid, 0, 0, pixels);
	for (size_t i = 0; i < SIDE; i++) {
		assert_int_equal(pixels[i], EXH_KEEN_WALL_SOLID);
		assert_int_equal(pixels[i * SIDE], EXH_KEEN_WALL_SOLID);
	}
	for (size_t y = 2; y < SIDE; y++)
		for (size_t x = 2; x < SIDE; x++)
			assert_int_equal(pixels[y * SIDE + x], 99);
	/* A floor stays, and so does its mark of lying in front; a slope hides nothing
	 * below. */
	draw_outline(floors, 0, 1, pixels);
	assert_int_equal(pixels[5], EXH_KEEN_WALL_SOLID);
	assert_int_equal(pixels[4 * SIDE], EXH_KEEN_WALL_INSIDE);
	draw_outline(hill, 0, 1, pixels);
	assert_int_equal(pixels[5], EXH_KEEN_WALL_SOLID);
	draw_outline(hill, 0, 0, pixels);
	assert_int_equal(pixels[15 * SIDE + 15], EXH_KEEN_WALL_SOLID);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tiles_of_an_archive_lie_one_after_the_other),
		cmocka_unit_test(tiles_behind_the_last_chunk_are_absent),
		cmocka_unit_test(damaged_tiles_are_absent),
		cmocka_unit_test(other_classes_are_refused),
		cmocka_unit_test(tiles_need_memory),
		cmocka_unit_test(the_foreground_lies_over_the_background),
		cmocka_unit_test(layers_may_be_left_out),
		cmocka_unit_test(any_part_of_a_level_can_be_drawn),
		cmocka_unit_test(absent_tiles_are_black_behind_and_nothing_in_front),
		cmocka_unit_test(tiles_of_an_archive_are_drawn),
		cmocka_unit_test(walls_that_touch_are_not_drawn),
	};

	return cmocka_run_group_tests(tests, open_sample, close_sample);
}
