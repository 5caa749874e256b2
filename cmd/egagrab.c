#include "assets/keen/graphics/keen_export.h"
#include "assets/keen/graphics/keen_repack.h"
#include "assets/keen/graphics/layout_json.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "task/json.h"
#include "task/output_names.h"
#include "task/ranges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SCALE = 64 };

static const char *const overlay_choices[] = { "none", "hitbox", NULL };

/* What the command line asks for. */
struct request {
	struct common common;
	struct keen_archive_options tables;
	struct strings only;
	struct range *ranges;
	size_t range_count;
	unsigned palette, overlay, scale;
	bool raw, no_sheets, print_layout;
	struct repack_options repack; /* folder NULL: nothing is packed */
};

static int parse_only(const struct command *self, struct request *request)
{
	for (size_t i = 0; i < request->only.count; i++) {
		const char *text = request->only.items[i];
		const char *wrong =
			ranges_parse(text, &request->ranges, &request->range_count);

		if (wrong)
			return opt_usage_error(self,
					       "--only %s: expected CLASS or CLASS:RANGE "
					       "(as 3, 0-9, 5- or 1,4) at \"%s\"",
					       text, wrong);
	}
	for (size_t i = 0; i < request->range_count; i++) {
		const struct range *range = &request->ranges[i];
		char name[32];

		snprintf(name, sizeof name, "%.*s", (int)range->name_size, range->name);
		if (exh_keen_class_find(name) == EXH_KEEN_CLASS_COUNT)
			return opt_usage_error(
				self,
				"--only %s: no such class; there are pic, picm, sprite, "
				"font, fontm, tile8, tile8m, tile16, tile16m, tile32, "
				"tile32m, binary, pictable, picmtable, spritetable, "
				"unknown",
				name);
	}
	return EXIT_DONE;
}

static const char *const class_words[] = {
	"pic",	    "picm",	 "sprite",	"font",	   "fontm",   "tile8",
	"tile8m",   "tile16",	 "tile16m",	"tile32",  "tile32m", "binary",
	"pictable", "picmtable", "spritetable", "unknown", NULL
};

static const struct opt option_table[] = {
	{ TEXT_OPTION("head", "FILE", struct request, tables.head),
	  .help = "offsets of the chunks; default: EGAHEAD.* or CGAHEAD.*" },
	{ TEXT_OPTION("dict", "FILE", struct request, tables.dict),
	  .help = "Huffman dictionary; default: EGADICT.* or CGADICT.*" },
	{ TEXT_OPTION("exe", "FILE", struct request, tables.exe),
	  .help = "the game's program, for tables that are not given" },
	{ TEXT_OPTION("layout", "FILE", struct request, tables.layout),
	  .help = "kinds of the chunks: a JSON file, or the name of a known layout" },
	{ FLAG_OPTION("print-layout", struct request, print_layout),
	  .help = "print the layout in use as JSON, extract nothing" },
	{ LIST_OPTION("only", "CLASS[:RANGE]", struct request, only),
	  .choices = class_words,
	  .help = "select chunks: sprite, tile16:0-99 (may be repeated)" },
	{ FLAG_OPTION("raw", struct request, raw),
	  .help = "also write the expanded bytes of each chunk to raw/" },
	{ FLAG_OPTION("no-sheets", struct request, no_sheets),
	  .help = "do not write sheet/, all pictures of a class in one" },
	{ NUMBER_OPTION("scale", "N", struct request, scale, 1, MOST_SCALE),
	  .help = "enlarge pictures N times (1 to 64)" },
	{ CHOICE_OPTION("overlay", "WHAT", struct request, overlay, overlay_choices),
	  .help = "draw over sprites: hitbox, none (default)" },
	{ CHOICE_OPTION("palette", "NAME", struct request, palette, cga_palette_names),
	  .help = "CGA colours: 0, 1, 0i, 1i (default; i: intense)" },
	{ TEXT_OPTION("pack", "DIR", struct request, repack.folder),
	  .help = "pack the files extracted to DIR into the archive -o FILE" },
	{ FLAG_OPTION("optimize", struct request, repack.optimize),
	  .help = "with --pack: build a dictionary for the smallest archive" },
	{ FLAG_OPTION("quantize", struct request, repack.quantize),
	  .help = "with --pack: replace colours by the nearest available" },
	{ TEXT_OPTION("head-out", "FILE", struct request, repack.head_out),
	  .help = "with --pack: file of the head; default: its old name, beside -o" },
	{ TEXT_OPTION("dict-out", "FILE", struct request, repack.dict_out),
	  .help = "with --pack: file of the dictionary; default: as for the head" },
	{ 0 },
};

static void choose_look(const struct request *request, enum exh_keen_video video,
			struct look *look)
{
	*look = (struct look){ .video = video,
			       .scale = request->scale,
			       .hitbox = request->overlay != 0 };
	look_colors(video, request->palette, &look->colors);
}

/* Pictures can't be had without a layout; with --raw nobody asked for them. */
static void report_unknown(const struct request *request, const struct keen_archive *keen,
			   struct report *report)
{
	const struct exh_bytes head = keen_table_bytes(&keen->head);
	const char *lack =
		request->print_layout
			? ""
			: "no pictures can be told apart and chunks are written "
			  "to raw/; ";
	char text[256];

	if (keen->layout_origin != LAYOUT_NONE)
		return;
	snprintf(text, sizeof text,
		 "no layout is known for this head of %zu bytes with CRC-32 %08x: %sgive "
		 "--layout FILE",
		 head.size, (unsigned)exh_crc32(head), lack);
	if (request->raw && !request->print_layout)
		report_warning(report, keen->head.path, EXH_NO_OFFSET, "%s", text);
	else
		report_error(report, keen->head.path, EXH_NO_OFFSET, "%s", text);
}

static void report_tables(const struct keen_archive *keen, const struct report *report)
{
	char *head = keen_table_text(&keen->head), *dict = keen_table_text(&keen->dict);

	if (head && dict)
		report_info(report, "%s: head %s, dictionary %s, layout %s", keen->path,
			    head, dict,
			    keen->layout_origin ? keen->layout.name : "unknown");
	free(head);
	free(dict);
}

static void print_layout(const struct exh_keen_layout *of, struct report *report)
{
	json_t *layout = layout_to_json(of);
	char *text = json_print(layout);

	json_decref(layout);
	if (!text)
		report_error(report, NULL, EXH_NO_OFFSET, "out of memory");
	else
		report_write(
			report, "-",
			(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 });
	free(text);
}

static void extract(const struct request *request, const struct keen_archive *keen,
		    const char *folder, struct report *report, json_t *result)
{
	struct export_options options = {
		.wanted = { request->ranges, request->range_count },
		.raw = request->raw,
		.sheets = !request->no_sheets,
	};
	json_t *manifest;

	choose_look(request, keen->layout.video, &options.look);
	keen_export(keen, &options, folder, report, &manifest);
	json_object_set_new(result, "output", json_text(folder));
	json_object_set_new(result, "manifest", manifest ? manifest : json_null());
}

static void run_pack(const struct request *request, struct report *report, json_t *result)
{
	struct repack_options options = request->repack;

	options.output = request->common.output;
	options.dict = request->tables.dict;
	options.layout = request->tables.layout;
	keen_repack(&options, report, result);
}

static void run_archive(const struct request *request, const char *input,
			const char *folder, struct report *report, json_t *result)
{
	struct keen_archive keen;

	if (request->repack.folder) {
		run_pack(request, report, result);
		return;
	}
	/* One that is given is printed for whatever archive, to begin another with. */
	if (request->print_layout && request->tables.layout) {
		struct exh_keen_layout layout;

		if (keen_layout_load(request->tables.layout, &layout, report))
			print_layout(&layout, report);
		return;
	}
	if (keen_archive_open(&keen, input, &request->tables, report)) {
		report_unknown(request, &keen, report);
		report_tables(&keen, report);
		json_object_set_new(result, "tables", keen_archive_tables(&keen));
		if (!request->print_layout)
			extract(request, &keen, folder, report, result);
		else if (keen.layout_origin != LAYOUT_NONE)
			print_layout(&keen.layout, report);
	}
	keen_archive_free(&keen);
}

static void run_input(void *context, const char *input, const char *folder,
		      struct report *report, json_t *result)
{
	run_archive(context, input, folder, report, result);
}

static char *folder_for(void *context, const char *input, bool several)
{
	const struct request *request = context;

	return output_folder_for(&request->common, input, several);
}

/* What makes no sense beside --pack, or without it. */
static int check_pack(const struct command *self, const struct request *request,
		      size_t count)
{
	const struct repack_options *repack = &request->repack;
	const char *output = request->common.output;

	if (!repack->folder && (repack->optimize || repack->quantize ||
				repack->head_out || repack->dict_out))
		return opt_usage_error(self, "--optimize, --quantize, --head-out and "
					     "--dict-out go with --pack DIR");
	if (!repack->folder)
		return EXIT_DONE;
	if (count)
		return opt_usage_error(self, "--pack DIR takes no archive");
	if (!output || !*output || strcmp(output, "-") == 0 || !*file_name(output))
		return opt_usage_error(self, "--pack DIR needs -o FILE, the new archive; "
					     "two more files are written beside it");
	if (request->tables.head || request->only.count || request->raw ||
	    request->no_sheets || request->print_layout || request->scale != 1 ||
	    request->overlay || request->palette != CGA_1I)
		return opt_usage_error(self, "--head, --only, --raw, --no-sheets, "
					     "--print-layout, --scale, --overlay and "
					     "--palette do not go with --pack");
	return EXIT_DONE;
}

static int check(const struct command *self, const struct request *request, char **inputs,
		 size_t count)
{
	size_t standard_count = 0;
	const int status = check_pack(self, request, count);

	if (status || request->repack.folder)
		return status;
	if (!count)
		return opt_usage_error(self, "no archive given");
	if (request->print_layout && count > 1)
		return opt_usage_error(self, "--print-layout takes one archive");
	if (request->print_layout && request->common.output)
		return opt_usage_error(self, "--print-layout writes to standard output: "
					     "no -o");
	if (request->print_layout && request->common.json)
		return opt_usage_error(self, "--print-layout is JSON already: no --json");
	if (request->common.output && !*request->common.output)
		return opt_usage_error(self, "-o: empty folder name");
	if (request->common.output && strcmp(request->common.output, "-") == 0)
		return opt_usage_error(self, "-o -: the output is a folder");
	for (size_t i = 0; i < count; i++)
		standard_count += strcmp(inputs[i], "-") == 0;
	if (standard_count && !request->common.output && !request->print_layout)
		return opt_usage_error(self,
				       "standard input has no name: give -o FOLDER");
	standard_count += request->tables.head && !strcmp(request->tables.head, "-");
	standard_count += request->tables.dict && !strcmp(request->tables.dict, "-");
	standard_count += request->tables.exe && !strcmp(request->tables.exe, "-");
	standard_count += request->tables.layout && !strcmp(request->tables.layout, "-");
	if (standard_count > 1)
		return opt_usage_error(self, "only one input may be standard input");
	return EXIT_DONE;
}

static const struct request defaults = { .palette = CGA_1I, .scale = 1 };

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .output_for = folder_for,
				       .run = run_input,
				       .context = request };
	int status = parse_only(self, request);

	if (!status)
		status = check(self, request, operands, count);
	if (!status)
		status = request->repack.folder
				 ? inputs_run_one(&inputs, request->repack.folder,
						  request->common.output)
				 : inputs_run(&inputs, operands, count);
	free(request->ranges);
	return status;
}

const struct command cmd_egagrab = {
	.name = "egagrab",
	.family = FAMILY_KEEN,
	.brief = "extract the graphics of Keen Dreams and Keen 4 to 6, and pack them "
		 "again",
	.usage = "[OPTION]... ARCHIVE... | --pack DIR -o FILE [OPTION]...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct request, common),
	.defaults = &defaults,
	.run = run,
};
