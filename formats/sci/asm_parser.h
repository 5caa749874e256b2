/* The assembler's parser: what its parts share. */
#ifndef EXH_SCI_ASM_PARSER_H
#define EXH_SCI_ASM_PARSER_H

#include "asm.h"

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
