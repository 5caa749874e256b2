/*
 * SCI's LZW and Huffman coding expanded in the plainest way, bit by bit, with the strings
 * of LZW as chains of bytes, for tests and fuzz targets to hold the codecs against. They
 * share nothing with them.
 */
#ifndef EXH_CODEC_SCI_PLAIN_H
#define EXH_CODEC_SCI_PLAIN_H

#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include <string.h>

struct sci_plain {
	struct exh_bytes src;
	uint8_t *dst;
	size_t size, at;
	size_t bit;
	bool high_first;
	size_t fault_bit; /* start of the fault */
	enum exh_status status;
};

static inline struct sci_plain sci_plain_start(struct exh_bytes src, uint8_t *dst,
					       size_t size, bool high_first)
{
	if (size)
		memset(dst, 0, size);
	return (struct sci_plain){
		.src = src, .dst = dst, .size = size, .high_first = high_first
	};
}

/* Returns the next bits, or -1 if there are fewer. */
static inline int sci_plain_bits(struct sci_plain *p, unsigned count)
{
	unsigned value = 0;

	if (p->src.size * 8 - p->bit < count)
		return -1;
	for (unsigned i = 0; i < count; i++, p->bit++) {
		const unsigned byte = p->src.data[p->bit / 8], in_byte = p->bit % 8;

		if (p->high_first)
			value = value << 1 | (byte >> (7 - in_byte) & 1);
		else
			value |= (byte >> in_byte & 1) << i;
	}
	return (int)value;
}

static inline struct sci_plain sci_plain_fail(struct sci_plain p, enum exh_status status,
					      size_t bit)
{
	p.status = status;
	p.fault_bit = status == EXH_TRUNCATED && bit == p.bit ? p.src.size * 8 : bit;
	return p;
}

/* For each code, the code of all but its last byte, and that byte. */
struct sci_plain_strings {
	unsigned before[4096];
	uint8_t last[4096];
};

static inline size_t sci_plain_spell(const struct sci_plain_strings *strings,
				     unsigned code, uint8_t *backwards)
{
	size_t size = 0;

	for (; code > 0xff; code = strings->before[code])
		backwards[size++] = strings->last[code];
	backwards[size++] = (uint8_t)code;
	return size;
}

static inline struct sci_plain
sci_plain_lzw(struct exh_bytes src, enum exh_sci_lzw variant, uint8_t *dst, size_t size)
{
	struct sci_plain p = sci_plain_start(src, dst, size, variant == EXH_LZW_SCI1);
	struct sci_plain_strings strings;
	uint8_t backwards[4096];
	unsigned width = 9, next = 0x102, previous = 0;
	bool has_previous = false;

	for (;;) {
		const size_t bit = p.bit;
		const int read = sci_plain_bits(&p, width);
		const unsigned code = (unsigned)read;
		size_t string_size;

		if (p.at == size) {
			if (code != 0x101)
				p.bit = bit;
			return p;
		}
		if (read < 0)
			return sci_plain_fail(p, EXH_TRUNCATED, bit);
		if (code == 0x100) {
			width = 9;
			next = 0x102;
			has_previous = false;
			continue;
		}
		if (code == 0x101 || (has_previous ? code > next : code > 0xff)) {
			if (code != 0x101)
				p.bit = bit;
			p.status = code == 0x101 ? EXH_TRUNCATED : EXH_INVALID;
			p.fault_bit = bit;
			return p;
		}
		if (has_previous && next < 4096) {
			strings.before[next] = previous;
			string_size = sci_plain_spell(
				&strings, code == next ? previous : code, backwards);
			strings.last[next] = backwards[string_size - 1];
			next++;
		}
		string_size = sci_plain_spell(&strings, code, backwards);
		while (string_size) {
			if (p.at == size)
				return sci_plain_fail(p, EXH_INVALID, bit);
			dst[p.at++] = backwards[--string_size];
		}
		previous = code;
		has_previous = true;
		if (variant == EXH_LZW_SCI0) {
			if (next == 512 || next == 1024 || next == 2048)
				width = next == 512 ? 10 : next == 1024 ? 11 : 12;
		} else if (next == 511 || next == 1023 || next == 2047) {
			width = next == 511 ? 10 : next == 1023 ? 11 : 12;
		}
	}
}

static inline struct sci_plain sci_plain_huffman(struct exh_bytes src, uint8_t *dst,
						 size_t size)
{
	struct sci_plain p = sci_plain_start(src, dst, size, true);
	size_t node_count;

	if (!src.size && !size)
		return p;
	node_count = src.size ? src.data[0] : 0;
	if (src.size < 2 + node_count * 2)
		return sci_plain_fail(p, EXH_TRUNCATED, 0);
	if (!node_count || !src.data[3])
		return sci_plain_fail(p, EXH_INVALID, 0);
	p.bit = 16 + node_count * 16;
	for (;;) {
		const size_t bit = p.bit;
		const bool full = p.at == size;
		unsigned node = 0;
		int symbol = -1, read = 0;

		if (full && src.size * 8 - bit < 8)
			return p;
		while (node < node_count && symbol < 0 && read >= 0) {
			const unsigned link = src.data[3 + 2 * node];

			if (!link) {
				symbol = src.data[2 + 2 * node];
				break;
			}
			read = sci_plain_bits(&p, 1);
			if (read == 0)
				node += link / 16;
			else if (read > 0 && link % 16)
				node += link % 16;
			else if (read > 0)
				symbol = read = sci_plain_bits(&p, 8);
			if (symbol >= 0 && symbol == src.data[1]) {
				if (full)
					return p;
				p.bit = bit;
				p.status = EXH_TRUNCATED;
				p.fault_bit = bit;
				return p;
			}
		}
		if (full || node >= node_count || read < 0)
			p.bit = bit;
		if (full && node < node_count && read < 0)
			return p;
		if (full || node >= node_count)
			return sci_plain_fail(p, EXH_INVALID, bit);
		if (read < 0)
			return sci_plain_fail(p, EXH_TRUNCATED, bit);
		dst[p.at++] = (uint8_t)symbol;
	}
}

#endif
