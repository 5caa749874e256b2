/* Known faults of the games' scripts, with and without what puts them right. The rows'
 * changes of scripts are in script_fixes_test.c. */
#include "zv_parts.h"
#include "stage_testing.h"

/* Starts in a place of a game, whose script is text. */
static void start(struct stage *stage, bool fixes, enum exh_zv_game game,
		  const char *place, const char *text)
{
	static char name[16];
	struct exh_zv_start at = { .seed = 1 };

	snprintf(name, sizeof name, "%s.scr", place);
	snprintf(at.place, sizeof at.place, "%s", place);
	*stage = (struct stage){ .fixes = fixes };
	stage_text(stage, name, text);
	stage_start(stage, game, &at);
}

static bool traced(struct stage *stage, const char *text)
{
	exh_write_u8(&stage->trace, '\0');
	stage->trace.size--;
	return strstr((const char *)stage->trace.data, text) != NULL;
}

static const struct exh_zv_fix_use *use_of(const struct stage *stage, const char *id)
{
	const struct exh_zv_fix_use *use;

	for (size_t i = 0; (use = exh_zv_world_fix(stage->world, i)); i++)
		if (strcmp(use->fix->id, id) == 0)
			return use;
	return NULL;
}

/* Changes of scripts: the key that shows the fault, and its values. */
static void scripts_are_put_right_when_they_are_read(void **unused)
{
	static const struct {
		enum exh_zv_game game;
		const char *place, *text;
		int32_t key, faulty, fixed;
	} cases[] = {
		{ EXH_ZV_NEMESIS, "ve5e", NOW(19398, "a:assign(19397, 1)\n"), 19397, 1,
		  0 },
		{ EXH_ZV_NEMESIS, "td9e",
		  NOW(1000,
		      "a:assign(567, 2)\n") "puzzle:3582 {\ncriteria {\n[568] = "
					    "2\n}\nresults {\na:assign(200, 1)\n}\n}\n",
		  200, 0, 1 },
		{ EXH_ZV_NEMESIS, "td9e",
		  NOW(1000,
		      "a:assign(567, 2)\n") "puzzle:3583 {\ncriteria {\n[568] = "
					    "2\n}\nresults {\na:assign(200, 1)\n}\n}\n",
		  200, 0, 1 },
		{ EXH_ZV_NEMESIS, "td9e",
		  NOW(1000,
		      "a:assign(567, 1)\na:assign(201, 1)\n") "puzzle:3594 {\ncriteria "
							      "{\n[201] = 1\n}\nresults "
							      "{\na:assign(200, "
							      "1)\n}\n}\n",
		  200, 1, 0 },
		{ EXH_ZV_ZGI, "me2j",
		  NOW(1000,
		      "a:assign(9404, 1)\na:assign(201, 1)\n") "puzzle:9536 {\ncriteria "
							       "{\n[201] = 1\n}\nresults "
							       "{\na:assign(200, "
							       "1)\n}\n}\n",
		  200, 1, 0 },
		{ EXH_ZV_ZGI, "pe1e",
		  NOW(1000, "a:assign(17161, 5)\n") "puzzle:17162 {\ncriteria {\n[17161] "
						    "> 10\n}\nresults {\na:assign(200, "
						    "1)\n}\n}\n",
		  200, 0, 1 },
		{ EXH_ZV_ZGI, "pp1f",
		  NOW(1000, "a:assign(10803, 1)\n") "puzzle:10836 {\nresults "
						    "{\na:assign(200, [10803])\n}\n}\n",
		  200, 1, 0 },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int fixes = 0; fixes < 2; fixes++) {
			struct stage stage;

			start(&stage, fixes, cases[i].game, cases[i].place,
			      cases[i].text);
			stage_step(&stage, 4);
			assert_int_equal(stage_key(&stage, cases[i].key),
					 fixes ? cases[i].fixed : cases[i].faulty);
			assert_int_equal(traced(&stage, "\tfix\t"), fixes);
			stage_end(&stage);
		}
}

/* "[17161] ! 2": the timer that ran out is no fire */
static void a_timer_that_ended_is_no_fire(void **unused)
{
	struct stage stage;

	(void)unused;
	start(&stage, true, EXH_ZV_ZGI, "pe1e",
	      NOW(1000, "a:assign(17161, 2)\n") "puzzle:17162 {\ncriteria {\n[17161] > "
						"10\n}\nresults {\na:assign(200, 1)\n}\n}"
						"\n");
	stage_step(&stage, 4);
	assert_int_equal(stage_key(&stage, 200), 0);
	stage_end(&stage);
}

/* Rectangles and frames of animations. */
static void animations_get_their_arguments(void **unused)
{
	static const struct {
		enum exh_zv_game game;
		const char *place, *text;
		int32_t y2[2], first[2], last[2];
	} cases[] = {
		{ EXH_ZV_NEMESIS,
		  "tl9e",
		  NOW(1, "a:animpreload:9(film.rlf 0 0 0 0)\n"
			 "a:playpreload:1282(9 1 2 5 6 7 8 1)\n"),
		  { 6, 236 },
		  { 7, 16 },
		  { 8, 31 } },
		{ EXH_ZV_NEMESIS,
		  "tl9e",
		  NOW(1, "a:animpreload:9(film.rlf 0 0 0 0)\n"
			 "a:playpreload:1289(9 1 2 5 6 7 8 1)\n"),
		  { 6, 236 },
		  { 7, 7 },
		  { 8, 15 } },
		{ EXH_ZV_ZGI,
		  "me1g",
		  NOW(1, "a:animplay:9(me1ga011.avi 0 0 5 213 2 3 1)\n"),
		  { 213, 215 },
		  { 2, 2 },
		  { 3, 3 } },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int fixes = 0; fixes < 2; fixes++) {
			struct stage stage;
			const struct zv_effect *effect;

			start(&stage, fixes, cases[i].game, cases[i].place,
			      cases[i].text);
			stage_film(&stage, "film.rlf", 300, 300, 32, 66);
			stage_film(&stage, "me1ga011.avi", 300, 300, 32, 66);
			stage_step(&stage, 1);
			effect = &stage.engine->effects
					  .items[stage.engine->effects.count - 1];
			assert_true(effect->kind == EFFECT_ANIMATION ||
				    effect->kind == EFFECT_PRELOADED);
			assert_int_equal(effect->animation.queue_count, 1);
			assert_int_equal(effect->animation.queue[0].place.y2,
					 cases[i].y2[fixes]);
			assert_int_equal(effect->animation.queue[0].first,
					 cases[i].first[fixes]);
			assert_int_equal(effect->animation.queue[0].last,
					 cases[i].last[fixes]);
			stage_end(&stage);
		}
}

static void a_control_that_leads_nowhere_is_left_out(void **unused)
{
	(void)unused;
	for (int fixes = 0; fixes < 2; fixes++) {
		struct stage stage;

		start(&stage, fixes, EXH_ZV_ZGI, "em1h",
		      "control:5653 push_toggle {\nflat_hotspot(0 0 640 344)\n}\n");
		stage_step(&stage, 1);
		stage_click(&stage, 100, 100);
		stage_step(&stage, 2);
		assert_int_equal(stage_key(&stage, 5653), !fixes);
		stage_end(&stage);
	}
}

static void the_screen_is_held_for_ten_frames(void **unused)
{
	(void)unused;
	for (int fixes = 0; fixes < 2; fixes++) {
		struct stage stage;

		start(&stage, fixes, EXH_ZV_ZGI, "px10",
		      NOW(1, "a:set_screen(a.tga)\na:delay_render(100)\n"));
		stage_picture(&stage, "a.tga", 640, 344, 5);
		stage_step(&stage, 20);
		assert_int_equal(stage_pixel(&stage, 0, 0) != 0, fixes);
		stage_step(&stage, 90);
		assert_int_not_equal(stage_pixel(&stage, 0, 0), 0);
		stage_end(&stage);
	}
}

static void no_music_plays_under_two_films(void **unused)
{
	static const uint8_t sound[40000];

	(void)unused;
	for (int fixes = 0; fixes < 2; fixes++) {
		struct stage stage;

		start(&stage, fixes, EXH_ZV_ZGI, "hp3e",
		      NOW(1, "a:music:500(1 c000h01q.raw 1)\n"
			     "a:streamvideo(hp3ea021.avi 0 0 9 9 0)\na:assign(200, "
			     "[500])\n"));
		stage_add(&stage, "c000h01q.raw",
			  (struct exh_bytes){ sound, sizeof sound, 0 }, NULL);
		stage_film(&stage, "hp3ea021.avi", 8, 8, 3, 66);
		stage_step(&stage, 10);
		assert_int_equal(stage_key(&stage, 200), fixes ? 2 : 1);
		stage_end(&stage);
	}
}

/*
 * Changes that the engine makes.
 */

static void the_grue_is_heard_again(void **unused)
{
	static const struct {
		const char *place;
		int32_t value;
	} cases[] = { { "mq70", 2 }, { "mq80", 2 }, { "mq70", 1 } };

	(void)unused;
	for (size_t i = 0; i < 3; i++)
		for (int fixes = 0; fixes < 2; fixes++) {
			struct stage stage;
			const bool helps = fixes && cases[i].value == 2;

			start(&stage, fixes, EXH_ZV_NEMESIS, "gaaa", "");
			stage_text(&stage, i == 1 ? "mq80.scr" : "mq70.scr",
				   "puzzle:1 {\ncriteria {\n[14822] = 0\n}\n"
				   "results {\na:assign(200, 1)\na:music:14822(1 a.raw "
				   "0)\n}\n}\n");
			stage_step(&stage, 1);
			exh_zv_engine_set_key(stage.engine, 14822, cases[i].value);
			assert_int_equal(
				exh_zv_engine_go(stage.engine, cases[i].place, 0, NULL),
				EXH_OK);
			stage_step(&stage, 4);
			assert_int_equal(stage_key(&stage, 200), helps);
			assert_int_equal(traced(&stage, "on-read"), helps);
			stage_end(&stage);
		}
}

static void the_rumble_stops_on_the_way_out(void **unused)
{
	(void)unused;
	for (int fixes = 0; fixes < 2; fixes++) {
		struct stage stage;

		start(&stage, fixes, EXH_ZV_NEMESIS, "mc30",
		      "puzzle:1 {\ncriteria {\n[201] = 1\n}\n"
		      "results {\na:change_location(m, e, 10, 0)\na:assign(202, "
		      "1)\n}\n}\n"
		      "puzzle:16418 {\ncriteria {\n[202] = 1\n}\n"
		      "results {\na:add(200 1)\na:assign(202 0)\n}\n}\n");
		stage_step(&stage, 3);
		exh_zv_engine_set_key(stage.engine, 202, 1);
		stage_step(&stage, 1);
		assert_int_equal(stage_key(&stage, 200), 1); /* no way out: it runs */
		exh_zv_engine_set_key(stage.engine, 16418, 0);
		assert_false(traced(&stage, "skip-while"));
		exh_zv_engine_set_key(stage.engine, 201, 1);
		stage_step(&stage, 6);
		assert_int_equal(stage_key(&stage, 4), 'e');
		assert_int_equal(stage_key(&stage, 200), fixes ? 1 : 2);
		assert_int_equal(traced(&stage, "skip-while"), fixes);
		stage_end(&stage);
	}
}

/* A game restored in tv2f; enabled: a key of the three that is not disabled, or 0. */
static void restore(struct stage *stage, bool fixes, int32_t enabled)
{
	struct exh_writer out = { .limit = 1 << 20 };

	start(stage, fixes, EXH_ZV_NEMESIS, "tv2f",
	      NOW(1, "a:disable_control(2411)\na:disable_control(2408)\n"
		     "a:disable_control(4652)\n") "puzzle:2411 {\n}\ncontrol:2408 "
						  "push_toggle {\n}\n"
						  "control:4652 push_toggle "
						  "{\nflat_hotspot(0 0 512 320)\n}\n");
	stage_picture(stage, "tv2fb21c.tga", 512, 320, 7);
	stage_step(stage, 2);
	if (enabled)
		exh_zv_set_flags(&stage->engine->scheduler, enabled, 0);
	exh_zv_engine_save_game(stage->engine, &out);
	assert_int_equal(
		exh_zv_engine_load_game(stage->engine, exh_writer_bytes(&out), NULL),
		EXH_OK);
	stage_step(stage, 16);
	exh_writer_free(&out);
}

static void a_restored_game_has_a_way_out(void **unused)
{
	static const int32_t enabled[] = { 0, 2411, 2408 };

	(void)unused;
	for (size_t i = 0; i < 3; i++)
		for (int fixes = 0; fixes < 2; fixes++) {
			struct stage stage;
			const bool helps = fixes && !enabled[i];

			restore(&stage, fixes, enabled[i]);
			assert_int_equal(exh_zv_has_flag(&stage.engine->scheduler, 4652,
							 EXH_ZV_DISABLED),
					 !helps);
			assert_int_equal(stage_pixel(&stage, 0, 0), helps ? 7 : 0);
			assert_int_equal(traced(&stage, "if-all-disabled"), helps);
			stage_end(&stage);
		}
}

static void the_fist_is_drawn_in_its_own_size(void **unused)
{
	static const char fist[] = "animation:hand.rlf~\nanim_rect:100 100 103 103~\n"
				   "num_fingers:1~\nentries:1~\nup_hs_num_0:1~\n"
				   "up_hs_0_0:0 0 20 20~\n0:0 1 1 3~\n";

	(void)unused;
	for (int fixes = 0; fixes < 2; fixes++) {
		struct stage stage;

		start(&stage, fixes, EXH_ZV_NEMESIS, "td9e",
		      "control:300 fist {\ndescfile(hand.fst)\n}\n" NOW(
			      1, "a:set_screen(a.tga)\n"));
		stage_picture(&stage, "a.tga", 512, 320, 0);
		stage_film(&stage, "hand.rlf", 8, 8, 5, 66);
		stage_text(&stage, "hand.fst", fist);
		stage_step(&stage, 4);
		stage_click(&stage, 5, 5);
		stage_step(&stage, 20);
		assert_int_equal(stage_pixel(&stage, 103, 103), 4);
		assert_int_equal(stage_pixel(&stage, 107, 107), 4);
		assert_int_not_equal(stage_pixel(&stage, 108, 108), 4);
		stage_end(&stage);
	}
}

static void a_file_that_never_was_is_not_missed(void **unused)
{
	(void)unused;
	for (int fixes = 0; fixes < 2; fixes++) {
		struct stage stage;

		start(&stage, fixes, EXH_ZV_ZGI, "me1a",
		      NOW(1, "a:music:500(1 me00h62p.raw 0)\n"
			     "a:music:501(1 me00h63p.raw 0)\n"));
		stage_step(&stage, 3);
		assert_int_equal(stage_key(&stage, 500), 2);
		assert_int_equal(stage_noted(&stage, "me00h62p.raw: no such file"),
				 !fixes);
		assert_true(stage_noted(&stage, "me00h63p.raw: no such file"));
		stage_end(&stage);
	}
}

/*
 * Reports.
 */

static void rows_have_what_was_found(void **unused)
{
	struct stage stage;

	(void)unused;
	start(&stage, true, EXH_ZV_ZGI, "em1h",
	      "control:5653 push_toggle {\n}\n" NOW(
		      1, "a:streamvideo(hp4ea051.avi 0 0 1 1 0)\n"));
	stage_text(&stage, "me1g.scr",
		   NOW(2, "a:animplay:3(me1ga011.avi 0 0 9 215 0 9 1)\n"));
	stage_text(&stage, "px10.scr", NOW(4, "a:assign(1 2)\n"));
	stage_step(&stage, 2);
	assert_int_equal(exh_zv_engine_go(stage.engine, "me1g", 0, NULL), EXH_OK);
	stage_step(&stage, 3);
	assert_int_equal(exh_zv_engine_go(stage.engine, "px10", 0, NULL), EXH_OK);
	stage_step(&stage, 3);
	assert_int_equal(use_of(&stage, "5653")->state, EXH_ZV_FIX_NEEDED);
	assert_string_equal(use_of(&stage, "5653")->script, "em1h.scr");
	assert_int_equal(use_of(&stage, "5653")->line, 1);
	assert_int_equal(use_of(&stage, "hp4ea051.avi")->line, 5);
	assert_int_equal(use_of(&stage, "me1ga011.avi")->state, EXH_ZV_FIX_DONE);
	assert_int_equal(use_of(&stage, "*")->state, EXH_ZV_FIX_NOT_FOUND);
	assert_string_equal(use_of(&stage, "*")->script, "px10.scr");
	assert_null(use_of(&stage, "9536")->script);
	stage_end(&stage);
}

/* Scripts of the universe are read before the first tick. */
static void the_universe_is_traced_too(void **unused)
{
	struct stage stage = { .fixes = true };

	(void)unused;
	stage_text(&stage, "universe.scr",
		   NOW(1, "a:streamvideo(hp3ea021.avi 0 0 1 1 0)\n"));
	stage_text(&stage, "gary.scr", "");
	stage_start(&stage, EXH_ZV_ZGI, &(struct exh_zv_start){ .seed = 1 });
	stage_step(&stage, 1);
	assert_true(traced(&stage, "universe.scr"));
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scripts_are_put_right_when_they_are_read),
		cmocka_unit_test(a_timer_that_ended_is_no_fire),
		cmocka_unit_test(animations_get_their_arguments),
		cmocka_unit_test(a_control_that_leads_nowhere_is_left_out),
		cmocka_unit_test(the_screen_is_held_for_ten_frames),
		cmocka_unit_test(no_music_plays_under_two_films),
		cmocka_unit_test(the_grue_is_heard_again),
		cmocka_unit_test(the_rumble_stops_on_the_way_out),
		cmocka_unit_test(a_restored_game_has_a_way_out),
		cmocka_unit_test(the_fist_is_drawn_in_its_own_size),
		cmocka_unit_test(a_file_that_never_was_is_not_missed),
		cmocka_unit_test(rows_have_what_was_found),
		cmocka_unit_test(the_universe_is_traced_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
