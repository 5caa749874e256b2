/* Finds the variable with the game's object. Source: sci0-vm-notes, "Globals". */
#include "code.h"

#include "basics.h"

enum { STORE_GLOBAL = EXH_SCI_OP_VARIABLE | 0x10 /* store the accumulator */ };

/* Returns the variable in which a function stores its own object, -1: none. */
static int stored_self(const struct exh_sci_code *code, unsigned start)
{
	const struct exh_sci_function *f = exh_sci_code_function(code, start);
	const struct exh_sci_instruction *list;

	if (!f)
		return -1;
	list = code->instructions + f->first_instruction;
	for (size_t i = 1; i < f->instruction_count; i++)
		if (list[i - 1].opcode == EXH_SCI_OP_SELF_ID &&
		    list[i].opcode == STORE_GLOBAL)
			return list[i].operands[0];
	return -1;
}

int exh_sci_game_global(const struct exh_sci_program *program)
{
	const struct exh_sci_program_script *first = exh_sci_program_script(program, 0);
	const int play = exh_sci_program_selector_named(program, bytes_of_text("play"));
	const struct exh_sci_object *game;
	struct exh_sci_found_method method;

	if (!first || !first->is_open || !first->code.export_count || play < 0)
		return -1;
	game = exh_sci_code_object(&first->code, first->code.exports[0]);
	if (!game ||
	    !exh_sci_program_method(program, first, game, (unsigned)play, &method))
		return -1;
	return stored_self(&method.script->code, method.code);
}
