/* Cross references: uses by instructions and objects, their list, and queries. */
#include "xref.h"

#include "basics.h"
#include "code.h"

#include <stdlib.h>

enum { FIRST_OWN_PROPERTY = EXH_SCI_NAME + 1 };

static void add_class(struct xref *x, unsigned manner, unsigned number, unsigned offset)
{
	const struct exh_sci_program_class *class =
		exh_sci_program_class(x->program, number);

	exh_sci_xref_use(x, EXH_SCI_USE_CLASS, manner, number, offset);
	if (class && (class->owner || number < x->program->listed_class_count) &&
	    class->script != x->script->number)
		exh_sci_xref_use(x, EXH_SCI_USE_SCRIPT, manner, class->script, offset);
}

/*
 * Instructions.
 */

static const uint8_t variable_manners[] = { EXH_SCI_USED_READ, EXH_SCI_USED_WRITE,
					    EXH_SCI_USED_CHANGE, EXH_SCI_USED_CHANGE };

static void use_variable(struct xref *x, const struct exh_sci_instruction *in)
{
	const unsigned kind = in->opcode & EXH_SCI_VARIABLE_KIND;

	/* The locals of script 0 are the globals. */
	if (!kind || (kind == 1 && !x->script->number))
		exh_sci_xref_use(
			x, EXH_SCI_USE_GLOBAL,
			variable_manners[(in->opcode & EXH_SCI_VARIABLE_ACCESS) >> 4],
			(unsigned)in->operands[0], in->offset);
}

static unsigned property_manner(unsigned opcode)
{
	switch (opcode) {
	case EXH_SCI_OP_PTOA:
	case EXH_SCI_OP_PTOS:
		return EXH_SCI_USED_READ;
	case EXH_SCI_OP_ATOP:
	case EXH_SCI_OP_STOP:
		return EXH_SCI_USED_WRITE;
	default:
		return EXH_SCI_USED_CHANGE;
	}
}

/* Adds a method's access to a property of its own object. */
static void use_property(struct xref *x, const struct exh_sci_instruction *in)
{
	const struct exh_sci_function *function =
		exh_sci_code_function(&x->script->code, in->offset);
	const size_t place = (size_t)in->operands[0] / 2;
	size_t count;
	const uint16_t *selectors =
		function && function->object
			? exh_sci_program_selectors(x->program, function->object, &count)
			: NULL;

	if (selectors && place < count)
		exh_sci_xref_use(x, EXH_SCI_USE_SELECTOR, property_manner(in->opcode),
				 selectors[place], in->offset);
}

static void use_instruction(struct xref *x, const struct exh_sci_instruction *in)
{
	if (in->opcode >= EXH_SCI_OP_VARIABLE)
		use_variable(x, in);
	else if (exh_sci_is_property(in->opcode))
		use_property(x, in);
	else if (in->opcode == EXH_SCI_OP_CLASS)
		add_class(x, EXH_SCI_USED_CLASS, (unsigned)in->operands[0], in->offset);
	else if (in->opcode == EXH_SCI_OP_SUPER)
		add_class(x, EXH_SCI_USED_SUPERCLASS, (unsigned)in->operands[0],
			  in->offset);
	else if (in->opcode == EXH_SCI_OP_LEA &&
		 !((unsigned)in->operands[0] >> 1 & EXH_SCI_VARIABLE_KIND))
		exh_sci_xref_use(x, EXH_SCI_USE_GLOBAL, EXH_SCI_USED_ADDRESS,
				 (unsigned)in->operands[1], in->offset);
}

/*
 * Objects.
 */

/* Returns the value that an object's property inherits: that of its class, or for a class
 * that of its superclass. */
static uint16_t inherited(const struct xref *x, const struct exh_sci_object *object,
			  size_t place)
{
	const unsigned number = object->properties[object->is_class ? EXH_SCI_SUPERCLASS
								    : EXH_SCI_SPECIES];
	const struct exh_sci_program_class *class =
		exh_sci_program_class(x->program, number);

	return class && class->object && place < class->object->property_count
		       ? class->object->properties[place]
		       : 0;
}

static void use_value(struct xref *x, const struct exh_sci_object *object, size_t place,
		      unsigned selector)
{
	const struct xref_role *role = x->roles[selector];
	const uint16_t value = object->properties[place];

	if (!role->is_property || value == UINT16_MAX || (!value && role->is_none_at_0) ||
	    value == inherited(x, object, place))
		return;
	if (role->is_sounds &&
	    (x->sound_class < 0 ||
	     !exh_sci_program_is_kind(x->program, object, (unsigned)x->sound_class)))
		return;
	exh_sci_xref_add(x, role->kind, EXH_SCI_USED_PROPERTY, value, EXH_SCI_NO_INDEX,
			 object->address + 2u * (unsigned)place, (int)selector);
}

static void use_properties(struct xref *x, const struct exh_sci_object *object)
{
	size_t count;
	const uint16_t *selectors = exh_sci_program_selectors(x->program, object, &count);

	for (size_t i = 0; selectors && i < count; i++) {
		const unsigned offset = object->address + 2u * (unsigned)i;

		if (object->is_class)
			exh_sci_xref_use(x, EXH_SCI_USE_SELECTOR, EXH_SCI_USED_DEFINE,
					 selectors[i], offset);
		if (i >= FIRST_OWN_PROPERTY &&
		    selectors[i] < x->program->selectors.count &&
		    x->roles[selectors[i]] &&
		    !exh_sci_code_is_address(&x->script->code, offset))
			use_value(x, object, i, selectors[i]);
	}
}

static void use_object(struct xref *x, const struct exh_sci_object *object)
{
	if (object->property_count <= EXH_SCI_SUPERCLASS)
		return;
	if (!object->is_class)
		add_class(x, EXH_SCI_USED_SUPERCLASS, object->properties[EXH_SCI_SPECIES],
			  object->address);
	else if (object->properties[EXH_SCI_SUPERCLASS] != EXH_SCI_NO_CLASS)
		add_class(x, EXH_SCI_USED_SUPERCLASS,
			  object->properties[EXH_SCI_SUPERCLASS],
			  object->address + 2u * EXH_SCI_SUPERCLASS);
	use_properties(x, object);
	for (size_t i = 0; i < object->method_count; i++) {
		const uint16_t code = object->methods[i].code;

		/* If the code is outside the script, the object's address is used. */
		exh_sci_xref_use(x, EXH_SCI_USE_SELECTOR, EXH_SCI_USED_DEFINE,
				 object->methods[i].selector,
				 code < x->script->code.bytes.size ? code
								   : object->address);
	}
}

/*
 * All.
 */

static bool use_script(struct xref *x, const struct exh_sci_program_script *script)
{
	const struct exh_sci_code *code = &script->code;
	struct exh_arena flow = { .limit = SIZE_MAX };
	bool is_good;

	x->script = script;
	for (size_t i = 0; i < code->object_count; i++)
		use_object(x, &code->objects[i]);
	for (size_t i = 0; i < code->instruction_count; i++)
		use_instruction(x, &code->instructions[i]);
	is_good = !exh_sci_calls(code, &flow, exh_sci_xref_call, x, NULL);
	exh_arena_free(&flow);
	return is_good;
}

static bool use_scripts(struct xref *x)
{
	x->count = 0;
	for (size_t i = 0; i < x->program->script_count; i++)
		if (!use_script(x, &x->program->scripts[i]))
			return false;
	return true;
}

/* Orders by all fields, so that lists are the same on all computers. */
static int compare(const void *a, const void *b)
{
	const struct exh_sci_use *x = a, *y = b;
	const long keys[][2] = {
		{ x->kind, y->kind },	      { x->number, y->number },
		{ x->index, y->index },	      { x->script, y->script },
		{ x->offset, y->offset },     { x->manner, y->manner },
		{ x->selector, y->selector },
	};

	return compare_keys(keys, sizeof keys / sizeof *keys);
}

static size_t remove_doubles(struct exh_sci_use *list, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (!i || compare(&list[i - 1], &list[i]) != 0)
			list[kept++] = list[i];
	return kept;
}

enum exh_status exh_sci_uses(const struct exh_sci_program *program,
			     struct exh_arena *arena, struct exh_sci_use **out,
			     size_t *count, struct exh_error *err)
{
	struct xref x = { .program = program, .arena = arena };
	bool is_good = exh_sci_xref_find_roles(&x) && exh_sci_xref_find_variables(&x) &&
		       use_scripts(&x);

	*out = NULL;
	*count = 0;
	if (is_good) {
		x.list = exh_alloc(arena, x.count + 1, sizeof *x.list);
		is_good = x.list && use_scripts(&x);
	}
	if (!is_good)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"cross references need more than %zu bytes of memory",
				arena->limit);
	qsort(x.list, x.count, sizeof *x.list, compare);
	*out = x.list;
	*count = remove_doubles(x.list, x.count);
	return EXH_OK;
}

/*
 * Queries.
 */

static const char *const kind_names[] = { "script", "room",   "view",	  "pic",
					  "sound",  "font",   "cursor",	  "text",
					  "kernel", "global", "selector", "class" };
static const char *const manner_names[] = {
	"load",	  "send",    "property", "call",    "read",  "write",
	"change", "address", "define",	 "dispose", "class", "superclass"
};

const char *exh_sci_use_kind_name(unsigned kind)
{
	return kind < EXH_SCI_USE_KINDS ? kind_names[kind] : NULL;
}

const char *exh_sci_use_manner_name(unsigned manner)
{
	return manner < EXH_SCI_USED_MANNERS ? manner_names[manner] : NULL;
}

/* Returns the index of the first use at or after a kind and number. */
static size_t first_of(const struct exh_sci_use *list, size_t count, unsigned kind,
		       long number)
{
	size_t first = 0, end = count;

	while (first < end) {
		const size_t middle = first + (end - first) / 2;
		const struct exh_sci_use *use = &list[middle];

		if (use->kind < kind || (use->kind == kind && use->number < number))
			first = middle + 1;
		else
			end = middle;
	}
	return first;
}

const struct exh_sci_use *exh_sci_uses_of(const struct exh_sci_use *list,
					  size_t list_count, unsigned kind, long number,
					  size_t *count)
{
	const size_t first = first_of(list, list_count, kind, number < 0 ? 0 : number);
	const size_t end = number < 0 ? first_of(list, list_count, kind + 1, 0)
				      : first_of(list, list_count, kind, number + 1);

	*count = end - first;
	return list + first;
}

struct exh_sci_place exh_sci_place_of(const struct exh_sci_program *program,
				      const struct exh_sci_program_script *script,
				      unsigned offset)
{
	const struct exh_sci_code *code = &script->code;
	struct exh_sci_place place = { NULL, NULL, -1 };
	size_t count;

	place.function = exh_sci_code_function(code, offset);
	if (place.function) {
		place.object = place.function->object;
		place.selector = place.object ? place.function->selector : -1;
		return place;
	}
	for (size_t i = 0; i < code->object_count; i++) {
		const struct exh_sci_object *object = &code->objects[i];
		const uint16_t *selectors;

		if (offset < object->address ||
		    offset >= object->address + 2 * object->property_count)
			continue;
		selectors = exh_sci_program_selectors(program, object, &count);
		place.object = object;
		if (selectors && (offset - object->address) / 2 < count)
			place.selector = selectors[(offset - object->address) / 2];
	}
	return place;
}
