/* What a trace keeps, and how its lines begin and end. */
#ifndef EXH_ENGINE_SCI0_TRACER_H
#define EXH_ENGINE_SCI0_TRACER_H

#include "trace_line.h"

struct vm_sums;

enum { VM_DIGITS = 20, VM_NAME = 160 };

/* A value as it was printed last. */
struct vm_kept {
	reg value;
	uint32_t size; /* 0: none */
	char text[VM_LINE_VALUE];
};

/* What does not change is printed once. */
struct vm_tracer {
	uint64_t step; /* that digits has, at its end */
	size_t digit_count;
	char digits[VM_DIGITS];
	struct vm_kept prev, self;
	uint32_t **scripts; /* by segment and offset of an instruction: 1 + its place */
	size_t script_room;
	char *pool; /* of texts of instructions: their size, then they */
	size_t pool_size, pool_room;
	uint64_t *calls;    /* by frame: the step of a kernel call that is under way */
	uint64_t sum_steps; /* from one Z line to the next */
	uint64_t summed;    /* the last step with a Z line */
	struct vm_sums *sums;
	struct vm_line line;
};

/* The number of the step: mostly one more than the last. */
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

/* A new line. */
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

#endif
