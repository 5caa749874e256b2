/* Shared by the fuzz targets of both word codecs: expanding equals the plain decoder, and
 * packed data expand to the original. */
#ifndef EXH_CODEC_WORDS_FUZZ_H
#define EXH_CODEC_WORDS_FUZZ_H

#include "plain/word_codecs.h"

#include "searching.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_EXPANDED = SMALLER(1 << 11, UINT16_MAX) };

/* An allocation of exactly this size: the address sanitizer sees the first byte after it.
 */
static inline uint8_t *fuzz_alloc(size_t size)
{
	uint8_t *tight = malloc(size ? size : 1);

	assert(tight);
	memset(tight, 0xee, size);
	return tight;
}

static inline bool fuzz_same(const uint8_t *a, const uint8_t *b, size_t size)
{
	return !size || memcmp(a, b, size) == 0;
}

/* Returns what came of it, to be freed if it is size bytes, else NULL. */
static inline uint8_t *fuzz_expand(const struct words_codec *codec, struct exh_bytes src,
				   size_t size)
{
	uint8_t *found = fuzz_alloc(size), *expected = fuzz_alloc(size);
	const struct plain plain = codec->plain(src, expected, size);
	struct exh_error err = { 0 };
	struct exh_expansion done;
	const enum exh_status status = codec->expand(src, found, size, &done, &err);

	assert(status == plain.status);
	assert(done.produced_size <= size);
	assert(done.produced_size == plain.done.produced_size);
	assert(done.used_size == plain.done.used_size);
	assert(fuzz_same(found, expected, size));
	assert(!status || err.offset == src.base + done.used_size);
	free(expected);
	if (!status)
		return found;
	free(found);
	return NULL;
}

static inline void fuzz_pack(const struct words_codec *codec, struct exh_bytes src)
{
	struct exh_writer packed = { .limit = src.size * 3 }, again = packed;
	uint8_t *dst;

	assert(codec->pack(src, &packed, NULL) == EXH_OK);
	assert(codec->pack(src, &again, NULL) == EXH_OK);
	assert(packed.size == again.size);
	assert(fuzz_same(packed.data, again.data, packed.size));
	dst = fuzz_expand(codec, (struct exh_bytes){ packed.data, packed.size, 0 },
			  src.size);
	assert(dst && fuzz_same(dst, src.data, src.size));
	free(dst);
	exh_writer_free(&packed);
	exh_writer_free(&again);
}

/* The first 2 bytes are the size to expand to; the rest is expanded, and packed. */
static inline void fuzz_words(const struct words_codec *codec, struct exh_bytes in)
{
	struct exh_bytes rest;

	if (in.size < 2 || plain_word(in.data) > MOST_EXPANDED ||
	    !exh_bytes_slice(in, 2, in.size - 2, &rest))
		return;
	free(fuzz_expand(codec, rest, plain_word(in.data)));
	if (rest.size % 2)
		assert(codec->pack(rest, NULL, NULL) == EXH_INVALID);
	rest.size -= rest.size % 2;
	/* Packing takes longer than all the other checks. */
	if (SMALLER(rest.size % 8 == 0, true))
		fuzz_pack(codec, rest);
}

#endif
