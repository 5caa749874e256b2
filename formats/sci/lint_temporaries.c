/* Lint: temporaries that are read before they are written. */
#include "xref.h"

#include "code.h"

#include <stdlib.h>
#include <string.h>

/* Temporaries that are checked; higher ones count as written. */
enum { MOST = 256, WORDS = MOST / 64, KIND = 3, TEMPORARY = 2, INDEXED = 8 };

/* Set of temporaries that are surely written, one bit each. */
struct written {
	uint64_t bits[WORDS];
};

struct function_check {
	const struct exh_sci_code *code;
	const struct exh_sci_function *function;
	struct written *before; /* for each instruction: temporaries written before it */
	bool is_changed;
};

static bool is_written(const struct written *w, unsigned i)
{
	return i >= MOST || w->bits[i / 64] >> i % 64 & 1;
}

static void write_one(struct written *w, unsigned i)
{
	if (i < MOST)
		w->bits[i / 64] |= (uint64_t)1 << i % 64;
}

/* An array may begin at first, or a buffer that is filled through its address. */
static void write_from(struct written *w, unsigned first)
{
	for (unsigned i = first; i < MOST; i++)
		write_one(w, i);
}

/* True for lag to -spi with a temporary. */
static bool is_temporary(const struct exh_sci_instruction *in)
{
	return in->opcode >= EXH_SCI_OP_VARIABLE && (in->opcode & KIND) == TEMPORARY;
}

/* Returns 0 for a load, 1 for a store, 2 or 3 for both. */
static unsigned access_of(const struct exh_sci_instruction *in)
{
	return in->opcode >> 4 & 3;
}

static bool is_indexed(const struct exh_sci_instruction *in)
{
	return in->opcode & INDEXED;
}

/* Temporary that an instruction reads; below 0 if none is known. */
static int read_by(const struct exh_sci_instruction *in)
{
	return is_temporary(in) && !is_indexed(in) && access_of(in) != 1 ? in->operands[0]
									 : -1;
}

static void do_writes(const struct exh_sci_instruction *in, struct written *w)
{
	if (in->opcode == EXH_SCI_OP_LEA && (in->operands[0] >> 1 & KIND) == TEMPORARY)
		write_from(w, (unsigned)(in->operands[1] < 0 ? 0 : in->operands[1]));
	else if (is_temporary(in) && is_indexed(in))
		write_from(w, (unsigned)in->operands[0]);
	else if (is_temporary(in) && access_of(in))
		write_one(w, (unsigned)in->operands[0]);
}

/* Keeps only temporaries written on this way, too. offset: an instruction of the
 * function. */
static void flow_to(struct function_check *c, unsigned offset, const struct written *w)
{
	const size_t first = c->function->first_instruction;
	const size_t at = exh_sci_code_instruction(c->code, offset);

	if (at < first || at >= first + c->function->instruction_count)
		return;
	for (size_t i = 0; i < WORDS; i++) {
		uint64_t *bits = &c->before[at - first].bits[i];

		c->is_changed |= (*bits & ~w->bits[i]) != 0;
		*bits &= w->bits[i];
	}
}

static void pass(struct function_check *c)
{
	for (size_t i = 0; i < c->function->instruction_count; i++) {
		const struct exh_sci_instruction *in =
			&c->code->instructions[c->function->first_instruction + i];
		struct written w = c->before[i];

		do_writes(in, &w);
		if (exh_sci_is_branch(in->opcode))
			flow_to(c, exh_sci_instruction_target(in), &w);
		if (in->opcode != EXH_SCI_OP_RET && in->opcode != EXH_SCI_OP_JMP)
			flow_to(c, in->offset + in->size, &w);
	}
}

static void show_reads(const struct lint *l, unsigned script, struct function_check *c)
{
	struct written shown = { { 0 } };

	for (size_t i = 0; i < c->function->instruction_count; i++) {
		const struct exh_sci_instruction *in =
			&c->code->instructions[c->function->first_instruction + i];
		const int read = read_by(in);

		if (read < 0 || is_written(&c->before[i], (unsigned)read) ||
		    is_written(&shown, (unsigned)read))
			continue;
		write_one(&shown, (unsigned)read);
		exh_sci_lint_show(l, EXH_SCI_UNSET_TEMPORARY, script, in->offset,
				  "temporary %d is read, and not written on all ways "
				  "there",
				  read);
	}
}

bool exh_sci_lint_temporaries(const struct lint *l,
			      const struct exh_sci_program_script *script)
{
	for (size_t i = 0; i < script->code.function_count; i++) {
		struct function_check c = { .code = &script->code,
					    .function = &script->code.functions[i],
					    .is_changed = true };
		const size_t count = c.function->instruction_count;

		c.before = malloc((count + 1) * sizeof *c.before);
		if (!c.before)
			return false;
		memset(c.before, 0xff, (count + 1) * sizeof *c.before);
		memset(&c.before[0], 0, sizeof c.before[0]);
		while (c.is_changed) {
			c.is_changed = false;
			pass(&c);
		}
		show_reads(l, script->number, &c);
		free(c.before);
	}
	return true;
}
