/* Enemies that became flowers, and what becomes of these. Source: keen-engine 10.2. */
#include "actors.h"

enum {
	FLOWER_HEIGHT = 512,
	DIFFICULTIES = 4,
};

static struct object *spawn_poof(struct exh_keen_engine *e, const struct object *at)
{
	struct object *poof = exh_keen_object_new_or_dummy(e);

	poof->obclass = CLASS_INERT;
	poof->x = at->x;
	poof->y = at->y;
	return poof;
}

/* temp1: its former type; temp2: its state; temp3: tics since. */
void exh_keen_change_to_flower(struct exh_keen_engine *e, struct object *ob)
{
	struct object *poof;

	exh_keen_play_sound(e, SOUND_FLOWER);
	ob->y = (uint16_t)(ob->bottom - FLOWER_HEIGHT);
	ob->temp1 = (int16_t)ob->obclass;
	ob->temp2 = (int16_t)ob->state;
	ob->temp3 = 0;
	ob->needtoclip = true;
	ob->obclass = CLASS_INERT;
	ob->xspeed = 0;
	exh_keen_change_state(e, ob, STATE_FLOWER1);
	ob->active = ACTIVE_ALLWAYS;
	poof = spawn_poof(e, ob);
	exh_keen_new_state(e, poof, STATE_POOFTO1);
	poof->active = ACTIVE_REMOVABLE;
}

void exh_keen_flower_think(struct exh_keen_engine *e, struct object *ob)
{
	static const int16_t flower_tics[DIFFICULTIES] = { 700, 700, 350, 175 };
	const unsigned difficulty = (unsigned)e->gamestate.difficulty % DIFFICULTIES;
	struct object *poof;

	exh_keen_projectile_think(e, ob);
	ob->temp3 = (int16_t)(ob->temp3 + e->tics);
	if (ob->temp3 < flower_tics[difficulty])
		return;
	poof = spawn_poof(e, ob);
	poof->active = ACTIVE_ALLWAYS;
	poof->temp1 = (int16_t)slot_of(e, ob);
	exh_keen_new_state(e, poof, STATE_POOFFROM1);
	ob->temp3 = 0;
}

/* temp1: the flower's slot. */
void exh_keen_change_from_flower_think(struct exh_keen_engine *e, struct object *ob)
{
	struct object *flower = object_at(e, ob->temp1);
	const uint16_t bottom = flower->bottom;
	const uint16_t state = (uint16_t)flower->temp2;

	exh_keen_play_sound(e, SOUND_NO_FLOWER);
	exh_keen_change_state(e, flower, state < STATE_COUNT ? state : STATE_NONE);
	flower->y = (uint16_t)(flower->y + (bottom - flower->bottom));
	flower->obclass = (uint16_t)flower->temp1;
	flower->active = ACTIVE_YES;
}
