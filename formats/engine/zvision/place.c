/* The player's place: changes it, and loads its scripts. */
#include "zv_parts.h"

#include <string.h>

static void read_place(const struct exh_zv_engine *engine, int32_t first_key,
		       char place[PLACE_SIZE], int32_t *offset)
{
	for (int i = 0; i < PLACE_SIZE; i++)
		place[i] = (char)zv_get(engine, first_key + i);
	*offset = zv_get(engine, first_key + PLACE_SIZE);
}

bool exh_zv_is_place(const char place[PLACE_SIZE])
{
	for (int i = 0; i < PLACE_SIZE; i++)
		if (!zv_is_place_letter(place[i]))
			return false;
	return true;
}

void exh_zv_change_place(struct exh_zv_engine *engine, const char place[PLACE_SIZE],
			 int32_t offset)
{
	struct zv_change *change = &engine->change;

	*change = (struct zv_change){ .is_pending = true,
				      .ticks_left = PLACE_DELAY,
				      .offset = offset };
	memcpy(change->place, place, PLACE_SIZE);
}

/*
 * Loading.
 */

const struct zv_program *exh_zv_place_program(struct exh_zv_engine *engine,
					      enum zv_scope scope)
{
	static const size_t sizes[] = { PLACE_SIZE, 2, 1, 0 };
	char name[PLACE_SIZE + 5];

	if (scope == ZV_UNIVERSE)
		return exh_zv_world_program(engine->world, "universe.scr");
	memcpy(name, engine->place, sizes[scope]);
	memcpy(name + sizes[scope], ".scr", 5);
	return exh_zv_world_program(engine->world, name);
}

/* Worlds and rooms without a script are usual, places are not. */
static void note_missing(struct exh_zv_engine *engine)
{
	char name[PLACE_SIZE + 5] = { 0 };
	struct exh_bytes file;

	memcpy(name, engine->place, PLACE_SIZE);
	memcpy(name + PLACE_SIZE, ".scr", 5);
	if (exh_zv_world_read(engine->world, name, &file))
		exh_zv_world_release(engine->world, file);
	else if (exh_zv_world_once(engine->world, name))
		exh_note(&engine->world->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "%s: no such file; the place is empty", name);
}

/* is_entered: from another place. */
static void load(struct exh_zv_engine *engine, enum zv_scope scope, bool is_entered)
{
	const struct zv_program *program = exh_zv_place_program(engine, scope);

	/* Sounds of a restored game go on. */
	if (program && (is_entered || zv_get(engine, KEY_RESTORED) != 1))
		exh_zv_pans_read(engine, program);
	exh_zv_scope_load(&engine->scheduler, scope, program);
	exh_zv_fixes_load(engine, program);
}

/* Loads the scripts that a change of place from `from` needs; all of them at the start.
 */
static void load_place(struct exh_zv_engine *engine, const char from[PLACE_SIZE])
{
	struct zv_scheduler *scheduler = &engine->scheduler;
	const bool world = engine->place[0] != from[0];
	const bool room = world || engine->place[1] != from[1];

	exh_zv_scheduler_forget(scheduler);
	exh_zv_scope_keep(scheduler, ZV_UNIVERSE);
	if (!room)
		exh_zv_scope_keep(scheduler, ZV_ROOM);
	if (!world)
		exh_zv_scope_keep(scheduler, ZV_WORLD);
	exh_zv_effects_leave(engine, ZV_NODEVIEW);
	if (room)
		exh_zv_effects_leave(engine, ZV_ROOM);
	if (world)
		exh_zv_effects_leave(engine, ZV_WORLD);
	load(engine, ZV_NODEVIEW, from[0]);
	if (room)
		load(engine, ZV_ROOM, from[0]);
	if (world)
		load(engine, ZV_WORLD, from[0]);
	if (!scheduler->scopes[ZV_NODEVIEW].program)
		note_missing(engine);
	engine->room_is_new = room;
	engine->place_is_new = true;
}

/*
 * The change.
 */

/* Leaving the menu keeps the place that was kept on entering it; a game that begins or is
 * restored has no previous place. */
static void keep_last_place(struct exh_zv_engine *engine, const char to[PLACE_SIZE])
{
	const int32_t keys = zv_is_menu(to) ? KEY_LAST_MENU_PLACE : KEY_LAST_PLACE;

	if (!engine->place[0] || zv_is_menu(engine->place))
		return;
	for (int i = 0; i <= PLACE_SIZE; i++)
		exh_zv_set(engine, keys + i, zv_get(engine, KEY_WORLD + i));
}

static void set_place(struct exh_zv_engine *engine, const char place[PLACE_SIZE],
		      int32_t offset)
{
	memcpy(engine->place, place, PLACE_SIZE);
	for (int i = 0; i < PLACE_SIZE; i++)
		exh_zv_set(engine, KEY_WORLD + i, (uint8_t)place[i]);
	exh_zv_set(engine, KEY_OFFSET, offset);
}

static void change(struct exh_zv_engine *engine, const char place[PLACE_SIZE],
		   int32_t offset)
{
	/* Only a game that begins or is restored comes from nowhere. */
	const bool is_restored = !engine->place[0] && zv_get(engine, KEY_RESTORED) == 1;
	char from[PLACE_SIZE];

	memcpy(from, engine->place, PLACE_SIZE);
	keep_last_place(engine, place);
	set_place(engine, place, offset);
	load_place(engine, from);
	engine->menu_bits = MENU_BITS;
	engine->cursor_is_hidden = false;
	engine->render_delay = is_restored ? RESTORED_RENDER_DELAY : PLACE_RENDER_DELAY;
	exh_zv_view_start(engine);
	exh_zv_controls_load(engine);
	exh_zv_trace_place(engine, "place", place, offset);
}

void exh_zv_place_tick(struct exh_zv_engine *engine)
{
	struct zv_change *pending = &engine->change;
	char place[PLACE_SIZE];
	int32_t offset = pending->offset;

	if (!pending->is_pending || --pending->ticks_left)
		return;
	pending->is_pending = false;
	memcpy(place, pending->place, PLACE_SIZE);
	if (memcmp(place, "0000", PLACE_SIZE) == 0)
		read_place(engine,
			   zv_is_menu(engine->place) ? KEY_LAST_MENU_PLACE
						     : KEY_LAST_PLACE,
			   place, &offset);
	if (exh_zv_is_place(place) && memcmp(place, engine->place, PLACE_SIZE) != 0)
		change(engine, place, offset);
}
