#include "game.h"

#ifdef EXH_HAVE_LIBARCHIVE
#include "lazy_game.h"
#include "task/jobs.h"
#include "task/outputs.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	BLOCK_SIZE = 1 << 16,
	MAX_ENTRIES = 1 << 20,
	/* No game unpacks to more than this many times its archive, unless it is small.
	 */
	MAX_TIMES = 200,
	MAX_SMALL = 64 << 20,
};

struct unpacking {
	const char *path, *folder;
	struct report *report;
	struct archive *archive;
	uint64_t left; /* bytes that may be written */
	size_t entry_count;
};

static bool copy_data(struct unpacking *u, struct file_stream *stream,
		      struct exh_error *err)
{
	const void *block;
	size_t size;
	la_int64_t at;
	int status;

	while ((status = archive_read_data_block(u->archive, &block, &size, &at)) ==
	       ARCHIVE_OK) {
		if (size > u->left || at < 0) {
			exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				 "unpacks to more than %d times its size, which no game "
				 "does",
				 MAX_TIMES);
			return false;
		}
		u->left -= size;
		if (file_stream_write_at(stream, (size_t)at, block, size, err))
			return false;
	}
	if (status == ARCHIVE_EOF)
		return true;
	exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "%s", archive_error_string(u->archive));
	return false;
}

static bool write_entry(struct unpacking *u, const char *name)
{
	char *path = file_join(u->folder, name);
	struct file_stream stream;
	struct exh_error err = { .offset = EXH_NO_OFFSET };
	bool good = !file_make_folder_of(path, &err) &&
		    !file_stream_open(&stream, path, true, true, &err);

	if (good) {
		const enum exh_status status =
			copy_data(u, &stream, &err) ? EXH_OK : err.status;

		good = !file_stream_close(&stream, status, &err);
	}
	if (!good) {
		exh_within(&err, err.status, "%s", name);
		report_failure(u->report, u->path, &err);
	}
	free(path);
	return good || err.status == EXH_INVALID;
}

static bool unpack_entry(struct unpacking *u, struct archive_entry *entry)
{
	const char *name = archive_entry_pathname(entry);

	if (++u->entry_count > MAX_ENTRIES) {
		report_error(u->report, u->path, EXH_NO_OFFSET,
			     "more than %d files, which no game has", MAX_ENTRIES);
		return false;
	}
	if (archive_entry_filetype(entry) == AE_IFDIR)
		return true;
	if (!file_is_inside(name) || strchr(name, '\\') ||
	    archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry)) {
		report_warning(u->report, u->path, EXH_NO_OFFSET,
			       "%s: left out: a link, a device, or a name that leads out "
			       "of the archive",
			       name ? name : "?");
		return true;
	}
	return write_entry(u, name);
}

static bool unpack_all(struct unpacking *u)
{
	struct archive_entry *entry;
	int status = ARCHIVE_OK;
	bool good = true;

	while (good && !interrupt_pending() &&
	       (status = archive_read_next_header(u->archive, &entry)) != ARCHIVE_EOF) {
		if (status < ARCHIVE_WARN) {
			report_error(u->report, u->path, EXH_NO_OFFSET, "%s",
				     archive_error_string(u->archive));
			return u->entry_count; /* what was read before is there */
		}
		good = unpack_entry(u, entry);
	}
	return good && !interrupt_pending();
}

static struct archive *open_archive(const char *path)
{
	struct archive *archive = archive_read_new();

	if (!archive)
		return NULL;
	archive_read_support_filter_all(archive);
	archive_read_support_format_zip(archive);
	archive_read_support_format_7zip(archive);
	archive_read_support_format_tar(archive);
	archive_read_support_format_lha(archive);
	archive_read_support_format_rar(archive);
	archive_read_support_format_iso9660(archive);
	if (archive_read_open_filename(archive, path, BLOCK_SIZE) == ARCHIVE_OK)
		return archive;
	archive_read_free(archive);
	return NULL;
}

bool unpack_start(char **folder, const char *path, struct report *report)
{
	struct unpacking u = { .path = path, .report = report };
	struct stat info;
	bool good;

	if (stat(path, &info) || !S_ISREG(info.st_mode) || !unpack_version())
		return true;
	u.archive = open_archive(path);
	if (!u.archive)
		return true;
	u.left = (uint64_t)info.st_size * MAX_TIMES + MAX_SMALL;
	u.folder = *folder = temporary_folder_make(report, path);
	good = u.folder && unpack_all(&u);
	archive_read_free(u.archive);
	return good;
}

const char *unpack_version(void)
{
#ifdef EXH_LIBARCHIVE_SONAME
	if (!lazy_archive_is_there())
		return NULL;
#endif
	return ARCHIVE_VERSION_ONLY_STRING;
}
#else
bool unpack_start(char **folder, const char *path, struct report *report)
{
	(void)folder;
	(void)path;
	(void)report;
	return true;
}

const char *unpack_version(void)
{
	return NULL;
}
#endif
