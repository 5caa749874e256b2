/*
 * RLEW and Carmack expanded in the plainest way, a word at a time, for tests and fuzz
 * targets to hold the codecs against. They share nothing with them.
 */
#ifndef EXH_CODEC_WORDS_PLAIN_H
#define EXH_CODEC_WORDS_PLAIN_H

#include "exhume/codec.h"

#include <string.h>

struct plain {
	enum exh_status status;
	struct exh_expansion done;
};

/* A codec, and its plain reference. */
struct words_codec {
	enum exh_status (*expand)(struct exh_bytes src, uint8_t *dst, size_t size,
				  struct exh_expansion *done, struct exh_error *err);
	enum exh_status (*pack)(struct exh_bytes src, struct exh_writer *out,
				struct exh_error *err);
	struct plain (*plain)(struct exh_bytes src, uint8_t *dst, size_t size);
};

static inline unsigned plain_word(const uint8_t *bytes)
{
	return bytes[0] | (unsigned)bytes[1] << 8;
}

/* Appends a word. False if dst is full. */
static inline bool plain_put(struct plain *plain, uint8_t *dst, size_t size,
			     unsigned word)
{
	size_t *at = &plain->done.produced_size;

	if (size - *at < 2)
		return false;
	dst[(*at)++] = (uint8_t)word;
	dst[(*at)++] = (uint8_t)(word >> 8);
	return true;
}

static inline struct plain plain_rlew(struct exh_bytes src, unsigned tag, uint8_t *dst,
				      size_t size)
{
	struct plain plain = { EXH_TRUNCATED, { 0, 0 } };

	if (size)
		memset(dst, 0, size);
	while (size - plain.done.produced_size >= 2) {
		const size_t left = src.size - plain.done.used_size;
		const uint8_t *at = left ? src.data + plain.done.used_size : NULL;
		const size_t code_size = left >= 2 && plain_word(at) == tag ? 6 : 2;
		unsigned count = 1;

		if (left < code_size)
			return plain;
		if (code_size == 6)
			count = plain_word(at + 2);
		for (; count; count--) {
			if (plain_put(&plain, dst, size, plain_word(at + code_size - 2)))
				continue;
			plain.status = EXH_INVALID;
			return plain;
		}
		plain.done.used_size += code_size;
	}
	plain.status = size % 2 ? EXH_INVALID : EXH_OK;
	return plain;
}

static inline struct plain plain_carmack(struct exh_bytes src, uint8_t *dst, size_t size)
{
	struct plain plain = { EXH_TRUNCATED, { 0, 0 } };

	if (size)
		memset(dst, 0, size);
	while (size - plain.done.produced_size >= 2) {
		const size_t left = src.size - plain.done.used_size;
		const uint8_t *at = left ? src.data + plain.done.used_size : NULL;
		size_t written = plain.done.produced_size / 2, from, code_size = 2;

		if (left >= 2 && (at[1] == 0xa7 || at[1] == 0xa8))
			code_size = at[0] && at[1] == 0xa8 ? 4 : 3;
		if (left < code_size)
			return plain;
		plain.status = EXH_INVALID;
		if (code_size == 2) {
			plain_put(&plain, dst, size, plain_word(at));
		} else if (!at[0]) {
			plain_put(&plain, dst, size, at[2] | (unsigned)at[1] << 8);
		} else {
			if (at[1] == 0xa7 && at[2] > written)
				return plain;
			from = at[1] == 0xa7 ? written - at[2] : plain_word(at + 2);
			if (from >= written)
				return plain;
			for (unsigned i = 0; i < at[0]; i++, from++)
				if (!plain_put(&plain, dst, size,
					       plain_word(dst + from * 2)))
					return plain;
		}
		plain.status = EXH_TRUNCATED;
		plain.done.used_size += code_size;
	}
	plain.status = size % 2 ? EXH_INVALID : EXH_OK;
	return plain;
}

#endif
