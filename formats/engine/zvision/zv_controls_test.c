/* Controls of a place, and how the player uses them. */
#include "stage_testing.h"

static const struct exh_zv_start from_start = { .seed = 1 };

/* Starts a flat room with these controls, three ticks after its start. */
static void start(struct stage *stage, const char *controls)
{
	static char script[4096];

	snprintf(script, sizeof script, "%s%s", NOW(90, "a:set_screen(room.tga)\n"),
		 controls);
	stage_picture(stage, "room.tga", 512, 320, 100);
	stage_text(stage, "gary.scr", script);
	stage_start(stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(stage, 3);
}

static void toggles_count_where_they_are_clicked(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, "control:300 push_toggle {\nflat_hotspot(100,50,60,40)\n"
		      "flat_hotspot(300,50,1,1)\ncursor(active)\ncount_to(3)\n"
		      "venus_id(310)\n}\n"
		      "control:301 push_toggle {\nflat_hotspot(150,50,60,40)\n"
		      "mouse_event(down)\n}\n"
		      "control:302 push_toggle {\nflat_hotspot(0,200,60,40)\n"
		      "mouse_event(double)\n}\n"
		      "puzzle:1 {\ncriteria {\n[400] = 1\n}\nresults {\n"
		      "a:disable_control(300)\n}\n}\n");
	exh_zv_engine_set_key(stage.engine, 310, 1);
	stage_click(&stage, 99, 60);
	assert_int_equal(stage_key(&stage, 300), 0);
	assert_int_equal(stage_key(&stage, 13), 0);
	stage_click(&stage, 100, 50);
	assert_int_equal(stage_key(&stage, 300), 1);
	assert_int_equal(stage_key(&stage, 13), 310);
	stage_click(&stage, 301, 51);
	assert_int_equal(stage_key(&stage, 300), 2);
	/* The later one takes the press, but not the release. */
	stage_click(&stage, 155, 60);
	assert_int_equal(stage_key(&stage, 301), 1);
	assert_int_equal(stage_key(&stage, 300), 0);
	stage_click(&stage, 10, 210);
	assert_int_equal(stage_key(&stage, 302), 0);
	stage_click(&stage, 10, 210);
	stage_step(&stage, 2);
	assert_int_equal(stage_key(&stage, 302), 1);
	exh_zv_engine_set_key(stage.engine, 400, 1);
	stage_step(&stage, 2);
	stage_click(&stage, 100, 50);
	assert_int_equal(stage_key(&stage, 300), 0);
	stage_end(&stage);
}

static void the_older_engine_counts_one_further(void **unused)
{
	static const char script[] = "control:300 push_toggle {\nflat_hotspot(1 1 9 9)\n"
				     "count_to(1)\n}\n";
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "room.tga", 512, 320, 100);
	stage_text(&stage, "universe.scr", NOW(90, "a:set_screen(room.tga)\n"));
	stage_text(&stage, "gary.scr", script);
	stage_start(&stage, EXH_ZV_NEMESIS,
		    &(struct exh_zv_start){ .rules = EXH_ZV_RULES_ZENGINE });
	stage_step(&stage, 3);
	stage_click(&stage, 5, 5);
	assert_int_equal(stage_key(&stage, 300), 1);
	stage_click(&stage, 5, 5);
	assert_int_equal(stage_key(&stage, 300), 0);
	stage_end(&stage);
}

static void hotspots_of_panoramas_are_on_the_picture(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "round.tga", 320, 1440, 0);
	stage_text(&stage, "gary.scr",
		   NOW(90,
		       "a:set_screen(round.tga)\n") "control:8 pana "
						    "{\nangle(60)\nlinscale(1.00)\n}\n"
						    "control:300 push_toggle "
						    "{\nwarp_hotspot(700,150,4,20)\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS, &(struct exh_zv_start){ .offset = 702 });
	stage_step(&stage, 3);
	stage_click(&stage, 256, 160);
	assert_int_equal(stage_key(&stage, 300), 1);
	stage_click(&stage, 246, 160);
	assert_int_equal(stage_key(&stage, 300), 1);
	stage_end(&stage);
}

static void a_tilt_room_looks_up_and_down(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "tall.tga", 512, 800, 0);
	stage_text(&stage, "gary.scr",
		   NOW(90, "a:set_screen(tall.tga)\n") "control:8 tilt {\nangle(60)\n"
						       "linscale(1.00)\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS, &(struct exh_zv_start){ .offset = 400 });
	stage_step(&stage, 3);
	assert_int_equal(stage_pixel(&stage, 256, 160), (256 + 31 * 400) & 0x7fff);
	stage.input.turn_down = true;
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 7), 410);
	stage_step(&stage, 99);
	assert_true(stage_key(&stage, 7) < 800 - 100); /* the view stops before the end */
	stage_end(&stage);
}

static void impossible_views_are_the_usual_ones(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "gary.scr", "control:8 pana {\nangle(0)\nlinscale(-1)\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 3);
	assert_true(stage_noted(&stage, "gary.scr: line 1: pana: no view has"));
	stage_end(&stage);
}

static const char lever[] =
	"filename:gate.rlf~\nanim_coords:20 20 29 29~\nmirrored:0~\nframes:3~\n"
	"start_pos:1~\nhotspot_deltas:40 40~\n0:0 0 D=1,0~\n1:0 0 D=2,0 D=0,180~\n"
	"2:0 0 D=1,180 ^=P(2 to 0) E(0)~\n";

static void levers_are_dragged_and_return(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_film(&stage, "gate.rlf", 5, 5, 3, 66);
	stage_text(&stage, "gate.lev", lever);
	start(&stage, "control:300 lever {\ndescfile(gate.lev)\ncursor(handpt)\n}\n");
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 20, 20), 2); /* at rest in 1, scaled */
	assert_int_equal(stage_pixel(&stage, 29, 29), 2);
	stage_point(&stage, 10, 10);
	stage.input.left = true;
	stage_step(&stage, 1);
	stage_point(&stage, 17, 10); /* not yet far enough */
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 300), 0);
	stage_point(&stage, 18, 10);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 300), 2);
	assert_int_equal(stage_pixel(&stage, 20, 20), 3);
	stage.input.left = false;
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 300), 1); /* 33 ms are a step of 30 */
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 300), 0);
	assert_int_equal(stage_pixel(&stage, 20, 20), 1);
	stage_end(&stage);
}

static const char slot[] =
	"control:300 slot {\nrectangle(10 10 19 19)\nhotspot(0 0 50 50)\n"
	"distance_id(q)\neligible_objects(5 6)\n}\n"
	"puzzle:1 {\ncriteria {\n[400] = 1\n}\nresults {\na:inventory(add 7)\n"
	"a:inventory(add 5)\n}\n}\n"
	"puzzle:2 {\ncriteria {\n[400] = 2\n}\nresults {\na:inventory(cycle)\n"
	"a:assign(2 0)\na:assign(400 0)\n}\n}\n";

static void slots_take_and_give_items(void **unused)
{
	struct stage stage = { .file_count = 0 };
	uint16_t bare;

	(void)unused;
	stage_picture(&stage, "5qobj.tga", 4, 4, 9);
	start(&stage, slot);
	bare = stage_pixel(&stage, 13, 13);
	exh_zv_engine_set_key(stage.engine, 400, 1);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 9), 5);
	stage_click(&stage, 5, 5);
	assert_int_equal(stage_key(&stage, 300), 5);
	assert_int_equal(stage_key(&stage, 9), 7);
	assert_int_equal(stage_pixel(&stage, 13, 13), 9); /* centred */
	stage_click(&stage, 5, 5);			  /* the held item does not fit */
	assert_int_equal(stage_key(&stage, 300), 5);
	exh_zv_engine_set_key(stage.engine, 400, 2);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 9), 0);
	stage_click(&stage, 5, 5);
	assert_int_equal(stage_key(&stage, 300), 0);
	assert_int_equal(stage_key(&stage, 9), 5);
	assert_int_equal(stage_pixel(&stage, 13, 13), bare);
	stage_end(&stage);
}

static void safes_turn_to_where_they_are_clicked(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_film(&stage, "dial.rlf", 8, 8, 8, 66);
	start(&stage,
	      "control:300 safe {\nanimation(dial.rlf)\nrectangle(100 100 200 200)\n"
	      "num_states(8)\ncenter(150 150)\ndial_inner_radius(10)\nradius(40)\n"
	      "zero_radians_offset(0)\npointer_offset(0)\n}\n");
	stage_click(&stage, 150, 145); /* within the inner radius */
	stage_step(&stage, 20);
	assert_int_equal(stage_key(&stage, 300), 0);
	/* Straight up: atan2(0, -20) is 180 degrees, (180 + 540) % 360 is part 0, ground
	 * 0: the state before this one. */
	stage_click(&stage, 150, 130);
	assert_int_equal(stage_key(&stage, 300), 0);
	stage_step(&stage, 20);
	assert_int_equal(stage_key(&stage, 300), 7);
	assert_int_equal(stage_pixel(&stage, 100, 100), 8);
	/* To the right: 90 degrees, part 6, ground 2: 7 + 2 - 1. */
	stage_click(&stage, 175, 150);
	stage_step(&stage, 20);
	assert_int_equal(stage_key(&stage, 300), 0);
	assert_int_equal(stage_pixel(&stage, 100, 100), 1);
	stage_end(&stage);
}

static void movies_are_caught_in_their_frames(void **unused)
{
	struct stage stage = { .file_count = 0 };
	const char controls[] =
		"control:300 hotmovie {\nnum_frames(4)\nhs_frame_list(fly.hs)\n"
		"rectangle(50 50 57 57)\nnum_cycles(2)\nanimation(fly.rlf)\n}\n";

	(void)unused;
	stage_film(&stage, "fly.rlf", 8, 8, 6, 99);
	stage_text(&stage, "fly.hs", "0:0 0 5 5~\r\n2:10 10 20 20~\r\n");
	start(&stage, controls);
	assert_int_equal(stage_pixel(&stage, 50, 50), 1);
	stage_click(&stage, 15, 15);
	assert_int_equal(stage_key(&stage, 300), 0);
	stage_step(&stage, 2); /* frame 2 since 198 ms */
	stage_click(&stage, 15, 15);
	assert_int_equal(stage_key(&stage, 300), 1);
	stage_step(&stage, 20);
	assert_int_equal(stage_key(&stage, 300), 2); /* eight frames are over */
	assert_int_equal(stage_pixel(&stage, 50, 50), 4);
	stage_end(&stage);
}

static const char fist[] = "animation:hand.rlf~\r\nanim_rect:100 100 107 107~\r\n"
			   "num_fingers:2~\r\nentries:2~\r\neval_order_ascending:1~\r\n"
			   "up_hs_num_0:1~\r\nup_hs_0_0:0 0 20 20~\r\n"
			   "down_hs_0_0:0 30 20 50~\r\nup_hs_1_0:10 0 40 20~\r\n"
			   "0:00 10 1 3 (77)~\r\n1:10 00 3 3~\r\nnonsense~\r\n";

static void fingers_are_bent_and_stretched(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_film(&stage, "hand.rlf", 8, 8, 5, 66);
	stage_text(&stage, "hand.fst", fist);
	start(&stage, "control:300 fist {\ndescfile(hand.fst)\nsound_key(301)\n"
		      "animation_id(302)\n}\n");
	stage_click(&stage, 15, 5); /* both are possible: the first counts */
	assert_int_equal(stage_key(&stage, 300), 1);
	assert_int_equal(stage_key(&stage, 301), 77);
	assert_int_equal(stage_key(&stage, 302), 1);
	assert_int_equal(stage_pixel(&stage, 100, 100), 2);
	stage_step(&stage, 8);
	assert_int_equal(stage_key(&stage, 302), 2);
	assert_int_equal(stage_pixel(&stage, 100, 100), 4);
	stage_click(&stage, 5, 5); /* area of the first finger when it was up */
	assert_int_equal(stage_key(&stage, 300), 1);
	stage_click(&stage, 15, 5); /* now of the second: shows nothing for it */
	assert_int_equal(stage_key(&stage, 300), 3);
	assert_int_equal(stage_key(&stage, 302), 2);
	stage_click(&stage, 5, 35);
	assert_int_equal(stage_key(&stage, 300), 2);
	stage_end(&stage);
}

static void paint_appears_where_the_brush_passes(void **unused)
{
	struct stage stage = { .file_count = 0 };
	uint16_t before;

	(void)unused;
	stage_picture(&stage, "brush.tga", 2, 2, 0); /* the first pixel is 0 */
	stage_picture(&stage, "paint.tga", 30, 30, 5000);
	start(&stage,
	      "control:300 paint {\nrectangle(50 60 20 20)\nbrush_file(brush.tga)\n"
	      "paint_file(paint.tga)\neligible_objects(4)\n}\n");
	before = stage_pixel(&stage, 55, 65);
	stage_click(&stage, 55, 65);
	assert_int_equal(stage_pixel(&stage, 56, 65), before + 1);
	exh_zv_engine_set_key(stage.engine, 9, 4);
	stage_point(&stage, 54, 65);
	stage.input.left = true;
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 55, 65), before);
	stage_point(&stage, 55, 65);
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 55, 65), before);
	assert_int_equal(stage_pixel(&stage, 56, 65), 5000 + 6 + 31 * 5);
	stage_point(&stage, 68, 78);
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 69, 79), 5000 + 19 + 31 * 19);
	stage_point(&stage, 69, 79); /* only its first pixel is within the rectangle */
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 70, 80), (100 + 70 + 31 * 80) & 0x7fff);
	stage.input.left = false;
	stage_step(&stage, 1);
	stage_point(&stage, 60, 70);
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 61, 70), (100 + 61 + 31 * 70) & 0x7fff);
	stage_end(&stage);
}

static void keys_and_buttons_are_states(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, "");
	stage.input.left = true;
	stage.input.presses[0] = 'A';
	stage.input.press_count = 1;
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 8), 'A');
	assert_int_equal(stage_key(&stage, 10), 1);
	stage.input.left = false;
	stage.input.press_count = 0;
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 8), 'A'); /* until a script clears it */
	assert_int_equal(stage_key(&stage, 10), 0);
	stage_end(&stage);
}

static void other_controls_are_said_once(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, "control:300 save {\n}\ncontrol:301 input {\n}\n"
		      "control:312 titler {\n}\ncontrol:313 juggler {\n}\n"
		      "control:302 juggler {\n}\ncontrol:99999 push_toggle {\n"
		      "flat_hotspot(0 0 512 320)\n}\ncontrol:303 lever {\n}\n"
		      "control:304 lever {\ndescfile(gone.lev)\n}\n"
		      "control:305 safe {\n}\ncontrol:306 hotmovie {\n}\n"
		      "control:307 slot {\n}\ncontrol:308 fist {\n}\n"
		      "control:309 paint {\n}\ncontrol:310 fist {\n"
		      "descfile(gone.lev)\n}\n");
	assert_true(stage_noted(&stage, "juggler: no such control"));
	assert_true(stage_noted(&stage, "gone.lev: no such file"));
	assert_int_equal(exh_zv_world_notes(stage.world)->warning_count, 3);
	stage_click(&stage, 5, 5);
	stage_step(&stage, 10);
	stage_end(&stage);
}

/* Pixels of controls are copied, too. */
static void a_copy_has_controls_of_its_own(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_zv_engine *copy = exh_zv_engine_new();

	(void)unused;
	assert_non_null(copy);
	stage_picture(&stage, "5qobj.tga", 4, 4, 9);
	stage_film(&stage, "gate.rlf", 5, 5, 3, 66);
	stage_text(&stage, "gate.lev", lever);
	start(&stage, "control:300 slot {\nrectangle(10 10 19 19)\nhotspot(0 0 50 50)\n"
		      "distance_id(q)\neligible_objects(5 6)\n}\n"
		      "control:301 lever {\ndescfile(gate.lev)\n}\n");
	exh_zv_engine_set_key(stage.engine, 300, 5);
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 13, 13), 9);
	assert_true(exh_zv_engine_copy(copy, stage.engine));
	exh_zv_engine_set_key(stage.engine, 300, 0);
	stage_step(&stage, 1);
	assert_int_not_equal(stage_pixel(&stage, 13, 13), 9);
	exh_zv_engine_free(stage.engine);
	stage.engine = copy;
	assert_int_equal(stage_pixel(&stage, 13, 13), 9);
	exh_zv_engine_set_key(stage.engine, 300, 0);
	stage_step(&stage, 1);
	assert_int_not_equal(stage_pixel(&stage, 13, 13), 9);
	stage_end(&stage);
}

static void controls_work_without_a_picture(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(
		&stage, "gary.scr",
		NOW(1, "a:set_screen(lost.tga)\n") "control:300 push_toggle "
						   "{\nflat_hotspot(100,50,60,40)\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 3);
	assert_true(stage_noted(&stage, "lost.tga: no such file"));
	stage.input.x = 64 + 110;
	stage.input.y = 80 + 60;
	stage.input.left = true;
	stage_step(&stage, 1);
	stage.input.left = false;
	stage_step(&stage, 2);
	assert_int_equal(stage_key(&stage, 300), 1);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(toggles_count_where_they_are_clicked),
		cmocka_unit_test(the_older_engine_counts_one_further),
		cmocka_unit_test(hotspots_of_panoramas_are_on_the_picture),
		cmocka_unit_test(a_tilt_room_looks_up_and_down),
		cmocka_unit_test(impossible_views_are_the_usual_ones),
		cmocka_unit_test(levers_are_dragged_and_return),
		cmocka_unit_test(slots_take_and_give_items),
		cmocka_unit_test(safes_turn_to_where_they_are_clicked),
		cmocka_unit_test(movies_are_caught_in_their_frames),
		cmocka_unit_test(fingers_are_bent_and_stretched),
		cmocka_unit_test(paint_appears_where_the_brush_passes),
		cmocka_unit_test(keys_and_buttons_are_states),
		cmocka_unit_test(other_controls_are_said_once),
		cmocka_unit_test(a_copy_has_controls_of_its_own),
		cmocka_unit_test(controls_work_without_a_picture),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
