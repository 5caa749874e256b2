/* Declarations shared by the parts of the assembler: the text's lines, the items that
 * become bytes, and the parser. */
#ifndef EXH_SCI_ASM_PARTS_H
#define EXH_SCI_ASM_PARTS_H

#include "exhume/advanced/sci_disasm.h"

/*
 * Text.
 */

enum token_kind {
	TOKEN_END, /* the end of the line */
	TOKEN_WORD,
	TOKEN_STRING, /* in double quotes; text is without them */
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
	int32_t item;	       /* item that defines it; -1: none yet */
	int32_t next;	       /* next symbol with the same hash */
	size_t line, column;   /* place where it first occurs */
	size_t first_property; /* for an object: in the list of names */
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
	ITEM_SECTION, /* the section's header */
	ITEM_SECTION_END,
	ITEM_PADDING, /* to an even size */
	ITEM_COUNT,   /* number of words up to the section's end */
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
	int32_t *hashed; /* ASM_HASHES items: first symbol with each hash */
	size_t relocated_count;
	size_t size; /* lowest possible size in bytes so far */
	bool has_relocations;
	struct exh_error *err;
	struct exh_sci_asm_place *place;
	bool has_failed;
};

/* Returns the number of bytes of a name that a message shows. */
static inline int shown_size(struct exh_bytes text, size_t most)
{
	return (int)(text.size < most ? text.size : most);
}

/* Notes the first error. Always returns false. */
bool exh_sci_asm_fail(struct assembler *a, enum exh_status status, size_t line,
		      size_t column, const char *format, ...) EXH_PRINTF(5, 6);

bool exh_sci_asm_no_memory(struct assembler *a);

/* Returns the list with room for one more item, reallocated to twice its size if needed.
 * NULL, and failed, when there are too many or memory is short. */
void *exh_sci_asm_grow(struct assembler *a, void *list, size_t count, size_t *room,
		       size_t item_size, size_t most);

/* Adds an item; NULL, and failed, when there are too many. */
struct item *exh_sci_asm_add(struct assembler *a, enum item_kind kind, size_t line,
			     size_t column);

/* Returns the symbol with that name, which occurs at that place; below 0 when out of
 * memory. */
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

/* A property or method of an object. */
struct member {
	struct word word;
	uint16_t selector;
};

struct members {
	struct member *list;
	size_t count, room;
};

/* A property that code refers to by name: its object may be defined later. */
struct property_use {
	struct exh_bytes name;
	int32_t object; /* symbol */
	size_t item;
	size_t column;
};

struct parser {
	struct assembler *a;
	struct line *line;
	struct token token; /* the current token */
	unsigned section;   /* type */
	bool is_raw;
	bool is_early;	   /* selectors are doubled */
	size_t header;	   /* item */
	size_t count_item; /* item that counts exports or relocations */
	size_t listed;	   /* words listed so far */
	int32_t self;	   /* symbol */
	/* The current object. */
	int32_t object;
	size_t object_line, object_column;
	bool is_class;
	struct members properties, methods;
	struct exh_bytes *names; /* names of all objects' properties */
	size_t name_count, name_room;
	struct property_use *uses;
	size_t use_count, use_room;
};

/*
 * Tokens. These functions return false after an error, which is noted.
 */

/* Reports an error at the current token. Always returns false. */
bool exh_sci_asm_error(struct parser *p, const char *what);
void exh_sci_asm_next(struct parser *p);
bool exh_sci_asm_is_sign(const struct parser *p, char sign);
bool exh_sci_asm_is_word(const struct parser *p, const char *word);
bool exh_sci_asm_expect_end(struct parser *p);
bool exh_sci_asm_expect_sign(struct parser *p, char sign);

/*
 * Values: read at the current token, which is skipped.
 */

/* Reads NAME, #NAME or #NUMBER. */
bool exh_sci_asm_parse_selector(struct parser *p, int32_t *out);
bool exh_sci_asm_parse_number(struct parser *p, int32_t least, int32_t most,
			      int32_t *out);
/* Reads a place from text: NAME, NAME+NUMBER or NUMBER. */
bool exh_sci_asm_parse_place(struct parser *p, struct exh_bytes text,
			     struct operand *out);
/* Reads a number, #SELECTOR, @PLACE (relocated) or PLACE (not relocated). */
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
 * Lines, from the current token to their end.
 */

bool exh_sci_asm_begin_section(struct parser *p, unsigned type, bool is_raw);
bool exh_sci_asm_end_section(struct parser *p);
bool exh_sci_asm_begin_object(struct parser *p, bool is_class);
/* Parses NAME = VALUE. */
bool exh_sci_asm_parse_property(struct parser *p);
/* Parses .method SELECTOR = PLACE. */
bool exh_sci_asm_parse_method(struct parser *p);
bool exh_sci_asm_parse_instruction(struct parser *p);
/* Resolves names used by code, at the end of the text. */
bool exh_sci_asm_resolve_properties(struct parser *p);
bool exh_sci_asm_parse_string(struct parser *p);
bool exh_sci_asm_parse_spec(struct parser *p);
bool exh_sci_asm_parse_bytes(struct parser *p);
bool exh_sci_asm_parse_words(struct parser *p);
/* Parses .fill COUNT, VALUE. */
bool exh_sci_asm_parse_fill(struct parser *p);

#endif
