#include "inputs.h"

#include "other_command.h"
#include "task/file.h"
#include "task/interrupt.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int inputs_check(const struct command *self, const struct common *common,
		 char *const *paths, size_t count, bool writes)
{
	const char *output = common->output;
	const bool standard = output && strcmp(output, "-") == 0;
	size_t standard_count = 0;

	for (size_t i = 0; i < count; i++)
		standard_count += strcmp(paths[i], "-") == 0;
	if (output && !*output)
		return opt_usage_error(self, "-o: empty file name");
	if (standard && count > 1)
		return opt_usage_error(self, "-o - takes one input");
	if (standard && common->json)
		return opt_usage_error(
			self, "-o - and --json both use standard output: give only one");
	if (standard_count > 1)
		return opt_usage_error(self, "only one input may be standard input");
	if (standard_count && writes && (!output || count > 1))
		return opt_usage_error(
			self,
			"standard input has no name: give only this input, with -o FILE");
	return EXIT_DONE;
}

/* taken_by: the input whose output this is already, or NULL. */
static void run_unless_taken(const struct inputs *inputs, const char *input,
			     const char *output, const char *taken_by,
			     struct report *report, json_t *result)
{
	if (taken_by)
		report_error(report, input, EXH_NO_OFFSET,
			     "its output %s is already used by %s", output, taken_by);
	else
		inputs->run(inputs->context, input, output, report, result);
}

/* An input of a run, and what came of it. */
struct run {
	const struct inputs *inputs;
	const char *input, *output, *taken_by;
	struct exh_writer held; /* messages, if runs are parallel */
	json_t *result;
	bool is_one_of_several, is_unmet;
	bool done, good;
};

enum { MAX_HELD = 1 << 24 };

static void run_input(struct run *run)
{
	const struct inputs *inputs = run->inputs;
	json_t *result = json_object();
	struct report report;

	report_start(&report, inputs->self->name, inputs->common);
	report.is_one_of_several = run->is_one_of_several;
	run->held = (struct exh_writer){ .limit = MAX_HELD };
	if (inputs->parallel)
		report.held = &run->held;
	if (run->input)
		json_object_set_new(result, "input", json_text(run->input));
	if (!inputs->open || inputs->open(inputs->context, run->input, &report))
		run_unless_taken(inputs, run->input, run->output, run->taken_by, &report,
				 result);
	if (inputs->close)
		inputs->close(inputs->context);
	if (report.failed)
		other_command_name(inputs->self, run->input, &report);
	run->good = !report.failed;
	run->is_unmet = report.is_unmet;
	json_object_set_new(result, "status", json_string(run->good ? "ok" : "failed"));
	json_object_set(result, "warnings", report.warnings);
	json_object_set(result, "errors", report.errors);
	run->result = result;
	report_end(&report);
	run->done = true;
}

/* Says what was held back and takes over the result. True if all went well. */
static bool finish_run(struct run *run, json_t *results)
{
	if (run->held.size)
		fwrite(run->held.data, 1, run->held.size, stderr);
	exh_writer_free(&run->held);
	/* Without --json, don't keep the results of thousands of inputs. */
	if (run->inputs->common->json && run->done)
		json_array_append(results, run->result);
	json_decref(run->result);
	return run->good;
}

static void run_job(void *context, size_t i)
{
	run_input((struct run *)context + i);
}

/* Of inputs whose outputs would be one and the same the first has it. */
static const char *find_taker(const struct run *runs, size_t i)
{
	const char *output = runs[i].output;

	for (size_t k = 0; k < i && strcmp(output, "-") != 0; k++)
		if (strcmp(runs[k].output, output) == 0)
			return runs[k].input;
	return NULL;
}

/* False if none of several inputs has what was selected. An only one has said so. */
static bool check_unmet(const struct inputs *inputs, const struct run *runs, size_t count)
{
	struct report report;

	for (size_t i = 0; i < count; i++)
		if (!runs[i].is_unmet)
			return true;
	if (count < 2)
		return true;
	report_start(&report, inputs->self->name, inputs->common);
	report_error(&report, NULL, EXH_NO_OFFSET, "no input has what was selected");
	report_end(&report);
	return false;
}

/* Says so if an interrupt came before inputs were begun. */
static void report_left(const struct inputs *inputs, const struct run *runs, size_t count)
{
	struct report report;
	size_t left = 0;

	for (size_t i = 0; i < count; i++)
		left += !runs[i].done;
	if (!left || !interrupt_pending())
		return;
	report_start(&report, inputs->self->name, inputs->common);
	report_error(&report, NULL, EXH_NO_OFFSET,
		     "interrupted: %zu of %zu inputs were not read", left, count);
	report_end(&report);
}

/* Takes the results over. */
static int finish(const struct inputs *inputs, json_t *results, bool good)
{
	if (inputs->common->json)
		good &= results_print(inputs->self->name, results);
	json_decref(results);
	return good ? EXIT_DONE : EXIT_BAD;
}

int inputs_run(const struct inputs *inputs, char **paths, size_t count)
{
	struct run *runs = mem_alloc(count, sizeof *runs);
	char **outputs = mem_alloc(count, sizeof *outputs);
	json_t *results = json_array();
	bool good = true;

	for (size_t i = 0; i < count; i++) {
		outputs[i] = inputs->output_for(inputs->context, paths[i], count > 1);
		runs[i] = (struct run){ .inputs = inputs,
					.input = paths[i],
					.output = outputs[i],
					.is_one_of_several = count > 1 };
		runs[i].taken_by = find_taker(runs, i);
	}
	if (inputs->parallel)
		jobs_run(inputs->common, inputs->self->name, count, run_job, runs);
	for (size_t i = 0; i < count; i++) {
		if (!inputs->parallel && !interrupt_pending())
			run_input(&runs[i]);
		good &= finish_run(&runs[i], results);
		free(outputs[i]);
	}
	report_left(inputs, runs, count);
	good = good && check_unmet(inputs, runs, count);
	free(outputs);
	free(runs);
	return finish(inputs, results, good);
}

int inputs_run_one(const struct inputs *inputs, const char *input, const char *output)
{
	struct run run = { .inputs = inputs, .input = input, .output = output };
	json_t *results = json_array();

	run_input(&run);
	return finish(inputs, results, finish_run(&run, results));
}

static int check_all(const struct inputs *inputs, char **paths, size_t count)
{
	if (inputs->check)
		return inputs->check(inputs->self, inputs->context, paths, count);
	return count ? inputs_check(inputs->self, inputs->common, paths, count, true)
		     : opt_usage_error(inputs->self, "no file given");
}

int inputs_main(const struct inputs *inputs, char **paths, size_t count)
{
	const int status = check_all(inputs, paths, count);

	return status ? status : inputs_run(inputs, paths, count);
}
