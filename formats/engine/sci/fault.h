/* What goes wrong while code runs. Source: sci0-vm 3.6. */
#ifndef EXH_ENGINE_SCI0_FAULT_H
#define EXH_ENGINE_SCI0_FAULT_H

#include "state.h"

/* Notes a fault. True if the machine goes on: it is lenient, and the fault is not fatal.
 */
bool exh_vm_fault(struct exh_sci_vm *vm, enum exh_sci_fault fault, const char *format,
		  ...) EXH_PRINTF(3, 4);

#endif
