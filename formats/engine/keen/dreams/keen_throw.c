/* Positions from which the player throws. Source: keen-engine 10.1. */
#include "actors.h"

/* Positions of the thrown object by the player's state, relative to x and y, for each
 * side that he faces. */
static const struct throw_place {
	uint16_t state;
	bool from_middle; /* relative to midx instead of x */
	bool in_air;
	int16_t left, right, y;
	uint8_t dir_left, dir_right; /* enum direction */
} throw_places[] = {
	{ STATE_KEENTHROW3, true, false, -64, -64, 128, DIR_W, DIR_E },
	{ STATE_KEENTHROWUP2, false, false, 64, 64, -128, DIR_N, DIR_N },
	{ STATE_KEENPOLETHROW2, false, false, -128, 384, 0, DIR_W, DIR_E },
	{ STATE_KEENPOLETHROWUP2, false, false, 128, 128, -128, DIR_N, DIR_N },
	{ STATE_KEENPOLETHROWDOWN2, false, false, 128, 128, 128, DIR_S, DIR_S },
	{ STATE_KEENAIRTHROW2, true, true, -64, -64, 128, DIR_W, DIR_E },
	{ STATE_KEENAIRTHROWUP2, false, true, 64, 256, 0, DIR_N, DIR_N },
	{ STATE_KEENAIRTHROWDOWN2, false, true, 192, 48, 256, DIR_S, DIR_S },
};

static const struct throw_place *throw_place(uint16_t state)
{
	for (size_t i = 1; i < sizeof throw_places / sizeof *throw_places; i++)
		if (throw_places[i].state == state)
			return &throw_places[i];
	return &throw_places[0];
}

/* QUIRK: the newest object gets faster, even if there was nothing left to throw. */
static void add_half_of_speed(struct exh_keen_engine *e, const struct object *ob)
{
	struct object *item = object_at(e, (int16_t)e->newest_object);

	item->xspeed = (int16_t)(item->xspeed + ob->xspeed / 2);
	item->yspeed = (int16_t)(item->yspeed + ob->yspeed / 2);
}

void exh_keen_player_throw_think(struct exh_keen_engine *e, struct object *ob)
{
	const struct throw_place *place = throw_place(ob->state);
	const bool right = ob->xdir > 0;
	const uint16_t x = place->from_middle ? ob->midx : ob->x;

	exh_keen_throw_power(e, (uint16_t)(x + (right ? place->right : place->left)),
			     (uint16_t)(ob->y + place->y),
			     right ? place->dir_right : place->dir_left);
	if (place->in_air)
		add_half_of_speed(e, ob);
}
