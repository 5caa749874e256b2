#include "play_zvision.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 256 << 20 /* bytes */ };

const char *const zv_engine_choices[] = { "auto", "nemesis", "zgi", "zengine", NULL };

/*
 * Files for the engine.
 */

/* A game that was saved in an earlier run. */
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

static bool read_file(void *context, const char *name, struct exh_bytes *out)
{
	const struct files *files = ((const struct zv_run_game *)context)->game->files;
	const char *found = files_find(files, name);
	struct file file;

	if (found ? files_read(files, found, FILE_LIMIT, &file, NULL)
		  : !read_saved(context, name, &file))
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
 * Which game it is.
 */

static void choose(struct zv_run_game *game, const struct zv_run_options *options)
{
	game->reason = "option";
	if (options->engine == ZV_ENGINE_NEMESIS || options->game == 1)
		game->which = EXH_ZV_NEMESIS;
	else if (options->engine == ZV_ENGINE_ZGI || options->game == 2)
		game->which = EXH_ZV_ZGI;
	else
		game->which = zv_game_guess(game->game, &game->reason);
}

bool zv_run_game_open(struct zv_run_game *game, const char *path,
		      const struct zv_run_options *options, struct report *report)
{
	const struct exh_zv_files files = { read_file, release, game };

	*game = (struct zv_run_game){ .saved_games = options->saved_games };
	if (!zv_game_is_found(path, report))
		return false;
	game->game = zv_game_open(path, report);
	choose(game, options);
	game->world = exh_zv_world_new(&files, game->which);
	if (!game->world)
		mem_end();
	return true;
}

void zv_run_game_close(struct zv_run_game *game)
{
	exh_zv_world_free(game->world);
	if (game->game)
		zv_game_close(game->game);
}
