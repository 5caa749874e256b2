/* Instructions and calls as a debugger shows them: in the game's code page. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_TEXT_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_TEXT_H

#include <exhume/sci0_look.h>

/* A line for the instruction at a place of a script, with the names that it uses; 0
 * where there is none, else its size. */
unsigned debug_instruction_put(const struct exh_sci0_program *program, unsigned script,
			       unsigned offset, struct exh_writer *out);
/* Object::method, or where in the script a function begins. */
void debug_call_name_put(const struct exh_sci0_vm *vm,
			 const struct exh_sci0_program *program,
			 const struct exh_sci0_call_look *call, struct exh_writer *out);
/* The kernel function that the next instruction calls, and its arguments; false if it
 * calls none. */
struct debug_kernel_call {
	struct exh_bytes name;
	const struct exh_sci0_reg *arguments;
	size_t count;
};
bool debug_kernel_call(const struct exh_sci0_vm *vm,
		       const struct exh_sci0_program *program,
		       struct debug_kernel_call *out);
/* The instruction that comes next. */
bool debug_next_instruction(const struct exh_sci0_vm *vm,
			    const struct exh_sci0_program *program,
			    struct exh_sci0_instruction *out);
/* A Said spec at a reference; false if there is none. */
bool debug_said_put(const struct exh_sci0_vm *vm, const struct exh_sci0_program *program,
		    struct exh_sci0_reg spec, struct exh_writer *out);

#endif
