/* The most frequent instructions, run without leaving a loop. */
#ifndef EXH_ENGINE_SCI0_FAST_H
#define EXH_ENGINE_SCI0_FAST_H

#include "state.h"

/* Runs the frame on top, and what it calls, until an instruction comes that it leaves to
 * the general loop: false; or until there is none to be run, or steps are used up: true.
 * Takes the instructions off *steps. It changes nothing that would be a fault. */
bool exh_vm_run_fast(struct exh_sci_vm *vm, uint64_t *steps);

#endif
