#include "script_classes.h"

#include "script_json.h"
#include "task/text.h"

#include <exhume/cp437.h>

enum { INDENT = 2, MAX_DEPTH = 64 };

struct tree {
	const struct script_program *p;
	struct exh_writer *out;
	bool *is_shown; /* by class */
};

static unsigned superclass_of(const struct exh_sci0_program_class *class)
{
	return class->object->property_count > EXH_SCI0_SUPERCLASS
		       ? class->object->properties[EXH_SCI0_SUPERCLASS]
		       : EXH_SCI0_NO_CLASS;
}

static bool is_selected(const struct script_program *p,
			const struct exh_sci0_program_script *script)
{
	return script && p->is_selected[script - p->program.scripts];
}

static void put_name(struct exh_writer *out, struct exh_bytes name)
{
	if (name.size)
		exh_cp437_to_utf8(name, EXH_CP437_SCREEN, out);
	else
		text_put(out, "(no name)");
}

static bool is_instance(const struct exh_sci0_object *object, size_t class)
{
	return !object->is_class && object->property_count > EXH_SCI0_SPECIES &&
	       object->properties[EXH_SCI0_SPECIES] == class;
}

/* Calls see for each object of a class in the selected scripts. */
typedef void see_instance(void *context, const struct exh_sci0_program_script *script,
			  const struct exh_sci0_object *object);

static void each_instance(const struct script_program *p, size_t class, see_instance *see,
			  void *context)
{
	for (size_t i = 0; i < p->program.script_count; i++) {
		const struct exh_sci0_program_script *script = &p->program.scripts[i];

		for (size_t k = 0; k < script->code.object_count && p->is_selected[i];
		     k++)
			if (is_instance(&script->code.objects[k], class))
				see(context, script, &script->code.objects[k]);
	}
}

/*
 * Text.
 */

static void put_instance(void *context, const struct exh_sci0_program_script *script,
			 const struct exh_sci0_object *object)
{
	struct exh_writer *out = context;

	text_put(out, " ");
	put_name(out, object->name);
	text_put(out, ":%u", script->number);
}

static void put_class(struct tree *t, size_t number, unsigned depth)
{
	const struct exh_sci0_program *program = &t->p->program;
	const struct exh_sci0_program_class *class = &program->classes[number];

	if (t->is_shown[number] || !class->object)
		return;
	t->is_shown[number] = true;
	if (is_selected(t->p, class->owner)) {
		text_put(t->out, "%*s", (int)(INDENT * depth), "");
		put_name(t->out, class->name);
		text_put(t->out, " (class %zu, script %u)", number, class->owner->number);
		if (exh_sci0_program_is_circular(program, (unsigned)number))
			text_put(t->out, " its superclasses are a circle");
		each_instance(t->p, number, put_instance, t->out);
		text_put(t->out, "\n");
		depth += depth < MAX_DEPTH;
	}
	for (size_t i = 0; i < program->class_count && depth < MAX_DEPTH; i++)
		if (program->classes[i].object && i != number &&
		    superclass_of(&program->classes[i]) == number)
			put_class(t, i, depth);
}

/* Has a class a superclass that the game has, and that leads to no circle? */
static bool is_root(const struct exh_sci0_program *program, size_t number)
{
	const struct exh_sci0_program_class *above =
		exh_sci0_program_class(program, superclass_of(&program->classes[number]));

	return !above || !above->object;
}

void script_classes_text(const struct script_program *p, struct exh_writer *out)
{
	const struct exh_sci0_program *program = &p->program;
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct tree t = { p, out, exh_alloc(&arena, program->class_count + 1, 1) };

	out->failed |= !t.is_shown;
	for (size_t i = 0; i < program->class_count && t.is_shown; i++)
		if (program->classes[i].object && is_root(program, i))
			put_class(&t, i, 0);
	/* What is left hangs on a circle. */
	for (size_t i = 0; i < program->class_count && t.is_shown; i++)
		put_class(&t, i, 0);
	exh_arena_free(&arena);
}

/*
 * JSON.
 */

static void add_instance(void *context, const struct exh_sci0_program_script *script,
			 const struct exh_sci0_object *object)
{
	json_t *item = json_pack("{s:i, s:i}", "script", script->number, "offset",
				 object->address);

	json_object_set_new(item, "name", script_json_text(object->name));
	json_array_append_new(context, item);
}

json_t *script_classes_json(const struct script_program *p)
{
	const struct exh_sci0_program *program = &p->program;
	json_t *list = json_array();

	for (size_t i = 0; i < program->class_count; i++) {
		const struct exh_sci0_program_class *class = &program->classes[i];
		json_t *instances, *item;

		if (!class->object || !is_selected(p, class->owner))
			continue;
		instances = json_array();
		item = script_json_object(program, class->object, &class->owner->code);
		json_object_set_new(item, "number", json_integer((json_int_t)i));
		json_object_set_new(item, "script", json_integer(class->owner->number));
		each_instance(p, i, add_instance, instances);
		json_object_set_new(item, "instances", instances);
		json_array_append_new(list, item);
	}
	return list ? json_pack("{s:o}", "classes", list) : NULL;
}

/*
 * Graphviz.
 */

static void put_label(struct exh_writer *out, struct exh_bytes name)
{
	for (size_t i = 0; i < name.size; i++) {
		const struct exh_bytes one = { name.data + i, 1, 0 };

		if (one.data[0] == '"' || one.data[0] == '\\')
			exh_write_u8(out, '\\');
		exh_cp437_to_utf8(one, EXH_CP437_SCREEN, out);
	}
}

void script_classes_dot(const struct script_program *p, struct exh_writer *out)
{
	const struct exh_sci0_program *program = &p->program;

	text_put(out, "digraph classes {\n\trankdir=LR;\n\tnode [shape=box];\n");
	for (size_t i = 0; i < program->class_count; i++) {
		const struct exh_sci0_program_class *class = &program->classes[i];

		if (!class->object || !is_selected(p, class->owner))
			continue;
		text_put(out, "\tc%zu [label=\"", i);
		put_label(out, class->name);
		text_put(out, "\\nscript %u\"];\n", class->owner->number);
		if (!is_root(program, i))
			text_put(out, "\tc%u -> c%zu;\n", superclass_of(class), i);
	}
	text_put(out, "}\n");
}
