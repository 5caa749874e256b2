/* Flowers and bombs that are thrown. Source: keen-engine 10.2. */
#include "actors.h"

#include <stdlib.h>

enum {
	POLE_HOLE_STEP = 32, /* distance that it moves through a hole */
	POLE_HOLE_RIGHT = 64,
	BLINK_TICS = 50,
	BOOBUS_POINTS = 50000, /* twice */
};

/*
 * Thrown.
 */

/* False if none is left. */
static bool take_one(struct exh_keen_engine *e, bool bomb)
{
	struct gamestate *state = &e->gamestate;

	if (!(bomb ? state->boobusbombs : state->flowerpowers)) {
		exh_keen_play_sound(e, SOUND_NO_WAY);
		return false;
	}
	exh_keen_play_sound(e, bomb ? SOUND_THROW_BOMB : SOUND_THROW);
	if (bomb) {
		state->boobusbombs--;
		state->bombsthislevel--;
	} else {
		state->flowerpowers--;
	}
	return true;
}

static void set_speed(struct object *ob, enum direction dir)
{
	switch (dir) {
	case DIR_N:
		ob->yspeed = -64;
		break;
	case DIR_E:
		ob->xspeed = 64;
		ob->yspeed = -20;
		break;
	case DIR_S:
		ob->yspeed = 64;
		break;
	case DIR_W:
		ob->xspeed = -64;
		ob->yspeed = -20;
		break;
	default:
		break;
	}
}

/* temp1: type of the bonus that it may become; temp2: dir. */
void exh_keen_throw_power(struct exh_keen_engine *e, uint16_t x, uint16_t y,
			  enum direction dir)
{
	const bool bomb = e->map_number == BOSS_MAP;
	struct object *ob;

	if (!take_one(e, bomb))
		return;
	ob = exh_keen_object_new_or_dummy(e);
	ob->obclass = CLASS_POWER;
	ob->temp2 = (int16_t)dir;
	ob->x = x;
	ob->y = y;
	ob->tileleft = ob->tileright = x >> 8;
	ob->tiletop = ob->tilebottom = y >> 8;
	ob->ydir = -1;
	set_speed(ob, dir);
	ob->temp1 = bomb ? BONUS_BOMB : BONUS_FLOWER;
	ob->active = ACTIVE_REMOVABLE;
	exh_keen_new_state(e, ob, bomb ? STATE_BOOBUSBOMB1 : STATE_FLOWERPOWER1);
}

/*
 * Hits somebody.
 */

static bool becomes_flower(uint16_t obclass)
{
	switch (obclass) {
	case CLASS_BROCCO:
	case CLASS_TOMAT:
	case CLASS_CARROT:
	case CLASS_CELERY:
	case CLASS_ASPAR:
	case CLASS_TATER:
	case CLASS_FRENCHY:
	case CLASS_SQUASH:
	case CLASS_APEL:
	case CLASS_PEAPOD:
	case CLASS_PEABRAIN:
		return true;
	default:
		return false;
	}
}

/* temp4 of Boobus: hit points. */
static void hit_boobus(struct exh_keen_engine *e, struct object *ob,
		       struct object *boobus)
{
	boobus->temp4--;
	if (!boobus->temp4) {
		exh_keen_give_points(e, BOOBUS_POINTS);
		exh_keen_give_points(e, BOOBUS_POINTS);
		boobus->obclass = CLASS_INERT;
		exh_keen_change_state(e, boobus, STATE_BOOBUSDIE);
		boobus->temp1 = 0;
	}
	exh_keen_play_sound(e, SOUND_EXPLODE);
	exh_keen_change_state(e, ob, STATE_BOMBEXPLODE1);
}

void exh_keen_power_contact(struct exh_keen_engine *e, struct object *ob,
			    struct object *hit)
{
	if (becomes_flower(hit->obclass)) {
		exh_keen_change_to_flower(e, hit);
		exh_keen_object_remove(e, ob);
	} else if (hit->obclass == CLASS_BOOBUS) {
		hit_boobus(e, ob, hit);
	}
}

/*
 * Bounces.
 */

/* New direction by the floor's slope and the direction of the fall: from flat to the left
 * over straight down to flat to the right. */
static const uint8_t bounce_dirs[WALL_SLOPE + 1][8] = {
	{ 0, 0, 0, 0, 0, 0, 0, 0 },	{ 7, 6, 5, 4, 3, 2, 1, 0 },
	{ 5, 4, 3, 2, 1, 0, 15, 14 },	{ 5, 4, 3, 2, 1, 0, 15, 14 },
	{ 3, 2, 1, 0, 15, 14, 13, 12 }, { 9, 8, 7, 6, 5, 4, 3, 2 },
	{ 9, 8, 7, 6, 5, 4, 3, 2 },	{ 11, 10, 9, 8, 7, 6, 5, 4 },
};

/* The weight of a unit of length in one of the directions: flat, slanting, straight. */
enum { FLAT = 286, SLANTING = 362, STRAIGHT = 256 };

/* Returns the index into a row of bounce_dirs, and the speed's length. */
static unsigned falls_to(const struct object *ob, uint32_t *speed)
{
	const uint16_t x = (uint16_t)abs(ob->xspeed);
	const uint16_t y = (uint16_t)ob->yspeed;
	unsigned from;

	if (x > y) {
		from = x > (uint16_t)(y << 1) ? 0 : 1;
		*speed = (uint32_t)x * (from ? SLANTING : FLAT);
	} else {
		from = y > (uint16_t)(x << 1) ? 3 : 2;
		*speed = (uint32_t)y * (from == 3 ? STRAIGHT : FLAT);
	}
	return ob->xspeed > 0 ? 7 - from : from;
}

/* Sixteen directions, counter-clockwise from the right; 3, 4, 11 and 12 are straight up.
 */
static void leave_to(struct object *ob, unsigned dir, uint32_t speed)
{
	const int16_t flat = (int16_t)(speed / FLAT);
	const int16_t half = (int16_t)(flat / 2);
	const int16_t slanting = (int16_t)(speed / SLANTING);
	const int16_t straight = (int16_t)(speed / STRAIGHT);
	const int16_t speeds[8][2] = {
		{ flat, half },
		{ slanting, slanting },
		{ half, flat },
		{ 0, straight },
		{ 0, straight },
		{ (int16_t)-half, flat },
		{ (int16_t)-slanting, slanting },
		{ (int16_t)-flat, half },
	};
	const bool down = dir > 7 && dir != 11 && dir != 12;
	const unsigned mirrored = dir > 7 ? 15 - dir : dir;

	ob->xspeed = speeds[mirrored][0];
	ob->yspeed = (int16_t)(down ? speeds[mirrored][1] : -speeds[mirrored][1]);
}

uint32_t exh_keen_bounce(struct exh_keen_engine *e, struct object *ob)
{
	uint32_t speed;
	unsigned from;

	(void)e;
	if (ob->yspeed < 0)
		ob->yspeed = 0;
	from = falls_to(ob, &speed);
	speed >>= 1;
	leave_to(ob, bounce_dirs[ob->hitnorth & WALL_SLOPE][from], speed);
	return speed;
}

/*
 * Reacts.
 */

static void go_through_hole(struct object *ob, enum direction dir)
{
	if (ob->temp2 != (int16_t)dir)
		ob->obclass = CLASS_BONUS;
	ob->xspeed = 0;
	ob->x = (uint16_t)(ob->tilemidx * UNITS_PER_TILE + POLE_HOLE_RIGHT);
}

static void hit_ceiling(struct object *ob)
{
	if (ob->hitsouth != POLE_HOLE) {
		ob->yspeed = (int16_t)(-ob->yspeed / 2);
		return;
	}
	go_through_hole(ob, DIR_N);
	ob->y = (uint16_t)(ob->y - POLE_HOLE_STEP);
	ob->top = (uint16_t)(ob->top - POLE_HOLE_STEP);
}

/* A flower blinks and disappears; a bomb stays to be picked up. */
static void come_to_rest(struct exh_keen_engine *e, struct object *ob)
{
	if (e->map_number == BOSS_MAP) {
		ob->needtoclip = false;
		ob->ydir = -1;
		ob->shapenum = SHAPE_BOMB;
		ob->temp2 = SHAPE_BOMB;
		ob->temp3 = SHAPE_BOMB + 2;
		exh_keen_change_state(e, ob, STATE_BONUS);
	} else {
		/* Clipped once more, as the first state of blinking begins. */
		exh_keen_change_state(e, ob, STATE_POWERBLINK1);
		ob->needtoclip = false;
		ob->temp2 = 0;
	}
}

static void hit_floor(struct exh_keen_engine *e, struct object *ob)
{
	if (ob->hitnorth == POLE_HOLE) {
		go_through_hole(ob, DIR_S);
		ob->y = (uint16_t)(ob->y + POLE_HOLE_STEP);
		ob->bottom = (uint16_t)(ob->bottom + POLE_HOLE_STEP);
		return;
	}
	ob->obclass = CLASS_BONUS;
	if (exh_keen_bounce(e, ob) < SLOWEST_BOUNCE)
		come_to_rest(e, ob);
}

void exh_keen_power_react(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_place_object(e, ob, 1);
	if (ob->hiteast || ob->hitwest) {
		ob->xspeed = (int16_t)(-ob->xspeed / 2);
		ob->obclass = CLASS_BONUS;
	}
	if (ob->hitsouth)
		hit_ceiling(ob);
	else if (ob->hitnorth)
		hit_floor(e, ob);
}

/* temp2: tics spent blinking. */
void exh_keen_power_count_think(struct exh_keen_engine *e, struct object *ob)
{
	ob->temp2 = (int16_t)(ob->temp2 + e->tics);
	ob->shapenum = 0;
	if (ob->temp2 > BLINK_TICS)
		ob->state = STATE_NONE;
}
