#include "keen_game.h"

#include "task/file.h"
#include "task/fields.h"
#include "task/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME_LIMIT = 256 << 20 /* bytes of what the engine makes of the archives */ };

/*
 * Finding the archives.
 */

/* How an archive may be called: by its ending, then by its stem. */
struct names {
	const char *what, *option;
	const char *ending, *stems[3];
};

static const struct names cga_names = {
	"graphics", "--graphics", ".cga", { "cgagraph" }
};
static const struct names all_names[] = {
	[KEEN_EXE_GRAPHICS] = { "graphics", "--graphics", ".ega", { "egagraph" } },
	[KEEN_EXE_LEVELS] = { "levels", "--levels", ".map", { "gamemaps", "maptemp" } },
	[KEEN_EXE_SOUNDS] = { "sounds", "--sounds", ".aud", { "audio", "audiot" } },
};

static const struct names *names_of(enum keen_exe_data data, enum exh_keen_video video)
{
	return data == KEEN_EXE_GRAPHICS && video == EXH_KEEN_CGA ? &cga_names
								  : &all_names[data];
}

static bool has_stem(const char *name, const char *stem)
{
	const size_t size = strlen(stem);

	return strncasecmp(name, stem, size) == 0 && (!name[size] || name[size] == '.');
}

static bool is_named(const char *name, const struct names *names)
{
	/* Sierra's map ends as levels do. */
	if (strcasecmp(name, "resource.map") == 0)
		return false;
	if (file_has_ending(name, names->ending))
		return true;
	for (size_t i = 0; i < 3 && names->stems[i]; i++)
		if (has_stem(name, names->stems[i]))
			return true;
	return false;
}

/* The first that is so called, to be freed, and how many are. */
static char *find(const struct files *files, const struct names *names, size_t *count)
{
	const char *found = NULL;

	*count = 0;
	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);

		/* What egagrab made of EGAGRAPH.KDR is in EGAGRAPH.KDR.extracted. */
		if (!is_named(name, names) || files_is_folder(files, name))
			continue;
		found = found ? found : name;
		++*count;
	}
	return found ? files_path(files, found) : NULL;
}

char *keen_game_find(const struct files *files, enum keen_exe_data data,
		     enum exh_keen_video video)
{
	size_t count;

	return find(files, names_of(data, video), &count);
}

static bool find_one(const struct files *files, const char *folder,
		     const struct names *names, bool needed, char **path,
		     struct report *report)
{
	size_t count;

	if (*path)
		return true;
	*path = find(files, names, &count);
	if (count > 1) {
		report_error(report, folder, EXH_NO_OFFSET,
			     "%zu archives of %s; choose one with %s FILE", count,
			     names->what, names->option);
		return false;
	}
	if (!*path && needed)
		report_error(report, folder, EXH_NO_OFFSET,
			     "no archive of %s (*%s, %s.*) in this folder; give %s FILE",
			     names->what, names->ending, names->stems[0], names->option);
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
 * Opening them. What is wrong with an archive but not lost, egagrab, mapdump and snd2wav
 * report.
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

/* There are no tables beside the archive, or they do not go with it: why? */
static void report_no_tables(struct keen_game *game, struct report *report)
{
	char **heads = companions_find(game->sounds_path, "audiohhd");
	char **dicts = companions_find(game->sounds_path, "audiodct");
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

/* What is wrong with its sounds, by the archive's name: the engine does not know it. */
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

/* Those of the sounds have been reported. */
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

/* The graphics first: who has another game learns that, and not what is missing. */
static bool open_archives(struct keen_game *game, const char *folder,
			  const struct files *files,
			  const struct keen_game_options *options, struct report *report)
{
	return find_one(files, folder, names_of(KEEN_EXE_GRAPHICS, options->video), true,
			&game->graphics_path, report) &&
	       open_graphics(game, options, report) &&
	       find_one(files, folder, &all_names[KEEN_EXE_LEVELS], true,
			&game->levels_path, report) &&
	       find_one(files, folder, &all_names[KEEN_EXE_SOUNDS], false,
			&game->sounds_path, report) &&
	       open_levels(game, options, report) && open_sounds(game, options, report) &&
	       open_game(game, folder, report);
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
