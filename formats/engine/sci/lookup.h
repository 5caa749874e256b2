/* What a selector is for an object. Source: sci0-vm 2.6. */
#ifndef EXH_ENGINE_SCI0_LOOKUP_H
#define EXH_ENGINE_SCI0_LOOKUP_H

#include "state.h"

/* What was found is kept, until scripts are loaded or disposed of. */
void exh_vm_forget_lookups(struct exh_sci_vm *vm);
/* An object gets another superclass: from now on nothing is kept. */
void exh_vm_rewire(struct exh_sci_vm *vm);
/* Of a machine that was loaded: was a superclass written? */
void exh_vm_find_rewired(struct exh_sci_vm *vm);
void exh_vm_keep_lookup(struct exh_sci_vm *vm, const struct vm_object *object,
			unsigned selector, struct vm_cache *out);

static inline uint64_t exh_vm_lookup_key(const struct exh_sci_vm *vm,
					 const struct vm_object *object,
					 unsigned selector)
{
	return vm->lookup_era | (object->shape + (uint64_t)1) << 16 | selector;
}

/* NULL if neither the object nor the classes above it have it. It stays until the next
 * one is looked up. */
static inline const struct vm_found *
exh_vm_lookup(struct exh_sci_vm *vm, const struct vm_object *object, unsigned selector)
{
	struct vm_cache *cache =
		&vm->cache[(object->shape * 31u + selector) & (VM_CACHE - 1)];

	if (cache->key != exh_vm_lookup_key(vm, object, selector))
		exh_vm_keep_lookup(vm, object, selector, cache);
	return cache->found.is_there ? &cache->found : NULL;
}

/* The place of a property in an object; below 0: it has none. */
int exh_vm_property_place(const struct exh_sci_vm *vm, const struct vm_object *object,
			  int selector);

/* A property by its kernel name; 0 if the object lacks it. Writing is ignored then. */
int16_t exh_vm_get(const struct exh_sci_vm *vm, reg object, enum vm_selector selector);
reg exh_vm_get_reg(const struct exh_sci_vm *vm, reg object, enum vm_selector selector);
void exh_vm_set(struct exh_sci_vm *vm, reg object, enum vm_selector selector, int value);

#endif
