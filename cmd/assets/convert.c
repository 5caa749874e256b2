#include "convert.h"

#include "assets.h"
#include "task/budget.h"
#include "task/fields.h"
#include "task/file.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_HELD = 1 << 24 };

/* An input of a run, and its result. */
struct run {
	const struct command *self;
	const struct converter *converter;
	void *request;
	const char *input, *taken_by;
	char *output;
	struct exh_writer held; /* messages, if runs are parallel */
	struct json *result;
	bool is_one_of_several, is_unmet;
	bool done, good;
};

static const struct common *common_of(const struct command *self, const void *request)
{
	return (const void *)((const char *)request + self->common_offset);
}

/*
 * Checking.
 */

/* Checks that inputs and output go together if one of them is a standard stream. */
static int check_streams(const struct command *self, const struct common *common)
{
	const char *output = common->output;
	const bool standard = output && strcmp(output, "-") == 0;
	const size_t count = common->operand_count;
	size_t standard_count = 0;

	for (size_t i = 0; i < count; i++)
		standard_count += strcmp(common->operands[i], "-") == 0;
	if (output && !*output)
		return opt_usage_error(self, "-o: empty file name");
	if (standard && count > 1)
		return opt_usage_error(self, "-o - takes one input");
	if (standard && common->json)
		return opt_usage_error(
			self, "-o - and --json both use standard output: give only one");
	if (standard_count > 1)
		return opt_usage_error(self, "only one input may be standard input");
	if (standard_count && !common->prints && (!output || count > 1))
		return opt_usage_error(
			self,
			"standard input has no name: give only this input, with -o FILE");
	return EXIT_DONE;
}

static int check_output(const struct command *self, const struct common *common)
{
	if (!common->output || !*common->output)
		return opt_usage_error(self, "no output given: use -o FILE");
	if (strcmp(common->output, "-") == 0 && common->json)
		return opt_usage_error(
			self, "-o - and --json both use standard output: give only one");
	return EXIT_DONE;
}

static const struct converter *choose(const struct command *self, const void *request)
{
	return self->converter && self->converter->choose
		       ? self->converter->choose(request)
		       : self->converter;
}

static int check(const struct command *self, void *request)
{
	const struct converter *converter = self->converter;
	const struct common *common = common_of(self, request);
	int status = EXIT_DONE;

	if (converter->input_name && !common->operand_count)
		return opt_usage_error(self, "no %s given", converter->input_name);
	if (converter->takes_one && common->operand_count > 1)
		return opt_usage_error(self, "only one %s may be given",
				       converter->input_name);
	if (converter->needs_output)
		status = check_output(self, common);
	if (!status && converter->check)
		status = converter->check(self, request);
	if (status)
		return status;
	converter = choose(self, request);
	return converter->checks_streams || converter->needs_output
		       ? EXIT_DONE
		       : check_streams(self, common);
}

/*
 * Running.
 */

void convert_name_output(struct conversion *c, size_t size)
{
	(void)size;
	result_output(c->result, c->output);
}

static void write_encoded(const struct run *run, struct conversion *c,
			  enum exh_status status, struct exh_writer *out,
			  struct exh_error *err)
{
	report_notes(c->report, c->input, &c->notes);
	if (!status)
		status = mem_check_limit(out, err);
	if (status && !c->is_reported)
		report_failure(c->report, c->input, err);
	if (!status && output_write(c->report, c->output, exh_writer_bytes(out)) &&
	    run->converter->written)
		run->converter->written(c, out->size);
}

static void encode(const struct run *run, struct report *report, struct json *result)
{
	struct conversion c = { .request = run->request,
				.input = run->input,
				.output = run->output,
				.report = report,
				.result = result,
				.arena.limit = CONVERSION_MEMORY };
	struct exh_writer out = { .limit = run->converter->output_limit };
	struct exh_error err;
	struct file file;

	if (!report_read(report, run->input, run->converter->file_limit, &file))
		return;
	c.notes.arena = &c.arena;
	write_encoded(run, &c, run->converter->encode(&c, file_bytes(&file), &out, &err),
		      &out, &err);
	exh_writer_free(&out);
	exh_arena_free(&c.arena);
	free(file.data);
}

static void convert_asset(const struct run *run, struct report *report,
			  struct json *result)
{
	const struct converter *converter = run->converter;
	struct single single;

	if (single_load(&single, converter->kind,
			(const char *)run->request + converter->options_offset,
			run->input, converter->file_limit, report)) {
		if (converter->say)
			converter->say(single_asset(&single), report);
		single_describe(&single, result);
		single_write(&single, run->output, report, result);
	}
	single_free(&single);
}

static void start_budget(const struct run *run, const struct report *report)
{
	if (run->self->common & COMMON_BUDGET && run->converter->input_size)
		budget_start(budget_of(report->common->most_output,
				       run->converter->input_size(run->input)));
}

static void convert(const struct run *run, struct report *report, struct json *result)
{
	if (run->converter->kind)
		convert_asset(run, report, result);
	else if (run->converter->encode)
		encode(run, report, result);
	else
		run->converter->run(run->request, run->input, run->output, report,
				    result);
}

void convert_one(const struct converter *converter, void *request, const char *input,
		 const char *output, struct report *report, struct json *result)
{
	const struct run run = { .converter = converter,
				 .request = request,
				 .input = input,
				 .output = (char *)output };

	convert(&run, report, result);
}

/* Runs an input, unless an earlier input has the same output. */
static void run_unless_taken(const struct run *run, struct report *report,
			     struct json *result)
{
	if (run->taken_by) {
		report_error(report, run->input, EXH_NO_OFFSET,
			     "its output %s is already used by %s", run->output,
			     run->taken_by);
		return;
	}
	start_budget(run, report);
	convert(run, report, result);
	report_budget(report, run->output);
}

/* True if inputs run in parallel. Printed output keeps the order of the inputs. */
static bool is_at_once(const struct run *run)
{
	return run->converter->is_parallel && !common_of(run->self, run->request)->prints;
}

static void run_input(struct run *run)
{
	struct json *result = json_new_object();
	struct report report;

	report_start(&report, run->self->name, common_of(run->self, run->request));
	report.is_one_of_several = run->is_one_of_several;
	run->held = (struct exh_writer){ .limit = MAX_HELD };
	if (is_at_once(run))
		report.held = &run->held;
	fields_put(&input_fields, &(struct input_row){ .input = run->input }, result);
	run_unless_taken(run, &report, result);
	report_links(&report);
	if (report.failed)
		other_command_name(run->self->name, run->input, &report);
	run->good = !report.failed;
	run->is_unmet = report.is_unmet;
	fields_put(&outcome_fields,
		   &(struct outcome_row){ run->good ? "ok" : "failed",
					  json_share(report.warnings),
					  json_share(report.errors) },
		   result);
	run->result = result;
	report_end(&report);
	run->done = true;
}

static void run_job(void *context, size_t i)
{
	run_input((struct run *)context + i);
}

/* Prints the held messages and takes over the result. True if the conversion
 * succeeded. */
static bool finish_run(struct run *run, struct json *results)
{
	if (run->held.size)
		fwrite(run->held.data, 1, run->held.size, stderr);
	exh_writer_free(&run->held);
	/* The results of thousands of inputs are kept only for --json. */
	if (common_of(run->self, run->request)->json && run->done)
		json_push_shared(results, run->result);
	json_free(run->result);
	return run->good;
}

static const char *find_taker(const struct run *runs, size_t i)
{
	const char *output = runs[i].output;

	for (size_t k = 0; k < i && strcmp(output, "-") != 0; k++)
		if (strcmp(runs[k].output, output) == 0)
			return runs[k].input;
	return NULL;
}

/* False, and reports it, if none of several inputs has the selected items. A single
 * input has reported it itself. */
static bool check_unmet(const struct run *runs, size_t count)
{
	struct report report;

	for (size_t i = 0; i < count; i++)
		if (!runs[i].is_unmet)
			return true;
	if (count < 2)
		return true;
	report_start(&report, runs->self->name, common_of(runs->self, runs->request));
	report_error(&report, NULL, EXH_NO_OFFSET, "no input has what was selected");
	report_end(&report);
	return false;
}

/* Reports inputs that were not begun because of an interrupt. */
static void report_left(const struct run *runs, size_t count)
{
	struct report report;
	size_t left = 0;

	for (size_t i = 0; i < count; i++)
		left += !runs[i].done;
	if (!left || !interrupt_pending())
		return;
	report_start(&report, runs->self->name, common_of(runs->self, runs->request));
	report_error(&report, NULL, EXH_NO_OFFSET, "%s: %zu of %zu inputs were not read",
		     interrupt_name(), left, count);
	report_end(&report);
}

static bool run_all(struct run *runs, size_t count, struct json *results)
{
	const struct common *common = common_of(runs->self, runs->request);
	bool good = true;

	if (is_at_once(runs))
		jobs_run(common, runs->self->name, count, run_job, runs);
	for (size_t i = 0; i < count; i++) {
		if (!is_at_once(runs) && !interrupt_pending())
			run_input(&runs[i]);
		good &= finish_run(&runs[i], results);
	}
	report_left(runs, count);
	return good && check_unmet(runs, count);
}

/* False: -o is the output, or else standard output. */
static bool names_outputs(const struct converter *converter)
{
	return !converter->makes_one &&
	       (converter->output_for || converter->endings_for ||
		converter->folder_ending || converter->endings.new_ending);
}

static char *output_for(const struct run *run, bool several, unsigned number)
{
	const struct converter *converter = run->converter;
	const struct common *common = common_of(run->self, run->request);
	struct converter_endings endings = converter->endings;

	if (!names_outputs(converter))
		return mem_text(common->output ? common->output : "-");
	if (common->prints && !common->output)
		return mem_text("-");
	if (converter->output_for)
		return converter->output_for(run->request, run->input, several);
	if (converter->keeps_output && !several)
		return mem_text(common->output);
	if (converter->folder_ending)
		return output_folder_with(common, run->input, several,
					  converter->folder_ending);
	if (converter->endings_for)
		endings = converter->endings_for(run->request, run->input);
	return converter->is_numbered
		       ? output_numbered_for(common, run->input, several, number,
					     endings.old_ending, endings.new_ending)
		       : output_file_for(common, run->input, several, endings.old_ending,
					 endings.new_ending);
}

/* True if the value of -o can only be a folder. */
static bool names_folder(const char *output, bool several)
{
	return output && strcmp(output, "-") != 0 &&
	       output_is_folder(output, several && !strpbrk(file_name(output), ".%"));
}

char *convert_folder(const struct command *self, void *request, const char *input,
		     bool several)
{
	const struct converter *converter = choose(self, request);
	const char *output = common_of(self, request)->output;
	char *path;

	if (!converter || !names_outputs(converter))
		return NULL;
	if (!converter->makes_folder)
		return names_folder(output, several) ? mem_text(output) : NULL;
	path = output_for(&(struct run){ .self = self,
					 .converter = converter,
					 .request = request,
					 .input = input },
			  several, 0);
	if (strcmp(path, "-") != 0)
		return path;
	free(path);
	return NULL;
}

static int run_inputs(const struct command *self, const struct converter *converter,
		      void *request, char **paths, size_t count)
{
	struct run *runs = mem_alloc(count, sizeof *runs);
	struct json *results = json_new_list();
	bool good;

	for (size_t i = 0; i < count; i++) {
		runs[i] = (struct run){ .self = self,
					.converter = converter,
					.request = request,
					.input = paths[i],
					.is_one_of_several = count > 1 };
		runs[i].output = output_for(&runs[i], count > 1, (unsigned)i);
		runs[i].taken_by = find_taker(runs, i);
	}
	good = run_all(runs, count, results);
	if (common_of(self, request)->json)
		good &= results_print(self->name, results);
	for (size_t i = 0; i < count; i++)
		free(runs[i].output);
	json_free(results);
	free(runs);
	return good ? EXIT_DONE : EXIT_BAD;
}

int convert_main(const struct command *self, void *request, char **operands, size_t count)
{
	const int status = check(self, request);
	const struct converter *converter;
	char *input = NULL;

	(void)operands;
	(void)count;
	if (status)
		return status;
	converter = choose(self, request);
	if (converter->makes_one && converter->takes_one)
		input = common_of(self, request)->operands[0];
	else if (converter->makes_one && converter->input_of)
		input = converter->input_of(request);
	return converter->makes_one ? run_inputs(self, converter, request, &input, 1)
				    : run_inputs(self, converter, request,
						 common_of(self, request)->operands,
						 common_of(self, request)->operand_count);
}
