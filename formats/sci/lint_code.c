/* Lint: code that leaves its object or the code. */
#include "xref.h"

#include "code.h"

enum { WORD = 2 };

/* Checks an access in a method; procedures run for unknown objects. */
static void check_property(const struct lint *l, unsigned script,
			   const struct exh_sci_object *object,
			   const struct exh_sci_instruction *in)
{
	const unsigned offset = (unsigned)in->operands[0];

	if (offset % WORD || offset / WORD >= object->property_count)
		exh_sci_lint_show(
			l, EXH_SCI_PROPERTY_RANGE, script, in->offset,
			"%s %u: the object has %zu properties, the last one "
			"at %zu",
			exh_sci_opcode(in->opcode)->name, offset, object->property_count,
			object->property_count ? (object->property_count - 1) * WORD : 0);
}

static void check_branch(const struct lint *l,
			 const struct exh_sci_program_script *script,
			 const struct exh_sci_instruction *in)
{
	const struct exh_sci_code *code = &script->code;
	const unsigned target = exh_sci_instruction_target(in);
	const struct exh_sci_section *section = exh_sci_code_section(code, target);

	if (!section || section->type != EXH_SCI_SECTION_CODE)
		exh_sci_lint_show(l, EXH_SCI_BRANCH_OUTSIDE, script->number, in->offset,
				  "%s goes to 0x%04x, which is not in the code",
				  exh_sci_opcode(in->opcode)->name, target);
	else if (!(code->marks[target] & EXH_SCI_AT_INSTRUCTION))
		exh_sci_lint_show(l, EXH_SCI_BRANCH_OUTSIDE, script->number, in->offset,
				  "%s goes to 0x%04x, where no instruction begins",
				  exh_sci_opcode(in->opcode)->name, target);
}

void exh_sci_lint_code(const struct lint *l, const struct exh_sci_program_script *script)
{
	const struct exh_sci_code *code = &script->code;

	for (size_t i = 0; i < code->instruction_count; i++) {
		const struct exh_sci_instruction *in = &code->instructions[i];
		const struct exh_sci_function *f;

		if (!(code->marks[in->offset] & EXH_SCI_IS_REACHED))
			continue;
		if (exh_sci_is_relative(in->opcode) &&
		    (exh_sci_is_branch(in->opcode) || in->opcode == EXH_SCI_OP_CALL))
			check_branch(l, script, in);
		if (!exh_sci_is_property(in->opcode))
			continue;
		f = exh_sci_code_function(code, in->offset);
		if (f && f->object)
			check_property(l, script->number, f->object, in);
	}
}
