#include "script.h"

#include "task/text.h"

#include <exhume/advanced/sci_xref.h>

enum { MAX_CHAIN = 64 };

struct showing {
	struct script_output *o;
	const struct exh_sci_program *program;
	struct exh_sci_use *uses;
	size_t use_count;
	const struct exh_sci_program_script *script;
	const struct exh_sci_object *object;
	/* The object, its class, and the classes above it, with their scripts. */
	struct {
		const struct exh_sci_object *object;
		const struct exh_sci_program_script *script;
	} chain[MAX_CHAIN];
	size_t chain_count;
};

/* Finds the chain. Its length is limited, as superclasses may form a cycle. */
static void find_chain(struct showing *s)
{
	const struct exh_sci_object *object = s->object;
	const struct exh_sci_program_script *script = s->script;

	s->chain_count = 0;
	while (object && s->chain_count < MAX_CHAIN) {
		const struct exh_sci_program_class *class =
			object->property_count > EXH_SCI_SUPERCLASS
				? exh_sci_program_class(
					  s->program,
					  object->properties[EXH_SCI_SUPERCLASS])
				: NULL;

		s->chain[s->chain_count].object = object;
		s->chain[s->chain_count++].script = script;
		object = class ? class->object : NULL;
		script = class ? class->owner : NULL;
	}
}

static bool has_property(const struct showing *s, const struct exh_sci_object *object,
			 unsigned selector)
{
	size_t count;
	const uint16_t *selectors = exh_sci_program_selectors(s->program, object, &count);

	for (size_t i = 0; selectors && i < count; i++)
		if (selectors[i] == selector)
			return true;
	return false;
}

/* Returns the property's origin: the index of the last class in the chain that has it. */
static size_t origin_of(const struct showing *s, unsigned selector)
{
	size_t origin = 0;

	for (size_t i = 0; i < s->chain_count; i++)
		if (has_property(s, s->chain[i].object, selector))
			origin = i;
	return origin;
}

/*
 * Text.
 */

static void put_head(struct showing *s)
{
	const struct exh_sci_object *object = s->object;

	text_put(s->o->text, "%s ", object->is_class ? "class" : "object");
	script_put_name(s->o->program, s->o->text, object->name);
	if (object->is_class && object->property_count)
		text_put(s->o->text, ", class %u", object->properties[EXH_SCI_SPECIES]);
	text_put(s->o->text, ", script %u 0x%04x\n", s->script->number, object->address);
	text_put(s->o->text, "\tsuperclasses");
	for (size_t i = 1; i < s->chain_count; i++) {
		exh_write_u8(s->o->text, ' ');
		script_put_name(s->o->program, s->o->text, s->chain[i].object->name);
	}
	text_put(s->o->text, s->chain_count == MAX_CHAIN ? " ... (a circle)\n" : "\n");
}

static void put_value(struct showing *s, size_t place)
{
	const uint16_t value = s->object->properties[place];
	const struct exh_sci_code *code = &s->script->code;
	const unsigned offset = s->object->address + 2u * (unsigned)place;
	const struct exh_sci_object *other;
	struct exh_bytes text;

	if (!exh_sci_code_is_address(code, offset)) {
		text_put(s->o->text, "%d", (int16_t)value);
		return;
	}
	other = exh_sci_code_object(code, value);
	if (other) {
		script_put_name(s->o->program, s->o->text, other->name);
	} else if (exh_sci_code_string(code, value, &text)) {
		exh_write_u8(s->o->text, '"');
		script_output_put_text(s->o, text);
		exh_write_u8(s->o->text, '"');
	} else {
		text_put(s->o->text, "@%04x", value);
	}
}

static void put_properties(struct showing *s)
{
	size_t count;
	const uint16_t *selectors =
		exh_sci_program_selectors(s->program, s->object, &count);

	text_put(s->o->text, "\tproperties\n");
	for (size_t i = 0; i < s->object->property_count; i++) {
		text_put(s->o->text, "\t\t");
		if (selectors && i < count)
			script_put_selector(s->o->program, s->o->text, selectors[i]);
		else
			text_put(s->o->text, "%zu", i);
		text_put(s->o->text, " = ");
		put_value(s, i);
		if (selectors && i < count && origin_of(s, selectors[i])) {
			text_put(s->o->text, " (");
			script_put_name(
				s->o->program, s->o->text,
				s->chain[origin_of(s, selectors[i])].object->name);
			exh_write_u8(s->o->text, ')');
		}
		exh_write_u8(s->o->text, '\n');
	}
}

/* True if an item before item i of the chain has a method of this selector. */
static bool is_overridden(const struct showing *s, size_t i, unsigned selector)
{
	for (size_t k = 0; k < i; k++)
		for (size_t m = 0; m < s->chain[k].object->method_count; m++)
			if (s->chain[k].object->methods[m].selector == selector)
				return true;
	return false;
}

static void put_methods(struct showing *s)
{
	text_put(s->o->text, "\tmethods\n");
	for (size_t i = 0; i < s->chain_count; i++) {
		const struct exh_sci_object *object = s->chain[i].object;

		for (size_t m = 0; m < object->method_count; m++) {
			if (is_overridden(s, i, object->methods[m].selector))
				continue;
			text_put(s->o->text, "\t\t");
			script_put_selector(s->o->program, s->o->text,
					    object->methods[m].selector);
			text_put(s->o->text, ", script %u 0x%04x",
				 s->chain[i].script->number, object->methods[m].code);
			if (i) {
				text_put(s->o->text, " (");
				script_put_name(s->o->program, s->o->text, object->name);
				exh_write_u8(s->o->text, ')');
			}
			exh_write_u8(s->o->text, '\n');
		}
	}
}

static void put_user(struct showing *s, unsigned script, unsigned offset,
		     const char *manner)
{
	text_put(s->o->text, "\t\t");
	script_output_put_place(s->o, script, offset);
	text_put(s->o->text, " %s\n", manner);
}

static int export_of(const struct showing *s)
{
	for (size_t i = 0; i < s->script->code.export_count; i++)
		if (s->script->code.exports[i] == s->object->address)
			return (int)i;
	return -1;
}

/* Appends the uses of the class by its number, or of the script's export. */
static void put_uses(struct showing *s, unsigned kind, unsigned number, int export)
{
	size_t count;
	const struct exh_sci_use *uses =
		exh_sci_uses_of(s->uses, s->use_count, kind, (long)number, &count);

	for (size_t i = 0; i < count; i++)
		if (export < 0 || uses[i].index == export)
			put_user(s, uses[i].script, uses[i].offset,
				 exh_sci_use_manner_name(uses[i].manner));
}

static void put_users(struct showing *s)
{
	const struct exh_sci_code *code = &s->script->code;
	const int export = export_of(s);

	text_put(s->o->text, "\tused by\n");
	for (size_t i = 0; i < code->instruction_count; i++) {
		const struct exh_sci_instruction *in = &code->instructions[i];

		if ((in->opcode == EXH_SCI_OP_LOFSA || in->opcode == EXH_SCI_OP_LOFSS) &&
		    exh_sci_instruction_target(in) == s->object->address)
			put_user(s, s->script->number, in->offset, "address");
	}
	if (s->object->is_class && s->object->property_count)
		put_uses(s, EXH_SCI_USE_CLASS, s->object->properties[EXH_SCI_SPECIES],
			 -1);
	if (export >= 0)
		put_uses(s, EXH_SCI_USE_SCRIPT, s->script->number, export);
	if (!export)
		put_uses(s, EXH_SCI_USE_ROOM, s->script->number, -1);
}

/*
 * JSON.
 */

struct method {
	uint16_t selector, script, offset;
	struct exh_bytes name, of;
};

static const struct field method_fields[] = {
	FIELD(struct method, selector, NULL, "number of the selector"),
	FIELD(struct method, script, NULL, "number of the script with its code"),
	FIELD(struct method, offset, "bytes", "offset of the code in that script"),
	FIELD_NAME_TEXT(struct method, name, "name of the selector"),
	FIELD_NAME_TEXT(struct method, of, "name of the class with the method"),
};
static const struct fields method_table =
	FIELDS("found_method", struct method, method_fields);

struct object {
	uint16_t script;
	struct exh_bytes *superclasses;
	size_t superclass_count;
	struct json *all_methods;
};

static const struct field object_field[] = {
	FIELD(struct object, script, NULL, "number of the script with the object"),
	FIELD_LIST_OF("superclasses", FIELD_STORED_NAME, struct object, superclasses,
		      superclass_count, NULL, "names of the classes above it"),
	FIELD_MADE(FIELD_JSON_LIST, struct object, all_methods, &method_table,
		   "own and inherited methods"),
};
static const struct fields *const object_with[] = { &script_json_fields, NULL };
const struct fields script_object_fields =
	FIELDS_WITH("found_object", struct object, object_field, object_with);

static void add_methods(struct showing *s, struct json *list)
{
	for (size_t i = 0; i < s->chain_count; i++)
		for (size_t m = 0; m < s->chain[i].object->method_count; m++) {
			const struct exh_sci_method *method =
				&s->chain[i].object->methods[m];
			const struct method row = {
				method->selector, s->chain[i].script->number,
				method->code,
				exh_sci_program_selector(s->program, method->selector),
				s->chain[i].object->name
			};

			if (!is_overridden(s, i, method->selector))
				json_push(list, fields_to_json_in(s->o->program->encoding,
								  &method_table, &row));
		}
}

static struct json *object_json(struct showing *s)
{
	struct json *item =
		script_json_object(s->o->program, s->object, &s->script->code);
	struct exh_bytes above[MAX_CHAIN];
	const struct object row = { .script = s->script->number,
				    .superclasses = above,
				    .superclass_count = s->chain_count - 1,
				    .all_methods = json_new_list() };

	for (size_t i = 1; i < s->chain_count; i++)
		above[i - 1] = s->chain[i].object->name;
	add_methods(s, row.all_methods);
	fields_put_in(s->o->program->encoding, &script_object_fields, &row, item);
	return item;
}

static void show(struct showing *s, struct json *list)
{
	find_chain(s);
	if (s->o->json) {
		json_push(list, object_json(s));
		return;
	}
	put_head(s);
	put_properties(s);
	put_methods(s);
	put_users(s);
}

bool script_object_fill(struct script_output *o)
{
	struct showing s = { .o = o, .program = &o->program->program };
	struct json *list = o->json ? o->json->objects = json_new_list() : NULL;

	if (!script_output_uses(o, &s.uses, &s.use_count))
		return false;
	for (size_t i = 0; i < s.program->script_count; i++) {
		s.script = &s.program->scripts[i];
		for (size_t k = 0;
		     k < s.script->code.object_count && o->program->is_selected[i]; k++) {
			s.object = &s.script->code.objects[k];
			if (text_is(s.object->name, o->request->object))
				show(&s, list);
		}
	}
	return true;
}
