#include "exhume/advanced/sci_opcode.h"

#include "messages.h"
#include "kernel.h"

/* Gets the start of a call's arguments. cells: taken below sp, plus those of &rest, whose
 * number becomes 0. False, and STACK, if there are too few. */
static inline bool take_frame(struct exh_sci_vm *vm, uint32_t cells, uint32_t *base)
{
	const uint32_t taken = cells + vm->rest;

	*base = 0;
	if (taken > vm->sp - vm_top(vm)->fp)
		return exh_vm_fault(vm, EXH_SCI_STACK, "a call takes %u cells of %u",
				    taken, vm->sp - vm_top(vm)->fp);
	*base = vm->sp - taken;
	return true;
}

/* Takes arguments with their number in front: *base is its cell. */
static inline bool take_arguments(struct exh_sci_vm *vm, const struct vm_op *op,
				  uint32_t *base, uint32_t *argc)
{
	*argc = 0;
	if (!take_frame(vm, op->frame + 1u, base))
		return false;
	*argc = vm->stack[*base].offset + vm->rest;
	vm->rest = 0;
	if (*argc > vm->sp - *base - 1)
		return exh_vm_fault(vm, EXH_SCI_STACK, "%u arguments on the stack",
				    *argc);
	return true;
}

static bool call_export(struct exh_sci_vm *vm, const struct vm_op *op, unsigned script,
			unsigned number)
{
	const uint16_t segment = exh_vm_load(vm, script);
	uint32_t base, argc;
	reg code;

	if (!take_arguments(vm, op, &base, &argc))
		return false;
	if (!segment || !exh_vm_export(vm, segment, number, &code)) {
		vm->sp = base;
		vm->acc = vm_int(0);
		return exh_vm_fault(vm, EXH_SCI_BADEXPORT, "no export %u of script %u",
				    number, script);
	}
	return exh_vm_enter_function(vm, segment, code.offset,
				     vm->segments[segment].locals, base, argc);
}

static bool call_local(struct exh_sci_vm *vm, const struct vm_op *op)
{
	uint32_t base, argc;

	if (!take_arguments(vm, op, &base, &argc))
		return false;
	return exh_vm_enter_function(vm, vm_top(vm)->segment, op->target,
				     vm_top(vm)->locals, base, argc);
}

/* Resumes a kernel call: restores registers, and takes the accumulator, as the message
 * left it, as the answer. */
static void resume_call(struct exh_sci_vm *vm, struct vm_frame *frame)
{
	frame->answer = vm->acc;
	vm->acc = frame->acc;
	vm->prev = frame->prev;
	vm->rest = frame->rest;
}

bool exh_vm_call_kernel(struct exh_sci_vm *vm, const struct vm_op *op)
{
	struct vm_frame *frame = vm_top(vm);
	uint32_t base, argc;
	enum vm_called called;

	if (frame->is_again)
		resume_call(vm, frame);
	frame->acc = vm->acc;
	frame->prev = vm->prev;
	frame->rest = vm->rest;
	if (!take_arguments(vm, op, &base, &argc))
		return false;
	/* Functions that call scripts put their messages above the arguments. */
	called = exh_vm_kernel_call(vm, (unsigned)op->a, frame, base, argc);
	frame->is_again = called == VM_AGAIN;
	if (called == VM_AGAIN)
		frame->place--;
	else
		frame->is_sent = false;
	return called != VM_FAULT;
}

bool exh_vm_call_send(struct exh_sci_vm *vm, const struct vm_op *op, reg receiver,
		      const struct vm_object *lookup)
{
	uint32_t base;

	if (!take_frame(vm, op->frame, &base))
		return false;
	if (vm->rest && base + 1 < vm->sp)
		vm->stack[base + 1].offset =
			(uint16_t)(vm->stack[base + 1].offset + vm->rest);
	vm->rest = 0;
	return vm_begin_send(vm, receiver, lookup, base, base);
}

static bool send_super(struct exh_sci_vm *vm, const struct vm_op *op)
{
	const struct vm_object *class =
		exh_vm_object(vm, exh_vm_class(vm, (unsigned)op->a));

	if (!class && !exh_vm_fault(vm, EXH_SCI_BADCLASS, "no class %d", op->a))
		return false;
	return exh_vm_call_send(vm, op, class ? vm_top(vm)->self : vm_int(0), class);
}

/* Leaves the frame on top. */
static bool leave(struct exh_sci_vm *vm)
{
	const struct vm_frame *left = vm_top(vm);

	vm->frame_count--;
	if (left->is_function) {
		vm->sp = left->base;
		return true;
	}
	vm->sp = left->fp;
	return exh_vm_go_on_sending(vm);
}

bool exh_vm_call(struct exh_sci_vm *vm, const struct vm_op *op)
{
	switch (op->opcode) {
	case EXH_SCI_OP_CALL:
		return call_local(vm, op);
	case EXH_SCI_OP_CALLK:
		return exh_vm_call_kernel(vm, op);
	case EXH_SCI_OP_CALLB:
		return call_export(vm, op, 0, (unsigned)op->a);
	case EXH_SCI_OP_CALLE:
		return call_export(vm, op, (unsigned)op->a, (unsigned)op->b);
	case EXH_SCI_OP_RET:
		return leave(vm);
	case EXH_SCI_OP_SEND:
		return exh_vm_call_send(vm, op, vm->acc, NULL);
	case EXH_SCI_OP_SELF:
		return exh_vm_call_send(vm, op, vm_top(vm)->self, NULL);
	default:
		return send_super(vm, op);
	}
}
