/* Tracing: maps become a drawing program. Declarations shared by the files of the tracer.
 *
 * A sweep draws pixels of many colours with lines and patterns. It is made backwards,
 * beginning with the colour drawn last: other colours may cover its pixels, since those
 * are drawn over later. */
#ifndef EXH_SCI_PIC_TRACE_H
#define EXH_SCI_PIC_TRACE_H

#include "exhume/sci.h"
#include "exhume/advanced/sci_pic.h"

enum {
	/* Maps with an edge around them: cells. */
	TRACE_STRIDE = EXH_SCI_PIC_WIDTH + 2,
	TRACE_CELLS = TRACE_STRIDE * (EXH_SCI_PIC_HEIGHT + 2),

	/* Flags of a cell: operations allowed for strokes. */
	TRACE_MAY = 1,	/* a stroke may cover it */
	TRACE_MUST = 2, /* a stroke still has to cover it */

	/* Steps -6 to 7 and -7 to 7 fit a byte. */
	TRACE_LEAST_X = -6,
	TRACE_MOST = 7,
	TRACE_VECTORS = (TRACE_MOST - TRACE_LEAST_X + 1) * (2 * TRACE_MOST + 1),

	TRACE_STEPS = 8, /* to neighbours, also diagonal */

	TRACE_LABELS = 4096,
	TRACE_NO_ENTRY = 0xff,
};

static inline unsigned trace_cell(unsigned x, unsigned y)
{
	return (y + 1) * TRACE_STRIDE + x + 1;
}

enum trace_kind { TRACE_PEN, TRACE_MOVE, TRACE_LINE, TRACE_DOT, TRACE_FILL };

/* A step of the program. */
struct trace_mark {
	uint8_t kind;
	bool is_first; /* DOT: begins a list */
	int16_t x, y;  /* PEN: x is the label */
};

struct trace_marks {
	struct exh_arena *arena;
	struct trace_mark *items;
	size_t count, room;
	bool failed; /* no memory */
};

void exh_sci_trace_add(struct trace_marks *marks, enum trace_kind kind, int x, int y);

/* A line that fits a byte, with the offsets of its pixels. */
struct trace_vector {
	int8_t dx, dy;
	uint8_t count;
	int16_t cells[TRACE_MOST + 1];
};

/* Tree of lines: those that begin with the same pixels share nodes. */
struct trace_node {
	int16_t cell;
	uint16_t skip;	/* next node that does not begin with this one */
	uint8_t depth;	/* from 1 */
	uint8_t vector; /* vector that ends here, plus 1; 0: none */
};

struct trace_pen {
	uint8_t flags[TRACE_CELLS];
	uint8_t drawn[TRACE_CELLS]; /* cells covered by strokes */
	/* Forwards and backwards: lines in the order of their pixels, and their tree. */
	struct trace_vector vectors[2][TRACE_VECTORS];
	struct trace_node nodes[2][TRACE_VECTORS * TRACE_MOST];
	unsigned node_counts[2];
	unsigned way;
	/* The list being tried. */
	struct trace_mark points[2048];
	size_t point_count;
	unsigned undo[8192];
	uint8_t undo_flags[8192];
	size_t undo_count;
	unsigned gain;
	uint16_t dots[EXH_SCI_PIC_PIXELS];
	size_t dot_count;
};

void exh_sci_trace_vectors(struct trace_pen *pen);

/* Draws strokes of one colour over all cells that must be covered. */
void exh_sci_trace_strokes(struct trace_pen *pen, struct trace_marks *out);

/* Fills the places of a pixel's four neighbours; returns how many are within the map. */
static inline unsigned trace_neighbours(unsigned place, unsigned out[4])
{
	const unsigned x = place % EXH_SCI_PIC_WIDTH;
	unsigned count = 0;

	if (x)
		out[count++] = place - 1;
	if (x + 1 < EXH_SCI_PIC_WIDTH)
		out[count++] = place + 1;
	if (place >= EXH_SCI_PIC_WIDTH)
		out[count++] = place - EXH_SCI_PIC_WIDTH;
	if (place + EXH_SCI_PIC_WIDTH < EXH_SCI_PIC_PIXELS)
		out[count++] = place + EXH_SCI_PIC_WIDTH;
	return count;
}

/* A colour of a pass: its value on each map of the pass. */
struct trace_label {
	uint8_t values[3];
};

/* Pixels of one label that touch. */
struct trace_region {
	uint32_t inner; /* pixels with neighbours of the region only */
	uint16_t label;
	bool is_big; /* worth a fill, with lines around it */
	uint8_t rank;
};

/* Options to try: the best ones differ from picture to picture. */
struct trace_plan {
	uint8_t least_inner; /* fewest inner pixels of a region that is filled */
	bool large_edges;    /* edges are drawn on the larger region */
	bool rare_last;	     /* edges of rare colours are drawn last */
};

struct trace_state {
	struct exh_sci_pic_canvas canvas;
	struct exh_sci_pic_writer writer;
	struct exh_writer out;
	/* palette entry of a colour; or TRACE_NO_ENTRY */
	uint8_t entry_of[256];
	uint8_t entries[EXH_SCI_PIC_COLORS]; /* colours of palette 0 */
	uint8_t turn;			     /* the entry that was set last */
};

struct trace {
	const uint8_t *maps[3]; /* maps to draw: colour bytes or values */
	bool is_dithered;
	uint8_t pairs[EXH_SCI_PIC_PIXELS]; /* guessed */
	bool odd[EXH_SCI_PIC_PIXELS];	   /* pixels show the upper half */
	/* The pass. */
	struct trace_plan plan;
	unsigned mask, first; /* bits of the maps; map that fills search */
	struct trace_label labels[TRACE_LABELS];
	unsigned label_count, order[TRACE_LABELS];
	uint32_t counts[TRACE_LABELS];
	uint16_t numbers[1 << 16];
	uint16_t want[EXH_SCI_PIC_PIXELS];
	bool must[EXH_SCI_PIC_PIXELS], later[EXH_SCI_PIC_PIXELS];
	bool is_thin[EXH_SCI_PIC_PIXELS];
	/* Regions. */
	struct trace_region regions[EXH_SCI_PIC_PIXELS];
	size_t region_count;
	uint16_t region[EXH_SCI_PIC_PIXELS];
	uint16_t queue[EXH_SCI_PIC_PIXELS];
	/* Program drawn so far. */
	struct trace_marks program, sweep;
	struct trace_state now, saved[4];
	struct trace_pen pen;
	enum exh_status status;
	struct exh_error *err;
};

/* Guesses the pairs of a dithered picture; false when out of memory. */
bool exh_sci_trace_pairs(const uint8_t *pixels, struct exh_arena *arena, uint8_t *out);

/* Finds regions of one label, marks those worth a fill, and sets must for pixels that
 * separate them. */
void exh_sci_trace_regions(struct trace *trace);

void exh_sci_trace_set_entry(struct trace *trace, unsigned entry, uint8_t value);

/* Draws maps; is_new: they are empty. False if there are too many labels. */
bool exh_sci_trace_pass(struct trace *trace, unsigned mask, bool is_new);

void exh_sci_trace_end(struct trace *trace);

/*
 * The pixels of a line from cell to cell, in the interpreter's order.
 */

struct walk {
	int cell, major_step, minor_step;
	int most, least, err, tie;
};

/* way: 1 for the pixels of a line drawn in the opposite direction. */
static inline struct walk start_walk(int cell, int dx, int dy, unsigned way)
{
	const int across = dx < 0 ? -1 : 1;
	const int down = dy < 0 ? -TRACE_STRIDE : TRACE_STRIDE;
	const int wide = 2 * (dx < 0 ? -dx : dx), high = 2 * (dy < 0 ? -dy : dy);
	struct walk walk = { .cell = cell, .tie = (int)way };

	walk.major_step = wide > high ? across : down;
	walk.minor_step = wide > high ? down : across;
	walk.most = wide > high ? wide : high;
	walk.least = wide > high ? high : wide;
	walk.err = walk.least - walk.most / 2;
	return walk;
}

static inline void step_walk(struct walk *walk)
{
	if (walk->err >= walk->tie) {
		walk->cell += walk->minor_step;
		walk->err -= walk->most;
	}
	walk->cell += walk->major_step;
	walk->err += walk->least;
}

static inline int walk_length(int dx, int dy)
{
	const int wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;

	return wide > high ? wide : high;
}

#endif
