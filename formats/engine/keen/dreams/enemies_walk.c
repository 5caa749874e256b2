/* Broccolash, Tomatooth, Carrot Courier, Asparagusto, Tater Trooper, Canteloupe Cart,
 * Squasher. Source: keen-engine 10.3. */
#include "actors.h"

/*
 * Functions shared by enemies.
 */

/* Restarts the state, and skips the next thoughts. */
static void hesitate(struct exh_keen_engine *e, struct object *ob)
{
	ob->nothink = exh_keen_random_next(e) >> 5;
	exh_keen_change_state(e, ob, ob->state);
}

static bool faces_wall(const struct object *ob)
{
	return (ob->xdir == 1 && ob->hitwest) || (ob->xdir == -1 && ob->hiteast);
}

bool exh_keen_turn_at_wall(struct exh_keen_engine *e, struct object *ob)
{
	if (!faces_wall(ob))
		return false;
	back_up_x(ob, 1);
	turn_round(ob);
	hesitate(e, ob);
	return true;
}

bool exh_keen_strolls(struct exh_keen_engine *e, struct object *ob)
{
	enum { SELDOM = 8 }; /* chance in 256 */

	if (!on_another_floor(ob, player_of(e)))
		return false;
	if (exh_keen_random_next(e) < SELDOM)
		turn_round(ob);
	return true;
}

void exh_keen_land_react(struct exh_keen_engine *e, struct object *ob,
			 enum state_id state)
{
	if (ob->hitnorth)
		exh_keen_change_state(e, ob, state);
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
}

void exh_keen_fall_react(struct exh_keen_engine *e, struct object *ob,
			 enum state_id state)
{
	if (ob->hitsouth)
		ob->yspeed = 0;
	exh_keen_land_react(e, ob, state);
}

void exh_keen_walk_react(struct exh_keen_engine *e, struct object *ob)
{
	if (!exh_keen_turn_at_wall(e, ob) && !ob->hitnorth) {
		back_up_x(ob, 2);
		back_up_y(ob);
		turn_round(ob);
		hesitate(e, ob);
	}
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
}

/*
 * Broccolash.
 */

void exh_keen_brocco_think(struct exh_keen_engine *e, struct object *ob)
{
	enum { NEAR = 768, PASSED = 128 };
	const struct object *player = player_of(e);
	int ahead; /* distance to Keen, in the direction that it faces */

	if (!overlaps_in_y(ob, player))
		return;
	if (ob->xdir == -1)
		ahead = -gap(player->x, ob->x);
	else
		ahead = gap(player->left, ob->right);
	if (ahead > NEAR)
		return;
	if (ahead < -PASSED) {
		ob->xdir = ob->xdir == -1 ? 1 : -1;
		return;
	}
	ob->state = STATE_BROCCOSMASH1;
	ob->needtoclip = false;
	ob->xmove = 0;
}

void exh_keen_brocco_get_up(struct exh_keen_engine *e, struct object *ob)
{
	(void)e;
	ob->needtoclip = true;
}

/*
 * Tomatooth.
 */

/* temp1: tics left of its jump. */
void exh_keen_tomat_think(struct exh_keen_engine *e, struct object *ob)
{
	enum { PULL = 1, MOST = 16 };

	exh_keen_accelerate_x(e, ob, ob->x > player_of(e)->x ? -PULL : PULL, MOST);
	ob->xdir = ob->xspeed > 0 ? 1 : -1;
	if (ob->temp1)
		ob->temp1 = exh_keen_rise(e, ob, ob->temp1);
	else
		exh_keen_do_gravity(e, ob);
}

/* Unlike waking up, this requires that no part is above or below the port. */
static bool is_heard(const struct exh_keen_engine *e, const struct object *ob)
{
	return exh_keen_is_in_port(e, ob) && ob->tiletop >= e->rf.originytile &&
	       ob->tilebottom <= e->rf.originytile + PORT_ROWS - 1;
}

void exh_keen_tomat_react(struct exh_keen_engine *e, struct object *ob)
{
	enum { JUMP = 30, BOUNCE_TICS = 10 };

	if (ob->hiteast || ob->hitwest) {
		turn_round(ob);
		ob->xspeed = (int16_t)-ob->xspeed;
	}
	if (ob->hitsouth) {
		if (is_heard(e, ob))
			exh_keen_play_sound(e, SOUND_BOUNCE);
		ob->yspeed = (int16_t)-ob->yspeed;
	}
	if (ob->hitnorth) {
		if (is_heard(e, ob))
			exh_keen_play_sound(e, SOUND_BOUNCE);
		ob->yspeed = (int16_t)(-JUMP - (exh_keen_random_next(e) >> 4));
		ob->temp1 = BOUNCE_TICS;
	}
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
}

/*
 * Carrot Courier.
 */

void exh_keen_carrot_react(struct exh_keen_engine *e, struct object *ob)
{
	enum { LEAP_X = 32, LEAP_Y = -40 };

	if (faces_wall(ob)) {
		turn_round(ob);
	} else if (!ob->hitnorth) {
		back_up_x(ob, 1);
		back_up_y(ob);
		ob->yspeed = LEAP_Y;
		ob->xspeed = (int16_t)(LEAP_X * ob->xdir);
		exh_keen_change_state(e, ob, STATE_CARROTLEAP);
	}
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
}

void exh_keen_carrot_air_react(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_fall_react(e, ob, STATE_CARROTWALK1);
}

/*
 * Tater Trooper.
 */

void exh_keen_tater_think(struct exh_keen_engine *e, struct object *ob)
{
	enum { NEAR = 256, PASSED = 128 };
	const struct object *player = player_of(e);
	int16_t ahead;

	if (!overlaps_in_y(ob, player))
		return;
	ahead = ob->xdir == -1 ? gap(ob->left, player->right)
			       : gap(player->left, ob->right);
	if (ahead > NEAR)
		return;
	if (ahead < -PASSED) {
		turn_round(ob);
		return;
	}
	exh_keen_play_sound(e, SOUND_TATER_SWING);
	ob->state = STATE_TATERATTACK1;
}

void exh_keen_tater_back_up_react(struct exh_keen_engine *e, struct object *ob)
{
	if (!ob->hitnorth) {
		back_up_x(ob, 1);
		back_up_y(ob);
	}
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
}

/*
 * Canteloupe Cart.
 */

void exh_keen_cart_react(struct exh_keen_engine *e, struct object *ob)
{
	uint16_t front;

	if (faces_wall(ob))
		turn_round(ob);
	front = ob->xdir == 1 ? ob->tileright : ob->tileleft;
	if (!exh_keen_wall_at(e, EXH_KEEN_NORTHWALL, front,
			      (uint16_t)(ob->tilebottom + 1)))
		ob->xdir = ob->xdir == 1 ? -1 : 1;
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
}

/*
 * Squasher.
 */

void exh_keen_squasher_think(struct exh_keen_engine *e, struct object *ob)
{
	enum { NEAR = 1536, PASSED = 128, JUMP = -50, JUMP_PART = 60 };
	const int16_t away = gap(player_of(e)->x, ob->x);
	const int ahead = ob->xdir == -1 ? -away : away;

	if (exh_keen_strolls(e, ob) || ahead > NEAR)
		return;
	/* QUIRK: a Squasher that faces right keeps going when Keen has passed it. */
	if (ahead < -PASSED) {
		ob->xdir = 1;
		return;
	}
	ob->yspeed = JUMP;
	ob->xspeed = away / JUMP_PART;
	ob->state = STATE_SQUASHERJUMP1;
}

void exh_keen_squasher_jump_react(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_fall_react(e, ob, STATE_SQUASHERWAIT);
}
