#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "bits.h"
#include "ring.h"

enum {
	MAX_MATCH = RING_MAX_MATCH,
	LITERALS = 256,
	SYMBOLS = LITERALS + MAX_MATCH - RING_LEAST_MATCH + 1,
	NODES = SYMBOLS * 2 - 1,
	ROOT = NODES - 1,
	MAX_FREQUENT = 0x8000, /* frequency of the root, at which all are halved */
	LOW_BITS = 6,	       /* low bits of a distance, which are not coded */
	LONGEST_HIGH = 8,      /* bits of the code of a distance's upper part */
	HIGHS = 64,
	MAX_CODE = 25, /* bits; with these counts codes end at 24 */
};

/*
 * The adaptive tree: nodes in ascending order of frequency, siblings side by side. A son
 * from NODES on is a symbol, else the first of two nodes.
 */
struct tree {
	uint16_t frequency[NODES + 1]; /* one more, larger than all */
	uint16_t son[NODES];
	uint16_t parent[NODES + SYMBOLS]; /* parents of nodes, then of symbols */
};

static void set_son(struct tree *tree, unsigned node, unsigned son)
{
	tree->son[node] = (uint16_t)son;
	tree->parent[son] = (uint16_t)node;
	if (son < NODES)
		tree->parent[son + 1] = (uint16_t)node;
}

static void start(struct tree *tree)
{
	for (unsigned i = 0; i < SYMBOLS; i++) {
		tree->frequency[i] = 1;
		set_son(tree, i, NODES + i);
	}
	for (unsigned i = 0, node = SYMBOLS; node < NODES; i += 2, node++) {
		tree->frequency[node] =
			(uint16_t)(tree->frequency[i] + tree->frequency[i + 1]);
		set_son(tree, node, i);
	}
	tree->frequency[NODES] = UINT16_MAX;
	tree->parent[ROOT] = 0;
}

/* Halves all frequencies, and rebuilds the tree. */
static void rebuild(struct tree *tree)
{
	unsigned leaf_count = 0;

	for (unsigned i = 0; i < NODES; i++) {
		if (tree->son[i] < NODES)
			continue;
		tree->frequency[leaf_count] = (uint16_t)((tree->frequency[i] + 1) / 2);
		tree->son[leaf_count++] = tree->son[i];
	}
	for (unsigned i = 0, node = SYMBOLS; node < NODES; i += 2, node++) {
		const unsigned sum =
			(unsigned)tree->frequency[i] + tree->frequency[i + 1];
		unsigned at = node;

		for (; tree->frequency[at - 1] > sum; at--) {
			tree->frequency[at] = tree->frequency[at - 1];
			tree->son[at] = tree->son[at - 1];
		}
		tree->frequency[at] = (uint16_t)sum;
		tree->son[at] = (uint16_t)i;
	}
	for (unsigned i = 0; i < NODES; i++)
		set_son(tree, i, tree->son[i]);
}

/* Counts a symbol, and keeps the nodes in order. */
static void count(struct tree *tree, unsigned symbol)
{
	unsigned node;

	if (tree->frequency[ROOT] == MAX_FREQUENT)
		rebuild(tree);
	node = tree->parent[NODES + symbol];
	do {
		const unsigned more = ++tree->frequency[node];
		unsigned last = node;

		while (more > tree->frequency[last + 1])
			last++;
		if (last != node) {
			const unsigned mine = tree->son[node], other = tree->son[last];

			tree->frequency[node] = tree->frequency[last];
			tree->frequency[last] = (uint16_t)more;
			set_son(tree, last, mine);
			set_son(tree, node, other);
			node = last;
		}
		node = tree->parent[node];
	} while (node);
}

/* The fixed code of the upper six bits of a distance. Its codes ascend, so their
 * lengths define it. */
struct high_codes {
	uint8_t code[HIGHS], bits[HIGHS];
	uint8_t by_byte[256]; /* upper part whose code begins these eight bits */
};

static void make_high_codes(struct high_codes *codes)
{
	static const uint8_t counts[LONGEST_HIGH + 1] = { 0, 0, 0, 1, 3, 8, 12, 24, 16 };
	unsigned high = 0, at = 0;

	for (unsigned bits = 0; bits <= LONGEST_HIGH; bits++)
		for (unsigned i = 0; i < counts[bits]; i++) {
			const unsigned span = 1U << (LONGEST_HIGH - bits);

			codes->bits[high] = (uint8_t)bits;
			codes->code[high] = (uint8_t)(at / span);
			memset(codes->by_byte + at, (int)high, span);
			at += span;
			high++;
		}
}

/* The next bits are at the top of window; zeros follow the end of src. */
struct bits_in {
	struct exh_bytes src;
	size_t at;
	uint64_t window;
	/* Bits in the window; more than any symbol and distance take. */
	unsigned count;
	uint64_t used; /* bits, including those after the end */
};

static void refill(struct bits_in *in)
{
	for (; in->count <= 56; in->count += 8) {
		const uint64_t byte = in->at < in->src.size ? in->src.data[in->at++] : 0;

		in->window |= byte << (56 - in->count);
	}
}

static void skip(struct bits_in *in, unsigned bits)
{
	in->window <<= bits;
	in->count -= bits;
	in->used += bits;
}

static unsigned read_symbol(struct bits_in *in, const struct tree *tree)
{
	uint64_t window = in->window;
	unsigned node = tree->son[ROOT], bits = 0;

	while (node < NODES) {
		node = tree->son[node + (unsigned)(window >> 63)];
		window <<= 1;
		bits++;
	}
	skip(in, bits);
	return node - NODES;
}

static size_t read_distance(struct bits_in *in, const struct high_codes *codes)
{
	const unsigned high = codes->by_byte[in->window >> 56];
	unsigned low;

	skip(in, codes->bits[high]);
	low = (unsigned)(in->window >> (64 - LOW_BITS));
	skip(in, LOW_BITS);
	return ((size_t)high << LOW_BITS | low) + 1;
}

enum exh_status exh_lzhuf_expand(struct exh_bytes src, uint8_t *dst, size_t size,
				 struct exh_expansion *done, struct exh_error *err)
{
	struct bits_in in = { .src = src };
	struct high_codes codes;
	enum exh_status status = EXH_OK;
	struct tree tree;
	size_t at = 0;

	start(&tree);
	make_high_codes(&codes);
	while (at < size && !status) {
		const uint64_t before = in.used;
		size_t match = 0, distance = 0;
		unsigned symbol;

		refill(&in);
		symbol = read_symbol(&in, &tree);
		if (symbol >= LITERALS) {
			match = symbol - LITERALS + RING_LEAST_MATCH;
			distance = read_distance(&in, &codes);
		}
		if (in.used > (uint64_t)src.size * 8) {
			in.used = before;
			status = exh_fail(err, EXH_TRUNCATED, src.base + src.size,
					  "%zu of %zu bytes", at, size);
			break;
		}
		count(&tree, symbol);
		if (!match) {
			dst[at++] = (uint8_t)symbol;
			continue;
		}
		if (match > size - at) {
			status = exh_fail(err, EXH_INVALID,
					  src.base + (size_t)(before / 8),
					  "a match of %zu bytes, expected at most %zu",
					  match, size - at);
			match = size - at;
		}
		ring_copy(dst, at, distance, match);
		at += match;
	}
	if (done)
		*done = (struct exh_expansion){ (size_t)((in.used + 7) / 8), at };
	if (at < size)
		memset(dst + at, 0, size - at);
	return status;
}

/*
 * Packing.
 */

static void write_symbol(struct bits_out *bits, struct tree *tree, unsigned symbol)
{
	unsigned node = tree->parent[NODES + symbol], size = 0, code = 0;

	/* Collects the code from the leaf up; the second of two siblings is the odd
	 * one. */
	for (; node != ROOT && size < MAX_CODE; node = tree->parent[node])
		code |= (node & 1) << size++;
	bits_put(bits, code, size);
	count(tree, symbol);
}

static void write_distance(struct bits_out *bits, const struct high_codes *codes,
			   size_t distance)
{
	const size_t high = (distance - 1) >> LOW_BITS;

	bits_put(bits, codes->code[high], codes->bits[high]);
	bits_put(bits, (distance - 1) % (1U << LOW_BITS), LOW_BITS);
}

void exh_lzhuf_pack(struct exh_bytes src, struct exh_writer *out)
{
	struct bits_out bits = { .out = out, .high_first = true };
	struct high_codes codes;
	struct ring ring;
	struct tree tree;

	start(&tree);
	make_high_codes(&codes);
	exh_ring_start(&ring, src, MAX_MATCH);
	while (ring.ahead) {
		size_t step = ring.match_size;

		if (step < RING_LEAST_MATCH) {
			step = 1;
			write_symbol(&bits, &tree, ring.bytes[ring.head]);
		} else {
			write_symbol(&bits, &tree,
				     LITERALS + (unsigned)step - RING_LEAST_MATCH);
			write_distance(&bits, &codes, ring.distance);
		}
		exh_ring_advance(&ring, step);
	}
	bits_end(&bits);
}
