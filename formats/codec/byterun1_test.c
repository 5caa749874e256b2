#include "expand_testing.h"
#include "exhume/advanced/codec.h"

static enum exh_status expand(const void *src, size_t src_size, uint8_t *dst, size_t size,
			      struct exh_expansion *done, struct exh_error *err)
{
	return expand_tight(exh_byterun1_expand, src, src_size, dst, size, done, err);
}

static const uint8_t sample[] = {
	2,   1, 2, 3, /* three as they are */
	128,	      /* nothing */
	253, 9,	      /* four of one */
	0,   7,	      /* one as it is */
	129, 5,	      /* 128 of one */
};

static void each_control_byte_means_what_the_header_says(void **state)
{
	static const uint8_t expected[8] = { 1, 2, 3, 9, 9, 9, 9, 7 };
	struct exh_expansion done;
	struct exh_error err;
	uint8_t dst[136];

	(void)state;
	assert_int_equal(expand(sample, sizeof sample, dst, sizeof dst, &done, &err),
			 EXH_OK);
	assert_memory_equal(dst, expected, sizeof expected);
	for (size_t i = 8; i < sizeof dst; i++)
		assert_int_equal(dst[i], 5);
	assert_int_equal(done.used_size, sizeof sample);
	assert_int_equal(done.produced_size, sizeof dst);
}

static void every_shorter_stream_is_truncated(void **state)
{
	uint8_t whole[136];

	(void)state;
	assert_int_equal(expand(sample, sizeof sample, whole, sizeof whole, NULL, NULL),
			 EXH_OK);
	assert_shorter_is_truncated(exh_byterun1_expand, sample, sizeof sample, whole,
				    sizeof whole);
}

static void a_run_past_the_end_is_cut_and_reported(void **state)
{
	struct exh_expansion done;
	struct exh_error err;
	uint8_t dst[10];

	(void)state;
	assert_int_equal(expand(sample, sizeof sample, dst, 5, &done, &err), EXH_INVALID);
	assert_int_equal(err.offset, 0x105);
	assert_int_equal(done.produced_size, 5);
	assert_int_equal(dst[4], 9);
	assert_int_equal(expand(sample, sizeof sample, dst, 2, &done, &err), EXH_INVALID);
	assert_int_equal(dst[1], 2);
}

static void nothing_expands_to_nothing(void **state)
{
	struct exh_expansion done;

	(void)state;
	assert_int_equal(expand("", 0, NULL, 0, &done, NULL), EXH_OK);
	assert_int_equal(done.used_size, 0);
}

static void what_is_packed_expands_to_the_same(void **state)
{
	uint64_t seed = 0x5eed;

	(void)state;
	for (size_t round = 0; round < 2000; round++) {
		struct exh_writer out = { .limit = 1 << 16 };
		uint8_t in[700], back[700];
		const size_t size = roll(&seed, sizeof in + 1);
		struct exh_expansion done;

		for (size_t i = 0; i < size; i++)
			in[i] = i && roll(&seed, 3) ? in[i - 1]
						    : (uint8_t)roll(&seed, 256);
		if (round % 4 == 0)
			roll_bytes(&seed, in, size);
		exh_byterun1_pack((struct exh_bytes){ in, size, 0 }, &out);
		assert_false(out.failed);
		assert_true(out.size <= size + size / 128 + 1);
		assert_int_equal(expand(out.data, out.size, back, size, &done, NULL),
				 EXH_OK);
		assert_int_equal(done.used_size, out.size);
		assert_memory_equal(back, in, size);
		exh_writer_free(&out);
	}
}

static void runs_are_packed_as_runs(void **state)
{
	static const uint8_t in[] = { 1, 2, 2, 3, 4, 4, 4, 4 };
	static const uint8_t expected[] = { 3, 1, 2, 2, 3, 253, 4 };
	struct exh_writer out = { .limit = 100 };

	(void)state;
	exh_byterun1_pack((struct exh_bytes){ in, sizeof in, 0 }, &out);
	assert_same_bytes((struct exh_bytes){ out.data, out.size, 0 }, expected,
			  sizeof expected);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_control_byte_means_what_the_header_says),
		cmocka_unit_test(every_shorter_stream_is_truncated),
		cmocka_unit_test(a_run_past_the_end_is_cut_and_reported),
		cmocka_unit_test(nothing_expands_to_nothing),
		cmocka_unit_test(what_is_packed_expands_to_the_same),
		cmocka_unit_test(runs_are_packed_as_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
