/* Where a debugger stops: breakpoints, and what is watched. Source: sci0-vm 7.1. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_BREAK_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_BREAK_H

#include <exhume/sci0_look.h>

enum debug_break_kind {
	BREAK_PLACE,  /* script, offset */
	BREAK_METHOD, /* object and selector by name, perhaps the first letters */
	BREAK_EXPORT, /* script, number */
	BREAK_KERNEL, /* a function's name */
	BREAK_SAID,   /* a spec that has this text is tested */
	BREAK_TEXT,   /* a kernel function is given this text resource and number */
	WATCH_VARIABLE,
	WATCH_PROPERTY,
};

struct debug_break {
	unsigned number; /* from 1 */
	enum debug_break_kind kind;
	char *text;	      /* as it was given; owned */
	char *first, *second; /* of text's words; owned */
	unsigned a, b;
	struct exh_sci0_reg object, value; /* watched, and as it was */
	unsigned long hits;
};

struct debug_breaks {
	struct debug_break *items;
	size_t count, capacity;
	unsigned last; /* number */
};

void debug_breaks_free(struct debug_breaks *breaks);

/* break SCRIPT:OFFSET, Object::method, Class::m: (what begins so), kernel NAME, said
 * TEXT, text N,M, export SCRIPT N. NULL, with the reason in why. */
const struct debug_break *debug_break_add(struct debug_breaks *breaks, char *const *words,
					  size_t count, struct exh_writer *why);
/* watch gN, lN, ADDRESS.PROPERTY. */
const struct debug_break *debug_watch_add(struct debug_breaks *breaks,
					  const struct exh_sci0_vm *vm,
					  const struct exh_sci0_program *program,
					  const char *text, struct exh_writer *why);
/* False if there is none of this number. */
bool debug_break_remove(struct debug_breaks *breaks, unsigned number);

/* The first that stops here; NULL: none. Appends what it found. */
struct debug_break *debug_breaks_find(struct debug_breaks *breaks,
				      const struct exh_sci0_vm *vm,
				      const struct exh_sci0_program *program,
				      struct exh_writer *out);
/* What is watched has its value of now: after the machine went elsewhere. */
void debug_breaks_refresh(struct debug_breaks *breaks, const struct exh_sci0_vm *vm);

#endif
