/* Machines that are empty yet. */
#ifndef EXH_ENGINE_SCI0_MACHINE_H
#define EXH_ENGINE_SCI0_MACHINE_H

#include "state.h"

/* Without segments; NULL if memory is short. */
struct exh_sci_vm *exh_vm_make(const struct exh_sci_program *program,
			       const struct exh_sci_vm_options *options,
			       const struct exh_sci_host *host);

/* Makes a segment the stack. False if memory is short. */
bool exh_vm_add_stack(struct exh_sci_vm *vm, uint16_t segment);

#endif
