#include "script.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>

enum { INDENT = 2, MAX_DEPTH = 64 };

struct tree {
	const struct script_program *p;
	struct exh_writer *out;
	bool *is_shown; /* indexed by class */
	bool is_full;	/* members that each class adds and changes are listed */
};

static unsigned superclass_of(const struct exh_sci_program_class *class)
{
	return class->object->property_count > EXH_SCI_SUPERCLASS
		       ? class->object->properties[EXH_SCI_SUPERCLASS]
		       : EXH_SCI_NO_CLASS;
}

static bool is_selected(const struct script_program *p,
			const struct exh_sci_program_script *script)
{
	return script && p->is_selected[script - p->program.scripts];
}

static bool is_instance(const struct exh_sci_object *object, size_t class)
{
	return !object->is_class && object->property_count > EXH_SCI_SPECIES &&
	       object->properties[EXH_SCI_SPECIES] == class;
}

/* Calls see for each object of a class in the selected scripts. */
typedef void see_instance(void *context, const struct exh_sci_program_script *script,
			  const struct exh_sci_object *object);

static void each_instance(const struct script_program *p, size_t class, see_instance *see,
			  void *context)
{
	for (size_t i = 0; i < p->program.script_count; i++) {
		const struct exh_sci_program_script *script = &p->program.scripts[i];

		for (size_t k = 0; k < script->code.object_count && p->is_selected[i];
		     k++)
			if (is_instance(&script->code.objects[k], class))
				see(context, script, &script->code.objects[k]);
	}
}

/*
 * Text.
 */

static void put_instance(void *context, const struct exh_sci_program_script *script,
			 const struct exh_sci_object *object)
{
	const struct tree *t = context;

	text_put(t->out, " ");
	script_put_name(t->p, t->out, object->name);
	text_put(t->out, ":%u", script->number);
}

/* State of a member compared with the superclass. */
enum { ADDED, CHANGED };

/* Compares a property with the superclass's: ADDED, CHANGED, or -1 for the same value. */
static int property_state(const struct exh_sci_program *program,
			  const struct exh_sci_object *object, size_t place)
{
	const struct exh_sci_program_class *above =
		exh_sci_program_class(program, object->properties[EXH_SCI_SUPERCLASS]);

	if (!above || !above->object || place >= above->object->property_count)
		return ADDED;
	return above->object->properties[place] == object->properties[place] ? -1
									     : CHANGED;
}

static int method_state(const struct exh_sci_program *program,
			const struct exh_sci_object *object, unsigned selector)
{
	const struct exh_sci_program_class *above =
		exh_sci_program_class(program, object->properties[EXH_SCI_SUPERCLASS]);
	struct exh_sci_found_method found;

	return above && above->object &&
			       exh_sci_program_method(program, above->owner,
						      above->object, selector, &found)
		       ? CHANGED
		       : ADDED;
}

/* Appends an item; in front of the first one of a list its title. */
static void put_item(struct tree *t, unsigned depth, const char *title, bool *is_first,
		     unsigned selector)
{
	if (*is_first)
		text_put(t->out, "%*s%s", (int)(INDENT * depth + INDENT + INDENT), "",
			 title);
	*is_first = false;
	exh_write_u8(t->out, ' ');
	script_put_selector(t->p, t->out, selector);
}

static void put_properties(struct tree *t, const struct exh_sci_object *object,
			   unsigned depth, int state, const char *title)
{
	bool is_first = true;

	for (size_t i = EXH_SCI_NAME + 1; i < object->property_count; i++) {
		if (!object->selectors ||
		    property_state(&t->p->program, object, i) != state)
			continue;
		put_item(t, depth, title, &is_first, object->selectors[i]);
		text_put(t->out, "=%d", (int16_t)object->properties[i]);
	}
	if (!is_first)
		exh_write_u8(t->out, '\n');
}

static void put_methods(struct tree *t, const struct exh_sci_object *object,
			unsigned depth, int state, const char *title)
{
	bool is_first = true;

	for (size_t i = 0; i < object->method_count; i++)
		if (method_state(&t->p->program, object, object->methods[i].selector) ==
		    state)
			put_item(t, depth, title, &is_first, object->methods[i].selector);
	if (!is_first)
		exh_write_u8(t->out, '\n');
}

static void put_details(struct tree *t, const struct exh_sci_object *object,
			unsigned depth)
{
	if (object->property_count <= EXH_SCI_SUPERCLASS)
		return;
	put_properties(t, object, depth, ADDED, "properties:");
	put_properties(t, object, depth, CHANGED, "changed:");
	put_methods(t, object, depth, ADDED, "methods:");
	put_methods(t, object, depth, CHANGED, "overrides:");
}

static void put_class(struct tree *t, size_t number, unsigned depth)
{
	const struct exh_sci_program *program = &t->p->program;
	const struct exh_sci_program_class *class = &program->classes[number];

	if (t->is_shown[number] || !class->object)
		return;
	t->is_shown[number] = true;
	if (is_selected(t->p, class->owner)) {
		text_put(t->out, "%*s", (int)(INDENT * depth), "");
		script_put_name(t->p, t->out, class->name);
		text_put(t->out, " (class %zu, script %u)", number, class->owner->number);
		if (exh_sci_program_is_circular(program, (unsigned)number))
			text_put(t->out, " its superclasses are a circle");
		each_instance(t->p, number, put_instance, t);
		text_put(t->out, "\n");
		if (t->is_full)
			put_details(t, class->object, depth);
		depth += depth < MAX_DEPTH;
	}
	for (size_t i = 0; i < program->class_count && depth < MAX_DEPTH; i++)
		if (program->classes[i].object && i != number &&
		    superclass_of(&program->classes[i]) == number)
			put_class(t, i, depth);
}

/* True if the game lacks the class's superclass: the class is a root of the tree. */
static bool is_root(const struct exh_sci_program *program, size_t number)
{
	const struct exh_sci_program_class *above =
		exh_sci_program_class(program, superclass_of(&program->classes[number]));

	return !above || !above->object;
}

static void put_text(const struct script_program *p, bool is_full, struct exh_writer *out)
{
	const struct exh_sci_program *program = &p->program;
	struct tree t = { p, out, mem_alloc(program->class_count, sizeof *t.is_shown),
			  is_full };

	for (size_t i = 0; i < program->class_count; i++)
		if (program->classes[i].object && is_root(program, i))
			put_class(&t, i, 0);
	/* The remaining classes hang on a cycle. */
	for (size_t i = 0; i < program->class_count; i++)
		put_class(&t, i, 0);
	free(t.is_shown);
}

/*
 * JSON.
 */

struct instance {
	uint16_t script, offset;
	struct exh_bytes name;
};

static const struct field instance_fields[] = {
	FIELD(struct instance, script, NULL, "number of the script"),
	FIELD(struct instance, offset, "bytes", "address of the object in the script"),
	FIELD_NAME_TEXT(struct instance, name, "name of the object"),
};
static const struct fields instance_table =
	FIELDS("instance", struct instance, instance_fields);

struct class
{
	size_t number;
	uint16_t script;
	struct json *instances;
};

static const struct field class_field[] = {
	FIELD(struct class, number, NULL, "number of the class"),
	FIELD(struct class, script, NULL, "number of the script"),
	FIELD_MADE(FIELD_JSON_LIST, struct class, instances, &instance_table,
		   "objects of this class"),
};
static const struct fields *const class_with[] = { &script_json_fields, NULL };
const struct fields script_class_fields =
	FIELDS_WITH("class", struct class, class_field, class_with);

struct instance_list {
	const struct text_encoding *encoding;
	struct json *json;
};

static void add_instance(void *context, const struct exh_sci_program_script *script,
			 const struct exh_sci_object *object)
{
	const struct instance row = { script->number, object->address, object->name };
	const struct instance_list *list = context;

	json_push(list->json, fields_to_json_in(list->encoding, &instance_table, &row));
}

static struct json *classes_json(const struct script_program *p)
{
	const struct exh_sci_program *program = &p->program;
	struct json *list = json_new_list();

	for (size_t i = 0; i < program->class_count; i++) {
		const struct exh_sci_program_class *class = &program->classes[i];
		struct class row = { .number = i };
		struct json *item;

		if (!class->object || !is_selected(p, class->owner))
			continue;
		row.script = class->owner->number;
		row.instances = json_new_list();
		each_instance(p, i, add_instance,
			      &(struct instance_list){ p->encoding, row.instances });
		item = script_json_object(p, class->object, &class->owner->code);
		fields_put(&script_class_fields, &row, item);
		json_push(list, item);
	}
	return list;
}

/*
 * Graphviz.
 */

static void put_dot(const struct script_program *p, struct exh_writer *out)
{
	const struct exh_sci_program *program = &p->program;

	text_put(out, "digraph classes {\n\trankdir=LR;\n\tnode [shape=box];\n");
	for (size_t i = 0; i < program->class_count; i++) {
		const struct exh_sci_program_class *class = &program->classes[i];

		if (!class->object || !is_selected(p, class->owner))
			continue;
		text_put(out, "\tc%zu [label=\"", i);
		script_label_put(p, out, class->name);
		text_put(out, "\\nscript %u\"];\n", class->owner->number);
		if (!is_root(program, i))
			text_put(out, "\tc%u -> c%zu;\n", superclass_of(class), i);
	}
	text_put(out, "}\n");
}

bool script_classes_fill(struct script_output *o)
{
	if (o->json)
		o->json->classes = classes_json(o->program);
	else if (o->request->format == SCI_SCRIPT_DOT)
		put_dot(o->program, o->text);
	else
		put_text(o->program, o->request->hierarchy, o->text);
	return true;
}
