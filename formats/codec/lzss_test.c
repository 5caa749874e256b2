#include "expand_testing.h"
#include "exhume/advanced/codec.h"

static enum exh_status with_spaces(struct exh_bytes src, uint8_t *dst, size_t size,
				   struct exh_expansion *done, struct exh_error *err)
{
	return exh_lzss_expand(src, EXH_LZSS_SPACES, dst, size, done, err);
}

static enum exh_status as_zvision(struct exh_bytes src, uint8_t *dst, size_t size,
				  struct exh_expansion *done, struct exh_error *err)
{
	return exh_lzss_expand(src, EXH_LZSS_ZVISION, dst, size, done, err);
}

static enum exh_status expand(const void *src, size_t src_size, uint8_t *dst, size_t size,
			      struct exh_expansion *done, struct exh_error *err)
{
	return expand_tight(with_spaces, src, src_size, dst, size, done, err);
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

static void the_last_places_of_a_window_may_be_zeros(void **state)
{
	static const uint8_t stream[] = {
		0x00, 0xee, 0xff, /* 18 from 4078, all of the zeros */
		0x00, 0x00,	  /* 3 from 0: spaces */
	};
	static const uint8_t zeros[18];
	uint8_t dst[sizeof expanded - 1];
	struct exh_expansion done;

	(void)state;
	assert_int_equal(expand_tight(as_zvision, sample, sizeof sample, dst, sizeof dst,
				      &done, NULL),
			 EXH_OK);
	assert_memory_equal(dst, "abababa      \0                 ", sizeof dst);
	assert_int_equal(
		expand_tight(as_zvision, stream, sizeof stream, dst, 21, &done, NULL),
		EXH_OK);
	assert_memory_equal(dst, zeros, sizeof zeros);
	assert_memory_equal(dst + 18, "   ", 3);
}

static void every_shorter_stream_is_truncated(void **state)
{
	(void)state;
	assert_shorter_is_truncated(with_spaces, sample, sizeof sample, expanded,
				    sizeof expanded - 1);
}

static void a_match_past_the_end_is_cut_and_reported(void **state)
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

/* The description word by word: a ring and a cursor. Returns the bytes that came out. */
static size_t expand_plainly(const uint8_t *src, size_t src_size,
			     enum exh_lzss_window window, uint8_t *dst, size_t size)
{
	uint8_t ring[4096];
	size_t cursor = 0x0fee, at = 0, out = 0;

	memset(ring, 0x20, sizeof ring);
	if (window == EXH_LZSS_ZVISION)
		memset(ring + 0x0fee, 0, sizeof ring - 0x0fee);
	while (at < src_size) {
		const unsigned flags = src[at++];

		for (unsigned bit = 0; bit < 8; bit++) {
			const bool literal = flags >> bit & 1;
			unsigned place, count = 1;

			if (src_size - at < (literal ? 1U : 2U))
				return out;
			if (!literal)
				count = (src[at + 1] & 15U) + 3;
			place = src[at] | (literal ? 0 : (src[at + 1] & 0xf0U) << 4);
			for (unsigned j = 0; j < count; j++) {
				if (out == size)
					return out;
				dst[out] = literal ? src[at] : ring[(place + j) & 4095];
				ring[cursor] = dst[out++];
				cursor = (cursor + 1) & 4095;
			}
			at += literal ? 1 : 2;
		}
	}
	return out;
}

/* Random streams: places near and far, some ahead of the cursor. */
static void roll_stream(uint64_t *seed, uint8_t *out, size_t size)
{
	const uint32_t kind = roll(seed, 4);
	size_t place = 4078;

	roll_bytes(seed, out, size);
	if (kind == 3)
		return;
	for (size_t i = 0; i + 17 <= size; i += 17) {
		out[i] = kind == 2 ? 0xff : 0;
		for (size_t k = 1; k < 17 && kind != 2; k += 2) {
			const size_t count = out[i + k + 1] & 15;
			const size_t from = (place - roll(seed, kind ? 20 : 4096)) & 4095;

			out[i + k] = (uint8_t)from;
			out[i + k + 1] = (uint8_t)(count | (from >> 4 & 0xf0));
			place += count + 3;
		}
	}
}

static void streams_of_chance_expand_as_the_description_says(void **state)
{
	static uint8_t src[4000], dst[40000], plain[40000];
	uint64_t seed = 0x1255;

	(void)state;
	for (unsigned round = 0; round < 2000; round++) {
		const enum exh_lzss_window window =
			round % 2 ? EXH_LZSS_ZVISION : EXH_LZSS_SPACES;
		const size_t src_size = roll(&seed, sizeof src + 1);
		const size_t size = roll(&seed, sizeof dst + 1);
		struct exh_expansion done;
		size_t count;

		roll_stream(&seed, src, src_size);
		count = expand_plainly(src, src_size, window, plain, size);
		expand_tight(window == EXH_LZSS_ZVISION ? as_zvision : with_spaces, src,
			     src_size, dst, size, &done, NULL);
		assert_int_equal(done.produced_size, count);
		if (count)
			assert_memory_equal(dst, plain, count);
		for (size_t i = count; i < size; i++)
			assert_int_equal(dst[i], 0);
	}
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
	assert_int_equal(
		expand_tight(as_zvision, out.data, out.size, back, size, &done, NULL),
		EXH_OK);
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
		cmocka_unit_test(the_last_places_of_a_window_may_be_zeros),
		cmocka_unit_test(every_shorter_stream_is_truncated),
		cmocka_unit_test(a_match_past_the_end_is_cut_and_reported),
		cmocka_unit_test(streams_of_chance_expand_as_the_description_says),
		cmocka_unit_test(what_is_packed_expands_to_the_same),
		cmocka_unit_test(what_repeats_is_packed_as_matches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
