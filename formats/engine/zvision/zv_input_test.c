/* Words and devices of input scripts. */
#include "exhume/zv_engine.h"
#include "exhume/advanced/zv_engine.h"

#include "../../base/testing.h"

/* The inputs of a script's frames. */
static size_t play(const char *script, struct exh_zv_input *inputs, size_t most,
		   struct exh_writer *recorded)
{
	const struct exh_input_text text = {
		"test", { (const uint8_t *)script, strlen(script), 0 }
	};
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_input_recorder recorder;
	const struct exh_input *program;
	struct exh_input_cursor cursor;
	struct exh_input_frame frame;
	struct exh_zv_devices devices;
	struct exh_error err;
	size_t count = 0;

	if (exh_input_read(&text, exh_zv_input_keys(), NULL, NULL, &arena, &program,
			   &err))
		fail_msg("%s", err.text);
	exh_input_start(&cursor);
	exh_zv_devices_start(&devices);
	exh_input_record_start(&recorder, exh_zv_input_keys(), recorded);
	for (; count < most && exh_input_next(program, &cursor, &frame); count++) {
		inputs[count] = exh_zv_devices_input(&devices, &frame);
		frame = (struct exh_input_frame){ .keys = devices.keys };
		if (recorded)
			assert_int_equal(exh_input_record(&recorder, &frame, NULL),
					 EXH_OK);
	}
	if (recorded)
		exh_input_record_end(&recorder);
	exh_arena_free(&arena);
	return count;
}

static void words_move_click_and_press(void **state)
{
	struct exh_zv_input in[8];

	(void)state;
	assert_int_equal(play("1 N\n1 column 5 row 7 click\n2 key 65\n1 key 66 rclick\n"
			      "1 UR\n",
			      in, 8, NULL),
			 6);
	assert_int_equal(in[0].x, 320);
	assert_int_equal(in[0].y, 240);
	assert_int_equal(in[1].x, 5);
	assert_int_equal(in[1].y, 7);
	assert_true(in[1].left && !in[2].left);
	assert_int_equal(in[2].x, 5); /* the pointer stays there */
	assert_int_equal(in[2].press_count, 1);
	assert_int_equal(in[2].presses[0], 'A');
	assert_int_equal(in[3].press_count, 0); /* held, not pressed again */
	assert_int_equal(in[4].presses[0], 'B');
	assert_true(in[4].right);
	assert_true(in[5].turn_up && in[5].turn_right && !in[5].turn_left);
}

static void devices_do_the_same(void **state)
{
	struct exh_zv_input in[8];

	(void)state;
	assert_int_equal(play("1 mouse=10:-5:12\n1 mouse=-32000:32000\n"
			      "1 press=q+left\n1 N\n1 release=left\n1 scan=E048\n",
			      in, 8, NULL),
			 6);
	assert_int_equal(in[0].x, 330);
	assert_int_equal(in[0].y, 235);
	assert_true(in[0].left && in[0].right);
	assert_int_equal(in[1].x, 1);
	assert_int_equal(in[1].y, 479);
	assert_int_equal(in[2].press_count, 2);
	assert_int_equal(in[2].presses[0], 'Q');
	assert_int_equal(in[2].presses[1], 0x25);
	assert_true(in[2].turn_left && in[3].turn_left && !in[4].turn_left);
	assert_true(in[5].turn_up);
	assert_int_equal(in[5].press_count, 1);
}

static void letters_are_pressed_with_control(void **state)
{
	struct exh_zv_input in[8], again[8];
	struct exh_writer out = { .limit = 1 << 16 };

	(void)state;
	assert_int_equal(play("1 key 58\n1 key 62\n1 press=ctrl\n1 press=q\n"
			      "1 release=ctrl press=s\n1 scan=35\n",
			      in, 8, &out),
			 6);
	assert_true(in[0].control && in[0].presses[0] == 'S');
	assert_true(!in[1].control && in[1].presses[0] == 0xbf);
	assert_true(in[2].control && in[2].presses[0] == 0xa2);
	assert_true(in[3].control && in[3].presses[0] == 'Q');
	assert_true(!in[4].control && in[4].presses[0] == 'S');
	assert_true(!in[5].control && in[5].presses[0] == 0xbf);
	/* Recorded, it is the same where it counts. */
	exh_write_u8(&out, 0);
	assert_int_equal(play((const char *)out.data, again, 8, NULL), 6);
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(again[i].presses[0], in[i].presses[0]);
		assert_int_equal(again[i].control, i == 0 || i == 3);
	}
	exh_writer_free(&out);
}

/* 9.17: scan codes of the signs, and both keys of shift and control. */
static void signs_have_the_codes_of_windows(void **state)
{
	static const struct {
		const char *scan;
		uint8_t code;
	} cases[] = {
		{ "2A", 0xa0 },	  { "36", 0xa1 }, { "1D", 0xa2 }, { "E01D", 0xa3 },
		{ "0E", 0x08 },	  { "0F", 0x09 }, { "49", 0x21 }, { "E049", 0x21 },
		{ "51", 0x22 },	  { "4F", 0x23 }, { "47", 0x24 }, { "E052", 0x2d },
		{ "E053", 0x2e }, { "37", 0x6a }, { "4E", 0x6b }, { "4A", 0x6d },
		{ "E035", 0x6f }, { "27", 0xba }, { "0D", 0xbb }, { "33", 0xbc },
		{ "0C", 0xbd },	  { "34", 0xbe }, { "35", 0xbf }, { "29", 0xc0 },
		{ "1A", 0xdb },	  { "2B", 0xdc }, { "1B", 0xdd }, { "28", 0xde },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct exh_zv_input in[1];
		char script[32];

		snprintf(script, sizeof script, "1 scan=%s\n", cases[i].scan);
		assert_int_equal(play(script, in, 1, NULL), 1);
		assert_int_equal(in[0].press_count, 1);
		assert_int_equal(in[0].presses[0], cases[i].code);
		snprintf(script, sizeof script, "1 key %d\n",
			 exh_zv_key_number(cases[i].code, false));
		assert_int_equal(play(script, in, 1, NULL), 1);
		assert_int_equal(in[0].presses[0], cases[i].code);
	}
}

static void what_is_recorded_plays_alike(void **state)
{
	struct exh_zv_input in[40], again[40];
	struct exh_writer out = { .limit = 1 << 16 };
	size_t count;

	(void)state;
	count = play("3 N\n5 mouse=3:4:1\n2 column 639 row 479 click key 127\n"
		     "1 press=f1\n2 N\n1 release=f1 press=up\n4 rclick D\n1 mouse=1:1\n",
		     in, 40, &out);
	exh_write_u8(&out, 0);
	assert_false(out.failed);
	assert_int_equal(play((const char *)out.data, again, 40, NULL), count);
	for (size_t i = 0; i < count; i++)
		assert_memory_equal(&in[i], &again[i], sizeof *in);
	exh_writer_free(&out);
}

static void what_is_outside_of_the_screen_is_refused(void **state)
{
	static const char *const bad[] = { "1 column 0", "1 column 640",
					   "1 row 480",	 "1 key 0",
					   "1 key 128",	 "1 column 3 column 4" };

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		const struct exh_input_text text = {
			"test", { (const uint8_t *)bad[i], strlen(bad[i]), 0 }
		};
		struct exh_arena arena = { .limit = 1 << 20 };
		const struct exh_input *program;

		assert_int_equal(exh_input_read(&text, exh_zv_input_keys(), NULL, NULL,
						&arena, &program, NULL),
				 EXH_INVALID);
		exh_arena_free(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_move_click_and_press),
		cmocka_unit_test(devices_do_the_same),
		cmocka_unit_test(letters_are_pressed_with_control),
		cmocka_unit_test(signs_have_the_codes_of_windows),
		cmocka_unit_test(what_is_recorded_plays_alike),
		cmocka_unit_test(what_is_outside_of_the_screen_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
