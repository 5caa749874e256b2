#include "report.h"

#include "budget.h"
#include "fields.h"
#include "jobs.h"
#include "json.h"
#include "memory.h"
#include "text.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SHOWN = 20 }; /* messages for each input, unless -v is given */

void report_start(struct report *report, const char *command, const struct common *common)
{
	*report = (struct report){ .command = command,
				   .common = common,
				   .warnings = json_new_list(),
				   .errors = json_new_list() };
}

void report_call(struct report *report, const char *folder, const char *shown)
{
	assert(report->name_count < sizeof report->names / sizeof *report->names);
	report->names[report->name_count++] = (struct report_name){ folder, shown };
}

void report_call_end(struct report *report)
{
	report->name_count--;
}

/* Returns the text with the users' names of folders, to be freed. */
static char *named_for_user(const struct report *report, const char *text)
{
	char *out = mem_text(text), *at;

	for (unsigned i = 0; i < report->name_count; i++) {
		const struct report_name *name = &report->names[i];

		while ((at = strstr(out, name->folder)) != NULL) {
			const char *rest = at + strlen(name->folder);
			const bool is_in = *rest == '/';
			char *next =
				mem_format("%.*s%s%s%s", (int)(at - out), out,
					   name->shown, is_in ? ": " : "", rest + is_in);

			free(out);
			out = next;
		}
	}
	return out;
}

/* Appends a line that starts with the command's name. */
static void put_line(const struct report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void put_line(const struct report *report, const char *format, ...)
{
	char text[1024], line[2048];
	const int start = snprintf(text, sizeof text, "exhume %s: ", report->command);
	va_list args;
	char *shown;
	size_t size;

	/* The output's reader has ended: the program ends by its signal. */
	if (interrupt_is_pipe())
		return;
	va_start(args, format);
	vsnprintf(text + start, sizeof text - (size_t)start, format, args);
	va_end(args);
	shown = named_for_user(report, text);
	size = terminal_escape(shown, line, sizeof line - 1);
	free(shown);
	line[size++] = '\n';
	if (report->held)
		exh_write_bytes(report->held, line, size);
	/* If memory for held messages ends, they are printed at once. */
	if (!report->held || report->held->failed)
		fwrite(line, 1, size, stderr);
}

/* Returns the number of messages that are not shown. */
static size_t beyond(size_t count)
{
	return count > MAX_SHOWN ? count - MAX_SHOWN : 0;
}

void report_end(struct report *report)
{
	size_t hidden = report->common->verbosity < 1
				? beyond(report->shown_count) +
					  beyond(report->shown_errors) +
					  report->refused_count
				: 0;

	for (size_t i = 0; i < 2; i++)
		hidden -= report->last_hidden[i] != NULL;
	if (hidden)
		put_line(report, "%zu more message%s; -v shows all", hidden,
			 text_plural(hidden));
	for (size_t i = 0; i < 2; i++) {
		if (report->last_hidden[i])
			put_line(report, "%s", report->last_hidden[i]);
		free(report->last_hidden[i]);
	}
	if (report->last_line)
		report_say(report, "%s", report->last_line);
	free(report->last_line);
	free(report->remark);
	json_free(report->warnings);
	json_free(report->errors);
}

static void show(struct report *report, const char *file, size_t offset, const char *kind,
		 const char *text)
{
	size_t *const count = *kind ? &report->shown_count : &report->shown_errors;
	char **hidden = &report->last_hidden[!*kind];
	char *line;

	if (file && offset != EXH_NO_OFFSET)
		line = mem_format("%s:0x%zX: %s%s", file, offset, kind, text);
	else if (file)
		line = mem_format("%s: %s%s", file, kind, text);
	else
		line = mem_format("%s%s", kind, text);
	if (++*count > MAX_SHOWN && report->common->verbosity < 1) {
		/* The last hidden message is kept: it may be the cause of all others. */
		free(*hidden);
		*hidden = line;
		return;
	}
	put_line(report, "%s", line);
	free(line);
}

struct message_row {
	const char *file;
	bool has_offset;
	size_t offset;
	const char *text;
};

static const struct field message_field[] = {
	FIELD(struct message_row, file, NULL, "the file that it is about",
	      .flags = FIELD_OMITTED),
	FIELD(struct message_row, offset, "bytes", "where in the file",
	      FIELD_HAS(struct message_row, has_offset)),
	FIELD(struct message_row, text, NULL, "description of the fault"),
};
const struct fields message_fields = FIELDS("message", struct message_row, message_field);

static const struct field input_field[] = {
	FIELD(struct input_row, input, NULL, "the input, as it was given",
	      .flags = FIELD_OMITTED),
	FIELD(struct input_row, output, NULL, "the file or folder that was written",
	      .flags = FIELD_OMITTED),
};
const struct fields input_fields = FIELDS("input", struct input_row, input_field);

static const char *const statuses[] = { "ok", "failed", NULL };

/* The document of --format json has no status yet. */
static const struct field outcome_field[] = {
	FIELD(struct outcome_row, status, NULL,
	      "ok: all was done; failed: something was not", .names = statuses,
	      .flags = FIELD_OPTIONAL),
	FIELD_MADE(FIELD_JSON_LIST, struct outcome_row, warnings, &message_fields,
		   "odd, damaged and salvaged data", .flags = FIELD_OPTIONAL),
	FIELD_MADE(FIELD_JSON_LIST, struct outcome_row, errors, &message_fields,
		   "why something was not done", .flags = FIELD_OPTIONAL),
};
static const struct fields *const outcome_with[] = { &input_fields, NULL };
const struct fields outcome_fields =
	FIELDS_WITH("result", struct outcome_row, outcome_field, outcome_with);

void result_output(struct json *result, const char *path)
{
	fields_put(&input_fields, &(struct input_row){ .output = path }, result);
}

static void keep(const struct report *report, struct json *list, const char *file,
		 size_t offset, const char *text)
{
	char *shown_file = file ? named_for_user(report, file) : NULL;
	char *shown_text = named_for_user(report, text);
	const struct message_row row = { .file = shown_file,
					 .has_offset = offset != EXH_NO_OFFSET,
					 .offset = offset,
					 .text = shown_text };

	json_push(list, fields_to_json(&message_fields, &row));
	free(shown_file);
	free(shown_text);
}

static void error_text(struct report *report, const char *file, size_t offset,
		       const char *text)
{
	char *advice = report_advice(report->common, report->command, text);

	report->failed = true;
	keep(report, report->errors, file, offset, advice);
	show(report, file, offset, "", advice);
	free(advice);
}

static void warning_text(struct report *report, const char *file, size_t offset,
			 const char *text)
{
	char *advice;

	if (report->common->strict) {
		error_text(report, file, offset, text);
		return;
	}
	advice = report_advice(report->common, report->command, text);
	keep(report, report->warnings, file, offset, advice);
	if (report->common->verbosity >= 0)
		show(report, file, offset, "warning: ", advice);
	free(advice);
}

static void repeat_text(struct report *report, const char *file, size_t offset,
			const char *text)
{
	if (report->common->verbosity > 0 || report->common->strict)
		warning_text(report, file, offset, text);
	else
		keep(report, report->warnings, file, offset, text);
}

void report_repeat(struct report *report, const char *file, size_t offset,
		   const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	repeat_text(report, file, offset, text);
}

static void show_remark(struct report *report, const char *file, const char *text,
			size_t offset, size_t others)
{
	char *counted = mem_format(others == 1 ? "%s (and one more; -v lists both)"
					       : "%s (and %zu more; -v lists them)",
				   text, others);

	if (report->common->verbosity >= 0)
		show(report, file, offset, "warning: ", counted);
	free(counted);
	keep(report, report->warnings, file, offset, text);
}

void report_remarks(struct report *report, const char *file, const char *name,
		    const struct exh_notes *notes)
{
	const char *colon = *name ? ": " : "";
	char *first = notes->first ? mem_format("%zu %s", notes->first->offset,
						notes->first->text)
				   : NULL;
	const bool lists = report->common->verbosity > 0 || report->common->strict;
	size_t others = 0;

	for (const struct exh_note *note = notes->first; note; note = note->next)
		others += note != notes->first;
	if (!first || (report->remark && !strcmp(report->remark, first))) {
		free(first);
		return;
	}
	free(report->remark);
	report->remark = first;
	for (const struct exh_note *note = notes->first; note; note = note->next) {
		char *text = mem_format("%s%s%s", name, colon, note->text);

		if (note == notes->first && others && !lists)
			show_remark(report, file, text, note->offset, others);
		else if (note == notes->first)
			warning_text(report, file, note->offset, text);
		else
			repeat_text(report, file, note->offset, text);
		free(text);
	}
}

void report_error(struct report *report, const char *file, size_t offset,
		  const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	error_text(report, file, offset, text);
}

void report_warning(struct report *report, const char *file, size_t offset,
		    const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	warning_text(report, file, offset, text);
}

void report_unmet(struct report *report, const char *file, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	report->is_unmet = true;
	if (report->is_one_of_several)
		warning_text(report, file, EXH_NO_OFFSET, text);
	else
		error_text(report, file, EXH_NO_OFFSET, text);
}

static void say(const struct report *report, int verbosity, const char *format,
		va_list args)
{
	char text[1000];

	if (report->common->verbosity < verbosity)
		return;
	vsnprintf(text, sizeof text, format, args);
	put_line(report, "%s", text);
}

void report_say(const struct report *report, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(report, 0, format, args);
	va_end(args);
}

void report_info(const struct report *report, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(report, 1, format, args);
	va_end(args);
}

void report_output(struct report *report, const char *path)
{
	free(report->last_line);
	report->last_line = mem_format("the output is in %s", path);
}

void report_page(struct report *report, const char *path)
{
	free(report->last_line);
	report->last_line = mem_format("open %s", path);
}

/* True for an output that the system refused to write. */
static bool is_refusal(const struct exh_error *err)
{
	static const int reasons[] = { EACCES, EPERM, EROFS };
	const size_t size = strlen(err->text);

	if (err->status != EXH_IO || (strncmp(err->text, "can't write", 11) != 0 &&
				      strncmp(err->text, "can't make", 10) != 0))
		return false;
	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
		const char *reason = strerror(reasons[i]);
		const size_t reason_size = strlen(reason);

		if (size > reason_size &&
		    strcmp(err->text + size - reason_size, reason) == 0)
			return true;
	}
	return false;
}

/* True if it is refused like the last one. A folder without the right to write gets
 * one message, not one for each file. */
static bool is_refused_again(struct report *report, const struct exh_error *err)
{
	if (report->common->verbosity > 0 || !is_refusal(err))
		return false;
	if (strcmp(report->refused, err->text) == 0)
		return true;
	snprintf(report->refused, sizeof report->refused, "%s", err->text);
	return false;
}

void report_failure(struct report *report, const char *file, const struct exh_error *err)
{
	if (is_refused_again(report, err)) {
		report->failed = true;
		report->refused_count++;
		keep(report, report->errors, file, err->offset, err->text);
		return;
	}
	error_text(report, file, err->offset, err->text);
}

void report_output_failure(struct report *report, const char *path,
			   const struct exh_error *err)
{
	report_failure(report, strcmp(path, "-") == 0 ? "standard output" : path, err);
}

void error_remark(struct exh_error *err, const char *text)
{
	if (!err)
		return;
	*err = (struct exh_error){ .offset = EXH_NO_OFFSET };
	snprintf(err->text, sizeof err->text, "%s", text);
}

void report_remark(struct report *report, const char *path, const struct exh_error *err)
{
	if (!err->status && *err->text)
		report_warning(report, strcmp(path, "-") == 0 ? "standard output" : path,
			       EXH_NO_OFFSET, "%s", err->text);
}

void report_notes(struct report *report, const char *file, const struct exh_notes *notes)
{
	for (const struct exh_note *note = notes->first; note; note = note->next) {
		if (note->severity == EXH_WARNING)
			warning_text(report, file, note->offset, note->text);
		else
			error_text(report, file, note->offset, note->text);
	}
	/* Damage counts even if there was no memory for notes. */
	if (notes->damage_count && !notes->first)
		error_text(report, file, EXH_NO_OFFSET,
			   "damaged; no memory is left to say where");
	if (notes->damage_count)
		report->failed = true;
}

void report_budget(struct report *report, const char *output)
{
	const struct budget budget = budget_end();
	char *size;

	if (!budget.is_spent)
		return;
	size = text_of_size(budget.bytes);
	report_error(report, output, EXH_NO_OFFSET,
		     "stopped at the limit of %s%s: %zu of %zu files were written; "
		     "--max-output raises it",
		     size,
		     report->common->most_output
			     ? ""
			     : " (64 MiB and 200 times the size of the input)",
		     budget.written, budget.all);
	free(size);
}

void report_links(struct report *report)
{
	char *list = NULL;
	const size_t count = boundary_take_links(&list);

	if (count == 1)
		report_warning(report, NULL, EXH_NO_OFFSET,
			       "1 link leads out of the game and was not followed: "
			       "%.350s; --follow-links follows it",
			       list);
	else if (count)
		report_warning(report, NULL, EXH_NO_OFFSET,
			       "%zu links lead out of the game and were not followed: "
			       "%.350s; --follow-links follows them",
			       count, list);
	free(list);
}

bool report_read(struct report *report, const char *path, size_t limit, struct file *out)
{
	struct exh_error err;

	if (file_read(path, limit, out, &err) == EXH_OK)
		return true;
	report_failure(report, path, &err);
	return false;
}

bool report_read_own(struct report *report, const char *path, size_t limit,
		     struct file *out)
{
	struct exh_error err;

	if (file_read_own(path, limit, out, &err) == EXH_OK)
		return true;
	report_failure(report, path, &err);
	return false;
}

bool report_write(struct report *report, const char *path, struct exh_bytes content)
{
	const bool standard = strcmp(path, "-") == 0;
	const bool is_taken = standard || budget_take(content.size);
	struct exh_error err;

	if (!standard)
		budget_count(is_taken, 1);
	/* The message comes from report_budget. */
	if (!is_taken)
		return false;
	if ((standard ? file_write_stdout(content.data, content.size, &err)
		      : file_write(path, content, report->common->force, &err)) == EXH_OK)
		return true;
	report_output_failure(report, path, &err);
	return false;
}

void report_take_over(struct report *report, const struct report *copy)
{
	report->shown_count = copy->shown_count;
	report->shown_errors = copy->shown_errors;
	memcpy(report->last_hidden, copy->last_hidden, sizeof report->last_hidden);
	memcpy(report->refused, copy->refused, sizeof report->refused);
	report->refused_count = copy->refused_count;
	report->failed |= copy->failed;
}

struct report *report_quiet(struct quiet_report *quiet, const struct report *report)
{
	quiet->common = *report->common;
	quiet->common.strict = false;
	quiet->common.verbosity =
		report->common->verbosity > 0 ? report->common->verbosity : -1;
	quiet->report = *report;
	quiet->report.common = &quiet->common;
	return &quiet->report;
}

void report_quiet_end(const struct quiet_report *quiet, struct report *report)
{
	report_take_over(report, &quiet->report);
}

struct report *report_silent(struct silent_report *silent, const struct report *report)
{
	silent->dropped = (struct exh_writer){ .limit = SIZE_MAX };
	report_start(&silent->report, report->command, report->common);
	silent->report.held = &silent->dropped;
	return &silent->report;
}

void report_silent_end(struct silent_report *silent)
{
	report_end(&silent->report);
	exh_writer_free(&silent->dropped);
}

bool results_print(const char *command, struct json *results)
{
	struct json *document = json_results(command, results);
	struct exh_error err;
	char *text;
	bool good;

	text = json_print(document);
	json_free(document);
	good = file_write_stdout(text, strlen(text), &err) == EXH_OK;
	if (!good && !interrupt_is_pipe())
		fprintf(stderr, "exhume %s: standard output: %s\n", command, err.text);
	free(text);
	return good;
}

bool report_jobs(struct report *report, const char *title, size_t count,
		 void (*work)(void *context, size_t i), void *context)
{
	if (jobs_run(report->common, title, count, work, context) == count)
		return true;
	report_error(report, NULL, EXH_NO_OFFSET, "%s", interrupt_name());
	return false;
}
