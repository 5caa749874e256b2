#include "zv.h"

#include "task/jobs.h"
#include "task/memory.h"

#include <exhume/advanced/zvision_archive.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	DIRECTORY_LIMIT = 1 << 30,
	NOTES_LIMIT = 1 << 22,
	PIECE = 1 << 20,
	/* Members may share bytes, but no archive needs more of them than this ... */
	MAX_SHARES = 8,
	/* ... unless it is small. */
	MAX_SMALL = 64 << 20,
};

const char *const zfs_tail_names[] = {
	[EXH_ZV_ZFS_TAIL_BYTES] = "bytes", [EXH_ZV_ZFS_TAIL_WORDS] = "words", NULL
};

/*
 * Names that are safe.
 */

static bool is_unsafe(uint8_t code)
{
	return code < 32 || (code >= 0x7f && code < 0xa0) || strchr("/\\:*?\"<>|", code);
}

/* A device whatever its ending, where DOS was. */
static bool is_device(const char *name)
{
	static const char *const devices[] = { "con", "prn", "aux", "nul" };
	const size_t size = strcspn(name, ". ");

	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
		if (size == 3 && strncasecmp(name, devices[i], 3) == 0)
			return true;
	return size == 4 && name[3] >= '1' && name[3] <= '9' &&
	       (strncasecmp(name, "com", 3) == 0 || strncasecmp(name, "lpt", 3) == 0);
}

static void make_safe(const uint8_t stored[EXH_ZV_ZFS_NAME_SIZE], struct zfs_name *name)
{
	const size_t size = exh_zv_zfs_name_size(stored);
	uint8_t safe[EXH_ZV_ZFS_NAME_SIZE] = { 0 };
	char text[EXH_ZV_ZFS_TEXT_SIZE];
	bool device;

	for (size_t i = 0; i < size; i++) {
		const bool first = i == 0, last = i + 1 == size;

		safe[i] = stored[i];
		if (is_unsafe(stored[i]) || (stored[i] == '.' && (first || last)) ||
		    (stored[i] == ' ' && last))
			safe[i] = '_';
	}
	exh_zv_zfs_name_to_utf8(safe, text);
	device = is_device(text);
	snprintf(name->text, sizeof name->text, "%s%s", device ? "_" : "", text);
	name->is_changed = device || memcmp(safe, stored, size) != 0;
}

/*
 * Names that differ.
 */

uint8_t zfs_fold(uint8_t code)
{
	const bool ascii = code >= 'A' && code <= 'Z';
	const bool latin = code >= 0xc0 && code <= 0xde && code != 0xd7;

	return ascii || latin ? code | 0x20 : code;
}

/* In UTF-8 those letters of Latin-1 are 0xc3 and the byte of the letter without bit 6. */
static int compare_folded(const char *a, const char *b)
{
	uint8_t before = 0;

	for (;; a++, b++) {
		uint8_t one = (uint8_t)*a, other = (uint8_t)*b;

		if (before == 0xc3) {
			one = zfs_fold(one | 0x40) & 0xbf;
			other = zfs_fold(other | 0x40) & 0xbf;
		} else if (one < 0x80 && other < 0x80) {
			one = zfs_fold(one);
			other = zfs_fold(other);
		}
		if (one != other || !one)
			return (one > other) - (one < other);
		before = one;
	}
}

static int by_text(const void *a, const void *b)
{
	const struct zfs_name *one = *(struct zfs_name *const *)a;
	const struct zfs_name *other = *(struct zfs_name *const *)b;
	const int order = compare_folded(one->text, other->text);

	if (!order && one->is_deleted != other->is_deleted)
		return one->is_deleted ? 1 : -1;
	return order ? order : (one > other) - (one < other);
}

static int by_text_alone(const void *key, const void *item)
{
	return compare_folded(key, (*(struct zfs_name *const *)item)->text);
}

static bool is_manifest(const char *text)
{
	return compare_folded(text, ZFS_MANIFEST) == 0;
}

/*
 * NAME.EXT becomes NAME~NUMBER.EXT, or has more tildes where somebody has that name. The
 * number is no other member's, so that new names differ from each other.
 */
static void make_distinct(struct zfs_name *name, size_t number, const char *text,
			  struct zfs_name **sorted, size_t count)
{
	const char *dot = strrchr(text, '.');
	const size_t size = dot ? (size_t)(dot - text) : strlen(text);
	char made[sizeof name->text];
	int tildes = 1;

	do
		snprintf(made, sizeof made, "%.*s%.*s%zu%s", (int)size, text, tildes++,
			 "~~~~~~~~~~~~~~~~", number, dot ? dot : "");
	while (bsearch(made, sorted, count, sizeof *sorted, by_text_alone));
	memcpy(name->text, made, sizeof made);
	name->is_distinct = true;
}

/* Changed in a copy, so that the order in which all are looked up stays. */
static void make_all_distinct(struct zfs_name *names, size_t count, bool manifest)
{
	struct zfs_name **sorted = mem_alloc(count, sizeof *sorted);
	struct zfs_name *old = mem_copy(names, count, sizeof *old);

	for (size_t i = 0; i < count; i++)
		sorted[i] = &old[i];
	qsort(sorted, count, sizeof *sorted, by_text);
	for (size_t i = 0; i < count; i++) {
		const char *text = sorted[i]->text;
		const size_t number = (size_t)(sorted[i] - old);

		if ((i && compare_folded(sorted[i - 1]->text, text) == 0) ||
		    (manifest && is_manifest(text)))
			make_distinct(&names[number], number, text, sorted, count);
	}
	free(sorted);
	free(old);
}

struct zfs_name *zfs_names(const struct exh_zv_zfs *zfs, bool manifest)
{
	struct zfs_name *names = mem_alloc(zfs->member_count, sizeof *names);

	for (size_t i = 0; i < zfs->member_count; i++) {
		names[i].is_deleted = zfs->members[i].flags & EXH_ZV_ZFS_DELETED;
		make_safe(zfs->members[i].name, &names[i]);
	}
	make_all_distinct(names, zfs->member_count, manifest);
	return names;
}

/*
 * Keys.
 */

void zfs_key_to_text(const uint8_t key[EXH_ZV_ZFS_KEY_SIZE], char text[ZFS_KEY_TEXT_SIZE])
{
	snprintf(text, ZFS_KEY_TEXT_SIZE, "%02x%02x%02x%02x", key[0], key[1], key[2],
		 key[3]);
}

bool zfs_key_from_text(const char *text, uint8_t key[EXH_ZV_ZFS_KEY_SIZE])
{
	bool good = strlen(text) == ZFS_KEY_TEXT_SIZE - 1;

	for (size_t i = 0; i < EXH_ZV_ZFS_KEY_SIZE && good; i++) {
		const int value = text_hex_pair((const uint8_t *)text + 2 * i);

		key[i] = (uint8_t)value;
		good = value >= 0;
	}
	return good;
}

bool zfs_open(struct file_reader *reader, const char *path, struct exh_arena *arena,
	      struct exh_zv_zfs *zfs, struct report *report)
{
	const struct exh_source source = file_reader_source(reader);
	struct exh_arena notes_arena = { .limit = NOTES_LIMIT };
	struct exh_notes notes = { .arena = &notes_arena };
	struct exh_error err;
	enum exh_status status;

	arena->limit = DIRECTORY_LIMIT;
	status = exh_zv_zfs_open(&source, arena, zfs, &notes, &err);
	report_notes(report, path, &notes);
	exh_arena_free(&notes_arena);
	if (status)
		report_failure(report, path, &err);
	return !status;
}

bool zfs_is_too_much(uint64_t total, size_t file_size)
{
	return total > (uint64_t)file_size * MAX_SHARES + MAX_SMALL;
}

void zfs_report_member(struct report *report, const char *path,
		       const struct exh_zv_zfs_member *member, const char *name)
{
	if (member->there < member->size)
		report_error(report, path, member->entry_offset,
			     "%s: %" PRIu32 " bytes at 0x%" PRIX32
			     " declared, %zu are in the file",
			     name, member->size, member->offset, member->there);
}

void zfs_report_compression(struct report *report, const char *path,
			    const struct exh_zv_zfs_member *member, const char *name)
{
	if (exh_zv_zfs_compression(member))
		report_error(
			report, path, member->entry_offset,
			"%s is compressed (%s), which is not supported: it is left out",
			name, exh_zv_zfs_compression(member));
}

enum exh_status zfs_copy(const struct file_reader *in, size_t offset, size_t count,
			 const uint8_t key[EXH_ZV_ZFS_KEY_SIZE],
			 enum exh_zv_zfs_tail tail, size_t size, struct file_stream *out,
			 struct exh_error *err)
{
	const bool encrypted = exh_zv_zfs_is_encrypted(key);
	const size_t most = count < PIECE ? count : PIECE;
	uint8_t *piece = mem_alloc(most, 1);
	enum exh_status status = EXH_OK;

	for (size_t at = 0; at < count && !status; at += most) {
		const size_t some = count - at < most ? count - at : most;

		if (interrupt_pending())
			status = exh_fail(err, EXH_IO, EXH_NO_OFFSET, "%s",
					  interrupt_name());
		else
			status = file_reader_read(in, offset + at, piece, some, err);
		if (!status && encrypted)
			exh_zv_zfs_crypt(key, tail, size, at, piece, some);
		if (!status)
			status = file_stream_write(out, piece, some, err);
	}
	free(piece);
	return status;
}
