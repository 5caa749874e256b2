/*
 * Inspection of an SCI0 virtual machine, for debuggers and reports: its segments,
 * objects, variables and calls. Nothing here changes the machine, except the functions
 * at the end.
 *
 * Memory: pointers are the machine's, and valid until it runs on.
 * Source: sci0-vm 1 to 3.
 */
#ifndef EXHUME_ADVANCED_SCI_LOOK_H
#define EXHUME_ADVANCED_SCI_LOOK_H

#include "sci_vm.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Segments.
 */

/* A segment. */
struct exh_sci_segment {
	enum exh_sci_segment_type type;
	unsigned script; /* number of the script; for scripts and locals */
	bool is_doomed;	 /* a script that was disposed of, whose code may still run */
	uint16_t locals; /* segment of a script's locals; 0: none */
	/* Scripts, strings, memory: bytes. Locals, stack: cells. Others: entries,
	 * including freed ones. */
	size_t size;
	size_t live; /* objects, or entries that are not freed */
};

/* Returns the number of segments plus 1: segments have numbers from 1 on. */
EXH_API size_t exh_sci_vm_segment_count(const struct exh_sci_vm *vm);
/* Gets a segment. False if there is none, for example where a block of memory was
 * freed. */
EXH_API bool exh_sci_vm_segment(const struct exh_sci_vm *vm, unsigned number,
				struct exh_sci_segment *out);
/* Returns the bytes that the game uses, as a 16-bit interpreter counts them: all
 * loaded scripts, two for each property of a clone, four for a list, eight for a node,
 * and blocks of memory. It goes through all entries. */
EXH_API uint64_t exh_sci_vm_heap(const struct exh_sci_vm *vm);
/* Gets the next object, clone, list, node or hunk in a segment, from *index = 0 on.
 * False: no more. */
EXH_API bool exh_sci_vm_next(const struct exh_sci_vm *vm, unsigned segment, size_t *index,
			     struct exh_sci_reg *out);

/*
 * Objects.
 */

/* An object. */
struct exh_sci_object_look {
	/* The object in the script's resource, of which this is a copy. */
	const struct exh_sci_object *origin;
	unsigned script; /* script of the origin */
	bool is_class, is_clone;
	const struct exh_sci_reg *properties;
	size_t property_count;
	const uint16_t *selectors; /* selectors of the first properties */
	size_t selector_count;	   /* at most property_count */
};

/* Gets an object. False if there is none that is not freed. */
EXH_API bool exh_sci_vm_object(const struct exh_sci_vm *vm, struct exh_sci_reg object,
			       struct exh_sci_object_look *out);
/* Gets a class by its number. False while its script is not loaded. */
EXH_API bool exh_sci_vm_class(const struct exh_sci_vm *vm, unsigned number,
			      struct exh_sci_reg *out);
/* Gets the first and last node of a list. False if it is no list. */
EXH_API bool exh_sci_vm_list_ends(const struct exh_sci_vm *vm, struct exh_sci_reg list,
				  struct exh_sci_reg *first, struct exh_sci_reg *last);

/*
 * Registers, calls and variables.
 */

/* The registers. */
struct exh_sci_registers {
	struct exh_sci_reg accumulator, previous;
	size_t stack_pointer; /* cells */
	unsigned rest;
};

/* Gets the registers. */
EXH_API void exh_sci_vm_registers(const struct exh_sci_vm *vm,
				  struct exh_sci_registers *out);

/* A call. */
struct exh_sci_call_look {
	/* No call of code: deeper calls come from a message of a kernel function. */
	bool is_outside;
	unsigned script; /* number of the script with the code */
	/* Offset of the call that it waits for; in the deepest call, of the next
	 * instruction. */
	uint16_t offset;
	struct exh_sci_reg self;
	int selector; /* -1: a function that is no method */
	const struct exh_sci_reg *arguments;
	size_t argument_count;
};

/* Gets a call by its depth, from 0 on; the deepest one is running. False beyond. */
EXH_API bool exh_sci_vm_call_at(const struct exh_sci_vm *vm, size_t depth,
				struct exh_sci_call_look *out);

/* Kind of a variable. */
enum exh_sci_variable_kind {
	EXH_SCI_GLOBALS,
	EXH_SCI_LOCALS,
	EXH_SCI_TEMPORARIES,
	EXH_SCI_PARAMETERS, /* the first one is their count */
	EXH_SCI_VARIABLE_KINDS,
};

/* Returns the variables that the running function sees, and their number; NULL if
 * there are none. */
EXH_API const struct exh_sci_reg *exh_sci_vm_variables(const struct exh_sci_vm *vm,
						       enum exh_sci_variable_kind kind,
						       size_t *count);
/* Returns the locals of a loaded script, or NULL if there are none. */
EXH_API const struct exh_sci_reg *exh_sci_vm_locals(const struct exh_sci_vm *vm,
						    unsigned script, size_t *count);
/* Returns the used part of the stack, from its bottom. */
EXH_API const struct exh_sci_reg *exh_sci_vm_stack(const struct exh_sci_vm *vm,
						   size_t *count);

/*
 * Changing values by hand.
 */

/* Sets the accumulator. */
EXH_API void exh_sci_vm_set_accumulator(struct exh_sci_vm *vm, struct exh_sci_reg value);
/* Sets a variable that the running function sees. False if there is none. */
EXH_API bool exh_sci_vm_set_variable(struct exh_sci_vm *vm,
				     enum exh_sci_variable_kind kind, size_t number,
				     struct exh_sci_reg value);

#ifdef __cplusplus
}
#endif

#endif
