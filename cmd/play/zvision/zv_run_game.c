#include "play_zvision.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	FILE_LIMIT = 256 << 20, /* bytes of a file */
	GAME_LIMIT = 16 << 20	/* bytes of a saved game */
};

const char *const zv_engine_choices[] = { "auto", "nemesis", "zgi", "zengine", NULL };

/*
 * Files for the engine.
 */

/* Reads a game that was saved in an earlier run. */
static bool read_saved(const struct zv_run_game *game, const char *name,
		       struct file *file)
{
	bool good;
	char *path;

	if (!game->saved_games || strpbrk(name, "/\\"))
		return false;
	path = file_join(game->saved_games, name);
	good = !file_read_own(path, FILE_LIMIT, file, NULL);
	free(path);
	return good;
}

/* True for files that games save: those of an earlier run come before the game's. */
static bool is_saved_first(const char *name)
{
	return file_has_ending(name, ".sav") || file_has_ending(name, ".ini");
}

/* Reads a loose file of this name and folders, wherever those are. */
static bool read_in_folders(const struct files *tree, const char *name, struct file *file)
{
	for (size_t i = 0; strchr(name, '/') && i < files_count(tree); i++) {
		const char *path = files_name(tree, i);
		const size_t size = strlen(path), end = strlen(name);

		if (size >= end && strcasecmp(path + size - end, name) == 0 &&
		    (size == end || path[size - end - 1] == '/'))
			return !files_read(tree, path, FILE_LIMIT, file, NULL);
	}
	return false;
}

static bool read_file(void *context, const char *name, struct exh_bytes *out)
{
	const struct files *files = ((const struct zv_run_game *)context)->game->files;
	const char *found = files_find(files, name);
	bool is_read = false;
	struct file file;

	if (!found || is_saved_first(name))
		is_read = read_saved(context, name, &file);
	if (!is_read && found)
		is_read = !files_read(files, found, FILE_LIMIT, &file, NULL);
	if (!is_read && !read_in_folders(zv_roof_tree(files), name, &file))
		return false;
	*out = file_bytes(&file);
	return true;
}

static void release(void *context, struct exh_bytes bytes)
{
	(void)context;
	free((void *)bytes.data);
}

/*
 * Choice of the game.
 */

static bool choose(struct zv_run_game *game, const struct zv_run_options *options,
		   const char *path, struct report *report)
{
	game->reason = "option";
	if (options->engine == ZV_ENGINE_NEMESIS || options->game == 1)
		game->which = EXH_ZV_NEMESIS;
	else if (options->engine == ZV_ENGINE_ZGI || options->game == 2)
		game->which = EXH_ZV_ZGI;
	else if (strcmp(game->game->reason, "unknown") == 0) {
		report_error(report, path, EXH_NO_OFFSET,
			     "nothing shows which of the two games it is: give --game "
			     "nemesis or --game zgi");
		return false;
	} else {
		game->which = game->game->which;
		game->reason = game->game->reason;
	}
	return true;
}

bool zv_run_game_open(struct zv_run_game *game, const char *path,
		      const struct zv_run_options *options, struct report *report)
{
	const struct exh_zv_files files = { read_file, release, game };

	char *root = zv_game_find(path, report);

	*game = (struct zv_run_game){ .saved_games = options->saved_games };
	if (!root)
		return false;
	game->game = zv_game_open(root, report);
	free(root);
	if (!choose(game, options, path, report))
		return false;
	game->world = exh_zv_world_new(&files, game->which);
	if (!game->world ||
	    (options->fixes && !exh_zv_world_use_fixes(game->world, game->game->edition)))
		mem_end();
	exh_zv_world_set_language(game->world,
				  options->language
					  ? (enum exh_zv_language)(options->language - 1)
					  : zv_game_language(game->game, game->which));
	return true;
}

void zv_run_game_close(struct zv_run_game *game)
{
	exh_zv_world_free(game->world);
	if (game->game)
		zv_game_close(game->game);
}

/*
 * Saved games.
 */

bool zv_run_load_game(const struct zv_run_options *options, struct exh_zv_engine *engine,
		      struct report *report)
{
	const char *path = options->load_game;
	struct exh_error err;
	struct file file;
	bool good;

	if (!path)
		return true;
	if (!report_read_own(report, path, GAME_LIMIT, &file))
		return false;
	good = exh_zv_engine_load_game(engine, file_bytes(&file), &err) == EXH_OK;
	if (!good)
		report_failure(report, path, &err);
	free(file.data);
	return good;
}

/* Saves the state at the end. */
static bool save_game(const char *path, const struct exh_zv_engine *engine,
		      struct report *report)
{
	struct exh_writer out = { .limit = GAME_LIMIT };

	if (!path)
		return true;
	exh_zv_engine_save_game(engine, &out);
	return output_write_text(report, path, &out);
}

static bool write_kept(const char *folder, const char *name, struct exh_bytes bytes,
		       struct report *report)
{
	char *path;
	bool good;

	if (strpbrk(name, "/\\")) {
		report_warning(report, name, EXH_NO_OFFSET,
			       "a saved game of this name is not written: it is no name "
			       "of a file");
		return true;
	}
	path = file_join(folder, name);
	good = output_is_free(report, path) && output_write(report, path, bytes);
	free(path);
	return good;
}

bool zv_run_save_games(const struct zv_run_options *options, const void *player,
		       struct report *report)
{
	const struct exh_zv_engine *engine = ((const struct zv_player *)player)->engine;
	struct exh_bytes bytes;
	const char *name;
	bool good = save_game(options->save_game, engine, report);

	for (size_t i = 0; options->saved_games && good &&
			   exh_zv_engine_kept_game(engine, i, &name, &bytes);
	     i++)
		good = write_kept(options->saved_games, name, bytes, report);
	return good;
}
