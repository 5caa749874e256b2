#include "exhume/codec.h"

#include "sci_bits.h"

#include <assert.h>

enum {
	HEAD_SIZE = 2, /* bytes: how many nodes, the terminator */
	MOST_NODES = 255,
	MOST_JUMP = 15, /* nodes, from one to the ones below */
	LITERAL_BITS = 8,
};

/*
 * Expanding. Steps of a few bits each are looked up while input and output have room for
 * the widest of them; what no step can tell is walked bit by bit.
 */

enum {
	MOST_LOOK = 11,		    /* bits looked at in one step */
	NO_WAY_OUT = MOST_LOOK + 1, /* or one that is longer */
	STEP_SYMBOLS = 4,	    /* and perhaps an escaped one */
	STEPS_A_WORD = 3,
	WORD = 8,
};

static_assert(STEPS_A_WORD * (MOST_LOOK + LITERAL_BITS) <= WORD * 8 - 7,
	      "a word has so many bits from any of its first byte on");

/* All whole codes of some bits, and the escape behind them, if there is one. */
struct step {
	uint8_t symbols[STEP_SYMBOLS];
	uint8_t symbol_count; /* without what is escaped */
	uint8_t look_count;   /* bits of the codes and of the escape; 0: none is whole */
	uint8_t bit_count;    /* with those of what is escaped */
	bool is_escape;
};

struct huffman {
	struct exh_bytes src;
	uint8_t *dst;
	size_t size, at; /* at: bytes of dst that are there */
	uint64_t bit;	 /* of src, the next */
	const uint8_t *nodes;
	unsigned node_count, look, step_count;
	uint8_t terminator;
	uint8_t shortest[MOST_NODES]; /* bits from this node to the nearest leaf or escape
				       */
	struct step steps[1 << MOST_LOOK];
};

static unsigned shortest_from(const struct huffman *s, unsigned node)
{
	return node < s->node_count ? s->shortest[node] : NO_WAY_OUT;
}

/* Links lead forward, or, by no places, to where they are, which is no way out. */
static void find_shortest(struct huffman *s)
{
	for (unsigned node = s->node_count; node-- > 0;) {
		const unsigned link = s->nodes[2 * node + 1];
		unsigned left = NO_WAY_OUT, right = 0, shortest;

		if (link >> 4)
			left = shortest_from(s, node + (link >> 4));
		if (link & 15)
			right = shortest_from(s, node + (link & 15));
		shortest = left < right ? left : right;
		shortest += shortest < NO_WAY_OUT;
		s->shortest[node] = (uint8_t)(link ? shortest : 0);
	}
}

/* For all patterns that begin with so many bits. */
static void add_steps(struct huffman *s, unsigned bit_count, struct step step)
{
	const unsigned end = s->step_count + (1U << (s->look - bit_count));

	while (s->step_count < end)
		s->steps[s->step_count++] = step;
}

static void add_escape(struct huffman *s, unsigned bit_count, struct step step)
{
	step.look_count = (uint8_t)bit_count;
	step.bit_count = (uint8_t)(bit_count + LITERAL_BITS);
	step.is_escape = true;
	add_steps(s, bit_count, step);
}

/* In ascending order, from a node that some bits lead to, with what the codes in these
 * bits gave. */
static void fill_steps(struct huffman *s, unsigned node, unsigned bit_count,
		       struct step step)
{
	unsigned link;

	if (bit_count + shortest_from(s, node) > s->look) {
		add_steps(s, bit_count, step);
		return;
	}
	link = s->nodes[2 * node + 1];
	if (!link) {
		step.symbols[step.symbol_count++] = s->nodes[2 * node];
		step.look_count = step.bit_count = (uint8_t)bit_count;
		if (step.symbol_count < STEP_SYMBOLS)
			fill_steps(s, 0, bit_count, step);
		else
			add_steps(s, bit_count, step);
		return;
	}
	if (link >> 4)
		fill_steps(s, node + (link >> 4), bit_count + 1, step);
	else
		add_steps(s, bit_count + 1, step);
	if (link & 15)
		fill_steps(s, node + (link & 15), bit_count + 1, step);
	else
		add_escape(s, bit_count + 1, step);
}

/* The larger the table the more is known at once, and the longer it takes to make. */
static unsigned look_for(size_t size)
{
	return size < 8192 ? MOST_LOOK - 2 : size < 32768 ? MOST_LOOK - 1 : MOST_LOOK;
}

static enum exh_status start(struct huffman *s, struct exh_bytes src,
			     struct exh_error *err)
{
	struct reader r = { .in = src };

	s->src = src;
	s->node_count = rd_u8(&r);
	s->terminator = rd_u8(&r);
	s->nodes = rd_take(&r, (size_t)s->node_count * 2);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, src.base + src.size,
				"%zu bytes, expected a tree of %u nodes", src.size,
				s->node_count);
	if (!s->node_count || !s->nodes[1])
		return exh_fail(err, EXH_INVALID, src.base,
				"a tree of %u nodes that has no codes", s->node_count);
	s->bit = (uint64_t)r.pos * 8;
	s->look = look_for(s->size);
	find_shortest(s);
	s->step_count = 0;
	fill_steps(s, 0, 0, (struct step){ .symbol_count = 0 });
	return EXH_OK;
}

static uint64_t load_word(const uint8_t *p)
{
	return (uint64_t)load_u32be(p) << 32 | load_u32be(p + 4);
}

/*
 * Stops before all that needs care. Each step has a byte of what follows it put behind
 * its symbols, which counts if it was escaped: a jump would be guessed wrong too often.
 * Where it is is kept aside, since each byte that is written might change it.
 */
static void expand_steps(struct huffman *s)
{
	const struct exh_bytes src = s->src;
	uint8_t *const dst = s->dst;
	const size_t size = s->size;
	const unsigned shift = 64 - s->look, end = 1U << LITERAL_BITS | s->terminator;
	uint64_t bit = s->bit;
	size_t at = s->at;

	while (src.size - bit / 8 >= WORD &&
	       size - at >= STEPS_A_WORD * (STEP_SYMBOLS + 1)) {
		uint64_t word = load_word(src.data + bit / 8) << bit % 8;
		unsigned count = 0;

		for (; count < STEPS_A_WORD; count++) {
			const struct step *step = &s->steps[word >> shift];
			const unsigned literal = (unsigned)(word << step->look_count >>
							    (64 - LITERAL_BITS));

			if (!step->look_count ||
			    ((unsigned)step->is_escape << LITERAL_BITS | literal) == end)
				break;
			memcpy(dst + at, step->symbols, STEP_SYMBOLS);
			at += step->symbol_count;
			dst[at] = (uint8_t)literal;
			at += step->is_escape;
			bit += step->bit_count;
			word <<= step->bit_count;
		}
		if (count < STEPS_A_WORD)
			break;
	}
	s->bit = bit;
	s->at = at;
}

enum walk { WALK_SYMBOL, WALK_TERMINATOR, WALK_END, WALK_OUT };

/* The bits from there on at the top of a word, at least 57; zeros behind the end. */
static uint64_t word_at(struct exh_bytes src, uint64_t bit)
{
	const size_t at = (size_t)(bit / 8);
	uint8_t last[WORD] = { 0 };

	if (src.size - at >= WORD)
		return load_word(src.data + at) << bit % 8;
	if (src.size > at)
		memcpy(last, src.data + at, src.size - at);
	return load_word(last) << bit % 8;
}

/* The code at s->bit, and where it ends. */
static enum walk walk_code(const struct huffman *s, uint64_t *bit, uint8_t *symbol)
{
	const uint64_t end = (uint64_t)s->src.size * 8;
	uint64_t word = word_at(s->src, s->bit);
	unsigned node = 0, taken = 0;

	for (*bit = s->bit; node < s->node_count;) {
		const unsigned link = s->nodes[2 * node + 1];
		const bool right = word >> 63;

		*symbol = s->nodes[2 * node];
		if (!link)
			return WALK_SYMBOL;
		if (*bit == end)
			return WALK_END;
		++*bit;
		word = ++taken % 32 ? word << 1 : word_at(s->src, *bit);
		node += right ? link & 15 : link >> 4;
		if (right && !(link & 15)) {
			if (end - *bit < LITERAL_BITS)
				return WALK_END;
			*bit += LITERAL_BITS;
			*symbol = (uint8_t)(word >> (64 - LITERAL_BITS));
			return *symbol == s->terminator ? WALK_TERMINATOR : WALK_SYMBOL;
		}
	}
	return WALK_OUT;
}

static enum exh_status expand_code(struct huffman *s, struct exh_error *err)
{
	const size_t offset = s->src.base + (size_t)(s->bit / 8);
	uint8_t symbol = 0;
	uint64_t bit;

	switch (walk_code(s, &bit, &symbol)) {
	case WALK_SYMBOL:
		s->dst[s->at++] = symbol;
		s->bit = bit;
		return EXH_OK;
	case WALK_TERMINATOR:
		return exh_fail(err, EXH_TRUNCATED, offset,
				"the terminator after %zu of %zu bytes", s->at, s->size);
	case WALK_END:
		return exh_fail(err, EXH_TRUNCATED, s->src.base + s->src.size,
				"%zu of %zu bytes", s->at, s->size);
	default:
		return exh_fail(err, EXH_INVALID, offset,
				"a code that leaves the tree of %u nodes", s->node_count);
	}
}

/* Without a terminator there may be bits that fill up the last byte. */
static enum exh_status take_terminator(struct huffman *s, struct exh_error *err)
{
	uint8_t symbol;
	uint64_t bit;
	enum walk walk;

	if ((uint64_t)s->src.size * 8 - s->bit < 8)
		return EXH_OK;
	walk = walk_code(s, &bit, &symbol);
	if (walk == WALK_TERMINATOR)
		s->bit = bit;
	if (walk == WALK_TERMINATOR || walk == WALK_END)
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, s->src.base + (size_t)(s->bit / 8),
			"more than %zu bytes, expected the terminator", s->size);
}

enum exh_status exh_sci_huffman_expand(struct exh_bytes src, uint8_t *dst, size_t size,
				       struct exh_expansion *done, struct exh_error *err)
{
	struct huffman s;
	enum exh_status status = EXH_OK;

	s.dst = dst;
	s.size = size;
	s.at = 0;
	s.bit = 0;
	if (src.size || size) { /* nothing may be packed as nothing */
		status = start(&s, src, err);
		while (s.at < size && !status) {
			expand_steps(&s);
			if (s.at < size)
				status = expand_code(&s, err);
		}
		if (!status)
			status = take_terminator(&s, err);
	}
	if (done)
		*done = (struct exh_expansion){ (size_t)((s.bit + 7) / 8), s.at };
	if (s.at < size)
		memset(dst + s.at, 0, size - s.at);
	return status;
}

/*
 * Packing. The tree is laid out level by level, on each first the leaves, then the nodes
 * with others below them: those of 7 such nodes lie 14 places away at most. So the shape
 * of a tree is how many leaves each level has, frequent bytes above rare ones, and the
 * level of the one escape, which takes no place: the last node there has nothing else to
 * its right, and may be the eighth.
 */

enum {
	MOST_SYMBOLS = MOST_NODES / 2, /* each with an inner node; one has the escape */
	MOST_INNER = MOST_JUMP / 2,    /* on a level; above the escape one more */
	MOST_LEVELS = 2 * MOST_SYMBOLS,
	SYMBOL_BITS = 32, /* in the tree: a leaf and an inner node */
};

static const uint64_t NEVER = UINT64_MAX / 4; /* of costs, which are in bits */

/* At some level: so many inner nodes on it, so many symbols on it and above. */
struct state {
	uint64_t cost;
	uint8_t leaf_count; /* on this level, or on the next: those of the best way */
};

struct plan {
	uint8_t symbols[256]; /* frequent ones first */
	uint64_t sums[257];   /* how often so many of the first occur */
	uint64_t total;	      /* bytes, and the terminator */
	unsigned distinct_count;
	struct state above[MOST_INNER + 2][MOST_SYMBOLS + 1]; /* from the root to here */
	struct state below[MOST_INNER + 1][MOST_SYMBOLS + 1]; /* from behind the escape */
};

/* Where the escape hangs: below a level with this state; the next has leaf_count. */
struct join {
	uint64_t cost;
	unsigned symbol_count; /* of the tree */
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

/* A level costs a bit for all that is below it. */
static void plan_above(struct plan *plan)
{
	for (unsigned inner = 0; inner <= MOST_INNER + 1; inner++)
		for (unsigned placed = 0; placed <= MOST_SYMBOLS; placed++)
			plan->above[inner][placed].cost = NEVER;
	plan->above[1][0] = (struct state){ 0, 0 };
	for (unsigned placed = 0; placed < MOST_SYMBOLS; placed++)
		for (unsigned inner = 1; inner <= MOST_INNER; inner++) {
			const uint64_t cost = plan->above[inner][placed].cost +
					      plan->total - plan->sums[placed];

			for (unsigned leaves = 0;
			     leaves < 2 * inner && placed + leaves <= MOST_SYMBOLS;
			     leaves++) {
				struct state *to;

				if (2 * inner - leaves > MOST_INNER + 1)
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

		if (2 * inner - leaves > MOST_INNER)
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
		for (unsigned inner = MOST_INNER; inner > 0; inner--)
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

	for (unsigned inner = 1; inner <= MOST_INNER + 1; inner++)
		for (unsigned placed = 0; placed < symbol_count; placed++)
			for (unsigned leaves = 0; leaves < 2 * inner; leaves++) {
				const unsigned next = 2 * inner - 1 - leaves;
				uint64_t cost = plan->above[inner][placed].cost + fixed +
						plan->total - plan->sums[placed];

				if (next > MOST_INNER || placed + leaves > symbol_count)
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

/* More symbols in the tree pay less and less, and too many cost: every eighth count is
 * tried, then those around the best. */
static struct join plan_tree(struct plan *plan, struct exh_bytes src)
{
	enum { STRIDE = 8 };
	struct join best = { .cost = UINT64_MAX };
	unsigned most, middle;

	count_symbols(plan, src);
	most = plan->distinct_count < MOST_SYMBOLS ? plan->distinct_count : MOST_SYMBOLS;
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
	uint8_t leaf_counts[MOST_LEVELS]; /* the root's level first */
	unsigned level_count, escape_level;
};

static void shape_of(const struct plan *plan, const struct join *join,
		     struct shape *shape)
{
	unsigned inner = join->inner, placed = join->placed, level = 0;
	uint8_t upwards[MOST_LEVELS];

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
	uint8_t nodes[MOST_NODES][2]; /* value, link */
	uint8_t parents[MOST_NODES];
	bool is_right[MOST_NODES];
	unsigned count, escape; /* the node with the escape to its right */
	uint8_t places[256];	/* of each byte; 0, the root's: not in the tree */
};

static unsigned link_child(struct tree *tree, unsigned parent, bool right, unsigned child)
{
	assert(child - parent <= MOST_JUMP);
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

/* One that is never escaped otherwise: the first that does not occur, else any other. */
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
	bool path[MOST_NODES];
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
