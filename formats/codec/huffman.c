#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "bits.h"

#include <assert.h>
#include <string.h>

enum {
	NODES = EXH_HUFFMAN_NODES,
	ROOT = NODES - 1,
	NODE = 256,    /* links from here on lead to nodes */
	DEAD = 0xffff, /* a link that leads nowhere */
	PAD = 4,       /* zero bytes after the dictionaries of most files */
	MAX_BAD_LINKS = NODES / 2,
	STEP_SYMBOLS = EXH_HUFFMAN_STEP_SYMBOLS,
	STEP_BITS = 4 * EXH_HUFFMAN_LOOK, /* four steps go by one refill */
	/* Bits of a code that is put at once: 7 more bits are held with it. */
	MAX_QUICK_BITS = 56,
};

static_assert(STEP_BITS <= 56, "a refill yields at least 56 bits");
static_assert(sizeof(struct exh_huffman_step) == 8, "steps are found by shifting");

/*
 * Reading a dictionary.
 */

static size_t kill_outside_links(struct exh_huffman *h, struct exh_bytes dict,
				 struct exh_notes *notes)
{
	size_t bad_count = 0;

	for (size_t i = 0; i < NODES * 2; i++) {
		uint16_t *link = &h->links[i / 2][i % 2];

		if (*link < NODE + NODES)
			continue;
		exh_note(
			notes, EXH_DAMAGE, dict.base + i * 2,
			"dictionary node %zu: bit %zu leads to node %d, expected 0 to %d",
			i / 2, i % 2, *link - NODE, ROOT);
		*link = DEAD;
		bad_count++;
	}
	return bad_count;
}

/* Walks the tree depth first; a link to a node that is still being walked is a loop. */
static size_t kill_loops(struct exh_huffman *h, struct exh_bytes dict,
			 struct exh_notes *notes)
{
	enum { NEW, OPEN, DONE } state[NODES] = { NEW };
	struct {
		uint16_t node, bit;
	} path[NODES] = { { ROOT, 0 } };
	size_t depth = 1, bad_count = 0;

	state[ROOT] = OPEN;
	while (depth) {
		const unsigned node = path[depth - 1].node;
		const unsigned bit = path[depth - 1].bit++;
		uint16_t *link;

		if (bit == 2) {
			state[node] = DONE;
			depth--;
			continue;
		}
		link = &h->links[node][bit];
		if (*link < NODE || *link == DEAD || state[*link - NODE] == DONE)
			continue;
		if (state[*link - NODE] == OPEN) {
			exh_note(notes, EXH_DAMAGE, dict.base + node * 4 + bit * 2,
				 "dictionary node %u: bit %u leads back to node %d, "
				 "a loop",
				 node, bit, *link - NODE);
			*link = DEAD;
			bad_count++;
			continue;
		}
		state[*link - NODE] = OPEN;
		path[depth].node = (uint16_t)(*link - NODE);
		path[depth].bit = 0;
		depth++;
	}
	return bad_count;
}

/*
 * The code of each byte.
 */

struct code {
	uint8_t bits[NODES / 8 + 1];
	uint8_t bit_count; /* at most 255, the depth of the tree; 0: no code */
};

struct code_book {
	struct code codes[256];
	bool seen[NODES]; /* damaged trees may share branches: visit each only once */
	bool shared;	  /* some byte has several codes */
};

/* Finds codes depth first; path is the code so far. The first code of a byte counts. */
static void find_codes(const struct exh_huffman *h, unsigned node, struct code *path,
		       struct code_book *book)
{
	const uint8_t depth = path->bit_count;

	book->seen[node] = true;
	path->bit_count++;
	for (unsigned bit = 0; bit < 2; bit++) {
		const uint16_t link = h->links[node][bit];
		const uint8_t mask = (uint8_t)(1U << depth % 8);

		path->bits[depth / 8] &= (uint8_t)~mask;
		if (bit)
			path->bits[depth / 8] |= mask;
		if (link == DEAD)
			continue;
		if (link < NODE ? book->codes[link].bit_count != 0
				: book->seen[link - NODE])
			book->shared = true;
		else if (link < NODE)
			book->codes[link] = *path;
		else
			find_codes(h, link - NODE, path, book);
	}
	path->bits[depth / 8] &= (uint8_t) ~(1U << depth % 8);
	path->bit_count = depth;
}

static void measure_codes(struct exh_huffman *h)
{
	struct code_book book = { 0 };
	struct code path = { 0 };

	find_codes(h, ROOT, &path, &book);
	for (size_t i = 0; i < 256 && !book.shared; i++) {
		const struct code *code = &book.codes[i];

		h->code_bits[i] = code->bit_count;
		for (unsigned byte = 0; byte < 8 && code->bit_count <= MAX_QUICK_BITS;
		     byte++)
			h->codes[i] |= (uint64_t)code->bits[byte] << 8 * byte;
	}
}

static void fill_step(struct exh_huffman *h, unsigned pattern)
{
	struct exh_huffman_step *step = &h->steps[pattern];
	unsigned link = NODE + ROOT;

	for (unsigned bit = 0; bit < EXH_HUFFMAN_LOOK; bit++) {
		link = h->links[link - NODE][pattern >> bit & 1];
		if (link == DEAD)
			return;
		if (link >= NODE)
			continue;
		step->symbols[step->symbol_count++] = (uint8_t)link;
		step->bit_count = (uint8_t)(bit + 1);
		if (step->symbol_count == EXH_HUFFMAN_STEP_SYMBOLS)
			return;
		link = NODE + ROOT;
	}
}

/* Searches breadth first for the first level with a byte. Levels only repeat if all
 * links are dead. */
static unsigned shortest_code(const struct exh_huffman *h)
{
	bool level[NODES] = { false };

	level[ROOT] = true;
	for (unsigned bits = 1; bits <= NODES; bits++) {
		bool next[NODES] = { false };

		for (size_t i = 0; i < NODES * 2; i++) {
			const uint16_t link = h->links[i / 2][i % 2];

			if (!level[i / 2] || link == DEAD)
				continue;
			if (link < NODE)
				return bits;
			next[link - NODE] = true;
		}
		memcpy(level, next, sizeof level);
	}
	return 1;
}

enum exh_status exh_huffman_read(struct exh_huffman *huffman, struct exh_bytes dict,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = dict };
	size_t bad_count;

	memset(huffman, 0, sizeof *huffman);
	for (size_t i = 0; i < NODES * 2; i++)
		huffman->links[i / 2][i % 2] = rd_u16le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, dict.base + dict.size,
				"%zu bytes, a Huffman dictionary has %d", dict.size,
				EXH_HUFFMAN_DICT_SIZE);
	bad_count = kill_outside_links(huffman, dict, notes);
	bad_count += kill_loops(huffman, dict, notes);
	if (bad_count > MAX_BAD_LINKS)
		return exh_fail(err, EXH_INVALID, dict.base,
				"not a Huffman dictionary: %zu of its %d links are bad",
				bad_count, NODES * 2);
	if (rd_left(&r) != 0 && rd_left(&r) != PAD)
		exh_note(notes, EXH_WARNING, rd_tell(&r),
			 "%zu bytes after the dictionary, expected none or %d",
			 rd_left(&r), PAD);
	huffman->shortest_code = shortest_code(huffman);
	measure_codes(huffman);
	for (unsigned pattern = 0; pattern < 1U << EXH_HUFFMAN_LOOK; pattern++)
		fill_step(huffman, pattern);
	return EXH_OK;
}

/*
 * Expanding. Whole steps are taken while input and output have room for the widest of
 * them; the last few bytes go through careful steps that ask before each.
 */

struct bits {
	const uint8_t *next, *end;
	size_t whole_size; /* bytes of the input */
	uint64_t held; /* the next bit is the lowest; zeros above held_count or real bits
			*/
	unsigned held_count;
};

static uint64_t load64(const uint8_t *p)
{
	uint64_t value;

	memcpy(&value, p, sizeof value);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	value = __builtin_bswap64(value);
#endif
	return value;
}

/* Needs 8 bytes of input; leaves 56 to 63 bits held. */
static inline void refill_fast(struct bits *b)
{
	b->held |= load64(b->next) << b->held_count;
	b->next += (63 - b->held_count) >> 3;
	b->held_count |= 56;
}

/*
 * As refill_fast, up to the end of the input: there the last 8 bytes are read again and
 * shifted, since a loop over the few that are left costs more than a short chunk.
 */
static inline void refill(struct bits *b)
{
	const size_t left = (size_t)(b->end - b->next);

	if (left >= 8) {
		refill_fast(b);
		return;
	}
	b->held &= ((uint64_t)1 << b->held_count) - 1;
	if (b->whole_size >= 8 && left && b->held_count + left * 8 < 64) {
		b->held |= load64(b->end - 8) >> (64 - left * 8) << b->held_count;
		b->held_count += (unsigned)left * 8;
		b->next = b->end;
		return;
	}
	while (b->held_count <= 55 && b->next < b->end) {
		b->held |= (uint64_t)*b->next++ << b->held_count;
		b->held_count += 8;
	}
}

static inline void drop(struct bits *b, unsigned count)
{
	b->held >>= count;
	b->held_count -= count;
}

enum walk { WALK_BYTE, WALK_END, WALK_DEAD };

/* Decodes one symbol, bit by bit; b stays before the symbol if its code is incomplete. */
static enum walk walk_symbol(const struct exh_huffman *h, struct bits *b, uint8_t *symbol)
{
	struct bits ahead = *b;
	unsigned link = NODE + ROOT;

	while (link >= NODE) {
		if (!ahead.held_count)
			refill(&ahead);
		if (!ahead.held_count)
			return WALK_END;
		link = h->links[link - NODE][ahead.held & 1];
		if (link == DEAD)
			return WALK_DEAD;
		drop(&ahead, 1);
	}
	*symbol = (uint8_t)link;
	*b = ahead;
	return WALK_BYTE;
}

static inline const struct exh_huffman_step *next_step(const struct exh_huffman *h,
						       const struct bits *b)
{
	return &h->steps[b->held & ((1U << EXH_HUFFMAN_LOOK) - 1)];
}

static inline uint8_t *take_step(struct bits *b, const struct exh_huffman_step *step,
				 uint8_t *out)
{
	memcpy(out, step->symbols,
	       STEP_SYMBOLS); /* the surplus is overwritten by what follows */
	drop(b, step->bit_count);
	return out + step->symbol_count;
}

/*
 * Takes the part of a step that still fits, at the very end of the output. Stops before a
 * byte that has several codes.
 */
static uint8_t *take_part(const struct exh_huffman *h, struct bits *b,
			  const struct exh_huffman_step *step, uint8_t *out, size_t room)
{
	for (size_t i = 0; i < step->symbol_count && i < room; i++) {
		const uint8_t symbol = step->symbols[i];

		if (!h->code_bits[symbol])
			break;
		*out++ = symbol;
		drop(b, h->code_bits[symbol]);
	}
	return out;
}

/* Takes the symbols that still fit, or one that a step can't handle: a long code, the
 * end. */
static enum walk step_careful(const struct exh_huffman *h, struct bits *b, uint8_t **out,
			      const uint8_t *out_end)
{
	const struct exh_huffman_step *step = next_step(h, b);
	uint8_t *const before = *out;
	enum walk walk;

	if (step->bit_count <= b->held_count)
		*out = take_part(h, b, step, before, (size_t)(out_end - before));
	if (*out != before)
		return WALK_BYTE;
	walk = walk_symbol(h, b, *out);
	if (walk == WALK_BYTE)
		++*out;
	return walk;
}

/* A stream that is being expanded. */
struct lane {
	struct exh_huffman_job *job;
	struct bits bits;
	uint8_t *out, *out_end;
	enum walk walk;
};

static void lane_start(struct lane *lane, struct exh_huffman_job *job)
{
	const struct exh_bytes src = job->src;

	*lane = (struct lane){
		.job = job,
		.bits = { .next = src.data,
			  .end = src.size ? src.data + src.size : src.data,
			  .whole_size = src.size },
		.out = job->dst,
		.out_end = job->size ? job->dst + job->size : job->dst,
	};
}

/* True if input and output have room for four steps. */
static inline bool lane_is_clear(const struct lane *lane)
{
	return lane->out_end - lane->out >= 4 * STEP_SYMBOLS &&
	       lane->bits.end - lane->bits.next >= 8;
}

static inline void lane_step(const struct exh_huffman *h, struct lane *lane)
{
	lane->out = take_step(&lane->bits, next_step(h, &lane->bits), lane->out);
}

/* A code too long for a step takes no bits, and so stalls all later steps. */
static inline void lane_last_step(const struct exh_huffman *h, struct lane *lane)
{
	uint8_t *const before = lane->out;

	lane_step(h, lane);
	if (lane->out == before)
		lane->walk = step_careful(h, &lane->bits, &lane->out, lane->out_end);
}

/* Expands to the end of the output or of the input, with a check before each step. */
static void lane_finish(const struct exh_huffman *h, struct lane *lane)
{
	struct exh_huffman_job *job = lane->job;
	struct bits b = lane->bits;
	uint8_t *out = lane->out, *const out_end = lane->out_end;

	while (out < out_end && lane->walk == WALK_BYTE) {
		const struct exh_huffman_step *step;

		if (b.held_count < EXH_HUFFMAN_LOOK)
			refill(&b);
		step = next_step(h, &b);
		if (step->symbol_count && step->bit_count <= b.held_count &&
		    out_end - out >= STEP_SYMBOLS)
			out = take_step(&b, step, out);
		else
			lane->walk = step_careful(h, &b, &out, out_end);
	}
	job->produced_size = (size_t)(out - job->dst);
	job->bit_count = (size_t)(b.next - job->src.data) * 8 - b.held_count;
	job->dead = lane->walk == WALK_DEAD;
}

/* Alternates steps of two lanes while both have room: neither waits for the other's
 * loads.
 */
static void run_pair(const struct exh_huffman *h, struct lane *pair)
{
	struct lane a = pair[0], b = pair[1];

	while (lane_is_clear(&a) && lane_is_clear(&b) && a.walk == WALK_BYTE &&
	       b.walk == WALK_BYTE) {
		refill_fast(&a.bits);
		refill_fast(&b.bits);
		for (int i = 0; i < 3; i++) {
			lane_step(h, &a);
			lane_step(h, &b);
		}
		lane_last_step(h, &a);
		lane_last_step(h, &b);
	}
	pair[0] = a;
	pair[1] = b;
}

static void run_single(const struct exh_huffman *h, struct lane *lane)
{
	while (lane_is_clear(lane) && lane->walk == WALK_BYTE) {
		refill_fast(&lane->bits);
		for (int i = 0; i < 3; i++)
			lane_step(h, lane);
		lane_last_step(h, lane);
	}
	lane_finish(h, lane);
}

size_t exh_huffman_most(const struct exh_huffman *huffman, size_t packed_size)
{
	const uint64_t most = (uint64_t)packed_size * 8 / huffman->shortest_code;

	return most < SIZE_MAX ? (size_t)most : SIZE_MAX;
}

void exh_huffman_expand(const struct exh_huffman *huffman, struct exh_huffman_job *jobs,
			size_t job_count)
{
	struct lane pair[2];
	size_t next = 0;

	for (size_t i = 0; i < 2 && next < job_count; i++)
		lane_start(&pair[i], &jobs[next++]);
	while (next < job_count) {
		/* The lane that lost its room makes way for the next job. */
		run_pair(huffman, pair);
		for (size_t i = 0; i < 2 && next < job_count; i++) {
			if (lane_is_clear(&pair[i]) && pair[i].walk == WALK_BYTE)
				continue;
			lane_finish(huffman, &pair[i]);
			lane_start(&pair[i], &jobs[next++]);
		}
	}
	if (job_count > 1)
		run_pair(huffman, pair);
	for (size_t i = 0; i < 2 && i < job_count; i++)
		run_single(huffman, &pair[i]);
}

/*
 * Packing.
 */

static void put_long_code(struct bits_out *bits, const struct code *code)
{
	for (unsigned bit = 0; bit < code->bit_count; bit++)
		bits_put(bits, (uint64_t)code->bits[bit / 8] >> bit % 8 & 1, 1);
}

enum exh_status exh_huffman_pack(const struct exh_huffman *huffman, struct exh_bytes src,
				 struct exh_writer *out, struct exh_error *err)
{
	struct code_book book = { 0 };
	struct code path = { 0 };
	struct bits_out bits = { .out = out };

	for (size_t i = 0; i < src.size; i++) {
		const uint8_t symbol = src.data[i];
		const unsigned bit_count = huffman->code_bits[symbol];

		if (bit_count && bit_count <= MAX_QUICK_BITS) {
			bits_put(&bits, huffman->codes[symbol], bit_count);
			continue;
		}
		/* Rare: codes that are long, or a damaged tree. */
		if (!book.seen[ROOT])
			find_codes(huffman, ROOT, &path, &book);
		if (!book.codes[symbol].bit_count)
			return exh_fail(err, EXH_INVALID, src.base + i,
					"byte 0x%02x has no code in the dictionary",
					symbol);
		put_long_code(&bits, &book.codes[symbol]);
	}
	bits_end(&bits);
	if (out->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return EXH_OK;
}

/* Joins the two smallest nodes 255 times; of equals the lowest index comes first. */
void exh_huffman_build(const uint64_t counts[256],
		       uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4])
{
	uint16_t values[256];
	uint64_t weights[256];
	bool gone[256] = { false };

	memset(dict, 0, EXH_HUFFMAN_DICT_SIZE + PAD);
	for (unsigned i = 0; i < 256; i++) {
		values[i] = (uint16_t)i;
		weights[i] = counts[i];
	}
	for (unsigned node = 0; node < NODES; node++) {
		size_t pick[2];

		for (size_t side = 0; side < 2; side++) {
			size_t best = 256;

			for (size_t i = 0; i < 256; i++)
				if (!gone[i] &&
				    (best == 256 || weights[i] < weights[best]) &&
				    !(side && i == pick[0]))
					best = i;
			pick[side] = best;
			dict[node * 4 + side * 2] = (uint8_t)values[best];
			dict[node * 4 + side * 2 + 1] = (uint8_t)(values[best] >> 8);
		}
		values[pick[0]] = (uint16_t)(NODE + node);
		weights[pick[0]] += weights[pick[1]];
		gone[pick[1]] = true;
	}
}

/* The nodes of 7 bits come first, their root last: a node says by its place which bits
 * lead to it, the lowest of a byte first. */
void exh_huffman_plain(uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4])
{
	unsigned node = 0;

	memset(dict, 0, EXH_HUFFMAN_DICT_SIZE + PAD);
	for (unsigned bit = 8; bit-- > 0;)
		for (unsigned path = 0; path < 1U << bit; path++, node++)
			for (unsigned side = 0; side < 2; side++) {
				const unsigned longer = path | side << bit;
				const unsigned value =
					bit == 7 ? longer
						 : NODE + 256 - (4U << bit) + longer;

				dict[node * 4 + side * 2] = (uint8_t)value;
				dict[node * 4 + side * 2 + 1] = (uint8_t)(value >> 8);
			}
}
