/* The player on poles. Source: keen-engine 10.1. */
#include "actors.h"

enum {
	HAND_BELOW_TOP = 96, /* units */
	POLE_LEFT = 128,     /* distance of x from the tile's edge, to the left */
	GRAB_MOVE = 32,	     /* up or down as he grabs it */
};

/* False just after a jump off a pole. QUIRK: false in the first tics of a run, too. */
static bool may_grab(struct exh_keen_engine *e)
{
	if (e->time_count >= e->leavepoletime)
		return e->time_count - e->leavepoletime >= POLE_TICS;
	e->leavepoletime = 0;
	return true;
}

/* temp4: the pole's column. */
bool exh_keen_player_grab_pole(struct exh_keen_engine *e, struct object *ob)
{
	const uint16_t y = e->c.yaxis == -1 ? (uint16_t)(ob->top + HAND_BELOW_TOP) >> 8
					    : ob->tilebottom;
	const uint16_t middle =
		(uint16_t)(ob->left + (uint16_t)(ob->right - ob->left) / 2);
	const uint16_t x = middle >> 8;

	if (!may_grab(e) || !pole_at(e, x, y))
		return false;
	ob->xmove = (int16_t)(x * UNITS_PER_TILE - POLE_LEFT - ob->x);
	ob->ymove = (int16_t)(GRAB_MOVE * e->c.yaxis);
	ob->temp4 = (int16_t)x;
	ob->needtoclip = false;
	ob->state = STATE_KEENPOLE;
	return true;
}

/*
 * Leaves it.
 */

static int16_t side_speed(const struct controls *c)
{
	return (int16_t)(c->xaxis * POLE_JUMP_SIDE_SPEED);
}

static void jump_off(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_play_sound(e, SOUND_JUMP);
	ob->xspeed = side_speed(&e->c);
	ob->yspeed = -POLE_JUMP_SPEED;
	ob->needtoclip = true;
	e->jumptime = POLE_JUMP_TICS;
	ob->state = STATE_KEENJUMP1;
	ob->ydir = 1;
	e->leavepoletime = e->time_count;
}

/* Steps off the pole onto ground next to it. */
static void step_off(struct exh_keen_engine *e, struct object *ob)
{
	ob->xspeed = ob->yspeed = 0;
	ob->needtoclip = true;
	e->jumptime = 0;
	ob->state = STATE_KEENJUMP3;
	ob->ydir = 1;
	exh_keen_play_sound(e, SOUND_PLUMMET);
}

/* Drops off the end of the pole. */
static void drop_off(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_play_sound(e, SOUND_PLUMMET);
	ob->state = STATE_KEENJUMP3;
	e->jumptime = 0;
	ob->temp2 = 1;
	ob->xspeed = side_speed(&e->c);
	ob->yspeed = 0;
	ob->needtoclip = true;
	ob->tilebottom--;
}

/*
 * Thinks.
 */

static uint16_t pole_throw(int16_t yaxis)
{
	return yaxis < 0   ? STATE_KEENPOLETHROWUP1
	       : yaxis > 0 ? STATE_KEENPOLETHROWDOWN1
			   : STATE_KEENPOLETHROW1;
}

/* A jump prevents a throw in the same frame. */
static void pole_actions(struct exh_keen_engine *e, struct object *ob)
{
	if (e->c.xaxis)
		ob->xdir = e->c.xaxis;
	if (button_hit(e->c.button0, &e->button0held))
		jump_off(e, ob);
	else if (button_hit(e->c.button1, &e->button1held))
		ob->state = pole_throw(e->c.yaxis);
}

static void climb(struct object *ob)
{
	ob->state = STATE_KEENCLIMB1;
	ob->ydir = -1;
}

static void stay(struct object *ob)
{
	ob->state = STATE_KEENPOLE;
	ob->ydir = 0;
}

static void slide(struct exh_keen_engine *e, struct object *ob)
{
	ob->state = STATE_KEENSLIDE1;
	ob->ydir = 1;
	exh_keen_player_drop_think(e, ob);
}

void exh_keen_player_pole_think(struct exh_keen_engine *e, struct object *ob)
{
	if (e->c.yaxis == -1)
		climb(ob);
	else if (e->c.yaxis == 1)
		slide(e, ob);
	else if (e->c.xaxis && exh_keen_wall_at(e, EXH_KEEN_NORTHWALL, ob->tilemidx,
						(uint16_t)(ob->tilebottom + 1)))
		step_off(e, ob);
	else
		pole_actions(e, ob);
}

void exh_keen_player_climb_think(struct exh_keen_engine *e, struct object *ob)
{
	if (!pole_at(e, (uint16_t)ob->temp4, ob->tiletop)) {
		ob->ymove = 0;
		ob->state = STATE_KEENPOLE;
		return;
	}
	if (!e->c.yaxis)
		stay(ob);
	else if (e->c.yaxis == 1)
		slide(e, ob);
	pole_actions(e, ob);
}

void exh_keen_player_drop_think(struct exh_keen_engine *e, struct object *ob)
{
	if (!pole_at(e, (uint16_t)ob->temp4, ob->tilebottom)) {
		drop_off(e, ob);
		return;
	}
	if (e->c.yaxis == -1)
		climb(ob);
	else if (!e->c.yaxis)
		stay(ob);
	pole_actions(e, ob);
}
