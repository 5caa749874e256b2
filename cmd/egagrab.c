#include "assets/convert.h"
#include "assets/keen/graphics/graphics.h"
#include "cli/font_text_options.h"
#include "cli/opt.h"
#include "task/outputs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const overlay_choices[] = { "none", "hitbox", NULL };

static const char no_class[] =
	"--only %s: no such class; classes are pic, picm, sprite, font, fontm, tile8, "
	"tile8m, tile16, tile16m, tile32, tile32m, binary, pictable, picmtable, "
	"spritetable, unknown";

static int parse_only(const struct command *self, struct egagrab_request *request)
{
	for (size_t i = 0; i < request->only.count; i++) {
		const char *text = request->only.items[i];
		const char *wrong =
			ranges_parse(text, &request->ranges, &request->range_count);

		if (wrong)
			return opt_usage_error(self,
					       "--only %s: expected CLASS or CLASS:RANGE "
					       "(such as 3, 0-9, 5- or 1,4) at \"%s\"",
					       text, wrong);
	}
	for (size_t i = 0; i < request->range_count; i++) {
		const struct range *range = &request->ranges[i];
		char name[32];

		snprintf(name, sizeof name, "%.*s", (int)range->name_size, range->name);
		if (exh_keen_class_find(name) == EXH_KEEN_CLASS_COUNT)
			return opt_usage_error(self, no_class, name);
	}
	return EXIT_DONE;
}

static const char *const class_words[] = {
	"pic",	    "picm",	 "sprite",	"font",	   "fontm",   "tile8",
	"tile8m",   "tile16",	 "tile16m",	"tile32",  "tile32m", "binary",
	"pictable", "picmtable", "spritetable", "unknown", NULL
};

static const struct opt option_table[] = {
	{ TEXT_OPTION("head", "FILE", struct egagrab_request, tables.head),
	  .help = "offsets of the chunks; default: EGAHEAD.* or CGAHEAD.*" },
	{ TEXT_OPTION("dict", "FILE", struct egagrab_request, tables.dict),
	  .help = "Huffman dictionary, or none; default: EGADICT.* or CGADICT.*" },
	{ TEXT_OPTION("exe", "FILE", struct egagrab_request, tables.exe),
	  .help = "the game's program, for tables that are not given" },
	{ TEXT_OPTION("layout", "FILE", struct egagrab_request, tables.layout),
	  .help = "kinds of the chunks: a JSON file, or the name of a known layout" },
	{ FLAG_OPTION("list", struct egagrab_request, list), .files = OPT_MAKES_NONE,
	  .help = "list the chunks, write nothing" },
	{ FLAG_OPTION("print-layout", struct egagrab_request, print_layout),
	  .files = OPT_MAKES_NONE,
	  .help = "print the layout in use as JSON, extract nothing" },
	{ LIST_OPTION("only", "CLASS[:RANGE]", struct egagrab_request, only),
	  .choices = class_words,
	  .help = "select chunks: sprite, tile16:0-99 (may be repeated)" },
	{ FLAG_OPTION("raw", struct egagrab_request, raw),
	  .help = "also write the bytes of each chunk, expanded, to raw/" },
	{ FLAG_OPTION("no-sheets", struct egagrab_request, no_sheets),
	  .help = "do not write sheet/, all pictures of a class in one" },
	SCALE_OPTION(struct egagrab_request, scale),
	FONT_TEXT_OPTION(struct egagrab_request, text),
	{ INTEGER_OPTION("font", "N", struct egagrab_request, font, 0, INT_MAX),
	  .help = "with --text: number of the font in the archive (default 0)" },
	{ CHOICE_OPTION("overlay", "WHAT", struct egagrab_request, overlay,
			overlay_choices),
	  .help = "draw over sprites: hitbox, none (default)" },
	{ CHOICE_OPTION("palette", "NAME", struct egagrab_request, palette,
			cga_palette_names),
	  .help = "CGA colours: 0, 1, 0i, 1i (default; i: intense)" },
	{ TEXT_OPTION("pack", "DIR", struct egagrab_request, repack.folder),
	  .help = "pack the files extracted to DIR into the archive -o FILE" },
	{ FLAG_OPTION("sheets", struct egagrab_request, repack.sheets),
	  .help = "with --pack: take pictures from sheet/, where they are there" },
	{ LIST_OPTION("from-sheet", "FILE", struct egagrab_request, repack.named_sheets),
	  .help = "with --pack: take pictures from the sheet of this JSON file" },
	{ FLAG_OPTION("optimize", struct egagrab_request, repack.optimize),
	  .help = "with --pack: build a dictionary for the smallest archive" },
	{ FLAG_OPTION("quantize", struct egagrab_request, repack.quantize),
	  .help = "with --pack: replace colours by the nearest available" },
	{ TEXT_OPTION("head-out", "FILE", struct egagrab_request, repack.head_out),
	  .files = OPT_MADE,
	  .help = "with --pack: file of the head; default: its old name, beside -o" },
	{ TEXT_OPTION("dict-out", "FILE", struct egagrab_request, repack.dict_out),
	  .files = OPT_MADE,
	  .help = "with --pack: file of the dictionary; default: as for the head" },
	{ TEXT_OPTION("exe-out", "FILE", struct egagrab_request, repack.tables.exe_out),
	  .files = OPT_MADE,
	  .help = "with --pack --exe: write the program with the new tables" },
	{ TEXT_OPTION("patch", "FILE", struct egagrab_request, repack.tables.patch),
	  .files = OPT_MADE, .help = "with --pack: write a patch file for CKPatch" },
	{ 0 },
};

/* Rejects options that conflict with --pack, or that need it. */
static int check_pack(const struct command *self, const struct egagrab_request *request,
		      size_t count)
{
	const struct repack_options *repack = &request->repack;
	const char *output = request->common.output;

	if (!repack->folder &&
	    (repack->optimize || repack->quantize || repack->head_out ||
	     repack->dict_out || repack->tables.exe_out || repack->tables.patch ||
	     repack->sheets || repack->named_sheets.count))
		return opt_usage_error(self,
				       "--optimize, --quantize, --sheets, --from-sheet, "
				       "--patch and the --*-out options need --pack DIR");
	if (!repack->folder)
		return EXIT_DONE;
	if (!repack->tables.exe_out != !request->tables.exe)
		return opt_usage_error(self,
				       "--pack needs --exe FILE for --exe-out FILE, "
				       "and takes it for nothing else");
	if (count)
		return opt_usage_error(self, "--pack DIR takes no archive");
	if (!output || !*output || strcmp(output, "-") == 0 || !*file_name(output))
		return opt_usage_error(self, "--pack DIR needs -o FILE for the new "
					     "archive; two more files go beside it");
	if (request->tables.head || request->only.count || request->raw ||
	    request->no_sheets || request->print_layout || request->list ||
	    request->scale != 1 || request->overlay || request->palette != CGA_1I)
		return opt_usage_error(
			self, "--head, --only, --raw, --no-sheets, --print-layout, "
			      "--list, --scale, "
			      "--overlay and --palette can't be used with --pack");
	return EXIT_DONE;
}

/* Rejects options that conflict with --text, or that need it. */
static int check_text(const struct command *self, struct egagrab_request *request)
{
	if (request->font.given && !request->text)
		return opt_usage_error(self, "--font needs --text");
	if (!request->text)
		return EXIT_DONE;
	if (request->repack.folder || request->list || request->print_layout ||
	    request->only.count || request->raw || request->no_sheets || request->overlay)
		return opt_usage_error(self,
				       "--text excludes --pack, --list, --print-layout, "
				       "--only, --raw, --no-sheets and --overlay");
	return font_text_parse(self, &request->common, request->text,
			       &request->text_bytes);
}

/* Checks that the output is a folder. */
static int check_output(const struct command *self, const char *output)
{
	if (output && !*output)
		return opt_usage_error(self, "-o: empty folder name");
	if (output && strcmp(output, "-") == 0)
		return opt_usage_error(self, "-o -: the output is a folder");
	return EXIT_DONE;
}

static int check(const struct command *self, void *context)
{
	struct egagrab_request *request = context;
	const size_t count = request->common.operand_count;
	const char *const tables[] = { request->tables.head, request->tables.dict,
				       request->tables.exe, request->tables.layout };
	size_t standard_count = 0;
	int status = parse_only(self, request);

	common_keep(&request->common, request->ranges, free);
	if (!status)
		status = check_text(self, request);
	if (!status)
		status = check_pack(self, request, count);
	if (status || request->repack.folder)
		return status;
	if (!count)
		return opt_usage_error(self, "no archive given");
	if (request->print_layout && count > 1)
		return opt_usage_error(self, "--print-layout takes one archive");
	if (request->list && (request->common.output || request->print_layout))
		return opt_usage_error(self, "--list excludes -o and --print-layout");
	if (request->print_layout && request->common.output)
		return opt_usage_error(self, "--print-layout excludes -o");
	if (request->print_layout && request->common.json)
		return opt_usage_error(self, "--print-layout excludes --json");
	status = request->text ? EXIT_DONE : check_output(self, request->common.output);
	if (status)
		return status;
	for (size_t i = 0; i < count; i++)
		standard_count += strcmp(request->common.operands[i], "-") == 0;
	if (standard_count && !request->common.output && !request->print_layout &&
	    !request->list)
		return opt_usage_error(self,
				       "standard input has no name: give -o FOLDER");
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		standard_count += tables[i] && strcmp(tables[i], "-") == 0;
	if (standard_count > 1)
		return opt_usage_error(self, "only one input may be standard input");
	return EXIT_DONE;
}

static const struct egagrab_request defaults = { .palette = CGA_1I, .scale = 1 };

static char *packed_folder(const void *context)
{
	const struct egagrab_request *request = context;

	return (char *)request->repack.folder;
}

static void pack(void *context, const char *input, const char *output,
		 struct report *report, struct json *result)
{
	const struct egagrab_request *request = context;
	struct repack_options options = request->repack;

	(void)input;
	options.output = output;
	options.dict = request->tables.dict;
	options.layout = request->tables.layout;
	options.tables.exe = request->tables.exe;
	keen_repack(&options, report, result);
}

static const struct converter packer = {
	.makes_one = true,
	.checks_streams = true,
	.input_of = packed_folder,
	.run = pack,
};

static const struct converter drawer = {
	.checks_streams = true,
	.endings = { "", ".text.png" },
	.run = egagrab_draw_text,
};

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct egagrab_request *request = context;

	return request->text ? &drawer : request->repack.folder ? &packer : &converter;
}

static const struct converter converter = {
	.check = check,
	.choose = choose,
	.checks_streams = true,
	.folder_ending = ".extracted",
	.makes_folder = true,
	.input_size = files_size_at,
	.run = egagrab_run_input,
};

static const struct fields *const results[] = { &keen_archive_fields,
						&keen_extract_fields, &keen_repack_fields,
						NULL };
static const struct document *const documents[] = { &keen_graphics_document,
						    &keen_layout_document, NULL };

const struct command cmd_egagrab = {
	.name = "egagrab",
	.family = FAMILY_KEEN,
	.brief = "extract and pack the graphics of Keen Dreams and Keen 4 to 6",
	.usage = "[OPTION]... ARCHIVE... | --pack DIR -o FILE [OPTION]...",
	.options = option_table,
	.results = results,
	.documents = documents,
	.common = COMMON_ALL | COMMON_BUDGET,
	.files = COMMAND_WRITES_AROUND,
	COMMAND_REQUEST(struct egagrab_request, common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
