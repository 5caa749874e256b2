#include "send.h"

#include "fault.h"
#include "lookup.h"
#include "prepare.h"
#include "segments.h"

enum { MOST_ARGUMENTS = 0x800 };

static struct vm_frame *push_frame(struct exh_sci0_vm *vm)
{
	if (vm->frame_count == vm->options.most_calls) {
		exh_vm_fault(vm, EXH_SCI0_DEPTH, "%zu calls within each other",
			     vm->frame_count);
		return NULL;
	}
	vm->frames[vm->frame_count] = (struct vm_frame){ .selector = -1 };
	return &vm->frames[vm->frame_count++];
}

bool exh_vm_push_floor(struct exh_sci0_vm *vm, reg self)
{
	struct vm_frame *frame = push_frame(vm);

	if (!frame)
		return false;
	frame->self = self;
	frame->is_floor = true;
	frame->fp = vm->sp;
	return true;
}

/* Enters code with arguments at argp. */
static struct vm_frame *enter(struct exh_sci0_vm *vm, uint16_t segment, unsigned offset,
			      uint32_t argp, uint32_t argc)
{
	const int32_t place = exh_vm_op_at(&vm->segments[segment], offset);
	struct vm_frame *frame;

	if (place < 0) {
		exh_vm_fault(vm, EXH_SCI0_BADPC, "script %u has no code at 0x%04x",
			     vm->segments[segment].script, offset);
		return NULL;
	}
	frame = push_frame(vm);
	if (!frame)
		return NULL;
	frame->segment = segment;
	frame->place = place;
	frame->argp = argp;
	frame->argc = argc;
	frame->fp = vm->sp;
	frame->is_entered = true;
	return frame;
}

bool exh_vm_enter_function(struct exh_sci0_vm *vm, uint16_t segment, unsigned offset,
			   uint16_t locals, uint32_t base, uint32_t argc)
{
	const reg self = vm->frames[vm->frame_count - 1].self;
	struct vm_frame *frame;

	vm->stack[base] = vm_int(argc);
	frame = enter(vm, segment, offset, base, argc);
	if (!frame)
		return false;
	frame->self = self;
	frame->locals = locals;
	frame->base = base;
	frame->is_function = true;
	return true;
}

bool exh_vm_begin_send(struct exh_sci0_vm *vm, reg receiver,
		       const struct vm_object *lookup, uint32_t first, uint32_t after)
{
	struct vm_frame *frame = &vm->frames[vm->frame_count - 1];

	frame->receiver = receiver;
	frame->lookup = lookup;
	frame->message = first;
	frame->messages_end = vm->sp;
	frame->after = after;
	if (!lookup && !exh_vm_object(vm, receiver)) {
		frame->message = frame->messages_end;
		if (!exh_vm_fault(vm, EXH_SCI0_NOTOBJ,
				  "a message to %04x:%04x, no object", receiver.segment,
				  receiver.offset))
			return false;
	}
	return exh_vm_go_on_sending(vm);
}

/* A property: without arguments its value, else it is set. Objects of a super are the
 * receiver's own. */
static bool send_variable(struct exh_sci0_vm *vm, const struct vm_frame *frame,
			  const struct vm_found *found, const reg *arguments,
			  uint32_t argc)
{
	struct vm_object *object = exh_vm_object(vm, frame->receiver);

	if (!object || found->index >= object->count)
		return exh_vm_fault(vm, EXH_SCI0_BADPROP, "no property %u", found->index);
	if (argc)
		object->values[found->index] = arguments[0];
	else
		vm->acc = object->values[found->index];
	return true;
}

static bool send_one(struct exh_sci0_vm *vm, bool *is_entered)
{
	struct vm_frame *frame = &vm->frames[vm->frame_count - 1];
	const reg *cells = vm->stack + frame->message;
	const uint32_t left = frame->messages_end - frame->message;
	const struct vm_object *object =
		frame->lookup ? frame->lookup : exh_vm_object(vm, frame->receiver);
	const reg receiver = frame->receiver;
	const uint32_t argp = frame->message + 1;
	struct vm_found found;
	struct vm_frame *callee;
	uint32_t argc;

	*is_entered = false;
	if (left < 2 || cells[0].segment || cells[1].segment ||
	    cells[1].offset > MOST_ARGUMENTS || cells[1].offset > left - 2) {
		frame->message = frame->messages_end;
		return exh_vm_fault(vm, EXH_SCI0_STACK,
				    "a message of %u cells on the stack", left);
	}
	argc = cells[1].offset;
	frame->message += 2 + argc;
	if (!object)
		return exh_vm_fault(vm, EXH_SCI0_NOTOBJ, "the receiver is gone");
	if (!exh_vm_lookup(vm, object, cells[0].offset, &found))
		return exh_vm_fault(vm, EXH_SCI0_BADSEL,
				    "the receiver has no selector %u", cells[0].offset);
	if (found.is_variable)
		return send_variable(vm, frame, &found, cells + 2, argc);
	callee = enter(vm, found.segment, found.code, argp, argc);
	if (!callee)
		return false;
	callee->self = receiver;
	callee->locals = vm->segments[found.segment].locals;
	callee->selector = cells[0].offset;
	*is_entered = true;
	return true;
}

bool exh_vm_go_on_sending(struct exh_sci0_vm *vm)
{
	struct vm_frame *frame = &vm->frames[vm->frame_count - 1];
	bool is_entered = false;

	while (frame->message < frame->messages_end)
		if (!send_one(vm, &is_entered))
			return false;
		else if (is_entered)
			return true;
	vm->sp = frame->after;
	return true;
}

bool exh_vm_push(struct exh_sci0_vm *vm, reg value)
{
	if (vm->sp == vm->stack_size)
		return exh_vm_fault(vm, EXH_SCI0_STACK, "the stack is full");
	vm->stack[vm->sp++] = value;
	return true;
}

bool exh_vm_begin_message(struct exh_sci0_vm *vm, reg receiver, unsigned selector,
			  const reg *arguments, size_t count)
{
	const struct vm_object *object = exh_vm_object(vm, receiver);
	const uint32_t first = vm->sp;
	struct vm_found found;
	bool is_good;

	if (!object || !exh_vm_lookup(vm, object, selector, &found))
		return false;
	is_good = exh_vm_push_floor(vm, receiver) && exh_vm_push(vm, vm_int(selector)) &&
		  exh_vm_push(vm, vm_int((unsigned)count));
	for (size_t i = 0; i < count && is_good; i++)
		is_good = exh_vm_push(vm, arguments[i]);
	return is_good && exh_vm_begin_send(vm, receiver, NULL, first, first);
}
