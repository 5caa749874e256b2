#include "outputs.h"

#include "file.h"
#include "interrupt.h"
#include "jobs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUTPUT_LIMIT = 1 << 30 }; /* bytes of one file */

struct run {
	struct outputs *outputs;
	bool force;
};

bool outputs_add(struct outputs *outputs, char *path, int kind, size_t which)
{
	if (outputs->count == outputs->capacity) {
		const size_t capacity = outputs->capacity ? outputs->capacity * 2 : 64;
		struct output *items = realloc(outputs->items, capacity * sizeof *items);

		if (!items) {
			free(path);
			return false;
		}
		outputs->items = items;
		outputs->capacity = capacity;
	}
	if (!path)
		return false;
	outputs->items[outputs->count++] =
		(struct output){ .path = path, .kind = kind, .which = which };
	return true;
}

static bool are_free(const struct outputs *outputs, struct report *report)
{
	const char *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < outputs->count; i++) {
		const char *path = outputs->items[i].path;

		if (strcmp(path, "-") != 0 && !file_is_special(path) &&
		    file_exists(path) && !count++)
			first = path;
	}
	if (count == 1)
		report_error(report, first, EXH_NO_OFFSET, "exists; -f overwrites it");
	else if (count)
		report_error(report, first, EXH_NO_OFFSET,
			     "exists, and so do %zu more files; -f overwrites them",
			     count - 1);
	return !count;
}

static bool make_folders(const struct outputs *outputs, struct report *report)
{
	const char *last = "";
	size_t last_size = 0;

	for (size_t i = 0; i < outputs->count; i++) {
		const char *path = outputs->items[i].path;
		const size_t size = (size_t)(file_name(path) - path);
		struct exh_error err;

		if (!size || (size == last_size && memcmp(path, last, size) == 0))
			continue;
		if (file_make_folder_of(path, &err)) {
			report_failure(report, path, &err);
			return false;
		}
		last = path;
		last_size = size;
	}
	return true;
}

static void make(void *context, size_t i)
{
	struct run *run = context;
	struct output *item = &run->outputs->items[i];
	struct exh_writer out = { .limit = OUTPUT_LIMIT };
	enum exh_status status;

	item->begun = true;
	if (run->outputs->write && item->kind >= run->outputs->first_written_kind) {
		run->outputs->write(run->outputs->context, item, run->force, &item->err);
		return;
	}
	status = run->outputs->make(run->outputs->context, item, &out, &item->err);
	if (!status && out.failed)
		status = exh_fail(&item->err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				  "out of memory");
	if (!status && strcmp(item->path, "-") == 0)
		file_write_stdout(out.data, out.size, &item->err);
	else if (!status)
		file_write(item->path, exh_writer_bytes(&out), run->force, &item->err);
	exh_writer_free(&out);
}

static size_t count_written(const struct outputs *outputs)
{
	size_t count = 0;

	for (size_t i = 0; i < outputs->count; i++)
		count += outputs->items[i].begun && !outputs->items[i].err.status;
	return count;
}

static bool report_outputs(const struct outputs *outputs, struct report *report)
{
	bool good = true;

	for (size_t i = 0; i < outputs->count; i++) {
		const struct output *item = &outputs->items[i];

		if (!item->begun || !item->err.status)
			continue;
		report_failure(report, item->path, &item->err);
		good = false;
	}
	return good;
}

bool outputs_run(struct outputs *outputs, struct report *report, const char *title)
{
	struct run run = { outputs, report->common->force };
	const size_t last = outputs->last_tells ? outputs->count - 1 : outputs->count;
	bool good;

	if (!run.force && !are_free(outputs, report))
		return false;
	if (!make_folders(outputs, report))
		return false;
	if (last < outputs->count)
		unlink(outputs->items[last].path);
	jobs_run(report->common, title, last, make, &run);
	if (last < outputs->count && !interrupt_pending())
		make(&run, last);
	good = report_outputs(outputs, report);
	if (interrupt_pending()) {
		report_error(report, NULL, EXH_NO_OFFSET,
			     "interrupted: %zu of %zu files were written",
			     count_written(outputs), outputs->count);
		return false;
	}
	report_info(report, "%s: %zu %s written", title, count_written(outputs),
		    count_written(outputs) == 1 ? "file" : "files");
	return good;
}

void outputs_free(struct outputs *outputs)
{
	for (size_t i = 0; i < outputs->count; i++)
		free(outputs->items[i].path);
	free(outputs->items);
}
