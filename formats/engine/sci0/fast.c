#include "fast.h"

#include "exhume/sci0_opcode.h"

#include "segments.h"

/* Variables of a kind: load, store, ++ and -- to the accumulator, load to the stack. */
enum {
	LOAD = EXH_SCI0_OP_VARIABLE,
	PUSH = EXH_SCI0_OP_VARIABLE | EXH_SCI0_VARIABLE_STACK,
	STORE = EXH_SCI0_OP_VARIABLE | 0x10,
	INCREMENT = EXH_SCI0_OP_VARIABLE | 0x20,
	DECREMENT = EXH_SCI0_OP_VARIABLE | 0x30,
	KINDS = 4,
};

/* Cells of the four kinds of variables. */
struct cells {
	reg *items[KINDS];
	uint32_t counts[KINDS];
};

static void find_cells(const struct exh_sci0_vm *vm, const struct vm_frame *frame,
		       struct cells *out)
{
	const struct vm_segment *stack = &vm->segments[vm->stack_segment];
	const uint16_t segments[] = { vm->globals, frame->locals };
	const uint32_t bases[] = { frame->fp, frame->argp };

	for (size_t i = 0; i < 2; i++) {
		const struct vm_segment *s = exh_vm_segment(vm, segments[i]);

		out->items[i] = s ? s->cells : NULL;
		out->counts[i] = s ? (uint32_t)s->cell_count : 0;
		out->items[2 + i] = stack->cells + bases[i];
		out->counts[2 + i] = (uint32_t)stack->cell_count - bases[i];
	}
}

/* Of integers; the opcodes from EXH_SCI0_OP_EQ on. */
static bool compare(unsigned opcode, uint16_t left, uint16_t right)
{
	switch (opcode) {
	case EXH_SCI0_OP_EQ:
		return left == right;
	case EXH_SCI0_OP_NE:
		return left != right;
	case EXH_SCI0_OP_GT:
		return (int16_t)left > (int16_t)right;
	case EXH_SCI0_OP_GE:
		return (int16_t)left >= (int16_t)right;
	case EXH_SCI0_OP_LT:
		return (int16_t)left < (int16_t)right;
	case EXH_SCI0_OP_LE:
		return (int16_t)left <= (int16_t)right;
	case EXH_SCI0_OP_UGT:
		return left > right;
	case EXH_SCI0_OP_UGE:
		return left >= right;
	case EXH_SCI0_OP_ULT:
		return left < right;
	default:
		return left <= right;
	}
}

/* clang-format off */
/* What needs a cell of the stack, a value on it, a variable: else the general loop does
 * the instruction, and knows what is wrong. */
#define ROOM() if (sp == end) goto leave
#define VALUE() if (sp <= fp) goto leave
#define VARIABLE() if ((uint32_t)op->a >= cells.counts[kind]) goto leave
#define INTEGERS() if (sp <= fp || stack[sp - 1].segment || acc.segment) goto leave
#define PROPERTY() if (!self || (uint32_t)op->a / 2 >= self->count) goto leave

void exh_vm_run_fast(struct exh_sci0_vm *vm, uint64_t *steps)
{
	struct vm_frame *frame = &vm->frames[vm->frame_count - 1];
	const struct vm_segment *segment = &vm->segments[frame->segment];
	const struct vm_op *const ops = segment->code.ops;
	int32_t place = frame->place;
	const struct vm_object *self = exh_vm_object(vm, frame->self);
	reg *stack = vm->segments[vm->stack_segment].cells;
	const uint32_t end = (uint32_t)vm->segments[vm->stack_segment].cell_count;
	const uint32_t fp = frame->fp;
	uint64_t left = *steps;
	uint32_t sp = vm->sp;
	reg acc = vm->acc;
	struct cells cells;

	find_cells(vm, frame, &cells);
	for (; left; place++, left--) {
		const struct vm_op *const op = &ops[place];
		const unsigned kind = op->opcode & EXH_SCI0_VARIABLE_KIND;

		switch (op->opcode) {
		case EXH_SCI0_OPCODES:
			place = op->link - 1;
			left++;
			break;
		case EXH_SCI0_OP_JMP:
			if (op->link < 0) goto leave;
			place = op->link - 1;
			break;
		case EXH_SCI0_OP_BT:
			if (op->link < 0) goto leave;
			if (!vm_is_null(acc)) place = op->link - 1;
			break;
		case EXH_SCI0_OP_BNT:
			if (op->link < 0) goto leave;
			if (vm_is_null(acc)) place = op->link - 1;
			break;
		case EXH_SCI0_OP_LDI:
			acc = vm_int((unsigned)op->a);
			break;
		case EXH_SCI0_OP_PUSHI:
			ROOM();
			stack[sp++] = vm_int((unsigned)op->a);
			break;
		case EXH_SCI0_OP_PUSH0: case EXH_SCI0_OP_PUSH1: case EXH_SCI0_OP_PUSH2:
			ROOM();
			stack[sp++] = vm_int(op->opcode - (unsigned)EXH_SCI0_OP_PUSH0);
			break;
		case EXH_SCI0_OP_PUSH:
			ROOM();
			stack[sp++] = acc;
			break;
		case EXH_SCI0_OP_PUSH_SELF:
			ROOM();
			stack[sp++] = frame->self;
			break;
		case EXH_SCI0_OP_SELF_ID:
			acc = frame->self;
			break;
		case EXH_SCI0_OP_TOSS:
			VALUE();
			sp--;
			break;
		case EXH_SCI0_OP_DUP:
			VALUE();
			ROOM();
			stack[sp] = stack[sp - 1];
			sp++;
			break;
		case EXH_SCI0_OP_LOFSA:
			acc = (reg){ frame->segment, op->target };
			break;
		case EXH_SCI0_OP_LOFSS:
			ROOM();
			stack[sp++] = (reg){ frame->segment, op->target };
			break;
		case EXH_SCI0_OP_NOT:
			acc = vm_int(vm_is_null(acc));
			break;
		case EXH_SCI0_OP_ADD:
			INTEGERS();
			acc.offset = (uint16_t)(stack[--sp].offset + acc.offset);
			break;
		case EXH_SCI0_OP_SUB:
			INTEGERS();
			acc.offset = (uint16_t)(stack[--sp].offset - acc.offset);
			break;
		case EXH_SCI0_OP_AND:
			INTEGERS();
			acc.offset &= stack[--sp].offset;
			break;
		case EXH_SCI0_OP_OR:
			INTEGERS();
			acc.offset |= stack[--sp].offset;
			break;
		case EXH_SCI0_OP_EQ: case EXH_SCI0_OP_NE: case EXH_SCI0_OP_GT:
		case EXH_SCI0_OP_GE: case EXH_SCI0_OP_LT: case EXH_SCI0_OP_LE:
		case EXH_SCI0_OP_UGT: case EXH_SCI0_OP_UGE: case EXH_SCI0_OP_ULT:
		case EXH_SCI0_OP_ULE:
			INTEGERS();
			vm->prev = acc;
			acc = vm_int(compare(op->opcode, stack[--sp].offset, acc.offset));
			break;
		case EXH_SCI0_OP_PTOA:
			PROPERTY();
			acc = self->values[op->a / 2];
			break;
		case EXH_SCI0_OP_PTOS:
			PROPERTY();
			ROOM();
			stack[sp++] = self->values[op->a / 2];
			break;
		case EXH_SCI0_OP_ATOP:
			PROPERTY();
			self->values[op->a / 2] = acc;
			break;
		case LOAD: case LOAD + 1: case LOAD + 2: case LOAD + 3:
			VARIABLE();
			acc = cells.items[kind][op->a];
			break;
		case PUSH: case PUSH + 1: case PUSH + 2: case PUSH + 3:
			VARIABLE();
			ROOM();
			stack[sp++] = cells.items[kind][op->a];
			break;
		case STORE: case STORE + 1: case STORE + 2: case STORE + 3:
			VARIABLE();
			cells.items[kind][op->a] = acc;
			break;
		case INCREMENT: case INCREMENT + 1: case INCREMENT + 2: case INCREMENT + 3:
			VARIABLE();
			if (cells.items[kind][op->a].segment) goto leave;
			cells.items[kind][op->a].offset++;
			acc = cells.items[kind][op->a];
			break;
		case DECREMENT: case DECREMENT + 1: case DECREMENT + 2: case DECREMENT + 3:
			VARIABLE();
			if (cells.items[kind][op->a].segment) goto leave;
			cells.items[kind][op->a].offset--;
			acc = cells.items[kind][op->a];
			break;
		default:
			goto leave;
		}
	}
leave:
	if (left < *steps)
		frame->is_entered = false;
	vm->steps += *steps - left;
	*steps = left;
	frame->place = place;
	vm->sp = sp;
	vm->acc = acc;
}
/* clang-format on */
