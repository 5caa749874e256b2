#include "../../../base/testing.h"

#include "calls_testing.h"

#include "screen.h"

enum { OLD = 3, NEW = 9 };

static void start(struct tested *t, unsigned style)
{
	struct exh_error err;

	*t = (struct tested){ .s = NULL };
	if (!tested_start(t, EXH_SCI_ANIMATE_CORRECTED, &err))
		fail_msg("%s", err.text);
	t->s->start.has_transitions = true;
	memset(t->s->shown, OLD, STAGE_PIXELS);
	memset(t->s->visual, NEW, STAGE_PIXELS);
	t->s->show_style = (uint16_t)style;
	exh_stage_show_picture(t->s);
	exh_stage_present(t->s);
}

static unsigned count_of(const struct tested *t, uint8_t color)
{
	const uint8_t *pixels = exh_sci_engine_plane(t->s, EXH_SCI_PLANE_SHOWN);
	unsigned count = 0;

	for (size_t i = 0; i < STAGE_PIXELS; i++)
		count += pixels[i] == color;
	return count;
}

static uint8_t at(const struct tested *t, int x, int y)
{
	return exh_sci_engine_plane(t->s, EXH_SCI_PLANE_SHOWN)[y * STAGE_WIDTH + x];
}

static void go(const struct tested *t, unsigned parts)
{
	while (parts--) {
		assert_true(exh_stage_transit(t->s));
		exh_stage_present(t->s);
	}
}

/* Each begins with the old picture, brings more and more of the new one, and ends with
 * it; one with black-out is black in the middle. Rows above the picture stay. */
static void every_style_ends_with_the_picture(void **state)
{
	const unsigned all = STAGE_PIXELS - STAGE_TOP * STAGE_WIDTH;

	(void)state;
	for (unsigned style = 0; style < 256; style++) {
		struct tested t;
		unsigned count, parts = 0;

		start(&t, style);
		count = count_of(&t, NEW);
		if (!exh_stage_is_in_transition(t.s)) {
			assert_int_equal(count, all);
			assert_true(style > 18 && style != 27 &&
				    (style < 40 || style > 43));
			tested_end(&t);
			continue;
		}
		assert_int_equal(count, 0);
		while (exh_stage_is_in_transition(t.s)) {
			const unsigned before = count;

			go(&t, 1);
			parts++;
			count = count_of(&t, NEW);
			assert_true(count >= before);
			assert_int_equal(at(&t, 5, 9), OLD);
			if (parts == TRANSITION_PARTS && count != all)
				assert_true(count_of(&t, 0) >= all - 1);
		}
		assert_int_equal(count, all);
		assert_int_equal(t.s->tick, parts * TRANSITION_TICKS);
		assert_false(exh_stage_transit(t.s));
		tested_end(&t);
	}
}

static void rolls_come_from_their_side(void **state)
{
	static const struct {
		unsigned style;
		int x, y, other_x, other_y; /* new; still old */
	} cases[] = {
		{ 0, 160, 100, 0, 100 }, { 1, 10, 104, 10, 10 },   { 2, 319, 50, 0, 50 },
		{ 3, 0, 50, 319, 50 },	 { 4, 50, 199, 50, 10 },   { 5, 50, 10, 50, 199 },
		{ 6, 0, 10, 160, 104 },	 { 7, 160, 104, 0, 10 },   { 9, 0, 50, 160, 50 },
		{ 10, 9, 10, 9, 104 },	 { 40, 0, 100, 319, 100 }, { 41, 319, 90, 0, 90 },
		{ 42, 5, 199, 5, 10 },	 { 43, 5, 10, 5, 199 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tested t;

		start(&t, cases[i].style);
		go(&t, 2);
		assert_int_equal(at(&t, cases[i].x, cases[i].y), NEW);
		assert_int_equal(at(&t, cases[i].other_x, cases[i].other_y), OLD);
		tested_end(&t);
	}
}

/* Style 11 is 2, from the right, and the black comes from the left. */
static void black_out_comes_the_other_way(void **state)
{
	struct tested t;

	(void)state;
	start(&t, 11);
	go(&t, 2);
	assert_int_equal(at(&t, 0, 50), 0);
	assert_int_equal(at(&t, 319, 50), OLD);
	go(&t, TRANSITION_PARTS);
	assert_int_equal(at(&t, 319, 50), NEW);
	assert_int_equal(at(&t, 0, 50), 0);
	tested_end(&t);
}

static void a_saved_state_goes_on_in_its_middle(void **state)
{
	struct exh_writer saved = { .limit = 1 << 22 };
	struct exh_error err;
	struct tested t;

	(void)state;
	start(&t, 16);
	go(&t, 7);
	assert_true(exh_sci_engine_save(t.s, &saved));
	go(&t, 13);
	assert_int_equal(count_of(&t, OLD), STAGE_TOP * STAGE_WIDTH);
	assert_int_equal(exh_sci_engine_load(t.s, exh_writer_bytes(&saved), &err),
			 EXH_OK);
	assert_true(exh_stage_is_in_transition(t.s));
	assert_int_equal(t.s->transition->part, 7);
	assert_true(count_of(&t, OLD) > STAGE_TOP * STAGE_WIDTH);
	go(&t, 23);
	assert_false(exh_stage_is_in_transition(t.s));
	tested_end(&t);
	exh_writer_free(&saved);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_style_ends_with_the_picture),
		cmocka_unit_test(rolls_come_from_their_side),
		cmocka_unit_test(black_out_comes_the_other_way),
		cmocka_unit_test(a_saved_state_goes_on_in_its_middle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
