#include "trace.h"

#include <string.h>

enum { MAX_CHAIN = 256 };

static bool find_method(const struct vm_shape *shape, unsigned selector,
			struct vm_found *out)
{
	for (size_t i = 0; i < shape->method_count; i++)
		if (shape->methods[i].selector == selector) {
			*out = (struct vm_found){ .segment = shape->segment,
						  .code = shape->methods[i].code };
			return true;
		}
	return false;
}

/* Searches the object itself, then the classes above it; stops at a circle. */
static bool find(const struct exh_sci_vm *vm, const struct vm_object *object,
		 unsigned selector, struct vm_found *out)
{
	const int place = exh_vm_property_place(vm, object, (int)selector);

	if (place >= 0) {
		*out = (struct vm_found){ .is_variable = true, .index = (uint16_t)place };
		return true;
	}
	for (int i = 0; object && i < MAX_CHAIN; i++) {
		if (find_method(&vm->shapes[object->shape], selector, out))
			return true;
		object = object->count > EXH_SCI_SUPERCLASS
				 ? exh_vm_object(vm, object->values[EXH_SCI_SUPERCLASS])
				 : NULL;
	}
	return false;
}

void exh_vm_forget_lookups(struct exh_sci_vm *vm)
{
	vm->lookup_era += (uint64_t)1 << VM_ERA_SHIFT;
	if (!vm->lookup_era)
		memset(vm->cache, 0, VM_CACHE * sizeof *vm->cache);
}

void exh_vm_rewire(struct exh_sci_vm *vm)
{
	vm->is_rewired = true;
	exh_vm_forget_lookups(vm);
}

/* Returns the address of a class's object, loaded or not; null if there is none. */
static reg class_place(const struct exh_sci_vm *vm, unsigned number)
{
	const struct exh_sci_program_class *class =
		exh_sci_program_class(vm->program, number);

	if (!class || !class->owner || !class->object)
		return vm_int(0);
	return (reg){ vm->segment_of[class->owner - vm->program->scripts],
		      class->object->address };
}

/* True if the superclass is that of the resource, or, for a clone of a class, this class.
 */
static bool is_as_made(const struct exh_sci_vm *vm, const struct vm_object *object)
{
	reg origin, super;

	if (!object->is_live || object->count <= EXH_SCI_SUPERCLASS)
		return true;
	origin = (reg){ vm->shapes[object->shape].segment, object->origin->address };
	super = object->values[EXH_SCI_SUPERCLASS];
	return vm_equal(
		       super,
		       class_place(vm, object->origin->properties[EXH_SCI_SUPERCLASS])) ||
	       (object->origin->is_class && vm_equal(super, origin));
}

void exh_vm_find_rewired(struct exh_sci_vm *vm)
{
	for (size_t i = 1; i < vm->segment_count; i++) {
		const struct vm_segment *s = &vm->segments[i];

		for (size_t k = 0; k < s->object_count; k++)
			vm->is_rewired =
				vm->is_rewired || !is_as_made(vm, &s->objects[k]);
	}
}

void exh_vm_keep_lookup(struct exh_sci_vm *vm, const struct vm_object *object,
			unsigned selector, struct vm_cache *out)
{
	out->key = vm->is_rewired ? 0 : exh_vm_lookup_key(vm, object, selector);
	out->found = (struct vm_found){ .is_there = false };
	out->found.is_there = find(vm, object, selector, &out->found);
}

int exh_vm_property_place(const struct exh_sci_vm *vm, const struct vm_object *object,
			  int selector)
{
	const struct vm_shape *shape = &vm->shapes[object->shape];

	for (size_t i = 0; i < shape->selector_count && i < object->count; i++)
		if (shape->selectors[i] == selector)
			return (int)i;
	return -1;
}

static reg *property(const struct exh_sci_vm *vm, reg r, int selector)
{
	struct vm_object *object = exh_vm_object(vm, r);
	const int place = object && selector >= 0
				  ? exh_vm_property_place(vm, object, selector)
				  : -1;

	return place < 0 ? NULL : &object->values[place];
}

/* False: missing. */
static bool set_property(struct exh_sci_vm *vm, reg r, int selector, reg value)
{
	const struct vm_object *object = exh_vm_object(vm, r);
	reg *place = property(vm, r, selector);

	if (place && vm_traces_changes(vm))
		exh_vm_trace_property(vm, r, object, (size_t)(place - object->values),
				      value);
	if (place && place == &object->values[EXH_SCI_SUPERCLASS])
		exh_vm_rewire(vm);
	if (place)
		*place = value;
	return place;
}

reg exh_vm_get_reg(const struct exh_sci_vm *vm, reg object, enum vm_selector selector)
{
	const reg *value = property(vm, object, vm->selectors[selector]);

	return value ? *value : vm_int(0);
}

int16_t exh_vm_get(const struct exh_sci_vm *vm, reg object, enum vm_selector selector)
{
	return (int16_t)exh_vm_get_reg(vm, object, selector).offset;
}

void exh_vm_set(struct exh_sci_vm *vm, reg object, enum vm_selector selector, int value)
{
	set_property(vm, object, vm->selectors[selector], vm_int((unsigned)value));
}

bool exh_sci_vm_property(const struct exh_sci_vm *vm, struct exh_sci_reg object,
			 unsigned selector, struct exh_sci_reg *out)
{
	const reg *value = property(vm, object, (int)selector);

	if (value)
		*out = *value;
	return value;
}

bool exh_sci_vm_set_property(struct exh_sci_vm *vm, struct exh_sci_reg object,
			     unsigned selector, struct exh_sci_reg value)
{
	return set_property(vm, object, (int)selector, value);
}

struct exh_bytes exh_sci_vm_name(const struct exh_sci_vm *vm, struct exh_sci_reg object)
{
	const struct vm_object *found = exh_vm_object(vm, object);

	return found && found->origin ? found->origin->name
				      : (struct exh_bytes){ .size = 0 };
}
