/* Levels: what they begin with, and what comes after them. Source: keen-engine 9, 10.5.
 */
#include "dreams_parts.h"

#include "../../../keen/keen_parts.h"

#include <string.h>

enum {
	MAX_SIDE = 256, /* tiles: places have 16 bits */
	PLAYER_RIGHT = 1,
	PLAYER_LEFT = 2,
	FIRST_ENTRANCE = 3,
	LAST_ENTRANCE = 18,
	WORLD_PLAYER = 19,
	FIRST_BONUS = 21,
	LAST_BONUS = 32,
	DOOR = 33,
	/* Position of the player from the screen's left and top when a level begins, in
	 * units. */
	START_X = 150 * 16,
	START_Y = 84 * 16,
};

static enum exh_status load_map(struct exh_keen_engine *e, unsigned number,
				struct exh_error *err)
{
	const struct exh_keen_map *map = exh_keen_find_map(e->game->maps, number);

	if (!map || map->lost)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				map ? "level %u is lost" : "there is no level %u",
				number);
	if (map->width > MAX_SIDE || map->height > MAX_SIDE ||
	    map->width * map->height > EXH_KEEN_MAP_MAX_CELLS)
		return exh_fail(err, EXH_LIMIT, map->header_offset,
				"level %u has %zu by %zu cells: the engine takes up to "
				"256 by 256, and %d in all",
				number, map->width, map->height, EXH_KEEN_MAP_MAX_CELLS);
	e->map_number = (uint16_t)number;
	e->map_width = (uint16_t)map->width;
	e->map_height = (uint16_t)map->height;
	memset(e->planes, 0, sizeof e->planes);
	for (size_t plane = 0; plane < EXH_KEEN_PLANE_COUNT; plane++)
		if (map->planes[plane].cells)
			memcpy(e->planes[plane], map->planes[plane].cells,
			       map->width * map->height * sizeof **e->planes);
	return EXH_OK;
}

static enum exh_status edit_map(struct exh_keen_engine *e,
				const struct exh_keen_start *start, struct exh_error *err)
{
	for (size_t i = 0; i < start->edit_count; i++) {
		const struct exh_keen_edit *edit = &start->edits[i];

		if (edit->x >= e->map_width || edit->y >= e->map_height ||
		    (unsigned)edit->plane >= EXH_KEEN_PLANE_COUNT)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"edit of cell %u,%u: level %u has %u by %u",
					edit->x, edit->y, e->map_number, e->map_width,
					e->map_height);
		e->planes[edit->plane][edit->y * e->map_width + edit->x] = edit->value;
	}
	return EXH_OK;
}

/* Results of scanning the info plane. */
struct scan {
	bool has_player;
	uint16_t unknown_count, unknown_value;
};

static void spawn(struct exh_keen_engine *e, uint16_t value, uint16_t x, uint16_t y,
		  struct scan *scan)
{
	if (value == PLAYER_RIGHT || value == PLAYER_LEFT) {
		exh_keen_spawn_player(e, x, y, value == PLAYER_RIGHT ? 1 : -1);
		scan->has_player = true;
	} else if (value == WORLD_PLAYER) {
		exh_keen_spawn_world_player(e, x, y);
		scan->has_player = true;
	} else if (value >= FIRST_BONUS && value <= LAST_BONUS) {
		exh_keen_spawn_bonus(e, x, y, value - FIRST_BONUS);
	} else if (value == DOOR) {
		exh_keen_spawn_door(e, x, y);
	} else if ((value < FIRST_ENTRANCE || value > LAST_ENTRANCE) &&
		   !exh_keen_spawn_enemy(e, value, x, y)) {
		scan->unknown_value = value;
		scan->unknown_count++;
	}
}

/* False if there are more objects than slots. */
static bool scan_info_plane(struct exh_keen_engine *e, struct scan *scan)
{
	for (uint16_t y = 0; y < e->map_height; y++)
		for (uint16_t x = 0; x < e->map_width; x++) {
			const uint16_t value = map_cell(e, EXH_KEEN_INFO, x, y);
			const uint16_t newest = e->newest_object;

			if (!value)
				continue;
			e->full = false;
			spawn(e, value, x, y, scan);
			if (e->full)
				return false;
			if (e->newest_object == newest)
				continue;
			if (e->objects[e->newest_object].active != ACTIVE_ALLWAYS)
				e->objects[e->newest_object].active = ACTIVE_NO;
		}
	return true;
}

static enum exh_status spawn_all(struct exh_keen_engine *e, struct exh_notes *notes,
				 struct exh_error *err)
{
	struct scan scan = { 0 };

	exh_keen_objects_clear(e);
	exh_keen_object_new(e); /* the player's slot */
	exh_keen_spawn_scorebox(e);
	if (!scan_info_plane(e, &scan))
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"level %u has more than %d objects", e->map_number,
				EXH_KEEN_OBJECTS - 2);
	if (!scan.has_player)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"level %u has no start of the player: an info cell of 1, "
				"2, or 19",
				e->map_number);
	if (scan.unknown_count)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "level %u: %u info cells are unknown; the last has %u",
			 e->map_number, scan.unknown_count, scan.unknown_value);
	return EXH_OK;
}

static uint16_t back(uint16_t place, uint16_t by)
{
	return place > by ? (uint16_t)(place - by) : 0;
}

static enum exh_status set_up(struct exh_keen_engine *e, struct exh_notes *notes,
			      struct exh_error *err)
{
	const struct object *player = player_of(e);
	enum exh_status status;

	/* Flags come before objects: a closed gate would push Keen away. */
	if (e->map_number == WORLD_MAP)
		exh_keen_patch_world_map(e);
	status = spawn_all(e, notes, err);
	if (status)
		return status;
	e->playstate = EXH_KEEN_PLAYING;
	e->plummeted = false;
	e->jumptime = 0;
	e->last_time_count = e->time_count;
	e->tics = 1;
	exh_keen_rf_level_start(e);
	exh_keen_rf_new_position(e, back(player->x, START_X), back(player->y, START_Y));
	exh_keen_calc_inactivate(e);
	return EXH_OK;
}

enum exh_status exh_keen_level_start(struct exh_keen_engine *e,
				     const struct exh_keen_start *start,
				     struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status = load_map(e, start->map, err);

	if (!status)
		status = edit_map(e, start, err);
	return status ? status : set_up(e, notes, err);
}

/*
 * The game as a whole.
 */

static void after_level(struct exh_keen_engine *e)
{
	struct gamestate *game = &e->gamestate;

	switch (e->playstate) {
	case EXH_KEEN_DIED:
		game->keys = 0;
		game->boobusbombs = (int16_t)(game->boobusbombs - game->bombsthislevel);
		game->lives--;
		e->over = game->lives < 0;
		break;
	case EXH_KEEN_LEVEL_COMPLETE:
		if (e->map_number < EXH_KEEN_LEVELS)
			game->leveldone[e->map_number] = true;
		/* On the world map the player starts where he left it. */
		if (e->map_number == WORLD_MAP)
			break;
		exh_keen_play_sound(e, SOUND_LEVEL_DONE);
		game->mapon = WORLD_MAP;
		break;
	case EXH_KEEN_WARPED: /* to mapon */
		break;
	default:
		e->over = true;
	}
	game->bombsthislevel = 0;
}

void exh_keen_level_end(struct exh_keen_engine *e)
{
	if (!e->whole_game)
		e->over = true;
	else
		after_level(e);
}

/* The original asks in a window: Try Again / Exit to Tuberia. */
static void choose_after_death(struct exh_keen_engine *e)
{
	const bool leaves = e->choice == EXH_KEEN_EXIT;
	const struct exh_event_field field = { .key = "answer",
					       .number = leaves ? EXH_KEEN_EXIT
								: EXH_KEEN_TRY_AGAIN };

	exh_keen_trace(e, "choice", &field, 1);
	if (leaves)
		e->gamestate.mapon = WORLD_MAP;
}

bool exh_keen_level_next(struct exh_keen_engine *e)
{
	struct exh_event_field field = { .key = "map" };

	if (e->playstate == EXH_KEEN_DIED)
		choose_after_death(e);
	field.number = e->gamestate.mapon;
	exh_keen_fade(e, FADE_NORMAL, FADE_BLACK);
	exh_keen_trace(e, "level", &field, 1);
	e->over = load_map(e, (unsigned)(uint16_t)e->gamestate.mapon, NULL) ||
		  set_up(e, NULL, NULL);
	return !e->over;
}
