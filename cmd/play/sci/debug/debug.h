/* The debugger. */
#ifndef CMD_PLAY_SCI_DEBUG_DEBUG_H
#define CMD_PLAY_SCI_DEBUG_DEBUG_H

#include "assets/sci/script/script.h"
#include "play/debug/debugger.h"
#include "task/report.h"

#include <exhume/base.h>
#include <exhume/sci_look.h>
#include <exhume/sci_project.h>

/*
 * Where a debugger stops: breakpoints, and what is watched. Source: sci0-vm 7.1.
 */

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

/* The place of a struct debug_break. */
struct debug_place {
	enum debug_break_kind kind;
	const char *text; /* as it was given */
	const char *name; /* of text's words: a method, a kernel function, a spec */
	struct exh_bytes object; /* BREAK_METHOD */
	unsigned a, b;
	struct exh_sci_reg watched, value; /* the object, and the value as it was */
};

struct sci_debugger;

/* Stops at SCRIPT:OFFSET, Object::method, Class::m: (any that begins so), kernel NAME,
 * said TEXT, text N,M, export SCRIPT N. False, with the reason in the debugger's out. */
bool debug_break_add(struct sci_debugger *d, char *const *words, size_t count);
/* Stops when gN, lN or ADDRESS.PROPERTY changes. The same. */
bool debug_watch_add(struct sci_debugger *d, const char *text);

/* The first that stops here; NULL: none. Appends what it found. */
struct debug_break *debug_breaks_find(struct sci_debugger *d, const struct exh_sci_vm *vm,
				      struct exh_writer *out);
/* What is watched has its value of now: after the machine went elsewhere. */
void debug_breaks_refresh(struct sci_debugger *d, const struct exh_sci_vm *vm);

/*
 * Names of variables, out of the sources of a game's scripts.
 */

struct debug_names {
	struct exh_arena arena;
	struct debug_script *items;
	size_t count, capacity;
};

/* All .sc files of a folder; project has the numbers of those that don't say theirs, by
 * the file's name. False, reported, if it can't be read or has none. Always to be
 * freed. */
bool debug_names_read(struct debug_names *names, const char *folder,
		      const struct exh_sci_project *project, struct report *report);
void debug_names_free(struct debug_names *names);
/* NULL: it is unknown. */
const char *debug_name_of(const struct debug_names *names, unsigned script,
			  size_t variable);

/*
 * States of a machine that a debugger goes back to.
 */

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

/*
 * What the parts of the debugger share.
 */

/* What a program lends. */
struct debug_host {
	void *context;
	/* The machine that runs now. */
	struct exh_sci_vm *(*vm)(void *context);
	/* Appends the state, for snap. False: not now. */
	bool (*save)(void *context, struct exh_writer *out);
	/* The machine becomes that of a state. False: reported. */
	bool (*load)(void *context, struct exh_bytes state);
	/* A command of the program's own. 0: it has none of this name; 1: done; below 0:
	   wrong, with the reason in out. NULL: none. */
	int (*command)(void *context, const char *name, char *const *words, size_t count,
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

struct sci_debugger {
	struct debugger common; /* its out is in the game's code page */
	const struct exh_sci_program *program;
	const struct exh_sci_naming *naming;
	const char *game; /* its folder */
	struct debug_host host;
	struct debug_states states; /* for the program; it adds them */
	struct debug_names names;
	enum debug_mode mode;
	enum debug_wish wish;
	uint64_t target; /* steps, depth or number, as mode has it */
	uint64_t
		found; /* DEBUG_SEARCHES: step of the last breakpoint; UINT64_MAX: none */
	struct exh_sci_reg global;
	bool is_busy; /* the machine runs for a command: it stops nowhere */
	bool is_over; /* nothing runs any more, but there is a state to go back to */
	struct file restored; /* by DEBUG_RESTORES */
};

/*
 * The commands of the debugger.
 */

/* Each ends with one without a name. */
extern const struct debugger_command debug_run_commands[];  /* running and stopping */
extern const struct debugger_command debug_look_commands[]; /* looking */
extern const struct debugger_command debug_do_commands[];   /* changing */

extern const struct debugger_type debug_type;

static inline struct sci_debugger *debug_of(struct debugger *d)
{
	return (struct sci_debugger *)d;
}
static inline struct exh_sci_vm *debug_vm(struct debugger *d)
{
	return debug_of(d)->host.vm(debug_of(d)->host.context);
}
static inline const struct exh_sci_program *debug_program(struct debugger *d)
{
	return debug_of(d)->program;
}
/* A line for what comes next. */
void debug_show_place(struct debugger *d);

/*
 * Instructions and calls as a debugger shows them: in the game's code page.
 */

/* A line for the instruction at a place of a script, with the names that it uses; 0
 * where there is none, else its size. */
unsigned debug_instruction_put(const struct exh_sci_program *program, unsigned script,
			       unsigned offset, struct exh_writer *out);
/* Object::method, or where in the script a function begins. */
void debug_call_name_put(const struct exh_sci_vm *vm,
			 const struct exh_sci_program *program,
			 const struct exh_sci_call_look *call, struct exh_writer *out);
/* The kernel function that the next instruction calls, and its arguments; false if it
 * calls none. */
struct debug_kernel_call {
	struct exh_bytes name;
	const struct exh_sci_reg *arguments;
	size_t count;
};
bool debug_kernel_call(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		       struct debug_kernel_call *out);
/* The instruction that comes next. */
bool debug_next_instruction(const struct exh_sci_vm *vm,
			    const struct exh_sci_program *program,
			    struct exh_sci_instruction *out);
/* A Said spec at a reference; false if there is none. */
bool debug_said_put(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		    struct exh_sci_reg spec, struct exh_writer *out);

/*
 * Values of the machine as people write and read them. Source: sci0-vm 7.1.
 */

/*
 * Reads a number (decimal, 0x), a value as traces have it (#0001, S994+06f4, C1), or an
 * address: SEGMENT:OFFSET (hexadecimal), &SCRIPT:OFFSET, $PC, $ACC, $PREV or $OBJ with
 * +N or -N, ?NAME of an object or ?NAME.INDEX. False with the reason in why, to which it
 * appends.
 */
bool debug_value_read(const struct exh_sci_vm *vm, const char *text,
		      struct exh_sci_reg *out, struct exh_writer *why);
/* The same for a command: the reason goes to its answer. */
static inline bool debug_read_value(struct debugger *d, const char *text,
				    struct exh_sci_reg *out)
{
	return debug_value_read(debug_vm(d), text, out, &d->out);
}

/* The value, and the name of an object that is there. */
void debug_value_put(const struct exh_sci_vm *vm, struct exh_sci_reg value,
		     struct exh_writer *out);

/* The number of a selector by its name or number; below 0: there is none. */
int debug_selector(const struct exh_sci_program *program, const char *text);

/*
 * A debugger of the machine: commands on standard input, answers on standard output.
 *
 * It is called before each instruction, and takes commands while the machine stands.
 * What it can't do itself (saved states, pressing keys) the program that runs the machine
 * lends. Source: sci0-vm 7.1.
 */

/* sources: a folder of .sc files, or NULL. False, reported, if it can't. Close it either
 * way. */
bool sci_debugger_open(struct sci_debugger *d, const struct script_program *program,
		       const char *game, const char *sources,
		       const struct debug_host *host, struct report *report);
void sci_debugger_close(struct sci_debugger *d);

/* For exh_sci_vm_watch; context is the debugger. */
void sci_debugger_step(void *context, const struct exh_sci_vm *vm);
/* The machine has stopped, by a fault, or as end says after so many instructions, which
 * are called unit. Takes commands until one of them goes back or ends; d->wish says what
 * to do next. */
void sci_debugger_end(struct sci_debugger *d, const char *end, const char *unit);

/* Loads what the wish goes back to, or restores: then no states are kept. frame becomes
 * that of the state gone back to; may be NULL. False: the report has why. */
bool sci_debugger_follow(struct sci_debugger *d, size_t *frame);

#endif
