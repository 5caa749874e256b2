#include "picture.h"

#include "task/text.h"

#include <string.h>

/* Directions of edges: their area is on the right; they start at corners of pixels. */
enum { RIGHT, DOWN, LEFT, UP, WAYS };

struct corners {
	uint8_t *ways; /* bit mask */
	size_t width, height;
	struct exh_writer *out;
};

static bool is_in(const bool *pixels, const struct corners *c, size_t x, size_t y)
{
	return x + 1 < c->width && y + 1 < c->height && pixels[y * (c->width - 1) + x];
}

static void find_edges(const bool *pixels, struct corners *c)
{
	memset(c->ways, 0, c->width * c->height);
	for (size_t y = 0; y + 1 < c->height; y++)
		for (size_t x = 0; x + 1 < c->width; x++) {
			uint8_t *corner = c->ways + y * c->width + x;

			if (!is_in(pixels, c, x, y))
				continue;
			if (!y || !is_in(pixels, c, x, y - 1))
				corner[0] |= 1 << RIGHT;
			if (!is_in(pixels, c, x + 1, y))
				corner[1] |= 1 << DOWN;
			if (!is_in(pixels, c, x, y + 1))
				corner[c->width + 1] |= 1 << LEFT;
			if (!x || !is_in(pixels, c, x - 1, y))
				corner[c->width] |= 1 << UP;
		}
}

/* Turns to the right if areas touch in a corner, so that the outline stays with its own
 * area. */
static unsigned turn(uint8_t ways, unsigned way)
{
	const unsigned right = (way + 1) % WAYS;

	return ways >> right & 1 ? right : ways >> way & 1 ? way : (way + 3) % WAYS;
}

/* Follows edges from a corner back to it, and removes them. */
static void follow(struct corners *c, size_t start)
{
	const ptrdiff_t row = (ptrdiff_t)c->width;
	const ptrdiff_t steps[WAYS] = { 1, row, -1, -row };
	size_t at = start;
	unsigned next = RIGHT;

	text_put(c->out, "M%zu,%zu", at % c->width, at / c->width);
	for (;;) {
		const unsigned way = next;
		int length = 0;

		do {
			c->ways[at] &= (uint8_t) ~(1U << way);
			at = (size_t)((ptrdiff_t)at + steps[way]);
			length++;
			next = turn(c->ways[at], way);
		} while (at != start && next == way);
		if (at == start) /* z draws the last edge */
			break;
		text_put(c->out, "%c%d", way == RIGHT || way == LEFT ? 'h' : 'v',
			 way == RIGHT || way == DOWN ? length : -length);
	}
	text_put(c->out, "z");
}

void outline_put(const bool *pixels, size_t width, size_t height, uint8_t *work,
		 struct exh_writer *out)
{
	struct corners c = { work, width + 1, height + 1, out };

	find_edges(pixels, &c);
	for (size_t i = 0; i < c.width * c.height; i++)
		while (c.ways[i] >> RIGHT & 1)
			follow(&c, i);
}
