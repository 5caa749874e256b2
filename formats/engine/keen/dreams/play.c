/* One pass of the play loop is a frame. Source: keen-engine 5. */
#include "dreams_parts.h"

enum {
	SLEEP_MARGIN = 10, /* tiles around the port ... */
	SLEEP_RIGHT = 30,  /* ... from its left and top: outside objects fall asleep */
	SLEEP_BOTTOM = 23,
	SCREEN_RIGHT = 20 * UNITS_PER_TILE,
	SCREEN_BOTTOM = 13 * UNITS_PER_TILE,
	/* Range in which the player is kept on the screen, from the origin. */
	KEEP_LEFT = 9 * UNITS_PER_TILE,
	KEEP_RIGHT = 11 * UNITS_PER_TILE,
	KEEP_TOP = 4 * UNITS_PER_TILE,
	KEEP_BOTTOM = 8 * UNITS_PER_TILE,
};

void exh_keen_calc_inactivate(struct exh_keen_engine *e)
{
	const uint16_t x = e->rf.originxtile, y = e->rf.originytile;

	e->inactivate_left = x > SLEEP_MARGIN ? (uint16_t)(x - SLEEP_MARGIN) : 0;
	e->inactivate_top = y > SLEEP_MARGIN ? (uint16_t)(y - SLEEP_MARGIN) : 0;
	e->inactivate_right = (uint16_t)(x + SLEEP_RIGHT);
	e->inactivate_bottom = (uint16_t)(y + SLEEP_BOTTOM);
}

static void read_controls(struct exh_keen_engine *e,
			  const struct exh_keen_controls *controls)
{
	static const uint8_t directions[3][3] = {
		{ DIR_NW, DIR_N, DIR_NE },
		{ DIR_W, DIR_NONE, DIR_E },
		{ DIR_SW, DIR_S, DIR_SE },
	};
	struct controls *c = &e->c;

	c->xaxis = (int16_t)((controls->x_axis > 0) - (controls->x_axis < 0));
	c->yaxis = (int16_t)((controls->y_axis > 0) - (controls->y_axis < 0));
	c->button0 = controls->button0;
	c->button1 = controls->button1;
	c->dir = directions[c->yaxis + 1][c->xaxis + 1];
	if (!c->button0)
		e->button0held = false;
	if (!c->button1)
		e->button1held = false;
}

bool exh_keen_is_in_port(const struct exh_keen_engine *e, const struct object *ob)
{
	return ob->tileright >= e->rf.originxtile &&
	       ob->tileleft <= e->rf.originxtile + PORT_COLUMNS - 1 &&
	       ob->tiletop <= e->rf.originytile + PORT_ROWS - 1 &&
	       ob->tilebottom >= e->rf.originytile;
}

static bool is_far_away(const struct exh_keen_engine *e, const struct object *ob)
{
	return ob->tileright < e->inactivate_left || ob->tileleft > e->inactivate_right ||
	       ob->tilebottom < e->inactivate_top || ob->tiletop > e->inactivate_bottom;
}

/* QUIRK: an object that its own state machine removed is still checked, so it may take a
 * random number. */
static void put_to_sleep(struct exh_keen_engine *e, struct object *ob)
{
	if (ob->active == ACTIVE_REMOVABLE) {
		exh_keen_object_remove(e, ob);
		return;
	}
	if (exh_keen_random_next(e) < e->tics) {
		exh_keen_rf_remove_sprite(e, &ob->sprite);
		ob->active = ACTIVE_NO;
	}
}

static void move_objects(struct exh_keen_engine *e)
{
	for (uint16_t i = e->first_object; i != NO_SLOT; i = e->objects[i].next) {
		struct object *ob = &e->objects[i];

		if (ob->active == ACTIVE_NO && exh_keen_is_in_port(e, ob)) {
			ob->needtoreact = true;
			ob->active = ACTIVE_YES;
		}
		if (ob->active != ACTIVE_NO)
			exh_keen_state_machine(e, ob);
		if ((ob->active == ACTIVE_YES || ob->active == ACTIVE_REMOVABLE) &&
		    is_far_away(e, ob))
			put_to_sleep(e, ob);
	}
}

static void touch(struct exh_keen_engine *e, struct object *ob, struct object *hit)
{
	const struct exh_event_field fields[] = {
		{ .key = "slot", .number = slot_of(e, ob) },
		{ .key = "class", .text = exh_keen_object_class_name(ob->obclass) },
		{ .key = "hit", .number = slot_of(e, hit) },
		{ .key = "hit_class", .text = exh_keen_object_class_name(hit->obclass) },
	};
	const contact_function contact = state_of(e, ob)->contact;

	if (!contact)
		return;
	if (ob == player_of(e) || hit == player_of(e))
		e->frame_contacts |= UINT32_C(1)
				     << (ob == player_of(e) ? hit : ob)->obclass;
	if (TRACES(e))
		exh_keen_trace(e, "contact", fields, sizeof fields / sizeof *fields);
	contact(e, ob, hit);
}

static bool overlap(const struct object *a, const struct object *b)
{
	return a->right > b->left && a->left < b->right && a->top < b->bottom &&
	       a->bottom > b->top;
}

/* True if any pair of awake objects touches and one of them reacts. Usually none does,
 * which saves walking the long list once for each awake object. */
static bool is_any_contact(const struct exh_keen_engine *e)
{
	const struct object *awake[EXH_KEEN_OBJECTS];
	size_t count = 0;

	for (uint16_t i = e->first_object; i != NO_SLOT; i = e->objects[i].next)
		if (e->objects[i].active != ACTIVE_NO)
			awake[count++] = &e->objects[i];
	for (size_t i = 0; i < count; i++)
		for (size_t k = i + 1; k < count; k++)
			if (overlap(awake[i], awake[k]) &&
			    (state_of(e, awake[i])->contact ||
			     state_of(e, awake[k])->contact))
				return true;
	return false;
}

static void check_contacts(struct exh_keen_engine *e)
{
	if (!is_any_contact(e))
		return;
	for (uint16_t i = e->first_object; i != NO_SLOT; i = e->objects[i].next) {
		struct object *ob = &e->objects[i];

		if (ob->active == ACTIVE_NO)
			continue;
		for (uint16_t k = ob->next; k != NO_SLOT; k = e->objects[k].next) {
			struct object *check = &e->objects[k];

			if (check->active == ACTIVE_NO || !overlap(ob, check))
				continue;
			touch(e, ob, check);
			touch(e, check, ob);
			if (ob->obclass == CLASS_NOTHING)
				break;
		}
	}
}

/* Distance that the origin must move to keep place between least and most. */
static int16_t scroll_distance(uint16_t place, uint16_t origin, int least, int most)
{
	if (place < (uint16_t)(origin + least))
		return (int16_t)(place - (uint16_t)(origin + least));
	if (place > (uint16_t)(origin + most))
		return (int16_t)(place - (uint16_t)(origin + most));
	return 0;
}

static void scroll_screen(struct exh_keen_engine *e)
{
	struct object *player = player_of(e);
	int16_t dx, dy;

	if (player->left < e->rf.originxmin ||
	    player->right > (uint16_t)(e->rf.originxmax + SCREEN_RIGHT)) {
		e->playstate = EXH_KEEN_LEVEL_COMPLETE;
		return;
	}
	if (!e->plummeted &&
	    player->bottom > (uint16_t)(e->rf.originymax + SCREEN_BOTTOM)) {
		e->plummeted = true;
		e->god = false;
		exh_keen_kill_player(e);
		return;
	}
	dx = scroll_distance(player->x, e->rf.originx, KEEP_LEFT, KEEP_RIGHT);
	dy = scroll_distance(player->y, e->rf.originy, KEEP_TOP, KEEP_BOTTOM);
	if (!dx && !dy)
		return;
	exh_keen_rf_scroll(e, dx, dy);
	exh_keen_calc_inactivate(e);
	e->objects[SCOREBOX_SLOT].needtoreact = true;
}

static void react(struct exh_keen_engine *e)
{
	for (uint16_t i = e->first_object; i != NO_SLOT; i = e->objects[i].next) {
		struct object *ob = &e->objects[i];

		if (!ob->needtoreact || !state_of(e, ob)->react)
			continue;
		ob->needtoreact = false;
		state_of(e, ob)->react(e, ob);
	}
}

void exh_keen_play_frame(struct exh_keen_engine *e,
			 const struct exh_keen_controls *controls)
{
	exh_keen_rf_counts_clear(e);
	e->frame_sound_count = 0;
	e->frame_contacts = 0;
	read_controls(e, controls);
	move_objects(e);
	check_contacts(e);
	scroll_screen(e);
	react(e);
	exh_keen_rf_refresh(e);
	exh_keen_trace_objects(e);
	exh_keen_cheat(e, controls);
}
