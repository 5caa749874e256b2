/*
 * Saved states of the machine: all that it has between two instructions, after a
 * signature, a version and a sum over the game's scripts.
 */
#include "../../engine/save_walk.h"
#include "trace.h"

#include <stdlib.h>

enum { VERSION = 2, SIGNATURE_SIZE = 8, BIGGEST_HUNK = 1 << 24 };

static const uint8_t signature[SIGNATURE_SIZE] = {
	'E', 'X', 'H', 'S', 'C', 'I', '0', 0x1a
};

static uint32_t sum_of(const struct exh_sci_program *program)
{
	struct exh_writer sums = { .limit = SIZE_MAX };
	uint32_t sum;

	for (size_t i = 0; i < program->script_count; i++) {
		exh_write_u16le(&sums, program->scripts[i].number);
		exh_write_u32le(&sums, exh_crc32(program->scripts[i].code.bytes));
	}
	sum = exh_crc32(exh_writer_bytes(&sums));
	exh_writer_free(&sums);
	return sum;
}

static void walk_head(struct save_walk *w, struct exh_sci_vm *vm)
{
	uint8_t found[SIGNATURE_SIZE];
	uint32_t version = VERSION, sum;

	if (!vm->has_sum)
		vm->sum = sum_of(vm->program);
	vm->has_sum = true;
	sum = vm->sum;
	memcpy(found, signature, sizeof found);
	walk_bytes(w, found, sizeof found);
	if (!w->fault && memcmp(found, signature, sizeof found) != 0)
		walk_fail(w, "it is no saved state of this machine");
	walk_u32(w, &version);
	if (!w->fault && version != VERSION)
		walk_fail(w, "it is of another version of this program");
	walk_u32(w, &sum);
	if (!w->fault && sum != vm->sum)
		walk_fail(w, "it is of another game, or of another release of it");
}

static void walk_reg(struct save_walk *w, reg *r)
{
	walk_u16(w, &r->segment);
	walk_u16(w, &r->offset);
}

/* Reads or writes many values at once: most of a state consists of them. */
static void walk_regs(struct save_walk *w, reg *regs, size_t count)
{
	enum { AT_ONCE = 64 };
	uint8_t bytes[4 * AT_ONCE];

	for (size_t i = 0; i < count && !w->fault; i += AT_ONCE) {
		const size_t some = count - i < AT_ONCE ? count - i : AT_ONCE;

		for (size_t k = 0; k < some && !walk_loads(w); k++) {
			bytes[4 * k] = (uint8_t)regs[i + k].segment;
			bytes[4 * k + 1] = (uint8_t)(regs[i + k].segment >> 8);
			bytes[4 * k + 2] = (uint8_t)regs[i + k].offset;
			bytes[4 * k + 3] = (uint8_t)(regs[i + k].offset >> 8);
		}
		walk_bytes(w, bytes, 4 * some);
		for (size_t k = 0; k < some && walk_loads(w) && !w->fault; k++)
			regs[i + k] = (reg){ load_u16le(bytes + 4 * k),
					     load_u16le(bytes + 4 * k + 2) };
	}
}

static bool out_of_memory(struct save_walk *w)
{
	walk_fail(w, "it needs more memory than there is");
	return false;
}

/*
 * Segments.
 */

static void walk_objects(struct save_walk *w, struct vm_segment *s)
{
	for (size_t i = 0; i < s->object_count && !w->fault; i++) {
		walk_bool(w, &s->objects[i].is_live);
		walk_regs(w, s->objects[i].values, s->objects[i].count);
	}
}

/* locals: checked when all segments are loaded. */
static void walk_script(struct save_walk *w, struct exh_sci_vm *vm, uint16_t number)
{
	struct vm_segment *s = &vm->segments[number];

	walk_u16(w, &s->script);
	if (walk_loads(w) && !w->fault && !exh_vm_add_script(vm, number, s->script))
		walk_fail(w, "a script of it is not in the game, or there twice");
	if (w->fault)
		return;
	s = &vm->segments[number];
	walk_bool(w, &s->is_doomed);
	walk_u16(w, &s->locals);
	walk_objects(w, s);
}

static void walk_locals(struct save_walk *w, struct exh_sci_vm *vm, uint16_t number)
{
	struct vm_segment *s = &vm->segments[number];

	walk_u16(w, &s->script);
	if (walk_loads(w) && !w->fault && !exh_vm_add_locals(vm, number, s->script))
		walk_fail(w, "locals of it belong to no script of the game");
	if (!w->fault)
		walk_regs(w, vm->segments[number].cells, vm->segments[number].cell_count);
}

static void walk_stack(struct save_walk *w, struct vm_segment *s, size_t size)
{
	uint32_t used = (uint32_t)s->cell_count;

	while (!walk_loads(w) && used && vm_is_null(s->cells[used - 1]))
		used--;
	WALK_WITHIN(w, used, uint32_t, 0, (int32_t)size);
	walk_regs(w, s->cells, used);
}

/* Reads or writes the object in a script that a clone was made of, directly or not. */
static void walk_origin(struct save_walk *w, struct exh_sci_vm *vm,
			struct vm_object *object)
{
	const bool loads = walk_loads(w);
	reg origin = { 0, 0 };
	const struct vm_segment *s;

	if (!loads)
		origin = (reg){ vm->shapes[object->shape].segment,
				object->origin->address };
	walk_reg(w, &origin);
	if (!loads || w->fault)
		return;
	s = exh_vm_segment(vm, origin.segment);
	if (!s || s->type != EXH_SCI_SEGMENT_SCRIPT || !s->source ||
	    origin.offset >= s->source->code.bytes.size || !s->object_at[origin.offset]) {
		walk_fail(w, "a clone has no origin");
		return;
	}
	object->origin = s->objects[s->object_at[origin.offset] - 1].origin;
	object->shape = s->objects[s->object_at[origin.offset] - 1].shape;
	object->count = (uint32_t)object->origin->property_count;
}

static void walk_clone(struct save_walk *w, struct exh_sci_vm *vm, uint16_t number,
		       size_t entry)
{
	struct vm_object *object = &vm->segments[number].objects[entry];

	walk_bool(w, &object->is_live);
	if (!object->is_live || w->fault)
		return;
	walk_origin(w, vm, object);
	if (walk_loads(w)) {
		object->address = (uint16_t)entry;
		object->values =
			w->fault ? NULL
				 : calloc(object->count + 1, sizeof *object->values);
		if (!object->values) {
			object->is_live = false;
			out_of_memory(w);
			return;
		}
	}
	walk_regs(w, object->values, object->count);
}

static void walk_list(struct save_walk *w, struct vm_list *list)
{
	walk_bool(w, &list->is_live);
	walk_reg(w, &list->first);
	walk_reg(w, &list->last);
}

static void walk_node(struct save_walk *w, struct vm_node *node)
{
	walk_bool(w, &node->is_live);
	walk_reg(w, &node->key);
	walk_reg(w, &node->value);
	walk_reg(w, &node->before);
	walk_reg(w, &node->after);
}

static void walk_hunk(struct save_walk *w, struct exh_sci_vm *vm, struct vm_hunk *hunk)
{
	uint32_t size = (uint32_t)hunk->size;
	bool has_bytes = hunk->bytes;

	walk_bool(w, &hunk->is_live);
	WALK_WITHIN(w, size, uint32_t, 0, BIGGEST_HUNK);
	walk_bool(w, &has_bytes);
	if (w->fault)
		return;
	hunk->size = size;
	if (!has_bytes || (!hunk->is_live && walk_loads(w)))
		return;
	if (walk_loads(w)) {
		if (size > rd_left(&w->in) || size > VM_HUNK_BYTES - vm->hunk_bytes) {
			walk_fail(w, "it ends too early");
			return;
		}
		hunk->bytes = calloc(size + 1, 1);
		if (!hunk->bytes) {
			out_of_memory(w);
			return;
		}
		vm->hunk_bytes += size;
	}
	walk_bytes(w, hunk->bytes, size);
}

static void walk_entry(struct save_walk *w, struct exh_sci_vm *vm, uint16_t number,
		       size_t entry)
{
	struct vm_segment *s = &vm->segments[number];

	switch (s->type) {
	case EXH_SCI_SEGMENT_CLONES:
		walk_clone(w, vm, number, entry);
		break;
	case EXH_SCI_SEGMENT_LISTS:
		walk_list(w, &s->lists[entry]);
		break;
	case EXH_SCI_SEGMENT_NODES:
		walk_node(w, &s->nodes[entry]);
		break;
	default:
		walk_hunk(w, vm, &s->hunks[entry]);
	}
}

static void walk_entries(struct save_walk *w, struct exh_sci_vm *vm, uint16_t number)
{
	uint32_t count = (uint32_t)vm->segments[number].count;

	walk_u32(w, &vm->segments[number].earlier);
	WALK_WITHIN(w, count, uint32_t, 0, VM_MAX_ENTRIES);
	for (uint32_t i = 0; i < count && !w->fault; i++) {
		uint16_t same = number;

		if (walk_loads(w) && vm_is_null(exh_vm_add_entry(vm, &same)))
			out_of_memory(w);
		else
			walk_entry(w, vm, number, i);
	}
}

/* A block of memory; its number follows from the order. */
static void walk_block(struct save_walk *w, struct exh_sci_vm *vm, struct vm_segment *s)
{
	uint16_t size = (uint16_t)s->byte_count;

	walk_u16(w, &size);
	if (walk_loads(w) && !w->fault) {
		s->earlier = vm->blocks++;
		if (size > rd_left(&w->in) || size > VM_HUNK_BYTES - vm->hunk_bytes)
			walk_fail(w, "it ends too early");
		else if (size && !(s->bytes = malloc(size)))
			out_of_memory(w);
		s->byte_count = s->bytes ? size : 0;
		vm->hunk_bytes += s->byte_count;
	}
	if (!w->fault && size)
		walk_bytes(w, s->bytes, size);
}

static void walk_segment(struct save_walk *w, struct exh_sci_vm *vm, uint16_t number)
{
	struct vm_segment *s = &vm->segments[number];

	switch (s->type) {
	case EXH_SCI_SEGMENT_SCRIPT:
		walk_script(w, vm, number);
		break;
	case EXH_SCI_SEGMENT_LOCALS:
		walk_locals(w, vm, number);
		break;
	case EXH_SCI_SEGMENT_STACK:
		if (walk_loads(w) && !exh_vm_add_stack(vm, number))
			out_of_memory(w);
		else
			walk_stack(w, &vm->segments[number], vm->options.stack_size);
		break;
	case EXH_SCI_SEGMENT_STRINGS:
		walk_bytes(w, vm->strings, sizeof vm->strings);
		break;
	case EXH_SCI_SEGMENT_CLONES:
	case EXH_SCI_SEGMENT_LISTS:
	case EXH_SCI_SEGMENT_NODES:
	case EXH_SCI_SEGMENT_HUNKS:
		walk_entries(w, vm, number);
		break;
	case EXH_SCI_SEGMENT_MEMORY:
		walk_block(w, vm, s);
		break;
	default:
		walk_fail(w, "a segment has no type");
	}
}

/* Types come first: clones need the scripts, wherever they are. */
static void walk_segments(struct save_walk *w, struct exh_sci_vm *vm)
{
	uint32_t count = (uint32_t)(vm->segment_count ? vm->segment_count - 1 : 0);

	WALK_WITHIN(w, count, uint32_t, 0, VM_MAX_SEGMENTS);
	for (uint32_t i = 1; i <= count && !w->fault; i++) {
		uint8_t type = walk_loads(w) ? 0 : vm->segments[i].type;

		walk_u8(w, &type);
		if (walk_loads(w) && !w->fault && !exh_vm_add_segment(vm, type))
			out_of_memory(w);
	}
	for (int clones = 0; clones < 2; clones++)
		for (uint32_t i = 1; i <= count && !w->fault; i++)
			if ((vm->segments[i].type == EXH_SCI_SEGMENT_CLONES) == clones)
				walk_segment(w, vm, (uint16_t)i);
}

/* Reads or writes the number of a segment of this type. */
static void walk_number(struct save_walk *w, const struct exh_sci_vm *vm,
			uint16_t *number, unsigned type)
{
	const struct vm_segment *s;

	walk_u16(w, number);
	s = exh_vm_segment(vm, *number);
	if (!s || s->type != type)
		walk_fail(w, "a segment is not what it should be");
}

static void walk_tables(struct save_walk *w, struct exh_sci_vm *vm)
{
	walk_number(w, vm, &vm->stack_segment, EXH_SCI_SEGMENT_STACK);
	walk_number(w, vm, &vm->string_segment, EXH_SCI_SEGMENT_STRINGS);
	walk_number(w, vm, &vm->clone_segment, EXH_SCI_SEGMENT_CLONES);
	walk_number(w, vm, &vm->list_segment, EXH_SCI_SEGMENT_LISTS);
	walk_number(w, vm, &vm->node_segment, EXH_SCI_SEGMENT_NODES);
	walk_number(w, vm, &vm->hunk_segment, EXH_SCI_SEGMENT_HUNKS);
	walk_u16(w, &vm->globals);
	walk_regs(w, vm->classes, vm->program->class_count);
}

/*
 * Registers and calls.
 */

static bool is_script(const struct exh_sci_vm *vm, unsigned number)
{
	const struct vm_segment *s = exh_vm_segment(vm, number);

	return s && s->type == EXH_SCI_SEGMENT_SCRIPT && s->source;
}

/* Reads or writes the frame's place, as the offset of its instruction. */
static void walk_place(struct save_walk *w, struct exh_sci_vm *vm, struct vm_frame *frame)
{
	uint16_t offset = 0;

	if (frame->segment && !walk_loads(w))
		offset = vm->segments[frame->segment].code.ops[frame->place].offset;
	walk_u16(w, &frame->segment);
	walk_u16(w, &offset);
	if (!walk_loads(w) || w->fault || !frame->segment)
		return;
	frame->place = is_script(vm, frame->segment)
			       ? exh_vm_place_at(&vm->segments[frame->segment], offset)
			       : -1;
	if (frame->place < 0) {
		frame->segment = 0;
		walk_fail(w, "a call has no code");
	}
}

/* Reads or writes the class of a super. */
static void walk_lookup(struct save_walk *w, struct exh_sci_vm *vm,
			struct vm_frame *frame)
{
	reg at = { 0, 0 };
	const struct vm_segment *s;

	if (!walk_loads(w) && frame->lookup)
		at = (reg){ vm->shapes[frame->lookup->shape].segment,
			    frame->lookup->address };
	walk_reg(w, &at);
	if (!walk_loads(w) || w->fault || !at.segment)
		return;
	s = is_script(vm, at.segment) ? &vm->segments[at.segment] : NULL;
	if (s && at.offset < s->source->code.bytes.size && s->object_at[at.offset])
		frame->lookup = &s->objects[s->object_at[at.offset] - 1];
	else
		walk_fail(w, "a super has no class");
}

static void walk_cell(struct save_walk *w, const struct exh_sci_vm *vm, uint32_t *cell)
{
	WALK_WITHIN(w, *cell, uint32_t, 0, (int32_t)vm->options.stack_size);
}

static void walk_frame(struct save_walk *w, struct exh_sci_vm *vm, struct vm_frame *f)
{
	walk_reg(w, &f->self);
	walk_place(w, vm, f);
	walk_u16(w, &f->locals);
	walk_cell(w, vm, &f->argp);
	walk_cell(w, vm, &f->argc);
	walk_cell(w, vm, &f->fp);
	walk_cell(w, vm, &f->base);
	WALK_WITHIN(w, f->selector, int32_t, -1, UINT16_MAX);
	walk_bool(w, &f->is_function);
	walk_bool(w, &f->is_entered);
	walk_bool(w, &f->is_floor);
	walk_bool(w, &f->is_again);
	walk_bool(w, &f->is_sent);
	walk_reg(w, &f->acc);
	walk_reg(w, &f->prev);
	walk_reg(w, &f->answer);
	walk_cell(w, vm, &f->rest);
	walk_reg(w, &f->receiver);
	walk_lookup(w, vm, f);
	walk_cell(w, vm, &f->message);
	walk_cell(w, vm, &f->messages_end);
	walk_cell(w, vm, &f->after);
}

static void walk_frames(struct save_walk *w, struct exh_sci_vm *vm)
{
	uint32_t count = (uint32_t)vm->frame_count;

	WALK_WITHIN(w, count, uint32_t, 0, (int32_t)vm->options.most_calls);
	vm->frame_count = count;
	for (uint32_t i = 0; i < count && !w->fault; i++)
		walk_frame(w, vm, &vm->frames[i]);
}

static void walk_machine(struct save_walk *w, struct exh_sci_vm *vm)
{
	uint64_t passed = vm->passed_faults;

	walk_head(w, vm);
	if (!w->fault)
		walk_segments(w, vm);
	if (!w->fault)
		walk_tables(w, vm);
	walk_reg(w, &vm->acc);
	walk_reg(w, &vm->prev);
	walk_cell(w, vm, &vm->sp);
	walk_cell(w, vm, &vm->rest);
	if (!w->fault)
		walk_frames(w, vm);
	walk_u64(w, &vm->steps);
	walk_u64(w, &passed);
	vm->passed_faults = (size_t)passed;
	walk_u32(w, &vm->random);
	walk_u16(w, &vm->restarting);
	if (!vm->random)
		walk_fail(w, "its chance has no seed");
}

bool exh_sci_vm_can_save(const struct exh_sci_vm *vm)
{
	return !vm->upcalls && !vm->fault;
}

bool exh_sci_vm_save(const struct exh_sci_vm *vm, struct exh_writer *out)
{
	struct save_walk w = { .out = out };

	if (!exh_sci_vm_can_save(vm))
		return false;
	/* Saving changes nothing: only loading writes to the fields. */
	walk_machine(&w, (struct exh_sci_vm *)vm);
	return true;
}

enum exh_status exh_sci_vm_load(const struct exh_sci_program *program,
				const struct exh_sci_vm_options *options,
				const struct exh_sci_host *host, struct exh_bytes saved,
				size_t *used, struct exh_sci_vm **out,
				struct exh_error *err)
{
	struct exh_sci_vm *vm = exh_vm_make(program, options, host);
	struct save_walk w = { .in = { .in = saved } };
	const char *wrong;

	*out = NULL;
	if (!vm)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	walk_machine(&w, vm);
	wrong = w.fault ? NULL : exh_vm_check(vm);
	if (wrong)
		walk_fail(&w, wrong);
	if (w.fault) {
		exh_sci_vm_free(vm);
		return exh_fail(err, EXH_INVALID, rd_tell(&w.in), "%s", w.fault);
	}
	*used = w.in.pos;
	*out = vm;
	exh_vm_find_rewired(vm);
	exh_vm_trace_resume(vm);
	return EXH_OK;
}
