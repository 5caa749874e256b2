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
	assert_int_equal(stage_key(&stage, KEY_MENU), 2);
	assert_int_equal(ink(&stage, 0, 32), 0);
	stage_end(&stage);
}

/* A question stops timers; another place has all entries again. */
static void questions_stop_the_clock_and_places_allow_everything(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "universe.scr", NOW(9, "a:timer:700(1)\n"));
	stage_text(&stage, "hall.scr", NOW(6, "a:assign(601 1)\n"));
	start(&stage, EXH_ZV_NEMESIS);
	assert_int_equal(stage_key(&stage, 700), 1);
	allow(&stage, 9); /* save, exit */
	at(&stage, 500, 2, 16);
	click(&stage);
	stage_step(&stage, 60);
	assert_int_equal(stage_key(&stage, 700), 1);
	stage.input.presses[0] = 'N';
	stage.input.press_count = 1;
	stage_step(&stage, 1);
	stage.input.press_count = 0;
	stage_step(&stage, 10);
	assert_int_equal(stage_key(&stage, 700), 2);
	assert_int_equal(exh_zv_engine_go(stage.engine, "hall", 0, NULL), EXH_OK);
	stage_step(&stage, 3);
	at(&stage, 330, 2, 1); /* settings */
	click(&stage);
	stage_step(&stage, 2);
	assert_int_equal(stage_key(&stage, 600), 3);
	stage_end(&stage);
}

static void the_key_of_the_menu_is_set_by_the_mouse(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS);
	at(&stage, 100, 5, 1);
	exh_zv_engine_set_key(stage.engine, KEY_MENU, 7);
	stage_step(&stage, 3);
	assert_int_equal(stage_key(&stage, KEY_MENU), 7);
	at(&stage, 101, 5, 1);
	assert_int_equal(stage_key(&stage, KEY_MENU), 2);
	stage_end(&stage);
}

/*
 * The menus' art.
 */

static uint16_t dot(const struct stage *stage, size_t x, size_t y)
{
	static uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];

	exh_zv_engine_picture(stage->engine, screen);
	return screen[y * EXH_ZV_SCREEN_WIDTH + x];
}

/* Adds a picture in one colour. */
static void add_art(struct stage *stage, const char *name, size_t width, size_t height,
		    uint16_t color)
{
	uint16_t *pixels = calloc(width * height, sizeof *pixels);
	const struct exh_zv_picture picture = { width, height, pixels };
	struct exh_writer out = { .limit = 1 << 20 };

	assert_non_null(pixels);
	for (size_t i = 0; i < width * height; i++)
		pixels[i] = color;
	assert_int_equal(exh_zv_tgz_write(&picture, &out, NULL), EXH_OK);
	free(pixels);
	stage_written(stage, name, &out);
}

enum { BAR = 1000 };

static void the_bar_is_drawn_where_it_has_slid_to(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "bar.tga", 512, 32, BAR);
	start(&stage, EXH_ZV_NEMESIS);
	at(&stage, 20, 39, 1);
	assert_int_equal(dot(&stage, 63, 0), 0);
	assert_int_equal(dot(&stage, 64, 0), BAR + 31 * 30);
	assert_int_equal(dot(&stage, 575, 1), BAR + 511 + 31 * 31);
	assert_int_equal(dot(&stage, 64, 2), 0);
	stage_step(&stage, 14);
	assert_int_equal(dot(&stage, 64, 0), BAR + 31 * 2);
	stage_step(&stage, 9);
	assert_int_equal(dot(&stage, 64, 0), BAR);
	assert_int_equal(dot(&stage, 64, 31), BAR + 31 * 31);
	assert_int_equal(ink(&stage, 0, 32), 0); /* no words */
	at(&stage, 20, 40, 1);
	assert_int_equal(dot(&stage, 64, 0), BAR + 31 * 2);
	at(&stage, 20, 39, 1); /* back again */
	assert_int_equal(dot(&stage, 64, 0), BAR);
	at(&stage, 20, 40, 16);
	assert_int_equal(dot(&stage, 64, 0), 0);
	stage_end(&stage);
}

/* Frames of a button: 200 ms each, from the tick in which the mouse comes to it. */
static void a_button_moves_under_the_mouse(void **unused)
{
	static const char *const names[] = { "butfrm20.tga", "butfrm21.tga",
					     "butfrm22.tga", "butfrm23.tga",
					     "butfrm24.tga", "butfrm25.tga" };
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "bar.tga", 512, 32, BAR);
	for (size_t i = 0; i < 6; i++)
		add_art(&stage, names[i], 144, 32, (uint16_t)(i * 100));
	start(&stage, EXH_ZV_NEMESIS);
	at(&stage, 20, 20, 16);
	assert_int_equal(dot(&stage, 184, 0), BAR + 120);
	for (int tick = 0; tick < 40; tick++) {
		const int frame = tick * 33 / 200;

		at(&stage, 184 + tick, 31, 1);
		assert_int_equal(dot(&stage, 327, 31), (frame < 4 ? frame : 4) * 100);
		assert_int_equal(dot(&stage, 328, 31), BAR + 264 + 31 * 31);
	}
	at(&stage, 328, 31, 1); /* to a button without pictures, and back */
	assert_int_equal(dot(&stage, 327, 31), BAR + 263 + 31 * 31);
	at(&stage, 327, 31, 1);
	assert_int_equal(dot(&stage, 184, 31), 0);
	stage_step(&stage, 7);
	assert_int_equal(dot(&stage, 184, 31), 100);
	allow(&stage, 8); /* save alone */
	assert_int_equal(dot(&stage, 184, 31), BAR + 120 + 31 * 31);
	allow(&stage, 4);
	click(&stage);
	assert_int_equal(dot(&stage, 327, 31), 500);
	at(&stage, 327, 32, 1);
	at(&stage, 327, 31, 1);
	assert_int_equal(dot(&stage, 327, 31), 0);
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

static void answer(struct stage *stage, uint8_t code)
{
	stage->input.presses[0] = code;
	stage->input.press_count = 1;
	exh_zv_engine_step(stage->engine, &stage->input, &stage->host);
	stage->input.press_count = 0;
}

static bool has_ended(const struct stage *stage)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(stage->engine, &state);
	assert_int_equal(stage_key(stage, 39), state.has_ended);
	assert_true(!state.has_ended || strcmp(state.end_name, "quit") == 0);
	return state.has_ended;
}

static bool waits(const struct stage *stage)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(stage->engine, &state);
	return state.waits;
}

static void leaving_is_asked_for(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS);
	at(&stage, 575, 2, 16);
	click(&stage);
	assert_true(waits(&stage));
	assert_true(ink(&stage, 0, 32) > 100);
	answer(&stage, 'X');
	assert_true(waits(&stage));
	answer(&stage, 'N');
	assert_false(waits(&stage) || has_ended(&stage));
	click(&stage);
	stage_step(&stage, 3);
	answer(&stage, 'Y');
	assert_true(has_ended(&stage));
	stage_end(&stage);
}

/* Yes in each language, and another key. */
static void questions_are_answered_in_the_games_language(void **unused)
{
	static const struct {
		enum exh_zv_game game;
		enum exh_zv_language language;
		uint8_t yes;
		bool means_no; /* another key does */
	} editions[] = {
		{ EXH_ZV_NEMESIS, EXH_ZV_ENGLISH, 'Y', false },
		{ EXH_ZV_ZGI, EXH_ZV_GERMAN, 'J', false },
		{ EXH_ZV_NEMESIS, EXH_ZV_SPANISH, 'S', false },
		{ EXH_ZV_ZGI, EXH_ZV_FRENCH, 'O', false },
		{ EXH_ZV_NEMESIS, EXH_ZV_FRENCH, 0x73, true },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof editions / sizeof *editions; i++) {
		struct stage stage = { .file_count = 0 };

		start(&stage, editions[i].game);
		exh_zv_world_set_language(stage.world, editions[i].language);
		at(&stage, 500, 2, 16);
		click(&stage);
		answer(&stage, 'A');
		assert_int_equal(waits(&stage), !editions[i].means_no);
		answer(&stage, 'N');
		assert_false(waits(&stage));
		click(&stage);
		answer(&stage, editions[i].yes);
		assert_true(has_ended(&stage));
		stage_end(&stage);
	}
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

static void the_main_menu_slides_as_far_as_its_tab_is_short(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "gmzau031.tga", 580, 32, BAR);
	add_art(&stage, "gmzau131.tga", 40, 9, 70);
	add_art(&stage, "gmzau111.tga", 28, 32, 71);
	add_art(&stage, "gmzau121.tga", 28, 32, 72);
	add_art(&stage, "gmzmu011.tga", 135, 32, 73);
	add_art(&stage, "gmznu011.tga", 135, 32, 74);
	add_art(&stage, "gmzmu021.tga", 135, 32, 75);
	start(&stage, EXH_ZV_ZGI);
	at(&stage, 300, 39, 1);
	assert_int_equal(dot(&stage, 30, 0), 70);
	assert_int_equal(dot(&stage, 69, 8), 70);
	assert_int_equal(dot(&stage, 70, 8), 0);
	assert_int_equal(dot(&stage, 27, 31), 71);
	assert_int_equal(dot(&stage, 612, 31), 72);
	at(&stage, 64, 7, 1); /* from -23 on */
	assert_int_equal(dot(&stage, 30, 0), BAR + 31 * 21);
	assert_int_equal(dot(&stage, 27, 31), 0); /* no tabs */
	assert_int_equal(dot(&stage, 185, 10), 73);
	assert_int_equal(dot(&stage, 185, 11), 0);
	stage_step(&stage, 11);
	assert_int_equal(dot(&stage, 30, 0), BAR);
	assert_int_equal(dot(&stage, 49, 31), BAR + 19 + 31 * 31);
	assert_int_equal(dot(&stage, 319, 31), 73);
	assert_int_equal(dot(&stage, 320, 31), 75);
	at(&stage, 319, 31, 1);
	assert_int_equal(dot(&stage, 185, 0), 74);
	assert_int_equal(dot(&stage, 320, 31), 75);
	at(&stage, 320, 31, 1); /* no picture of it under the mouse */
	assert_int_equal(dot(&stage, 185, 0), 73);
	allow(&stage, 2);
	assert_int_equal(dot(&stage, 185, 0), BAR + 155);
	at(&stage, 300, 40, 1);
	assert_int_equal(dot(&stage, 300, 0), 0);
	stage_end(&stage);
}

static void items_have_pictures_in_their_cells(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "gmzau011.tga", 600, 32, BAR);
	add_art(&stage, "gmzwu1f1.tga", 28, 32, 70);
	add_art(&stage, "gmzxu1f1.tga", 28, 32, 71);
	add_art(&stage, "gmzwu031.tga", 28, 32, 0); /* all transparent */
	start(&stage, EXH_ZV_ZGI);
	exh_zv_engine_set_key(stage.engine, 150, 7); /* 81 pixels each */
	exh_zv_engine_set_key(stage.engine, 157, 0x1f);
	exh_zv_engine_set_key(stage.engine, 156, 3);
	at(&stage, 2, 20, 1);
	assert_int_equal(dot(&stage, 0, 31), BAR + 553 + 31 * 31);
	assert_int_equal(dot(&stage, 46, 0), BAR + 599);
	assert_int_equal(dot(&stage, 47, 0), 0);
	stage_step(&stage, 29);
	assert_int_equal(dot(&stage, 598, 0), 0);
	assert_int_equal(dot(&stage, 597, 0), BAR + 599);
	stage_step(&stage, 1);
	assert_int_equal(dot(&stage, 0, 0), BAR);
	assert_int_equal(dot(&stage, 599, 0), BAR + 599);
	assert_int_equal(dot(&stage, 485, 5), BAR + 485 + 31 * 5);
	assert_int_equal(dot(&stage, 486, 5), 70);
	assert_int_equal(dot(&stage, 513, 31), 70);
	assert_int_equal(dot(&stage, 514, 31), BAR + 514 + 31 * 31);
	assert_int_equal(dot(&stage, 410, 5), BAR + 410 + 31 * 5);
	at(&stage, 513, 31, 1);
	assert_int_equal(dot(&stage, 486, 5), 71);
	at(&stage, 513, 32, 1);
	assert_int_equal(dot(&stage, 486, 5), 70);
	allow(&stage, 0xf); /* the menu stays, and is empty */
	assert_int_equal(dot(&stage, 486, 5), 0);
	assert_int_equal(stage_key(&stage, KEY_MENU), 1);
	stage_end(&stage);
}

static void spells_have_pictures_too(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "gmzau021.tga", 580, 32, BAR);
	add_art(&stage, "gmzwue21.tga", 28, 32, 70);
	add_art(&stage, "gmzwuf01.tga", 28, 32, 71);
	add_art(&stage, "gmzxuf01.tga", 28, 32, 72);
	start(&stage, EXH_ZV_ZGI);
	exh_zv_engine_set_key(stage.engine, 193, 5);
	at(&stage, 639, 0, 1);
	assert_int_equal(dot(&stage, 592, 0), 0);
	assert_int_equal(dot(&stage, 593, 0), BAR);
	stage_step(&stage, 40);
	assert_int_equal(dot(&stage, 59, 0), 0);
	assert_int_equal(dot(&stage, 60, 0), BAR);
	assert_int_equal(dot(&stage, 668 + 94 - 580 - 1, 0), BAR + 121);
	assert_int_equal(dot(&stage, 668 + 94 - 580, 0), 70);
	exh_zv_engine_set_key(stage.engine, 206, 1);
	assert_int_equal(dot(&stage, 668 + 94 - 580 + 27, 31), 71);
	at(&stage, 668 + 94 - 580, 31, 1);
	assert_int_equal(dot(&stage, 668 + 94 - 580 + 27, 31), 72);
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
		cmocka_unit_test(questions_stop_the_clock_and_places_allow_everything),
		cmocka_unit_test(the_key_of_the_menu_is_set_by_the_mouse),
		cmocka_unit_test(the_bar_is_drawn_where_it_has_slid_to),
		cmocka_unit_test(a_button_moves_under_the_mouse),
		cmocka_unit_test(releases_lead_to_the_rooms),
		cmocka_unit_test(clicks_reach_the_room_at_its_corner),
		cmocka_unit_test(levers_that_are_let_go_over_a_menu_fall_back),
		cmocka_unit_test(leaving_is_asked_for),
		cmocka_unit_test(questions_are_answered_in_the_games_language),
		cmocka_unit_test(a_question_can_be_saved),
		cmocka_unit_test(three_menus_open_at_their_tabs),
		cmocka_unit_test(the_main_menu_slides_as_far_as_its_tab_is_short),
		cmocka_unit_test(items_have_pictures_in_their_cells),
		cmocka_unit_test(spells_have_pictures_too),
		cmocka_unit_test(items_change_places_with_the_hand),
		cmocka_unit_test(spells_are_chosen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
