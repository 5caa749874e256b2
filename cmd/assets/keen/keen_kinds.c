#include "keen_game.h"

#include "assets/assets.h"
#include "assets/keen/graphics/graphics.h"
#include "assets/keen/level/level.h"
#include "assets/keen/sound/sound.h"
#include "keen.h"
#include "media/sound/sound.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>

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
	NULL,
};

/* A game that is open. */
struct opened {
	struct keen_parts parts; /* first: kinds take it for all */
	char *paths[3];		 /* by enum keen_exe_data; NULL: there is none */
	struct keen_archive archive;
	struct export_options options;
	struct keen_graphics_game graphics;
	struct keen_levels levels;
	struct keen_sounds sounds;
	/* For levels as pictures and in Tiled. */
	struct exh_keen_tiles background, foreground;
	struct level_style level_style;
	struct level_export level_exports[2];
	struct keen_sound_options sound_options;
};

static bool find_paths(const char *folder, char *paths[3])
{
	struct files *files = files_open_folder(folder);

	for (unsigned i = 0; i < 3; i++) {
		paths[i] = keen_game_find(files, (enum keen_exe_data)i, EXH_KEEN_EGA);
		if (!paths[i] && i == KEEN_EXE_GRAPHICS)
			paths[i] = keen_game_find(files, KEEN_EXE_GRAPHICS, EXH_KEEN_CGA);
	}
	files_close(files);
	return paths[0] || paths[1] || paths[2];
}

static bool is_at(const char *path)
{
	char *paths[3] = { NULL };
	const bool found = file_is_folder(path) && find_paths(path, paths);

	for (size_t i = 0; i < 3; i++)
		free(paths[i]);
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
	for (size_t i = 0; i < 3; i++)
		free(opened->paths[i]);
	free(opened);
}

static bool open_graphics(struct opened *opened, struct report *report)
{
	const struct keen_archive_options tables = { .no_tables = true };
	struct style *style = &opened->options.style;

	if (!keen_archive_open(&opened->archive, opened->paths[KEEN_EXE_GRAPHICS],
			       &tables, report))
		return false;
	*style = (struct style){ .video = opened->archive.layout.video, .scale = 1 };
	style_colors(style->video, CGA_1I, &style->colors);
	opened->options.sheets = true;
	opened->graphics = (struct keen_graphics_game){ .keen = &opened->archive,
							.options = &opened->options };
	opened->parts.graphics = &opened->graphics;
	keen_graphics_prepare(&opened->graphics, report);
	return true;
}

static bool open_levels(struct opened *opened, struct report *report)
{
	const struct keen_levels_options tables = { .no_tables = true,
						    .layout = &opened->archive.layout };

	opened->parts.levels = &opened->levels;
	return keen_levels_open(&opened->levels, opened->paths[KEEN_EXE_LEVELS], &tables,
				report);
}

static bool open_sounds(struct opened *opened, struct report *report)
{
	const struct keen_sounds_options tables = { 0 };

	opened->parts.sounds = &opened->sounds;
	return keen_sounds_open(&opened->sounds, opened->paths[KEEN_EXE_SOUNDS], &tables,
				report) == KEEN_SOUNDS_OPEN;
}

/* An archive that can't be opened is reported, and the others are offered. */
static void *open_game(const char *path, struct report *report)
{
	struct opened *opened = mem_alloc(1, sizeof *opened);

	find_paths(path, opened->paths);
	if (opened->paths[KEEN_EXE_GRAPHICS] && !open_graphics(opened, report))
		opened->parts.graphics = NULL;
	if (opened->paths[KEEN_EXE_LEVELS] && !open_levels(opened, report))
		opened->parts.levels = NULL;
	if (opened->paths[KEEN_EXE_SOUNDS] && !open_sounds(opened, report))
		opened->parts.sounds = NULL;
	return opened;
}

/* A layout that a checksum found belongs to a release. */
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

/* Without tiles their cells are all that can be had. */
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
		item.options = &as[i];
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
	options->raw = true;
	for (unsigned i = 0; i < KEEN_SOUND_KINDS; i++)
		asset_exports_add(exports,
				  (struct asset_export){ .kind = &keen_sound_kinds[i],
							 .options = options,
							 .folder = KEEN_SOUNDS_FOLDER });
}

static void plan_exports(void *game, const struct export_wishes *wishes,
			 struct asset_exports *exports)
{
	struct opened *opened = game;

	for (const struct asset_kind *const *kind = kinds;
	     *kind && opened->parts.graphics && *kind != &keen_level_kind; kind++)
		asset_exports_add(
			exports, (struct asset_export){ .kind = *kind,
							.folder = KEEN_GRAPHICS_FOLDER });
	if (opened->parts.levels)
		plan_levels(opened, wishes, exports);
	if (opened->parts.sounds)
		plan_sounds(opened, wishes, exports);
}

/* The tiles of a plane of a level, each once. Cell 0 of the foreground is no tile. */
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

/* The folder that egagrab filled. */
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

static const char *const subcommands[] = { "egagrab",  "mapdump",      "snd2wav",
					   "keen-run", "tile-refresh", NULL };

const struct game_type keen_game_type = {
	.name = "keen",
	.family = "keen",
	.kinds = kinds,
	.packers = packers,
	.subcommands = subcommands,
	.is_at = is_at,
	.open = open_game,
	.close = close_game,
	.describe = describe,
	.plan_exports = plan_exports,
	.manifests = manifests,
	.refuses = keen_build_refuses,
	.relate = relate,
	.build = keen_build,
	.takes_new = keen_build_takes_new,
};
