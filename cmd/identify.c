#include "cli/opt.h"
#include "task/files.h"
#include "task/interrupt.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/report.h"

#include <exhume/formats.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes: of a file that is judged, and of a table beside it. */
enum { FILE_LIMIT = 256 << 20, TABLE_LIMIT = 256 << 10 };

/* The file that is judged, and the one beside it that was asked for last. */
struct surroundings {
	const char *path;
	const struct files *files; /* in its folder */
	struct file beside;
};

static bool look_beside(void *context, const char *stem, size_t index,
			struct exh_bytes *out)
{
	struct surroundings *around = context;
	const char *dot = strrchr(file_name(around->path), '.');
	const char **found =
		around->files ? files_with_stem(around->files, stem, dot ? dot : "")
			      : NULL;
	size_t count = 0;
	bool good;

	while (found && found[count])
		count++;
	free(around->beside.data);
	around->beside = (struct file){ 0 };
	good = index < count && files_read(around->files, found[index], TABLE_LIMIT,
					   &around->beside, NULL) == EXH_OK;
	free(found);
	*out = file_bytes(&around->beside);
	return good;
}

/* What was found out of one file. */
struct finding {
	const char *path;
	struct files *files; /* in its folder, shared by all files in it */
	size_t size;
	const struct exh_format *format; /* NULL: unknown, or not read: err tells */
	unsigned score;
	struct exh_facts facts;
	struct exh_error err;
};

static void print_text(const struct finding *finding, FILE *out)
{
	const struct exh_facts *facts = &finding->facts;

	if (!finding->format) {
		fprintf(out, "%s: unknown\n", finding->path);
		return;
	}
	fprintf(out, "%s: %s: %s", finding->path, finding->format->name,
		finding->format->title);
	for (size_t i = 0; i < facts->count; i++) {
		const struct exh_fact *fact = &facts->items[i];

		fprintf(out, i ? ", " : " (");
		if (fact->is_number)
			fprintf(out, "%s %" PRIu64, fact->key, fact->number);
		else
			fprintf(out, "%s %s", fact->key, fact->text);
	}
	fprintf(out, facts->count ? ")\n" : "\n");
}

static json_t *facts_to_json(const struct exh_facts *facts)
{
	json_t *json = json_object();

	for (size_t i = 0; i < facts->count; i++) {
		const struct exh_fact *fact = &facts->items[i];

		json_object_set_new(json, fact->key,
				    fact->is_number
					    ? json_integer((json_int_t)fact->number)
					    : json_text(fact->text));
	}
	return json;
}

static json_t *to_json(const struct finding *finding)
{
	const struct exh_format *format = finding->format;
	json_t *json = json_object();

	json_object_set_new(json, "file", json_text(finding->path));
	json_object_set_new(json, "size", json_integer((json_int_t)finding->size));
	json_object_set_new(json, "format",
			    format ? json_string(format->name) : json_null());
	json_object_set_new(json, "score", json_integer(finding->score));
	if (!format)
		return json;
	json_object_set_new(json, "title", json_string(format->title));
	json_object_set_new(json, "family", json_string(format->family));
	json_object_set_new(json, "facts", facts_to_json(&finding->facts));
	return json;
}

/* A job of jobs_run: context is the array of findings. */
static void identify(void *context, size_t i)
{
	struct finding *finding = (struct finding *)context + i;
	struct surroundings around = { .path = finding->path, .files = finding->files };
	const bool standard = strcmp(finding->path, "-") == 0;
	struct exh_probe probe;
	struct file file;

	if (file_read(finding->path, FILE_LIMIT, &file, &finding->err))
		return;
	finding->size = file.size;
	probe = (struct exh_probe){
		.name = standard ? NULL : file_name(finding->path),
		.data = file_bytes(&file),
		.beside = look_beside,
		.context = &around,
	};
	finding->format = exh_identify(&probe, &finding->score);
	if (finding->format && finding->format->describe)
		finding->format->describe(&probe, &finding->facts);
	free(file.data);
	free(around.beside.data);
}

/* The document, or a line a file; to be freed. */
static char *print(const struct finding *findings, size_t count, bool json,
		   const struct report *report)
{
	json_t *document, *files;
	char *text = NULL;
	size_t size;
	FILE *out;

	if (!json) {
		out = open_memstream(&text, &size);
		for (size_t i = 0; i < count && out; i++)
			if (!findings[i].err.status)
				print_text(&findings[i], out);
		if (out && fclose(out) != 0) {
			free(text);
			return NULL;
		}
		return text;
	}
	document = json_document("identify");
	files = json_array();
	for (size_t i = 0; i < count; i++)
		if (!findings[i].err.status)
			json_array_append_new(files, to_json(&findings[i]));
	json_object_set_new(document, "files", files);
	json_object_set(document, "errors", report->errors);
	text = json_print(document);
	json_decref(document);
	return text;
}

static void write_text(const char *text, struct report *report)
{
	const struct common *common = report->common;
	const struct exh_bytes bytes = { (const uint8_t *)text, strlen(text), 0 };
	const bool standard = !common->output || strcmp(common->output, "-") == 0;
	struct exh_error err;
	const enum exh_status status =
		standard ? file_write_stdout(text, bytes.size, &err)
			 : file_write(common->output, bytes, common->force, &err);

	if (status)
		report_failure(report, standard ? "standard output" : common->output,
			       &err);
}

static bool same_folder(const char *a, const char *b)
{
	const size_t size = (size_t)(file_name(a) - a);

	return size == (size_t)(file_name(b) - b) && memcmp(a, b, size) == 0 &&
	       strcmp(a, "-") != 0 && strcmp(b, "-") != 0;
}

/* True if every file is of a known format, and that could be said. */
static bool run_files(const struct command *self, const struct common *common,
		      char **paths, size_t count)
{
	struct finding *findings = calloc(count, sizeof *findings);
	struct report report;
	char *text = NULL;
	bool good = true;

	report_start(&report, self->name, common);
	for (size_t i = 0; i < count && findings; i++) {
		findings[i].path = paths[i];
		findings[i].files = i && same_folder(paths[i - 1], paths[i])
					    ? findings[i - 1].files
					    : files_open_around(paths[i]);
	}
	if (findings &&
	    jobs_run(common, "identify", count, identify, findings) == count) {
		for (size_t i = 0; i < count; i++) {
			good &= findings[i].format != NULL;
			if (findings[i].err.status)
				report_failure(&report, paths[i], &findings[i].err);
		}
		text = print(findings, count, common->json, &report);
	}
	if (text)
		write_text(text, &report);
	else
		report_error(&report, NULL, EXH_NO_OFFSET,
			     interrupt_pending() ? "interrupted" : "out of memory");
	good &= !report.failed;
	report_end(&report);
	for (size_t i = 0; i < count && findings; i++)
		if (!i || findings[i].files != findings[i - 1].files)
			files_close(findings[i].files);
	free(text);
	free(findings);
	return good;
}

struct request {
	struct common common;
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	const struct request *request = context;

	if (!count)
		return opt_usage_error(self, "no file given");
	return run_files(self, &request->common, operands, count) ? EXIT_DONE : EXIT_BAD;
}

const struct command cmd_identify = {
	.name = "identify",
	.family = FAMILY_ALL,
	.brief = "name the format of files",
	.usage = "[OPTION]... FILE...",
	.common = COMMON_OUTPUT | COMMON_JSON | COMMON_WORK,
	COMMAND_REQUEST(struct request, common),
	.run = run,
};
