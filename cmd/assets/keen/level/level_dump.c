#include "level.h"

#include "assets/keen/graphics/graphics.h"
#include "assets/keen/keen_belongs.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEFAULT_TICKS = 70 * 10 };

bool mapdump_is_packing(const struct mapdump_request *request)
{
	return request->pack.inputs.count ||
	       (request->pack.base && (request->remove || request->pack.tiles));
}

bool mapdump_is_drawn(const struct mapdump_request *request)
{
	return request->export.format >= LEVEL_PNG;
}

/*
 * Levels.
 */

static bool choose_name(const struct keen_levels *levels, const char *text, bool *wanted,
			struct report *report)
{
	size_t count;
	const struct exh_keen_map *map = keen_levels_find_text(levels, text, &count);

	if (map)
		wanted[map - levels->maps.items] = true;
	else if (count)
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "--map %s: the names of %zu levels begin like this; "
			     "give more of the name, or a number",
			     text, count);
	else
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "--map %s: no level has this number or name", text);
	return map != NULL;
}

static bool choose_range(const struct keen_levels *levels, const struct range *range,
			 bool *wanted)
{
	size_t count = 0;

	for (size_t i = 0; i < levels->maps.count; i++) {
		if (!ranges_have(range, 1, levels->maps.items[i].number))
			continue;
		wanted[i] = true;
		count++;
	}
	return count > 0;
}

/* "1,4-6", or a name. */
static bool choose_text(const struct keen_levels *levels, const char *text, bool *wanted,
			struct report *report)
{
	struct range *ranges = NULL;
	size_t count = 0;
	bool good = true;

	if (ranges_parse_numbers(text, &ranges, &count)) {
		free(ranges);
		return choose_name(levels, text, wanted, report);
	}
	for (size_t i = 0; i < count; i++)
		good &= choose_range(levels, &ranges[i], wanted);
	if (!good)
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "--map %s: no level has this number or name", text);
	free(ranges);
	return good;
}

static bool choose_maps(const struct mapdump_request *request,
			const struct keen_levels *levels, struct level_choice *choice,
			struct report *report)
{
	bool *wanted = mem_alloc(levels->maps.count, sizeof *wanted);
	bool good = true;

	choice->items = mem_alloc(levels->maps.count, sizeof(void *));
	for (size_t i = 0; i < request->maps.count; i++)
		good &= choose_text(levels, request->maps.items[i], wanted, report);
	for (size_t i = 0; i < levels->maps.count; i++)
		if (!request->maps.count || wanted[i])
			choice->items[choice->count++] = &levels->maps.items[i];
	free(wanted);
	return good;
}

/* A text for people: control characters and what is not ASCII as dots. */
static void print_name(const struct exh_keen_map *map, char *out)
{
	exh_keen_map_name(map, out);
	for (; *out; out++)
		if (*out < ' ' || *out > '~')
			*out = '.';
}

static void print_table(const struct keen_levels *levels,
			const struct level_choice *choice)
{
	printf("%s: %zu %s, packed with %s\n", levels->path, levels->maps.count,
	       levels->maps.count == 1 ? "level" : "levels",
	       exh_keen_map_packing_name(levels->maps.packing));
	printf(" #  %-16s  width height   background foreground       info\n", "name");
	for (size_t i = 0; i < choice->count; i++) {
		const struct exh_keen_map *map = choice->items[i];
		char name[EXH_KEEN_MAP_NAME_SIZE + 1];

		if (map->lost) {
			printf("%2u  (lost)\n", map->number);
			continue;
		}
		print_name(map, name);
		printf("%2u  %-16s  %5zu %6zu   %10u %10u %10u\n", map->number, name,
		       map->width, map->height, map->planes[0].packed_size,
		       map->planes[1].packed_size, map->planes[2].packed_size);
	}
}

/*
 * Graphics.
 */

/* The graphics of the game that the levels belong to; to be freed. */
static char *find_graphics(const char *path)
{
	struct files *files = files_open_around(path);
	struct keen_sets sets;
	const char *found = NULL;
	char *out;

	keen_sets_find(files, &sets);
	for (size_t i = 0; i < sets.count && !found; i++) {
		const struct keen_set *set = &sets.items[i];
		const char *levels = set->archives[KEEN_SLOT_LEVELS];

		if (levels && strcmp(levels, file_name(path)) == 0)
			found = set->archives[KEEN_SLOT_EGA]
					? set->archives[KEEN_SLOT_EGA]
					: set->archives[KEEN_SLOT_CGA];
	}
	out = found ? files_path(files, found) : NULL;
	keen_sets_free(&sets);
	files_close(files);
	return out;
}

struct graphics {
	struct keen_archive keen;
	struct exh_keen_tiles background, foreground;
	struct exh_palette colors;
	bool open;
};

static bool open_tiles(struct graphics *graphics, struct report *report)
{
	const struct exh_keen_graphics *from = &graphics->keen.graphics;
	struct exh_error err;

	if (!from->layout.spans[EXH_KEEN_TILE16].count) {
		report_error(report, graphics->keen.path, EXH_NO_OFFSET,
			     "no layout is known for its tiles; give --layout FILE");
		return false;
	}
	if (exh_keen_tiles_open(from, EXH_KEEN_TILE16, &graphics->keen.arena,
				&graphics->background, &err) ||
	    exh_keen_tiles_open(from, EXH_KEEN_TILE16M, &graphics->keen.arena,
				&graphics->foreground, &err)) {
		report_failure(report, graphics->keen.path, &err);
		return false;
	}
	return true;
}

/* egagrab reports harmless faults of a graphics archive. */
static bool open_archive(const struct mapdump_request *request, const char *path,
			 struct keen_archive *keen, struct report *report)
{
	struct quiet_report quiet;
	bool good;

	good = keen_archive_open(keen, path, &request->graphics_tables,
				 report_quiet(&quiet, report));
	report_quiet_end(&quiet, report);
	return good;
}

static bool open_graphics(const struct mapdump_request *request, const char *input,
			  struct graphics *graphics, char **path, struct report *report)
{
	*path = request->graphics ? mem_text(request->graphics) : find_graphics(input);
	if (!*path) {
		report_error(report, input, EXH_NO_OFFSET,
			     "no graphics archive beside it; give --graphics FILE");
		return false;
	}
	graphics->open = true;
	if (!open_archive(request, *path, &graphics->keen, report) ||
	    !open_tiles(graphics, report))
		return false;
	style_colors(graphics->keen.layout.video, request->palette, &graphics->colors);
	return true;
}

/*
 * Runs.
 */

static void export(const struct mapdump_request *request, struct keen_levels *levels,
		   const struct level_choice *choice, const struct graphics *graphics,
		   const char *output, struct report *report, struct json *result)
{
	const bool *planes = request->export.planes;
	const bool is_tiled = request->export.format >= LEVEL_TMJ;
	struct level_style style = request->style;
	struct level_export to = request->export;

	style.colors = &graphics->colors;
	style.background = planes[0] || is_tiled ? &graphics->background : NULL;
	style.foreground = planes[1] || is_tiled ? &graphics->foreground : NULL;
	style.info = &levels->info;
	style.objects = request->objects ? &graphics->keen.graphics : NULL;
	style.labels |= request->layers && planes[2];
	to.style = &style;
	if (!to.most_ticks)
		to.most_ticks = DEFAULT_TICKS;
	level_export(&to, levels, choice, output, report, result);
}

/* One file can't hold the selection: several levels, or planes. */
static bool fits_one_file(const struct mapdump_request *request,
			  const struct level_choice *choice, const char *output,
			  struct report *report)
{
	const bool standard = strcmp(output, "-") == 0;
	size_t plane_count = 0;

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		plane_count += request->export.planes[i];
	if (request->export.tile_info || request->export.format == LEVEL_JSON ||
	    !level_export_names_file(request->export.format, output) ||
	    path_pattern_is(output))
		return true;
	if (choice->count == 1 &&
	    (request->export.format != LEVEL_CSV || plane_count == 1 || !standard))
		return true;
	if (choice->count == 1)
		report_error(report, NULL, EXH_NO_OFFSET,
			     "%zu planes do not fit into one file: choose with --layers",
			     plane_count);
	else
		report_error(report, standard ? NULL : output, EXH_NO_OFFSET,
			     "%zu levels do not fit into one file: give --map, a folder, "
			     "or a name with %%d",
			     choice->count);
	return false;
}

static void show(const struct mapdump_request *request, struct keen_levels *levels,
		 const struct level_choice *choice, const char *output,
		 struct report *report, struct json *result)
{
	struct graphics graphics = { .open = false };
	char *path = NULL;

	if (request->export.tile_info && !levels->info.background_count)
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "its tile information is missing or of an unknown release; "
			     "give --tileinfo-file and --layout");
	else if ((request->style.collision || request->export.animated) &&
		 !levels->info.background_count)
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "%s: the tile information is missing or of an unknown "
			     "release; give --tileinfo-file and --layout",
			     request->style.collision ? "--collision" : "--animated");
	else if ((!output || fits_one_file(request, choice, output, report)) &&
		 (!mapdump_is_drawn(request) ||
		  open_graphics(request, levels->path, &graphics, &path, report)))
		export(request, levels, choice, &graphics, output, report, result);
	if (graphics.open)
		keen_archive_free(&graphics.keen);
	free(path);
}

static void describe(const struct keen_levels *levels, const struct level_choice *choice,
		     struct json *result)
{
	struct level_document document;

	level_document_fill(&document, levels, choice);
	document.has_tile_info = false;
	fields_put(&keen_maps_fields, &document, result);
	level_document_free(&document);
}

void mapdump_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	const struct mapdump_request *request = context;
	struct keen_levels_options tables = request->tables;
	struct level_choice choice = { 0 };
	struct keen_levels levels;

	if (request->graphics_tables.layout)
		tables.layout = &request->layout;
	if (keen_levels_open(&levels, input, &tables, report) &&
	    choose_maps(request, &levels, &choice, report)) {
		describe(&levels, &choice, result);
		if (request->export.format != LEVEL_TABLE || request->export.tile_info)
			show(request, &levels, &choice, output, report, result);
		else if (!request->common.json)
			print_table(&levels, &choice);
	}
	free(choice.items);
	keen_levels_free(&levels);
}

/* Text in one piece goes to standard output, unless there is to be a file. */
char *mapdump_output_for(void *context, const char *input, bool several)
{
	const struct mapdump_request *request = context;
	const struct common *common = &request->common;
	const bool text =
		request->export.tile_info || request->export.format <= LEVEL_JSON;
	char *path, *named;

	if (text && !common->output)
		return mem_text("-");
	path = output_folder_for(common, input, several);
	if (!several || !text)
		return path;
	named = mem_format("%s.%s", path, level_format_name(request->export.format));
	free(path);
	return named;
}
