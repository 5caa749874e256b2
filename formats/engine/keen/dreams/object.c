/* The list of objects and their state machines. Source: keen-engine 7. */
#include "dreams_parts.h"

#include <string.h>

void exh_keen_objects_clear(struct exh_keen_engine *e)
{
	memset(e->objects, 0, sizeof e->objects);
	for (unsigned i = 0; i < EXH_KEEN_OBJECTS; i++)
		e->objects[i].prev =
			i + 1 < EXH_KEEN_OBJECTS ? (uint16_t)(i + 1) : NO_SLOT;
	e->free_object = 0;
	e->first_object = e->last_object = e->newest_object = NO_SLOT;
	e->object_count = 0;
}

static void object_reset(struct object *ob)
{
	*ob = (struct object){
		.active = ACTIVE_YES, .needtoclip = true, .next = NO_SLOT, .prev = NO_SLOT
	};
}

struct object *exh_keen_object_new(struct exh_keen_engine *e)
{
	const uint16_t slot = e->free_object;
	struct object *ob;

	e->full = slot == NO_SLOT;
	if (e->full)
		return NULL;
	ob = &e->objects[slot];
	e->free_object = ob->prev;
	object_reset(ob);
	ob->used = true;
	ob->prev = e->last_object;
	if (e->last_object == NO_SLOT)
		e->first_object = slot;
	else
		e->objects[e->last_object].next = slot;
	e->last_object = e->newest_object = slot;
	e->object_count++;
	return ob;
}

struct object *exh_keen_object_new_or_dummy(struct exh_keen_engine *e)
{
	struct object *ob = exh_keen_object_new(e);

	if (ob)
		return ob;
	object_reset(&e->objects[DUMMY_SLOT]);
	e->newest_object = DUMMY_SLOT;
	return &e->objects[DUMMY_SLOT];
}

/* The player and the score box are never removed, although a saved state that was
 * tampered with may put them into a state that ends. QUIRK: next stays for the loop over
 * the list, as long as the slot is free. */
void exh_keen_object_remove(struct exh_keen_engine *e, struct object *ob)
{
	if (!ob->used || slot_of(e, ob) <= SCOREBOX_SLOT)
		return;
	exh_keen_trace_object(e, "remove", ob);
	exh_keen_rf_remove_sprite(e, &ob->sprite);
	e->objects[ob->prev].next = ob->next;
	if (ob->next == NO_SLOT)
		e->last_object = ob->prev;
	else
		e->objects[ob->next].prev = ob->prev;
	ob->used = false;
	ob->prev = e->free_object;
	e->free_object = slot_of(e, ob);
	e->object_count--;
}

/*
 * States.
 */

static void think(struct exh_keen_engine *e, struct object *ob, const struct state *state)
{
	if (!state->think)
		return;
	if (ob->nothink) {
		ob->nothink--;
		return;
	}
	exh_keen_trace_object(e, "think", ob);
	state->think(e, ob);
}

/* Moves the object in its directions by a multiple of the state's step. */
static void move_by(struct object *ob, const struct state *state, int16_t times)
{
	if (ob->xdir)
		ob->xmove = (int16_t)(ob->xmove +
				      (ob->xdir == 1 ? times : -times) * state->xmove);
	if (ob->ydir)
		ob->ymove = (int16_t)(ob->ymove +
				      (ob->ydir == 1 ? times : -times) * state->ymove);
}

static bool slides(const struct state *state)
{
	return state->progress == SLIDE || state->progress == SLIDETHINK;
}

/* Runs a state for tics; returns the excess for its next state. */
static int16_t do_actor(struct exh_keen_engine *e, struct object *ob, int16_t tics)
{
	const uint16_t id = ob->state;
	const struct state *state = state_of(e, ob);
	const int16_t count = (int16_t)(ob->ticcount + tics);
	int16_t left;

	if (state->progress == THINK) {
		think(e, ob, state);
		return 0;
	}
	if (count < state->tictime || !state->tictime) {
		ob->ticcount = count;
		if (slides(state))
			move_by(ob, state, tics);
		if (state->progress == STEPTHINK || state->progress == SLIDETHINK)
			think(e, ob, state);
		return 0;
	}
	left = (int16_t)(state->tictime - ob->ticcount);
	ob->ticcount = 0;
	move_by(ob, state, slides(state) ? left : 1);
	think(e, ob, state);
	if (ob->state == id)
		ob->state = state->next;
	else if (ob->state == STATE_NONE)
		return 0;
	return (int16_t)(count - state->tictime);
}

/* QUIRK: a state of 0 tics that another state leads to runs for -1 tics. */
static void run_states(struct exh_keen_engine *e, struct object *ob)
{
	uint16_t id = ob->state;
	int16_t excess = do_actor(e, ob, (int16_t)e->tics);

	for (;;) {
		if (ob->state != id)
			ob->ticcount = 0;
		id = ob->state;
		if (!excess || id == STATE_NONE)
			return;
		if (!state_of(e, ob)->skippable && excess >= state_of(e, ob)->tictime)
			excess = (int16_t)(state_of(e, ob)->tictime - 1);
		excess = do_actor(e, ob, excess);
	}
}

static void choose_shape(const struct exh_keen_engine *e, struct object *ob)
{
	const struct state *state = state_of(e, ob);
	int16_t shape;

	if (!state->rightshape)
		return;
	shape = ob->xdir > 0 ? state->rightshape : state->leftshape;
	ob->shapenum = shape < 0 ? 0 : (uint16_t)shape;
}

void exh_keen_state_machine(struct exh_keen_engine *e, struct object *ob)
{
	const uint16_t shape = ob->shapenum;

	ob->xmove = ob->ymove = 0;
	run_states(e, ob);
	if (ob->state == STATE_NONE) {
		exh_keen_object_remove(e, ob);
		return;
	}
	choose_shape(e, ob);
	if (ob->xmove || ob->ymove || ob->shapenum != shape)
		exh_keen_clip_to_walls(e, ob);
}

void exh_keen_new_state(struct exh_keen_engine *e, struct object *ob, enum state_id state)
{
	const bool clips = ob->needtoclip;

	ob->state = (uint16_t)state;
	choose_shape(e, ob);
	ob->needtoclip = false;
	exh_keen_clip_to_walls(e, ob);
	ob->needtoclip = clips;
	if (clips)
		exh_keen_clip_to_walls(e, ob);
	if (ob->used)
		exh_keen_trace_object(e, "spawn", ob);
}

void exh_keen_change_state(struct exh_keen_engine *e, struct object *ob,
			   enum state_id state)
{
	ob->state = (uint16_t)state;
	ob->ticcount = 0;
	choose_shape(e, ob);
	ob->xmove = ob->ymove = 0;
	ob->needtoreact = true;
	exh_keen_clip_to_walls(e, ob);
}

/*
 * Functions shared by many states.
 */

void exh_keen_place_object(struct exh_keen_engine *e, struct object *ob,
			   unsigned priority)
{
	exh_keen_rf_place_sprite(e, &ob->sprite, ob->x, ob->y, ob->shapenum, priority);
}

void exh_keen_draw_react0(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_place_object(e, ob, 0);
}

void exh_keen_draw_react(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_place_object(e, ob, 1);
}

void exh_keen_draw_react2(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_place_object(e, ob, 2);
}

void exh_keen_draw_react3(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_place_object(e, ob, 3);
}
