/* What the parts of the assembler share: the text's lines, and the items that become
 * bytes. */
#ifndef EXH_SCI_ASM_PARTS_H
#define EXH_SCI_ASM_PARTS_H

#include "exhume/sci_disasm.h"

/*
 * Text.
 */

enum token_kind {
	TOKEN_END, /* of the line */
	TOKEN_WORD,
	TOKEN_STRING, /* in double quotes, which it is without */
	TOKEN_SAID,   /* in single quotes */
	TOKEN_SIGN,   /* , or = */
	TOKEN_BAD,    /* a quote without its end */
};

struct token {
	enum token_kind kind;
	struct exh_bytes text;
	size_t column; /* from 1 */
};

struct line {
	struct exh_bytes text;
	size_t number; /* from 1 */
	size_t pos;
};

struct token exh_sci_next_token(struct line *line);

/*
 * Items.
 */

enum { NO_SYMBOL = -1, ASM_HASHES = 1 << 12 };

struct symbol {
	struct exh_bytes name;
	int32_t item;	       /* where it is defined; -1: not yet */
	int32_t next;	       /* of those with its hash */
	size_t line, column;   /* where it stood first */
	size_t first_property; /* of an object: in the list of their names */
	size_t property_count;
};

/* A number, or the place of a symbol and a distance from it. */
struct operand {
	int32_t symbol;
	int32_t number;
};

enum item_kind {
	ITEM_BYTES,
	ITEM_WORD,
	ITEM_INSTRUCTION,
	ITEM_LABEL,
	ITEM_SECTION, /* its header */
	ITEM_SECTION_END,
	ITEM_PADDING, /* to an even size */
	ITEM_COUNT,   /* of the words up to the section's end */
	ITEM_RELOCATIONS,
};

struct item {
	uint8_t kind;
	bool is_relocated; /* WORD */
	bool is_fixed;	   /* INSTRUCTION: its size doesn't depend on the distance */
	uint8_t type;	   /* SECTION */
	uint32_t position;
	uint32_t first_byte, byte_count; /* BYTES: in the pool */
	uint32_t other; /* SECTION: its end; COUNT: the number of words */
	struct operand operand;
	struct exh_sci_instruction instruction;
	size_t line, column;
};

struct assembler {
	const struct exh_sci_naming *naming;
	struct exh_arena arena;
	struct exh_writer pool; /* bytes of items */
	struct item *items;
	size_t item_count, item_room;
	struct symbol *symbols;
	size_t symbol_count, symbol_room;
	int32_t *hashed; /* ASM_HASHES: the first symbol of each */
	size_t relocated_count;
	size_t size; /* bytes so far, at least */
	bool has_relocations;
	struct exh_error *err;
	struct exh_sci_asm_place *place;
	bool has_failed;
};

/* Notes the first error. Always false. */
bool exh_sci_asm_fail(struct assembler *a, enum exh_status status, size_t line,
		      size_t column, const char *format, ...) EXH_PRINTF(5, 6);

bool exh_sci_asm_no_memory(struct assembler *a);

/* A list with room for one more: twice as long, if need be. NULL, and failed, when there
 * are too many or memory is short. */
void *exh_sci_asm_grow(struct assembler *a, void *list, size_t count, size_t *room,
		       size_t item_size, size_t most);

/* One more item; NULL, and failed, when there are too many. */
struct item *exh_sci_asm_add(struct assembler *a, enum item_kind kind, size_t line,
			     size_t column);

/* The symbol of a name, at the place where it stands; below 0 when memory is short. */
int32_t exh_sci_asm_symbol(struct assembler *a, struct exh_bytes name, size_t line,
			   size_t column);

/* Puts items in their places, and appends their bytes. */
bool exh_sci_asm_emit(struct assembler *a, struct exh_writer *out);

/* Reads the text into items. */
bool exh_sci_asm_parse(struct assembler *a, struct exh_bytes text);

#endif
