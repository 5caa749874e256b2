#include "game.h"

#ifdef EXH_HAVE_LIBARCHIVE
#include "lazy_game.h"
#include "task/budget.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <archive.h>
#include <archive_entry.h>
#include <ctype.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	BLOCK_SIZE = 1 << 16,
	MAX_ENTRIES = 1 << 20,
};

struct unpacking {
	const char *path, *folder;
	struct report *report;
	struct archive *archive;
	uint64_t left; /* bytes that may be written */
	size_t entry_count, file_count, left_out_count;
};

/* A piece of a member. */
struct piece {
	const void *data;
	size_t size;
	la_int64_t at;
};

/*
 * Errors.
 */

/* True for "game.7z.001", "game.z01", "game.r00", "game.part1.rar". */
static bool is_volume(const char *path)
{
	const char *dot = strrchr(file_name(path), '.'), *part;

	if (!dot || strlen(dot) != 4)
		return false;
	if (isdigit((unsigned char)dot[2]) && isdigit((unsigned char)dot[3]))
		return isdigit((unsigned char)dot[1]) || strchr("rRzZ", dot[1]);
	part = strstr(file_name(path), ".part");
	return part && file_has_ending(dot, ".rar") && isdigit((unsigned char)part[5]);
}

/* libarchive has no message for some errors. */
static const char *why(const struct unpacking *u)
{
	const char *text = archive_error_string(u->archive);

	if (is_volume(u->path))
		return "one of several volumes of an archive: join them in their order "
		       "to one file first";
	return text ? text : "damaged, or not all of the archive is there";
}

/* Shortens a long name so that it fits into a message with the reason. To be freed. */
static char *short_name(const char *name)
{
	enum { MOST = 500, PART = 200 };
	const size_t size = strlen(name);

	return size > MOST ? mem_format("%.*s...%s", PART, name, name + size - PART)
			   : mem_text(name);
}

/* Reports a member as an error; the other members are unpacked. */
static void leave_out(struct unpacking *u, const char *name, const char *reason)
{
	char *shown = short_name(name), *path = file_join(u->folder, shown);

	u->left_out_count++;
	free(shown);
	report_error(u->report, path, EXH_NO_OFFSET, "left out: %s", reason);
	free(path);
}

/*
 * Members.
 */

/* Reports that the limit is exceeded. No game unpacks to more, except small ones. */
static void fail_budget(const struct unpacking *u, struct exh_error *err)
{
	if (u->report->common->most_output)
		exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
			 "unpacks to more than --max-output allows");
	else
		exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
			 "unpacks to more than %d times its size, which no game does; "
			 "--max-output raises the limit",
			 BUDGET_TIMES);
}

static bool read_piece(struct unpacking *u, struct piece *piece, struct exh_error *err)
{
	const int status = archive_read_data_block(u->archive, &piece->data, &piece->size,
						   &piece->at);

	if (status == ARCHIVE_EOF)
		piece->size = 0;
	else if (status != ARCHIVE_OK)
		exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "%s", why(u));
	else if (piece->size > u->left || piece->at < 0)
		fail_budget(u, err);
	else
		u->left -= piece->size;
	return status == ARCHIVE_OK && !err->status;
}

static enum exh_status copy_pieces(struct unpacking *u, struct piece piece,
				   struct file_stream *stream, struct exh_error *err)
{
	bool has_more = piece.size;

	while (has_more && !err->status) {
		if (!file_stream_write_at(stream, (size_t)piece.at, piece.data,
					  piece.size, err))
			has_more = read_piece(u, &piece, err);
	}
	return err->status;
}

static bool begins_with(const struct piece *piece, const char *mark, size_t size)
{
	return piece->at == 0 && piece->size >= size &&
	       memcmp(piece->data, mark, size) == 0;
}

static bool is_archive(const char *name, const struct piece *piece)
{
	return (file_has_ending(name, ".zip") && begins_with(piece, "PK\3\4", 4)) ||
	       (file_has_ending(name, ".7z") && begins_with(piece, "7z\xbc\xaf", 4)) ||
	       (file_has_ending(name, ".rar") && begins_with(piece, "Rar!", 4));
}

/* False: nothing more can be unpacked, and the report has the reason. */
static bool write_pieces(struct unpacking *u, const char *name, const struct piece *first)
{
	char *path = file_join(u->folder, name);
	struct file_stream stream;
	struct exh_error err = { .offset = EXH_NO_OFFSET };
	enum exh_status status = EXH_OK;
	bool good = !file_fail_long(path, &err) && !file_make_folder_of(path, &err) &&
		    !file_stream_open(&stream, path, true, true, &err);

	if (good) {
		status = copy_pieces(u, *first, &stream, &err);
		good = !file_stream_close(&stream, status, &err);
	}
	if (!good)
		leave_out(u, name, err.text);
	free(path);
	return !status || status == EXH_INVALID;
}

static bool write_member(struct unpacking *u, const char *name)
{
	struct piece first = { 0 };
	struct exh_error err = { .offset = EXH_NO_OFFSET };

	read_piece(u, &first, &err);
	if (err.status) {
		leave_out(u, name, err.text);
		return err.status == EXH_INVALID;
	}
	if (!is_archive(name, &first))
		return write_pieces(u, name, &first);
	leave_out(u, name, "an archive in an archive: unpack it first");
	return true;
}

static bool unpack_member(struct unpacking *u, struct archive_entry *entry)
{
	const char *name = archive_entry_pathname(entry);

	if (++u->entry_count > MAX_ENTRIES) {
		report_error(u->report, u->path, EXH_NO_OFFSET,
			     "more than %d files, which no game has", MAX_ENTRIES);
		return false;
	}
	if (archive_entry_filetype(entry) == AE_IFDIR)
		return true;
	u->file_count++;
	if (!name || !*name) {
		u->left_out_count++;
		report_error(u->report, u->path, EXH_NO_OFFSET,
			     "member %zu: left out: its name can't be read",
			     u->entry_count);
		return true;
	}
	if (!file_is_inside(name) || strchr(name, '\\') ||
	    archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry)) {
		char *shown = short_name(name);

		u->left_out_count++;
		report_warning(u->report, u->path, EXH_NO_OFFSET,
			       "%s: left out: a link, a device, or a name that leads out "
			       "of the archive",
			       shown);
		free(shown);
		return true;
	}
	return write_member(u, name);
}

/* status: result of reading the first header. */
static bool unpack_all(struct unpacking *u, struct archive_entry *entry, int status)
{
	bool good = true;

	while (good && status != ARCHIVE_EOF && !interrupt_pending()) {
		if (status < ARCHIVE_WARN) {
			report_error(u->report, u->path, EXH_NO_OFFSET, "%s", why(u));
			return u->entry_count; /* members read so far stay */
		}
		good = unpack_member(u, entry);
		status = archive_read_next_header(u->archive, &entry);
	}
	return good && !interrupt_pending();
}

/*
 * Archives.
 */

/* Sets a UTF-8 locale for this thread, whatever the user's is: libarchive converts names
 * to the locale's encoding, and has no name if that is not possible. */
static locale_t start_utf8(locale_t *before)
{
	static const char *const names[] = { "C.UTF-8", "en_US.UTF-8", "UTF-8", "" };
	locale_t locale = (locale_t)0;

	for (size_t i = 0; i < sizeof names / sizeof *names && !locale; i++)
		locale = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
	*before = locale ? uselocale(locale) : (locale_t)0;
	return locale;
}

static void end_utf8(locale_t locale, locale_t before)
{
	if (!locale)
		return;
	uselocale(before);
	freelocale(locale);
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

/* Reports the number of members left out: as an error if any member was one. */
static void report_left_out(const struct unpacking *u)
{
	static const char format[] = "%zu of %zu members left out";

	if (u->left_out_count && u->report->failed)
		report_error(u->report, u->path, EXH_NO_OFFSET, format, u->left_out_count,
			     u->file_count);
	else if (u->left_out_count)
		report_warning(u->report, u->path, EXH_NO_OFFSET, format,
			       u->left_out_count, u->file_count);
}

/* Zeros look like a tar archive without members, and are not an archive. */
static bool unpack(struct unpacking *u, uint64_t size, char **folder)
{
	struct archive_entry *entry;
	const int status = archive_read_next_header(u->archive, &entry);
	bool good;

	if (status == ARCHIVE_EOF)
		return true;
	u->left = budget_of(u->report->common->most_output, size);
	u->folder = *folder = temporary_folder_make(u->report, u->path);
	if (!u->folder)
		return false;
	report_call(u->report, u->folder, u->path);
	good = unpack_all(u, entry, status);
	report_left_out(u);
	return good;
}

bool unpack_start(char **folder, const char *path, struct report *report)
{
	struct unpacking u = { .path = path, .report = report };
	struct stat info;
	locale_t locale, before;
	bool good = true;

	if (stat(path, &info) || !S_ISREG(info.st_mode) || !unpack_version())
		return true;
	locale = start_utf8(&before);
	u.archive = open_archive(path);
	if (u.archive) {
		good = unpack(&u, (uint64_t)info.st_size, folder);
		archive_read_free(u.archive);
	}
	end_utf8(locale, before);
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
