#include "mapdump_options.h"

#include "opt.h"
#include "task/file.h"
#include "task/outputs.h"
#include "task/text.h"

#include <string.h>
#include <strings.h>

/* False for an unknown layer. */
static bool take_layer(const char *name, size_t size, struct mapdump_request *request)
{
	static const char *const shortest[] = { "back", "fore", "info" };

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const char *whole = exh_keen_plane_name((enum exh_keen_plane)i);

		if (size < strlen(shortest[i]) || strncmp(whole, name, size) != 0)
			continue;
		request->export.planes[i] = true;
		return true;
	}
	request->objects |= size == strlen("objects") && !strncmp(name, "objects", size);
	return size == strlen("objects") && request->objects;
}

static int parse_layers(const struct command *self, struct mapdump_request *request)
{
	const char *at = request->layers;

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		request->export.planes[i] = !at;
	while (at && *at) {
		const size_t size = strcspn(at, ",");

		if (!take_layer(at, size, request))
			return opt_usage_error(self,
					       "--layers %s: expected a list of back, "
					       "fore, info and objects at \"%s\"",
					       request->layers, at);
		at += size + (at[size] == ',');
	}
	if (request->layers && !*request->layers)
		return opt_usage_error(self, "--layers: no layer given");
	return EXIT_DONE;
}

/* Chooses the format by its name, else by the ending of -o. */
static int parse_format(const struct command *self, struct mapdump_request *request)
{
	const char *output = request->common.output;
	const char *dot = output ? strrchr(file_name(output), '.') : NULL;
	const char *name = request->common.format;

	if (request->list &&
	    (name || output || request->export.tile_info || request->pack.inputs.count))
		return opt_usage_error(self, "--list writes no files: no --format, -o, "
					     "--tileinfo or --pack");
	if (request->list)
		return EXIT_DONE; /* --list prints a table */
	for (unsigned i = 0; i < LEVEL_FORMAT_COUNT; i++) {
		const enum level_format format = (enum level_format)i;

		if (name ? strcmp(name, level_format_name(format)) == 0
			 : dot && strcasecmp(dot + 1, level_format_name(format)) == 0) {
			request->export.format = format;
			return EXIT_DONE;
		}
	}
	if (name)
		return opt_usage_error(self,
				       "--format %s: expected one of table, json, csv, "
				       "png, tmj, tmx",
				       name);
	if (request->export.tile_info)
		request->export.format = LEVEL_JSON;
	else if (output && *output && strcmp(output, "-") != 0 &&
		 (!dot || output_is_folder(output, false)))
		request->export.format = LEVEL_PNG; /* the usual format for folders */
	return EXIT_DONE;
}

static int parse_removed(const struct command *self, struct mapdump_request *request)
{
	const char *bad =
		request->remove
			? ranges_parse_numbers(request->remove, &request->pack.removed,
					       &request->pack.removed_count)
			: NULL;

	return bad ? opt_usage_error(self,
				     "--remove %s: expected numbers of levels, such as 3 "
				     "or 5-8, at \"%s\"",
				     request->remove, bad)
		   : EXIT_DONE;
}

static int parse(const struct command *self, struct mapdump_request *request)
{
	int status;

	request->graphics_tables.exe = request->tables.exe;
	status = parse_removed(self, request);
	if (!status)
		status = parse_layers(self, request);
	return status ? status : parse_format(self, request);
}

static int check_output(const struct command *self, const struct mapdump_request *request,
			size_t count)
{
	const char *output = request->common.output;
	const bool one_text =
		request->export.tile_info || request->export.format == LEVEL_JSON;
	const bool table =
		!request->export.tile_info && request->export.format == LEVEL_TABLE;
	const bool standard = output ? strcmp(output, "-") == 0 : table || one_text;

	if (output && !*output)
		return opt_usage_error(self, "-o: empty file name");
	if (request->common.json && standard && !table)
		return opt_usage_error(self,
				       "--json also uses standard output: give -o FILE");
	if (output && table && request->common.format)
		return opt_usage_error(self,
				       "-o: a table is written to standard output only");
	if (output && one_text && path_pattern_is(output))
		return opt_usage_error(
			self, "-o %s: everything goes into one document: no %%d", output);
	if (output && table)
		return opt_usage_error(self, "-o: unknown format: use --format, or a "
					     "name that ends in .json, .png ...");
	if (standard && output && request->export.format >= LEVEL_TMJ)
		return opt_usage_error(self, "-o -: a level for Tiled has several files");
	if (count > 1 && output && !standard &&
	    level_export_names_file(request->export.format, output))
		return opt_usage_error(self,
				       "-o %s: one file, but several inputs; give "
				       "a folder",
				       output);
	if (count > 1 && standard && !table)
		return opt_usage_error(self, "one file on standard output, but several "
					     "inputs: give -o FOLDER");
	return EXIT_DONE;
}

static int check_dump(const struct command *self, const struct mapdump_request *request,
		      char **inputs, size_t count)
{
	if (request->export.tile_info && mapdump_is_drawn(request))
		return opt_usage_error(self, "--tileinfo supports only json and csv");
	for (size_t i = 0; i < count; i++)
		if (strcmp(inputs[i], "-") == 0 && !request->common.output &&
		    !request->export.tile_info && request->export.format >= LEVEL_CSV)
			return opt_usage_error(self, "standard input has no name: give "
						     "-o");
	return check_output(self, request, count);
}

static int check_pack(const struct command *self, const struct mapdump_request *request)
{
	const char *output = request->common.output;

	if (!output || !*output || strcmp(output, "-") == 0)
		return opt_usage_error(
			self,
			"--pack needs -o FILE for the archive; the tables go beside it");
	if (request->maps.count || request->common.format || request->export.tile_info)
		return opt_usage_error(self, "--pack packs all levels of its inputs: no "
					     "--map, --format or --tileinfo");
	if (!request->pack.base && (request->tables.head || request->tables.exe))
		return opt_usage_error(self, "with --pack, --head and --exe need --base");
	return EXIT_DONE;
}

/* Rejects options without effect. */
static bool options_fit(const struct mapdump_request *request, const char **wrong)
{
	const bool pack = mapdump_is_packing(request);
	const bool levels = !pack && !request->export.tile_info;
	const bool png = levels && request->export.format == LEVEL_PNG;
	const bool csv = levels && request->export.format == LEVEL_CSV;
	const struct {
		bool given, fits;
		const char *text;
	} rules[] = {
		{ request->style.labels, png, "--info-labels needs --format png" },
		{ request->style.collision, png, "--collision needs --format png" },
		{ request->style.grid, png, "--grid needs --format png" },
		{ request->export.animated, png, "--animated needs --format png" },
		{ request->style.scale, png && !request->export.animated,
		  "--scale needs --format png, without --animated" },
		{ request->export.most_ticks, request->export.animated,
		  "--ticks needs --animated" },
		{ request->layers, png || csv, "--layers needs --format png or csv" },
		{ request->objects, png, "--layers objects needs --format png" },
		{ request->export.external, levels && request->export.format >= LEVEL_TMJ,
		  "--external needs --format tmj or tmx" },
		{ request->pack.base, pack,
		  "--base needs --pack, --pack-tileinfo or --remove" },
		{ request->pack.tiles, pack, "--pack-tileinfo needs --pack or --base" },
		{ request->pack.tables_out.exe_out,
		  pack && request->pack.base && request->tables.exe,
		  "--exe-out needs --exe and --base, to pack with" },
		{ request->pack.tables_out.patch, pack,
		  "--patch needs --pack or --base" },
		{ request->pack.number.given, request->pack.inputs.count == 1,
		  "--number needs --pack with one map of Tiled" },
		{ request->pack.force_tiles, pack, "--force-tiles needs --pack" },
		{ request->remove, pack, "--remove needs --pack or --base" },
		{ request->pack.optimize, pack, "--optimize needs --pack" },
	};

	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		*wrong = rules[i].text;
		if (rules[i].given && !rules[i].fits)
			return false;
	}
	return true;
}

static int check(const struct command *self, const struct mapdump_request *request,
		 char **inputs, size_t count)
{
	const char *wrong;

	if (!options_fit(request, &wrong))
		return opt_usage_error(self, "%s", wrong);
	if (mapdump_is_packing(request))
		return count && !request->pack.inputs.count
			       ? opt_usage_error(
					 self,
					 "--base without --pack takes no other archive")
			       : check_pack(self, request);
	return count ? check_dump(self, request, inputs, count)
		     : opt_usage_error(self, "no archive given");
}

int mapdump_options_parse(const struct command *self, struct mapdump_request *request,
			  char **operands, size_t count)
{
	const int status = parse(self, request);

	for (size_t i = 0; i < count && request->pack.inputs.count; i++)
		strings_add(&request->pack.inputs, operands[i]);
	return status ? status : check(self, request, operands, count);
}
