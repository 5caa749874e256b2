#include "debug.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

int debug_selector(const struct exh_sci_program *program, const char *text)
{
	const struct exh_bytes name = bytes_of_text(text);
	const int found = exh_sci_program_selector_named(program, name);
	unsigned number;

	if (found >= 0)
		return found;
	return debugger_number(text, UINT16_MAX, &number) ? (int)number : -1;
}

/*
 * Addresses.
 */

/* Reads TEXT as a number of this base; nothing may follow it. */
static bool take_number(const char *text, int base, unsigned *out)
{
	char *end;
	unsigned long value;

	if (!strchr("0123456789abcdefABCDEF", *text) || !*text)
		return false;
	value = strtoul(text, &end, base);
	*out = (unsigned)value;
	return !*end && value <= UINT16_MAX;
}

/* Reads two numbers with a colon between. */
static bool take_pair(const char *text, int base, unsigned *first, unsigned *second)
{
	char head[8];
	const char *colon = strchr(text, ':');
	const size_t size = colon ? (size_t)(colon - text) : 0;

	if (!size || size >= sizeof head)
		return false;
	memcpy(head, text, size);
	head[size] = 0;
	return take_number(head, base, first) && take_number(colon + 1, 16, second);
}

static bool read_place(const struct exh_sci_vm *vm, const char *text,
		       struct exh_sci_reg *out, struct exh_writer *why)
{
	unsigned script, offset;

	if (!take_pair(text + 1, 10, &script, &offset)) {
		text_put(why, "%s: expected &SCRIPT:OFFSET, as &994:01bc", text);
		return false;
	}
	*out = (struct exh_sci_reg){ exh_sci_vm_script(vm, script), (uint16_t)offset };
	if (!out->segment)
		text_put(why, "script %u is not loaded", script);
	return out->segment;
}

static bool read_register(const struct exh_sci_vm *vm, const char *text,
			  struct exh_sci_reg *out, struct exh_writer *why)
{
	const size_t size = strcspn(text, "+-");
	struct exh_sci_registers registers;
	struct exh_sci_where where;
	unsigned distance = 0;

	if (!exh_sci_vm_where(vm, &where)) {
		text_put(why, "%s: nothing runs", text);
		return false;
	}
	exh_sci_vm_registers(vm, &registers);
	if (size == 3 && !memcmp(text, "$PC", 3))
		*out = (struct exh_sci_reg){ exh_sci_vm_script(vm, where.script),
					     where.offset };
	else if (size == 4 && !memcmp(text, "$ACC", 4))
		*out = registers.accumulator;
	else if (size == 5 && !memcmp(text, "$PREV", 5))
		*out = registers.previous;
	else if (size == 4 && !memcmp(text, "$OBJ", 4))
		*out = where.self;
	else
		text_put(why, "%s: expected $PC, $ACC, $PREV or $OBJ", text);
	if (why->size)
		return false;
	if (text[size] && !debugger_number(text + size + 1, UINT16_MAX, &distance)) {
		text_put(why, "%s: expected a number after %c", text, text[size]);
		return false;
	}
	out->offset =
		(uint16_t)(out->offset + (text[size] == '-' ? 0u - distance : distance));
	return true;
}

/* A search for objects by name. */
struct by_name {
	const char *name;
	/* index among objects with the name; UINT_MAX: it must be the only one */
	unsigned index;
	size_t count;
	struct exh_sci_reg found;
};

static void add_named(const struct exh_sci_vm *vm, struct by_name *names,
		      struct exh_writer *list)
{
	struct exh_sci_reg object;

	for (unsigned n = 1; n < exh_sci_vm_segment_count(vm); n++) {
		struct exh_sci_segment segment;
		size_t at = 0;

		if (!exh_sci_vm_segment(vm, n, &segment) ||
		    (segment.type != EXH_SCI_SEGMENT_SCRIPT &&
		     segment.type != EXH_SCI_SEGMENT_CLONES))
			continue;
		while (exh_sci_vm_next(vm, n, &at, &object)) {
			if (!text_is(exh_sci_vm_name(vm, object), names->name))
				continue;
			if (names->count == names->index || !names->count)
				names->found = object;
			text_put(list, "%s%zu: ", names->count ? ", " : "", names->count);
			exh_sci_vm_print(vm, object, list);
			names->count++;
		}
	}
}

static bool read_name(const struct exh_sci_vm *vm, const char *text,
		      struct exh_sci_reg *out, struct exh_writer *why)
{
	struct exh_writer list = { .limit = 1 << 16 };
	struct by_name names = { .index = UINT32_MAX };
	const char *dot = strrchr(text, '.');
	char *name = mem_text(text + 1);

	if (dot && debugger_number(dot + 1, UINT16_MAX, &names.index))
		name[dot - text - 1] = 0;
	names.name = name;
	add_named(vm, &names, &list);
	exh_write_u8(&list, 0);
	if (!names.count)
		text_put(why, "there is no object with the name %s", name);
	else if (names.index == UINT32_MAX && names.count > 1)
		text_put(why, "%zu objects have the name %s: write ?%s.0 and so on: %s",
			 names.count, name, name, list.data ? (char *)list.data : "");
	else if (names.index != UINT32_MAX && names.index >= names.count)
		text_put(why, "%zu object%s the name %s: there is no number %u",
			 names.count, names.count == 1 ? " has" : "s have", name,
			 names.index);
	*out = names.found;
	exh_writer_free(&list);
	free(name);
	return !why->size;
}

bool debug_value_read(const struct exh_sci_vm *vm, const char *text,
		      struct exh_sci_reg *out, struct exh_writer *why)
{
	const struct exh_bytes bytes = bytes_of_text(text);
	const bool is_negative = *text == '-';
	unsigned first, second;

	if (*text == '&')
		return read_place(vm, text, out, why);
	if (*text == '$')
		return read_register(vm, text, out, why);
	if (*text == '?')
		return read_name(vm, text, out, why);
	if (debugger_number(text + is_negative, UINT16_MAX, &first)) {
		*out = (struct exh_sci_reg){ 0, (uint16_t)(is_negative ? 0u - first
								       : first) };
		return true;
	}
	if (take_pair(text, 16, &first, &second)) {
		*out = (struct exh_sci_reg){ (uint16_t)first, (uint16_t)second };
		return true;
	}
	if (bytes.size && exh_sci_vm_value(vm, bytes, out) == bytes.size)
		return true;
	text_put(why,
		 "%s: expected a number, a value as in a trace, SEGMENT:OFFSET, "
		 "&SCRIPT:OFFSET, $ACC or ?NAME",
		 text);
	return false;
}

void debug_value_put(const struct exh_sci_vm *vm, struct exh_sci_reg value,
		     struct exh_writer *out)
{
	struct exh_sci_object_look look;
	struct exh_bytes name;

	exh_sci_vm_print(vm, value, out);
	if (!value.segment) {
		text_put(out, " (%d)", (int16_t)value.offset);
	} else if (exh_sci_vm_object(vm, value, &look)) {
		name = exh_sci_vm_name(vm, value);
		text_put(out, " %s", look.is_class ? "class " : "");
		exh_write_bytes(out, name.data, name.size);
	}
}
