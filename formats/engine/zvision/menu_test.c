/* The menus at the top of the screen. */
#include "stage_testing.h"
#include "exhume/advanced/zvision_picture.h"

enum { ITEM_COLOR = 5, WHITE = 0x7fff, KEY_MENU = 19 };

static const struct exh_zv_start from_start = { .seed = 1 };

static const char room[] = NOW(
	2, "a:set_screen(room.tga)\n") "puzzle:4 {\ncriteria {\n[401] > 0\n}\nresults {\n"
				       "a:menu_bar_enable([401])\na:assign(401 0)\n}\n}\n"
				       "control:300 push_toggle {\nflat_hotspot(0 0 9 "
				       "9)\n}\n"
				       "control:301 push_toggle {\nflat_hotspot(100 100 "
				       "40 40)\n}\n";

static void start(struct stage *stage, enum exh_zv_game game)
{
	stage_text(stage, "gary.scr", room);
	stage_text(stage, "gjse.scr", NOW(3, "a:assign(600 1)\n"));
	stage_text(stage, "gjre.scr", NOW(4, "a:assign(600 2)\n"));
	stage_text(stage, "gjpe.scr", NOW(5, "a:assign(600 3)\n"));
	stage_picture(stage, "room.tga", 640, 344, 100);
	stage_start(stage, game, &from_start);
	stage_step(stage, 4);
}

static void at(struct stage *stage, int32_t x, int32_t y, unsigned ticks)
{
	stage->input.x = x;
	stage->input.y = y;
	stage_step(stage, ticks);
}

static void click(struct stage *stage)
{
	stage->input.left = true;
	stage_step(stage, 1);
	stage->input.left = false;
	stage_step(stage, 1);
}

/* Returns the number of white pixels between two rows. */
static size_t ink(const struct stage *stage, size_t from, size_t to)
{
	static uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	size_t count = 0;

	exh_zv_engine_picture(stage->engine, screen);
	for (size_t i = from * EXH_ZV_SCREEN_WIDTH; i < to * EXH_ZV_SCREEN_WIDTH; i++)
		count += screen[i] == WHITE;
	return count;
}

static void allow(struct stage *stage, int32_t bits)
{
	exh_zv_engine_set_key(stage->engine, 4, 0);
	exh_zv_engine_set_key(stage->engine, 401, bits);
	stage_step(stage, 2);
}

static void it_slides_in_and_out_at_the_top(void **unused)
{
	struct stage stage = { .file_count = 0 };
	size_t all;

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS);
	at(&stage, 300, 40, 20);
	assert_int_equal(stage_key(&stage, KEY_MENU), 0);
	assert_int_equal(ink(&stage, 0, 80), 0);
	at(&stage, 300, 39, 1);
	assert_int_equal(stage_key(&stage, KEY_MENU), 2);
	assert_int_equal(ink(&stage, 0, 80), 0); /* two rows, above the letters */
	stage_step(&stage, 15);
	all = ink(&stage, 0, 32);
	assert_true(all > 100);
	assert_int_equal(ink(&stage, 32, 80), 0);
	at(&stage, 300, 300, 1);
	assert_int_equal(stage_key(&stage, KEY_MENU), 0);
	assert_true(ink(&stage, 0, 32) > 0);
	stage_step(&stage, 15);
	assert_int_equal(ink(&stage, 0, 80), 0);
	stage_end(&stage);
}

static void scripts_say_which_entries_there_are(void **unused)
{
	struct stage stage = { .file_count = 0 };
	size_t all;

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS);
	at(&stage, 100, 5, 20);
	all = ink(&stage, 0, 32);
	allow(&stage, 4); /* restore */
	assert_true(ink(&stage, 0, 32) > 0 && ink(&stage, 0, 32) < all);
	click(&stage); /* on save */
	stage_step(&stage, 4);
	assert_int_equal(stage_key(&stage, 600), 0);
	allow(&stage, 0x300); /* bits that this game does not have */
	stage_step(&stage, 20);
	assert_int_equal(stage_key(&stage, KEY_MENU), 0);
	assert_int_equal(ink(&stage, 0, 32), 0);
	stage_end(&stage);
}

/* The first and the last column of each entry that leads to a room. */
static void releases_lead_to_the_rooms(void **unused)
{
	static const int32_t columns[2][6] = { { 64, 183, 184, 327, 328, 455 },
					       { 50, 184, 185, 319, 320, 454 } };

	(void)unused;
	for (size_t i = 0; i < 12; i++) {
		struct stage stage = { .file_count = 0 };

		start(&stage, i < 6 ? EXH_ZV_NEMESIS : EXH_ZV_ZGI);
		at(&stage, 300, 2, 16);
		at(&stage, columns[i / 6][i % 6], 31, 1);
		stage.input.left = true;
		stage_step(&stage, 5);
		assert_int_equal(stage_key(&stage, 600), 0);
		stage.input.left = false;
		stage_step(&stage, 4);
		assert_int_equal(stage_key(&stage, 600), (int32_t)(i % 6) / 2 + 1);
		assert_int_equal(stage_key(&stage, 45), 'g');
		assert_int_equal(stage_key(&stage, 46), 'a');
		stage_end(&stage);
	}
}

static void clicks_reach_the_room_at_its_corner(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS);
	at(&stage, 20, 20, 16); /* beside all entries */
	click(&stage);
	assert_int_equal(stage_key(&stage, 300), 1);
	assert_int_equal(stage_key(&stage, 301), 0);
	stage_end(&stage);
}

static void levers_that_are_let_go_over_a_menu_fall_back(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_film(&stage, "gate.rlf", 5, 5, 3, 66);
	stage_text(
		&stage, "gate.lev",
		"filename:gate.rlf~\nanim_coords:20 20 29 29~\nmirrored:0~\nframes:3~\n"
		"start_pos:0~\nhotspot_deltas:90 90~\n0:0 0 D=1,90~\n1:0 0 D=2,90~\n"
		"2:0 0 ^=P(2 to 0) E(0)~\n");
	stage_text(&stage, "gary.scr",
		   "control:300 lever {\ndescfile(gate.lev)\n}\n" NOW(
			   2, "a:set_screen(room.tga)\n"));
	stage_picture(&stage, "room.tga", 512, 320, 100);
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 4);
	at(&stage, 114, 130, 1);
	stage.input.left = true;
	stage_step(&stage, 1);
	at(&stage, 114, 110, 1);
	at(&stage, 114, 90, 1);
	assert_int_equal(stage_key(&stage, 300), 2);
	at(&stage, 20, 20, 1);
	stage.input.left = false;
	stage_step(&stage, 9);
	assert_int_equal(stage_key(&stage, 300), 0);
	stage_end(&stage);
}

static void leaving_is_asked_for(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_zv_engine_state state;

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS);
	at(&stage, 575, 2, 16);
	for (int i = 0; i < 2; i++) {
		click(&stage);
		exh_zv_engine_state(stage.engine, &state);
		assert_true(state.waits);
		assert_true(ink(&stage, 0, 32) > 100);
		stage_step(&stage, 3);
		stage.input.presses[0] = i ? 'Y' : 'N';
		stage.input.press_count = 1;
		if (!i)
			stage_step(&stage, 1);
		else
			assert_false(exh_zv_engine_step(stage.engine, &stage.input,
							&stage.host));
		stage.input.press_count = 0;
		exh_zv_engine_state(stage.engine, &state);
		assert_string_equal(state.end_name, i ? "quit" : "running");
		assert_false(state.waits);
		assert_int_equal(stage_key(&stage, 39), i);
	}
	stage_end(&stage);
}

/* A question in the game's words; the state is saved while it is shown. */
static void a_question_can_be_saved(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_writer saved = { .limit = 1 << 24 };
	struct exh_error err;
	size_t before;

	(void)unused;
	stage_text(&stage, "nemesis.str", "0\r\n1\r\n2\r\n3\r\n4\r\n5\r\nI\r\n");
	start(&stage, EXH_ZV_NEMESIS);
	at(&stage, 500, 2, 16);
	click(&stage);
	before = ink(&stage, 0, 32);
	assert_true(before > 0 && before < 50);
	exh_zv_engine_save(stage.engine, &saved);
	stage.input.presses[0] = 'N';
	stage.input.press_count = 1;
	stage_step(&stage, 1);
	stage.input.press_count = 0;
	assert_true(ink(&stage, 0, 32) > before);
	assert_int_equal(exh_zv_engine_load(stage.engine, stage.world,
					    exh_writer_bytes(&saved), &err),
			 EXH_OK);
	assert_int_equal(ink(&stage, 0, 32), before);
	exh_writer_free(&saved);
	stage_end(&stage);
}

/*
 * Menus of Grand Inquisitor.
 */

static void three_menus_open_at_their_tabs(void **unused)
{
	static const struct {
		int32_t x, y, menu;
	} points[] = {
		{ 63, 2, 0 },  { 64, 8, 0 },   { 64, 7, 2 },   { 575, 0, 2 },
		{ 576, 0, 0 }, { 27, 31, 1 },  { 28, 31, 0 },  { 27, 32, 0 },
		{ 0, 0, 1 },   { 612, 31, 3 }, { 611, 31, 0 }, { 639, 0, 3 },
	};
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_ZGI);
	for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
		at(&stage, 300, 200, 1);
		assert_int_equal(stage_key(&stage, KEY_MENU), 0);
		assert_int_equal(ink(&stage, 0, 40), 0);
		at(&stage, points[i].x, points[i].y, 1);
		assert_int_equal(stage_key(&stage, KEY_MENU), points[i].menu);
		at(&stage, 300, 39, 1); /* the menu stays */
		assert_int_equal(stage_key(&stage, KEY_MENU), points[i].menu);
	}
	allow(&stage, 0xf);
	at(&stage, 300, 200, 1);
	at(&stage, 5, 5, 1);
	assert_int_equal(stage_key(&stage, KEY_MENU), 0);
	stage_end(&stage);
}

static void add_cursor(struct stage *stage, const char *name)
{
	const struct exh_zv_cursor cursor = { .width = 6, .height = 6 };
	struct exh_writer out = { .limit = 1 << 12 };
	uint16_t pixels[36];

	for (size_t i = 0; i < 36; i++)
		pixels[i] = ITEM_COLOR;
	assert_int_equal(exh_zv_cursor_write(&cursor, pixels, &out, NULL), EXH_OK);
	stage_written(stage, name, &out);
}

static void items_change_places_with_the_hand(void **unused)
{
	static uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	struct stage stage = { .file_count = 0 };

	(void)unused;
	add_cursor(&stage, "g0bac1f1.zcr");
	start(&stage, EXH_ZV_ZGI);
	exh_zv_engine_set_key(stage.engine, 153, 0x1f);
	at(&stage, 5, 5, 31);
	exh_zv_engine_picture(stage.engine, screen);
	/* Cells of 572 / 20 = 28 pixels: the third begins at 56. */
	assert_int_equal(screen[16 * EXH_ZV_SCREEN_WIDTH + 70], ITEM_COLOR);
	at(&stage, 60, 20, 1);
	click(&stage);
	assert_int_equal(stage_key(&stage, 9), 0x1f);
	assert_int_equal(stage_key(&stage, 153), 0);
	exh_zv_engine_set_key(stage.engine, 150, 11); /* cells of 52 */
	at(&stage, 104, 20, 1);
	click(&stage);
	assert_int_equal(stage_key(&stage, 9), 0);
	assert_int_equal(stage_key(&stage, 153), 0x1f);
	exh_zv_engine_set_key(stage.engine, 9, 0xe0); /* a spell is no item */
	click(&stage);
	assert_int_equal(stage_key(&stage, 9), 0xe0);
	stage_end(&stage);
}

static void spells_are_chosen(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_ZGI);
	exh_zv_engine_set_key(stage.engine, 193, 1);
	at(&stage, 620, 5, 31);
	at(&stage, 668 + 47 * 2 - 600, 5, 1);
	click(&stage);
	assert_int_equal(stage_key(&stage, 205), 0xe2);
	exh_zv_engine_set_key(stage.engine, 206, 1);
	click(&stage);
	assert_int_equal(stage_key(&stage, 205), 0xf0);
	at(&stage, 668 + 47 - 600, 5, 1); /* a spell that the player does not have */
	click(&stage);
	assert_int_equal(stage_key(&stage, 205), 0xf0);
	exh_zv_engine_set_key(stage.engine, 205, 0);
	exh_zv_engine_set_key(stage.engine, 9, 3); /* an item is in the hand */
	at(&stage, 668 + 47 * 2 - 600 + 27, 5, 1);
	click(&stage);
	assert_int_equal(stage_key(&stage, 205), 0);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_slides_in_and_out_at_the_top),
		cmocka_unit_test(scripts_say_which_entries_there_are),
		cmocka_unit_test(releases_lead_to_the_rooms),
		cmocka_unit_test(clicks_reach_the_room_at_its_corner),
		cmocka_unit_test(levers_that_are_let_go_over_a_menu_fall_back),
		cmocka_unit_test(leaving_is_asked_for),
		cmocka_unit_test(a_question_can_be_saved),
		cmocka_unit_test(three_menus_open_at_their_tabs),
		cmocka_unit_test(items_change_places_with_the_hand),
		cmocka_unit_test(spells_are_chosen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
