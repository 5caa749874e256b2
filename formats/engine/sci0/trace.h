/* Lines of the trace. Source: sci0-vm 7.3. */
#ifndef EXH_ENGINE_SCI0_TRACE_H
#define EXH_ENGINE_SCI0_TRACE_H

#include "state.h"

void exh_vm_trace_step(struct exh_sci0_vm *vm, const struct vm_frame *frame,
		       const struct vm_op *op);
void exh_vm_trace_kernel(struct exh_sci0_vm *vm, uint64_t step, unsigned number,
			 const struct vm_call *call);
/* An M line; what: G5, L994.3, T17 or PS001+0072.12. */
void exh_vm_trace_change(struct exh_sci0_vm *vm, const char *what, reg before, reg after);
/* A Z line. */
void exh_vm_trace_sum(struct exh_sci0_vm *vm);

#endif
