#include "machine.h"

#include <string.h>

static const struct exh_sci_program_script *script_of(const struct exh_sci_vm *vm,
						      unsigned number, size_t *place)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(vm->program, number);

	if (!script || !script->is_open)
		return NULL;
	*place = (size_t)(script - vm->program->scripts);
	return script;
}

/*
 * Objects.
 */

long exh_vm_add_shape(struct exh_sci_vm *vm, const struct vm_shape *shape)
{
	if (!exh_vm_grow((void **)&vm->shapes, &vm->shape_room, vm->shape_count,
			 sizeof *vm->shapes))
		return -1;
	vm->shapes[vm->shape_count] = *shape;
	return (long)vm->shape_count++;
}

/* Fills an object anew from its resource; its species and superclass are added later. */
static bool fill_object(struct exh_sci_vm *vm, uint16_t segment, size_t place)
{
	const struct exh_sci_program_script *script = vm->segments[segment].source;
	const struct exh_sci_object *origin = &script->code.objects[place];
	struct vm_object *object = &vm->segments[segment].objects[place];
	const bool is_new = !object->origin;
	struct vm_shape shape = { .methods = origin->methods,
				  .method_count = origin->method_count,
				  .segment = segment };

	shape.selectors =
		exh_sci_program_selectors(vm->program, origin, &shape.selector_count);
	if (is_new) {
		const long index = exh_vm_add_shape(vm, &shape);

		object->values = exh_alloc(&vm->arena, origin->property_count + 1,
					   sizeof *object->values);
		if (index < 0 || !object->values)
			return false;
		object->shape = (uint32_t)index;
	}
	object->count = (uint32_t)origin->property_count;
	object->address = origin->address;
	object->origin = origin;
	object->is_live = true;
	for (size_t i = 0; i < origin->property_count; i++) {
		const bool is_address =
			exh_sci_code_is_address(&script->code, origin->address + 2 * i);

		object->values[i] =
			(reg){ is_address ? segment : 0, origin->properties[i] };
	}
	return true;
}

bool exh_vm_add_locals(struct exh_sci_vm *vm, uint16_t segment, unsigned number)
{
	size_t place;
	const struct exh_sci_program_script *script = script_of(vm, number, &place);
	struct vm_segment *s = &vm->segments[segment];

	if (!script || !script->code.local_count)
		return false;
	s->cells = exh_alloc(&vm->arena, script->code.local_count, sizeof(reg));
	s->cell_count = s->cells ? script->code.local_count : 0;
	s->script = (uint16_t)number;
	return s->cells;
}

static bool fill_locals(struct exh_sci_vm *vm, uint16_t segment)
{
	const struct exh_sci_code *code = &vm->segments[segment].source->code;
	uint16_t locals = vm->segments[segment].locals;

	if (!code->local_count)
		return true;
	if (!locals) {
		locals = exh_vm_add_segment(vm, EXH_SCI_SEGMENT_LOCALS);
		if (!locals ||
		    !exh_vm_add_locals(vm, locals, vm->segments[segment].script))
			return false;
		vm->segments[segment].locals = locals;
	}
	for (size_t i = 0; i < code->local_count; i++) {
		const bool is_address =
			exh_sci_code_is_address(code, code->locals_offset + 2 * i);

		vm->segments[locals].cells[i] =
			(reg){ is_address ? segment : 0, code->locals[i] };
	}
	return true;
}

static bool start_script(struct exh_sci_vm *vm, uint16_t segment,
			 const struct exh_sci_program_script *script)
{
	struct vm_segment *s = &vm->segments[segment];
	const size_t size = script->code.bytes.size;

	s->source = script;
	s->script = script->number;
	s->size = (uint32_t)size;
	s->object_count = script->code.object_count;
	s->objects = exh_alloc(&vm->arena, s->object_count + 1, sizeof *s->objects);
	s->object_at = exh_alloc(&vm->arena, size + 1, sizeof *s->object_at);
	s->code.places = exh_alloc(&vm->arena, size + 1, sizeof *s->code.places);
	if (!s->objects || !s->object_at || !s->code.places)
		return false;
	for (size_t i = 0; i < size; i++)
		s->code.places[i] = -1;
	for (size_t i = 0; i < s->object_count; i++)
		s->object_at[script->code.objects[i].address] = (uint16_t)(i + 1);
	return true;
}

bool exh_vm_add_script(struct exh_sci_vm *vm, uint16_t segment, unsigned number)
{
	size_t place;
	const struct exh_sci_program_script *script = script_of(vm, number, &place);

	if (!script || vm->segment_of[place] || !start_script(vm, segment, script))
		return false;
	vm->segment_of[place] = segment;
	for (size_t i = 0; i < script->code.object_count; i++)
		if (!fill_object(vm, segment, i))
			return false;
	return true;
}

static void register_classes(struct exh_sci_vm *vm, uint16_t segment)
{
	const struct vm_segment *s = &vm->segments[segment];

	for (size_t i = 0; i < s->object_count; i++) {
		const struct exh_sci_object *origin = &s->source->code.objects[i];

		if (origin->is_class && origin->property_count > EXH_SCI_SPECIES &&
		    origin->properties[EXH_SCI_SPECIES] < vm->program->class_count)
			vm->classes[origin->properties[EXH_SCI_SPECIES]] =
				(reg){ segment, origin->address };
	}
}

/* Species and superclass, whose scripts are loaded if need be. */
static void link_objects(struct exh_sci_vm *vm, uint16_t segment)
{
	const size_t count = vm->segments[segment].object_count;

	for (size_t i = 0; i < count; i++) {
		const struct exh_sci_object *origin =
			&vm->segments[segment].source->code.objects[i];

		if (origin->property_count <= EXH_SCI_SUPERCLASS)
			continue;
		for (size_t k = EXH_SCI_SPECIES; k <= EXH_SCI_SUPERCLASS; k++) {
			const reg class = exh_vm_class(vm, origin->properties[k]);

			/* Loading moves segments. */
			vm->segments[segment].objects[i].values[k] = class;
		}
	}
}

static uint16_t load(struct exh_sci_vm *vm, size_t place,
		     const struct exh_sci_program_script *script)
{
	uint16_t segment = vm->segment_of[place];

	if (!segment) {
		segment = exh_vm_add_segment(vm, EXH_SCI_SEGMENT_SCRIPT);
		if (!segment || !start_script(vm, segment, script))
			return 0;
		vm->segment_of[place] = segment;
	}
	vm->segments[segment].is_doomed = false;
	exh_vm_forget_lookups(vm);
	for (size_t i = 0; i < script->code.object_count; i++)
		if (!fill_object(vm, segment, i))
			return 0;
	if (!fill_locals(vm, segment))
		return 0;
	register_classes(vm, segment);
	link_objects(vm, segment);
	return segment;
}

uint16_t exh_vm_load(struct exh_sci_vm *vm, unsigned number)
{
	size_t place;
	const struct exh_sci_program_script *script = script_of(vm, number, &place);
	uint16_t segment = exh_vm_loaded(vm, number);

	if (segment || !script)
		return segment;
	segment = load(vm, place, script);
	/* A class that is not there for want of memory is none that the game lacks. */
	if (!segment)
		exh_vm_fault(vm, EXH_SCI_LIMIT,
			     "script %u: no more segments, or not enough memory", number);
	return segment;
}

uint16_t exh_vm_loaded(const struct exh_sci_vm *vm, unsigned number)
{
	size_t place;
	const uint16_t segment =
		script_of(vm, number, &place) ? vm->segment_of[place] : 0;

	return segment && !vm->segments[segment].is_doomed ? segment : 0;
}

reg exh_vm_class(struct exh_sci_vm *vm, unsigned number)
{
	const struct exh_sci_program_class *class =
		exh_sci_program_class(vm->program, number);

	if (!class || number == EXH_SCI_NO_CLASS)
		return vm_int(0);
	if (vm_is_null(vm->classes[number]))
		exh_vm_load(vm, class->owner ? class->owner->number : class->script);
	return vm->classes[number];
}

void exh_vm_dispose(struct exh_sci_vm *vm, unsigned number)
{
	const uint16_t segment = exh_vm_loaded(vm, number);

	if (!segment)
		return;
	vm->segments[segment].is_doomed = true;
	exh_vm_forget_lookups(vm);
	for (size_t i = 0; i < vm->program->class_count; i++)
		if (vm->classes[i].segment == segment)
			vm->classes[i] = vm_int(0);
}

bool exh_vm_export(const struct exh_sci_vm *vm, uint16_t segment, unsigned number,
		   reg *out)
{
	const struct exh_sci_code *code = &vm->segments[segment].source->code;

	if (number >= code->export_count)
		return false;
	*out = (reg){ segment, code->exports[number] };
	return true;
}
