/* Lines of the trace. Source: sci0-vm 7.3. */
#ifndef EXH_ENGINE_SCI_TRACE_H
#define EXH_ENGINE_SCI_TRACE_H

#include "machine.h"

/* Opens the trace of a machine whose host has one. False when memory is short. */
bool exh_vm_trace_open(struct exh_sci_vm *vm);
void exh_vm_trace_close(struct exh_sci_vm *vm);
/* Resumes the trace of a machine loaded from a state, whose sums were already written. */
void exh_vm_trace_resume(struct exh_sci_vm *vm);

/* All others need an open trace. */

/* Called before an instruction. */
void exh_vm_trace_step(struct exh_sci_vm *vm, const struct vm_frame *frame,
		       const struct vm_op *op);
/* A kernel call begins, or goes on. Returns the step of its instruction. */
uint64_t exh_vm_trace_call(struct exh_sci_vm *vm, const struct vm_frame *frame);
void exh_vm_trace_kernel(struct exh_sci_vm *vm, uint64_t step, unsigned number,
			 const struct vm_call *call);
/* A kernel function sends a message; no line if the object does not take it. */
void exh_vm_trace_send(struct exh_sci_vm *vm, reg receiver, unsigned selector,
		       const reg *arguments, size_t count);
/* Writes a Z line if one is due at this step and not written yet. */
void exh_vm_trace_sum(struct exh_sci_vm *vm);

/*
 * Lines of the trace that any part of the machine may add: faults and changes. Source:
 * sci0-vm 7.3.
 */

struct vm_line;

/* Writes a selector: its name, if that is a word, else its number. */
void exh_vm_put_selector(const struct exh_sci_vm *vm, unsigned selector,
			 struct vm_line *line);

/* All others need an open trace. */

/* Writes the fault's name, and the machine's text. */
void exh_vm_trace_fault(struct exh_sci_vm *vm, const char *name);

/*
 * M lines: a variable, by its segment and index in it; a property of an object; a byte of
 * a string or a block. No line if the value stays the same, or the trace has no changes.
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
