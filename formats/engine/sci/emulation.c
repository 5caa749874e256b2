#include "kernel.h"
#include "trace.h"

#include <string.h>

enum { FIRST_ADDRESS = 1000 /* lower addresses were never in a heap */ };

/* Data that an argument refers to, and the address of its copy. */
struct bulk {
	reg from;
	uint32_t size, at; /* at: on the heap */
	bool is_object;
};

/*
 * Binding.
 */

static const struct vm_old *named(struct exh_bytes name)
{
	for (const struct vm_old *old = exh_vm_old_functions; old->name; old++)
		if (strlen(old->name) == name.size &&
		    memcmp(old->name, name.data, name.size) == 0)
			return old;
	return NULL;
}

bool exh_vm_emulation_bind(struct exh_sci_vm *vm)
{
	const size_t count = vm->program->kernel.count;

	if (!vm->options.emulates_16_bits)
		return true;
	vm->emulation = exh_alloc(&vm->arena, 1, sizeof *vm->emulation);
	vm->old = exh_alloc(&vm->arena, count + 1, sizeof *vm->old);
	if (!vm->emulation || !vm->old)
		return false;
	vm->emulation->vm = vm;
	for (size_t i = 0; i < count; i++)
		vm->old[i] = named(exh_sci_program_kernel(vm->program, (unsigned)i));
	return true;
}

/*
 * Sizes. The length of the data is unknown: everything up to the end of its segment is
 * copied.
 */

static uint32_t size_at(const struct exh_sci_vm *vm, reg at)
{
	const struct vm_segment *s = exh_vm_segment(vm, at.segment);
	size_t end;

	switch (s ? s->type : EXH_SCI_SEGMENT_NONE) {
	case EXH_SCI_SEGMENT_LOCALS:
	case EXH_SCI_SEGMENT_STACK:
		end = 2 * s->cell_count;
		break;
	case EXH_SCI_SEGMENT_STRINGS:
		end = VM_STRINGS * VM_STRING_SIZE;
		break;
	default:
		return (uint32_t)exh_vm_bytes_at(vm, at).size;
	}
	return end > at.offset ? (uint32_t)end - at.offset : 0;
}

/* Truncates arguments that overlap: the first ends where the second begins. If both begin
 * at the same address, the second has no copy of its own. */
static void truncate_overlaps(struct bulk *bulks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < count; k++) {
			const uint32_t between =
				(uint32_t)bulks[k].from.offset - bulks[i].from.offset;

			if (i == k || bulks[i].is_object || bulks[k].is_object ||
			    bulks[i].from.segment != bulks[k].from.segment ||
			    bulks[k].from.offset < bulks[i].from.offset)
				continue;
			if (!between && i > k)
				bulks[i].size = 0;
			else if (between && between < bulks[i].size)
				bulks[i].size = between;
		}
}

/*
 * In and out.
 */

static void copy_bulk(struct vm_emulation *e, const struct bulk *bulk)
{
	const struct vm_segment *s = exh_vm_segment(e->vm, bulk->from.segment);

	if (s && s->type == EXH_SCI_SEGMENT_SCRIPT)
		memcpy(e->heap + bulk->at, s->source->code.bytes.data + bulk->from.offset,
		       bulk->size);
	else
		exh_sci_vm_bytes(e->vm, bulk->from, e->heap + bulk->at, bulk->size);
}

static void copy_object(struct vm_emulation *e, const struct bulk *bulk)
{
	const struct vm_object *object = exh_vm_object(e->vm, bulk->from);

	for (uint32_t i = 0; i < bulk->size / 2; i++)
		exh_vm_set_heap_word(e, (uint16_t)(bulk->at + 2 * i),
				     object->values[i].offset);
	e->objects[e->object_count++] =
		(struct vm_emulated_object){ (uint16_t)bulk->at, bulk->from };
}

/* Writes only bytes that have changed: others may belong to pointers. */
static bool write_bulk(struct vm_emulation *e, const struct bulk *bulk)
{
	const struct vm_segment *s = exh_vm_segment(e->vm, bulk->from.segment);
	reg at = bulk->from;

	if (s && s->type == EXH_SCI_SEGMENT_SCRIPT)
		return memcmp(e->heap + bulk->at,
			      s->source->code.bytes.data + bulk->from.offset,
			      bulk->size) == 0;
	for (uint32_t i = 0; i < bulk->size; i++, at.offset++)
		if (exh_vm_read8(e->vm, at) != e->heap[bulk->at + i])
			exh_vm_write8(e->vm, at, e->heap[bulk->at + i]);
	return true;
}

/* Writes only properties that were numbers. */
static void write_object(struct vm_emulation *e, const struct bulk *bulk)
{
	struct vm_object *object = exh_vm_object(e->vm, bulk->from);

	for (uint32_t i = 0; i < bulk->size / 2; i++) {
		const reg value =
			vm_int(exh_vm_heap_word(e, (uint16_t)(bulk->at + 2 * i)));

		if (object->values[i].segment)
			continue;
		if (vm_traces_changes(e->vm))
			exh_vm_trace_property(e->vm, bulk->from, object, i, value);
		object->values[i] = value;
	}
}

/*
 * A call.
 */

/* Finds arguments that refer to data; returns their number. */
static size_t find_bulks(const struct vm_call *call, struct bulk *bulks)
{
	size_t count = 0;

	for (uint32_t i = 0; i < call->count; i++) {
		const reg at = call->args[i];
		const struct vm_object *object = exh_vm_object(call->vm, at);

		if (!at.segment)
			continue;
		bulks[count++] = (struct bulk){ .from = at,
						.size = object ? 2 * object->count
							       : size_at(call->vm, at),
						.is_object = object };
	}
	truncate_overlaps(bulks, count);
	return count;
}

/* Returns the address of the copy of the same reference that has a size; otherwise its
 * own. */
static uint32_t shared_place(const struct bulk *bulks, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (vm_equal(bulks[k].from, bulks[i].from))
			return bulks[k].at;
	return bulks[i].at;
}

/* Places copies one after the other, each followed by a byte 0, and truncates at the end
 * of the heap. False: there is no room for an object, or for another copy. */
static bool place_bulks(struct vm_emulation *e, struct bulk *bulks, size_t count)
{
	uint32_t at = FIRST_ADDRESS;

	for (size_t i = 0; i < count; i++) {
		const uint32_t room = EMULATED_HEAP - at;

		bulks[i].at = at;
		if (!bulks[i].is_object && bulks[i].size + 1 > room)
			bulks[i].size = room ? room - 1 : 0;
		if (!room || bulks[i].size + 1 > room)
			return false;
		if (!bulks[i].size) {
			bulks[i].at = shared_place(bulks, i);
			continue;
		}
		if (bulks[i].is_object)
			copy_object(e, &bulks[i]);
		else
			copy_bulk(e, &bulks[i]);
		at += bulks[i].size;
		e->heap[at++] = 0;
	}
	return true;
}

static void run(struct vm_call *call, const struct vm_old *old, const struct bulk *bulks)
{
	uint16_t args[EMULATED_ARGUMENTS] = { 0 };
	size_t bulk = 0;

	for (uint32_t i = 0; i < call->count; i++)
		args[i] = call->args[i].segment ? (uint16_t)bulks[bulk++].at
						: call->args[i].offset;
	call->result = vm_int(old->run(call->vm->emulation, args, call->count));
}

bool exh_vm_emulate(struct vm_call *call, const struct vm_old *old)
{
	struct vm_emulation *e = call->vm->emulation;
	struct bulk bulks[EMULATED_ARGUMENTS] = { 0 };
	bool is_whole = true;
	size_t count;

	e->object_count = 0;
	if (call->count > EMULATED_ARGUMENTS)
		return exh_vm_fault(call->vm, EXH_SCI_KSIG, "%s: %u arguments", old->name,
				    call->count);
	count = find_bulks(call, bulks);
	if (!place_bulks(e, bulks, count))
		return exh_vm_fault(call->vm, EXH_SCI_BADREF,
				    "%s: its arguments don't fit on a heap of 64 KB",
				    old->name);
	run(call, old, bulks);
	for (size_t i = 0; i < count; i++)
		if (bulks[i].is_object)
			write_object(e, &bulks[i]);
		else
			is_whole = write_bulk(e, &bulks[i]) && is_whole;
	return is_whole || exh_vm_fault(call->vm, EXH_SCI_BADREF,
					"%s: it writes into a script", old->name);
}
