/* Memory, a kernel function of SCI01: blocks that scripts address freely, byte by byte.
 * Source: sci0-vm 1.2, 4.4. */
#include "kernel.h"

#include <stdlib.h>

/* Operations: the first argument. */
enum { ALLOC = 1, ALLOC_IF_THERE_IS_ROOM, FREE, COPY, PEEK, POKE };

/* Returns null when memory is short. An empty block has a byte, so that its address is
 * valid. */
static reg add_block(struct exh_sci_vm *vm, size_t size)
{
	uint16_t segment;
	uint8_t *bytes;

	size += !size;
	if (size > VM_HUNK_BYTES - vm->hunk_bytes)
		return vm_int(0);
	bytes = calloc(size, 1);
	segment = bytes ? exh_vm_add_segment(vm, EXH_SCI_SEGMENT_MEMORY) : 0;
	if (!segment) {
		free(bytes);
		return vm_int(0);
	}
	vm->segments[segment].bytes = bytes;
	vm->segments[segment].byte_count = size;
	vm->segments[segment].earlier = vm->blocks++;
	vm->hunk_bytes += size;
	return (reg){ segment, 0 };
}

static bool alloc(struct vm_call *call, bool is_needed)
{
	call->result = add_block(call->vm, call->args[1].offset);
	return !is_needed || !vm_is_null(call->result) ||
	       exh_vm_out_of(call->vm, "blocks");
}

/* True if the byte belongs to a block. */
static bool is_block(const struct exh_sci_vm *vm, reg r)
{
	return exh_sci_vm_type(vm, r) == EXH_SCI_SEGMENT_MEMORY &&
	       exh_vm_read8(vm, r) >= 0;
}

static bool no_block(struct vm_call *call)
{
	return exh_vm_fault(call->vm, EXH_SCI_BADREF,
			    "Memory: %04x:%04x is no dynamic memory",
			    call->args[1].segment, call->args[1].offset);
}

static bool free_block(struct vm_call *call)
{
	struct exh_sci_vm *vm = call->vm;
	struct vm_segment *s = exh_vm_segment(vm, call->args[1].segment);

	if (!is_block(vm, call->args[1]))
		return no_block(call);
	vm->hunk_bytes -= s->byte_count;
	free(s->bytes);
	s->bytes = NULL;
	s->byte_count = 0;
	return true;
}

/* Both may be the same block: no byte is read after it was written. */
static bool copy(struct vm_call *call)
{
	struct exh_sci_vm *vm = call->vm;
	const reg to = call->args[1], from = call->args[2];
	const unsigned size = call->args[3].offset;
	const bool is_upward = to.segment == from.segment && to.offset > from.offset;

	if (!size)
		return true;
	if (!is_block(vm, to) || !is_block(vm, from) ||
	    to.offset + size > vm->segments[to.segment].byte_count ||
	    from.offset + size > vm->segments[from.segment].byte_count)
		return no_block(call);
	for (unsigned i = 0; i < size; i++) {
		const unsigned at = is_upward ? size - 1 - i : i;

		exh_vm_write8(vm, vm_moved(to, at),
			      (uint8_t)exh_vm_read8(vm, vm_moved(from, at)));
	}
	return true;
}

/* Reads a word, at any offset. */
static bool peek(struct vm_call *call)
{
	const reg at = call->args[1];

	if (!is_block(call->vm, at) || !is_block(call->vm, vm_moved(at, 1)))
		return no_block(call);
	call->result = vm_int((unsigned)exh_vm_read8(call->vm, at) |
			      (unsigned)exh_vm_read8(call->vm, vm_moved(at, 1)) << 8);
	return true;
}

static bool poke(struct vm_call *call)
{
	const reg at = call->args[1], value = call->args[2];

	if (!is_block(call->vm, at) || !is_block(call->vm, vm_moved(at, 1)))
		return no_block(call);
	if (value.segment)
		return exh_vm_fault(call->vm, EXH_SCI_BADREF,
				    "Memory: bytes can't hold a pointer");
	exh_vm_write8(call->vm, at, (uint8_t)value.offset);
	exh_vm_write8(call->vm, vm_moved(at, 1), (uint8_t)(value.offset >> 8));
	return true;
}

static bool memory(struct vm_call *call)
{
	static const uint8_t needed[] = { [ALLOC] = 2, [ALLOC_IF_THERE_IS_ROOM] = 2,
					  [FREE] = 2,  [COPY] = 4,
					  [PEEK] = 2,  [POKE] = 3 };
	const unsigned asked = call->args[0].offset;

	if (asked < ALLOC || asked > POKE || call->count != needed[asked])
		return exh_vm_fault(call->vm, EXH_SCI_KSIG,
				    "Memory: %u with %u arguments", asked, call->count);
	switch (asked) {
	case FREE:
		return free_block(call);
	case COPY:
		return copy(call);
	case PEEK:
		return peek(call);
	case POKE:
		return poke(call);
	default:
		return alloc(call, asked == ALLOC);
	}
}

const struct vm_kernel exh_vm_kernel_memory[] = {
	{ "Memory", "i.*", memory, false, NULL },
	{ 0 },
};
