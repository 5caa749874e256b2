#include "exhume/advanced/zvision_lever.h"

#include "../../base/testing.h"

enum { LIMIT = 1 << 20 };

static enum exh_status read_text(const char *text, struct exh_zv_hand *hand,
				 struct exh_error *err)
{
	const struct exh_bytes in = { (const uint8_t *)text, strlen(text), 0 };

	return exh_zv_hand_read(in, hand, err);
}

static void a_script_is_a_step_a_line(void **state)
{
	struct exh_zv_hand hand;
	struct exh_error err;

	(void)state;
	assert_int_equal(
		read_text("down 50 -2 # a comment\r\n\n  MOVE 58 50\rwait 70\nup 1 2",
			  &hand, &err),
		EXH_OK);
	assert_int_equal(hand.count, 4);
	assert_int_equal(hand.steps[0].kind, EXH_ZV_HAND_DOWN);
	assert_int_equal(hand.steps[0].x, 50);
	assert_int_equal(hand.steps[0].y, -2);
	assert_int_equal(hand.steps[1].kind, EXH_ZV_HAND_MOVE);
	assert_int_equal(hand.steps[2].kind, EXH_ZV_HAND_WAIT);
	assert_int_equal(hand.steps[2].ms, 70);
	assert_int_equal(hand.steps[3].kind, EXH_ZV_HAND_UP);
	exh_zv_hand_free(&hand);
}

static void errors_name_line_and_column(void **state)
{
	static const struct {
		const char *text, *message;
	} bad[] = {
		{ "jump 1 2", "line 1 column 1: expected down X Y" },
		{ "down 1 2\n move 3", "line 2 column 8: expected two numbers" },
		{ "wait -1", "line 1 column 6: expected milliseconds" },
		{ "wait 3600001", "expected milliseconds, 0 to 3600000" },
		{ "up 1000001 0", "expected two numbers, -1000000 to 1000000" },
		{ "up 1 2 3", "line 1 column 8: expected the end of the line" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct exh_zv_hand hand;
		struct exh_error err;

		assert_int_equal(read_text(bad[i].text, &hand, &err), EXH_INVALID);
		if (!strstr(err.text, bad[i].message))
			fail_msg("%s: %s", bad[i].text, err.text);
	}
}

/* Grabbed in position 0, a move to the right leads to position 1; there it is let go, and
 * returns to position 0, whose frame is shown again. */
static void a_drag_lists_what_each_step_shows(void **state)
{
	static const char text[] = "frames:2~\nhotspot_deltas:100 100~\n0:0 0 D=1,0~\n"
				   "1:0 0 ^=P(0 to 0) E(0)~\n";
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_zv_lever lever;
	struct exh_zv_hand hand;
	struct exh_zv_drag drag;
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_zv_lever_read((struct exh_bytes){ (const uint8_t *)text,
							       sizeof text - 1, 0 },
					   &arena, &lever, &notes, &err),
			 EXH_OK);
	assert_int_equal(read_text("down 50 50\nmove 58 50\nup 58 50\n", &hand, &err),
			 EXH_OK);
	assert_int_equal(exh_zv_drag_run(&lever, &hand, &drag, &err), EXH_OK);
	assert_int_equal(drag.start, 0);
	assert_true(drag.steps[0].grabbed);
	assert_int_equal(drag.steps[0].frame_to, 0);
	assert_int_equal(drag.steps[1].position, 1);
	assert_int_equal(drag.steps[1].frame_to, 1);
	assert_int_equal(drag.frames[0].release, EXH_ZV_NOT_RELEASED);
	assert_int_equal(drag.release_count, 1);
	assert_int_equal(drag.steps[2].position, 0);
	assert_int_equal(drag.frames[drag.frame_count - 1].release, 0);
	exh_zv_drag_free(&drag);
	exh_zv_hand_free(&hand);
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_script_is_a_step_a_line),
		cmocka_unit_test(errors_name_line_and_column),
		cmocka_unit_test(a_drag_lists_what_each_step_shows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
