/* Worlds that no game should have: the engine goes on, and says what is wrong. */
#include "stage_testing.h"

static const struct exh_zv_start from_start = { .seed = 1 };

static void start_nemesis(struct stage *stage, const char *gary)
{
	stage_text(stage, "gary.scr", gary);
	stage_start(stage, EXH_ZV_NEMESIS, &from_start);
}

static void puzzles_that_fire_each_other_are_named(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_zv_engine_state state;

	(void)unused;
	start_nemesis(&stage, "puzzle:300 {\nresults {\na:assign(301 0)\n}\n}\n"
			      "puzzle:301 {\nresults {\na:assign(300 0)\n}\n}\n"
			      "puzzle:302 {\nresults {\na:add(303 1)\n}\n}\n");
	stage_step(&stage, 300);
	assert_int_equal(exh_zv_world_notes(stage.world)->warning_count, 0);
	stage_step(&stage, 3);
	exh_zv_engine_state(stage.engine, &state);
	assert_int_equal(state.fired, 2); /* each once a tick: a pass ends */
	assert_true(stage_noted(&stage, "gary.scr: line 1: puzzle 300 fires again"));
	assert_true(stage_noted(&stage, "gary.scr: line 6: puzzle 301 fires again"));
	stage_step(&stage, 700);
	assert_int_equal(exh_zv_world_notes(stage.world)->warning_count, 2);
	assert_int_equal(stage_key(&stage, 303), 1);
	stage_end(&stage);
}

static void a_puzzle_that_pauses_is_not_endless(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start_nemesis(&stage, "puzzle:300 {\nresults {\na:assign(300 0)\n}\n}\n");
	for (int i = 0; i < 10; i++) {
		stage_step(&stage, 200);
		exh_zv_engine_set_key(stage.engine, 300, 1);
		stage_step(&stage, 1);
		exh_zv_engine_set_key(stage.engine, 300, 0);
	}
	assert_int_equal(exh_zv_world_notes(stage.world)->warning_count, 0);
	stage_end(&stage);
}

static void places_without_scripts_are_empty(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_zv_engine_state state;

	(void)unused;
	start_nemesis(&stage, NOW(2, "a:change_location(z,z,zz,7)\n"));
	stage_step(&stage, 10);
	exh_zv_engine_state(stage.engine, &state);
	assert_string_equal(state.place, "zzzz");
	assert_int_equal(state.offset, 7);
	assert_int_equal(stage_pixel(&stage, 9, 9), 0);
	stage_end(&stage);
}

/*
 * Pictures and views.
 */

static void pictures_of_any_size_are_shown(void **unused)
{
	static const size_t sizes[][2] = { { 1, 1 }, { 3, 700 }, { 1500, 2 } };
	static const char *const rooms[] = { "", "control:9 pana {\n}\n",
					     "control:9 tilt {\n}\n" };

	(void)unused;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
			struct stage stage = { .file_count = 0 };
			char script[256];

			snprintf(script, sizeof script, "%s%s",
				 NOW(2, "a:set_screen(odd.tga)\n"
					"a:set_partial_screen(-2 1 odd.tga 0 0)\n"
					"a:rotate_to(1 2)\n"),
				 rooms[k]);
			stage_picture(&stage, "odd.tga", sizes[i][0], sizes[i][1], 9);
			start_nemesis(&stage, script);
			stage.input.turn_left = stage.input.turn_up = true;
			stage_step(&stage, 40);
			stage.input.turn_left = stage.input.turn_up = false;
			stage.input.turn_right = stage.input.turn_down = true;
			stage_step(&stage, 9);
			assert_int_equal(exh_zv_world_notes(stage.world)->warning_count,
					 0);
			stage_end(&stage);
		}
}

static void a_panorama_without_angle_or_picture_turns_nowhere(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start_nemesis(&stage, "control:9 pana {\n}\ncontrol:10 push_toggle {\n"
			      "warp_hotspot(0 0 9999 9999)\n}\n");
	stage.input.turn_left = true;
	stage_step(&stage, 5);
	stage_click(&stage, 100, 100);
	assert_int_equal(stage_key(&stage, 7), 0);
	assert_false(exh_zv_engine_look(stage.engine, 90));
	stage_end(&stage);
}

/*
 * Levers.
 */

static void drag_about(struct stage *stage)
{
	stage->input.left = true;
	for (int i = 0; i < 40; i++) {
		stage_point(stage, 10 + i % 7 * 30, 10 + i % 5 * 40);
		stage_step(stage, 1);
	}
	stage->input.left = false;
	stage_step(stage, 40);
}

static void levers_out_of_their_frames_stay_in_them(void **unused)
{
	static const char *const levers[] = {
		"filename:f.rlf~\nanim_coords:0 0 9 9~\nframes:3~\nstart_pos:7~\n"
		"hotspot_deltas:600 600~\n0:0 0 D=9,0 D=1,90~\n1:0 0 D=200,0 ^=P(1 to "
		"50)~\n",
		"filename:f.rlf~\nanim_coords:-900 -900 -1 -1~\nframes:99~\nmirrored:1~\n"
		"hotspot_deltas:600 600~\n0:0 0 D=98,0 D=97,90~\n98:0 0 D=0,0 ^=P(98 to "
		"0)~\n",
		"filename:f.rlf~\nanim_coords:9 9 0 0~\nframes:0~\nhotspot_deltas:600 "
		"600~\n"
		"0:0 0 D=1,0~\n",
		("filename:f.rlf~\nframes:2147483647~\nhotspot_deltas:600 600~\n"
		 "0:0 0 D=1,0~\n1:0 0 D=2147483646,0~\n"),
	};

	(void)unused;
	for (size_t i = 0; i < sizeof levers / sizeof *levers; i++) {
		struct stage stage = { .file_count = 0 };

		stage_picture(&stage, "room.tga", 512, 320, 100);
		stage_film(&stage, "f.rlf", 8, 8, 4, 66);
		stage_text(&stage, "a.lev", levers[i]);
		start_nemesis(
			&stage,
			NOW(2, "a:set_screen(room.tga)\n") "control:40 lever "
							   "{\ndescfile(a.lev)\n}\n");
		stage_step(&stage, 3);
		drag_about(&stage);
		assert_true(stage_key(&stage, 40) >= 0);
		stage_end(&stage);
	}
}

/*
 * Numbers.
 */

static void timers_of_extreme_lengths(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start_nemesis(&stage, NOW(2, "a:timer:500(0)\na:timer:501(-5)\n"
				     "a:timer:502(2147483647)\na:timer:503(2147483648)\n"
				     "a:timer:504(-2147483649)\na:timer(1)\n"
				     "a:timer:505(x)\na:timer:99999(1)\n"));
	stage_step(&stage, 1);
	for (int32_t key = 500; key <= 505; key++)
		assert_int_equal(stage_key(&stage, key),
				 key == 502 || key == 503 ? 1 : 2);
	stage_step(&stage, 50);
	assert_int_equal(stage_key(&stage, 502), 1);
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage_end(&stage);
}

static void keys_out_of_range_read_as_0(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start_nemesis(
		&stage,
		"puzzle:30000 {\nresults {\na:assign(400 1)\n}\n}\n"
		"puzzle:-4 {\nresults {\na:assign(401 1)\n}\n}\n" NOW(
			2, "a:assign(30000 5)\na:assign(-1 5)\na:add(99999999999 5)\n"
			   "a:assign(402 [30000])\na:assign([30001] 6)\na:kill(30000)\n"
			   "a:random:30000(9)\na:enable_control(30000)\n"
			   "a:disable_control(-3)\na:set_venus(70000)\n"
			   "a:inventory(addi 30000)\na:crossfade(30000 -1 0 0 1 1 5)\n"
			   "a:assign(29999 8)\na:assign(403 1)\n") "control:30000 "
								   "push_toggle "
								   "{\nflat_hotspot(0 0 "
								   "500 300)\n}\n");
	stage_step(&stage, 3);
	stage_click(&stage, 100, 100);
	assert_int_equal(stage_key(&stage, 400), 0);
	assert_int_equal(stage_key(&stage, 401), 0);
	assert_int_equal(stage_key(&stage, 402), 0);
	assert_int_equal(stage_key(&stage, 403), 1);
	assert_int_equal(stage_key(&stage, 29999), 8);
	assert_int_equal(stage_key(&stage, 30000), 0);
	assert_true(stage_noted(&stage, "the puzzle's key 30000 is not below 30000"));
	stage_end(&stage);
}

/*
 * Arguments and files.
 */

static const char *const action_names[] = {
	"add",
	"animplay",
	"animpreload",
	"animunload",
	"assign",
	"attenuate",
	"change_location",
	"crossfade",
	"cursor",
	"delay_render",
	"disable_control",
	"disable_venus",
	"display_message",
	"distort",
	"enable_control",
	"inventory",
	"kill",
	"menu_bar_enable",
	"music",
	"pan_track",
	"playpreload",
	"random",
	"region",
	"restore_game",
	"rotate_to",
	"save_game",
	"set_partial_screen",
	"set_screen",
	"set_venus",
	"stop",
	"streamvideo",
	"syncsound",
	"timer",
	"ttytext",
	"universe_music",
};

/* Writes the action with this many arguments, none of which makes sense. */
static void put_action(struct exh_writer *out, const char *name, unsigned args)
{
	char text[160];
	size_t size;

	snprintf(text, sizeof text, "a:%s:77(", name);
	for (unsigned i = 0; i < args; i++) {
		size = strlen(text);
		snprintf(text + size, sizeof text - size, "%s ",
			 i % 3 == 0   ? "x"
			 : i % 3 == 1 ? "-2147483648"
				      : "[30000]");
	}
	exh_write_bytes(out, text, strlen(text));
	exh_write_bytes(out, ")\n", 2);
}

/* False: all its arguments have defaults. */
static bool needs_arguments(const char *name)
{
	return strcmp(name, "change_location") != 0 &&
	       strcmp(name, "menu_bar_enable") != 0;
}

static void results_with_too_few_arguments_are_left_out(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof action_names / sizeof *action_names; i++)
		for (unsigned args = 0; args <= 12; args++) {
			struct stage stage = { .file_count = 0 };
			struct exh_writer out = { .limit = 1 << 12 };
			static const char head[] = "puzzle:2 {\nresults {\n",
					  tail[] = "a:assign(200 1)\n}\n}\n";

			exh_write_bytes(&out, head, sizeof head - 1);
			put_action(&out, action_names[i], args);
			exh_write_bytes(&out, tail, sizeof tail - 1);
			stage_written(&stage, "gary.scr", &out);
			stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
			stage_step(&stage, 40);
			assert_int_equal(stage_key(&stage, 200), 1);
			if (!args && needs_arguments(action_names[i]))
				assert_true(stage_noted(&stage, "too few arguments"));
			stage_end(&stage);
		}
}

/* Each action names a different file. */
static const char missing_files[] =
	NOW(2,
	    "a:set_screen(a.tga)\na:set_partial_screen(0 0 b.tga 0 0)\n"
	    "a:animplay:500(c.rlf 0 0 9 9 0 9 1)\na:animpreload:501(d.rlf)\n"
	    "a:music:502(1 e.raw 0)\na:universe_music:503(1 f.raw 0)\n"
	    "a:syncsound:504(500 1 g.raw)\na:streamvideo(h.avi 0 0 9 9 0)\n"
	    "a:ttytext:505(0 0 9 9 i.txt 10)\na:region:506(j.tga 0 0 9 9 100 9 1 "
	    "0,0,k.tga)\n"
	    "a:restore_game(l.svr)\na:playpreload:507(501 0 0 9 "
	    "9 0 9 1)\na:assign(200 "
	    "1)\n") "control:40 lever {\ndescfile(m.lev)\n}\n"
		    "control:41 hotmovie {\nhs_frame_list(n.txt)\nanimation(o.rlf)\n}\n"
		    "control:42 fist {\ndescfile(p.fis)\n}\n"
		    "control:43 safe {\nanimation(q.rlf)\nrectangle(0 0 99 "
		    "99)\nnum_states(4)\n}\n"
		    "control:44 paint "
		    "{\nbrush_file(r.tga)\npaint_file(s.tga)\nrectangle(0 0 9 9)\n}\n"
		    "control:45 slot {\nrectangle(0 0 9 9)\nhotspot(0 0 500 300)\n}\n"
		    "control:46 titler {\nrectangle(0 0 99 99)\n"
		    "string_resource_file(t.txt)\n}\n"
		    "control:47 input {\nrectangle(0 99 99 120)\nstring_init(3)\n}\n"
		    "control:48 save {\ncontrol_type(restore)\nsavebox(1 47)\n}\n";

static void missing_files_of_each_kind(void **unused)
{
	static const char *const named[] = { "a.tga", "b.tga", "c.rlf", "d.rlf",
					     "h.avi", "m.lev", "o.rlf", "p.fis",
					     "q.rlf", "r.tga", "i.txt", "l.svr" };
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start_nemesis(&stage, missing_files);
	stage_step(&stage, 10);
	exh_zv_engine_set_key(stage.engine, 45, 3);
	stage_click(&stage, 50, 50);
	stage_step(&stage, 10);
	assert_int_equal(stage_key(&stage, 200), 1);
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (!stage_noted(&stage, named[i]))
			fail_msg("nothing is said of %s", named[i]);
	stage_end(&stage);
}

/* Controls with invalid rectangles, numbers and keys. */
static void fields_and_titlers_without_sense(void **unused)
{
	static const char controls[] =
		"control:50 input {\nfocus(1)\nnext_tabstop(50)\n}\n"
		"control:51 input {\nrectangle(-2147483648 -2147483648 2147483647 "
		"2147483647)\nstring_init(-9)\nnext_tabstop(99999)\n}\n"
		"control:52 input {\nrectangle(200 100 9 9)\nstring_init(2147483647)\n}\n"
		"control:53 save {\nsavebox()\nsavebox(-1 50)\nsavebox(2147483647 51)\n"
		"savebox(5 53)\nsavebox(50 50 50 50)\ncontrol_type()\n}\n"
		"control:54 save {\nsavebox(x y)\nsavebox(3 "
		"51)\ncontrol_type(borrow)\n}\n"
		"control:55 titler {\nrectangle(500 300 900 900)\n"
		"string_resource_file(t.txt)\n}\n"
		"control:57 titler {\nrectangle(0 0 99 "
		"99)\nstring_resource_file(gone.txt)\n}\n"
		"control:56 titler {\nrectangle(-2147483648 -2147483648 2147483647 "
		"2147483647)\nstring_resource_file(t.txt)\n}\n" NOW(
			2, "a:set_screen(room.tga)\na:display_message(55 2147483647)\n"
			   "a:display_message(56 0)\na:display_message(55 0)\n"
			   "a:display_message(99999 0)\na:display_message(57 0)\n"
			   "a:ttytext:500(2147483647 0 -2147483648 9 t.txt 1)\n"
			   "a:ttytext:501(-2147483648 -9 2147483647 2147483647 t.txt "
			   "2147483647)\n");
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "room.tga", 512, 320, 100);
	stage_text(&stage, "t.txt", "<POINT 4000000000>A<STATEBOX 99999><POINT 0>b\r\n");
	stage_text(&stage, "nemesis.str", "<\r\n");
	start_nemesis(&stage, controls);
	for (unsigned i = 0; i < 200; i++) {
		static const uint8_t codes[] = { 'A', 13, 9, 8, 0, 255, 13, '7' };

		stage_point(&stage, (int32_t)(i * 37 % 512), (int32_t)(i * 53 % 320));
		stage.input.left = i % 2;
		stage.input.presses[0] = codes[i % sizeof codes];
		stage.input.presses[1] = codes[i / 8 % sizeof codes];
		stage.input.press_count = 2;
		stage_step(&stage, 1);
	}
	assert_int_equal(stage_key(&stage, 500), 2);
	assert_true(stage_noted(&stage, "gone.txt: no such file"));
	stage_end(&stage);
}

/* Files with a valid start: each is cut at a third, or filled with zeros. */
static void damaged_files_of_each_kind(void **unused)
{
	static const char script[] = NOW(2, "a:set_screen(room.tga)\n"
					    "a:animplay:500(film.rlf 0 0 9 9 0 9 1)\n"
					    "a:streamvideo(film.rlf 0 0 9 9 0)\n"
					    "a:assign(200 1)\n");

	(void)unused;
	for (unsigned third = 0; third <= 3; third++) {
		struct stage stage = { .file_count = 0 };

		stage_picture(&stage, "room.tga", 64, 64, 3);
		stage_film(&stage, "film.rlf", 8, 8, 4, 66);
		for (size_t i = 0; i < stage.file_count; i++) {
			struct stage_file *file = &stage.files[i];

			if (third == 3)
				memset(file->made, 0, file->bytes.size);
			else
				file->bytes.size = file->bytes.size * third / 3;
		}
		start_nemesis(&stage, script);
		stage_step(&stage, 40);
		assert_int_equal(stage_key(&stage, 200), 1);
		assert_true(exh_zv_world_notes(stage.world)->warning_count +
				    exh_zv_world_notes(stage.world)->damage_count >
			    0);
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(puzzles_that_fire_each_other_are_named),
		cmocka_unit_test(a_puzzle_that_pauses_is_not_endless),
		cmocka_unit_test(places_without_scripts_are_empty),
		cmocka_unit_test(pictures_of_any_size_are_shown),
		cmocka_unit_test(a_panorama_without_angle_or_picture_turns_nowhere),
		cmocka_unit_test(levers_out_of_their_frames_stay_in_them),
		cmocka_unit_test(timers_of_extreme_lengths),
		cmocka_unit_test(keys_out_of_range_read_as_0),
		cmocka_unit_test(results_with_too_few_arguments_are_left_out),
		cmocka_unit_test(missing_files_of_each_kind),
		cmocka_unit_test(fields_and_titlers_without_sense),
		cmocka_unit_test(damaged_files_of_each_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
