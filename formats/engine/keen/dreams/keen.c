/* The player: his start, whom he touches. Source: keen-engine 10.1. */
#include "actors.h"

enum {
	KEEN_ABOVE_CELL = 256,
};

void exh_keen_spawn_player(struct exh_keen_engine *e, uint16_t x, uint16_t y,
			   int16_t xdir)
{
	struct object *ob = player_of(e);

	ob->obclass = CLASS_KEEN;
	ob->active = ACTIVE_YES;
	ob->x = (uint16_t)(x * UNITS_PER_TILE);
	ob->y = (uint16_t)(y * UNITS_PER_TILE - KEEN_ABOVE_CELL);
	ob->xdir = xdir;
	ob->ydir = 1;
	exh_keen_new_state(e, ob, STATE_KEENSTAND);
}

void exh_keen_player_fall(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_change_state(e, ob, STATE_KEENJUMP3);
	ob->temp2 = 1;
	e->jumptime = 0;
}

/*
 * Contacts.
 */

static void touch_door(struct exh_keen_engine *e, struct object *ob, struct object *door)
{
	if (e->gamestate.keys <= 0) {
		exh_keen_play_sound(e, SOUND_NO_WAY);
		exh_keen_clip_to_sprite_side(e, ob, door);
		return;
	}
	if (door->state == STATE_DOORRAISE)
		return;
	exh_keen_play_sound(e, SOUND_OPEN_DOOR);
	e->gamestate.keys--;
	exh_keen_change_state(e, door, STATE_DOORRAISE);
}

/* From the side; who is on a pole falls off it. */
static void push_keen(struct exh_keen_engine *e, struct object *ob, struct object *hit)
{
	exh_keen_clip_to_sprite_side(e, ob, hit);
	if (ob->needtoclip)
		return;
	exh_keen_play_sound(e, SOUND_PLUMMET);
	ob->needtoclip = true;
	ob->xspeed = ob->yspeed = 0;
	exh_keen_player_fall(e, ob);
}

/* Enemies that are harmless except in these states. */
static bool attacks(const struct object *hit)
{
	switch (hit->state) {
	case STATE_TATERATTACK2:
		return hit->obclass == CLASS_TATER;
	case STATE_BROCCOSMASH3:
	case STATE_BROCCOSMASH4:
		return hit->obclass == CLASS_BROCCO;
	case STATE_GRAPEFALL:
		return hit->obclass == CLASS_GRAPE;
	case STATE_SQUASHERJUMP2:
		return hit->obclass == CLASS_SQUASH;
	default:
		return false;
	}
}

static bool always_kills(const struct object *hit)
{
	switch (hit->obclass) {
	case CLASS_TOMAT:
	case CLASS_CELERY:
	case CLASS_ASPAR:
	case CLASS_TURNIP:
	case CLASS_CAULI:
	case CLASS_BRUSSEL:
	case CLASS_MUSHROOM:
	case CLASS_APEL:
	case CLASS_PEABRAIN:
	case CLASS_BOOBUS:
	case CLASS_SHOT:
		return true;
	default:
		return false;
	}
}

void exh_keen_player_contact(struct exh_keen_engine *e, struct object *ob,
			     struct object *hit)
{
	if (always_kills(hit) || attacks(hit)) {
		exh_keen_kill_player(e);
		return;
	}
	switch (hit->obclass) {
	case CLASS_BONUS:
		exh_keen_take_bonus(e, hit);
		break;
	case CLASS_DOOR:
		touch_door(e, ob, hit);
		break;
	case CLASS_CARROT:
	case CLASS_SQUASH:
		push_keen(e, ob, hit);
		break;
	case CLASS_CART:
		exh_keen_clip_to_sprite(e, ob, hit, true);
		break;
	default:
		break;
	}
}
