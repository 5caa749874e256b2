#include "assets/convert.h"
#include "assets/keen/graphics/graphics.h"
#include "assets/keen/level/level.h"
#include "cli/mapdump_options.h"
#include "cli/opt.h"

#include <stdlib.h>

enum { MAX_TICKS = 70 * 300 };

static const char *const format_words[] = { "table", "json", "csv", "png",
					    "tmj",   "tmx",  NULL };

static const char *const layer_words[] = { "back", "fore", "info", "objects", NULL };

static const struct opt option_table[] = {
	{ LIST_OPTION("map", "RANGE|NAME", struct mapdump_request, maps),
	  .help = "select levels: 1,4-6, or a name (may be repeated)" },
	{ FLAG_OPTION("list", struct mapdump_request, list),
	  .help = "list the levels, write nothing; as --format table" },
	{ TEXT_OPTION("head", "FILE", struct mapdump_request, tables.head),
	  .help = "offsets of the levels; default: MAPHEAD.* beside the input" },
	{ TEXT_OPTION("dict", "FILE", struct mapdump_request, tables.dict),
	  .help = "Huffman dictionary; default: MAPDICT.* beside the input" },
	{ TEXT_OPTION("exe", "FILE", struct mapdump_request, tables.exe),
	  .help = "the game's program, for these tables; default: one beside" },
	{ TEXT_OPTION("tileinfo-file", "FILE", struct mapdump_request, tables.tile_info),
	  .help = "tile information; default: after the head, else TILEINFO.*" },
	{ TEXT_OPTION("graphics", "FILE", struct mapdump_request, graphics),
	  .help = "graphics archive with the tiles; default: the one beside" },
	{ TEXT_OPTION("graphics-head", "FILE", struct mapdump_request,
		      graphics_tables.head),
	  .help = "head of the graphics, as egagrab's --head" },
	{ TEXT_OPTION("graphics-dict", "FILE", struct mapdump_request,
		      graphics_tables.dict),
	  .help = "dictionary of the graphics, as egagrab's --dict" },
	{ TEXT_OPTION("layout", "FILE", struct mapdump_request, graphics_tables.layout),
	  .help = "layout of the graphics, as egagrab's --layout" },
	{ TEXT_OPTION("layers", "LIST", struct mapdump_request, layers),
	  .choices = layer_words,
	  .help = "select from back,fore,info,objects; default of PNG: back,fore" },
	{ FLAG_OPTION("info-labels", struct mapdump_request, style.labels),
	  .help = "draw the numbers of the info plane" },
	{ FLAG_OPTION("collision", struct mapdump_request, style.collision),
	  .help = "draw the surfaces of walls and slopes" },
	{ FLAG_OPTION("grid", struct mapdump_request, style.grid),
	  .help = "draw grid lines" },
	{ FLAG_OPTION("animated", struct mapdump_request, export.animated),
	  .help = "write an APNG with animated tiles" },
	{ NUMBER_OPTION("ticks", "N", struct mapdump_request, export.most_ticks, 1,
			MAX_TICKS),
	  .help = "most ticks (1/70 s) of an animation; default 700" },
	SCALE_OPTION(struct mapdump_request, style.scale),
	{ CHOICE_OPTION("palette", "NAME", struct mapdump_request, palette,
			cga_palette_names),
	  .help = "CGA colours: 0, 1, 0i, 1i (default; i: intense)" },
	{ FLAG_OPTION("external", struct mapdump_request, export.external),
	  .help = "Tiled: write tilesets as separate files" },
	{ FLAG_OPTION("tileinfo", struct mapdump_request, export.tile_info),
	  .help = "write the tile information: json (default) or csv" },
	{ TEXT_OPTION("format", "NAME", struct mapdump_request, common.format),
	  .choices = format_words,
	  .help = "table, json, csv, png, tmj, tmx; default: by -o" },
	{ LIST_OPTION("pack", "PATH", struct mapdump_request, pack.inputs),
	  .help = "pack levels (.json, .tmj, .tmx, folder) into -o FILE" },
	{ TEXT_OPTION("base", "ARCHIVE", struct mapdump_request, pack.base),
	  .help = "--pack: keep the other levels of this archive" },
	{ TEXT_OPTION("pack-tileinfo", "FILE", struct mapdump_request, pack.tiles),
	  .help = "--pack or --base: tile information that --tileinfo wrote" },
	{ TEXT_OPTION("exe-out", "FILE", struct mapdump_request, pack.tables_out.exe_out),
	  .files = OPT_MADE,
	  .help = "--base --exe: write the program with the new tables" },
	{ TEXT_OPTION("patch", "FILE", struct mapdump_request, pack.tables_out.patch),
	  .files = OPT_MADE, .help = "--pack or --base: write a patch file for CKPatch" },
	{ INTEGER_OPTION("number", "N", struct mapdump_request, pack.number, 0,
			 EXH_KEEN_MAP_LIMIT - 1),
	  .help = "--pack: number of the level in the one map of Tiled" },
	{ FLAG_OPTION("force-tiles", struct mapdump_request, pack.force_tiles),
	  .help = "--pack: take levels with tiles that the graphics lack" },
	{ TEXT_OPTION("remove", "RANGE", struct mapdump_request, remove),
	  .help = "--pack or --base: leave out these levels: 3, 5-8" },
	{ FLAG_OPTION("optimize", struct mapdump_request, pack.optimize),
	  .help = "--pack: build a dictionary for the smallest size" },
	{ 0 },
};

/* Loads a given layout, which also has the number of tiles in the tile information. */
static bool load_layout(const struct command *self, struct mapdump_request *request)
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

static const struct mapdump_request defaults = { .palette = CGA_1I };

static int check(const struct command *self, void *context)
{
	struct mapdump_request *request = context;
	int status = mapdump_options_parse(self, request, request->common.operands,
					   request->common.operand_count);

	common_keep(&request->common, request->pack.removed, free);
	if (!status && !load_layout(self, request))
		status = EXIT_BAD;
	if (request->graphics_tables.layout && mapdump_is_packing(request))
		request->tables.layout = &request->layout;
	return status;
}

static void pack(void *context, const char *input, const char *output,
		 struct report *report, struct json *result)
{
	const struct mapdump_request *request = context;
	struct level_pack pack = request->pack;

	(void)input;
	pack.tables = request->tables;
	pack.graphics = request->graphics;
	pack.beside = pack.base ? pack.base : output;
	pack.graphics_tables = request->graphics_tables;
	pack.takes_number = true;
	level_pack(&pack, output, report, result);
}

static const struct converter packer = {
	.makes_one = true,
	.checks_streams = true,
	.run = pack,
};

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct mapdump_request *request = context;

	return mapdump_is_packing(request) ? &packer : &converter;
}

static const struct converter converter = {
	.check = check,
	.choose = choose,
	.checks_streams = true,
	.output_for = mapdump_output_for,
	.run = mapdump_run_input,
};

static const struct fields *const results[] = { &keen_maps_fields, &level_export_fields,
						&level_pack_fields, NULL };
static const struct document *const documents[] = { &keen_maps_document,
						    &keen_tile_info_document, NULL };

const struct command cmd_mapdump = {
	.name = "mapdump",
	.family = FAMILY_KEEN,
	.brief = "extract the levels of Keen Dreams and Keen 4 to 6, and pack them",
	.usage = "[OPTION]... ARCHIVE... | --pack PATH... -o ARCHIVE",
	.options = option_table,
	.results = results,
	.documents = documents,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_AROUND,
	COMMAND_REQUEST(struct mapdump_request, common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
