#include "line_changes.h"

#include "memory.h"

#include <stdlib.h>

/*
 * The shortest path from one text to the other, by Myers' O(ND) algorithm: for each
 * number of steps the furthest line on each diagonal is kept.
 */

enum { MAX_STEPS = 2000 }; /* limit; above it the middle becomes one change */

struct compare {
	const struct hashed_line *a, *b;
	/* lines between the common beginning and the common end */
	size_t a_count, b_count;
	size_t skipped;
	/* a row for each number of steps d: for each diagonal -d..d, the line of a */
	int **furthest;
	struct line_changes *out;
};

static bool is_same(const struct compare *c, size_t x, size_t y)
{
	return c->a[x].hash == c->b[y].hash;
}

static int at_diagonal(const int *row, int steps, int diagonal)
{
	return row[diagonal + steps];
}

/* True if the next step takes a line of b (down), not one of a (right). */
static bool goes_down(const int *before, int steps, int diagonal)
{
	return diagonal == -steps ||
	       (diagonal != steps &&
		at_diagonal(before, steps - 1, diagonal - 1) <
			at_diagonal(before, steps - 1, diagonal + 1));
}

static bool fill_row(const struct compare *c, int steps)
{
	const int *before = steps ? c->furthest[steps - 1] : NULL;
	int *row = c->furthest[steps];
	bool found = false;

	for (int k = -steps; k <= steps; k += 2) {
		int x = 0, y;

		if (steps)
			x = goes_down(before, steps, k)
				    ? at_diagonal(before, steps - 1, k + 1)
				    : at_diagonal(before, steps - 1, k - 1) + 1;
		y = x - k;
		while (x >= 0 && y >= 0 && (size_t)x < c->a_count &&
		       (size_t)y < c->b_count && is_same(c, (size_t)x, (size_t)y)) {
			x++;
			y++;
		}
		row[k + steps] = x;
		found |= x >= 0 && y >= 0 && (size_t)x >= c->a_count &&
			 (size_t)y >= c->b_count;
	}
	return found;
}

/* Adds a change at the front, since the path is followed backwards. */
static void add_change(struct line_changes *out, struct line_change change)
{
	if (out->count) {
		struct line_change *last = &out->items[out->count - 1];

		if (last->first[0] == change.end[0] && last->first[1] == change.end[1]) {
			last->first[0] = change.first[0];
			last->first[1] = change.first[1];
			return;
		}
	}
	*MEM_ADD(out) = change;
}

static void follow_back(const struct compare *c, int steps)
{
	int x = (int)c->a_count, y = (int)c->b_count;

	for (; steps > 0; steps--) {
		const int *before = c->furthest[steps - 1];
		const int k = x - y;
		const bool down = goes_down(before, steps, k);
		const int from = down ? k + 1 : k - 1;
		const int x0 = at_diagonal(before, steps - 1, from), y0 = x0 - from;
		const size_t ax = c->skipped + (size_t)x0, by = c->skipped + (size_t)y0;

		add_change(c->out,
			   (struct line_change){ .first = { ax, by },
						 .end = { ax + !down, by + down } });
		x = x0;
		y = y0;
	}
}

static void reverse(struct line_changes *out)
{
	for (size_t i = 0; i < out->count / 2; i++) {
		const struct line_change kept = out->items[i];

		out->items[i] = out->items[out->count - 1 - i];
		out->items[out->count - 1 - i] = kept;
	}
	for (size_t i = 0; i < out->count; i++) {
		out->removed_count += out->items[i].end[0] - out->items[i].first[0];
		out->added_count += out->items[i].end[1] - out->items[i].first[1];
	}
}

static void search(const struct compare *c)
{
	bool found = false;
	int steps = 0;

	for (; steps <= MAX_STEPS && !found; steps++) {
		c->furthest[steps] = mem_alloc(2 * (size_t)steps + 1, sizeof(int));
		found = fill_row(c, steps);
	}
	if (found)
		follow_back(c, steps - 1);
	else
		add_change(c->out,
			   (struct line_change){ .first = { c->skipped, c->skipped },
						 .end = { c->skipped + c->a_count,
							  c->skipped + c->b_count } });
	for (int i = 0; i < steps; i++)
		free(c->furthest[i]);
}

void line_changes_find(const struct hashed_lines *a, const struct hashed_lines *b,
		       struct line_changes *out)
{
	struct compare c = { .a = a->items,
			     .b = b->items,
			     .a_count = a->count,
			     .b_count = b->count,
			     .out = out };

	*out = (struct line_changes){ 0 };
	while (c.a_count && c.b_count && is_same(&c, 0, 0)) {
		c.a++;
		c.b++;
		c.a_count--;
		c.b_count--;
		c.skipped++;
	}
	while (c.a_count && c.b_count && is_same(&c, c.a_count - 1, c.b_count - 1)) {
		c.a_count--;
		c.b_count--;
	}
	c.furthest = mem_alloc(MAX_STEPS + 1, sizeof *c.furthest);
	search(&c);
	free(c.furthest);
	reverse(out);
}
