/* What the parts of the assembler share: the text's lines, the items that become bytes,
 * and the parser. */
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

/* How many bytes of a name a message shows. */
static inline int shown_size(struct exh_bytes text, size_t most)
{
	return (int)(text.size < most ? text.size : most);
}

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

/* Reads the text into items. */
bool exh_sci_asm_parse(struct assembler *a, struct exh_bytes text);

/*
 * The parser.
 */

enum {
	ASM_NO_SECTION = 0,
	ASM_REST = 100, /* bytes after all sections */
	ASM_MAX_WORD = 0xffff,
	ASM_MIN_WORD = -0x8000,
	ASM_MAX_LIST = 32767,
	ASM_MAX_NAMES = 1 << 20,
	ASM_SHOWN = 60, /* bytes of a name in a message */
};

struct word {
	struct operand operand;
	bool is_relocated;
	size_t line, column;
};

/* What an object has: properties or methods. */
struct member {
	struct word word;
	uint16_t selector;
};

struct members {
	struct member *list;
	size_t count, room;
};

/* A property that code calls by name: its object may come later. */
struct property_use {
	struct exh_bytes name;
	int32_t object; /* symbol */
	size_t item;
	size_t column;
};

struct parser {
	struct assembler *a;
	struct line *line;
	struct token token; /* the one at hand */
	unsigned section;   /* type */
	bool is_raw;
	bool is_early;	   /* selectors are doubled */
	size_t header;	   /* item */
	size_t count_item; /* of exports or relocations */
	size_t listed;	   /* words of it */
	int32_t self;	   /* symbol */
	/* The object at hand. */
	int32_t object;
	size_t object_line, object_column;
	bool is_class;
	struct members properties, methods;
	struct exh_bytes *names; /* of all objects' properties */
	size_t name_count, name_room;
	struct property_use *uses;
	size_t use_count, use_room;
};

/*
 * Tokens. All of these are false after an error, which is noted.
 */

/* At the token at hand. Always false. */
bool exh_sci_asm_error(struct parser *p, const char *what);
void exh_sci_asm_next(struct parser *p);
bool exh_sci_asm_is_sign(const struct parser *p, char sign);
bool exh_sci_asm_is_word(const struct parser *p, const char *word);
bool exh_sci_asm_expect_end(struct parser *p);
bool exh_sci_asm_expect_sign(struct parser *p, char sign);

/*
 * Values: at the token at hand, which they go past.
 */

/* NAME, #NAME or #NUMBER */
bool exh_sci_asm_parse_selector(struct parser *p, int32_t *out);
bool exh_sci_asm_parse_number(struct parser *p, int32_t least, int32_t most,
			      int32_t *out);
/* Out of a text: NAME, NAME+NUMBER or NUMBER. */
bool exh_sci_asm_parse_place(struct parser *p, struct exh_bytes text,
			     struct operand *out);
/* A number, #SELECTOR, @PLACE, which is relocated, or a PLACE, which is not. */
bool exh_sci_asm_parse_word(struct parser *p, struct word *out);

/*
 * Items.
 */

struct item *exh_sci_asm_add_here(struct parser *p, enum item_kind kind);
bool exh_sci_asm_add_word(struct parser *p, const struct word *word);
bool exh_sci_asm_add_number(struct parser *p, size_t number);
bool exh_sci_asm_add_bytes(struct parser *p, const void *data, size_t size);
bool exh_sci_asm_define(struct parser *p, int32_t symbol, size_t line, size_t column);

/*
 * Lines, from the token at hand to their ends.
 */

bool exh_sci_asm_begin_section(struct parser *p, unsigned type, bool is_raw);
bool exh_sci_asm_end_section(struct parser *p);
bool exh_sci_asm_begin_object(struct parser *p, bool is_class);
/* NAME = VALUE */
bool exh_sci_asm_parse_property(struct parser *p);
/* .method SELECTOR = PLACE */
bool exh_sci_asm_parse_method(struct parser *p);
bool exh_sci_asm_parse_instruction(struct parser *p);
/* At the end: what code called by name. */
bool exh_sci_asm_resolve_properties(struct parser *p);
bool exh_sci_asm_parse_string(struct parser *p);
bool exh_sci_asm_parse_spec(struct parser *p);
bool exh_sci_asm_parse_bytes(struct parser *p);
bool exh_sci_asm_parse_words(struct parser *p);
/* .fill COUNT, VALUE */
bool exh_sci_asm_parse_fill(struct parser *p);

#endif
