/* Reading and writing of bits in either order: numbers of up to 25 bits are read, of
 * up to 56 written. Also constants of SCI's Huffman trees. */
#ifndef EXH_CODEC_BITS_H
#define EXH_CODEC_BITS_H

#include "../base/reader.h"

#include <string.h>

enum {
	BITS_WORD = 4, /* bytes that a number of up to 25 bits may lie in */
	/* SCI's Huffman trees. */
	HEAD_SIZE = 2, /* bytes: number of nodes, terminator */
	MAX_NODES = 255,
	LITERAL_BITS = 8,
};

/* Returns count bits of the four bytes at p, after the first skip (0 to 7). */
static inline unsigned bits_of_word(const uint8_t *p, unsigned skip, unsigned count,
				    bool high_first)
{
	const uint32_t mask = ((uint32_t)1 << count) - 1;

	if (!high_first)
		return load_u32le(p) >> skip & mask;
	return load_u32be(p) >> (32 - skip - count) & mask;
}

/* Returns count bits from bit on; zeros follow the end of src. */
static inline unsigned bits_at(struct exh_bytes src, uint64_t bit, unsigned count,
			       bool high_first)
{
	const size_t at = (size_t)(bit / 8), left = at < src.size ? src.size - at : 0;
	uint8_t word[BITS_WORD] = { 0 };

	if (left)
		memcpy(word, src.data + at, left < BITS_WORD ? left : BITS_WORD);
	return bits_of_word(word, bit % 8, count, high_first);
}

/* Output of bits. Fewer than 8 bits stay held; with high_first in the low end of held,
 * in order. */
struct bits_out {
	struct exh_writer *out; /* NULL: bits are only counted */
	bool high_first;
	uint64_t held, total; /* total: number of bits, if they are only counted */
	unsigned held_count;
};

/* Appends up to 56 bits. */
static inline void bits_put(struct bits_out *bits, uint64_t value, unsigned count)
{
	uint8_t bytes[8];
	unsigned size = 0;

	if (!bits->out) {
		bits->total += count;
		return;
	}
	if (bits->high_first)
		bits->held = bits->held << count | value;
	else
		bits->held |= value << bits->held_count;
	for (bits->held_count += count; bits->held_count >= 8; bits->held_count -= 8) {
		const unsigned skip = bits->high_first ? bits->held_count - 8 : 0;

		bytes[size++] = (uint8_t)(bits->held >> skip);
		if (!bits->high_first)
			bits->held >>= 8;
	}
	if (size)
		exh_write_bytes(bits->out, bytes, size);
}

/* Fills the last byte up with zeros. */
static inline void bits_end(struct bits_out *bits)
{
	if (bits->held_count)
		bits_put(bits, 0, 8 - bits->held_count);
}

#endif
