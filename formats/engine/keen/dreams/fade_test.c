#include "dreams_parts.h"

#include "../../../base/testing.h"

static struct exh_keen_engine engine; /* large */
static struct exh_keen_game game;

static unsigned rows_reported[16], palettes_reported[16], stated;

static void keep(void *context, const struct exh_event *event)
{
	(void)context;
	assert_true(stated < 16);
	assert_string_equal(event->name, "fade");
	assert_int_equal(event->count, 2);
	assert_string_equal(event->fields[0].key, "row");
	assert_string_equal(event->fields[1].key, "blanks");
	assert_int_equal(event->fields[1].number, 6);
	palettes_reported[stated] = exh_keen_fade_row(&engine);
	rows_reported[stated++] = (unsigned)event->fields[0].number;
}

static const struct exh_host host = { .trace = keep };

static void start(void)
{
	memset(&engine, 0, sizeof engine);
	game = (struct exh_keen_game){ .video = EXH_KEEN_EGA };
	engine.game = &game;
	engine.states = exh_keen_states;
	engine.host = &host;
	exh_ega_reset(&engine.ega);
	stated = 0;
}

static void assert_rows(const unsigned *expected, size_t count)
{
	assert_int_equal(stated, count);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(rows_reported[i], expected[i]);
		assert_int_equal(palettes_reported[i], expected[i]);
	}
	stated = 0;
}

static void the_bios_palette_is_no_row(void **state)
{
	(void)state;
	start();
	assert_int_equal(exh_keen_fade_row(&engine), FADE_ROWS);
}

static void rows_are_the_registers_of_the_description(void **state)
{
	static const uint8_t darkest[17] = { 0, 0, 0, 0, 0, 0, 0, 0, 0,
					     1, 2, 3, 4, 5, 6, 7, 0 };
	static const uint8_t normal[17] = { 0,	  1,	2,    3,    4,	  5,
					    6,	  7,	0x18, 0x19, 0x1a, 0x1b,
					    0x1c, 0x1d, 0x1e, 0x1f, 0 };

	(void)state;
	start();
	for (unsigned row = 0; row < FADE_ROWS; row++) {
		exh_keen_fade_set(&engine, row);
		assert_int_equal(exh_keen_fade_row(&engine), row);
		assert_true(engine.ega.video_on);
		for (unsigned i = 0; i < 17; i++)
			if (row == 0 || row == 5)
				assert_int_equal(engine.ega.palette[i], row ? 0x1f : 0);
		if (row == 1)
			assert_memory_equal(engine.ega.palette, darkest, 17);
		if (row == 3)
			assert_memory_equal(engine.ega.palette, normal, 17);
	}
	assert_int_equal(stated, 0);
	exh_keen_fade_set(&engine, 2);
	assert_memory_equal(engine.ega.palette + 8, normal + 8, 9);
	assert_int_equal(engine.ega.palette[7], 0);
	exh_keen_fade_set(&engine, 4);
	assert_memory_equal(engine.ega.palette, normal, 8);
	assert_int_equal(engine.ega.palette[8], 0x1f);
}

/* In a mode of 200 lines bit 3 counts for nothing: 18 to 1F are as 10 to 17. */
static void the_normal_row_shows_the_colors_of_the_bios(void **state)
{
	struct exh_palette before, after;

	(void)state;
	start();
	exh_ega_palette(&engine.ega, &before);
	exh_keen_fade_set(&engine, FADE_NORMAL);
	exh_ega_palette(&engine.ega, &after);
	assert_memory_equal(after.colors, before.colors, 16 * sizeof *after.colors);
}

static void a_palette_written_half_is_written_whole(void **state)
{
	(void)state;
	start();
	exh_ega_out(&engine.ega, 0x3c0, 5); /* an index: next would be its value */
	exh_keen_fade_set(&engine, FADE_WHITE);
	assert_int_equal(exh_keen_fade_row(&engine), FADE_WHITE);
}

static void fades_go_through_their_rows(void **state)
{
	static const unsigned in[] = { 0, 1, 2, 3 }, out[] = { 3, 2, 1, 0 },
			      up[] = { 3, 4, 5 }, down[] = { 5, 4, 3 };

	(void)state;
	start();
	exh_keen_fade(&engine, FADE_BLACK, FADE_NORMAL);
	assert_rows(in, 4);
	exh_keen_fade(&engine, FADE_NORMAL, FADE_WHITE);
	assert_rows(up, 3);
	exh_keen_fade(&engine, FADE_WHITE, FADE_NORMAL);
	assert_rows(down, 3);
	exh_keen_fade(&engine, FADE_NORMAL, FADE_BLACK);
	assert_rows(out, 4);
	assert_int_equal(engine.time_count, 0);
	engine.host = NULL;
	exh_keen_fade(&engine, FADE_BLACK, FADE_NORMAL);
	assert_int_equal(stated, 0);
	assert_int_equal(exh_keen_fade_row(&engine), FADE_NORMAL);
}

static void cga_has_no_fades(void **state)
{
	struct exh_ega before;

	(void)state;
	start();
	game.video = EXH_KEEN_CGA;
	before = engine.ega;
	exh_keen_fade(&engine, FADE_BLACK, FADE_NORMAL);
	exh_keen_fade_set(&engine, FADE_BLACK);
	assert_int_equal(stated, 0);
	assert_memory_equal(engine.ega.palette, before.palette, 17);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_bios_palette_is_no_row),
		cmocka_unit_test(rows_are_the_registers_of_the_description),
		cmocka_unit_test(the_normal_row_shows_the_colors_of_the_bios),
		cmocka_unit_test(a_palette_written_half_is_written_whole),
		cmocka_unit_test(fades_go_through_their_rows),
		cmocka_unit_test(cga_has_no_fades),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
