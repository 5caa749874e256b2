#include "zv_script.h"

#include "task/file.h"
#include "task/jobs.h"
#include "task/memory.h"

#include <stdlib.h>

/* Bytes: about five times what a file of short lines has. */
static const size_t MEMORY_LIMIT = (size_t)1 << 30;

static enum exh_status read(const void *options, struct asset *asset,
			    struct exh_notes *notes, struct exh_error *err)
{
	struct exh_zv_script *script =
		mem_arena_try(asset->arena, 1, sizeof *script, err);

	(void)options;
	if (!script)
		return EXH_LIMIT;
	asset->thing = script;
	return exh_zv_script_parse(asset->bytes, asset->arena, script, notes, err);
}

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	(void)options;
	(void)file;
	(void)err;
	exh_zv_script_print(asset->thing, out);
	return EXH_OK;
}

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	(void)options;
	scr_to_json(asset->thing, object);
}

const struct asset_kind zv_script_kind = {
	.name = "script",
	.family = "zvision",
	.source = &zv_source,
	.code = ZV_SCRIPT,
	.memory_limit = MEMORY_LIMIT,
	.read = read,
	.ending = ".txt",
	.make = make,
	.describe = describe,
};

/*
 * Several of them.
 */

/* Takes over the path and the content. */
static void add(struct scr_files *files, char *path, struct file content,
		struct report *report)
{
	struct scr_file *scr = MEM_ADD(files);
	struct single *single = mem_alloc(1, sizeof *single);

	*single = (struct single){ .assets.path = path, .file = content };
	*scr = (struct scr_file){ .path = path, .single = single };
	if (single_start(single, &zv_script_kind, NULL, report))
		scr->script = single_asset(single)->thing;
}

/* "game/gary.scr", "game/scripts.zfs/gary.scr". */
static char *path_of(const char *root, const struct zv_place *place)
{
	char *path = file_join(root, place->where), *own;

	if (!place->archive)
		return path;
	own = file_join(path, place->name);
	free(path);
	return own;
}

static void add_member(struct scr_files *files, const char *root,
		       const struct zv_game *game, const char *name,
		       struct report *report)
{
	char *path = path_of(root, zv_game_place(game, name));
	struct file content;
	struct exh_error err;

	if (!files_read(game->files, name, SCR_FILE_LIMIT, &content, &err)) {
		add(files, path, content, report);
	} else {
		report_failure(report, path, &err);
		free(path);
	}
}

static void add_game(struct scr_files *files, const char *path, struct report *report)
{
	char *root = zv_game_find(path, report);
	struct zv_game *game = root ? zv_game_open(root, report) : NULL;
	const size_t before = files->count;

	for (size_t i = 0; game && i < files_count(game->files) && !interrupt_pending();
	     i++) {
		const char *name = files_name(game->files, i);

		if (zv_game_place(game, name)->type == ZV_SCRIPT)
			add_member(files, root, game, name, report);
	}
	for (size_t i = before; game && i < files->count; i++) {
		files->items[i].game =
			zv_game_is_known(game) ? 1 + (game->which == EXH_ZV_ZGI) : 0;
		files->items[i].edition = game->edition;
	}
	if (game && files->count == before && !report->failed)
		report_error(report, path, EXH_NO_OFFSET, "the game has no scripts");
	if (game)
		*MEM_ADD(&files->games) = game;
	free(root);
}

void scr_files_add(struct scr_files *files, const char *path, struct report *report)
{
	struct file content;

	if (file_is_folder(path))
		add_game(files, path, report);
	else if (report_read(report, path, SCR_FILE_LIMIT, &content))
		add(files, mem_text(path), content, report);
}

void scr_files_free(struct scr_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		single_free(files->items[i].single);
		free(files->items[i].single);
		free(files->items[i].path);
	}
	for (size_t i = 0; i < files->games.count; i++)
		zv_game_close(files->games.items[i]);
	free(files->games.items);
	free(files->items);
}

const struct exh_zv_script **scr_scripts(const struct scr_set *set)
{
	const struct exh_zv_script **scripts =
		mem_alloc(set->count, sizeof(struct exh_zv_script *));

	for (size_t i = 0; i < set->count; i++)
		scripts[i] = set->scripts[i].script;
	return scripts;
}

const char **scr_names(const struct scr_set *set)
{
	const char **names = mem_alloc(set->count, sizeof(const char *));

	for (size_t i = 0; i < set->count; i++)
		names[i] = file_name(set->scripts[i].path);
	return names;
}
