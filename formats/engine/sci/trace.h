/* Lines of the trace. Source: sci0-vm 7.3. */
#ifndef EXH_ENGINE_SCI0_TRACE_H
#define EXH_ENGINE_SCI0_TRACE_H

#include "state.h"

/* Of a machine whose host has a trace. False when memory is short. */
bool exh_vm_trace_open(struct exh_sci_vm *vm);
void exh_vm_trace_close(struct exh_sci_vm *vm);
/* Of a machine that goes on from a state: its sums were written. */
void exh_vm_trace_resume(struct exh_sci_vm *vm);

/* All others need an open trace. */

/* Before an instruction. */
void exh_vm_trace_step(struct exh_sci_vm *vm, const struct vm_frame *frame,
		       const struct vm_op *op);
/* A kernel call begins, or goes on: the step of its instruction. */
uint64_t exh_vm_trace_call(struct exh_sci_vm *vm, const struct vm_frame *frame);
void exh_vm_trace_kernel(struct exh_sci_vm *vm, uint64_t step, unsigned number,
			 const struct vm_call *call);
/* A kernel function sends a message; nothing if the object does not take it. */
void exh_vm_trace_send(struct exh_sci_vm *vm, reg receiver, unsigned selector,
		       const reg *arguments, size_t count);
/* A Z line, when as many steps are done and it was not written yet. */
void exh_vm_trace_sum(struct exh_sci_vm *vm);

#endif
