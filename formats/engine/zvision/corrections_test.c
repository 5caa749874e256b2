/*
 * Zvision, second part, 9, point by point: each test has the number of its point. Regions
 * are in region_test.c, typed texts in texts_test.c, turns in zv_view_test.c.
 */
#include "zv_parts.h"
#include "stage_testing.h"

static const struct exh_zv_start from_start = { .seed = 1 };

static void start(struct stage *stage, enum exh_zv_game game, const char *gary)
{
	stage_text(stage, "gary.scr", gary);
	stage_start(stage, game, &from_start);
}

/* A puzzle for each time that key 200 becomes this value. */
#define WHEN(puzzle, value, results)                                           \
	"puzzle:" #puzzle " {\ncriteria {\n[200] = " #value "\n}\nresults {\n" \
	"a:assign(200 0)\na:assign(" #puzzle " 0)\n" results "}\n}\n"

/* Sets key 200, and gives puzzles a tick. */
static void order(struct stage *stage, int32_t value)
{
	exh_zv_engine_set_key(stage->engine, 200, value);
	stage_step(stage, 1);
}

static const char *place_of(const struct stage *stage)
{
	static struct exh_zv_engine_state state;

	exh_zv_engine_state(stage->engine, &state);
	return state.place;
}

static size_t effects_of(const struct stage *stage)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(stage->engine, &state);
	return state.effects;
}

/* 2, 3 */
static void a_new_world_first_runs_after_the_second_runs_of_the_others(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "g.scr", NOW(603, "a:add(300 1)\na:assign(301 [300])\n"));
	stage_text(&stage, "ga.scr",
		   "puzzle:605 {\nresults {\na:add(300 1)\na:assign(303 [300])\n}\n}\n");
	start(&stage, EXH_ZV_NEMESIS,
	      "puzzle:604 {\nresults {\na:add(300 1)\na:assign(302 [300])\n}\n}\n");
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 302), 1);
	assert_int_equal(stage_key(&stage, 303), 2);
	assert_int_equal(stage_key(&stage, 301), 3);
	stage_end(&stage);
}

/*
 * Animations.
 */

/* Three frames of a tick each. */
static void start_queue(struct stage *stage)
{
	stage_film(stage, "swing.rlf", 4, 4, 3, 33);
	stage_film(stage, "other.rlf", 4, 4, 3, 33);
	start(stage, EXH_ZV_NEMESIS,
	      NOW(601, "a:animpreload:501(swing.rlf 0 0 0 0)\n") WHEN(
		      602, 1,
		      "a:playpreload:511(501 0 0 3 3 0 2 1)\na:playpreload:512(501 0 0 3 "
		      "3 0 2 2)\n"
		      "a:playpreload:513(501 0 0 3 3 0 2 1)\na:assign(300 [511])\n")
		      WHEN(603, 2, "a:stop(501)\n") WHEN(604, 3, "a:kill(501)\n")
			      WHEN(605, 4,
				   "a:animplay:501(swing.rlf 0 0 3 3 0 2 1 0 0 0 0)\n"
				   "a:assign(301 [501])\na:assign(302 [511])\n")
				      WHEN(606, 5, "a:animunload(501)\n")
					      WHEN(607, 6,
						   "a:animplay:501(other.rlf 0 0 3 3 0 2 "
						   "1 0 0 0 0)\n"));
	stage_step(stage, 2);
	assert_int_equal(stage_key(stage, 501), 2);
	order(stage, 1);
}

/* 4 */
static void what_is_preloaded_plays_in_its_turn(void **unused)
{
	static const int32_t wanted[][3] = {
		{ 0, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 },
		{ 2, 1, 0 }, { 2, 1, 0 }, { 2, 1, 0 }, { 2, 1, 0 }, { 2, 1, 0 },
		{ 2, 1, 0 }, { 2, 2, 0 }, { 2, 2, 1 }, { 2, 2, 1 }, { 2, 2, 1 },
		{ 2, 2, 2 }, { 2, 2, 2 },
	};
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start_queue(&stage);
	assert_int_equal(stage_key(&stage, 300), 0);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		for (int32_t k = 0; k < 3; k++)
			assert_int_equal(stage_key(&stage, 511 + k), wanted[i][k]);
		assert_int_equal(stage_key(&stage, 501), 2);
		stage_step(&stage, 1);
	}
	assert_int_equal(effects_of(&stage), 1); /* the film stays loaded */
	stage_end(&stage);
}

/* 4: "stop(S): the first entry's key = 2, list emptied, the film stays loaded"; "End of S
 * itself: key S = 2 and the first entry's key = 2; further waiting entries keep their
 * value" */
static void a_queue_is_stopped_or_killed_or_unloaded(void **unused)
{
	static const int32_t orders[] = { 2, 3, 5 };

	(void)unused;
	for (size_t i = 0; i < 3; i++) {
		struct stage stage = { .file_count = 0 };

		start_queue(&stage);
		exh_zv_engine_set_key(stage.engine, 513, 7);
		stage_step(&stage, 1);
		assert_int_equal(stage_key(&stage, 511), 1);
		order(&stage, orders[i]);
		assert_int_equal(stage_key(&stage, 511), 2);
		assert_int_equal(stage_key(&stage, 512), 0);
		assert_int_equal(stage_key(&stage, 513), 7);
		assert_int_equal(stage_key(&stage, 501), 2);
		assert_int_equal(effects_of(&stage), i == 0);
		order(&stage, 1);
		stage_step(&stage, 1);
		assert_int_equal(stage_key(&stage, 511), i == 0 ? 1 : 0 + 2);
		stage_end(&stage);
	}
}

/* 4: "animplay on a running S empties the list first (S = 2)" */
static void animplay_takes_the_place_of_a_queue(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage stage = { .file_count = 0 };

		start_queue(&stage);
		stage_step(&stage, 1);
		order(&stage, i ? 6 : 4);
		assert_int_equal(stage_key(&stage, 501), 2);
		assert_int_equal(stage_key(&stage, 511), 2);
		stage_step(&stage, 1);
		assert_int_equal(stage_key(&stage, 501), 1);
		assert_int_equal(effects_of(&stage), 1);
		stage_step(&stage, 3);
		assert_int_equal(stage_key(&stage, 501), 2);
		stage_step(&stage, 9);
		assert_int_equal(stage_key(&stage, 512), 0);
		assert_int_equal(effects_of(&stage), !i);
		stage_end(&stage);
	}
}

/* 5 */
static void an_animation_begins_at_the_next_step_of_effects(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_film(&stage, "swing.rlf", 4, 4, 3, 33);
	stage_picture(&stage, "room.tga", 512, 320, 100);
	start(&stage, EXH_ZV_NEMESIS,
	      NOW(601, "a:set_screen(room.tga)\n") WHEN(
		      602, 1,
		      "a:animplay:500(swing.rlf 9 9 12 12 0 2 1 0 0 0 5)\n"
		      "a:assign(301 [500])\na:stop(501)\n")
		      WHEN(603, 2,
			   "a:animplay:500(swing.rlf 9 9 12 12 1 -1 0 0 0 0 -5)\n")
			      WHEN(604, 3,
				   "a:animplay:500(swing.rlf 9 9 12 12 0 2 -3 0 0 0 "
				   "30)\n"));
	stage_step(&stage, 4);
	exh_zv_engine_set_key(stage.engine, 301, 9);
	order(&stage, 1);
	assert_int_equal(stage_key(&stage, 301), 0);
	assert_int_equal(stage_key(&stage, 500), 0);
	assert_int_equal(stage_pixel(&stage, 9, 9), 100 + 9 + 31 * 9);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 500), 1);
	assert_int_equal(stage_pixel(&stage, 9, 9), 1);
	stage_step(&stage, 1); /* a rate of 5: 66 ms at most */
	assert_int_equal(stage_pixel(&stage, 9, 9), 1);
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 9, 9), 2);
	order(&stage, 2);
	assert_int_equal(stage_key(&stage, 500), 2); /* began anew */
	/* Frames from 1 to 1, forever. */
	stage_step(&stage, 99);
	assert_int_equal(stage_key(&stage, 500), 1);
	assert_int_equal(stage_pixel(&stage, 9, 9), 2);
	order(&stage, 3);
	stage_step(&stage, 99);
	assert_int_equal(stage_key(&stage, 500), 1);
	assert_int_equal(stage_pixel(&stage, 9, 9), 3);
	stage_end(&stage);
}

/* 6 */
static void animations_stand_still_while_a_panorama_turns(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage stage = { .file_count = 0 };

		stage_picture(&stage, "round.tga", 320, 1440, 0);
		stage_film(&stage, "swing.rlf", 4, 4, 3, 33);
		start(&stage, EXH_ZV_NEMESIS,
		      "control:900 pana {\nangle(50)\n}\n" NOW(
			      601, "a:set_screen(round.tga)\na:timer:502(1)\n"
				   "a:animplay:500(swing.rlf 9 9 12 12 0 2 1)\n"));
		exh_zv_engine_set_key(stage.engine, 71, 1);
		stage_step(&stage, 2);
		stage.input.turn_left = i == 0;
		if (i)
			stage_point(&stage, 500, 100);
		stage_step(&stage, 40);
		assert_int_equal(stage_key(&stage, 500), 1);
		assert_int_equal(stage_key(&stage, 502), 2); /* others go on */
		exh_zv_engine_set_key(stage.engine, 71, 2);
		stage_step(&stage, 2);
		assert_int_equal(stage_key(&stage, 500), 2);
		stage_end(&stage);
	}
}

/* 7 */
static void a_synced_sound_has_no_key_of_its_own(void **unused)
{
	static const uint8_t sound[40000];
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_add(&stage, "a000h1t8.raw", (struct exh_bytes){ sound, sizeof sound, 0 },
		  NULL);
	stage_film(&stage, "swing.rlf", 4, 4, 3, 33);
	start(&stage, EXH_ZV_NEMESIS,
	      NOW(601, "a:animpreload:500(swing.rlf)\na:timer:502(9)\n")
		      WHEN(602, 1,
			   "a:syncsound:510(500 1 a000h1t8.raw)\n"
			   "a:syncsound:511(502 1 a000h1t8.raw)\n"
			   "a:syncsound:512(503 1 a000h1t8.raw)\n")
			      WHEN(603, 2, "a:animunload(500)\n"));
	stage_step(&stage, 2);
	exh_zv_engine_set_key(stage.engine, 510, 5);
	order(&stage, 1);
	assert_int_equal(effects_of(&stage), 3);
	stage_step(&stage, 3);
	assert_int_equal(stage_key(&stage, 510), 5);
	order(&stage, 2);
	stage_step(&stage, 1);
	assert_int_equal(effects_of(&stage), 1);
	for (int32_t key = 510; key < 513; key++)
		assert_int_equal(stage_key(&stage, key), key == 510 ? 5 : 0);
	stage_end(&stage);
}

/*
 * Ends.
 */

/* 8 */
static void a_timer_that_is_ended_writes_2_before_its_rest(void **unused)
{
	static const char *const ends[] = { "a:kill(500)\n", "a:stop(500)\n",
					    "a:kill(\"TIMER\")\n",
					    "a:change_location(g a rz 0)\n" };

	(void)unused;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct stage stage = { .file_count = 0 };
		char script[512];

		snprintf(script, sizeof script,
			 "%spuzzle:602 {\ncriteria {\n[200] = 1\n}\nresults {\n%s}\n}\n",
			 NOW(601, "a:timer:500(5)\na:timer:500(9)\n"), ends[i]);
		start(&stage, EXH_ZV_NEMESIS, script);
		stage_step(&stage, 2);
		assert_false(stage_traced(&stage, "key=500\tvalue=2"));
		order(&stage, 1);
		stage_step(&stage, 2);
		assert_true(stage_traced(&stage, "key=500\tvalue=2\tbefore=1"));
		assert_true(stage_traced(&stage, "key=500\tvalue=4\tbefore=2"));
		assert_int_equal(stage_key(&stage, 500), 4);
		stage_end(&stage);
	}
}

/* 8: "stop(K) on any effect but an animation removes it like kill" */
static void stop_ends_all_but_the_film(void **unused)
{
	static const uint8_t sound[40000];
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_add(&stage, "a000h1t8.raw", (struct exh_bytes){ sound, sizeof sound, 0 },
		  NULL);
	stage_film(&stage, "swing.rlf", 4, 4, 3, 33);
	start(&stage, EXH_ZV_NEMESIS,
	      NOW(601, "a:animplay:500(swing.rlf 0 0 3 3 0 2 0)\n"
		       "a:music:501(1 a000h1t8.raw 1)\n")
		      WHEN(602, 1, "a:stop(500)\na:stop(501)\n")
			      WHEN(603, 2, "a:playpreload:510(500 0 0 3 3 0 2 1)\n"));
	stage_step(&stage, 2);
	order(&stage, 1);
	assert_int_equal(stage_key(&stage, 500), 2);
	assert_int_equal(stage_key(&stage, 501), 2);
	assert_int_equal(effects_of(&stage), 1);
	order(&stage, 2);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 510), 1);
	stage_end(&stage);
}

/* 9 */
static void actions_end_with_their_scope_what_has_their_key(void **unused)
{
	static const uint8_t sound[40000];
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_add(&stage, "a000h1t8.raw", (struct exh_bytes){ sound, sizeof sound, 0 },
		  NULL);
	stage_film(&stage, "swing.rlf", 4, 4, 3, 33);
	/* The world begins them; actions of gary that never ran share three keys. */
	stage_text(&stage, "g.scr",
		   NOW(601, "a:timer:500(9)\na:universe_music:501(1 a000h1t8.raw 1)\n"
			    "a:animplay:502(swing.rlf 0 0 3 3 0 2 0)\n"
			    "a:timer:503(9)\na:universe_music:504(1 a000h1t8.raw 1)\n"
			    "a:crossfade(504 0 100 0 50 0 5000)\n"));
	start(&stage, EXH_ZV_NEMESIS,
	      WHEN(602, 9,
		   "a:timer:500(3)\na:music:501(1 a000h1t8.raw 1)\n"
		   "a:animpreload:502(swing.rlf)\na:stop(503)\n"
		   "a:universe_music:504(1 a000h1t8.raw 1)\n")
		      WHEN(603, 1, "a:change_location(g a rz 0)\n"));
	stage_step(&stage, 2);
	order(&stage, 1);
	stage_step(&stage, 2);
	assert_string_equal(place_of(&stage), "garz");
	assert_int_equal(stage_key(&stage, 500), 8);
	assert_int_equal(stage_key(&stage, 501), 2);
	assert_int_equal(stage_key(&stage, 502), 2);
	assert_int_equal(stage_key(&stage, 503), 1);
	assert_int_equal(stage_key(&stage, 504), 1);
	assert_int_equal(effects_of(&stage), 3);
	stage_end(&stage);
}

/*
 * Controls.
 */

/* 10 */
static void a_slot_takes_an_empty_hand_only_if_0_is_eligible(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage stage = { .file_count = 0 };

		start(&stage, EXH_ZV_NEMESIS,
		      i ? "control:610 slot {\nhotspot(10 10 20 20)\n"
			  "eligible_objects(0 5)\n}\n"
			: "control:610 slot {\nhotspot(10 10 20 20)\n"
			  "eligible_objects(5)\n}\n");
		stage_step(&stage, 2);
		exh_zv_engine_set_key(stage.engine, 100, 2);
		exh_zv_engine_set_key(stage.engine, 102, 6);
		stage_click(&stage, 15, 15);
		assert_int_equal(stage_key(&stage, 100), i ? 1 : 2);
		assert_int_equal(stage_key(&stage, 9), i ? 6 : 0);
		assert_int_equal(stage_key(&stage, 610), 0);
		assert_int_equal(stage_traced(&stage, "key=610"), i);
		stage_end(&stage);
	}
}

static const char lever[] = "filename:swing.rlf~\nframes:3~\nanim_coords:0 0 3 3~\n"
			    "hotspot_deltas:10 10~\n0:10 10 D=1,270~\n"
			    "1:10 10 D=2,270~\n2:10 10 D=1,90 ^=P(2 to 0)~\n";

/* 10: each control lies over a push_toggle, which comes first in the file. */
static void some_controls_let_a_click_pass(void **unused)
{
	static const struct {
		const char *control;
		int32_t count; /* value of the toggle after a click */
	} cases[] = {
		{ "control:611 slot {\nhotspot(0 0 50 50)\neligible_objects(0)\n}\n", 1 },
		{ "control:611 slot {\nhotspot(0 0 50 50)\neligible_objects(7)\n}\n", 1 },
		{ "control:611 fist {\ndescfile(hand.fst)\n}\n", 1 },
		{ "control:611 input {\nrectangle(0 0 50 50)\n}\n", 1 },
		{ "control:611 lever {\ndescfile(gate.lev)\n}\n", 1 },
		{ "control:611 push_toggle {\nflat_hotspot(0 0 50 50)\n}\n", 0 },
		{ "control:611 safe {\nrectangle(0 0 50 50)\nnum_states(4)\n"
		  "center(15 15)\nradius(40)\n}\n",
		  0 },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stage = { .file_count = 0 };
		char script[512];

		snprintf(script, sizeof script,
			 "control:610 push_toggle {\nflat_hotspot(0 0 99 99)\n}\n%s",
			 cases[i].control);
		stage_film(&stage, "swing.rlf", 4, 4, 3, 33);
		stage_text(&stage, "gate.lev", lever);
		stage_text(&stage, "hand.fst",
			   "animation:swing.rlf~\nnum_fingers:1~\n"
			   "up_hs_num_0:1~\nup_hs_0_0:0 0 50 50~\n");
		start(&stage, EXH_ZV_NEMESIS, script);
		stage_step(&stage, 2);
		stage_click(&stage, 15, 15);
		assert_int_equal(stage_key(&stage, 610), cases[i].count);
		stage_end(&stage);
	}
}

/* 11 */
static void paint_leaves_magenta_and_the_press(void **unused)
{
	static const uint8_t paint[] = { 'T',  'G', 'Z',  0,	8,    0, 0,   0,    4,
					 0,    0,   0,	  1,	0,    0, 0,   0xff, 0x1f,
					 0x7c, 1,   0x10, 0x1f, 0xfc, 2, 0x10 };
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "room.tga", 512, 320, 100);
	stage_picture(&stage, "brush.tga", 1, 1, 1);
	stage_add(&stage, "paint.tga", (struct exh_bytes){ paint, sizeof paint, 0 },
		  NULL);
	start(&stage, EXH_ZV_NEMESIS,
	      NOW(601,
		  "a:set_screen(room.tga)\n"
		  "a:inventory(add 4)\n") "control:610 paint {\nrectangle(10 10 4 1)\n"
					  "brush_file(brush.tga)\n"
					  "paint_file(paint.tga)\n"
					  "eligible_objects(4)\n}\n"
					  "control:611 push_toggle {\n"
					  "flat_hotspot(0 0 9 9)\n}\n");
	stage_step(&stage, 4);
	stage_point(&stage, 11, 10);
	stage.input.left = true;
	stage_step(&stage, 1); /* the press itself paints nothing */
	assert_int_equal(stage_pixel(&stage, 11, 10), 100 + 11 + 310);
	stage_step(&stage, 3);
	assert_int_equal(stage_pixel(&stage, 11, 10), 100 + 11 + 310);
	for (int32_t x = 10; x < 15; x++) {
		stage_point(&stage, x, 10);
		stage_step(&stage, 1);
	}
	assert_int_equal(stage_pixel(&stage, 10, 10), 100 + 10 + 310);
	assert_int_equal(stage_pixel(&stage, 11, 10), 0x1001);
	assert_int_equal(stage_pixel(&stage, 12, 10), 100 + 12 + 310);
	assert_int_equal(stage_pixel(&stage, 13, 10), 0x1002);
	stage_end(&stage);
}

/* 12: "the return goes on when pressed again ([S])"; the older engine ends it */
static void a_lever_goes_on_returning_when_it_is_pressed(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		const struct exh_zv_start from = { .rules = i ? EXH_ZV_RULES_ZENGINE
							      : EXH_ZV_RULES_GAME };
		struct stage stage = { .file_count = 0 };

		stage_film(&stage, "swing.rlf", 4, 4, 3, 33);
		stage_text(&stage, "gate.lev", lever);
		stage_text(&stage, "gary.scr",
			   "control:611 lever {\ndescfile(gate.lev)\n}\n");
		stage_start(&stage, EXH_ZV_NEMESIS, &from);
		stage_step(&stage, 2);
		stage.input.left = true;
		for (int32_t y = 10; y <= 26; y += 8) {
			stage_point(&stage, 15, y);
			stage_step(&stage, 1);
		}
		assert_int_equal(stage_key(&stage, 611), 2);
		stage.input.left = false;
		stage_step(&stage, 1);
		assert_int_equal(stage_key(&stage, 611), 1);
		stage_point(&stage, 15, 15);
		stage.input.left = true;
		stage_step(&stage, 2);
		assert_int_equal(stage_key(&stage, 611), i ? 1 : 0);
		stage_point(&stage, 15, 24); /* still held: it can be dragged */
		stage_step(&stage, 1);
		assert_int_equal(stage_key(&stage, 611), i ? 2 : 1);
		stage_end(&stage);
	}
}

/* 12: "Hot spots are exclusive at right and bottom for all controls but push_toggle" */
static void hot_spots_end_before_their_last_corner(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS,
	      "control:610 push_toggle {\nflat_hotspot(10 10 10 10)\ncount_to(9)\n}\n"
	      "control:611 slot {\nhotspot(40 10 50 20)\neligible_objects(0)\n}\n");
	stage_step(&stage, 2);
	stage_click(&stage, 20, 20);
	assert_int_equal(stage_key(&stage, 610), 1);
	stage_click(&stage, 21, 20);
	stage_click(&stage, 9, 20);
	assert_int_equal(stage_key(&stage, 610), 1);
	stage_click(&stage, 50, 15);
	stage_click(&stage, 45, 20);
	assert_false(stage_traced(&stage, "key=611"));
	stage_click(&stage, 49, 19);
	assert_true(stage_traced(&stage, "key=611"));
	stage_end(&stage);
}

/* 13: the film of the cursor is 60 pixels wide; a rectangle has 100. */
static void a_field_leaves_room_for_its_cursor(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage stage = { .file_count = 0 };
		size_t size;

		stage_film(&stage, "caret.rlf", 60, 4, 3, 33);
		start(&stage, EXH_ZV_NEMESIS,
		      i ? "control:610 input {\nrectangle(0 0 100 20)\nfocus(1)\n}\n"
			: "control:610 input {\nrectangle(0 0 100 20)\nfocus(1)\n"
			  "cursor_animation(caret.rlf 0)\nnext_tabstop(611)\n}\n"
			  "control:611 input {\nrectangle(0 40 0 60)\n}\n");
		stage_step(&stage, 2);
		stage.input.press_count = 1;
		stage.input.presses[0] = 'M';
		stage_step(&stage, 40);
		size = strlen(stage.engine->controls.items[0].input.text);
		if (i) {
			assert_in_range(size, 8, 20);
		} else {
			assert_in_range(size, 3, 8);
			stage.input.presses[0] = 9; /* Tab */
			stage_step(&stage, 1);
			stage.input.presses[0] = 'I';
			stage_step(&stage, 3);
			assert_string_equal(stage.engine->controls.items[1].input.text,
					    "");
		}
		stage_end(&stage);
	}
}

/*
 * Views.
 */

/* 14: "a step below 0 gives iw - x ... (an intermediate frame only)"; n = 0 counts as 1
 */
static void a_turn_over_the_seam_shows_one_odd_frame(void **unused)
{
	static const struct {
		const char *turn;
		int32_t values[4];
	} cases[] = {
		{ "a:rotate_to(1420 2)\n", { 1445, 1430, 1420, 1420 } },
		{ "a:rotate_to(60 0)\n", { 60, 60, 60, 60 } },
		{ "a:rotate_to(-20 -3)\n", { 1460, 1420, 1420, 1420 } },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stage = { .file_count = 0 };
		char script[256];
		unsigned n = i ? 1 : 2;

		snprintf(script, sizeof script,
			 "control:900 pana {\nangle(50)\n}\npuzzle:601 {\nresults {\n"
			 "a:set_screen(round.tga)\na:assign(7 10)\n%s}\nflags "
			 "{\nDO_ME_NOW\n}\n}\n",
			 cases[i].turn);
		stage_picture(&stage, "round.tga", 320, 1440, 0);
		start(&stage, EXH_ZV_NEMESIS, script);
		stage_step(&stage, 1);
		for (unsigned k = 0; k <= n; k++) {
			assert_int_equal(stage_key(&stage, 7), cases[i].values[k]);
			stage_step(&stage, 500 / n / 33 + 1);
		}
		stage_end(&stage);
	}
}

/* 18 */
static void a_tilt_room_is_clamped_from_the_first_on(void **unused)
{
	struct stage stage = { .file_count = 0 };
	int32_t first;

	(void)unused;
	stage_picture(&stage, "tower.tga", 512, 900, 0);
	start(&stage, EXH_ZV_NEMESIS,
	      "control:900 tilt {\nangle(60)\nlinscale(0.6)\nreversepana(1)\n}\n" NOW(
		      601, "a:set_screen(tower.tga)\n"));
	stage_step(&stage, 1);
	first = stage_key(&stage, 7);
	assert_in_range(first, 40, 160); /* the gap, though the place has offset 0 */
	/* reversepana is stored, and scrolling ignores it. */
	stage.input.turn_down = true;
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 7), first + 10);
	stage_end(&stage);
}

/*
 * Values.
 */

/* 21 */
static void values_by_keys_are_of_16_bits(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS,
	      NOW(601,
		  "a:assign(300 40000)\na:assign(301 [300])\na:add(302 [300])\n"
		  "a:assign(303 -40000)\na:assign(304 [303])\n"
		  "a:assign(305 65536)\na:assign(306 [305])\n") "puzzle:602 {\ncriteria "
								"{\n[300] > "
								"39999\n}\nresults "
								"{\na:assign(310 "
								"1)\n}\n}\n"
								"puzzle:603 {\ncriteria "
								"{\n[300] = [300]\n[300] "
								"> [301]\n}\nresults "
								"{\na:assign(311 "
								"1)\n}\n}\n");
	stage_step(&stage, 2);
	assert_int_equal(stage_key(&stage, 300), 40000);
	assert_int_equal(stage_key(&stage, 301), -25536);
	assert_int_equal(stage_key(&stage, 302), -25536);
	assert_int_equal(stage_key(&stage, 304), 25536);
	assert_int_equal(stage_key(&stage, 306), 0);
	assert_int_equal(stage_key(&stage, 310), 1);
	assert_int_equal(stage_key(&stage, 311), 1);
	stage_end(&stage);
}

/* 22 */
static void what_a_place_lacks_is_that_of_gary(void **unused)
{
	static const struct {
		const char *args, *place;
		int32_t offset;
	} cases[] = {
		{ "", "gary", 0 },
		{ "m", "mary", 0 },
		{ "m e", "mery", 0 },
		{ "m,e,1", "me1y", 0 },
		{ "m, e, 1a", "me1a", 0 },
		{ "m e 1a -5", "me1a", -5 },
		{ "m e 1a [201]", "me1a", 7 },
		{ "m e 1 12", "me1y", 12 },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stage = { .file_count = 0 };
		char script[256];

		snprintf(script, sizeof script,
			 NOW(601, "a:assign(201 7)\na:change_location(%s)\n"),
			 cases[i].args);
		stage_text(&stage, "xxxx.scr", script);
		stage_start(&stage, EXH_ZV_NEMESIS,
			    &(struct exh_zv_start){ .place = "xxxx" });
		stage_step(&stage, 4);
		assert_string_equal(place_of(&stage), cases[i].place);
		assert_int_equal(stage_key(&stage, 7), cases[i].offset);
		stage_end(&stage);
	}
}

/* 20, 23, 24, 25 */
static void what_actions_lack_or_ignore(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_ZGI,
	      NOW(601, "a:inventory(add 5)\na:inventory(add 6)\na:inventory(cycle)\n"
		       "a:assign(300 [9])\na:random:301(-9)\na:random:302(0)\n"
		       "a:copy_file(a b)\na:debug(1)\na:debug()\na:copy_file()\n"
		       "a:cursor(Hide)\n") WHEN(602, 1, "a:cursor(unhide)\n")
		      WHEN(603, 2, "a:cursor(\"h\")\n") WHEN(604, 3, "a:cursor(busy)\n")
			      WHEN(605, 4, "a:cursor(hi)\n")
				      WHEN(606, 5, "a:cursor(idle)\n"));
	stage_step(&stage, 2);
	assert_int_equal(stage_key(&stage, 300), 5);
	assert_int_equal(stage_key(&stage, 301), 0);
	assert_int_equal(stage_key(&stage, 302), 0);
	assert_int_equal(exh_zv_world_notes(stage.world)->warning_count, 0);
	assert_true(stage.engine->cursor_is_hidden);
	for (int32_t i = 1; i <= 5; i++) {
		order(&stage, i);
		assert_int_equal(stage.engine->cursor_is_hidden, i % 2 == 0);
	}
	stage_end(&stage);
}

/* 28 */
static void a_place_without_a_script_is_empty_which_is_said(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "gaaa.scr", "");
	start(&stage, EXH_ZV_NEMESIS,
	      WHEN(601, 1, "a:change_location(g a aa)\n")
		      NOW(602, "a:change_location(g a zz)\n"));
	stage_step(&stage, 5);
	assert_string_equal(place_of(&stage), "gazz");
	assert_true(stage_noted(&stage, "gazz.scr: no such file; the place is empty"));
	assert_int_equal(exh_zv_world_notes(stage.world)->warning_count, 1);
	stage_end(&stage);
}

/* 35, 36 */
static void a_view_begins_with_the_usual_options(void **unused)
{
	struct stage stage = { .file_count = 0 };
	const struct exh_zv_pano_options *room;

	(void)unused;
	stage_picture(&stage, "round.tga", 320, 1440, 0);
	start(&stage, EXH_ZV_NEMESIS,
	      "control:900 pana {\nangle(50)\nlinscale(0.9)\nreversepana(1)\n"
	      "zeropoint(77)\n}\ncontrol:901 flat {\n}\ncontrol:902 pana {\n}\n" NOW(
		      601, "a:set_screen(round.tga)\na:assign(7 5)\n"));
	stage_step(&stage, 1);
	room = &stage.engine->room;
	assert_int_equal(room->kind, EXH_ZV_PANA);
	assert_true(room->angle > 26.9 && room->angle < 27.1);
	assert_true(room->linscale > 0.54 && room->linscale < 0.56);
	assert_false(room->reverse);
	assert_int_equal(room->zeropoint, 0);
	/* 19: rounds are counted at column 0, backwards when it is crossed. */
	stage.input.turn_left = true;
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 7), 1435);
	assert_int_equal(stage_key(&stage, 12), -1);
	stage_end(&stage);
}

/*
 * Second part, 2: clicks.
 */

static void panoramas_are_clicked_without_a_picture(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS,
	      "control:900 pana {\nangle(60)\nlinscale(0.9)\n}\n"
	      "control:610 push_toggle {\nwarp_hotspot(5000 155 4 9)\ncount_to(9)\n}\n"
	      "control:611 push_toggle {\nwarp_hotspot(-260 150 300 "
	      "20)\ncount_to(9)\n}\n" NOW(601, "a:assign(7 5002)\n"));
	stage_step(&stage, 3);
	stage_click(&stage, 256, 160); /* the middle: column 5002, not taken modulo */
	assert_int_equal(stage_key(&stage, 610), 1);
	exh_zv_engine_set_key(stage.engine, 7, 0);
	stage_click(&stage, 5, 160); /* a negative column stays one */
	assert_int_equal(stage_key(&stage, 611), 1);
	stage_click(&stage, 507, 160);
	assert_int_equal(stage_key(&stage, 611), 1);
	assert_int_equal(stage_key(&stage, 610), 1);
	stage_end(&stage);
}

/* A picture of 100 by 50; a click outside of the window is one at 0, 0. */
static void points_are_those_of_the_picture_modulo_its_size(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "small.tga", 100, 50, 0);
	start(&stage, EXH_ZV_NEMESIS,
	      NOW(601, "a:set_screen(small.tga)\n") "control:610 push_toggle "
						    "{\nflat_hotspot(45 5 10 "
						    "10)\ncount_to(9)\n}\n"
						    "control:611 push_toggle "
						    "{\nflat_hotspot(0 0 3 "
						    "3)\ncount_to(9)\n}\n");
	stage_step(&stage, 3);
	stage_click(&stage, 50, 10);
	stage_click(&stage, 150, 60);
	stage_click(&stage, 450, 310);
	assert_int_equal(stage_key(&stage, 610), 3);
	stage_click(&stage, 61, 10);
	assert_int_equal(stage_key(&stage, 610), 3);
	stage_click(&stage, -9, 200);
	stage_click(&stage, 520, 10);
	stage_click(&stage, 400, 300); /* 0, 0 of the picture */
	assert_int_equal(stage_key(&stage, 611), 3);
	stage_end(&stage);
}

/*
 * Second part, 1.4: files that stand in for a missing sound.
 */

static void each_game_has_its_order_of_endings(void **unused)
{
	static const uint8_t bytes[200];

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage stage = { .file_count = 0 };
		const char *const names[][3] = {
			{ "a000h1tc.raw", "a000h1tc.ifp", "a000h1tc.src" },
			{ "c000h01q.raw", "c000h01q.ifp", "c000h01q.src" }
		};
		const struct zv_sound *sound;

		for (size_t k = 0; k < 3; k++)
			stage_add(&stage, names[i][k],
				  (struct exh_bytes){ bytes, 9 + 91 * k, 0 }, NULL);
		start(&stage, i ? EXH_ZV_ZGI : EXH_ZV_NEMESIS, "");
		sound = exh_zv_world_sound(stage.world, names[i][0]);
		assert_non_null(sound);
		assert_int_equal(sound->frame_count, i ? 191 / 2 : 100 / 2);
		stage_end(&stage);
	}
}

/*
 * Second part, 7.
 */

static void the_menu_is_whole_without_a_number(void **unused)
{
	static const struct {
		const char *args;
		uint32_t bits;
	} cases[] = { { "", 0xffff },	{ "abc", 0xffff },  { "-", 0xffff },
		      { "0", 0 },	{ "5", 5 },	    { "[300]", 12 },
		      { "-1", 0xffff }, { "65535", 0xffff } };

	(void)unused;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stage = { .file_count = 0 };
		char script[256];

		snprintf(script, sizeof script,
			 NOW(601, "a:assign(300 12)\na:menu_bar_enable(1)\n"
				  "a:menu_bar_enable(%s)\n"),
			 cases[i].args);
		start(&stage, EXH_ZV_NEMESIS, script);
		stage_step(&stage, 1);
		assert_int_equal(stage.engine->menu_bits, cases[i].bits);
		stage_end(&stage);
	}
}

static void only_quit_1_does_not_ask(void **unused)
{
	static const char *const args[] = { "0", "2", "", "-1" };
	struct exh_zv_engine_state state;

	(void)unused;
	for (size_t i = 0; i < sizeof args / sizeof *args; i++) {
		struct stage stage = { .file_count = 0 };
		char script[256];

		snprintf(script, sizeof script,
			 NOW(601, "a:quit(%s)\na:assign(300 1)\na:quit(1)\n"), args[i]);
		start(&stage, EXH_ZV_NEMESIS, script);
		stage_step(&stage, 3);
		exh_zv_engine_state(stage.engine, &state);
		assert_true(state.waits);
		assert_int_equal(stage_key(&stage, 300), 0);
		stage.input.presses[0] = i % 2 ? 'N' : 'Y';
		stage.input.press_count = 1;
		assert_false(exh_zv_engine_step(stage.engine, &stage.input, &stage.host));
		assert_int_equal(stage_key(&stage, 300), i % 2); /* No: on to quit(1) */
		stage_end(&stage);
	}
}

/* A film of a DVD is named, whether the usual one is there or not. */
static void films_of_a_dvd_are_named(void **unused)
{
	(void)unused;
	for (int i = 0; i < 3; i++) {
		struct stage stage = { .file_count = 0 };
		char script[256];

		snprintf(script, sizeof script,
			 NOW(601, "a:assign(78 %d)\na:streamvideo(%s 0 0 9 9)\n"
				  "a:streamvideo(x.avi 0 0 9 9)\n"),
			 i != 1, i == 2 ? "hp3ea022.avi" : "hp3ea021.avi");
		stage_film(&stage, "hp3ea021.avi", 8, 8, 2, 33);
		stage_text(&stage, "hp3ed021.vob", "-");
		stage_text(&stage, "hp3ed022.vob", "-");
		start(&stage, EXH_ZV_ZGI, script);
		stage_step(&stage, 1);
		assert_int_equal(stage_noted(&stage, "hp3ed021.vob: MPEG films are not"),
				 i == 0);
		assert_int_equal(stage_noted(&stage, "hp3ed022.vob: MPEG films are not"),
				 i == 2);
		assert_int_equal(stage.engine->wait == WAIT_VIDEO, i != 2);
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_new_world_first_runs_after_the_second_runs_of_the_others),
		cmocka_unit_test(what_is_preloaded_plays_in_its_turn),
		cmocka_unit_test(a_queue_is_stopped_or_killed_or_unloaded),
		cmocka_unit_test(animplay_takes_the_place_of_a_queue),
		cmocka_unit_test(an_animation_begins_at_the_next_step_of_effects),
		cmocka_unit_test(animations_stand_still_while_a_panorama_turns),
		cmocka_unit_test(a_synced_sound_has_no_key_of_its_own),
		cmocka_unit_test(a_timer_that_is_ended_writes_2_before_its_rest),
		cmocka_unit_test(stop_ends_all_but_the_film),
		cmocka_unit_test(actions_end_with_their_scope_what_has_their_key),
		cmocka_unit_test(a_slot_takes_an_empty_hand_only_if_0_is_eligible),
		cmocka_unit_test(some_controls_let_a_click_pass),
		cmocka_unit_test(paint_leaves_magenta_and_the_press),
		cmocka_unit_test(a_lever_goes_on_returning_when_it_is_pressed),
		cmocka_unit_test(hot_spots_end_before_their_last_corner),
		cmocka_unit_test(a_field_leaves_room_for_its_cursor),
		cmocka_unit_test(a_turn_over_the_seam_shows_one_odd_frame),
		cmocka_unit_test(a_tilt_room_is_clamped_from_the_first_on),
		cmocka_unit_test(values_by_keys_are_of_16_bits),
		cmocka_unit_test(what_a_place_lacks_is_that_of_gary),
		cmocka_unit_test(what_actions_lack_or_ignore),
		cmocka_unit_test(a_place_without_a_script_is_empty_which_is_said),
		cmocka_unit_test(a_view_begins_with_the_usual_options),
		cmocka_unit_test(panoramas_are_clicked_without_a_picture),
		cmocka_unit_test(points_are_those_of_the_picture_modulo_its_size),
		cmocka_unit_test(each_game_has_its_order_of_endings),
		cmocka_unit_test(the_menu_is_whole_without_a_number),
		cmocka_unit_test(only_quit_1_does_not_ask),
		cmocka_unit_test(films_of_a_dvd_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
