/* Lists and state machines by hand. Source: keen-engine 7. */
#include "objects_testing.h"

/* An object that nothing clips, at the start of that state. */
static struct object *actor(struct exh_keen_engine *e, enum state_id state,
			    int16_t ticcount)
{
	struct object *ob = exh_keen_object_new(e);

	assert_non_null(ob);
	ob->xdir = ob->ydir = 1;
	ob->x = ob->y = 5000;
	ob->needtoclip = false;
	ob->state = (uint16_t)state;
	ob->ticcount = ticcount;
	return ob;
}

/*
 * Lists.
 */

static void slots_are_used_again_last_freed_first(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *a = exh_keen_object_new(e), *b = exh_keen_object_new(e);
	struct object *c = exh_keen_object_new(e);
	const uint16_t third = slot_of(e, c);

	assert_int_equal(slot_of(e, a), 2);
	assert_int_equal(third, 4);
	a->temp1 = 7;
	exh_keen_object_remove(e, a);
	exh_keen_object_remove(e, b);
	exh_keen_object_remove(e, b);
	assert_int_equal(e->object_count, 3);
	/* QUIRK: a walk over the list continues from a removed object. */
	assert_int_equal(a->next, 3);
	assert_int_equal(b->next, third);
	assert_int_equal(a->temp1, 7);
	assert_ptr_equal(exh_keen_object_new(e), b);
	assert_ptr_equal(exh_keen_object_new(e), a);
	assert_int_equal(a->temp1, 0);
	assert_int_equal(a->active, ACTIVE_YES);
	assert_true(a->needtoclip);
	/* At the end of the list. */
	assert_int_equal(e->objects[SCOREBOX_SLOT].next, third);
	assert_int_equal(c->next, slot_of(e, b));
	assert_int_equal(b->next, slot_of(e, a));
	assert_int_equal(a->next, NO_SLOT);
	assert_int_equal(e->last_object, slot_of(e, a));
}

static void where_there_is_no_slot_there_is_a_dummy(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *dummy = &e->objects[DUMMY_SLOT];

	while (exh_keen_object_new(e))
		;
	assert_true(e->full);
	assert_int_equal(e->object_count, EXH_KEEN_OBJECTS);
	dummy->temp1 = 5;
	assert_ptr_equal(exh_keen_object_new_or_dummy(e), dummy);
	assert_int_equal(dummy->temp1, 0);
	assert_int_equal(e->newest_object, DUMMY_SLOT);
	exh_keen_new_state(e, dummy, STATE_POOFTO1);
	exh_keen_object_remove(e, dummy);
	assert_int_equal(e->object_count, EXH_KEEN_OBJECTS);
	assert_int_equal(e->last_object, EXH_KEEN_OBJECTS - 1);
	assert_ptr_equal(object_at(e, -1), dummy);
	assert_ptr_equal(object_at(e, DUMMY_SLOT), dummy);
	assert_ptr_equal(object_at(e, INT16_MAX), dummy);
	assert_ptr_equal(object_at(e, 99), &e->objects[99]);
}

static void the_player_is_never_removed(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	player_of(e)->state = STATE_NONE;
	exh_keen_state_machine(e, player_of(e));
	assert_true(player_of(e)->used);
	assert_int_equal(e->first_object, PLAYER_SLOT);
}

/*
 * States.
 */

static void tics_that_are_left_go_to_the_next_state(void **state)
{
	static const struct {
		enum state_id state;
		int16_t ticcount;
		uint16_t tics;
		enum state_id next;
		int16_t next_ticcount;
	} cases[] = {
		/* States of 3, 3, 3 and 7 tics; the last is not skipped. */
		{ STATE_BROCCOSMASH1, 0, 2, STATE_BROCCOSMASH1, 2 },
		{ STATE_BROCCOSMASH1, 2, 2, STATE_BROCCOSMASH2, 1 },
		{ STATE_BROCCOSMASH1, 0, 3, STATE_BROCCOSMASH2, 0 },
		{ STATE_BROCCOSMASH1, 2, 5, STATE_BROCCOSMASH3, 1 },
		{ STATE_BROCCOSMASH1, 0, 6, STATE_BROCCOSMASH3, 0 },
		{ STATE_BROCCOSMASH3, 2, 6, STATE_BROCCOSMASH4, 5 },
		/* 4 tics that may be skipped, 4 that may not: one tic of these is left.
		 */
		{ STATE_KEENTHROW1, 3, 5, STATE_KEENTHROW2, 3 },
		{ STATE_KEENTHROW1, 3, 6, STATE_KEENTHROW2, 3 },
		{ STATE_KEENTHROW1, 3, 3, STATE_KEENTHROW2, 2 },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = actor(e, cases[i].state, cases[i].ticcount);

		e->tics = cases[i].tics;
		exh_keen_state_machine(e, ob);
		if (ob->state != cases[i].next || ob->ticcount != cases[i].next_ticcount)
			fail_msg("case %zu: %s, %d tics", i, state_of(e, ob)->name,
				 ob->ticcount);
		exh_keen_object_remove(e, ob);
	}
}

/* QUIRK: a state without a time that others lead to runs for -1 tics. */
static void a_grape_starts_to_rise_with_a_step_back(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = actor(e, STATE_GRAPESIT, 29);

	exh_keen_state_machine(e, ob);
	assert_int_equal(ob->state, STATE_GRAPERISE);
	assert_int_equal(ob->ticcount, -1);
	assert_int_equal(ob->ymove, 16);
	assert_int_equal(ob->y, 5016);
	exh_keen_state_machine(e, ob);
	assert_int_equal(ob->ymove, -32);
	/* There is no step back at the end of its tics. */
	exh_keen_object_remove(e, ob);
	ob = actor(e, STATE_GRAPESIT, 28);
	exh_keen_state_machine(e, ob);
	assert_int_equal(ob->state, STATE_GRAPERISE);
	assert_int_equal(ob->ymove, 0);
}

static void who_slides_moves_in_each_tic_and_who_steps_at_the_end(void **state)
{
	static const struct {
		enum state_id state;
		int16_t xdir, ydir, ticcount, xmove, ymove;
	} cases[] = {
		{ STATE_CARTROLL1, 1, 0, 0, 64, 0 },
		{ STATE_CARTROLL1, -1, 0, 0, -64, 0 },
		{ STATE_CARTROLL1, 5, 0, 0, -64, 0 }, /* right is only 1 */
		{ STATE_CARTROLL1, 0, 1, 4, 0, 0 },
		{ STATE_CARTROLL1, 1, 0, 4, 64, 0 }, /* one tic in each of two states */
		{ STATE_DOORRAISE, 1, -1, 0, 0, -64 },
		{ STATE_ASPARWALK1, 1, 0, 0, 0, 0 },
		{ STATE_ASPARWALK1, 1, 0, 1, 100, 0 },
		{ STATE_ASPARWALK1, -1, 0, 2, -100, 0 },
		{ STATE_FRENCHYTHROW3, -1, 0, 8, 128, 0 },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = actor(e, cases[i].state, cases[i].ticcount);

		ob->xdir = cases[i].xdir;
		ob->ydir = cases[i].ydir;
		exh_keen_state_machine(e, ob);
		if (ob->xmove != cases[i].xmove ||
		    (ob->ymove != cases[i].ymove && !state_of(e, ob)->pushtofloor))
			fail_msg("case %zu: %d, %d", i, ob->xmove, ob->ymove);
		exh_keen_object_remove(e, ob);
	}
}

static void thoughts_are_skipped_as_often_as_nothink_says(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = actor(e, STATE_FLOWER1, 0);

	ob->nothink = 2;
	for (int i = 0; i < 5; i++)
		exh_keen_state_machine(e, ob);
	assert_int_equal(ob->nothink, 0);
	assert_int_equal(ob->temp3, 3 * 2); /* tics that it thought */
	/* Steps think at their end. */
	exh_keen_object_remove(e, ob);
	ob = actor(e, STATE_BONUS, 0);
	ob->shapenum = 10;
	ob->nothink = 1;
	for (int i = 0; i < 19; i++)
		exh_keen_state_machine(e, ob);
	assert_int_equal(ob->nothink, 0);
	assert_int_equal(ob->shapenum, 10);
	exh_keen_state_machine(e, ob);
	assert_int_equal(ob->shapenum, 11);
}

static void shapes_follow_the_direction(void **state)
{
	static const struct {
		enum state_id state;
		int16_t xdir;
		uint16_t shape;
	} cases[] = {
		{ STATE_MELONSIDE, 1, 309 },	 { STATE_MELONSIDE, 2, 309 },
		{ STATE_MELONSIDE, 0, 311 },	 { STATE_MELONSIDE, -1, 311 },
		{ STATE_POWERBLINK2, 1, 0 },	 { STATE_POWERBLINK2, -1, 0 },
		{ STATE_BONUSRISE, 1, 77 },	 { STATE_BOOBUSDIE3, 1, 77 },
		{ STATE_WORLDKEENWAIT, 0, 224 },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = actor(e, STATE_NONE, 5);

		ob->xdir = cases[i].xdir;
		ob->shapenum = 77;
		ob->xmove = ob->ymove = 3;
		exh_keen_change_state(e, ob, cases[i].state);
		assert_int_equal(ob->shapenum, cases[i].shape);
		assert_int_equal(ob->ticcount, 0);
		assert_int_equal(ob->xmove, 0);
		assert_true(ob->needtoreact);
		exh_keen_object_remove(e, ob);
	}
}

static void what_has_no_next_state_is_gone(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = actor(e, STATE_POOFTO4, 9);
	const uint16_t count = e->object_count;

	ob->active = ACTIVE_REMOVABLE;
	exh_keen_state_machine(e, ob);
	assert_false(ob->used);
	assert_int_equal(e->object_count, count - 1);
}

static void a_new_object_is_clipped_twice(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = actor(e, STATE_NONE, 0);

	/* Pushed to the floor by 16 each time. */
	exh_keen_new_state(e, ob, STATE_APELWALK1);
	assert_int_equal(ob->y, 5016);
	assert_false(ob->needtoclip);
	ob->needtoclip = true;
	exh_keen_new_state(e, ob, STATE_APELWALK1);
	assert_int_equal(ob->y, 5048);
	assert_true(ob->needtoclip);
}

/* The rest of the core finds these objects by their slots. */
static void the_player_and_the_score_box_stay(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (unsigned slot = PLAYER_SLOT; slot <= SCOREBOX_SLOT; slot++) {
		struct object *ob = &e->objects[slot];

		ob->state = STATE_NONE;
		ob->active = ACTIVE_YES;
		exh_keen_state_machine(e, ob);
		exh_keen_object_remove(e, ob);
		assert_true(ob->used);
	}
	assert_int_equal(e->object_count, 2);
	assert_int_equal(e->first_object, PLAYER_SLOT);
	assert_int_equal(e->objects[PLAYER_SLOT].next, SCOREBOX_SLOT);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(slots_are_used_again_last_freed_first),
		CASE(where_there_is_no_slot_there_is_a_dummy),
		CASE(the_player_is_never_removed),
		CASE(the_player_and_the_score_box_stay),
		CASE(tics_that_are_left_go_to_the_next_state),
		CASE(a_grape_starts_to_rise_with_a_step_back),
		CASE(who_slides_moves_in_each_tic_and_who_steps_at_the_end),
		CASE(thoughts_are_skipped_as_often_as_nothink_says),
		CASE(shapes_follow_the_direction),
		CASE(what_has_no_next_state_is_gone),
		CASE(a_new_object_is_clipped_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
