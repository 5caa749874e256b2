#include "keen_game.h"

#include "task/file.h"
#include "task/fields.h"
#include "task/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME_LIMIT = 256 << 20 /* bytes that the engine makes of the archives */ };

/*
 * Finding the archives.
 */

struct names {
	const char *what, *option;
	const char *usual; /* usual names of the files */
};

static const struct names names_of[KEEN_SLOTS] = {
	[KEEN_SLOT_EGA] = { "graphics", "--graphics", "*.ega, egagraph.*" },
	[KEEN_SLOT_CGA] = { "graphics", "--graphics", "*.cga, cgagraph.*" },
	[KEEN_SLOT_LEVELS] = { "levels", "--levels", "*.map, gamemaps.*" },
	[KEEN_SLOT_SOUNDS] = { "sounds", "--sounds", "*.aud, audio.*" },
};

void keen_set_report(const struct keen_set *set, const struct files *files,
		     struct report *report)
{
	for (unsigned slot = 0; slot < KEEN_SLOTS; slot++) {
		char *path;

		if (set->heads[slot]) {
			path = files_path(files, set->heads[slot]);
			report_error(report, path, EXH_NO_OFFSET,
				     "its archive is missing");
			free(path);
		}
		if (set->headless[slot]) {
			path = files_path(files, set->headless[slot]);
			report_error(report, path, EXH_NO_OFFSET,
				     "no table beside it says where its parts are, and "
				     "no program has one");
			free(path);
		}
		if (set->rivals[slot]) {
			path = files_path(files, set->archives[slot]);
			report_error(report, path, EXH_NO_OFFSET,
				     "%s fits as well: two archives of %s; move the one "
				     "away that is not the game's",
				     set->rivals[slot], names_of[slot].what);
			free(path);
		}
	}
}

/* Returns the first set from index i on that has such an archive; NULL: there is none. */
static const struct keen_set *next_set(const struct keen_sets *sets, enum keen_slot slot,
				       bool is_lone, size_t i)
{
	for (; i < sets->count; i++)
		if (sets->items[i].archives[slot] && sets->items[i].is_lone == is_lone)
			return &sets->items[i];
	return NULL;
}

/* Another archive that fits as well; NULL: none. */
static const char *rival_of(const struct keen_sets *sets, enum keen_slot slot,
			    const struct keen_set *set)
{
	const struct keen_set *other =
		next_set(sets, slot, set->is_lone, (size_t)(set - sets->items) + 1);

	if (set->rivals[slot])
		return set->rivals[slot];
	return other ? other->archives[slot] : NULL;
}

static bool find_one(const struct files *files, const char *folder,
		     const struct keen_sets *sets, enum keen_slot slot, bool needed,
		     char **path, struct report *report)
{
	const struct names *names = &names_of[slot];
	const struct keen_set *set = next_set(sets, slot, false, 0);
	const char *rival;

	if (*path)
		return true;
	/* A lone archive, which may be something else, is used if there is no surer one.
	 */
	if (!set)
		set = next_set(sets, slot, true, 0);
	rival = set ? rival_of(sets, slot, set) : NULL;
	if (rival) {
		report_error(report, folder, EXH_NO_OFFSET,
			     "2 archives of %s; choose one with %s FILE: %s, %s",
			     names->what, names->option, set->archives[slot], rival);
		return false;
	}
	if (set)
		*path = files_path(files, set->archives[slot]);
	else if (needed)
		report_error(report, folder, EXH_NO_OFFSET,
			     "no archive of %s (%s) in this folder; give %s FILE",
			     names->what, names->usual, names->option);
	return *path || !needed;
}

static char *copy_name(const char *name)
{
	return name ? mem_text(name) : NULL;
}

static bool check_folder(const char *folder, struct report *report)
{
	if (!file_is_folder(folder))
		report_error(report, folder, EXH_NO_OFFSET,
			     file_exists(folder)
				     ? "not a folder, expected the folder of a game"
				     : "no such folder");
	else if (access(folder, R_OK | X_OK))
		report_error(report, folder, EXH_NO_OFFSET, "can't open: %s",
			     strerror(errno));
	else
		return true;
	return false;
}

/*
 * Opening the archives. Faults that lose no data are left for egagrab, mapdump and
 * snd2wav to report.
 */

static bool open_graphics(struct keen_game *game, const struct keen_game_options *options,
			  struct report *report)
{
	const struct keen_archive_options tables = { .exe = options->exe,
						     .layout = options->layout,
						     .no_tables = true };
	struct quiet_report quiet;
	struct exh_error err;
	bool good;

	good = keen_archive_open(&game->graphics, game->graphics_path, &tables,
				 report_quiet(&quiet, report));
	report_quiet_end(&quiet, report);
	if (good && exh_keen_game_check(&game->graphics.layout, &err)) {
		report_failure(report, game->graphics_path, &err);
		return false;
	}
	if (good && game->graphics.layout.video != options->video) {
		report_error(report, game->graphics_path, EXH_NO_OFFSET,
			     "graphics for %s; choose the card with --video",
			     options->video == EXH_KEEN_CGA ? "EGA" : "CGA");
		return false;
	}
	if (good && !game->graphics.graphics.sprite_count) {
		report_error(report, game->graphics_path, EXH_NO_OFFSET,
			     "no table of sprites: nothing can be played without it");
		return false;
	}
	return good;
}

static bool open_levels(struct keen_game *game, const struct keen_game_options *options,
			struct report *report)
{
	const struct keen_levels_options tables = {
		.exe = options->exe,
		.layout = options->layout ? &game->graphics.layout : NULL,
		.no_tables = true,
	};
	struct quiet_report quiet;
	bool good;

	good = keen_levels_open(&game->levels, game->levels_path, &tables,
				report_quiet(&quiet, report));
	report_quiet_end(&quiet, report);
	if (good && !game->levels.info.background_count) {
		report_error(report, game->levels.head.path, EXH_NO_OFFSET,
			     "no tile information after the head: nothing can be played "
			     "without it");
		return false;
	}
	return good;
}

/* Reports why the sounds can't be opened: tables are missing, or don't match the archive.
 */
static void report_no_tables(struct keen_game *game, struct report *report)
{
	char **heads = keen_tables_beside(game->sounds_path, "audiohhd");
	char **dicts = keen_tables_beside(game->sounds_path, "audiodct");
	const struct keen_sounds_options tables = { .head = *heads, .dict = *dicts };

	if (!tables.head)
		keen_table_report_missing(game->sounds_path,
					  "matching AUDIOHHD or AUDIOHED", NULL, report);
	else if (keen_sounds_open(&game->sounds, game->sounds_path, &tables, report) ==
		 KEEN_SOUNDS_OPEN)
		report_error(report, game->sounds_path, EXH_NO_OFFSET,
			     "it does not match %s", tables.head);
	companions_free(heads);
	companions_free(dicts);
}

/* Reports faults of the sounds under the archive's name, which the engine does not know.
 */
static void check_sounds(struct keen_game *game, struct report *report)
{
	const struct exh_keen_audio *audio = &game->sounds.audio;
	struct exh_bytes bytes;

	game->sound_notes = (struct exh_notes){ .arena = &game->arena };
	for (size_t i = 0; i < 2 * audio->sound_count; i++)
		(void)!exh_keen_audio_chunk(audio, i, &game->arena, &bytes,
					    &game->sound_notes, NULL);
	report_notes(report, game->sounds_path, &game->sound_notes);
}

static bool open_sounds(struct keen_game *game, const struct keen_game_options *options,
			struct report *report)
{
	const struct keen_sounds_options tables = { .exe = options->exe };
	enum keen_sounds_state state;
	struct quiet_report quiet;

	if (!game->sounds_path)
		return true;
	report_quiet(&quiet, report);
	state = keen_sounds_open(&game->sounds, game->sounds_path, &tables,
				 &quiet.report);
	if (state == KEEN_SOUNDS_OPEN) {
		check_sounds(game, &quiet.report);
	} else if (state == KEEN_SOUNDS_NOT) {
		keen_sounds_free(&game->sounds);
		report_no_tables(game, &quiet.report);
	}
	report_quiet_end(&quiet, report);
	return state == KEEN_SOUNDS_OPEN;
}

static bool is_of_sounds(const struct keen_game *game, const struct exh_note *note)
{
	const struct exh_note *sound = game->sound_notes.first;

	while (sound && strcmp(sound->text, note->text) != 0)
		sound = sound->next;
	return sound;
}

/* Reports the engine's notes. Notes on sounds were already reported. */
static void pass_notes(const struct keen_game *game, const struct exh_notes *notes,
		       struct report *report)
{
	struct exh_notes rest = { .arena = notes->arena };
	struct quiet_report quiet;

	for (const struct exh_note *note = notes->first; note; note = note->next)
		if (!is_of_sounds(game, note))
			exh_note(&rest, note->severity, EXH_NO_OFFSET, "%s", note->text);
	report_notes(report_quiet(&quiet, report), game->graphics_path, &rest);
	report_quiet_end(&quiet, report);
}

static bool open_game(struct keen_game *game, const char *folder, struct report *report)
{
	struct exh_notes notes = { .arena = &game->arena };
	struct exh_error err;

	game->parts = (struct exh_keen_parts){
		.graphics = &game->graphics.graphics,
		.maps = &game->levels.maps,
		.tile_info = &game->levels.info,
		.audio = game->sounds_path ? &game->sounds.audio : NULL,
		.files = { [EXH_KEEN_PART_GRAPHICS] = game->graphics_path,
			   [EXH_KEEN_PART_LEVELS] = game->levels_path,
			   [EXH_KEEN_PART_TILE_INFO] =
				   game->levels.tile_info.path
					   ? game->levels.tile_info.path
					   : game->levels.head.path,
			   [EXH_KEEN_PART_SOUNDS] = game->sounds_path },
	};
	if (exh_keen_game_open(&game->parts, &game->arena, &game->game, &notes, &err)) {
		report_failure(report, folder, &err);
		return false;
	}
	pass_notes(game, &notes, report);
	return true;
}

static bool has_archive(const struct keen_set *set, const char *path)
{
	for (unsigned slot = 0; path && slot < KEEN_SLOTS; slot++)
		if ((set->archives[slot] &&
		     strcmp(set->archives[slot], file_name(path)) == 0) ||
		    (set->rivals[slot] &&
		     strcmp(set->rivals[slot], file_name(path)) == 0))
			return true;
	return false;
}

/* Returns the set with an archive that an option names, or all sets if there is none. */
static struct keen_sets sets_with_named(const struct keen_sets *sets,
					const struct keen_game *game)
{
	for (size_t i = 0; i < sets->count; i++)
		if (has_archive(&sets->items[i], game->graphics_path) ||
		    has_archive(&sets->items[i], game->levels_path) ||
		    has_archive(&sets->items[i], game->sounds_path))
			return (struct keen_sets){ .items = &sets->items[i], .count = 1 };
	return *sets;
}

/* Opens the graphics first: for another game the error says so, and not what is missing.
 */
static bool open_archives(struct keen_game *game, const char *folder,
			  const struct files *files,
			  const struct keen_game_options *options, struct report *report)
{
	const enum keen_slot graphics =
		options->video == EXH_KEEN_CGA ? KEEN_SLOT_CGA : KEEN_SLOT_EGA;
	struct keen_sets all, sets;
	bool good;

	keen_sets_find(files, &all);
	sets = sets_with_named(&all, game);
	good = find_one(files, folder, &sets, graphics, true, &game->graphics_path,
			report) &&
	       open_graphics(game, options, report) &&
	       find_one(files, folder, &sets, KEEN_SLOT_LEVELS, true, &game->levels_path,
			report) &&
	       find_one(files, folder, &sets, KEEN_SLOT_SOUNDS, false, &game->sounds_path,
			report) &&
	       open_levels(game, options, report) && open_sounds(game, options, report) &&
	       open_game(game, folder, report);
	keen_sets_free(&all);
	return good;
}

bool keen_game_open(struct keen_game *game, const char *folder,
		    const struct keen_game_options *options, struct report *report)
{
	struct files *files = files_open_folder(folder);
	bool good;

	*game = (struct keen_game){
		.arena = { .limit = GAME_LIMIT },
		.graphics_path = copy_name(options->graphics),
		.levels_path = copy_name(options->levels),
		.sounds_path = copy_name(options->sounds),
	};
	good = check_folder(folder, report) &&
	       open_archives(game, folder, files, options, report);
	files_close(files);
	return good;
}

void keen_game_close(struct keen_game *game)
{
	exh_arena_free(&game->arena);
	keen_sounds_free(&game->sounds);
	keen_levels_free(&game->levels);
	keen_archive_free(&game->graphics);
	free(game->graphics_path);
	free(game->levels_path);
	free(game->sounds_path);
}

static const struct field game_fields[] = {
	FIELD_AS("graphics", struct keen_game, graphics_path, NULL,
		 "path of the archive of graphics"),
	FIELD_AS("levels", struct keen_game, levels_path, NULL,
		 "path of the archive of levels"),
	FIELD_AS("sounds", struct keen_game, sounds_path, NULL,
		 "path of the archive of sounds", FIELD_IF_ANY),
};
const struct fields keen_game_fields = FIELDS("archives", struct keen_game, game_fields);

void keen_game_map_name(const struct keen_game *game, unsigned map,
			char out[EXH_KEEN_MAP_NAME_SIZE + 1])
{
	const struct exh_keen_map *found = keen_levels_find(&game->levels, map);

	*out = '\0';
	if (found)
		exh_keen_map_name(found, out);
}
