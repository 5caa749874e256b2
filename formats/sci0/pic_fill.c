/*
 * Fills, by runs: first finds the runs of the region in the bits of the searched map,
 * then draws them map by map.
 */
#include "pic.h"

/* As many as a map can have. */
enum { MAX_RUNS = EXH_SCI0_PIC_HEIGHT * EXH_SCI0_PIC_WIDTH / 2 };

struct run {
	uint16_t left, right;
	uint8_t y;
	/* The row above or below that it was found from, if the whole run touches the run
	 * it was found from: there is nothing to look for. Else y. */
	uint8_t from_y;
};

struct span {
	unsigned left, right;
};

struct region {
	uint64_t *todo; /* bits that are of the region, if they are connected */
	size_t count;
	struct run runs[MAX_RUNS];
};

/* The first column of the run of bits that x is in. */
static unsigned run_left(const uint64_t *row, unsigned x)
{
	unsigned word = x / PIC_WORD;
	uint64_t gaps = ~row[word] & ~(UINT64_MAX << x % PIC_WORD);

	while (!gaps) {
		if (!word)
			return 0;
		gaps = ~row[--word];
	}
	return word * PIC_WORD + PIC_WORD - (unsigned)__builtin_clzll(gaps);
}

/* The last one. */
static unsigned run_right(const uint64_t *row, unsigned x)
{
	unsigned word = x / PIC_WORD;
	uint64_t gaps = ~row[word] & UINT64_MAX << x % PIC_WORD;

	while (!gaps) {
		if (++word == PIC_ROW)
			return EXH_SCI0_PIC_WIDTH - 1;
		gaps = ~row[word];
	}
	return word * PIC_WORD + (unsigned)__builtin_ctzll(gaps) - 1;
}

/* Takes away row's bits from left to right. */
static void take_bits(uint64_t *row, unsigned left, unsigned right)
{
	const unsigned last = right / PIC_WORD;
	unsigned word = left / PIC_WORD;
	uint64_t rest = ~(UINT64_MAX << left % PIC_WORD);

	for (; word < last; word++) {
		row[word] &= rest;
		rest = 0;
	}
	row[word] &= rest | ~(UINT64_MAX >> (PIC_WORD - 1 - right % PIC_WORD));
}

/* The run that x is in, which leaves row. */
static struct span take_span(uint64_t *row, unsigned x)
{
	const struct span span = { run_left(row, x), run_right(row, x) };

	take_bits(row, span.left, span.right);
	return span;
}

/* Takes a run inside a word, with gaps on both sides, as most are. */
static inline struct span take_short_span(uint64_t *row, unsigned x)
{
	const unsigned base = x & ~(PIC_WORD - 1U);
	uint64_t *word = row + x / PIC_WORD;
	const uint64_t from = UINT64_MAX << x % PIC_WORD, gaps = ~*word;
	const uint64_t below = gaps & ~from, above = gaps & from;
	unsigned left, end;

	if (!below || !above)
		return take_span(row, x);
	left = PIC_WORD - (unsigned)__builtin_clzll(below);
	end = (unsigned)__builtin_ctzll(above);
	*word &= ~(UINT64_MAX << left) | UINT64_MAX << end;
	return (struct span){ base + left, base + end - 1 };
}

/* Takes the run that x is in. from is a run next to it. */
static inline void take_run(struct region *region, unsigned x, unsigned y,
			    struct run from)
{
	const struct span span = take_short_span(region->todo + y * PIC_ROW, x);
	const bool is_adjacent = span.left >= from.left && span.right <= from.right;

	region->runs[region->count++] =
		(struct run){ (uint16_t)span.left, (uint16_t)span.right, (uint8_t)y,
			      is_adjacent ? from.y : (uint8_t)y };
}

/* Word by word, until no bit is next to from. */
static void take_row(struct region *region, struct run from, unsigned y)
{
	const uint64_t *row = region->todo + y * PIC_ROW;
	const unsigned last = from.right / PIC_WORD;
	uint64_t mask = UINT64_MAX << from.left % PIC_WORD;

	for (unsigned word = from.left / PIC_WORD; word <= last; word++) {
		if (word == last)
			mask &= UINT64_MAX >> (PIC_WORD - 1 - from.right % PIC_WORD);
		while (row[word] & mask)
			take_run(region,
				 word * PIC_WORD +
					 (unsigned)__builtin_ctzll(row[word] & mask),
				 y, from);
		mask = UINT64_MAX;
	}
}

/* From where todo has a bit. */
static void take_region(struct region *region, unsigned x, unsigned y)
{
	const struct run nothing = { 1, 0, (uint8_t)y, (uint8_t)y };

	region->count = 0;
	take_run(region, x, y, nothing);
	for (size_t i = 0; i < region->count; i++) {
		const struct run run = region->runs[i];

		if (run.y && run.from_y != run.y - 1)
			take_row(region, run, run.y - 1U);
		if (run.y + 1 < EXH_SCI0_PIC_HEIGHT && run.from_y != run.y + 1)
			take_row(region, run, run.y + 1U);
	}
}

/* is_marked: the map's bits are as they are to be already. */
static void draw_region(const struct region *region, struct pic_layer layer,
			bool is_marked)
{
	for (size_t i = 0; i < region->count; i++) {
		const struct run run = region->runs[i];

		if (!is_marked)
			pic_mark_run(&layer, run.y, run.left, run.right);
		pic_set_run(&layer, run.y, run.left, run.right);
	}
}

void exh_sci0_pic_fill(struct exh_sci0_pic_canvas *canvas, int32_t x, int32_t y)
{
	uint64_t copy[EXH_SCI0_PIC_HEIGHT * PIC_ROW];
	struct pic_layer layers[3];
	const size_t count = pic_layers(canvas, layers);
	struct region region;
	bool is_half_white;

	if (!count || (layers[0].white[0] & layers[0].white[1]) == UINT64_MAX || x < 0 ||
	    x >= EXH_SCI0_PIC_WIDTH || y < 0 || y >= EXH_SCI0_PIC_HEIGHT ||
	    !(layers[0].empty[y * PIC_ROW + x / PIC_WORD] >> x % PIC_WORD & 1))
		return;
	/* Colours that leave no white take away the bits that the search does. */
	is_half_white = (layers[0].white[0] | layers[0].white[1]) != 0;
	region.todo = layers[0].empty;
	if (is_half_white) {
		memcpy(copy, layers[0].empty, sizeof copy);
		region.todo = copy;
	}
	take_region(&region, (unsigned)x, (unsigned)y);
	for (size_t i = 0; i < count; i++)
		draw_region(&region, layers[i], i == 0 && !is_half_white);
}
