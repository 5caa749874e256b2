/*
 * The virtual machine of SCI0: runs the scripts of a game, without pictures and sound.
 *
 * The machine has no files, no clock and no globals. What its kernel functions need from
 * outside (graphics, input, time, files) its host does. Memory: the machine has its own,
 * freed by exh_sci_vm_free; the program must outlive it. Source: sci0-vm 1 to 4,
 * sci0-vm-notes; formats/engine/sci/README.md.
 */
#ifndef EXHUME_SCI_VM_H
#define EXHUME_SCI_VM_H

#include "sci_program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What code reads and writes: an integer (segment 0) or a place in a segment. */
struct exh_sci_reg {
	uint16_t segment, offset;
};

/* Types of segments. */
enum exh_sci_segment_type {
	EXH_SCI_SEGMENT_NONE,
	EXH_SCI_SEGMENT_SCRIPT,
	EXH_SCI_SEGMENT_CLONES,
	EXH_SCI_SEGMENT_LOCALS,
	EXH_SCI_SEGMENT_STACK,
	EXH_SCI_SEGMENT_STRINGS, /* 0: the folder of saved games, 1: a word */
	EXH_SCI_SEGMENT_LISTS,
	EXH_SCI_SEGMENT_NODES,
	EXH_SCI_SEGMENT_HUNKS,
	EXH_SCI_SEGMENT_MEMORY, /* of SCI01's Memory: a segment a block */
};

enum exh_sci_fault {
	EXH_SCI_NO_FAULT,
	EXH_SCI_BADOP,
	EXH_SCI_BADPC,
	EXH_SCI_STACK,
	EXH_SCI_DEPTH,
	EXH_SCI_BADSEL,
	EXH_SCI_NOTOBJ,
	EXH_SCI_BADCLASS,
	EXH_SCI_BADEXPORT,
	EXH_SCI_BADKERNEL,
	EXH_SCI_KSIG,
	EXH_SCI_VARRANGE,
	EXH_SCI_BADPROP,
	EXH_SCI_PTRARITH,
	EXH_SCI_PTRCMP,
	EXH_SCI_BADALIGN,
	EXH_SCI_BADREF,
	EXH_SCI_LIMIT, /* our own: steps of an upcall, segments, memory */
	EXH_SCI_FAULTS,
};

/* "BADOP" and so on; NULL beyond. */
EXH_API const char *exh_sci_fault_name(unsigned fault);

struct exh_sci_vm;

/* How a call of a kernel function goes on. */
enum exh_sci_kernel_end {
	EXH_SCI_KERNEL_DONE,
	/* The machine stops (EXH_SCI_VM_WAITS), and calls the function again when it
	   runs on. A fault if is_nested. */
	EXH_SCI_KERNEL_WAITS,
	/* The message is sent, and the function called again with its answer. */
	EXH_SCI_KERNEL_SENDS,
};

enum { EXH_SCI_MESSAGE_VALUES = 4 };

/* A call of a kernel function that the machine can't do itself. */
struct exh_sci_kernel_call {
	unsigned number;
	struct exh_bytes name;
	const struct exh_sci_reg *arguments;
	size_t count;
	bool is_again; /* the function waited or sent a message */
	bool is_sent;  /* there was such a message: answer is what came back */
	struct exh_sci_reg answer;
	bool is_nested; /* within exh_sci_vm_send: it can't wait */
	/* To be set. */
	struct exh_sci_reg result; /* integer 0 at first */
	bool keeps_result;	   /* the accumulator stays as it is */
	enum exh_sci_kernel_end end;
	/* Of EXH_SCI_KERNEL_SENDS. */
	struct exh_sci_reg receiver;
	unsigned selector;
	struct exh_sci_reg values[EXH_SCI_MESSAGE_VALUES];
	size_t value_count;
};

struct exh_sci_host {
	void *context;
	/* False: the host does not know the function either: the result is 0. May be
	   NULL. */
	bool (*kernel)(void *context, struct exh_sci_vm *vm,
		       struct exh_sci_kernel_call *call);
	/* A lenient machine goes on after a fault; where it is exh_sci_vm_where says.
	   May be NULL. */
	void (*fault)(void *context, const struct exh_sci_vm *vm,
		      enum exh_sci_fault fault, const char *text);
	/* A line of the trace, without its end: sci0-vm 7.3. NULL: no trace. */
	void (*trace)(void *context, const char *line, size_t size);
	/* From 2 on there are also lines of each change of a variable or property. */
	unsigned trace_level;
	/* A value comes from outside ("random", "tick", "time"): it may be replaced by
	   another one, as when a trace is replayed. False: the host had none. May be
	   NULL. */
	bool (*outside)(void *context, struct exh_sci_vm *vm, const char *kind,
			uint32_t *value);
	/* GetFarText or Format has made this of a text of the game: of Format, what its
	   pattern became. May be NULL. */
	void (*text)(void *context, unsigned resource, unsigned number,
		     struct exh_bytes text);
	/* Before each instruction; where it is exh_sci_vm_where says, and the machine
	   can be saved, if it is not within exh_sci_vm_send. It is slower with it. May
	   be NULL. */
	void (*step)(void *context, const struct exh_sci_vm *vm);
	uint64_t reserved[4]; /* 0: room to grow */
};

struct exh_sci_vm_options {
	bool is_lenient; /* go on after faults that are not fatal */
	uint32_t seed;	 /* of Random */
	/* 0: 4096 cells, 256 calls, 1,000,000 instructions within one kernel call. */
	size_t stack_size, most_calls;
	uint64_t most_upcall_steps;
	/* Abs, StrLen, StrCmp, StrAt and SetJump work as in an interpreter of 16 bits: on
	   copies in a heap of 64 KB, which are copied back. */
	bool emulates_16_bits;
	/* Functions of numbers and strings take arguments of any type, for programs that
	   are known to be right: faults are missed, memory stays safe. */
	bool skips_checks;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* EXH_INVALID for a program without script 0, EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_vm_new(const struct exh_sci_program *program,
					   const struct exh_sci_vm_options *options,
					   const struct exh_sci_host *host,
					   struct exh_sci_vm **out,
					   struct exh_error *err);
/* Takes NULL. */
EXH_API void exh_sci_vm_free(struct exh_sci_vm *vm);

enum exh_sci_vm_state {
	EXH_SCI_VM_RUNS,
	EXH_SCI_VM_WAITS, /* as a kernel function asked */
	EXH_SCI_VM_ENDED,
	EXH_SCI_VM_FAULTED,
	EXH_SCI_VM_PAUSED, /* as exh_sci_vm_pause asked */
};

/* Sends play to the game's object, which is the first export of script 0. False after a
 * fault. */
EXH_API bool exh_sci_vm_start(struct exh_sci_vm *vm);

/* Calls an export of a script, by its number; arguments are integers. False after a
 * fault. */
EXH_API bool exh_sci_vm_call(struct exh_sci_vm *vm, unsigned script, unsigned number,
			     const uint16_t *arguments, size_t count);

/*
 * Runs at most so many instructions, and until a kernel function waits; what
 * exh_sci_vm_send calls is run to its end.
 */
EXH_API enum exh_sci_vm_state exh_sci_vm_run(struct exh_sci_vm *vm, uint64_t steps);

/* Replaces host.trace, which gets host.context, and its level; NULL removes it. Not while
 * it runs. False when memory is short: there is no trace then. */
EXH_API bool exh_sci_vm_trace(struct exh_sci_vm *vm, unsigned level,
			      void (*trace)(void *context, const char *line,
					    size_t size));
/* Replaces host.step, and the context that it gets; NULL removes it. Not while it runs.
 */
EXH_API void exh_sci_vm_watch(struct exh_sci_vm *vm,
			      void (*step)(void *context, const struct exh_sci_vm *vm),
			      void *context);
/* Within host.step: the instruction does not run yet, and exh_sci_vm_run returns
 * EXH_SCI_VM_PAUSED. A machine within exh_sci_vm_send can't go on afterwards. */
EXH_API void exh_sci_vm_pause(struct exh_sci_vm *vm);

/* Sends a message from within a kernel function of the host, or host.step, and runs it to
 * its end. False after a fault, or if there is no such selector (which is no fault). */
EXH_API bool exh_sci_vm_send(struct exh_sci_vm *vm, struct exh_sci_reg object,
			     unsigned selector, const struct exh_sci_reg *arguments,
			     size_t count, struct exh_sci_reg *result);

/*
 * Saved states: all that a machine has. One that goes on from there does what the one
 * that was saved does.
 */

/* Not after a fault, nor within exh_sci_vm_send. */
EXH_API bool exh_sci_vm_can_save(const struct exh_sci_vm *vm);
/* Appends the state; false if that can't be. */
EXH_API bool exh_sci_vm_save(const struct exh_sci_vm *vm, struct exh_writer *out);
/* A machine as it was saved, of the same game; options and host as for a new one, except
 * that chance goes on. used: bytes of saved, which may be followed by others. EXH_INVALID
 * for what no machine has saved in this game, with the reason; EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_vm_load(const struct exh_sci_program *program,
					    const struct exh_sci_vm_options *options,
					    const struct exh_sci_host *host,
					    struct exh_bytes saved, size_t *used,
					    struct exh_sci_vm **out,
					    struct exh_error *err);

/* After RestoreGame, of a machine that was loaded: what runs is dropped, and the game's
 * object gets replay. steps: instructions that have run before. False after a fault. */
EXH_API bool exh_sci_vm_replay(struct exh_sci_vm *vm, uint64_t steps);
/* After RestartGame: a new machine that goes on with steps, chance, and the name of the
 * folder of saved games. It has been started. Returns as exh_sci_vm_new. */
EXH_CHECKED enum exh_status exh_sci_vm_restart(const struct exh_sci_vm *vm,
					       struct exh_sci_vm **out,
					       struct exh_error *err);

/*
 * For kernel functions of the host.
 */

/* As Random gives it, from the same generator. */
EXH_API unsigned exh_sci_vm_random(struct exh_sci_vm *vm, unsigned least, unsigned most);
/* Of a value that the host takes from outside: host.outside is asked, and the trace gets
 * a line. Returns what host.outside did. */
EXH_API bool exh_sci_vm_outside(struct exh_sci_vm *vm, const char *kind, uint32_t *value);
/* Adds an X line to the trace: something else came from outside. */
EXH_API void exh_sci_vm_note(struct exh_sci_vm *vm, const char *text);
/* The direction of a way, in degrees: 0 is up, 90 right. As GetAngle gives it. */
EXH_API unsigned exh_sci_angle(int dx, int dy);

/*
 * Looking.
 */

EXH_API uint64_t exh_sci_vm_steps(const struct exh_sci_vm *vm);
EXH_API struct exh_sci_reg exh_sci_vm_accumulator(const struct exh_sci_vm *vm);
EXH_API enum exh_sci_segment_type exh_sci_vm_type(const struct exh_sci_vm *vm,
						  struct exh_sci_reg reg);

/* The fault that stopped it, and how many a lenient machine went on after. */
EXH_API enum exh_sci_fault exh_sci_vm_fault(const struct exh_sci_vm *vm,
					    const char **text);
EXH_API size_t exh_sci_vm_passed_faults(const struct exh_sci_vm *vm);

/* Appends a value as traces have it: #0001, S994+06f4, C1. Source: sci0-vm 7.3. */
EXH_API void exh_sci_vm_print(const struct exh_sci_vm *vm, struct exh_sci_reg reg,
			      struct exh_writer *out);

/* The other way: a value, as it is printed, that begins at text; its size. 0: it is none
 * of this machine's. */
EXH_API size_t exh_sci_vm_value(const struct exh_sci_vm *vm, struct exh_bytes text,
				struct exh_sci_reg *out);
/* Does what an M line says: "G12 #0000 #0001". False if there is no such place. */
EXH_API bool exh_sci_vm_change(struct exh_sci_vm *vm, struct exh_bytes text);

/* The sum of Z lines: CRC-32 of variables and properties of all scripts that are loaded,
 * as traces print them. Source: sci0-vm 7.3. */
EXH_API uint32_t exh_sci_vm_checksum(const struct exh_sci_vm *vm);

/* Appends registers, and a line for each call that is under way, the last first. */
EXH_API void exh_sci_vm_backtrace(const struct exh_sci_vm *vm, struct exh_writer *out);

/* What comes next. */
struct exh_sci_where {
	uint16_t script, offset; /* of the next instruction */
	struct exh_sci_reg self;
	int selector;	 /* of the method that runs; -1: a function */
	bool is_entered; /* nothing of it ran yet */
	size_t depth;	 /* of calls, from 0 */
};

/* The program of the machine. */
EXH_API const struct exh_sci_program *exh_sci_vm_program(const struct exh_sci_vm *vm);
/* False if nothing runs. */
EXH_API bool exh_sci_vm_where(const struct exh_sci_vm *vm, struct exh_sci_where *out);

/* A property of an object, and a variable of a script, both as names and numbers have
 * them; false if there is none. */
EXH_API bool exh_sci_vm_property(const struct exh_sci_vm *vm, struct exh_sci_reg object,
				 unsigned selector, struct exh_sci_reg *out);
EXH_API bool exh_sci_vm_set_property(struct exh_sci_vm *vm, struct exh_sci_reg object,
				     unsigned selector, struct exh_sci_reg value);
EXH_API bool exh_sci_vm_global(const struct exh_sci_vm *vm, unsigned number,
			       struct exh_sci_reg *out);
EXH_API bool exh_sci_vm_set_global(struct exh_sci_vm *vm, unsigned number,
				   struct exh_sci_reg value);

/* The game's object: the first export of script 0, which gets play. Null while script 0
 * is not loaded or exports nothing. Source: sci0-vm 9. */
EXH_API struct exh_sci_reg exh_sci_vm_game(const struct exh_sci_vm *vm);

/* The name of an object; empty if it has none. */
EXH_API struct exh_bytes exh_sci_vm_name(const struct exh_sci_vm *vm,
					 struct exh_sci_reg object);

/* Text at a reference: appends what is there up to a NUL. False if it is no reference. */
EXH_API bool exh_sci_vm_text(const struct exh_sci_vm *vm, struct exh_sci_reg reg,
			     struct exh_writer *out);
/* Reads size bytes at a reference; the rest is left out, and their number returned. */
EXH_API size_t exh_sci_vm_bytes(const struct exh_sci_vm *vm, struct exh_sci_reg reg,
				uint8_t *out, size_t size);
/* The segment of a script that is loaded; 0: it is not. */
EXH_API uint16_t exh_sci_vm_script(const struct exh_sci_vm *vm, unsigned number);
/* System string 0 or 1. */
EXH_API struct exh_sci_reg exh_sci_vm_string(const struct exh_sci_vm *vm,
					     unsigned number);
/* Writes bytes at a reference; false, and nothing or a part is written, where it ends. */
EXH_API bool exh_sci_vm_write(struct exh_sci_vm *vm, struct exh_sci_reg reg,
			      struct exh_bytes bytes);

/* Writes words, as integers, at a reference. False after a fault: BADALIGN for an odd
 * place in variables or on the stack, BADREF where it ends. A lenient machine leaves out
 * what can't be written. */
EXH_API bool exh_sci_vm_write_words(struct exh_sci_vm *vm, struct exh_sci_reg reg,
				    const uint16_t *words, size_t count);

/* Does the object have a variable or a method with this selector? */
EXH_API bool exh_sci_vm_responds(struct exh_sci_vm *vm, struct exh_sci_reg object,
				 unsigned selector);

/* The first node of a list, and what is in a node; false if there is none. */
struct exh_sci_node_values {
	struct exh_sci_reg key, value, previous, next; /* null at the ends */
};
EXH_API bool exh_sci_vm_first_node(const struct exh_sci_vm *vm, struct exh_sci_reg list,
				   struct exh_sci_reg *out);
EXH_API bool exh_sci_vm_node(const struct exh_sci_vm *vm, struct exh_sci_reg node,
			     struct exh_sci_node_values *out);

/* Hunks: memory that scripts hold, and only the host uses. Null: memory is short. */
EXH_API struct exh_sci_reg exh_sci_vm_add_hunk(struct exh_sci_vm *vm, size_t size);
/* Its bytes, 0 at first, and their number; NULL if it is no hunk, or memory is short. */
EXH_API uint8_t *exh_sci_vm_hunk(struct exh_sci_vm *vm, struct exh_sci_reg hunk,
				 size_t *size);
EXH_API void exh_sci_vm_free_hunk(struct exh_sci_vm *vm, struct exh_sci_reg hunk);

#ifdef __cplusplus
}
#endif
#endif
