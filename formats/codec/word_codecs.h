/*
 * Parts that the codecs of 16-bit words share. Words stay pairs of bytes, as in the
 * file, so nothing here depends on the byte order of the machine.
 */
#ifndef EXH_CODEC_WORDS_H
#define EXH_CODEC_WORDS_H

#include "exhume/codec.h"

#include "../base/reader.h"

#include <string.h>

enum {
	WORDS_GROUP = 8, /* bytes examined together */
	WORDS_WIDE = 32, /* bytes that are stored together */
};

/* Output of an expansion. */
struct words_out {
	uint8_t *dst;
	size_t size; /* bytes of whole words wanted */
	size_t at;   /* bytes produced, even; bytes after that may be overwritten */
};

static inline size_t words_left(const struct words_out *out)
{
	return out->size - out->at;
}

static inline uint64_t words_load(const uint8_t *bytes)
{
	uint64_t group;

	copy_few(&group, bytes, sizeof group);
	return group;
}

/* Returns four copies of a word. */
static inline uint64_t words_repeat(const uint8_t *word)
{
	uint16_t value;

	copy_few(&value, word, sizeof value);
	return value * (uint64_t)0x0001000100010001U;
}

static inline bool words_any_zero(uint64_t group)
{
	return ((group - 0x0001000100010001U) & ~group & 0x8000800080008000U) != 0;
}

/* Writes a word in one store: a load of the word right after two stores would have to
 * wait. */
static inline void words_put(struct words_out *out, const uint8_t *word)
{
	copy_few(out->dst + out->at, word, 2);
	out->at += 2;
}

/* Writes size bytes, which fit, of one word. */
static inline void words_fill(struct words_out *out, const uint8_t *word, size_t size)
{
	const uint64_t group = words_repeat(word);
	/* Local copies: the compiler must assume that stored bytes may alias *out. */
	const struct words_out o = *out;
	const size_t end = o.at + size;
	size_t at = o.at;
	uint8_t wide[WORDS_WIDE];

	for (size_t i = 0; i < WORDS_WIDE; i += WORDS_GROUP)
		copy_few(wide + i, &group, WORDS_GROUP);
	for (; at < end && o.size - at >= WORDS_WIDE; at += WORDS_WIDE)
		copy_few(o.dst + at, wide, WORDS_WIDE);
	for (; at < end; at += 2)
		copy_few(o.dst + at, wide, 2);
	out->at = end;
}

/*
 * Copies words, four at a time, up to a group in which a word equals a or b under the
 * mask; the caller handles the words before that one and at both ends.
 */
static inline void words_copy(struct reader *r, struct words_out *out, uint64_t mask,
			      uint64_t a, uint64_t b)
{
	const struct words_out o = *out;
	const struct exh_bytes in = r->in;
	size_t pos = r->pos, at = o.at;

	while (in.size - pos >= WORDS_GROUP && o.size - at >= WORDS_GROUP) {
		const uint64_t group = words_load(in.data + pos);

		if (words_any_zero((group & mask) ^ a) ||
		    words_any_zero((group & mask) ^ b))
			break;
		copy_few(o.dst + at, &group, WORDS_GROUP);
		pos += WORDS_GROUP;
		at += WORDS_GROUP;
	}
	r->pos = pos;
	out->at = at;
}

static inline enum exh_status words_truncated(struct reader *r, size_t pos,
					      const struct words_out *out,
					      struct exh_error *err)
{
	r->pos = pos;
	return exh_fail(err, EXH_TRUNCATED, rd_tell(r),
			"the data ends after %zu of %zu expanded bytes", out->at,
			out->size);
}

/* Ends an expansion, successful or not. */
static inline enum exh_status words_end(const struct reader *r,
					const struct words_out *out, size_t size,
					struct exh_expansion *done,
					enum exh_status status, struct exh_error *err)
{
	if (out->at < size)
		memset(out->dst + out->at, 0, size - out->at);
	if (done)
		*done = (struct exh_expansion){ r->pos, out->at };
	if (!status && size % 2)
		return exh_fail(err, EXH_INVALID, rd_tell(r),
				"%zu bytes wanted, expected whole words of 2", size);
	return status;
}

/* Checks the input before packing. */
static inline enum exh_status words_check(struct exh_bytes src, struct exh_error *err)
{
	if (src.size % 2)
		return exh_fail(err, EXH_INVALID, src.base + src.size - 1,
				"%zu bytes to pack, expected whole words of 2", src.size);
	return EXH_OK;
}

static inline enum exh_status words_packed(const struct exh_writer *out,
					   struct exh_error *err)
{
	if (out->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return EXH_OK;
}

#endif
