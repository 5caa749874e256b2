/*
 * How code of an SCI0 script flows: basic blocks, and each call with the values of its
 * arguments as far as they are constant. A call is what sends messages (send, self,
 * super) or calls code (call, callb, calle) or the kernel (callk). Stores into variables
 * with their values too.
 *
 * Memory: lists lie in the caller's arena. Source: sci0-vm 3.3, 3.5.
 */
#ifndef EXHUME_SCI_FLOW_H
#define EXHUME_SCI_FLOW_H

#include "sci_code.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Basic blocks.
 */

enum { EXH_SCI_NO_BLOCK = -1 };

struct exh_sci_block {
	uint16_t start, end;			     /* offsets */
	size_t first_instruction, instruction_count; /* in the script's list */
	/* Where it goes on: the block that follows it, and the target of its branch;
	   EXH_SCI_NO_BLOCK if it doesn't. */
	int32_t next, branch;
};

/* Those of all code, by offset. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_blocks(const struct exh_sci_code *code,
					   struct exh_arena *arena,
					   struct exh_sci_block **out, size_t *count,
					   struct exh_error *err);

/*
 * Calls.
 */

enum exh_sci_value_kind {
	EXH_SCI_VALUE_UNKNOWN,
	EXH_SCI_VALUE_NUMBER,
	EXH_SCI_VALUE_ADDRESS, /* in this script: of an object, a string or a Said spec
				*/
	EXH_SCI_VALUE_CLASS,   /* its number */
	EXH_SCI_VALUE_SELF,
	EXH_SCI_VALUE_GLOBAL, /* what the variable of this number has */
	EXH_SCI_VALUE_LOCAL,
	EXH_SCI_VALUE_TEMPORARY,
	EXH_SCI_VALUE_PARAMETER,
	EXH_SCI_VALUE_PROPERTY, /* of self, at this offset */
};

struct exh_sci_value {
	uint16_t kind, number;
	int32_t instruction; /* that made it: its place in the script's list; -1: several
			      */
};

struct exh_sci_call {
	size_t place; /* of its instruction in the script's list */
	const struct exh_sci_instruction *instruction;
	struct exh_sci_value receiver; /* of send, self and super: the object */
	/* What was pushed for it. Of messages: for each its selector, the number of
	   arguments, the arguments; of others: the number, the arguments. */
	const struct exh_sci_value *values;
	size_t value_count;
	bool has_rest;		/* the last arguments are the caller's own (&rest) */
	bool doubles_selectors; /* of an early script: numbers of selectors are doubled */
};

struct exh_sci_message {
	struct exh_sci_value selector; /* its number is that of its name */
	const struct exh_sci_value *arguments;
	size_t argument_count;
};

/* The message at *pos, which is 0 at first, and the place of the next. False after the
 * last one, and where the number of arguments isn't constant. */
EXH_API bool exh_sci_next_message(const struct exh_sci_call *call, size_t *pos,
				  struct exh_sci_message *out);

typedef void exh_sci_call_seen(void *context, const struct exh_sci_call *call);

/*
 * Shows all calls of a script by the order of their instructions. Values that were pushed
 * on several ways are unknown, as are those that are stored and loaded again. Where the
 * stack's depth is unknown (in damaged code) values are missing: value_count is less than
 * the call takes. EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_calls(const struct exh_sci_code *code,
					  struct exh_arena *arena,
					  exh_sci_call_seen *seen, void *context,
					  struct exh_error *err);

/* A store into a global or local variable. */
struct exh_sci_store {
	const struct exh_sci_instruction *instruction;
	struct exh_sci_value value; /* of ++ and --: unknown */
};

typedef void exh_sci_store_seen(void *context, const struct exh_sci_store *store);

/* Shows all stores of a script into variables, as exh_sci_calls shows calls. */
EXH_CHECKED enum exh_status exh_sci_stores(const struct exh_sci_code *code,
					   struct exh_arena *arena,
					   exh_sci_store_seen *seen, void *context,
					   struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
