#include "exhume/advanced/sci_opcode.h"

#include "messages.h"

/*
 * The stack.
 */

static bool pop(struct exh_sci_vm *vm, reg *out)
{
	if (vm->sp <= vm_top(vm)->fp)
		return exh_vm_fault(vm, EXH_SCI_STACK, "the stack is empty");
	*out = vm->stack[--vm->sp];
	return true;
}

/*
 * Calls.
 */

static bool push_rest(struct exh_sci_vm *vm, const struct vm_op *op)
{
	const uint32_t first = (uint32_t)op->a, argc = vm_top(vm)->argc;

	vm->rest = first <= argc ? argc - first + 1 : 0;
	for (uint32_t i = first; i <= argc; i++)
		if (!exh_vm_push(vm, vm->stack[vm_top(vm)->argp + i]))
			return false;
	return true;
}

static bool push_temporaries(struct exh_sci_vm *vm, uint32_t count)
{
	if (count > vm->stack_size - vm->sp)
		return exh_vm_fault(vm, EXH_SCI_STACK, "%u temporary variables", count);
	for (uint32_t i = 0; i < count; i++)
		vm->stack[vm->sp++] = vm_int(0);
	return true;
}

/*
 * Variables and properties.
 */

enum { KIND_GLOBAL, KIND_LOCAL, KIND_TEMPORARY, KIND_PARAMETER };

/* Returns the cells of a kind of variables, and their number. */
static reg *cells_of(struct exh_sci_vm *vm, unsigned kind, uint32_t *count)
{
	const uint32_t base = kind == KIND_TEMPORARY ? vm_top(vm)->fp : vm_top(vm)->argp;
	uint16_t segment = vm_top(vm)->locals;

	if (kind >= KIND_TEMPORARY) {
		*count = vm->stack_size - base;
		return vm->stack + base;
	}
	if (kind == KIND_GLOBAL)
		segment = vm->globals;
	*count = segment ? (uint32_t)vm->segments[segment].cell_count : 0;
	return segment ? vm->segments[segment].cells : NULL;
}

static reg *variable(struct exh_sci_vm *vm, unsigned kind, int32_t index)
{
	uint32_t count;
	reg *cells = cells_of(vm, kind, &count);

	if (index >= 0 && (uint32_t)index < count)
		return &cells[index];
	exh_vm_fault(vm, EXH_SCI_VARRANGE, "variable %d of %u", index, count);
	return NULL;
}

static void store(struct exh_sci_vm *vm, unsigned kind, reg *v, reg value)
{
	const uint16_t segments[] = { vm->globals, vm_top(vm)->locals, vm->stack_segment,
				      vm->stack_segment };

	if (vm_traces_changes(vm))
		exh_vm_trace_cell(vm, segments[kind],
				  (size_t)(v - vm->segments[segments[kind]].cells), *v,
				  value);
	*v = value;
}

/* Runs opcodes from EXH_SCI_OP_VARIABLE on. */
static bool access_variable(struct exh_sci_vm *vm, const struct vm_op *op)
{
	const bool is_stack = op->opcode & EXH_SCI_VARIABLE_STACK;
	const bool is_indexed = op->opcode & EXH_SCI_VARIABLE_INDEXED;
	const unsigned access = op->opcode & EXH_SCI_VARIABLE_ACCESS;
	const unsigned kind = op->opcode & EXH_SCI_VARIABLE_KIND;
	reg *v = variable(vm, kind, op->a + (is_indexed ? (int16_t)vm->acc.offset : 0));
	reg value = v ? *v : vm_int(0);

	if (!v && vm->fault)
		return false;
	if (access == 0x10) {
		value = vm->acc;
		if ((is_stack || is_indexed) && !pop(vm, &value))
			return false;
		if (!is_stack)
			vm->acc = value;
		if (v)
			store(vm, kind, v, value);
		return true;
	}
	if (access) {
		if (!exh_vm_add(vm, value, access == 0x20 ? 1 : -1, &value))
			return false;
		if (v)
			store(vm, kind, v, value);
	}
	if (is_stack)
		return exh_vm_push(vm, value);
	vm->acc = value;
	return true;
}

static void set(struct exh_sci_vm *vm, const struct vm_object *self, reg *v, reg value)
{
	if (vm_traces_changes(vm))
		exh_vm_trace_property(vm, vm_top(vm)->self, self,
				      (size_t)(v - self->values), value);
	if (v == &self->values[EXH_SCI_SUPERCLASS])
		exh_vm_rewire(vm);
	*v = value;
}

static bool access_property(struct exh_sci_vm *vm, const struct vm_op *op)
{
	struct vm_object *self = exh_vm_object(vm, vm_top(vm)->self);
	const uint32_t place = (uint32_t)op->a / 2;
	reg *v = self && place < self->count ? &self->values[place] : NULL;
	reg value = v ? *v : vm_int(0);

	if (!v && !exh_vm_fault(vm, EXH_SCI_BADPROP, "property %d of self", op->a))
		return false;
	switch (op->opcode) {
	case EXH_SCI_OP_PTOA:
		vm->acc = value;
		return true;
	case EXH_SCI_OP_PTOS:
		return exh_vm_push(vm, value);
	case EXH_SCI_OP_ATOP:
		if (v)
			set(vm, self, v, vm->acc);
		return true;
	case EXH_SCI_OP_STOP:
		if (!pop(vm, &value))
			return false;
		if (v)
			set(vm, self, v, value);
		return true;
	default:
		break;
	}
	if (!exh_vm_add(vm, value,
			op->opcode == EXH_SCI_OP_IPTOA || op->opcode == EXH_SCI_OP_IPTOS
				? 1
				: -1,
			&value))
		return false;
	if (v)
		set(vm, self, v, value);
	if (op->opcode == EXH_SCI_OP_IPTOS || op->opcode == EXH_SCI_OP_DPTOS)
		return exh_vm_push(vm, value);
	vm->acc = value;
	return true;
}

static bool load_address(struct exh_sci_vm *vm, const struct vm_op *op)
{
	const unsigned kind = (unsigned)op->a >> 1 & 3;
	const int32_t index = op->b + (op->a & 0x10 ? (int16_t)vm->acc.offset : 0);
	const uint16_t segments[] = { vm->globals, vm_top(vm)->locals, vm->stack_segment,
				      vm->stack_segment };
	const int32_t base = kind == KIND_TEMPORARY   ? (int32_t)vm_top(vm)->fp
			     : kind == KIND_PARAMETER ? (int32_t)vm_top(vm)->argp
						      : 0;

	if (!variable(vm, kind, index) && vm->fault)
		return false;
	vm->acc = (reg){ segments[kind], (uint16_t)(2 * (base + index)) };
	return true;
}

/*
 * Instructions.
 */

/* Jumps to the target, whose op is decoded when first needed. False, and BADPC, if no
 * instruction begins there. */
static bool jump(struct exh_sci_vm *vm, int32_t place)
{
	struct vm_segment *s = &vm->segments[vm_top(vm)->segment];
	int32_t link = s->code.ops[place].link;

	if (link < 0) {
		const unsigned target = s->code.ops[place].target;

		link = exh_vm_op_at(s, target);
		if (link < 0)
			return exh_vm_fault(vm, EXH_SCI_BADPC, "no code at 0x%04x",
					    target);
		s->code.ops[place].link = link;
	}
	vm_top(vm)->place = link;
	return true;
}

static bool branch(struct exh_sci_vm *vm, const struct vm_op *op, int32_t place)
{
	const bool is_true = !vm_is_null(vm->acc);

	if (op->opcode == EXH_SCI_OP_JMP || (op->opcode == EXH_SCI_OP_BT) == is_true)
		return jump(vm, place);
	return true;
}

static bool calculate(struct exh_sci_vm *vm, const struct vm_op *op)
{
	reg left = vm_int(0);

	if (op->opcode == EXH_SCI_OP_BNOT || op->opcode == EXH_SCI_OP_NEG ||
	    op->opcode == EXH_SCI_OP_NOT)
		return exh_vm_calculate_one(vm, op->opcode);
	return pop(vm, &left) &&
	       (op->opcode >= EXH_SCI_OP_EQ ? exh_vm_compare(vm, op->opcode, left)
					    : exh_vm_calculate(vm, op->opcode, left));
}

static bool push_top(struct exh_sci_vm *vm)
{
	if (vm->sp <= vm_top(vm)->fp)
		return exh_vm_fault(vm, EXH_SCI_STACK, "the stack is empty");
	return exh_vm_push(vm, vm->stack[vm->sp - 1]);
}

static bool load_class(struct exh_sci_vm *vm, const struct vm_op *op)
{
	const reg class = exh_vm_class(vm, (unsigned)op->a);

	if (vm_is_null(class) &&
	    !exh_vm_fault(vm, EXH_SCI_BADCLASS, "no class %d", op->a))
		return false;
	vm->acc = class;
	return true;
}

/* Runs instructions that move values. */
static bool move(struct exh_sci_vm *vm, const struct vm_op *op)
{
	reg unused;

	switch (op->opcode) {
	case EXH_SCI_OP_LDI:
		vm->acc = vm_int((unsigned)op->a);
		return true;
	case EXH_SCI_OP_PUSH:
		return exh_vm_push(vm, vm->acc);
	case EXH_SCI_OP_PUSHI:
	case EXH_SCI_OP_PUSH0:
	case EXH_SCI_OP_PUSH1:
	case EXH_SCI_OP_PUSH2:
		return exh_vm_push(vm, vm_int((unsigned)op->a));
	case EXH_SCI_OP_TOSS:
		return pop(vm, &unused);
	case EXH_SCI_OP_DUP:
		return push_top(vm);
	case EXH_SCI_OP_LINK:
		return push_temporaries(vm, (uint32_t)op->a);
	case EXH_SCI_OP_CLASS:
		return load_class(vm, op);
	case EXH_SCI_OP_REST:
		return push_rest(vm, op);
	case EXH_SCI_OP_LEA:
		return load_address(vm, op);
	case EXH_SCI_OP_SELF_ID:
		vm->acc = vm_top(vm)->self;
		return true;
	case EXH_SCI_OP_PUSH_SELF:
		return exh_vm_push(vm, vm_top(vm)->self);
	case EXH_SCI_OP_PPREV:
		return exh_vm_push(vm, vm->prev);
	case EXH_SCI_OP_LOFSA:
		vm->acc = (reg){ vm_top(vm)->segment, op->target };
		return true;
	case EXH_SCI_OP_LOFSS:
		return exh_vm_push(vm, (reg){ vm_top(vm)->segment, op->target });
	default:
		return exh_vm_fault(vm, EXH_SCI_BADOP, "no instruction 0x%02x at 0x%04x",
				    op->opcode, op->offset);
	}
}

/* Reached a byte that begins no instruction, or the end of the code. Its size is unknown:
 * a lenient machine tries the next byte. */
static bool execute_nothing(struct exh_sci_vm *vm, const struct vm_op *op)
{
	struct vm_segment *s = &vm->segments[vm_top(vm)->segment];
	const bool is_outside = op->offset >= s->source->code.bytes.size;

	if (!exh_vm_fault(vm, is_outside ? EXH_SCI_BADPC : EXH_SCI_BADOP,
			  "no instruction at 0x%04x", op->offset))
		return false;
	vm_top(vm)->place = exh_vm_op_at(s, op->offset + 1u);
	if (vm_top(vm)->place < 0) {
		vm_top(vm)->place = 0;
		exh_vm_fault(vm, EXH_SCI_BADPC, "no code at 0x%04x", op->offset + 1u);
		return false;
	}
	return true;
}

static bool execute(struct exh_sci_vm *vm, const struct vm_op *op, int32_t place)
{
	if (op->opcode >= EXH_SCI_OP_VARIABLE)
		return op->opcode == VM_NO_OP ? execute_nothing(vm, op)
					      : access_variable(vm, op);
	if (op->opcode <= EXH_SCI_OP_ULE)
		return calculate(vm, op);
	if (op->opcode >= EXH_SCI_OP_PTOA && op->opcode <= EXH_SCI_OP_DPTOS)
		return access_property(vm, op);
	switch (op->opcode) {
	case EXH_SCI_OP_BT:
	case EXH_SCI_OP_BNT:
	case EXH_SCI_OP_JMP:
		return branch(vm, op, place);
	case EXH_SCI_OP_CALL:
	case EXH_SCI_OP_CALLK:
	case EXH_SCI_OP_CALLB:
	case EXH_SCI_OP_CALLE:
	case EXH_SCI_OP_RET:
	case EXH_SCI_OP_SEND:
	case EXH_SCI_OP_SELF:
	case EXH_SCI_OP_SUPER:
		return exh_vm_call(vm, op);
	default:
		return move(vm, op);
	}
}

/*
 * The loop.
 */

/* Pops the floors on top, which have sent all messages, including those of nested runs.
 * True if the floor of this depth is among them. */
static bool is_done(struct exh_sci_vm *vm, size_t depth)
{
	while (vm->frame_count && vm->frames[vm->frame_count - 1].is_floor)
		if (vm->frame_count-- == depth)
			return true;
	return false;
}

/* Runs one instruction of the frame on top, in the general way. */
static void step(struct exh_sci_vm *vm, uint64_t *steps)
{
	struct vm_frame *frame = vm_top(vm);
	const struct vm_op *op = &vm->segments[frame->segment].code.ops[frame->place];

	if (op->opcode == EXH_SCI_OPCODES) {
		frame->is_entered = false;
		frame->place = op->link;
		return;
	}
	if (!frame->is_again && vm->host.step) {
		vm->host.step(vm->step_context, vm);
		if (vm->is_paused || vm->fault)
			return;
		/* The callback may have decoded more code. */
		op = &vm->segments[frame->segment].code.ops[frame->place];
	}
	frame->is_entered = false;
	if (!frame->is_again) {
		if (vm->host.trace)
			exh_vm_trace_sum(vm);
		vm->steps++;
		--*steps;
		frame->place++;
		if (vm->host.trace)
			exh_vm_trace_step(vm, frame, op);
	} else {
		frame->place++;
	}
	execute(vm, op, frame->place - 1);
}

/* True if each step is traced or watched. */
static bool is_watched(const struct exh_sci_vm *vm)
{
	return vm->host.trace || vm->host.step;
}

bool exh_vm_run_to(struct exh_sci_vm *vm, size_t depth, uint64_t steps)
{
	while (!vm->fault && vm->frame_count && !vm->is_waiting && !vm->is_paused) {
		if (is_done(vm, depth))
			return true;
		if (!steps || !vm->frame_count)
			return false;
		if (!is_watched(vm) && exh_vm_run_fast(vm, &steps))
			continue;
		step(vm, &steps);
	}
	return false;
}
