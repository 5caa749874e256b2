#include "../base/testing.h"

#include "plain/pic.h"
#include "pic_testing.h"

enum {
	WIDTH = EXH_SCI_PIC_WIDTH,
	PIXELS = EXH_SCI_PIC_PIXELS,
	MEMORY = 64 << 20,
	LIMIT = 1 << 20,
};

static struct plain_pic plain;
static uint8_t maps[3][PIXELS];

static uint8_t shown(unsigned place, uint8_t color)
{
	return (place % WIDTH ^ place / WIDTH) & 1 ? color >> 4 : color & 15;
}

/* Asserts that the plain decoder draws the traced maps. Returns the program's size. */
static size_t check(bool is_dithered)
{
	const struct exh_sci_pic_target target = { maps[0], is_dithered, maps[1],
						   maps[2] };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err = { 0 };
	size_t size;

	assert_int_equal(exh_sci_pic_trace(&target, &arena, &out, &err), EXH_OK);
	plain_clear(&plain, 0);
	assert_true(plain_draw(&plain, out.data, out.size));
	for (unsigned i = 0; i < PIXELS; i++) {
		const uint8_t color = plain.maps[0][i / WIDTH][i % WIDTH];

		assert_int_equal(is_dithered ? shown(i, color) : color, maps[0][i]);
		assert_int_equal(plain.maps[1][i / WIDTH][i % WIDTH], maps[1][i]);
		assert_int_equal(plain.maps[2][i / WIDTH][i % WIDTH], maps[2][i]);
	}
	size = out.size;
	exh_writer_free(&out);
	exh_arena_free(&arena);
	return size;
}

static void clear(uint8_t visual)
{
	memset(maps, 0, sizeof maps);
	memset(maps[0], visual, PIXELS);
}

static void put_box(unsigned map, unsigned x, unsigned y, unsigned width, unsigned height,
		    uint8_t value)
{
	for (unsigned i = 0; i < width * height; i++)
		maps[map][(y + i / width) * WIDTH + x + i % width] = value;
}

static void an_empty_pic_is_one_byte(void **state)
{
	(void)state;
	clear(0xff);
	assert_int_equal(check(false), 1);
	clear(15);
	assert_int_equal(check(true), 1);
}

static void one_colour_is_one_fill(void **state)
{
	(void)state;
	clear(0x44);
	assert_int_equal(check(false), 7); /* F0 04, F8 and a point, FF */
	clear(4);
	assert_int_equal(check(true), 7);
}

static void a_box_is_an_outline_and_two_fills(void **state)
{
	(void)state;
	clear(0x44);
	put_box(0, 50, 40, 100, 60, 0x11);
	assert_in_range(check(false), 10, 40);
}

static void a_dithered_area_is_filled(void **state)
{
	(void)state;
	clear(4);
	for (unsigned y = 40; y < 100; y++)
		for (unsigned x = 50; x < 150; x++)
			maps[0][y * WIDTH + x] = (x ^ y) & 1 ? 14 : 2;
	assert_in_range(check(true), 10, 50);
}

/* Half-white colours don't separate regions. */
static void half_white_does_not_leak(void **state)
{
	(void)state;
	clear(0xf9);
	put_box(0, 50, 40, 100, 60, 0xff);
	put_box(0, 60, 50, 20, 20, 0xfe);
	put_box(0, 100, 50, 20, 20, 0x9f);
	check(false);
	for (unsigned i = 0; i < PIXELS; i++)
		maps[0][i] = shown(i, maps[0][i]);
	check(true);
}

static void maps_are_drawn_together_where_that_is_shorter(void **state)
{
	size_t alone;

	(void)state;
	clear(0x44);
	put_box(0, 50, 40, 100, 60, 0x11);
	alone = check(false);
	put_box(1, 50, 40, 100, 60, 7);
	assert_in_range(check(false), alone + 2, alone + 16);
	/* Pixels that are white in the visual map are drawn in passes of their own
	 * map. */
	put_box(0, 0, 0, 320, 20, 0xff);
	put_box(1, 0, 0, 320, 20, 3);
	put_box(2, 0, 0, 160, 190, 5);
	check(false);
}

static void pictures_may_have_more_colours_than_a_palette(void **state)
{
	(void)state;
	clear(0xff);
	for (unsigned i = 0; i < 256; i++)
		put_box(0, i % 16 * 20, i / 16 * 11, 19, 10, (uint8_t)i);
	check(false);
}

static void priorities_alone_are_traced(void **state)
{
	(void)state;
	clear(0xff);
	put_box(1, 10, 10, 200, 100, 9);
	put_box(2, 0, 90, 320, 100, 1);
	check(false);
}

static void pictures_by_chance_are_exact(void **state)
{
	(void)state;
	for (uint64_t i = 1, seed; i < 3; i++) {
		seed = i;
		clear(0xff);
		for (unsigned k = 0; k < 40; k++) {
			const unsigned width = 1 + pic_roll(&seed, 60);
			const unsigned height = 1 + pic_roll(&seed, 60);
			const unsigned map = pic_roll(&seed, 4) % 3;

			put_box(map, pic_roll(&seed, 320 - width),
				pic_roll(&seed, 190 - height), width, height,
				(uint8_t)pic_roll(&seed, map ? 16 : 256));
		}
		check(false);
		for (unsigned k = 0; k < PIXELS; k++)
			maps[0][k] = shown(k, maps[0][k]);
		check(true);
	}
}

static void noise_is_exact(void **state)
{
	uint64_t seed = 1;

	(void)state;
	clear(7);
	for (unsigned i = 0; i < 100 * 100; i++)
		put_box(0, 20 + i % 100, 20 + i / 100, 1, 1,
			(uint8_t)pic_roll(&seed, 16));
	check(true);
}

/* Random programs draw shapes that tracing lines alone would not find. */
static void programs_by_chance_are_traced(void **state)
{
	static struct exh_sci_pic_canvas canvas;

	(void)state;
	for (uint64_t i = 1; i < 4; i++) {
		struct exh_writer out = { .limit = LIMIT };
		struct exh_arena arena = { .limit = LIMIT };
		struct exh_notes notes = { .arena = &arena };
		uint64_t seed = i;

		pic_put_any(&out, &seed, 300);
		exh_sci_pic_clear(&canvas, 0);
		(void)!exh_sci_pic_draw(exh_writer_bytes(&out), &canvas, &notes, NULL);
		memcpy(maps[0], canvas.visual, PIXELS);
		memcpy(maps[1], canvas.priority, PIXELS);
		memcpy(maps[2], canvas.control, PIXELS);
		check(false);
		exh_writer_free(&out);
		exh_arena_free(&arena);
	}
}

static void expect(const struct exh_sci_pic_target *target, size_t memory,
		   enum exh_status status, const char *text)
{
	struct exh_arena arena = { .limit = memory };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err = { 0 };

	assert_int_equal(exh_sci_pic_trace(target, &arena, &out, &err), status);
	assert_string_equal(err.text, text);
	exh_writer_free(&out);
	exh_arena_free(&arena);
}

static void values_above_15_are_refused(void **state)
{
	struct exh_sci_pic_target target = { .visual = maps[0], .is_dithered = true };

	(void)state;
	clear(3);
	maps[0][2 * WIDTH + 7] = 16;
	expect(&target, MEMORY, EXH_INVALID,
	       "visual: pixel (7, 2) is 16, expected 0 to 15");
	target.is_dithered = false;
	target.control = maps[2];
	maps[2][WIDTH] = 200;
	expect(&target, MEMORY, EXH_INVALID,
	       "control: pixel (0, 1) is 200, expected 0 to 15");
}

static void memory_is_limited(void **state)
{
	const struct exh_sci_pic_target target = { .visual = maps[0],
						   .is_dithered = true };

	(void)state;
	clear(3);
	for (size_t memory = 1 << 10; memory < 1 << 20; memory *= 8)
		expect(&target, memory, EXH_NO_MEMORY, "no memory for tracing the pic");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_pic_is_one_byte),
		cmocka_unit_test(one_colour_is_one_fill),
		cmocka_unit_test(a_box_is_an_outline_and_two_fills),
		cmocka_unit_test(a_dithered_area_is_filled),
		cmocka_unit_test(half_white_does_not_leak),
		cmocka_unit_test(maps_are_drawn_together_where_that_is_shorter),
		cmocka_unit_test(pictures_may_have_more_colours_than_a_palette),
		cmocka_unit_test(priorities_alone_are_traced),
		cmocka_unit_test(pictures_by_chance_are_exact),
		cmocka_unit_test(noise_is_exact),
		cmocka_unit_test(programs_by_chance_are_traced),
		cmocka_unit_test(values_above_15_are_refused),
		cmocka_unit_test(memory_is_limited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
