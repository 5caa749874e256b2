/* Access of the host to lists, and to memory that only the host uses. */
#include "exhume/advanced/sci_vm.h"

#include "machine.h"

#include <stdlib.h>

bool exh_sci_vm_responds(struct exh_sci_vm *vm, struct exh_sci_reg object,
			 unsigned selector)
{
	const struct vm_object *found = exh_vm_object(vm, object);

	return found && exh_vm_lookup(vm, found, selector);
}

bool exh_sci_vm_first_node(const struct exh_sci_vm *vm, struct exh_sci_reg list,
			   struct exh_sci_reg *out)
{
	const struct vm_list *found = exh_vm_list(vm, list);

	*out = found ? found->first : vm_int(0);
	return found && !vm_is_null(*out);
}

bool exh_sci_vm_node(const struct exh_sci_vm *vm, struct exh_sci_reg node,
		     struct exh_sci_node_values *out)
{
	const struct vm_node *found = exh_vm_node(vm, node);

	if (found)
		*out = (struct exh_sci_node_values){ found->key, found->value,
						     found->before, found->after };
	return found;
}

size_t exh_sci_vm_bytes(const struct exh_sci_vm *vm, struct exh_sci_reg at, uint8_t *out,
			size_t size)
{
	size_t i = 0;

	for (; i < size; i++) {
		const int byte = exh_vm_read8(vm, at);

		if (byte < 0)
			break;
		out[i] = (uint8_t)byte;
		at.offset++;
	}
	return i;
}

static bool write_word(struct exh_sci_vm *vm, reg at, uint16_t word)
{
	return exh_vm_write8(vm, at, (uint8_t)word) &&
	       exh_vm_write8(vm, (reg){ at.segment, (uint16_t)(at.offset + 1) },
			     (uint8_t)(word >> 8));
}

bool exh_sci_vm_write_words(struct exh_sci_vm *vm, struct exh_sci_reg at,
			    const uint16_t *words, size_t count)
{
	if (at.offset % 2 && exh_vm_cell(vm, at))
		return exh_vm_fault(vm, EXH_SCI_BADALIGN, "words at an odd place");
	for (size_t i = 0; i < count; i++, at.offset += 2)
		if (!write_word(vm, at, words[i]))
			return exh_vm_fault(vm, EXH_SCI_BADREF,
					    "%zu of %zu words can't be written",
					    count - i, count);
	return true;
}

uint16_t exh_sci_vm_script(const struct exh_sci_vm *vm, unsigned number)
{
	return exh_vm_loaded(vm, number);
}

struct exh_sci_reg exh_sci_vm_string(const struct exh_sci_vm *vm, unsigned number)
{
	return (reg){ vm->string_segment,
		      (uint16_t)(number % VM_STRINGS * (unsigned)VM_STRING_SIZE) };
}

struct exh_sci_reg exh_sci_vm_add_hunk(struct exh_sci_vm *vm, size_t size)
{
	const reg made = exh_vm_add_entry(vm, &vm->hunk_segment);

	if (!vm_is_null(made))
		vm->segments[made.segment].hunks[made.offset] =
			(struct vm_hunk){ .size = size, .is_live = true };
	return made;
}

uint8_t *exh_sci_vm_hunk(struct exh_sci_vm *vm, struct exh_sci_reg hunk, size_t *size)
{
	struct vm_hunk *found = exh_vm_hunk(vm, hunk);

	if (!found)
		return NULL;
	if (!found->bytes && found->size <= VM_HUNK_BYTES - vm->hunk_bytes) {
		found->bytes = calloc(found->size + 1, 1);
		vm->hunk_bytes += found->bytes ? found->size : 0;
	}
	*size = found->size;
	return found->bytes;
}

void exh_sci_vm_free_hunk(struct exh_sci_vm *vm, struct exh_sci_reg hunk)
{
	struct vm_hunk *found = exh_vm_hunk(vm, hunk);

	if (!found)
		return;
	vm->hunk_bytes -= found->bytes ? found->size : 0;
	free(found->bytes);
	*found = (struct vm_hunk){ .is_live = false };
}
