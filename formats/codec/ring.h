/*
 * Parts that the codecs after Okumura share: a window of 4096 bytes, initially full of
 * spaces, from which matches are copied.
 */
#ifndef EXH_CODEC_RING_H
#define EXH_CODEC_RING_H

#include "exhume/base.h"

#include <string.h>

enum {
	RING_SIZE = 4096,
	RING_MAX_MATCH = 30,  /* longest match of any codec */
	RING_LEAST_MATCH = 3, /* shorter ones are written as literal bytes */
	RING_SPACE = 0x20,
};

/*
 * Appends size bytes from distance (at least 1) before at; spaces precede the first byte.
 * A copy may overlap itself.
 */
static inline void ring_copy(uint8_t *dst, size_t at, size_t distance, size_t size)
{
	size_t before = 0;

	if (distance > at) {
		before = distance - at < size ? distance - at : size;
		memset(dst + at, RING_SPACE, before);
	}
	if (distance >= size && before < size) {
		memcpy(dst + at + before, dst + at + before - distance, size - before);
		return;
	}
	for (size_t i = before; i < size; i++)
		dst[at + i] = dst[at + i - distance];
}

/*
 * Finds the longest match of the next bytes in the window, the nearest of equally long
 * ones, with a search tree for each first byte. Places are offsets in the ring.
 */
struct ring {
	struct exh_bytes src;
	size_t src_at;	   /* next byte to be put into the ring */
	size_t most;	   /* longest match of this codec */
	size_t head, tail; /* places of the next bytes, and of the next bytes to drop */
	size_t ahead;	   /* bytes in the ring from head on; 0 at the end */
	size_t match_size; /* up to ahead; below RING_LEAST_MATCH: no match */
	size_t distance;   /* distance of the match from head, at least 1 */
	/* The first bytes are repeated at the end. */
	uint8_t bytes[RING_SIZE + RING_MAX_MATCH];
	/* Nodes are places in the ring; after them the roots, one per first byte. */
	uint16_t left[RING_SIZE], right[RING_SIZE + 256], above[RING_SIZE];
};

/* Starts, and matches the first bytes of src. */
void exh_ring_start(struct ring *ring, struct exh_bytes src, size_t most);

/* Advances by count bytes, at most ahead. */
void exh_ring_advance(struct ring *ring, size_t count);

#endif
