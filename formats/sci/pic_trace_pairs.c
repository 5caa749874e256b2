/*
 * Pairs: a dithered picture shows one of the two colours of each pixel. The other is what
 * makes the largest areas of one pair.
 */
#include "pic_trace.h"

#include <string.h>

enum {
	WIDTH = EXH_SCI_PIC_WIDTH,
	HEIGHT = EXH_SCI_PIC_HEIGHT,
	PIXELS = EXH_SCI_PIC_PIXELS,
	UNKNOWN = 0x100,
	FREQUENT = 100,
};

/* The pair of two pixels next to each other, of which this is one. */
static uint16_t pair_of(const uint8_t *pixels, unsigned place, unsigned other)
{
	const unsigned odd = (place % WIDTH ^ place / WIDTH) & 1;
	const unsigned low = pixels[odd ? other : place];

	return (uint16_t)(low | (unsigned)pixels[odd ? place : other] << 4);
}

static bool shows(uint16_t pair, const uint8_t *pixels, unsigned place)
{
	const unsigned odd = (place % WIDTH ^ place / WIDTH) & 1;

	return pair != UNKNOWN && (odd ? pair >> 4 : pair & 15) == pixels[place];
}

/* Squares of four pixels in which two pairs of opposite ones are the same. */
static uint16_t square(const uint8_t *pixels, unsigned x, unsigned y)
{
	const unsigned place = y * WIDTH + x;

	return x + 1 < WIDTH && y + 1 < HEIGHT &&
			       pixels[place] == pixels[place + WIDTH + 1] &&
			       pixels[place + 1] == pixels[place + WIDTH]
		       ? pair_of(pixels, place, place + 1)
		       : UNKNOWN;
}

/* The pair of most squares around a pixel, and among those the most frequent one. */
static uint16_t vote(const uint16_t *squares, const unsigned *counts, unsigned place)
{
	const unsigned x = place % WIDTH, y = place / WIDTH;
	uint16_t best = UNKNOWN;
	unsigned most = 0;

	for (unsigned i = 0; i < 4; i++) {
		const unsigned left = i & 1, up = i >> 1;
		unsigned votes = 0;
		uint16_t pair;

		if (left > x || up > y)
			continue;
		pair = squares[place - up * WIDTH - left];
		for (unsigned k = 0; k < 4; k++)
			votes += (k & 1) <= x && k >> 1 <= y &&
				 squares[place - (k >> 1) * WIDTH - (k & 1)] == pair;
		if (pair == UNKNOWN || votes < most ||
		    (votes == most && counts[pair] <= counts[best]))
			continue;
		best = pair;
		most = votes;
	}
	return best;
}

/* A line of one pixel's width: its pixels alternate. */
static uint16_t alternate(const uint8_t *pixels, unsigned place, unsigned step,
			  unsigned at, unsigned length)
{
	if (at < 1 || at + 2 >= length)
		return UNKNOWN;
	if (pixels[place - step] != pixels[place + step] ||
	    pixels[place] != pixels[place + 2 * step])
		return UNKNOWN;
	return pair_of(pixels, place, place + step);
}

static uint16_t guess_line(const uint8_t *pixels, unsigned place)
{
	const uint16_t pair = alternate(pixels, place, 1, place % WIDTH, WIDTH);

	return pair != UNKNOWN ? pair
			       : alternate(pixels, place, WIDTH, place / WIDTH, HEIGHT);
}

/* Pixels take the pair of a neighbour that shows the same. */
static void spread(const uint8_t *pixels, uint16_t *pairs, uint16_t *queue)
{
	unsigned first = 0, count = 0;

	for (unsigned i = 0; i < PIXELS; i++)
		if (pairs[i] != UNKNOWN)
			queue[count++] = (uint16_t)i;
	while (first < count) {
		const unsigned at = queue[first++], x = at % WIDTH, y = at / WIDTH;

		for (unsigned i = 0; i < 9; i++) {
			const unsigned to_x = x + i % 3 - 1, to_y = y + i / 3 - 1;
			const unsigned to = to_y * WIDTH + to_x;

			if (to_x >= WIDTH || to_y >= HEIGHT || pairs[to] != UNKNOWN ||
			    !shows(pairs[at], pixels, to))
				continue;
			pairs[to] = pairs[at];
			queue[count++] = (uint16_t)to;
		}
	}
}

bool exh_sci_trace_pairs(const uint8_t *pixels, struct exh_arena *arena, uint8_t *out)
{
	uint16_t *squares = exh_alloc(arena, PIXELS, sizeof *squares);
	uint16_t *pairs = exh_alloc(arena, PIXELS, sizeof *pairs);
	unsigned *counts = exh_alloc(arena, UNKNOWN + 1, sizeof *counts);

	if (!squares || !pairs || !counts)
		return false;
	for (unsigned i = 0; i < PIXELS; i++) {
		squares[i] = square(pixels, i % WIDTH, i / WIDTH);
		counts[squares[i]] += squares[i] != UNKNOWN;
	}
	for (unsigned i = 0; i < PIXELS; i++)
		if (counts[squares[i]] < FREQUENT)
			squares[i] = UNKNOWN;
	for (unsigned i = 0; i < PIXELS; i++) {
		pairs[i] = vote(squares, counts, i);
		if (pairs[i] == UNKNOWN)
			pairs[i] = guess_line(pixels, i);
		if (counts[pairs[i]] < FREQUENT)
			pairs[i] = UNKNOWN;
	}
	spread(pixels, pairs, squares);
	for (unsigned i = 0; i < PIXELS; i++)
		out[i] = pairs[i] == UNKNOWN ? (uint8_t)(pixels[i] * 0x11)
					     : (uint8_t)pairs[i];
	return true;
}
