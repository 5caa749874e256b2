/* All that a machine holds, as JSON: exhume-sci-vm(1) describes it. */
#ifndef CMD_ASSETS_SCI0_VM_VM_STATE_H
#define CMD_ASSETS_SCI0_VM_VM_STATE_H

#include "task/report.h"

#include <exhume/sci0_look.h>

/* To be released. */
json_t *vm_state_to_json(const struct exh_sci0_vm *vm,
			 const struct exh_sci0_program *program);

/* Writes it to a file; the report has why it could not. */
void vm_state_write(const struct exh_sci0_vm *vm, const struct exh_sci0_program *program,
		    const char *path, struct report *report);

#endif
