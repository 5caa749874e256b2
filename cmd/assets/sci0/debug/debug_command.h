/* The commands of the debugger. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_COMMAND_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_COMMAND_H

#include "debug.h"

enum { DEBUG_WORDS = 16 };

struct debug_command {
	const char *name;
	size_t least, most; /* words after the name */
	const char *usage;  /* of them */
	const char *help;
	/* False: wrong, with the reason in d->out. words: after the name. */
	bool (*run)(struct debugger *d, char *const *words, size_t count);
};

/* Each ends with one without a name. */
extern const struct debug_command debug_run_commands[];	 /* running and stopping */
extern const struct debug_command debug_look_commands[]; /* looking */
extern const struct debug_command debug_do_commands[];	 /* changing */

/* Runs a line. False: wrong, with the reason in d->out. */
bool debug_command_run(struct debugger *d, const char *line);
/* The names of all commands that begin so, from *at = 0 on; NULL: no more. */
const char *debug_command_like(const char *text, size_t size, size_t *at);

static inline struct exh_sci0_vm *debug_vm(const struct debugger *d)
{
	return d->host.vm(d->host.context);
}
/* A line for what comes next. */
void debug_show_place(struct debugger *d);

#endif
