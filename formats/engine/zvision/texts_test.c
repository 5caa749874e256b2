/* Texts of a room: typed letter by letter, and lines of titlers. */
#include "stage_testing.h"

enum { WHITE = 0x7fff };

static size_t ink_within(const struct stage *stage, size_t x1, size_t y1, size_t x2,
			 size_t y2)
{
	static uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	size_t count = 0;

	exh_zv_engine_picture(stage->engine, screen);
	for (size_t y = y1; y <= y2; y++)
		for (size_t x = x1; x <= x2; x++)
			count += screen[(80 + y) * EXH_ZV_SCREEN_WIDTH + 64 + x] == WHITE;
	return count;
}

static void start(struct stage *stage, const char *gary)
{
	stage_picture(stage, "room.tga", 512, 320, 100);
	stage_text(stage, "note.txt", "The lamp is out. \r\nLight it.\r\n");
	stage_text(stage, "gary.scr", gary);
	stage_start(stage, EXH_ZV_NEMESIS, &(struct exh_zv_start){ .seed = 1 });
}

static void texts_are_typed_letter_by_letter(void **unused)
{
	struct stage stage = { .file_count = 0 };
	size_t half, all;

	(void)unused;
	start(&stage, NOW(2, "a:set_screen(room.tga)\n"
			     "a:ttytext:300(100 50 200 90 note.txt 66)\n"));
	stage_step(&stage, 3);
	assert_int_equal(ink_within(&stage, 100, 50, 300, 61), 22); /* ink of the T */
	stage_step(&stage, 20);
	half = ink_within(&stage, 100, 50, 300, 61);
	assert_int_equal(ink_within(&stage, 100, 62, 300, 90), 0);
	stage_step(&stage, 26);
	all = ink_within(&stage, 100, 50, 300, 90);
	assert_true(half > 14 && all > half);
	assert_true(ink_within(&stage, 100, 62, 300, 73) > 0);
	assert_int_equal(stage_key(&stage, 300), 1);
	stage_step(&stage, 3); /* 25 letters take 1650 ms: from the first tick on, 50 */
	assert_int_equal(stage_key(&stage, 300), 2);
	stage_step(&stage, 9);
	assert_true(ink_within(&stage, 100, 50, 300, 90) >= all);
	assert_int_equal(ink_within(&stage, 0, 0, 511, 319),
			 ink_within(&stage, 100, 50, 300, 90));
	stage_end(&stage);
}

/* 25 letters: the ends of lines are dropped. */
static void at_most_one_letter_comes_in_a_tick(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, NOW(2, "a:set_screen(room.tga)\n"
			     "a:ttytext:300(100 50 300 90 note.txt 0)\n"
			     "a:ttytext:302(100 150 300 190 note.txt 10)\n"
			     "a:ttytext:301(100 50 300 90 none.txt 0)\n"));
	stage_step(&stage, 25);
	assert_int_equal(stage_key(&stage, 300), 1);
	assert_int_equal(stage_key(&stage, 301), 2);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 300), 2);
	assert_int_equal(stage_key(&stage, 302), 2);
	assert_true(ink_within(&stage, 100, 50, 300, 61) > 100);
	assert_int_equal(ink_within(&stage, 100, 62, 300, 90), 0); /* one line */
	assert_true(stage_noted(&stage, "none.txt: no such file"));
	stage_end(&stage);
}

/* The rectangle has room for one line of two; its last row and column do not count. */
static void a_full_text_moves_up(void **unused)
{
	struct stage stage = { .file_count = 0 };
	size_t first, second;

	(void)unused;
	start(&stage, NOW(2, "a:set_screen(room.tga)\n"
			     "a:ttytext:300(100 50 201 62 note.txt 0)\n"));
	stage_step(&stage, 17);
	first = ink_within(&stage, 100, 50, 200, 61);
	assert_true(first > 100);
	stage_step(&stage, 1); /* the L of the second line */
	second = ink_within(&stage, 100, 50, 200, 61);
	assert_true(second > 0 && second < 30);
	stage_step(&stage, 10);
	assert_int_equal(stage_key(&stage, 300), 2);
	assert_true(ink_within(&stage, 100, 50, 200, 61) > second);
	assert_int_equal(ink_within(&stage, 0, 0, 511, 319),
			 ink_within(&stage, 100, 50, 200, 61));
	stage_end(&stage);
}

static const char titled[] =
	"control:310 titler {\nrectangle(20 200 300 230)\n"
	"string_resource_file(note.txt)\n}\n"
	"puzzle:2 {\nresults {\na:set_screen(room.tga)\n}\nflags {\nDO_ME_NOW\n}\n}\n"
	"puzzle:3 {\ncriteria {\n[400] > 0\n}\nresults {\n"
	"a:display_message(310 [401])\na:assign(400 0)\na:assign(3000 0)\n}\n}\n"
	"puzzle:4 {\ncriteria {\n[402] = 1\n}\nresults {\n"
	"a:set_screen(room.tga)\na:display_message(999 0)\n}\n}\n";

static void show(struct stage *stage, int32_t line)
{
	exh_zv_engine_set_key(stage->engine, 3, 0);
	exh_zv_engine_set_key(stage->engine, 401, line);
	exh_zv_engine_set_key(stage->engine, 400, 1);
	stage_step(stage, 2);
}

static void titlers_show_a_line_at_a_time(void **unused)
{
	struct stage stage = { .file_count = 0 };
	size_t first, second;

	(void)unused;
	start(&stage, titled);
	stage_step(&stage, 3);
	assert_int_equal(ink_within(&stage, 0, 0, 511, 319), 0);
	show(&stage, 0);
	first = ink_within(&stage, 20, 200, 300, 230);
	show(&stage, 1);
	second = ink_within(&stage, 20, 200, 300, 230);
	assert_true(first > second && second > 0);
	/* Another background has the line, too. */
	exh_zv_engine_set_key(stage.engine, 402, 1);
	stage_step(&stage, 3);
	assert_int_equal(ink_within(&stage, 20, 200, 300, 230), second);
	assert_true(stage_noted(&stage, "the place has no such titler"));
	show(&stage, -1);
	assert_int_equal(ink_within(&stage, 0, 0, 511, 319), 0);
	show(&stage, 0);
	assert_int_equal(ink_within(&stage, 20, 200, 300, 230), first);
	show(&stage, 2); /* no such line */
	assert_int_equal(ink_within(&stage, 0, 0, 511, 319), 0);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_typed_letter_by_letter),
		cmocka_unit_test(at_most_one_letter_comes_in_a_tick),
		cmocka_unit_test(a_full_text_moves_up),
		cmocka_unit_test(titlers_show_a_line_at_a_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
