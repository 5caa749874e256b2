#include "exhume/advanced/keen_input.h"

#include "../../../base/testing.h"

static void pairs_are_used_once_more_than_they_say(void **state)
{
	/* y 0 x 0; y -1 x 1 both buttons; y 1 x -1. */
	static const uint8_t bytes[] = { 0, 0x05, 2, 0x38, 1, 0x02 };
	static const int expected[][4] = { { 0, 0, 0, 0 },  { 1, -1, 1, 1 },
					   { 1, -1, 1, 1 }, { 1, -1, 1, 1 },
					   { -1, 1, 0, 0 }, { -1, 1, 0, 0 } };
	struct exh_keen_demo demo;
	struct exh_keen_controls controls;

	(void)state;
	assert_int_equal(exh_keen_demo_open((struct exh_bytes){ bytes, sizeof bytes, 0 },
					    &demo, NULL, NULL),
			 EXH_OK);
	assert_int_equal(demo.frames, 6);
	for (size_t i = 0; i < 6; i++) {
		assert_true(exh_keen_demo_next(&demo, &controls));
		assert_int_equal(controls.x_axis, expected[i][0]);
		assert_int_equal(controls.y_axis, expected[i][1]);
		assert_int_equal(controls.button0, expected[i][2]);
		assert_int_equal(controls.button1, expected[i][3]);
	}
	assert_false(exh_keen_demo_next(&demo, &controls));
	assert_false(exh_keen_demo_next(&demo, &controls));
	assert_int_equal(controls.x_axis, 0);
}

static void an_odd_byte_is_warned_of(void **state)
{
	static const uint8_t bytes[] = { 3, 0x45, 9 };
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_demo demo;

	(void)state;
	assert_int_equal(exh_keen_demo_open((struct exh_bytes){ bytes, sizeof bytes, 0 },
					    &demo, &notes, NULL),
			 EXH_OK);
	assert_int_equal(demo.frames, 4);
	assert_int_equal(notes.warning_count, 2);
	assert_true(
		has_note(&notes, EXH_WARNING, "a byte after the last pair is skipped"));
	assert_true(has_note(&notes, EXH_WARNING, "controls 0x45 have unknown bits"));
	exh_arena_free(&arena);
}

static void an_axis_has_three_values(void **state)
{
	struct exh_keen_demo demo;
	struct exh_error err;

	(void)state;
	for (int code = 0; code < 256; code++) {
		const uint8_t bytes[] = { 0, 0x05, 0, (uint8_t)code };
		const bool bad_y = (code & 3) == 3, bad_x = (code & 12) == 12;
		const enum exh_status status = exh_keen_demo_open(
			(struct exh_bytes){ bytes, sizeof bytes, 0x10 }, &demo, NULL,
			&err);

		assert_int_equal(status, bad_x || bad_y ? EXH_INVALID : EXH_OK);
		if (!status)
			continue;
		assert_string_equal(err.text, bad_y ? "y axis 3, expected 0 to 2"
						    : "x axis 3, expected 0 to 2");
		assert_int_equal(err.offset, 0x13);
	}
}

static void a_demo_without_pairs_is_over(void **state)
{
	struct exh_keen_demo demo;
	struct exh_keen_controls controls;

	(void)state;
	assert_int_equal(exh_keen_demo_open((struct exh_bytes){ 0 }, &demo, NULL, NULL),
			 EXH_OK);
	assert_int_equal(demo.frames, 0);
	assert_false(exh_keen_demo_next(&demo, &controls));
}

static void what_is_recorded_plays_the_same(void **state)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_keen_demo_recorder recorder;
	struct exh_keen_demo demo;
	struct exh_keen_controls sent[5000], got;
	uint64_t seed = 7;

	(void)state;
	exh_keen_demo_record_start(&recorder, &out);
	for (size_t i = 0; i < 5000; i++) {
		if (i && roll(&seed, 300))
			sent[i] = sent[i - 1];
		else
			sent[i] = (struct exh_keen_controls){
				.x_axis = (int8_t)((int)roll(&seed, 3) - 1),
				.y_axis = (int8_t)((int)roll(&seed, 3) - 1),
				.button0 = roll(&seed, 2),
				.button1 = roll(&seed, 2)
			};
		exh_keen_demo_record(&recorder, &sent[i]);
	}
	exh_keen_demo_record_end(&recorder);
	exh_keen_demo_record_end(&recorder);
	assert_false(out.failed);
	assert_int_equal(exh_keen_demo_open(exh_writer_bytes(&out), &demo, NULL, NULL),
			 EXH_OK);
	assert_int_equal(demo.frames, 5000);
	for (size_t i = 0; i < 5000; i++) {
		assert_true(exh_keen_demo_next(&demo, &got));
		assert_int_equal(got.x_axis, sent[i].x_axis);
		assert_int_equal(got.y_axis, sent[i].y_axis);
		assert_int_equal(got.button0, sent[i].button0);
		assert_int_equal(got.button1, sent[i].button1);
	}
	assert_false(exh_keen_demo_next(&demo, &got));
	exh_writer_free(&out);
}

static void a_stretch_of_257_frames_takes_two_pairs(void **state)
{
	struct exh_writer out = { .limit = 100 };
	const struct exh_keen_controls left = { .x_axis = -1 };
	struct exh_keen_demo_recorder recorder;

	(void)state;
	exh_keen_demo_record_start(&recorder, &out);
	for (int i = 0; i < 257; i++)
		exh_keen_demo_record(&recorder, &left);
	exh_keen_demo_record_end(&recorder);
	assert_same_bytes(exh_writer_bytes(&out), "\xff\x01\x00\x01", 4);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_are_used_once_more_than_they_say),
		cmocka_unit_test(an_odd_byte_is_warned_of),
		cmocka_unit_test(an_axis_has_three_values),
		cmocka_unit_test(a_demo_without_pairs_is_over),
		cmocka_unit_test(what_is_recorded_plays_the_same),
		cmocka_unit_test(a_stretch_of_257_frames_takes_two_pairs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
