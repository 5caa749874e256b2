#include "assets/convert.h"
#include "assets/softdisk/softdisk.h"
#include "cli/opt.h"
#include "cli/picture_options.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

static const char *const palette_choices[] = { "file", "ega", NULL };

/* Of inputs whose outputs would be one the first has it. */
static const char *find_taker(const struct lbm2png_input *inputs, size_t i)
{
	for (size_t k = 0; k < i && inputs[i].output; k++)
		if (inputs[k].output && strcmp(inputs[k].output, inputs[i].output) == 0)
			return inputs[k].path;
	return NULL;
}

static void open_inputs(struct lbm2png_input *inputs,
			const struct lbm2png_request *request, char **paths, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		inputs[i] = (struct lbm2png_input){ .request = request,
						    .path = paths[i],
						    .several = count > 1 };
		lbm2png_open_input(&inputs[i]);
		if (!request->list)
			inputs[i].taken_by = find_taker(inputs, i);
	}
}

static bool run_inputs(const struct command *self, const struct lbm2png_request *request,
		       char **paths, size_t count, json_t *results)
{
	struct lbm2png_input *inputs = mem_alloc(count, sizeof *inputs);
	bool good = true;

	open_inputs(inputs, request, paths, count);
	if (count > 1)
		good = jobs_run(&request->common, self->name, count, lbm2png_run_input,
				inputs) == count;
	else
		lbm2png_run_input(inputs, 0);
	for (size_t i = 0; i < count; i++) {
		if (inputs[i].report.failed)
			other_command_name(self->name, paths[i], &inputs[i].report);
		if (inputs[i].is_done)
			good &= lbm2png_finish_input(&inputs[i], results);
		lbm2png_free_input(&inputs[i]);
	}
	free(inputs);
	return good;
}

static int check(const struct command *self, const struct lbm2png_request *request,
		 char **inputs, size_t count)
{
	const char *output = request->common.output;
	size_t standard_count = 0;

	if (!count)
		return opt_usage_error(self, "no picture given");
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
		standard_count += strcmp(inputs[i], "-") == 0;
	if (standard_count > 1)
		return opt_usage_error(self, "only one input may be standard input");
	if (standard_count && !output && !request->list)
		return opt_usage_error(self, "standard input has no name: give -o");
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

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct lbm2png_request *request = context;
	const int status = check(self, request, operands, count);
	json_t *results;
	bool good;

	if (status)
		return status;
	results = json_array();
	good = run_inputs(self, request, operands, count, results);
	if (request->common.json)
		good &= results_print(self->name, results);
	json_decref(results);
	return good ? EXIT_DONE : EXIT_BAD;
}

const struct command cmd_lbm2png = {
	.name = "lbm2png",
	.family = FAMILY_KEEN,
	.brief = "convert IFF pictures, also those in Softdisk's libraries, to PNG",
	.usage = "[OPTION]... FILE...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct lbm2png_request, common),
	.run = run,
};
