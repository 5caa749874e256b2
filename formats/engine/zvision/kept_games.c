/*
 * Saved games that a run keeps: what the game has saved under a name is there when it
 * restores it. They never change, and copies of an engine share them.
 */
#include "zv_parts.h"
#include "exhume/advanced/zv_engine.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAME_LIMIT = 1 << 22 /* bytes of a saved game */ };

static void drop(struct zv_saved_game *game)
{
	if (--game->users)
		return;
	exh_writer_free(&game->bytes);
	free(game);
}

void exh_zv_saves_leave_menu(struct zv_saves *saves)
{
	if (saves->before)
		drop(saves->before);
	saves->before = NULL;
}

void exh_zv_saves_free(struct zv_saves *saves)
{
	while (saves->count)
		drop(saves->games[--saves->count]);
	exh_zv_saves_leave_menu(saves);
}

void exh_zv_saves_copy(struct zv_saves *to, const struct zv_saves *from)
{
	*to = *from;
	for (size_t i = 0; i < to->count; i++)
		to->games[i]->users++;
	if (to->before)
		to->before->users++;
}

static struct zv_saved_game *new_game(const char *name)
{
	struct zv_saved_game *game = calloc(1, sizeof *game);

	if (!game)
		return NULL;
	game->users = 1;
	game->bytes.limit = GAME_LIMIT;
	snprintf(game->name, sizeof game->name, "%s", name);
	return game;
}

static bool take_name(const char *text, char name[ZV_NAME_SIZE])
{
	return exh_zv_world_name(bytes_of_text(text), name);
}

/* Returns the index of the game with this name, or the index for a new one. */
static size_t place_of(const struct zv_saves *saves, const char *name)
{
	size_t i = 0;

	while (i < saves->count && strcmp(saves->games[i]->name, name) != 0)
		i++;
	return i;
}

bool exh_zv_keep(struct exh_zv_engine *engine, const char *text, zv_write_fn *write)
{
	struct zv_saves *saves = &engine->saves;
	struct zv_saved_game *game;
	char name[ZV_NAME_SIZE] = { 0 };
	size_t at;

	if (!take_name(text, name))
		return false;
	at = place_of(saves, name);
	game = at < MAX_SAVES ? new_game(name) : NULL;
	if (!game)
		return false;
	write(engine, &game->bytes);
	if (game->bytes.failed) {
		drop(game);
		return false;
	}
	if (at < saves->count)
		drop(saves->games[at]);
	else
		saves->count++;
	saves->games[at] = game;
	return true;
}

void exh_zv_saves_enter_menu(struct exh_zv_engine *engine, zv_write_fn *write)
{
	struct zv_saves *saves = &engine->saves;

	exh_zv_saves_leave_menu(saves);
	saves->before = new_game("");
	if (!saves->before)
		return;
	write(engine, &saves->before->bytes);
	if (saves->before->bytes.failed)
		exh_zv_saves_leave_menu(saves);
}

bool exh_zv_engine_kept_game(const struct exh_zv_engine *engine, size_t i,
			     const char **name, struct exh_bytes *bytes)
{
	if (i >= engine->saves.count)
		return false;
	*name = engine->saves.games[i]->name;
	*bytes = exh_writer_bytes(&engine->saves.games[i]->bytes);
	return true;
}

static enum exh_status load_file(struct exh_zv_engine *engine, const char *name,
				 zv_read_fn *load, struct exh_error *err)
{
	struct exh_bytes file;
	enum exh_status status;

	if (!exh_zv_world_read(engine->world, name, &file))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the game has no saved game of this name: %s", name);
	status = load(engine, file, err);
	exh_zv_world_release(engine->world, file);
	return status;
}

enum exh_status exh_zv_kept_load(struct exh_zv_engine *engine, const char *name,
				 zv_read_fn *load, struct exh_error *err)
{
	const struct zv_saves *saves = &engine->saves;
	const size_t at = place_of(saves, name);

	return at < saves->count
		       ? load(engine, exh_writer_bytes(&saves->games[at]->bytes), err)
		       : load_file(engine, name, load, err);
}

/*
 * In saved states.
 */

static void walk_content(struct save_walk *w, struct exh_writer *bytes)
{
	uint32_t size = (uint32_t)bytes->size;
	const uint8_t *data;

	walk_u32(w, &size);
	if (!walk_loads(w)) {
		exh_write_bytes(w->out, bytes->data, size);
		return;
	}
	data = w->fault ? NULL : rd_take(&w->in, size);
	if (!data && !w->fault)
		walk_fail(w, "it ends too early");
	if (w->fault)
		return;
	exh_write_bytes(bytes, data, size);
	if (bytes->failed)
		walk_fail(w, "a saved game in it is too long");
}

static void walk_game(struct save_walk *w, struct zv_saved_game *game)
{
	walk_bytes(w, game->name, sizeof game->name);
	game->name[ZV_NAME_SIZE - 1] = '\0';
	walk_content(w, &game->bytes);
}

/* Reads or writes a game; one that is read is new. */
static void walk_new_game(struct save_walk *w, struct zv_saved_game **game)
{
	if (walk_loads(w))
		*game = new_game("");
	if (*game)
		walk_game(w, *game);
	else
		walk_fail(w, "out of memory");
}

void exh_zv_walk_saves(struct save_walk *w, struct zv_saves *saves)
{
	uint32_t count = (uint32_t)saves->count;
	bool has_before = saves->before != NULL;

	WALK_WITHIN(w, count, uint32_t, 0, MAX_SAVES);
	for (uint32_t i = 0; i < count && !w->fault; i++) {
		walk_new_game(w, &saves->games[i]);
		saves->count = i + (saves->games[i] != NULL);
	}
	walk_bool(w, &has_before);
	if (has_before && !w->fault)
		walk_new_game(w, &saves->before);
}
