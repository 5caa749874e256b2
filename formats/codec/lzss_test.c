#include "expand_testing.h"

static enum exh_status expand(const void *src, size_t src_size, uint8_t *dst, size_t size,
			      struct exh_expansion *done, struct exh_error *err)
{
	return expand_tight(exh_lzss_expand, src, src_size, dst, size, done, err);
}

static const uint8_t sample[] = {
	0x03,	    /* two as they are, then matches */
	'a',  'b',  /* at 4078 and 4079 */
	0xee, 0xf2, /* 5 from 4078, running into itself */
	0x00, 0x00, /* 3 from 0: spaces */
	0xf5, 0xf0, /* 3 from 4085: the spaces, as they were copied */
	0xff, 0xff, /* 18 from 4095: before that place is written the second time */
};

static const char expanded[] = "abababa"
			       "   "
			       "   "
			       "                  ";

static void matches_copy_from_the_window(void **state)
{
	uint8_t dst[sizeof expanded - 1];
	struct exh_expansion done;

	(void)state;
	assert_int_equal(
		exh_lzss_expanded_size((struct exh_bytes){ sample, sizeof sample, 0 }),
		sizeof dst);
	assert_int_equal(expand(sample, sizeof sample, dst, sizeof dst, &done, NULL),
			 EXH_OK);
	assert_memory_equal(dst, expanded, sizeof dst);
	assert_int_equal(done.used_size, sizeof sample);
}

static void every_shorter_stream_is_truncated(void **state)
{
	(void)state;
	assert_shorter_is_truncated(exh_lzss_expand, sample, sizeof sample, expanded,
				    sizeof expanded - 1);
}

static void a_match_past_the_end_is_cut_and_told(void **state)
{
	struct exh_expansion done;
	struct exh_error err;
	uint8_t dst[4];

	(void)state;
	assert_int_equal(expand(sample, sizeof sample, dst, 4, &done, &err), EXH_INVALID);
	assert_int_equal(err.offset, 0x103);
	assert_int_equal(done.produced_size, 4);
	assert_memory_equal(dst, "abab", 4);
}

static void check_round(const uint8_t *in, size_t size)
{
	struct exh_writer out = { .limit = 1 << 20 };
	uint8_t *back = malloc(size ? size : 1);
	struct exh_expansion done;

	assert_non_null(back);
	exh_lzss_pack((struct exh_bytes){ in, size, 0 }, &out);
	assert_false(out.failed);
	assert_true(out.size <= size + (size + 7) / 8);
	assert_int_equal(
		exh_lzss_expanded_size((struct exh_bytes){ out.data, out.size, 0 }),
		size);
	assert_int_equal(expand(out.data, out.size, back, size, &done, NULL), EXH_OK);
	assert_int_equal(done.used_size, out.size);
	if (size)
		assert_memory_equal(back, in, size);
	free(back);
	exh_writer_free(&out);
}

static void what_is_packed_expands_to_the_same(void **state)
{
	static uint8_t in[20000];
	uint64_t seed = 0x5eed;

	(void)state;
	for (size_t round = 0; round < 300; round++) {
		const size_t size = roll(&seed, round % 10 ? 300 : sizeof in + 1);
		const uint32_t values = 1 + roll(&seed, round % 3 ? 4 : 256);

		for (size_t i = 0; i < size; i++)
			in[i] = (uint8_t)(' ' + roll(&seed, values));
		check_round(in, size);
	}
}

static void what_repeats_is_packed_as_matches(void **state)
{
	uint8_t in[4096];
	struct exh_writer out = { .limit = 1 << 20 };

	(void)state;
	memset(in, ' ', sizeof in);
	exh_lzss_pack((struct exh_bytes){ in, sizeof in, 0 }, &out);
	/* 228 matches, the last one shorter, of the spaces that are there from the start
	 */
	assert_int_equal(out.size, 228 * 2 + 29);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matches_copy_from_the_window),
		cmocka_unit_test(every_shorter_stream_is_truncated),
		cmocka_unit_test(a_match_past_the_end_is_cut_and_told),
		cmocka_unit_test(what_is_packed_expands_to_the_same),
		cmocka_unit_test(what_repeats_is_packed_as_matches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
