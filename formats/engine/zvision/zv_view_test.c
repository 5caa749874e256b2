/* The view: pictures, animations, videos, panoramas and their movement. */
#include "stage_testing.h"

static const struct exh_zv_start from_start = { .seed = 1 };

static void the_screen_is_set_before_it_is_first_drawn(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "room.tga", 512, 320, 100);
	stage_picture(&stage, "sign.tga", 4, 4, 7);
	stage_text(&stage, "gary.scr",
		   NOW(2, "a:set_screen(ROOM.TGA)\n"
			  "a:set_partial_screen(10 20 sign.tga 0 0)\n"
			  "a:set_partial_screen(20 20 sign.tga 0 1)\n"
			  "a:set_partial_screen(-2 -2 sign.tga 0 0)\n"
			  "a:set_partial_screen(2147483647 2147483647 sign.tga 0 0)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 2);
	assert_int_equal(stage_pixel(&stage, 5, 1), 0); /* held for two frames */
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 5, 1), 100 + 5 + 31);
	assert_int_equal(stage_pixel(&stage, 10, 20), 7);
	assert_int_equal(stage_pixel(&stage, 13, 23), 7 + 3 + 93);
	assert_int_equal(stage_pixel(&stage, 20, 20), (100 + 20 + 620) & 0x7fff);
	assert_int_equal(stage_pixel(&stage, 21, 20), 8);
	assert_int_equal(stage_pixel(&stage, 0, 0), 7 + 2 + 62);
	stage_end(&stage);
}

static void animations_draw_into_the_background(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "room.tga", 512, 320, 100);
	stage_film(&stage, "swing.rlf", 4, 4, 5, 66);
	stage_text(&stage, "gary.scr",
		   NOW(2, "a:set_screen(room.tga)\n"
			  "a:animplay:500(swing.rlf 10 10 13 13 1 3 2 0 0 0 0)\n"
			  "a:animpreload:501(swing.rlf 0 0 0 0)\n"
			  "a:playpreload:502(501 30 10 37 17 0 0 0)\n"
			  "a:animplay:503(gone.rlf 0 0 1 1 0 1 1)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 3);
	assert_int_equal(stage_key(&stage, 500), 1);
	assert_int_equal(stage_key(&stage, 501), 2);
	assert_int_equal(stage_key(&stage, 502), 1);
	assert_int_equal(stage_key(&stage, 503), 2);
	assert_int_equal(stage_pixel(&stage, 10, 10), 3); /* the second frame shown */
	assert_int_equal(stage_pixel(&stage, 30, 10), 1);
	assert_int_equal(stage_pixel(&stage, 37, 17), 1); /* twice as large */
	assert_int_equal(stage_pixel(&stage, 38, 17), (100 + 38 + 31 * 17) & 0x7fff);
	stage_step(&stage, 9); /* six frames of 66 ms end in the 13th tick */
	assert_int_equal(stage_key(&stage, 500), 1);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 500), 2);
	assert_int_equal(stage_pixel(&stage, 10, 10), 4); /* the last frame stays */
	assert_int_equal(stage_key(&stage, 502), 1);
	stage_end(&stage);
}

static void a_video_stops_the_clock_and_the_results_after_it(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_zv_engine_state state;

	(void)unused;
	stage_film(&stage, "film.rlf", 8, 8, 4, 66);
	stage_text(&stage, "gary.scr",
		   NOW(2, "a:timer:500(1)\na:streamvideo(film.rlf 10 10 25 25 0 0)\n"
			  "a:assign(200 1)\n") NOW(3, "a:assign(201 1)\n"));
	stage_start(&stage, EXH_ZV_ZGI, &from_start);
	stage_step(&stage, 1);
	exh_zv_engine_state(stage.engine, &state);
	assert_true(state.waits);
	stage_step(&stage, 7);
	assert_int_equal(stage_key(&stage, 200), 0);
	assert_int_equal(stage_key(&stage, 500), 1);
	stage_step(&stage, 1);
	exh_zv_engine_state(stage.engine, &state);
	assert_false(state.waits);
	assert_int_equal(stage_key(&stage, 200), 1);
	assert_int_equal(stage_key(&stage, 201), 1);
	assert_int_equal(stage_key(&stage, 500), 1);
	stage_step(&stage, 3);
	assert_int_equal(stage_key(&stage, 500), 2);
	stage_end(&stage);
}

static void space_skips_a_video(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_film(&stage, "film.rlf", 8, 8, 400, 66);
	stage_text(&stage, "gary.scr",
		   NOW(2, "a:streamvideo(film.rlf 10 10 25 25 0 0)\na:assign(200 1)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 5);
	assert_int_equal(stage_pixel(&stage, 10, 10), 1 + 4 * 33 / 66);
	assert_int_equal(stage_pixel(&stage, 25, 25), 1 + 4 * 33 / 66);
	assert_int_equal(stage_pixel(&stage, 26, 26), 0);
	stage.input.presses[stage.input.press_count++] = 0x20;
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 200), 1);
	/* Drawing is held for two frames. */
	stage.input.press_count = 0;
	for (int i = 0; i < 2; i++, stage_step(&stage, 1))
		assert_int_equal(stage_pixel(&stage, 10, 10), 1 + 4 * 33 / 66);
	assert_int_equal(stage_pixel(&stage, 10, 10), 0);
	stage_end(&stage);
}

static const char pana[] = "control:90 pana {\nangle(60)\nlinscale(1.00)\n}\n";

static struct stage *start_panorama(struct stage *stage, const char *results)
{
	static char script[1024];

	stage_picture(stage, "round.tga", 320, 1440, 0); /* transposed */
	snprintf(script, sizeof script,
		 "puzzle:2 {\nresults {\na:set_screen(round.tga)\n%s}\n"
		 "flags {\nDO_ME_NOW\n}\n}\n%s",
		 results, pana);
	stage_text(stage, "gary.scr", script);
	stage_start(stage, EXH_ZV_NEMESIS, &(struct exh_zv_start){ .offset = 100 });
	return stage;
}

static void videos_of_a_panorama_are_stored_transposed(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_film(&stage, "film.rlf", 20, 8, 400, 66);
	start_panorama(&stage, "a:streamvideo(film.rlf 0 0 -1 -1)\n");
	stage_step(&stage, 5);
	assert_int_equal(stage_pixel(&stage, 7, 19), 1 + 4 * 33 / 66);
	assert_int_not_equal(stage_pixel(&stage, 8, 0), 1 + 4 * 33 / 66);
	stage_end(&stage);
}

static void a_panorama_turns(void **unused)
{
	struct stage stage = { .file_count = 0 };
	int32_t before;

	(void)unused;
	start_panorama(&stage, "");
	stage_step(&stage, 4);
	assert_int_equal(stage_key(&stage, 7), 100);
	/* The middle of the window is the column of the offset; rows of the file are
	 * columns of the picture. */
	assert_int_equal(stage_pixel(&stage, 256, 160), (160 + 31 * 100) & 0x7fff);
	stage.input.turn_right = true;
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 7), 110);
	stage.input.turn_right = false;
	stage_point(&stage, 2, 100);
	before = stage_key(&stage, 7);
	stage_step(&stage, 20);
	assert_true(stage_key(&stage, 7) != before);
	assert_true(stage_key(&stage, 7) >= 0 && stage_key(&stage, 7) < 1440);
	stage_end(&stage);
}

static void rotate_to_goes_the_short_way_round(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start_panorama(&stage, "a:rotate_to(1400 5)\na:assign(200 1)\n");
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 7), 72); /* the first of 6 frames */
	stage_step(&stage, 4);
	assert_int_equal(stage_key(&stage, 7), 44); /* 132 ms */
	assert_int_equal(stage_key(&stage, 200), 0);
	stage_step(&stage, 12);
	assert_int_equal(stage_key(&stage, 7), 1400);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 200), 0);
	stage_step(&stage, 2); /* 600 ms are over */
	assert_int_equal(stage_key(&stage, 200), 1);
	stage_end(&stage);
}

static void distortion_ends_with_the_room_as_it_was(void **unused)
{
	static uint16_t before[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT],
		after[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "ga.scr",
		   "puzzle:3 {\ncriteria {\n[200] = 1\n}\nresults {\n"
		   "a:distort(300 15 60 40 1.0 0.5)\n}\n}\n"
		   "puzzle:4 {\ncriteria {\n[200] = 2\n}\nresults {\n"
		   "a:kill(300)\n}\n}\n");
	start_panorama(&stage, "");
	stage_step(&stage, 4);
	exh_zv_engine_picture(stage.engine, before);
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage_step(&stage, 5);
	assert_int_equal(stage_key(&stage, 300), 1);
	exh_zv_engine_picture(stage.engine, after);
	assert_true(memcmp(before, after, sizeof before) != 0);
	exh_zv_engine_set_key(stage.engine, 200, 2);
	stage_step(&stage, 2);
	assert_int_equal(stage_key(&stage, 300), 2);
	exh_zv_engine_picture(stage.engine, after);
	assert_memory_equal(before, after, sizeof before);
	stage_end(&stage);
}

/* One wave as wide as the region, with an amplitude of two pixels, a quarter of a turn on
 * in its second frame. */
static const char water[] =
	"a:region:300(x 100 100 119 119 66 0 %d 0 1,1,2,2,1000000,1.571)\n";

static void water_moves_and_leaves_the_background(void **unused)
{
	(void)unused;
	for (int port = 0; port < 2; port++) {
		struct stage stage = { .file_count = 0 };
		char script[512], region[128];
		uint16_t still;

		snprintf(region, sizeof region, water, port);
		snprintf(script, sizeof script,
			 "puzzle:802 {\nresults {\na:set_screen(room.tga)\n%s}\n"
			 "flags {\nDO_ME_NOW\n}\n}\n"
			 "puzzle:803 {\ncriteria {\n[200] = 1\n}\nresults {\n"
			 "a:kill(300)\n}\n}\n",
			 region);
		stage_picture(&stage, "room.tga", 512, 320, 100);
		stage_text(&stage, "gary.scr", script);
		stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
		stage_step(&stage, 3);
		still = (100 + 105 + 31 * 105) & 0x7fff;
		/* The first update is at once, the next after 66 ms each. In the second
		 * frame sin is 1 everywhere, and int8 of 1.999 is 1. */
		assert_int_equal(stage_pixel(&stage, 105, 105), still);
		stage_step(&stage, 2);
		assert_int_equal(stage_pixel(&stage, 105, 105), still + 32);
		assert_int_equal(stage_pixel(&stage, 119, 119),
				 (100 + 119 + 31 * 119) & 0x7fff); /* clamped */
		assert_int_equal(stage_pixel(&stage, 99, 105), still - 6);
		stage_step(&stage, 2);
		assert_int_equal(stage_pixel(&stage, 105, 105), still);
		assert_int_equal(stage_key(&stage, 300), 1);
		stage_step(&stage, 2);
		assert_int_equal(stage_pixel(&stage, 105, 105), still + 32);
		exh_zv_engine_set_key(stage.engine, 200, 1);
		stage_step(&stage, 1);
		assert_int_equal(stage_key(&stage, 300), 2);
		assert_int_equal(stage_pixel(&stage, 105, 105), still);
		stage_end(&stage);
	}
}

/* Water of no height changes nothing: drawing with regions gives the same picture as
 * without. */
static void regions_of_the_view_are_below_the_warp(void **unused)
{
	static uint16_t plain[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT],
		still[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	struct stage one = { .file_count = 0 }, other = { .file_count = 0 };

	(void)unused;
	start_panorama(&one, "");
	stage_step(&one, 1); /* the room's script was read */
	start_panorama(&other, "a:region:300(x 0 0 511 319 33 0 0 0 1,1,2,0,1,1)\n");
	stage_step(&other, 1);
	one.input.turn_left = other.input.turn_left = true;
	for (int i = 0; i < 30; i++) {
		stage_step(&one, 1);
		stage_step(&other, 1);
		exh_zv_engine_picture(one.engine, plain);
		exh_zv_engine_picture(other.engine, still);
		assert_memory_equal(plain, still, sizeof plain);
	}
	stage_end(&one);
	stage_end(&other);
}

/* A copy of any state. */
static void a_copy_goes_on_alike(void **unused)
{
	static uint16_t one[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT],
		other[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	struct stage stage = { .file_count = 0 };
	struct exh_zv_engine *copy = exh_zv_engine_new();

	(void)unused;
	assert_non_null(copy);
	stage_film(&stage, "swing.rlf", 20, 30, 7, 50);
	start_panorama(&stage, "a:animplay:500(swing.rlf 90 50 119 69 0 6 0 0 0 0 0)\n"
			       "a:streamvideo(swing.rlf 10 10 50 50)\na:timer:501(2)\n");
	stage.input.turn_left = true;
	for (int i = 0; i < 90; i++) {
		assert_true(exh_zv_engine_copy(copy, stage.engine));
		stage_step(&stage, 1);
		assert_true(exh_zv_engine_step(copy, &stage.input, NULL));
		exh_zv_engine_picture(stage.engine, one);
		exh_zv_engine_picture(copy, other);
		assert_memory_equal(one, other, sizeof one);
		for (int32_t key = 0; key < 600; key++)
			assert_int_equal(exh_zv_engine_key(stage.engine, key),
					 exh_zv_engine_key(copy, key));
	}
	assert_int_equal(stage_key(&stage, 501), 2);
	exh_zv_engine_free(copy);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_screen_is_set_before_it_is_first_drawn),
		cmocka_unit_test(animations_draw_into_the_background),
		cmocka_unit_test(a_video_stops_the_clock_and_the_results_after_it),
		cmocka_unit_test(space_skips_a_video),
		cmocka_unit_test(videos_of_a_panorama_are_stored_transposed),
		cmocka_unit_test(a_panorama_turns),
		cmocka_unit_test(rotate_to_goes_the_short_way_round),
		cmocka_unit_test(distortion_ends_with_the_room_as_it_was),
		cmocka_unit_test(water_moves_and_leaves_the_background),
		cmocka_unit_test(regions_of_the_view_are_below_the_warp),
		cmocka_unit_test(a_copy_goes_on_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
