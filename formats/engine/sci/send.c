#include "messages.h"

bool exh_vm_too_deep(struct exh_sci_vm *vm)
{
	exh_vm_fault(vm, EXH_SCI_DEPTH, "%zu calls within each other", vm->frame_count);
	return false;
}

bool exh_vm_push_floor(struct exh_sci_vm *vm, reg self)
{
	if (vm->frame_count == vm->options.most_calls)
		return exh_vm_too_deep(vm);
	vm->frames[vm->frame_count++] = (struct vm_frame){
		.selector = -1, .self = self, .is_floor = true, .fp = vm->sp
	};
	return true;
}

bool exh_vm_enter_function(struct exh_sci_vm *vm, uint16_t segment, unsigned offset,
			   uint16_t locals, uint32_t base, uint32_t argc)
{
	const reg self = vm_top(vm)->self;
	struct vm_frame *frame;

	vm->stack[base] = vm_int(argc);
	frame = vm_enter(vm, segment, offset);
	if (!frame)
		return false;
	frame->self = self;
	frame->selector = -1;
	frame->locals = locals;
	frame->argp = base;
	frame->argc = argc;
	frame->base = base;
	frame->is_function = true;
	return true;
}

bool exh_vm_go_on_sending(struct exh_sci_vm *vm)
{
	struct vm_frame *frame = vm_top(vm);

	if (frame->message < frame->messages_end)
		return vm_send_all(vm, frame, vm_target(vm, frame));
	vm->sp = frame->after;
	return true;
}

bool exh_vm_push(struct exh_sci_vm *vm, reg value)
{
	if (vm->sp == vm->stack_size)
		return exh_vm_fault(vm, EXH_SCI_STACK, "the stack is full");
	vm->stack[vm->sp++] = value;
	return true;
}

bool exh_vm_begin_message(struct exh_sci_vm *vm, reg receiver, unsigned selector,
			  const reg *arguments, size_t count)
{
	const struct vm_object *object = exh_vm_object(vm, receiver);
	const uint32_t first = vm->sp;
	bool is_good;

	if (!object || !exh_vm_lookup(vm, object, selector))
		return false;
	is_good = exh_vm_push_floor(vm, receiver) && exh_vm_push(vm, vm_int(selector)) &&
		  exh_vm_push(vm, vm_int((unsigned)count));
	for (size_t i = 0; i < count && is_good; i++)
		is_good = exh_vm_push(vm, arguments[i]);
	return is_good && vm_begin_send(vm, receiver, NULL, first, first);
}
