/*
 * For any file: its directory is no larger than the file could hold, members lie within
 * the file, and an archive made of them reads back the same. The file also serves as a
 * name, and as a member that is encrypted in pieces.
 *
 * Input: a file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/zvision.h"
#include "exhume/advanced/zvision_archive.h"

#include "../base/fuzzing.h"

enum { LIMIT = 1 << 24, AGAIN_LIMIT = SMALLER(1 << 14, 1 << 24), MAX_NAME = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_members(struct exh_bytes file, const struct exh_zv_zfs *zfs)
{
	assert(zfs->member_count <= file.size / EXH_ZV_ZFS_ENTRY_SIZE);
	for (size_t i = 0; i < zfs->member_count; i++) {
		const struct exh_zv_zfs_member *member = &zfs->members[i];
		uint8_t name[EXH_ZV_ZFS_NAME_SIZE];
		char text[EXH_ZV_ZFS_TEXT_SIZE];
		struct exh_bytes bytes;

		assert(member->there <= member->size);
		assert(!member->there ||
		       exh_bytes_slice(file, member->offset, member->there, &bytes));
		assert(member->there == member->size ||
		       (size_t)member->offset + member->there >= file.size);
		exh_zv_zfs_name_to_utf8(member->name, text);
		assert(exh_zv_zfs_name_from_utf8(text, name, NULL) == EXH_OK);
		assert(!memcmp(name, member->name, exh_zv_zfs_name_size(name)));
	}
}

/* The same members, in an archive as the games' are; their bytes are zeros. */
static void check_again(struct exh_zv_zfs *zfs)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_arena notes_arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &notes_arena };
	struct exh_source source;
	struct exh_bytes bytes;
	struct exh_zv_zfs again;
	size_t size;

	zfs->block_count = 0;
	for (size_t i = 0; i < zfs->member_count; i++)
		zfs->members[i].size %= SMALLER(16, 256);
	if (exh_zv_zfs_plan(zfs, &size, NULL) || size > AGAIN_LIMIT)
		return;
	exh_zv_zfs_write_header(zfs, &out);
	for (size_t i = 0; i < zfs->block_count; i++) {
		const size_t next = i + 1 < zfs->block_count
					    ? exh_zv_zfs_block_offset(zfs, i + 1)
					    : size;

		exh_zv_zfs_write_block(zfs, i, &out);
		while (out.size < next && !out.failed)
			exh_write_u8(&out, 0);
	}
	assert(!out.failed && out.size == size);
	bytes = exh_writer_bytes(&out);
	source = exh_source_of(&bytes);
	assert(exh_zv_zfs_open(&source, &arena, &again, &notes, NULL) == EXH_OK);
	assert(!notes.first);
	assert(again.member_count == zfs->member_count);
	assert(!memcmp(again.members, zfs->members,
		       again.member_count * sizeof *again.members));
	exh_arena_free(&arena);
	exh_arena_free(&notes_arena);
	exh_writer_free(&out);
}

/* Twice is as before, wherever it is cut. */
static void check_crypt(struct exh_bytes file, const uint8_t key[EXH_ZV_ZFS_KEY_SIZE],
			enum exh_zv_zfs_tail tail)
{
	uint8_t *copy = malloc(file.size ? file.size : 1);
	const size_t cut = file.size / 3;

	assert(copy);
	memcpy(copy, file.data, file.size);
	exh_zv_zfs_crypt(key, tail, file.size, 0, copy, file.size);
	exh_zv_zfs_crypt(key, tail, file.size, 0, copy, cut);
	exh_zv_zfs_crypt(key, tail, file.size, cut, copy + cut, file.size - cut);
	assert(!file.size || memcmp(copy, file.data, file.size) == 0);
	free(copy);
}

static void check_name(struct exh_bytes file)
{
	char text[MAX_NAME + 1] = { 0 }, again[EXH_ZV_ZFS_TEXT_SIZE];
	uint8_t name[EXH_ZV_ZFS_NAME_SIZE];
	struct exh_error err = { 0 };

	memcpy(text, file.data, file.size < MAX_NAME ? file.size : MAX_NAME);
	if (exh_zv_zfs_name_from_utf8(text, name, &err)) {
		assert(err.status && err.text[0]);
		return;
	}
	exh_zv_zfs_name_to_utf8(name, again);
	assert(strcmp(again, text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes file = take(&data, &size, size);
	const struct exh_source source = exh_source_of(&file);
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_arena notes_arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &notes_arena };
	struct exh_error err = { 0 };
	struct exh_zv_zfs zfs;

	if (exh_zv_zfs_open(&source, &arena, &zfs, &notes, &err) == EXH_OK) {
		check_members(file, &zfs);
		assert(exh_zv_zfs_is_encrypted(zfs.key) ==
		       (memcmp(zfs.key, "\0\0\0", sizeof zfs.key) != 0));
		check_crypt(file, zfs.key, EXH_ZV_ZFS_TAIL_BYTES);
		check_crypt(file, zfs.key, EXH_ZV_ZFS_TAIL_WORDS);
		check_again(&zfs);
	} else {
		assert(err.status && err.text[0]);
	}
	check_name(file);
	exh_arena_free(&arena);
	exh_arena_free(&notes_arena);
	discard(file);
	return 0;
}
