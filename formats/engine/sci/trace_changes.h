/* Lines of the trace that any part of the machine may add: faults and changes. Source:
 * sci0-vm 7.3. */
#ifndef EXH_ENGINE_SCI0_TRACE_CHANGES_H
#define EXH_ENGINE_SCI0_TRACE_CHANGES_H

#include "state.h"

struct vm_line;

/* A selector: its name, if that is a word, else its number. */
void exh_vm_put_selector(const struct exh_sci_vm *vm, unsigned selector,
			 struct vm_line *line);

/* All others need an open trace. */

/* The fault's name, and the text that the machine has. */
void exh_vm_trace_fault(struct exh_sci_vm *vm, const char *name);

/*
 * M lines: a variable, by its segment and place in it; a property of an object; a byte of
 * a string or a block. Nothing if it stays the same, or the trace has no changes.
 */
void exh_vm_trace_cell(struct exh_sci_vm *vm, uint16_t segment, size_t index, reg before,
		       reg after);
void exh_vm_trace_property(struct exh_sci_vm *vm, reg owner,
			   const struct vm_object *object, size_t index, reg after);
void exh_vm_trace_byte(struct exh_sci_vm *vm, reg at, uint8_t before, uint8_t after);

static inline bool vm_traces_changes(const struct exh_sci_vm *vm)
{
	return vm->host.trace && vm->host.trace_level > 1;
}

#endif
