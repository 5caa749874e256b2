#include "trace.h"

#include "../../base/common.h"

#include "exhume/advanced/sci_opcode.h"

#include "tracer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	STEP_TEXT = 64, /* the longest text of an instruction */
	FIRST_POOL = 1 << 16,
	SUM_STEPS = 1000
};

bool exh_vm_trace_open(struct exh_sci_vm *vm)
{
	vm->tracer = calloc(1, sizeof *vm->tracer);
	if (!vm->tracer)
		return false;
	vm->tracer->sums = exh_vm_sums_new(vm->program->script_count);
	vm->tracer->calls = calloc(vm->options.most_calls, sizeof *vm->tracer->calls);
	vm->tracer->sum_steps = SUM_STEPS;
	return vm->tracer->sums && vm->tracer->calls;
}

void exh_vm_trace_resume(struct exh_sci_vm *vm)
{
	if (vm->tracer && vm->frame_count && !vm_top(vm)->is_again)
		vm->tracer->summed = vm->steps;
}

void exh_vm_trace_close(struct exh_sci_vm *vm)
{
	struct vm_tracer *t = vm->tracer;

	if (!t)
		return;
	for (size_t i = 0; i < t->script_room; i++)
		free(t->scripts[i]);
	free(t->scripts);
	free(t->pool);
	free(t->calls);
	exh_vm_sums_free(t->sums);
	free(t);
	vm->tracer = NULL;
}

/*
 * Values.
 */

static void put_value(const struct exh_sci_vm *vm, const char *before, reg r,
		      struct exh_writer *out)
{
	exh_write_format(out, "%s", before);
	exh_sci_vm_print(vm, r, out);
}

static inline void put_kept(const struct exh_sci_vm *vm, struct vm_kept *kept, reg value,
			    struct vm_line *line)
{
	char *at = line->text + line->size;

	if (kept->size && vm_equal(kept->value, value)) {
		memcpy(at, kept->text, VM_LINE_VALUE);
		line->size += kept->size;
		return;
	}
	vm_put_reg(vm, value, line);
	/* A cell that is invalid now may become valid. */
	kept->size = *at == '!' ? 0 : (uint32_t)(line->text + line->size - at);
	kept->value = value;
	memcpy(kept->text, at, VM_LINE_VALUE);
}

/*
 * Instructions.
 */

static void put_operands(const struct vm_segment *s, const struct vm_op *op,
			 const struct exh_sci_opcode *opcode, struct vm_line *line)
{
	struct exh_sci_instruction in;

	if (!exh_sci_instruction_read(s->source->code.bytes, op->offset, &in))
		return;
	for (int i = 0; i < EXH_SCI_MAX_OPERANDS && opcode->operands[i]; i++) {
		const int32_t operand = in.operands[i];

		vm_put_char(line, i ? ',' : ' ');
		if (operand < 0)
			vm_put_char(line, '-');
		vm_put_decimal(line,
			       operand < 0 ? 0u - (unsigned)operand : (unsigned)operand);
	}
}

/* Writes the place, byte, name and operands. */
static void put_instruction(const struct vm_segment *s, const struct vm_op *op,
			    struct vm_line *line)
{
	const struct exh_sci_opcode *opcode = exh_sci_opcode(op->opcode);
	const struct exh_bytes bytes = s->source->code.bytes;

	vm_put_script(line, s->script);
	vm_put_char(line, ':');
	vm_put_hex(line, op->offset, 4);
	vm_put_char(line, ' ');
	/* Instructions past the end have no byte. */
	vm_put_hex(line, op->offset < bytes.size ? bytes.data[op->offset] : 0, 2);
	vm_put_char(line, ' ');
	vm_put_text(line, opcode && opcode->name ? opcode->name : "?");
	if (opcode && opcode->name)
		put_operands(s, op, opcode, line);
	vm_put_bytes(line, " a=", 3);
}

/* Returns the entry for an instruction's text in scripts; NULL when memory is short. */
static uint32_t *place_of(struct vm_tracer *t, uint16_t segment,
			  const struct vm_segment *s, unsigned offset)
{
	if (segment >= t->script_room) {
		const size_t room = segment + 64u;
		uint32_t **scripts = realloc(t->scripts, room * sizeof *scripts);

		if (!scripts)
			return NULL;
		memset(scripts + t->script_room, 0,
		       (room - t->script_room) * sizeof *scripts);
		t->scripts = scripts;
		t->script_room = room;
	}
	if (!t->scripts[segment])
		t->scripts[segment] = calloc(s->size + 1u, sizeof **t->scripts);
	return t->scripts[segment] ? t->scripts[segment] + offset : NULL;
}

static void keep_text(struct vm_tracer *t, uint32_t *place, const char *text, size_t size)
{
	if (!place || size >= STEP_TEXT)
		return;
	if (t->pool_size + 2 * STEP_TEXT > t->pool_room) {
		const size_t room = t->pool_room ? 2 * t->pool_room : FIRST_POOL;
		char *pool = realloc(t->pool, room);

		if (!pool)
			return;
		t->pool = pool;
		t->pool_room = room;
	}
	t->pool[t->pool_size] = (char)size;
	memcpy(t->pool + t->pool_size + 1, text, size);
	*place = (uint32_t)t->pool_size + 1;
	t->pool_size += 1 + size;
}

static void put_new_instruction(struct vm_tracer *t, uint16_t segment,
				const struct vm_segment *s, const struct vm_op *op,
				struct vm_line *line)
{
	const size_t first = line->size;

	put_instruction(s, op, line);
	/* The byte after the code has no entry. */
	if (op->offset <= s->size)
		keep_text(t, place_of(t, segment, s, op->offset), line->text + first,
			  line->size - first);
}

static inline void put_known_instruction(struct vm_tracer *t, uint16_t segment,
					 const struct vm_segment *s,
					 const struct vm_op *op, struct vm_line *line)
{
	const uint32_t *places = segment < t->script_room ? t->scripts[segment] : NULL;
	const uint32_t place = places && op->offset <= s->size ? places[op->offset] : 0;

	if (!place) {
		put_new_instruction(t, segment, s, op, line);
		return;
	}
	/* Copies the full size, since that is faster; the pool has as much after the
	 * text. */
	memcpy(line->text + line->size, t->pool + place, STEP_TEXT);
	line->size += (uint8_t)t->pool[place - 1];
}

void exh_vm_trace_step(struct exh_sci_vm *vm, const struct vm_frame *frame,
		       const struct vm_op *op)
{
	struct vm_tracer *t = vm->tracer;
	struct vm_line *line = vm_trace_begin(t, 'I', vm->steps);

	put_known_instruction(t, frame->segment, &vm->segments[frame->segment], op, line);
	vm_put_reg(vm, vm->acc, line);
	vm_put_bytes(line, " p=", 3);
	put_kept(vm, &t->prev, vm->prev, line);
	vm_put_bytes(line, " sp=", 4);
	vm_put_small(line, vm->sp);
	vm_put_bytes(line, " r=", 3);
	vm_put_small(line, vm->rest);
	vm_put_bytes(line, " x=", 3);
	vm_put_small(line, (uint32_t)vm->frame_count - 1);
	vm_put_bytes(line, " s=", 3);
	put_kept(vm, &t->self, frame->self, line);
	vm_trace_emit(vm, line);
}

/*
 * Others.
 */

uint64_t exh_vm_trace_call(struct exh_sci_vm *vm, const struct vm_frame *frame)
{
	uint64_t *step = &vm->tracer->calls[frame - vm->frames];

	/* Not known in a loaded state. */
	if (!frame->is_again || !*step)
		*step = vm->steps;
	return *step;
}

void exh_vm_trace_kernel(struct exh_sci_vm *vm, uint64_t step, unsigned number,
			 const struct vm_call *call)
{
	const struct exh_bytes name = exh_sci_program_kernel(vm->program, number);
	struct vm_line *line = vm_trace_begin(vm->tracer, 'K', step);

	vm_put_bytes(line, name.data, name.size < VM_NAME ? name.size : VM_NAME);
	vm_put_char(line, ' ');
	vm_put_decimal(line, call->count);
	for (uint32_t i = 0; i < call->count && line->size < VM_LINE - VM_NAME; i++) {
		vm_put_char(line, ' ');
		vm_put_reg(vm, call->args[i], line);
	}
	vm_put_text(line, call->keeps ? " = -" : " = ");
	if (!call->keeps)
		vm_put_reg(vm, call->result, line);
	vm_trace_emit(vm, line);
}

void exh_sci_vm_note(struct exh_sci_vm *vm, const char *text)
{
	struct vm_line *line;

	if (!vm->host.trace)
		return;
	line = vm_trace_begin(vm->tracer, 'X', vm->steps);
	vm_put_text(line, text);
	vm_trace_emit(vm, line);
}

void exh_vm_trace_send(struct exh_sci_vm *vm, reg receiver, unsigned selector,
		       const reg *arguments, size_t count)
{
	struct vm_line *line;

	if (!exh_sci_vm_responds(vm, receiver, selector))
		return;
	line = vm_trace_begin(vm->tracer, 'X', vm->steps);
	vm_put_text(line, "send ");
	vm_put_reg(vm, receiver, line);
	vm_put_char(line, ' ');
	exh_vm_put_selector(vm, selector, line);
	for (size_t i = 0; i < count && line->size < VM_LINE - VM_NAME; i++) {
		vm_put_char(line, ' ');
		vm_put_reg(vm, arguments[i], line);
	}
	vm_trace_emit(vm, line);
}

bool exh_sci_vm_outside(struct exh_sci_vm *vm, const char *kind, uint32_t *value)
{
	char text[VM_NAME];
	bool good = true;

	if (vm->host.outside)
		good = vm->host.outside(vm->host.context, vm, kind, value);
	snprintf(text, sizeof text, "%s %" PRIu32, kind, *value);
	exh_sci_vm_note(vm, text);
	return good;
}

void exh_vm_trace_sum(struct exh_sci_vm *vm)
{
	struct vm_tracer *t = vm->tracer;
	struct vm_line *line;

	if (vm->steps % t->sum_steps || t->summed == vm->steps)
		return;
	t->summed = vm->steps;
	line = vm_trace_begin(t, 'Z', vm->steps);
	vm_put_hex(line, exh_vm_sum(vm, t->sums), 8);
	vm_trace_emit(vm, line);
}

/*
 * The machine's position.
 */

static void put_frame(const struct exh_sci_vm *vm, const struct vm_frame *frame,
		      struct exh_writer *out)
{
	const struct vm_segment *s = exh_vm_segment(vm, frame->segment);
	const struct exh_bytes name = exh_sci_vm_name(vm, frame->self);
	const struct exh_bytes selector =
		frame->selector < 0 ? (struct exh_bytes){ .size = 0 }
				    : exh_sci_program_selector(vm->program,
							       (unsigned)frame->selector);

	if (!s) {
		exh_write_format(out, "  from outside\n");
		return;
	}
	exh_write_format(
		out, "  %03u:%04x ", s->script,
		s->code.ops[frame->place > 0 && !frame->is_entered ? frame->place - 1
								   : frame->place]
			.offset);
	exh_write_bytes(out, name.data, name.size);
	if (frame->selector >= 0) {
		exh_write_format(out, "::");
		exh_write_bytes(out, selector.data, selector.size);
	}
	exh_write_format(out, " (%u argument%s)\n", frame->argc,
			 frame->argc == 1 ? "" : "s");
}

const struct exh_sci_program *exh_sci_vm_program(const struct exh_sci_vm *vm)
{
	return vm->program;
}

bool exh_sci_vm_where(const struct exh_sci_vm *vm, struct exh_sci_where *out)
{
	const struct vm_frame *frame =
		vm->frame_count ? &vm->frames[vm->frame_count - 1] : NULL;
	const struct vm_segment *s = frame ? exh_vm_segment(vm, frame->segment) : NULL;
	const struct vm_op *op;

	if (!s)
		return false;
	op = &s->code.ops[frame->place];
	*out = (struct exh_sci_where){ .script = s->script,
				       .offset = op->offset,
				       .self = frame->self,
				       .selector = frame->selector,
				       .is_entered = frame->is_entered,
				       .depth = vm->frame_count - 1 };
	return true;
}

void exh_sci_vm_backtrace(const struct exh_sci_vm *vm, struct exh_writer *out)
{
	exh_write_format(out, "step %" PRIu64, vm->steps);
	put_value(vm, ", acc ", vm->acc, out);
	put_value(vm, ", prev ", vm->prev, out);
	exh_write_format(out, ", sp %u, rest %u\n", vm->sp, vm->rest);
	for (size_t i = vm->frame_count; i > 0; i--)
		put_frame(vm, &vm->frames[i - 1], out);
}
