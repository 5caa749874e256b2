/* The interpreter's loop. Source: sci0-vm 3. */
#ifndef EXH_ENGINE_SCI0_RUN_H
#define EXH_ENGINE_SCI0_RUN_H

#include "state.h"

/* Runs until the floor of this depth is done, and pops it: true. False after a fault, and
 * when there are no steps left. */
bool exh_vm_run_to(struct exh_sci_vm *vm, size_t depth, uint64_t steps);

#endif
