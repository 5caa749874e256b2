/* Segments: typed memory, and what lies at a place in it. Source: sci0-vm 1. */
#ifndef EXH_ENGINE_SCI0_SEGMENTS_H
#define EXH_ENGINE_SCI0_SEGMENTS_H

#include "state.h"

/* A new segment; 0 when memory is short. Pointers to segments don't stay. */
uint16_t exh_vm_add_segment(struct exh_sci_vm *vm, unsigned type);

/* A new entry in a segment of entries, whose number becomes that of another one of its
 * type when it is full. Null when memory is short. */
reg exh_vm_add_entry(struct exh_sci_vm *vm, uint16_t *segment);

/* All entries so far of the type of a segment, which is the last one of it. */
static inline size_t exh_vm_entries(const struct exh_sci_vm *vm, uint16_t segment)
{
	return vm->segments[segment].earlier + vm->segments[segment].count;
}

/* NULL where there is none. */
static inline struct vm_segment *exh_vm_segment(const struct exh_sci_vm *vm,
						unsigned segment)
{
	return segment && segment < vm->segment_count ? &vm->segments[segment] : NULL;
}

/* One that lives: of a script that is not doomed, or a clone. */
static inline struct vm_object *exh_vm_object(const struct exh_sci_vm *vm, reg r)
{
	struct vm_segment *s = exh_vm_segment(vm, r.segment);
	struct vm_object *object = NULL;

	if (!s)
		return NULL;
	if (s->type == EXH_SCI_SEGMENT_SCRIPT && !s->is_doomed && r.offset < s->size &&
	    s->object_at[r.offset])
		object = &s->objects[s->object_at[r.offset] - 1];
	else if (s->type == EXH_SCI_SEGMENT_CLONES && r.offset < s->count)
		object = &s->objects[r.offset];
	return object && object->is_live ? object : NULL;
}

static inline struct vm_list *exh_vm_list(const struct exh_sci_vm *vm, reg r)
{
	struct vm_segment *s = exh_vm_segment(vm, r.segment);

	return s && s->type == EXH_SCI_SEGMENT_LISTS && r.offset < s->count &&
			       s->lists[r.offset].is_live
		       ? &s->lists[r.offset]
		       : NULL;
}

static inline struct vm_node *exh_vm_node(const struct exh_sci_vm *vm, reg r)
{
	struct vm_segment *s = exh_vm_segment(vm, r.segment);

	return s && s->type == EXH_SCI_SEGMENT_NODES && r.offset < s->count &&
			       s->nodes[r.offset].is_live
		       ? &s->nodes[r.offset]
		       : NULL;
}

static inline struct vm_hunk *exh_vm_hunk(const struct exh_sci_vm *vm, reg r)
{
	struct vm_segment *s = exh_vm_segment(vm, r.segment);

	return s && s->type == EXH_SCI_SEGMENT_HUNKS && r.offset < s->count &&
			       s->hunks[r.offset].is_live
		       ? &s->hunks[r.offset]
		       : NULL;
}

/* The bytes at a reference; -1 outside, or where nothing can be read. */
int exh_vm_read8(const struct exh_sci_vm *vm, reg r);
/* Those up to the segment's end, where they lie one after the other; else none. */
struct exh_bytes exh_vm_bytes_at(const struct exh_sci_vm *vm, reg r);
/* False where nothing can be written. */
bool exh_vm_write8(struct exh_sci_vm *vm, reg r, uint8_t value);
/* A whole cell of locals or the stack; NULL where there is none. */
reg *exh_vm_cell(const struct exh_sci_vm *vm, reg r);

#endif
