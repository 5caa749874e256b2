/* Frenchy, Melon Lips, Pea Pod and Pea Brain, and what they throw. Source: keen-engine
 * 10.3. */
#include "actors.h"

enum { SHOT_RISE = -20 }; /* yspeed */

/* Something that ob throws, from x, y. */
static struct object *throw_from(struct exh_keen_engine *e, const struct object *ob,
				 int x, int y)
{
	struct object *shot = exh_keen_object_new_or_dummy(e);

	shot->x = (uint16_t)(ob->x + x);
	shot->y = (uint16_t)(ob->y + y);
	shot->xdir = ob->xdir;
	shot->ydir = 1;
	shot->yspeed = SHOT_RISE;
	return shot;
}

static struct object *shoot_from(struct exh_keen_engine *e, const struct object *ob,
				 int x, int y)
{
	struct object *shot = throw_from(e, ob, x, y);

	shot->obclass = CLASS_SHOT;
	shot->active = ACTIVE_REMOVABLE;
	return shot;
}

void exh_keen_shot_react(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
	if (ob->hiteast || ob->hitwest)
		ob->xspeed = (int16_t)(-ob->xspeed / 2);
	if (ob->hitsouth)
		ob->yspeed = (int16_t)(-ob->yspeed / 2);
	if (ob->hitnorth && exh_keen_bounce(e, ob) < SLOWEST_BOUNCE)
		exh_keen_object_remove(e, ob);
}

/*
 * Frenchy.
 */

static void frenchy_run(struct object *ob, int16_t xdir)
{
	enum { RUN_STEPS = 8 };

	ob->xdir = xdir;
	ob->state = STATE_FRENCHYRUN1;
	ob->nothink = RUN_STEPS;
}

static void frenchy_aim(struct object *ob, int16_t xdir)
{
	ob->xdir = xdir;
	ob->state = STATE_FRENCHYTHROW1;
}

/* Runs from Keen when he is near, throws when he is not. QUIRK: to the left however far
 * he is, to the right up to FAR: script H on map 7. */
void exh_keen_frenchy_think(struct exh_keen_engine *e, struct object *ob)
{
	enum { FAR = 2048, NEAR = 1024 };
	const int16_t away = gap(player_of(e)->x, ob->x);

	if (exh_keen_strolls(e, ob))
		return;
	if (away < -NEAR)
		frenchy_aim(ob, -1);
	else if (away < 0)
		frenchy_run(ob, 1);
	else if (away < NEAR)
		frenchy_run(ob, -1);
	else if (away < FAR)
		frenchy_aim(ob, 1);
	else
		ob->xdir = 1;
}

void exh_keen_frenchy_run_think(struct exh_keen_engine *e, struct object *ob)
{
	(void)e;
	ob->state = STATE_FRENCHYWALK1;
}

void exh_keen_frenchy_throw(struct exh_keen_engine *e, struct object *ob)
{
	enum { SPEED = 40, STEPS_AFTER = 2 };
	struct object *shot = shoot_from(e, ob, ob->xdir == 1 ? 384 : 0, 128);

	shot->xspeed = (int16_t)(SPEED * ob->xdir - (exh_keen_random_next(e) >> 4));
	exh_keen_new_state(e, shot, STATE_FRENCHFRY1);
	ob->nothink = STEPS_AFTER;
}

/*
 * Melon Lips.
 */

void exh_keen_melon_spit(struct exh_keen_engine *e, struct object *ob)
{
	enum { LEFT, RIGHT, DOWN }; /* temp1 */
	enum { SPEED = 48, DOWN_SPEED = 20 };
	struct object *seed;

	switch (ob->temp1) {
	case LEFT:
		seed = shoot_from(e, ob, 384, 128);
		seed->xspeed = (int16_t)(-SPEED - (exh_keen_random_next(e) >> 4));
		exh_keen_new_state(e, seed, STATE_MELONSEED1);
		break;
	case RIGHT:
		seed = shoot_from(e, ob, 0, 128);
		seed->xspeed = (int16_t)(SPEED + (exh_keen_random_next(e) >> 4));
		exh_keen_new_state(e, seed, STATE_MELONSEED1);
		break;
	default:
		seed = shoot_from(e, ob, 128, 384);
		seed->xdir = 0;
		seed->yspeed = DOWN_SPEED;
		exh_keen_new_state(e, seed, STATE_MELONSEEDD1);
	}
}

/*
 * Pea Pod and Pea Brain.
 */

/* One who stands right above or below it is seen. */
static bool faces(const struct object *ob, const struct object *player)
{
	return ob->xdir == 1 ? player->x >= ob->x : player->x <= ob->x;
}

void exh_keen_pea_pod_think(struct exh_keen_engine *e, struct object *ob)
{
	enum { SELDOM = 8, MAX_PEAS = 4 };
	const struct object *player = player_of(e);

	if (on_another_floor(ob, player) || !faces(ob, player))
		return;
	/* The number is always drawn. */
	if (exh_keen_random_next(e) >= SELDOM || ob->temp1 >= MAX_PEAS)
		return;
	ob->temp1++;
	ob->state = STATE_PEAPODSPIT1;
	ob->xmove = 0;
}

void exh_keen_pea_pod_spit(struct exh_keen_engine *e, struct object *ob)
{
	enum { SPEED = 48 };
	struct object *pea = throw_from(e, ob, ob->xdir == 1 ? 128 : 0, 128);

	pea->obclass = CLASS_PEABRAIN;
	pea->xspeed = (int16_t)(SPEED * ob->xdir - (exh_keen_random_next(e) >> 4));
	exh_keen_new_state(e, pea, STATE_PEABRAINFLY);
}

/* Does nothing; nothink is counted down only for states with a think function. */
void exh_keen_pea_brain_think(struct exh_keen_engine *e, struct object *ob)
{
	(void)e;
	(void)ob;
}

void exh_keen_pea_brain_fly_react(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_land_react(e, ob, STATE_PEABRAINWALK1);
}
