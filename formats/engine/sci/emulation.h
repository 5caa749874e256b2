/*
 * Kernel functions that know only 16 bits, as those of the original interpreter: they see
 * copies of what their arguments refer to on a heap of 64 KB. Source: sci0-vm 4.2.
 */
#ifndef EXH_ENGINE_SCI0_EMULATION_H
#define EXH_ENGINE_SCI0_EMULATION_H

#include "state.h"

enum { EMULATED_HEAP = 1 << 16, EMULATED_ARGUMENTS = 8 };

/* An object that lies on the heap. */
struct vm_emulated_object {
	uint16_t address;
	reg object;
};

struct vm_emulation {
	struct exh_sci_vm *vm;
	uint8_t heap[EMULATED_HEAP];
	struct vm_emulated_object objects[EMULATED_ARGUMENTS];
	size_t object_count;
};

/* Arguments are numbers, and addresses on the heap. */
typedef uint16_t vm_old_function(struct vm_emulation *e, const uint16_t *args,
				 uint32_t count);

struct vm_old {
	const char *name;
	vm_old_function *run;
};

/* Ends without a name. */
extern const struct vm_old exh_vm_old_functions[];

/* Finds the functions of the kernel's names. False when memory is short. */
bool exh_vm_emulation_bind(struct exh_sci_vm *vm);

/* Copies in, runs, copies back. False after a fault that stops the machine: BADREF if a
 * function has written into a script, or its arguments don't fit on the heap. */
bool exh_vm_emulate(struct vm_call *call, const struct vm_old *old);

/* A word on the heap, which may be a property of an object there. */
uint16_t exh_vm_heap_word(const struct vm_emulation *e, uint16_t at);
void exh_vm_set_heap_word(struct vm_emulation *e, uint16_t at, uint16_t value);
/* The address of a property; 0: the object lacks it. */
uint16_t exh_vm_heap_property(const struct vm_emulation *e, uint16_t object,
			      enum vm_selector selector);

#endif
