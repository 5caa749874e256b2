#include "exhume/advanced/sci_look.h"

#include "trace.h"

/*
 * Segments.
 */

size_t exh_sci_vm_segment_count(const struct exh_sci_vm *vm)
{
	return vm->segment_count;
}

/* True if the entry or object of a segment is live. */
static bool is_live(const struct vm_segment *s, size_t i)
{
	switch (s->type) {
	case EXH_SCI_SEGMENT_SCRIPT:
		return !s->is_doomed && s->objects[i].is_live;
	case EXH_SCI_SEGMENT_CLONES:
		return s->objects[i].is_live;
	case EXH_SCI_SEGMENT_LISTS:
		return s->lists[i].is_live;
	case EXH_SCI_SEGMENT_NODES:
		return s->nodes[i].is_live;
	default:
		return s->hunks[i].is_live;
	}
}

/* Returns the number of objects and entries, live or not. */
static size_t count_of(const struct vm_segment *s)
{
	switch (s->type) {
	case EXH_SCI_SEGMENT_SCRIPT:
		return s->object_count;
	case EXH_SCI_SEGMENT_CLONES:
	case EXH_SCI_SEGMENT_LISTS:
	case EXH_SCI_SEGMENT_NODES:
	case EXH_SCI_SEGMENT_HUNKS:
		return s->count;
	default:
		return 0;
	}
}

static size_t count_live(const struct vm_segment *s)
{
	size_t live = 0;

	for (size_t i = 0; i < count_of(s); i++)
		live += is_live(s, i);
	return live;
}

static size_t size_of(const struct vm_segment *s)
{
	switch (s->type) {
	case EXH_SCI_SEGMENT_SCRIPT:
		return s->size;
	case EXH_SCI_SEGMENT_LOCALS:
	case EXH_SCI_SEGMENT_STACK:
		return s->cell_count;
	case EXH_SCI_SEGMENT_STRINGS:
		return (size_t)VM_STRINGS * VM_STRING_SIZE;
	case EXH_SCI_SEGMENT_MEMORY:
		return s->byte_count;
	default:
		return s->count;
	}
}

bool exh_sci_vm_segment(const struct exh_sci_vm *vm, unsigned number,
			struct exh_sci_segment *out)
{
	const struct vm_segment *s = exh_vm_segment(vm, number);

	if (!s || s->type == EXH_SCI_SEGMENT_NONE ||
	    (s->type == EXH_SCI_SEGMENT_MEMORY && !s->bytes))
		return false;
	*out = (struct exh_sci_segment){ .type = (enum exh_sci_segment_type)s->type,
					 .script = s->script,
					 .is_doomed = s->is_doomed,
					 .locals = s->locals,
					 .size = size_of(s) };
	out->live = count_live(s);
	return true;
}

/* Sizes in the 16-bit heap. */
enum { HEAP_PROPERTY = 2, HEAP_LIST = 4, HEAP_NODE = 8 };

static uint64_t heap_of_clones(const struct vm_segment *s)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < s->count; i++)
		if (s->objects[i].is_live)
			bytes += (uint64_t)s->objects[i].count * HEAP_PROPERTY;
	return bytes;
}

static uint64_t heap_of(const struct vm_segment *s)
{
	switch (s->type) {
	case EXH_SCI_SEGMENT_SCRIPT:
		return s->is_doomed ? 0 : s->size;
	case EXH_SCI_SEGMENT_CLONES:
		return heap_of_clones(s);
	case EXH_SCI_SEGMENT_LISTS:
		return (uint64_t)count_live(s) * HEAP_LIST;
	case EXH_SCI_SEGMENT_NODES:
		return (uint64_t)count_live(s) * HEAP_NODE;
	case EXH_SCI_SEGMENT_MEMORY:
		return s->bytes ? s->byte_count : 0;
	default:
		return 0;
	}
}

uint64_t exh_sci_vm_heap(const struct exh_sci_vm *vm)
{
	uint64_t bytes = 0;

	for (unsigned i = 1; i < vm->segment_count; i++)
		bytes += heap_of(&vm->segments[i]);
	return bytes;
}

bool exh_sci_vm_next(const struct exh_sci_vm *vm, unsigned segment, size_t *index,
		     struct exh_sci_reg *out)
{
	const struct vm_segment *s = exh_vm_segment(vm, segment);
	size_t i;

	while (s && *index < count_of(s)) {
		i = (*index)++;
		if (!is_live(s, i))
			continue;
		*out = (reg){ (uint16_t)segment, s->type == EXH_SCI_SEGMENT_SCRIPT
							 ? s->objects[i].address
							 : (uint16_t)i };
		return true;
	}
	return false;
}

/*
 * Objects.
 */

bool exh_sci_vm_object(const struct exh_sci_vm *vm, struct exh_sci_reg object,
		       struct exh_sci_object_look *out)
{
	const struct vm_object *found = exh_vm_object(vm, object);
	const struct vm_shape *shape;
	const struct vm_segment *s;

	if (!found)
		return false;
	shape = &vm->shapes[found->shape];
	s = exh_vm_segment(vm, shape->segment);
	*out = (struct exh_sci_object_look){
		.origin = found->origin,
		.script = s ? s->script : 0,
		.is_class = found->origin->is_class,
		.is_clone = exh_sci_vm_type(vm, object) == EXH_SCI_SEGMENT_CLONES,
		.properties = found->values,
		.property_count = found->count,
		.selectors = shape->selectors,
		.selector_count = shape->selector_count < found->count
					  ? shape->selector_count
					  : found->count
	};
	return true;
}

bool exh_sci_vm_class(const struct exh_sci_vm *vm, unsigned number,
		      struct exh_sci_reg *out)
{
	const struct exh_sci_program_class *class =
		exh_sci_program_class(vm->program, number);

	if (!class || !class->owner || !class->object)
		return false;
	*out = (reg){ exh_sci_vm_script(vm, class->owner->number),
		      class->object->address };
	return exh_vm_object(vm, *out);
}

bool exh_sci_vm_list_ends(const struct exh_sci_vm *vm, struct exh_sci_reg list,
			  struct exh_sci_reg *first, struct exh_sci_reg *last)
{
	const struct vm_list *found = exh_vm_list(vm, list);

	if (!found)
		return false;
	*first = found->first;
	*last = found->last;
	return true;
}

/*
 * Registers, calls and variables.
 */

void exh_sci_vm_registers(const struct exh_sci_vm *vm, struct exh_sci_registers *out)
{
	*out = (struct exh_sci_registers){ vm->acc, vm->prev, vm->sp, vm->rest };
}

bool exh_sci_vm_call_at(const struct exh_sci_vm *vm, size_t depth,
			struct exh_sci_call_look *out)
{
	const struct vm_frame *frame = &vm->frames[depth];
	const struct vm_segment *s;
	int32_t place;

	if (depth >= vm->frame_count)
		return false;
	s = exh_vm_segment(vm, frame->segment);
	*out = (struct exh_sci_call_look){ .is_outside = !s };
	if (!s)
		return true;
	place = frame->place;
	if (depth + 1 < vm->frame_count && place > 0)
		place--;
	out->script = s->script;
	out->offset = s->code.ops[place].offset;
	out->self = frame->self;
	out->selector = frame->selector;
	out->arguments = vm->stack + frame->argp + 1;
	out->argument_count = frame->argc;
	return true;
}

static struct vm_segment *cells_segment(const struct exh_sci_vm *vm, unsigned number)
{
	struct vm_segment *s = exh_vm_segment(vm, number);

	return s && s->type == EXH_SCI_SEGMENT_LOCALS ? s : NULL;
}

/* Returns the variables of a kind, and their segment. */
static reg *variables(const struct exh_sci_vm *vm, enum exh_sci_variable_kind kind,
		      size_t *count, uint16_t *segment)
{
	const struct vm_frame *frame = vm->frame_count ? vm_top(vm) : NULL;
	const bool runs = frame && exh_vm_segment(vm, frame->segment);
	struct vm_segment *s;

	*count = 0;
	*segment = vm->stack_segment;
	if (kind >= EXH_SCI_TEMPORARIES && !runs)
		return NULL;
	if (kind == EXH_SCI_TEMPORARIES) {
		*count = vm->sp > frame->fp ? vm->sp - frame->fp : 0;
		return vm->stack + frame->fp;
	}
	if (kind == EXH_SCI_PARAMETERS) {
		*count = frame->argc + (size_t)1;
		return vm->stack + frame->argp;
	}
	*segment = kind == EXH_SCI_GLOBALS ? vm->globals : runs ? frame->locals : 0;
	s = cells_segment(vm, *segment);
	*count = s ? s->cell_count : 0;
	return s ? s->cells : NULL;
}

const struct exh_sci_reg *exh_sci_vm_variables(const struct exh_sci_vm *vm,
					       enum exh_sci_variable_kind kind,
					       size_t *count)
{
	uint16_t segment;

	return variables(vm, kind, count, &segment);
}

const struct exh_sci_reg *exh_sci_vm_locals(const struct exh_sci_vm *vm, unsigned script,
					    size_t *count)
{
	const struct vm_segment *code = exh_vm_segment(vm, exh_sci_vm_script(vm, script));
	const struct vm_segment *s = code ? cells_segment(vm, code->locals) : NULL;

	*count = s ? s->cell_count : 0;
	return s ? s->cells : NULL;
}

const struct exh_sci_reg *exh_sci_vm_stack(const struct exh_sci_vm *vm, size_t *count)
{
	*count = vm->sp;
	return vm->stack;
}

/*
 * Changing.
 */

void exh_sci_vm_set_accumulator(struct exh_sci_vm *vm, struct exh_sci_reg value)
{
	vm->acc = value;
}

bool exh_sci_vm_set_variable(struct exh_sci_vm *vm, enum exh_sci_variable_kind kind,
			     size_t number, struct exh_sci_reg value)
{
	size_t count;
	uint16_t segment;
	reg *cells = variables(vm, kind, &count, &segment);

	if (number >= count)
		return false;
	exh_vm_trace_cell(vm, segment,
			  (size_t)(&cells[number] - vm->segments[segment].cells),
			  cells[number], value);
	cells[number] = value;
	return true;
}
