#include "play_zvision.h"

#include "task/file.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum { GAME_LIMIT = 16 << 20 /* bytes of a saved game */ };

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

/* The state at the end. */
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
