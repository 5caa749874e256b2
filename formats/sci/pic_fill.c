/*
 * Fills, by words of bits: in each word all bits are filled that its seeds reach, and
 * they seed the words around it.
 */
#include "pic_draw.h"

enum { WORDS = EXH_SCI_PIC_HEIGHT * PIC_ROW };

/* Seeds: bits of words that are still to be filled. */
struct seeds {
	uint64_t bits[WORDS];  /* valid in rows first to last */
	unsigned first, last;  /* range of rows; grows by one row at a time */
	uint16_t words[WORDS]; /* stack of words with seeds; some may be used up */
	size_t count;
};

static inline void clear_row(struct seeds *seeds, unsigned y)
{
	for (unsigned i = 0; i < PIC_ROW; i++)
		seeds->bits[y * PIC_ROW + i] = 0;
}

static inline void open_seeds(struct seeds *seeds, unsigned y)
{
	seeds->first = seeds->last = y;
	seeds->count = 0;
	clear_row(seeds, y);
}

/* Makes a row next to the range part of it. */
static inline void reach(struct seeds *seeds, unsigned y)
{
	if (y >= seeds->first && y <= seeds->last)
		return;
	if (y < seeds->first)
		seeds->first = y;
	else
		seeds->last = y;
	clear_row(seeds, y);
}

static inline void push(struct seeds *seeds, unsigned word, uint64_t bits)
{
	if (!seeds->bits[word])
		seeds->words[seeds->count++] = (uint16_t)word;
	seeds->bits[word] |= bits;
}

static inline unsigned pop(struct seeds *seeds, uint64_t *bits)
{
	const unsigned word = seeds->words[--seeds->count];

	*bits = seeds->bits[word];
	seeds->bits[word] = 0;
	return word;
}

/* Returns the run of bits with the lowest seed, and its first column in *left. */
static inline uint64_t run_of(uint64_t bits, uint64_t seeds, unsigned *left)
{
	const uint64_t seed = seeds & -seeds;
	const uint64_t gaps = ~bits, below = gaps & (seed - 1), above = gaps & -seed;

	*left = PIC_WORD - 1 - (unsigned)__builtin_clzll(below << 1 | 1);
	return UINT64_MAX << *left & ((above & -above) - 1);
}

/* Fills a run within a word. From 16 pixels on, four writes that overlap cover any
 * length. */
static inline void set_run(const struct pic_layer *layer, unsigned place, unsigned count)
{
	uint8_t *out = layer->map + place, *last = out + count - 16, bytes[16];

	if (count < sizeof bytes) {
		pic_set(layer, place, count);
		return;
	}
	memset(bytes, layer->value, sizeof bytes);
	memcpy(out, bytes, sizeof bytes);
	memcpy(count < 32 ? last : out + 16, bytes, sizeof bytes);
	memcpy(count < 48 ? last : out + 32, bytes, sizeof bytes);
	memcpy(last, bytes, sizeof bytes);
}

/* A fill: its layers and unfilled bits. Layers are copies, since the maps' bytes may
 * alias anything. */
struct region {
	struct pic_layer first, second, third; /* layers; count says how many are valid */
	size_t count;
	uint64_t *todo; /* bits to fill, if they are connected */
	bool is_marked; /* filling also marks the first layer */
};

PIC_INLINE void set_runs(const struct region *region, unsigned place, unsigned count)
{
	set_run(&region->first, place, count);
	if (region->count > 1)
		set_run(&region->second, place, count);
	if (region->count > 2)
		set_run(&region->third, place, count);
}

PIC_INLINE void mark_all(const struct region *region, unsigned word, unsigned y,
			 uint64_t taken)
{
	if (!region->is_marked)
		pic_mark(&region->first, word, y, taken);
	if (region->count > 1)
		pic_mark(&region->second, word, y, taken);
	if (region->count > 2)
		pic_mark(&region->third, word, y, taken);
}

/* Draws the bits of a word that the seeds reach, and returns them. */
PIC_INLINE uint64_t take_word(const struct region *region, unsigned word, unsigned y,
			      uint64_t seeds)
{
	uint64_t bits = region->todo[word], taken = 0;

	for (seeds &= bits; seeds; seeds &= bits) {
		unsigned left;
		const uint64_t run = run_of(bits, seeds, &left);
		const unsigned end = PIC_WORD - (unsigned)__builtin_clzll(run);

		bits &= ~run;
		taken |= run;
		set_runs(region, word * PIC_WORD + left, end - left);
	}
	region->todo[word] = bits;
	mark_all(region, word, y, taken);
	return taken;
}

/* Seeds the words to the left, to the right and above. */
PIC_INLINE void seed_around(struct seeds *seeds, const uint64_t *todo, unsigned word,
			    unsigned y, uint64_t taken)
{
	const uint64_t high = (uint64_t)1 << (PIC_WORD - 1);
	const unsigned column = word - y * PIC_ROW;
	const uint64_t above = y ? todo[word - PIC_ROW] & taken : 0;

	if (taken & 1 && column && todo[word - 1] & high)
		push(seeds, word - 1, high);
	if (taken & high && column < PIC_ROW - 1 && todo[word + 1] & 1)
		push(seeds, word + 1, 1);
	if (above) {
		reach(seeds, y - 1);
		push(seeds, word - PIC_ROW, above);
	}
}

/* Fills from bits of a word. Goes down as far as possible without using the list. Callers
 * pass constants for count and is_marked. */
PIC_INLINE void fill(const struct pic_layer *layers, size_t count, uint64_t *todo,
		     bool is_marked, unsigned word, uint64_t bits)
{
	const struct region region = { .first = layers[0],
				       .second = layers[count > 1],
				       .third = layers[count > 2 ? 2 : 0],
				       .count = count,
				       .todo = todo,
				       .is_marked = is_marked };
	unsigned y = word / PIC_ROW;
	struct seeds seeds;

	open_seeds(&seeds, y);
	for (;;) {
		const uint64_t taken = take_word(&region, word, y, bits);

		seed_around(&seeds, todo, word, y, taken);
		bits = y < EXH_SCI_PIC_HEIGHT - 1 ? todo[word + PIC_ROW] & taken : 0;
		if (bits) {
			word += PIC_ROW;
			reach(&seeds, ++y);
		} else if (seeds.count) {
			word = pop(&seeds, &bits);
			y = word / PIC_ROW;
		} else {
			return;
		}
	}
}

static void fill_layers(const struct pic_layer *layers, size_t count, uint64_t *todo,
			unsigned word, uint64_t bits)
{
	switch (count) {
	case 1:
		fill(layers, 1, todo, true, word, bits);
		break;
	case 2:
		fill(layers, 2, todo, true, word, bits);
		break;
	default:
		fill(layers, 3, todo, true, word, bits);
	}
}

/* The first layer's colour leaves every second pixel white, so the search removes bits
 * from a copy. */
static void fill_half_white(const struct pic_layer *layers, size_t count, unsigned word,
			    uint64_t bits)
{
	uint64_t todo[WORDS];

	memcpy(todo, layers[0].empty, sizeof todo);
	fill(layers, count, todo, false, word, bits);
}

void exh_sci_pic_fill(struct exh_sci_pic_canvas *canvas, int32_t x, int32_t y)
{
	struct pic_layer layers[3];
	const size_t count = pic_layers(canvas, layers);
	const uint64_t *white = layers[0].white;
	unsigned word;
	uint64_t bit;

	if (!count || (white[0] & white[1]) == UINT64_MAX || x < 0 ||
	    x >= EXH_SCI_PIC_WIDTH || y < 0 || y >= EXH_SCI_PIC_HEIGHT)
		return;
	word = (unsigned)y * PIC_ROW + (unsigned)x / PIC_WORD;
	bit = (uint64_t)1 << x % PIC_WORD;
	if (!(layers[0].empty[word] & bit))
		return;
	if (white[0] | white[1])
		fill_half_white(layers, count, word, bit);
	else
		fill_layers(layers, count, layers[0].empty, word, bit);
}
