#include "assets/keen/graphics/keen_archive.h"
#include "assets/keen/graphics/keen_pictures.h"
#include "assets/keen/level/level_export.h"
#include "assets/keen/level/level_pack.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "task/companions.h"
#include "task/json.h"
#include "task/output_names.h"
#include "task/path_pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_TICKS = 70 * 300, DEFAULT_TICKS = 70 * 10 };

/* What the command line asks for. */
struct request {
	struct common common;
	struct keen_levels_options tables;
	struct keen_archive_options graphics_tables;
	struct exh_keen_layout layout;
	const char *graphics, *layers;
	struct strings maps;
	enum level_format format;
	bool planes[EXH_KEEN_PLANE_COUNT];
	const char *base;
	struct strings pack; /* what is to be packed; operands are, too */
	bool labels, collision, grid, animated, tile_info, external, optimize;
	unsigned palette, ticks;
};

/*
 * The command line.
 */

static int parse_layers(const struct command *self, struct request *request)
{
	static const char *const names[] = { "back", "fore", "info" };
	const char *at = request->layers;

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		request->planes[i] = !at;
	while (at && *at) {
		const size_t size = strcspn(at, ",");
		size_t plane = 0;

		while (plane < EXH_KEEN_PLANE_COUNT &&
		       (size < strlen(names[plane]) ||
			strncmp(exh_keen_plane_name((enum exh_keen_plane)plane), at,
				size) != 0))
			plane++;
		if (plane == EXH_KEEN_PLANE_COUNT)
			return opt_usage_error(self,
					       "--layers %s: expected back, fore and "
					       "info, with commas between, at \"%s\"",
					       request->layers, at);
		request->planes[plane] = true;
		at += size + (at[size] == ',');
	}
	if (request->layers && !*request->layers)
		return opt_usage_error(self, "--layers: no layer given");
	return EXIT_DONE;
}

/* By name, else by the ending of what -o names. */
static int parse_format(const struct command *self, struct request *request)
{
	const char *output = request->common.output;
	const char *dot = output ? strrchr(file_name(output), '.') : NULL;
	const char *name = request->common.format;

	for (unsigned i = 0; i < LEVEL_FORMAT_COUNT; i++) {
		const enum level_format format = (enum level_format)i;

		if (name ? strcmp(name, level_format_name(format)) == 0
			 : dot && strcasecmp(dot + 1, level_format_name(format)) == 0) {
			request->format = format;
			return EXIT_DONE;
		}
	}
	if (name)
		return opt_usage_error(self,
				       "--format %s: expected one of table, json, csv, "
				       "png, tmj, tmx",
				       name);
	if (request->tile_info)
		request->format = LEVEL_JSON;
	return EXIT_DONE;
}

static const char *const format_words[] = { "table", "json", "csv", "png",
					    "tmj",   "tmx",  NULL };

static const char *const layer_words[] = { "back", "fore", "info", NULL };

static const struct opt option_table[] = {
	{ LIST_OPTION("map", "N|NAME", struct request, maps),
	  .help = "select a level (may be repeated)" },
	{ TEXT_OPTION("head", "FILE", struct request, tables.head),
	  .help = "offsets of the levels; default: MAPHEAD.* beside the input" },
	{ TEXT_OPTION("dict", "FILE", struct request, tables.dict),
	  .help = "Huffman dictionary; default: MAPDICT.* beside the input" },
	{ TEXT_OPTION("exe", "FILE", struct request, tables.exe),
	  .help = "the game's program, for these tables; default: one beside" },
	{ TEXT_OPTION("tileinfo-file", "FILE", struct request, tables.tile_info),
	  .help = "tile information; default: after the head, else TILEINFO.*" },
	{ TEXT_OPTION("graphics", "FILE", struct request, graphics),
	  .help = "graphics archive with the tiles; default: the one beside" },
	{ TEXT_OPTION("graphics-head", "FILE", struct request, graphics_tables.head),
	  .help = "head of the graphics, as egagrab's --head" },
	{ TEXT_OPTION("graphics-dict", "FILE", struct request, graphics_tables.dict),
	  .help = "dictionary of the graphics, as egagrab's --dict" },
	{ TEXT_OPTION("layout", "FILE", struct request, graphics_tables.layout),
	  .help = "layout of the graphics, as egagrab's --layout" },
	{ TEXT_OPTION("layers", "LIST", struct request, layers), .choices = layer_words,
	  .help = "select from back,fore,info; default for pictures: back,fore" },
	{ FLAG_OPTION("info-labels", struct request, labels),
	  .help = "draw the numbers of the info plane" },
	{ FLAG_OPTION("collision", struct request, collision),
	  .help = "draw walls, slopes and foreground cells" },
	{ FLAG_OPTION("grid", struct request, grid), .help = "draw grid lines" },
	{ FLAG_OPTION("animated", struct request, animated),
	  .help = "write an APNG with animated tiles" },
	{ NUMBER_OPTION("ticks", "N", struct request, ticks, 1, MOST_TICKS),
	  .help = "most ticks (1/70 s) of an animation; default 700" },
	{ CHOICE_OPTION("palette", "NAME", struct request, palette, cga_palette_names),
	  .help = "CGA colours: 0, 1, 0i, 1i (default; i: intense)" },
	{ FLAG_OPTION("external", struct request, external),
	  .help = "Tiled: write tilesets as separate files" },
	{ FLAG_OPTION("tileinfo", struct request, tile_info),
	  .help = "write the tile information: json (default) or csv" },
	{ TEXT_OPTION("format", "NAME", struct request, common.format),
	  .choices = format_words,
	  .help = "table, json, csv, png, tmj, tmx; default: by -o" },
	{ LIST_OPTION("pack", "PATH", struct request, pack),
	  .help = "pack levels (.json, .tmj, folder) into -o FILE" },
	{ TEXT_OPTION("base", "ARCHIVE", struct request, base),
	  .help = "--pack: keep the other levels of this archive" },
	{ FLAG_OPTION("optimize", struct request, optimize),
	  .help = "--pack: build a dictionary for the smallest size" },
	{ 0 },
};

static int parse(const struct command *self, struct request *request)
{
	int status;

	request->graphics_tables.exe = request->tables.exe;
	status = parse_layers(self, request);
	return status ? status : parse_format(self, request);
}

static bool is_drawn(const struct request *request)
{
	return request->format >= LEVEL_PNG;
}

static int check_output(const struct command *self, const struct request *request,
			size_t count)
{
	const char *output = request->common.output;
	const bool one_text = request->tile_info || request->format == LEVEL_JSON;
	const bool table = !request->tile_info && request->format == LEVEL_TABLE;
	const bool standard = output ? strcmp(output, "-") == 0 : table || one_text;

	if (output && !*output)
		return opt_usage_error(self, "-o: empty file name");
	if (request->common.json && standard && !table)
		return opt_usage_error(self, "--json is on standard output already: give "
					     "-o FILE");
	if (output && table && request->common.format)
		return opt_usage_error(self,
				       "-o: a table is written to standard output only");
	if (output && one_text && path_pattern_is(output))
		return opt_usage_error(self, "-o %s: all goes into one document; no %%d",
				       output);
	if (output && table)
		return opt_usage_error(self, "-o: unknown format: use --format, or a "
					     "name that ends in .json, .png ...");
	if (standard && output && request->format >= LEVEL_TMJ)
		return opt_usage_error(self, "-o -: a level for Tiled is several files");
	if (count > 1 && output && !standard &&
	    level_export_names_file(request->format, output))
		return opt_usage_error(self,
				       "-o %s: one file, but several inputs; give "
				       "a folder",
				       output);
	if (count > 1 && standard && !table)
		return opt_usage_error(self, "one file on standard output, but several "
					     "inputs: give -o FOLDER");
	return EXIT_DONE;
}

static int check_dump(const struct command *self, const struct request *request,
		      char **inputs, size_t count)
{
	if (request->tile_info && is_drawn(request))
		return opt_usage_error(self, "--tileinfo is json or csv");
	for (size_t i = 0; i < count; i++)
		if (strcmp(inputs[i], "-") == 0 && !request->common.output &&
		    !request->tile_info && request->format >= LEVEL_CSV)
			return opt_usage_error(self, "standard input has no name: give "
						     "-o");
	return check_output(self, request, count);
}

static int check_pack(const struct command *self, const struct request *request)
{
	const char *output = request->common.output;

	if (!output || !*output || strcmp(output, "-") == 0)
		return opt_usage_error(self, "--pack needs -o FILE for the archive; its "
					     "tables are written beside it");
	if (request->maps.count || request->common.format || request->tile_info)
		return opt_usage_error(self, "--pack takes all levels of its inputs: no "
					     "--map, --format, --tileinfo");
	if (!request->base && (request->tables.head || request->tables.exe))
		return opt_usage_error(self, "--head and --exe go with --base");
	return EXIT_DONE;
}

/* Options that would do nothing are mistakes. */
static bool options_fit(const struct request *request, const char **wrong)
{
	const bool pack = request->pack.count;
	const bool levels = !pack && !request->tile_info;
	const bool png = levels && request->format == LEVEL_PNG;
	const bool csv = levels && request->format == LEVEL_CSV;
	const struct {
		bool given, fits;
		const char *text;
	} rules[] = {
		{ request->labels, png, "--info-labels is for --format png" },
		{ request->collision, png, "--collision is for --format png" },
		{ request->grid, png, "--grid is for --format png" },
		{ request->animated, png, "--animated is for --format png" },
		{ request->ticks, request->animated, "--ticks is for --animated" },
		{ request->layers, png || csv, "--layers is for --format png and csv" },
		{ request->external, levels && request->format >= LEVEL_TMJ,
		  "--external is for --format tmj and tmx" },
		{ request->base, pack, "--base goes with --pack" },
		{ request->optimize, pack, "--optimize goes with --pack" },
	};

	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		*wrong = rules[i].text;
		if (rules[i].given && !rules[i].fits)
			return false;
	}
	return true;
}

static int check(const struct command *self, const struct request *request, char **inputs,
		 size_t count)
{
	const char *wrong;

	if (!options_fit(request, &wrong))
		return opt_usage_error(self, "%s", wrong);
	if (request->pack.count)
		return check_pack(self, request);
	return count ? check_dump(self, request, inputs, count)
		     : opt_usage_error(self, "no archive given");
}

/*
 * Levels.
 */

static bool choose_maps(const struct request *request, const struct keen_levels *levels,
			struct level_choice *choice, struct report *report)
{
	bool *wanted = calloc(levels->maps.count, sizeof *wanted);
	bool good = true;

	choice->items = calloc(levels->maps.count, sizeof(void *));
	if (!choice->items || !wanted) {
		free(wanted);
		report_error(report, levels->path, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	for (size_t i = 0; i < request->maps.count; i++) {
		const char *text = request->maps.items[i];
		size_t count;
		const struct exh_keen_map *map =
			keen_levels_find_text(levels, text, &count);

		if (map)
			wanted[map - levels->maps.items] = true;
		else if (count)
			report_error(report, levels->path, EXH_NO_OFFSET,
				     "--map %s: the names of %zu levels begin so: give "
				     "more of it, or a number",
				     text, count);
		else
			report_error(report, levels->path, EXH_NO_OFFSET,
				     "--map %s: no level has this number or name", text);
		good &= map != NULL;
	}
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

static bool print_table(const struct keen_levels *levels,
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
	return !ferror(stdout);
}

/*
 * Graphics.
 */

/* An archive of graphics beside the levels: of the same name, or as the games call it. */
static char *find_graphics(const char *path)
{
	static const char *const endings[] = { ".ega", ".cga" };
	static const char *const stems[] = { "egagraph", "cgagraph" };
	const char *dot = strrchr(file_name(path), '.');
	char *stem = strndup(file_name(path),
			     dot ? (size_t)(dot - file_name(path)) : strlen(path));
	char *out = NULL;

	for (size_t i = 0; i < 4 && stem && !out; i++) {
		char **found = companions_find(path, i < 2 ? stem : stems[i - 2]);

		for (size_t k = 0; found && found[k] && !out; k++) {
			const char *its = strrchr(file_name(found[k]), '.');

			if (i >= 2 || (its && strcasecmp(its, endings[i]) == 0))
				out = strdup(found[k]);
		}
		companions_free(found);
	}
	free(stem);
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
			     "no layout is known that tells where its tiles are; give "
			     "--layout FILE");
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

/* What is wrong with a graphics archive but not lost, egagrab tells. */
static bool open_archive(const struct request *request, const char *path,
			 struct keen_archive *keen, struct report *report)
{
	struct quiet_report quiet;
	bool good;

	good = keen_archive_open(keen, path, &request->graphics_tables,
				 report_quiet(&quiet, report));
	report_quiet_end(&quiet, report);
	return good;
}

static bool open_graphics(const struct request *request, const char *input,
			  struct graphics *graphics, char **path, struct report *report)
{
	*path = request->graphics ? strdup(request->graphics) : find_graphics(input);
	if (!*path) {
		report_error(report, input, EXH_NO_OFFSET,
			     "no graphics archive beside it; give --graphics FILE");
		return false;
	}
	graphics->open = true;
	if (!open_archive(request, *path, &graphics->keen, report) ||
	    !open_tiles(graphics, report))
		return false;
	look_colors(graphics->keen.layout.video, request->palette, &graphics->colors);
	return true;
}

/*
 * Runs.
 */

static void export(const struct request *request, struct keen_levels *levels,
		   const struct level_choice *choice, const struct graphics *graphics,
		   const char *output, struct report *report, json_t *result)
{
	const bool *planes = request->planes;
	const struct level_look look = {
		.colors = &graphics->colors,
		.background = planes[0] || request->format >= LEVEL_TMJ
				      ? &graphics->background
				      : NULL,
		.foreground = planes[1] || request->format >= LEVEL_TMJ
				      ? &graphics->foreground
				      : NULL,
		.info = &levels->info,
		.labels = request->labels || (request->layers && planes[2]),
		.collision = request->collision,
		.grid = request->grid,
	};
	struct level_export to = {
		.format = request->format,
		.look = &look,
		.animated = request->animated,
		.most_ticks = request->ticks ? request->ticks : DEFAULT_TICKS,
		.external = request->external,
		.tile_info = request->tile_info,
	};

	memcpy(to.planes, planes, sizeof to.planes);
	level_export(&to, levels, choice, output, report, result);
}

/* One file can't hold what is asked for: several levels, or planes. */
static bool fits_one_file(const struct request *request,
			  const struct level_choice *choice, const char *output,
			  struct report *report)
{
	const bool standard = strcmp(output, "-") == 0;
	size_t plane_count = 0;

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		plane_count += request->planes[i];
	if (request->tile_info || request->format == LEVEL_JSON ||
	    !level_export_names_file(request->format, output) || path_pattern_is(output))
		return true;
	if (choice->count == 1 &&
	    (request->format != LEVEL_CSV || plane_count == 1 || !standard))
		return true;
	if (choice->count == 1)
		report_error(report, NULL, EXH_NO_OFFSET,
			     "%zu planes do not go into one file: choose with --layers",
			     plane_count);
	else
		report_error(report, standard ? NULL : output, EXH_NO_OFFSET,
			     "%zu levels do not go into one file: give --map, a folder, "
			     "or a name with %%d",
			     choice->count);
	return false;
}

static void show(const struct request *request, struct keen_levels *levels,
		 const struct level_choice *choice, const char *output,
		 struct report *report, json_t *result)
{
	struct graphics graphics = { .open = false };
	char *path = NULL;

	if (request->tile_info && !levels->info.background_count)
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "its tile information is not there, or of a release that "
			     "is not known: give --tileinfo-file and --layout");
	else if ((request->collision || request->animated) &&
		 !levels->info.background_count)
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "%s: there is no tile information, or of a release that is "
			     "not known: give --tileinfo-file and --layout",
			     request->collision ? "--collision" : "--animated");
	else if ((!output || fits_one_file(request, choice, output, report)) &&
		 (!is_drawn(request) ||
		  open_graphics(request, levels->path, &graphics, &path, report)))
		export(request, levels, choice, &graphics, output, report, result);
	if (graphics.open)
		keen_archive_free(&graphics.keen);
	free(path);
}

static void describe(const struct keen_levels *levels, const struct level_choice *choice,
		     json_t *result)
{
	json_t *maps = json_array();

	for (size_t i = 0; i < choice->count; i++)
		json_array_append_new(maps, level_to_json(choice->items[i]));
	json_object_set_new(result, "archive", level_archive_to_json(levels));
	json_object_set_new(result, "maps", maps);
}

static void run_levels(const struct request *request, const char *input,
		       const char *output, struct report *report, json_t *result)
{
	struct keen_levels_options tables = request->tables;
	struct level_choice choice = { 0 };
	struct keen_levels levels;

	if (request->graphics_tables.layout)
		tables.layout = &request->layout;
	if (keen_levels_open(&levels, input, &tables, report) &&
	    choose_maps(request, &levels, &choice, report)) {
		describe(&levels, &choice, result);
		if (request->format != LEVEL_TABLE || request->tile_info)
			show(request, &levels, &choice, output, report, result);
		else if (!request->common.json)
			print_table(&levels, &choice);
	}
	free(choice.items);
	keen_levels_free(&levels);
}

static void run_input(void *context, const char *input, const char *output,
		      struct report *report, json_t *result)
{
	run_levels(context, input, output, report, result);
}

/* Text in one piece goes to standard output, unless there is to be a file. */
static char *output_for(void *context, const char *input, bool several)
{
	const struct request *request = context;
	const struct common *common = &request->common;
	const bool text = request->tile_info || request->format <= LEVEL_JSON;
	char *path, *named;

	if (text && !common->output)
		return strdup("-");
	if (!several || !text)
		return output_folder_for(common, input, several);
	path = output_folder_for(common, input, several);
	named = path ? malloc(strlen(path) + 8) : NULL;
	if (named)
		sprintf(named, "%s.%s", path, level_format_name(request->format));
	free(path);
	return named;
}

/* A layout that is given counts the tiles of the tile information, too. */
static bool load_layout(const struct command *self, struct request *request)
{
	struct report report;
	bool good;

	if (!request->graphics_tables.layout)
		return true;
	report_start(&report, self->name, &request->common);
	good = keen_layout_load(request->graphics_tables.layout, &request->layout,
				&report);
	report_end(&report);
	return good;
}

static void pack_inputs(const struct request *request, struct report *report,
			json_t *result)
{
	const struct level_pack pack = { .inputs = request->pack,
					 .base = request->base,
					 .tables = &request->tables,
					 .optimize = request->optimize };
	json_t *list = json_array();

	for (size_t i = 0; i < pack.inputs.count; i++)
		json_array_append_new(list, json_text(pack.inputs.items[i]));
	json_object_set_new(result, "inputs", list);
	level_pack(&pack, request->common.output, report, result);
}

static void pack_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	(void)input;
	(void)output;
	pack_inputs(context, report, result);
}

static int run_pack(const struct command *self, struct request *request)
{
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .run = pack_input,
				       .context = request };

	if (request->graphics_tables.layout)
		request->tables.layout = &request->layout;
	return inputs_run_one(&inputs, NULL, request->common.output);
}

static const struct request defaults = { .palette = CGA_1I };

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .output_for = output_for,
				       .run = run_input,
				       .context = request };
	int status = parse(self, request);

	for (size_t i = 0; i < count && request->pack.count; i++)
		if (!strings_add(&request->pack, operands[i]))
			status = EXIT_BAD;
	if (!status)
		status = check(self, request, operands, count);
	if (!status && !load_layout(self, request))
		status = EXIT_BAD;
	if (status)
		return status;
	return request->pack.count ? run_pack(self, request)
				   : inputs_run(&inputs, operands, count);
}

const struct command cmd_mapdump = {
	.name = "mapdump",
	.family = FAMILY_KEEN,
	.brief = "extract the levels of Keen Dreams and Keen 4 to 6, and pack them",
	.usage = "[OPTION]... ARCHIVE... | --pack PATH... -o ARCHIVE",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct request, common),
	.defaults = &defaults,
	.run = run,
};
