/* What the parts of the debugger share. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_H

#include "debug_break.h"
#include "debug_names.h"
#include "assets/sci0/script/script_program.h"
#include "debug_states.h"

/* What a program lends. */
struct debug_host {
	void *context;
	/* The machine that runs now. */
	struct exh_sci0_vm *(*vm)(void *context);
	/* Appends the state, for snap. False: not now. */
	bool (*save)(void *context, struct exh_writer *out);
	/* A command of the program's own. 0: it has none of this name; 1: done; below 0:
	   wrong, with the reason in out. NULL: none. */
	int (*command)(void *context, char *const *words, size_t count,
		       struct exh_writer *out);
	const char *help; /* of these commands, a line each; may be NULL */
};

/* What the machine is run for, until something stops it. */
enum debug_mode {
	DEBUG_STEPS,	/* so many instructions */
	DEBUG_GOES,	/* to the next breakpoint */
	DEBUG_OVER,	/* back to this depth of calls, or a lower one */
	DEBUG_KERNEL,	/* to the next kernel call (of this number, if it is not -1) */
	DEBUG_RETURN,	/* to the next ret */
	DEBUG_GLOBAL,	/* until a global changes */
	DEBUG_TO_STEP,	/* to this step, without breakpoints */
	DEBUG_SEARCHES, /* to this step; the last breakpoint up to it is kept */
};

/* What the program has to do when the machine has paused. */
enum debug_wish {
	DEBUG_NOTHING,
	DEBUG_QUITS,
	DEBUG_GOES_BACK, /* to a state of step target, or of an earlier one */
	DEBUG_RESTORES,	 /* that of restored */
};

struct line_input;

struct debugger {
	const struct exh_sci0_program *program;
	const struct exh_sci0_naming *naming;
	const char *game; /* its folder */
	struct debug_host host;
	struct report *report;
	struct line_input *input;
	struct debug_breaks breaks;
	struct debug_states states; /* for the program; it adds them */
	struct debug_names names;
	struct exh_writer out; /* in the game's code page; shown after each command */
	enum debug_mode mode;
	enum debug_wish wish;
	uint64_t target; /* steps, depth or number, as mode has it */
	uint64_t
		found; /* DEBUG_SEARCHES: step of the last breakpoint; UINT64_MAX: none */
	struct exh_sci0_reg global;
	bool is_busy;  /* the machine runs for a command: it stops nowhere */
	bool goes_on;  /* the command that was read lets the machine run */
	unsigned line; /* of the commands */
	bool is_terminal;
	bool is_over; /* nothing runs any more, but there is a state to go back to */
	char *last;   /* the command that an empty line repeats, at a terminal */
	struct file restored; /* by DEBUG_RESTORES */
};

#endif
