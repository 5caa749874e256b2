#include "exhume/zvision.h"
#include "exhume/advanced/zvision_archive.h"

#include "../base/testing.h"

enum {
	LIMIT = 1 << 24,
	HEADER = EXH_ZV_ZFS_HEADER_SIZE,
	ENTRY = EXH_ZV_ZFS_ENTRY_SIZE,
};

/* Two entries per block, key 1 2 0 0x80: "ab" in the first block, with a gap and "hi";
 * the second block follows its bytes. */
static const uint8_t hand[] = {
	'Z', 'F', 'S', 'F', 1, 0, 0, 0, 16, 0, 0, 0, 2, 0, 0, 0, /* entries a block */
	3, 0, 0, 0,						 /* files */
	1, 2, 0, 0x80,						 /* key */
	28, 0, 0, 0,						 /* first block */
	/* 28 */
	111, 0, 0, 0, /* the next one */
	'A', 'B', '.', 'S', 'C', 'R', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 104, 0, 0,
	0,			/* offset */
	0, 0, 0, 0,		/* id */
	5, 0, 0, 0,		/* size */
	0x78, 0x56, 0x34, 0x12, /* time */
	9, 0, 0, 0,		/* flags */
	/* 68: all 16 characters, one of them not in ASCII */
	'1', '2', '3', '4', '5', '6', '7', 0xe4, '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g',
	109, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	/* 104 */
	'a' ^ 1, 'b' ^ 2, 'c', 'd' ^ 0x80, 'e' ^ 1, 'h' ^ 1, 'i' ^ 2,
	/* 111 */
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* no name: a gap */
	'n', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 187, 0, 0, 0, 2, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* a member without bytes */
};

/* An opened archive, and the copy that it was read from. */
struct opened {
	struct exh_bytes bytes;
	struct exh_arena arena, notes_arena;
	struct exh_notes notes;
	struct exh_zv_zfs zfs;
	struct exh_error err;
	enum exh_status status;
};

static void open_bytes(struct opened *o, const void *data, size_t size)
{
	struct exh_source source;

	memset(o, 0, sizeof *o);
	o->bytes = (struct exh_bytes){ tight_copy(data, size), size, 0 };
	o->arena.limit = o->notes_arena.limit = LIMIT;
	o->notes.arena = &o->notes_arena;
	source = exh_source_of(&o->bytes);
	o->status = exh_zv_zfs_open(&source, &o->arena, &o->zfs, &o->notes, &o->err);
}

static void close_bytes(struct opened *o)
{
	exh_arena_free(&o->arena);
	exh_arena_free(&o->notes_arena);
	free((void *)o->bytes.data);
}

static void put_u32(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

static void assert_content(const struct opened *o, size_t i, const char *expected)
{
	const struct exh_zv_zfs_member *member = &o->zfs.members[i];
	char content[32] = "";

	assert_int_equal(member->there, strlen(expected));
	memcpy(content, o->bytes.data + member->offset, member->there);
	exh_zv_zfs_crypt(o->zfs.key, EXH_ZV_ZFS_TAIL_BYTES, member->size, 0,
			 (uint8_t *)content, member->there);
	assert_string_equal(content, expected);
}

/*
 * Reading.
 */

static void an_archive_is_read_as_it_was_written_by_hand(void **state)
{
	char name[EXH_ZV_ZFS_TEXT_SIZE];
	struct opened o;

	(void)state;
	open_bytes(&o, hand, sizeof hand);
	assert_int_equal(o.status, EXH_OK);
	assert_null(o.notes.first);
	assert_int_equal(o.zfs.per_block, 2);
	assert_int_equal(o.zfs.file_count, 3);
	assert_int_equal(o.zfs.block_count, 2);
	assert_int_equal(o.zfs.member_count, 3);
	assert_true(exh_zv_zfs_is_encrypted(o.zfs.key));
	assert_string_equal((const char *)o.zfs.members[0].name, "AB.SCR");
	assert_int_equal(o.zfs.members[0].time, 0x12345678);
	assert_int_equal(o.zfs.members[0].flags, 9);
	assert_int_equal(o.zfs.members[1].id, 1);
	assert_int_equal(o.zfs.members[1].entry_offset, 68);
	exh_zv_zfs_name_to_utf8(o.zfs.members[1].name, name);
	assert_string_equal(name, "1234567\xc3\xa4"
				  "9abcdefg");
	assert_content(&o, 0, "abcde");
	assert_content(&o, 1, "hi");
	assert_content(&o, 2, "");
	close_bytes(&o);
}

/* A file shorter than the header is not read; of longer ones all present bytes are, and
 * the loss is noted. */
static void every_shorter_file_is_damaged_and_salvaged(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof hand; n++) {
		struct opened o;
		size_t lost = 0;

		open_bytes(&o, hand, n);
		if (n < HEADER) {
			assert_int_equal(o.status, EXH_TRUNCATED);
			assert_true(o.err.offset <= n);
			close_bytes(&o);
			continue;
		}
		assert_int_equal(o.status, EXH_OK);
		for (size_t i = 0; i < o.zfs.member_count; i++) {
			const struct exh_zv_zfs_member *member = &o.zfs.members[i];

			assert_true(member->there <= member->size);
			assert_true(!member->there ||
				    member->offset + member->there <= n);
			lost += member->there < member->size;
		}
		assert_true(lost || o.notes.damage_count);
		assert_int_equal(o.zfs.member_count, n < 68 ? 0 : n < 104 ? 1 : 2);
		close_bytes(&o);
	}
}

static void what_is_no_archive_is_refused(void **state)
{
	uint8_t bytes[sizeof hand];
	struct opened o;

	(void)state;
	memcpy(bytes, hand, sizeof hand);
	bytes[3] = 'f';
	open_bytes(&o, bytes, sizeof bytes);
	assert_int_equal(o.status, EXH_INVALID);
	close_bytes(&o);
	memcpy(bytes, hand, sizeof hand);
	put_u32(bytes + 12, 0);
	open_bytes(&o, bytes, sizeof bytes);
	assert_int_equal(o.status, EXH_INVALID);
	assert_int_equal(o.err.offset, 12);
	close_bytes(&o);
}

/* Sets a field of 32 bits, and asserts the note on it. */
static void assert_noted(size_t at, uint32_t value, enum exh_severity severity,
			 const char *text, size_t member_count)
{
	uint8_t bytes[sizeof hand];
	struct opened o;

	memcpy(bytes, hand, sizeof hand);
	put_u32(bytes + at, value);
	open_bytes(&o, bytes, sizeof bytes);
	assert_int_equal(o.status, EXH_OK);
	if (!has_note(&o.notes, severity, text))
		fail_msg("not noted: %s", text);
	assert_int_equal(o.zfs.member_count, member_count);
	close_bytes(&o);
}

static void a_chain_that_goes_wrong_ends(void **state)
{
	(void)state;
	assert_noted(111, 28, EXH_WARNING, "the chain loops", 3);
	assert_noted(28, 28, EXH_DAMAGE, "the chain loops", 3);
	assert_noted(28, 30, EXH_DAMAGE, "in another block", 3);
	assert_noted(28, 103, EXH_DAMAGE, "in another block", 3);
	assert_noted(28, 27, EXH_DAMAGE, "in the header", 3);
	assert_noted(28, sizeof hand, EXH_DAMAGE, "past the end of the file", 3);
	assert_noted(28, sizeof hand - 3, EXH_DAMAGE, "past the end of the file", 3);
	assert_noted(28, UINT32_MAX, EXH_DAMAGE, "past the end of the file", 3);
	assert_noted(28, sizeof hand - 4, EXH_DAMAGE, "ends within this block", 2);
	assert_noted(24, 0, EXH_WARNING, "3 members salvaged", 3);
	assert_noted(24, UINT32_MAX, EXH_DAMAGE, "past the end of the file", 3);
}

/* Header and first entry are zeros from the count on, as a bad sector leaves them. */
static void entries_without_a_directory_are_salvaged(void **state)
{
	uint8_t bytes[sizeof hand];
	struct opened o;

	(void)state;
	memcpy(bytes, hand, sizeof hand);
	memset(bytes + 16, 0, 34 - 16);
	open_bytes(&o, bytes, sizeof bytes);
	assert_int_equal(o.status, EXH_OK);
	assert_true(has_note(&o.notes, EXH_WARNING, "159 bytes follow"));
	assert_true(has_note(&o.notes, EXH_WARNING, "3 members salvaged"));
	assert_int_equal(o.zfs.member_count, 3);
	assert_string_equal((const char *)o.zfs.members[0].name, "__.SCR");
	assert_int_equal(o.zfs.members[0].size, 5);
	assert_int_equal(o.zfs.members[2].name[0], 'n');
	close_bytes(&o);
}

/* An empty archive may have an empty block, without bytes after it. */
static void bytes_after_all_members_are_noted(void **state)
{
	uint8_t bytes[HEADER + 4 + ENTRY + 1] = { 0 };
	struct opened o;

	(void)state;
	memcpy(bytes, hand, HEADER);
	put_u32(bytes + 12, 1);
	put_u32(bytes + 16, 0);
	open_bytes(&o, bytes, sizeof bytes - 1);
	assert_int_equal(o.status, EXH_OK);
	assert_null(o.notes.first);
	close_bytes(&o);
	open_bytes(&o, bytes, sizeof bytes);
	assert_int_equal(o.status, EXH_OK);
	assert_true(has_note(&o.notes, EXH_WARNING, "1 bytes follow"));
	close_bytes(&o);
}

static void fields_that_contradict_are_noted(void **state)
{
	(void)state;
	assert_noted(4, 2, EXH_WARNING, "version: 2, expected 1", 3);
	assert_noted(8, 15, EXH_WARNING, "bytes of a name: 15, expected 16", 3);
	assert_noted(16, 4, EXH_WARNING, "4 members declared, 3 found", 3);
	assert_noted(16, 0, EXH_WARNING, "0 members declared, 3 found", 3);
	assert_noted(16, UINT32_MAX, EXH_WARNING, "4294967295 members declared", 3);
}

/* One block as long as the file or longer; other data are read as entries, too. */
static void blocks_of_billions_are_read_as_far_as_they_go(void **state)
{
	uint8_t bytes[sizeof hand];
	struct opened o;

	(void)state;
	memcpy(bytes, hand, sizeof hand);
	put_u32(bytes + 12, UINT32_MAX);
	put_u32(bytes + 16, 100);
	put_u32(bytes + 28, 0);
	open_bytes(&o, bytes, sizeof bytes);
	assert_int_equal(o.status, EXH_OK);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "ends within this block"));
	assert_true(o.zfs.member_count <= sizeof hand / ENTRY);
	close_bytes(&o);
}

static void assert_there(uint32_t offset, uint32_t size, size_t there)
{
	uint8_t bytes[sizeof hand];
	struct opened o;

	memcpy(bytes, hand, sizeof hand);
	put_u32(bytes + 48, offset);
	put_u32(bytes + 56, size);
	open_bytes(&o, bytes, sizeof bytes);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.zfs.members[0].there, there);
	assert_int_equal(o.zfs.members[0].size, size);
	close_bytes(&o);
}

static void members_are_clipped_to_the_file(void **state)
{
	(void)state;
	assert_there(104, UINT32_MAX, sizeof hand - 104);
	assert_there(0, UINT32_MAX, sizeof hand);
	assert_there(UINT32_MAX, UINT32_MAX, 0);
	assert_there(UINT32_MAX, 0, 0);
	assert_there(sizeof hand, 1, 0);
	assert_there(sizeof hand - 1, 1, 1);
	assert_there(sizeof hand - 1, 2, 1);
}

/* 2^16 blocks of one entry, each starting a byte after the previous one: read once, not a
 * million times. */
static void blocks_within_each_other_are_not_read(void **state)
{
	enum { SIZE = 1 << 18 };
	uint8_t *bytes = calloc(SIZE, 1);
	struct opened o;

	(void)state;
	assert_non_null(bytes);
	memcpy(bytes, hand, HEADER);
	put_u32(bytes + 12, 1000);
	for (size_t i = HEADER; i + 4 <= SIZE; i += 4)
		put_u32(bytes + i, (uint32_t)i + 4);
	open_bytes(&o, bytes, SIZE);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.zfs.block_count, 1);
	close_bytes(&o);
	free(bytes);
}

static void too_little_memory_is_reported(void **state)
{
	struct exh_bytes bytes = { hand, sizeof hand, 0 };
	const struct exh_source source = exh_source_of(&bytes);
	struct exh_arena arena = { .limit = 2 * sizeof(struct exh_zv_zfs_member) };
	struct exh_zv_zfs zfs;

	(void)state;
	assert_int_equal(exh_zv_zfs_open(&source, &arena, &zfs, NULL, NULL),
			 EXH_NO_MEMORY);
	exh_arena_free(&arena);
	arena.limit = 4;
	assert_int_equal(exh_zv_zfs_open(&source, &arena, &zfs, NULL, NULL),
			 EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

/* Fails at the n-th call. */
struct failing {
	struct exh_bytes bytes;
	size_t left;
};

static enum exh_status read_failing(void *context, size_t offset, void *out, size_t size,
				    struct exh_error *err)
{
	struct failing *failing = context;

	assert_true(offset <= failing->bytes.size &&
		    size <= failing->bytes.size - offset);
	if (!failing->left)
		return exh_fail(err, EXH_IO, offset, "no");
	failing->left--;
	memcpy(out, failing->bytes.data + offset, size);
	return EXH_OK;
}

static void what_the_source_says_ends_the_reading(void **state)
{
	(void)state;
	/* The header, then two blocks' heads and entries, twice. */
	for (size_t n = 0; n < 10; n++) {
		struct failing failing = { { hand, sizeof hand, 0 }, n };
		const struct exh_source source = { sizeof hand, read_failing, &failing };
		struct exh_arena arena = { .limit = LIMIT };
		struct exh_zv_zfs zfs;

		assert_int_equal(exh_zv_zfs_open(&source, &arena, &zfs, NULL, NULL),
				 n < 9 ? EXH_IO : EXH_OK);
		exh_arena_free(&arena);
	}
}

/*
 * Members.
 */

static void a_member_is_decrypted_in_any_pieces(void **state)
{
	static const uint8_t key[] = { 0x5a, 0x10, 0xc3, 0x77 };
	uint8_t plain[67], found[67];
	uint64_t seed = 5;

	(void)state;
	roll_bytes(&seed, plain, sizeof plain);
	for (size_t size = 0; size <= sizeof plain; size++)
		for (size_t cut = 0; cut <= size; cut++) {
			memcpy(found, plain, sizeof found);
			exh_zv_zfs_crypt(key, EXH_ZV_ZFS_TAIL_BYTES, size, 0, found, cut);
			exh_zv_zfs_crypt(key, EXH_ZV_ZFS_TAIL_BYTES, size, cut,
					 found + cut, size - cut);
			for (size_t i = 0; i < sizeof found; i++)
				assert_int_equal(found[i], i < size
								   ? plain[i] ^ key[i % 4]
								   : plain[i]);
			memcpy(found, plain, sizeof found);
			exh_zv_zfs_crypt(key, EXH_ZV_ZFS_TAIL_WORDS, size, 0, found, cut);
			exh_zv_zfs_crypt(key, EXH_ZV_ZFS_TAIL_WORDS, size, cut,
					 found + cut, size - cut);
			for (size_t i = 0; i < sizeof found; i++)
				assert_int_equal(found[i], i < size / 4 * 4
								   ? plain[i] ^ key[i % 4]
								   : plain[i]);
		}
}

static void each_byte_of_the_key_makes_it_one(void **state)
{
	uint8_t key[4] = { 0 };

	(void)state;
	assert_false(exh_zv_zfs_is_encrypted(key));
	for (size_t i = 0; i < 4; i++) {
		key[i] = 0x80;
		assert_true(exh_zv_zfs_is_encrypted(key));
		key[i] = 0;
	}
}

static void names_go_to_utf8_and_back(void **state)
{
	uint8_t name[EXH_ZV_ZFS_NAME_SIZE], back[EXH_ZV_ZFS_NAME_SIZE];
	char text[EXH_ZV_ZFS_TEXT_SIZE];

	(void)state;
	for (unsigned first = 1; first < 256; first += 15) {
		for (unsigned i = 0; i < sizeof name; i++)
			name[i] = (uint8_t)(first + i > 255 ? 255 : first + i);
		exh_zv_zfs_name_to_utf8(name, text);
		assert_int_equal(exh_zv_zfs_name_from_utf8(text, back, NULL), EXH_OK);
		assert_memory_equal(back, name, sizeof name);
	}
}

static void names_that_do_not_fit_are_refused(void **state)
{
	static const char *const bad[] = {
		"",	"12345678901234567", "20\xe2\x82\xac", "\xc3", "\xc3(", "\x80",
		"\xe4", "\xc4\x80"
	};
	uint8_t name[EXH_ZV_ZFS_NAME_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_true(exh_zv_zfs_name_from_utf8(bad[i], name, NULL) != EXH_OK);
	assert_int_equal(exh_zv_zfs_name_from_utf8("1234567890123456", name, NULL),
			 EXH_OK);
	assert_int_equal(exh_zv_zfs_name_size(name), 16);
}

/*
 * Writing.
 */

/* Writes the whole file, with members whose plain bytes follow each other in content. */
static void write_archive(struct exh_zv_zfs *zfs, const uint8_t *content,
			  struct exh_writer *out)
{
	size_t size, k = 0, at = 0;

	assert_int_equal(exh_zv_zfs_plan(zfs, &size, NULL), EXH_OK);
	exh_zv_zfs_write_header(zfs, out);
	for (size_t i = 0; i < zfs->block_count; i++) {
		assert_int_equal(out->size, exh_zv_zfs_block_offset(zfs, i));
		exh_zv_zfs_write_block(zfs, i, out);
		for (; k < zfs->member_count && k < (i + 1) * zfs->per_block; k++) {
			const size_t own = zfs->members[k].size;

			assert_int_equal(out->size, zfs->members[k].offset);
			exh_write_bytes(out, content + at, own);
			exh_zv_zfs_crypt(zfs->key, EXH_ZV_ZFS_TAIL_BYTES, own, 0,
					 out->data + out->size - own, own);
			at += own;
		}
	}
	assert_false(out->failed);
	assert_int_equal(out->size, size);
}

static void an_archive_is_written_as_it_was_by_hand(void **state)
{
	/* Members, no gap. */
	struct exh_zv_zfs_member members[3] = {
		{ .name = "AB.SCR", .size = 5, .time = 0x12345678, .flags = 9 },
		{ .name = { '1', '2', '3', '4', '5', '6', '7', 0xe4, '9', 'a', 'b', 'c',
			    'd', 'e', 'f', 'g' },
		  .size = 2,
		  .id = 1 },
		{ .name = "n", .id = 2 },
	};
	struct exh_zv_zfs zfs = { .per_block = 2,
				  .key = { 1, 2, 0, 0x80 },
				  .members = members,
				  .member_count = 3 };
	struct exh_writer out = { .limit = LIMIT };
	uint8_t expected[sizeof hand];

	(void)state;
	memcpy(expected, hand, sizeof hand);
	memcpy(expected + 115, hand + 115 + ENTRY, ENTRY);
	memset(expected + 115 + ENTRY, 0, ENTRY);
	write_archive(&zfs, (const uint8_t *)"abcdehi", &out);
	assert_same_bytes(exh_writer_bytes(&out), expected, sizeof expected);
	exh_writer_free(&out);
}

static void round_trip(uint64_t *seed)
{
	static uint8_t content[64 * 300];
	struct exh_zv_zfs_member members[64] = { 0 };
	struct exh_zv_zfs zfs = { .per_block = 1 + roll(seed, 20),
				  .block_count = roll(seed, 5),
				  .members = members,
				  .member_count = roll(seed, 65) };
	struct exh_writer out = { .limit = LIMIT };
	struct opened o;
	size_t at = 0;

	if (roll(seed, 4))
		roll_bytes(seed, zfs.key, sizeof zfs.key);
	for (size_t i = 0; i < zfs.member_count; i++) {
		roll_bytes(seed, members[i].name, roll(seed, 17));
		members[i].name[0] |= 1;
		members[i].size = roll(seed, 300);
		members[i].id = roll(seed, UINT32_MAX);
		members[i].time = roll(seed, UINT32_MAX);
		members[i].flags = roll(seed, UINT32_MAX);
	}
	roll_bytes(seed, content, sizeof content);
	write_archive(&zfs, content, &out);
	open_bytes(&o, out.data, out.size);
	assert_int_equal(o.status, EXH_OK);
	assert_null(o.notes.first);
	assert_int_equal(o.zfs.per_block, zfs.per_block);
	assert_int_equal(o.zfs.block_count, zfs.block_count);
	assert_int_equal(o.zfs.member_count, zfs.member_count);
	for (size_t i = 0; i < zfs.member_count; i++) {
		const struct exh_zv_zfs_member *member = &o.zfs.members[i];

		assert_memory_equal(member, &members[i], sizeof *member);
		assert_int_equal(member->there, member->size);
		exh_zv_zfs_crypt(zfs.key, EXH_ZV_ZFS_TAIL_BYTES, member->size, 0,
				 (uint8_t *)o.bytes.data + member->offset, member->size);
		assert_memory_equal(o.bytes.data + member->offset, content + at,
				    member->size);
		at += member->size;
	}
	close_bytes(&o);
	exh_writer_free(&out);
}

static void random_archives_come_back(void **state)
{
	uint64_t seed = 20261122;

	(void)state;
	for (int i = 0; i < 200; i++)
		round_trip(&seed);
}

static void four_gigabytes_are_too_much(void **state)
{
	struct exh_zv_zfs_member members[2] = { { .name = "a", .size = UINT32_MAX - 200 },
						{ .name = "b", .size = 96 } };
	struct exh_zv_zfs zfs = { .per_block = 2, .members = members, .member_count = 2 };
	size_t size;

	(void)state;
	assert_int_equal(exh_zv_zfs_plan(&zfs, &size, NULL), EXH_OK);
	assert_int_equal(size, UINT32_MAX);
	members[1].size++;
	assert_int_equal(exh_zv_zfs_plan(&zfs, &size, NULL), EXH_LIMIT);
	members[0].size = members[1].size = UINT32_MAX;
	assert_int_equal(exh_zv_zfs_plan(&zfs, &size, NULL), EXH_LIMIT);
	zfs = (struct exh_zv_zfs){ .per_block = UINT32_MAX };
	assert_int_equal(exh_zv_zfs_plan(&zfs, &size, NULL), EXH_LIMIT);
	zfs = (struct exh_zv_zfs){ .per_block = 1, .block_count = SIZE_MAX };
	assert_int_equal(exh_zv_zfs_plan(&zfs, &size, NULL), EXH_LIMIT);
}

/* 4 + 119304647 * 36 is 2^32, which is 0 in a size_t of 32 bits. */
static void a_block_beyond_32_bits_is_cut(void **state)
{
	uint8_t file[72] = { 0 };
	struct opened o;

	(void)state;
	memcpy(file, hand, sizeof file);
	put_u32(file + 12, 119304647);
	open_bytes(&o, file, sizeof file);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.zfs.per_block, 119304647);
	assert_int_equal(o.zfs.member_count, 1);
	close_bytes(&o);
}

/*
 * Samples.
 */

static void the_samples_are_read(void **state)
{
	const struct exh_bytes plain = load_game_file("zvision/zfs/plain.zfs");
	const struct exh_bytes crypt = load_game_file("zvision/zfs/crypt.zfs");
	uint8_t head[8];
	struct opened o;

	(void)state;
	if (!plain.data || !crypt.data)
		skip();
	open_bytes(&o, plain.data, plain.size);
	assert_int_equal(o.status, EXH_OK);
	assert_null(o.notes.first);
	assert_int_equal(o.zfs.member_count, 9);
	assert_int_equal(o.zfs.block_count, 3);
	assert_false(exh_zv_zfs_is_encrypted(o.zfs.key));
	assert_string_equal((const char *)o.zfs.members[8].name, "ai8e.scr");
	close_bytes(&o);
	open_bytes(&o, crypt.data, crypt.size);
	assert_null(o.notes.first);
	assert_int_equal(o.zfs.member_count, 6);
	memcpy(head, crypt.data + o.zfs.members[0].offset, sizeof head);
	exh_zv_zfs_crypt(o.zfs.key, EXH_ZV_ZFS_TAIL_BYTES, o.zfs.members[0].size, 0, head,
			 sizeof head);
	assert_memory_equal(head, "# member", sizeof head);
	close_bytes(&o);
	free((void *)plain.data);
	free((void *)crypt.data);
}

static void no_bytes_are_no_archive(void **state)
{
	const struct exh_bytes none = { 0 };
	const struct exh_source source = exh_source_of(&none);
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_zv_zfs zfs;

	(void)state;
	assert_int_not_equal(exh_zv_zfs_open(&source, &arena, &zfs, NULL, NULL), EXH_OK);
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_block_beyond_32_bits_is_cut),
		cmocka_unit_test(no_bytes_are_no_archive),
		cmocka_unit_test(an_archive_is_read_as_it_was_written_by_hand),
		cmocka_unit_test(every_shorter_file_is_damaged_and_salvaged),
		cmocka_unit_test(what_is_no_archive_is_refused),
		cmocka_unit_test(a_chain_that_goes_wrong_ends),
		cmocka_unit_test(entries_without_a_directory_are_salvaged),
		cmocka_unit_test(bytes_after_all_members_are_noted),
		cmocka_unit_test(fields_that_contradict_are_noted),
		cmocka_unit_test(blocks_of_billions_are_read_as_far_as_they_go),
		cmocka_unit_test(members_are_clipped_to_the_file),
		cmocka_unit_test(blocks_within_each_other_are_not_read),
		cmocka_unit_test(too_little_memory_is_reported),
		cmocka_unit_test(what_the_source_says_ends_the_reading),
		cmocka_unit_test(a_member_is_decrypted_in_any_pieces),
		cmocka_unit_test(each_byte_of_the_key_makes_it_one),
		cmocka_unit_test(names_go_to_utf8_and_back),
		cmocka_unit_test(names_that_do_not_fit_are_refused),
		cmocka_unit_test(an_archive_is_written_as_it_was_by_hand),
		cmocka_unit_test(random_archives_come_back),
		cmocka_unit_test(four_gigabytes_are_too_much),
		cmocka_unit_test(the_samples_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
