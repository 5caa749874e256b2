#include "send.h"

#include "fault.h"
#include "lookup.h"
#include "prepare.h"
#include "segments.h"

enum { MOST_ARGUMENTS = 0x800 };

static bool too_deep(struct exh_sci0_vm *vm)
{
	exh_vm_fault(vm, EXH_SCI0_DEPTH, "%zu calls within each other", vm->frame_count);
	return false;
}

bool exh_vm_push_floor(struct exh_sci0_vm *vm, reg self)
{
	if (vm->frame_count == vm->options.most_calls)
		return too_deep(vm);
	vm->frames[vm->frame_count++] = (struct vm_frame){
		.selector = -1, .self = self, .is_floor = true, .fp = vm->sp
	};
	return true;
}

/* A frame for the code at an offset, which runs next; NULL after a fault. */
static inline struct vm_frame *enter(struct exh_sci0_vm *vm, uint16_t segment,
				     unsigned offset)
{
	struct vm_segment *s = &vm->segments[segment];
	const int32_t place = exh_vm_ready_op_at(s, offset);
	struct vm_frame *frame = &vm->frames[vm->frame_count];

	if (place < 0) {
		exh_vm_fault(vm, EXH_SCI0_BADPC, "script %u has no code at 0x%04x",
			     s->script, offset);
		return NULL;
	}
	if (vm->frame_count == vm->options.most_calls) {
		too_deep(vm);
		return NULL;
	}
	vm->frame_count++;
	*frame = (struct vm_frame){ .segment = segment, .place = place, .fp = vm->sp };
	frame->is_entered = true;
	return frame;
}

bool exh_vm_enter_function(struct exh_sci0_vm *vm, uint16_t segment, unsigned offset,
			   uint16_t locals, uint32_t base, uint32_t argc)
{
	const reg self = vm_top(vm)->self;
	struct vm_frame *frame;

	vm->stack[base] = vm_int(argc);
	frame = enter(vm, segment, offset);
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

/* A property: without arguments its value, else it is set. Objects of a super are the
 * receiver's own. */
static bool send_variable(struct exh_sci0_vm *vm, const struct vm_frame *frame,
			  unsigned index, const reg *arguments, uint32_t argc)
{
	struct vm_object *object = exh_vm_object(vm, frame->receiver);

	if (!object || index >= object->count)
		return exh_vm_fault(vm, EXH_SCI0_BADPROP, "no property %u", index);
	if (argc)
		object->values[index] = arguments[0];
	else
		vm->acc = object->values[index];
	return true;
}

static inline bool enter_method(struct exh_sci0_vm *vm, reg receiver,
				const struct vm_found *found, unsigned selector,
				uint32_t argp, uint32_t argc)
{
	struct vm_frame *frame = enter(vm, found->segment, found->code);

	if (!frame)
		return false;
	frame->self = receiver;
	frame->selector = (int32_t)selector;
	frame->locals = vm->segments[found->segment].locals;
	frame->argp = argp;
	frame->argc = argc;
	return true;
}

/* The next message of a frame, to object, which is NULL if it is gone. */
static inline bool send_one(struct exh_sci0_vm *vm, struct vm_frame *frame,
			    const struct vm_object *object, bool *is_entered)
{
	const reg *cells = vm->stack + frame->message;
	const uint32_t left = frame->messages_end - frame->message;
	const uint32_t argp = frame->message + 1;
	const struct vm_found *found;
	uint32_t argc;

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
	found = exh_vm_lookup(vm, object, cells[0].offset);
	if (!found)
		return exh_vm_fault(vm, EXH_SCI0_BADSEL,
				    "the receiver has no selector %u", cells[0].offset);
	if (found->is_variable)
		return send_variable(vm, frame, found->index, cells + 2, argc);
	*is_entered = true;
	return enter_method(vm, frame->receiver, found, cells[0].offset, argp, argc);
}

static const struct vm_object *target_of(const struct exh_sci0_vm *vm,
					 const struct vm_frame *frame)
{
	return frame->lookup ? frame->lookup : exh_vm_object(vm, frame->receiver);
}

/* Messages are left, and the first one's object is known. */
static bool send_all(struct exh_sci0_vm *vm, struct vm_frame *frame,
		     const struct vm_object *object)
{
	bool is_entered = false;

	while (send_one(vm, frame, object, &is_entered)) {
		if (is_entered)
			return true;
		if (frame->message >= frame->messages_end) {
			vm->sp = frame->after;
			return true;
		}
		object = target_of(vm, frame);
	}
	return false;
}

bool exh_vm_begin_send(struct exh_sci0_vm *vm, reg receiver,
		       const struct vm_object *lookup, uint32_t first, uint32_t after)
{
	struct vm_frame *frame = vm_top(vm);
	const struct vm_object *object = lookup ? lookup : exh_vm_object(vm, receiver);

	frame->receiver = receiver;
	frame->lookup = lookup;
	frame->message = first;
	frame->messages_end = vm->sp;
	frame->after = after;
	if (object && first < vm->sp)
		return send_all(vm, frame, object);
	frame->message = frame->messages_end;
	if (!object &&
	    !exh_vm_fault(vm, EXH_SCI0_NOTOBJ, "a message to %04x:%04x, no object",
			  receiver.segment, receiver.offset))
		return false;
	return exh_vm_go_on_sending(vm);
}

bool exh_vm_go_on_sending(struct exh_sci0_vm *vm)
{
	struct vm_frame *frame = vm_top(vm);

	if (frame->message < frame->messages_end)
		return send_all(vm, frame, target_of(vm, frame));
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
	bool is_good;

	if (!object || !exh_vm_lookup(vm, object, selector))
		return false;
	is_good = exh_vm_push_floor(vm, receiver) && exh_vm_push(vm, vm_int(selector)) &&
		  exh_vm_push(vm, vm_int((unsigned)count));
	for (size_t i = 0; i < count && is_good; i++)
		is_good = exh_vm_push(vm, arguments[i]);
	return is_good && exh_vm_begin_send(vm, receiver, NULL, first, first);
}
