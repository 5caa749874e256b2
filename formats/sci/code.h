/* Declarations shared by the readers and writers of code: instructions, texts named by
 * calls, and names in an assembly text. */
#ifndef EXH_SCI_CODE_PARTS_H
#define EXH_SCI_CODE_PARTS_H

#include "exhume/base.h"
#include "exhume/advanced/sci_code.h"
#include "exhume/advanced/sci_flow.h"
#include "exhume/advanced/sci_program.h"

/* Finds instructions and functions, starting from methods and exports. False when out of
 * memory. */
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

/* True if the instruction accesses a property of its object. */
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

/* pair: the values of both numbers, which are constant. is_sure: the call takes a text in
 * that place, whether the game has it or not. */
typedef void exh_sci_text_seen(void *context, const struct exh_sci_value *pair,
			       bool is_sure);

/* Reports the texts named by a script's calls. A pair may be reported twice. */
void exh_sci_call_texts(const struct exh_sci_program *program, unsigned script,
			const struct exh_sci_call *call, exh_sci_text_seen *seen,
			void *context);

/* Returns the global variable in which the game's object stores itself when it begins to
 * play; the ego's is the one before, the room's the one after. -1: unknown. */
int exh_sci_game_global(const struct exh_sci_program *program);

/*
 * Names and numbers in an assembly text.
 */

/* True if the byte may be part of a name. */
static inline bool exh_sci_is_token_byte(uint8_t c)
{
	return c > ' ' && c < 0x7f && c != ',' && c != ';' && c != '=' && c != '"' &&
	       c != '\'' && c != '+' && c != '(' && c != ')' && c != '#' && c != '$' &&
	       c != '@';
}

/* True if a name can be written as it is, without being read as a number, a label's end
 * or a directive. */
bool exh_sci_is_token(struct exh_bytes text);

/* Reads a whole number: decimal, optionally with a minus, or hexadecimal after $ or 0x.
 * Numbers above 1,048,576 give that value. */
bool exh_sci_number_from(struct exh_bytes text, int32_t *out);

#endif
