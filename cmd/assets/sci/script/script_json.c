#include "script.h"

#include "task/json.h"

#include <exhume/sci_said.h>

enum { TEXT_LIMIT = 1 << 20 };

static void set_text(json_t *object, const char *key, struct exh_bytes text)
{
	if (text.size)
		json_object_set_new(object, key, json_cp437(text));
}

static struct exh_bytes class_name(const struct exh_sci_program *program, unsigned class)
{
	const struct exh_sci_program_class *found = exh_sci_program_class(program, class);

	return found ? found->name : (struct exh_bytes){ .size = 0 };
}

/*
 * Objects.
 */

static json_t *properties_json(const struct exh_sci_program *program,
			       const struct exh_sci_object *object,
			       const struct exh_sci_code *code)
{
	json_t *list = json_array();
	size_t count;
	const uint16_t *selectors = exh_sci_program_selectors(program, object, &count);

	for (size_t i = 0; i < object->property_count; i++) {
		json_t *item = json_object();
		struct exh_bytes text;

		if (i < count) {
			json_set_number(item, "selector", selectors[i]);
			set_text(item, "name",
				 exh_sci_program_selector(program, selectors[i]));
		}
		json_set_number(item, "value", object->properties[i]);
		if (exh_sci_code_is_address(code, object->address + 2 * i)) {
			json_object_set_new(item, "relocated", json_true());
			if (exh_sci_code_string(code, object->properties[i], &text))
				json_object_set_new(item, "text", json_cp437(text));
		}
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *methods_json(const struct exh_sci_program *program,
			    const struct exh_sci_object *object)
{
	json_t *list = json_array();

	for (size_t i = 0; i < object->method_count; i++) {
		const struct exh_sci_method *m = &object->methods[i];
		json_t *item = json_pack("{s:i, s:i}", "selector", m->selector, "offset",
					 m->code);

		set_text(item, "name", exh_sci_program_selector(program, m->selector));
		json_array_append_new(list, item);
	}
	return list;
}

json_t *script_json_object(const struct exh_sci_program *program,
			   const struct exh_sci_object *object,
			   const struct exh_sci_code *code)
{
	json_t *item =
		json_pack("{s:s, s:i}", "kind", object->is_class ? "class" : "object",
			  "offset", object->address);

	set_text(item, "name", object->name);
	if (object->property_count > EXH_SCI_SUPERCLASS) {
		const uint16_t species = object->properties[EXH_SCI_SPECIES];
		const uint16_t superclass = object->properties[EXH_SCI_SUPERCLASS];

		json_set_number(item, "species", species);
		set_text(item, "species_name", class_name(program, species));
		json_set_number(item, "superclass", superclass);
		set_text(item, "superclass_name", class_name(program, superclass));
	}
	json_object_set_new(item, "properties", properties_json(program, object, code));
	json_object_set_new(item, "methods", methods_json(program, object));
	return item;
}

static json_t *objects_json(const struct exh_sci_program *program,
			    const struct exh_sci_code *code)
{
	json_t *list = json_array();

	for (size_t i = 0; i < code->object_count; i++)
		json_array_append_new(
			list, script_json_object(program, &code->objects[i], code));
	return list;
}

/*
 * Code.
 */

static json_t *instruction_json(const struct exh_sci_code *code,
				const struct exh_sci_instruction *i)
{
	const struct exh_sci_opcode *opcode = exh_sci_opcode(i->opcode);
	json_t *item = json_pack("{s:i, s:i, s:s, s:b}", "offset", i->offset, "size",
				 i->size, "name", opcode->name, "narrow", i->is_narrow);
	json_t *operands = json_array();

	for (int k = 0; k < EXH_SCI_MAX_OPERANDS && opcode->operands[k]; k++)
		json_array_append_new(operands, json_integer(i->operands[k]));
	json_object_set_new(item, "operands", operands);
	if (opcode->operands[0] == EXH_SCI_OPERAND_RELATIVE)
		json_set_number(item, "target", exh_sci_instruction_target(i));
	if (!(code->marks[i->offset] & EXH_SCI_IS_REACHED))
		json_object_set_new(item, "reached", json_false());
	return item;
}

static json_t *functions_json(const struct exh_sci_program *program,
			      const struct exh_sci_code *code)
{
	json_t *list = json_array();

	for (size_t i = 0; i < code->function_count; i++) {
		const struct exh_sci_function *f = &code->functions[i];
		json_t *item = json_pack("{s:i, s:i}", "offset", f->start, "end", f->end);
		json_t *instructions = json_array();

		if (f->object) {
			set_text(item, "object", f->object->name);
			set_text(item, "method",
				 exh_sci_program_selector(program, f->selector));
		}
		if (f->export_number >= 0)
			json_set_number(item, "export", f->export_number);
		for (size_t k = 0; k < f->instruction_count; k++)
			json_array_append_new(
				instructions,
				instruction_json(
					code,
					&code->instructions[f->first_instruction + k]));
		json_object_set_new(item, "instructions", instructions);
		json_array_append_new(list, item);
	}
	return list;
}

/*
 * Data.
 */

static json_t *words_json(const uint16_t *words, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_integer(words[i]));
	return list;
}

static json_t *strings_json(const struct exh_sci_code *code)
{
	json_t *list = json_array();

	for (size_t i = 0; i < code->script.string_count; i++) {
		const struct exh_bytes text = code->script.strings[i];
		json_t *item =
			json_pack("{s:i}", "offset", (int)(text.base - code->bytes.base));

		json_object_set_new(item, "text", json_cp437(text));
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *saids_json(const struct exh_sci_program *program,
			  const struct exh_sci_code *code)
{
	json_t *list = json_array();

	for (size_t i = 0; i < code->script.said_count; i++) {
		const struct exh_bytes spec = code->script.saids[i];
		struct exh_writer text = { .limit = TEXT_LIMIT };
		json_t *item =
			json_pack("{s:i}", "offset", (int)(spec.base - code->bytes.base));

		if (!exh_sci_said_decompile(spec, program->lexicon, &text, NULL))
			set_text(item, "text", exh_writer_bytes(&text));
		exh_writer_free(&text);
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *sections_json(const struct exh_sci_code *code)
{
	json_t *list = json_array();

	for (size_t i = 0; i < code->script.section_count; i++) {
		const struct exh_sci_section *s = &code->script.sections[i];

		json_array_append_new(list,
				      json_pack("{s:s, s:i, s:i}", "type",
						exh_sci_section_name(s->type), "offset",
						(int)(s->offset - code->bytes.base),
						"size", (int)s->data.size + 4));
	}
	return list;
}

static json_t *one_json(const struct script_program *p, size_t place)
{
	const struct exh_sci_program *program = &p->program;
	const struct exh_sci_code *code = &program->scripts[place].code;
	json_t *item =
		json_pack("{s:i, s:i, s:b}", "script", program->scripts[place].number,
			  "size", (int)code->bytes.size, "early", code->script.is_early);

	json_object_set_new(item, "sections", sections_json(code));
	json_object_set_new(item, "exports",
			    words_json(code->exports, code->export_count));
	json_object_set_new(item, "objects", objects_json(program, code));
	json_object_set_new(item, "functions", functions_json(program, code));
	json_object_set_new(item, "said", saids_json(program, code));
	json_object_set_new(item, "strings", strings_json(code));
	json_object_set_new(item, "locals", words_json(code->locals, code->local_count));
	json_object_set_new(item, "relocations",
			    words_json(code->relocations, code->relocation_count));
	return item;
}

json_t *script_json(const struct script_program *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->program.script_count; i++)
		if (p->is_selected[i] && p->program.scripts[i].is_open)
			json_array_append_new(list, one_json(p, i));
	return json_pack("{s:o}", "scripts", list);
}
