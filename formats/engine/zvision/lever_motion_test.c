#include "exhume/advanced/zvision_lever.h"

#include "../../base/testing.h"

enum { LIMIT = 1 << 20 };

/*
 * Angles.
 */

static void angles_are_as_the_engine_measures_them(void **state)
{
	(void)state;
	assert_int_equal(exh_zv_lever_angle(0, -9), 90);
	assert_int_equal(exh_zv_lever_angle(0, 9), 270);
	assert_int_equal(exh_zv_lever_angle(9, 0), 0);
	assert_int_equal(exh_zv_lever_angle(-9, 0), 180);
	/* atan(1) * 57 = 44.77, cut to 44 whichever its sign. */
	assert_int_equal(exh_zv_lever_angle(10, -10), 44);
	assert_int_equal(exh_zv_lever_angle(-10, -10), 136);
	assert_int_equal(exh_zv_lever_angle(-10, 10), 224);
	assert_int_equal(exh_zv_lever_angle(10, 10), 316);
	/* atan(2) * 57 = 63.11; atan(1/2) * 57 = 26.43. */
	assert_int_equal(exh_zv_lever_angle(5, -10), 63);
	assert_int_equal(exh_zv_lever_angle(-10, -5), 154);
	assert_int_equal(exh_zv_lever_angle(-10, 5), 206);
	assert_int_equal(exh_zv_lever_angle(10, 5), 334);
	/* Next to the axes: atan(1/100) * 57 = 0.57, atan(100) * 57 = 88.97. */
	assert_int_equal(exh_zv_lever_angle(100, -1), 0);
	assert_int_equal(exh_zv_lever_angle(100, 1), 360);
	assert_int_equal(exh_zv_lever_angle(-100, 1), 180);
	assert_int_equal(exh_zv_lever_angle(1, -100), 88);
	assert_int_equal(exh_zv_lever_angle(1, 100), 272);
	assert_int_equal(exh_zv_lever_angle(-1, 100), 268);
	/* pi / 2 * 57 = 89.53 is never passed. */
	assert_int_equal(exh_zv_lever_angle(1, INT32_MIN), 89);
	assert_int_equal(exh_zv_lever_angle(1, INT32_MAX), 271);
	assert_int_equal(exh_zv_lever_angle((int64_t)INT32_MIN * 2, 1), 180);
}

/*
 * Levers of the tests.
 */

struct lever {
	struct exh_arena arena;
	struct exh_zv_lever lever;
	struct exh_zv_lever_motion motion;
};

/* Below a head; at start_pos. */
static void make(struct lever *lever, const char *text)
{
	*lever = (struct lever){ .arena = { .limit = LIMIT } };
	assert_int_equal(exh_zv_lever_read((struct exh_bytes){ (const uint8_t *)text,
							       strlen(text), 0 },
					   &lever->arena, &lever->lever, NULL, NULL),
			 EXH_OK);
	exh_zv_lever_start(&lever->motion, &lever->lever,
			   exh_zv_lever_number(&lever->lever, EXH_ZV_LEVER_START_POS));
}

/* Grabbed at (50, 50) in position 0, which has that direction to position 1. */
static void grab_with(struct lever *lever, const char *directions)
{
	char text[256];

	snprintf(text, sizeof text,
		 "frames:3~\nhotspot_deltas:100 100~\n0:0 0 %s~\n1:0 0~\n2:0 0~\n",
		 directions);
	make(lever, text);
	assert_true(exh_zv_lever_down(&lever->motion, 50, 50));
}

static int32_t position_after(const char *directions, int32_t x, int32_t y)
{
	struct lever lever;

	grab_with(&lever, directions);
	exh_zv_lever_move(&lever.motion, x, y);
	exh_arena_free(&lever.arena);
	return lever.motion.position;
}

/*
 * Dragging.
 */

static void short_moves_are_not_measured(void **state)
{
	(void)state;
	/* 63 would be no sum of two squares; 61 = 36 + 25 and 64 = 64 + 0. */
	assert_int_equal(position_after("D=1,0", 57, 50), 0);
	assert_int_equal(position_after("D=1,0", 58, 50), 1);
	assert_int_equal(position_after("D=1,320", 56, 55), 0);
	assert_int_equal(position_after("D=1,320", 57, 54), 1); /* 65 = 49 + 16 */
	assert_int_equal(position_after("D=1,270", 50, 57), 0);
	assert_int_equal(position_after("D=1,270", 50, 58), 1);
}

static void the_stored_point_stays_until_a_move_is_long_enough(void **state)
{
	struct lever lever;

	(void)state;
	grab_with(&lever, "D=1,0");
	assert_false(exh_zv_lever_move(&lever.motion, 54, 50));
	assert_int_equal(lever.motion.x, 50);
	assert_true(exh_zv_lever_move(&lever.motion, 58, 50));
	assert_int_equal(lever.motion.x, 58);
	exh_arena_free(&lever.arena);
	/* A move that matches nothing moves the point, too. */
	grab_with(&lever, "D=1,0");
	assert_false(exh_zv_lever_move(&lever.motion, 50, 60));
	assert_int_equal(lever.motion.y, 60);
	assert_false(exh_zv_lever_move(&lever.motion, 57, 60));
	assert_true(exh_zv_lever_move(&lever.motion, 58, 60));
	exh_arena_free(&lever.arena);
}

static void thirty_degrees_off_still_match(void **state)
{
	(void)state;
	assert_int_equal(position_after("D=1,60", 50, 40), 1); /* 90 */
	assert_int_equal(position_after("D=1,59", 50, 40), 0);
	assert_int_equal(position_after("D=1,120", 50, 40), 1);
	assert_int_equal(position_after("D=1,121", 50, 40), 0);
}

static void there_is_no_wrap_at_360(void **state)
{
	(void)state;
	/* atan(10/57) * 57 = 9.9: 351. */
	assert_int_equal(position_after("D=1,0", 107, 60), 0);
	assert_int_equal(position_after("D=1,350", 107, 60), 1);
	assert_int_equal(position_after("D=1,350", 107, 50), 0); /* 0 */
	assert_int_equal(position_after("D=1,0", 150, 51), 0);	 /* 360 */
	assert_int_equal(position_after("D=1,360", 150, 51), 1);
}

static void the_first_direction_that_matches_wins(void **state)
{
	(void)state;
	assert_int_equal(position_after("D=2,110 D=1,90", 50, 40), 2);
	assert_int_equal(position_after("D=1,90 D=2,110", 50, 40), 1);
	assert_int_equal(position_after("D=2,200 D=1,90", 50, 40), 1);
	/* Also if it leads nowhere. */
	assert_int_equal(position_after("D=3,90 D=1,90", 50, 40), 0);
	assert_int_equal(position_after("D=-1,90 D=1,90", 50, 40), 0);
}

static void it_is_grabbed_by_its_rectangle_alone(void **state)
{
	struct lever lever;

	(void)state;
	make(&lever, "frames:2~\nhotspot_deltas:4 3~\n0:10 20 D=1,90~\n1:30 40~\n");
	assert_false(exh_zv_lever_down(&lever.motion, 9, 20));
	assert_false(exh_zv_lever_down(&lever.motion, 10, 19));
	assert_false(exh_zv_lever_down(&lever.motion, 14, 20));
	assert_false(exh_zv_lever_down(&lever.motion, 10, 23));
	assert_false(exh_zv_lever_down(&lever.motion, INT32_MAX, INT32_MIN));
	assert_int_equal(lever.motion.state, EXH_ZV_LEVER_RESTS);
	assert_false(exh_zv_lever_move(&lever.motion, 10, 0));
	assert_true(exh_zv_lever_down(&lever.motion, 13, 22));
	/* Held wherever the mouse is; the rectangle moves along. */
	assert_true(exh_zv_lever_move(&lever.motion, 13, -500));
	assert_int_equal(lever.motion.position, 1);
	exh_zv_lever_up(&lever.motion);
	assert_false(exh_zv_lever_down(&lever.motion, 13, 22));
	assert_true(exh_zv_lever_down(&lever.motion, 30, 40));
	exh_arena_free(&lever.arena);
}

static void one_step_a_move(void **state)
{
	struct lever lever;

	(void)state;
	make(&lever, "frames:3~\nhotspot_deltas:9 9~\n0:0 0 D=1,90~\n1:0 0 D=2,90~\n");
	exh_zv_lever_down(&lever.motion, 4, 4);
	assert_true(exh_zv_lever_move(&lever.motion, 4, -96));
	assert_int_equal(lever.motion.position, 1);
	assert_true(exh_zv_lever_move(&lever.motion, 4, -196));
	assert_int_equal(lever.motion.position, 2);
	/* There is no line for 2: it leads nowhere, and can't be grabbed. */
	assert_false(exh_zv_lever_move(&lever.motion, 4, -296));
	exh_zv_lever_up(&lever.motion);
	assert_false(exh_zv_lever_down(&lever.motion, 4, 4));
	exh_arena_free(&lever.arena);
}

/*
 * Returns.
 */

static const char gate[] = "mirrored:%d~\nframes:11~\nstart_pos:6~\n"
			   "hotspot_deltas:10 10~\n"
			   "5:50 50~\n"
			   "6:0 0 D=7,90 D=5,270 ^=P(6 to 0) P(0 to 3) P(3 to 0) E(0)~\n";

static void make_gate(struct lever *lever, int mirrored)
{
	char text[256];

	snprintf(text, sizeof text, gate, mirrored);
	make(lever, text);
}

static void release_at_6(struct lever *lever)
{
	assert_true(exh_zv_lever_down(&lever->motion, 5, 5));
	exh_zv_lever_up(&lever->motion);
	assert_int_equal(lever->motion.state, EXH_ZV_LEVER_RETURNS);
	assert_int_equal(lever->motion.position, 6);
}

static void a_return_runs_through_its_paths(void **state)
{
	static const int32_t expected[] = { 5, 4, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0 };
	/* Backwards in the second half of the file: 21 is 0 again, 21 - 5 is 5. */
	static const uint32_t frames[] = { 16, 17, 18, 19, 20, 0, 1, 2, 3, 19, 20, 0 };

	(void)state;
	for (int mirrored = 0; mirrored < 2; mirrored++) {
		struct lever lever;

		make_gate(&lever, mirrored);
		assert_int_equal(lever.motion.frame, 6);
		release_at_6(&lever);
		for (size_t i = 0; i < 12; i++) {
			assert_true(exh_zv_lever_step(&lever.motion));
			assert_int_equal(lever.motion.position, expected[i]);
			assert_int_equal(lever.motion.frame,
					 mirrored ? frames[i] : (uint32_t)expected[i]);
		}
		assert_int_equal(lever.motion.state, EXH_ZV_LEVER_RESTS);
		assert_false(exh_zv_lever_step(&lever.motion));
		exh_arena_free(&lever.arena);
	}
}

static void a_step_takes_30_milliseconds(void **state)
{
	struct lever lever;
	uint32_t ms = 29;
	int steps = 0;

	(void)state;
	make_gate(&lever, 0);
	release_at_6(&lever);
	assert_false(exh_zv_lever_tick(&lever.motion, &ms));
	assert_int_equal(ms, 0);
	ms = 1;
	assert_true(exh_zv_lever_tick(&lever.motion, &ms));
	assert_int_equal(lever.motion.position, 5);
	assert_false(exh_zv_lever_tick(&lever.motion, &ms));
	ms = 100;
	while (exh_zv_lever_tick(&lever.motion, &ms))
		steps++;
	assert_int_equal(steps, 3);
	ms = UINT32_MAX;
	while (exh_zv_lever_tick(&lever.motion, &ms))
		steps++;
	assert_int_equal(steps, 11);
	assert_int_equal(ms, 0);
	assert_int_equal(lever.motion.position, 0);
	exh_arena_free(&lever.arena);
}

static void it_can_be_grabbed_while_it_returns(void **state)
{
	struct lever lever;

	(void)state;
	make_gate(&lever, 0);
	release_at_6(&lever);
	assert_true(exh_zv_lever_step(&lever.motion)); /* 5, at (50, 50) */
	assert_false(exh_zv_lever_down(&lever.motion, 5, 5));
	assert_int_equal(lever.motion.state, EXH_ZV_LEVER_RETURNS);
	assert_true(exh_zv_lever_down(&lever.motion, 55, 55));
	assert_false(exh_zv_lever_step(&lever.motion));
	/* 5 has no way back: it stays. */
	exh_zv_lever_up(&lever.motion);
	assert_int_equal(lever.motion.state, EXH_ZV_LEVER_RESTS);
	assert_int_equal(lever.motion.position, 5);
	exh_arena_free(&lever.arena);
}

static void paths_that_lead_nowhere_are_left_out(void **state)
{
	struct lever lever;

	(void)state;
	make(&lever, "frames:3~\nstart_pos:1~\nhotspot_deltas:9 9~\n"
		     "1:0 0 ^=P(1 to 1) P(1 to 9) P(9 to -1) P(7 to 2) P(2 to 3)~\n");
	assert_true(exh_zv_lever_down(&lever.motion, 0, 0));
	exh_zv_lever_up(&lever.motion);
	assert_true(exh_zv_lever_step(&lever.motion));
	assert_int_equal(lever.motion.position, 2);
	assert_int_equal(lever.motion.state, EXH_ZV_LEVER_RESTS);
	exh_arena_free(&lever.arena);
	make(&lever, "frames:1~\nhotspot_deltas:9 9~\n0:0 0 ^=P(0 to 1) E(0)~\n");
	assert_true(exh_zv_lever_down(&lever.motion, 0, 0));
	exh_zv_lever_up(&lever.motion);
	assert_int_equal(lever.motion.state, EXH_ZV_LEVER_RESTS);
	exh_arena_free(&lever.arena);
}

static void letting_go_of_nothing_does_nothing(void **state)
{
	struct lever lever;

	(void)state;
	make_gate(&lever, 0);
	exh_zv_lever_up(&lever.motion);
	assert_int_equal(lever.motion.state, EXH_ZV_LEVER_RESTS);
	release_at_6(&lever);
	assert_true(exh_zv_lever_step(&lever.motion));
	exh_zv_lever_up(&lever.motion); /* does not begin it again */
	assert_true(exh_zv_lever_step(&lever.motion));
	assert_int_equal(lever.motion.position, 4);
	exh_arena_free(&lever.arena);
}

static void it_starts_where_it_can(void **state)
{
	struct lever lever;

	(void)state;
	make_gate(&lever, 1);
	exh_zv_lever_start(&lever.motion, &lever.lever, 10);
	assert_int_equal(lever.motion.frame, 10);
	exh_zv_lever_start(&lever.motion, &lever.lever, 11);
	assert_int_equal(lever.motion.position, 0);
	exh_zv_lever_start(&lever.motion, &lever.lever, -1);
	assert_int_equal(lever.motion.position, 0);
	exh_arena_free(&lever.arena);
}

static void frames_of_the_second_half_go_back(void **state)
{
	struct lever lever;

	(void)state;
	make_gate(&lever, 1);
	assert_int_equal(exh_zv_lever_frame(&lever.lever, 5, 6), 16);
	assert_int_equal(exh_zv_lever_frame(&lever.lever, 5, 10), 16);
	assert_int_equal(exh_zv_lever_frame(&lever.lever, 6, 5), 6);
	assert_int_equal(exh_zv_lever_frame(&lever.lever, 5, 5), 5);
	assert_int_equal(exh_zv_lever_frame(&lever.lever, 1, 2), 20);
	assert_int_equal(exh_zv_lever_frame(&lever.lever, 0, 1), 0);
	exh_arena_free(&lever.arena);
	make_gate(&lever, 0);
	assert_int_equal(exh_zv_lever_frame(&lever.lever, 5, 6), 5);
	exh_arena_free(&lever.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(angles_are_as_the_engine_measures_them),
		cmocka_unit_test(short_moves_are_not_measured),
		cmocka_unit_test(the_stored_point_stays_until_a_move_is_long_enough),
		cmocka_unit_test(thirty_degrees_off_still_match),
		cmocka_unit_test(there_is_no_wrap_at_360),
		cmocka_unit_test(the_first_direction_that_matches_wins),
		cmocka_unit_test(it_is_grabbed_by_its_rectangle_alone),
		cmocka_unit_test(one_step_a_move),
		cmocka_unit_test(a_return_runs_through_its_paths),
		cmocka_unit_test(a_step_takes_30_milliseconds),
		cmocka_unit_test(it_can_be_grabbed_while_it_returns),
		cmocka_unit_test(paths_that_lead_nowhere_are_left_out),
		cmocka_unit_test(letting_go_of_nothing_does_nothing),
		cmocka_unit_test(it_starts_where_it_can),
		cmocka_unit_test(frames_of_the_second_half_go_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
