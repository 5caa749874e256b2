#include "trace.h"

#include "exhume/sci0_opcode.h"

#include "segments.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { LINE = 4096, PART = 160 };

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

void exh_sci0_vm_print(const struct exh_sci0_vm *vm, struct exh_sci0_reg r,
		       struct exh_writer *out)
{
	const struct vm_segment *s = exh_vm_segment(vm, r.segment);

	switch (s ? s->type : EXH_SCI0_SEGMENT_NONE) {
	case EXH_SCI0_SEGMENT_NONE:
		if (r.segment)
			put(out, "!%04x:%04x", r.segment, r.offset);
		else
			put(out, "#%04x", r.offset);
		break;
	case EXH_SCI0_SEGMENT_SCRIPT:
		put(out, "S%03u+%04x", s->script, r.offset);
		break;
	case EXH_SCI0_SEGMENT_LOCALS:
		put(out, "L%03u+%04x", s->script, r.offset);
		break;
	case EXH_SCI0_SEGMENT_STACK:
		put(out, "T+%04x", r.offset);
		break;
	case EXH_SCI0_SEGMENT_CLONES:
		put(out, "C%u", s->earlier + r.offset + 1u);
		break;
	case EXH_SCI0_SEGMENT_LISTS:
		put(out, "K%u", s->earlier + r.offset + 1u);
		break;
	case EXH_SCI0_SEGMENT_NODES:
		put(out, "N%u", s->earlier + r.offset + 1u);
		break;
	case EXH_SCI0_SEGMENT_HUNKS:
		put(out, "H%u", s->earlier + r.offset + 1u);
		break;
	case EXH_SCI0_SEGMENT_MEMORY:
		put(out, "D%u+%04x", s->earlier + 1u, r.offset);
		break;
	default:
		put(out, "Y%u", r.offset / (unsigned)VM_STRING_SIZE);
	}
}

static void put_value(const struct exh_sci0_vm *vm, const char *before, reg r,
		      struct exh_writer *out)
{
	put(out, "%s", before);
	exh_sci0_vm_print(vm, r, out);
}

static void emit(struct exh_sci0_vm *vm, struct exh_writer *line)
{
	vm->host.trace(vm->host.context, (const char *)line->data, line->size);
	exh_writer_free(line);
}

/*
 * Instructions.
 */

static void put_operands(const struct vm_segment *s, const struct vm_op *op,
			 struct exh_writer *out)
{
	const struct exh_sci0_opcode *opcode = exh_sci0_opcode(op->opcode);
	struct exh_sci0_instruction in;

	if (!exh_sci0_instruction_read(s->source->code.bytes, op->offset, &in))
		return;
	for (int i = 0; i < EXH_SCI0_MAX_OPERANDS && opcode->operands[i]; i++)
		put(out, i ? ",%d" : " %d", in.operands[i]);
}

void exh_vm_trace_step(struct exh_sci0_vm *vm, const struct vm_frame *frame,
		       const struct vm_op *op)
{
	const struct vm_segment *s = &vm->segments[frame->segment];
	const struct exh_sci0_opcode *opcode = exh_sci0_opcode(op->opcode);
	const struct exh_bytes bytes = s->source->code.bytes;
	struct exh_writer line = { .limit = LINE };

	/* What runs past the end has no byte. */
	put(&line, "I %" PRIu64 " %03u:%04x %02x %s", vm->steps, s->script, op->offset,
	    op->offset < bytes.size ? bytes.data[op->offset] : 0,
	    opcode && opcode->name ? opcode->name : "?");
	if (opcode && opcode->name)
		put_operands(s, op, &line);
	put_value(vm, " a=", vm->acc, &line);
	put_value(vm, " p=", vm->prev, &line);
	put(&line, " sp=%u r=%u x=%zu", vm->sp, vm->rest, vm->frame_count - 1);
	put_value(vm, " s=", frame->self, &line);
	emit(vm, &line);
}

void exh_vm_trace_kernel(struct exh_sci0_vm *vm, uint64_t step, unsigned number,
			 const struct vm_call *call)
{
	const struct exh_bytes name = exh_sci0_program_kernel(vm->program, number);
	struct exh_writer line = { .limit = LINE };

	put(&line, "K %" PRIu64 " ", step);
	exh_write_bytes(&line, name.data, name.size);
	put(&line, " %u", call->count);
	for (uint32_t i = 0; i < call->count; i++)
		put_value(vm, " ", call->args[i], &line);
	if (call->keeps)
		put(&line, " = -");
	else
		put_value(vm, " = ", call->result, &line);
	emit(vm, &line);
}

void exh_vm_trace_outside(struct exh_sci0_vm *vm, const char *format, ...)
{
	struct exh_writer line = { .limit = LINE };
	char text[PART];
	va_list args;

	if (!vm->host.trace)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	put(&line, "X %" PRIu64 " %s", vm->steps, text);
	emit(vm, &line);
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
