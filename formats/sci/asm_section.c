/* The assembler's sections and objects. */
#include "asm.h"

#include "code.h"

static bool flush_object(struct parser *p);

bool exh_sci_asm_end_section(struct parser *p)
{
	if (p->section == ASM_NO_SECTION || p->section == ASM_REST)
		return true;
	if ((p->section == EXH_SCI_SECTION_OBJECT ||
	     p->section == EXH_SCI_SECTION_CLASS) &&
	    !p->is_raw && !flush_object(p))
		return false;
	if (p->section == EXH_SCI_SECTION_EXPORTS && !p->is_raw)
		p->a->items[p->count_item].other = (uint32_t)p->listed;
	if (p->section == EXH_SCI_SECTION_RELOCATION && !p->is_raw && p->listed) {
		p->a->items[p->count_item].kind = ITEM_COUNT;
		p->a->items[p->count_item].other = (uint32_t)p->listed;
	}
	if (!p->is_raw && !exh_sci_asm_add_here(p, ITEM_PADDING))
		return false;
	if (!exh_sci_asm_add_here(p, ITEM_SECTION_END))
		return false;
	p->a->items[p->header].other = (uint32_t)(p->a->item_count - 1);
	p->section = ASM_NO_SECTION;
	return true;
}

bool exh_sci_asm_begin_section(struct parser *p, unsigned type, bool is_raw)
{
	struct item *item;

	if (p->section == ASM_REST)
		return exh_sci_asm_error(p, "no section may follow .rest");
	if (!exh_sci_asm_end_section(p))
		return false;
	p->header = p->a->item_count;
	item = exh_sci_asm_add_here(p, ITEM_SECTION);
	if (!item)
		return false;
	item->type = (uint8_t)type;
	p->section = type;
	p->is_raw = is_raw;
	if (!is_raw &&
	    (type == EXH_SCI_SECTION_EXPORTS || type == EXH_SCI_SECTION_RELOCATION)) {
		p->count_item = p->a->item_count;
		if (!exh_sci_asm_add_here(p, type == EXH_SCI_SECTION_EXPORTS
						     ? ITEM_COUNT
						     : ITEM_RELOCATIONS))
			return false;
	}
	p->listed = 0;
	if (type == EXH_SCI_SECTION_RELOCATION)
		p->a->has_relocations = true;
	return true;
}

/*
 * Objects.
 */

bool exh_sci_asm_begin_object(struct parser *p, bool is_class)
{
	exh_sci_asm_next(p);
	if (p->token.kind != TOKEN_WORD || !exh_sci_is_token(p->token.text))
		return exh_sci_asm_error(p, "expected the object's name");
	if (!exh_sci_asm_begin_section(
		    p, is_class ? EXH_SCI_SECTION_CLASS : EXH_SCI_SECTION_OBJECT, false))
		return false;
	p->object =
		exh_sci_asm_symbol(p->a, p->token.text, p->line->number, p->token.column);
	if (p->object == NO_SYMBOL)
		return false;
	p->object_line = p->line->number;
	p->object_column = p->token.column;
	p->is_class = is_class;
	p->properties.count = p->methods.count = 0;
	p->a->symbols[p->object].first_property = p->name_count;
	exh_sci_asm_next(p);
	return exh_sci_asm_expect_end(p);
}

static bool add_name(struct parser *p, struct exh_bytes name)
{
	struct exh_bytes *names =
		exh_sci_asm_grow(p->a, p->names, p->name_count, &p->name_room,
				 sizeof *names, ASM_MAX_NAMES);

	if (!names)
		return false;
	p->names = names;
	names[p->name_count++] = name;
	return true;
}

/* SELECTOR = VALUE, from the value on. */
static bool parse_member(struct parser *p, struct members *to, int32_t selector)
{
	struct member *list = exh_sci_asm_grow(p->a, to->list, to->count, &to->room,
					       sizeof *list, ASM_MAX_LIST);

	if (!list)
		return false;
	to->list = list;
	list[to->count].selector = (uint16_t)selector;
	return exh_sci_asm_parse_word(p, &list[to->count++].word) &&
	       exh_sci_asm_expect_end(p);
}

/* NAME = VALUE */
bool exh_sci_asm_parse_property(struct parser *p)
{
	const struct exh_bytes name = p->token.text;
	int32_t selector = 0;

	if (p->properties.count == ASM_MAX_LIST)
		return exh_sci_asm_error(p, "an object has at most 32,767 properties");
	if (p->is_class) {
		if (!exh_sci_asm_parse_selector(p, &selector))
			return false;
	} else {
		exh_sci_asm_next(p);
	}
	return exh_sci_asm_expect_sign(p, '=') && add_name(p, name) &&
	       parse_member(p, &p->properties, selector);
}

/* .method SELECTOR = PLACE */
bool exh_sci_asm_parse_method(struct parser *p)
{
	int32_t selector = 0;

	exh_sci_asm_next(p);
	if ((p->section != EXH_SCI_SECTION_OBJECT &&
	     p->section != EXH_SCI_SECTION_CLASS) ||
	    p->is_raw)
		return exh_sci_asm_error(p,
					 "a method must belong to an object or a class");
	if (p->methods.count == ASM_MAX_LIST)
		return exh_sci_asm_error(p, "an object has at most 32,767 methods");
	return exh_sci_asm_parse_selector(p, &selector) &&
	       exh_sci_asm_expect_sign(p, '=') && parse_member(p, &p->methods, selector);
}

static bool flush_words(struct parser *p, const struct members *from)
{
	for (size_t i = 0; i < from->count; i++)
		if (!exh_sci_asm_add_word(p, &from->list[i].word))
			return false;
	return true;
}

static bool flush_selectors(struct parser *p, const struct members *from)
{
	for (size_t i = 0; i < from->count; i++)
		if (!exh_sci_asm_add_number(p, from->list[i].selector))
			return false;
	return true;
}

/* The words of an object, now that all of it is known. */
static bool flush_object(struct parser *p)
{
	const size_t lists = p->is_class ? 2 : 1, count = p->properties.count;

	if (!exh_sci_asm_add_number(p, EXH_SCI_OBJECT_MAGIC) ||
	    !exh_sci_asm_add_number(p, 0) ||
	    !exh_sci_asm_add_number(p, 2 * lists * count + 2) ||
	    !exh_sci_asm_add_number(p, count) ||
	    !exh_sci_asm_define(p, p->object, p->object_line, p->object_column))
		return false;
	p->a->symbols[p->object].property_count = count;
	return flush_words(p, &p->properties) &&
	       (!p->is_class || flush_selectors(p, &p->properties)) &&
	       exh_sci_asm_add_number(p, p->methods.count) &&
	       flush_selectors(p, &p->methods) && exh_sci_asm_add_number(p, 0) &&
	       flush_words(p, &p->methods);
}
