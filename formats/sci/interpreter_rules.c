/* Detects an interpreter's drawing rules from the game's scripts. Source:
 * sci0-vm-notes. */
#include "exhume/advanced/sci_program.h"
#include "exhume/advanced/sci_flow.h"

#include "basics.h"

enum {
	ARENA_LIMIT = 1 << 26,
	PLACE = 3 /* index of the argument, after the argument count */
};

struct search {
	const struct exh_sci_program *program;
	const struct exh_sci_code *code;
	int overlay; /* selector */
	bool is_found, is_old;
};

static void see_call(void *context, const struct exh_sci_call *call)
{
	struct search *s = context;
	const struct exh_sci_instruction *in = call->instruction;
	const struct exh_sci_function *f;

	if (s->is_found || in->opcode != EXH_SCI_OP_CALLK || call->value_count <= PLACE ||
	    call->values[PLACE].kind != EXH_SCI_VALUE_NUMBER ||
	    !text_is(exh_sci_program_kernel(s->program, (unsigned)in->operands[0]),
		     "DrawPic"))
		return;
	f = exh_sci_code_function(s->code, in->offset);
	if (!f || !f->object || !f->object->is_class || f->selector != s->overlay)
		return;
	s->is_found = true;
	s->is_old = call->values[PLACE].number != 0;
}

static bool has_method(const struct exh_sci_code *code, int selector)
{
	for (size_t i = 0; i < code->object_count; i++)
		for (size_t k = 0; k < code->objects[i].method_count; k++)
			if (code->objects[i].is_class &&
			    code->objects[i].methods[k].selector == selector)
				return true;
	return false;
}

bool exh_sci_program_is_before_502(const struct exh_sci_program *program)
{
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct search s = {
		.program = program,
		.overlay =
			exh_sci_program_selector_named(program, bytes_of_text("overlay")),
	};

	for (size_t i = 0; i < program->script_count && s.overlay >= 0; i++) {
		s.code = &program->scripts[i].code;
		if (has_method(s.code, s.overlay) &&
		    exh_sci_calls(s.code, &arena, see_call, &s, NULL))
			break;
	}
	exh_arena_free(&arena);
	return s.is_old;
}
