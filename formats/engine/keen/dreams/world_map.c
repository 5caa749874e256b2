/* The world map: Keen walks, cities are entered, flags stand on completed ones.
 * Source: keen-engine 10.4. */
#include "actors.h"

enum {
	FIRST_ENTRANCE = 3, /* info value of level 1's entrance */
	LAST_ENTRANCE = 18,
	ENTRANCE_BASE = 2, /* info value of an entrance, less its level */
	BOMBS_FOR_BOSS = 12,
	STAND_SHAPE = 3, /* index in a direction's shapes */
};

static bool is_entrance(uint16_t info)
{
	return info >= FIRST_ENTRANCE && info <= LAST_ENTRANCE;
}

/* Shapes of the eight directions, clockwise from north: three of walking, the last of
 * them of standing still. */
static uint16_t direction_shape(uint16_t dir)
{
	static const uint16_t shapes[] = { 218, 233, 215, 224, 221, 227, 212, 230 };

	return shapes[dir & 7];
}

void exh_keen_spawn_world_player(struct exh_keen_engine *e, uint16_t x, uint16_t y)
{
	enum { START_STEP = 3 };
	struct object *player = player_of(e);
	const struct gamestate *game = &e->gamestate;

	player->obclass = CLASS_KEEN;
	player->active = ACTIVE_YES;
	player->x = game->worldx ? game->worldx : (uint16_t)(x * UNITS_PER_TILE);
	player->y = game->worldx ? game->worldy : (uint16_t)(y * UNITS_PER_TILE);
	player->xdir = player->ydir = 0;
	player->temp1 = DIR_W;
	player->temp2 = START_STEP;
	player->shapenum = (uint16_t)(direction_shape(DIR_W) + STAND_SHAPE);
	exh_keen_new_state(e, player, STATE_WORLDKEEN);
}

/*
 * The original demands bombs in a window, and waits for a key. Here the run ends, as
 * there is no one to read it. The playstate stays "playing".
 */
static void show_message(struct exh_keen_engine *e)
{
	const struct exh_event_field fields[] = {
		{ .key = "map", .number = BOSS_MAP },
		{ .key = "bombs", .number = e->gamestate.boobusbombs },
		{ .key = "needed", .number = BOMBS_FOR_BOSS },
	};

	if (!e->over)
		exh_keen_trace(e, "bombs-needed", fields, sizeof fields / sizeof *fields);
	e->over = true;
}

/* False if a message is shown instead. */
static bool enter(struct exh_keen_engine *e, const struct object *ob, uint16_t map)
{
	if (map == BOSS_MAP && e->gamestate.boobusbombs < BOMBS_FOR_BOSS) {
		show_message(e);
		return false;
	}
	e->gamestate.worldx = ob->x;
	e->gamestate.worldy = ob->y;
	e->gamestate.mapon = (int16_t)map;
	e->playstate = EXH_KEEN_LEVEL_COMPLETE;
	exh_keen_play_sound(e, SOUND_ENTER_LEVEL);
	return true;
}

/* Enters the levels of all entrances that he stands on, row by row: each is heard, and
 * the last one counts. */
static void check_enter(struct exh_keen_engine *e, const struct object *ob)
{
	const uint32_t bottom = last_row(e, ob->tiletop, ob->tilebottom);

	for (uint32_t y = ob->tiletop; y <= bottom; y++)
		for (uint32_t x = ob->tileleft; x <= ob->tileright; x++) {
			const uint16_t info =
				map_cell(e, EXH_KEEN_INFO, (uint16_t)x, (uint16_t)y);

			if (is_entrance(info) &&
			    !enter(e, ob, (uint16_t)(info - ENTRANCE_BASE)))
				return;
		}
}

/* QUIRK: walking off with a button pressed enters twice, here and in the first step: the
 * sound plays twice. */
void exh_keen_world_think(struct exh_keen_engine *e, struct object *ob)
{
	if (e->c.dir != DIR_NONE) {
		ob->state = STATE_WORLDWALK;
		ob->temp2 = 0;
		exh_keen_world_walk(e, ob);
	}
	if (e->c.button0 || e->c.button1)
		check_enter(e, ob);
}

void exh_keen_world_walk(struct exh_keen_engine *e, struct object *ob)
{
	static const uint16_t steps[] = { 2, 3, 1, 3 }; /* shapes of a direction */

	ob->xdir = e->c.xaxis;
	ob->ydir = e->c.yaxis;
	ob->temp2 = (int16_t)((ob->temp2 + 1) & 3);
	if (e->c.button0 || e->c.button1)
		check_enter(e, ob);
	if (e->c.dir == DIR_NONE) {
		ob->state = STATE_WORLDKEEN;
		ob->shapenum =
			(uint16_t)(direction_shape((uint16_t)ob->temp1) + STAND_SHAPE);
	} else {
		ob->temp1 = (int16_t)e->c.dir;
		ob->shapenum = (uint16_t)(direction_shape(e->c.dir) + steps[ob->temp2]);
	}
}

/*
 * Flags.
 */

static void set_foreground(struct exh_keen_engine *e, uint32_t x, uint32_t y,
			   uint16_t tile)
{
	if (x < e->map_width && y < e->map_height)
		e->planes[EXH_KEEN_FOREGROUND][y * e->map_width + x] = tile;
}

static void patch_cell(struct exh_keen_engine *e, uint32_t x, uint32_t y)
{
	enum { GATE = 130, CITY = 90, FLAG_TOP_LEFT = 131, FLAG_TOP, FLAG_POLE };

	switch (map_cell(e, EXH_KEEN_FOREGROUND, (uint16_t)x, (uint16_t)y)) {
	case GATE:
		set_foreground(e, x, y, 0);
		break;
	case CITY:
		set_foreground(e, x, y, FLAG_POLE);
		set_foreground(e, x - 1, y - 1, FLAG_TOP_LEFT);
		set_foreground(e, x, y - 1, FLAG_TOP);
		break;
	default:
		break;
	}
}

void exh_keen_patch_world_map(struct exh_keen_engine *e)
{
	for (uint32_t y = 0; y < e->map_height; y++)
		for (uint32_t x = 0; x < e->map_width; x++) {
			uint16_t *info = &e->planes[EXH_KEEN_INFO][y * e->map_width + x];

			if (!is_entrance(*info) ||
			    !e->gamestate.leveldone[*info - ENTRANCE_BASE])
				continue;
			*info = 0;
			patch_cell(e, x, y);
		}
}
