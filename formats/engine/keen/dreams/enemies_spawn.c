/* Enemies of the info plane. Source: keen-engine 9. */
#include "actors.h"

struct enemy {
	uint8_t value; /* in the info plane */
	uint8_t obclass;
	int16_t above; /* units below the cell's top where it begins; negative: above */
	int16_t xdir, ydir;
	uint16_t state;
};

static const struct enemy enemies[] = {
	{ 41, CLASS_BROCCO, -256, 1, 0, STATE_BROCCOWALK1 },
	{ 42, CLASS_TOMAT, -128, 1, 0, STATE_TOMATBOUNCE },
	{ 43, CLASS_CARROT, -256, 1, 1, STATE_CARROTWALK1 },
	{ 45, CLASS_ASPAR, 0, 1, 0, STATE_ASPARWALK1 },
	{ 46, CLASS_GRAPE, 0, 1, 1, STATE_GRAPEWAIT },
	{ 47, CLASS_TATER, -241, 1, 1, STATE_TATERWALK1 },
	{ 48, CLASS_CART, -48, 1, 1, STATE_CARTROLL1 },
	{ 49, CLASS_FRENCHY, -256, 1, 1, STATE_FRENCHYWALK1 },
	{ 50, CLASS_MELON, 0, -1, 0, STATE_MELONSIDE },
	{ 51, CLASS_MELON, 0, 1, 0, STATE_MELONSIDE },
	{ 52, CLASS_MELON, 0, 1, 0, STATE_MELONDOWN },
	{ 57, CLASS_SQUASH, -256, 1, 1, STATE_SQUASHERWALK1 },
	{ 58, CLASS_APEL, -256, 1, 1, STATE_APELWALK1 },
	{ 59, CLASS_PEAPOD, -256, 1, 1, STATE_PEAPODWALK1 },
	{ 60, CLASS_PEABRAIN, 0, 0, 0, STATE_PEABRAINWALK1 },
	{ 61, CLASS_BOOBUS, -1408, -1, 0, STATE_BOOBUSWALK1 },
};

static const struct enemy *find_enemy(uint16_t value)
{
	for (size_t i = 0; i < sizeof enemies / sizeof *enemies; i++)
		if (enemies[i].value == value)
			return &enemies[i];
	return NULL;
}

/* Sets additional fields that depend on the class, after the state is set. */
static void equip(struct exh_keen_engine *e, struct object *ob, uint16_t value)
{
	enum { FIRST_MELON = 50 };

	switch (ob->obclass) {
	case CLASS_CARROT:
	case CLASS_TATER:
		ob->hitnorth = 1; /* keeps it from leaping at once */
		break;
	case CLASS_CART:
		ob->active = ACTIVE_ALLWAYS;
		break;
	case CLASS_MELON:
		ob->ticcount = exh_keen_random_next(e) >> 1; /* not all spit at once */
		ob->temp1 = (int16_t)(value - FIRST_MELON);
		break;
	case CLASS_BOOBUS:
		ob->temp4 = BOSS_HIT_POINTS;
		break;
	default:
		break;
	}
}

bool exh_keen_spawn_enemy(struct exh_keen_engine *e, uint16_t value, uint16_t x,
			  uint16_t y)
{
	const struct enemy *enemy = find_enemy(value);
	struct object *ob;

	if (!enemy)
		return false;
	ob = exh_keen_object_new(e);
	if (!ob)
		return true;
	ob->obclass = enemy->obclass;
	ob->x = (uint16_t)(x * UNITS_PER_TILE);
	ob->y = (uint16_t)(y * UNITS_PER_TILE + enemy->above);
	ob->xdir = enemy->xdir;
	ob->ydir = enemy->ydir;
	exh_keen_new_state(e, ob, enemy->state);
	equip(e, ob, value);
	return true;
}
