#include "omf_testing.h"

#include "../base/testing.h"
#include "exhume/advanced/codec.h"

#include <stdlib.h>

enum { TABLE_SIZE = 2500, MEMORY = 4 << 20 };

static uint8_t table[TABLE_SIZE + 1];

static int fill_table(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (size_t i = 0; i < sizeof table; i++)
		table[i] = (uint8_t)roll(&seed, 256);
	return 0;
}

static struct exh_writer object_of(size_t size, const struct omf_shape *shape)
{
	struct exh_writer out = { .limit = MEMORY };

	omf_pack("_maphead", (struct exh_bytes){ table, size, 0 }, shape, &out);
	return out;
}

/* Opens a file in a block of its exact size. */
static enum exh_status open(const struct exh_writer *file, size_t size,
			    struct exh_arena *arena, struct exh_omf *out,
			    struct exh_notes *notes, struct exh_error *err)
{
	uint8_t *tight = exh_alloc(arena, size ? size : 1, 1);

	memcpy(tight, file->data, size);
	*notes = (struct exh_notes){ .arena = arena };
	return exh_omf_open((struct exh_bytes){ tight, size, 0 }, arena, out, notes, err);
}

static const struct omf_shape shapes[] = {
	{ 0 },
	{ .step = 1024 },
	{ .step = 700, .is_backward = true, .no_checksums = true },
	{ .step = 1024, .is_wide = true, .segments_before = 3 },
	{ .is_wide = true, .segments_before = 126, .step = 1 },
	{ .segments_before = 1 },
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void the_table_comes_out_of_all_forms(void **state)
{
	(void)state;
	for (size_t i = 0; i < SHAPES; i++) {
		struct omf_shape shape = shapes[i];
		struct exh_arena arena = { .limit = MEMORY };
		struct exh_notes notes;
		struct exh_writer file;
		struct exh_omf omf;

		file = object_of(TABLE_SIZE, &shape);
		assert_true(exh_omf_is(exh_writer_bytes(&file)));
		assert_int_equal(open(&file, file.size, &arena, &omf, &notes, NULL),
				 EXH_OK);
		assert_int_equal(notes.warning_count + notes.damage_count, 0);
		assert_int_equal(omf.data.size, TABLE_SIZE);
		assert_memory_equal(omf.data.data, table, TABLE_SIZE);
		assert_int_equal(omf.symbol.size, 8);
		assert_memory_equal(omf.symbol.data, "_maphead", 8);
		exh_arena_free(&arena);
		exh_writer_free(&file);
	}
}

static void every_shorter_file_is_truncated(void **state)
{
	struct exh_writer file = object_of(40, &(struct omf_shape){ .step = 16 });

	(void)state;
	for (size_t n = 0; n < file.size; n++) {
		struct exh_arena arena = { .limit = MEMORY };
		struct exh_notes notes;
		struct exh_error err;
		struct exh_omf omf;

		assert_int_equal(open(&file, n, &arena, &omf, &notes, &err),
				 EXH_TRUNCATED);
		assert_int_equal(err.offset, n);
		exh_arena_free(&arena);
	}
	exh_writer_free(&file);
}

/* The file with another byte somewhere: how it opens, and how many notes it gives. */
static enum exh_status open_changed(size_t at, uint8_t value, size_t *note_count,
				    struct exh_error *err)
{
	struct exh_writer file = object_of(40, &(struct omf_shape){ .step = 16 });
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes;
	struct exh_omf omf;
	enum exh_status status;

	file.data[at] = value;
	status = open(&file, file.size, &arena, &omf, &notes, err);
	*note_count = notes.warning_count + notes.damage_count;
	exh_arena_free(&arena);
	exh_writer_free(&file);
	return status;
}

/* The first record of a type; the test's file has no byte of that value before. */
static size_t find(uint8_t type)
{
	struct exh_writer file = object_of(40, &(struct omf_shape){ .step = 16 });
	size_t at = 0;

	while (file.data[at] != type)
		at += 3U + file.data[at + 1];
	exh_writer_free(&file);
	return at;
}

static void faults_are_told(void **state)
{
	const size_t segment = find(0x98), data = find(0xa0), end = find(0x8a);
	struct exh_error err;
	size_t notes;

	(void)state;
	/* A wrong checksum is noted. One of 0 was not made. */
	assert_int_equal(open_changed(13, 1, &notes, &err), EXH_OK);
	assert_int_equal(notes, 1);
	assert_int_equal(open_changed(13, 0, &notes, &err), EXH_OK);
	assert_int_equal(notes, 0);
	/* The segment is longer, too short, larger than any. */
	assert_int_equal(open_changed(segment + 4, 41, &notes, &err), EXH_OK);
	assert_int_equal(notes, 2);
	assert_int_equal(open_changed(segment + 4, 39, &notes, &err), EXH_INVALID);
	/* Another segment, no data in it, repeated data, no length, no end. */
	assert_int_equal(open_changed(data + 3, 2, &notes, &err), EXH_UNSUPPORTED);
	assert_int_equal(open_changed(data + 3, 0, &notes, &err), EXH_INVALID);
	assert_int_equal(open_changed(data, 0xa2, &notes, &err), EXH_UNSUPPORTED);
	assert_int_equal(err.offset, data);
	assert_int_equal(open_changed(end, 0x8c, &notes, &err), EXH_TRUNCATED);
	assert_int_equal(open_changed(segment, 0x9a, &notes, &err), EXH_OK);
	assert_int_equal(notes, 2);
}

static void a_segment_of_64_kib_is_marked_big(void **state)
{
	struct exh_writer file = object_of(16, &(struct omf_shape){ 0 });
	struct exh_writer large = { .limit = MEMORY };
	uint8_t *big = calloc(1, 0x10001);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes;
	struct exh_omf omf;

	(void)state;
	assert_int_equal(exh_omf_replace(exh_writer_bytes(&file),
					 (struct exh_bytes){ big, 0x10000, 0 }, &large,
					 NULL),
			 EXH_OK);
	assert_int_equal(open(&large, large.size, &arena, &omf, &notes, NULL), EXH_OK);
	assert_int_equal(omf.data.size, 0x10000);
	assert_int_equal(notes.warning_count + notes.damage_count, 0);
	assert_int_equal(exh_omf_replace(exh_writer_bytes(&file),
					 (struct exh_bytes){ big, 0x10001, 0 }, &large,
					 NULL),
			 EXH_LIMIT);
	exh_arena_free(&arena);
	exh_writer_free(&large);
	exh_writer_free(&file);
	free(big);
}

static struct exh_writer replace(const struct exh_writer *file, size_t size)
{
	struct exh_writer out = { .limit = MEMORY };

	assert_int_equal(exh_omf_replace(exh_writer_bytes(file),
					 (struct exh_bytes){ table, size, 0 }, &out,
					 NULL),
			 EXH_OK);
	return out;
}

/* A new table gives the file that a packer makes of it. */
static void a_table_is_replaced(void **state)
{
	static const size_t sizes[] = { TABLE_SIZE, TABLE_SIZE + 1, 900, 1 };

	(void)state;
	for (size_t i = 0; i < SHAPES; i++)
		for (size_t k = 0; k < 4; k++) {
			struct omf_shape shape = shapes[i];
			struct exh_writer old, wanted, now;

			if (shape.is_backward || (!shape.step && k))
				continue;
			old = object_of(TABLE_SIZE, &shape);
			table[0] ^= 1;
			wanted = object_of(sizes[k], &shape);
			now = replace(&old, sizes[k]);
			assert_int_equal(now.size, wanted.size);
			assert_memory_equal(now.data, wanted.data, now.size);
			exh_writer_free(&old);
			exh_writer_free(&wanted);
			exh_writer_free(&now);
		}
}

static void the_same_table_gives_the_same_bytes(void **state)
{
	struct exh_writer old = object_of(TABLE_SIZE, &shapes[2]), now;

	(void)state;
	old.data[13] ^= 0x11; /* a wrong checksum, and bytes after the end */
	exh_write_bytes(&old, "\0\0\0", 3);
	now = replace(&old, TABLE_SIZE);
	assert_int_equal(now.size, old.size);
	assert_memory_equal(now.data, old.data, old.size);
	exh_writer_free(&old);
	exh_writer_free(&now);
}

static void other_files_are_none(void **state)
{
	static const uint8_t cut[] = { 0x80, 3, 0, 1, 'A', 0 };
	static const uint8_t dict[] = { 0x80, 3, 0, 2, 'A', 0, 0x88 };

	(void)state;
	assert_false(exh_omf_is((struct exh_bytes){ NULL, 0, 0 }));
	assert_false(exh_omf_is((struct exh_bytes){ cut, sizeof cut, 0 }));
	assert_false(exh_omf_is((struct exh_bytes){ dict, sizeof dict, 0 }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_table_comes_out_of_all_forms),
		cmocka_unit_test(every_shorter_file_is_truncated),
		cmocka_unit_test(faults_are_told),
		cmocka_unit_test(a_segment_of_64_kib_is_marked_big),
		cmocka_unit_test(a_table_is_replaced),
		cmocka_unit_test(the_same_table_gives_the_same_bytes),
		cmocka_unit_test(other_files_are_none),
	};

	return cmocka_run_group_tests(tests, fill_table, NULL);
}
