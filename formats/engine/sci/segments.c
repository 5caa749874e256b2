#include "trace.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 32 };

bool exh_vm_grow(void **items, size_t *room, size_t count, size_t size)
{
	const size_t more = *room ? 2 * *room : FIRST_ROOM;
	void *grown;

	if (count < *room)
		return true;
	grown = realloc(*items, more * size);
	if (!grown)
		return false;
	memset((uint8_t *)grown + *room * size, 0, (more - *room) * size);
	*items = grown;
	*room = more;
	return true;
}

uint16_t exh_vm_add_segment(struct exh_sci_vm *vm, unsigned type)
{
	if (!vm->segment_count)
		vm->segment_count = 1; /* segment 0 is that of integers */
	if (vm->segment_count > VM_MAX_SEGMENTS ||
	    !exh_vm_grow((void **)&vm->segments, &vm->segment_room, vm->segment_count,
			 sizeof *vm->segments))
		return 0;
	vm->segments[vm->segment_count].type = (uint8_t)type;
	return (uint16_t)vm->segment_count++;
}

/* False when memory is short. */
static bool open_another(struct exh_sci_vm *vm, uint16_t *segment)
{
	const struct vm_segment full = vm->segments[*segment];

	*segment = exh_vm_add_segment(vm, full.type);
	if (!*segment)
		return false;
	vm->segments[*segment].earlier = full.earlier + VM_MAX_ENTRIES;
	return true;
}

reg exh_vm_add_entry(struct exh_sci_vm *vm, uint16_t *segment)
{
	const uint16_t before = *segment;
	struct vm_segment *s;
	bool is_good;

	if (vm->segments[*segment].count == VM_MAX_ENTRIES &&
	    !open_another(vm, segment)) {
		*segment = before;
		return vm_int(0);
	}
	s = &vm->segments[*segment];
	switch (s->type) {
	case EXH_SCI_SEGMENT_CLONES:
		is_good = exh_vm_grow((void **)&s->objects, &s->room, s->count,
				      sizeof *s->objects);
		s->object_count = s->count + 1;
		break;
	case EXH_SCI_SEGMENT_LISTS:
		is_good = exh_vm_grow((void **)&s->lists, &s->room, s->count,
				      sizeof *s->lists);
		break;
	case EXH_SCI_SEGMENT_NODES:
		is_good = exh_vm_grow((void **)&s->nodes, &s->room, s->count,
				      sizeof *s->nodes);
		break;
	default:
		is_good = exh_vm_grow((void **)&s->hunks, &s->room, s->count,
				      sizeof *s->hunks);
	}
	return is_good ? (reg){ *segment, (uint16_t)s->count++ } : vm_int(0);
}

enum exh_sci_segment_type exh_sci_vm_type(const struct exh_sci_vm *vm,
					  struct exh_sci_reg r)
{
	const struct vm_segment *s = exh_vm_segment(vm, r.segment);

	return s ? (enum exh_sci_segment_type)s->type : EXH_SCI_SEGMENT_NONE;
}

/*
 * Bytes. Two lie in a cell, the lower first.
 */

reg *exh_vm_cell(const struct exh_sci_vm *vm, reg r)
{
	struct vm_segment *s = exh_vm_segment(vm, r.segment);
	const bool has_cells = s && (s->type == EXH_SCI_SEGMENT_LOCALS ||
				     s->type == EXH_SCI_SEGMENT_STACK);

	return has_cells && r.offset / 2u < s->cell_count ? &s->cells[r.offset / 2]
							  : NULL;
}

int exh_vm_read8(const struct exh_sci_vm *vm, reg r)
{
	const struct vm_segment *s = exh_vm_segment(vm, r.segment);
	const reg *cell;

	if (!s)
		return -1;
	switch (s->type) {
	case EXH_SCI_SEGMENT_SCRIPT:
		return r.offset < s->source->code.bytes.size
			       ? s->source->code.bytes.data[r.offset]
			       : -1;
	case EXH_SCI_SEGMENT_LOCALS:
	case EXH_SCI_SEGMENT_STACK:
		cell = exh_vm_cell(vm, r);
		if (!cell)
			return -1;
		return r.offset % 2 ? cell->offset >> 8 : cell->offset & 0xff;
	case EXH_SCI_SEGMENT_STRINGS:
		return r.offset < VM_STRINGS * VM_STRING_SIZE
			       ? (uint8_t)vm->strings[r.offset / VM_STRING_SIZE]
						     [r.offset % VM_STRING_SIZE]
			       : -1;
	case EXH_SCI_SEGMENT_MEMORY:
		return r.offset < s->byte_count ? s->bytes[r.offset] : -1;
	default:
		return -1;
	}
}

struct exh_bytes exh_vm_bytes_at(const struct exh_sci_vm *vm, reg r)
{
	const struct vm_segment *s = exh_vm_segment(vm, r.segment);
	struct exh_bytes all = { NULL, 0, 0 }, rest = all;

	if (s && s->type == EXH_SCI_SEGMENT_SCRIPT)
		all = s->source->code.bytes;
	else if (s && s->type == EXH_SCI_SEGMENT_MEMORY)
		all = (struct exh_bytes){ s->bytes, s->byte_count, 0 };
	if (r.offset < all.size)
		exh_bytes_slice(all, r.offset, all.size - r.offset, &rest);
	return rest;
}

bool exh_vm_write8(struct exh_sci_vm *vm, reg r, uint8_t value)
{
	struct vm_segment *s = exh_vm_segment(vm, r.segment);
	reg *cell = exh_vm_cell(vm, r);

	if (cell) {
		const reg before = *cell;

		cell->segment = 0;
		cell->offset &= r.offset % 2 ? 0xff : 0xff00;
		cell->offset |= (uint16_t)(r.offset % 2 ? value << 8 : value);
		if (vm_traces_changes(vm))
			exh_vm_trace_cell(vm, r.segment, r.offset / 2, before, *cell);
		return true;
	}
	if (s && s->type != EXH_SCI_SEGMENT_SCRIPT && vm_traces_changes(vm) &&
	    exh_vm_read8(vm, r) >= 0)
		exh_vm_trace_byte(vm, r, (uint8_t)exh_vm_read8(vm, r), value);
	if (s && s->type == EXH_SCI_SEGMENT_MEMORY && r.offset < s->byte_count) {
		s->bytes[r.offset] = value;
		return true;
	}
	if (!s || s->type != EXH_SCI_SEGMENT_STRINGS ||
	    r.offset >= VM_STRINGS * VM_STRING_SIZE)
		return false;
	vm->strings[r.offset / VM_STRING_SIZE][r.offset % VM_STRING_SIZE] = (char)value;
	return true;
}

bool exh_sci_vm_text(const struct exh_sci_vm *vm, struct exh_sci_reg r,
		     struct exh_writer *out)
{
	int c = exh_vm_read8(vm, r);

	if (c < 0)
		return false;
	for (; c > 0; c = exh_vm_read8(vm, r)) {
		exh_write_u8(out, (uint8_t)c);
		if (r.offset++ == UINT16_MAX)
			break;
	}
	return true;
}

bool exh_sci_vm_write(struct exh_sci_vm *vm, struct exh_sci_reg r, struct exh_bytes bytes)
{
	for (size_t i = 0; i < bytes.size; i++) {
		if (!exh_vm_write8(vm, r, bytes.data[i]))
			return false;
		if (r.offset++ == UINT16_MAX)
			return i + 1 == bytes.size;
	}
	return true;
}
