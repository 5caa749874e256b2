/* The assembler's instructions. */
#include "asm.h"

#include "basics.h"
#include "code.h"

/* A name of the game, or a number. */
static bool parse_named(struct parser *p,
			int (*named)(const struct exh_sci_program *, struct exh_bytes),
			const char *what, int32_t *out)
{
	if (p->token.kind == TOKEN_WORD && p->a->naming &&
	    !exh_sci_number_from(p->token.text, out)) {
		*out = named(p->a->naming->program, p->token.text);
		if (*out < 0)
			return exh_sci_asm_error(p, what);
		exh_sci_asm_next(p);
		return true;
	}
	return exh_sci_asm_parse_number(p, 0, ASM_MAX_WORD, out);
}

static bool use_property(struct parser *p, size_t item)
{
	struct property_use *uses;

	if (p->self == NO_SYMBOL)
		return exh_sci_asm_error(p, "no .self says whose property this is");
	uses = exh_sci_asm_grow(p->a, p->uses, p->use_count, &p->use_room, sizeof *uses,
				ASM_MAX_NAMES);
	if (!uses)
		return false;
	p->uses = uses;
	uses[p->use_count++] =
		(struct property_use){ p->token.text, p->self, item, p->token.column };
	exh_sci_asm_next(p);
	return true;
}

static bool parse_operand(struct parser *p, size_t place, int which)
{
	struct item *item = &p->a->items[place];
	const unsigned opcode = item->instruction.opcode;
	const unsigned kind = exh_sci_opcode(opcode)->operands[which];
	int32_t *out = &item->instruction.operands[which];
	int32_t ignored;

	if (kind == EXH_SCI_OPERAND_RELATIVE) {
		struct operand target;

		if (p->token.kind != TOKEN_WORD)
			return exh_sci_asm_error(p, "expected the name of a place");
		if (!exh_sci_asm_parse_place(p, p->token.text, &target))
			return false;
		item->operand = target;
		exh_sci_asm_next(p);
		return true;
	}
	if (which == 0 && opcode == EXH_SCI_OP_CALLK)
		return parse_named(p, exh_sci_program_kernel_named,
				   "the game has no such kernel function", out);
	if (which == 0 && (opcode == EXH_SCI_OP_CLASS || opcode == EXH_SCI_OP_SUPER))
		return parse_named(p, exh_sci_program_class_named,
				   "the game has no such class, or several", out);
	if (exh_sci_is_property(opcode) && p->token.kind == TOKEN_WORD &&
	    !exh_sci_number_from(p->token.text, &ignored))
		return use_property(p, place);
	return exh_sci_asm_parse_number(p, ASM_MIN_WORD, ASM_MAX_WORD, out);
}

/* An unsigned word may be written as a negative number, a signed one as a large one. */
static void wrap_operands(struct exh_sci_instruction *instruction)
{
	const struct exh_sci_opcode *opcode = exh_sci_opcode(instruction->opcode);

	for (int i = 0; i < EXH_SCI_MAX_OPERANDS; i++) {
		int32_t *value = &instruction->operands[i];

		if (opcode->operands[i] == EXH_SCI_OPERAND_SIGNED)
			*value = (int16_t)*value;
		else if (opcode->operands[i] == EXH_SCI_OPERAND_UNSIGNED)
			*value &= ASM_MAX_WORD;
	}
}

/* The instruction's size, by its suffix or its operands. */
static void choose_size(struct item *item, char suffix)
{
	struct exh_sci_instruction *in = &item->instruction;
	const struct exh_sci_opcode *opcode = exh_sci_opcode(in->opcode);

	wrap_operands(in);
	item->is_fixed = suffix || opcode->operands[0] != EXH_SCI_OPERAND_RELATIVE;
	if (suffix || !opcode->is_sized)
		in->is_narrow = suffix == 'b';
	else
		in->is_narrow = exh_sci_instruction_fits(in);
}

bool exh_sci_asm_parse_instruction(struct parser *p)
{
	struct exh_bytes name = p->token.text;
	char suffix = 0;
	int opcode;
	const size_t place = p->a->item_count;
	struct item *item;

	if (name.size > 2 && name.data[name.size - 2] == '.') {
		suffix = (char)name.data[name.size - 1];
		name.size -= 2;
	}
	opcode = exh_sci_opcode_named(name);
	if (opcode < 0 || (suffix && suffix != 'w' && suffix != 'b'))
		return exh_sci_asm_error(p, "no instruction has this name");
	if (suffix == 'w' && !exh_sci_opcode((unsigned)opcode)->is_sized)
		return exh_sci_asm_error(
			p, "this instruction has no operand that could be wide");
	item = exh_sci_asm_add_here(p, ITEM_INSTRUCTION);
	if (!item)
		return false;
	item->instruction.opcode = (uint8_t)opcode;
	exh_sci_asm_next(p);
	for (int i = 0;
	     i < EXH_SCI_MAX_OPERANDS && exh_sci_opcode((unsigned)opcode)->operands[i];
	     i++)
		if ((i && !exh_sci_asm_expect_sign(p, ',')) ||
		    !parse_operand(p, place, i))
			return false;
	choose_size(&p->a->items[place], suffix);
	return exh_sci_asm_expect_end(p);
}

/* Properties that code called by name. */
bool exh_sci_asm_resolve_properties(struct parser *p)
{
	for (size_t i = 0; i < p->use_count; i++) {
		const struct property_use *use = &p->uses[i];
		const struct symbol *object = &p->a->symbols[use->object];
		struct item *item = &p->a->items[use->item];
		size_t k = 0;

		while (k < object->property_count &&
		       !same_bytes(p->names[object->first_property + k], use->name))
			k++;
		if (k == object->property_count)
			return exh_sci_asm_fail(p->a, EXH_INVALID, item->line,
						use->column, "%.*s has no property %.*s",
						shown_size(object->name, ASM_SHOWN),
						(const char *)object->name.data,
						shown_size(use->name, ASM_SHOWN),
						(const char *)use->name.data);
		item->instruction.operands[0] = (int32_t)(2 * k);
		if (!item->is_fixed || !item->instruction.is_narrow)
			continue;
		item->instruction.is_narrow =
			exh_sci_instruction_fits(&item->instruction);
	}
	return true;
}
