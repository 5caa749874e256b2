#include "memory.h"

#include <stdatomic.h>

/* An allocator has no context: so this is global. */
static atomic_bool has_ended;

void memory_note_end(void)
{
	has_ended = true;
}

bool memory_has_ended(void)
{
	return has_ended;
}
