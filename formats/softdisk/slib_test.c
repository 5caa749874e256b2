#include "exhume/advanced/softdisk.h"

#include "../base/testing.h"

/* A library of three members, one of each method, of a text that packs well. */
static const char text[] = "dig dig dig dig dig dig, said the mole, and dug and dug.";

static struct exh_bytes bytes_of(const char *string)
{
	return (struct exh_bytes){ (const uint8_t *)string, strlen(string), 0 };
}

static struct exh_writer pack(void)
{
	struct exh_writer out = { .limit = 1 << 16 };
	const struct exh_softdisk_source sources[] = {
		{ bytes_of("STORED.TXT"), bytes_of(text), EXH_SOFTDISK_STORE },
		{ bytes_of("LZSS.TXT"), bytes_of(text), EXH_SOFTDISK_LZSS },
		{ bytes_of("SIXTEEN.LETTERS!"), bytes_of(text), EXH_SOFTDISK_LZH },
	};

	assert_int_equal(exh_softdisk_pack(sources, 3, &out, NULL), EXH_OK);
	return out;
}

struct opened {
	uint8_t *tight;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_softdisk_library library;
	struct exh_error err;
	enum exh_status status;
};

static void open(struct opened *opened, const uint8_t *data, size_t size)
{
	*opened = (struct opened){ .arena.limit = 1 << 20 };
	opened->tight = tight_copy(data, size);
	opened->notes.arena = &opened->arena;
	opened->status = exh_softdisk_open((struct exh_bytes){ opened->tight, size, 0 },
					   &opened->arena, &opened->library,
					   &opened->notes, &opened->err);
}

static void done(struct opened *opened)
{
	exh_arena_free(&opened->arena);
	free(opened->tight);
}

static enum exh_status extract(struct opened *opened, size_t i, struct exh_bytes *out)
{
	return exh_softdisk_extract(&opened->library.members[i], &opened->arena, out,
				    &opened->notes, &opened->err);
}

enum {
	ENTRY = 8, /* offset of the first member's entry; the next ones count from it */
	OFFSET = 16,
	CHUNK_SIZE = 20,
	SIZE = 24,
	METHOD = 28,
	NEXT = 30,
	DATA = 8 + 3 * 30,
};

static void what_is_packed_can_be_extracted(void **state)
{
	static const char *const names[] = { "STORED.TXT", "LZSS.TXT",
					     "SIXTEEN.LETTERS!" };
	struct exh_writer packed = pack();
	struct opened opened;

	(void)state;
	assert_memory_equal(packed.data, "SLIB\2\0\3\0STORED.TXT\0\0\0\0\0\0", 24);
	open(&opened, packed.data, packed.size);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.library.kind, EXH_SOFTDISK_SLIB);
	assert_int_equal(opened.library.version, 2);
	assert_int_equal(opened.library.member_count, 3);
	for (size_t i = 0; i < 3; i++) {
		const struct exh_softdisk_member *member = &opened.library.members[i];
		struct exh_bytes out;

		assert_string_equal((const char *)member->name, names[i]);
		assert_int_equal(member->method, i);
		assert_int_equal(extract(&opened, i, &out), EXH_OK);
		assert_same_bytes(out, text, sizeof text - 1);
	}
	assert_null(opened.notes.first);
	done(&opened);
	exh_writer_free(&packed);
}

static void every_shorter_library_is_truncated_or_says_so(void **state)
{
	struct exh_writer packed = pack();

	(void)state;
	for (size_t n = 0; n < packed.size; n++) {
		struct opened opened;

		open(&opened, packed.data, n);
		if (n < ENTRY + NEXT)
			assert_int_equal(opened.status, EXH_TRUNCATED);
		else
			assert_true(opened.notes.damage_count > 0);
		for (size_t i = 0; i < opened.library.member_count && !opened.status;
		     i++) {
			struct exh_bytes out;

			if (extract(&opened, i, &out)) {
				assert_true(opened.library.members[i].lost);
				continue;
			}
			assert_true(out.size <= sizeof text - 1);
			assert_memory_equal(out.data, text, out.size);
		}
		done(&opened);
	}
	exh_writer_free(&packed);
}

/* Changes a value in the first entry, and checks the first member. */
static void check_poke(size_t at, uint32_t value, size_t size, bool lost,
		       enum exh_status expected, size_t expected_size,
		       enum exh_severity severity, const char *note)
{
	struct exh_writer packed = pack();
	struct opened opened;
	struct exh_bytes out;

	for (size_t i = 0; i < size; i++)
		packed.data[at + i] = (uint8_t)(value >> 8 * i);
	open(&opened, packed.data, packed.size);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.library.members[0].lost, lost);
	assert_int_equal(extract(&opened, 0, &out), expected);
	assert_int_equal(out.size, expected_size);
	assert_true(has_note(&opened.notes, severity, note));
	/* The other members are complete. */
	assert_int_equal(extract(&opened, 1, &out), EXH_OK);
	assert_int_equal(out.size, sizeof text - 1);
	done(&opened);
	exh_writer_free(&packed);
}

static void damage_costs_one_member_at_most(void **state)
{
	const size_t whole = sizeof text - 1;

	(void)state;
	check_poke(ENTRY + OFFSET, 0xfffffff0, 4, true, EXH_TRUNCATED, 0, EXH_DAMAGE,
		   "member 0: offset 0x");
	check_poke(ENTRY + OFFSET, 3, 4, true, EXH_TRUNCATED, 0, EXH_DAMAGE,
		   "member 0: no chunk, expected the mark CUNK");
	check_poke(ENTRY + CHUNK_SIZE, 9, 4, true, EXH_TRUNCATED, 0, EXH_DAMAGE,
		   "member 0: a chunk of 9 bytes, expected at least 10");
	check_poke(ENTRY + CHUNK_SIZE, 20, 4, false, EXH_OK, 10, EXH_DAMAGE,
		   "member 0: 10 bytes expanded, 56 declared");
	check_poke(ENTRY + CHUNK_SIZE, 0xffffffff, 4, false, EXH_OK, whole, EXH_DAMAGE,
		   "packed bytes declared");
	check_poke(DATA, 'X', 1, false, EXH_OK, whole, EXH_WARNING,
		   "member 0: the mark CUNK is damaged");
	check_poke(ENTRY + METHOD, 7, 2, false, EXH_OK, whole, EXH_WARNING,
		   "in the directory");
	check_poke(ENTRY + SIZE, 0xffffffff, 4, false, EXH_OK, whole, EXH_WARNING,
		   "in the directory");
	check_poke(DATA + 4, 0xffffffff, 4, false, EXH_OK, whole, EXH_WARNING,
		   "in the directory");
	check_poke(DATA + 8, 9, 2, false, EXH_OK, whole, EXH_WARNING, "in the directory");
}

static void an_unknown_method_is_unsupported(void **state)
{
	struct exh_writer packed = pack();
	struct opened opened;
	struct exh_bytes out;

	(void)state;
	packed.data[ENTRY + METHOD] = packed.data[DATA + 8] = 3;
	open(&opened, packed.data, packed.size);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(extract(&opened, 0, &out), EXH_UNSUPPORTED);
	done(&opened);
	packed.data[4] = 3;
	open(&opened, packed.data, packed.size);
	assert_int_equal(opened.status, EXH_UNSUPPORTED);
	done(&opened);
	exh_writer_free(&packed);
}

static void absurd_lengths_take_no_memory(void **state)
{
	struct exh_writer packed = pack();
	struct opened opened;
	struct exh_bytes out;

	(void)state;
	for (size_t i = 0; i < 3; i++)
		memset(packed.data + ENTRY + i * NEXT + SIZE, 0xff, 4);
	for (size_t i = 0; i < packed.size - 10; i++)
		if (memcmp(packed.data + i, "CUNK", 4) == 0)
			memset(packed.data + i + 4, 0xff, 4);
	open(&opened, packed.data, packed.size);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(extract(&opened, i, &out), EXH_OK);
		assert_memory_equal(out.data, text, sizeof text - 1);
	}
	assert_int_equal(opened.notes.damage_count, 3);
	assert_true(opened.arena.used < 1 << 14);
	done(&opened);
	exh_writer_free(&packed);
}

static void files_alone_are_read(void **state)
{
	static const uint8_t comp[] = {
		'C', 'O', 'M', 'P', 3, 0, 0, 0, 7, 'a', 'b', 'c'
	};
	static const uint8_t cmp1[] = { 'C', 'M', 'P', '1', 0, 0,   3,	 0,  0,
					0,   3,	  0,   0,   0, 'a', 'b', 'c' };
	struct exh_bytes out;
	struct opened opened;

	(void)state;
	open(&opened, comp, sizeof comp);
	assert_int_equal(opened.library.kind, EXH_SOFTDISK_COMP);
	assert_int_equal(extract(&opened, 0, &out), EXH_OK);
	assert_same_bytes(out, "abc", 3);
	assert_null(opened.notes.first);
	done(&opened);
	open(&opened, cmp1, sizeof cmp1);
	assert_int_equal(opened.library.kind, EXH_SOFTDISK_CMP1);
	assert_int_equal(extract(&opened, 0, &out), EXH_OK);
	assert_same_bytes(out, "abc", 3);
	assert_null(opened.notes.first);
	done(&opened);
	for (size_t n = 0; n < sizeof cmp1; n++) {
		open(&opened, cmp1, n);
		assert_true(opened.status == EXH_TRUNCATED || opened.notes.damage_count);
		done(&opened);
	}
}

static void other_files_are_no_library(void **state)
{
	struct opened opened;

	(void)state;
	open(&opened, (const uint8_t *)"SLIP\2\0\0\0", 8);
	assert_int_equal(opened.status, EXH_INVALID);
	done(&opened);
	open(&opened, (const uint8_t *)"SLIB\2\0\0\0", 8);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.library.member_count, 0);
	done(&opened);
}

static void names_that_do_not_fit_are_refused(void **state)
{
	struct exh_writer out = { .limit = 1 << 16 };
	struct exh_softdisk_source source = { bytes_of(""), bytes_of("x"), 0 };

	(void)state;
	assert_int_equal(exh_softdisk_pack(&source, 1, &out, NULL), EXH_INVALID);
	source.name = bytes_of("SEVENTEEN.LETTERS");
	assert_int_equal(exh_softdisk_pack(&source, 1, &out, NULL), EXH_INVALID);
	exh_writer_free(&out);
	out.limit = 20;
	source.name = bytes_of("A");
	assert_int_equal(exh_softdisk_pack(&source, 1, &out, NULL), EXH_LIMIT);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_packed_can_be_extracted),
		cmocka_unit_test(every_shorter_library_is_truncated_or_says_so),
		cmocka_unit_test(damage_costs_one_member_at_most),
		cmocka_unit_test(an_unknown_method_is_unsupported),
		cmocka_unit_test(absurd_lengths_take_no_memory),
		cmocka_unit_test(files_alone_are_read),
		cmocka_unit_test(other_files_are_no_library),
		cmocka_unit_test(names_that_do_not_fit_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
