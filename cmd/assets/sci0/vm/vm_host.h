/* A host without screen, sound and input: kernel functions of these are recorded, and get
 * plain answers. Its clock is that of Wait. */
#ifndef CMD_ASSETS_SCI0_VM_VM_HOST_H
#define CMD_ASSETS_SCI0_VM_VM_HOST_H

#include <exhume/sci0_vm.h>

struct vm_host {
	uint64_t ticks; /* 60 a second */
	uint64_t calls; /* of functions that are recorded alone */
	uint16_t pic_not_valid;
};

/* For struct exh_sci0_host; context is the struct vm_host. */
bool vm_host_kernel(void *context, struct exh_sci0_vm *vm,
		    struct exh_sci0_kernel_call *call);

#endif
