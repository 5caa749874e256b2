#include "zfs_parts.h"

#include "../base/reader.h"
#include "exhume/advanced/zvision_archive.h"

#include <string.h>

enum {
	MARK = 0x4653465a, /* "ZFSF" as a little-endian number */
	VERSION = 1,
	KEY_OFFSET = 20,
	FIRST_BLOCK_OFFSET = 24,
	PIECE = 128, /* entries read at a time */
};

/*
 * Access to the file's bytes.
 */

static enum exh_status load(const struct exh_source *source, size_t offset, uint8_t *out,
			    size_t size, struct exh_error *err)
{
	return source->read(source->context, offset, out, size, err);
}

/*
 * The header.
 */

static void expect(struct exh_notes *notes, size_t offset, uint32_t found,
		   uint32_t expected, const char *what)
{
	if (found != expected && notes)
		exh_note(notes, EXH_WARNING, offset, "%s: %u, expected %u", what,
			 (unsigned)found, (unsigned)expected);
}

static enum exh_status read_header(const struct exh_source *source,
				   struct exh_zv_zfs *zfs, struct exh_notes *notes,
				   struct exh_error *err)
{
	const size_t size = source->size < EXH_ZV_ZFS_HEADER_SIZE
				    ? source->size
				    : EXH_ZV_ZFS_HEADER_SIZE;
	uint8_t header[EXH_ZV_ZFS_HEADER_SIZE];
	const enum exh_status status = load(source, 0, header, size, err);

	if (status)
		return status;
	if (size >= 4 && load_u32le(header) != MARK)
		return exh_fail(err, EXH_INVALID, 0, "not a ZFS archive: expected ZFSF");
	if (size < EXH_ZV_ZFS_HEADER_SIZE)
		return exh_fail(err, EXH_TRUNCATED, size,
				"%zu bytes, expected a header of %d", size,
				EXH_ZV_ZFS_HEADER_SIZE);
	expect(notes, 4, load_u32le(header + 4), VERSION, "version");
	expect(notes, 8, load_u32le(header + 8), EXH_ZV_ZFS_NAME_SIZE, "bytes of a name");
	zfs->per_block = load_u32le(header + 12);
	zfs->file_count = load_u32le(header + 16);
	memcpy(zfs->key, header + KEY_OFFSET, EXH_ZV_ZFS_KEY_SIZE);
	zfs->first_block = load_u32le(header + FIRST_BLOCK_OFFSET);
	if (!zfs->per_block)
		return exh_fail(err, EXH_INVALID, 12,
				"blocks of 0 entries, expected at least 1");
	return EXH_OK;
}

/*
 * The directory.
 */

/* Describes why a block at this offset can't be read; NULL if it can. */
static const char *find_fault(const struct zfs_walk *w, uint32_t offset)
{
	if (offset < EXH_ZV_ZFS_HEADER_SIZE)
		return "which is in the header";
	if (offset >= w->source->size || w->source->size - offset < ZFS_BLOCK_HEAD)
		return "which is past the end of the file";
	if (w->starts[zfs_stretch_of(w->zfs, offset)] == offset)
		return "which was already read: the chain loops";
	if (exh_zv_zfs_in_block(w, offset, zfs_block_size(w->zfs)))
		return "which is in another block";
	return NULL;
}

static enum exh_status read_block(struct zfs_walk *w, size_t offset, uint32_t *next,
				  struct exh_error *err)
{
	const size_t left = offset < w->source->size ? w->source->size - offset : 0;
	uint8_t bytes[PIECE * EXH_ZV_ZFS_ENTRY_SIZE];
	enum exh_status status;
	size_t count;

	*next = 0;
	/* The file may have changed before the second reading. */
	if (left < ZFS_BLOCK_HEAD)
		return exh_fail(err, EXH_TRUNCATED, w->source->size,
				"expected a block of the directory at 0x%zX", offset);
	status = load(w->source, offset, bytes, ZFS_BLOCK_HEAD, err);
	if (!status)
		*next = load_u32le(bytes);
	count = (left - ZFS_BLOCK_HEAD) / EXH_ZV_ZFS_ENTRY_SIZE;
	if (count > w->zfs->per_block)
		count = w->zfs->per_block;
	if (count < w->zfs->per_block)
		w->cut_offset = offset;
	exh_zv_zfs_reach(w, offset + zfs_block_size(w->zfs));
	offset += ZFS_BLOCK_HEAD;
	for (size_t i = 0; i < count && !status; i += PIECE) {
		const size_t some = count - i < PIECE ? count - i : PIECE;

		status =
			load(w->source, offset, bytes, some * EXH_ZV_ZFS_ENTRY_SIZE, err);
		for (size_t k = 0; k < some && !status; k++)
			if (bytes[k * EXH_ZV_ZFS_ENTRY_SIZE])
				exh_zv_zfs_read_entry(w,
						      bytes + k * EXH_ZV_ZFS_ENTRY_SIZE,
						      offset + k * EXH_ZV_ZFS_ENTRY_SIZE);
		offset += some * EXH_ZV_ZFS_ENTRY_SIZE;
	}
	return status;
}

/* *ended: the chain came to its end, not to a fault. */
static enum exh_status count_blocks(struct zfs_walk *w, struct exh_notes *notes,
				    bool *ended, struct exh_error *err)
{
	size_t pointer_offset = FIRST_BLOCK_OFFSET;
	uint32_t offset = w->zfs->first_block, next = 0;
	const char *fault = NULL;

	for (; offset; pointer_offset = offset, offset = next) {
		enum exh_status status;

		fault = find_fault(w, offset);
		if (fault)
			break;
		w->starts[zfs_stretch_of(w->zfs, offset)] = offset;
		status = read_block(w, offset, &next, err);
		if (status)
			return status;
		w->zfs->block_count++;
	}
	if (fault && notes)
		exh_note(notes, w->count < w->zfs->file_count ? EXH_DAMAGE : EXH_WARNING,
			 pointer_offset, "a block of the directory at 0x%X, %s",
			 (unsigned)offset, fault);
	*ended = !fault;
	return EXH_OK;
}

/* salvaged: entries outside all blocks are read, too. */
static enum exh_status read_members(struct zfs_walk *w, bool salvaged,
				    struct exh_arena *arena, struct exh_error *err)
{
	struct exh_zv_zfs *zfs = w->zfs;
	uint32_t offset = zfs->first_block;
	enum exh_status status = EXH_OK;

	zfs->member_count = w->count;
	zfs->members = exh_alloc(arena, w->count, sizeof *zfs->members);
	if (!zfs->members)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"too little memory for %zu members", w->count);
	w->members = zfs->members;
	w->count = 0;
	for (size_t i = 0; i < zfs->block_count && offset && !status; i++) {
		uint32_t next;

		status = read_block(w, offset, &next, err);
		offset = next;
	}
	if (!status && salvaged)
		status = exh_zv_zfs_salvage(w, err);
	if (w->count < zfs->member_count)
		zfs->member_count = w->count;
	return status;
}

/* A directory with a noted fault needs no further note. */
static void check_count(const struct zfs_walk *w, struct exh_notes *notes)
{
	const struct exh_zv_zfs *zfs = w->zfs;
	const bool fewer = zfs->member_count < zfs->file_count;

	if (w->cut_offset)
		exh_note(notes, fewer ? EXH_DAMAGE : EXH_WARNING, w->cut_offset,
			 "the file ends within this block of %u entries, with %zu of %u "
			 "members",
			 (unsigned)zfs->per_block, zfs->member_count,
			 (unsigned)zfs->file_count);
	else if (zfs->member_count != zfs->file_count)
		exh_note(notes, EXH_WARNING, 16, "%u members declared, %zu found",
			 (unsigned)zfs->file_count, zfs->member_count);
}

/* Bytes after everything that the directory leads to may be members lost from it. */
static void note_rest(const struct zfs_walk *w, size_t end, size_t salvaged_count,
		      struct exh_notes *notes)
{
	const size_t rest = w->source->size - end;

	if (rest)
		exh_note(notes, EXH_WARNING, end,
			 "%zu bytes follow that the directory of %zu members does not "
			 "lead to: members may be missing",
			 rest, w->zfs->member_count - salvaged_count);
	if (salvaged_count)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "%zu members salvaged by their entries, to which the directory "
			 "does not lead",
			 salvaged_count);
}

/* Counts the members, then reads them. */
static enum exh_status walk_twice(struct zfs_walk *w, struct exh_arena *arena,
				  struct exh_notes *notes, struct exh_error *err)
{
	bool ended = false;
	enum exh_status status = count_blocks(w, notes, &ended, err);
	const size_t end = w->end, count = w->count;
	const bool salvaged = count < w->zfs->file_count || end < w->source->size;

	if (!status && salvaged)
		status = exh_zv_zfs_salvage(w, err);
	if (!status)
		status = read_members(w, salvaged, arena, err);
	if (!status && ended && notes)
		check_count(w, notes);
	if (!status && notes && w->zfs->member_count >= count)
		note_rest(w, end, w->zfs->member_count - count, notes);
	return status;
}

enum exh_status exh_zv_zfs_open(const struct exh_source *source, struct exh_arena *arena,
				struct exh_zv_zfs *zfs, struct exh_notes *notes,
				struct exh_error *err)
{
	struct exh_arena scratch = { .limit = arena->limit - arena->used };
	struct zfs_walk w = { .source = source,
			      .zfs = zfs,
			      .end = EXH_ZV_ZFS_HEADER_SIZE };
	enum exh_status status;

	*zfs = (struct exh_zv_zfs){ 0 };
	status = read_header(source, zfs, notes, err);
	if (status)
		return status;
	w.starts = exh_alloc(&scratch, zfs_stretch_of(zfs, source->size) + 2,
			     sizeof *w.starts);
	if (!w.starts)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"too little memory for the directory");
	status = walk_twice(&w, arena, notes, err);
	exh_arena_free(&scratch);
	return status;
}

/*
 * Members.
 */

const char *exh_zv_zfs_compression(const struct exh_zv_zfs_member *member)
{
	return member->flags & EXH_ZV_ZFS_LZO1X	  ? "LZO1X"
	       : member->flags & EXH_ZV_ZFS_LZO1Y ? "LZO1Y"
						  : NULL;
}

bool exh_zv_zfs_is_encrypted(const uint8_t key[EXH_ZV_ZFS_KEY_SIZE])
{
	return load_u32le(key) != 0;
}

/* Decrypts eight bytes at a time: the key twice, from where the piece begins in it. */
void exh_zv_zfs_crypt(const uint8_t key[EXH_ZV_ZFS_KEY_SIZE], enum exh_zv_zfs_tail tail,
		      size_t member_size, size_t at, uint8_t *data, size_t count)
{
	uint8_t turned[8];
	uint64_t mask, word;
	size_t i = 0;

	if (tail == EXH_ZV_ZFS_TAIL_WORDS) {
		const size_t whole = member_size / 4 * 4;
		const size_t some = at < whole ? whole - at : 0;

		count = count < some ? count : some;
	}
	for (size_t k = 0; k < sizeof turned; k++)
		turned[k] = key[(at + k) % EXH_ZV_ZFS_KEY_SIZE];
	memcpy(&mask, turned, sizeof mask);
	for (; count - i >= sizeof word; i += sizeof word) {
		memcpy(&word, data + i, sizeof word);
		word ^= mask;
		memcpy(data + i, &word, sizeof word);
	}
	for (size_t k = 0; i < count; i++, k++)
		data[i] ^= turned[k];
}

size_t exh_zv_zfs_name_size(const uint8_t name[EXH_ZV_ZFS_NAME_SIZE])
{
	size_t size = 0;

	while (size < EXH_ZV_ZFS_NAME_SIZE && name[size])
		size++;
	return size;
}

void exh_zv_zfs_name_to_utf8(const uint8_t name[EXH_ZV_ZFS_NAME_SIZE],
			     char text[EXH_ZV_ZFS_TEXT_SIZE])
{
	const size_t size = exh_zv_zfs_name_size(name);

	for (size_t i = 0; i < size; i++) {
		if (name[i] >= 0x80)
			*text++ = (char)(0xc0 | name[i] >> 6);
		*text++ = (char)(name[i] < 0x80 ? name[i] : 0x80 | (name[i] & 0x3f));
	}
	*text = '\0';
}

/* Takes the next character's Latin-1 byte; -1 if it has none. *text moves past it. */
static int take_latin1(const char **text)
{
	const uint8_t first = (uint8_t) * (*text)++;
	uint8_t second;

	if (first < 0x80)
		return first;
	if (first != 0xc2 && first != 0xc3)
		return -1;
	second = (uint8_t) * (*text);
	if ((second & 0xc0) != 0x80)
		return -1;
	(*text)++;
	return (first & 3) << 6 | (second & 0x3f);
}

enum exh_status exh_zv_zfs_name_from_utf8(const char *text,
					  uint8_t name[EXH_ZV_ZFS_NAME_SIZE],
					  struct exh_error *err)
{
	size_t size = 0;

	memset(name, 0, EXH_ZV_ZFS_NAME_SIZE);
	if (!*text)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET, "an empty name");
	while (*text) {
		const int code = take_latin1(&text);

		if (code < 0)
			return exh_fail(
				err, EXH_INVALID, EXH_NO_OFFSET,
				"its name has a character outside Latin-1, number %zu",
				size + 1);
		if (size == EXH_ZV_ZFS_NAME_SIZE)
			return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
					"its name is longer than %d characters",
					EXH_ZV_ZFS_NAME_SIZE);
		name[size++] = (uint8_t)code;
	}
	return EXH_OK;
}

/*
 * Writing.
 */

static size_t blocks_needed(const struct exh_zv_zfs *zfs)
{
	return zfs->member_count / zfs->per_block +
	       (zfs->member_count % zfs->per_block != 0);
}

/* Index of the first member of a block, or the number of all members. */
static size_t first_of(const struct exh_zv_zfs *zfs, size_t block)
{
	return block < blocks_needed(zfs) ? block * zfs->per_block : zfs->member_count;
}

enum exh_status exh_zv_zfs_plan(struct exh_zv_zfs *zfs, size_t *file_size,
				struct exh_error *err)
{
	uint64_t at = EXH_ZV_ZFS_HEADER_SIZE;

	if (zfs->block_count < blocks_needed(zfs))
		zfs->block_count = blocks_needed(zfs);
	if (!zfs->block_count)
		zfs->block_count = 1;
	zfs->first_block = EXH_ZV_ZFS_HEADER_SIZE;
	zfs->file_count = (uint32_t)zfs->member_count;
	for (size_t i = 0; i < zfs->block_count && at <= UINT32_MAX; i++) {
		const size_t first = first_of(zfs, i);
		const uint64_t block = at;

		at += zfs_block_size(zfs);
		for (size_t k = first; k < first_of(zfs, i + 1) && at <= UINT32_MAX;
		     k++) {
			struct exh_zv_zfs_member *member = &zfs->members[k];

			member->offset = (uint32_t)at;
			member->there = member->size;
			member->entry_offset = (size_t)block + ZFS_BLOCK_HEAD +
					       (k - first) * EXH_ZV_ZFS_ENTRY_SIZE;
			at += member->size;
		}
	}
	*file_size = at <= UINT32_MAX ? (size_t)at : 0;
	return at <= UINT32_MAX ? EXH_OK
				: exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
					   "the members take 4 GiB or more, beyond the "
					   "offsets of an archive");
}

size_t exh_zv_zfs_block_offset(const struct exh_zv_zfs *zfs, size_t block)
{
	const size_t needed = blocks_needed(zfs);
	size_t at = EXH_ZV_ZFS_HEADER_SIZE, full = block < needed ? block : needed;

	if (full) {
		const struct exh_zv_zfs_member *last =
			&zfs->members[first_of(zfs, full) - 1];

		at = (size_t)last->offset + last->size;
	}
	return at + (block - full) * (size_t)zfs_block_size(zfs);
}

void exh_zv_zfs_write_header(const struct exh_zv_zfs *zfs, struct exh_writer *out)
{
	exh_write_u32le(out, MARK);
	exh_write_u32le(out, VERSION);
	exh_write_u32le(out, EXH_ZV_ZFS_NAME_SIZE);
	exh_write_u32le(out, zfs->per_block);
	exh_write_u32le(out, zfs->file_count);
	exh_write_bytes(out, zfs->key, EXH_ZV_ZFS_KEY_SIZE);
	exh_write_u32le(out, zfs->first_block);
}

void exh_zv_zfs_write_block(const struct exh_zv_zfs *zfs, size_t block,
			    struct exh_writer *out)
{
	static const uint8_t none[EXH_ZV_ZFS_ENTRY_SIZE];
	const size_t first = first_of(zfs, block);
	const size_t count = first_of(zfs, block + 1) - first;

	exh_write_u32le(out, block + 1 < zfs->block_count
				     ? (uint32_t)exh_zv_zfs_block_offset(zfs, block + 1)
				     : 0);
	for (size_t i = 0; i < count; i++) {
		const struct exh_zv_zfs_member *member = &zfs->members[first + i];

		exh_write_bytes(out, member->name, EXH_ZV_ZFS_NAME_SIZE);
		exh_write_u32le(out, member->offset);
		exh_write_u32le(out, member->id);
		exh_write_u32le(out, member->size);
		exh_write_u32le(out, member->time);
		exh_write_u32le(out, member->flags);
	}
	for (size_t i = count; i < zfs->per_block; i++)
		exh_write_bytes(out, none, sizeof none);
}
