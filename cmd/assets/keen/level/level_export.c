#include "level.h"

#include "assets/keen/keen.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LEVEL, FILE_SHEET, FILE_SET, FILE_JSON, FILE_INFO };

const char *level_format_name(enum level_format format)
{
	static const char *const names[] = {
		"table", "json", "csv", "png", "tmj", "tmx"
	};

	return names[format];
}

static bool is_tiled(const struct level_export *export)
{
	return export->format == LEVEL_TMJ || export->format == LEVEL_TMX;
}

static bool is_one_text(const struct level_export *export)
{
	return export->tile_info || export->format == LEVEL_JSON;
}

static struct keen_levels *levels_of(const struct assets *assets)
{
	return ((const struct keen_parts *)assets->game)->levels;
}

static const struct exh_keen_map *map_of(const struct asset *asset)
{
	return asset->thing;
}

/* The levels of a list, to be freed. */
static struct level_choice choice_of(const struct assets *assets)
{
	struct level_choice choice = { .items =
					       mem_alloc(assets->count, sizeof(void *)) };

	for (size_t i = 0; i < assets->count; i++)
		choice.items[choice.count++] = map_of(&assets->items[i].asset);
	return choice;
}

/*
 * Finding.
 */

/* The path of a level's file; in a folder its name. To be freed. */
static char *path_of(const struct level_export *export, unsigned number)
{
	if (export->path && path_pattern_is(export->path))
		return path_pattern_fill(export->path, number);
	if (export->path)
		return mem_text(export->path);
	/* Numbers of two digits are what a head has room for. */
	return mem_format("%02u.%s", number, level_format_name(export->format));
}

/* Returns the ending, with the dot; the end of the path if there is none. */
static char *ending_of(char *path)
{
	char *dot = strrchr(file_name(path), '.');

	return dot ? dot : path + strlen(path);
}

static void add(struct assets *assets, const struct exh_keen_map *map)
{
	char *name = path_of(assets->options, map->number);

	*ending_of(name) = '\0';
	assets_add(assets, map->number, name, levels_of(assets)->path)->thing =
		(void *)map;
	free(name);
}

static void find(struct assets *assets)
{
	const struct keen_levels *levels = levels_of(assets);

	for (size_t i = 0; levels && i < levels->maps.count; i++) {
		const struct exh_keen_map *map = &levels->maps.items[i];

		if (ranges_have(assets->ranges, assets->range_count, map->number))
			add(assets, map);
	}
}

static bool find_in_file(struct assets *assets, struct report *report)
{
	report_error(report, assets->path, EXH_NO_OFFSET,
		     "a level by itself: levels are read from their archive");
	return false;
}

/* The archive was expanded when it was opened: there is nothing to load. */
static const struct asset_source source = {
	.find = find,
	.find_in_file = find_in_file,
};

/* Tilesets, if they are requested. */
static bool open_tiles(const void *options, struct assets *assets, struct report *report)
{
	const struct level_export *export = options;
	const struct keen_levels *levels = levels_of(assets);
	struct tiled_tiles *tiles = mem_arena(&assets->arena, 1, sizeof *tiles);

	(void)report;
	assets->shared = tiles;
	if (!is_tiled(export))
		return true;
	*tiles = (struct tiled_tiles){
		.background = export->style->background,
		.foreground = export->style->foreground,
		.info = levels->info.background_count ? &levels->info : NULL,
		.colors = export->style->colors,
		.info_count = tiled_marker_count(&levels->maps),
	};
	return true;
}

/*
 * Planning.
 */

/* Index of a level's file: the plane of a CSV file. */
static void plan_level(const struct level_export *export, const char *ending,
		       struct asset_files *files)
{
	if (export->format != LEVEL_CSV) {
		asset_files_add(files, FILE_LEVEL, 0, "%s", ending);
		return;
	}
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const char *plane = exh_keen_plane_name((enum exh_keen_plane)i);

		if (export->planes[i])
			asset_files_add(files, FILE_LEVEL, i, "%s%s%s",
					export->splits ? "." : "",
					export->splits ? plane : "", ending);
	}
}

static void plan(const void *options, const struct asset *asset,
		 struct asset_files *files)
{
	const struct level_export *export = options;
	char *path;

	if (map_of(asset)->lost || is_one_text(export))
		return;
	path = path_of(export, asset->number);
	plan_level(export, ending_of(path), files);
	free(path);
}

static enum tiled_form tiled_form(const struct level_export *export)
{
	return export->format == LEVEL_TMX ? TILED_XML : TILED_JSON;
}

static const char *set_ending(const struct level_export *export)
{
	return tiled_form(export) == TILED_XML ? "tsx" : "tsj";
}

/* The sheets of Tiled's tilesets, and the sets themselves where they lie apart. */
static void plan_sheets(const struct level_export *export,
			const struct tiled_tiles *tiles, struct asset_files *files)
{
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const char *name = exh_keen_plane_name((enum exh_keen_plane)i);

		if (!tiled_count(tiles, (enum exh_keen_plane)i))
			continue;
		asset_files_add(files, FILE_SHEET, i, "%s%s.png", export->stem, name);
		if (export->external)
			asset_files_add(files, FILE_SET, i, "%s%s.%s", export->stem, name,
					set_ending(export));
	}
}

static void plan_whole(const void *options, const struct assets *assets,
		       struct asset_files *files)
{
	const struct level_export *export = options;

	if (is_one_text(export))
		asset_files_add(files, export->tile_info ? FILE_INFO : FILE_JSON, 0,
				"levels.%s", level_format_name(export->format));
	else if (is_tiled(export))
		plan_sheets(export, assets->shared, files);
}

/*
 * Making.
 */

static enum exh_status make_info(const struct level_export *export,
				 const struct keen_levels *levels, struct exh_writer *out,
				 struct exh_error *err)
{
	struct level_document document;
	enum exh_status status;

	if (export->format == LEVEL_CSV) {
		level_tile_info_csv(&levels->info, out);
		return EXH_OK;
	}
	level_document_fill(&document, levels, NULL);
	status = json_append(document_to_json(&keen_tile_info_document, &document), out,
			     err);
	level_document_free(&document);
	return status;
}

static void make_json(const struct asset *asset, struct exh_writer *out)
{
	const struct level_choice choice = choice_of(asset->assets);

	level_json(levels_of(asset->assets), &choice, out);
	free(choice.items);
}

/* Names of sheets and tilesets as seen from the level's file, in whose folder they lie.
 */
struct names {
	char text[2][EXH_KEEN_PLANE_COUNT][256];
	struct tiled_files files;
};

static void name_files(const struct level_export *export, struct names *names)
{
	const char *stem = file_name(export->stem);

	names->files = (struct tiled_files){ { NULL }, { NULL } };
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const char *plane = exh_keen_plane_name((enum exh_keen_plane)i);

		snprintf(names->text[0][i], sizeof names->text[0][i], "%s%s.png", stem,
			 plane);
		snprintf(names->text[1][i], sizeof names->text[1][i], "%s%s.%s", stem,
			 plane, set_ending(export));
		names->files.sheets[i] = names->text[0][i];
		if (export->external)
			names->files.tilesets[i] = names->text[1][i];
	}
}

static enum exh_status make_level(const struct level_export *export,
				  const struct asset *asset, enum exh_keen_plane plane,
				  struct exh_writer *out, struct exh_error *err)
{
	struct names names;

	if (export->format == LEVEL_CSV) {
		level_csv(map_of(asset), plane, out);
		return EXH_OK;
	}
	if (export->format == LEVEL_PNG)
		return export->animated
			       ? level_apng(export->style, map_of(asset),
					    export->most_ticks, out, err)
			       : level_png(export->style, map_of(asset), out, err);
	name_files(export, &names);
	return tiled_level(asset->assets->shared, map_of(asset), tiled_form(export),
			   &names.files, out, err);
}

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct level_export *export = options;
	const enum exh_keen_plane plane = (enum exh_keen_plane)file->index;
	struct names names;

	switch (file->id) {
	case FILE_SHEET:
		return tiled_sheet(asset->assets->shared, plane, out, err);
	case FILE_SET:
		name_files(export, &names);
		tiled_tileset(asset->assets->shared, plane, tiled_form(export),
			      &names.files, out);
		return EXH_OK;
	case FILE_JSON:
		make_json(asset, out);
		return EXH_OK;
	case FILE_INFO:
		return make_info(export, levels_of(asset->assets), out, err);
	default:
		return make_level(export, asset, plane, out, err);
	}
}

static const struct level_export defaults = {
	.format = LEVEL_CSV, .planes = { true, true, true }, .stem = "", .splits = true
};

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	struct level_entry level;

	(void)options;
	level_entry_fill(&level, map_of(asset));
	fields_put(&keen_level_fields, &level, object);
}

const struct asset_kind keen_level_kind = {
	.name = "level",
	.family = "keen",
	.source = &source,
	.defaults = &defaults,
	.open = open_tiles,
	.plan = plan,
	.plan_whole = plan_whole,
	.describe = describe,
	.make = make,
};

/*
 * The whole run.
 */

/* The names of a level's files, whether they were written or not. */
static void add_names(const struct assets *assets, size_t i, struct level_entry *level)
{
	struct strings names = { .count = 0 };

	for (size_t k = 0; k < assets->files.count; k++)
		if (assets->files.items[k].asset == i)
			strings_add(&names, assets->files.items[k].name);
	level->has_files = true;
	level->files = names.items;
	level->file_count = names.count;
}

enum exh_status level_export_manifest(const struct assets *assets, struct exh_writer *out,
				      struct exh_error *err)
{
	const struct level_choice choice = choice_of(assets);
	struct level_document document;
	enum exh_status status;

	level_document_fill(&document, levels_of(assets), &choice);
	for (size_t i = 0; i < document.count; i++)
		add_names(assets, i, &document.maps[i]);
	status = json_append(document_to_json(&keen_maps_document, &document), out, err);
	for (size_t i = 0; i < document.count; i++)
		free(document.maps[i].files);
	level_document_free(&document);
	free(choice.items);
	return status;
}

static enum exh_status make_manifest(void *context, struct exh_writer *out,
				     struct exh_error *err)
{
	return level_export_manifest(context, out, err);
}

bool level_export_names_file(enum level_format format, const char *output)
{
	const char *dot = strrchr(file_name(output), '.');

	return strcmp(output, "-") == 0 || file_is_special(output) ||
	       path_pattern_is(output) ||
	       (dot && strcasecmp(dot + 1, level_format_name(format)) == 0);
}

/* Sheets beside a level's file begin with its name; those of many have the bare one. */
static char *sheet_stem(const char *path, bool many)
{
	const char *name = file_name(path);
	const char *dot = strrchr(name, '.');
	const size_t size = many  ? (size_t)(name - path)
			    : dot ? (size_t)(dot - path)
				  : strlen(path);

	return mem_format("%.*s%s", (int)size, path, many ? "" : "-");
}

static size_t count_planes(const struct level_export *export)
{
	size_t count = 0;

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		count += export->planes[i];
	return count;
}

/* The numbers of the chosen levels, to be freed. */
static struct range *ranges_of(const struct level_choice *choice)
{
	struct range *ranges = mem_alloc(choice->count, sizeof *ranges);

	for (size_t i = 0; i < choice->count; i++)
		ranges[i] = (struct range){ .first = choice->items[i]->number,
					    .last = choice->items[i]->number };
	return ranges;
}

struct exported {
	struct json *outputs;
};
static const struct field exported_fields[] = {
	FIELD_MADE(FIELD_JSON_LIST, struct exported, outputs, &text_fields,
		   "the files that were written"),
};
const struct fields level_export_fields =
	FIELDS("exported", struct exported, exported_fields);

void level_export(const struct level_export *export, struct keen_levels *levels,
		  const struct level_choice *choice, const char *output,
		  struct report *report, struct json *result)
{
	const bool is_text = is_one_text(export);
	const bool is_named = !is_text && level_export_names_file(export->format, output);
	const bool many = is_named && path_pattern_is(output);
	char *stem = is_named ? sheet_stem(output, many) : mem_text("");
	struct range *ranges = ranges_of(choice);
	struct level_export options = *export;
	struct keen_parts parts = { .levels = levels };
	struct assets assets = { .kind = &keen_level_kind,
				 .options = &options,
				 .path = levels->path,
				 .game = &parts,
				 .ranges = ranges,
				 .range_count = choice->count };
	struct assets_output to = { .title = file_name(levels->path),
				    .path = is_named ? ""
					    : output ? output
						     : "-",
				    .is_file = is_text,
				    .make_index = make_manifest,
				    .context = &assets,
				    .written = json_new_list() };

	options.path = is_named ? output : NULL;
	options.stem = stem;
	options.splits = !is_named || count_planes(export) > 1;
	if (!is_named && !is_text)
		to.index_name = LEVEL_MANIFEST;
	if (assets_load(&assets, report)) {
		assets_plan(&assets);
		assets_write(&assets, 1, &to, report);
	}
	fields_put(&level_export_fields, &(struct exported){ to.written }, result);
	assets_free(&assets);
	free(ranges);
	free(stem);
}
