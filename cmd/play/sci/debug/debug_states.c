#include "debug.h"

#include "task/memory.h"

#include <stdlib.h>

void debug_states_free(struct debug_states *states)
{
	for (size_t i = 0; i < states->count; i++)
		free(states->items[i].bytes);
	states->count = 0;
}

/* Drops every second state; the first one stays. */
static void thin_out(struct debug_states *states)
{
	size_t kept = 0;

	for (size_t i = 0; i < states->count; i++)
		if (i % 2)
			free(states->items[i].bytes);
		else
			states->items[kept++] = states->items[i];
	states->count = kept;
	states->apart *= 2;
}

void debug_states_add(struct debug_states *states, uint64_t step, size_t frame,
		      struct exh_writer *state)
{
	const struct exh_bytes bytes = exh_writer_bytes(state);

	mem_check(state);
	if (states->count == DEBUG_STATES)
		thin_out(states);
	states->items[states->count++] =
		(struct debug_state){ step, frame, mem_copy(bytes.data, bytes.size, 1),
				      bytes.size };
}

const struct debug_state *debug_states_back(struct debug_states *states, uint64_t step)
{
	while (states->count > 1 && states->items[states->count - 1].step > step)
		free(states->items[--states->count].bytes);
	return states->count ? &states->items[states->count - 1] : NULL;
}
