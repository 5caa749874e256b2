#include "trace.h"

#include "exhume/sci0_opcode.h"

#include "segments.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 4096, PART = 160 };

/* A line that grows; what does not fit is cut. */
struct line {
	size_t size;
	char text[LINE];
};

static void put_char(struct line *line, char c)
{
	if (line->size < LINE)
		line->text[line->size++] = c;
}

static void put_bytes(struct line *line, const void *bytes, size_t size)
{
	const size_t left = LINE - line->size;

	if (size > left)
		size = left;
	if (size)
		memcpy(line->text + line->size, bytes, size);
	line->size += size;
}

static void put_text(struct line *line, const char *text)
{
	put_bytes(line, text, strlen(text));
}

static void put_decimal(struct line *line, uint64_t value)
{
	char digits[20];
	size_t at = sizeof digits;

	do
		digits[--at] = (char)('0' + value % 10);
	while (value /= 10);
	put_bytes(line, digits + at, sizeof digits - at);
}

static void put_signed(struct line *line, int value)
{
	if (value < 0)
		put_char(line, '-');
	put_decimal(line, value < 0 ? 0u - (unsigned)value : (unsigned)value);
}

static void put_hex(struct line *line, unsigned value, unsigned digits)
{
	static const char hex[] = "0123456789abcdef";

	for (unsigned shift = 4 * digits; shift > 0; shift -= 4)
		put_char(line, hex[value >> (shift - 4) & 15]);
}

/* At least three digits. */
static void put_script(struct line *line, unsigned number)
{
	if (number < 100)
		put_char(line, '0');
	if (number < 10)
		put_char(line, '0');
	put_decimal(line, number);
}

static void put(struct exh_writer *out, const char *format, ...) EXH_PRINTF(2, 3);

static void put(struct exh_writer *out, const char *format, ...)
{
	char text[PART];
	va_list args;
	int size;

	va_start(args, format);
	size = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (size > 0)
		exh_write_bytes(out, text,
				(size_t)size < sizeof text ? (size_t)size
							   : sizeof text - 1);
}

/*
 * Values.
 */

static void put_entry(struct line *line, char letter, const struct vm_segment *s,
		      unsigned offset)
{
	put_char(line, letter);
	put_decimal(line, s->earlier + offset + 1u);
}

static void put_place(struct line *line, const char *before, unsigned script,
		      unsigned offset)
{
	put_text(line, before);
	if (*before != 'T')
		put_script(line, script);
	put_char(line, '+');
	put_hex(line, offset, 4);
}

static void put_reg(const struct exh_sci0_vm *vm, reg r, struct line *line)
{
	const struct vm_segment *s = exh_vm_segment(vm, r.segment);

	switch (s ? s->type : EXH_SCI0_SEGMENT_NONE) {
	case EXH_SCI0_SEGMENT_NONE:
		put_char(line, r.segment ? '!' : '#');
		if (r.segment) {
			put_hex(line, r.segment, 4);
			put_char(line, ':');
		}
		put_hex(line, r.offset, 4);
		break;
	case EXH_SCI0_SEGMENT_SCRIPT:
		put_place(line, "S", s->script, r.offset);
		break;
	case EXH_SCI0_SEGMENT_LOCALS:
		put_place(line, "L", s->script, r.offset);
		break;
	case EXH_SCI0_SEGMENT_STACK:
		put_place(line, "T", 0, r.offset);
		break;
	case EXH_SCI0_SEGMENT_CLONES:
		put_entry(line, 'C', s, r.offset);
		break;
	case EXH_SCI0_SEGMENT_LISTS:
		put_entry(line, 'K', s, r.offset);
		break;
	case EXH_SCI0_SEGMENT_NODES:
		put_entry(line, 'N', s, r.offset);
		break;
	case EXH_SCI0_SEGMENT_HUNKS:
		put_entry(line, 'H', s, r.offset);
		break;
	case EXH_SCI0_SEGMENT_MEMORY:
		put_entry(line, 'D', s, 0);
		put_char(line, '+');
		put_hex(line, r.offset, 4);
		break;
	default:
		put_char(line, 'Y');
		put_decimal(line, r.offset / (unsigned)VM_STRING_SIZE);
	}
}

void exh_sci0_vm_print(const struct exh_sci0_vm *vm, struct exh_sci0_reg r,
		       struct exh_writer *out)
{
	struct line line;

	line.size = 0;
	put_reg(vm, r, &line);
	exh_write_bytes(out, line.text, line.size);
}

static void put_value(const struct exh_sci0_vm *vm, const char *before, reg r,
		      struct exh_writer *out)
{
	put(out, "%s", before);
	exh_sci0_vm_print(vm, r, out);
}

static void begin(struct line *line, char letter, uint64_t step)
{
	line->size = 0;
	put_char(line, letter);
	put_char(line, ' ');
	put_decimal(line, step);
	put_char(line, ' ');
}

static void emit(struct exh_sci0_vm *vm, const struct line *line)
{
	vm->host.trace(vm->host.context, line->text, line->size);
}

/*
 * Instructions.
 */

static void put_operands(const struct vm_segment *s, const struct vm_op *op,
			 const struct exh_sci0_opcode *opcode, struct line *line)
{
	struct exh_sci0_instruction in;

	if (!exh_sci0_instruction_read(s->source->code.bytes, op->offset, &in))
		return;
	for (int i = 0; i < EXH_SCI0_MAX_OPERANDS && opcode->operands[i]; i++) {
		put_char(line, i ? ',' : ' ');
		put_signed(line, in.operands[i]);
	}
}

void exh_vm_trace_step(struct exh_sci0_vm *vm, const struct vm_frame *frame,
		       const struct vm_op *op)
{
	const struct vm_segment *s = &vm->segments[frame->segment];
	const struct exh_sci0_opcode *opcode = exh_sci0_opcode(op->opcode);
	const struct exh_bytes bytes = s->source->code.bytes;
	struct line line;

	begin(&line, 'I', vm->steps);
	put_script(&line, s->script);
	put_char(&line, ':');
	put_hex(&line, op->offset, 4);
	put_char(&line, ' ');
	/* What runs past the end has no byte. */
	put_hex(&line, op->offset < bytes.size ? bytes.data[op->offset] : 0, 2);
	put_char(&line, ' ');
	if (opcode && opcode->name) {
		put_text(&line, opcode->name);
		if (opcode->operands[0])
			put_operands(s, op, opcode, &line);
	} else {
		put_char(&line, '?');
	}
	put_bytes(&line, " a=", 3);
	put_reg(vm, vm->acc, &line);
	put_bytes(&line, " p=", 3);
	put_reg(vm, vm->prev, &line);
	put_bytes(&line, " sp=", 4);
	put_decimal(&line, vm->sp);
	put_bytes(&line, " r=", 3);
	put_decimal(&line, vm->rest);
	put_bytes(&line, " x=", 3);
	put_decimal(&line, vm->frame_count - 1);
	put_bytes(&line, " s=", 3);
	put_reg(vm, frame->self, &line);
	emit(vm, &line);
}

void exh_vm_trace_kernel(struct exh_sci0_vm *vm, uint64_t step, unsigned number,
			 const struct vm_call *call)
{
	const struct exh_bytes name = exh_sci0_program_kernel(vm->program, number);
	struct line line;

	begin(&line, 'K', step);
	put_bytes(&line, name.data, name.size);
	put_char(&line, ' ');
	put_decimal(&line, call->count);
	for (uint32_t i = 0; i < call->count; i++) {
		put_char(&line, ' ');
		put_reg(vm, call->args[i], &line);
	}
	put_text(&line, call->keeps ? " = -" : " = ");
	if (!call->keeps)
		put_reg(vm, call->result, &line);
	emit(vm, &line);
}

void exh_vm_trace_change(struct exh_sci0_vm *vm, const char *what, reg before, reg after)
{
	struct line line;

	begin(&line, 'M', vm->steps);
	put_text(&line, what);
	put_char(&line, ' ');
	put_reg(vm, before, &line);
	put_char(&line, ' ');
	put_reg(vm, after, &line);
	emit(vm, &line);
}

void exh_vm_trace_sum(struct exh_sci0_vm *vm)
{
	struct line line;

	begin(&line, 'Z', vm->steps);
	put_hex(&line, exh_sci0_vm_checksum(vm), 8);
	emit(vm, &line);
}

bool exh_sci0_vm_outside(struct exh_sci0_vm *vm, const char *kind, uint32_t *value)
{
	struct line line;
	bool good = true;

	if (vm->host.outside)
		good = vm->host.outside(vm->host.context, vm, kind, value);
	if (!vm->host.trace)
		return good;
	begin(&line, 'X', vm->steps);
	put_text(&line, kind);
	put_char(&line, ' ');
	put_decimal(&line, *value);
	emit(vm, &line);
	return good;
}

/*
 * Where it is.
 */

static void put_frame(const struct exh_sci0_vm *vm, const struct vm_frame *frame,
		      struct exh_writer *out)
{
	const struct vm_segment *s = exh_vm_segment(vm, frame->segment);
	const struct exh_bytes name = exh_sci0_vm_name(vm, frame->self);
	const struct exh_bytes selector =
		frame->selector < 0 ? (struct exh_bytes){ .size = 0 }
				    : exh_sci0_program_selector(
					      vm->program, (unsigned)frame->selector);

	if (!s) {
		put(out, "  from outside\n");
		return;
	}
	put(out, "  %03u:%04x ", s->script,
	    s->code.ops[frame->place > 0 && !frame->is_entered ? frame->place - 1
							       : frame->place]
		    .offset);
	exh_write_bytes(out, name.data, name.size);
	if (frame->selector >= 0) {
		put(out, "::");
		exh_write_bytes(out, selector.data, selector.size);
	}
	put(out, " (%u argument%s)\n", frame->argc, frame->argc == 1 ? "" : "s");
}

bool exh_sci0_vm_where(const struct exh_sci0_vm *vm, struct exh_sci0_where *out)
{
	const struct vm_frame *frame =
		vm->frame_count ? &vm->frames[vm->frame_count - 1] : NULL;
	const struct vm_segment *s = frame ? exh_vm_segment(vm, frame->segment) : NULL;
	const struct vm_op *op;

	if (!s)
		return false;
	op = &s->code.ops[frame->place];
	*out = (struct exh_sci0_where){ .script = s->script,
					.offset = op->offset,
					.self = frame->self,
					.selector = frame->selector,
					.is_entered = frame->is_entered,
					.depth = vm->frame_count - 1 };
	return true;
}

void exh_sci0_vm_backtrace(const struct exh_sci0_vm *vm, struct exh_writer *out)
{
	put(out, "step %" PRIu64, vm->steps);
	put_value(vm, ", acc ", vm->acc, out);
	put_value(vm, ", prev ", vm->prev, out);
	put(out, ", sp %u, rest %u\n", vm->sp, vm->rest);
	for (size_t i = vm->frame_count; i > 0; i--)
		put_frame(vm, &vm->frames[i - 1], out);
}
