#include "assets/convert.h"
#include "assets/softdisk/softdisk.h"
#include "cli/opt.h"
#include "cli/picture_options.h"
#include "task/outputs.h"

#include <string.h>

static const char *const palette_choices[] = { "file", "ega", NULL };

static int check(const struct command *self, void *context)
{
	struct lbm2png_request *request = context;
	const size_t count = request->common.operand_count;
	const char *output = request->common.output;
	size_t standard_count = 0;

	if (output && !*output)
		return opt_usage_error(self, "-o: empty file name");
	if (output && request->list)
		return opt_usage_error(self,
				       "--list writes no pictures: -o can't be used");
	if (picture_is_foreign(output) || (output && file_has_ending(output, ".gif") &&
					   !output_is_folder(output, false)))
		return opt_usage_error(self,
				       "-o %s: unknown format: pictures are written as "
				       ".png; %s/ is a folder",
				       output, output);
	if (count > 1 && lbm2png_is_file(output))
		return opt_usage_error(self, "-o %s: must be a folder for several inputs",
				       output);
	if (output && strcmp(output, "-") == 0 && request->common.json)
		return opt_usage_error(self, "-o - and --json both use standard output");
	for (size_t i = 0; i < count; i++)
		standard_count += strcmp(request->common.operands[i], "-") == 0;
	if (standard_count > 1)
		return opt_usage_error(self, "only one input may be standard input");
	if (standard_count && !output && !request->list)
		return opt_usage_error(self, "standard input has no name: give -o");
	request->common.prints = request->list;
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("list", struct lbm2png_request, list),
	  .help = "list the pictures, write nothing" },
	{ CHOICE_OPTION("palette", "NAME", struct lbm2png_request, palette,
			palette_choices),
	  .help = "colours: file (default), or ega, as Keen Dreams shows them" },
	SCALE_OPTION(struct lbm2png_request, scale),
	{ 0 },
};

/* Inputs run one after another: a list keeps its order, and a single input uses
 * threads by itself. */
static const struct converter one_by_one = {
	.checks_streams = true,
	.output_for = lbm2png_output_for,
	.run = lbm2png_run_input,
};

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct lbm2png_request *request = context;

	return request->list || request->common.operand_count == 1 ? &one_by_one
								   : &converter;
}

static const struct converter converter = {
	.input_name = "picture",
	.check = check,
	.choose = choose,
	.checks_streams = true,
	.output_for = lbm2png_output_for,
	.is_parallel = true,
	.run = lbm2png_run_input,
};

static const struct fields *const results[] = { &lbm2png_fields, NULL };

const struct command cmd_lbm2png = {
	.name = "lbm2png",
	.family = FAMILY_KEEN,
	.brief = "convert IFF pictures, also those in Softdisk's libraries, to PNG",
	.usage = "[OPTION]... FILE...",
	.options = option_table,
	.results = results,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct lbm2png_request, common),
	.converter = &converter,
	.run = convert_main,
};
