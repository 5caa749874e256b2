#include "inputs.h"

#include "interrupt.h"
#include "io/file.h"
#include "io/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Not the bare stem: archives of several games may lie in one folder. */
char *inputs_folder(const struct common *common, const char *input, bool several)
{
	char *folder;
	size_t size;

	if (common->output && several)
		return file_join(common->output, file_name(input));
	if (common->output)
		return strdup(common->output);
	size = strlen(input) + sizeof ".extracted";
	folder = malloc(size);
	if (folder)
		snprintf(folder, size, "%s.extracted", input);
	return folder;
}

/* taken_by: the input whose output this is already, or NULL. */
static void run_untaken(const struct inputs *inputs, const char *input,
			const char *output, const char *taken_by, struct report *report,
			json_t *result)
{
	if (!output)
		report_error(report, input, EXH_NO_OFFSET, "out of memory");
	else if (taken_by)
		report_error(report, input, EXH_NO_OFFSET,
			     "its output %s is that of %s already", output, taken_by);
	else
		inputs->run(inputs->context, input, output, report, result);
}

/* True if all went well. */
static bool run_input(const struct inputs *inputs, const char *input, const char *output,
		      const char *taken_by, json_t *results)
{
	json_t *result = json_object();
	struct report report;
	bool good;

	report_start(&report, inputs->self, inputs->common);
	if (input)
		json_object_set_new(result, "input", json_text(input));
	if (!inputs->open || inputs->open(inputs->context, input, &report))
		run_untaken(inputs, input, output, taken_by, &report, result);
	if (inputs->close)
		inputs->close(inputs->context);
	good = !report.failed;
	json_object_set_new(result, "status", json_string(good ? "ok" : "failed"));
	json_object_set(result, "warnings", report.warnings);
	json_object_set(result, "errors", report.errors);
	/* What thousands of inputs have to tell need not be kept for nobody. */
	if (inputs->common->json)
		json_array_append(results, result);
	json_decref(result);
	report_end(&report);
	return good;
}

/* Of inputs whose outputs would be one and the same the first has it. */
static const char *find_taker(char **outputs, char **paths, size_t i)
{
	for (size_t k = 0; k < i && outputs[i] && strcmp(outputs[i], "-") != 0; k++)
		if (outputs[k] && strcmp(outputs[k], outputs[i]) == 0)
			return paths[k];
	return NULL;
}

/* Takes the results over. */
static int finish(const struct inputs *inputs, json_t *results, bool good)
{
	if (inputs->common->json)
		good &= results_print(inputs->self, results);
	json_decref(results);
	return good ? EXIT_DONE : EXIT_BAD;
}

int inputs_run(const struct inputs *inputs, char **paths, size_t count)
{
	char **outputs = calloc(count, sizeof *outputs);
	json_t *results = json_array();
	bool good = outputs != NULL;

	for (size_t i = 0; i < count && outputs && !interrupt_pending(); i++) {
		outputs[i] = inputs->output_for(inputs->context, paths[i], count > 1);
		good &= run_input(inputs, paths[i], outputs[i],
				  find_taker(outputs, paths, i), results);
	}
	for (size_t i = 0; i < count && outputs; i++)
		free(outputs[i]);
	free(outputs);
	return finish(inputs, results, good);
}

int inputs_run_one(const struct inputs *inputs, const char *input, const char *output)
{
	json_t *results = json_array();
	const bool good = run_input(inputs, input, output, NULL, results);

	return finish(inputs, results, good);
}
