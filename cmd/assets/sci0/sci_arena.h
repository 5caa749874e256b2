/*
 * Memory from an arena whose limit large files reach: EXH_NO_MEMORY, as of the library,
 * with a message about the limit. Where memory itself has ended the program ends, see
 * task/memory.h.
 */
#ifndef CMD_ASSETS_SCI0_SCI_ARENA_H
#define CMD_ASSETS_SCI0_SCI_ARENA_H

#include <exhume/base.h>

/* As exh_alloc; NULL: err has why. */
void *sci_arena_alloc(struct exh_arena *arena, size_t count, size_t size,
		      struct exh_error *err);
/* As exh_memdup. */
enum exh_status sci_arena_copy(struct exh_arena *arena, struct exh_bytes bytes,
			       struct exh_bytes *out, struct exh_error *err);

/* As exh_memdup, from an arena whose limit no input can reach. */
struct exh_bytes sci_arena_keep(struct exh_arena *arena, struct exh_bytes bytes);

#endif
