#include "exhume/codec.h"

#include "../base/reader.h"
#include "ring.h"

enum {
	MOST_MATCH = 18, /* 3 and what four bits hold */
	START = RING_SIZE - MOST_MATCH,
	GROUP = 8, /* steps a byte of flags */
};

/* One step of the stream: a byte itself, or a match. */
struct step {
	size_t size;  /* 0: src has ended, between two steps or within one */
	size_t place; /* of a match, in the window */
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

enum exh_status exh_lzss_expand(struct exh_bytes src, uint8_t *dst, size_t size,
				struct exh_expansion *done, struct exh_error *err)
{
	struct stream s = { .r.in = src };
	enum exh_status status = EXH_OK;
	size_t at = 0;

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
			ring_copy(dst, at,
				  ((START + at - step.place - 1) & (RING_SIZE - 1)) + 1,
				  part);
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

/* A byte of flags and the steps that it tells of. */
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

	exh_ring_start(&ring, src, MOST_MATCH);
	while (ring.ahead)
		write_group(&ring, out);
}
