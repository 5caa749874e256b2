/* The assembler's tokens, values and the items that they make. */
#include "asm.h"

#include "basics.h"
#include "code.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_ITEMS = 1 << 20, MAX_SYMBOLS = 1 << 18 };

bool exh_sci_asm_fail(struct assembler *a, enum exh_status status, size_t line,
		      size_t column, const char *format, ...)
{
	va_list arguments;
	char text[sizeof a->err->text];

	if (a->has_failed)
		return false;
	a->has_failed = true;
	*a->place = (struct exh_sci_asm_place){ line, column };
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	exh_fail(a->err, status, EXH_NO_OFFSET, "%s", text);
	return false;
}

bool exh_sci_asm_no_memory(struct assembler *a)
{
	return exh_sci_asm_fail(a, EXH_NO_MEMORY, 0, 0,
				"the text needs more than %zu bytes of memory",
				a->arena.limit);
}

void *exh_sci_asm_grow(struct assembler *a, void *list, size_t count, size_t *room,
		       size_t item_size, size_t most)
{
	const size_t longer = *room ? *room * 2 : 64;
	void *copy;

	if (count < *room)
		return list;
	copy = count < most ? exh_alloc(&a->arena, longer, item_size) : NULL;
	if (!copy) {
		exh_sci_asm_no_memory(a);
		return NULL;
	}
	if (count)
		memcpy(copy, list, count * item_size);
	*room = longer;
	return copy;
}

struct item *exh_sci_asm_add(struct assembler *a, enum item_kind kind, size_t line,
			     size_t column)
{
	struct item *items = exh_sci_asm_grow(a, a->items, a->item_count, &a->item_room,
					      sizeof *a->items, MAX_ITEMS);

	if (!items)
		return NULL;
	a->items = items;
	items[a->item_count] = (struct item){ .kind = (uint8_t)kind,
					      .line = line,
					      .column = column,
					      .operand.symbol = NO_SYMBOL };
	return &items[a->item_count++];
}

static size_t hash(struct exh_bytes name)
{
	uint32_t value = 2166136261U;

	for (size_t i = 0; i < name.size; i++)
		value = (value ^ name.data[i]) * 16777619U;
	return (value ^ value >> 16) % ASM_HASHES;
}

int32_t exh_sci_asm_symbol(struct assembler *a, struct exh_bytes name, size_t line,
			   size_t column)
{
	const size_t slot = hash(name);
	struct symbol *symbols;

	for (int32_t i = a->hashed[slot]; i >= 0; i = a->symbols[i].next)
		if (same_bytes(a->symbols[i].name, name))
			return i;
	symbols = exh_sci_asm_grow(a, a->symbols, a->symbol_count, &a->symbol_room,
				   sizeof *a->symbols, MAX_SYMBOLS);
	if (!symbols)
		return NO_SYMBOL;
	a->symbols = symbols;
	symbols[a->symbol_count] = (struct symbol){ .name = name,
						    .item = -1,
						    .next = a->hashed[slot],
						    .line = line,
						    .column = column };
	a->hashed[slot] = (int32_t)a->symbol_count;
	return (int32_t)a->symbol_count++;
}

static bool fail_at(struct parser *p, size_t column, const char *what,
		    struct exh_bytes text)
{
	return exh_sci_asm_fail(p->a, EXH_INVALID, p->line->number, column, "%s: %.*s",
				what, shown_size(text, ASM_SHOWN),
				text.size ? (const char *)text.data : "");
}

bool exh_sci_asm_error(struct parser *p, const char *what)
{
	if (p->token.kind == TOKEN_BAD)
		what = "a quote has no end on this line";
	if (p->token.kind == TOKEN_END || p->token.kind == TOKEN_BAD)
		return exh_sci_asm_fail(p->a, EXH_INVALID, p->line->number,
					p->token.column, "%s", what);
	return fail_at(p, p->token.column, what, p->token.text);
}

void exh_sci_asm_next(struct parser *p)
{
	p->token = exh_sci_next_token(p->line);
}

bool exh_sci_asm_is_sign(const struct parser *p, char sign)
{
	return p->token.kind == TOKEN_SIGN && p->token.text.data[0] == (uint8_t)sign;
}

bool exh_sci_asm_is_word(const struct parser *p, const char *word)
{
	return p->token.kind == TOKEN_WORD && text_is(p->token.text, word);
}

bool exh_sci_asm_expect_end(struct parser *p)
{
	return p->token.kind == TOKEN_END ||
	       exh_sci_asm_error(p, "expected the line's end, or ';' before a comment");
}

bool exh_sci_asm_expect_sign(struct parser *p, char sign)
{
	if (!exh_sci_asm_is_sign(p, sign))
		return exh_sci_asm_error(p,
					 sign == ',' ? "expected ','" : "expected '='");
	exh_sci_asm_next(p);
	return true;
}

struct item *exh_sci_asm_add_here(struct parser *p, enum item_kind kind)
{
	return exh_sci_asm_add(p->a, kind, p->line->number, p->token.column);
}

/*
 * Operands.
 */

static int selector_named(const struct parser *p, struct exh_bytes name)
{
	return p->a->naming ? exh_sci_program_selector_named(p->a->naming->program, name)
			    : -1;
}

/* Reads #NAME or #NUMBER, without the sign. In early scripts "NAME" is twice its number,
 * and "NAME?" one more. */
static int selector_of(const struct parser *p, struct exh_bytes text)
{
	const bool is_questioned =
		p->is_early && text.size && text.data[text.size - 1] == '?';
	int32_t number;
	int named;

	if (exh_sci_number_from(text, &number) && number >= 0)
		return number;
	named = selector_named(p, text);
	if (named >= 0 || !is_questioned)
		return p->is_early && named >= 0 ? 2 * named : named;
	text.size--;
	named = selector_named(p, text);
	return named < 0 ? named : 2 * named + 1;
}

bool exh_sci_asm_parse_selector(struct parser *p, int32_t *out)
{
	struct exh_bytes text = p->token.text;

	if (p->token.kind != TOKEN_WORD)
		return exh_sci_asm_error(p, "expected a selector");
	if (text.data[0] == '#')
		exh_bytes_slice(text, 1, text.size - 1, &text);
	*out = selector_of(p, text);
	if (*out < 0)
		return exh_sci_asm_error(
			p, "the vocabulary has no such selector; #NUMBER always works");
	if (*out > ASM_MAX_WORD)
		return exh_sci_asm_error(p, "the number is out of range");
	exh_sci_asm_next(p);
	return true;
}

bool exh_sci_asm_parse_number(struct parser *p, int32_t least, int32_t most, int32_t *out)
{
	const struct token token = p->token;

	if (token.kind == TOKEN_WORD && token.text.data[0] == '#') {
		if (!exh_sci_asm_parse_selector(p, out))
			return false;
	} else if (token.kind == TOKEN_WORD && exh_sci_number_from(token.text, out)) {
		exh_sci_asm_next(p);
	} else {
		return exh_sci_asm_error(p, "expected a number");
	}
	if (*out >= least && *out <= most)
		return true;
	p->token = token;
	return exh_sci_asm_error(p, "the number is out of range");
}

/* Reads NAME, NAME+NUMBER or NUMBER. */
bool exh_sci_asm_parse_place(struct parser *p, struct exh_bytes text, struct operand *out)
{
	const uint8_t *plus = text.size ? memchr(text.data, '+', text.size) : NULL;
	struct exh_bytes name = text, distance;

	*out = (struct operand){ .symbol = NO_SYMBOL };
	if (exh_sci_number_from(text, &out->number))
		return (out->number >= ASM_MIN_WORD && out->number <= ASM_MAX_WORD) ||
		       exh_sci_asm_error(p, "the number is out of range");
	if (plus) {
		exh_bytes_slice(text, 0, (size_t)(plus - text.data), &name);
		exh_bytes_slice(text, name.size + 1, text.size - name.size - 1,
				&distance);
		if (!exh_sci_number_from(distance, &out->number))
			return exh_sci_asm_error(p, "expected NAME+NUMBER");
	}
	if (!exh_sci_is_token(name))
		return exh_sci_asm_error(p, "expected the name of a place, or a number");
	out->symbol = exh_sci_asm_symbol(p->a, name, p->line->number, p->token.column);
	return out->symbol != NO_SYMBOL;
}

/* Reads a value of a property or a local: a number, #SELECTOR, @PLACE (relocated) or
 * PLACE (not relocated). */
bool exh_sci_asm_parse_word(struct parser *p, struct word *out)
{
	struct exh_bytes text = p->token.text;

	*out = (struct word){ .line = p->line->number, .column = p->token.column };
	out->operand.symbol = NO_SYMBOL;
	if (p->token.kind != TOKEN_WORD)
		return exh_sci_asm_error(p, "expected a value");
	if (text.data[0] == '#')
		return exh_sci_asm_parse_selector(p, &out->operand.number);
	out->is_relocated = text.data[0] == '@';
	if (out->is_relocated)
		exh_bytes_slice(text, 1, text.size - 1, &text);
	if (!exh_sci_asm_parse_place(p, text, &out->operand))
		return false;
	exh_sci_asm_next(p);
	return true;
}

bool exh_sci_asm_add_word(struct parser *p, const struct word *word)
{
	struct item *item = exh_sci_asm_add(p->a, ITEM_WORD, word->line, word->column);

	if (!item)
		return false;
	item->operand = word->operand;
	item->is_relocated = word->is_relocated;
	p->a->relocated_count += word->is_relocated;
	p->listed++;
	return true;
}

bool exh_sci_asm_add_number(struct parser *p, size_t number)
{
	const struct word word = { .operand = { NO_SYMBOL, (int32_t)number },
				   .line = p->line->number,
				   .column = 1 };

	return exh_sci_asm_add_word(p, &word);
}

bool exh_sci_asm_define(struct parser *p, int32_t symbol, size_t line, size_t column)
{
	struct item *item;

	if (symbol == NO_SYMBOL)
		return false;
	if (p->a->symbols[symbol].item >= 0)
		return exh_sci_asm_fail(p->a, EXH_INVALID, line, column,
					"the place %.*s is in line %zu already",
					shown_size(p->a->symbols[symbol].name, ASM_SHOWN),
					(const char *)p->a->symbols[symbol].name.data,
					p->a->items[p->a->symbols[symbol].item].line);
	item = exh_sci_asm_add(p->a, ITEM_LABEL, line, column);
	p->a->symbols[symbol].item = item ? (int32_t)(item - p->a->items) : -1;
	return item;
}

bool exh_sci_asm_add_bytes(struct parser *p, const void *data, size_t size)
{
	struct item *item = exh_sci_asm_add_here(p, ITEM_BYTES);

	if (!item)
		return false;
	item->first_byte = (uint32_t)p->a->pool.size;
	item->byte_count = (uint32_t)size;
	exh_write_bytes(&p->a->pool, data, size);
	return !p->a->pool.failed ||
	       exh_sci_asm_fail(p->a, EXH_LIMIT, p->line->number, 1,
				"the script gets longer than %zu bytes here",
				p->a->pool.limit);
}
