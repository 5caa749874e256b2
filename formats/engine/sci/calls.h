/* Instructions that call, send and return. Source: sci0-vm 3.5. */
#ifndef EXH_ENGINE_SCI0_CALLS_H
#define EXH_ENGINE_SCI0_CALLS_H

#include "state.h"

/* Of the frame on top, whose place is that of the next op. False after a fault that stops
 * the machine. Another frame may be on top then. */
bool exh_vm_call(struct exh_sci_vm *vm, const struct vm_op *op);

/* The same of callk, and of send and self. */
bool exh_vm_call_kernel(struct exh_sci_vm *vm, const struct vm_op *op);
bool exh_vm_call_send(struct exh_sci_vm *vm, const struct vm_op *op, reg receiver);

#endif
