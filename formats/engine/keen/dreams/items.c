/* Bonuses, points, doors. Source: keen-engine 10.2. */
#include "actors.h"

enum {
	/* Picture that rises when type 0 is taken; those of other types follow. */
	SHAPE_TAKEN = 199,
	FLOWERS_ABOVE = 128,
	DOOR_ABOVE = 256,
	SUPER_LIVES = 3,
	SUPER_FLOWERS = 8,
	SUPER_POINTS = 10000,
	FEW_FLOWERS = 5,
};

static const struct bonus {
	uint16_t shape;
	uint8_t frames, sound;
	uint16_t points;
} bonuses[BONUS_COUNT] = {
	{ 172, 2, SOUND_POINTS, 100 },
	{ 174, 2, SOUND_POINTS, 200 },
	{ 176, 2, SOUND_POINTS, 500 },
	{ 178, 2, SOUND_POINTS, 1000 },
	{ 180, 2, SOUND_POINTS, 2000 },
	{ 182, 2, SOUND_POINTS, 5000 },
	[BONUS_KEEN] = { 184, 2, SOUND_KEEN, 0 },
	[BONUS_SUPER] = { 186, 4, SOUND_KEEN, SUPER_POINTS },
	[BONUS_FLOWER] = { SHAPE_FLOWER, 2, SOUND_POWER, 0 },
	[BONUS_FLOWERS] = { 190, 2, SOUND_POWER, 0 },
	[BONUS_BOMB] = { SHAPE_BOMB, 2, SOUND_BOMB, 0 },
	[BONUS_KEY] = { 197, 2, SOUND_KEY, 0 },
};

/* temp1: its type; temp2: its first frame; temp3: the one after its last. */
void exh_keen_spawn_bonus(struct exh_keen_engine *e, uint16_t x, uint16_t y,
			  unsigned type)
{
	const struct bonus *bonus = &bonuses[type < BONUS_COUNT ? type : 0];
	struct object *ob = exh_keen_object_new(e);

	if (!ob)
		return;
	ob->needtoclip = false;
	ob->obclass = CLASS_BONUS;
	ob->x = (uint16_t)(x * UNITS_PER_TILE);
	ob->y = (uint16_t)(y * UNITS_PER_TILE -
			   (type == BONUS_FLOWERS ? FLOWERS_ABOVE : 0));
	ob->ydir = -1;
	ob->temp1 = (int16_t)type;
	ob->temp2 = (int16_t)bonus->shape;
	ob->temp3 = (int16_t)(bonus->shape + bonus->frames);
	ob->shapenum = bonus->shape;
	exh_keen_new_state(e, ob, STATE_BONUS);
}

void exh_keen_bonus_think(struct exh_keen_engine *e, struct object *ob)
{
	(void)e;
	ob->shapenum++;
	if (ob->shapenum == (uint16_t)ob->temp3)
		ob->shapenum = (uint16_t)ob->temp2;
}

/*
 * Picked up.
 */

static void add_to(int16_t *count, int by)
{
	*count = (int16_t)(*count + by);
}

void exh_keen_give_points(struct exh_keen_engine *e, uint32_t points)
{
	struct gamestate *state = &e->gamestate;

	state->score = (int32_t)((uint32_t)state->score + points);
	if (state->score < state->nextextra)
		return;
	exh_keen_play_sound(e, SOUND_KEEN);
	add_to(&state->lives, 1);
	state->nextextra = (int32_t)((uint32_t)state->nextextra * 2);
}

static void count_bonus(struct gamestate *state, int16_t type)
{
	switch (type) {
	case BONUS_KEEN:
		add_to(&state->lives, 1);
		break;
	case BONUS_SUPER:
		add_to(&state->lives, SUPER_LIVES);
		add_to(&state->flowerpowers, SUPER_FLOWERS);
		break;
	case BONUS_FLOWER:
		add_to(&state->flowerpowers, 1);
		break;
	case BONUS_FLOWERS:
		add_to(&state->flowerpowers, FEW_FLOWERS);
		break;
	case BONUS_BOMB:
		add_to(&state->boobusbombs, 1);
		add_to(&state->bombsthislevel, 1);
		break;
	case BONUS_KEY:
		add_to(&state->keys, 1);
		break;
	default:
		break;
	}
}

void exh_keen_take_bonus(struct exh_keen_engine *e, struct object *hit)
{
	const int16_t type = hit->temp1;

	hit->obclass = CLASS_INERT;
	if (type >= 0 && type < BONUS_COUNT) {
		exh_keen_play_sound(e, bonuses[type].sound);
		hit->shapenum = (uint16_t)(SHAPE_TAKEN + type);
		count_bonus(&e->gamestate, type);
		if (bonuses[type].points)
			exh_keen_give_points(e, bonuses[type].points);
	}
	exh_keen_change_state(e, hit, STATE_BONUSRISE);
}

/*
 * Doors.
 */

void exh_keen_spawn_door(struct exh_keen_engine *e, uint16_t x, uint16_t y)
{
	struct object *ob = exh_keen_object_new(e);

	if (!ob)
		return;
	ob->needtoclip = false;
	ob->obclass = CLASS_DOOR;
	ob->x = (uint16_t)(x * UNITS_PER_TILE);
	ob->y = (uint16_t)(y * UNITS_PER_TILE - DOOR_ABOVE);
	ob->xdir = 1;
	ob->ydir = -1;
	exh_keen_new_state(e, ob, STATE_DOOR);
}

void exh_keen_door_contact(struct exh_keen_engine *e, struct object *ob,
			   struct object *hit)
{
	exh_keen_clip_to_sprite_side(e, hit, ob);
}
