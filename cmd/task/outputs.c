#include "outputs.h"

#include "budget.h"
#include "disk.h"
#include "file.h"
#include "folder_lock.h"
#include "jobs.h"
#include "memory.h"
#include "sha256.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUT_LIMIT = 1 << 30 }; /* bytes of one file */

struct run {
	struct outputs *outputs;
	bool force;
};

bool output_is_unwritten(const struct output *output)
{
	return output->err.status == EXH_IO || output->err.status == EXH_NO_MEMORY;
}

void outputs_add(struct outputs *outputs, char *path, int kind, size_t which)
{
	*MEM_ADD(outputs) = (struct output){ .path = path, .kind = kind, .which = which };
}

void outputs_add_content(struct outputs *outputs, char *path, struct exh_bytes content)
{
	*MEM_ADD(outputs) =
		(struct output){ .path = path, .has_content = true, .content = content };
}

/*
 * Checks before any file is written.
 */

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

static bool are_no_originals(const struct outputs *outputs, struct report *report)
{
	bool good = true;

	for (size_t i = 0; i < outputs->count && good; i++)
		good = output_is_no_original(report, outputs->items[i].path);
	return good;
}

/* True if outputs that are written together have different names, and none is a
 * folder, a device or a pipe. */
static bool are_separate_files(const struct outputs *outputs, struct report *report)
{
	const struct output *items = outputs->items;

	for (size_t i = 1; i < outputs->count; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(items[i].path, items[k].path) == 0) {
				report_error(report, items[i].path, EXH_NO_OFFSET,
					     "two output files have this name");
				return false;
			}
	for (size_t i = 0; i < outputs->count; i++) {
		/* Other files can't be in the folder of a device. */
		const char *wrong = file_is_special(items[i].path)  ? "a device or a pipe"
				    : file_is_folder(items[i].path) ? "a folder"
								    : NULL;

		if (wrong) {
			report_error(report, items[i].path, EXH_NO_OFFSET,
				     "%s, expected a file", wrong);
			return false;
		}
	}
	return true;
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
		/* Only files in this folder are lost. */
		if (file_fail_long(path, NULL))
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

/*
 * Making outputs.
 */

/* Decides on an existing file with other content. */
static enum exh_status judge_other(const struct run *run, struct output *item,
				   const uint8_t old[SHA256_SIZE])
{
	const struct outputs *outputs = run->outputs;

	switch (outputs->judge(outputs->context, item->path, old)) {
	case OUTPUT_REPLACE:
		return EXH_OK;
	case OUTPUT_KEEP:
		item->is_same = true;
		error_remark(&item->err, "was edited after it was made, and stays; -f "
					 "overwrites it");
		return EXH_OK;
	default:
		return exh_fail(&item->err, EXH_INVALID, EXH_NO_OFFSET,
				"exists with another content; -f overwrites it");
	}
}

/* Decides whether an existing file may get the content with this hash. A file with
 * this hash is kept. */
static enum exh_status judge_old(const struct run *run, struct output *item)
{
	uint8_t old[SHA256_SIZE];
	uint64_t size;

	if (!file_exists(item->path))
		return EXH_OK;
	if (file_is_folder(item->path) || file_is_special(item->path))
		return exh_fail(
			&item->err, EXH_INVALID, EXH_NO_OFFSET, "%s, expected a file",
			file_is_folder(item->path) ? "a folder" : "a device or a pipe");
	if (sha256_of_own(item->path, old, &size, &item->err))
		return item->err.status;
	item->is_same = size == item->size && memcmp(old, item->sha256, sizeof old) == 0;
	return item->is_same || run->force ? EXH_OK : judge_other(run, item, old);
}

/* True for the manifest, which is small and useful: the budget does not apply. */
static bool is_manifest(const struct outputs *outputs, const struct output *item)
{
	return outputs->manifest_last && item == &outputs->items[outputs->count - 1];
}

static enum exh_status write_output(const struct run *run, struct output *item,
				    struct exh_bytes content)
{
	const struct outputs *outputs = run->outputs;

	item->size = content.size;
	if (outputs->hashes || outputs->judge)
		sha256_of(content, item->sha256);
	if ((outputs->most_bytes && content.size > outputs->most_bytes) ||
	    (!is_manifest(outputs, item) && !budget_take(content.size))) {
		item->is_left_out = true;
		return EXH_OK;
	}
	if (outputs->all_or_none)
		return file_pending_write(&item->pending, item->path, content,
					  &item->err);
	if (strcmp(item->path, "-") == 0)
		return file_write_stdout(content.data, content.size, &item->err);
	if (outputs->judge && judge_old(run, item))
		return item->err.status;
	return item->is_same ? EXH_OK
			     : file_write(item->path, content,
					  run->force || outputs->judge, &item->err);
}

/* Renames a trial file to the output, unless that has the same content, must not be
 * replaced, or is too large. */
static void take_trial(const struct run *run, struct output *item, const char *trial)
{
	const struct outputs *outputs = run->outputs;

	if (sha256_of_own(trial, item->sha256, &item->size, &item->err))
		return;
	item->is_left_out = outputs->most_bytes && item->size > outputs->most_bytes;
	if (item->is_left_out || (outputs->judge && judge_old(run, item)) ||
	    item->is_same)
		return;
	if (originals_has(item->path))
		file_fail_original(&item->err);
	else if (file_is_special(item->path))
		exh_fail(&item->err, EXH_INVALID, EXH_NO_OFFSET,
			 "a device or a pipe, expected a file");
	else if (!outputs->judge && !run->force && file_exists(item->path))
		exh_fail(&item->err, EXH_IO, EXH_NO_OFFSET, "exists; -f overwrites it");
	else if (disk_rename(trial, item->path))
		exh_fail(&item->err, EXH_IO, EXH_NO_OFFSET, "can't rename: %s",
			 strerror(errno));
}

static void write_long(const struct run *run, struct output *item)
{
	const struct outputs *outputs = run->outputs;
	struct output trial = *item;

	if (!outputs->judge && !outputs->hashes && !outputs->most_bytes) {
		outputs->write(outputs->context, item, run->force, &item->err);
		return;
	}
	trial.path = file_trial_path(item->path);
	unfinished_add(trial.path);
	if (!outputs->write(outputs->context, &trial, true, &item->err))
		take_trial(run, item, trial.path);
	unfinished_remove(trial.path);
	free(trial.path);
}

static void leave_out(struct output *item)
{
	item->is_left_out = true;
	item->err = (struct exh_error){ 0 };
}

/* Content above the rest of the budget is not held in memory. */
static void make_content(const struct run *run, struct output *item)
{
	const struct outputs *outputs = run->outputs;
	const size_t limit =
		is_manifest(outputs, item) ? OUTPUT_LIMIT : budget_left(OUTPUT_LIMIT);
	struct exh_writer out = { .limit = limit };
	enum exh_status status = EXH_OK;

	if (!item->has_content)
		status = outputs->make(outputs->context, item, &out, &item->err);
	if (out.failed && limit < OUTPUT_LIMIT && !budget_take(OUTPUT_LIMIT)) {
		leave_out(item);
	} else {
		if (!status)
			status = mem_check_limit(&out, &item->err);
		if (!status)
			write_output(run, item,
				     item->has_content ? item->content
						       : exh_writer_bytes(&out));
	}
	exh_writer_free(&out);
}

static void make(void *context, size_t i)
{
	const struct run *run = context;
	const struct outputs *outputs = run->outputs;
	struct output *item = &outputs->items[i];

	item->begun = true;
	if (file_fail_long(item->path, &item->err))
		return;
	if (budget_is_spent() && !is_manifest(outputs, item)) {
		leave_out(item);
	} else if (outputs->write && item->kind >= outputs->first_written_kind) {
		write_long(run, item);
		if (item->err.status && budget_is_cause(&item->err))
			leave_out(item);
	} else {
		make_content(run, item);
	}
}

/* If inputs run in parallel, the inputs have the threads and the progress bar. */
static void make_all(struct run *run, size_t count, const char *title,
		     const struct report *report)
{
	if (!report->held)
		jobs_run_part(report->common, title, count, make, run, report->total);
	for (size_t i = 0; report->held && i < count && !interrupt_pending(); i++)
		make(run, i);
}

/* Renames all written files to their names, or none. */
static void publish_all(const struct run *run)
{
	const struct outputs *outputs = run->outputs;
	bool good = !interrupt_pending();

	for (size_t i = 0; i < outputs->count; i++)
		good &= outputs->items[i].begun && !outputs->items[i].err.status;
	unfinished_lock();
	for (size_t i = 0; i < outputs->count && good; i++) {
		struct output *item = &outputs->items[i];

		good = file_pending_publish(&item->pending, item->path, run->force,
					    &item->err) == EXH_OK;
	}
	for (size_t i = 0; i < outputs->count && !good; i++) {
		struct output *item = &outputs->items[i];

		file_pending_take_back(&item->pending, item->path);
		item->begun &= item->err.status != EXH_OK;
	}
	unfinished_unlock();
	for (size_t i = 0; i < outputs->count; i++)
		file_pending_end(&outputs->items[i].pending);
}

static size_t count_written(const struct outputs *outputs)
{
	size_t count = 0;

	for (size_t i = 0; i < outputs->count; i++)
		count += outputs->items[i].begun && !outputs->items[i].err.status &&
			 !outputs->items[i].is_left_out;
	return count;
}

/*
 * The earlier manifest.
 */

/* Name of the old manifest until the new one is complete: the old one describes files
 * that may have changed. To be freed. */
static char *old_manifest(const char *path)
{
	return mem_format("%s.exhume-old", path);
}

static void set_aside(const char *path)
{
	char *old = old_manifest(path);

	if (file_exists(path) && !file_is_special(path) && !file_is_folder(path))
		disk_rename(path, old);
	free(old);
}

/* Ends with the old manifest: removed if a new one exists, restored if no file was
 * written, else a warning. */
static void end_old_manifest(const struct outputs *outputs, struct report *report)
{
	const struct output *manifest = &outputs->items[outputs->count - 1];
	char *old = old_manifest(manifest->path);

	if (!file_exists(old) || file_is_folder(old))
		;
	else if (manifest->begun && !manifest->err.status)
		disk_remove(old);
	else if (!count_written(outputs) && !file_exists(manifest->path))
		disk_rename_new(old, manifest->path);
	else
		report_warning(report, old, EXH_NO_OFFSET,
			       "the manifest of an earlier run, of files that may be "
			       "others now");
	free(old);
}

/* Reports outputs from first to before end. */
static bool report_outputs(const struct outputs *outputs, size_t first, size_t end,
			   struct report *report)
{
	bool good = true;

	for (size_t i = first; i < end; i++) {
		const struct output *item = &outputs->items[i];

		if (item->begun)
			report_remark(report, item->path, &item->err);
		if (!item->begun || !item->err.status)
			continue;
		report_output_failure(report, item->path, &item->err);
		good = false;
	}
	return good;
}

static void report_interrupted(const struct outputs *outputs, struct report *report)
{
	const struct jobs_total *total = report->total;
	const size_t count = total ? total->count : outputs->count;
	const size_t written = total ? total->written : count_written(outputs);

	if (count)
		report_error(report, NULL, EXH_NO_OFFSET,
			     "%s: %zu of %zu files were written", interrupt_name(),
			     written, count);
	else
		report_error(report, NULL, EXH_NO_OFFSET, "%s: %zu files were written",
			     interrupt_name(), written);
}

static bool run_outputs(struct outputs *outputs, struct report *report, const char *title)
{
	struct run run = { outputs, report->common->force };
	const size_t last = outputs->manifest_last ? outputs->count - 1 : outputs->count;
	bool good;

	if (outputs->all_or_none && !are_separate_files(outputs, report))
		return false;
	if (!are_no_originals(outputs, report) ||
	    (!run.force && !outputs->judge && !are_free(outputs, report)))
		return false;
	if (!make_folders(outputs, report))
		return false;
	if (last < outputs->count)
		set_aside(outputs->items[last].path);
	make_all(&run, last, title, report);
	/* The manifest may contain the messages about the others. */
	good = outputs->all_or_none || report_outputs(outputs, 0, last, report);
	if (last < outputs->count && !interrupt_pending())
		make(&run, last);
	if (outputs->all_or_none) {
		publish_all(&run);
		good = report_outputs(outputs, 0, last, report);
	}
	good &= report_outputs(outputs, last, outputs->count, report);
	if (last < outputs->count)
		end_old_manifest(outputs, report);
	if (report->total)
		report->total->written += count_written(outputs);
	budget_count(count_written(outputs), outputs->count);
	if (interrupt_pending()) {
		report_interrupted(outputs, report);
		return false;
	}
	report_info(report, "%s: %zu %s written", title, count_written(outputs),
		    count_written(outputs) == 1 ? "file" : "files");
	return good && !budget_is_spent();
}

/* Locks the folder, if there is a manifest: only then the files in it belong together. */
static bool lock_folder(const struct outputs *outputs, struct folder_lock *lock,
			struct report *report)
{
	const char *path =
		outputs->manifest_last ? outputs->items[outputs->count - 1].path : "";
	char *folder = file_folder(path);
	const bool good =
		file_name(path) == path || folder_lock(lock, folder, true, report);

	free(folder);
	return good;
}

bool outputs_run(struct outputs *outputs, struct report *report, const char *title)
{
	struct folder_lock lock = FOLDER_UNLOCKED;
	const bool good = lock_folder(outputs, &lock, report) &&
			  run_outputs(outputs, report, title);

	folder_unlock(&lock);
	return good;
}

void outputs_free(struct outputs *outputs)
{
	for (size_t i = 0; i < outputs->count; i++)
		free(outputs->items[i].path);
	free(outputs->items);
}

bool outputs_write_together(const struct output_file *files, size_t count,
			    struct report *report)
{
	struct outputs outputs = { .all_or_none = true };
	bool good;

	for (size_t i = 0; i < count; i++)
		outputs_add_content(&outputs, mem_text(files[i].path), files[i].content);
	good = outputs_run(&outputs, report, report->command);
	outputs_free(&outputs);
	return good;
}
