#include "level_export.h"

#include "level_animation.h"
#include "level_tiled.h"
#include "task/file.h"
#include "task/json.h"
#include "task/outputs.h"
#include "task/path_pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind {
	KIND_JSON,
	KIND_CSV,
	KIND_PNG,
	KIND_TILED,
	KIND_SHEET,
	KIND_SET,
	KIND_INFO,
	KIND_MANIFEST
};

enum { NAME_SIZE = 64 };

struct plan {
	const struct level_export *export;
	struct outputs outputs;
	struct tiled_tiles tiles;
	char *stem;	  /* in front of the names of sheets: folder and all */
	json_t *manifest; /* of a folder */
};

const char *level_format_name(enum level_format format)
{
	static const char *const names[] = {
		"table", "json", "csv", "png", "tmj", "tmx"
	};

	return names[format];
}

/*
 * Making.
 */

static const struct exh_keen_map *map_of(const struct plan *plan, size_t which)
{
	return plan->export->choice.items[which];
}

static enum exh_status make_info(const struct plan *plan, struct exh_writer *out,
				 struct exh_error *err)
{
	json_t *document;

	if (plan->export->format == LEVEL_CSV) {
		level_tile_info_csv(&plan->export->levels->info, out);
		return EXH_OK;
	}
	document = json_document("keen-tile-info");
	json_object_set_new(document, "tile_info",
			    level_tile_info_to_json(plan->export->levels, NULL));
	return json_append(document, out, err);
}

static enum exh_status make_png(const struct plan *plan, size_t which,
				struct exh_writer *out, struct exh_error *err)
{
	const struct level_export *export = plan->export;

	return export->animated ? level_apng(export->look, map_of(plan, which),
					     export->most_ticks, out, err)
				: level_png(export->look, map_of(plan, which), out, err);
}

static enum tiled_form tiled_form(const struct plan *plan)
{
	return plan->export->format == LEVEL_TMX ? TILED_XML : TILED_JSON;
}

/* Names of sheets and tilesets as seen from the level's file, in whose folder they lie.
 */
struct names {
	char text[2][EXH_KEEN_PLANE_COUNT][256];
	struct tiled_files files;
};

static const char *set_ending(const struct plan *plan)
{
	return tiled_form(plan) == TILED_XML ? "tsx" : "tsj";
}

static void name_files(const struct plan *plan, struct names *names)
{
	names->files = (struct tiled_files){ { NULL }, { NULL } };
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const char *plane = exh_keen_plane_name((enum exh_keen_plane)i);
		const char *stem = file_name(plan->stem);

		snprintf(names->text[0][i], sizeof names->text[0][i], "%s%s.png", stem,
			 plane);
		snprintf(names->text[1][i], sizeof names->text[1][i], "%s%s.%s", stem,
			 plane, set_ending(plan));
		names->files.sheets[i] = names->text[0][i];
		if (plan->export->external)
			names->files.tilesets[i] = names->text[1][i];
	}
}

static enum exh_status make_tiled(const struct plan *plan, size_t which,
				  struct exh_writer *out, struct exh_error *err)
{
	struct names names;

	name_files(plan, &names);
	return tiled_level(&plan->tiles, map_of(plan, which), tiled_form(plan),
			   &names.files, out, err);
}

static enum exh_status make_set(const struct plan *plan, size_t plane,
				struct exh_writer *out, struct exh_error *err)
{
	struct names names;

	name_files(plan, &names);
	return tiled_tileset(&plan->tiles, (enum exh_keen_plane)plane, tiled_form(plan),
			     &names.files, out, err);
}

static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	const struct plan *plan = context;
	const size_t which = output->which;

	switch ((enum kind)output->kind) {
	case KIND_JSON:
		return level_json(plan->export->levels, &plan->export->choice, out, err);
	case KIND_CSV:
		level_csv(map_of(plan, which / EXH_KEEN_PLANE_COUNT),
			  (enum exh_keen_plane)(which % EXH_KEEN_PLANE_COUNT), out);
		return EXH_OK;
	case KIND_PNG:
		return make_png(plan, which, out, err);
	case KIND_TILED:
		return make_tiled(plan, which, out, err);
	case KIND_SHEET:
		return tiled_sheet(&plan->tiles, (enum exh_keen_plane)which, out, err);
	case KIND_SET:
		return make_set(plan, which, out, err);
	case KIND_INFO:
		return make_info(plan, out, err);
	case KIND_MANIFEST:
		return json_append(json_incref(plan->manifest), out, err);
	}
	return EXH_OK;
}

/*
 * Planning: which files.
 */

static const char *ending_of(const struct level_export *export)
{
	return level_format_name(export->format);
}

/* The sheets of Tiled's tilesets, and the sets themselves where they lie apart. */
static bool plan_sheets(struct plan *plan)
{
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		if (!tiled_count(&plan->tiles, (enum exh_keen_plane)i))
			continue;
		for (int apart = 0; apart <= plan->export->external; apart++) {
			const char *name = exh_keen_plane_name((enum exh_keen_plane)i);
			const size_t size = strlen(plan->stem) + strlen(name) + 8;
			char *path = malloc(size);

			if (path)
				snprintf(path, size, "%s%s.%s", plan->stem, name,
					 apart ? set_ending(plan) : "png");
			if (!outputs_add(&plan->outputs, path,
					 apart ? KIND_SET : KIND_SHEET, i))
				return false;
		}
	}
	return true;
}

static bool is_tiled(const struct level_export *export)
{
	return export->format == LEVEL_TMJ || export->format == LEVEL_TMX;
}

static int level_kind(const struct level_export *export)
{
	return export->format == LEVEL_CSV   ? KIND_CSV
	       : export->format == LEVEL_PNG ? KIND_PNG
					     : KIND_TILED;
}

/* The planes whose CSV is asked for, as plane numbers; how many. */
static size_t csv_planes(const struct level_export *export, size_t planes[])
{
	size_t count = 0;

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		if (export->planes[i])
			planes[count++] = i;
	return count;
}

/* x.csv becomes x.background.csv. */
static char *plane_path(const char *path, size_t plane)
{
	const char *dot = strrchr(file_name(path), '.');
	const size_t stem_size = dot ? (size_t)(dot - path) : strlen(path);
	const size_t size = strlen(path) + 16;
	char *out = malloc(size);

	if (out)
		snprintf(out, size, "%.*s.%s%s", (int)stem_size, path,
			 exh_keen_plane_name((enum exh_keen_plane)plane), dot ? dot : "");
	return out;
}

/* The file of one level, or those of its planes. files: gets their names; may be NULL. */
static bool plan_level(struct plan *plan, const char *path, size_t which, bool split,
		       json_t *files)
{
	size_t planes[EXH_KEEN_PLANE_COUNT] = { 0 };
	const bool csv = plan->export->format == LEVEL_CSV;
	const size_t count = csv ? csv_planes(plan->export, planes) : 1;

	for (size_t i = 0; i < count; i++) {
		char *its = csv && (split || count > 1) ? plane_path(path, planes[i])
							: strdup(path);

		if (files && its)
			json_array_append_new(files, json_text(file_name(its)));
		if (!outputs_add(&plan->outputs, its, level_kind(plan->export),
				 csv ? which * EXH_KEEN_PLANE_COUNT + planes[i] : which))
			return false;
	}
	return true;
}

/* Numbers of two digits are what a head has room for. */
static bool plan_in_folder(struct plan *plan, const char *folder, size_t which,
			   json_t *files)
{
	char name[NAME_SIZE], *path;
	bool good;

	snprintf(name, sizeof name, "%02u.%s", map_of(plan, which)->number,
		 ending_of(plan->export));
	path = file_join(folder, name);
	good = path && plan_level(plan, path, which, true, files);
	free(path);
	return good;
}

static bool plan_folder(struct plan *plan, const char *folder)
{
	const struct level_export *export = plan->export;
	json_t *maps = json_array();

	plan->stem = file_join(folder, "");
	plan->manifest = level_document_to_json(export->levels, &export->choice);
	json_object_set_new(plan->manifest, "maps", maps);
	for (size_t i = 0; i < export->choice.count; i++) {
		json_t *map = level_to_json(map_of(plan, i));
		json_t *files = json_array();
		const bool good =
			map_of(plan, i)->lost || plan_in_folder(plan, folder, i, files);

		json_object_set_new(map, "files", files);
		json_array_append_new(maps, map);
		if (!good)
			return false;
	}
	if (!plan->stem || (is_tiled(export) && !plan_sheets(plan)))
		return false;
	plan->outputs.manifest_last = true;
	return outputs_add(&plan->outputs, file_join(folder, "manifest.json"),
			   KIND_MANIFEST, 0);
}

/* Sheets beside a level's file begin with its name; those of many have the bare one. */
static char *sheet_stem(const char *path, bool many)
{
	const char *name = file_name(path);
	const char *dot = strrchr(name, '.');
	const size_t size = many  ? (size_t)(name - path)
			    : dot ? (size_t)(dot - path)
				  : strlen(path);
	char *stem = malloc(size + 2);

	if (stem)
		snprintf(stem, size + 2, "%.*s%s", (int)size, path, many ? "" : "-");
	return stem;
}

static bool plan_files(struct plan *plan, const char *output)
{
	const struct level_export *export = plan->export;
	const bool many = path_pattern_is(output);

	plan->stem = sheet_stem(output, many);
	for (size_t i = 0; i < export->choice.count; i++) {
		char *path = many ? path_pattern_fill(output, map_of(plan, i)->number)
				  : strdup(output);
		const bool good = path && (map_of(plan, i)->lost ||
					   plan_level(plan, path, i, false, NULL));

		free(path);
		if (!good)
			return false;
	}
	return plan->stem && (!is_tiled(export) || plan_sheets(plan));
}

/*
 * The whole.
 */

static bool is_one_text(const struct level_export *export)
{
	return export->tile_info || export->format == LEVEL_JSON;
}

static bool plan_all(struct plan *plan, const char *output)
{
	const struct level_export *export = plan->export;

	if (is_one_text(export))
		return outputs_add(&plan->outputs, strdup(output ? output : "-"),
				   export->tile_info ? KIND_INFO : KIND_JSON, 0);
	if (level_export_names_file(export->format, output))
		return plan_files(plan, output);
	return plan_folder(plan, output);
}

bool level_export_names_file(enum level_format format, const char *output)
{
	const char *dot = strrchr(file_name(output), '.');

	return strcmp(output, "-") == 0 || file_is_special(output) ||
	       path_pattern_is(output) ||
	       (dot && strcasecmp(dot + 1, level_format_name(format)) == 0);
}

static json_t *list_outputs(const struct outputs *outputs)
{
	json_t *list = json_array();

	for (size_t i = 0; i < outputs->count; i++)
		if (outputs->items[i].begun && !outputs->items[i].err.status)
			json_array_append_new(list, json_text(outputs->items[i].path));
	return list;
}

void level_export(const struct level_export *export, const char *output,
		  struct report *report, json_t *result)
{
	struct plan plan = { .export = export };

	plan.outputs.make = make;
	plan.outputs.context = &plan;
	if (is_tiled(export))
		plan.tiles = (struct tiled_tiles){
			.background = export->look->background,
			.foreground = export->look->foreground,
			.info = export->levels->info.background_count
					? &export->levels->info
					: NULL,
			.colors = export->look->colors,
			.info_count = tiled_marker_count(&export->levels->maps),
		};
	if (!plan_all(&plan, output))
		report_error(report, export->levels->path, EXH_NO_OFFSET,
			     "out of memory");
	else
		outputs_run(&plan.outputs, report, file_name(export->levels->path));
	json_object_set_new(result, "outputs", list_outputs(&plan.outputs));
	outputs_free(&plan.outputs);
	json_decref(plan.manifest);
	free(plan.stem);
}
