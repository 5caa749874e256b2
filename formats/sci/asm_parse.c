/* The assembler's text, line by line, into items. */
#include "asm.h"

#include "code.h"

#include <string.h>

static const struct {
	const char *name;
	unsigned type;
} section_names[] = {
	{ ".exports", EXH_SCI_SECTION_EXPORTS },
	{ ".code", EXH_SCI_SECTION_CODE },
	{ ".said", EXH_SCI_SECTION_SAID },
	{ ".strings", EXH_SCI_SECTION_STRINGS },
	{ ".synonyms", EXH_SCI_SECTION_SYNONYMS },
	{ ".locals", EXH_SCI_SECTION_LOCALS },
	{ ".relocations", EXH_SCI_SECTION_RELOCATION },
};

/* .section NUMBER */
static bool parse_raw_section(struct parser *p)
{
	int32_t type;

	exh_sci_asm_next(p);
	return exh_sci_asm_parse_number(p, 1, EXH_SCI_SECTIONS - 1, &type) &&
	       exh_sci_asm_expect_end(p) &&
	       exh_sci_asm_begin_section(p, (unsigned)type, true);
}

/* .self NAME: code after it calls this object's properties by name. */
static bool parse_self(struct parser *p)
{
	exh_sci_asm_next(p);
	if (p->token.kind != TOKEN_WORD || !exh_sci_is_token(p->token.text))
		return exh_sci_asm_error(p, "expected the name of an object");
	p->self =
		exh_sci_asm_symbol(p->a, p->token.text, p->line->number, p->token.column);
	exh_sci_asm_next(p);
	return p->self != NO_SYMBOL && exh_sci_asm_expect_end(p);
}

static bool parse_rest(struct parser *p)
{
	exh_sci_asm_next(p);
	if (!exh_sci_asm_end_section(p))
		return false;
	p->section = ASM_REST;
	p->is_raw = true;
	return exh_sci_asm_expect_end(p);
}

/* The number of locals of an early script: its first word. */
static bool parse_early(struct parser *p)
{
	int32_t count;

	exh_sci_asm_next(p);
	if (p->a->item_count)
		return exh_sci_asm_error(p, ".early must stand before all sections");
	p->is_early = true;
	return exh_sci_asm_parse_number(p, 0, ASM_MAX_WORD, &count) &&
	       exh_sci_asm_add_number(p, (size_t)count) && exh_sci_asm_expect_end(p);
}

static bool parse_script(struct parser *p)
{
	int32_t number;

	if (p->a->item_count)
		return exh_sci_asm_error(p, "one text makes one script: this must be its "
					    "first line");
	exh_sci_asm_next(p);
	return exh_sci_asm_parse_number(p, 0, ASM_MAX_WORD, &number) &&
	       exh_sci_asm_expect_end(p);
}

/* Directives that hold data need a section around them. */
static bool parse_data(struct parser *p, bool (*parse)(struct parser *p))
{
	if (p->section == ASM_NO_SECTION)
		return exh_sci_asm_error(
			p, "a section must begin before this, such as .code");
	if (!p->is_raw &&
	    (p->section == EXH_SCI_SECTION_OBJECT || p->section == EXH_SCI_SECTION_CLASS))
		return exh_sci_asm_error(
			p, "an object has only properties and methods; .section 1 "
			   "begins one of bytes");
	return parse(p);
}

static bool parse_directive(struct parser *p)
{
	static const struct {
		const char *name;
		bool (*parse)(struct parser *p);
		bool is_data;
	} directives[] = {
		{ ".script", parse_script, false },
		{ ".early", parse_early, false },
		{ ".section", parse_raw_section, false },
		{ ".self", parse_self, false },
		{ ".rest", parse_rest, false },
		{ ".method", exh_sci_asm_parse_method, false },
		{ ".byte", exh_sci_asm_parse_bytes, true },
		{ ".word", exh_sci_asm_parse_words, true },
		{ ".fill", exh_sci_asm_parse_fill, true },
		{ ".string", exh_sci_asm_parse_string, true },
		{ ".spec", exh_sci_asm_parse_spec, true },
	};

	for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
		if (exh_sci_asm_is_word(p, directives[i].name))
			return directives[i].is_data ? parse_data(p, directives[i].parse)
						     : directives[i].parse(p);
	if (exh_sci_asm_is_word(p, ".object") || exh_sci_asm_is_word(p, ".class"))
		return exh_sci_asm_begin_object(p, exh_sci_asm_is_word(p, ".class"));
	for (size_t i = 0; i < sizeof section_names / sizeof *section_names; i++)
		if (exh_sci_asm_is_word(p, section_names[i].name)) {
			exh_sci_asm_next(p);
			return exh_sci_asm_expect_end(p) &&
			       exh_sci_asm_begin_section(p, section_names[i].type, false);
		}
	return exh_sci_asm_error(p, "no directive has this name");
}

static bool is_label(const struct parser *p)
{
	const struct exh_bytes text = p->token.text;

	return p->token.kind == TOKEN_WORD && text.size > 1 &&
	       text.data[text.size - 1] == ':';
}

static bool parse_label(struct parser *p)
{
	struct exh_bytes name;

	exh_bytes_slice(p->token.text, 0, p->token.text.size - 1, &name);
	if (!exh_sci_is_token(name))
		return exh_sci_asm_error(p, "a place can't have this name");
	if (p->section == ASM_NO_SECTION)
		return exh_sci_asm_error(
			p, "a section must begin before this, such as .code");
	return exh_sci_asm_define(
		p, exh_sci_asm_symbol(p->a, name, p->line->number, p->token.column),
		p->line->number, p->token.column);
}

static bool parse_export(struct parser *p)
{
	struct word word;

	return exh_sci_asm_parse_word(p, &word) && exh_sci_asm_add_word(p, &word) &&
	       exh_sci_asm_expect_end(p);
}

static bool parse_content(struct parser *p)
{
	if (p->is_raw)
		return exh_sci_asm_error(p, "here only .byte and .word may stand");
	switch (p->section) {
	case EXH_SCI_SECTION_CODE:
		return exh_sci_asm_parse_instruction(p);
	case EXH_SCI_SECTION_OBJECT:
	case EXH_SCI_SECTION_CLASS:
		return exh_sci_asm_parse_property(p);
	case EXH_SCI_SECTION_EXPORTS:
		return parse_export(p);
	default:
		return exh_sci_asm_error(p, "expected a directive, such as .code");
	}
}

static bool parse_line(struct parser *p)
{
	exh_sci_asm_next(p);
	if (is_label(p)) {
		if (!parse_label(p))
			return false;
		exh_sci_asm_next(p);
	}
	if (p->token.kind == TOKEN_END)
		return true;
	if (p->token.kind != TOKEN_WORD)
		return exh_sci_asm_error(p, "expected an instruction or a directive");
	return p->token.text.data[0] == '.' ? parse_directive(p) : parse_content(p);
}

static bool parse_end(struct parser *p)
{
	static const uint8_t mark[2];

	if (p->section != ASM_REST &&
	    (!exh_sci_asm_end_section(p) || !exh_sci_asm_add_bytes(p, mark, sizeof mark)))
		return false;
	if (p->a->relocated_count && !p->a->has_relocations)
		return exh_sci_asm_fail(p->a, EXH_INVALID, p->line->number, 1,
					"values with @ need a section .relocations");
	return exh_sci_asm_resolve_properties(p);
}

static bool parse_lines(struct parser *p, struct exh_bytes text)
{
	for (size_t pos = 0; pos < text.size;) {
		const uint8_t *end = memchr(text.data + pos, '\n', text.size - pos);
		const size_t size =
			end ? (size_t)(end - text.data) - pos : text.size - pos;

		*p->line = (struct line){ .number = p->line->number + 1 };
		exh_bytes_slice(text, pos, size, &p->line->text);
		if (!parse_line(p))
			return false;
		pos += size + 1;
	}
	*p->line = (struct line){ .number = p->line->number };
	return parse_end(p);
}

bool exh_sci_asm_parse(struct assembler *a, struct exh_bytes text)
{
	struct line line = { .number = 0 };
	struct parser p = {
		.a = a, .line = &line, .self = NO_SYMBOL, .object = NO_SYMBOL
	};

	return parse_lines(&p, text);
}
