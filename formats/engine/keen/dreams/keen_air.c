/* The player in the air. Source: keen-engine 10.1. */
#include "actors.h"

enum {
	POLE_HOLE_LEFT = 32, /* x in one: so far left of the tile's edge */
	POLE_HOLE_UP = 32,   /* he goes up in it */
	SLOPE_SLOWS = 16,
};

/* temp2: he falls. */
static void rise_or_fall(struct exh_keen_engine *e, struct object *ob)
{
	int16_t left;

	if (!e->jumptime) {
		exh_keen_do_gravity(e, ob);
		if (ob->yspeed > 0 && !ob->temp2) {
			ob->state = state_of(e, ob)->next;
			ob->temp2 = 1;
		}
		return;
	}
	left = exh_keen_rise(e, ob, e->jumptime);
	if (!e->jump_cheat)
		e->jumptime = left;
	if (!e->c.button0)
		e->jumptime = 0;
	if (!e->jumptime) {
		ob->temp2 = 0;
		ob->state = state_of(e, ob)->next;
	}
}

static uint16_t air_throw(int16_t yaxis)
{
	return yaxis < 0   ? STATE_KEENAIRTHROWUP1
	       : yaxis > 0 ? STATE_KEENAIRTHROWDOWN1
			   : STATE_KEENAIRTHROW1;
}

void exh_keen_player_air_think(struct exh_keen_engine *e, struct object *ob)
{
	rise_or_fall(e, ob);
	if (e->c.xaxis) {
		ob->xdir = e->c.xaxis;
		exh_keen_accelerate_x(e, ob, (int16_t)(e->c.xaxis * 2), AIR_SPEED);
	} else {
		exh_keen_friction_x(e, ob);
	}
	if (button_hit(e->c.button1, &e->button1held)) {
		ob->state = air_throw(e->c.yaxis);
		return;
	}
	if (ob->hitsouth == POLE_HOLE)
		ob->xspeed = ob->xmove = 0;
	if (e->c.yaxis == -1)
		exh_keen_player_grab_pole(e, ob);
}

/*
 * Reacts.
 */

static bool in_pole_hole(const struct exh_keen_engine *e, const struct object *ob)
{
	const uint32_t bottom = last_row(e, ob->tiletop, ob->tilebottom);

	for (uint32_t y = ob->tiletop; y <= bottom; y++)
		for (uint32_t x = ob->tileleft; x <= ob->tileright; x++)
			if (exh_keen_wall_at(e, EXH_KEEN_SOUTHWALL, (uint16_t)x,
					     (uint16_t)y) == POLE_HOLE)
				return true;
	return false;
}

static void centre_in_hole(struct object *ob)
{
	ob->xspeed = 0;
	ob->x = (uint16_t)(ob->tilemidx * UNITS_PER_TILE - POLE_HOLE_LEFT);
}

static void hit_ceiling(struct exh_keen_engine *e, struct object *ob)
{
	if (ob->hitsouth == POLE_HOLE) {
		ob->y = (uint16_t)(ob->y - POLE_HOLE_UP);
		ob->top = (uint16_t)(ob->top - POLE_HOLE_UP);
		centre_in_hole(ob);
		return;
	}
	exh_keen_play_sound(e, SOUND_HIT_HEAD);
	if (ob->hitsouth > 1) {
		ob->yspeed = (int16_t)(ob->yspeed + SLOPE_SLOWS);
		if (ob->yspeed < 0)
			ob->yspeed = 0;
	} else {
		ob->yspeed = 0;
	}
	e->jumptime = 0;
}

void exh_keen_player_air_react(struct exh_keen_engine *e, struct object *ob)
{
	if (ob->hiteast || ob->hitwest)
		ob->xspeed = 0;
	if (in_pole_hole(e, ob))
		centre_in_hole(ob);
	else if (ob->hitsouth)
		hit_ceiling(e, ob);
	if (ob->hitnorth && !(ob->hitnorth == ON_SPRITE && e->jumptime)) {
		ob->temp1 = ob->temp2 = 0;
		exh_keen_change_state(e, ob, STATE_KEENSTAND);
		exh_keen_play_sound(e, SOUND_LAND);
	}
	exh_keen_place_object(e, ob, 1);
}
