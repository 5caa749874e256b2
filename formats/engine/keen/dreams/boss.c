/* King Boobus Tuber. Source: keen-engine 10.3. */
#include "actors.h"

enum { JUMP = -60 }; /* yspeed */

static void stop(struct object *ob)
{
	ob->xspeed = ob->yspeed = 0;
	ob->xmove = ob->ymove = 0;
}

/* Falls through the floor that it stands on. */
static void drop(struct object *ob)
{
	enum { DEEPER = 128 };

	ob->tilebottom++;
	ob->bottom = (uint16_t)(ob->bottom + DEEPER);
	ob->y = (uint16_t)(ob->y + DEEPER);
	stop(ob);
}

void exh_keen_boobus_think(struct exh_keen_engine *e, struct object *ob)
{
	const struct object *player = player_of(e);

	if (ob->left > player->right)
		ob->xdir = -1;
	else if (ob->right < player->left)
		ob->xdir = 1;
	else if (!overlaps_in_y(ob, player)) {
		ob->state = STATE_BOOBUSJUMP;
		if (ob->y < player->y) {
			drop(ob);
		} else {
			ob->yspeed = JUMP;
			ob->xspeed = 0;
		}
	}
}

/* The floor is gone: it jumps or falls to Keen. */
static void leave_floor(struct exh_keen_engine *e, struct object *ob)
{
	enum { JUMP_X = 24 };

	if (ob->bottom >= player_of(e)->bottom) {
		back_up_x(ob, 1);
		back_up_y(ob);
		ob->yspeed = JUMP;
		ob->xspeed = (int16_t)(JUMP_X * ob->xdir);
	} else {
		ob->xspeed = ob->yspeed = 0;
	}
	exh_keen_change_state(e, ob, STATE_BOOBUSJUMP);
}

void exh_keen_boobus_ground_react(struct exh_keen_engine *e, struct object *ob)
{
	if (!exh_keen_turn_at_wall(e, ob) && !ob->hitnorth)
		leave_floor(e, ob);
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
}

void exh_keen_boobus_air_react(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_fall_react(e, ob, STATE_BOOBUSWALK1);
}

/* A random place around x. */
static uint16_t scattered(struct exh_keen_engine *e, uint16_t x)
{
	enum { BEFORE = 128, SPREAD = 5 };

	return (uint16_t)(x - BEFORE + SPREAD * exh_keen_random_next(e));
}

void exh_keen_boobus_frag_think(struct exh_keen_engine *e, struct object *ob)
{
	enum { COUNT_STEP = 2, COUNT_END = 60 };
	struct object *boom;

	ob->temp1 = (int16_t)(ob->temp1 + COUNT_STEP);
	if (ob->temp1 == COUNT_END) {
		exh_keen_rf_remove_sprite(e, &ob->sprite);
		ob->state = STATE_BOOBUSDIE3;
	}
	exh_keen_play_sound(e, SOUND_EXPLODE);
	boom = exh_keen_object_new_or_dummy(e);
	boom->obclass = CLASS_INERT;
	boom->x = scattered(e, ob->x);
	boom->y = scattered(e, ob->y);
	exh_keen_random_next(e); /* an unused one */
	exh_keen_change_state(e, boom, STATE_DEATHBOOM1);
	if (boom->used)
		exh_keen_trace_object(e, "spawn", boom);
}

void exh_keen_boobus_finish_think(struct exh_keen_engine *e, struct object *ob)
{
	(void)ob;
	e->playstate = EXH_KEEN_VICTORIOUS;
	exh_keen_play_sound(e, SOUND_BOOBUS_GONE);
}
