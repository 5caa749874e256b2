#include "trace_changes.h"

#include "exhume/sci0_opcode.h"

#include "segments.h"
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUM_STEPS = 1000, WHAT = 48, SUM_BUFFER = 1 << 16 };

/*
 * What variables and properties were: a copy of each array of values, found by the place
 * of the array. One that is new, or belongs to another object, is copied without a line.
 */
struct vm_shadow {
	struct copy {
		const reg *values; /* of what it is a copy */
		reg *copy;
		uint32_t count;
	} * items; /* in the order of the walk */
	size_t count, room;
};

struct walk {
	struct exh_sci0_vm *vm;
	struct vm_shadow *shadow;
	size_t at;
};

void exh_vm_shadow_free(struct exh_sci0_vm *vm)
{
	for (size_t i = 0; vm->shadow && i < vm->shadow->room; i++)
		free(vm->shadow->items[i].copy);
	if (vm->shadow)
		free(vm->shadow->items);
	free(vm->shadow);
	vm->shadow = NULL;
}

static struct copy *next_copy(struct walk *w)
{
	struct vm_shadow *shadow = w->shadow;

	if (w->at == shadow->room) {
		const size_t room = shadow->room ? shadow->room * 2 : 256;
		struct copy *items = realloc(shadow->items, room * sizeof *items);

		if (!items)
			return NULL;
		memset(items + shadow->room, 0, (room - shadow->room) * sizeof *items);
		shadow->items = items;
		shadow->room = room;
	}
	if (w->at == shadow->count)
		shadow->count++;
	return &shadow->items[w->at++];
}

static void take(struct copy *copy, const reg *values, uint32_t count)
{
	reg *own = realloc(copy->copy, (count + 1) * sizeof *own);

	if (!own)
		return;
	memcpy(own, values, count * sizeof *own);
	*copy = (struct copy){ values, own, count };
}

/* True if there is something to compare with. */
static bool has_old(struct copy *copy, const reg *values, size_t count)
{
	if (copy && copy->values == values && copy->count == count)
		return true;
	if (copy)
		take(copy, values, (uint32_t)count);
	return false;
}

static bool is_same(reg a, reg b)
{
	return a.segment == b.segment && a.offset == b.offset;
}

/*
 * Variables.
 */

static void compare_locals(struct walk *w, const struct vm_segment *s, bool is_global)
{
	struct copy *copy = next_copy(w);
	char what[WHAT];

	if (!has_old(copy, s->cells, s->cell_count))
		return;
	for (size_t i = 0; i < s->cell_count; i++) {
		const reg old = copy->copy[i];

		if (is_same(old, s->cells[i]))
			continue;
		copy->copy[i] = s->cells[i];
		if (is_global)
			snprintf(what, sizeof what, "G%zu", i);
		else
			snprintf(what, sizeof what, "L%03u.%zu", s->script, i);
		exh_vm_trace_change(w->vm, what, old, s->cells[i]);
	}
}

/*
 * Properties.
 */

static void name_object(const struct exh_sci0_vm *vm, const struct vm_segment *s,
			const struct vm_object *object, char what[WHAT])
{
	(void)vm;
	if (s->type == EXH_SCI0_SEGMENT_SCRIPT)
		snprintf(what, WHAT, "PS%03u+%04x", s->script, object->address);
	else
		snprintf(what, WHAT, "PC%u", s->earlier + object->address + 1u);
}

static void compare_object(struct walk *w, const struct vm_segment *s,
			   const struct vm_object *object)
{
	const struct vm_shape *shape = &w->vm->shapes[object->shape];
	struct copy *copy = next_copy(w);
	char owner[WHAT], what[2 * WHAT];

	if (!object->is_live || !object->values) {
		if (copy)
			copy->values = NULL;
		return;
	}
	if (!has_old(copy, object->values, object->count))
		return;
	for (uint32_t i = 0; i < object->count; i++) {
		const reg old = copy->copy[i];

		if (is_same(old, object->values[i]))
			continue;
		copy->copy[i] = object->values[i];
		name_object(w->vm, s, object, owner);
		snprintf(what, sizeof what, "%s.%u", owner,
			 i < shape->selector_count ? shape->selectors[i] : i);
		exh_vm_trace_change(w->vm, what, old, object->values[i]);
	}
}

static void compare_all(struct exh_sci0_vm *vm)
{
	struct walk w = { .vm = vm, .shadow = vm->shadow };

	for (uint16_t i = 1; i < vm->segment_count; i++) {
		const struct vm_segment *s = &vm->segments[i];

		if (s->type == EXH_SCI0_SEGMENT_LOCALS)
			compare_locals(&w, s, i == vm->globals);
		else if (s->type == EXH_SCI0_SEGMENT_SCRIPT)
			for (size_t k = 0; k < s->object_count; k++)
				compare_object(&w, s, &s->objects[k]);
		else if (s->type == EXH_SCI0_SEGMENT_CLONES)
			for (size_t k = 0; k < s->count; k++)
				compare_object(&w, s, &s->objects[k]);
	}
}

/* Temporary variables and arguments change only by what stores there. */
static bool stores(const struct vm_op *op)
{
	switch (op->opcode) {
	case EXH_SCI0_OP_CALLK:
	case EXH_SCI0_OP_SEND:
	case EXH_SCI0_OP_SELF:
	case EXH_SCI0_OP_SUPER:
	case EXH_SCI0_OP_ATOP:
	case EXH_SCI0_OP_STOP:
	case EXH_SCI0_OP_IPTOA:
	case EXH_SCI0_OP_DPTOA:
	case EXH_SCI0_OP_IPTOS:
	case EXH_SCI0_OP_DPTOS:
	case EXH_SCI0_OP_RET:
		return true;
	default:
		return op->opcode >= EXH_SCI0_OP_VARIABLE &&
		       (op->opcode & EXH_SCI0_VARIABLE_ACCESS);
	}
}

void exh_vm_trace_watch(const struct exh_sci0_vm *vm, const struct vm_frame *frame,
			const struct vm_op *op, struct vm_watch *watch)
{
	const unsigned kind = op->opcode & EXH_SCI0_VARIABLE_KIND;
	int64_t index = op->a;

	watch->is_there = false;
	if (op->opcode < EXH_SCI0_OP_VARIABLE || op->opcode >= EXH_SCI0_OPCODES ||
	    !(op->opcode & EXH_SCI0_VARIABLE_ACCESS) || kind < 2)
		return;
	if (op->opcode & EXH_SCI0_VARIABLE_INDEXED)
		index += (int16_t)vm->acc.offset;
	index += kind == 2 ? frame->fp : frame->argp;
	if (index < 0 || index >= vm->stack_size)
		return;
	*watch = (struct vm_watch){ true, (uint32_t)index, vm->stack[index] };
}

static void compare_watched(struct exh_sci0_vm *vm, const struct vm_watch *watch)
{
	const reg now = vm->stack[watch->index];
	char what[WHAT];

	if (is_same(now, watch->old))
		return;
	snprintf(what, sizeof what, "T%u", watch->index);
	exh_vm_trace_change(vm, what, watch->old, now);
}

void exh_vm_trace_changes(struct exh_sci0_vm *vm, const struct vm_op *op,
			  const struct vm_watch *watch)
{
	if (watch->is_there)
		compare_watched(vm, watch);
	if (!vm->shadow) {
		vm->shadow = calloc(1, sizeof *vm->shadow);
		if (vm->shadow)
			compare_all(vm);
	} else if (stores(op)) {
		compare_all(vm);
	}
	if (vm->steps % SUM_STEPS == 0)
		exh_vm_trace_sum(vm);
}

/*
 * The sum.
 */

struct sum {
	const struct exh_sci0_vm *vm;
	struct exh_writer text;
};

static void add_values(struct sum *sum, const reg *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		exh_sci0_vm_print(sum->vm, values[i], &sum->text);
		exh_write_u8(&sum->text, '\n');
	}
}

static void add_script(struct sum *sum, const struct vm_segment *s)
{
	const struct vm_segment *locals = exh_vm_segment(sum->vm, s->locals);

	if (locals)
		add_values(sum, locals->cells, locals->cell_count);
	/* Their places rise with their offsets. */
	for (size_t i = 0; i < s->object_count; i++)
		if (s->objects[i].is_live && s->objects[i].values)
			add_values(sum, s->objects[i].values, s->objects[i].count);
}

uint32_t exh_sci0_vm_checksum(const struct exh_sci0_vm *vm)
{
	struct sum sum = { .vm = vm, .text.limit = SIZE_MAX };
	uint32_t crc;

	/* The program's scripts are in the order of their numbers. */
	for (size_t i = 0; i < vm->program->script_count; i++) {
		const struct vm_segment *s = exh_vm_segment(vm, vm->segment_of[i]);

		if (s && !s->is_doomed)
			add_script(&sum, s);
	}
	crc = exh_crc32(exh_writer_bytes(&sum.text));
	exh_writer_free(&sum.text);
	return crc;
}
