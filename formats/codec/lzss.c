#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/reader.h"
#include "ring.h"

enum {
	MAX_MATCH = 18, /* 3 and what four bits hold */
	START = RING_SIZE - MAX_MATCH,
	GROUP = 8, /* steps per byte of flags */
};

/* A step of the stream: a literal byte, or a match. */
struct step {
	size_t size;  /* 0: src has ended, between two steps or within one */
	size_t place; /* offset of a match in the window */
	uint8_t literal;
	bool is_match;
};

struct stream {
	struct reader r;
	unsigned flags; /* above bit 7 a mark that moves down as they are used */
};

static struct step next_step(struct stream *s)
{
	struct step step = { 0 };
	unsigned pair;

	if (s->flags <= 1) {
		s->flags = rd_u8(&s->r) | 1U << GROUP;
		if (s->r.failed)
			return step;
	}
	step.is_match = !(s->flags & 1);
	s->flags >>= 1;
	if (!step.is_match) {
		step.literal = rd_u8(&s->r);
		step.size = s->r.failed ? 0 : 1;
		return step;
	}
	pair = rd_u16le(&s->r);
	step.place = (pair & 0xff) | (pair >> 4 & 0xf00);
	step.size = s->r.failed ? 0 : (pair >> 8 & 15) + RING_LEAST_MATCH;
	return step;
}

size_t exh_lzss_expanded_size(struct exh_bytes src)
{
	struct stream s = { .r.in = src };
	size_t size = 0, step;

	while ((step = next_step(&s).size))
		size += step;
	return size;
}

/*
 * Copies. The window is the output, distances count back in it; before the first byte is
 * the initial window.
 */

static size_t distance_of(size_t place, size_t at)
{
	return ((START + at - place - 1) & (RING_SIZE - 1)) + 1;
}

/* Copies byte by byte; suits any copy. */
static void copy_slowly(uint8_t *dst, size_t at, size_t distance, size_t size,
			enum exh_lzss_window window)
{
	for (size_t end = at + size; at < end; at++) {
		/* The last bytes of the ring lie just before its first ones. */
		const bool last = distance > at && distance - at > START;

		if (distance <= at)
			dst[at] = dst[at - distance];
		else
			dst[at] = last && window == EXH_LZSS_ZVISION ? 0 : RING_SPACE;
	}
}

enum {
	MAX_GROUP = 1 + GROUP * 2, /* bytes of src */
	WIDE = 8,		   /* bytes copied at once */
	ROOM = 3 * WIDE,	   /* a copy of any size writes this far */
	GROUP_ROOM = (GROUP - 1) * MAX_MATCH + ROOM,
};

/*
 * A copy from nearby repeats its first bytes: to as many of them as WIDE holds, and from
 * there on with whole repetitions between one store and the next.
 */
static void repeat(uint8_t *to, size_t distance)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	static const uint64_t repeats[WIDE] = {
		0,
		0x0101010101010101,
		0x0001000100010001,
		0x0001000001000001,
		0x0000000100000001,
		0x0000010000000001,
		0x0001000000000001,
		0x0100000000000001,
	};
	const size_t period = WIDE - WIDE % distance;
	uint64_t bytes;

	memcpy(&bytes, to - distance, WIDE);
	bytes = (bytes & ~(UINT64_MAX << 8 * distance)) * repeats[distance];
	memcpy(to, &bytes, WIDE);
	memcpy(to + period, &bytes, WIDE);
	memcpy(to + 2 * period, &bytes, WIDE);
#else
	for (size_t i = 0; i < MAX_MATCH; i++)
		to[i] = *(to + i - distance);
#endif
}

/* A copy within the output, of MAX_MATCH bytes and some more: the excess is overwritten.
 */
static inline void copy_wide(uint8_t *to, size_t distance)
{
	const uint8_t *from = to - distance;

	if (distance < WIDE) {
		repeat(to, distance);
		return;
	}
	memcpy(to, from, WIDE);
	memcpy(to + WIDE, from + WIDE, WIDE);
	memcpy(to + 2 * WIDE, from + 2 * WIDE, 2);
}

/*
 * Whole groups, as long as the largest one would fit on both sides: bounds are checked
 * once per group. Returns the bytes of src that were used, and advances *at.
 */
static size_t expand_groups(struct exh_bytes src, enum exh_lzss_window window,
			    uint8_t *dst, size_t size, size_t *at)
{
	const uint8_t *in = src.data;
	size_t done = 0;

	while (src.size - (size_t)(in - src.data) >= MAX_GROUP &&
	       size - done >= GROUP_ROOM) {
		unsigned flags = *in++;

		if (flags == 0xff) {
			memcpy(dst + done, in, GROUP);
			in += GROUP;
			done += GROUP;
			continue;
		}
		for (int i = 0; i < GROUP; i++, flags >>= 1) {
			size_t distance, part;

			if (flags & 1) {
				dst[done++] = *in++;
				continue;
			}
			distance = distance_of(in[0] | (in[1] & 0xf0U) << 4, done);
			part = (in[1] & 15U) + RING_LEAST_MATCH;
			in += 2;
			if (distance <= done)
				copy_wide(dst + done, distance);
			else
				copy_slowly(dst, done, distance, part, window);
			done += part;
		}
	}
	*at = done;
	return (size_t)(in - src.data);
}

enum exh_status exh_lzss_expand(struct exh_bytes src, enum exh_lzss_window window,
				uint8_t *dst, size_t size, struct exh_expansion *done,
				struct exh_error *err)
{
	struct stream s = { .r.in = src };
	enum exh_status status = EXH_OK;
	size_t at = 0;

	s.r.pos = expand_groups(src, window, dst, size, &at);
	while (at < size && !status) {
		const size_t offset = rd_tell(&s.r);
		const struct step step = next_step(&s);
		const size_t left = size - at, part = step.size < left ? step.size : left;

		if (!step.size)
			status = exh_fail(err, EXH_TRUNCATED, src.base + src.size,
					  "%zu of %zu bytes", at, size);
		else if (step.size > left)
			status = exh_fail(err, EXH_INVALID, offset,
					  "a match of %zu bytes, expected at most %zu",
					  step.size, left);
		if (step.is_match)
			copy_slowly(dst, at, distance_of(step.place, at), part, window);
		else if (part)
			dst[at] = step.literal;
		at += part;
	}
	if (done)
		*done = (struct exh_expansion){ s.r.pos, at };
	if (at < size)
		memset(dst + at, 0, size - at);
	return status;
}

/* A byte of flags and its steps. */
static void write_group(struct ring *ring, struct exh_writer *out)
{
	uint8_t group[1 + GROUP * 2] = { 0 };
	size_t size = 1;

	for (unsigned i = 0; i < GROUP && ring->ahead; i++) {
		size_t step = ring->match_size;

		if (step < RING_LEAST_MATCH) {
			step = 1;
			group[0] |= (uint8_t)(1U << i);
			group[size++] = ring->bytes[ring->head];
		} else {
			const size_t place =
				(ring->head - ring->distance) & (RING_SIZE - 1);

			group[size++] = (uint8_t)place;
			group[size++] = (uint8_t)((place >> 4 & 0xf0) |
						  (step - RING_LEAST_MATCH));
		}
		exh_ring_advance(ring, step);
	}
	exh_write_bytes(out, group, size);
}

void exh_lzss_pack(struct exh_bytes src, struct exh_writer *out)
{
	struct ring ring;

	exh_ring_start(&ring, src, MAX_MATCH);
	while (ring.ahead)
		write_group(&ring, out);
}
