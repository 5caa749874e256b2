/* Places to which the player may come from a place. */
#ifndef EXH_ZVISION_LOGIC_AFTER_H
#define EXH_ZVISION_LOGIC_AFTER_H

#include "logic_parts.h"

struct logic_after {
	logic_tables *t;
	uint32_t *component; /* component of each scope */
	size_t components, words;
	uint64_t *rows; /* bits of the components that follow each */
	bool leaves_menu;
};

/* False: too many places, or out of memory. */
bool exh_logic_after_make(struct logic_after *after, logic_tables *t,
			  struct exh_arena *arena);

/* True if the player may be in the scope to after one is in the scope from. */
bool exh_logic_may_follow(const struct logic_after *after, size_t from, size_t to);

/* True for places of the menu, from which the player goes on where it was entered. */
bool exh_logic_is_menu(const logic_tables *t, size_t scope);

#endif
