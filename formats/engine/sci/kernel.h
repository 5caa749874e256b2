/* Kernel functions: found by name, their arguments checked by their signatures. Source:
 * sci0-vm 4. */
#ifndef EXH_ENGINE_SCI_KERNEL_H
#define EXH_ENGINE_SCI_KERNEL_H

#include "machine.h"

/* False after a fault that stops the machine. */
typedef bool vm_function(struct vm_call *call);

struct vm_kernel {
	const char *name, *signature; /* signature: sci0-vm 4.2 */
	vm_function *run;	      /* NULL: the host's */
	bool keeps;
	vm_look *look; /* NULL: there is none */
};

/* One of the game's functions, its signature made ready. */
enum { VM_SIGNATURE = 8 /* types of the longest one */ };
struct vm_bound {
	const struct vm_kernel *kernel; /* NULL: not in the tables, the host's */
	vm_function *run;		/* NULL: the host's */
	vm_look *look;			/* of kernel */
	bool keeps;
	bool is_plain; /* it sends nothing, and objects and scripts stay as they are */
	bool skips_types;
	uint8_t least; /* arguments */
	/* Bits of those that fit; the last is that of all beyond. 0: there is none. */
	uint8_t types[VM_SIGNATURE];
};

/* Binds the functions of the game's names. False when memory is short. */
bool exh_vm_kernel_bind(struct exh_sci_vm *vm);

/* How a call ended. VM_AGAIN: it is to be made again, with the stack as it was, when the
 * machine runs on or what is on top of the frames has returned. */
enum vm_called { VM_DONE, VM_AGAIN, VM_FAULT };

/* Calls function number with the arguments after base on the stack; when it is done sp is
 * base. frame makes the call: VM_AGAIN sets its is_sent. VM_FAULT: a fault that stops the
 * machine. */
enum vm_called exh_vm_kernel_call(struct exh_sci_vm *vm, unsigned number,
				  struct vm_frame *frame, uint32_t base, uint32_t argc);

/* The same of a function that is not the host's, and is not called again, without a
 * trace. False after a fault that stops the machine. */
bool exh_vm_kernel_run(struct exh_sci_vm *vm, const struct vm_bound *bound, uint32_t base,
		       uint32_t argc);

/* The function of one that is a look alone. */
static inline bool exh_vm_run_look(struct vm_call *call)
{
	call->look(call->vm, call->args[0], &call->result);
	return true;
}

/* Memory is short, or there are too many of these: false, and LIMIT. */
static inline bool exh_vm_out_of(struct exh_sci_vm *vm, const char *what)
{
	exh_vm_fault(vm, EXH_SCI_LIMIT, "no more %s, or not enough memory", what);
	return false;
}

/* The steps with which an actor begins to jump: SetJump. */
void exh_vm_find_jump(int dx, int dy, int g, int *x_step, int *y_step);

/* The tables of functions that need no host, each ending with no name. */
extern const struct vm_kernel exh_vm_kernel_objects[], exh_vm_kernel_machine[],
	exh_vm_kernel_lists[], exh_vm_kernel_strings[], exh_vm_kernel_numbers[],
	exh_vm_kernel_motion[], exh_vm_kernel_memory[];
/* Those of the host. */
extern const struct vm_kernel exh_vm_kernel_host[];

/*
 * Kernel functions that know only 16 bits, as those of the original interpreter: they
 * see copies of what their arguments refer to on a heap of 64 KB. Source: sci0-vm 4.2.
 */

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
