/*
 * A debugger of the machine: commands on standard input, answers on standard output.
 *
 * It is called before each instruction, and takes commands while the machine stands.
 * What it can't do itself (saved states, pressing keys) the program that runs the machine
 * lends. Source: sci0-vm 7.1.
 */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUGGER_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUGGER_H

#include "debug.h"

/* sources: a folder of .sc files, or NULL. False, reported, if it can't. Close it either
 * way. */
bool debugger_open(struct debugger *d, const struct script_program *program,
		   const char *game, const char *sources, const struct debug_host *host,
		   struct report *report);
void debugger_close(struct debugger *d);

/* For exh_sci0_vm_watch; context is the debugger. */
void debugger_step(void *context, const struct exh_sci0_vm *vm);
/* The machine has stopped: text says why. Takes commands until one of them goes back or
 * ends; what is to be done wish says. */
void debugger_end(struct debugger *d, const char *text);

/* The state to go on from where the wish is DEBUG_GOES_BACK; NULL: from the beginning.
 * Those after it are dropped. */
const struct debug_state *debugger_back(struct debugger *d);
/* What was wished has been done: the machine is another one. */
void debugger_loaded(struct debugger *d);

#endif
