#include "ring.h"

enum { NONE = 0xffff, ROOTS = RING_SIZE, MASK = RING_SIZE - 1 };

static void hang(struct ring *ring, uint16_t node, uint16_t above, bool right)
{
	if (right)
		ring->right[above] = node;
	else
		ring->left[above] = node;
	if (node != NONE)
		ring->above[node] = above;
}

/* Puts node (or nothing) where old is. */
static void take_place(struct ring *ring, uint16_t node, uint16_t old)
{
	const uint16_t above = ring->above[old];

	hang(ring, node, above, ring->right[above] == old);
}

/* Takes over the links of the node with the same bytes. */
static void replace(struct ring *ring, uint16_t node, uint16_t old)
{
	take_place(ring, node, old);
	hang(ring, ring->left[old], node, false);
	hang(ring, ring->right[old], node, true);
	ring->above[old] = NONE;
}

static void discard(struct ring *ring, uint16_t old)
{
	uint16_t heir = ring->left[old];

	if (ring->above[old] == NONE)
		return; /* replaced already */
	if (ring->left[old] == NONE || ring->right[old] == NONE) {
		take_place(ring, heir == NONE ? ring->right[old] : heir, old);
		ring->above[old] = NONE;
		return;
	}
	while (ring->right[heir] != NONE)
		heir = ring->right[heir];
	if (heir != ring->left[old])
		take_place(ring, ring->left[heir], heir);
	else
		ring->left[old] = ring->left[heir];
	replace(ring, heir, old);
}

static size_t count_equal(const struct ring *ring, size_t a, size_t b)
{
	size_t size = 1; /* nodes of one tree share the first byte */

	while (size < ring->most && ring->bytes[a + size] == ring->bytes[b + size])
		size++;
	return size;
}

/* Puts the bytes from head on into their tree, and finds their best match on the way. */
static void insert(struct ring *ring, uint16_t node)
{
	uint16_t at = (uint16_t)(ROOTS + ring->bytes[node]);
	bool right = true;

	ring->left[node] = ring->right[node] = NONE;
	ring->match_size = 0;
	for (;;) {
		const uint16_t next = right ? ring->right[at] : ring->left[at];
		size_t size, distance;

		if (next == NONE) {
			hang(ring, node, at, right);
			return;
		}
		at = next;
		size = count_equal(ring, node, at);
		distance = (size_t)(node - at) & MASK;
		if (size >= RING_LEAST_MATCH &&
		    (size > ring->match_size ||
		     (size == ring->match_size && distance < ring->distance))) {
			ring->match_size = size;
			ring->distance = distance;
		}
		if (size == ring->most) {
			replace(ring, node, at);
			return;
		}
		right = ring->bytes[node + size] >= ring->bytes[at + size];
	}
}

static void put(struct ring *ring, size_t place, uint8_t value)
{
	ring->bytes[place] = value;
	if (place < RING_MAX_MATCH)
		ring->bytes[RING_SIZE + place] = value;
}

static void insert_head(struct ring *ring)
{
	insert(ring, (uint16_t)ring->head);
	if (ring->match_size > ring->ahead)
		ring->match_size = ring->ahead;
}

void exh_ring_start(struct ring *ring, struct exh_bytes src, size_t most)
{
	*ring = (struct ring){ .src = src, .most = most, .head = RING_SIZE - most };
	memset(ring->bytes, RING_SPACE, ring->head);
	memset(ring->bytes + RING_SIZE, RING_SPACE, RING_MAX_MATCH);
	memset(ring->right + ROOTS, 0xff, 256 * sizeof *ring->right);
	memset(ring->above, 0xff, sizeof ring->above);
	while (ring->ahead < most && ring->src_at < src.size)
		put(ring, ring->head + ring->ahead++, src.data[ring->src_at++]);
	if (!ring->ahead)
		return;
	for (size_t i = 1; i <= most; i++)
		insert(ring, (uint16_t)(ring->head - i));
	insert_head(ring);
}

void exh_ring_advance(struct ring *ring, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		discard(ring, (uint16_t)ring->tail);
		if (ring->src_at < ring->src.size)
			put(ring, ring->tail, ring->src.data[ring->src_at++]);
		else
			ring->ahead--;
		ring->tail = (ring->tail + 1) & MASK;
		ring->head = (ring->head + 1) & MASK;
		if (ring->ahead)
			insert_head(ring);
	}
}
