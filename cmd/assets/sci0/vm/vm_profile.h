/* A profile as text, JSON, or folded stacks. */
#ifndef CMD_ASSETS_SCI0_VM_VM_PROFILE_H
#define CMD_ASSETS_SCI0_VM_VM_PROFILE_H

#include "task/report.h"

#include <exhume/sci0_profile.h>

/* Of the program's clock. */
struct exh_sci0_profile *vm_profile_new(const struct exh_sci0_program *program);

/* Writes it: .json and .folded as their names say, else a table. */
void vm_profile_write(const struct exh_sci0_profile *profile,
		      const struct exh_sci0_program *program, const char *path,
		      struct report *report);

#endif
