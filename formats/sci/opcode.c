#include "exhume/advanced/sci_opcode.h"

#include "../base/reader.h"
#include "basics.h"

enum {
	N = EXH_SCI_OPERAND_NONE,
	U = EXH_SCI_OPERAND_UNSIGNED,
	S = EXH_SCI_OPERAND_SIGNED,
	R = EXH_SCI_OPERAND_RELATIVE,
	F = EXH_SCI_OPERAND_FRAME,
};

#define SIZED(name, ...)                    \
	{                                   \
		name, { __VA_ARGS__ }, true \
	}
#define PLAIN(name)                \
	{                          \
		name, { N }, false \
	}
#define FRAMED(name)               \
	{                          \
		name, { F }, false \
	}
/* The four kinds of variables. */
#define VARIABLES(first, last)                                                        \
	SIZED(first "g" last, U), SIZED(first "l" last, U), SIZED(first "t" last, U), \
		SIZED(first "p" last, U)
#define ACCESS(sign)                                                                \
	VARIABLES(sign "a", ""), VARIABLES(sign "s", ""), VARIABLES(sign "a", "i"), \
		VARIABLES(sign "s", "i")

static const struct exh_sci_opcode opcodes[EXH_SCI_OPCODES] = {
	PLAIN("bnot"),
	PLAIN("add"),
	PLAIN("sub"),
	PLAIN("mul"),
	PLAIN("div"),
	PLAIN("mod"),
	PLAIN("shr"),
	PLAIN("shl"),
	PLAIN("xor"),
	PLAIN("and"),
	PLAIN("or"),
	PLAIN("neg"),
	PLAIN("not"),
	PLAIN("eq?"),
	PLAIN("ne?"),
	PLAIN("gt?"),
	PLAIN("ge?"),
	PLAIN("lt?"),
	PLAIN("le?"),
	PLAIN("ugt?"),
	PLAIN("uge?"),
	PLAIN("ult?"),
	PLAIN("ule?"),
	SIZED("bt", R),
	SIZED("bnt", R),
	SIZED("jmp", R),
	SIZED("ldi", S),
	PLAIN("push"),
	SIZED("pushi", S),
	PLAIN("toss"),
	PLAIN("dup"),
	SIZED("link", U),
	SIZED("call", R, F),
	SIZED("callk", U, F),
	SIZED("callb", U, F),
	SIZED("calle", U, U, F),
	PLAIN("ret"),
	FRAMED("send"),
	[EXH_SCI_OP_CLASS] = SIZED("class", U),
	[EXH_SCI_OP_SELF] = FRAMED("self"),
	SIZED("super", U, F),
	SIZED("&rest", U),
	SIZED("lea", U, S),
	PLAIN("selfID"),
	[EXH_SCI_OP_PPREV] = PLAIN("pprev"),
	SIZED("pToa", U),
	SIZED("aTop", U),
	SIZED("pTos", U),
	SIZED("sTop", U),
	SIZED("ipToa", U),
	SIZED("dpToa", U),
	SIZED("ipTos", U),
	SIZED("dpTos", U),
	SIZED("lofsa", R),
	SIZED("lofss", R),
	PLAIN("push0"),
	PLAIN("push1"),
	PLAIN("push2"),
	PLAIN("pushSelf"),
	[EXH_SCI_OP_VARIABLE] = ACCESS("l"),
	ACCESS("s"),
	ACCESS("+"),
	ACCESS("-"),
};

const struct exh_sci_opcode *exh_sci_opcode(unsigned opcode)
{
	return opcode < EXH_SCI_OPCODES ? &opcodes[opcode] : NULL;
}

int exh_sci_opcode_named(struct exh_bytes name)
{
	for (int i = 0; i < EXH_SCI_OPCODES; i++)
		if (opcodes[i].name && text_is(name, opcodes[i].name))
			return i;
	return -1;
}

static inline unsigned operand_size(unsigned operand, bool is_narrow)
{
	return operand == N ? 0 : operand == F || is_narrow ? 1 : 2;
}

unsigned exh_sci_instruction_size(unsigned opcode, bool is_narrow)
{
	unsigned size = 1;

	if (opcode >= EXH_SCI_OPCODES || !opcodes[opcode].name)
		return 0;
	for (int i = 0; i < EXH_SCI_MAX_OPERANDS; i++)
		size += operand_size(opcodes[opcode].operands[i], is_narrow);
	return size;
}

/* p has the operand's bytes. */
static inline int32_t operand_value(unsigned operand, bool is_narrow, const uint8_t *p)
{
	const bool is_signed = operand == S || operand == R;

	if (operand == F || is_narrow)
		return is_signed ? (int8_t)p[0] : p[0];
	return is_signed ? (int16_t)load_u16le(p) : load_u16le(p);
}

/* left: bytes at p, at least 1. */
static inline bool read_one(const uint8_t *p, size_t left, size_t offset,
			    struct exh_sci_instruction *out)
{
	const struct exh_sci_opcode *opcode = &opcodes[p[0] >> 1];
	const bool is_narrow = p[0] & 1;
	unsigned size = 1;

	*out = (struct exh_sci_instruction){ .offset = (uint16_t)offset,
					     .opcode = p[0] >> 1,
					     .is_narrow = is_narrow };
	for (int i = 0; i < EXH_SCI_MAX_OPERANDS && opcode->operands[i]; i++) {
		const unsigned bytes = operand_size(opcode->operands[i], is_narrow);

		if (size + bytes > left)
			return false;
		out->operands[i] =
			operand_value(opcode->operands[i], is_narrow, p + size);
		size += bytes;
	}
	out->size = opcode->name ? (uint8_t)size : 0;
	return opcode->name;
}

bool exh_sci_instruction_read(struct exh_bytes code, size_t offset,
			      struct exh_sci_instruction *out)
{
	if (offset < code.size)
		return read_one(code.data + offset, code.size - offset, offset, out);
	*out = (struct exh_sci_instruction){ .offset = (uint16_t)offset };
	return false;
}

size_t exh_sci_instructions_read(struct exh_bytes code, size_t *offset, size_t end,
				 struct exh_sci_instruction *out, size_t room)
{
	size_t count = 0, at = *offset;

	end = end < code.size ? end : code.size;
	while (count < room && at < end &&
	       read_one(code.data + at, end - at, at, &out[count]))
		at += out[count++].size;
	*offset = at;
	return count;
}

static bool fits(unsigned operand, int32_t value, bool is_narrow)
{
	const int bits = operand == F || is_narrow ? 8 : 16;

	if (operand == N)
		return true;
	if (operand == S || operand == R)
		return value >= -(1 << (bits - 1)) && value < 1 << (bits - 1);
	return value >= 0 && value < 1 << bits;
}

bool exh_sci_instruction_fits(const struct exh_sci_instruction *instruction)
{
	const struct exh_sci_opcode *opcode = exh_sci_opcode(instruction->opcode);
	bool all = opcode;

	for (int i = 0; i < EXH_SCI_MAX_OPERANDS && all; i++)
		all = fits(opcode->operands[i], instruction->operands[i], true);
	return all;
}

enum exh_status exh_sci_instruction_write(const struct exh_sci_instruction *instruction,
					  struct exh_writer *out, struct exh_error *err)
{
	const struct exh_sci_opcode *opcode = exh_sci_opcode(instruction->opcode);
	const bool is_narrow = instruction->is_narrow;

	if (!opcode || !opcode->name)
		return exh_fail(err, EXH_INVALID, instruction->offset,
				"no instruction has the opcode 0x%02x",
				instruction->opcode);
	for (int i = 0; i < EXH_SCI_MAX_OPERANDS; i++)
		if (!fits(opcode->operands[i], instruction->operands[i], is_narrow))
			return exh_fail(err, EXH_LIMIT, instruction->offset,
					"operand %d of %s is %d, which does not fit in "
					"%s",
					i + 1, opcode->name,
					(int)instruction->operands[i],
					operand_size(opcode->operands[i], is_narrow) == 1
						? "a byte"
						: "a word");
	exh_write_u8(out, (uint8_t)(instruction->opcode << 1 | is_narrow));
	for (int i = 0; i < EXH_SCI_MAX_OPERANDS; i++)
		switch (operand_size(opcode->operands[i], is_narrow)) {
		case 1:
			exh_write_u8(out, (uint8_t)instruction->operands[i]);
			break;
		case 2:
			exh_write_u16le(out, (uint16_t)instruction->operands[i]);
			break;
		default:
			break;
		}
	return out->failed ? exh_fail(err, EXH_LIMIT, instruction->offset,
				      "the code exceeds %zu bytes", out->limit)
			   : EXH_OK;
}

uint16_t exh_sci_instruction_target(const struct exh_sci_instruction *instruction)
{
	return (uint16_t)(instruction->offset + instruction->size +
			  instruction->operands[0]);
}

bool exh_sci_is_branch(unsigned opcode)
{
	return opcode >= EXH_SCI_OP_BT && opcode <= EXH_SCI_OP_JMP;
}
