#include "assets/softdisk/lbm2png.h"
#include "cli/command.h"
#include "cli/opt.h"
#include "task/interrupt.h"
#include "task/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const palette_choices[] = { "file", "ega", NULL };

static bool finish_input(const struct command *self, struct lbm2png_input *inputs,
			 size_t i, json_t *results)
{
	struct lbm2png_input *input = &inputs[i];
	json_t *result = json_object(), *pictures = json_array();
	const char *taker;
	struct report report;
	bool good;

	report_start(&report, self->name, &input->request->common);
	json_object_set_new(result, "input", json_text(input->path));
	report_notes(&report, input->path, &input->contents.notes);
	input->output = lbm2png_plan_output(input, input->request->common.output);
	taker = input->request->list ? NULL : lbm2png_find_taker(inputs, i);
	if (input->err.status)
		report_failure(&report, input->path, &input->err);
	else if (!input->pictures || !input->output)
		report_error(&report, input->path, EXH_NO_OFFSET, "out of memory");
	else if (taker)
		report_error(&report, input->path, EXH_NO_OFFSET,
			     "its output %s is already used by %s", input->output, taker);
	else
		lbm2png_finish(input, &report, pictures);
	good = !report.failed;
	json_object_set_new(result, "status", json_string(good ? "ok" : "failed"));
	json_object_set_new(result, "pictures", pictures);
	json_object_set(result, "warnings", report.warnings);
	json_object_set(result, "errors", report.errors);
	json_array_append_new(results, result);
	report_end(&report);
	return good;
}

static bool run_inputs(const struct command *self, const struct lbm2png_request *request,
		       char **paths, size_t count, json_t *results)
{
	struct lbm2png_input *inputs = calloc(count, sizeof *inputs);
	bool good = inputs != NULL, drawn;

	for (size_t i = 0; i < count && inputs; i++)
		inputs[i] = (struct lbm2png_input){ .request = request,
						    .path = paths[i],
						    .several = count > 1 };
	if (inputs)
		good = jobs_run(&request->common, "lbm2png", count, lbm2png_draw_input,
				inputs) == count;
	drawn = good;
	for (size_t i = 0; i < count && drawn && !interrupt_pending(); i++)
		good &= finish_input(self, inputs, i, results);
	for (size_t i = 0; i < count && inputs; i++)
		lbm2png_free_input(&inputs[i]);
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
		good &= results_print(self->name, results, false);
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
