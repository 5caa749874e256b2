/*
 * The bounded reader: one cursor with a sticky failure. Read a header straight through,
 * then ask once; ask before a value becomes a length, an index or a loop bound.
 */
#ifndef EXH_BASE_READER_H
#define EXH_BASE_READER_H

#include "exhume/base.h"

struct reader {
	struct exh_bytes in;
	size_t pos;  /* never above in.size */
	bool failed; /* after the first overrun all reads yield 0 */
};

static inline const uint8_t *rd_take(struct reader *r, size_t size)
{
	if (r->failed || size > r->in.size - r->pos) {
		r->failed = true;
		return NULL;
	}
	r->pos += size;
	return r->in.data + (r->pos - size);
}

static inline size_t rd_left(const struct reader *r)
{
	return r->in.size - r->pos;
}

/* The offset in the file of the next byte. */
static inline size_t rd_tell(const struct reader *r)
{
	return r->in.base + r->pos;
}

/*
 * Numbers out of bytes that the caller knows are there.
 */

/* Copies a few bytes, their number a constant, in loops of decoders that check their
 * bounds themselves: memcpy without the checks of _FORTIFY_SOURCE=3, which take a third
 * of the speed of RLF and RLEW. */
#ifdef __GNUC__
#define copy_few(to, from, size) __builtin_memcpy(to, from, size)
#else
#define copy_few(to, from, size) memcpy(to, from, size)
#endif

static inline uint16_t load_u16le(const uint8_t *p)
{
	return (uint16_t)(p[0] | (unsigned)p[1] << 8);
}

static inline uint32_t load_u24le(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
}

static inline uint32_t load_u32le(const uint8_t *p)
{
	return load_u24le(p) | (uint32_t)p[3] << 24;
}

static inline uint32_t load_u32be(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline uint8_t rd_u8(struct reader *r)
{
	const uint8_t *p = rd_take(r, 1);

	return p ? p[0] : 0;
}

static inline uint16_t rd_u16le(struct reader *r)
{
	const uint8_t *p = rd_take(r, 2);

	return p ? load_u16le(p) : 0;
}

static inline int16_t rd_i16le(struct reader *r)
{
	return (int16_t)rd_u16le(r);
}

static inline uint32_t rd_u24le(struct reader *r)
{
	const uint8_t *p = rd_take(r, 3);

	return p ? load_u24le(p) : 0;
}

static inline uint32_t rd_u32le(struct reader *r)
{
	const uint8_t *p = rd_take(r, 4);

	return p ? load_u32le(p) : 0;
}

static inline uint16_t rd_u16be(struct reader *r)
{
	const uint8_t *p = rd_take(r, 2);

	return p ? (uint16_t)((unsigned)p[0] << 8 | p[1]) : 0;
}

static inline uint32_t rd_u32be(struct reader *r)
{
	const uint8_t *p = rd_take(r, 4);

	return p ? load_u32be(p) : 0;
}

#endif
