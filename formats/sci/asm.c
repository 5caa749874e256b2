/* Converts the assembler's items to bytes. */
#include "asm.h"

#include "basics.h"
#include "code.h"

#include <string.h>

enum {
	MEMORY = 1 << 28,
	MAX_SCRIPT = 65535,
	HEADER_SIZE = 4,
	NARROW_BIAS = 128,
	NARROW_RANGE = 256,
};

/*
 * Places.
 */

static size_t size_of(const struct assembler *a, const struct item *item)
{
	switch (item->kind) {
	case ITEM_BYTES:
		return item->byte_count;
	case ITEM_WORD:
	case ITEM_COUNT:
		return 2;
	case ITEM_INSTRUCTION:
		return exh_sci_instruction_size(item->instruction.opcode,
						item->instruction.is_narrow);
	case ITEM_SECTION:
		return HEADER_SIZE;
	case ITEM_RELOCATIONS:
		return 2 + 2 * a->relocated_count;
	default:
		return 0;
	}
}

/* Assigns positions. False if the script gets too long. */
static bool place_items(struct assembler *a)
{
	size_t position = 0, section = 0;

	for (size_t i = 0; i < a->item_count; i++) {
		struct item *item = &a->items[i];

		item->position = (uint32_t)position;
		if (item->kind == ITEM_SECTION)
			section = position;
		item->byte_count = item->kind == ITEM_PADDING ? (position - section) % 2
							      : item->byte_count;
		position +=
			item->kind == ITEM_PADDING ? item->byte_count : size_of(a, item);
		if (position > MAX_SCRIPT)
			return exh_sci_asm_fail(a, EXH_LIMIT, item->line, item->column,
						"the script gets longer than %d bytes "
						"here",
						MAX_SCRIPT);
	}
	return true;
}

static uint32_t value_of(const struct assembler *a, const struct operand *operand)
{
	const uint32_t number = (uint32_t)operand->number;

	if (operand->symbol == NO_SYMBOL)
		return number & 0xffff;
	return (a->items[a->symbols[operand->symbol].item].position + number) & 0xffff;
}

static bool is_relative(const struct item *item)
{
	return item->kind == ITEM_INSTRUCTION &&
	       exh_sci_is_relative(item->instruction.opcode);
}

static int16_t distance(const struct assembler *a, const struct item *item)
{
	return (int16_t)(value_of(a, &item->operand) -
			 (item->position + (uint32_t)size_of(a, item)));
}

/* Widens instructions with operands too large for a byte. True if none changed. */
static bool widen(struct assembler *a)
{
	bool is_stable = true;

	for (size_t i = 0; i < a->item_count; i++) {
		struct item *item = &a->items[i];

		if (!is_relative(item) || item->is_fixed || !item->instruction.is_narrow)
			continue;
		if ((uint16_t)(distance(a, item) + NARROW_BIAS) >= NARROW_RANGE) {
			item->instruction.is_narrow = false;
			is_stable = false;
		}
	}
	return is_stable;
}

static bool check_symbols(struct assembler *a)
{
	for (size_t i = 0; i < a->symbol_count; i++)
		if (a->symbols[i].item < 0)
			return exh_sci_asm_fail(a, EXH_INVALID, a->symbols[i].line,
						a->symbols[i].column,
						"no place is called %.*s",
						shown_size(a->symbols[i].name, 80),
						(const char *)a->symbols[i].name.data);
	return true;
}

static bool find_places(struct assembler *a)
{
	do {
		if (!place_items(a))
			return false;
	} while (!widen(a));
	return true;
}

/*
 * Bytes.
 */

static void emit_relocations(const struct assembler *a, struct exh_writer *out)
{
	exh_write_u16le(out, (uint16_t)a->relocated_count);
	for (size_t i = 0; i < a->item_count; i++)
		if (a->items[i].kind == ITEM_WORD && a->items[i].is_relocated)
			exh_write_u16le(out, (uint16_t)a->items[i].position);
}

static bool emit_instruction(struct assembler *a, const struct item *item,
			     struct exh_writer *out)
{
	struct exh_sci_instruction instruction = item->instruction;
	struct exh_error err;

	if (is_relative(item))
		instruction.operands[0] = distance(a, item);
	return !exh_sci_instruction_write(&instruction, out, &err) ||
	       exh_sci_asm_fail(a, err.status, item->line, item->column, "%s", err.text);
}

static bool emit(struct assembler *a, const struct item *item, struct exh_writer *out)
{
	switch (item->kind) {
	case ITEM_BYTES:
		exh_write_bytes(out, a->pool.data + item->first_byte, item->byte_count);
		break;
	case ITEM_WORD:
		exh_write_u16le(out, (uint16_t)value_of(a, &item->operand));
		break;
	case ITEM_INSTRUCTION:
		return emit_instruction(a, item, out);
	case ITEM_SECTION:
		exh_write_u16le(out, item->type);
		exh_write_u16le(
			out, (uint16_t)(a->items[item->other].position - item->position));
		break;
	case ITEM_COUNT:
		exh_write_u16le(out, (uint16_t)item->other);
		break;
	case ITEM_RELOCATIONS:
		emit_relocations(a, out);
		break;
	case ITEM_PADDING:
		if (item->byte_count)
			exh_write_u8(out, 0);
		break;
	default:
		break;
	}
	return true;
}

/* Places items, and appends their bytes. */
static bool emit_all(struct assembler *a, struct exh_writer *out)
{
	if (!check_symbols(a) || !find_places(a))
		return false;
	for (size_t i = 0; i < a->item_count; i++)
		if (!emit(a, &a->items[i], out))
			return false;
	return !out->failed ||
	       exh_sci_asm_fail(a, EXH_LIMIT, 0, 0, "the script exceeds %zu bytes",
				out->limit);
}

enum exh_status exh_sci_assemble(struct exh_bytes text,
				 const struct exh_sci_naming *naming,
				 struct exh_writer *out, struct exh_sci_asm_place *place,
				 struct exh_error *err)
{
	struct exh_error own;
	struct assembler a = { .naming = naming,
			       .arena.limit = MEMORY,
			       .pool.limit = MAX_SCRIPT,
			       .err = err ? err : &own,
			       .place = place };
	const size_t before = out->size;
	bool is_done;

	*place = (struct exh_sci_asm_place){ 0, 0 };
	a.hashed = exh_alloc(&a.arena, ASM_HASHES, sizeof *a.hashed);
	for (size_t i = 0; i < ASM_HASHES && a.hashed; i++)
		a.hashed[i] = NO_SYMBOL;
	is_done = a.hashed ? exh_sci_asm_parse(&a, text) && emit_all(&a, out)
			   : exh_sci_asm_no_memory(&a);
	exh_arena_free(&a.arena);
	exh_writer_free(&a.pool);
	if (is_done)
		return EXH_OK;
	if (!out->failed)
		out->size = before;
	return a.err->status;
}
