/*
 * Looking into a virtual machine of SCI0, as debuggers and reports do: its segments,
 * objects, variables and calls. Nothing here changes the machine, except the functions
 * at the end.
 *
 * Memory: pointers are the machine's. They stay until it runs on. Source: sci0-vm 1 to 3.
 */
#ifndef EXHUME_SCI_LOOK_H
#define EXHUME_SCI_LOOK_H

#include "sci_vm.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Segments.
 */

struct exh_sci_segment {
	enum exh_sci_segment_type type;
	unsigned script; /* of scripts and locals */
	bool is_doomed;	 /* a script that was disposed of: its code may still run */
	uint16_t locals; /* of scripts: their segment; 0: none */
	/* Scripts, strings, memory: bytes. Locals, stack: cells. Others: entries, those
	   that were freed among them. */
	size_t size;
	size_t live; /* objects, or entries that live */
};

/* Segments have numbers from 1 up to one less than this. */
EXH_API size_t exh_sci_vm_segment_count(const struct exh_sci_vm *vm);
/* False if there is none, as where a block of memory was freed. */
EXH_API bool exh_sci_vm_segment(const struct exh_sci_vm *vm, unsigned number,
				struct exh_sci_segment *out);
/* Bytes that the game has in use, as an interpreter of 16 bits counts them: all of its
 * scripts that are loaded, two a property of a clone, four a list, eight a node, and
 * blocks of memory. It goes through all entries. */
EXH_API uint64_t exh_sci_vm_heap(const struct exh_sci_vm *vm);
/* The object, clone, list, node or hunk that comes next in a segment, from *index = 0 on.
 * False: no more. */
EXH_API bool exh_sci_vm_next(const struct exh_sci_vm *vm, unsigned segment, size_t *index,
			     struct exh_sci_reg *out);

/*
 * Objects.
 */

struct exh_sci_object_look {
	const struct exh_sci_object *origin; /* in the script's resource */
	unsigned script;		     /* of the origin */
	bool is_class, is_clone;
	const struct exh_sci_reg *properties;
	size_t property_count;
	const uint16_t *selectors; /* of the properties, the first ones */
	size_t selector_count;	   /* at most property_count */
};

/* False if no object that lives is there. */
EXH_API bool exh_sci_vm_object(const struct exh_sci_vm *vm, struct exh_sci_reg object,
			       struct exh_sci_object_look *out);
/* The class of a number; false while its script is not loaded. */
EXH_API bool exh_sci_vm_class(const struct exh_sci_vm *vm, unsigned number,
			      struct exh_sci_reg *out);
EXH_API bool exh_sci_vm_list_ends(const struct exh_sci_vm *vm, struct exh_sci_reg list,
				  struct exh_sci_reg *first, struct exh_sci_reg *last);

/*
 * Registers, calls and variables.
 */

struct exh_sci_registers {
	struct exh_sci_reg accumulator, previous;
	size_t stack_pointer; /* cells */
	unsigned rest;
};

EXH_API void exh_sci_vm_registers(const struct exh_sci_vm *vm,
				  struct exh_sci_registers *out);

struct exh_sci_call_look {
	bool is_outside; /* from here on down, calls of a kernel function's messages */
	unsigned script;
	uint16_t offset; /* of the call that it waits for; of the last, what comes next */
	struct exh_sci_reg self;
	int selector; /* -1: a function */
	const struct exh_sci_reg *arguments;
	size_t argument_count;
};

/* Calls by depth, from 0 on; the deepest runs. False beyond. */
EXH_API bool exh_sci_vm_call_at(const struct exh_sci_vm *vm, size_t depth,
				struct exh_sci_call_look *out);

enum exh_sci_variable_kind {
	EXH_SCI_GLOBALS,
	EXH_SCI_LOCALS,
	EXH_SCI_TEMPORARIES,
	EXH_SCI_PARAMETERS, /* the first is their count */
	EXH_SCI_VARIABLE_KINDS,
};

/* The variables that the running function sees; NULL if there are none. */
EXH_API const struct exh_sci_reg *exh_sci_vm_variables(const struct exh_sci_vm *vm,
						       enum exh_sci_variable_kind kind,
						       size_t *count);
/* The locals of a script that is loaded; NULL if there are none. */
EXH_API const struct exh_sci_reg *exh_sci_vm_locals(const struct exh_sci_vm *vm,
						    unsigned script, size_t *count);
/* The stack from its bottom, as far as it is used. */
EXH_API const struct exh_sci_reg *exh_sci_vm_stack(const struct exh_sci_vm *vm,
						   size_t *count);

/*
 * Changing, by hand.
 */

EXH_API void exh_sci_vm_set_accumulator(struct exh_sci_vm *vm, struct exh_sci_reg value);
/* A variable that the running function sees. False if there is none. */
EXH_API bool exh_sci_vm_set_variable(struct exh_sci_vm *vm,
				     enum exh_sci_variable_kind kind, size_t number,
				     struct exh_sci_reg value);

#ifdef __cplusplus
}
#endif
#endif
