/* Saves and restores games, for scripts, controls and the program. */
#include "zv_parts.h"

#include "exhume/advanced/zv_engine.h"

#include <string.h>

bool exh_zv_engine_keep_game(struct exh_zv_engine *engine, const char *name)
{
	return exh_zv_keep(engine, name, exh_zv_engine_save_game);
}

enum exh_status exh_zv_engine_load_game(struct exh_zv_engine *engine,
					struct exh_bytes file, struct exh_error *err)
{
	const enum exh_status status = exh_zv_read_game(engine, file, err);

	if (status)
		return status;
	exh_zv_saves_leave_menu(&engine->saves);
	exh_zv_preferences_read(engine);
	return EXH_OK;
}

enum exh_status exh_zv_engine_restore_game(struct exh_zv_engine *engine, const char *text,
					   struct exh_error *err)
{
	char name[ZV_NAME_SIZE];

	if (!exh_zv_world_name(bytes_of_text(text), name))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"this is no name of a file");
	return exh_zv_kept_load(engine, name, exh_zv_engine_load_game, err);
}

void exh_zv_request_place(struct exh_zv_engine *engine)
{
	const struct zv_change *change = &engine->change;

	if (change->is_pending && change->ticks_left == 1 && engine->place[0] &&
	    !zv_is_menu(engine->place) && memcmp(change->place, "gjse", PLACE_SIZE) == 0)
		exh_zv_saves_enter_menu(engine, exh_zv_write_game);
	exh_zv_place_tick(engine);
	if (engine->place_is_new && !zv_is_menu(engine->place))
		exh_zv_saves_leave_menu(&engine->saves);
}

/*
 * For controls.
 */

static void write_titled(const struct exh_zv_engine *engine, struct exh_writer *out)
{
	exh_zv_engine_save_game(engine, out);
	exh_zv_slot_write_title(engine->request.title, out);
}

static void restore(struct exh_zv_engine *engine, const char *name)
{
	struct exh_error err;

	if (exh_zv_engine_restore_game(engine, name, &err))
		exh_zv_world_note_once(engine->world, name, err.text);
}

static void perform(struct exh_zv_engine *engine)
{
	char name[ZV_NAME_SIZE];

	if (exh_zv_slot_name(engine, engine->request.slot, name)) {
		if (engine->request.kind == REQUEST_RESTORE)
			restore(engine, name);
		else if (exh_zv_keep(engine, name, write_titled))
			exh_zv_tell(engine, TALK_SAVED);
		else
			exh_zv_world_note_once(engine->world, name,
					       "no more than 16 saved games are kept");
	}
	engine->request = (struct zv_request){ .kind = REQUEST_NONE };
}

static bool is_taken(struct exh_zv_engine *engine, int32_t slot)
{
	char title[ZV_TITLE_SIZE];

	return exh_zv_slot_title(engine, slot, title);
}

void exh_zv_request_tick(struct exh_zv_engine *engine)
{
	const struct zv_request *request = &engine->request;

	if (request->kind == REQUEST_NONE)
		return;
	if (request->kind == REQUEST_SAVE && !request->title[0]) {
		engine->request.kind = REQUEST_NONE;
		exh_zv_tell(engine, TALK_NO_TITLE);
	} else if (request->kind == REQUEST_SAVE && !request->is_confirmed &&
		   is_taken(engine, request->slot)) {
		exh_zv_ask(engine, TALK_REPLACE);
	} else {
		perform(engine);
	}
}
