#include "exhume/advanced/sci_flow.h"

#include "basics.h"
#include "code.h"

enum { MAX_DEPTH = 4096, WORD = 2 };

static bool ends_block(unsigned opcode)
{
	return exh_sci_is_branch(opcode) || opcode == EXH_SCI_OP_RET;
}

/*
 * Basic blocks.
 */

/* True if a block begins with instruction i. */
static bool begins_block(const struct exh_sci_code *code, size_t i)
{
	const struct exh_sci_instruction *all = code->instructions;

	return !i || ends_block(all[i - 1].opcode) ||
	       all[i - 1].offset + all[i - 1].size != all[i].offset ||
	       code->marks[all[i].offset] & (EXH_SCI_IS_TARGET | EXH_SCI_IS_ENTRY);
}

static int32_t block_at(const struct exh_sci_block *blocks, size_t count, unsigned offset)
{
	const size_t i = first_at_least(blocks, count, sizeof *blocks,
					offsetof(struct exh_sci_block, start), offset);

	return i < count && blocks[i].start == offset ? (int32_t)i : EXH_SCI_NO_BLOCK;
}

static void link_block(const struct exh_sci_code *code, struct exh_sci_block *blocks,
		       size_t count, struct exh_sci_block *block)
{
	const struct exh_sci_instruction *last =
		&code->instructions[block->first_instruction + block->instruction_count -
				    1];

	block->next = block->branch = EXH_SCI_NO_BLOCK;
	if (last->opcode != EXH_SCI_OP_RET && last->opcode != EXH_SCI_OP_JMP)
		block->next = block_at(blocks, count, block->end);
	if (exh_sci_is_branch(last->opcode))
		block->branch = block_at(blocks, count, exh_sci_instruction_target(last));
}

enum exh_status exh_sci_blocks(const struct exh_sci_code *code, struct exh_arena *arena,
			       struct exh_sci_block **out, size_t *count,
			       struct exh_error *err)
{
	struct exh_sci_block *blocks;
	size_t done = 0;

	*count = 0;
	for (size_t i = 0; i < code->instruction_count; i++)
		*count += begins_block(code, i);
	blocks = *out = exh_alloc(arena, *count + 1, sizeof *blocks);
	if (!blocks)
		return too_many(arena, *count, "blocks", EXH_NO_OFFSET, err);
	for (size_t i = 0; i < code->instruction_count; i++) {
		const struct exh_sci_instruction *in = &code->instructions[i];

		if (begins_block(code, i))
			blocks[done++] = (struct exh_sci_block){ .start = in->offset,
								 .first_instruction = i };
		blocks[done - 1].end = (uint16_t)(in->offset + in->size);
		blocks[done - 1].instruction_count++;
	}
	for (size_t i = 0; i < done; i++)
		link_block(code, blocks, done, &blocks[i]);
	return EXH_OK;
}

/*
 * Calls. The code is read once, in the order of its bytes, with a stack of values. A
 * forward branch carries the depth and the accumulator to its target: compilers keep the
 * depth equal on all ways to a place, and the values below are the same.
 */

/* State of the stack and accumulator where forward branches arrive. */
struct arrival {
	int32_t depth; /* -1: no branch so far */
	int32_t from;  /* instruction of the first branch */
	struct exh_sci_value acc;
	bool is_loop; /* a branch comes from below */
};

struct flow {
	const struct exh_sci_code *code;
	struct arrival *arrivals; /* indexed by instruction */
	struct exh_sci_value *stack;
	size_t depth;
	struct exh_sci_value acc;
	bool is_open; /* the previous instruction continues here */
	bool has_rest;
	size_t rest_depth;	 /* depth where the caller's own arguments begin */
	int32_t at;		 /* the current instruction */
	exh_sci_call_seen *seen; /* NULL: not requested */
	exh_sci_store_seen *stored;
	void *context;
};

static struct exh_sci_value value_of(const struct flow *f, unsigned kind, unsigned number)
{
	return (struct exh_sci_value){ (uint16_t)kind, (uint16_t)number, f->at };
}

static struct exh_sci_value unknown(const struct flow *f)
{
	return value_of(f, EXH_SCI_VALUE_UNKNOWN, 0);
}

static void push(struct flow *f, struct exh_sci_value value)
{
	value.instruction = f->at;
	if (f->depth < MAX_DEPTH)
		f->stack[f->depth++] = value;
}

static struct exh_sci_value pop(struct flow *f)
{
	return f->depth ? f->stack[--f->depth] : unknown(f);
}

static struct exh_sci_value merge(struct exh_sci_value a, struct exh_sci_value b)
{
	if (a.kind == b.kind && a.number == b.number && a.kind != EXH_SCI_VALUE_UNKNOWN)
		return a;
	return (struct exh_sci_value){ EXH_SCI_VALUE_UNKNOWN, 0, -1 };
}

/* Index of the instruction at an offset; -1 if none begins there. */
static int32_t place_at(const struct exh_sci_code *code, unsigned offset)
{
	const size_t i = exh_sci_code_instruction(code, offset);

	return i < code->instruction_count && code->instructions[i].offset == offset
		       ? (int32_t)i
		       : -1;
}

static void branch(struct flow *f, const struct exh_sci_instruction *in)
{
	const int32_t place = place_at(f->code, exh_sci_instruction_target(in));
	struct arrival *a;

	if (place <= f->at)
		return;
	a = &f->arrivals[place];
	a->acc = a->depth < 0 ? f->acc : merge(a->acc, f->acc);
	if (a->depth < 0)
		a->from = f->at;
	if (a->depth < 0 || (size_t)a->depth > f->depth)
		a->depth = (int32_t)f->depth;
}

/* Values pushed after the first branch to here are missing on some ways, so they are
 * unknown. */
static void forget_ways(struct flow *f, const struct arrival *a)
{
	for (size_t i = 0; i < f->depth; i++)
		if (f->stack[i].instruction > a->from)
			f->stack[i] =
				(struct exh_sci_value){ EXH_SCI_VALUE_UNKNOWN, 0, -1 };
}

/* Takes over depth and accumulator from the branches to this instruction. */
static void arrive(struct flow *f)
{
	const struct exh_sci_instruction *in = &f->code->instructions[f->at];
	const struct arrival *a = &f->arrivals[f->at];

	if (f->code->marks[in->offset] & EXH_SCI_IS_ENTRY ||
	    (!f->is_open && a->depth < 0)) {
		f->depth = 0;
		f->acc = unknown(f);
		f->has_rest = false;
	} else if (a->depth >= 0) {
		f->acc = f->is_open ? merge(f->acc, a->acc) : a->acc;
		if (!f->is_open || (size_t)a->depth < f->depth)
			f->depth = (size_t)a->depth;
		forget_ways(f, a);
	}
	if (a->is_loop)
		f->acc = unknown(f);
	f->is_open = true;
}

static size_t frame_of(const struct exh_sci_instruction *in)
{
	const struct exh_sci_opcode *opcode = exh_sci_opcode(in->opcode);

	for (int i = 0; i < EXH_SCI_MAX_OPERANDS; i++)
		if (opcode->operands[i] == EXH_SCI_OPERAND_FRAME)
			return (size_t)in->operands[i] / WORD;
	return 0;
}

static struct exh_sci_value receiver_of(const struct flow *f,
					const struct exh_sci_instruction *in)
{
	if (in->opcode == EXH_SCI_OP_SEND)
		return f->acc;
	return value_of(f, EXH_SCI_VALUE_SELF, 0);
}

static void call(struct flow *f, const struct exh_sci_instruction *in)
{
	const size_t size = frame_of(in) + !exh_sci_is_message(in->opcode);
	const size_t taken = size < f->depth ? size : f->depth;
	const struct exh_sci_call found = {
		.place = (size_t)f->at,
		.instruction = in,
		.receiver = receiver_of(f, in),
		.values = f->stack + f->depth - taken,
		.value_count = taken,
		.doubles_selectors = f->code->script.is_early,
		.has_rest = f->has_rest,
	};

	/* After the caller's arguments, whose number is unknown, values have no fixed
	 * place; a message ends with them. */
	for (size_t i = f->rest_depth;
	     f->has_rest && !exh_sci_is_message(in->opcode) && i < f->depth; i++)
		f->stack[i] = unknown(f);
	if (f->seen)
		f->seen(f->context, &found);
	f->depth -= taken;
	f->has_rest = false;
	f->acc = unknown(f);
}

static struct exh_sci_value variable(const struct flow *f,
				     const struct exh_sci_instruction *in)
{
	if (in->opcode & EXH_SCI_VARIABLE_INDEXED)
		return unknown(f);
	return value_of(f, EXH_SCI_VALUE_GLOBAL + (in->opcode & EXH_SCI_VARIABLE_KIND),
			(unsigned)in->operands[0]);
}

static void show_store(const struct flow *f, const struct exh_sci_instruction *in,
		       struct exh_sci_value value)
{
	const struct exh_sci_store store = { in, value };
	const unsigned kind = in->opcode & EXH_SCI_VARIABLE_KIND;

	/* 0 and 1: global and local */
	if (f->stored && kind <= 1)
		f->stored(f->context, &store);
}

/* Handles opcodes from EXH_SCI_OP_VARIABLE on. */
static void access_variable(struct flow *f, const struct exh_sci_instruction *in)
{
	const bool is_stack = in->opcode & EXH_SCI_VARIABLE_STACK;
	const bool is_indexed = in->opcode & EXH_SCI_VARIABLE_INDEXED;
	const unsigned access = in->opcode & EXH_SCI_VARIABLE_ACCESS;

	if (access == 0x10) {
		const struct exh_sci_value stored =
			is_stack || is_indexed ? pop(f) : f->acc;

		if (!is_stack)
			f->acc = stored;
		show_store(f, in, stored);
		return;
	}
	if (access)
		show_store(f, in, unknown(f));
	if (is_stack)
		push(f, access ? unknown(f) : variable(f, in));
	else
		f->acc = access ? unknown(f) : variable(f, in);
}

/* Handles opcodes that read, or count, a property. */
static void access_property(struct flow *f, const struct exh_sci_instruction *in)
{
	const struct exh_sci_value value =
		value_of(f, EXH_SCI_VALUE_PROPERTY, (unsigned)in->operands[0]);

	switch (in->opcode) {
	case EXH_SCI_OP_PTOA:
		f->acc = value;
		break;
	case EXH_SCI_OP_PTOS:
		push(f, value);
		break;
	case EXH_SCI_OP_STOP:
		pop(f);
		break;
	case EXH_SCI_OP_IPTOA:
	case EXH_SCI_OP_DPTOA:
		f->acc = unknown(f);
		break;
	case EXH_SCI_OP_IPTOS:
	case EXH_SCI_OP_DPTOS:
		push(f, unknown(f));
		break;
	default:
		break;
	}
}

/* Handles opcodes that only move values. */
static void move(struct flow *f, const struct exh_sci_instruction *in)
{
	const unsigned operand = (unsigned)in->operands[0];

	switch (in->opcode) {
	case EXH_SCI_OP_LDI:
		f->acc = value_of(f, EXH_SCI_VALUE_NUMBER, operand);
		break;
	case EXH_SCI_OP_PUSHI:
		push(f, value_of(f, EXH_SCI_VALUE_NUMBER, operand));
		break;
	case EXH_SCI_OP_PUSH0:
	case EXH_SCI_OP_PUSH1:
	case EXH_SCI_OP_PUSH2:
		push(f, value_of(f, EXH_SCI_VALUE_NUMBER,
				 in->opcode - (unsigned)EXH_SCI_OP_PUSH0));
		break;
	case EXH_SCI_OP_PUSH:
		push(f, f->acc);
		break;
	case EXH_SCI_OP_TOSS:
		pop(f);
		break;
	case EXH_SCI_OP_DUP:
		push(f, f->depth ? f->stack[f->depth - 1] : unknown(f));
		break;
	case EXH_SCI_OP_CLASS:
		f->acc = value_of(f, EXH_SCI_VALUE_CLASS, operand);
		break;
	case EXH_SCI_OP_SELF_ID:
		f->acc = value_of(f, EXH_SCI_VALUE_SELF, 0);
		break;
	case EXH_SCI_OP_PUSH_SELF:
		push(f, value_of(f, EXH_SCI_VALUE_SELF, 0));
		break;
	case EXH_SCI_OP_PPREV:
		push(f, unknown(f));
		break;
	case EXH_SCI_OP_LOFSA:
		f->acc = value_of(f, EXH_SCI_VALUE_ADDRESS,
				  exh_sci_instruction_target(in));
		break;
	case EXH_SCI_OP_LOFSS:
		push(f,
		     value_of(f, EXH_SCI_VALUE_ADDRESS, exh_sci_instruction_target(in)));
		break;
	case EXH_SCI_OP_REST:
		f->has_rest = true;
		f->rest_depth = f->depth;
		break;
	default:
		break;
	}
}

static bool takes_from_stack(unsigned opcode)
{
	return opcode <= EXH_SCI_OP_ULE && opcode != EXH_SCI_OP_BNOT &&
	       opcode != EXH_SCI_OP_NEG && opcode != EXH_SCI_OP_NOT;
}

static bool is_call(unsigned opcode)
{
	return (opcode >= EXH_SCI_OP_CALL && opcode <= EXH_SCI_OP_CALLE) ||
	       exh_sci_is_message(opcode);
}

static void step(struct flow *f, const struct exh_sci_instruction *in)
{
	if (in->opcode >= EXH_SCI_OP_VARIABLE) {
		access_variable(f, in);
	} else if (in->opcode <= EXH_SCI_OP_ULE) {
		if (takes_from_stack(in->opcode))
			pop(f);
		f->acc = unknown(f);
	} else if (exh_sci_is_branch(in->opcode)) {
		branch(f, in);
	} else if (is_call(in->opcode)) {
		call(f, in);
	} else if (exh_sci_is_property(in->opcode)) {
		access_property(f, in);
	} else if (in->opcode == EXH_SCI_OP_LEA) {
		f->acc = unknown(f);
	} else {
		move(f, in);
	}
	if (in->opcode == EXH_SCI_OP_RET || in->opcode == EXH_SCI_OP_JMP)
		f->is_open = false;
}

static void mark_loops(struct flow *f)
{
	for (size_t i = 0; i < f->code->instruction_count; i++) {
		const struct exh_sci_instruction *in = &f->code->instructions[i];
		const int32_t place =
			exh_sci_is_branch(in->opcode)
				? place_at(f->code, exh_sci_instruction_target(in))
				: -1;

		f->arrivals[i].depth = -1;
		if (place >= 0 && (size_t)place <= i)
			f->arrivals[place].is_loop = true;
	}
}

static enum exh_status run(struct flow *f, struct exh_arena *arena, struct exh_error *err)
{
	const struct exh_sci_code *code = f->code;
	/* An instruction pushes at most one value. */
	const size_t deepest = code->instruction_count < MAX_DEPTH
				       ? code->instruction_count + 1
				       : MAX_DEPTH;

	f->arrivals = exh_alloc(arena, code->instruction_count + 1, sizeof *f->arrivals);
	f->stack = exh_alloc(arena, deepest, sizeof *f->stack);
	if (!f->arrivals || !f->stack)
		return too_many(arena, code->instruction_count, "instructions",
				EXH_NO_OFFSET, err);
	mark_loops(f);
	for (size_t i = 0; i < code->instruction_count; i++) {
		f->at = (int32_t)i;
		arrive(f);
		step(f, &code->instructions[i]);
	}
	return EXH_OK;
}

enum exh_status exh_sci_calls(const struct exh_sci_code *code, struct exh_arena *arena,
			      exh_sci_call_seen *seen, void *context,
			      struct exh_error *err)
{
	struct flow f = { .code = code, .seen = seen, .context = context };

	return run(&f, arena, err);
}

enum exh_status exh_sci_stores(const struct exh_sci_code *code, struct exh_arena *arena,
			       exh_sci_store_seen *seen, void *context,
			       struct exh_error *err)
{
	struct flow f = { .code = code, .stored = seen, .context = context };

	return run(&f, arena, err);
}

bool exh_sci_next_message(const struct exh_sci_call *call, size_t *pos,
			  struct exh_sci_message *out)
{
	const size_t left = call->value_count - *pos;
	const struct exh_sci_value *values = call->values + *pos;

	if (!exh_sci_is_message(call->instruction->opcode) || left < 2 ||
	    values[1].kind != EXH_SCI_VALUE_NUMBER || values[1].number > left - 2)
		return false;
	*out = (struct exh_sci_message){ values[0], values + 2, values[1].number };
	if (call->doubles_selectors)
		out->selector.number /= 2;
	*pos += 2 + out->argument_count;
	return true;
}
