/* States of a machine that a debugger goes back to. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_STATES_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_STATES_H

#include <exhume/base.h>

enum { DEBUG_STATES = 64 };

struct debug_state {
	uint64_t step;	/* instructions that had run */
	size_t frame;	/* of the program's own, if it counts any */
	uint8_t *bytes; /* owned */
	size_t size;
};

/* In order of time. When there are too many, every second is dropped. */
struct debug_states {
	struct debug_state items[DEBUG_STATES];
	size_t count;
	uint64_t apart; /* frames, or steps, from one to the next */
};

void debug_states_free(struct debug_states *states);
/* Takes the bytes, which came later than all others. */
void debug_states_add(struct debug_states *states, uint64_t step, size_t frame,
		      struct exh_writer *state);
/* The last one at or before a step, the first if there is none; NULL: no states. Those
 * after it are dropped. */
const struct debug_state *debug_states_back(struct debug_states *states, uint64_t step);

#endif
