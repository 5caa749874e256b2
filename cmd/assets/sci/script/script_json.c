#include "script.h"

#include "task/json.h"

#include <exhume/sci_said.h>

enum { TEXT_LIMIT = 1 << 20 };

static void set_text(struct json *object, const char *key, struct exh_bytes text)
{
	if (text.size)
		json_set(object, key, json_of_cp437(text));
}

static struct exh_bytes class_name(const struct exh_sci_program *program, unsigned class)
{
	const struct exh_sci_program_class *found = exh_sci_program_class(program, class);

	return found ? found->name : (struct exh_bytes){ .size = 0 };
}

/*
 * Objects.
 */

static struct json *properties_json(const struct exh_sci_program *program,
				    const struct exh_sci_object *object,
				    const struct exh_sci_code *code)
{
	struct json *list = json_new_list();
	size_t count;
	const uint16_t *selectors = exh_sci_program_selectors(program, object, &count);

	for (size_t i = 0; i < object->property_count; i++) {
		struct json *item = json_new_object();
		struct exh_bytes text;

		if (i < count) {
			json_set_number(item, "selector", selectors[i]);
			set_text(item, "name",
				 exh_sci_program_selector(program, selectors[i]));
		}
		json_set_number(item, "value", object->properties[i]);
		if (exh_sci_code_is_address(code, object->address + 2 * i)) {
			json_set(item, "relocated", json_new_flag(true));
			if (exh_sci_code_string(code, object->properties[i], &text))
				json_set(item, "text", json_of_cp437(text));
		}
		json_push(list, item);
	}
	return list;
}

static struct json *methods_json(const struct exh_sci_program *program,
				 const struct exh_sci_object *object)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < object->method_count; i++) {
		const struct exh_sci_method *m = &object->methods[i];
		struct json *item = json_make("{s:i, s:i}", "selector", m->selector,
					      "offset", m->code);

		set_text(item, "name", exh_sci_program_selector(program, m->selector));
		json_push(list, item);
	}
	return list;
}

struct json *script_json_object(const struct exh_sci_program *program,
				const struct exh_sci_object *object,
				const struct exh_sci_code *code)
{
	struct json *item =
		json_make("{s:s, s:i}", "kind", object->is_class ? "class" : "object",
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
	json_set(item, "properties", properties_json(program, object, code));
	json_set(item, "methods", methods_json(program, object));
	return item;
}

static struct json *objects_json(const struct exh_sci_program *program,
				 const struct exh_sci_code *code)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < code->object_count; i++)
		json_push(list, script_json_object(program, &code->objects[i], code));
	return list;
}

/*
 * Code.
 */

static struct json *instruction_json(const struct exh_sci_code *code,
				     const struct exh_sci_instruction *i)
{
	const struct exh_sci_opcode *opcode = exh_sci_opcode(i->opcode);
	struct json *item =
		json_make("{s:i, s:i, s:s, s:b}", "offset", i->offset, "size", i->size,
			  "name", opcode->name, "narrow", i->is_narrow);
	struct json *operands = json_new_list();

	for (int k = 0; k < EXH_SCI_MAX_OPERANDS && opcode->operands[k]; k++)
		json_push(operands, json_new_number(i->operands[k]));
	json_set(item, "operands", operands);
	if (opcode->operands[0] == EXH_SCI_OPERAND_RELATIVE)
		json_set_number(item, "target", exh_sci_instruction_target(i));
	if (!(code->marks[i->offset] & EXH_SCI_IS_REACHED))
		json_set(item, "reached", json_new_flag(false));
	return item;
}

static struct json *functions_json(const struct exh_sci_program *program,
				   const struct exh_sci_code *code)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < code->function_count; i++) {
		const struct exh_sci_function *f = &code->functions[i];
		struct json *item =
			json_make("{s:i, s:i}", "offset", f->start, "end", f->end);
		struct json *instructions = json_new_list();

		if (f->object) {
			set_text(item, "object", f->object->name);
			set_text(item, "method",
				 exh_sci_program_selector(program, f->selector));
		}
		if (f->export_number >= 0)
			json_set_number(item, "export", f->export_number);
		for (size_t k = 0; k < f->instruction_count; k++)
			json_push(instructions,
				  instruction_json(
					  code,
					  &code->instructions[f->first_instruction + k]));
		json_set(item, "instructions", instructions);
		json_push(list, item);
	}
	return list;
}

/*
 * Data.
 */

static struct json *words_json(const uint16_t *words, size_t count)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < count; i++)
		json_push(list, json_new_number(words[i]));
	return list;
}

static struct json *strings_json(const struct exh_sci_code *code)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < code->script.string_count; i++) {
		const struct exh_bytes text = code->script.strings[i];
		struct json *item =
			json_make("{s:i}", "offset", (int)(text.base - code->bytes.base));

		json_set(item, "text", json_of_cp437(text));
		json_push(list, item);
	}
	return list;
}

static struct json *saids_json(const struct exh_sci_program *program,
			       const struct exh_sci_code *code)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < code->script.said_count; i++) {
		const struct exh_bytes spec = code->script.saids[i];
		struct exh_writer text = { .limit = TEXT_LIMIT };
		struct json *item =
			json_make("{s:i}", "offset", (int)(spec.base - code->bytes.base));

		if (!exh_sci_said_decompile(spec, program->lexicon, &text, NULL))
			set_text(item, "text", exh_writer_bytes(&text));
		exh_writer_free(&text);
		json_push(list, item);
	}
	return list;
}

static struct json *sections_json(const struct exh_sci_code *code)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < code->script.section_count; i++) {
		const struct exh_sci_section *s = &code->script.sections[i];

		json_push(list, json_make("{s:s, s:i, s:i}", "type",
					  exh_sci_section_name(s->type), "offset",
					  (int)(s->offset - code->bytes.base), "size",
					  (int)s->data.size + 4));
	}
	return list;
}

static struct json *one_json(const struct script_program *p, size_t place)
{
	const struct exh_sci_program *program = &p->program;
	const struct exh_sci_code *code = &program->scripts[place].code;
	struct json *item =
		json_make("{s:i, s:i, s:b}", "script", program->scripts[place].number,
			  "size", (int)code->bytes.size, "early", code->script.is_early);

	json_set(item, "sections", sections_json(code));
	json_set(item, "exports", words_json(code->exports, code->export_count));
	json_set(item, "objects", objects_json(program, code));
	json_set(item, "functions", functions_json(program, code));
	json_set(item, "said", saids_json(program, code));
	json_set(item, "strings", strings_json(code));
	json_set(item, "locals", words_json(code->locals, code->local_count));
	json_set(item, "relocations",
		 words_json(code->relocations, code->relocation_count));
	return item;
}

struct json *script_json(const struct script_program *p)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < p->program.script_count; i++)
		if (p->is_selected[i] && p->program.scripts[i].is_open)
			json_push(list, one_json(p, i));
	return json_make("{s:o}", "scripts", list);
}
