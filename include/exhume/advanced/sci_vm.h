/*
 * The virtual machine of SCI0: runs the scripts of a game, without pictures and sound.
 *
 * The machine has no files, no clock and no globals. Kernel functions that need the
 * outside (graphics, input, time, files) are the host's.
 *
 * Memory: the machine has its own, freed by exh_sci_vm_free; the program must outlive it.
 * Source: sci0-vm 1 to 4, sci0-vm-notes; formats/engine/sci/README.md.
 */
#ifndef EXHUME_ADVANCED_SCI_VM_H
#define EXHUME_ADVANCED_SCI_VM_H

#include "sci_program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A value of the machine: an integer (segment 0) or an offset in a segment. */
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
	EXH_SCI_SEGMENT_MEMORY, /* blocks of SCI01's Memory, one segment each */
};

/* Fault of a script. Source: sci0-vm. */
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
	/* The library's own limits: steps of an upcall, segments, memory. */
	EXH_SCI_LIMIT,
	EXH_SCI_FAULTS,
};

/* Returns "BADOP" and so on; NULL beyond. It is static. */
EXH_API const char *exh_sci_fault_name(unsigned fault);

struct exh_sci_vm;

/* Outcome of a call of a kernel function. */
enum exh_sci_kernel_end {
	EXH_SCI_KERNEL_DONE,
	/* The machine stops (EXH_SCI_VM_WAITS), and calls the function again when it
	 * continues. A fault if is_nested. */
	EXH_SCI_KERNEL_WAITS,
	/* The message is sent, and the function called again with the answer. */
	EXH_SCI_KERNEL_SENDS,
};

enum { EXH_SCI_MESSAGE_VALUES = 4 };

/* A call of a kernel function that the machine does not have itself. */
struct exh_sci_kernel_call {
	unsigned number; /* number of the function, as in vocab.999 */
	struct exh_bytes name;
	const struct exh_sci_reg *arguments;
	size_t count;
	bool is_again; /* the function has waited or sent a message before */
	bool is_sent;  /* a message was sent: answer is its result */
	struct exh_sci_reg answer;
	bool is_nested; /* within exh_sci_vm_send: it can't wait */
	/* Set by the host. */
	struct exh_sci_reg result; /* integer 0 at first */
	bool keeps_result;	   /* the accumulator stays as it is */
	enum exh_sci_kernel_end end;
	/* Only for EXH_SCI_KERNEL_SENDS. */
	struct exh_sci_reg receiver;
	unsigned selector;
	struct exh_sci_reg values[EXH_SCI_MESSAGE_VALUES];
	size_t value_count;
};

/* Callbacks of the machine. May be all zeros. */
struct exh_sci_host {
	void *context;
	/* Executes a kernel function. False: the host does not know it either: the
	 * result is 0. May be NULL. */
	bool (*kernel)(void *context, struct exh_sci_vm *vm,
		       struct exh_sci_kernel_call *call);
	/* Reports a fault after which a lenient machine continues; exh_sci_vm_where
	 * gives its position. May be NULL. */
	void (*fault)(void *context, const struct exh_sci_vm *vm,
		      enum exh_sci_fault fault, const char *text);
	/* Receives a line of the trace, without its end: sci0-vm 7.3. NULL: no trace. */
	void (*trace)(void *context, const char *line, size_t size);
	/* From 2 on the trace also has a line for each change of a variable or
	 * property. */
	unsigned trace_level;
	/* Sees a value from outside ("random", "tick", "time"), and may replace it, as
	 * when a trace is replayed. False: the host had no value. May be NULL. */
	bool (*outside)(void *context, struct exh_sci_vm *vm, const char *kind,
			uint32_t *value);
	/* Sees a text that GetFarText or Format has made of a text of the game; for
	 * Format, the formatted one. May be NULL. */
	void (*text)(void *context, unsigned resource, unsigned number,
		     struct exh_bytes text);
	/* Called before each instruction; exh_sci_vm_where gives its position, and the
	 * machine can be saved, unless it is within exh_sci_vm_send. Slows the machine
	 * down. May be NULL. */
	void (*step)(void *context, const struct exh_sci_vm *vm);
	uint64_t reserved[4]; /* 0: room to grow */
};

/* Options of a machine. */
struct exh_sci_vm_options {
	bool is_lenient; /* continue after faults that are not fatal */
	uint32_t seed;	 /* seed of Random */
	/* 0: 4096 cells, 256 calls, 1,000,000 instructions within one kernel call. */
	size_t stack_size, most_calls;
	uint64_t most_upcall_steps; /* instructions within one kernel call */
	/* Abs, StrLen, StrCmp, StrAt and SetJump work as in a 16-bit interpreter: on
	 * copies in a heap of 64 KB, which are copied back. */
	bool emulates_16_bits;
	/* Functions of numbers and strings accept arguments of any type, for programs
	 * that are known to be correct: faults are missed, memory stays safe. */
	bool skips_checks;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* Makes a machine. EXH_INVALID for a program without script 0, EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_vm_new(const struct exh_sci_program *program,
					   const struct exh_sci_vm_options *options,
					   const struct exh_sci_host *host,
					   struct exh_sci_vm **out,
					   struct exh_error *err);
/* Accepts NULL. */
EXH_API void exh_sci_vm_free(struct exh_sci_vm *vm);

/* State of a machine. */
enum exh_sci_vm_state {
	EXH_SCI_VM_RUNS,
	EXH_SCI_VM_WAITS, /* a kernel function waits */
	EXH_SCI_VM_ENDED,
	EXH_SCI_VM_FAULTED,
	EXH_SCI_VM_PAUSED, /* exh_sci_vm_pause was called */
};

/* Sends play to the game's object, which is the first export of script 0. False after a
 * fault. */
EXH_API bool exh_sci_vm_start(struct exh_sci_vm *vm);

/* Calls an export of a script, by its number; arguments are integers. False after a
 * fault. */
EXH_API bool exh_sci_vm_call(struct exh_sci_vm *vm, unsigned script, unsigned number,
			     const uint16_t *arguments, size_t count);

/*
 * Runs at most steps instructions, or until a kernel function waits; code that
 * exh_sci_vm_send calls is run to its end.
 */
EXH_API enum exh_sci_vm_state exh_sci_vm_run(struct exh_sci_vm *vm, uint64_t steps);

/* Replaces host.trace, which gets host.context, and its level; NULL removes it. Not to
 * be called while the machine runs. False if memory is short: there is no trace then. */
EXH_API bool exh_sci_vm_trace(struct exh_sci_vm *vm, unsigned level,
			      void (*trace)(void *context, const char *line,
					    size_t size));
/* Replaces host.step, and its context; NULL removes it. Not to be called while the
 * machine runs. */
EXH_API void exh_sci_vm_watch(struct exh_sci_vm *vm,
			      void (*step)(void *context, const struct exh_sci_vm *vm),
			      void *context);
/* Pauses the machine, from host.step: the instruction does not run yet, and
 * exh_sci_vm_run returns EXH_SCI_VM_PAUSED. A machine within exh_sci_vm_send can't
 * continue afterwards. */
EXH_API void exh_sci_vm_pause(struct exh_sci_vm *vm);

/* Sends a message from within a kernel function of the host, or host.step, and runs it to
 * its end. False after a fault, or if there is no such selector (which is no fault). */
EXH_API bool exh_sci_vm_send(struct exh_sci_vm *vm, struct exh_sci_reg object,
			     unsigned selector, const struct exh_sci_reg *arguments,
			     size_t count, struct exh_sci_reg *result);

/*
 * Saved states: the complete state of a machine. A machine that continues from there does
 * the same as the one that was saved.
 */

/* True if the machine can be saved: not after a fault, nor within exh_sci_vm_send. */
EXH_API bool exh_sci_vm_can_save(const struct exh_sci_vm *vm);
/* Appends the state. False if the machine can't be saved. */
EXH_API bool exh_sci_vm_save(const struct exh_sci_vm *vm, struct exh_writer *out);
/*
 * Makes a machine from a saved state of the same game; options and host as for a new one,
 * except that the random numbers continue. used: bytes of saved, which may be followed by
 * others. EXH_INVALID, with the reason, for bytes that no machine has saved in this game;
 * EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_vm_load(const struct exh_sci_program *program,
					    const struct exh_sci_vm_options *options,
					    const struct exh_sci_host *host,
					    struct exh_bytes saved, size_t *used,
					    struct exh_sci_vm **out,
					    struct exh_error *err);

/* Continues a loaded machine after RestoreGame: running code is dropped, and the
 * game's object gets replay. steps: instructions that have run before. False after a
 * fault. */
EXH_API bool exh_sci_vm_replay(struct exh_sci_vm *vm, uint64_t steps);
/* Makes a new machine after RestartGame, which keeps steps, random numbers, and the
 * name of the folder of saved games. It is already started. Errors are those of
 * exh_sci_vm_new. */
EXH_CHECKED enum exh_status exh_sci_vm_restart(const struct exh_sci_vm *vm,
					       struct exh_sci_vm **out,
					       struct exh_error *err);

/*
 * For kernel functions of the host.
 */

/* Returns a random number as Random does, from the same generator. */
EXH_API unsigned exh_sci_vm_random(struct exh_sci_vm *vm, unsigned least, unsigned most);
/* Passes a value from outside to host.outside, and adds a line to the trace. Returns
 * the result of host.outside. */
EXH_API bool exh_sci_vm_outside(struct exh_sci_vm *vm, const char *kind, uint32_t *value);
/* Adds an X line to the trace, for other input from outside. */
EXH_API void exh_sci_vm_note(struct exh_sci_vm *vm, const char *text);
/* Returns the direction of a movement in degrees: 0 is up, 90 right. As GetAngle does. */
EXH_API unsigned exh_sci_angle(int dx, int dy);

/*
 * Inspection.
 */

/* Return the instructions that have run, the accumulator, and the segment type of a
 * value. */
EXH_API uint64_t exh_sci_vm_steps(const struct exh_sci_vm *vm);
EXH_API struct exh_sci_reg exh_sci_vm_accumulator(const struct exh_sci_vm *vm);
EXH_API enum exh_sci_segment_type exh_sci_vm_type(const struct exh_sci_vm *vm,
						  struct exh_sci_reg reg);

/* Return the fault that stopped the machine, and the number of faults after which a
 * lenient one continued. */
EXH_API enum exh_sci_fault exh_sci_vm_fault(const struct exh_sci_vm *vm,
					    const char **text);
EXH_API size_t exh_sci_vm_passed_faults(const struct exh_sci_vm *vm);

/* Appends a value as in traces: #0001, S994+06f4, C1. Source: sci0-vm 7.3. */
EXH_API void exh_sci_vm_print(const struct exh_sci_vm *vm, struct exh_sci_reg reg,
			      struct exh_writer *out);

/* Reads a value, as it is printed, at the start of text. Returns its size, or 0 if it
 * is no value of this machine. */
EXH_API size_t exh_sci_vm_value(const struct exh_sci_vm *vm, struct exh_bytes text,
				struct exh_sci_reg *out);
/* Executes an M line: "G12 #0000 #0001". False if there is no such place. */
EXH_API bool exh_sci_vm_change(struct exh_sci_vm *vm, struct exh_bytes text);

/* Returns the sum of Z lines: CRC-32 of variables and properties of all loaded
 * scripts, as traces print them. Source: sci0-vm 7.3. */
EXH_API uint32_t exh_sci_vm_checksum(const struct exh_sci_vm *vm);

/* Appends the registers, and a line for each active call, the last one first. */
EXH_API void exh_sci_vm_backtrace(const struct exh_sci_vm *vm, struct exh_writer *out);

/* Position of the next instruction. */
struct exh_sci_where {
	uint16_t script, offset; /* offset of the next instruction */
	struct exh_sci_reg self;
	int selector;	 /* selector of the running method; -1: a function */
	bool is_entered; /* the call has just begun */
	size_t depth;	 /* depth of calls, from 0 */
};

/* Returns the machine's program. */
EXH_API const struct exh_sci_program *exh_sci_vm_program(const struct exh_sci_vm *vm);
/* Gets the position. False if no code runs. */
EXH_API bool exh_sci_vm_where(const struct exh_sci_vm *vm, struct exh_sci_where *out);

/* Get and set a property of an object, by its selector, and a global variable, by its
 * number. False if there is none. */
EXH_API bool exh_sci_vm_property(const struct exh_sci_vm *vm, struct exh_sci_reg object,
				 unsigned selector, struct exh_sci_reg *out);
EXH_API bool exh_sci_vm_set_property(struct exh_sci_vm *vm, struct exh_sci_reg object,
				     unsigned selector, struct exh_sci_reg value);
EXH_API bool exh_sci_vm_global(const struct exh_sci_vm *vm, unsigned number,
			       struct exh_sci_reg *out);
EXH_API bool exh_sci_vm_set_global(struct exh_sci_vm *vm, unsigned number,
				   struct exh_sci_reg value);

/* Returns the game's object: the first export of script 0, which gets play. Null while
 * script 0 is not loaded or exports nothing. Source: sci0-vm 9. */
EXH_API struct exh_sci_reg exh_sci_vm_game(const struct exh_sci_vm *vm);

/* Returns the name of an object; empty if it has none. */
EXH_API struct exh_bytes exh_sci_vm_name(const struct exh_sci_vm *vm,
					 struct exh_sci_reg object);

/* Appends the text at a reference up to a NUL. False if it is no reference. */
EXH_API bool exh_sci_vm_text(const struct exh_sci_vm *vm, struct exh_sci_reg reg,
			     struct exh_writer *out);
/* Reads up to size bytes at a reference. Returns their number. */
EXH_API size_t exh_sci_vm_bytes(const struct exh_sci_vm *vm, struct exh_sci_reg reg,
				uint8_t *out, size_t size);
/* Returns the segment of a script, or 0 if it is not loaded. */
EXH_API uint16_t exh_sci_vm_script(const struct exh_sci_vm *vm, unsigned number);
/* Returns a reference to system string 0 or 1. */
EXH_API struct exh_sci_reg exh_sci_vm_string(const struct exh_sci_vm *vm,
					     unsigned number);
/* Writes bytes at a reference. False, and nothing or a part is written, if its target
 * ends. */
EXH_API bool exh_sci_vm_write(struct exh_sci_vm *vm, struct exh_sci_reg reg,
			      struct exh_bytes bytes);

/* Writes words, as integers, at a reference. False after a fault: BADALIGN for an odd
 * place in variables or on the stack, BADREF where the target ends. A lenient machine
 * leaves out words that can't be written. */
EXH_API bool exh_sci_vm_write_words(struct exh_sci_vm *vm, struct exh_sci_reg reg,
				    const uint16_t *words, size_t count);

/* True if the object has a variable or a method with this selector. */
EXH_API bool exh_sci_vm_responds(struct exh_sci_vm *vm, struct exh_sci_reg object,
				 unsigned selector);

/* Content of a node of a list. The functions get the first node of a list, and a
 * node's content; false if there is none. */
struct exh_sci_node_values {
	struct exh_sci_reg key, value, previous, next; /* null at the ends */
};
EXH_API bool exh_sci_vm_first_node(const struct exh_sci_vm *vm, struct exh_sci_reg list,
				   struct exh_sci_reg *out);
EXH_API bool exh_sci_vm_node(const struct exh_sci_vm *vm, struct exh_sci_reg node,
			     struct exh_sci_node_values *out);

/* Makes a hunk: memory that scripts hold, and only the host uses. Null: memory is
 * short. */
EXH_API struct exh_sci_reg exh_sci_vm_add_hunk(struct exh_sci_vm *vm, size_t size);
/* Returns a hunk's bytes, 0 at first, and their number; NULL if it is no hunk, or
 * memory is short. */
EXH_API uint8_t *exh_sci_vm_hunk(struct exh_sci_vm *vm, struct exh_sci_reg hunk,
				 size_t *size);
EXH_API void exh_sci_vm_free_hunk(struct exh_sci_vm *vm, struct exh_sci_reg hunk);

#ifdef __cplusplus
}
#endif

#endif
