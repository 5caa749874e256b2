/* Calls and messages. Source: sci0-vm 3.5. */
#ifndef EXH_ENGINE_SCI0_SEND_H
#define EXH_ENGINE_SCI0_SEND_H

#include "state.h"

/* All of these: false after a fault that stops the machine. */

/* Enters a function; arguments lie from base on, their number first. */
bool exh_vm_enter_function(struct exh_sci_vm *vm, uint16_t segment, unsigned offset,
			   uint16_t locals, uint32_t base, uint32_t argc);

/* A frame that only sends, below what it calls; false when there are too many. */
bool exh_vm_push_floor(struct exh_sci_vm *vm, reg self);

/* A cell on the stack; false, and STACK, if it is full. */
bool exh_vm_push(struct exh_sci_vm *vm, reg value);

/* A message from outside the code, on a floor of its own; it is not run yet. False if the
 * receiver is no object or has no such selector, which is no fault, or after a fault. */
bool exh_vm_begin_message(struct exh_sci_vm *vm, reg receiver, unsigned selector,
			  const reg *arguments, size_t count);

#endif
