#include "zv.h"

#include "task/memory.h"

#include <exhume/advanced/zvision_archive.h>
#include <stdlib.h>
#include <string.h>

struct archive {
	struct file_reader reader;
	struct exh_arena arena;
	struct exh_zv_zfs zfs;
	struct zfs_name *names;
	const struct zfs_name **sorted; /* sorted by their bytes */
};

static void close_archive(void *state)
{
	struct archive *archive = state;

	file_reader_close(&archive->reader);
	exh_arena_free(&archive->arena);
	free(archive->names);
	free((void *)archive->sorted);
	free(archive);
}

/*
 * Members.
 */

static int by_bytes(const void *a, const void *b)
{
	const struct zfs_name *one = *(const struct zfs_name *const *)a;
	const struct zfs_name *other = *(const struct zfs_name *const *)b;

	return strcmp(one->text, other->text);
}

static int by_name(const void *key, const void *item)
{
	return strcmp(key, (*(const struct zfs_name *const *)item)->text);
}

static const struct exh_zv_zfs_member *find(const struct files *place, const char *name)
{
	const struct archive *archive = files_state(place);
	const struct zfs_name **found = (const struct zfs_name **)bsearch(
		name, (const void *)archive->sorted, archive->zfs.member_count,
		sizeof *archive->sorted, by_name);

	return found ? &archive->zfs.members[*found - archive->names] : NULL;
}

static enum exh_status read_member(const struct files *place, const char *name,
				   size_t limit, struct file *out, struct exh_error *err)
{
	const struct exh_zv_zfs_member *member = find(place, name);
	const struct archive *archive = files_state(place);
	enum exh_status status;

	*out = (struct file){ 0 };
	if (!member)
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "no such file");
	if (member->there > limit)
		return exh_fail(err, EXH_LIMIT, member->offset,
				"%zu bytes, expected at most %zu", member->there, limit);
	out->data = mem_alloc(member->there, 1);
	status = file_reader_read(&archive->reader, member->there ? member->offset : 0,
				  out->data, member->there, err);
	if (status) {
		free(out->data);
		out->data = NULL;
		return status;
	}
	out->size = member->there;
	exh_zv_zfs_crypt(archive->zfs.key, EXH_ZV_ZFS_TAIL_BYTES, member->size, 0,
			 out->data, out->size);
	return EXH_OK;
}

static enum exh_status open_member(const struct files *place, const char *name,
				   struct file_reader *reader, struct exh_error *err)
{
	struct file file;
	const enum exh_status status = read_member(place, name, SIZE_MAX, &file, err);

	if (!status)
		file_reader_open_file(reader, file);
	return status;
}

size_t zfs_place_size(const struct files *place, const char *name)
{
	const struct exh_zv_zfs_member *member = find(place, name);

	return member ? member->size : 0;
}

size_t zfs_place_offset(const struct files *place, const char *name)
{
	const struct exh_zv_zfs_member *member = find(place, name);

	return member ? member->offset : 0;
}

static const struct files_kind in_archive = { .read = read_member,
					      .reader_open = open_member,
					      .close = close_archive };

/*
 * The archive.
 */

static void sort_names(struct archive *archive)
{
	const size_t count = archive->zfs.member_count;

	archive->sorted =
		(const struct zfs_name **)mem_alloc(count, sizeof *archive->sorted);
	for (size_t i = 0; i < count; i++)
		archive->sorted[i] = &archive->names[i];
	qsort((void *)archive->sorted, count, sizeof *archive->sorted, by_bytes);
}

/* Reports incomplete and compressed members. False, reported, if members share bytes and
 * are much more than the file. */
static bool check_members(const struct archive *archive, const char *path,
			  struct report *report)
{
	const struct exh_zv_zfs *zfs = &archive->zfs;
	uint64_t total = 0;

	for (size_t i = 0; i < zfs->member_count; i++) {
		if (archive->names[i].is_deleted)
			continue;
		zfs_report_member(report, path, &zfs->members[i], archive->names[i].text);
		zfs_report_compression(report, path, &zfs->members[i],
				       archive->names[i].text);
		total += zfs->members[i].there;
	}
	if (zfs_is_too_much(total, archive->reader.size)) {
		report_error(report, path, EXH_NO_OFFSET,
			     "members share bytes, so that they are much more than the "
			     "file: zfs-unpack --only takes some out");
		return false;
	}
	return true;
}

/* True for members that the game does not see, or that no code here can read. */
static bool is_left_out(const struct exh_zv_zfs_member *member)
{
	return member->flags & EXH_ZV_ZFS_DELETED || exh_zv_zfs_compression(member);
}

/* Removes these members. The others have names as if there were no such members. */
static void leave_out(struct archive *archive)
{
	struct exh_zv_zfs *zfs = &archive->zfs;
	size_t kept = 0;

	for (size_t i = 0; i < zfs->member_count; i++)
		if (!is_left_out(&zfs->members[i]))
			zfs->members[kept++] = zfs->members[i];
	if (kept == zfs->member_count)
		return;
	zfs->member_count = kept;
	free(archive->names);
	archive->names = zfs_names(zfs, false);
}

static bool read_directory(struct archive *archive, const char *path,
			   struct report *report)
{
	bool good;

	if (!zfs_open(&archive->reader, path, &archive->arena, &archive->zfs, report))
		return false;
	archive->names = zfs_names(&archive->zfs, false);
	good = check_members(archive, path, report);
	leave_out(archive);
	sort_names(archive);
	return good;
}

static const char *member_name(const void *state, size_t i)
{
	return ((const struct archive *)state)->names[i].text;
}

struct files *zfs_place_open(const struct files *files, const char *name,
			     struct report *report)
{
	struct archive *archive = mem_alloc(1, sizeof *archive);
	char *path = files_path(files, name);
	struct files *place = NULL;
	struct exh_error err;

	if (files_reader_open(files, name, &archive->reader, &err)) {
		report_failure(report, path, &err);
		free(archive);
	} else if (read_directory(archive, path, report)) {
		place = files_open_named(&in_archive, archive, "",
					 archive->zfs.member_count, member_name);
	} else {
		close_archive(archive);
	}
	free(path);
	return place;
}
