#include "exhume/advanced/sci_opcode.h"

#include "machine.h"

/* Returns the fast loop's operation for an opcode. */
static uint8_t quick_of(unsigned opcode)
{
	static const uint8_t table[EXH_SCI_OPCODES] = {
#define QUICK(name) [EXH_SCI_OP_##name] = VM_QUICK_##name,
		VM_QUICK_OPCODES(QUICK)
#undef QUICK
			[EXH_SCI_OP_PUSH0] = VM_QUICK_PUSHI,
		[EXH_SCI_OP_PUSH1] = VM_QUICK_PUSHI,
		[EXH_SCI_OP_PUSH2] = VM_QUICK_PUSHI,
		[EXH_SCI_OP_CALLB] = VM_QUICK_CALL,
		[EXH_SCI_OP_CALLE] = VM_QUICK_CALL,
#define VARIABLES(kind, number)                                                      \
	[EXH_SCI_OP_VARIABLE +                                                       \
		(number)] = VM_QUICK_LOAD_##kind,                                    \
		[EXH_SCI_OP_VARIABLE + EXH_SCI_VARIABLE_STACK + (number)] =          \
			VM_QUICK_PUSH_##kind,                                        \
		[EXH_SCI_OP_VARIABLE + 0x10 + (number)] = VM_QUICK_STORE_##kind,     \
		[EXH_SCI_OP_VARIABLE + 0x20 + (number)] = VM_QUICK_INCREMENT_##kind, \
		[EXH_SCI_OP_VARIABLE + 0x20 + EXH_SCI_VARIABLE_STACK + (number)] =   \
			VM_QUICK_PUSH_INCREMENTED_##kind,                            \
		[EXH_SCI_OP_VARIABLE + 0x30 + (number)] = VM_QUICK_DECREMENT_##kind
		VARIABLES(GLOBAL, 0),
		VARIABLES(LOCAL, 1),
		VARIABLES(TEMPORARY, 2),
		VARIABLES(PARAMETER, 3),
#undef VARIABLES
	};

	return table[opcode];
}

static struct vm_op op_of(const struct exh_sci_instruction *in, bool is_early)
{
	const struct exh_sci_opcode *opcode = exh_sci_opcode(in->opcode);
	struct vm_op op = { .opcode = in->opcode,
			    .quick = quick_of(in->opcode),
			    .offset = in->offset,
			    .a = in->operands[0],
			    .b = in->operands[1] };

	for (int i = 0; i < EXH_SCI_MAX_OPERANDS; i++)
		if (opcode->operands[i] == EXH_SCI_OPERAND_FRAME)
			op.frame = (uint8_t)(in->operands[i] / 2);
	if (opcode->operands[0] == EXH_SCI_OPERAND_RELATIVE) {
		op.target = exh_sci_instruction_target(in);
		op.link = -1;
	} else if (in->opcode >= EXH_SCI_OP_PTOA && in->opcode <= EXH_SCI_OP_DPTOS) {
		op.b = in->operands[0] / 2;
		/* A new superclass is left to the general loop. */
		if (op.b == EXH_SCI_SUPERCLASS && in->opcode == EXH_SCI_OP_ATOP)
			op.quick = VM_QUICK_LEAVE;
	} else if (in->opcode >= EXH_SCI_OP_PUSH0 && in->opcode <= EXH_SCI_OP_PUSH2) {
		op.a = in->opcode - EXH_SCI_OP_PUSH0;
	} else if (in->opcode == EXH_SCI_OP_SEND || in->opcode == EXH_SCI_OP_SELF ||
		   in->opcode == EXH_SCI_OP_SUPER) {
		op.b = is_early;
	}
	return op;
}

/* Returns the joint operation of two consecutive ops; 0: none. */
static uint8_t quick_of_both(unsigned first, unsigned second)
{
	static const struct {
		uint8_t first, second, both;
	} pairs[] = {
#define PAIR(first, second) \
	{ VM_QUICK_##first, VM_QUICK_##second, VM_QUICK_##first##_##second }
		PAIR(PUSHI, PUSHI),
		PAIR(PUSHI, PUSH_TEMPORARY),
		PAIR(LOAD_TEMPORARY, BNT),
		PAIR(PTOA, BNT),
		PAIR(NOT, BNT),
		PAIR(EQ, BNT),
		PAIR(DECREMENT_TEMPORARY, BT),
#undef PAIR
	};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (pairs[i].first == first && pairs[i].second == second)
			return pairs[i].both;
	return 0;
}

/* Joins frequent pairs of ops from first on. The second op stays: branches may lead to
 * it. */
static void join_ops(struct vm_code *code, size_t first)
{
	for (size_t i = first; i + 1 < code->count; i++) {
		const uint8_t both =
			quick_of_both(code->ops[i].quick, code->ops[i + 1].quick);

		if (both)
			code->ops[i].quick = both;
	}
}

static bool add_op(struct vm_code *code, const struct vm_op *op)
{
	if (!exh_vm_grow((void **)&code->ops, &code->room, code->count,
			 sizeof *code->ops))
		return false;
	code->ops[code->count++] = *op;
	return true;
}

/* Removes ops of an unfinished run, which must not be executed. */
static void forget_ops(struct vm_code *code, size_t first)
{
	for (size_t i = first; i < code->count; i++)
		code->places[code->ops[i].offset] = -1;
	code->count = first;
}

/* Decodes from an offset up to the first decoded op, or the end of the code: then the
 * last op leads to it. */
int32_t exh_vm_op_at(struct vm_segment *s, unsigned offset)
{
	const struct exh_bytes bytes = s->source->code.bytes;
	struct vm_code *code = &s->code;
	const size_t first = code->count;

	if (offset >= bytes.size)
		return -1;
	if (code->places[offset] >= 0)
		return code->places[offset];
	for (;;) {
		struct exh_sci_instruction in = { .size = 0 };
		struct vm_op op;

		if (offset < bytes.size && code->places[offset] >= 0) {
			op = (struct vm_op){ .opcode = EXH_SCI_OPCODES,
					     .quick = VM_QUICK_HOP,
					     .offset = (uint16_t)offset,
					     .link = code->places[offset] };
		} else if (exh_sci_instruction_read(bytes, offset, &in)) {
			op = op_of(&in, s->source->code.script.is_early);
		} else {
			/* The instruction faults when it is executed. */
			op = (struct vm_op){ .opcode = VM_NO_OP,
					     .offset = (uint16_t)offset };
		}
		if (!add_op(code, &op)) {
			forget_ops(code, first);
			return -1;
		}
		if (op.opcode < EXH_SCI_OPCODES)
			code->places[offset] = (int32_t)code->count - 1;
		if (op.opcode >= EXH_SCI_OPCODES || op.opcode == EXH_SCI_OP_RET ||
		    op.opcode == EXH_SCI_OP_JMP)
			break;
		offset += in.size;
	}
	join_ops(code, first);
	return (int32_t)first;
}

/* A call may be the last instruction: it returns to the end of the code. */
int32_t exh_vm_place_at(struct vm_segment *s, unsigned offset)
{
	const struct vm_op end = { .opcode = VM_NO_OP, .offset = (uint16_t)offset };

	if (offset != s->source->code.bytes.size)
		return exh_vm_op_at(s, offset);
	return add_op(&s->code, &end) ? (int32_t)s->code.count - 1 : -1;
}
