/* Fields for text, and the saved games that stand in them. */
#include "stage_testing.h"

enum { WHITE = 0x7fff };

static const struct exh_zv_start from_start = { .seed = 1 };

static void type(struct stage *stage, const char *text)
{
	for (; *text; text++) {
		stage->input.presses[0] = (uint8_t)*text;
		stage->input.press_count = 1;
		stage_step(stage, 1);
	}
	stage->input.press_count = 0;
}

static size_t ink(const struct stage *stage, size_t y1, size_t y2, uint16_t color)
{
	static uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	size_t count = 0;

	exh_zv_engine_picture(stage->engine, screen);
	for (size_t i = (80 + y1) * EXH_ZV_SCREEN_WIDTH;
	     i < (80 + y2) * EXH_ZV_SCREEN_WIDTH; i++)
		count += screen[i] == color;
	return count;
}

static void texts_are_written_and_taken_back(void **unused)
{
	struct stage stage = { .file_count = 0 };
	size_t empty, some;

	(void)unused;
	stage_picture(&stage, "room.tga", 512, 320, 100);
	stage_text(&stage, "nemesis.str", "first\r\n<RED 255 GREEN 0 BLUE 0>\r\n");
	stage_text(&stage, "gary.scr",
		   "control:300 input {\nrectangle(10 10 200 30)\nnext_tabstop(301)\n"
		   "focus(1)\n}\n"
		   "control:301 input {\nrectangle(10 50 200 70)\nstring_init(2)\n"
		   "aux_hotspot(300 0 310 10)\nnext_tabstop(999)\n}\n" NOW(
			   2, "a:set_screen(room.tga)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 4);
	empty = ink(&stage, 10, 30, WHITE); /* the caret */
	assert_true(empty > 0);
	type(&stage, "LAMP 7\x60");
	some = ink(&stage, 10, 30, WHITE);
	assert_true(some > empty);
	type(&stage, "\x25\x70"); /* an arrow and F1 write nothing */
	assert_int_equal(ink(&stage, 10, 30, WHITE), some);
	type(&stage, "\x0d");
	assert_int_equal(stage_key(&stage, 300), 1);
	type(&stage, "\x08\x08\x08\x08\x08\x08\x08\x08\x08");
	assert_int_equal(stage_key(&stage, 300), 0);
	assert_int_equal(ink(&stage, 10, 30, WHITE), empty);
	/* The tabulator leads to the next field, and a missing field leads nowhere. */
	type(&stage, "\x09\x09X");
	assert_int_equal(ink(&stage, 10, 30, WHITE), 0);
	assert_true(ink(&stage, 50, 70, WHITE) > 0); /* no such style */
	stage_click(&stage, 20, 20);
	assert_int_equal(ink(&stage, 10, 30, WHITE), empty);
	stage_click(&stage, 305, 5);
	stage_step(&stage, 1);
	assert_int_equal(ink(&stage, 10, 30, WHITE), 0);
	/* Length has a limit. */
	for (int i = 0; i < 40; i++)
		type(&stage, "I");
	type(&stage, "\x0d");
	assert_int_equal(stage_key(&stage, 301), 1);
	stage_end(&stage);
}

static void styles_are_lines_of_the_games_texts(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "room.tga", 512, 320, 100);
	stage_text(&stage, "nemesis.str", "first\r\n<RED 248 GREEN 0 BLUE 0>\r\n");
	stage_text(&stage, "gary.scr",
		   "control:301 input {\nrectangle(10 50 200 70)\nstring_init(1)\n"
		   "focus(1)\n}\n" NOW(2, "a:set_screen(room.tga)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 4);
	type(&stage, "HI");
	assert_true(ink(&stage, 50, 70, 31 << 10) > 10);
	assert_int_equal(ink(&stage, 50, 70, WHITE), 0);
	stage_end(&stage);
}

/* Returns the number of white pixels at the top, where messages stand. */
static size_t ink_of_strip(const struct stage *stage)
{
	static uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	size_t count = 0;

	exh_zv_engine_picture(stage->engine, screen);
	for (size_t i = 0; i < 32 * EXH_ZV_SCREEN_WIDTH; i++)
		count += screen[i] == WHITE;
	return count;
}

static const char fields[] =
	"control:310 input {\nrectangle(10 10 200 30)\nfocus(1)\nnext_tabstop(311)\n}\n"
	"control:311 input {\nrectangle(10 50 200 70)\n}\n";

/* Starts a room, and two rooms of the menu: for saving, and for restoring. */
static void start(struct stage *stage)
{
	static char saving[512], restoring[512];

	snprintf(saving, sizeof saving,
		 "%s%scontrol:312 save {\ncontrol_type(save)\nsavebox(1 310)\n"
		 "savebox(2,311)\nsavebox(3 999)\nsavebox(4)\n}\n",
		 NOW(5, "a:set_screen(room.tga)\n"), fields);
	snprintf(restoring, sizeof restoring,
		 "%s%scontrol:312 save {\ncontrol_type(Restore)\nsavebox(1 310)\n"
		 "savebox(2,311)\n}\n",
		 NOW(6, "a:set_screen(room.tga)\n"), fields);
	stage_picture(stage, "room.tga", 512, 320, 100);
	stage_text(stage, "gjse.scr", saving);
	stage_text(stage, "gjre.scr", restoring);
	stage_start(stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(stage, 4);
}

static void go(struct stage *stage, const char *place)
{
	assert_int_equal(exh_zv_engine_go(stage->engine, place, 0, NULL), EXH_OK);
	stage_step(stage, 8);
}

static void check_place(const struct stage *stage, const char *place)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(stage->engine, &state);
	assert_string_equal(state.place, place);
}

static bool waits(const struct stage *stage)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(stage->engine, &state);
	return state.waits;
}

/* Returns the value of a key in the first kept game. */
static int saved_key(const struct stage *stage, size_t key)
{
	struct exh_bytes bytes;
	const char *name;

	assert_true(exh_zv_engine_kept_game(stage->engine, 0, &name, &bytes));
	assert_string_equal(name, "nemsav1.sav");
	return bytes.data[28 + 8 + 60000 + 8 + 2 * key];
}

static void games_are_saved_and_restored_by_their_titles(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_bytes bytes;
	const char *name;

	(void)unused;
	start(&stage);
	exh_zv_engine_set_key(stage.engine, 600, 7);
	go(&stage, "gjse");
	assert_int_equal(stage_key(&stage, 45), 'g');
	assert_int_equal(stage_key(&stage, 46), 'a');
	exh_zv_engine_set_key(stage.engine, 600, 6); /* too late */
	type(&stage, "\x0d");			     /* no title: nothing is saved */
	assert_true(waits(&stage));
	assert_true(ink_of_strip(&stage) > 20);
	assert_false(exh_zv_engine_kept_game(stage.engine, 0, &name, &bytes));
	type(&stage, "Q "); /* Space ends the message */
	assert_false(waits(&stage));
	type(&stage, "LAMP\x0d");
	assert_true(waits(&stage));
	assert_true(exh_zv_engine_kept_game(stage.engine, 0, &name, &bytes));
	assert_memory_equal(bytes.data + bytes.size - 12, "NAME\4\0\0\0LAMP", 12);
	assert_memory_equal(bytes.data + 20, "gary", 4); /* place of the player */
	assert_int_equal(saved_key(&stage, 600), 7);
	assert_int_equal(saved_key(&stage, 4), 'a');
	assert_int_equal(saved_key(&stage, 45), 0);
	stage_step(&stage, 60); /* 61 ticks are two seconds */
	assert_true(waits(&stage));
	stage_step(&stage, 1);
	assert_false(waits(&stage));
	stage_step(&stage, 1);
	check_place(&stage, "gjse");
	stage_step(&stage, 1);
	check_place(&stage, "gary");
	exh_zv_engine_set_key(stage.engine, 600, 8);
	go(&stage, "gjre");
	assert_true(ink(&stage, 10, 30, WHITE) > 20);
	assert_int_equal(ink(&stage, 50, 70, WHITE), 0);
	type(&stage, "QQ"); /* titles stay */
	stage_click(&stage, 20, 60);
	stage_step(&stage, 4);
	check_place(&stage, "gjre");
	stage_click(&stage, 20, 20);
	stage_step(&stage, 4);
	check_place(&stage, "gary");
	assert_int_equal(stage_key(&stage, 600), 7);
	assert_int_equal(stage_key(&stage, 20), 1);
	stage_end(&stage);
}

/* A saved game is replaced only after a question; the state can be saved meanwhile. */
static void replacing_a_saved_game_is_asked_for(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_writer saved = { .limit = 1 << 24 };

	(void)unused;
	start(&stage);
	for (int value = 1; value < 4; value++) {
		exh_zv_engine_set_key(stage.engine, 600, value);
		go(&stage, "gjse");
		type(&stage, "A\x0d");
		if (value > 1) {
			assert_int_equal(saved_key(&stage, 600), 1);
			exh_zv_engine_save(stage.engine, &saved);
			assert_int_equal(exh_zv_engine_load(stage.engine, stage.world,
							    exh_writer_bytes(&saved),
							    NULL),
					 EXH_OK);
			saved.size = 0;
			type(&stage, value == 2 ? "N" : "Y");
		}
		assert_int_equal(waits(&stage), value != 2); /* the message */
		type(&stage, "\x1b");
		assert_int_equal(saved_key(&stage, 600), value == 3 ? 3 : 1);
		go(&stage, "gary");
	}
	exh_writer_free(&saved);
	stage_end(&stage);
}

/* Within the menu there is no game before it: what is saved is as it is. */
static void the_kept_copy_goes_with_the_menu(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_zv_engine *copy = exh_zv_engine_new();
	struct exh_writer saved = { .limit = 1 << 20 };

	(void)unused;
	start(&stage);
	exh_zv_engine_set_key(stage.engine, 600, 1);
	go(&stage, "gjse");
	exh_zv_engine_set_key(stage.engine, 600, 2);
	assert_true(exh_zv_engine_copy(copy, stage.engine));
	exh_zv_engine_free(stage.engine);
	stage.engine = copy;
	exh_zv_engine_save_game(stage.engine, &saved);
	assert_int_equal(saved.data[28 + 8 + 60000 + 8 + 1200], 1);
	saved.size = 0;
	go(&stage, "gjre");
	go(&stage, "gary");
	exh_zv_engine_save_game(stage.engine, &saved);
	assert_int_equal(saved.data[28 + 8 + 60000 + 8 + 1200], 2);
	saved.size = 0;
	go(&stage, "gjre");
	exh_zv_engine_set_key(stage.engine, 600, 3);
	go(&stage, "gjse");
	exh_zv_engine_save_game(stage.engine, &saved);
	assert_int_equal(saved.data[28 + 8 + 60000 + 8 + 1200], 3);
	exh_writer_free(&saved);
	stage_end(&stage);
}

/* Return restores what the mouse is over, without a click. */
static void the_mouse_alone_chooses_a_game_to_restore(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_writer out = { .limit = 1 << 20 };

	(void)unused;
	start(&stage);
	exh_zv_engine_set_key(stage.engine, 600, 9);
	exh_zv_engine_save_game(stage.engine, &out);
	stage_written(&stage, "nemsav2.sav", &out);
	exh_zv_engine_set_key(stage.engine, 600, 0);
	go(&stage, "gjre");
	stage_point(&stage, 20, 60);
	stage_step(&stage, 1);
	type(&stage, "\x0d");
	stage_step(&stage, 4);
	assert_int_equal(stage_key(&stage, 600), 9);
	stage_end(&stage);
}

/* Saved games of an earlier run, one of which has no title. */
static void files_of_saved_games_are_listed(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_writer out = { .limit = 1 << 20 };

	(void)unused;
	start(&stage);
	exh_zv_engine_set_key(stage.engine, 600, 9);
	exh_zv_engine_save_game(stage.engine, &out);
	stage_written(&stage, "nemsav1.sav", &out);
	stage_text(&stage, "nemsav2.sav", "ZNSG\4");
	exh_zv_engine_set_key(stage.engine, 600, 0);
	go(&stage, "gjre");
	assert_true(ink(&stage, 10, 30, WHITE) > 20);
	stage_click(&stage, 20, 60);
	stage_step(&stage, 1);
	assert_true(stage_noted(&stage, "nemsav2.sav: a part passes the end"));
	stage_click(&stage, 20, 20);
	stage_step(&stage, 4);
	check_place(&stage, "gary");
	assert_int_equal(stage_key(&stage, 600), 9);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_written_and_taken_back),
		cmocka_unit_test(styles_are_lines_of_the_games_texts),
		cmocka_unit_test(games_are_saved_and_restored_by_their_titles),
		cmocka_unit_test(replacing_a_saved_game_is_asked_for),
		cmocka_unit_test(the_kept_copy_goes_with_the_menu),
		cmocka_unit_test(the_mouse_alone_chooses_a_game_to_restore),
		cmocka_unit_test(files_of_saved_games_are_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
