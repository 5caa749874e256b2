/* The assembler's lists of items and symbols. */
#include "asm.h"

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
		if (a->symbols[i].name.size == name.size &&
		    !memcmp(a->symbols[i].name.data, name.data, name.size))
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
