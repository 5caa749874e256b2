/* State of a trace, and functions that write its lines. */
#ifndef EXH_ENGINE_SCI_TRACER_H
#define EXH_ENGINE_SCI_TRACER_H

#include "machine.h"

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

/* Truncates at the end of the line's room. */
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

/* The same for mostly small numbers. */
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

/* Writes at least three digits. */
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

/* Writes a reference. */
static inline void vm_put_reference(const struct exh_sci_vm *vm, reg r,
				    struct vm_line *line)
{
	static const char letters[] = {
		[EXH_SCI_SEGMENT_SCRIPT] = 'S', [EXH_SCI_SEGMENT_LOCALS] = 'L',
		[EXH_SCI_SEGMENT_STACK] = 'T',	[EXH_SCI_SEGMENT_CLONES] = 'C',
		[EXH_SCI_SEGMENT_LISTS] = 'K',	[EXH_SCI_SEGMENT_NODES] = 'N',
		[EXH_SCI_SEGMENT_HUNKS] = 'H',
	};
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
	case EXH_SCI_SEGMENT_LOCALS:
	case EXH_SCI_SEGMENT_STACK:
		vm_put_place(line, letters[s->type], s->script, r.offset);
		break;
	case EXH_SCI_SEGMENT_STRINGS:
		vm_put_char(line, 'Y');
		vm_put_decimal(line, r.offset / (unsigned)VM_STRING_SIZE);
		break;
	case EXH_SCI_SEGMENT_MEMORY:
		vm_put_entry(line, 'D', s, 0);
		vm_put_char(line, '+');
		vm_put_hex(line, r.offset, 4);
		break;
	default:
		vm_put_entry(line, letters[s->type], s, r.offset);
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

/*
 * State of a trace, and the beginning and end of its lines.
 */

struct vm_sums;

enum { VM_DIGITS = 20, VM_NAME = 160 };

/* A value as last printed. */
struct vm_kept {
	reg value;
	uint32_t size; /* 0: none */
	char text[VM_LINE_VALUE];
};

/* Texts that rarely change are kept. */
struct vm_tracer {
	uint64_t step; /* step in digits, right-aligned */
	size_t digit_count;
	char digits[VM_DIGITS];
	struct vm_kept prev, self;
	/* Index: segment and offset of an instruction; value: 1 + place in pool. */
	uint32_t **scripts;
	size_t script_room;
	char *pool; /* texts of instructions: size, then text */
	size_t pool_size, pool_room;
	uint64_t *calls;    /* index: frame; value: step of a kernel call in progress */
	uint64_t sum_steps; /* steps from one Z line to the next */
	uint64_t summed;    /* step of the last Z line */
	struct vm_sums *sums;
	struct vm_line line;
};

/* Writes the number of the step: mostly one more than the last. */
static inline void vm_put_step(struct vm_tracer *t, uint64_t step, struct vm_line *line)
{
	size_t at = VM_DIGITS - 1;

	if (step != t->step) {
		if (step == t->step + 1 && t->digit_count && t->digits[at] < '9') {
			t->digits[at]++;
		} else {
			uint64_t left = step;

			for (at = VM_DIGITS; left || at == VM_DIGITS; left /= 10)
				t->digits[--at] = (char)('0' + left % 10);
			t->digit_count = VM_DIGITS - at;
		}
		t->step = step;
	}
	if (!t->digit_count) {
		t->digits[VM_DIGITS - 1] = '0';
		t->digit_count = 1;
	}
	memcpy(line->text + line->size, t->digits + VM_DIGITS - t->digit_count,
	       t->digit_count);
	line->size += t->digit_count;
}

/* Begins a line. */
static inline struct vm_line *vm_trace_begin(struct vm_tracer *t, char letter,
					     uint64_t step)
{
	struct vm_line *line = &t->line;

	line->text[0] = letter;
	line->text[1] = ' ';
	line->size = 2;
	vm_put_step(t, step, line);
	vm_put_char(line, ' ');
	return line;
}

static inline void vm_trace_emit(struct exh_sci_vm *vm, const struct vm_line *line)
{
	vm->host.trace(vm->host.context, line->text, line->size);
}

/*
 * The checksum of Z lines; only changed parts are recalculated. Source: sci0-vm 7.3.
 */

struct vm_sums;

/* Returns NULL when memory is short. */
struct vm_sums *exh_vm_sums_new(size_t script_count);
void exh_vm_sums_free(struct vm_sums *sums);

/* As exh_sci_vm_checksum. */
uint32_t exh_vm_sum(const struct exh_sci_vm *vm, struct vm_sums *sums);

#endif
