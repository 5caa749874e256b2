#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "bits.h"

#include <assert.h>

/*
 * Packing. The tree is laid out level by level, on each first the leaves, then the inner
 * nodes: the children of 7 inner nodes are at most 14 places away. So the shape of a tree
 * is the number of leaves on each level, frequent bytes above rare ones, and the level of
 * the one escape, which takes no place: the last node there has nothing else to its
 * right, and may be the eighth.
 */

enum {
	MAX_JUMP = 15,		     /* nodes, from one to the ones below */
	MAX_SYMBOLS = MAX_NODES / 2, /* each with an inner node; one has the escape */
	MAX_INNER = MAX_JUMP / 2,    /* on a level; above the escape one more */
	MAX_LEVELS = 2 * MAX_SYMBOLS,
	SYMBOL_BITS = 32, /* in the tree: a leaf and an inner node */
};

static const uint64_t NEVER = UINT64_MAX / 4; /* infinite cost; costs are in bits */

/* Best cost for a level with a number of inner nodes, and of symbols on it and above. */
struct state {
	uint64_t cost;
	uint8_t leaf_count; /* leaves on this level, or on the next, in the best way */
};

struct plan {
	uint8_t symbols[256]; /* frequent ones first */
	uint64_t sums[257];   /* total count of the first symbols */
	uint64_t total;	      /* bytes, and the terminator */
	unsigned distinct_count;
	struct state above[MAX_INNER + 2][MAX_SYMBOLS + 1]; /* from the root to here */
	struct state below[MAX_INNER + 1][MAX_SYMBOLS + 1]; /* from after the escape */
};

/* Position of the escape: below a level with this state; the next level has leaf_count
 * leaves. */
struct join {
	uint64_t cost;
	unsigned symbol_count; /* symbols in the tree */
	unsigned inner, placed, leaf_count;
};

static void count_symbols(struct plan *plan, struct exh_bytes src)
{
	uint64_t counts[256] = { 0 };

	for (size_t i = 0; i < src.size; i++)
		counts[src.data[i]]++;
	for (unsigned i = 0; i < 256; i++) {
		unsigned at = i;

		plan->distinct_count += counts[i] != 0;
		for (; at && counts[plan->symbols[at - 1]] < counts[i]; at--)
			plan->symbols[at] = plan->symbols[at - 1];
		plan->symbols[at] = (uint8_t)i;
	}
	for (unsigned i = 0; i < 256; i++)
		plan->sums[i + 1] = plan->sums[i] + counts[plan->symbols[i]];
	plan->total = plan->sums[256] + 1;
}

/* Plans the levels above. A level costs one bit for each symbol below it. */
static void plan_above(struct plan *plan)
{
	for (unsigned inner = 0; inner <= MAX_INNER + 1; inner++)
		for (unsigned placed = 0; placed <= MAX_SYMBOLS; placed++)
			plan->above[inner][placed].cost = NEVER;
	plan->above[1][0] = (struct state){ 0, 0 };
	for (unsigned placed = 0; placed < MAX_SYMBOLS; placed++)
		for (unsigned inner = 1; inner <= MAX_INNER; inner++) {
			const uint64_t cost = plan->above[inner][placed].cost +
					      plan->total - plan->sums[placed];

			for (unsigned leaves = 0;
			     leaves < 2 * inner && placed + leaves <= MAX_SYMBOLS;
			     leaves++) {
				struct state *to;

				if (2 * inner - leaves > MAX_INNER + 1)
					continue;
				to = &plan->above[2 * inner - leaves][placed + leaves];
				if (cost < to->cost)
					*to = (struct state){ cost, (uint8_t)leaves };
			}
		}
}

static struct state best_below(const struct plan *plan, unsigned symbol_count,
			       unsigned inner, unsigned placed)
{
	const uint64_t level = plan->sums[symbol_count] - plan->sums[placed];
	struct state best = { NEVER, 0 };

	for (unsigned leaves = 0; leaves <= 2 * inner && placed + leaves <= symbol_count;
	     leaves++) {
		uint64_t cost;

		if (2 * inner - leaves > MAX_INNER)
			continue;
		cost = plan->below[2 * inner - leaves][placed + leaves].cost + level;
		if (cost < best.cost)
			best = (struct state){ cost, (uint8_t)leaves };
	}
	return best;
}

static void plan_below(struct plan *plan, unsigned symbol_count)
{
	for (unsigned placed = symbol_count + 1; placed-- > 0;) {
		for (unsigned inner = MAX_INNER; inner > 0; inner--)
			plan->below[inner][placed] =
				best_below(plan, symbol_count, inner, placed);
		plan->below[0][placed].cost = placed == symbol_count ? 0 : NEVER;
	}
}

/* Improves best, if a tree of symbol_count is better. */
static void plan_join(const struct plan *plan, unsigned symbol_count, struct join *best)
{
	const uint64_t fixed = LITERAL_BITS * (plan->total - plan->sums[symbol_count]) +
			       (uint64_t)SYMBOL_BITS * symbol_count;

	for (unsigned inner = 1; inner <= MAX_INNER + 1; inner++)
		for (unsigned placed = 0; placed < symbol_count; placed++)
			for (unsigned leaves = 0; leaves < 2 * inner; leaves++) {
				const unsigned next = 2 * inner - 1 - leaves;
				uint64_t cost = plan->above[inner][placed].cost + fixed +
						plan->total - plan->sums[placed];

				if (next > MAX_INNER || placed + leaves > symbol_count)
					continue;
				cost += plan->below[next][placed + leaves].cost;
				if (cost < best->cost)
					*best = (struct join){ cost, symbol_count, inner,
							       placed, leaves };
			}
}

static void try_count(struct plan *plan, unsigned symbol_count, struct join *best)
{
	plan_below(plan, symbol_count);
	plan_join(plan, symbol_count, best);
}

/* Plans the tree. Each further symbol in the tree saves less, and too many cost more:
 * every eighth count is tried, then those around the best. */
static struct join plan_tree(struct plan *plan, struct exh_bytes src)
{
	enum { STRIDE = 8 };
	struct join best = { .cost = UINT64_MAX };
	unsigned most, middle;

	count_symbols(plan, src);
	most = plan->distinct_count < MAX_SYMBOLS ? plan->distinct_count : MAX_SYMBOLS;
	plan_above(plan);
	for (unsigned count = 1; count <= most || count == 1; count += STRIDE)
		try_count(plan, count, &best);
	middle = best.symbol_count;
	for (unsigned i = 1; i < STRIDE; i++) {
		if (middle > i)
			try_count(plan, middle - i, &best);
		if (middle + i <= most)
			try_count(plan, middle + i, &best);
	}
	plan_below(plan, best.symbol_count);
	return best;
}

struct shape {
	uint8_t leaf_counts[MAX_LEVELS]; /* the root's level first */
	unsigned level_count, escape_level;
};

static void shape_of(const struct plan *plan, const struct join *join,
		     struct shape *shape)
{
	unsigned inner = join->inner, placed = join->placed, level = 0;
	uint8_t upwards[MAX_LEVELS];

	while (placed || inner != 1) {
		const unsigned leaves = plan->above[inner][placed].leaf_count;

		upwards[level++] = (uint8_t)leaves;
		inner = (inner + leaves) / 2;
		placed -= leaves;
	}
	shape->escape_level = level;
	shape->leaf_counts[0] = 0;
	for (unsigned i = 0; i < level; i++)
		shape->leaf_counts[level - i] = upwards[i];
	shape->leaf_counts[++level] = (uint8_t)join->leaf_count;
	inner = 2 * join->inner - 1 - join->leaf_count;
	placed = join->placed + join->leaf_count;
	while (inner) {
		const unsigned leaves = plan->below[inner][placed].leaf_count;

		shape->leaf_counts[++level] = (uint8_t)leaves;
		inner = 2 * inner - leaves;
		placed += leaves;
	}
	shape->level_count = level + 1;
}

struct tree {
	uint8_t nodes[MAX_NODES][2]; /* value, link */
	uint8_t parents[MAX_NODES];
	bool is_right[MAX_NODES];
	unsigned count, escape; /* the node with the escape to its right */
	uint8_t places[256];	/* node of each byte; 0, the root: not in the tree */
};

static unsigned link_child(struct tree *tree, unsigned parent, bool right, unsigned child)
{
	assert(child - parent <= MAX_JUMP);
	tree->parents[child] = (uint8_t)parent;
	tree->is_right[child] = right;
	return child - parent;
}

static void build_tree(const struct plan *plan, const struct shape *shape,
		       struct tree *tree)
{
	const uint8_t *symbol = plan->symbols;
	unsigned width = 1;

	for (unsigned level = 0; level < shape->level_count; level++) {
		const unsigned leaves = shape->leaf_counts[level], inner = width - leaves;
		unsigned child = tree->count + width;

		for (unsigned i = 0; i < leaves; i++) {
			tree->places[*symbol] = (uint8_t)tree->count;
			tree->nodes[tree->count++][0] = *symbol++;
		}
		width = 2 * inner - (level == shape->escape_level);
		for (unsigned i = 0; i < inner; i++, tree->count++) {
			uint8_t *link = &tree->nodes[tree->count][1];

			*link = (uint8_t)(link_child(tree, tree->count, false, child++)
					  << 4);
			if (level == shape->escape_level && i == inner - 1)
				tree->escape = tree->count;
			else
				*link |= (uint8_t)link_child(tree, tree->count, true,
							     child++);
		}
	}
}

/* A terminator that is never escaped as data: the first byte that does not occur, else
 * any other. */
static uint8_t choose_terminator(const struct plan *plan)
{
	uint8_t least = plan->symbols[0];

	if (plan->distinct_count == 256)
		return least;
	least = plan->symbols[plan->distinct_count];
	for (unsigned i = plan->distinct_count; i < 256; i++)
		if (plan->symbols[i] < least)
			least = plan->symbols[i];
	return least;
}

static void put_path(struct bits_out *bits, const struct tree *tree, unsigned node)
{
	bool path[MAX_NODES];
	unsigned depth = 0;

	for (; node; node = tree->parents[node])
		path[depth++] = tree->is_right[node];
	while (depth)
		bits_put(bits, path[--depth], 1);
}

static void put_escape(struct bits_out *bits, const struct tree *tree, uint8_t literal)
{
	put_path(bits, tree, tree->escape);
	bits_put(bits, 1, 1);
	bits_put(bits, literal, LITERAL_BITS);
}

void exh_sci_huffman_pack(struct exh_bytes src, struct exh_writer *out)
{
	struct bits_out bits = { .out = out, .high_first = true };
	struct plan plan = { .total = 0 };
	struct tree tree = { .count = 0 };
	const struct join join = plan_tree(&plan, src);
	const uint8_t terminator = choose_terminator(&plan);
	struct shape shape;

	shape_of(&plan, &join, &shape);
	build_tree(&plan, &shape, &tree);
	exh_write_u8(out, (uint8_t)tree.count);
	exh_write_u8(out, terminator);
	exh_write_bytes(out, tree.nodes, (size_t)tree.count * 2);
	for (size_t i = 0; i < src.size; i++)
		if (tree.places[src.data[i]])
			put_path(&bits, &tree, tree.places[src.data[i]]);
		else
			put_escape(&bits, &tree, src.data[i]);
	put_escape(&bits, &tree, terminator);
	bits_end(&bits);
}
