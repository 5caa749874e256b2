/* Calls and messages. Source: sci0-vm 3.5. */
#ifndef EXH_ENGINE_SCI_MESSAGES_H
#define EXH_ENGINE_SCI_MESSAGES_H

#include "machine.h"
#include "trace.h"

/* All of these: false after a fault that stops the machine. */

/* Enters a function; arguments begin at base, with their number first. */
bool exh_vm_enter_function(struct exh_sci_vm *vm, uint16_t segment, unsigned offset,
			   uint16_t locals, uint32_t base, uint32_t argc);

/* Pushes a frame that only sends, below its calls; false when there are too many. */
bool exh_vm_push_floor(struct exh_sci_vm *vm, reg self);

/* Pushes a cell on the stack; false, and STACK, if it is full. */
bool exh_vm_push(struct exh_sci_vm *vm, reg value);

/* Begins a message from outside the code, on a floor of its own, without running it.
 * False if the receiver is no object or has no such selector, which is no fault, or after
 * a fault. */
bool exh_vm_begin_message(struct exh_sci_vm *vm, reg receiver, unsigned selector,
			  const reg *arguments, size_t count);

/*
 * Instructions that call, send and return. Source: sci0-vm 3.5.
 */

/* Calls from the frame on top, whose place is that of the next op. False after a fault
 * that stops the machine. Another frame may be on top afterwards. */
bool exh_vm_call(struct exh_sci_vm *vm, const struct vm_op *op);

/* The same for callk, and for send, self and super. lookup: as in vm_begin_send. */
bool exh_vm_call_kernel(struct exh_sci_vm *vm, const struct vm_op *op);
bool exh_vm_call_send(struct exh_sci_vm *vm, const struct vm_op *op, reg receiver,
		      const struct vm_object *lookup);

/*
 * Sending of messages: functions called so often that they are inline. Source: sci0-vm
 * 3.5.
 */

/* In send.c: */

/* Continues to send: enters a method, or finishes all messages. A finished floor stays.
 */
bool exh_vm_go_on_sending(struct exh_sci_vm *vm);

/* Notes the fault; returns false. */
bool exh_vm_too_deep(struct exh_sci_vm *vm);

enum { VM_MOST_ARGUMENTS = 0x800 };

/* All of these: false after a fault that stops the machine. */

/* Pushes a frame for the code at an offset, which runs next; NULL after a fault. */
static inline struct vm_frame *vm_enter(struct exh_sci_vm *vm, uint16_t segment,
					unsigned offset)
{
	struct vm_segment *s = &vm->segments[segment];
	const int32_t place = exh_vm_ready_op_at(s, offset);
	struct vm_frame *frame = &vm->frames[vm->frame_count];

	if (place < 0) {
		exh_vm_fault(vm, EXH_SCI_BADPC, "script %u has no code at 0x%04x",
			     s->script, offset);
		return NULL;
	}
	if (vm->frame_count == vm->options.most_calls) {
		exh_vm_too_deep(vm);
		return NULL;
	}
	vm->frame_count++;
	vm_clear_frame(frame);
	frame->segment = segment;
	frame->place = place;
	frame->fp = vm->sp;
	frame->is_entered = true;
	return frame;
}

/* Reads a property without arguments; otherwise sets it. */
static inline bool vm_send_variable(struct exh_sci_vm *vm, reg owner,
				    const struct vm_object *object, unsigned index,
				    const reg *arguments, uint32_t argc)
{
	if (!object || index >= object->count)
		return exh_vm_fault(vm, EXH_SCI_BADPROP, "no property %u", index);
	if (argc && vm_traces_changes(vm))
		exh_vm_trace_property(vm, owner, object, index, arguments[0]);
	if (argc && index == EXH_SCI_SUPERCLASS)
		exh_vm_rewire(vm);
	if (argc)
		object->values[index] = arguments[0];
	else
		vm->acc = object->values[index];
	return true;
}

static inline bool vm_enter_method(struct exh_sci_vm *vm, reg receiver,
				   const struct vm_found *found, unsigned selector,
				   uint32_t argp, uint32_t argc)
{
	struct vm_frame *frame = vm_enter(vm, found->segment, found->code);

	if (!frame)
		return false;
	frame->self = receiver;
	frame->selector = (int32_t)selector;
	frame->locals = vm->segments[found->segment].locals;
	frame->argp = argp;
	frame->argc = argc;
	return true;
}

/* Returns the selector number of a message that a frame sends: early scripts use twice
 * the number. */
static inline unsigned vm_selector_of(const struct exh_sci_vm *vm,
				      const struct vm_frame *frame, reg selector)
{
	return (unsigned)selector.offset >>
	       (frame->segment &&
		vm->segments[frame->segment].source->code.script.is_early);
}

/* Sends a frame's next message to object, which is NULL if it no longer exists. */
static inline bool vm_send_one(struct exh_sci_vm *vm, struct vm_frame *frame,
			       const struct vm_object *object, bool *is_entered)
{
	const reg *cells = vm->stack + frame->message;
	const uint32_t left = frame->messages_end - frame->message;
	const uint32_t argp = frame->message + 1;
	const struct vm_found *found;
	unsigned selector;
	uint32_t argc;

	if (left < 2 || cells[0].segment || cells[1].segment ||
	    cells[1].offset > VM_MOST_ARGUMENTS || cells[1].offset > left - 2) {
		frame->message = frame->messages_end;
		return exh_vm_fault(vm, EXH_SCI_STACK,
				    "a message of %u cells on the stack", left);
	}
	argc = cells[1].offset;
	frame->message += 2 + argc;
	if (!object)
		return exh_vm_fault(vm, EXH_SCI_NOTOBJ, "the receiver is gone");
	selector = vm_selector_of(vm, frame, cells[0]);
	found = exh_vm_lookup(vm, object, selector);
	if (!found)
		return exh_vm_fault(vm, EXH_SCI_BADSEL, "the receiver has no selector %u",
				    selector);
	/* Properties of a super message are the receiver's own. */
	if (found->is_variable)
		return vm_send_variable(vm, frame->receiver,
					frame->lookup ? exh_vm_object(vm, frame->receiver)
						      : object,
					found->index, cells + 2, argc);
	*is_entered = true;
	return vm_enter_method(vm, frame->receiver, found, selector, argp, argc);
}

static inline const struct vm_object *vm_target(const struct exh_sci_vm *vm,
						const struct vm_frame *frame)
{
	return frame->lookup ? frame->lookup : exh_vm_object(vm, frame->receiver);
}

/* Sends the remaining messages. Properties change nothing about object. */
static inline bool vm_send_all(struct exh_sci_vm *vm, struct vm_frame *frame,
			       const struct vm_object *object)
{
	bool is_entered = false;

	while (vm_send_one(vm, frame, object, &is_entered)) {
		if (is_entered)
			return true;
		if (frame->message >= frame->messages_end) {
			vm->sp = frame->after;
			return true;
		}
	}
	return false;
}

/* Lets the frame on top send the messages from first up to sp; sp becomes after then.
 * lookup: the class of a super, or NULL. */
static inline bool vm_begin_send(struct exh_sci_vm *vm, reg receiver,
				 const struct vm_object *lookup, uint32_t first,
				 uint32_t after)
{
	struct vm_frame *frame = vm_top(vm);
	const struct vm_object *object = lookup ? lookup : exh_vm_object(vm, receiver);

	frame->receiver = receiver;
	frame->lookup = lookup;
	frame->message = first;
	frame->messages_end = vm->sp;
	frame->after = after;
	if (object && first < vm->sp)
		return vm_send_all(vm, frame, object);
	frame->message = frame->messages_end;
	if (!object &&
	    !exh_vm_fault(vm, EXH_SCI_NOTOBJ, "a message to %04x:%04x, no object",
			  receiver.segment, receiver.offset))
		return false;
	return exh_vm_go_on_sending(vm);
}

#endif
