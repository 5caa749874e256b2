#include "command.h"
#include "interrupt.h"
#include "io/file.h"
#include "io/json.h"
#include "message.h"
#include "opt.h"

#include <exhume/codec.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	/* A program's own relocations and those unpacked, its image, and notes. */
	MEMORY_LIMIT = 8 << 20,
	PACKED_LIMIT = EXH_MZ_FILE_LIMIT + (4 << 20),
};

enum pack_choice { UNPACK, PACK_90, PACK_91 };

static const char *const pack_choices[] = { "none", "0.90", "0.91", NULL };

/* What the command line asks for. */
struct request {
	struct common common;
	unsigned pack;
};

static const char *version_name(unsigned version)
{
	return version == 90 ? "0.90" : "0.91";
}

/* The input's name, with another ending. */
static char *output_name(const struct request *request, const char *input)
{
	const char *ending = request->pack ? ".packed.exe" : ".unpacked.exe";
	const char *dot = strrchr(file_name(input), '.');
	const size_t stem_size = dot && strcasecmp(dot, ".exe") == 0
					 ? (size_t)(dot - input)
					 : strlen(input);
	const size_t size = stem_size + strlen(ending) + 1;
	char *name = malloc(size);

	if (name)
		snprintf(name, size, "%.*s%s", (int)stem_size, input, ending);
	return name;
}

static char *output_for(const struct request *request, const char *input, bool several)
{
	const char *output = request->common.output;
	char *name, *path;

	if (output && !several)
		return strdup(output);
	name = output_name(request, input);
	if (!output || !name)
		return name;
	path = file_join(output, file_name(name));
	free(name);
	return path;
}

static json_t *pair_to_json(const char *a, unsigned a_value, const char *b,
			    unsigned b_value)
{
	json_t *json = json_object();

	json_object_set_new(json, a, json_integer(a_value));
	json_object_set_new(json, b, json_integer(b_value));
	return json;
}

static void describe_program(const struct exh_mz *program, json_t *result)
{
	json_t *relocations = json_array();

	json_object_set_new(result, "image_size",
			    json_integer((json_int_t)program->image.size));
	json_object_set_new(result, "rest_size",
			    json_integer((json_int_t)program->rest.size));
	json_object_set_new(result, "entry",
			    pair_to_json("cs", program->cs, "ip", program->ip));
	json_object_set_new(result, "stack",
			    pair_to_json("ss", program->ss, "sp", program->sp));
	json_object_set_new(result, "min_alloc", json_integer(program->min_alloc));
	json_object_set_new(result, "max_alloc", json_integer(program->max_alloc));
	for (size_t i = 0; i < program->relocation_count; i++)
		json_array_append_new(
			relocations,
			pair_to_json("segment", program->relocations[i].segment, "offset",
				     program->relocations[i].offset));
	json_object_set_new(result, "relocations", relocations);
}

static bool write_output(const struct request *request, const struct exh_writer *out,
			 const char *output, struct report *report)
{
	const struct exh_bytes bytes = { out->data, out->size, 0 };
	const bool standard = strcmp(output, "-") == 0;
	struct exh_error err;

	if (standard ? file_write_stdout(out->data, out->size, &err)
		     : file_write(output, bytes, request->common.force, &err)) {
		report_failure(report, standard ? "standard output" : output, &err);
		return false;
	}
	return true;
}

/* The program in file, packed or unpacked, to out. */
static enum exh_status convert(const struct request *request, struct exh_bytes file,
			       struct exh_arena *arena, struct exh_mz *program,
			       struct exh_lzexe *how, struct exh_notes *notes,
			       struct exh_writer *out, struct exh_error *err)
{
	enum exh_status status;

	if (!request->pack) {
		status = exh_lzexe_unpack(file, arena, program, how, notes, err);
		return status ? status : exh_mz_write(program, out, err);
	}
	how->version = request->pack == PACK_90 ? 90 : 91;
	status = exh_mz_read(file, arena, program, notes, err);
	return status ? status : exh_lzexe_pack(program, how->version, out, err);
}

static void run_program(const struct request *request, const char *input,
			const struct file *file, const char *output,
			struct report *report, json_t *result)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = PACKED_LIMIT };
	struct exh_lzexe how = { 0 };
	struct exh_mz program;
	struct exh_error err;

	if (convert(request, (struct exh_bytes){ file->data, file->size, 0 }, &arena,
		    &program, &how, &notes, &out, &err)) {
		report_notes(report, input, &notes);
		report_failure(report, input, &err);
	} else {
		report_notes(report, input, &notes);
		json_object_set_new(result, "version",
				    json_string(version_name(how.version)));
		json_object_set_new(result, "input_size",
				    json_integer((json_int_t)file->size));
		json_object_set_new(result, "output_size",
				    json_integer((json_int_t)out.size));
		describe_program(&program, result);
		if (write_output(request, &out, output, report)) {
			json_object_set_new(result, "output", json_text(output));
			report_info(report,
				    "%s: %s LZEXE %s: %zu bytes to %zu, an image of %zu "
				    "with %zu relocations, in %s",
				    input, request->pack ? "packed by" : "unpacked from",
				    version_name(how.version), file->size, out.size,
				    program.image.size, program.relocation_count, output);
		}
	}
	exh_writer_free(&out);
	exh_arena_free(&arena);
}

/* True if all went well. taken_by: the input whose output it is already, or NULL. */
static bool run_input(const struct command *self, const struct request *request,
		      const char *input, const char *output, const char *taken_by,
		      json_t *results)
{
	json_t *result = json_object();
	struct file file = { 0 };
	struct report report;
	struct exh_error err;
	bool good;

	report_start(&report, self, &request->common);
	json_object_set_new(result, "input", json_text(input));
	if (!output)
		report_error(&report, input, EXH_NO_OFFSET, "out of memory");
	else if (taken_by)
		report_error(&report, input, EXH_NO_OFFSET,
			     "its output %s is that of %s already", output, taken_by);
	else if (file_read(input, EXH_MZ_FILE_LIMIT, &file, &err))
		report_failure(&report, input, &err);
	else
		run_program(request, input, &file, output, &report, result);
	free(file.data);
	good = !report.failed;
	json_object_set_new(result, "status", json_string(good ? "ok" : "failed"));
	json_object_set(result, "warnings", report.warnings);
	json_object_set(result, "errors", report.errors);
	if (request->common.json)
		json_array_append(results, result);
	json_decref(result);
	report_end(&report);
	return good;
}

static const char *find_taker(char **outputs, char **inputs, size_t i)
{
	for (size_t k = 0; k < i && outputs[i]; k++)
		if (outputs[k] && strcmp(outputs[k], outputs[i]) == 0)
			return inputs[k];
	return NULL;
}

static bool run_inputs(const struct command *self, const struct request *request,
		       char **inputs, size_t count, json_t *results)
{
	char **outputs = calloc(count, sizeof *outputs);
	bool good = outputs != NULL;

	for (size_t i = 0; i < count && outputs && !interrupt_pending(); i++) {
		outputs[i] = output_for(request, inputs[i], count > 1);
		good &= run_input(self, request, inputs[i], outputs[i],
				  find_taker(outputs, inputs, i), results);
	}
	for (size_t i = 0; i < count && outputs; i++)
		free(outputs[i]);
	free(outputs);
	return good;
}

static bool make_folder(const struct command *self, const char *folder)
{
	struct exh_error err;

	if (file_make_folder(folder, &err) == EXH_OK)
		return true;
	fprintf(stderr, "exhume %s: %s: %s\n", self->name, folder, err.text);
	return false;
}

static bool print_results(const struct command *self, json_t *results)
{
	json_t *document = json_document("unlzexe");
	struct exh_error err;
	char *text;
	bool good;

	json_object_set(document, "results", results);
	text = json_print(document);
	json_decref(document);
	good = text && file_write_stdout(text, strlen(text), &err) == EXH_OK;
	if (!good)
		fprintf(stderr, "exhume %s: standard output: %s\n", self->name,
			text ? err.text : "out of memory");
	free(text);
	return good;
}

static int check(const struct command *self, const struct request *request, char **inputs,
		 size_t count)
{
	const char *output = request->common.output;
	size_t standard_count = 0;

	if (!count)
		return opt_usage_error(self, "which program?");
	if (output && !*output)
		return opt_usage_error(self, "-o: a name of no letters");
	if (output && strcmp(output, "-") == 0 && count > 1)
		return opt_usage_error(self, "-o -: takes one program");
	if (output && strcmp(output, "-") == 0 && request->common.json)
		return opt_usage_error(self, "-o - and --json both print: one of them");
	for (size_t i = 0; i < count; i++)
		standard_count += strcmp(inputs[i], "-") == 0;
	if (standard_count && (!output || count > 1))
		return opt_usage_error(self, "standard input has no name: give it alone, "
					     "with -o FILE");
	return EXIT_DONE;
}

static int run(const struct command *self, int argc, char **argv)
{
	struct request request = { .pack = UNPACK };
	const struct opt opts[] = {
		{ 0, "pack-as", "VERSION", OPT_CHOICE, &request.pack,
		  "pack instead, as 0.90 or 0.91 (does not run)", 0, 0, pack_choices },
		{ 0 },
	};
	json_t *results = json_array();
	int first, status;

	first = opt_parse(self, opts,
			  COMMON_OUTPUT | COMMON_JSON | COMMON_WORK | COMMON_STRICT,
			  &request.common, argc, argv, &status);
	if (first >= 0) {
		const size_t count = (size_t)(argc - first);
		bool good;

		status = check(self, &request, argv + first, count);
		if (!status) {
			good = count == 1 || !request.common.output ||
			       make_folder(self, request.common.output);
			good = good &&
			       run_inputs(self, &request, argv + first, count, results);
			if (request.common.json)
				good &= print_results(self, results);
			status = good ? EXIT_DONE : EXIT_BAD;
		}
	}
	json_decref(results);
	return status;
}

const struct command cmd_unlzexe = {
	.name = "unlzexe",
	.family = "All",
	.brief = "unpack programs that LZEXE packed",
	.usage = "[OPTION]... PROGRAM...",
	.run = run,
};
