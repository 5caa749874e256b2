/* M and Z lines of the trace: what an instruction changed. Source: sci0-vm 7.3. */
#ifndef EXH_ENGINE_SCI0_TRACE_CHANGES_H
#define EXH_ENGINE_SCI0_TRACE_CHANGES_H

#include "state.h"

/* A temporary variable or an argument that an instruction may change. */
struct vm_watch {
	bool is_there;
	uint32_t index; /* on the stack */
	reg old;
};

/* Before an instruction. */
void exh_vm_trace_watch(const struct exh_sci0_vm *vm, const struct vm_frame *frame,
			const struct vm_op *op, struct vm_watch *watch);

/* After an instruction: compares all variables and properties with what they were, and
 * each 1000 steps prints their sum. */
void exh_vm_trace_changes(struct exh_sci0_vm *vm, const struct vm_op *op,
			  const struct vm_watch *watch);

void exh_vm_shadow_free(struct exh_sci0_vm *vm);

#endif
