#include "exhume/advanced/sci_executed.h"

#include <stdlib.h>

struct exh_sci_executed {
	const struct exh_sci_program *program;
	uint8_t **marks; /* index: script */
	/* Mark of the branch that has just run; NULL: another instruction ran. */
	uint8_t *branch;
	uint16_t script, target, after;
};

struct exh_sci_executed *exh_sci_executed_new(const struct exh_sci_program *program)
{
	struct exh_sci_executed *e = calloc(1, sizeof *e);
	bool good = e;

	if (!e)
		return NULL;
	e->program = program;
	e->marks = calloc(program->script_count + 1, sizeof *e->marks);
	good = e->marks;
	for (size_t i = 0; good && i < program->script_count; i++) {
		e->marks[i] = calloc(program->scripts[i].code.bytes.size + 1, 1);
		good = e->marks[i];
	}
	if (good)
		return e;
	exh_sci_executed_free(e);
	return NULL;
}

void exh_sci_executed_free(struct exh_sci_executed *e)
{
	if (!e)
		return;
	for (size_t i = 0; e->marks && i < e->program->script_count; i++)
		free(e->marks[i]);
	free(e->marks);
	free(e);
}

/* Marks the direction of the last branch. A branch to the next instruction went both
 * ways. */
static void mark_branch(struct exh_sci_executed *e, const struct exh_sci_where *where)
{
	if (e->branch && where->script == e->script && where->offset == e->target)
		*e->branch |= EXH_SCI_BRANCHED;
	if (e->branch && where->script == e->script && where->offset == e->after)
		*e->branch |= EXH_SCI_PASSED;
	e->branch = NULL;
}

void exh_sci_executed_step(void *executed, const struct exh_sci_vm *vm)
{
	struct exh_sci_executed *e = executed;
	const struct exh_sci_program_script *script;
	struct exh_sci_instruction in;
	struct exh_sci_where where;
	uint8_t *mark;

	if (!exh_sci_vm_where(vm, &where))
		return;
	mark_branch(e, &where);
	script = exh_sci_program_script(e->program, where.script);
	if (!script || where.offset >= script->code.bytes.size)
		return;
	mark = &e->marks[script - e->program->scripts][where.offset];
	*mark |= EXH_SCI_EXECUTED;
	if (!exh_sci_instruction_read(script->code.bytes, where.offset, &in) ||
	    (in.opcode != EXH_SCI_OP_BT && in.opcode != EXH_SCI_OP_BNT))
		return;
	e->branch = mark;
	e->script = where.script;
	e->target = exh_sci_instruction_target(&in);
	e->after = (uint16_t)(where.offset + in.size);
}

const uint8_t *exh_sci_executed_marks(const struct exh_sci_executed *e, size_t place)
{
	return e->marks[place];
}

bool exh_sci_executed_add(struct exh_sci_executed *e, size_t place, size_t offset,
			  unsigned marks)
{
	if (place >= e->program->script_count ||
	    offset >= e->program->scripts[place].code.bytes.size)
		return false;
	e->marks[place][offset] |= (uint8_t)(marks & EXH_SCI_EXECUTED_MARKS);
	return true;
}
