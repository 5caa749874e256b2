#include "words_testing.h"
#include "exhume/advanced/codec.h"

static const struct words_codec codec = { exh_carmack_expand, exh_carmack_pack,
					  plain_carmack };

static const uint8_t packed[] = {
	0x11, 0x01, 0x22, 0x02, 0x33, 0x03, /* stand for themselves */
	0,    0xa7, 0x44,		    /* escaped: A744 */
	0,    0xa8, 0x55,		    /* A855 */
	3,    0xa7, 5,			    /* 3 words from 5 back */
	0x66, 0x06,			    /* now at an odd place, as all copies */
	4,    0xa7, 1,			    /* the last word 4 times more */
	2,    0xa8, 1,	  0,		    /* 2 words from word 1 on */
};
static const uint8_t expanded[] = {
	0x11, 0x01, 0x22, 0x02, 0x33, 0x03,
	0x44, 0xa7, 0x55, 0xa8,		    /* plain and escaped */
	0x11, 0x01, 0x22, 0x02, 0x33, 0x03, /* near */
	0x66, 0x06, 0x66, 0x06, 0x66, 0x06,
	0x66, 0x06, 0x66, 0x06, /* overlapping */
	0x22, 0x02, 0x33, 0x03, /* far */
};

static void copies_escapes_and_words_are_expanded(void **state)
{
	struct exh_error err;
	uint8_t *dst;

	(void)state;
	assert_int_equal(
		expand_tight(&codec, packed, sizeof packed, sizeof expanded, &err, &dst),
		EXH_OK);
	assert_memory_equal(dst, expanded, sizeof expanded);
	free(dst);
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

static void assert_bad_copy(const uint8_t *src, size_t src_size, const char *text)
{
	struct exh_error err;
	uint8_t *dst;

	assert_int_equal(expand_tight(&codec, src, src_size, 40, &err, &dst),
			 EXH_INVALID);
	assert_int_equal(err.offset, 0x1000 + 4);
	assert_string_equal(err.text, text);
	assert_memory_equal(dst, "\1\0\2\0\0\0", 6); /* two words and zeros */
	free(dst);
}

static void a_near_copy_from_before_the_start_is_invalid(void **state)
{
	static const uint8_t before[] = { 1, 0, 2, 0, 1, 0xa7, 3, 9, 9 };
	static const uint8_t far_before[] = { 1, 0, 2, 0, 200, 0xa7, 255 };

	(void)state;
	assert_bad_copy(before, sizeof before,
			"copy of 1 words from 3 words back, 2 are written");
	assert_bad_copy(far_before, sizeof far_before,
			"copy of 200 words from 255 words back, 2 are written");
}

static void a_near_copy_from_no_distance_is_invalid(void **state)
{
	static const uint8_t src[] = { 1, 0, 2, 0, 1, 0xa7, 0 };

	(void)state;
	assert_bad_copy(src, sizeof src,
			"copy of 1 words from 0 words back, 2 are written");
}

static void a_far_copy_of_what_is_not_written_yet_is_invalid(void **state)
{
	static const uint8_t next[] = { 1, 0, 2, 0, 1, 0xa8, 2, 0 };
	static const uint8_t beyond[] = { 1, 0, 2, 0, 1, 0xa8, 0xff, 0xff };

	(void)state;
	assert_bad_copy(next, sizeof next,
			"copy of 1 words from word 2 on, 2 are written");
	assert_bad_copy(beyond, sizeof beyond,
			"copy of 1 words from word 65535 on, 2 are written");
}

static void a_far_copy_may_run_into_what_it_writes(void **state)
{
	static const uint8_t src[] = { 1, 0, 2, 0, 5, 0xa8, 0, 0 };
	struct exh_error err;
	uint8_t *dst;

	(void)state;
	assert_int_equal(expand_tight(&codec, src, sizeof src, 14, &err, &dst), EXH_OK);
	assert_memory_equal(dst, "\1\0\2\0\1\0\2\0\1\0\2\0\1", 14);
	free(dst);
}

static void every_distance_and_length_repeats_what_was_written(void **state)
{
	uint8_t src[2 * 255 + 3 + 2 * 20], *dst;
	uint64_t seed = 5;

	(void)state;
	roll_words(&seed, 2, src, sizeof src);
	for (size_t i = 1; i < sizeof src; i += 2)
		src[i] &= 0x7f; /* no other codes */
	for (unsigned distance = 1; distance <= 255; distance++) {
		for (unsigned length = 1; length <= 255; length += 1 + distance % 7) {
			uint8_t *code = src + (size_t)distance * 2;
			const size_t size = ((size_t)distance + length) * 2;
			struct exh_error err;

			code[0] = (uint8_t)length;
			code[1] = 0xa7;
			code[2] = (uint8_t)distance;
			assert_int_equal(expand_tight(&codec, src, sizeof src,
						      size + length % 40, &err, &dst),
					 length % 2 ? EXH_INVALID : EXH_OK);
			free(dst);
		}
		roll_bytes(&seed, src + (size_t)distance * 2, 2);
		src[distance * 2 + 1] &= 0x7f;
	}
}

static void a_copy_past_the_end_is_kept_up_to_there(void **state)
{
	static const uint8_t near[] = { 1, 0, 2, 0, 255, 0xa7, 2 };
	static const uint8_t far[] = { 1, 0, 2, 0, 255, 0xa8, 0, 0 };
	struct exh_error err;
	uint8_t *dst;

	(void)state;
	assert_int_equal(expand_tight(&codec, near, sizeof near, 10, &err, &dst),
			 EXH_INVALID);
	assert_memory_equal(dst, "\1\0\2\0\1\0\2\0\1", 10);
	assert_string_equal(err.text, "copy of 255 words, 3 are left to expand");
	assert_int_equal(err.offset, 0x1000 + 4);
	free(dst);
	assert_int_equal(expand_tight(&codec, far, sizeof far, 10, &err, &dst),
			 EXH_INVALID);
	assert_memory_equal(dst, "\1\0\2\0\1\0\2\0\1", 10);
	free(dst);
}

static void every_smaller_size_is_filled_and_not_passed(void **state)
{
	(void)state;
	assert_smaller_is_filled(&codec);
}

static void single_words_are_not_copied_and_codes_are_escaped(void **state)
{
	static const uint8_t data[] = {
		0x12, 0xa7, 0x34, 0xa8, 0x12, 0xa7, 0x56, 0xa6, 0x12, 0xa7,
	};
	static const uint8_t expected[] = {
		0, 0xa7, 0x12, 0, 0xa8, 0x34, 0, 0xa7, 0x12, 0x56, 0xa6, 0, 0xa7, 0x12,
	};

	(void)state;
	assert_packs_to(&codec, data, sizeof data, expected, sizeof expected);
}

static void the_longest_copy_is_taken_and_of_equals_the_nearest(void **state)
{
	static const uint8_t data[] = {
		1, 0, 2, 0, 3, 0, /* 1 2 3: the longest */
		1, 0, 2, 0, 9, 0, /* 1 2 9 */
		1, 0, 2, 0, 8, 0, /* 1 2 8: the nearest */
		1, 0, 2, 0, 7, 0, /* 1 2 from there */
		1, 0, 2, 0, 3, 0, /* 1 2 3 from the start */
	};
	static const uint8_t expected[] = {
		1, 0,	 2,  0, 3, 0, /* new */
		2, 0xa7, 3,  9, 0,    /* 1 2, 9 */
		2, 0xa7, 3,  8, 0,    /* 1 2, 8 */
		2, 0xa7, 3,  7, 0,    /* 1 2, 7 */
		3, 0xa7, 12,	      /* 1 2 3 */
	};

	(void)state;
	assert_packs_to(&codec, data, sizeof data, expected, sizeof expected);
}

/* Checks the end of packed data in which all words differ, except the last ones, which
 * repeat those of an earlier place. */
static void assert_last_become(size_t words, size_t from, size_t count,
			       const uint8_t *expected, size_t expected_size)
{
	const size_t size = (words + count) * 2;
	uint8_t *data = calloc(1, size);
	struct exh_writer out = { .limit = 1 << 20 };

	assert_non_null(data);
	for (size_t i = 0; i < words; i++)
		set_word(data + i * 2, (unsigned)(i * 40503 & 0xffff));
	memcpy(data + words * 2, data + from * 2, count * 2);
	assert_int_equal(
		exh_carmack_pack((struct exh_bytes){ data, size, 0 }, &out, NULL),
		EXH_OK);
	assert_true(out.size > expected_size);
	assert_memory_equal(out.data + out.size - expected_size, expected, expected_size);
	exh_writer_free(&out);
	assert_round_trip(&codec, data, size);
	free(data);
}

static void copies_from_over_255_words_back_are_far(void **state)
{
	static const uint8_t near[] = { 3, 0xa7, 255 };
	static const uint8_t far[] = { 3, 0xa8, 44, 0 };

	(void)state;
	assert_last_become(300, 45, 3, near, sizeof near);
	assert_last_become(300, 44, 3, far, sizeof far);
}

/* Four bytes for four bytes would be nothing won. */
static void two_words_are_copied_only_from_nearby(void **state)
{
	static const uint8_t near[] = { 2, 0xa7, 255 };
	const unsigned first = 44 * 40503U & 0xffff, second = 45 * 40503U & 0xffff;
	const uint8_t plain[] = { (uint8_t)first, (uint8_t)(first >> 8), (uint8_t)second,
				  (uint8_t)(second >> 8) };

	(void)state;
	assert_last_become(300, 45, 2, near, sizeof near);
	assert_last_become(300, 44, 2, plain, sizeof plain);
}

/* Even if the longest copy, of two words, is far: a near one of two words is as long. */
static void a_copy_does_not_run_into_what_it_writes(void **state)
{
	static const uint8_t data[] = {
		5, 0, 5, 0, 5, 0, 5, 0, 5, 0, 5, 0,		/* a run */
		1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, /* pairs */
	};
	static const uint8_t expected[] = {
		5, 0, 5, 0, 2, 0xa7, 2, 2, 0xa7, 2, /* a run of 6: no overlap */
		1, 0, 2, 0, 2, 0xa7, 2, 4, 0xa7, 4,
	};

	(void)state;
	assert_packs_to(&codec, data, sizeof data, expected, sizeof expected);
}

static void a_copy_has_255_words_at_most(void **state)
{
	static uint8_t data[600 * 2], expected[300 * 2 + 8];
	static const uint8_t copies[] = { 255, 0xa8, 0, 0, 45, 0xa8, 255, 0 };

	(void)state;
	for (size_t i = 0; i < 300; i++)
		set_word(data + i * 2, (unsigned)(0x1000 + i));
	memcpy(data + 600, data, 600);
	memcpy(expected, data, 600);
	memcpy(expected + 600, copies, sizeof copies);
	assert_packs_to(&codec, data, sizeof data, expected, 600 + 8);
}

/*
 * The rule in the plainest way, by looking at every place.
 */

static size_t plain_length(struct exh_bytes src, size_t from, size_t place)
{
	const size_t count = src.size / 2;
	size_t length = 0;

	while (length < 255 && from + length < place && place + length < count &&
	       plain_word(src.data + (from + length) * 2) ==
		       plain_word(src.data + (place + length) * 2))
		length++;
	return length;
}

static void plain_pack_word(struct exh_bytes src, size_t place, struct exh_writer *out)
{
	const unsigned word = plain_word(src.data + place * 2);

	if (word >> 8 == 0xa7 || word >> 8 == 0xa8) {
		exh_write_u16le(out, (uint16_t)(word & 0xff00));
		exh_write_u8(out, (uint8_t)word);
	} else {
		exh_write_u16le(out, (uint16_t)word);
	}
}

static void plain_pack(struct exh_bytes src, struct exh_writer *out)
{
	for (size_t place = 0, best, from; place < src.size / 2; place += best) {
		best = from = 0;
		for (size_t i = 0; i < place; i++) {
			const size_t length = plain_length(src, i, place);

			if (length < best)
				continue;
			best = length;
			from = i;
		}
		if (best >= 2 && place - from <= 255) {
			exh_write_u16le(out, (uint16_t)(0xa700 | best));
			exh_write_u8(out, (uint8_t)(place - from));
		} else if (best >= 3) {
			exh_write_u16le(out, (uint16_t)(0xa800 | best));
			exh_write_u16le(out, (uint16_t)from);
		} else {
			plain_pack_word(src, place, out);
			best = 1;
		}
	}
}

static void what_is_packed_is_what_the_rule_makes(void **state)
{
	static uint8_t data[5000];
	uint64_t seed = 8;

	(void)state;
	for (int round = 0; round < 10 * KINDS; round++) {
		struct exh_writer out = { .limit = 1 << 20 }, expected = out;
		const struct exh_bytes src = { data,
					       sizeof data - (size_t)(round % 11) * 400,
					       0 };

		roll_words(&seed, round % KINDS, data, sizeof data);
		plain_pack(src, &expected);
		assert_int_equal(exh_carmack_pack(src, &out, NULL), EXH_OK);
		assert_same_bytes(exh_writer_bytes(&out), expected.data, expected.size);
		exh_writer_free(&out);
		exh_writer_free(&expected);
	}
}

static void only_places_that_a_word_can_name_are_copied_from_afar(void **state)
{
	static uint8_t data[(0x10000 + 600) * 2];
	uint64_t seed = 6;
	size_t first, second;

	(void)state;
	roll_bytes(&seed, data, sizeof data);
	/* 20 words from around the last place, and from one too far for a near copy. */
	memcpy(data + 0x10000 * 2 + 1000, data + 0xffff * 2, 40);
	first = assert_round_trip(&codec, data, sizeof data);
	memcpy(data + 0x10000 * 2 + 1000, data + 0x10000 * 2, 40);
	second = assert_round_trip(&codec, data, sizeof data);
	assert_true(second > first + 30);
	/* Near copies reach there. */
	memcpy(data + 0x10000 * 2 + 1000, data + 0x10000 * 2 + 1000 - 255 * 2, 40);
	assert_true(assert_round_trip(&codec, data, sizeof data) < second - 30);
}

/* 1, 1, 2, 4 ... 128, and then 255 at a time. */
static void long_runs_double_until_they_take_three_bytes_each_255_words(void **state)
{
	static uint8_t data[(256 + 255 * 300) * 2];

	(void)state;
	for (size_t i = 0; i < sizeof data; i += 2)
		set_word(data + i, 0x1234);
	assert_int_equal(assert_round_trip(&codec, data, sizeof data),
			 2 * 2 + 7 * 3 + 300 * 3);
}

static void what_is_packed_expands_to_the_same(void **state)
{
	(void)state;
	assert_round_trips(&codec);
}

static void large_data_is_packed_too(void **state)
{
	static uint8_t data[400000];
	uint64_t seed = 7;

	(void)state;
	for (int kind = 0; kind < KINDS; kind++) {
		roll_words(&seed, kind, data, sizeof data);
		assert_round_trip(&codec, data, sizeof data);
	}
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
		cmocka_unit_test(copies_escapes_and_words_are_expanded),
		cmocka_unit_test(every_shorter_stream_is_truncated),
		cmocka_unit_test(a_near_copy_from_before_the_start_is_invalid),
		cmocka_unit_test(a_near_copy_from_no_distance_is_invalid),
		cmocka_unit_test(a_far_copy_of_what_is_not_written_yet_is_invalid),
		cmocka_unit_test(a_far_copy_may_run_into_what_it_writes),
		cmocka_unit_test(every_distance_and_length_repeats_what_was_written),
		cmocka_unit_test(a_copy_past_the_end_is_kept_up_to_there),
		cmocka_unit_test(every_smaller_size_is_filled_and_not_passed),
		cmocka_unit_test(single_words_are_not_copied_and_codes_are_escaped),
		cmocka_unit_test(the_longest_copy_is_taken_and_of_equals_the_nearest),
		cmocka_unit_test(copies_from_over_255_words_back_are_far),
		cmocka_unit_test(two_words_are_copied_only_from_nearby),
		cmocka_unit_test(a_copy_does_not_run_into_what_it_writes),
		cmocka_unit_test(a_copy_has_255_words_at_most),
		cmocka_unit_test(what_is_packed_is_what_the_rule_makes),
		cmocka_unit_test(only_places_that_a_word_can_name_are_copied_from_afar),
		cmocka_unit_test(
			long_runs_double_until_they_take_three_bytes_each_255_words),
		cmocka_unit_test(what_is_packed_expands_to_the_same),
		cmocka_unit_test(large_data_is_packed_too),
		cmocka_unit_test(random_streams_expand_as_the_plain_way_has_it),
		cmocka_unit_test(no_bytes_are_fine_and_odd_sizes_are_not),
		cmocka_unit_test(a_full_writer_fails_packing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
