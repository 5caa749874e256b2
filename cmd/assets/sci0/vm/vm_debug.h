/* sci-vm --debug: a machine without a screen in the debugger. */
#ifndef CMD_ASSETS_SCI0_VM_VM_DEBUG_H
#define CMD_ASSETS_SCI0_VM_VM_DEBUG_H

#include "assets/sci0/script/script_program.h"
#include "vm_host.h"

struct vm_debug {
	const struct script_program *program;
	const char *game, *sources; /* sources: a folder of .sc files, or NULL */
	const struct exh_sci0_vm_options *options;
	const struct exh_sci0_host *machine_host;
	struct vm_host *host;
	uint64_t steps; /* that run at most */
};

/* Runs a machine that was started until somebody quits. *vm is another one if somebody
 * has gone back. */
enum exh_sci0_vm_state vm_debug_run(const struct vm_debug *debug, struct exh_sci0_vm **vm,
				    struct report *report);

#endif
