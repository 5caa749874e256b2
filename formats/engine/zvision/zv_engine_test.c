/* Ticks, places, actions and side effects of the engine. */
#include "stage_testing.h"

static const struct exh_zv_start from_start = { .seed = 1 };

static void assert_place(const struct stage *stage, const char *place)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(stage->engine, &state);
	assert_string_equal(state.place, place);
}

static void the_sample_game_plays(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "universe.scr",
		   "puzzle:50 {\ncriteria {\n[60] = 1\n}\nresults {\naction:add(61, 1)\n"
		   "action:assign(60, 0)\naction:assign(50, 0)\n}\n}\n");
	stage_text(&stage, "g.scr", NOW(300, "action:assign(301, 7)\n"));
	stage_text(&stage, "ga.scr", "");
	stage_text(&stage, "gary.scr",
		   "puzzle:600 {\ncriteria {\n[601] = 0\n}\nresults {\n"
		   "action:assign(601, 1)\naction:assign(602, [601])\n}\n"
		   "flags {\nDO_ME_NOW\n}\n}\n"
		   "puzzle:603 {\ncriteria {\n[601] = 1\n}\nresults {\n"
		   "action:assign(604, 9)\n}\n}\n"
		   "puzzle:605 {\nresults {\naction:assign(606, 1)\n}\n"
		   "flags {\nDISABLED\n}\n}\n"
		   "puzzle:607 {\ncriteria {\n[604] = 9\n}\nresults {\n"
		   "action:enable_control(605)\n}\n}\n");
	stage_start(&stage, EXH_ZV_ZGI, &from_start);
	stage_step(&stage, 1);
	assert_place(&stage, "gary");
	/* Room and nodeview run at once when they are loaded: 603 comes in the second
	 * run, in the same tick. */
	assert_int_equal(stage_key(&stage, 602), 1);
	assert_int_equal(stage_key(&stage, 604), 9);
	assert_int_equal(stage_key(&stage, 301), 7);
	assert_int_equal(stage_key(&stage, 606), 0);
	stage_step(&stage, 3);
	assert_int_equal(stage_key(&stage, 606), 1);
	exh_zv_engine_set_key(stage.engine, 60, 1);
	stage_step(&stage, 3);
	assert_int_equal(stage_key(&stage, 61), 1);
	assert_int_equal(stage_key(&stage, 50), 0);
	stage_end(&stage);
}

static void a_change_of_place_comes_in_the_second_tick_after(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "gary.scr",
		   "puzzle:1 {\ncriteria {\n[200] = 1\n}\nresults {\n"
		   "a:change_location(g,a,rz,5)\na:assign(201 1)\n}\n}\n");
	stage_text(&stage, "garz.scr",
		   NOW(2, "a:assign(202 [7])\na:change_location(0,0,00,0)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 3);
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 201), 1);
	assert_place(&stage, "gary");
	stage_step(&stage, 1);
	assert_place(&stage, "gary");
	stage_step(&stage, 1);
	assert_place(&stage, "garz");
	assert_int_equal(stage_key(&stage, 202), 5);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(stage_key(&stage, 3 + i), "garz"[i]);
		assert_int_equal(stage_key(&stage, 40 + i), "gary"[i]);
	}
	stage_step(&stage, 2);
	assert_place(&stage, "gary"); /* "0000": back */
	stage_end(&stage);
}

static void the_menu_keeps_the_last_place(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "universe.scr",
		   "puzzle:1 {\ncriteria {\n[200] = 1\n}\nresults {\n"
		   "a:change_location(g,j,ma,0)\na:assign(200 0)\na:assign(1 0)\n}\n}\n"
		   "puzzle:2 {\ncriteria {\n[200] = 2\n}\nresults {\n"
		   "a:change_location(0,0,00,0)\na:assign(200 0)\na:assign(2 0)\n}\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS,
		    &(struct exh_zv_start){ .place = "abcd", .offset = 30 });
	stage_step(&stage, 3);
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage_step(&stage, 3);
	assert_place(&stage, "gjma");
	assert_int_equal(stage_key(&stage, 40), 0);
	assert_int_equal(stage_key(&stage, 45), 'a');
	exh_zv_engine_set_key(stage.engine, 200, 2);
	stage_step(&stage, 3);
	assert_place(&stage, "abcd");
	assert_int_equal(stage_key(&stage, 7), 30);
	assert_int_equal(stage_key(&stage, 40), 0);
	stage_end(&stage);
}

static void scopes_run_in_the_order_of_the_engine(void **unused)
{
	static const char *const names[] = { "gary.scr", "ga.scr", "g.scr",
					     "universe.scr" };
	static const char *const scripts[] = {
		"puzzle:1 {\nresults {\na:add(300 1)\na:assign(301 [300])\n}\n}\n",
		"puzzle:2 {\nresults {\na:add(300 1)\na:assign(302 [300])\n}\n}\n",
		"puzzle:3 {\nresults {\na:add(300 1)\na:assign(303 [300])\n}\n}\n",
		"puzzle:4 {\nresults {\na:add(300 1)\na:assign(304 [300])\n}\n}\n",
	};

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage stage = { .file_count = 0 };
		const struct exh_zv_start start = { .rules = i ? EXH_ZV_RULES_ZENGINE
							       : EXH_ZV_RULES_GAME };

		for (int k = 0; k < 4; k++)
			stage_text(&stage, names[k], scripts[k]);
		stage_start(&stage, EXH_ZV_NEMESIS, &start);
		/* Room and nodeview had a run of their own when they were loaded, so that
		 * they are a run ahead of world and universe. */
		stage_step(&stage, 2);
		assert_int_equal(stage_key(&stage, 301), i ? 2 : 1);
		assert_int_equal(stage_key(&stage, 302), i ? 1 : 2);
		assert_int_equal(stage_key(&stage, 303), 3);
		assert_int_equal(stage_key(&stage, 304), 4);
		stage_end(&stage);
	}
}

static unsigned ticks_of_timer(enum exh_zv_game game, const char *script)
{
	struct stage stage = { .file_count = 0 };
	unsigned ticks = 0;

	stage_text(&stage, "gary.scr", script);
	stage_start(&stage, game, &from_start);
	stage_step(&stage, 1);
	for (; stage_key(&stage, 500) == 1 && ticks < 1000; ticks++)
		stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 500), ticks < 1000 ? 2 : 1);
	stage_end(&stage);
	return ticks;
}

static void timers_count_in_the_units_of_the_game(void **unused)
{
	(void)unused;
	/* The timer is started before the effects of the first tick: 31 * 33 ms are over
	 * 1 s. */
	assert_int_equal(ticks_of_timer(EXH_ZV_NEMESIS, NOW(1, "a:timer:500(1)\n")), 30);
	assert_int_equal(ticks_of_timer(EXH_ZV_ZGI, NOW(1, "a:timer:500(1)\n")), 3);
	assert_int_equal(ticks_of_timer(EXH_ZV_ZGI, NOW(1, "a:timer:500(0)\n")), 0);
	assert_int_equal(ticks_of_timer(EXH_ZV_ZGI, NOW(1, "a:timer:500(-5)\n")), 0);
	assert_int_equal(
		ticks_of_timer(EXH_ZV_NEMESIS, NOW(1, "a:timer:500(2147483648)\n")),
		1000);
}

static void a_timer_that_is_killed_keeps_its_rest(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(
		&stage, "gary.scr",
		NOW(1,
		    "a:timer:500(10)\na:timer:501(10)\na:timer:502(5)\n") "puzzle:2 "
									  "{\ncriteria "
									  "{\n[200] = "
									  "1\n}\nresults "
									  "{\na:kill(500)"
									  "\n}\n}\n"
									  "puzzle:3 "
									  "{\ncriteria "
									  "{\n[200] = "
									  "2\n}\nresults "
									  "{\n"
									  "a:kill("
									  "\"TIMER\")\n}"
									  "\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 61); /* 2013 ms */
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 500), 7);
	assert_int_equal(stage_key(&stage, 501), 1);
	exh_zv_engine_set_key(stage.engine, 200, 2);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 501), 7);
	assert_int_equal(stage_key(&stage, 502), 2);
	stage_end(&stage);
}

/* Missing files set the key to 2 at the next step of effects, and never to 1. */
static void what_is_missing_is_over_at_once(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(
		&stage, "gary.scr",
		NOW(2,
		    "a:assign(200 0)\n") "puzzle:3 {\ncriteria {\n[200] = 1\n}\nresults "
					 "{\n"
					 "a:music:501(1 nothing.raw "
					 "1)\na:animplay:502(gone.rlf 0 0 1 1)\n"
					 "a:animpreload:503(gone.rlf 0 0)\na:assign(510 "
					 "[503])\n"
					 "a:playpreload:504(503 0 0 1 1)\n"
					 "a:assign(511 [501])\na:assign(512 "
					 "[502])\na:assign(513 [504])\n"
					 "a:syncsound:505(502 0 "
					 "nothing.raw)\na:streamvideo(none.avi 0 0 1 1)\n"
					 "}\n}\n"
					 "puzzle:4 {\ncriteria {\n[501] = 2\n}\nresults "
					 "{\na:add(520 1)\n}\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 3);
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 510), 2);
	for (int32_t key = 511; key <= 513; key++)
		assert_int_equal(stage_key(&stage, key), 0);
	for (int32_t key = 501; key <= 504; key++)
		assert_int_equal(stage_key(&stage, key), key == 503 ? 2 : 0);
	stage_step(&stage, 1);
	for (int32_t key = 501; key <= 504; key++)
		assert_int_equal(stage_key(&stage, key), 2);
	assert_int_equal(stage_key(&stage, 520), 1);
	stage_step(&stage, 5);
	assert_int_equal(stage_key(&stage, 505), 0);
	assert_int_equal(stage_key(&stage, 520), 1);
	stage_end(&stage);
}

static void leaving_a_scope_ends_what_it_began(void **unused)
{
	struct stage stage = { .file_count = 0 };
	static const uint8_t sound[40000];

	(void)unused;
	stage_add(&stage, "a000h1t8.raw", (struct exh_bytes){ sound, sizeof sound, 0 },
		  NULL);
	stage_text(&stage, "g.scr", NOW(1, "a:timer:500(10)\n"));
	stage_text(&stage, "gary.scr",
		   NOW(2, "a:timer:501(10)\na:music:502(1 a000h1t8.raw 1)\n"
			  "a:universe_music:503(1 a000h1t8.raw 1)\n"
			  "a:music:504(1 nothing.raw 1)\n"
			  "a:change_location(g,b,aa,0)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 502), 1);
	assert_int_equal(stage_key(&stage, 504), 2);
	assert_true(stage_noted(&stage, "nothing.raw: no such file"));
	stage_step(&stage, 2);
	assert_place(&stage, "gbaa");
	assert_int_equal(stage_key(&stage, 500), 1);
	assert_int_equal(stage_key(&stage, 501), 9);
	assert_int_equal(stage_key(&stage, 502), 2);
	assert_int_equal(stage_key(&stage, 503), 1);
	stage_end(&stage);
}

static void music_ends_unless_it_loops(void **unused)
{
	struct stage stage = { .file_count = 0 };
	static const uint8_t sound[11025]; /* half a second of 22050 Hz, 8 bits */

	(void)unused;
	stage_add(&stage, "a000h18c.src", (struct exh_bytes){ sound, sizeof sound, 0 },
		  NULL);
	stage_text(&stage, "gary.scr",
		   NOW(2, "a:music:502(1 A000H18C.RAW 0 50)\n"
			  "a:music:503(1 a000h18c.raw 1)\na:music:504(4 1 60 99)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 14);
	assert_int_equal(stage_key(&stage, 502), 1);
	stage_step(&stage, 3);
	assert_int_equal(stage_key(&stage, 502), 2);
	assert_int_equal(stage_key(&stage, 503), 1);
	assert_int_equal(stage_key(&stage, 504), 1);
	stage_end(&stage);
}

static void items_are_added_dropped_and_cycled(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "gary.scr",
		   NOW(1, "a:inventory(add 5)\na:inventory(add 6)\na:inventory(add 5)\n"
			  "a:assign(300 7)\na:inventory(addi 300)\n"
			  "a:assign(301 [100])\na:assign(302 [9])\n"
			  "a:inventory(drop 6)\na:inventory(cycle)\na:assign(303 [9])\n"
			  "a:inventory(drop -1)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 301), 4); /* 7 6 5 0 */
	assert_int_equal(stage_key(&stage, 302), 7);
	assert_int_equal(stage_key(&stage, 303), 5); /* 5 0 7 */
	assert_int_equal(stage_key(&stage, 100), 2);
	assert_int_equal(stage_key(&stage, 101), 0);
	assert_int_equal(stage_key(&stage, 102), 7);
	assert_int_equal(stage_key(&stage, 103), 0);
	stage.input.right = true;
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 9), 7);
	assert_int_equal(stage_key(&stage, 18), 1);
	stage_end(&stage);
}

static void faults_are_said_once(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_zv_engine_state state;
	size_t count;

	(void)unused;
	stage_text(&stage, "universe.scr",
		   "puzzle:1 {\nresults {\na:frobnicate(2)\na:assign(3)\n"
		   "a:set_screen(gone.tga)\na:display_message(1 2)\n"
		   "a:inventory(eat 3)\na:kill(NOBODY)\na:assign(1 0)\n}\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 5);
	count = exh_zv_world_notes(stage.world)->warning_count;
	assert_true(stage_noted(&stage, "universe.scr: line 3: frobnicate: no such"));
	assert_true(stage_noted(&stage, "line 4: assign: too few arguments"));
	assert_true(stage_noted(&stage, "gone.tga: no such file"));
	assert_true(stage_noted(&stage, "display_message: the place has no such titler"));
	stage_step(&stage, 5);
	assert_int_equal(exh_zv_world_notes(stage.world)->warning_count, count);
	exh_zv_engine_state(stage.engine, &state);
	assert_int_equal(state.unknown_actions, 9);
	stage_end(&stage);
}

static void quit_ends_the_game(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_zv_engine_state state;

	(void)unused;
	stage_text(&stage, "gary.scr",
		   NOW(1, "a:assign(200 1)\na:quit(1)\na:assign(200 2)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	assert_false(exh_zv_engine_step(stage.engine, &stage.input, NULL));
	assert_false(exh_zv_engine_step(stage.engine, &stage.input, NULL));
	exh_zv_engine_state(stage.engine, &state);
	assert_string_equal(state.end_name, "quit");
	assert_int_equal(state.tick, 1);
	assert_int_equal(stage_key(&stage, 200), 1);
	stage_end(&stage);
}

static void chance_is_that_of_the_seed(void **unused)
{
	int32_t first[3];

	(void)unused;
	for (int i = 0; i < 3; i++) {
		struct stage stage = { .file_count = 0 };

		stage_text(&stage, "gary.scr",
			   NOW(1, "a:random:300(1000000)\na:random:301(0)\n"
				  "a:random:302(-4)\n"));
		stage_start(&stage, EXH_ZV_NEMESIS,
			    &(struct exh_zv_start){ .seed = i == 2 });
		stage_step(&stage, 1);
		first[i] = stage_key(&stage, 300);
		assert_int_equal(stage_key(&stage, 301), 0);
		assert_int_equal(stage_key(&stage, 302), 0);
		stage_end(&stage);
	}
	assert_int_equal(first[0], first[1]);
	assert_int_not_equal(first[0], first[2]);
}

static void bad_starts_are_refused(void **unused)
{
	static const char *const places[] = { "gar", "GARY", "ga/y" };
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		struct exh_zv_start start = { .seed = 0 };
		struct exh_error err;

		snprintf(start.place, sizeof start.place, "%s", places[i]);
		assert_int_equal(
			exh_zv_engine_start(stage.engine, stage.world, &start, &err),
			EXH_INVALID);
	}
	stage_step(&stage, 3); /* a game without any files is empty, and goes on */
	assert_int_equal(stage_pixel(&stage, 0, 0), 0);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sample_game_plays),
		cmocka_unit_test(a_change_of_place_comes_in_the_second_tick_after),
		cmocka_unit_test(the_menu_keeps_the_last_place),
		cmocka_unit_test(scopes_run_in_the_order_of_the_engine),
		cmocka_unit_test(timers_count_in_the_units_of_the_game),
		cmocka_unit_test(a_timer_that_is_killed_keeps_its_rest),
		cmocka_unit_test(what_is_missing_is_over_at_once),
		cmocka_unit_test(leaving_a_scope_ends_what_it_began),
		cmocka_unit_test(music_ends_unless_it_loops),
		cmocka_unit_test(items_are_added_dropped_and_cycled),
		cmocka_unit_test(faults_are_said_once),
		cmocka_unit_test(quit_ends_the_game),
		cmocka_unit_test(chance_is_that_of_the_seed),
		cmocka_unit_test(bad_starts_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
