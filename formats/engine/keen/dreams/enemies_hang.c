/* Sour Grape, which hangs on its vine, and Apel, who climbs poles. Source: keen-engine
 * 10.3. */
#include "actors.h"

/*
 * Sour Grape.
 */

static bool floor_between(const struct exh_keen_engine *e, const struct object *ob,
			  const struct object *player)
{
	for (uint16_t y = ob->tilebottom; y < player->tiletop; y++)
		if (exh_keen_wall_at(e, EXH_KEEN_NORTHWALL, ob->tilemidx, y))
			return true;
	return false;
}

void exh_keen_grape_think(struct exh_keen_engine *e, struct object *ob)
{
	const struct object *player = player_of(e);

	if (!overlaps_in_x(ob, player) || player->y < ob->y ||
	    floor_between(e, ob, player))
		return;
	exh_keen_play_sound(e, SOUND_GRAPE_SCREAM);
	ob->state = STATE_GRAPEFALL;
}

void exh_keen_grape_fall_react(struct exh_keen_engine *e, struct object *ob)
{
	enum { AT_REST = -32 }; /* yspeed */

	if (ob->hitnorth) {
		exh_keen_play_sound(e, SOUND_BOUNCE);
		ob->yspeed = (int16_t)(-(ob->yspeed * 2) / 3);
		if (ob->yspeed > AT_REST)
			exh_keen_change_state(e, ob, STATE_GRAPESIT);
	}
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
}

void exh_keen_grape_rise_react(struct exh_keen_engine *e, struct object *ob)
{
	if (ob->hitsouth)
		exh_keen_change_state(e, ob, STATE_GRAPEWAIT);
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
}

/*
 * Apel.
 */

/* Grabs a pole at the object's position, towards Keen. True if there is one. */
static bool grab_pole(struct exh_keen_engine *e, struct object *ob)
{
	const bool down = ob->y < player_of(e)->y;

	if (!pole_at(e, ob->tilemidx, down ? ob->tilebottom : ob->tiletop))
		return false;
	ob->xmove = (int16_t)(ob->tilemidx * UNITS_PER_TILE - ob->x);
	ob->ymove = 0;
	ob->temp4 = (int16_t)ob->tilemidx;
	ob->needtoclip = false;
	ob->state = down ? STATE_APELSLIDE1 : STATE_APELCLIMB1;
	return true;
}

void exh_keen_apel_think(struct exh_keen_engine *e, struct object *ob)
{
	enum { OFTEN = 32 }; /* chance in 256 that it turns towards Keen */
	const struct object *player = player_of(e);

	if (!overlaps_in_y(ob, player) && grab_pole(e, ob))
		return;
	if (exh_keen_random_next(e) > OFTEN)
		return;
	ob->xdir = ob->x > player->x ? -1 : 1;
}

/* Lets the object fall where its pole ends. y: tile to check. */
static void hold_pole(struct exh_keen_engine *e, struct object *ob, uint16_t y)
{
	if (pole_at(e, (uint16_t)ob->temp4, y))
		return;
	ob->needtoclip = true;
	ob->state = STATE_APELFALL;
}

void exh_keen_apel_climb_think(struct exh_keen_engine *e, struct object *ob)
{
	hold_pole(e, ob, ob->tiletop);
}

void exh_keen_apel_slide_think(struct exh_keen_engine *e, struct object *ob)
{
	hold_pole(e, ob, ob->tilebottom);
}

void exh_keen_apel_climb_react(struct exh_keen_engine *e, struct object *ob)
{
	if (ob->hitsouth)
		exh_keen_change_state(e, ob, STATE_APELFALL);
	exh_keen_place_object(e, ob, ENEMY_PRIORITY);
}

void exh_keen_apel_fall_react(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_land_react(e, ob, STATE_APELWALK1);
}
