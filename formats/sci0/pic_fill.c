/*
 * Fills, by runs: each run of a region is found once, drawn, and its neighbours above and
 * below are looked for within its columns.
 */
#include "pic.h"

/* As many as a map can have; a run is on the stack once at most. */
enum { MOST_RUNS = EXH_SCI0_PIC_HEIGHT * EXH_SCI0_PIC_WIDTH / 2 };

struct run {
	uint16_t left, right;
	uint16_t y;
};

struct flood {
	const struct pic_layer *layers;
	size_t layer_count;
	uint64_t *todo; /* bits that are of the region, if they are connected */
	struct run stack[MOST_RUNS];
	size_t count;
};

/* Above left there is a bit in the row, or in right + 1 and on: the first one. */
static unsigned first_bit(const uint64_t *row, unsigned left, unsigned right)
{
	unsigned word = left / PIC_WORD;
	uint64_t bits = row[word] & UINT64_MAX << left % PIC_WORD;

	while (!bits) {
		if (++word > right / PIC_WORD)
			return EXH_SCI0_PIC_WIDTH;
		bits = row[word];
	}
	return word * PIC_WORD + (unsigned)__builtin_ctzll(bits);
}

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

/* Draws the run that x is in; answers its last column. */
static unsigned take_run(struct flood *flood, unsigned x, unsigned y)
{
	uint64_t *row = flood->todo + y * PIC_ROW;
	const unsigned left = run_left(row, x), right = run_right(row, x);

	pic_mark(row, left, right, 0);
	for (size_t i = 0; i < flood->layer_count; i++)
		pic_run(&flood->layers[i], y, left, right);
	flood->stack[flood->count++] =
		(struct run){ (uint16_t)left, (uint16_t)right, (uint16_t)y };
	return right;
}

static void take_row(struct flood *flood, struct run run, unsigned y)
{
	const uint64_t *row = flood->todo + y * PIC_ROW;
	unsigned x = run.left;

	while (x <= run.right) {
		x = first_bit(row, x, run.right);
		if (x > run.right)
			return;
		x = take_run(flood, x, y) + 1;
	}
}

void exh_sci0_pic_fill(struct exh_sci0_pic_canvas *canvas, int32_t x, int32_t y)
{
	uint64_t copy[EXH_SCI0_PIC_HEIGHT * PIC_ROW];
	struct pic_layer layers[3];
	const size_t count = exh_sci0_pic_layers(canvas, layers);
	struct flood flood;

	if (!count || (layers[0].white[0] & layers[0].white[1]) == UINT64_MAX || x < 0 ||
	    x >= EXH_SCI0_PIC_WIDTH || y < 0 || y >= EXH_SCI0_PIC_HEIGHT ||
	    !(layers[0].empty[y * PIC_ROW + x / PIC_WORD] >> x % PIC_WORD & 1))
		return;
	flood.layers = layers;
	flood.layer_count = count;
	flood.todo = layers[0].empty;
	flood.count = 0;
	/* Half-white colours leave bits of what was filled. */
	if (layers[0].white[0] | layers[0].white[1]) {
		memcpy(copy, layers[0].empty, sizeof copy);
		flood.todo = copy;
	}
	take_run(&flood, (unsigned)x, (unsigned)y);
	while (flood.count) {
		const struct run run = flood.stack[--flood.count];

		if (run.y)
			take_row(&flood, run, run.y - 1U);
		if (run.y + 1U < EXH_SCI0_PIC_HEIGHT)
			take_row(&flood, run, run.y + 1U);
	}
}
