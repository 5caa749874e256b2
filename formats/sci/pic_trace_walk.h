/* The pixels of a line from cell to cell, as the interpreter goes. */
#ifndef EXH_SCI_PIC_TRACE_WALK_H
#define EXH_SCI_PIC_TRACE_WALK_H

#include "pic_trace.h"

struct walk {
	int cell, major_step, minor_step;
	int most, least, err, tie;
};

/* way: 1 for the pixels of a line that is drawn in the other direction. */
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
