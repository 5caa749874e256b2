/*
 * Strokes: chains of lines, each of which covers as many wanted pixels as possible for
 * its bytes. A chain has lines of one byte each, or of two.
 */
#include "pic_trace.h"

#include <string.h>

enum {
	FAR_LEFT = -128,
	FAR_RIGHT = 127,
	FAR_UP = -111, /* the byte stays below F0 */
	FAR_DOWN = 127,
	REACH = 63,
	MOST_BLANK = 16, /* consecutive pixels of a line that gain nothing */
	BEST = 6,	 /* lines that are tried together with a second one */

	/* In tenths: value of a pixel, cost of a byte. */
	PIXEL = 19,
	BYTE = 10,
};

void exh_sci_trace_add(struct trace_marks *marks, enum trace_kind kind, int x, int y)
{
	if (marks->count == marks->room) {
		const size_t room = marks->room ? marks->room * 2 : 4096;
		struct trace_mark *items = exh_alloc(marks->arena, room, sizeof *items);

		if (!items) {
			marks->failed = true;
			return;
		}
		if (marks->count)
			memcpy(items, marks->items, marks->count * sizeof *items);
		marks->items = items;
		marks->room = room;
	}
	marks->items[marks->count++] = (struct trace_mark){ .kind = (uint8_t)kind,
							    .x = (int16_t)x,
							    .y = (int16_t)y };
}

/*
 * Trials, which can be undone.
 */

static inline unsigned take_cell(struct trace_pen *pen, unsigned cell)
{
	const uint8_t flags = pen->flags[cell];

	if (!(flags & TRACE_MUST) ||
	    pen->undo_count == sizeof pen->undo / sizeof *pen->undo)
		return 0;
	pen->undo[pen->undo_count] = cell;
	pen->undo_flags[pen->undo_count++] = flags;
	pen->flags[cell] = TRACE_MAY;
	return 1;
}

static void take_back(struct trace_pen *pen, size_t count)
{
	while (pen->undo_count > count) {
		pen->undo_count--;
		pen->flags[pen->undo[pen->undo_count]] = pen->undo_flags[pen->undo_count];
	}
}

struct choice {
	int gain;
	const struct trace_vector *vector;
};

/* The best lines so far, best first. */
struct choices {
	unsigned count, room;
	struct choice items[BEST];
};

static inline void consider(struct choices *choices, const struct trace_vector *vector,
			    int gain)
{
	struct choice *items = choices->items;
	unsigned at = choices->count;

	if (gain <= 0 || (at == choices->room && gain <= items[at - 1].gain))
		return;
	if (at < choices->room)
		choices->count++;
	else
		at--;
	for (; at && items[at - 1].gain < gain; at--)
		items[at] = items[at - 1];
	items[at] = (struct choice){ gain, vector };
}

/* Finds the best short lines from a cell. */
static void find_vectors(const struct trace_pen *pen, unsigned cell,
			 struct choices *choices)
{
	const struct trace_node *nodes = pen->nodes[pen->way];
	const unsigned count = pen->node_counts[pen->way];
	int gains[TRACE_MOST + 1] = { 0 };

	choices->count = 0;
	for (unsigned i = 0; i < count;) {
		const struct trace_node *node = &nodes[i];
		const unsigned flags = pen->flags[(int)cell + node->cell];

		if (!(flags & TRACE_MAY)) {
			i = node->skip;
			continue;
		}
		gains[node->depth] = gains[node->depth - 1] + ((flags & TRACE_MUST) != 0);
		if (node->vector)
			consider(choices, &pen->vectors[pen->way][node->vector - 1],
				 gains[node->depth]);
		i++;
	}
}

static unsigned vector_end(const struct trace_vector *vector, unsigned cell)
{
	return (unsigned)((int)cell + vector->dy * TRACE_STRIDE + vector->dx);
}

static unsigned take_vector(struct trace_pen *pen, const struct trace_vector *vector,
			    unsigned cell)
{
	unsigned gain = 0;

	for (unsigned i = 0; i < vector->count; i++)
		gain += take_cell(pen, (unsigned)((int)cell + vector->cells[i]));
	return gain;
}

/* Chooses the short line that gains most together with the next. */
static struct choice choose_vector(struct trace_pen *pen, unsigned cell)
{
	struct choices choices = { .room = BEST }, next = { .room = 1 };
	struct choice best = { 0 };
	int most = 0;

	find_vectors(pen, cell, &choices);
	if (choices.count == 1)
		return choices.items[0];
	for (unsigned i = 0; i < choices.count; i++) {
		const struct choice *choice = &choices.items[i];
		const size_t undo = pen->undo_count;
		int gain = choice->gain;

		if (gain + TRACE_MOST <= most)
			break;
		take_vector(pen, choice->vector, cell);
		find_vectors(pen, vector_end(choice->vector, cell), &next);
		if (next.count)
			gain += next.items[0].gain;
		take_back(pen, undo);
		if (gain > most) {
			most = gain;
			best = *choice;
		}
	}
	return best;
}

/*
 * Long lines.
 */

static int line_gain(const struct trace_pen *pen, unsigned cell, int dx, int dy)
{
	struct walk walk = start_walk((int)cell, dx, dy, pen->way);
	int gain = 0;

	for (int i = walk_length(dx, dy); i; i--) {
		step_walk(&walk);
		if (!(pen->flags[walk.cell] & TRACE_MAY))
			return -1;
		gain += (pen->flags[walk.cell] & TRACE_MUST) != 0;
	}
	return gain;
}

/* True if the line fits two bytes. */
static bool is_medium(int dx, int dy)
{
	return dx >= FAR_LEFT && dx <= FAR_RIGHT && dy >= FAR_UP && dy <= FAR_DOWN;
}

struct far_choice {
	int gain, dx, dy;
};

/* Follows a line towards a point as far as allowed; the line ends at its last wanted
 * pixel. */
static void try_far(const struct trace_pen *pen, unsigned cell, int dx, int dy,
		    struct far_choice *best)
{
	struct walk walk = start_walk((int)cell, dx, dy, pen->way);
	int gain = 0, last = (int)cell, blank = 0, away, gained, x, y;

	for (int i = REACH; i && blank < MOST_BLANK; i--) {
		step_walk(&walk);
		if (!(pen->flags[walk.cell] & TRACE_MAY))
			break;
		blank++;
		if (pen->flags[walk.cell] & TRACE_MUST) {
			gain++;
			last = walk.cell;
			blank = 0;
		}
	}
	if (gain <= best->gain)
		return;
	away = last - (int)cell + (REACH + 1) * TRACE_STRIDE + TRACE_STRIDE / 2;
	y = away / TRACE_STRIDE - (REACH + 1);
	x = away % TRACE_STRIDE - TRACE_STRIDE / 2;
	if (!is_medium(pen->way ? -x : x, pen->way ? -y : y))
		return;
	gained = line_gain(pen, cell, x, y);
	if (gained > best->gain)
		*best = (struct far_choice){ gained, x, y };
}

/* Tries lines whose first step lies in one octant: along one axis by REACH, along the
 * other by less. */
static void try_octant(const struct trace_pen *pen, unsigned cell, int first, int last,
		       int step, bool is_wide, struct far_choice *best)
{
	for (int i = first; i <= last; i++)
		try_far(pen, cell, is_wide ? step * REACH : i, is_wide ? i : step * REACH,
			best);
}

/* A line's first step is straight up to half of the reach, and diagonal beyond. */
static struct far_choice choose_far(const struct trace_pen *pen, unsigned cell)
{
	const uint8_t *flags = pen->flags + cell;
	struct far_choice best = { 0 };

	for (int step = -1; step <= 1; step += 2) {
		for (int side = -1; side <= 1; side++) {
			const int first = side < 0 ? -REACH
					  : side   ? REACH / 2 + 1
						   : -REACH / 2;
			const int last = side < 0 ? -REACH / 2 - 1
					 : side	  ? REACH
						  : REACH / 2;

			if (flags[step + side * TRACE_STRIDE] & TRACE_MAY)
				try_octant(pen, cell, first, last, step, true, &best);
			if (flags[step * TRACE_STRIDE + side] & TRACE_MAY)
				try_octant(pen, cell, first, last, step, false, &best);
		}
	}
	return best;
}

static unsigned take_line(struct trace_pen *pen, unsigned cell, int dx, int dy)
{
	struct walk walk = start_walk((int)cell, dx, dy, pen->way);
	unsigned gain = 0;

	for (int i = walk_length(dx, dy); i; i--) {
		step_walk(&walk);
		gain += take_cell(pen, (unsigned)walk.cell);
	}
	return gain;
}

/*
 * Chains.
 */

static void add_point(struct trace_pen *pen, unsigned cell)
{
	const bool is_first = pen->point_count == 0;

	pen->points[pen->point_count++] = (struct trace_mark){
		.kind = is_first ? TRACE_MOVE : TRACE_LINE,
		.x = (int16_t)(cell % TRACE_STRIDE - 1),
		.y = (int16_t)(cell / TRACE_STRIDE - 1),
	};
}

static void begin_chain(struct trace_pen *pen, unsigned cell)
{
	pen->point_count = pen->undo_count = 0;
	add_point(pen, cell);
	pen->gain = take_cell(pen, cell);
}

static bool has_room(const struct trace_pen *pen)
{
	return pen->point_count < sizeof pen->points / sizeof *pen->points &&
	       pen->undo_count + REACH < sizeof pen->undo / sizeof *pen->undo;
}

/* Value of the chain's pixels minus the cost of its bytes, in tenths of a byte. */
static int worth(const struct trace_pen *pen, size_t point_size)
{
	return (int)pen->gain * PIXEL -
	       (int)(4 + (pen->point_count - 1) * point_size) * BYTE;
}

static int short_chain(struct trace_pen *pen, unsigned cell)
{
	begin_chain(pen, cell);
	while (has_room(pen)) {
		const struct choice choice = choose_vector(pen, cell);

		if (!choice.gain)
			break;
		pen->gain += take_vector(pen, choice.vector, cell);
		cell = vector_end(choice.vector, cell);
		add_point(pen, cell);
	}
	return worth(pen, 1);
}

static int far_chain(struct trace_pen *pen, unsigned cell)
{
	begin_chain(pen, cell);
	while (has_room(pen)) {
		const struct far_choice choice = choose_far(pen, cell);

		if (choice.gain < 2)
			break;
		pen->gain += take_line(pen, cell, choice.dx, choice.dy);
		cell = (unsigned)((int)cell + choice.dy * TRACE_STRIDE + choice.dx);
		add_point(pen, cell);
	}
	return worth(pen, 2);
}

static void mark_line(struct trace_pen *pen, const struct trace_mark *from,
		      const struct trace_mark *to)
{
	const int dx = to->x - from->x, dy = to->y - from->y;
	struct walk walk = start_walk(
		(int)trace_cell((unsigned)from->x, (unsigned)from->y), dx, dy, 0);

	pen->drawn[walk.cell] = 1;
	for (int i = walk_length(dx, dy); i; i--) {
		step_walk(&walk);
		pen->drawn[walk.cell] = 1;
	}
}

static void keep_chain(struct trace_pen *pen, struct trace_marks *out)
{
	const size_t last = pen->point_count - 1;

	for (size_t i = 0; i <= last; i++) {
		const struct trace_mark *point = &pen->points[pen->way ? last - i : i];

		exh_sci_trace_add(out, i ? TRACE_LINE : TRACE_MOVE, point->x, point->y);
		if (i)
			mark_line(pen, pen->way ? point + 1 : point - 1, point);
	}
}

static void add_dot(struct trace_pen *pen, unsigned cell)
{
	if (!(pen->flags[cell] & TRACE_MUST))
		return;
	pen->flags[cell] = TRACE_MAY;
	pen->drawn[cell] = 1;
	pen->dots[pen->dot_count++] = (uint16_t)cell;
}

static int try_chain(struct trace_pen *pen, unsigned kind, unsigned cell)
{
	pen->way = kind & 1;
	return kind & 2 ? far_chain(pen, cell) : short_chain(pen, cell);
}

/* A long line costs as much as two short ones, so chains of long lines are tried only if
 * a chain of short ones has more than two. */
static void draw_from(struct trace_pen *pen, unsigned cell, struct trace_marks *out)
{
	unsigned best = 0, kind = 0;
	bool is_long = false;
	int most = 0;

	for (; kind < 2 || (kind < 4 && is_long); kind++) {
		int value;

		take_back(pen, 0);
		value = try_chain(pen, kind, cell);
		is_long |= pen->point_count > 3;
		if (value > most) {
			most = value;
			best = kind;
		}
	}
	if (most <= 0) {
		take_back(pen, 0);
		add_dot(pen, cell);
		return;
	}
	if (best + 1 != kind) {
		take_back(pen, 0);
		try_chain(pen, best, cell);
	}
	keep_chain(pen, out);
	pen->undo_count = 0;
}

/* Bytes from one dot to the next. */
static int dot_cost(int dx, int dy)
{
	const bool is_short = dx >= TRACE_LEAST_X && dx <= TRACE_MOST &&
			      dy >= -TRACE_MOST && dy <= TRACE_MOST;
	const int far = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);

	return (is_short ? 0 : is_medium(dx, dy) ? 1000 : 2000) + far;
}

/* Adds the single pixels left over by strokes. */
static void add_dots(struct trace_pen *pen, struct trace_marks *out)
{
	size_t at = 0;

	while (pen->dot_count) {
		const unsigned cell = pen->dots[at];
		const int x = (int)(cell % TRACE_STRIDE), y = (int)(cell / TRACE_STRIDE);
		int least = INT16_MAX;

		exh_sci_trace_add(out, TRACE_DOT, x - 1, y - 1);
		pen->dots[at] = pen->dots[--pen->dot_count];
		for (size_t i = 0; i < pen->dot_count; i++) {
			const unsigned other = pen->dots[i];
			const int cost = dot_cost((int)(other % TRACE_STRIDE) - x,
						  (int)(other / TRACE_STRIDE) - y);

			if (cost < least) {
				least = cost;
				at = i;
			}
		}
		if (!pen->dot_count)
			break;
	}
}

static const int16_t steps[TRACE_STEPS] = {
	-TRACE_STRIDE - 1, -TRACE_STRIDE, -TRACE_STRIDE + 1, -1, 1,
	TRACE_STRIDE - 1,  TRACE_STRIDE,  TRACE_STRIDE + 1,
};

static unsigned neighbour_count(const struct trace_pen *pen, unsigned cell)
{
	unsigned count = 0;

	for (unsigned i = 0; i < TRACE_STEPS; i++)
		count += (pen->flags[(int)cell + steps[i]] & TRACE_MUST) != 0;
	return count;
}

/* Starts at ends of lines: a chain continues in one direction only. */
void exh_sci_trace_strokes(struct trace_pen *pen, struct trace_marks *out)
{
	pen->dot_count = 0;
	for (unsigned most = 1; most <= 8; most += most == 1 ? 1 : 6)
		for (unsigned cell = 0; cell < TRACE_CELLS; cell++)
			if (pen->flags[cell] & TRACE_MUST &&
			    neighbour_count(pen, cell) <= most)
				draw_from(pen, cell, out);
	add_dots(pen, out);
}
