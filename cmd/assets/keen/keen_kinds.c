#include "keen_game.h"

#include "assets/assets.h"
#include "assets/keen/graphics/graphics.h"
#include "assets/keen/keen_loose.h"
#include "assets/keen/level/level.h"
#include "assets/keen/sound/sound.h"
#include "keen.h"
#include "media/sound/sound.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/facts.h>
#include <stdlib.h>
#include <string.h>

static const struct asset_kind *const kinds[] = {
	&keen_graphics_kinds[EXH_KEEN_FONT],
	&keen_graphics_kinds[EXH_KEEN_FONTM],
	&keen_graphics_kinds[EXH_KEEN_PIC],
	&keen_graphics_kinds[EXH_KEEN_PICM],
	&keen_graphics_kinds[EXH_KEEN_SPRITE],
	&keen_graphics_kinds[EXH_KEEN_TILE8],
	&keen_graphics_kinds[EXH_KEEN_TILE8M],
	&keen_graphics_kinds[EXH_KEEN_TILE16],
	&keen_graphics_kinds[EXH_KEEN_TILE16M],
	&keen_graphics_kinds[EXH_KEEN_TILE32],
	&keen_graphics_kinds[EXH_KEEN_TILE32M],
	&keen_graphics_kinds[EXH_KEEN_BINARY],
	&keen_graphics_kinds[KEEN_RAW_CHUNK],
	&keen_level_kind,
	&keen_sound_kinds[EXH_KEEN_AUDIO_SPEAKER],
	&keen_sound_kinds[EXH_KEEN_AUDIO_ADLIB],
	&keen_sound_kinds[EXH_KEEN_AUDIO_DIGITAL],
	&keen_sound_kinds[EXH_KEEN_AUDIO_MUSIC],
	&keen_loose_text_kind,
	&keen_loose_picture_kind,
	NULL,
};

/* A game that is open. */
struct opened {
	struct keen_parts parts; /* first, as kinds take it for the whole */
	/* Paths of archives by enum keen_exe_data; NULL: missing. */
	char *paths[3];
	bool lacks_files;
	/* Message about graphics without a known layout; NULL: they have one. */
	char *no_layout;
	const char *layout; /* layout given by an option; NULL: found automatically */
	/* Programs with the tables of paths; NULL: no program is needed. */
	const char *exes[3];
	struct keen_archive archive;
	struct export_options options;
	struct keen_graphics_game graphics;
	struct keen_levels levels;
	struct keen_sounds sounds;
	struct keen_loose loose;
	/* For levels as pictures and in Tiled. */
	struct exh_keen_tiles background, foreground;
	struct level_style level_style;
	struct level_export level_exports[2];
	struct keen_sound_options sound_options;
	bool is_archive; /* one archive alone; the others are there to draw it */
	enum keen_exe_data archive_data;
};

static char **list_games(const struct files *files)
{
	struct keen_sets sets;
	size_t count = 0;
	char **names;

	keen_sets_find(files, &sets);
	names = mem_alloc(sets.count + 1, sizeof *names);
	for (size_t i = 0; i < sets.count; i++)
		if (!sets.items[i].is_lone)
			names[count++] = mem_text(sets.items[i].name);
	keen_sets_free(&sets);
	return names;
}

static bool is_at(const char *path, const struct files *files)
{
	char **names = list_games(files);
	const bool found = names[0];

	(void)path;
	for (size_t i = 0; names[i]; i++)
		free(names[i]);
	free(names);
	return found;
}

/* Takes the paths of a set's archives. If there are graphics for EGA, those for CGA are
 * ignored. */
static void take_set(struct opened *opened, const struct keen_set *set,
		     const struct files *files, struct report *report)
{
	static const enum keen_exe_data data_of[KEEN_SLOTS] = {
		[KEEN_SLOT_EGA] = KEEN_EXE_GRAPHICS,
		[KEEN_SLOT_CGA] = KEEN_EXE_GRAPHICS,
		[KEEN_SLOT_LEVELS] = KEEN_EXE_LEVELS,
		[KEEN_SLOT_SOUNDS] = KEEN_EXE_SOUNDS,
	};

	for (unsigned slot = 0; slot < KEEN_SLOTS; slot++) {
		char **path = &opened->paths[data_of[slot]];

		opened->lacks_files |=
			set->heads[slot] || set->headless[slot] || set->rivals[slot];
		if (!*path && set->archives[slot] && !set->rivals[slot])
			*path = files_path(files, set->archives[slot]);
	}
	keen_set_report(set, files, report);
}

static void find_archives(struct opened *opened, const char *folder, const char *name,
			  struct report *report)
{
	struct files *files = files_open_folder(folder);
	struct keen_sets sets;

	keen_sets_find(files, &sets);
	for (size_t i = 0; i < sets.count; i++) {
		const struct keen_set *set = &sets.items[i];

		if (!set->is_lone && (!name || strcmp(name, set->name) == 0)) {
			take_set(opened, set, files, report);
			keen_loose_open(&opened->loose, set, files, report);
			break;
		}
	}
	keen_sets_free(&sets);
	files_close(files);
}

/* True for the library with the title picture of Keen Dreams, which is no game of its
 * own. */
static bool owns(const char *path, const char *name)
{
	struct files *files = files_open_folder(path);
	struct keen_sets sets = { 0 };
	bool found = false;

	if (keen_is_loose_library(files, name))
		keen_sets_find(files, &sets);
	for (size_t i = 0; i < sets.count; i++)
		found |= !sets.items[i].is_lone && keen_set_is_dreams(&sets.items[i]);
	keen_sets_free(&sets);
	files_close(files);
	return found;
}

static void close_game(void *game)
{
	struct opened *opened = game;

	if (opened->paths[KEEN_EXE_GRAPHICS]) {
		keen_graphics_free(&opened->graphics);
		keen_archive_free(&opened->archive);
	}
	if (opened->paths[KEEN_EXE_LEVELS])
		keen_levels_free(&opened->levels);
	keen_sounds_free(&opened->sounds);
	keen_loose_free(&opened->loose);
	free(opened->no_layout);
	for (size_t i = 0; i < 3; i++)
		free(opened->paths[i]);
	free(opened);
}

/*
 * A program that is named.
 */

/* True if the program has tables of an archive. */
static bool has_tables(const struct opened *opened, enum keen_exe_data data,
		       const char *exe, struct report *report)
{
	struct keen_table head = { .path = NULL }, dict = { .path = NULL };
	struct file archive = { 0 };
	bool good = report_read(report, opened->paths[data], ARCHIVE_LIMIT, &archive);
	const struct keen_exe_wish wish = { .exe = exe,
					    .archive_path = opened->paths[data],
					    .archive = file_bytes(&archive),
					    .data = data };

	good = good && keen_exe_find(&wish, &head, &dict, report);
	keen_table_free(&head);
	keen_table_free(&dict);
	free(archive.data);
	return good;
}

/* Takes the archives whose tables are in the program. If there are none, reports what it
 * lacks. exe may be NULL. */
static void take_exe(struct opened *opened, const char *exe, struct report *report)
{
	struct silent_report silent;
	bool is_of_use = !exe;

	for (unsigned i = 0; i < 3 && exe; i++) {
		if (opened->paths[i] && has_tables(opened, (enum keen_exe_data)i, exe,
						   report_silent(&silent, report)))
			opened->exes[i] = exe;
		if (opened->paths[i])
			report_silent_end(&silent);
		is_of_use |= opened->exes[i] != NULL;
	}
	for (unsigned i = 0; i < 3 && !is_of_use; i++)
		if (opened->paths[i])
			is_of_use =
				!has_tables(opened, (enum keen_exe_data)i, exe, report);
}

/*
 * Archives.
 */

static bool open_graphics(struct opened *opened, struct report *report)
{
	const struct keen_archive_options tables = {
		.exe = opened->exes[KEEN_EXE_GRAPHICS],
		.layout = opened->layout,
		.no_tables = true,
	};

	if (!keen_archive_open(&opened->archive, opened->paths[KEEN_EXE_GRAPHICS],
			       &tables, report))
		return false;
	if (opened->archive.layout_origin == LAYOUT_NONE)
		opened->no_layout =
			mem_format("no known layout: it is unknown what the %zu chunks "
				   "of %s are, and "
				   "they are written as they are; give --layout FILE",
				   opened->archive.places.chunk_count,
				   file_name(opened->archive.path));
	opened->options.style = style_usual(opened->archive.layout.video);
	opened->options.sheets = true;
	opened->graphics = (struct keen_graphics_game){ .keen = &opened->archive,
							.options = &opened->options };
	opened->parts.graphics = &opened->graphics;
	keen_graphics_prepare(&opened->graphics, report);
	return true;
}

static bool open_levels(struct opened *opened, struct report *report)
{
	const struct keen_levels_options tables = {
		.exe = opened->exes[KEEN_EXE_LEVELS],
		.no_tables = true,
		.layout = &opened->archive.layout,
	};

	opened->parts.levels = &opened->levels;
	return keen_levels_open(&opened->levels, opened->paths[KEEN_EXE_LEVELS], &tables,
				report);
}

static bool open_sounds(struct opened *opened, struct report *report)
{
	const char *path = opened->paths[KEEN_EXE_SOUNDS];
	const struct keen_sounds_options tables = {
		.exe = opened->exes[KEEN_EXE_SOUNDS]
	};
	const enum keen_sounds_state status =
		keen_sounds_open(&opened->sounds, path, &tables, report);

	opened->parts.sounds = &opened->sounds;
	/* The name is that of an archive, so its tables are missing. */
	if (status == KEEN_SOUNDS_NOT)
		keen_table_report_missing(
			path, "AUDIOHHD with AUDIODCT, or AUDIOHED, that fits", NULL,
			report);
	return status == KEEN_SOUNDS_OPEN;
}

/* Opens the archives. One that can't be opened is reported, and the others are offered.
 */
static void open_parts(struct opened *opened, struct report *report)
{
	if (opened->paths[KEEN_EXE_GRAPHICS] && !open_graphics(opened, report))
		opened->parts.graphics = NULL;
	if (opened->paths[KEEN_EXE_LEVELS] && !open_levels(opened, report))
		opened->parts.levels = NULL;
	if (opened->paths[KEEN_EXE_SOUNDS] && !open_sounds(opened, report))
		opened->parts.sounds = NULL;
	opened->lacks_files |=
		(opened->paths[KEEN_EXE_GRAPHICS] && !opened->parts.graphics) ||
		(opened->paths[KEEN_EXE_LEVELS] && !opened->parts.levels) ||
		(opened->paths[KEEN_EXE_SOUNDS] && !opened->parts.sounds);
}

static void *open_as(const char *path, const char *name, const struct game_wishes *wishes,
		     struct report *report)
{
	struct opened *opened = mem_alloc(1, sizeof *opened);

	opened->layout = wishes ? wishes->layout : NULL;
	find_archives(opened, path, name, report);
	take_exe(opened, wishes ? wishes->exe : NULL, report);
	opened->parts.loose = &opened->loose;
	open_parts(opened, report);
	return opened;
}

static void *open_game(const char *path, struct report *report)
{
	return open_as(path, NULL, NULL, report);
}

static bool is_complete(const void *game)
{
	return !((const struct opened *)game)->lacks_files;
}

/* Describes the release, which is known if the layout was found by checksum. */
static void describe(const void *game, struct exh_facts *facts)
{
	const struct opened *opened = game;

	if (!opened->parts.graphics || opened->archive.layout_origin != LAYOUT_CHECKSUM)
		return;
	exh_fact_text(facts, "release", opened->archive.layout.title);
	exh_fact_text(facts, "layout", opened->archive.layout.name);
}

/*
 * The whole game: graphics with the manifest from which egagrab packs them, levels for
 * Tiled and as pictures, sounds with the chunks that they are.
 */

static bool open_tiles(struct opened *opened)
{
	struct keen_archive *keen = &opened->archive;

	if (!opened->parts.graphics ||
	    !keen->graphics.layout.spans[EXH_KEEN_TILE16].count ||
	    exh_keen_tiles_open(&keen->graphics, EXH_KEEN_TILE16, &keen->arena,
				&opened->background, NULL) ||
	    exh_keen_tiles_open(&keen->graphics, EXH_KEEN_TILE16M, &keen->arena,
				&opened->foreground, NULL))
		return false;
	opened->level_style = (struct level_style){
		.colors = &opened->options.style.colors,
		.background = &opened->background,
		.foreground = &opened->foreground,
		.info = &opened->levels.info,
	};
	return true;
}

/* Plans the levels. Without tiles only their cells can be exported. */
static void plan_levels(struct opened *opened, const struct export_wishes *wishes,
			struct asset_exports *exports)
{
	struct asset_export item = { .kind = &keen_level_kind,
				     .folder = KEEN_LEVELS_FOLDER };
	struct level_export *as = opened->level_exports;

	if (!open_tiles(opened)) {
		asset_exports_add(exports, item);
		return;
	}
	as[0] = as[1] =
		(struct level_export){ .style = &opened->level_style, .stem = "" };
	as[0].format = wishes->level == EXPORT_TMX ? LEVEL_TMX : LEVEL_TMJ;
	as[1].format = LEVEL_PNG;
	for (size_t i = 0; i < 2; i++) {
		item.options = i == 0 && wishes->level == EXPORT_CSV ? NULL : &as[i];
		asset_exports_add(exports, item);
	}
}

static void plan_sounds(struct opened *opened, const struct export_wishes *wishes,
			struct asset_exports *exports)
{
	struct keen_sound_options *options = &opened->sound_options;

	*options =
		*(const struct keen_sound_options *)keen_sound_kinds[EXH_KEEN_AUDIO_MUSIC]
			 .defaults;
	options->format = wishes->sound == EXPORT_FLAC ? SOUND_FLAC : SOUND_WAV;
	options->sound.max_length = wishes->max_length;
	options->raw = true;
	for (unsigned i = 0; i < KEEN_SOUND_KINDS; i++)
		asset_exports_add(exports,
				  (struct asset_export){ .kind = &keen_sound_kinds[i],
							 .options = options,
							 .folder = KEEN_SOUNDS_FOLDER });
}

static void plan_loose(const struct keen_loose *loose, struct asset_exports *exports)
{
	if (loose->texts.count)
		asset_exports_add(exports,
				  (struct asset_export){ .kind = &keen_loose_text_kind,
							 .folder = KEEN_TEXTS_FOLDER });
	if (loose->pictures.count)
		asset_exports_add(
			exports, (struct asset_export){ .kind = &keen_loose_picture_kind,
							.folder = KEEN_PICTURES_FOLDER });
}

/* True if assets of an archive are available. */
static bool offers(const struct opened *opened, enum keen_exe_data data)
{
	const bool is_open = data == KEEN_EXE_GRAPHICS ? opened->parts.graphics != NULL
			     : data == KEEN_EXE_LEVELS ? opened->parts.levels != NULL
						       : opened->parts.sounds != NULL;

	return is_open && (!opened->is_archive || opened->archive_data == data);
}

static void plan_exports(void *game, const struct export_wishes *wishes,
			 struct asset_exports *exports)
{
	struct opened *opened = game;
	const bool has_graphics = offers(opened, KEEN_EXE_GRAPHICS);

	for (const struct asset_kind *const *kind = kinds;
	     *kind && has_graphics && *kind != &keen_level_kind; kind++)
		asset_exports_add(
			exports,
			(struct asset_export){ .kind = *kind,
					       .folder = KEEN_GRAPHICS_FOLDER,
					       .fault = opened->no_layout,
					       .fault_file = opened->archive.head.path });
	if (offers(opened, KEEN_EXE_LEVELS))
		plan_levels(opened, wishes, exports);
	if (offers(opened, KEEN_EXE_SOUNDS))
		plan_sounds(opened, wishes, exports);
	plan_loose(&opened->loose, exports);
}

/* Relates a plane of a level to its tiles, each once. Cell 0 of the foreground is no
 * tile. */
static void relate_plane(const struct exh_keen_map *map, size_t plane,
			 const struct asset_relations *to)
{
	const uint16_t *cells = map->planes[plane].cells;
	bool *seen = mem_alloc(UINT16_MAX + 1, sizeof *seen);

	for (size_t i = 0; i < map->width * map->height; i++) {
		if (!seen[cells[i]] && (!plane || cells[i]))
			to->add_use(to->context, "level", map->number,
				    plane ? "tile16m" : "tile16", cells[i]);
		seen[cells[i]] = true;
	}
	free(seen);
}

static void relate(void *game, struct report *report, const struct asset_relations *to)
{
	const struct opened *opened = game;
	const struct exh_keen_maps *maps = &opened->levels.maps;

	(void)report;
	for (size_t i = 0; opened->parts.levels && i < maps->count; i++)
		for (size_t plane = 0; plane < 2 && !maps->items[i].lost; plane++)
			relate_plane(&maps->items[i], plane, to);
}

static enum exh_status make_level_manifest(void *game, const struct assets *list,
					   size_t count, const struct report *report,
					   struct exh_writer *out, struct exh_error *err)
{
	(void)game;
	(void)count;
	(void)report;
	return level_export_manifest(&list[0], out, err);
}

static enum exh_status make_sound_manifest(void *game, const struct assets *list,
					   size_t count, const struct report *report,
					   struct exh_writer *out, struct exh_error *err)
{
	(void)game;
	(void)count;
	(void)report;
	return json_append(keen_sounds_document(list, NULL), out, err);
}

static enum exh_status make_graphics_manifest(void *game, const struct assets *list,
					      size_t count, const struct report *report,
					      struct exh_writer *out,
					      struct exh_error *err)
{
	struct opened *opened = game;

	return json_append(keen_graphics_manifest(&opened->graphics, list, count, report),
			   out, err);
}

/* Packs folders that egagrab filled. */
static void pack_graphics(char **paths, size_t count, const char *output,
			  struct report *report, struct json *result)
{
	for (size_t i = 0; i < count; i++)
		keen_repack(
			&(struct repack_options){ .folder = paths[i], .output = output },
			report, result);
}

static void pack_levels(char **paths, size_t count, const char *output,
			struct report *report, struct json *result)
{
	struct level_pack pack = { .base = NULL };

	for (size_t i = 0; i < count; i++)
		strings_add(&pack.inputs, paths[i]);
	level_pack(&pack, output, report, result);
	free(pack.inputs.items);
}

static const struct asset_packer packers[] = {
	{ "graphics", "egagrab", pack_graphics },
	{ "levels", "mapdump", pack_levels },
	{ 0 },
};

static const struct game_manifest manifests[] = {
	{ KEEN_GRAPHICS_FOLDER, KEEN_GRAPHICS_MANIFEST, make_graphics_manifest },
	{ KEEN_LEVELS_FOLDER, LEVEL_MANIFEST, make_level_manifest },
	{ KEEN_SOUNDS_FOLDER, KEEN_SOUND_MANIFEST, make_sound_manifest },
	{ 0 },
};

static const struct asset_packer no_packers[] = { { 0 } };

static const char *const subcommands[] = { "egagrab",  "mapdump",      "snd2wav",
					   "keen-run", "tile-refresh", NULL };

/* True if the subcommand can be used: some need an archive, or an engine that knows the
 * game. */
static bool works(const void *game, const char *subcommand)
{
	const struct opened *opened = game;

	if (strcmp(subcommand, "mapdump") == 0)
		return opened->parts.levels;
	if (strcmp(subcommand, "snd2wav") == 0)
		return opened->parts.sounds;
	if (strcmp(subcommand, "egagrab") == 0)
		return opened->parts.graphics;
	return opened->parts.graphics && opened->parts.levels && !opened->no_layout &&
	       exh_keen_game_check(&opened->archive.layout, NULL) == EXH_OK;
}

static const struct asset_kind *kind_of_file(const struct identify_finding *file)
{
	const char *device;

	if (strcmp(file->format->name, "keen-effect") != 0)
		return NULL;
	device = file->facts.count ? file->facts.items[0].text : "";
	return &keen_sound_kinds[strcmp(device, "speaker") == 0 ? EXH_KEEN_AUDIO_SPEAKER
								: EXH_KEEN_AUDIO_ADLIB];
}

/* Options of an effect: no other file is an asset by itself. */
static const void *options_of(const struct asset_kind *kind,
			      const struct export_wishes *wishes, struct exh_arena *arena)
{
	static const struct keen_sound_options flac = { .format = SOUND_FLAC };

	(void)kind;
	(void)arena; /* an effect is never long */
	return wishes->sound == EXPORT_FLAC ? &flac : NULL;
}

/*
 * An archive by itself.
 */

static const struct {
	const char *format;
	enum keen_exe_data data;
} archives[] = {
	{ "keen-egagraph", KEEN_EXE_GRAPHICS },
	{ "keen-cgagraph", KEEN_EXE_GRAPHICS },
	{ "keen-maps", KEEN_EXE_LEVELS },
	{ "keen-audio", KEEN_EXE_SOUNDS },
};

static bool archive_of(const char *path, enum keen_exe_data *data)
{
	struct identify_finding finding;

	if (!file_exists(path) || file_is_folder(path) || file_is_special(path))
		return false;
	identify_file(path, &finding);
	for (size_t i = 0; finding.format && i < sizeof archives / sizeof *archives; i++)
		if (strcmp(archives[i].format, finding.format->name) == 0) {
			*data = archives[i].data;
			return true;
		}
	return false;
}

static bool is_archive(const char *path, const struct files *files)
{
	enum keen_exe_data data;

	return !files && archive_of(path, &data);
}

/* Path of the EGA graphics of the game that the archive of levels belongs to. */
static char *graphics_beside(const char *path)
{
	struct files *files = files_open_around(path);
	struct keen_sets sets;
	char *found = NULL;

	keen_sets_find(files, &sets);
	for (size_t i = 0; i < sets.count && !found; i++) {
		const struct keen_set *set = &sets.items[i];
		const char *levels = set->archives[KEEN_SLOT_LEVELS];

		if (levels && strcmp(levels, file_name(path)) == 0 &&
		    set->archives[KEEN_SLOT_EGA])
			found = files_path(files, set->archives[KEEN_SLOT_EGA]);
	}
	keen_sets_free(&sets);
	files_close(files);
	return found;
}

static void *open_archive(const char *path, struct report *report)
{
	static const char *const heads[] = {
		[KEEN_EXE_GRAPHICS] = "EGAHEAD",
		[KEEN_EXE_LEVELS] = "MAPHEAD",
		[KEEN_EXE_SOUNDS] = "AUDIOHHD or AUDIOHED",
	};
	struct opened *opened = mem_alloc(1, sizeof *opened);

	opened->is_archive = true;
	opened->parts.loose = &opened->loose;
	if (archive_of(path, &opened->archive_data))
		opened->paths[opened->archive_data] = mem_text(path);
	if (opened->archive_data == KEEN_EXE_LEVELS)
		opened->paths[KEEN_EXE_GRAPHICS] = graphics_beside(path);
	open_parts(opened, report);
	if (offers(opened, opened->archive_data))
		return opened;
	if (!report->failed)
		report_error(report, path, EXH_NO_OFFSET,
			     "no %s beside it, which says where its parts are",
			     heads[opened->archive_data]);
	close_game(opened);
	return NULL;
}

const struct game_type keen_archive_type = {
	.name = "keen-archive",
	.family = "keen",
	.kinds = kinds,
	.packers = no_packers,
	.subcommands = subcommands,
	.is_rest = true,
	.is_identified = true,
	.is_at = is_archive,
	.open = open_archive,
	.works = works,
	.is_complete = is_complete,
	.close = close_game,
	.describe = describe,
	.plan_exports = plan_exports,
	.manifests = manifests,
};

const struct game_type keen_game_type = {
	.name = "keen",
	.family = "keen",
	.kinds = kinds,
	.packers = packers,
	.subcommands = subcommands,
	.is_at = is_at,
	.open = open_game,
	.list = list_games,
	.owns = owns,
	.works = works,
	.kind_of_file = kind_of_file,
	.options = options_of,
	.open_as = open_as,
	.is_complete = is_complete,
	.close = close_game,
	.describe = describe,
	.plan_exports = plan_exports,
	.manifests = manifests,
	.refuses = keen_build_refuses,
	.relate = relate,
	.build = keen_build,
	.has_patches = true,
	.takes_new = keen_build_takes_new,
};
