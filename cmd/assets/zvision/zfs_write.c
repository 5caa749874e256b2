#include "zv.h"

#include "task/file.h"
#include "task/jobs.h"
#include "task/memory.h"

#include <exhume/advanced/zvision_archive.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	BLOCK_LIMIT = 1 << 30,
	MANIFEST_LIMIT = 256 << 20,
};

/* The archive under construction. */
struct packing {
	const struct zfs_pack_request *request;
	struct report *report;
	const char *output;
	char **paths; /* paths of the members, in their order */
	struct exh_zv_zfs_member *members;
	size_t count, capacity;
	size_t listed_count; /* number of members that a manifest lists */
	struct zfs_manifest manifest;
	const char *manifest_folder; /* NULL: there is none */
	struct exh_zv_zfs zfs;
	enum exh_zv_zfs_tail tail;
};

/*
 * Gathering.
 */

/* Appends a member, and takes ownership of path. */
static void append(struct packing *p, char *path, const struct exh_zv_zfs_member *member)
{
	size_t capacity = p->capacity;

	p->paths = mem_grow(p->paths, &capacity, p->count + 1, sizeof *p->paths);
	p->members = mem_grow(p->members, &p->capacity, p->count + 1, sizeof *p->members);
	p->paths[p->count] = path;
	p->members[p->count++] = *member;
}

/* Appends a file, and takes ownership of path. */
static void append_file(struct packing *p, char *path)
{
	struct exh_zv_zfs_member member = { .id = (uint32_t)p->count };
	struct exh_error err;

	if (exh_zv_zfs_name_from_utf8(file_name(path), member.name, &err)) {
		report_failure(p->report, path, &err);
		free(path);
	} else {
		append(p, path, &member);
	}
}

/* Appends the files that a manifest lists; some may have been removed since. */
static void append_listed(struct packing *p, const char *folder)
{
	for (size_t i = 0; i < p->manifest.member_count; i++) {
		const struct zfs_manifest_member *listed = &p->manifest.members[i];
		char *path = file_join(folder, listed->file);

		if (file_exists(path)) {
			append(p, path, &listed->member);
			continue;
		}
		report_warning(p->report, path, EXH_NO_OFFSET,
			       "missing, although " ZFS_MANIFEST " lists it: left out");
		free(path);
	}
	p->listed_count = p->count;
}

static bool read_manifest(struct packing *p, const char *folder, const char *path)
{
	struct exh_error err;
	struct file file;
	bool good;

	if (p->manifest_folder) {
		report_error(p->report, path, EXH_NO_OFFSET,
			     "a second manifest, after the one in %s: an archive has one",
			     p->manifest_folder);
		return false;
	}
	if (!report_read(p->report, path, MANIFEST_LIMIT, &file))
		return false;
	p->manifest_folder = folder;
	good = !zfs_manifest_read(file_bytes(&file), &p->manifest, &err);
	if (good)
		append_listed(p, folder);
	else
		report_failure(p->report, path, &err);
	free(file.data);
	return good;
}

static bool take_manifest(struct packing *p, const char *folder)
{
	char *path = file_join(folder, ZFS_MANIFEST);
	const bool good = !file_exists(path) || read_manifest(p, folder, path);

	free(path);
	return good;
}

/* The files that the manifest of this folder lists, sorted. */
static const char **list_files(const struct packing *p, const char *folder, size_t *count)
{
	const char **names;

	*count = p->manifest_folder == folder ? p->manifest.member_count : 0;
	names = mem_alloc(*count, sizeof *names);
	for (size_t i = 0; i < *count; i++)
		names[i] = p->manifest.members[i].file;
	qsort((void *)names, *count, sizeof *names, files_by_bytes);
	return names;
}

static void take_entry(struct packing *p, const char *folder, const char *name)
{
	char *path = file_join(folder, name);

	if (file_is_folder(path)) {
		report_warning(p->report, path, EXH_NO_OFFSET,
			       "a subfolder, left out: archives have no folders");
		free(path);
	} else {
		append_file(p, path);
	}
}

static bool is_visible(const char *name)
{
	return name[0] != '.' && strcmp(name, ZFS_MANIFEST) != 0;
}

/* Appends the files of the folder that the manifest does not list. */
static bool append_others(struct packing *p, const char *folder, const char **listed,
			  size_t listed_count)
{
	struct files *files = files_open_folder(folder);
	const char **names = files_sorted(files, files_by_bytes);
	const bool good = files_are_listed(files);

	if (!good)
		report_error(p->report, folder, EXH_NO_OFFSET, "can't read the folder");
	for (size_t i = 0; good && names[i]; i++)
		if (is_visible(names[i]) &&
		    !bsearch((const void *)&names[i], (const void *)listed, listed_count,
			     sizeof *listed, files_by_bytes))
			take_entry(p, folder, names[i]);
	free((void *)names);
	files_close(files);
	return good;
}

static bool append_folder(struct packing *p, const char *folder)
{
	size_t listed_count;
	const char **listed;
	bool good;

	if (!take_manifest(p, folder))
		return false;
	listed = list_files(p, folder, &listed_count);
	good = append_others(p, folder, listed, listed_count);
	free((void *)listed);
	return good;
}

static bool collect(struct packing *p)
{
	const struct common *common = &p->request->common;

	for (size_t i = 0; i < common->operand_count; i++) {
		const char *path = common->operands[i];

		if (!file_is_folder(path))
			append_file(p, mem_text(path));
		else if (!append_folder(p, path))
			return false;
	}
	return true;
}

/*
 * Checking.
 */

/* Options take precedence over the manifest. */
static void choose_header(struct packing *p)
{
	const struct zfs_pack_request *request = p->request;

	p->zfs.per_block = EXH_ZV_ZFS_PER_BLOCK;
	if (p->manifest_folder) {
		p->zfs.per_block = p->manifest.zfs.per_block;
		memcpy(p->zfs.key, p->manifest.zfs.key, sizeof p->zfs.key);
		p->tail = p->manifest.tail;
	}
	if (request->per_block)
		p->zfs.per_block = request->per_block;
	else
		p->zfs.block_count = p->manifest.zfs.block_count;
	if (request->key)
		zfs_key_from_text(request->key, p->zfs.key);
	if (request->tail)
		p->tail = strcmp(request->tail, zfs_tail_names[EXH_ZV_ZFS_TAIL_WORDS])
				  ? EXH_ZV_ZFS_TAIL_BYTES
				  : EXH_ZV_ZFS_TAIL_WORDS;
}

static void measure(struct packing *p, size_t i)
{
	const char *path = p->paths[i];
	struct stat status;

	if (stat(path, &status) != 0)
		report_error(p->report, path, EXH_NO_OFFSET, "can't read: no such file");
	else if (!S_ISREG(status.st_mode))
		report_error(p->report, path, EXH_NO_OFFSET,
			     "neither a file nor a folder, so its size is unknown");
	else if ((uint64_t)status.st_size > UINT32_MAX)
		report_error(p->report, path, EXH_NO_OFFSET,
			     "4 GiB or more, too large for a member");
	else
		p->members[i].size = (uint32_t)status.st_size;
	originals_add(path);
}

/* A member's name for comparing, and the member's index. */
struct folded {
	uint8_t name[EXH_ZV_ZFS_NAME_SIZE];
	size_t which;
};

static int by_folded(const void *a, const void *b)
{
	const struct folded *one = a, *other = b;
	const int order = memcmp(one->name, other->name, sizeof one->name);

	return order ? order : (one->which > other->which) - (one->which < other->which);
}

/* Reports two members of one name: only warns for a manifest, whose archive had them,
 * too. */
static void warn_of_same(const struct packing *p, size_t i, size_t before)
{
	if (i < p->listed_count)
		report_warning(p->report, p->paths[i], EXH_NO_OFFSET,
			       "the previous member has the same name, as " ZFS_MANIFEST
			       " says");
	else
		report_error(p->report, p->paths[i], EXH_NO_OFFSET,
			     "%s has the same name", p->paths[before]);
}

static void check_names(struct packing *p)
{
	struct folded *names = mem_alloc(p->count, sizeof *names);

	for (size_t i = 0; i < p->count; i++) {
		const size_t size = exh_zv_zfs_name_size(p->members[i].name);

		names[i].which = i;
		for (size_t k = 0; k < size; k++)
			names[i].name[k] = zfs_fold(p->members[i].name[k]);
	}
	qsort(names, p->count, sizeof *names, by_folded);
	for (size_t i = 1; i < p->count; i++)
		if (memcmp(names[i - 1].name, names[i].name, sizeof names->name) == 0)
			warn_of_same(p, names[i].which, names[i - 1].which);
	free(names);
}

/*
 * Writing.
 */

static enum exh_status write_file(const struct packing *p, size_t i,
				  struct file_stream *stream, struct exh_error *err)
{
	const size_t size = p->zfs.members[i].size;
	struct file_reader reader;
	enum exh_status status = file_reader_open(&reader, p->paths[i], err);

	if (!status) {
		if (reader.size != size)
			status = exh_fail(err, EXH_IO, EXH_NO_OFFSET,
					  "its size has changed: %zu bytes, expected %zu",
					  reader.size, size);
		else
			status = zfs_copy(&reader, 0, size, p->zfs.key, p->tail, size,
					  stream, err);
		file_reader_close(&reader);
	}
	return status ? exh_within(err, status, "%s", p->paths[i]) : EXH_OK;
}

/* A block of the directory, or the header if block is NULL. */
static enum exh_status write_part(const struct packing *p, const size_t *block,
				  struct file_stream *stream, struct exh_error *err)
{
	struct exh_writer out = { .limit = BLOCK_LIMIT };
	enum exh_status status;

	if (block)
		exh_zv_zfs_write_block(&p->zfs, *block, &out);
	else
		exh_zv_zfs_write_header(&p->zfs, &out);
	status = mem_check_limit(&out, err);
	if (!status)
		status = file_stream_write(stream, out.data, out.size, err);
	exh_writer_free(&out);
	return status;
}

static enum exh_status write_all(const struct packing *p, struct file_stream *stream,
				 struct exh_error *err)
{
	enum exh_status status = write_part(p, NULL, stream, err);
	struct progress progress;
	size_t i = 0;

	progress_start(&progress, &p->request->common, "zfs-pack");
	for (size_t block = 0; block < p->zfs.block_count && !status; block++) {
		const size_t end = i + p->zfs.per_block;

		status = write_part(p, &block, stream, err);
		for (; i < end && i < p->count && !status; i++) {
			status = write_file(p, i, stream, err);
			progress_show(&progress, i + 1, p->count);
		}
	}
	progress_end(&progress);
	if (!status && interrupt_pending())
		status = exh_fail(err, EXH_IO, EXH_NO_OFFSET, "%s", interrupt_name());
	return status;
}

static bool write_archive(struct packing *p, size_t *size)
{
	const char *title = strcmp(p->output, "-") == 0 ? "standard output" : p->output;
	struct file_stream stream;
	struct exh_error err;
	enum exh_status status = exh_zv_zfs_plan(&p->zfs, size, &err);

	if (!status)
		status = file_make_folder_of(p->output, &err);
	if (!status)
		status = file_stream_open(&stream, p->output, false,
					  p->request->common.force, &err);
	if (!status) {
		status = write_all(p, &stream, &err);
		status = file_stream_close(&stream, status, &err);
	}
	if (status)
		report_failure(p->report, title, &err);
	return !status;
}

static void describe(const struct packing *p, size_t size, struct json *result)
{
	struct zfs_row row = { .zfs = p->zfs,
			       .size = size,
			       .members = mem_alloc(p->count, sizeof *row.members) };

	for (size_t i = 0; i < p->count; i++) {
		struct zfs_member_row *to = &row.members[row.count++];

		to->input = p->paths[i];
		to->member = p->zfs.members[i];
		exh_zv_zfs_name_to_utf8(to->member.name, to->name);
	}
	result_output(result, p->output);
	fields_put(&zfs_archive_fields, &row, result);
	free(row.members);
}

static void pack(struct packing *p, struct json *result)
{
	size_t size;

	for (size_t i = 0; i < p->count; i++)
		measure(p, i);
	check_names(p);
	choose_header(p);
	p->zfs.members = p->members;
	p->zfs.member_count = p->count;
	/* Write nothing if an input could not be included. */
	if (p->report->failed || !write_archive(p, &size))
		return;
	report_info(p->report, "%s: %zu members, %zu bytes", p->output, p->count, size);
	describe(p, size, result);
}

void zfs_pack_run_packing(void *context, const char *input, const char *output,
			  struct report *report, struct json *result)
{
	struct packing p = { .request = context, .report = report, .output = output };

	(void)input;
	if (collect(&p))
		pack(&p, result);
	for (size_t i = 0; i < p.count; i++)
		free(p.paths[i]);
	free(p.paths);
	free(p.members);
	zfs_manifest_free(&p.manifest);
}
