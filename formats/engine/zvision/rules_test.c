/*
 * Zvision 10, line by line: each test has the line that it is about. The order in which
 * puzzles are queued and checked is in scheduler_test.c, saved games are in
 * game_save_test.c.
 */
#include "zv_parts.h"
#include "stage_testing.h"

static const struct exh_zv_start from_start = { .seed = 1 };

static void start(struct stage *stage, enum exh_zv_game game, const char *gary)
{
	stage_text(stage, "gary.scr", gary);
	stage_start(stage, game, &from_start);
}

static const char *place_of(const struct stage *stage)
{
	static struct exh_zv_engine_state state;

	exh_zv_engine_state(stage->engine, &state);
	return state.place;
}

/*
 * State.
 */

/* "keys (0..29999 Nem, ..19999 ZGI) to integers, default 0" */
static void keys_are_integers_and_0_at_first(void **unused)
{
	static const int32_t counts[] = { 30000, 20000 };

	(void)unused;
	for (int i = 0; i < 2; i++) {
		const int32_t last = counts[i] - 1;
		struct stage stage = { .file_count = 0 };

		start(&stage, i ? EXH_ZV_ZGI : EXH_ZV_NEMESIS,
		      NOW(602, "a:assign(200 70000)\na:assign(201 -3)\n"));
		assert_int_equal(exh_zv_engine_key_count(stage.engine), counts[i]);
		assert_int_equal(stage_key(&stage, last), 0);
		exh_zv_engine_set_key(stage.engine, last, 5);
		exh_zv_engine_set_key(stage.engine, last + 1, 5);
		stage_step(&stage, 1);
		assert_int_equal(stage_key(&stage, 200), 70000);
		assert_int_equal(stage_key(&stage, 201), -3);
		assert_int_equal(stage_key(&stage, last), 5);
		assert_int_equal(stage_key(&stage, last + 1), 0);
		stage_end(&stage);
	}
}

/* "parsed flags are ORed in; enable_control / disable_control clear / set DISABLED, on
 * puzzles as well as controls" */
static void flags_add_up_and_disabled_comes_and_goes(void **unused)
{
	struct stage stage = { .file_count = 0 };
	const uint8_t *flags;

	(void)unused;
	stage_text(&stage, "ga.scr",
		   "puzzle:605 {\ncriteria {\n[200] = 9\n}\nflags {\nDISABLED\n}\n}\n");
	start(&stage, EXH_ZV_NEMESIS,
	      "puzzle:605 {\nresults {\na:add(200 1)\n}\nflags {\nONCE_PER_INST\n}\n}\n"
	      "puzzle:606 {\ncriteria {\n[201] = 1\n}\nresults "
	      "{\na:enable_control(605)\n}\n}\n"
	      "puzzle:607 {\ncriteria {\n[201] = 2\n}\nresults "
	      "{\na:disable_control(619)\n}\n}\n"
	      "control:619 push_toggle {\nflat_hotspot(0 0 100 100)\n}\n");
	stage_step(&stage, 4);
	flags = stage.engine->scheduler.flags;
	assert_int_equal(flags[605], EXH_ZV_ONCE_PER_INST | EXH_ZV_DISABLED);
	assert_int_equal(stage_key(&stage, 200), 0);
	exh_zv_engine_set_key(stage.engine, 201, 1);
	stage_step(&stage, 2);
	assert_int_equal(flags[605], EXH_ZV_ONCE_PER_INST);
	assert_int_equal(stage_key(&stage, 200), 1);
	stage_click(&stage, 50, 50);
	assert_int_equal(stage_key(&stage, 619), 1);
	exh_zv_engine_set_key(stage.engine, 201, 2);
	stage_step(&stage, 1);
	stage_click(&stage, 50, 50);
	assert_int_equal(stage_key(&stage, 619), 1);
	stage_end(&stage);
}

/*
 * Scopes.
 */

/* "each with its puzzles and (nodeview only, in use) controls"; "gary -> g.scr, ga.scr,
 * gary.scr; missing script = empty scope" */
static void a_place_has_four_scripts_and_the_last_ones_controls(void **unused)
{
	static const char control[] =
		"control:619 push_toggle {\nflat_hotspot(0 0 100 100)\n}\n";
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "universe.scr", control);
	stage_text(&stage, "g.scr", control);
	stage_text(&stage, "ga.scr", control);
	stage_picture(&stage, "room.tga", 512, 320, 0);
	start(&stage, EXH_ZV_NEMESIS,
	      NOW(602, "a:set_screen(room.tga)\n") "control:618 push_toggle "
						   "{\nflat_hotspot(0 0 9 9)\n}\n");
	stage_step(&stage, 3);
	stage_click(&stage, 50, 50);
	assert_int_equal(stage_key(&stage, 619), 0);
	stage_click(&stage, 5, 5);
	assert_int_equal(stage_key(&stage, 618), 1);
	stage_end(&stage);
}

/* "Puzzles without it run once in the game, since value 1 means done" */
static void a_puzzle_runs_once_in_the_game_or_in_each_instance(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "gbyy.scr",
		   "puzzle:609 {\nresults {\na:change_location(g a ry 0)\n}\nflags "
		   "{\nDO_ME_NOW\nONCE_PER_INST\n}\n}\n");
	start(&stage, EXH_ZV_NEMESIS,
	      "puzzle:605 {\nresults {\na:add(200 1)\n}\n}\n"
	      "puzzle:606 {\nresults {\na:add(201 1)\n}\nflags {\nONCE_PER_INST\n}\n}\n");
	stage_step(&stage, 3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(exh_zv_engine_go(stage.engine, "gbyy", 0, NULL), EXH_OK);
		stage_step(&stage, 8);
		assert_string_equal(place_of(&stage), "gary");
	}
	assert_int_equal(stage_key(&stage, 200), 1);
	assert_int_equal(stage_key(&stage, 201), 4);
	stage_end(&stage);
}

/*
 * Ticks.
 */

/* "all puzzles if the scope has run fewer than 2 times since loading or state 76 is
 * non-zero (Nem: 76 = 1, ZGI: 0)" */
static void the_games_differ_in_the_style_of_execution(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage stage = { .file_count = 0 };

		/* Nothing that the puzzle reads on its left is ever set. */
		start(&stage, i ? EXH_ZV_ZGI : EXH_ZV_NEMESIS,
		      "puzzle:605 {\ncriteria {\n[300] < [200]\n}\nresults "
		      "{\na:assign(201 "
		      "1)\n"
		      "}\n}\n");
		assert_int_equal(stage_key(&stage, 76), !i);
		stage_step(&stage, 4);
		exh_zv_engine_set_key(stage.engine, 200, 1);
		stage_step(&stage, 4);
		assert_int_equal(stage_key(&stage, 201), !i);
		stage_end(&stage);
	}
}

/* "1. read input; update key states; ... 3. pending location change; 4. every side
 * effect's process(dt) ...; 5. execute ...; 6. controls" */
static void the_parts_of_a_tick_follow_each_other(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	/* Input is seen by puzzles in its tick, a click on a control in the next one. */
	start(&stage, EXH_ZV_NEMESIS,
	      "puzzle:605 {\ncriteria {\n[8] = 65\n}\nresults {\na:add(200 1)\n}\n}\n"
	      "puzzle:606 {\ncriteria {\n[619] = 1\n}\nresults {\na:add(201 1)\n}\n}\n"
	      "puzzle:607 {\ncriteria {\n[500] = 2\n}\nresults {\na:add(202 1)\n}\n}\n"
	      "puzzle:608 {\nresults {\na:timer:500(0)\n}\nflags {\nDO_ME_NOW\n}\n}\n"
	      "control:619 push_toggle {\nflat_hotspot(0 0 100 "
	      "100)\nmouse_event(down)\n}\n");
	/* The timer begins with the place, ends with the effects, and is seen at once. */
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 500), 2);
	assert_int_equal(stage_key(&stage, 202), 1);
	stage.input.presses[0] = 65;
	stage.input.press_count = 1;
	stage.input.left = true;
	stage_point(&stage, 5, 5);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 200), 1);
	assert_int_equal(stage_key(&stage, 10), 1);
	assert_int_equal(stage_key(&stage, 619), 1);
	assert_int_equal(stage_key(&stage, 201), 0);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 201), 1);
	stage_end(&stage);
}

/* "one queued mouse/key event" a tick; "flush_mouse_events: drop queued clicks" */
static void one_click_is_taken_in_a_tick(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS,
	      "puzzle:605 {\ncriteria {\n[200] = 1\n}\nresults "
	      "{\na:flush_mouse_events()\n}\n}\n"
	      "control:619 push_toggle {\nflat_hotspot(0 0 100 100)\ncount_to(9)\n}\n");
	stage_step(&stage, 3);
	stage_click(&stage, 5, 5);
	assert_int_equal(stage_key(&stage, 619), 1);
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage.input.left = true;
	stage_step(&stage, 1); /* dropped before the controls */
	stage.input.left = false;
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 619), 2); /* that came later */
	stage_end(&stage);
}

/*
 * Changes of place.
 */

/* "A target equal to the present place changes nothing." */
static void the_present_place_is_no_target(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS,
	      "puzzle:605 {\nresults {\na:add(200 1)\n}\nflags {\nONCE_PER_INST\n}\n}\n");
	stage_step(&stage, 3);
	assert_int_equal(exh_zv_engine_go(stage.engine, "gary", 50, NULL), EXH_OK);
	stage_step(&stage, 4);
	assert_int_equal(stage_key(&stage, 200), 1);
	assert_int_equal(stage_key(&stage, 7), 0);
	assert_int_equal(stage_key(&stage, 40), 0);
	stage_end(&stage);
}

/* "reload nodeview always, room if world or room differ, world if world differs" */
static void what_is_loaded_anew_depends_on_the_way(void **unused)
{
	static const struct {
		const char *to;
		int32_t room, world;
	} ways[] = { { "gaaa", 1, 1 }, { "gbaa", 2, 1 }, { "haaa", 2, 2 } };
	static const char count[] =
		"puzzle:%d {\nresults {\na:add(%d 1)\n}\nflags {\nONCE_PER_INST\n}\n}\n";
	static const char *const rooms[] = { "ga.scr", "gb.scr", "ha.scr" };
	static const char *const worlds[] = { "g.scr", "h.scr" };
	char room[128], world[128];

	(void)unused;
	snprintf(room, sizeof room, count, 605, 200);
	snprintf(world, sizeof world, count, 606, 201);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct stage stage = { .file_count = 0 };

		for (size_t k = 0; k < 3; k++)
			stage_text(&stage, rooms[k], room);
		for (size_t k = 0; k < 2; k++)
			stage_text(&stage, worlds[k], world);
		stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
		stage_step(&stage, 3);
		assert_int_equal(exh_zv_engine_go(stage.engine, ways[i].to, 0, NULL),
				 EXH_OK);
		stage_step(&stage, 5);
		assert_int_equal(stage_key(&stage, 200), ways[i].room);
		assert_int_equal(stage_key(&stage, 201), ways[i].world);
		stage_end(&stage);
	}
}

/* "the menu bits become 0xFFFF; cursor idle; ... Render delay = 2" */
static void a_place_begins_with_menu_cursor_and_delay(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "gaaa.scr", "");
	start(&stage, EXH_ZV_NEMESIS,
	      NOW(602, "a:menu_bar_enable(3)\na:cursor(hide)\na:delay_render(5)\n"));
	stage_step(&stage, 1);
	assert_int_equal(stage.engine->menu_bits, 3);
	assert_true(stage.engine->cursor_is_hidden);
	assert_int_equal(stage.engine->render_delay, 4); /* a frame was held */
	assert_int_equal(exh_zv_engine_go(stage.engine, "gaaa", 0, NULL), EXH_OK);
	stage_step(&stage, 2);
	assert_int_equal(stage.engine->menu_bits, 0xffff);
	assert_false(stage.engine->cursor_is_hidden);
	assert_int_equal(stage.engine->render_delay, 1);
	stage_end(&stage);
}

/* "Start: load universe, then go to gary, offset 0." */
static void games_begin_in_gary(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "universe.scr",
		   "puzzle:605 {\ncriteria {\n[3] = 103\n}\n"
		   "results {\na:assign(200 1)\n}\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 2);
	assert_string_equal(place_of(&stage), "gary");
	assert_int_equal(stage_key(&stage, 7), 0);
	assert_int_equal(stage_key(&stage, 200), 1);
	assert_int_equal(stage_key(&stage, 40), 0); /* there was none before */
	stage_end(&stage);
}

/*
 * Special keys and items.
 */

/* "50 keyboard turn speed (default 5), 51 subtitles (1), ... 53 mouse turn speed
 * (default 540)"; "8 last key pressed ...; stays until a script clears it" */
static void special_keys_have_their_defaults(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS, "");
	assert_int_equal(stage_key(&stage, 50), 5);
	assert_int_equal(stage_key(&stage, 51), 1);
	assert_int_equal(stage_key(&stage, 53), 540);
	stage.input.presses[0] = 0x70;
	stage.input.press_count = 1;
	stage.input.right = true;
	stage_step(&stage, 1);
	stage.input.press_count = 0;
	stage.input.right = false;
	assert_int_equal(stage_key(&stage, 18), 1);
	stage_step(&stage, 5);
	assert_int_equal(stage_key(&stage, 8), 0x70);
	assert_int_equal(stage_key(&stage, 18), 0);
	stage_end(&stage);
}

/* "add(i): if count 0, store a 0 item first (count 1); if i not in the list, ...
 * (limit 49)"; "Right button cycles in Nem." */
static void at_most_49_items_are_carried(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage stage = { .file_count = 0 };

		start(&stage, i ? EXH_ZV_ZGI : EXH_ZV_NEMESIS,
		      "puzzle:605 {\ncriteria {\n[300] < 60\n}\nresults {\na:add(300 1)\n"
		      "a:inventory(addi 300)\na:inventory(addi 300)\n"
		      "a:assign(605 0)\n}\n}\n");
		stage_step(&stage, 70);
		assert_int_equal(stage_key(&stage, 100), 49);
		assert_int_equal(stage_key(&stage, 101), 48);
		assert_int_equal(stage_key(&stage, 9), 48);
		assert_int_equal(stage_key(&stage, 149), 0); /* the first one, of none */
		assert_int_equal(stage_key(&stage, 150), 0);
		stage.input.right = true;
		stage_step(&stage, 3);
		assert_int_equal(stage_key(&stage, 9), i ? 48 : 47);
		assert_int_equal(stage_key(&stage, 149), i ? 0 : 48);
		stage_end(&stage);
	}
}

/* "Side effects get dt = time since the last tick; a pause ... must not count" */
static void what_the_player_waits_for_takes_no_time_from_timers(void **unused)
{
	struct stage stage = { .file_count = 0 };
	int ticks = 0;

	(void)unused;
	stage_film(&stage, "film.rlf", 8, 8, 40, 66);
	start(&stage, EXH_ZV_NEMESIS,
	      NOW(602, "a:timer:500(1)\na:streamvideo(film.rlf 0 0 9 9 0)\n"));
	while (stage_key(&stage, 500) != 2 && ticks < 1000) {
		stage_step(&stage, 1);
		ticks++;
	}
	/* 80 ticks of the film, and 31 of the second. */
	assert_in_range(ticks, 80 + 30, 80 + 33);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_integers_and_0_at_first),
		cmocka_unit_test(flags_add_up_and_disabled_comes_and_goes),
		cmocka_unit_test(a_place_has_four_scripts_and_the_last_ones_controls),
		cmocka_unit_test(a_puzzle_runs_once_in_the_game_or_in_each_instance),
		cmocka_unit_test(the_games_differ_in_the_style_of_execution),
		cmocka_unit_test(the_parts_of_a_tick_follow_each_other),
		cmocka_unit_test(one_click_is_taken_in_a_tick),
		cmocka_unit_test(the_present_place_is_no_target),
		cmocka_unit_test(what_is_loaded_anew_depends_on_the_way),
		cmocka_unit_test(a_place_begins_with_menu_cursor_and_delay),
		cmocka_unit_test(games_begin_in_gary),
		cmocka_unit_test(special_keys_have_their_defaults),
		cmocka_unit_test(at_most_49_items_are_carried),
		cmocka_unit_test(what_the_player_waits_for_takes_no_time_from_timers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
