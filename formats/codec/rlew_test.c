#include "words_testing.h"
#include "exhume/advanced/codec.h"

static enum exh_status expand(struct exh_bytes src, uint8_t *dst, size_t size,
			      struct exh_expansion *done, struct exh_error *err)
{
	return exh_rlew_expand(src, TAG, dst, size, done, err);
}

static enum exh_status pack(struct exh_bytes src, struct exh_writer *out,
			    struct exh_error *err)
{
	return exh_rlew_pack(src, TAG, out, err);
}

static struct plain plain(struct exh_bytes src, uint8_t *dst, size_t size)
{
	return plain_rlew(src, TAG, dst, size);
}

static const struct words_codec codec = { expand, pack, plain };

static const uint8_t packed[] = {
	0x34, 0x12,		      /* stands for itself */
	0xcd, 0xab, 4, 0, 0x78, 0x56, /* tag, 4 times, a value */
	0xcd, 0xab, 1, 0, 0xcd, 0xab, /* the tag as a value */
	0xcd, 0x00,		      /* half a tag is none */
};
static const uint8_t expanded[] = {
	0x34, 0x12, 0x78, 0x56, 0x78, 0x56, 0x78,
	0x56, 0x78, 0x56, 0xcd, 0xab, 0xcd, 0x00,
};

static void runs_and_words_are_expanded(void **state)
{
	struct exh_error err;
	uint8_t *dst;

	(void)state;
	assert_int_equal(
		expand_tight(&codec, packed, sizeof packed, sizeof expanded, &err, &dst),
		EXH_OK);
	assert_memory_equal(dst, expanded, sizeof expanded);
	assert_packs_to(&codec, expanded, sizeof expanded, packed, sizeof packed);
	free(dst);
}

static void a_run_of_no_words_is_nothing(void **state)
{
	static const uint8_t src[] = {
		0xcd, 0xab, 0, 0, 9, 9, /* tag, 0 times */
		5,    6,
	};
	struct exh_error err;
	uint8_t *dst;

	(void)state;
	assert_int_equal(expand_tight(&codec, src, sizeof src, 2, &err, &dst), EXH_OK);
	assert_memory_equal(dst, "\5\6", 2);
	free(dst);
}

static void any_word_can_be_the_tag(void **state)
{
	static const uint8_t src[] = { 0, 0, 2, 0, 0xcd, 0xab };
	struct exh_expansion done;
	uint8_t dst[4];

	(void)state;
	assert_int_equal(exh_rlew_expand((struct exh_bytes){ src, sizeof src, 0 }, 0, dst,
					 sizeof dst, &done, NULL),
			 EXH_OK);
	assert_memory_equal(dst, "\xcd\xab\xcd\xab", 4);
	assert_int_equal(done.used_size, sizeof src);
}

static void every_shorter_stream_is_truncated(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof packed; n++) {
		struct exh_error err;

		assert_int_equal(
			expand_tight(&codec, packed, n, sizeof expanded, &err, NULL),
			EXH_TRUNCATED);
	}
	assert_shorter_is_truncated(&codec);
}

static void a_run_past_the_end_is_kept_up_to_there(void **state)
{
	static const uint8_t src[] = {
		1, 0, 0xcd, 0xab, 0xff, 0xff, 0x22, 0x11, /* 65535 times */
	};
	struct exh_error err;
	uint8_t *dst;

	(void)state;
	assert_int_equal(expand_tight(&codec, src, sizeof src, 6, &err, &dst),
			 EXH_INVALID);
	assert_memory_equal(dst, "\1\0\x22\x11\x22\x11", 6);
	assert_int_equal(err.offset, 0x1000 + 2);
	assert_string_equal(err.text, "run of 65535 words, 2 are left to expand");
	free(dst);
}

static void every_smaller_size_is_filled_and_not_passed(void **state)
{
	(void)state;
	assert_smaller_is_filled(&codec);
}

static void only_more_than_three_words_are_packed_as_a_run(void **state)
{
	static const uint8_t three[] = { 7, 8, 7, 8, 7, 8 };
	static const uint8_t four[] = { 7, 8, 7, 8, 7, 8, 7, 8 };
	static const uint8_t run[] = { 0xcd, 0xab, 4, 0, 7, 8 };

	(void)state;
	assert_packs_to(&codec, three, sizeof three, three, sizeof three);
	assert_packs_to(&codec, four, sizeof four, run, sizeof run);
}

static void tags_are_packed_as_runs_of_any_length(void **state)
{
	static const uint8_t tags[] = { 0xcd, 0xab, 0xcd, 0xab, 1, 0, 0xcd, 0xab };
	static const uint8_t runs[] = {
		0xcd, 0xab, 2,	  0,	0xcd, 0xab,		/* two of them */
		1,    0,    0xcd, 0xab, 1,    0,    0xcd, 0xab, /* one */
	};

	(void)state;
	assert_packs_to(&codec, tags, sizeof tags, runs, sizeof runs);
}

static void a_run_too_long_for_its_count_is_split(void **state)
{
	static const uint8_t split[] = {
		0xcd, 0xab, 0xff, 0xff, 5, 0, /* 65535 */
		0xcd, 0xab, 4,	  0,	5, 0, /* 4 more */
	};
	static const uint8_t rest[] = { 0xcd, 0xab, 0xff, 0xff, 5, 0, 5, 0, 5, 0, 5, 0 };
	static uint8_t data[(0xffff + 4) * 2];

	(void)state;
	for (size_t i = 0; i < sizeof data; i += 2)
		set_word(data + i, 5);
	assert_packs_to(&codec, data, sizeof data, split, sizeof split);
	assert_round_trip(&codec, data, sizeof data);
	assert_packs_to(&codec, data, sizeof data - 2, rest, sizeof rest);
}

static void what_is_packed_expands_to_the_same(void **state)
{
	(void)state;
	assert_round_trips(&codec);
}

static void random_streams_expand_as_the_plain_way_has_it(void **state)
{
	(void)state;
	assert_as_plain(&codec);
}

static void no_bytes_are_fine_and_odd_sizes_are_not(void **state)
{
	(void)state;
	assert_empty_and_odd_sizes(&codec);
}

static void a_full_writer_fails_packing(void **state)
{
	(void)state;
	assert_full_writer_fails(&codec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_and_words_are_expanded),
		cmocka_unit_test(a_run_of_no_words_is_nothing),
		cmocka_unit_test(any_word_can_be_the_tag),
		cmocka_unit_test(every_shorter_stream_is_truncated),
		cmocka_unit_test(a_run_past_the_end_is_kept_up_to_there),
		cmocka_unit_test(every_smaller_size_is_filled_and_not_passed),
		cmocka_unit_test(only_more_than_three_words_are_packed_as_a_run),
		cmocka_unit_test(tags_are_packed_as_runs_of_any_length),
		cmocka_unit_test(a_run_too_long_for_its_count_is_split),
		cmocka_unit_test(what_is_packed_expands_to_the_same),
		cmocka_unit_test(random_streams_expand_as_the_plain_way_has_it),
		cmocka_unit_test(no_bytes_are_fine_and_odd_sizes_are_not),
		cmocka_unit_test(a_full_writer_fails_packing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
