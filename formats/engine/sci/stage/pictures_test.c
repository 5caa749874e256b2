/*
 * Pictures, cels, places, and Graph against values worked out by hand from sci0-vm 4.4,
 * 4.10, 6.1 and 6.2 and sci0-vm-notes 1.10, 6 and 7a.
 */
#include "resources_testing.h"

#include "screen.h"

static void set(struct stage_resources *r, unsigned object, const char *name, int value)
{
	if (!tested_set(&r->t, r->t.objects[object], name, N(value)))
		fail_msg("no %s", name);
}

static int get(struct stage_resources *r, unsigned object, const char *name)
{
	return (int16_t)tested_get(&r->t, r->t.objects[object], name).offset;
}

/* x, y, z; view, loop, cel; nsTop, nsLeft, nsBottom, nsRight. */
static const struct {
	int x, y, z, view, loop, cel, top, left, bottom, right;
} places[] = {
	/* left 100 + 2 - 5, bottom 50 + 1 + 1 */
	{ 100, 50, 0, 0, 0, 0, 32, 97, 52, 107 },
	{ 100, 50, 7, 0, 0, 0, 25, 97, 45, 107 },
	{ 100, 50, 0, 0, 0, 1, 45, 98, 51, 103 },
	{ 100, 50, 0, 0, 1, 0, 32, 93, 52, 103 }, /* mirrored: 100 - 2 - 5 */
	{ 100, 50, 0, 0, 9, 9, 48, 99, 51, 102 }, /* the last loop, its last cel */
	{ 100, 50, 0, 0, -1, -1, 32, 97, 52, 107 },
	{ 100, 50, 0, 1, 0, 0, 300, 97, 304, 104 }, /* dy 253 */
	{ -10, 5, 0, 0, 0, 0, -13, -13, 7, -3 },
};

static void objects_are_seen_where_their_cel_is(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		set(&r, 0, "x", places[i].x);
		set(&r, 0, "y", places[i].y);
		set(&r, 0, "z", places[i].z);
		set(&r, 0, "view", places[i].view);
		set(&r, 0, "loop", places[i].loop);
		set(&r, 0, "cel", places[i].cel);
		CALL(&r, "SetNowSeen", r.t.objects[0]);
		assert_int_equal(get(&r, 0, "nsTop"), places[i].top);
		assert_int_equal(get(&r, 0, "nsLeft"), places[i].left);
		assert_int_equal(get(&r, 0, "nsBottom"), places[i].bottom);
		assert_int_equal(get(&r, 0, "nsRight"), places[i].right);
	}
	/* The base of an object is a step high, and z is ignored. */
	set(&r, 0, "view", 0);
	set(&r, 0, "loop", 0);
	set(&r, 0, "cel", 0);
	set(&r, 0, "x", 100);
	set(&r, 0, "y", 50);
	set(&r, 0, "z", 30);
	set(&r, 0, "yStep", 4);
	CALL(&r, "BaseSetter", r.t.objects[0]);
	assert_int_equal(get(&r, 0, "brTop"), 47);
	assert_int_equal(get(&r, 0, "brLeft"), 97);
	assert_int_equal(get(&r, 0, "brBottom"), 51);
	assert_int_equal(get(&r, 0, "brRight"), 107);
	set(&r, 0, "y", 90);
	set(&r, 0, "view", -1); /* nothing is done */
	CALL(&r, "BaseSetter", r.t.objects[0]);
	assert_int_equal(get(&r, 0, "brBottom"), 51);
	end_stage(&r);
}

static void views_tell_their_numbers_and_sizes(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	set(&r, 0, "view", 0);
	assert_int_equal(RESULT(&r, "NumLoops", r.t.objects[0]), 4);
	assert_int_equal(RESULT(&r, "NumCels", r.t.objects[0]), 2);
	set(&r, 0, "loop", 1);
	assert_int_equal(RESULT(&r, "NumCels", r.t.objects[0]), 1);
	set(&r, 0, "loop", 77); /* clamped */
	assert_int_equal(RESULT(&r, "NumCels", r.t.objects[0]), 1);
	assert_int_equal(RESULT(&r, "CelWide", N(0), N(0), N(0)), 10);
	assert_int_equal(RESULT(&r, "CelHigh", N(0), N(0), N(0)), 20);
	assert_int_equal(RESULT(&r, "CelWide", N(0), N(0), N(5)), 5);
	assert_int_equal(RESULT(&r, "CelHigh", N(1), N(3), N(-1)), 4);
	/* A view that the game lacks. */
	set(&r, 0, "view", 99);
	assert_int_equal(RESULT(&r, "NumLoops", r.t.objects[0]), 0);
	assert_int_equal(RESULT(&r, "NumCels", r.t.objects[0]), 0);
	assert_int_equal(RESULT(&r, "CelWide", N(99), N(0), N(0)), 0);
	assert_true(r.t.s->missing > 0);
	end_stage(&r);
}

static void cels_are_drawn_in_the_port(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const uint8_t *v;

	(void)state;
	start_stage(&r);
	v = r.t.s->visual;
	memset(r.t.s->priority, 5, sizeof r.t.s->priority);
	CALL(&r, "DrawCel", N(0), N(0), N(1), N(30), N(20));
	assert_area(v, 30, 30, 35, 36, 5);
	assert_area(v, 35, 30, 36, 36, 9);
	assert_area(r.t.s->priority, 30, 30, 35, 36, 5); /* unchanged */
	assert_memory_equal(v, r.t.s->shown, STAGE_PIXELS);
	/* Mirrored: the right half is on the left. */
	CALL(&r, "DrawCel", N(0), N(1), N(0), N(60), N(20), N(7));
	assert_area(v, 60, 30, 65, 50, 2);
	assert_area(v, 65, 30, 70, 50, 1);
	assert_area(r.t.s->priority, 60, 30, 70, 50, 7);
	CALL(&r, "DrawCel", N(0), N(2), N(0), N(60), N(20), N(6)); /* lower priority */
	assert_area(v, 60, 30, 65, 50, 2);
	/* Clipped by the port's edges, and not shown while the picture is not. */
	r.t.s->pic_not_valid = 1;
	CALL(&r, "DrawCel", N(0), N(0), N(0), N(315), N(-10));
	assert_area(v, 315, 10, 320, 20, 4);
	assert_area(v, 315, 0, 320, 10, 9);
	assert_area(r.t.s->shown, 315, 10, 320, 20, 9);
	end_stage(&r);
}

static void pictures_wait_for_animate(void **state)
{
	/* Visual colour 4, a line from 0, 0 to 9, 0; priority 3, to 9, 5; end. */
	static const uint8_t pic[] = { 0xf0, 4,	   0xf6, 0, 0, 0, 0, 9, 0, 0xf2,
				       3,    0xf1, 0xf6, 0, 9, 0, 0, 9, 5, 0xff };
	struct stage_resources r = { .part_count = 0 };
	stage *s;

	(void)state;
	r.arena.limit = 1 << 20;
	add_part(&r, EXH_SCI_PIC, 5, (struct exh_bytes){ pic, sizeof pic, 0 });
	start_stage(&r);
	s = r.t.s;
	CALL(&r, "DrawPic", N(5), N(100));
	assert_int_equal(s->pic_not_valid, 1);
	assert_area(s->visual, 0, 10, 10, 11, 4);
	assert_area(s->visual, 10, 10, 20, 11, 15);
	assert_area(s->priority, 9, 10, 10, 16, 3);
	assert_area(s->visual, 0, 0, 320, 10, 9); /* the menu's rows */
	assert_area(s->shown, 0, 0, 320, 200, 9);
	assert_int_equal(tested_call(&r.t, "PicNotValid", 0, NULL), 1);
	CALL(&r, "Animate", N(0));
	assert_int_equal(tested_call(&r.t, "PicNotValid", 0, NULL), 0);
	assert_memory_equal(s->visual, s->shown, STAGE_PIXELS);
	/* An overlay leaves what it does not draw. */
	s->visual[100 * STAGE_WIDTH] = 9;
	CALL(&r, "DrawPic", N(5), N(100), N(0));
	assert_area(s->visual, 0, 100, 1, 101, 9);
	assert_int_equal(RESULT(&r, "PicNotValid", N(2)), 1);
	assert_int_equal(s->pic_not_valid, 2);
	/* Show: another map from the next time on. */
	CALL(&r, "Show", N(2));
	CALL(&r, "Animate", N(0));
	assert_area(s->shown, 9, 10, 10, 16, 3);
	end_stage(&r);
}

static void places_have_controls_and_priorities(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	stage *s;

	(void)state;
	start_stage(&r);
	s = r.t.s;
	memset(s->control, 0, sizeof s->control);
	memset(s->priority, 1, sizeof s->priority);
	s->control[(20 + 10) * STAGE_WIDTH + 30] = 15;
	s->control[(20 + 10) * STAGE_WIDTH + 31] = 3;
	assert_int_equal(RESULT(&r, "OnControl", N(30), N(20)), -0x8000);
	assert_int_equal(RESULT(&r, "OnControl", N(30), N(20), N(32), N(21)),
			 -0x8000 | 8);
	assert_int_equal(RESULT(&r, "OnControl", N(29), N(20), N(31), N(22)),
			 -0x8000 | 1);
	assert_int_equal(RESULT(&r, "OnControl", N(4), N(30), N(20)), -0x8000);
	assert_int_equal(RESULT(&r, "OnControl", N(2), N(30), N(20)), 2);
	assert_int_equal(RESULT(&r, "OnControl", N(2), N(30), N(20), N(50), N(40)), 2);
	assert_int_equal(RESULT(&r, "OnControl", N(-5), N(-5)), 0); /* outside */
	assert_int_equal(RESULT(&r, "OnControl", N(-5), N(-5), N(1), N(1)), 1);
	end_stage(&r);
}

/* Bands of (190 - 42) * 2000 / 14 = 21142 / 2000 rows. */
static void rows_have_priorities(void **state)
{
	static const int rows[][2] = {
		{ 0, 0 },  { 41, 0 },	{ 42, 1 },   { 52, 1 },	  { 53, 2 },   { 63, 2 },
		{ 64, 3 }, { 179, 13 }, { 180, 14 }, { 189, 14 }, { 190, 14 }, { 300, 14 }
	};
	static const int firsts[][2] = { { 0, 0 },  { 1, 42 },	 { 2, 53 },
					 { 3, 64 }, { 14, 180 }, { 15, 190 } };
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (RESULT(&r, "CoordPri", N(rows[i][0])) != rows[i][1])
			fail_msg("row %d: %d", rows[i][0],
				 RESULT(&r, "CoordPri", N(rows[i][0])));
	for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
		if (RESULT(&r, "CoordPri", N(1), N(firsts[i][0])) != firsts[i][1])
			fail_msg("band %d: %d", firsts[i][0],
				 RESULT(&r, "CoordPri", N(1), N(firsts[i][0])));
	assert_int_equal(RESULT(&r, "CoordPri", N(60), N(3)), 2); /* only 1 asks so */
	CALL(&r, "Graph", N(14), N(0), N(140));			  /* ten rows each */
	assert_int_equal(RESULT(&r, "CoordPri", N(9)), 1);
	assert_int_equal(RESULT(&r, "CoordPri", N(10)), 2);
	assert_int_equal(RESULT(&r, "CoordPri", N(1), N(2)), 10);
	end_stage(&r);
}

static void start_old_stage(struct stage_resources *r)
{
	r->arena.limit = 1 << 20;
	start_stage(r);
	r->t.s->start.is_before_502 = true;
	exh_stage_ports_start(r->t.s);
	exh_stage_usual_bands(r->t.s);
}

/* Bands of (200 - 42) * 2000 / 15 = 21066 / 2000 rows; the last two are one. */
static void older_interpreters_have_other_bands(void **state)
{
	static const int rows[][2] = { { 41, 0 },   { 42, 1 },	 { 52, 1 },   { 53, 2 },
				       { 157, 11 }, { 158, 12 }, { 178, 13 }, { 179, 14 },
				       { 189, 14 }, { 199, 14 } };
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_old_stage(&r);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (RESULT(&r, "CoordPri", N(rows[i][0])) != rows[i][1])
			fail_msg("row %d: %d", rows[i][0],
				 RESULT(&r, "CoordPri", N(rows[i][0])));
	CALL(&r, "Graph", N(14), N(50), N(200)); /* ten rows each */
	assert_int_equal(RESULT(&r, "CoordPri", N(49)), 0);
	assert_int_equal(RESULT(&r, "CoordPri", N(60)), 2);
	CALL(&r, "Graph", N(14));
	assert_int_equal(RESULT(&r, "CoordPri", N(42)), 1);
	end_stage(&r);
}

static void older_interpreters_place_otherwise(void **state)
{
	static const int turns[][2] = { { 29, 3 },  { 30, 0 },	{ 150, 0 }, { 151, 2 },
					{ 209, 2 }, { 210, 1 }, { 330, 1 }, { 331, 3 } };
	static const uint8_t pic[] = { 0xf0, 4, 0xf6, 0, 0, 0, 0, 9, 0, 0xff };
	struct stage_resources r = { .part_count = 0 };
	uint8_t *v;

	(void)state;
	add_part(&r, EXH_SCI_PIC, 5, (struct exh_bytes){ pic, sizeof pic, 0 });
	start_old_stage(&r);
	for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
		CALL(&r, "DirLoop", r.t.objects[0], N(turns[i][0]));
		assert_int_equal(get(&r, 0, "loop"), turns[i][1]);
	}
	/* DrawPic draws over what is there if its third argument is not 0. */
	v = r.t.s->visual;
	CALL(&r, "DrawPic", N(5), N(100));
	v[100 * STAGE_WIDTH] = 9;
	CALL(&r, "DrawPic", N(5), N(100), N(1));
	assert_area(v, 0, 100, 1, 101, 9);
	CALL(&r, "DrawPic", N(5), N(100), N(0));
	assert_area(v, 0, 100, 1, 101, 15);
	/* Windows may stand above row 10. */
	assert_int_equal(RESULT(&r, "NewWindow", N(2), N(60), N(20), N(120), N(0), N(2),
				N(-1), N(3), N(7)),
			 3);
	assert_area(v, 60, 2, 120, 20, 7);
	assert_area(v, 60, 20, 120, 30, 15);
	CALL(&r, "Graph", N(10), N(0), N(0), N(1), N(1));
	assert_area(v, 60, 2, 61, 3, 3);
	end_stage(&r);
}

static void palettes_that_are_none_are_the_first(void **state)
{
	/* Palette 1, entry 0: colour 2; then with it a line. */
	static const uint8_t pic[] = { 0xfe, 0, 40, 0x22, 0xf0, 0, 0xf6,
				       0,    0, 0,  0,	  9,	0, 0xff };
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	r.arena.limit = 1 << 20;
	add_part(&r, EXH_SCI_PIC, 5, (struct exh_bytes){ pic, sizeof pic, 0 });
	start_stage(&r);
	CALL(&r, "DrawPic", N(5), N(100), N(1), N(1));
	assert_area(r.t.s->visual, 0, 10, 10, 11, 2);
	CALL(&r, "DrawPic", N(5), N(100), N(1), N(5));
	assert_area(r.t.s->visual, 0, 10, 10, 11, 0);
	end_stage(&r);
}

static void actors_stand_where_nothing_forbids_it(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	reg list, node;

	(void)state;
	start_stage(&r);
	assert_true(tested_machine(&r.t, "NewList", NULL, 0, &list));
	for (int i = 0; i < 2; i++) {
		const reg values[] = { r.t.objects[i], r.t.objects[i] };

		assert_true(tested_machine(&r.t, "NewNode", values, 2, &node));
		assert_true(tested_machine(&r.t, "AddToEnd", (reg[]){ list, node }, 2,
					   &node));
		set(&r, (unsigned)i, "brTop", 47);
		set(&r, (unsigned)i, "brLeft", 90 + 10 * i);
		set(&r, (unsigned)i, "brBottom", 51);
		set(&r, (unsigned)i, "brRight", 100 + 10 * i);
	}
	memset(r.t.s->control, 0, sizeof r.t.s->control);
	assert_int_equal(RESULT(&r, "CanBeHere", r.t.objects[0], list), 1);
	set(&r, 0, "brRight", 101); /* over the other */
	assert_int_equal(RESULT(&r, "CanBeHere", r.t.objects[0], list), 0);
	assert_int_equal(RESULT(&r, "CantBeHere", r.t.objects[0], list), 1);
	assert_int_equal(RESULT(&r, "CanBeHere", r.t.objects[0]), 1);
	for (int bit = 0; bit < 16; bit++) {
		const bool ignores = bit == 14 || bit == 7;

		set(&r, 0, "signal", 1 << bit);
		assert_int_equal(RESULT(&r, "CanBeHere", r.t.objects[0], list), ignores);
		set(&r, 0, "signal", 0);
		set(&r, 1, "signal", 1 << bit);
		assert_int_equal(RESULT(&r, "CanBeHere", r.t.objects[0], list),
				 ignores || bit == 2);
		set(&r, 1, "signal", 0);
	}
	/* Control 3 is forbidden. */
	set(&r, 0, "brRight", 100);
	r.t.s->control[(50 + 10) * STAGE_WIDTH + 99] = 3;
	set(&r, 0, "illegalBits", 8);
	set(&r, 0, "signal", 0x4000);
	assert_int_equal(RESULT(&r, "CanBeHere", r.t.objects[0], list), 0);
	set(&r, 0, "illegalBits", -9);
	assert_int_equal(RESULT(&r, "CanBeHere", r.t.objects[0], list), 0); /* 0 too */
	set(&r, 0, "illegalBits", -10);
	assert_int_equal(RESULT(&r, "CanBeHere", r.t.objects[0], list), 1);
	set(&r, 0, "brRight", 89); /* from right to left */
	assert_int_equal(RESULT(&r, "CanBeHere", r.t.objects[0], list), 0);
	end_stage(&r);
}

static void actors_turn_to_their_direction(void **state)
{
	static const int turns[][2] = { { 0, 3 },   { 44, 3 },	{ 45, 0 },  { 90, 0 },
					{ 135, 0 }, { 136, 2 }, { 180, 2 }, { 224, 2 },
					{ 225, 1 }, { 270, 1 }, { 315, 1 }, { 316, 3 } };
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
		set(&r, 0, "loop", 9);
		CALL(&r, "DirLoop", r.t.objects[0], N(turns[i][0]));
		if (get(&r, 0, "loop") != turns[i][1])
			fail_msg("%d: %d", turns[i][0], get(&r, 0, "loop"));
	}
	set(&r, 0, "signal", 0x800);
	CALL(&r, "DirLoop", r.t.objects[0], N(90));
	assert_int_equal(get(&r, 0, "loop"), 3);
	/* A view of fewer than four loops has only two sides. */
	set(&r, 0, "signal", 0);
	set(&r, 0, "view", 1);
	CALL(&r, "DirLoop", r.t.objects[0], N(180));
	assert_int_equal(get(&r, 0, "loop"), 3);
	CALL(&r, "DirLoop", r.t.objects[0], N(90));
	assert_int_equal(get(&r, 0, "loop"), 0);
	end_stage(&r);
}

static void graph_draws_and_keeps_rectangles(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	stage *s;
	reg bits;

	(void)state;
	start_stage(&r);
	s = r.t.s;
	assert_int_equal(RESULT(&r, "Graph", N(2)), 16);
	memset(s->priority, 1, sizeof s->priority);
	memset(s->control, 1, sizeof s->control);
	CALL(&r, "Graph", N(4), N(20), N(30), N(20), N(40), N(5), N(-1), N(6));
	assert_area(s->visual, 30, 30, 41, 31, 5); /* both ends */
	assert_area(s->visual, 29, 30, 30, 31, 9);
	assert_area(s->visual, 41, 30, 42, 31, 9);
	assert_area(s->priority, 30, 30, 41, 31, 1);
	assert_area(s->control, 30, 30, 41, 31, 6);
	/* Clipped to the port. */
	CALL(&r, "Graph", N(4), N(-5), N(50), N(5), N(50), N(5), N(-1), N(-1));
	assert_area(s->visual, 50, 0, 51, 10, 9);
	assert_area(s->visual, 50, 10, 51, 16, 5);
	/* Swapped corners; maps 1 and 2. */
	CALL(&r, "Graph", N(11), N(60), N(80), N(50), N(70), N(3), N(20), N(4), N(9));
	assert_area(s->visual, 70, 60, 80, 70, 4); /* 20 & 15 */
	assert_area(s->priority, 70, 60, 80, 70, 4);
	assert_area(s->control, 70, 60, 80, 70, 1);
	assert_area(s->shown, 70, 60, 80, 70, 9);
	CALL(&r, "Graph", N(12), N(50), N(71), N(60), N(79)); /* in pairs of columns */
	assert_area(s->shown, 70, 60, 80, 70, 4);
	bits = CALL(&r, "Graph", N(7), N(50), N(70), N(60), N(80), N(1));
	CALL(&r, "Graph", N(9), N(50), N(70), N(60), N(80)); /* back: white */
	assert_area(s->visual, 70, 60, 80, 70, 15);
	CALL(&r, "Graph", N(10), N(50), N(70), N(60), N(80)); /* pen: black */
	assert_area(s->visual, 70, 60, 80, 70, 0);
	memset(s->priority, 1, sizeof s->priority);
	CALL(&r, "Graph", N(8), bits);
	assert_area(s->visual, 70, 60, 80, 70, 4);
	assert_area(s->priority, 70, 60, 80, 70, 1);
	CALL(&r, "Graph", N(9), N(50), N(70), N(60), N(80));
	CALL(&r, "Graph", N(8), bits); /* the saved bits are gone */
	assert_area(s->visual, 70, 60, 80, 70, 15);
	end_stage(&r);
}

static void the_screen_stays_where_it_is(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	CALL(&r, "ShakeScreen", N(5), N(1));
	assert_area(r.t.s->shown, 0, 0, 320, 200, 9);
	end_stage(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects_are_seen_where_their_cel_is),
		cmocka_unit_test(views_tell_their_numbers_and_sizes),
		cmocka_unit_test(cels_are_drawn_in_the_port),
		cmocka_unit_test(pictures_wait_for_animate),
		cmocka_unit_test(places_have_controls_and_priorities),
		cmocka_unit_test(rows_have_priorities),
		cmocka_unit_test(older_interpreters_have_other_bands),
		cmocka_unit_test(older_interpreters_place_otherwise),
		cmocka_unit_test(palettes_that_are_none_are_the_first),
		cmocka_unit_test(actors_stand_where_nothing_forbids_it),
		cmocka_unit_test(actors_turn_to_their_direction),
		cmocka_unit_test(graph_draws_and_keeps_rectangles),
		cmocka_unit_test(the_screen_stays_where_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
