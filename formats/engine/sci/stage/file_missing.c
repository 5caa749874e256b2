/* Result of FOpen if a file can't be opened: -1, with which Sierra's scripts compare it;
 * 0 if the code after the call tests for 0 first, as SCI Companion's template does.
 * Source: sci0-vm-notes, corrections. */
#include "stage.h"

#include "exhume/advanced/sci_opcode.h"

enum { MOST_STEPS = 64, MOST_PLACES = 4, NOT_FOUND = -1 };

/* Content of the accumulator or the top of the stack. */
enum held { OTHER, RESULT, ZERO, MINUS };

struct watch {
	enum held accumulator, top;
	uint32_t places[MOST_PLACES]; /* properties and variables that hold the result */
	size_t place_count;
	enum held tested; /* ZERO or MINUS: value that the result is compared with */
};

enum { STORE = 0x10, PROPERTY = 4 };

/* Returns the place of a variable or property; 0: the instruction has no known place. */
static uint32_t place_of(const struct exh_sci_instruction *in)
{
	const bool is_variable = in->opcode >= EXH_SCI_OP_VARIABLE;
	const uint32_t kind = is_variable ? in->opcode & EXH_SCI_VARIABLE_KIND : PROPERTY;

	if (is_variable && in->opcode & EXH_SCI_VARIABLE_INDEXED)
		return 0;
	return (kind + 1) << 16 | (uint16_t)in->operands[0];
}

static bool is_load(const struct exh_sci_instruction *in)
{
	return in->opcode == EXH_SCI_OP_PTOA || in->opcode == EXH_SCI_OP_PTOS ||
	       (in->opcode >= EXH_SCI_OP_VARIABLE &&
		!(in->opcode & EXH_SCI_VARIABLE_ACCESS));
}

static bool is_store(const struct exh_sci_instruction *in)
{
	return in->opcode == EXH_SCI_OP_ATOP ||
	       (in->opcode >= EXH_SCI_OP_VARIABLE &&
		(in->opcode & EXH_SCI_VARIABLE_ACCESS) == STORE &&
		!(in->opcode & EXH_SCI_VARIABLE_STACK));
}

static enum held held_at(const struct watch *w, uint32_t place)
{
	for (size_t i = 0; i < w->place_count && place; i++)
		if (w->places[i] == place)
			return RESULT;
	return OTHER;
}

static void store(struct watch *w, uint32_t place)
{
	size_t kept = 0;

	for (size_t i = 0; i < w->place_count; i++)
		if (w->places[i] != place)
			w->places[kept++] = w->places[i];
	w->place_count = kept;
	if (w->accumulator == RESULT && place && kept < MOST_PLACES)
		w->places[w->place_count++] = place;
}

static enum held constant(int32_t value)
{
	return !value ? ZERO : (int16_t)value == NOT_FOUND ? MINUS : OTHER;
}

static void compare(struct watch *w)
{
	if (w->top == RESULT)
		w->tested = w->accumulator;
	else if (w->accumulator == RESULT)
		w->tested = w->top;
	w->accumulator = w->top = OTHER;
}

static void load(struct watch *w, const struct exh_sci_instruction *in)
{
	const bool is_stack = in->opcode >= EXH_SCI_OP_VARIABLE
				      ? in->opcode & EXH_SCI_VARIABLE_STACK
				      : in->opcode == EXH_SCI_OP_PTOS;

	*(is_stack ? &w->top : &w->accumulator) = held_at(w, place_of(in));
}

static void do_instruction(struct watch *w, const struct exh_sci_instruction *in)
{
	switch (in->opcode) {
	case EXH_SCI_OP_NOT:
	case EXH_SCI_OP_BT:
	case EXH_SCI_OP_BNT:
		if (w->accumulator == RESULT)
			w->tested = ZERO;
		return;
	case EXH_SCI_OP_EQ:
	case EXH_SCI_OP_NE:
	case EXH_SCI_OP_UGT:
	case EXH_SCI_OP_ULE:
		compare(w);
		return;
	case EXH_SCI_OP_LDI:
		w->accumulator = constant(in->operands[0]);
		return;
	case EXH_SCI_OP_PUSH:
		w->top = w->accumulator;
		return;
	case EXH_SCI_OP_PUSHI:
		w->top = constant(in->operands[0]);
		return;
	case EXH_SCI_OP_PUSH0:
		w->top = ZERO;
		return;
	default:
		if (is_load(in))
			load(w, in);
		else if (is_store(in))
			store(w, place_of(in));
		else if (in->opcode != EXH_SCI_OP_JMP && in->opcode != EXH_SCI_OP_DUP)
			w->accumulator = w->top = OTHER;
	}
}

/* Follows the code as if no branch were taken. */
static enum held follow(const struct exh_sci_code *code, size_t at)
{
	struct watch w = { .accumulator = RESULT };
	struct exh_sci_instruction in;

	for (size_t step = 0; step < MOST_STEPS; step++) {
		if (!exh_sci_instruction_read(code->bytes, at, &in) ||
		    in.opcode == EXH_SCI_OP_RET)
			break;
		do_instruction(&w, &in);
		if (w.tested == ZERO || w.tested == MINUS)
			return w.tested;
		at = in.opcode == EXH_SCI_OP_JMP ? exh_sci_instruction_target(&in)
						 : at + in.size;
	}
	return MINUS;
}

reg exh_stage_no_file(const stage *s)
{
	struct exh_sci_where where;
	const struct exh_sci_program_script *script;

	if (!exh_sci_vm_where(s->vm, &where))
		return stage_int(NOT_FOUND);
	script = exh_sci_program_script(s->program, where.script);
	return stage_int(script && script->is_open &&
					 follow(&script->code, where.offset) == ZERO
				 ? 0
				 : NOT_FOUND);
}
