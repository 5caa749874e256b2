/* Kernel functions: found by name, their arguments checked by their signatures. Source:
 * sci0-vm 4. */
#ifndef EXH_ENGINE_SCI_KERNEL_H
#define EXH_ENGINE_SCI_KERNEL_H

#include "machine.h"

/* False after a fault that stops the machine. */
typedef bool vm_function(struct vm_call *call);

struct vm_kernel {
	const char *name, *signature; /* signature: sci0-vm 4.2 */
	vm_function *run;	      /* NULL: the host's function */
	bool keeps;
	vm_look *look; /* NULL: none */
};

/* A function of the game, with its parsed signature. */
enum { VM_SIGNATURE = 8 /* types of the longest one */ };
struct vm_bound {
	const struct vm_kernel *kernel; /* NULL: not in the tables, the host's function */
	vm_function *run;		/* NULL: the host's function */
	vm_look *look;			/* as in kernel */
	bool keeps;
	bool is_plain; /* sends no messages and changes no objects or scripts */
	bool skips_types;
	uint8_t least; /* minimum number of arguments */
	/* Bits of the types that fit; the last item is for all further arguments. 0: no
	 * more arguments. */
	uint8_t types[VM_SIGNATURE];
};

/* Binds the functions of the game's names. False when memory is short. */
bool exh_vm_kernel_bind(struct exh_sci_vm *vm);

/* Result of a call. VM_AGAIN: repeat the call with the same stack when the machine runs
 * on or the frames above have returned. */
enum vm_called { VM_DONE, VM_AGAIN, VM_FAULT };

/* Calls function number with the arguments after base on the stack; afterwards sp is
 * base. frame makes the call: VM_AGAIN sets its is_sent. VM_FAULT: a fault that stops the
 * machine. */
enum vm_called exh_vm_kernel_call(struct exh_sci_vm *vm, unsigned number,
				  struct vm_frame *frame, uint32_t base, uint32_t argc);

/* The same without a trace, for a function that is not the host's and is not called
 * again. False after a fault that stops the machine. */
bool exh_vm_kernel_run(struct exh_sci_vm *vm, const struct vm_bound *bound, uint32_t base,
		       uint32_t argc);

/* Runs a function that is only a look. */
static inline bool exh_vm_run_look(struct vm_call *call)
{
	call->look(call->vm, call->args[0], &call->result);
	return true;
}

/* Faults with LIMIT: memory is short, or there are too many of these. Returns false. */
static inline bool exh_vm_out_of(struct exh_sci_vm *vm, const char *what)
{
	exh_vm_fault(vm, EXH_SCI_LIMIT, "no more %s, or not enough memory", what);
	return false;
}

/* Finds the steps with which an actor begins to jump: SetJump. */
void exh_vm_find_jump(int dx, int dy, int g, int *x_step, int *y_step);

/* Tables of functions that need no host, each ended by a missing name. */
extern const struct vm_kernel exh_vm_kernel_objects[], exh_vm_kernel_machine[],
	exh_vm_kernel_lists[], exh_vm_kernel_strings[], exh_vm_kernel_numbers[],
	exh_vm_kernel_motion[], exh_vm_kernel_memory[];
/* Functions of the host. */
extern const struct vm_kernel exh_vm_kernel_host[];

/*
 * Kernel functions that know only 16 bits, like those of the original interpreter: they
 * see copies of the data that their arguments refer to on a heap of 64 KB. Source:
 * sci0-vm 4.2.
 */

enum { EMULATED_HEAP = 1 << 16, EMULATED_ARGUMENTS = 8 };

/* An object on the heap. */
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

/* Ended by a missing name. */
extern const struct vm_old exh_vm_old_functions[];

/* Finds the functions of the kernel's names. False when memory is short. */
bool exh_vm_emulation_bind(struct exh_sci_vm *vm);

/* Copies data in, runs, copies it back. False after a fault that stops the machine:
 * BADREF if a function has written into a script, or its arguments don't fit on the heap.
 */
bool exh_vm_emulate(struct vm_call *call, const struct vm_old *old);

/* Returns a word on the heap, which may be a property of an object there. */
uint16_t exh_vm_heap_word(const struct vm_emulation *e, uint16_t at);
void exh_vm_set_heap_word(struct vm_emulation *e, uint16_t at, uint16_t value);
/* Returns the address of a property; 0: the object lacks it. */
uint16_t exh_vm_heap_property(const struct vm_emulation *e, uint16_t object,
			      enum vm_selector selector);

#endif
