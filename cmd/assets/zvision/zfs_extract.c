#include "zv.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <exhume/advanced/zvision_archive.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	BLOCK_LIMIT = 1 << 30,
	TABLE_LIMIT = 1 << 30,
};

enum kind { KIND_MANIFEST, KIND_MEMBER };

/* The archive being extracted. */
struct archive {
	const struct zfs_unpack_request *request;
	const char *path, *folder;
	struct report *report;
	struct json *result;
	struct file_reader reader;
	struct exh_arena arena;
	struct exh_zv_zfs zfs;
	struct zfs_name *names;
	bool *wanted, *written; /* written: wanted, and the archive has some of it */
	size_t wanted_count;
};

/*
 * Opening.
 */

/* Opens the archive. Call archive_close even after a failure. */
static bool archive_open(struct archive *a)
{
	if (!zfs_open(&a->reader, a->path, &a->arena, &a->zfs, a->report))
		return false;
	a->names = zfs_names(&a->zfs, a->request->manifest);
	a->wanted = mem_alloc(a->zfs.member_count, sizeof *a->wanted);
	a->written = mem_alloc(a->zfs.member_count, sizeof *a->written);
	return true;
}

static void archive_close(struct archive *a)
{
	free(a->names);
	free(a->wanted);
	free(a->written);
	exh_arena_free(&a->arena);
	file_reader_close(&a->reader);
}

/*
 * Selection.
 */

static bool matches(const struct strings *globs, const char *name, const char *stored)
{
	for (size_t i = 0; i < globs->count; i++)
		if (!fnmatch(globs->items[i], name, FNM_CASEFOLD) ||
		    !fnmatch(globs->items[i], stored, FNM_CASEFOLD))
			return true;
	return false;
}

static bool is_wanted(const struct archive *a, size_t i)
{
	const struct zfs_unpack_request *request = a->request;
	char stored[EXH_ZV_ZFS_TEXT_SIZE];

	exh_zv_zfs_name_to_utf8(a->zfs.members[i].name, stored);
	return (request->list || request->deleted || !a->names[i].is_deleted) &&
	       (!request->only.count ||
		matches(&request->only, a->names[i].text, stored)) &&
	       !matches(&request->exclude, a->names[i].text, stored);
}

static bool can_be_written(const struct exh_zv_zfs_member *member)
{
	return (member->there || !member->size) && !exh_zv_zfs_compression(member);
}

static void report_member(const struct archive *a, size_t i)
{
	const struct exh_zv_zfs_member *member = &a->zfs.members[i];
	const struct zfs_name *name = &a->names[i];

	if (a->request->list && name->is_deleted)
		return;
	if (name->is_changed)
		report_warning(a->report, a->path, member->entry_offset,
			       "not a safe file name: renamed to %s", name->text);
	if (name->is_distinct)
		report_warning(a->report, a->path, member->entry_offset,
			       "the file name is already used: renamed to %s",
			       name->text);
	zfs_report_member(a->report, a->path, member, name->text);
	if (!a->request->list)
		zfs_report_compression(a->report, a->path, member, name->text);
}

static void choose(struct archive *a)
{
	size_t deleted_count = 0;

	for (size_t i = 0; i < a->zfs.member_count; i++) {
		a->wanted[i] = is_wanted(a, i);
		a->written[i] = a->wanted[i] && can_be_written(&a->zfs.members[i]);
		a->wanted_count += a->wanted[i];
		deleted_count += a->names[i].is_deleted && !a->wanted[i];
		if (a->wanted[i])
			report_member(a, i);
	}
	if (deleted_count)
		report_say(a->report,
			   "%s: %zu member%s left out that the archive marks as deleted "
			   "(--deleted extracts such)",
			   a->path, deleted_count, deleted_count == 1 ? "" : "s");
	if (!a->wanted_count && a->zfs.member_count > deleted_count)
		report_unmet(a->report, a->path,
			     "none of the %zu members has such a name",
			     a->zfs.member_count);
}

/* False, reported, if far more bytes would be written than the archive has: it was made
 * for that. */
static bool is_sane(const struct archive *a)
{
	uint64_t total = 0;

	for (size_t i = 0; i < a->zfs.member_count; i++)
		total += a->wanted[i] ? a->zfs.members[i].there : 0;
	if (!zfs_is_too_much(total, a->reader.size))
		return true;
	report_error(
		a->report, a->path, EXH_NO_OFFSET,
		"members share bytes, so %" PRIu64
		" bytes would be written from a file of %zu: select some with --only",
		total, a->reader.size);
	return false;
}

/*
 * Reports.
 */

/* outputs: of the members that are selected, in their order. */
static void describe(const struct archive *a, const struct outputs *outputs)
{
	const struct output *file = outputs->items;
	const struct output *end = file ? file + outputs->count : file;
	struct zfs_row row = { .is_read = true,
			       .encrypted = exh_zv_zfs_is_encrypted(a->zfs.key),
			       .zfs = a->zfs,
			       .members =
				       mem_alloc(a->wanted_count, sizeof *row.members) };

	for (size_t i = 0; i < a->zfs.member_count; i++) {
		const struct exh_zv_zfs_member *member = &a->zfs.members[i];
		struct zfs_member_row *to = &row.members[row.count];

		if (!a->wanted[i])
			continue;
		*to = (struct zfs_member_row){ .is_read = true,
					       .is_cut = member->there < member->size,
					       .index = i,
					       .file = a->names[i].text,
					       .is_deleted = a->names[i].is_deleted,
					       .compression =
						       exh_zv_zfs_compression(member),
					       .member = *member };
		exh_zv_zfs_name_to_utf8(member->name, to->name);
		if (file < end && file->which == i && file->kind == KIND_MEMBER) {
			if (file->begun && !file->err.status)
				to->output = file->path;
			file++;
		}
		row.count++;
	}
	fields_put(&zfs_archive_fields, &row, a->result);
	free(row.members);
}

/*
 * Listing.
 */

static void print_member(struct exh_writer *out, const struct archive *a, size_t i)
{
	const struct exh_zv_zfs_member *member = &a->zfs.members[i];
	const char *name = a->names[i].text;
	const size_t width = text_count_characters(name, strlen(name));

	const char *compression = exh_zv_zfs_compression(member);
	const time_t seconds = (time_t)member->time;
	char time[sizeof "2106-02-07 06:28:15"] = "-";
	const bool is_marked = a->names[i].is_deleted || compression;
	struct tm parts;

	if (member->time && gmtime_r(&seconds, &parts))
		strftime(time, sizeof time, "%Y-%m-%d %H:%M:%S", &parts);
	text_put(out, "%s%*s %10" PRIu32 "  0x%08" PRIX32 "  %-*s%s%s%s\n",
		 a->names[i].text, width < 16 ? (int)(16 - width) : 0, "", member->size,
		 member->offset, is_marked ? 19 : 0, time,
		 a->names[i].is_deleted ? "  deleted" : "", compression ? "  " : "",
		 compression ? compression : "");
}

static void print_table(const struct archive *a)
{
	struct exh_writer out = { .limit = TABLE_LIMIT };
	char key[ZFS_KEY_TEXT_SIZE];
	uint64_t total = 0;

	text_put(&out, "%-16s %10s  %-10s  %s\n", "name", "size", "offset", "time (UTC)");
	for (size_t i = 0; i < a->zfs.member_count; i++) {
		if (!a->wanted[i])
			continue;
		print_member(&out, a, i);
		total += a->zfs.members[i].size;
	}
	zfs_key_to_text(a->zfs.key, key);
	text_put(&out, "%zu member%s, %" PRIu64 " bytes, %s%s\n", a->wanted_count,
		 a->wanted_count == 1 ? "" : "s", total,
		 exh_zv_zfs_is_encrypted(a->zfs.key) ? "key " : "not encrypted",
		 exh_zv_zfs_is_encrypted(a->zfs.key) ? key : "");
	output_write_text(a->report, "-", &out);
}

/*
 * Extracting.
 */

static enum exh_status make_manifest(void *context, const struct output *output,
				     struct exh_writer *out, struct exh_error *err)
{
	const struct archive *a = context;

	(void)output;
	return json_append(
		zfs_manifest_to_json(&a->zfs, a->request->tail, a->names, a->written),
		out, err);
}

static enum exh_status write_member(void *context, const struct output *output,
				    bool force, struct exh_error *err)
{
	const struct archive *a = context;
	const struct exh_zv_zfs_member *member = &a->zfs.members[output->which];
	struct file_stream stream;
	enum exh_status status =
		file_stream_open(&stream, output->path, false, force, err);

	if (status)
		return status;
	status = zfs_copy(&a->reader, member->offset, member->there, a->zfs.key,
			  a->request->tail, member->size, &stream, err);
	if (member->time)
		file_stream_set_time(&stream, member->time);
	return file_stream_close(&stream, status, err);
}

static void plan(const struct archive *a, struct outputs *outputs)
{
	for (size_t i = 0; i < a->zfs.member_count; i++)
		if (a->written[i])
			outputs_add(outputs, file_join(a->folder, a->names[i].text),
				    KIND_MEMBER, i);
	if (a->request->manifest)
		outputs_add(outputs, file_join(a->folder, ZFS_MANIFEST), KIND_MANIFEST,
			    0);
}

/* True if the file's bytes at offset are these; false if that is not known, too. */
static bool has_bytes(const struct archive *a, size_t offset, struct exh_bytes bytes)
{
	uint8_t *found = mem_alloc(bytes.size, 1);
	const bool same =
		bytes.data &&
		!file_reader_read(&a->reader, offset, found, bytes.size, NULL) &&
		!memcmp(found, bytes.data, bytes.size);

	free(found);
	return same;
}

/* True if zfs-pack would make the same file of all the members. planned: the members at
 * their new places. */
static bool is_plain_as_planned(const struct archive *a, struct exh_zv_zfs *planned)
{
	struct exh_writer out = { .limit = BLOCK_LIMIT };
	size_t size;
	bool same = !exh_zv_zfs_plan(planned, &size, NULL) && size == a->reader.size;

	for (size_t i = 0; i < a->zfs.member_count; i++)
		same = same && a->written[i];
	if (!same)
		return false;
	exh_zv_zfs_write_header(planned, &out);
	same = !mem_check_limit(&out, NULL) && has_bytes(a, 0, exh_writer_bytes(&out));
	for (size_t i = 0; i < planned->block_count && same; i++) {
		out.size = 0;
		exh_zv_zfs_write_block(planned, i, &out);
		same = !mem_check_limit(&out, NULL) &&
		       has_bytes(a, exh_zv_zfs_block_offset(planned, i),
				 exh_writer_bytes(&out));
	}
	exh_writer_free(&out);
	return same;
}

static void warn_if_not_plain(const struct archive *a)
{
	struct exh_zv_zfs planned = a->zfs;

	planned.members =
		mem_copy(a->zfs.members, a->zfs.member_count, sizeof *planned.members);
	if (!is_plain_as_planned(a, &planned))
		report_warning(a->report, a->path, EXH_NO_OFFSET,
			       "its layout is not supported by zfs-pack: an archive "
			       "packed from " ZFS_MANIFEST
			       " has the same members, not the same bytes");
	free(planned.members);
}

static void extract(struct archive *a, struct outputs *outputs)
{
	struct exh_error err;

	if (!is_sane(a))
		return;
	plan(a, outputs);
	if (!outputs->count && file_make_folder(a->folder, &err))
		report_failure(a->report, a->folder, &err);
	else if (outputs_run(outputs, a->report, "zfs-unpack") && a->request->manifest &&
		 !a->request->only.count && !a->request->exclude.count)
		warn_if_not_plain(a);
}

static void unpack(struct archive *a)
{
	struct outputs outputs = { .make = make_manifest,
				   .write = write_member,
				   .first_written_kind = KIND_MEMBER,
				   .context = a,
				   .manifest_last = a->request->manifest };

	choose(a);
	if (!a->request->list)
		extract(a, &outputs);
	else if (!a->request->common.json)
		print_table(a);
	describe(a, &outputs);
	if (!a->request->list)
		result_output(a->result, a->folder);
	outputs_free(&outputs);
}

void zfs_unpack_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result)
{
	struct archive a = { .request = context,
			     .path = input,
			     .folder = output,
			     .report = report,
			     .result = result };
	struct exh_error err;

	if (file_reader_open(&a.reader, input, &err)) {
		report_failure(report, input, &err);
		return;
	}
	if (archive_open(&a))
		unpack(&a);
	archive_close(&a);
}
