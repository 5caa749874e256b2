/* The most frequent instructions, run without leaving a loop. */
#ifndef EXH_ENGINE_SCI0_FAST_H
#define EXH_ENGINE_SCI0_FAST_H

#include "state.h"

/* Runs the frame on top until an instruction comes that it leaves to the general loop, or
 * steps are used up; takes them off *steps. It changes nothing that would be a fault. */
void exh_vm_run_fast(struct exh_sci0_vm *vm, uint64_t *steps);

#endif
