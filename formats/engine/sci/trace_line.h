/* How lines of the trace are put together: digit by digit, since there are millions. */
#ifndef EXH_ENGINE_SCI0_TRACE_LINE_H
#define EXH_ENGINE_SCI0_TRACE_LINE_H

#include "state.h"

#include <string.h>

/* Room for a kernel call with all the arguments that a call can have. */
enum { VM_LINE = 1 << 15, VM_LINE_VALUE = 16 /* the longest value */ };

struct vm_line {
	size_t size;
	char text[VM_LINE];
};

static inline void vm_put_char(struct vm_line *line, char c)
{
	line->text[line->size++] = c;
}

/* Cut where the line has no room. */
static inline void vm_put_bytes(struct vm_line *line, const void *bytes, size_t size)
{
	const size_t left = VM_LINE - line->size;

	if (size > left)
		size = left;
	if (size)
		memcpy(line->text + line->size, bytes, size);
	line->size += size;
}

static inline void vm_put_text(struct vm_line *line, const char *text)
{
	vm_put_bytes(line, text, strlen(text));
}

static inline void vm_put_decimal(struct vm_line *line, uint64_t value)
{
	char digits[20];
	size_t at = sizeof digits;

	do
		digits[--at] = (char)('0' + value % 10);
	while (value /= 10);
	memcpy(line->text + line->size, digits + at, sizeof digits - at);
	line->size += sizeof digits - at;
}

/* The same for numbers that are mostly small. */
static inline void vm_put_small(struct vm_line *line, uint32_t value)
{
	char *at = line->text + line->size;

	if (value < 10) {
		at[0] = (char)('0' + value);
		line->size++;
	} else if (value < 100) {
		at[0] = (char)('0' + value / 10);
		at[1] = (char)('0' + value % 10);
		line->size += 2;
	} else {
		vm_put_decimal(line, value);
	}
}

static inline void vm_put_hex(struct vm_line *line, unsigned value, unsigned digits)
{
	static const char hex[] = "0123456789abcdef";
	char *at = line->text + line->size;

	for (unsigned i = 0; i < digits; i++)
		at[i] = hex[value >> 4 * (digits - 1 - i) & 15];
	line->size += digits;
}

/* At least three digits. */
static inline void vm_put_script(struct vm_line *line, unsigned number)
{
	if (number < 100)
		vm_put_char(line, '0');
	if (number < 10)
		vm_put_char(line, '0');
	vm_put_decimal(line, number);
}

static inline void vm_put_entry(struct vm_line *line, char letter,
				const struct vm_segment *s, unsigned offset)
{
	vm_put_char(line, letter);
	vm_put_decimal(line, s->earlier + offset + 1u);
}

static inline void vm_put_place(struct vm_line *line, char letter, unsigned script,
				unsigned offset)
{
	vm_put_char(line, letter);
	if (letter != 'T')
		vm_put_script(line, script);
	vm_put_char(line, '+');
	vm_put_hex(line, offset, 4);
}

/* A reference. */
static inline void vm_put_reference(const struct exh_sci_vm *vm, reg r,
				    struct vm_line *line)
{
	const struct vm_segment *s =
		r.segment < vm->segment_count ? &vm->segments[r.segment] : NULL;

	switch (s ? s->type : EXH_SCI_SEGMENT_NONE) {
	case EXH_SCI_SEGMENT_NONE:
		vm_put_char(line, '!');
		vm_put_hex(line, r.segment, 4);
		vm_put_char(line, ':');
		vm_put_hex(line, r.offset, 4);
		break;
	case EXH_SCI_SEGMENT_SCRIPT:
		vm_put_place(line, 'S', s->script, r.offset);
		break;
	case EXH_SCI_SEGMENT_LOCALS:
		vm_put_place(line, 'L', s->script, r.offset);
		break;
	case EXH_SCI_SEGMENT_STACK:
		vm_put_place(line, 'T', 0, r.offset);
		break;
	case EXH_SCI_SEGMENT_CLONES:
		vm_put_entry(line, 'C', s, r.offset);
		break;
	case EXH_SCI_SEGMENT_LISTS:
		vm_put_entry(line, 'K', s, r.offset);
		break;
	case EXH_SCI_SEGMENT_NODES:
		vm_put_entry(line, 'N', s, r.offset);
		break;
	case EXH_SCI_SEGMENT_HUNKS:
		vm_put_entry(line, 'H', s, r.offset);
		break;
	case EXH_SCI_SEGMENT_MEMORY:
		vm_put_entry(line, 'D', s, 0);
		vm_put_char(line, '+');
		vm_put_hex(line, r.offset, 4);
		break;
	default:
		vm_put_char(line, 'Y');
		vm_put_decimal(line, r.offset / (unsigned)VM_STRING_SIZE);
	}
}

static inline void vm_put_reg(const struct exh_sci_vm *vm, reg r, struct vm_line *line)
{
	if (r.segment) {
		vm_put_reference(vm, r, line);
	} else {
		vm_put_char(line, '#');
		vm_put_hex(line, r.offset, 4);
	}
}

#endif
