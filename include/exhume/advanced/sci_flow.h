/*
 * Control flow and data flow in the code of an SCI0 script: basic blocks, calls with the
 * values of their arguments as far as they are constant, and stores into variables with
 * their values. A call sends messages (send, self, super) or calls code (call, callb,
 * calle) or the kernel (callk).
 *
 * Memory: lists lie in the caller's arena.
 * Source: sci0-vm 3.3, 3.5.
 */
#ifndef EXHUME_ADVANCED_SCI_FLOW_H
#define EXHUME_ADVANCED_SCI_FLOW_H

#include "sci_code.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Basic blocks.
 */

enum { EXH_SCI_NO_BLOCK = -1 };

/* A basic block. */
struct exh_sci_block {
	/* Offsets in the script, [start, end). */
	uint16_t start, end;
	size_t first_instruction, instruction_count; /* in the script's list */
	/* Successors: the next block, and the target of the branch; EXH_SCI_NO_BLOCK:
	 * none. */
	int32_t next, branch;
};

/* Finds the blocks of all code, sorted by offset. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_blocks(const struct exh_sci_code *code,
					   struct exh_arena *arena,
					   struct exh_sci_block **out, size_t *count,
					   struct exh_error *err);

/*
 * Calls.
 */

/* Kind of a value, and the meaning of its number. */
enum exh_sci_value_kind {
	EXH_SCI_VALUE_UNKNOWN,
	EXH_SCI_VALUE_NUMBER,
	/* Offset in this script: of an object, a string or a Said spec. */
	EXH_SCI_VALUE_ADDRESS,
	EXH_SCI_VALUE_CLASS, /* number of the class */
	EXH_SCI_VALUE_SELF,
	EXH_SCI_VALUE_GLOBAL, /* value of the variable of this number */
	EXH_SCI_VALUE_LOCAL,
	EXH_SCI_VALUE_TEMPORARY,
	EXH_SCI_VALUE_PARAMETER,
	EXH_SCI_VALUE_PROPERTY, /* property of self at this offset */
};

/* A value, as far as it is known. */
struct exh_sci_value {
	uint16_t kind, number; /* enum exh_sci_value_kind */
	/* Index of the instruction that made it, in the script's list; -1: several. */
	int32_t instruction;
};

/* A call. Valid during the callback. */
struct exh_sci_call {
	size_t place; /* index of its instruction in the script's list */
	const struct exh_sci_instruction *instruction;
	struct exh_sci_value receiver; /* object of send, self and super */
	/* Values that were pushed for it. Messages: for each its selector, the number
	 * of arguments, the arguments; other calls: the number, the arguments. */
	const struct exh_sci_value *values;
	size_t value_count;
	bool has_rest;		/* the last arguments are the caller's own (&rest) */
	bool doubles_selectors; /* in early scripts: numbers of selectors are doubled */
};

/* A message of a call. */
struct exh_sci_message {
	struct exh_sci_value selector; /* number of its name */
	const struct exh_sci_value *arguments;
	size_t argument_count;
};

/* Gets the message at *pos (0 at first), and advances *pos. False after the last one,
 * and if the number of arguments isn't constant. */
EXH_API bool exh_sci_next_message(const struct exh_sci_call *call, size_t *pos,
				  struct exh_sci_message *out);

typedef void exh_sci_call_seen(void *context, const struct exh_sci_call *call);

/*
 * Reports all calls of a script in the order of their instructions. Values that were
 * pushed on several paths are unknown, and so are those that are stored and loaded again.
 * Where the stack's depth is unknown (in damaged code) values are missing: value_count is
 * less than the call takes. EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_calls(const struct exh_sci_code *code,
					  struct exh_arena *arena,
					  exh_sci_call_seen *seen, void *context,
					  struct exh_error *err);

/* A store into a global or local variable. */
struct exh_sci_store {
	const struct exh_sci_instruction *instruction;
	struct exh_sci_value value; /* unknown for ++ and -- */
};

typedef void exh_sci_store_seen(void *context, const struct exh_sci_store *store);

/* Reports all stores of a script into variables, as exh_sci_calls reports calls. */
EXH_CHECKED enum exh_status exh_sci_stores(const struct exh_sci_code *code,
					   struct exh_arena *arena,
					   exh_sci_store_seen *seen, void *context,
					   struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
