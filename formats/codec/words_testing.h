/* Helpers for the tests of both word codecs. */
#ifndef EXH_CODEC_WORDS_TESTING_H
#define EXH_CODEC_WORDS_TESTING_H

#include "plain/word_codecs.h"

#include "../base/testing.h"

enum { TAG = 0xabcd };

/* Source and target have exact sizes, for the address sanitizer; the reported progress is
 * that of the plain decoder. The caller frees dst, if requested.
 */
static inline enum exh_status expand_tight(const struct words_codec *codec,
					   const uint8_t *src, size_t src_size,
					   size_t size, struct exh_error *err,
					   uint8_t **dst)
{
	const size_t base = 0x1000;
	struct exh_bytes tight = { tight_copy(src, src_size), src_size, base };
	uint8_t *found = malloc(size ? size : 1), *expected = malloc(size ? size : 1);
	struct exh_expansion done;
	enum exh_status status;
	struct plain plain;

	assert_non_null(found);
	assert_non_null(expected);
	memset(found, 0xee, size);
	plain = codec->plain(tight, expected, size);
	status = codec->expand(tight, found, size, &done, err);
	assert_int_equal(status, plain.status);
	assert_int_equal(done.used_size, plain.done.used_size);
	assert_int_equal(done.produced_size, plain.done.produced_size);
	if (size)
		assert_memory_equal(found, expected, size);
	if (status)
		assert_int_equal(err->offset, base + done.used_size);
	free((void *)tight.data);
	free(expected);
	if (dst)
		*dst = found;
	else
		free(found);
	return status;
}

/* Checks that packed data expand to exactly the original; returns the packed size. */
static inline size_t assert_round_trip(const struct words_codec *codec,
				       const uint8_t *data, size_t size)
{
	struct exh_bytes tight = { tight_copy(data, size), size, 0 };
	struct exh_writer packed = { .limit = size * 3 + 16 };
	struct exh_error err = { 0 };
	size_t packed_size;
	uint8_t *dst;

	assert_int_equal(codec->pack(tight, &packed, &err), EXH_OK);
	packed_size = packed.size;
	assert_int_equal(expand_tight(codec, packed.data, packed.size, size, &err, &dst),
			 EXH_OK);
	if (size) {
		struct exh_expansion done;

		assert_memory_equal(dst, data, size);
		codec->expand(exh_writer_bytes(&packed), dst, size, &done, NULL);
		assert_int_equal(done.used_size, packed.size);
	}
	free((void *)tight.data);
	free(dst);
	exh_writer_free(&packed);
	return packed_size;
}

static inline void set_word(uint8_t *out, unsigned word)
{
	out[0] = (uint8_t)word;
	out[1] = (uint8_t)(word >> 8);
}

/* Returns a random word, now and then one with a special meaning for a codec. */
static inline unsigned roll_odd_word(uint64_t *seed)
{
	static const unsigned codes[] = { TAG, 0xa700, 0xa800, 0xa600, 0xa900 };
	const unsigned code = codes[roll(seed, 5)];

	return code == TAG ? code : code | roll(seed, 256);
}

enum { KINDS = 5 };

/* Noise, skewed bytes, runs of all lengths, few words and many codes, pieces repeated. */
static inline void roll_words(uint64_t *seed, int kind, uint8_t *out, size_t size)
{
	size_t at = 0;

	if (kind == 0)
		roll_bytes(seed, out, size);
	if (kind == 1)
		roll_skewed(seed, out, size);
	while (kind > 1 && at + 2 <= size) {
		const unsigned word =
			roll(seed, 4) ? roll(seed, 6) * 0x101 : roll_odd_word(seed);
		size_t count = kind == 3 ? 1 : 1 + roll(seed, 1U << roll(seed, 11));

		if (kind == 4 && at && roll(seed, 2)) {
			const size_t back = 2 * (1 + roll(seed, (uint32_t)(at / 2)));

			for (; count && at + 2 <= size; count--, at += 2)
				memcpy(out + at, out + at - back, 2);
			continue;
		}
		for (; count && at + 2 <= size; count--, at += 2)
			set_word(out + at, kind == 4 ? roll(seed, 0x10000) : word);
	}
}

/* Round trips with many sizes of all kinds. */
static inline void assert_round_trips(const struct words_codec *codec)
{
	static uint8_t data[6000];
	uint64_t seed = 1;

	for (int round = 0; round < 1000; round++) {
		const size_t size = 2 * roll(&seed, 1U << (1 + roll(&seed, 11)));

		roll_words(&seed, round % KINDS, data, size);
		assert_round_trip(codec, data, size);
	}
}

/* Expands streams that were not made for either codec. */
static inline void assert_as_plain(const struct words_codec *codec)
{
	uint8_t data[600];
	uint64_t seed = 2;
	size_t good_count = 0;

	for (int round = 0; round < 20000; round++) {
		const size_t src_size = roll(&seed, sizeof data + 1);
		struct exh_error err;

		roll_words(&seed, round % KINDS, data, src_size & ~(size_t)1);
		if (src_size % 2)
			data[src_size - 1] = (uint8_t)roll(&seed, 256);
		if (!expand_tight(codec, data, src_size, roll(&seed, 900), &err, NULL))
			good_count++;
	}
	assert_in_range(good_count, 1000, 19000); /* both were seen */
}

/* Packed data of all kinds: a shorter stream is truncated, and yields what it holds. */
static inline void assert_shorter_is_truncated(const struct words_codec *codec)
{
	uint8_t data[800];
	uint64_t seed = 3;

	for (int kind = 0; kind < KINDS; kind++) {
		struct exh_writer packed = { .limit = 1 << 16 };

		roll_words(&seed, kind, data, sizeof data);
		assert_int_equal(codec->pack((struct exh_bytes){ data, sizeof data, 0 },
					     &packed, NULL),
				 EXH_OK);
		for (size_t n = 0; n < packed.size; n++) {
			struct exh_error err;

			assert_int_equal(expand_tight(codec, packed.data, n, sizeof data,
						      &err, NULL),
					 EXH_TRUNCATED);
			assert_non_null(strstr(err.text, "of 800 expanded bytes"));
		}
		exh_writer_free(&packed);
	}
}

/* A smaller output is filled up to its end, and not passed. */
static inline void assert_smaller_is_filled(const struct words_codec *codec)
{
	uint8_t data[800];
	uint64_t seed = 4;

	for (int kind = 0; kind < KINDS; kind++) {
		struct exh_writer packed = { .limit = 1 << 16 };

		roll_words(&seed, kind, data, sizeof data);
		codec->pack((struct exh_bytes){ data, sizeof data, 0 }, &packed, NULL);
		for (size_t size = 0; size < sizeof data; size++) {
			struct exh_error err;
			uint8_t *dst;

			expand_tight(codec, packed.data, packed.size, size, &err, &dst);
			if (size / 2)
				assert_memory_equal(dst, data, size & ~(size_t)1);
			free(dst);
		}
		exh_writer_free(&packed);
	}
}

static inline void assert_empty_and_odd_sizes(const struct words_codec *codec)
{
	static const uint8_t data[] = { 1, 2, 3, 4 };
	struct exh_expansion done = { 9, 9 };
	struct exh_writer packed = { .limit = 16 };
	struct exh_error err;
	uint8_t *dst;

	assert_int_equal(codec->expand((struct exh_bytes){ 0 }, NULL, 0, &done, NULL),
			 EXH_OK);
	assert_int_equal(done.used_size + done.produced_size, 0);
	assert_int_equal(
		codec->expand((struct exh_bytes){ data, 4, 0 }, NULL, 0, NULL, NULL),
		EXH_OK);
	assert_int_equal(codec->pack((struct exh_bytes){ 0 }, &packed, NULL), EXH_OK);
	assert_int_equal(codec->pack((struct exh_bytes){ data, 3, 7 }, &packed, &err),
			 EXH_INVALID);
	assert_int_equal(err.offset, 7 + 2);
	assert_int_equal(packed.size, 0);
	assert_int_equal(expand_tight(codec, data, 4, 3, &err, &dst), EXH_INVALID);
	assert_memory_equal(dst, "\1\2", 3);
	assert_non_null(strstr(err.text, "3 bytes wanted"));
	free(dst);
	exh_writer_free(&packed);
}

static inline void assert_full_writer_fails(const struct words_codec *codec)
{
	static const uint8_t data[] = { 1, 2, 3, 4 };
	struct exh_writer packed = { .limit = 3 };
	struct exh_error err;

	assert_int_equal(codec->pack((struct exh_bytes){ data, 4, 0 }, &packed, &err),
			 EXH_NO_MEMORY);
	exh_writer_free(&packed);
}

/* The packed form of size bytes is just this. */
static inline void assert_packs_to(const struct words_codec *codec, const uint8_t *data,
				   size_t size, const uint8_t *expected,
				   size_t expected_size)
{
	struct exh_writer packed = { .limit = 1 << 20 };

	assert_int_equal(codec->pack((struct exh_bytes){ data, size, 0 }, &packed, NULL),
			 EXH_OK);
	assert_same_bytes(exh_writer_bytes(&packed), expected, expected_size);
	exh_writer_free(&packed);
}

#endif
