/* All lines that fit a byte, as a tree of their pixels. */
#include "pic_trace.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void make_vector(struct trace_vector *vector, int dx, int dy, unsigned way)
{
	struct walk walk = start_walk(0, dx, dy, way);

	vector->dx = (int8_t)dx;
	vector->dy = (int8_t)dy;
	vector->count = (uint8_t)walk_length(dx, dy);
	for (int i = 0; i < vector->count; i++) {
		step_walk(&walk);
		vector->cells[i] = (int16_t)walk.cell;
	}
}

static int by_cells(const void *a, const void *b)
{
	const struct trace_vector *one = a, *other = b;

	for (unsigned i = 0; i < TRACE_MOST; i++) {
		if (i == one->count || i == other->count)
			return one->count - other->count;
		if (one->cells[i] != other->cells[i])
			return one->cells[i] < other->cells[i] ? -1 : 1;
	}
	return 0;
}

/* The pixels that two lines begin with. */
static unsigned shared_cells(const struct trace_vector *a, const struct trace_vector *b)
{
	unsigned count = 0;

	while (count < a->count && count < b->count && a->cells[count] == b->cells[count])
		count++;
	return count;
}

/* Ends what is deeper than a depth. */
static void close_nodes(struct trace_node *nodes, unsigned open[], unsigned depth,
			unsigned count)
{
	for (unsigned i = depth + 1; i <= TRACE_MOST; i++) {
		if (open[i] < count)
			nodes[open[i]].skip = (uint16_t)count;
		open[i] = UINT_MAX;
	}
}

static unsigned make_tree(const struct trace_vector *vectors, struct trace_node *nodes)
{
	unsigned open[TRACE_MOST + 1], count = 0;

	memset(open, 0xff, sizeof open);
	/* The first is the one without pixels. */
	for (unsigned i = 1; i < TRACE_VECTORS; i++) {
		const struct trace_vector *vector = &vectors[i];
		const unsigned shared = shared_cells(vector - 1, vector);

		close_nodes(nodes, open, shared, count);
		for (unsigned k = shared; k < vector->count; k++) {
			open[k + 1] = count;
			nodes[count++] = (struct trace_node){ .cell = vector->cells[k],
							      .depth = (uint8_t)(k + 1) };
		}
		nodes[count - 1].vector = (uint8_t)(i + 1);
	}
	close_nodes(nodes, open, 0, count);
	return count;
}

void exh_sci_trace_vectors(struct trace_pen *pen)
{
	for (unsigned way = 0; way < 2; way++) {
		struct trace_vector *vector = pen->vectors[way];
		const int sign = way ? -1 : 1;

		for (int dy = -TRACE_MOST; dy <= TRACE_MOST; dy++)
			for (int dx = TRACE_LEAST_X; dx <= TRACE_MOST; dx++)
				make_vector(vector++, sign * dx, sign * dy, way);
		qsort(pen->vectors[way], TRACE_VECTORS, sizeof *vector, by_cells);
		pen->node_counts[way] = make_tree(pen->vectors[way], pen->nodes[way]);
	}
}
