/* What the readers and writers of code share: instructions, the texts that calls name,
 * and names in an assembly text. */
#ifndef EXH_SCI_CODE_PARTS_H
#define EXH_SCI_CODE_PARTS_H

#include "exhume/base.h"
#include "exhume/sci_code.h"
#include "exhume/sci_flow.h"
#include "exhume/sci_program.h"

/* Finds instructions and functions, from methods and exports on. False when memory is
 * short. */
bool exh_sci_code_trace(struct exh_sci_code *code, struct exh_arena *arena,
			struct exh_notes *notes);

/*
 * Kinds of instructions.
 */

static inline bool exh_sci_is_message(unsigned opcode)
{
	return opcode == EXH_SCI_OP_SEND || opcode == EXH_SCI_OP_SELF ||
	       opcode == EXH_SCI_OP_SUPER;
}

/* Does it access a property of its object? */
static inline bool exh_sci_is_property(unsigned opcode)
{
	return opcode >= EXH_SCI_OP_PTOA && opcode <= EXH_SCI_OP_DPTOS;
}

static inline bool exh_sci_is_relative(unsigned opcode)
{
	return exh_sci_opcode(opcode)->operands[0] == EXH_SCI_OPERAND_RELATIVE;
}

/*
 * Texts.
 */

/* pair: the values of both numbers, which are constant. is_sure: the call takes a text
 * there, whether the game has it or not. */
typedef void exh_sci_text_seen(void *context, const struct exh_sci_value *pair,
			       bool is_sure);

/* Shows the texts that a call of a script names. A pair may be shown twice. */
void exh_sci_call_texts(const struct exh_sci_program *program, unsigned script,
			const struct exh_sci_call *call, exh_sci_text_seen *seen,
			void *context);

/* The global variable that the game's object stores itself in as it begins to play; the
 * ego's lies before it, the room's after it. -1: not known. */
int exh_sci_game_global(const struct exh_sci_program *program);

/*
 * Names and numbers in an assembly text.
 */

/* May the byte stand in a name? */
static inline bool exh_sci_is_token_byte(uint8_t c)
{
	return c > ' ' && c < 0x7f && c != ',' && c != ';' && c != '=' && c != '"' &&
	       c != '\'' && c != '+' && c != '(' && c != ')' && c != '#' && c != '$' &&
	       c != '@';
}

/* May a name be written as it is, without being taken for a number, a label's end or a
 * directive? */
bool exh_sci_is_token(struct exh_bytes text);

/* A whole number: decimal, with a minus or not, $ or 0x before hexadecimal ones. Larger
 * ones than 1,048,576 are that. */
bool exh_sci_number_from(struct exh_bytes text, int32_t *out);

#endif
