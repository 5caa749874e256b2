#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "bits.h"

#include <assert.h>

/*
 * Expanding. Steps of a few bits each are looked up while input and output have room for
 * the widest of them; codes that no step covers are walked bit by bit.
 */

enum {
	MAX_LOOK = 11,		   /* bits examined in one step */
	NO_WAY_OUT = MAX_LOOK + 1, /* a code that is longer */
	STEP_SYMBOLS = 4,	   /* an escaped one may follow */
	STEPS_A_WORD = 3,
	WORD = 8,
};

static_assert(STEPS_A_WORD * (MAX_LOOK + LITERAL_BITS) <= WORD * 8 - 7,
	      "a word has so many bits from any of its first byte on");

/* All complete codes in some bits, and the escape after them, if any. */
struct step {
	uint8_t symbols[STEP_SYMBOLS];
	uint8_t symbol_count; /* symbols, escaped ones not counted */
	/* Bits of the codes and of the escape; 0: none is complete. */
	uint8_t look_count;
	uint8_t bit_count; /* bits, those of escaped symbols included */
	bool is_escape;
};

struct huffman {
	struct exh_bytes src;
	uint8_t *dst;
	size_t size, at; /* at: bytes of dst already produced */
	uint64_t bit;	 /* offset of the next bit in src */
	const uint8_t *nodes;
	unsigned node_count, style, step_count;
	uint8_t terminator;
	uint8_t shortest[MAX_NODES]; /* bits from this node to the nearest leaf or escape
				      */
	struct step steps[1 << MAX_LOOK];
};

static unsigned shortest_from(const struct huffman *s, unsigned node)
{
	return node < s->node_count ? s->shortest[node] : NO_WAY_OUT;
}

/* Computes the shortest ways to a leaf or escape. Links lead forward, or by 0 nodes to
 * themselves, which leads nowhere. */
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

/* Sets the step of all patterns that begin with these bit_count bits. */
static void add_steps(struct huffman *s, unsigned bit_count, struct step step)
{
	const unsigned end = s->step_count + (1U << (s->style - bit_count));

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

/* Fills steps in ascending order, from a node that some bits lead to; step has the
 * codes in these bits. */
static void fill_steps(struct huffman *s, unsigned node, unsigned bit_count,
		       struct step step)
{
	unsigned link;

	if (bit_count + shortest_from(s, node) > s->style) {
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

/* Returns the number of bits of a step: a larger table decodes more at once, but takes
 * longer to make. */
static unsigned look_for(size_t size)
{
	return size < 8192 ? MAX_LOOK - 2 : size < 32768 ? MAX_LOOK - 1 : MAX_LOOK;
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
	s->style = look_for(s->size);
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
 * Stops before anything that needs care. Each step also writes the next byte of input
 * after its symbols, which counts only if it was escaped: a branch would be mispredicted
 * too often. Pointers are kept in locals, since each written byte might alias them.
 */
static void expand_steps(struct huffman *s)
{
	const struct exh_bytes src = s->src;
	uint8_t *const dst = s->dst;
	const size_t size = s->size;
	const unsigned shift = 64 - s->style, end = 1U << LITERAL_BITS | s->terminator;
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

/* Returns the bits from there on at the top of a word, at least 57; zeros after the
 * end. */
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

/* Decodes the code at s->bit, and gets its end. */
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

/* Takes the terminator. Without one there may be bits that fill up the last byte. */
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
	if (src.size || size) { /* no data may be packed as no data */
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
