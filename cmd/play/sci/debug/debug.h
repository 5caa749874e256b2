/* The debugger. */
#ifndef CMD_PLAY_SCI_DEBUG_DEBUG_H
#define CMD_PLAY_SCI_DEBUG_DEBUG_H

#include "assets/sci/script/script.h"
#include "play/debug/debugger.h"
#include "task/report.h"

#include <exhume/base.h>
#include <exhume/advanced/sci_look.h>
#include <exhume/advanced/sci_project.h>

/*
 * Stops of a debugger: breakpoints and watches. Source: sci0-vm 7.1.
 */

enum debug_break_kind {
	BREAK_PLACE,  /* script, offset */
	BREAK_METHOD, /* object and selector by name, or by the first letters of it */
	BREAK_EXPORT, /* script, number */
	BREAK_KERNEL, /* a function's name */
	BREAK_SAID,   /* a spec with this text is tested */
	BREAK_TEXT,   /* a kernel function gets this text resource and number */
	WATCH_VARIABLE,
	WATCH_PROPERTY,
};

/* Condition of a struct debug_break, its place. */
struct debug_place {
	enum debug_break_kind kind;
	const char *text; /* text given by the user */
	/* part of text: the name of a method or a kernel function, or a spec */
	const char *name;
	struct exh_bytes object; /* BREAK_METHOD */
	unsigned a, b;
	struct exh_sci_reg watched, value; /* the object, and its last value */
};

struct sci_debugger;

/* Adds a breakpoint: SCRIPT:OFFSET, Object::method, Class::m: (any method that begins
 * so), kernel NAME, said TEXT, text N,M, export SCRIPT N. False: the debugger's out has
 * the reason. */
bool debug_break_add(struct sci_debugger *d, char *const *words, size_t count);
/* Adds a watch that stops when gN, lN or ADDRESS.PROPERTY changes. False: the debugger's
 * out has the reason. */
bool debug_watch_add(struct sci_debugger *d, const char *text);

/* Returns the first breakpoint that stops here; NULL: none. Appends the change of a
 * watch. */
struct debug_break *debug_breaks_find(struct sci_debugger *d, const struct exh_sci_vm *vm,
				      struct exh_writer *out);
/* Updates the last values of watches, after the machine went to another state. */
void debug_breaks_refresh(struct sci_debugger *d, const struct exh_sci_vm *vm);

/*
 * Names of variables, from the sources of a game's scripts.
 */

struct debug_names {
	struct exh_arena arena;
	struct debug_script *items;
	size_t count, capacity;
};

/* Reads all .sc files of a folder. project has the number of scripts, by file name, for
 * sources without one. False, reported: the folder can't be read or has none. Free it
 * either way. */
bool debug_names_read(struct debug_names *names, const char *folder,
		      const struct exh_sci_project *project, struct report *report);
void debug_names_free(struct debug_names *names);
/* Returns the name of a variable; NULL: unknown. */
const char *debug_name_of(const struct debug_names *names, unsigned script,
			  size_t variable);

/*
 * Saved states of a machine, to which a debugger goes back.
 */

enum { DEBUG_STATES = 64 };

struct debug_state {
	uint64_t step;	/* number of instructions run before */
	size_t frame;	/* frame of the program; 0 if it counts none */
	uint8_t *bytes; /* owned */
	size_t size;
};

/* In order of time. If there are too many, every second one is dropped. */
struct debug_states {
	struct debug_state items[DEBUG_STATES];
	size_t count;
	uint64_t apart; /* distance between states, in frames or steps */
};

void debug_states_free(struct debug_states *states);
/* Adds a state, later than all others, and takes over its bytes. */
void debug_states_add(struct debug_states *states, uint64_t step, size_t frame,
		      struct exh_writer *state);
/* Returns the last state at or before a step, or the first if there is none; NULL: no
 * states. Later ones are dropped. */
const struct debug_state *debug_states_back(struct debug_states *states, uint64_t step);

/*
 * Shared parts of the debugger.
 */

/* Functions that the program provides to the debugger. */
struct debug_host {
	void *context;
	/* Returns the machine that runs now. */
	struct exh_sci_vm *(*vm)(void *context);
	/* Appends the state, for snap. False: not possible now. */
	bool (*save)(void *context, struct exh_writer *out);
	/* Loads a state into the machine. False: it failed, which is reported. */
	bool (*load)(void *context, struct exh_bytes state);
	/* Runs a command of the program. 0: no such command; 1: done; below 0: wrong,
	 * with the reason in out. NULL: no commands. */
	int (*command)(void *context, const char *name, char *const *words, size_t count,
		       struct exh_writer *out);
	const char *help; /* help for these commands, a line each; may be NULL */
};

/* Point at which the running machine stops, unless something else stops it first. */
enum debug_mode {
	DEBUG_STEPS,	/* the given number of instructions */
	DEBUG_GOES,	/* none: only breakpoints */
	DEBUG_OVER,	/* return to this depth of calls, or a lower one */
	DEBUG_KERNEL,	/* the next kernel call (of this number, if it is not -1) */
	DEBUG_RETURN,	/* the next ret */
	DEBUG_GLOBAL,	/* a change of a global */
	DEBUG_TO_STEP,	/* this step; breakpoints are ignored */
	DEBUG_SEARCHES, /* this step; notes the last breakpoint up to it */
};

/* Action for the program after the machine has paused. */
enum debug_wish {
	DEBUG_NOTHING,
	DEBUG_QUITS,
	DEBUG_GOES_BACK, /* goes back to a state of step target, or an earlier one */
	DEBUG_RESTORES,	 /* loads the state in restored */
};

struct sci_debugger {
	struct debugger common; /* out is in the game's code page */
	const struct exh_sci_program *program;
	const struct exh_sci_naming *naming;
	const char *game; /* folder of the game */
	struct debug_host host;
	struct debug_states states; /* for the program, which adds them */
	struct debug_names names;
	enum debug_mode mode;
	enum debug_wish wish;
	uint64_t target; /* steps, depth or number, depending on mode */
	uint64_t
		found; /* DEBUG_SEARCHES: step of the last breakpoint; UINT64_MAX: none */
	struct exh_sci_reg global;
	bool is_busy; /* the machine runs for a command and does not stop */
	bool is_over; /* the machine has ended, but there are states to go back to */
	struct file restored; /* state to load for DEBUG_RESTORES */
};

/*
 * The commands of the debugger.
 */

/* Each table ends with a command without a name. */
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
/* Appends a line for the next instruction. */
void debug_show_place(struct debugger *d);

/*
 * Instructions and calls as a debugger shows them: in the game's code page.
 */

/* Appends a line for the instruction at an offset of a script, with the names it uses.
 * Returns the size of the instruction; 0: there is none. */
unsigned debug_instruction_put(const struct exh_sci_program *program, unsigned script,
			       unsigned offset, struct exh_writer *out);
/* Appends Object::method, or the script's offset where a function begins. */
void debug_call_name_put(const struct exh_sci_vm *vm,
			 const struct exh_sci_program *program,
			 const struct exh_sci_call_look *call, struct exh_writer *out);
/* A call of a kernel function by the next instruction, with its arguments. */
struct debug_kernel_call {
	struct exh_bytes name;
	const struct exh_sci_reg *arguments;
	size_t count;
};
bool debug_kernel_call(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		       struct debug_kernel_call *out);
/* Returns the next instruction. */
bool debug_next_instruction(const struct exh_sci_vm *vm,
			    const struct exh_sci_program *program,
			    struct exh_sci_instruction *out);
/* Appends a Said spec at a reference; false if there is none. */
bool debug_said_put(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		    struct exh_sci_reg spec, struct exh_writer *out);

/*
 * Values of the machine as text. Source: sci0-vm 7.1.
 */

/*
 * Reads a number (decimal, 0x), a value as in traces (#0001, S994+06f4, C1), or an
 * address: SEGMENT:OFFSET (hexadecimal), &SCRIPT:OFFSET, $PC, $ACC, $PREV or $OBJ with +N
 * or -N, ?NAME of an object or ?NAME.INDEX. False: the reason is appended to why.
 */
bool debug_value_read(const struct exh_sci_vm *vm, const char *text,
		      struct exh_sci_reg *out, struct exh_writer *why);
/* Reads a value for a command: the reason goes to the debugger's answer. */
static inline bool debug_read_value(struct debugger *d, const char *text,
				    struct exh_sci_reg *out)
{
	return debug_value_read(debug_vm(d), text, out, &d->out);
}

/* Appends the value, and the name of the object if it refers to one. */
void debug_value_put(const struct exh_sci_vm *vm, struct exh_sci_reg value,
		     struct exh_writer *out);

/* Returns the number of a selector, given by name or number; below 0: none. */
int debug_selector(const struct exh_sci_program *program, const char *text);

/*
 * A debugger of the machine: commands on standard input, answers on standard output.
 *
 * It is called before each instruction, and takes commands while the machine is stopped.
 * The program that runs the machine provides what the debugger can't do itself (saved
 * states, pressing keys). Source: sci0-vm 7.1.
 */

/* Opens a debugger. sources: a folder of .sc files, or NULL. False: it failed, which is
 * reported. Close it either way. */
bool sci_debugger_open(struct sci_debugger *d, const struct script_program *program,
		       const char *game, const char *sources,
		       const struct debug_host *host, struct report *report);
void sci_debugger_close(struct sci_debugger *d);

/* Callback for exh_sci_vm_watch; context is the debugger. */
void sci_debugger_step(void *context, const struct exh_sci_vm *vm);
/* Takes commands after the machine has stopped at a fault, or for the reason end after a
 * number of instructions (called unit), until a command goes back or quits. d->wish says
 * what to do next. */
void sci_debugger_end(struct sci_debugger *d, const char *end, const char *unit);

/* Goes back to a state, or loads one, as the wish says; loading drops all states. frame,
 * which may be NULL, becomes the state's frame. False: the report has the reason. */
bool sci_debugger_follow(struct sci_debugger *d, size_t *frame);

#endif
