#include "assets/sci/sci.h"

#include "task/disk.h"
#include "task/file.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 1 << 30, RESOURCE_LIMIT = 1 << 20 };

bool sci_is_export(const char *folder)
{
	struct json *index = exported_read_index(folder, NULL);
	const bool is_one = exported_entries(index) != NULL;

	json_free(index);
	return is_one;
}

/*
 * Edited files.
 */

static bool is_hash_of(struct exh_bytes bytes, const char *digits)
{
	uint8_t digest[SHA256_SIZE];

	sha256_of(bytes, digest);
	return sha256_has_digits(digest, digits);
}

static void compare(const struct exported_folder *f, struct exported_file *made)
{
	char *path = exported_path(f, made->name);
	struct file file = { 0 };

	if (file_read(path, FILE_LIMIT, &file, NULL))
		made->state = file_exists(path) ? FILE_CHANGED : FILE_MISSING;
	else
		made->state = is_hash_of(file_bytes(&file), made->sha256) ? FILE_SAME
									  : FILE_CHANGED;
	free(file.data);
	free(path);
}

static void read_original(const struct exported_folder *f, struct exported_resource *item)
{
	char *path = exported_path(f, item->original ? item->original : item->name);
	enum exh_status status =
		file_read(path, RESOURCE_LIMIT, &item->source, &item->err);

	if (!status)
		status = sci_patch_data(file_bytes(&item->source), item->type,
					&item->bytes, &item->err);
	if (!status && item->original && !is_hash_of(item->bytes, item->sha256))
		status = exh_fail(&item->err, EXH_INVALID, EXH_NO_OFFSET,
				  "not the original resource any more: edit the "
				  "converted files, or convert the game again");
	item->err.status = status;
	free(path);
}

static void look_at(void *context, size_t i)
{
	const struct exported_folder *f = context;
	struct exported_resource *item = &f->items[i];

	for (size_t k = 0; k < item->count; k++)
		if (item->items[k].state != FILE_NEW)
			compare(f, &item->items[k]);
	if (item->sha256)
		read_original(f, item);
}

static size_t count_in(const struct exported_resource *item, enum exported_state state)
{
	size_t count = 0;

	for (size_t i = 0; i < item->count; i++)
		count += item->items[i].state == state;
	return count;
}

/* True if all files of a resource are missing; reports missing files. Cels may be
 * removed with their entry in the manifest: the packer of views checks that. */
static bool is_gone(const struct exported_folder *f, const struct exported_resource *item)
{
	const size_t missing = count_in(item, FILE_MISSING);

	if (!missing || (item->type == EXH_SCI_VIEW && missing < item->count))
		return false;
	for (size_t i = 0; i < item->count; i++)
		if (item->items[i].state == FILE_MISSING)
			exported_leave_out(f, item->items[i].name,
					   "missing, although " SCI_INDEX " lists it");
	return missing == item->count;
}

static bool is_edited(const struct exported_resource *item,
		      const struct exported_file *file)
{
	return file->state == FILE_CHANGED || file->state == FILE_NEW ||
	       (file->state == FILE_MISSING && item->type == EXH_SCI_VIEW);
}

/* Reports a file without a packer. */
static void refuse(const struct exported_folder *f, const struct exported_resource *item,
		   const struct exported_file *file, const char *instead)
{
	char why[128];

	if (file->state == FILE_NEW && f->p->request->build)
		return;
	if (instead)
		snprintf(why, sizeof why,
			 "%s, but no packer reads it: edit %s%s, from which a %s is made",
			 file->state == FILE_NEW ? "new" : "edited", item->name, instead,
			 exh_sci_type_name(item->type));
	else
		snprintf(why, sizeof why, "%s, but there is no packer that reads it",
			 file->state == FILE_NEW ? "new" : "edited");
	exported_leave_out(f, file->name, why);
}

/* Finds the packer for the edited files; 0: none. False: there are two of them. */
static bool choose_group(const struct exported_folder *f,
			 const struct exported_resource *item, unsigned *group,
			 const struct exported_file **chosen)
{
	*group = 0;
	*chosen = NULL;
	for (size_t i = 0; i < item->count; i++) {
		const struct exported_file *file = &item->items[i];
		const char *instead;
		unsigned own;

		if (!is_edited(item, file))
			continue;
		own = sci_packers_group(item->type, exported_after_name(item, file),
					&instead);
		if (!own) {
			refuse(f, item, file, instead);
		} else if (*group && own != *group) {
			report_error(f->p->report, f->path, EXH_NO_OFFSET,
				     "%s and %s were both edited, and a %s is made of "
				     "one of them: undo one",
				     (*chosen)->name, file->name,
				     exh_sci_type_name(item->type));
			return false;
		} else {
			*group = own;
			*chosen = file;
		}
	}
	return true;
}

/*
 * Packing edited files.
 */

static void report_file(const struct exported_folder *f, const char *name,
			const struct exh_error *err)
{
	char *path = exported_path(f, name);

	report_failure(f->p->report, path, err);
	free(path);
}

/* Reads the packer's output; no output means that no data changed. */
static bool take_output(struct exported_folder *f, struct exported_resource *item,
			const char *output)
{
	struct exh_error err;

	if (!file_exists(output) && item->sha256)
		return true;
	free(item->source.data);
	item->source = (struct file){ 0 };
	if (!report_read(f->p->report, output, RESOURCE_LIMIT, &item->source))
		return false;
	if (sci_patch_data(file_bytes(&item->source), item->type, &item->bytes, &err)) {
		report_file(f, item->name, &err);
		return false;
	}
	return true;
}

static bool repack(struct exported_folder *f, struct exported_resource *item,
		   unsigned group, const struct exported_file *file)
{
	char *originals = exported_path(f, SCI_ORIGINALS),
	     *path = exported_path(f, file->name);
	char *output;
	const struct sci_packer_input resource = { .type = item->type,
						   .number = item->number,
						   .name = item->name,
						   .folder = f->path,
						   .originals = originals };
	bool good;

	if (!f->scratch)
		f->scratch = temporary_folder_make(f->p->report, NULL);
	output = f->scratch ? file_join(f->scratch, item->name) : NULL;
	good = output && sci_packers_run(group, &resource, path, output, f->p->report) &&
	       take_output(f, item, output);
	if (output)
		disk_remove(output);
	free(output);
	free(path);
	free(originals);
	return good;
}

/* Packs or loads a resource. False: it is not part of the game, or failed, which is
 * reported. */
static bool decide(struct exported_folder *f, struct exported_resource *item)
{
	const struct exported_file *file;
	unsigned group;

	if ((item->count && is_gone(f, item)) || !choose_group(f, item, &group, &file))
		return false;
	item->is_packed = group;
	if (group)
		return repack(f, item, group, file);
	if (item->sha256 && item->err.status)
		report_file(f, item->original ? item->original : item->name, &item->err);
	return item->sha256 && !item->err.status;
}

/*
 * Adding all resources.
 */

static bool add_piece(const struct exported_folder *f,
		      const struct exported_resource *item, struct exh_bytes bytes)
{
	struct sci_new_game *p = f->p;
	const char *path = sci_new_game_keep(p, exported_path(f, item->name));
	const size_t piece = p->plan.piece_count;

	sci_new_game_add_file(p, path, item->type, item->number);
	return p->plan.piece_count == piece ||
	       sci_new_game_set_data(p, &p->plan.pieces[piece], bytes);
}

static bool write_loose(const struct exported_folder *f,
			const struct exported_resource *item)
{
	struct exh_writer out = { .limit = SIZE_MAX };
	char *path = file_join(f->p->request->build->output, item->loose);
	struct exh_error err;
	bool good;

	exh_sci_patch_write_header(item->type, &out);
	exh_write_bytes(&out, item->bytes.data, item->bytes.size);
	good = !file_make_folder_of(path, &err) &&
	       !file_write(path, exh_writer_bytes(&out), true, &err);
	if (!good)
		report_failure(f->p->report, path, &err);
	exh_writer_free(&out);
	free(path);
	return good;
}

/* Opens the original. Its faults were reported when it was extracted. */
static void open_under(struct exported_folder *f)
{
	struct quiet_report quiet;
	struct report *report = report_quiet(&quiet, f->p->report);

	quiet.common.loose = (struct strings){ 0 };
	f->under = mem_alloc(1, sizeof *f->under);
	sci_game_open(f->under, f->p->request->build->original, -1, report);
	report_quiet_end(&quiet, f->p->report);
}

/* Adds the game's resource that a loose file overrides. */
static bool add_under(struct exported_folder *f, const struct exported_resource *item)
{
	const struct exh_sci_game_resource *resource;
	struct exh_bytes bytes;

	if (!f->under)
		open_under(f);
	resource = exh_sci_game_find(&f->under->opened, item->type, item->number);
	return !resource || (sci_game_take(f->under, resource, &f->p->plan.arena, &bytes,
					   f->p->report) &&
			     add_piece(f, item, bytes));
}

/* Adds a loose file. Unedited ones were copied with the original. */
static bool add_loose(struct exported_folder *f, const struct exported_resource *item)
{
	const bool has_original = f->p->request->build->original;

	if ((item->is_packed || !has_original) && !write_loose(f, item))
		return false;
	return !has_original || f->p->request->keeps_volumes || add_under(f, item);
}

static bool add_item(struct exported_folder *f, const struct exported_resource *item)
{
	if (f->p->request->build && item->loose)
		return add_loose(f, item);
	return f->p->request->keeps_volumes || add_piece(f, item, item->bytes);
}

static int by_resource(const void *a, const void *b)
{
	const struct exported_resource *one = a, *other = b;

	if (one->type != other->type)
		return one->type < other->type ? -1 : 1;
	return (one->number > other->number) - (one->number < other->number);
}

static bool add_all(struct exported_folder *f)
{
	bool good = true;

	if (!report_jobs(f->p->report, f->p->report->command, f->count, look_at, f))
		return false;
	if (f->count)
		qsort(f->items, f->count, sizeof *f->items, by_resource);
	for (size_t i = 0; i < f->count && good; i++)
		if (decide(f, &f->items[i]))
			good = add_item(f, &f->items[i]);
	return good;
}

static void free_folder(struct exported_folder *f)
{
	for (size_t i = 0; i < f->count; i++) {
		struct exported_resource *item = &f->items[i];

		for (size_t k = 0; k < item->count; k++)
			if (item->items[k].state == FILE_NEW)
				free((char *)item->items[k].name);
		free(item->items);
		free(item->source.data);
	}
	temporary_folder_end(f->scratch);
	if (f->under)
		sci_game_close(f->under);
	free(f->under);
	free(f->items);
	free(f->at);
	json_free(f->index);
}

/* Selects the encoding that the game was converted with, unless the command line has
 * one. False: reported. */
static bool take_encoding(struct exported_folder *f)
{
	struct report *report = f->p->report;
	const struct json *options = json_get(f->index, "options");
	const struct json *from = options ? options : f->index;
	const struct encoding_row row = { .encoding = json_text_at(from, "encoding"),
					  .charmap = json_text_at(from, "charmap") };
	struct exh_error err;

	if (report->common->encoding || (!row.encoding && !row.charmap))
		return true;
	if (encoding_row_open(&row, &f->encoding, &err)) {
		report_error(report, f->path, EXH_NO_OFFSET,
			     SCI_INDEX ": key \"%s\": %s; --encoding or --charmap says "
				       "another",
			     row.charmap ? "charmap" : "encoding", err.text);
		return false;
	}
	f->common = *report->common;
	f->common.encoding = &f->encoding;
	report->common = &f->common;
	return true;
}

bool sci_export_back_add(struct sci_new_game *p, const char *folder)
{
	const struct common *common = p->report->common;
	struct exported_folder f = { .p = p, .path = folder };
	struct exh_error err;
	bool good;

	f.index = exported_read_index(folder, &err);
	if (!f.index) {
		report_failure(p->report, folder, &err);
		return false;
	}
	good = exported_read_entries(&f) && take_encoding(&f);
	if (good) {
		exported_look_around(&f);
		good = add_all(&f);
	}
	p->report->common = common;
	free_folder(&f);
	return good;
}
