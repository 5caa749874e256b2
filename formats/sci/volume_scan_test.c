#include "exhume/codec.h"
#include "exhume/sci.h"
#include "exhume/advanced/sci.h"

#include "../base/testing.h"

enum { MOST = 8 };

static const uint8_t text[] = "A text.\0Another.";

static struct exh_writer volume;

static void add(unsigned type, unsigned number)
{
	const struct exh_bytes bytes = { text, sizeof text, 0 };

	assert_int_equal(exh_sci_record_write(type, number, EXH_SCI_STORED, bytes,
					      sizeof text, &volume, NULL),
			 EXH_OK);
}

static int start(void **state)
{
	(void)state;
	volume = (struct exh_writer){ .limit = 1 << 20 };
	add(EXH_SCI_TEXT, 1);
	add(EXH_SCI_TEXT, 2);
	return 0;
}

static int end(void **state)
{
	(void)state;
	exh_writer_free(&volume);
	return 0;
}

struct found {
	size_t offsets[MOST];
	unsigned numbers[MOST];
	bool whole[MOST];
	size_t count;
};

/* Searches a copy of exactly this size. */
static struct found find(size_t size)
{
	uint8_t *copy = tight_copy(volume.data, size);
	struct found f = { .count = 0 };
	struct exh_sci_record record;
	size_t at = 0;
	bool whole;

	while (exh_sci_record_find((struct exh_bytes){ copy, size, 0 }, &at, &record,
				   &whole)) {
		assert_true(f.count < MOST);
		f.offsets[f.count] = at;
		f.numbers[f.count] = record.number;
		f.whole[f.count++] = whole;
		at += record.size < size - at ? record.size : size - at;
	}
	free(copy);
	return f;
}

static void records_are_found_back_to_back(void **state)
{
	const struct found f = find(volume.size);

	(void)state;
	assert_int_equal(f.count, 2);
	assert_int_equal(f.numbers[0], 1);
	assert_int_equal(f.numbers[1], 2);
	assert_int_equal(f.offsets[1], volume.size / 2);
	assert_true(f.whole[0] && f.whole[1]);
}

static void other_bytes_are_passed(void **state)
{
	const size_t size = volume.size;
	struct found f;

	(void)state;
	exh_write_bytes(&volume, "\0\0\0junk of any kind", 19);
	add(EXH_SCI_TEXT, 3);
	exh_write_bytes(&volume, "\x1a", 1);
	f = find(volume.size);
	assert_int_equal(f.count, 3);
	assert_int_equal(f.numbers[2], 3);
	assert_int_equal(f.offsets[2], size + 19);
}

/* A header alone, among other bytes, is not accepted. */
static void a_damaged_record_is_one_where_it_is_expected(void **state)
{
	struct found f;

	(void)state;
	volume.data[6] = 1; /* LZW, although it is stored */
	f = find(volume.size);
	assert_int_equal(f.count, 2);
	assert_false(f.whole[0]);
	assert_true(f.whole[1]);
	memset(volume.data, 0xff, 2);
	f = find(volume.size);
	assert_int_equal(f.count, 1);
	assert_int_equal(f.numbers[0], 2);
}

static void a_volume_that_is_cut_off_has_a_part_of_its_last_record(void **state)
{
	(void)state;
	for (size_t size = volume.size / 2; size < volume.size; size++) {
		const struct found f = find(size);
		const size_t rest = size - volume.size / 2;

		assert_int_equal(f.count, rest < EXH_SCI_RECORD_HEADER_SIZE ? 1 : 2);
		if (f.count > 1)
			assert_false(f.whole[1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(records_are_found_back_to_back, start,
						end),
		cmocka_unit_test_setup_teardown(other_bytes_are_passed, start, end),
		cmocka_unit_test_setup_teardown(
			a_damaged_record_is_one_where_it_is_expected, start, end),
		cmocka_unit_test_setup_teardown(
			a_volume_that_is_cut_off_has_a_part_of_its_last_record, start,
			end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
