#include "exhume/advanced/sci_opcode.h"

#include "machine.h"

enum { TYPES = EXH_SCI_SEGMENT_MEMORY + 1 };

/* Totals of the segments checked so far. */
struct seen {
	size_t hunk_bytes; /* bytes of hunks and blocks */
	uint32_t blocks;
	uint16_t last[TYPES]; /* segment of the type; 0: none */
};

/*
 * Values: their segments must exist. Offsets are checked when values are used.
 */

static bool are_values(const struct exh_sci_vm *vm, const reg *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (values[i].segment && values[i].segment >= vm->segment_count)
			return false;
	return true;
}

static bool is_type(const struct exh_sci_vm *vm, unsigned segment, unsigned type)
{
	const struct vm_segment *s = exh_vm_segment(vm, segment);

	return s && s->type == type;
}

/* True for null, or a node that exists or existed. */
static bool is_link(const struct exh_sci_vm *vm, reg r)
{
	return vm_is_null(r) || (is_type(vm, r.segment, EXH_SCI_SEGMENT_NODES) &&
				 r.offset < vm->segments[r.segment].count);
}

/*
 * Segments.
 */

static const char *check_object(const struct exh_sci_vm *vm,
				const struct vm_object *object)
{
	const struct vm_shape *shape;

	if (!object->is_live)
		return object->values && object->origin ? "an object is gone, but not "
							  "its properties"
							: NULL;
	if (!object->values || !object->origin || object->shape >= vm->shape_count)
		return "an object is not whole";
	shape = &vm->shapes[object->shape];
	if (object->count != object->origin->property_count ||
	    shape->methods != object->origin->methods ||
	    !is_type(vm, shape->segment, EXH_SCI_SEGMENT_SCRIPT))
		return "an object has another's shape";
	return are_values(vm, object->values, object->count)
		       ? NULL
		       : "a property is of no segment";
}

static const char *check_objects(const struct exh_sci_vm *vm, const struct vm_segment *s,
				 size_t count)
{
	const char *wrong = NULL;

	for (size_t i = 0; i < count && !wrong; i++)
		wrong = check_object(vm, &s->objects[i]);
	return wrong;
}

static bool leads_on(const struct vm_op *op)
{
	return op->opcode == EXH_SCI_OPCODES || exh_sci_is_branch(op->opcode);
}

/* Links lead to instructions that are ready, or are not yet looked up. */
static const char *check_code(const struct vm_segment *s)
{
	const size_t size = s->source->code.bytes.size;

	for (size_t i = 0; i < size; i++)
		if (s->code.places[i] >= 0 &&
		    ((size_t)s->code.places[i] >= s->code.count ||
		     s->code.ops[s->code.places[i]].offset != i))
			return "an instruction is not at its place";
	for (size_t i = 0; i < s->code.count; i++)
		if (leads_on(&s->code.ops[i]) && s->code.ops[i].link >= 0 &&
		    (size_t)s->code.ops[i].link >= s->code.count)
			return "a branch leads out of the code";
	return NULL;
}

static const char *check_script(const struct exh_sci_vm *vm, size_t segment)
{
	const struct vm_segment *s = &vm->segments[segment];
	const char *wrong;

	if (vm->segment_of[s->source - vm->program->scripts] != segment)
		return "a script is not where it is said to be";
	if (s->locals && (!is_type(vm, s->locals, EXH_SCI_SEGMENT_LOCALS) ||
			  vm->segments[s->locals].script != s->script))
		return "a script has the variables of another one, or none";
	for (size_t i = 0; i < s->source->code.bytes.size; i++)
		if (s->object_at[i] > s->object_count)
			return "a script has an object too many";
	wrong = check_objects(vm, s, s->object_count);
	return wrong ? wrong : check_code(s);
}

static const char *check_lists(const struct exh_sci_vm *vm, const struct vm_segment *s)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->lists[i].is_live &&
		    (!is_link(vm, s->lists[i].first) || !is_link(vm, s->lists[i].last)))
			return "a list begins or ends with no node";
	return NULL;
}

static const char *check_nodes(const struct exh_sci_vm *vm, const struct vm_segment *s)
{
	for (size_t i = 0; i < s->count; i++) {
		const struct vm_node *node = &s->nodes[i];

		if (!node->is_live)
			continue;
		if (!is_link(vm, node->before) || !is_link(vm, node->after))
			return "a node is linked to no node";
		if (!are_values(vm, &node->key, 1) || !are_values(vm, &node->value, 1))
			return "a node's value is of no segment";
	}
	return NULL;
}

static const char *check_hunks(const struct vm_segment *s, size_t *bytes)
{
	for (size_t i = 0; i < s->count; i++) {
		if (s->hunks[i].bytes && !s->hunks[i].is_live)
			return "a block of memory is gone, but not its bytes";
		*bytes += s->hunks[i].bytes ? s->hunks[i].size : 0;
	}
	return NULL;
}

/* True if the earlier segments of the type are full: only the last one has room. */
static bool is_in_order(const struct exh_sci_vm *vm, const struct vm_segment *s,
			const struct seen *seen)
{
	const struct vm_segment *before =
		seen->last[s->type] ? &vm->segments[seen->last[s->type]] : NULL;

	return s->count <= VM_MAX_ENTRIES && s->count <= s->room &&
	       (!before || before->count == VM_MAX_ENTRIES) &&
	       s->earlier == (before ? before->earlier + VM_MAX_ENTRIES : 0);
}

static const char *check_entries(const struct exh_sci_vm *vm, const struct vm_segment *s,
				 struct seen *seen)
{
	if (!is_in_order(vm, s, seen))
		return "entries are not counted right";
	switch (s->type) {
	case EXH_SCI_SEGMENT_CLONES:
		return check_objects(vm, s, s->count);
	case EXH_SCI_SEGMENT_LISTS:
		return check_lists(vm, s);
	case EXH_SCI_SEGMENT_NODES:
		return check_nodes(vm, s);
	default:
		return check_hunks(s, &seen->hunk_bytes);
	}
}

static const char *check_block(const struct vm_segment *s, struct seen *seen)
{
	seen->hunk_bytes += s->byte_count;
	return s->earlier == seen->blocks++ && !s->bytes == !s->byte_count
		       ? NULL
		       : "blocks of memory are not counted right";
}

static const char *check_segment(const struct exh_sci_vm *vm, size_t segment,
				 struct seen *seen)
{
	const struct vm_segment *s = &vm->segments[segment];

	switch (s->type) {
	case EXH_SCI_SEGMENT_SCRIPT:
		return check_script(vm, segment);
	case EXH_SCI_SEGMENT_STACK:
		if (segment != vm->stack_segment ||
		    s->cell_count != vm->options.stack_size)
			return "the stack is not as large as it should be";
		break;
	case EXH_SCI_SEGMENT_STRINGS:
		return segment == vm->string_segment ? NULL : "there are other strings";
	case EXH_SCI_SEGMENT_LOCALS:
		break;
	case EXH_SCI_SEGMENT_MEMORY:
		return check_block(s, seen);
	default:
		return check_entries(vm, s, seen);
	}
	return are_values(vm, s->cells, s->cell_count) ? NULL
						       : "a variable is of no segment";
}

static const char *check_segments(const struct exh_sci_vm *vm)
{
	struct seen seen = { .hunk_bytes = 0 };
	const char *wrong = NULL;

	for (size_t i = 1; i < vm->segment_count && !wrong; i++) {
		wrong = check_segment(vm, i, &seen);
		seen.last[vm->segments[i].type] = (uint16_t)i;
	}
	if (wrong)
		return wrong;
	if (seen.blocks != vm->blocks || seen.hunk_bytes != vm->hunk_bytes ||
	    seen.hunk_bytes > VM_HUNK_BYTES)
		return "bytes of memory blocks are not counted right";
	return seen.last[EXH_SCI_SEGMENT_CLONES] != vm->clone_segment ||
			       seen.last[EXH_SCI_SEGMENT_LISTS] != vm->list_segment ||
			       seen.last[EXH_SCI_SEGMENT_NODES] != vm->node_segment ||
			       seen.last[EXH_SCI_SEGMENT_HUNKS] != vm->hunk_segment
		       ? "entries are added in the wrong segment"
		       : NULL;
}

/* Checks the variables of script 0, which is always loaded. */
static const char *check_globals(const struct exh_sci_vm *vm)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(vm->program, 0);
	const struct vm_segment *s =
		script ? exh_vm_segment(vm, vm->segment_of[script - vm->program->scripts])
		       : NULL;

	return s && s->locals == vm->globals ? NULL : "script 0 is not there";
}

static const char *check_tables(const struct exh_sci_vm *vm)
{
	for (size_t i = 0; i < vm->program->script_count; i++)
		if (vm->segment_of[i] &&
		    !is_type(vm, vm->segment_of[i], EXH_SCI_SEGMENT_SCRIPT))
			return "a script has no segment";
	for (size_t i = 0; i < vm->program->class_count; i++) {
		const reg class = vm->classes[i];

		if (!vm_is_null(class) &&
		    (!is_type(vm, class.segment, EXH_SCI_SEGMENT_SCRIPT) ||
		     class.offset >=
			     vm->segments[class.segment].source->code.bytes.size ||
		     !vm->segments[class.segment].object_at[class.offset]))
			return "a class is not there";
	}
	return check_globals(vm);
}

/*
 * Calls.
 */

/* Checks the place of a frame and its registers. */
static const char *check_place(const struct exh_sci_vm *vm, const struct vm_frame *frame)
{
	const struct vm_code *code;

	if (frame->is_floor != !frame->segment)
		return "a call is in no script";
	if (frame->locals && !is_type(vm, frame->locals, EXH_SCI_SEGMENT_LOCALS))
		return "a call's variables are not there";
	if (frame->is_floor)
		return frame->is_again || frame->is_function ? "a floor calls" : NULL;
	if (!is_type(vm, frame->segment, EXH_SCI_SEGMENT_SCRIPT))
		return "a call is in no script";
	code = &vm->segments[frame->segment].code;
	if (frame->place < 0 || (size_t)frame->place >= code->count)
		return "a call is at no place of its script";
	if (frame->is_again && code->ops[frame->place].opcode != EXH_SCI_OP_CALLK)
		return "a kernel call goes on where there is none";
	return frame->rest > vm->options.stack_size ? "a call takes too much of &rest"
						    : NULL;
}

/* Checks the frame's cells: they lie above those of the frame below, which end at fp. */
static const char *check_cells(const struct vm_frame *frame, uint32_t fp)
{
	const uint32_t first = frame->is_function ? frame->base : frame->argp;

	if (frame->fp < fp)
		return "a call's cells are those of another";
	if (frame->is_floor)
		return NULL;
	if (first < fp || first > frame->argp || frame->argp >= frame->fp ||
	    frame->argc >= frame->fp - frame->argp)
		return "a call's arguments are not on its stack";
	return NULL;
}

/* Checks the messages that the frame sends, while the method of one of them runs above
 * it. */
static const char *check_messages(const struct vm_frame *frame,
				  const struct vm_frame *above)
{
	if (frame->is_again && !above->is_floor)
		return "a kernel call goes on below a call";
	if (above->is_floor || above->is_function)
		return NULL;
	/* after is the place of the first message. */
	return frame->after < frame->fp || frame->message < frame->after ||
			       frame->message > frame->messages_end ||
			       frame->messages_end > above->fp
		       ? "messages are not on the stack"
		       : NULL;
}

static const char *check_frames(const struct exh_sci_vm *vm)
{
	const char *wrong = NULL;
	uint32_t fp = 0;

	if (vm->frame_count > vm->options.most_calls)
		return "there are too many calls";
	for (size_t i = 0; i < vm->frame_count && !wrong; i++) {
		const struct vm_frame *frame = &vm->frames[i];
		const reg values[] = { frame->self, frame->receiver, frame->acc,
				       frame->prev, frame->answer };

		if (!i && !frame->is_floor)
			return "the first call has no floor";
		wrong = check_place(vm, frame);
		if (!wrong)
			wrong = check_cells(frame, fp);
		if (!wrong && i + 1 < vm->frame_count)
			wrong = check_messages(frame, frame + 1);
		if (!wrong && !are_values(vm, values, sizeof values / sizeof *values))
			wrong = "a call's value is of no segment";
		fp = frame->fp;
	}
	return !wrong && vm->sp < fp ? "the stack ends within a call" : wrong;
}

const char *exh_vm_check(const struct exh_sci_vm *vm)
{
	const char *wrong;

	if (!is_type(vm, vm->stack_segment, EXH_SCI_SEGMENT_STACK) ||
	    !is_type(vm, vm->string_segment, EXH_SCI_SEGMENT_STRINGS))
		return "it has no stack, or no strings";
	wrong = check_segments(vm);
	if (!wrong)
		wrong = check_tables(vm);
	if (!wrong && !vm->fault)
		wrong = check_frames(vm);
	if (wrong)
		return wrong;
	if (vm->sp > vm->options.stack_size || vm->rest > vm->options.stack_size)
		return "the stack ends above its end";
	return are_values(vm, &vm->acc, 1) && are_values(vm, &vm->prev, 1)
		       ? NULL
		       : "a register's value is of no segment";
}
