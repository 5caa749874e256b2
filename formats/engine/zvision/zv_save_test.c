/* Saved states: whatever goes on when one is saved goes on when it is loaded. */
#include "stage_testing.h"

enum { LIMIT = 1 << 24 };

static struct exh_writer saved_of(const struct exh_zv_engine *engine)
{
	struct exh_writer out = { .limit = LIMIT };

	exh_zv_engine_save(engine, &out);
	assert_false(out.failed);
	return out;
}

/* Replaces the stage's engine by a loaded one. */
static void reload(struct stage *stage)
{
	const uint32_t hash = exh_zv_engine_hash(stage->engine);
	struct exh_zv_engine *loaded = exh_zv_engine_new();
	struct exh_writer out = saved_of(stage->engine);
	struct exh_error err;

	assert_non_null(loaded);
	if (exh_zv_engine_load(loaded, stage->world, exh_writer_bytes(&out), &err))
		fail_msg("%s at %zu", err.text, err.offset);
	assert_int_equal(exh_zv_engine_hash(loaded), hash);
	exh_writer_free(&out);
	exh_zv_engine_free(stage->engine);
	stage->engine = loaded;
}

static const char lever[] =
	"filename:swing.rlf~\nanim_coords:20 20 29 29~\nmirrored:0~\nframes:3~\n"
	"start_pos:1~\nhotspot_deltas:40 40~\n0:0 0 D=1,0~\n1:0 0 D=2,0 D=0,180~\n"
	"2:0 0 D=1,180 ^=P(2 to 0) E(0)~\n";

static const uint8_t sound[4000];

static const char gary[] =
	"puzzle:810 {\nresults {\na:set_screen(room.tga)\n"
	"a:animplay:500(swing.rlf 90 50 119 69 0 6 0 0 0 0 0)\n"
	"a:animpreload:501(swing.rlf 0 0 3 20)\n"
	"a:playpreload:502(501 30 10 200 100 1 5 3)\n"
	"a:playpreload:506(501 30 10 200 100 0 2 2)\n"
	"a:streamvideo(swing.rlf 10 10 50 50)\n"
	"a:music:503(1 a000h1t8.raw 1)\na:assign(300 5)\n"
	"a:crossfade(503 0 90 -1 10 0 500)\n"
	"a:music:507(4 0 69 50)\na:pan_track:508(503 9 200 0 1 1)\n"
	"a:syncsound:504(500 1 a000h1t8.raw)\n"
	"a:ttytext:505(150 60 400 120 note.txt 200)\n"
	"a:display_message(306 1)\n}\nflags {\nDO_ME_NOW\n}\n}\n"
	"control:300 slot {\nrectangle(100 10 119 19)\nhotspot(90 0 150 50)\n"
	"distance_id(q)\neligible_objects(5 6)\n}\n"
	"control:301 lever {\ndescfile(gate.lev)\n}\n"
	"control:302 safe {\nanimation(swing.rlf)\nrectangle(200 100 300 200)\n"
	"num_states(7)\ncenter(250 150)\nradius(40)\n}\n"
	"control:303 hotmovie {\nhs_frame_list(fly.hs)\nnum_cycles(3)\n"
	"rectangle(300 0 320 30)\nanimation(swing.rlf)\n}\n"
	"control:304 fist {\ndescfile(hand.fst)\n}\n"
	"control:305 paint {\nrectangle(0 0 60 60)\nbrush_file(5qobj.tga)\n"
	"paint_file(room.tga)\neligible_objects(0 5)\n}\n"
	"control:306 titler {\nrectangle(0 290 511 319)\n"
	"string_resource_file(note.txt)\n}\n"
	"control:307 input {\nrectangle(300 200 400 215)\nfocus(1)\n}\n"
	"control:308 save {\ncontrol_type(save)\nsavebox(3 307)\n}\n";

static const char hall[] =
	"puzzle:811 {\nresults {\na:set_screen(round.tga)\na:rotate_to(900 7)\n"
	"a:distort(700 15 40 60 0.6 1.0)\n"
	"a:region:701(x 0 0 400 300 50 0 0 1 2,3,9,4,2.5,0.7)\n"
	"a:region:702(useart[3,5,9] 9 9 90 90 40 1 0 0 7)\n"
	"a:assign(92 20)\na:assign(94 -3)\n"
	"a:region:703(room.tga 9 9 300 200 40 9 1 0 0 0 5qobj.tga)\n}\nflags "
	"{\nDO_ME_NOW\n}\n}\n"
	"control:811 pana {\nangle(50)\nlinscale(0.8)\n}\n";

/* Starts two rooms with all kinds of side effects, a video and a turn of the view. */
static void start(struct stage *stage)
{
	stage_picture(stage, "room.tga", 512, 320, 100);
	stage_picture(stage, "round.tga", 320, 1440, 0);
	stage_picture(stage, "5qobj.tga", 4, 4, 9);
	stage_film(stage, "swing.rlf", 20, 30, 7, 50);
	stage_text(stage, "gate.lev", lever);
	stage_text(stage, "note.txt", "Typed, <RED 200>slowly.\r\nA title.\r\n");
	stage_text(stage, "fly.hs", "0:0 0 500 300~\n");
	stage_text(stage, "hand.fst",
		   "animation:swing.rlf~\nanim_rect:400 0 420 30~\nnum_fingers:1~\n"
		   "up_hs_0_0:395 0 430 40~\ndown_hs_0_0:395 0 430 40~\n"
		   "0:0 1 0 5~\n1:1 0 5 6~\n");
	stage_add(stage, "a000h1t8.raw", (struct exh_bytes){ sound, sizeof sound, 0 },
		  NULL);
	stage_text(stage, "universe.scr",
		   "puzzle:801 {\nresults {\na:timer:600(1)\na:random:601(99)\n}\n}\n"
		   "puzzle:802 {\ncriteria {\n[600] = 2\n}\nresults {\na:add(602 1)\n"
		   "a:assign(600 0)\na:assign(801 0)\na:assign(802 0)\n}\n}\n"
		   "puzzle:804 {\ncriteria {\n[10] = 1\n}\nresults {\na:dissolve()\n"
		   "a:assign(804 0)\n}\n}\n"
		   "puzzle:803 {\ncriteria {\n[602] = 1\n[3] = 103\n}\nresults {\n"
		   "a:change_location(h a ll 400)\n}\n}\n");
	stage_text(stage, "gary.scr", gary);
	stage_text(stage, "hall.scr", hall);
	stage_start(stage, EXH_ZV_NEMESIS, &(struct exh_zv_start){ .seed = 7 });
}

/* Input of the player in a tick. */
static void do_something(struct stage *stage, unsigned tick)
{
	static const int32_t points[][2] = { { 10, 10 },   { 30, 12 },	 { 95, 15 },
					     { 250, 130 }, { 275, 150 }, { 400, 20 } };
	const int32_t *point = points[tick / 3 % 6];

	stage_point(stage, point[0] + (int32_t)(tick % 3) * 9, point[1]);
	stage->input.left = tick % 4 < 2;
	stage->input.turn_right = tick % 16 < 4;
	stage->input.press_count = tick % 7 == 0;
	/* Letters, and now and then Return, which saves a game. */
	stage->input.presses[0] = tick % 49 == 35 ? 13 : (uint8_t)('A' + tick % 26);
}

static void loading_at_any_tick_is_going_straight_on(void **unused)
{
	static uint16_t one[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT],
		other[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	struct stage straight = { .file_count = 0 }, loaded = { .file_count = 0 };

	(void)unused;
	start(&straight);
	start(&loaded);
	for (unsigned i = 0; i < 130; i++) {
		do_something(&straight, i);
		do_something(&loaded, i);
		if (i % 5 < 2) /* often, to meet all kinds of states */
			reload(&loaded);
		stage_step(&straight, 1);
		stage_step(&loaded, 1);
		exh_zv_engine_picture(straight.engine, one);
		exh_zv_engine_picture(loaded.engine, other);
		assert_memory_equal(one, other, sizeof one);
	}
	reload(&loaded);
	assert_int_equal(exh_zv_engine_hash(straight.engine),
			 exh_zv_engine_hash(loaded.engine));
	assert_int_equal(stage_key(&loaded, 3), 'h'); /* both rooms were seen */
	assert_int_equal(stage_key(&loaded, 700), 1);
	stage_end(&straight);
	stage_end(&loaded);
}

static enum exh_status load_bytes(struct stage *stage, const uint8_t *bytes, size_t size,
				  struct exh_error *err)
{
	uint8_t *tight = tight_copy(bytes, size);
	const enum exh_status status = exh_zv_engine_load(
		stage->engine, stage->world, (struct exh_bytes){ tight, size, 0 }, err);

	free(tight);
	return status;
}

static void states_that_are_cut_are_refused(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_writer out;
	struct exh_error err;
	uint32_t hash;

	(void)unused;
	start(&stage);
	stage_step(&stage, 20);
	hash = exh_zv_engine_hash(stage.engine);
	out = saved_of(stage.engine);
	/* Most of the keys, a few of the pictures. */
	for (size_t size = 0; size < out.size; size += size < 2000 ? 3 : 40009)
		assert_int_equal(load_bytes(&stage, out.data, size, &err), EXH_INVALID);
	exh_write_u8(&out, 0);
	assert_int_equal(load_bytes(&stage, out.data, out.size, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "more after its end"));
	assert_int_equal(exh_zv_engine_hash(stage.engine), hash);
	exh_writer_free(&out);
	stage_end(&stage);
}

static void states_of_other_games_are_refused(void **unused)
{
	struct stage stage = { .file_count = 0 }, other = { .file_count = 0 };
	struct exh_writer out;
	struct exh_error err;

	(void)unused;
	start(&stage);
	stage_step(&stage, 2);
	out = saved_of(stage.engine);
	stage_start(&other, EXH_ZV_ZGI, &(struct exh_zv_start){ .seed = 0 });
	assert_int_equal(load_bytes(&other, out.data, out.size, &err), EXH_INVALID);
	assert_string_equal(err.text, "it is of the other game");
	stage_end(&other);
	other = (struct stage){ .file_count = 0 };
	stage_start(&other, EXH_ZV_NEMESIS, &(struct exh_zv_start){ .seed = 0 });
	assert_int_equal(load_bytes(&other, out.data, out.size, &err), EXH_INVALID);
	assert_string_equal(err.text, "its scripts are not those of the game");
	out.data[0] = 'x';
	assert_int_equal(load_bytes(&other, out.data, out.size, &err), EXH_INVALID);
	assert_string_equal(err.text, "it is no saved state of this engine");
	exh_writer_free(&out);
	stage_end(&other);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loading_at_any_tick_is_going_straight_on),
		cmocka_unit_test(states_that_are_cut_are_refused),
		cmocka_unit_test(states_of_other_games_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
