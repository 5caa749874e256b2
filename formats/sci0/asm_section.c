/* The assembler's sections and objects. */
#include "asm_parser.h"

#include "token.h"

#include <string.h>

static bool flush_object(struct parser *p);

bool exh_sci0_asm_end_section(struct parser *p)
{
	if (p->section == ASM_NO_SECTION || p->section == ASM_REST)
		return true;
	if ((p->section == EXH_SCI0_SECTION_OBJECT ||
	     p->section == EXH_SCI0_SECTION_CLASS) &&
	    !p->is_raw && !flush_object(p))
		return false;
	if (p->section == EXH_SCI0_SECTION_EXPORTS && !p->is_raw)
		p->a->items[p->count_item].other = (uint32_t)p->listed;
	if (p->section == EXH_SCI0_SECTION_RELOCATION && !p->is_raw && p->listed) {
		p->a->items[p->count_item].kind = ITEM_COUNT;
		p->a->items[p->count_item].other = (uint32_t)p->listed;
	}
	if (!p->is_raw && !exh_sci0_asm_add_here(p, ITEM_PADDING))
		return false;
	if (!exh_sci0_asm_add_here(p, ITEM_SECTION_END))
		return false;
	p->a->items[p->header].other = (uint32_t)(p->a->item_count - 1);
	p->section = ASM_NO_SECTION;
	return true;
}

bool exh_sci0_asm_begin_section(struct parser *p, unsigned type, bool is_raw)
{
	struct item *item;

	if (p->section == ASM_REST)
		return exh_sci0_asm_error(p, "no section may follow .rest");
	if (!exh_sci0_asm_end_section(p))
		return false;
	p->header = p->a->item_count;
	item = exh_sci0_asm_add_here(p, ITEM_SECTION);
	if (!item)
		return false;
	item->type = (uint8_t)type;
	p->section = type;
	p->is_raw = is_raw;
	if (!is_raw &&
	    (type == EXH_SCI0_SECTION_EXPORTS || type == EXH_SCI0_SECTION_RELOCATION)) {
		p->count_item = p->a->item_count;
		if (!exh_sci0_asm_add_here(p, type == EXH_SCI0_SECTION_EXPORTS
						      ? ITEM_COUNT
						      : ITEM_RELOCATIONS))
			return false;
	}
	p->listed = 0;
	if (type == EXH_SCI0_SECTION_RELOCATION)
		p->a->has_relocations = true;
	return true;
}

/*
 * Objects.
 */

bool exh_sci0_asm_begin_object(struct parser *p, bool is_class)
{
	exh_sci0_asm_next(p);
	if (p->token.kind != TOKEN_WORD || !exh_sci0_is_token(p->token.text))
		return exh_sci0_asm_error(p, "expected the object's name");
	if (!exh_sci0_asm_begin_section(
		    p, is_class ? EXH_SCI0_SECTION_CLASS : EXH_SCI0_SECTION_OBJECT,
		    false))
		return false;
	p->object = exh_sci0_asm_symbol(p->a, p->token.text, p->line->number,
					p->token.column);
	if (p->object == NO_SYMBOL)
		return false;
	p->object_line = p->line->number;
	p->object_column = p->token.column;
	p->is_class = is_class;
	p->value_count = p->method_count = 0;
	p->a->symbols[p->object].first_property = p->name_count;
	exh_sci0_asm_next(p);
	return exh_sci0_asm_expect_end(p);
}

static bool add_name(struct parser *p, struct exh_bytes name)
{
	if (p->name_count == p->name_room) {
		const size_t room = p->name_room ? 2 * p->name_room : 256;
		struct exh_bytes *names = exh_alloc(&p->lists, room, sizeof *names);

		if (!names)
			return exh_sci0_asm_fail(p->a, EXH_NO_MEMORY, 0, 0,
						 "there is not enough memory");
		if (p->name_count)
			memcpy(names, p->names, p->name_count * sizeof *names);
		p->names = names;
		p->name_room = room;
	}
	p->names[p->name_count++] = name;
	return true;
}

/* NAME = VALUE */
bool exh_sci0_asm_parse_property(struct parser *p)
{
	const struct exh_bytes name = p->token.text;
	int32_t selector = 0;

	if (p->value_count == ASM_MAX_LIST)
		return exh_sci0_asm_error(p, "an object has at most 32,767 properties");
	if (p->is_class) {
		if (!exh_sci0_asm_parse_selector(p, &selector))
			return false;
	} else {
		exh_sci0_asm_next(p);
	}
	if (!exh_sci0_asm_expect_sign(p, '=') || !add_name(p, name))
		return false;
	p->selectors[p->value_count] = (uint16_t)selector;
	return exh_sci0_asm_parse_word(p, &p->values[p->value_count++]) &&
	       exh_sci0_asm_expect_end(p);
}

/* .method SELECTOR = PLACE */
bool exh_sci0_asm_parse_method(struct parser *p)
{
	int32_t selector = 0;

	exh_sci0_asm_next(p);
	if ((p->section != EXH_SCI0_SECTION_OBJECT &&
	     p->section != EXH_SCI0_SECTION_CLASS) ||
	    p->is_raw)
		return exh_sci0_asm_error(p,
					  "a method must belong to an object or a class");
	if (p->method_count == ASM_MAX_LIST)
		return exh_sci0_asm_error(p, "an object has at most 32,767 methods");
	if (!exh_sci0_asm_parse_selector(p, &selector) ||
	    !exh_sci0_asm_expect_sign(p, '='))
		return false;
	p->method_selectors[p->method_count] = (uint16_t)selector;
	return exh_sci0_asm_parse_word(p, &p->methods[p->method_count++]) &&
	       exh_sci0_asm_expect_end(p);
}

/* The words of an object, now that all of it is known. */
static bool flush_object(struct parser *p)
{
	const size_t lists = p->is_class ? 2 : 1;
	bool is_done =
		exh_sci0_asm_add_number(p, EXH_SCI0_OBJECT_MAGIC) &&
		exh_sci0_asm_add_number(p, 0) &&
		exh_sci0_asm_add_number(p, 2 * lists * p->value_count + 2) &&
		exh_sci0_asm_add_number(p, p->value_count) &&
		exh_sci0_asm_define(p, p->object, p->object_line, p->object_column);

	if (is_done)
		p->a->symbols[p->object].property_count = p->value_count;
	for (size_t i = 0; i < p->value_count && is_done; i++)
		is_done = exh_sci0_asm_add_word(p, &p->values[i]);
	for (size_t i = 0; i < p->value_count && p->is_class && is_done; i++)
		is_done = exh_sci0_asm_add_number(p, p->selectors[i]);
	is_done = is_done && exh_sci0_asm_add_number(p, p->method_count);
	for (size_t i = 0; i < p->method_count && is_done; i++)
		is_done = exh_sci0_asm_add_number(p, p->method_selectors[i]);
	is_done = is_done && exh_sci0_asm_add_number(p, 0);
	for (size_t i = 0; i < p->method_count && is_done; i++)
		is_done = exh_sci0_asm_add_word(p, &p->methods[i]);
	return is_done;
}
