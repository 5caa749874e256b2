/* The player on the ground: stands, sleeps, ducks, walks. Source: keen-engine 10.1. */
#include "actors.h"

enum {
	DUCK_DROP = 16,	     /* units a tic, through a floor that is thin enough */
	DUCK_LEAST_TICS = 4, /* tics of dropping through a floor, at least */
	ZEES_ABOVE = 64,
	DEADLY = 8,    /* kind of a top side, with WALL_SLOPE cleared */
	DOOR_LIKE = 2, /* kind of a side that does not stop his walk */
	SHAPE_STAND_RIGHT = 72,
	SHAPE_STAND_LEFT = 80,
};

static bool any_control(const struct controls *c)
{
	return c->xaxis || c->yaxis || c->button0 || c->button1;
}

/*
 * Nothing is pressed.
 */

/* Idle animations, each after this many more tics without input. */
static const struct pastime {
	int16_t tics;
	uint16_t state;
} pastimes[] = {
	{ 200, STATE_KEENPAUSELOOK }, { 300, STATE_KEENWAIT1 },
	{ 700, STATE_KEENYAWN1 },     { 400, STATE_KEENPAUSELOOK },
	{ 700, STATE_KEENYAWN1 },     { 400, STATE_KEENGOSLEEP1 },
};

enum { PASTIMES = sizeof pastimes / sizeof *pastimes };

/* temp1: tics passed; temp2: index of the next pastime. */
static void pass_time(struct exh_keen_engine *e, struct object *ob)
{
	const struct pastime *next;

	ob->temp1 = (int16_t)(ob->temp1 + e->tics);
	if (ob->temp2 < 0 || ob->temp2 >= PASTIMES)
		return;
	next = &pastimes[ob->temp2];
	if (ob->temp1 <= next->tics)
		return;
	ob->temp2++;
	if (ob->temp2 < PASTIMES)
		ob->temp1 = 0;
	ob->state = next->state;
}

void exh_keen_player_pause_think(struct exh_keen_engine *e, struct object *ob)
{
	if (any_control(&e->c)) {
		ob->temp1 = ob->temp2 = 0;
		ob->state = STATE_KEENSTAND;
		exh_keen_player_stand_think(e, ob);
	} else if ((ob->hitnorth & ~WALL_SLOPE) != (ON_SPRITE & ~WALL_SLOPE)) {
		pass_time(e, ob);
	}
}

/* temp1: the slot of his zees. */
void exh_keen_player_go_sleep_think(struct exh_keen_engine *e, struct object *ob)
{
	struct object *zees = exh_keen_object_new_or_dummy(e);

	zees->obclass = CLASS_INERT;
	zees->x = ob->x;
	zees->y = (uint16_t)(ob->y - ZEES_ABOVE);
	zees->xdir = 1;
	exh_keen_new_state(e, zees, STATE_KEENZEE1);
	ob->temp1 = (int16_t)slot_of(e, zees);
}

void exh_keen_player_sleep_think(struct exh_keen_engine *e, struct object *ob)
{
	if (!any_control(&e->c))
		return;
	exh_keen_object_remove(e, object_at(e, ob->temp1));
	ob->temp1 = ob->temp2 = 0;
	ob->state = STATE_KEENGETUP;
}

/*
 * Stands, ducks.
 */

static void jump(struct exh_keen_engine *e, struct object *ob, int speed,
		 enum state_id state)
{
	exh_keen_play_sound(e, SOUND_JUMP);
	ob->xspeed = (int16_t)speed;
	ob->yspeed = -JUMP_SPEED;
	ob->xmove = ob->ymove = 0;
	e->jumptime = JUMP_TICS;
	ob->state = (uint16_t)state;
}

static void look_or_duck(struct exh_keen_engine *e, struct object *ob)
{
	if (!e->c.yaxis)
		ob->state = STATE_KEENSTAND;
	else if (!exh_keen_player_grab_pole(e, ob))
		ob->state = e->c.yaxis < 0 ? STATE_KEENLOOKUP : STATE_KEENDUCK;
}

void exh_keen_player_stand_think(struct exh_keen_engine *e, struct object *ob)
{
	if (e->c.xaxis) {
		ob->xdir = e->c.xaxis;
		ob->state = STATE_KEENWALK1;
		ob->xmove = (int16_t)(ob->xdir * WALK_SPEED * e->tics);
		exh_keen_player_walk_think(e, ob);
	} else if (button_hit(e->c.button0, &e->button0held)) {
		jump(e, ob, 0, STATE_KEENJUMPUP1);
	} else if (button_hit(e->c.button1, &e->button1held)) {
		ob->state = e->c.yaxis == -1 ? STATE_KEENTHROWUP1 : STATE_KEENTHROW1;
	} else {
		look_or_duck(e, ob);
	}
}

static bool has_side_wall(const struct exh_keen_engine *e, uint16_t x, uint16_t y)
{
	return exh_keen_wall_at(e, EXH_KEEN_WESTWALL, x, y) ||
	       exh_keen_wall_at(e, EXH_KEEN_EASTWALL, x, y) ||
	       exh_keen_wall_at(e, EXH_KEEN_SOUTHWALL, x, y);
}

static void drop_through_floor(struct exh_keen_engine *e, struct object *ob)
{
	const uint16_t x = (uint16_t)(ob->tileleft + ob->tileright) / 2;
	const uint16_t tics = e->tics < DUCK_LEAST_TICS ? DUCK_LEAST_TICS : e->tics;

	if (has_side_wall(e, x, ob->tilebottom) ||
	    has_side_wall(e, x, (uint16_t)(ob->tilebottom + 1)))
		return;
	ob->bottom = (uint16_t)(ob->bottom + DUCK_DROP * tics);
	ob->y = (uint16_t)(ob->y + DUCK_DROP * tics);
	ob->xmove = ob->ymove = 0;
	ob->state = STATE_KEENJUMPUP3;
	ob->temp2 = 1;
	ob->xspeed = ob->yspeed = 0;
	exh_keen_play_sound(e, SOUND_PLUMMET);
}

void exh_keen_player_duck_think(struct exh_keen_engine *e, struct object *ob)
{
	if (e->c.yaxis != 1) {
		ob->state = STATE_KEENSTAND;
		exh_keen_player_stand_think(e, ob);
		return;
	}
	if (e->c.xaxis)
		ob->xdir = e->c.xaxis;
	if (button_hit(e->c.button0, &e->button0held))
		drop_through_floor(e, ob);
}

/*
 * Walks.
 */

/* Extra speed on a slope, by the kind of the floor. */
static const int8_t slope_speed[WALL_SLOPE + 1] = { 0, 0, 4, 4, 8, -4, -4, -8 };

void exh_keen_player_walk_think(struct exh_keen_engine *e, struct object *ob)
{
	if (!e->c.xaxis) {
		exh_keen_player_stand_think(e, ob);
		return;
	}
	ob->xdir = e->c.xaxis;
	if (e->c.yaxis && exh_keen_player_grab_pole(e, ob))
		return;
	if (button_hit(e->c.button0, &e->button0held))
		jump(e, ob, ob->xdir * RUN_JUMP_SPEED, STATE_KEENJUMP1);
	if (button_hit(e->c.button1, &e->button1held)) {
		ob->state = STATE_KEENTHROW1;
		return;
	}
	ob->xmove =
		(int16_t)(ob->xmove + e->tics * slope_speed[ob->hitnorth & WALL_SLOPE]);
}

/*
 * Reacts.
 */

static bool on_deadly_floor(const struct object *ob)
{
	return (ob->hitnorth & ~WALL_SLOPE) == DEADLY;
}

void exh_keen_player_stand_react(struct exh_keen_engine *e, struct object *ob)
{
	if (!ob->hitnorth) {
		exh_keen_play_sound(e, SOUND_PLUMMET);
		ob->xspeed = (int16_t)(ob->xdir * WALK_AIR_SPEED);
		exh_keen_player_fall(e, ob);
	} else if (on_deadly_floor(ob)) {
		exh_keen_kill_player(e);
	}
	exh_keen_place_object(e, ob, 1);
}

static bool ran_into_wall(const struct object *ob)
{
	return (ob->hiteast || ob->hitwest) && ob->hiteast != DOOR_LIKE &&
	       ob->hitwest != DOOR_LIKE;
}

void exh_keen_player_walk_react(struct exh_keen_engine *e, struct object *ob)
{
	if (!ob->hitnorth) {
		ob->xspeed = (int16_t)(ob->xdir * WALK_AIR_SPEED);
		ob->yspeed = 0;
		exh_keen_player_fall(e, ob);
	} else if (on_deadly_floor(ob)) {
		exh_keen_kill_player(e);
	} else if (ran_into_wall(ob)) {
		ob->ticcount = 0;
		ob->state = STATE_KEENSTAND;
		ob->shapenum = ob->xdir > 0 ? SHAPE_STAND_RIGHT : SHAPE_STAND_LEFT;
	}
	exh_keen_place_object(e, ob, 1);
}
