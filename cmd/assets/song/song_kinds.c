#include "song.h"

#include "assets/assets.h"
#include "song_files.h"
#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* bytes, not counting the data read from a song, which have a limit of their
	 * own */
	MEMORY_LIMIT = SONG_FILE_LIMIT + (1 << 20),
};

/*
 * Songs of a folder: the game is a struct files.
 */

static bool is_song(const char *name)
{
	static const char *const endings[] = { ".imf", ".wlf", ".dro",
					       ".vgm", ".vgz", ".opl2log" };

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (file_has_ending(name, endings[i]))
			return true;
	return false;
}

static void add(struct assets *assets, const struct files *files, const char *name)
{
	char *path = files_path(files, name);

	assets_add(assets, ASSET_NO_NUMBER, name, assets_keep(assets, path))->label = "";
	free(path);
}

/* Songs have no numbers, so a choice of numbers selects none. A song that was opened by
 * itself may have any ending. */
static void find(struct assets *assets)
{
	const struct files *files = assets->game;
	const size_t count = assets->range_count ? 0 : files_count(files);
	const bool is_folder = file_is_folder(assets->path);

	for (size_t i = 0; i < count; i++) {
		const char *name = files_name(files, i);

		if (is_folder && (!is_song(name) || files_item_is_folder(files, i)))
			continue;
		add(assets, files, name);
	}
}

static enum exh_status load(const struct assets *assets, struct asset *asset,
			    bool salvage, struct exh_notes *notes, struct exh_error *err)
{
	struct file file;
	enum exh_status status =
		files_read(assets->game, asset->name, SONG_FILE_LIMIT, &file, err);

	(void)salvage;
	(void)notes;
	if (status)
		return status;
	asset->bytes = mem_arena_keep(asset->arena, file_bytes(&file));
	free(file.data);
	return EXH_OK;
}

static const struct asset_source source = {
	.find = find,
	.find_in_file = assets_find_file,
	.load = load,
};

static const struct song_options defaults = { .pass_count = 1,
					      .format = SONG_WAV,
					      .imf_type = SONG_IMF_USUAL,
					      .channels = EXH_OPL2_ALL_CHANNELS };

static struct json *more(const void *options, const struct asset *asset)
{
	const struct song_asset *thing = asset->thing;
	struct json *roll =
		song_notes_of(&thing->song, song_asset_is_spaced(options, &thing->song));

	return roll ? json_make("{s:o}", "roll", roll) : NULL;
}

const struct asset_kind song_asset_kind = {
	.name = "song",
	.family = "opl2",
	.source = &source,
	.defaults = &defaults,
	.memory_limit = MEMORY_LIMIT,
	.read = song_asset_read,
	.plan = song_files_plan,
	.make = song_files_make,
	.write = song_files_write,
	.close = song_asset_close,
	.describe = song_asset_describe,
	.more = more,
};

static const struct asset_kind *const kinds[] = { &song_asset_kind, NULL };

/*
 * Files and folders.
 */

static bool is_at(const char *path, const struct files *files)
{
	bool found = false;

	if (!files)
		return is_song(path) && file_exists(path);
	for (size_t i = 0; i < files_count(files) && !found; i++)
		found = is_song(files_name(files, i)) && !files_item_is_folder(files, i);
	return found;
}

static void *open_songs(const char *path, struct report *report)
{
	(void)report;
	return file_is_folder(path) ? files_open_folder(path) : files_open_file(path);
}

/* Files with known endings are recognized by is_at. */
static const struct asset_kind *kind_of_file(const struct identify_finding *file)
{
	static const char *const formats[] = { "imf", "opl2log", "dro", "vgm" };

	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (strcmp(formats[i], file->format->name) == 0)
			return &song_asset_kind;
	return NULL;
}

static const void *options_of(const struct asset_kind *kind,
			      const struct export_wishes *wishes, struct exh_arena *arena)
{
	static const struct song_options flac = { .pass_count = 1,
						  .format = SONG_FLAC,
						  .channels = EXH_OPL2_ALL_CHANNELS };

	static const struct song_options midi = { .pass_count = 1,
						  .format = SONG_MIDI,
						  .imf_type = SONG_IMF_USUAL,
						  .channels = EXH_OPL2_ALL_CHANNELS };
	const struct song_options *options =
		wishes->sound == EXPORT_FLAC ? &flac : kind->defaults;
	struct song_options *limited;

	if (wishes->as_midi || !wishes->max_length)
		return wishes->as_midi ? &midi : options;
	limited = mem_arena(arena, 1, sizeof *limited);
	*limited = *options;
	limited->sound.settings.max_length = wishes->max_length;
	return limited;
}

static void plan_exports(void *game, const struct export_wishes *wishes,
			 struct asset_exports *exports)
{
	(void)game;
	asset_exports_add(exports, (struct asset_export){
					   .kind = &song_asset_kind,
					   .options = options_of(&song_asset_kind, wishes,
								 &exports->arena),
					   .folder = "" });
}

static void close_songs(void *game)
{
	files_close(game);
}

/* Register logs are made from other songs: imf2wav converts them, and does not pack. */
static const struct asset_packer packers[] = { { 0 } };

static const char *const subcommands[] = { "imf2wav", NULL };

const struct game_type song_game_type = {
	.name = "songs",
	.family = "opl2",
	.kinds = kinds,
	.packers = packers,
	.subcommands = subcommands,
	.is_at = is_at,
	.is_rest = true,
	.kind_of_file = kind_of_file,
	.options = options_of,
	.open = open_songs,
	.close = close_songs,
	.plan_exports = plan_exports,
};
