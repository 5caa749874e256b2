#include "assets/convert.h"
#include "assets/softdisk/softdisk.h"
#include "cli/opt.h"
#include "task/outputs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const format_names[] = { "auto", "text", "ansi", "raw", "json", NULL };

static const char *const method_names[] = { "store", "lzss", "lzh", NULL };

/* Colours are the default only for a terminal, not for files. */
static void choose_format(struct softdisk_request *request)
{
	const char *output = request->common.output;
	const bool to_screen = !output && !request->common.json && isatty(STDOUT_FILENO);

	if (request->format == SOFTDISK_AS_JSON) {
		request->common.json = true;
		request->format = SOFTDISK_AS_AUTO;
	}
	if (request->format == SOFTDISK_AS_AUTO)
		request->format = to_screen || (output && file_has_ending(output, ".ans"))
					  ? SOFTDISK_AS_ANSI
					  : SOFTDISK_AS_TEXT;
}

static int check(const struct command *self, void *context)
{
	struct softdisk_request *request = context;
	const struct common *common = &request->common;
	const char *output = common->output;
	const bool standard = output && strcmp(output, "-") == 0;
	size_t standard_count = 0;

	choose_format(request);
	if (request->list + request->extract + request->pack > 1)
		return opt_usage_error(self,
				       "--list, --extract and --pack exclude each other");
	if (output && !*output)
		return opt_usage_error(self, "-o: empty file name");
	if (request->pack && !output)
		return opt_usage_error(self, "--pack needs -o FILE");
	if (request->list && output)
		return opt_usage_error(self, "--list writes no files: -o can't be used");
	if (request->extract && standard)
		return opt_usage_error(self, "-o -: the output is a folder");
	if (standard && common->json)
		return opt_usage_error(self, "-o - and --json both use standard output");
	for (size_t i = 0; i < common->operand_count; i++)
		standard_count += strcmp(common->operands[i], "-") == 0;
	if (standard_count > 1)
		return opt_usage_error(self, "only one input may be standard input");
	if (standard_count && request->pack)
		return opt_usage_error(self,
				       "standard input has no name to pack it under");
	if (standard_count && request->extract && !output)
		return opt_usage_error(self,
				       "standard input has no name: give -o FOLDER");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("list", struct softdisk_request, list),
	  .help = "list the members of a library, write nothing" },
	{ FLAG_OPTION("extract", struct softdisk_request, extract),
	  .help = "extract the members of a library into a folder" },
	{ LIST_OPTION("only", "GLOB", struct softdisk_request, only),
	  .help = "select members by name: '*.LBM' (may be repeated)" },
	{ FLAG_OPTION("pack", struct softdisk_request, pack),
	  .help = "pack files and folders into a library, -o" },
	{ CHOICE_OPTION("method", "NAME", struct softdisk_request, method, method_names),
	  .help = "compression: lzh (default), lzss, store" },
	{ CHOICE_OPTION("format", "NAME", struct softdisk_request, format, format_names),
	  .help = "output format: auto (default), text, ansi, raw, json" },
	{ 0 },
};

static const struct softdisk_request defaults = { .method = EXH_SOFTDISK_LZH };

static void pack(void *context, const char *input, const char *output,
		 struct report *report, struct json *result)
{
	const struct softdisk_request *request = context;

	(void)input;
	softdisk_pack(request->common.operands, request->common.operand_count, output,
		      (enum exh_softdisk_method)request->method, report, result);
}

static const struct converter packer = {
	.makes_one = true,
	.checks_streams = true,
	.run = pack,
};

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct softdisk_request *request = context;

	return request->pack ? &packer : &converter;
}

static const struct converter converter = {
	.input_name = "file",
	.check = check,
	.choose = choose,
	.checks_streams = true,
	.output_for = softdisk_plan_output,
	.input_size = files_size_at,
	.run = softdisk_run_input,
};

static const struct fields *const results[] = { &softdisk_fields, &softdisk_pack_fields,
						NULL };

const struct command cmd_softdisk = {
	.name = "softdisk",
	.family = FAMILY_KEEN,
	.brief = "list, extract and make Softdisk libraries; show text screens",
	.usage = "[--list | --extract | --pack] [OPTION]... FILE...",
	.options = option_table,
	.results = results,
	.common = COMMON_ALL | COMMON_BUDGET,
	COMMAND_REQUEST(struct softdisk_request, common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
