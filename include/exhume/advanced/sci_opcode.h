/*
 * The instructions of SCI0's virtual machine: one table for all code that reads, writes
 * or executes them.
 *
 * An instruction is a byte, opcode << 1 | is_narrow, and up to three operands of a byte
 * (narrow) or a word (wide) each.
 * Source: sci0-vm 3.2, 3.3.
 */
#ifndef EXHUME_ADVANCED_SCI_OPCODE_H
#define EXHUME_ADVANCED_SCI_OPCODE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */
enum {
	EXH_SCI_OP_BNOT, EXH_SCI_OP_ADD, EXH_SCI_OP_SUB, EXH_SCI_OP_MUL, EXH_SCI_OP_DIV, EXH_SCI_OP_MOD,
	EXH_SCI_OP_SHR, EXH_SCI_OP_SHL, EXH_SCI_OP_XOR, EXH_SCI_OP_AND, EXH_SCI_OP_OR, EXH_SCI_OP_NEG,
	EXH_SCI_OP_NOT, EXH_SCI_OP_EQ, EXH_SCI_OP_NE, EXH_SCI_OP_GT, EXH_SCI_OP_GE, EXH_SCI_OP_LT,
	EXH_SCI_OP_LE, EXH_SCI_OP_UGT, EXH_SCI_OP_UGE, EXH_SCI_OP_ULT, EXH_SCI_OP_ULE, EXH_SCI_OP_BT,
	EXH_SCI_OP_BNT, EXH_SCI_OP_JMP, EXH_SCI_OP_LDI, EXH_SCI_OP_PUSH, EXH_SCI_OP_PUSHI,
	EXH_SCI_OP_TOSS, EXH_SCI_OP_DUP, EXH_SCI_OP_LINK, EXH_SCI_OP_CALL, EXH_SCI_OP_CALLK,
	EXH_SCI_OP_CALLB, EXH_SCI_OP_CALLE, EXH_SCI_OP_RET, EXH_SCI_OP_SEND,
	EXH_SCI_OP_CLASS = 0x28, EXH_SCI_OP_SELF = 0x2a, EXH_SCI_OP_SUPER, EXH_SCI_OP_REST,
	EXH_SCI_OP_LEA, EXH_SCI_OP_SELF_ID, EXH_SCI_OP_PPREV = 0x30, EXH_SCI_OP_PTOA,
	EXH_SCI_OP_ATOP, EXH_SCI_OP_PTOS, EXH_SCI_OP_STOP, EXH_SCI_OP_IPTOA, EXH_SCI_OP_DPTOA,
	EXH_SCI_OP_IPTOS, EXH_SCI_OP_DPTOS, EXH_SCI_OP_LOFSA, EXH_SCI_OP_LOFSS, EXH_SCI_OP_PUSH0,
	EXH_SCI_OP_PUSH1, EXH_SCI_OP_PUSH2, EXH_SCI_OP_PUSH_SELF,
	EXH_SCI_OP_VARIABLE = 0x40, /* from here on: access to variables, see below */
	EXH_SCI_OPCODES = 0x80,
	EXH_SCI_MAX_OPERANDS = 3,
	EXH_SCI_MAX_INSTRUCTION = 6, /* bytes */
};
/* clang-format on */

/* The bits of an opcode from EXH_SCI_OP_VARIABLE on. */
enum {
	EXH_SCI_VARIABLE_KIND = 3,    /* global, local, temporary, parameter */
	EXH_SCI_VARIABLE_STACK = 4,   /* the stack instead of the accumulator */
	EXH_SCI_VARIABLE_INDEXED = 8, /* indexed by the accumulator */
	EXH_SCI_VARIABLE_ACCESS =
		0x30, /* 00 load, 10 store, 20 increment, 30 decrement */
};

/* Type of an operand. */
enum exh_sci_operand {
	EXH_SCI_OPERAND_NONE,
	EXH_SCI_OPERAND_UNSIGNED, /* byte or word */
	EXH_SCI_OPERAND_SIGNED,	  /* byte or word */
	/* Byte or word, relative to the address after the instruction. */
	EXH_SCI_OPERAND_RELATIVE,
	EXH_SCI_OPERAND_FRAME, /* always a byte: the number of bytes of arguments */
};

/* An entry of the table. */
struct exh_sci_opcode {
	const char *name;			/* NULL: no instruction has this opcode */
	uint8_t operands[EXH_SCI_MAX_OPERANDS]; /* enum exh_sci_operand */
	/* True if it has operands that are a byte or a word. */
	bool is_sized;
};

/* Returns the entry of an opcode, 0 to 127; NULL beyond. */
EXH_API const struct exh_sci_opcode *exh_sci_opcode(unsigned opcode);

/* Returns the opcode with this name, or -1 if there is none. */
EXH_API int exh_sci_opcode_named(struct exh_bytes name);

/* A decoded instruction. */
struct exh_sci_instruction {
	uint16_t offset; /* bytes, in the script */
	uint8_t opcode;
	uint8_t size; /* bytes */
	bool is_narrow;
	int32_t operands[EXH_SCI_MAX_OPERANDS]; /* missing ones are 0 */
};

/*
 * Reads the instruction at an offset of code; out->offset is that offset. False if no
 * instruction has its opcode or if the code ends in it: out then has its opcode, and a
 * size of 0.
 */
EXH_API bool exh_sci_instruction_read(struct exh_bytes code, size_t offset,
				      struct exh_sci_instruction *out);

/* Reads instructions from *offset to end, at most room of them. Returns their number;
 * *offset is where it stopped. */
EXH_API size_t exh_sci_instructions_read(struct exh_bytes code, size_t *offset,
					 size_t end, struct exh_sci_instruction *out,
					 size_t room);

/* Appends an instruction; offset and size are ignored. EXH_LIMIT for an operand that
 * does not fit, EXH_INVALID for an opcode without a name. */
EXH_CHECKED enum exh_status
exh_sci_instruction_write(const struct exh_sci_instruction *instruction,
			  struct exh_writer *out, struct exh_error *err);

/* Returns the size in bytes of an instruction, or 0 for an opcode without a name. */
EXH_API unsigned exh_sci_instruction_size(unsigned opcode, bool is_narrow);

/* True if all operands fit a narrow instruction. */
EXH_API bool exh_sci_instruction_fits(const struct exh_sci_instruction *instruction);

/* Returns the target of a relative operand, as an offset in the script: of branches,
 * call, lofsa and lofss. */
EXH_API uint16_t
exh_sci_instruction_target(const struct exh_sci_instruction *instruction);

/* True for bt, bnt and jmp. */
EXH_API bool exh_sci_is_branch(unsigned opcode);

#ifdef __cplusplus
}
#endif

#endif
