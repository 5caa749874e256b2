/* Values and changes of a trace, read back. Source: sci0-vm 7.3. */
#include "trace.h"

#include <string.h>

/* Rest of a text. */
struct text {
	const uint8_t *at, *end;
};

static bool take(struct text *t, char c)
{
	if (t->at == t->end || *t->at != (uint8_t)c)
		return false;
	t->at++;
	return true;
}

static int digit_of(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool take_number(struct text *t, unsigned base, uint32_t most, uint32_t *out)
{
	const uint8_t *first = t->at;
	uint64_t value = 0;

	for (; t->at < t->end; t->at++) {
		const int digit = digit_of(*t->at);

		if (digit < 0 || (unsigned)digit >= base)
			break;
		value = value * base + (unsigned)digit;
		if (value > most)
			return false;
	}
	*out = (uint32_t)value;
	return t->at > first;
}

static bool take_offset(struct text *t, uint16_t *out)
{
	uint32_t value;

	if (!take_number(t, 16, UINT16_MAX, &value))
		return false;
	*out = (uint16_t)value;
	return true;
}

/* Returns the segment of a script; it may be doomed. */
static uint16_t script_segment(const struct exh_sci_vm *vm, unsigned number)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(vm->program, number);

	return script ? vm->segment_of[script - vm->program->scripts] : 0;
}

/* Reads S994+06f4 and L994+0002 after the letter. */
static bool take_place(const struct exh_sci_vm *vm, struct text *t, bool is_local,
		       reg *out)
{
	uint32_t number;

	if (!take_number(t, 10, UINT16_MAX, &number) || !take(t, '+') ||
	    !take_offset(t, &out->offset))
		return false;
	out->segment = script_segment(vm, number);
	if (out->segment && is_local)
		out->segment = vm->segments[out->segment].locals;
	return out->segment;
}

/* Reads an entry's number, counted from 1. */
static bool take_entry(const struct exh_sci_vm *vm, struct text *t, unsigned type,
		       reg *out)
{
	uint32_t number;

	if (!take_number(t, 10, UINT32_MAX, &number) || !number--)
		return false;
	for (size_t i = 1; i < vm->segment_count; i++) {
		const struct vm_segment *s = &vm->segments[i];

		if (s->type != type || number < s->earlier)
			continue;
		if (type == EXH_SCI_SEGMENT_MEMORY) {
			if (number != s->earlier)
				continue;
			out->segment = (uint16_t)i;
			return take(t, '+') && take_offset(t, &out->offset);
		}
		if (number - s->earlier < s->count) {
			*out = (reg){ (uint16_t)i, (uint16_t)(number - s->earlier) };
			return true;
		}
	}
	return false;
}

static bool take_string(const struct exh_sci_vm *vm, struct text *t, reg *out)
{
	uint32_t number;

	if (!take_number(t, 10, VM_STRINGS - 1, &number))
		return false;
	*out = exh_sci_vm_string(vm, number);
	return true;
}

static bool take_invalid(struct text *t, reg *out)
{
	return take_offset(t, &out->segment) && take(t, ':') &&
	       take_offset(t, &out->offset);
}

static bool take_value(const struct exh_sci_vm *vm, struct text *t, reg *out)
{
	const uint8_t letter = t->at < t->end ? *t->at++ : 0;

	*out = vm_int(0);
	switch (letter) {
	case '#':
		return take_offset(t, &out->offset);
	case '!':
		return take_invalid(t, out);
	case 'S':
		return take_place(vm, t, false, out);
	case 'L':
		return take_place(vm, t, true, out);
	case 'T':
		out->segment = vm->stack_segment;
		return take(t, '+') && take_offset(t, &out->offset);
	case 'C':
		return take_entry(vm, t, EXH_SCI_SEGMENT_CLONES, out);
	case 'K':
		return take_entry(vm, t, EXH_SCI_SEGMENT_LISTS, out);
	case 'N':
		return take_entry(vm, t, EXH_SCI_SEGMENT_NODES, out);
	case 'H':
		return take_entry(vm, t, EXH_SCI_SEGMENT_HUNKS, out);
	case 'D':
		return take_entry(vm, t, EXH_SCI_SEGMENT_MEMORY, out);
	case 'Y':
		return take_string(vm, t, out);
	default:
		return false;
	}
}

size_t exh_sci_vm_value(const struct exh_sci_vm *vm, struct exh_bytes text,
			struct exh_sci_reg *out)
{
	struct text t = { text.data, text.data + text.size };

	return take_value(vm, &t, out) ? (size_t)(t.at - text.data) : 0;
}

/*
 * Changes.
 */

/* Reads a variable: its cell, in segment. */
static bool take_variable(const struct exh_sci_vm *vm, struct text *t, uint8_t letter,
			  uint16_t *segment, uint32_t *index)
{
	uint32_t number;

	*segment = letter == 'G' ? vm->globals : vm->stack_segment;
	if (letter == 'L') {
		if (!take_number(t, 10, UINT16_MAX, &number) || !take(t, '.'))
			return false;
		*segment = script_segment(vm, number);
		*segment = vm->segments[*segment].locals;
	}
	return take_number(t, 10, UINT16_MAX, index) && *segment &&
	       *index < vm->segments[*segment].cell_count;
}

static bool change_variable(struct exh_sci_vm *vm, struct text *t, uint8_t letter)
{
	uint16_t segment;
	uint32_t index;
	reg before, after;
	reg *cell;

	if (!take_variable(vm, t, letter, &segment, &index) || !take(t, ' ') ||
	    !take_value(vm, t, &before) || !take(t, ' ') || !take_value(vm, t, &after))
		return false;
	cell = &vm->segments[segment].cells[index];
	if (vm->host.trace)
		exh_vm_trace_cell(vm, segment, index, *cell, after);
	*cell = after;
	return true;
}

/* True if the text is the selector of a property, by its name or number. */
static bool is_property(const struct exh_sci_vm *vm, const struct vm_object *object,
			uint32_t index, struct exh_bytes text)
{
	const struct vm_shape *shape = &vm->shapes[object->shape];
	struct text t = { text.data, text.data + text.size };
	const bool has_selector = index < shape->selector_count;
	const struct exh_bytes name =
		has_selector
			? exh_sci_program_selector(vm->program, shape->selectors[index])
			: (struct exh_bytes){ .size = 0 };
	uint32_t number;

	if (name.size == text.size && name.size &&
	    !memcmp(name.data, text.data, text.size))
		return true;
	return take_number(&t, 10, UINT16_MAX, &number) && t.at == t.end &&
	       number == (has_selector ? shape->selectors[index] : index);
}

static bool change_property(struct exh_sci_vm *vm, struct text *t)
{
	struct exh_bytes name = { .size = 0 };
	struct vm_object *object;
	reg owner, before, after;
	uint32_t i = 0;

	if (!take_value(vm, t, &owner) || !take(t, '.'))
		return false;
	object = exh_vm_object(vm, owner);
	name.data = t->at;
	while (t->at < t->end && *t->at != ' ')
		t->at++;
	name.size = (size_t)(t->at - name.data);
	if (!object || !take(t, ' ') || !take_value(vm, t, &before) || !take(t, ' ') ||
	    !take_value(vm, t, &after))
		return false;
	while (i < object->count && !is_property(vm, object, i, name))
		i++;
	if (i == object->count)
		return false;
	if (vm->host.trace)
		exh_vm_trace_property(vm, owner, object, i, after);
	if (i == EXH_SCI_SUPERCLASS)
		exh_vm_rewire(vm);
	object->values[i] = after;
	return true;
}

/* Changes a byte of a string or a block. */
static bool change_byte(struct exh_sci_vm *vm, struct text *t)
{
	reg at, before, after;
	uint32_t offset = 0;

	if (!take_value(vm, t, &at) ||
	    (take(t, '.') && !take_number(t, 10, VM_STRING_SIZE - 1, &offset)) ||
	    !take(t, ' ') || !take_value(vm, t, &before) || !take(t, ' ') ||
	    !take_value(vm, t, &after))
		return false;
	at.offset = (uint16_t)(at.offset + offset);
	return exh_vm_write8(vm, at, (uint8_t)after.offset);
}

bool exh_sci_vm_change(struct exh_sci_vm *vm, struct exh_bytes text)
{
	struct text t = { text.data, text.data + text.size };
	const uint8_t letter = text.size ? *t.at : 0;

	switch (letter) {
	case 'G':
	case 'L':
	case 'T':
		t.at++;
		return change_variable(vm, &t, letter);
	case 'P':
		t.at++;
		return change_property(vm, &t);
	case 'D':
	case 'Y':
		return change_byte(vm, &t);
	default:
		return false;
	}
}
