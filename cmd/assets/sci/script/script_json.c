#include "script.h"

#include "task/memory.h"

#include <exhume/advanced/sci_said.h>
#include <exhume/sci_parser.h>

enum { TEXT_LIMIT = 1 << 20 };

static struct exh_bytes class_name(const struct exh_sci_program *program, unsigned class)
{
	const struct exh_sci_program_class *found = exh_sci_program_class(program, class);

	return found ? found->name : (struct exh_bytes){ .size = 0 };
}

/*
 * Objects.
 */

struct property {
	bool has_selector, relocated;
	uint16_t selector, value;
	struct exh_bytes name, text;
	bool has_text;
};

static const struct field property_fields[] = {
	FIELD(struct property, selector, NULL, "number of the selector",
	      FIELD_HAS(struct property, has_selector)),
	SCRIPT_NAME(struct property, name, "name of the selector"),
	FIELD(struct property, value, NULL, "first value of the property"),
	FIELD(struct property, relocated, NULL,
	      "true: the value is an address in the script", FIELD_IF_ANY),
	FIELD_STORED_TEXT(struct property, text, "the string at that address",
			  FIELD_HAS(struct property, has_text)),
};
static const struct fields property_table =
	FIELDS("property", struct property, property_fields);

struct method {
	uint16_t selector, offset;
	struct exh_bytes name;
};

static const struct field method_fields[] = {
	FIELD(struct method, selector, NULL, "number of the selector"),
	FIELD(struct method, offset, "bytes", "offset of the code in the script"),
	SCRIPT_NAME(struct method, name, "name of the selector"),
};
static const struct fields method_table = FIELDS("method", struct method, method_fields);

struct object {
	const char *kind;
	uint16_t offset, species, superclass;
	struct exh_bytes name, species_name, superclass_name;
	bool has_species;
	struct property *properties;
	struct method *methods;
	size_t property_count, method_count;
};

static const struct field object_fields[] = {
	FIELD(struct object, kind, NULL, "class or object"),
	FIELD(struct object, offset, "bytes", "address of the object in the script"),
	SCRIPT_NAME(struct object, name, "name of the object"),
	FIELD(struct object, species, NULL, "number of the class",
	      FIELD_HAS(struct object, has_species)),
	SCRIPT_NAME(struct object, species_name, "name of the class"),
	FIELD(struct object, superclass, NULL, "number of the superclass",
	      FIELD_HAS(struct object, has_species)),
	SCRIPT_NAME(struct object, superclass_name, "name of the superclass"),
	FIELD_ROWS(struct object, properties, property_count, &property_table,
		   "properties of the object"),
	FIELD_ROWS(struct object, methods, method_count, &method_table,
		   "own methods of the object"),
};
const struct fields script_json_fields = FIELDS("object", struct object, object_fields);

static struct property *property_rows(const struct exh_sci_program *program,
				      const struct exh_sci_object *object,
				      const struct exh_sci_code *code,
				      struct exh_arena *arena)
{
	struct property *rows = mem_arena(arena, object->property_count, sizeof *rows);
	size_t count;
	const uint16_t *selectors = exh_sci_program_selectors(program, object, &count);

	for (size_t i = 0; i < object->property_count; i++) {
		struct property *row = &rows[i];

		row->value = object->properties[i];
		row->has_selector = i < count;
		if (i < count) {
			row->selector = selectors[i];
			row->name = exh_sci_program_selector(program, selectors[i]);
		}
		row->relocated = exh_sci_code_is_address(code, object->address + 2 * i);
		row->has_text = row->relocated &&
				exh_sci_code_string(code, row->value, &row->text);
	}
	return rows;
}

struct json *script_json_object(const struct script_program *p,
				const struct exh_sci_object *object,
				const struct exh_sci_code *code)
{
	const struct exh_sci_program *program = &p->program;
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct object row = {
		.kind = object->is_class ? "class" : "object",
		.offset = object->address,
		.name = object->name,
		.has_species = object->property_count > EXH_SCI_SUPERCLASS,
		.properties = property_rows(program, object, code, &arena),
		.property_count = object->property_count,
		.methods = mem_arena(&arena, object->method_count, sizeof *row.methods),
		.method_count = object->method_count,
	};
	struct json *json;

	if (row.has_species) {
		row.species = object->properties[EXH_SCI_SPECIES];
		row.species_name = class_name(program, row.species);
		row.superclass = object->properties[EXH_SCI_SUPERCLASS];
		row.superclass_name = class_name(program, row.superclass);
	}
	for (size_t i = 0; i < object->method_count; i++) {
		const struct exh_sci_method *m = &object->methods[i];

		row.methods[i] =
			(struct method){ m->selector, m->code,
					 exh_sci_program_selector(program, m->selector) };
	}
	json = fields_to_json_in(p->encoding, &script_json_fields, &row);
	exh_arena_free(&arena);
	return json;
}

/*
 * Code.
 */

struct instruction {
	struct exh_sci_instruction in;
	const char *name;
	bool has_target, has_reached, reached;
	const int32_t *operands;
	size_t operand_count;
	int target;
};

static const struct field instruction_fields[] = {
	FIELD_AS("offset", struct instruction, in.offset, "bytes",
		 "offset in the script"),
	FIELD_AS("size", struct instruction, in.size, "bytes", "its size"),
	FIELD(struct instruction, name, NULL, "name of the opcode"),
	FIELD_AS("narrow", struct instruction, in.is_narrow, NULL,
		 "true: the operands are bytes"),
	FIELD_LIST(struct instruction, operands, operand_count, NULL,
		   "operands of the instruction"),
	FIELD(struct instruction, target, "bytes",
	      "offset that a branch or call leads to",
	      FIELD_HAS(struct instruction, has_target)),
	FIELD(struct instruction, reached, NULL, "false: no code leads here",
	      FIELD_HAS(struct instruction, has_reached)),
};
static const struct fields instruction_table =
	FIELDS("instruction", struct instruction, instruction_fields);

struct function {
	uint16_t offset, end;
	struct exh_bytes object, method;
	bool has_export;
	int export;
	struct instruction *instructions;
	size_t instruction_count;
};

static const struct field function_fields[] = {
	FIELD(struct function, offset, "bytes", "offset of the function in the script"),
	FIELD(struct function, end, "bytes", "offset of its end"),
	SCRIPT_NAME(struct function, object, "name of the object whose method it is"),
	SCRIPT_NAME(struct function, method, "name of the method"),
	FIELD(struct function, export, NULL, "number of the export",
	      FIELD_HAS(struct function, has_export)),
	FIELD_ROWS(struct function, instructions, instruction_count, &instruction_table,
		   "instructions of the function"),
};
static const struct fields function_table =
	FIELDS("function", struct function, function_fields);

static struct instruction instruction_row(const struct exh_sci_code *code,
					  const struct exh_sci_instruction *i)
{
	const struct exh_sci_opcode *opcode = exh_sci_opcode(i->opcode);
	struct instruction row = {
		.in = *i,
		.name = opcode->name,
		.operands = i->operands,
		.has_target = opcode->operands[0] == EXH_SCI_OPERAND_RELATIVE,
		.has_reached = !(code->marks[i->offset] & EXH_SCI_IS_REACHED),
	};

	while (row.operand_count < EXH_SCI_MAX_OPERANDS &&
	       opcode->operands[row.operand_count])
		row.operand_count++;
	if (row.has_target)
		row.target = (int)exh_sci_instruction_target(i);
	return row;
}

static struct function function_row(const struct exh_sci_program *program,
				    const struct exh_sci_code *code,
				    const struct exh_sci_function *f,
				    struct exh_arena *arena)
{
	struct function row = {
		.offset = f->start,
		.end = f->end,
		.has_export = f->export_number >= 0,
		.export = f->export_number,
		.instructions =
			mem_arena(arena, f->instruction_count, sizeof *row.instructions),
		.instruction_count = f->instruction_count,
	};

	if (f->object) {
		row.object = f->object->name;
		row.method = exh_sci_program_selector(program, f->selector);
	}
	for (size_t k = 0; k < f->instruction_count; k++)
		row.instructions[k] = instruction_row(
			code, &code->instructions[f->first_instruction + k]);
	return row;
}

/*
 * Data.
 */

struct text {
	size_t offset;
	struct exh_bytes text;
};

static const struct field said_fields[] = {
	FIELD(struct text, offset, "bytes", "offset in the script"),
	SCRIPT_TEXT(struct text, text, "the spec as text"),
};
static const struct fields said_table = FIELDS("said", struct text, said_fields);

static const struct field string_fields[] = {
	FIELD(struct text, offset, "bytes", "offset in the script"),
	FIELD_STORED_TEXT(struct text, text, "the string"),
};
static const struct fields text_table =
	FIELDS("plain_string", struct text, string_fields);

struct section {
	const char *type;
	size_t offset, size;
};

static const struct field section_fields[] = {
	FIELD(struct section, type, NULL, "type of the section"),
	FIELD(struct section, offset, "bytes", "offset in the script"),
	FIELD(struct section, size, "bytes", "size with the head"),
};
static const struct fields section_table =
	FIELDS("section", struct section, section_fields);

struct script {
	uint16_t script;
	struct exh_sci_code code;
	struct json *objects;
	struct section *sections;
	struct function *functions;
	struct text *said, *strings;
};

#define FIELD_WORDS(name_, member, number, meaning_)                                \
	FIELD_LIST_OF(name_, FIELD_NUMBER, struct script, code.member, code.number, \
		      NULL, meaning_)

static const struct field script_field[] = {
	FIELD(struct script, script, NULL, "number of the script"),
	FIELD_AS("size", struct script, code.bytes.size, "bytes", "its size"),
	FIELD_AS("early", struct script, code.script.is_early, NULL,
		 "true: the layout of the first SCI games"),
	FIELD_ROWS(struct script, sections, code.script.section_count, &section_table,
		   "sections of the script"),
	FIELD_WORDS("exports", exports, export_count,
		    "offsets of functions, or addresses of objects"),
	FIELD_MADE(FIELD_JSON_LIST, struct script, objects, &script_json_fields,
		   "objects and classes"),
	FIELD_ROWS(struct script, functions, code.function_count, &function_table,
		   "functions"),
	FIELD_ROWS(struct script, said, code.script.said_count, &said_table,
		   "Said specs"),
	FIELD_ROWS(struct script, strings, code.script.string_count, &text_table,
		   "strings"),
	FIELD_WORDS("locals", locals, local_count, "first values of the local variables"),
	FIELD_WORDS("relocations", relocations, relocation_count,
		    "offsets of words that are addresses"),
};
const struct fields script_fields = FIELDS("script", struct script, script_field);

static void fill_data(const struct exh_sci_program *program, struct script *row,
		      struct exh_arena *arena)
{
	const struct exh_sci_script *script = &row->code.script;
	const size_t base = row->code.bytes.base;

	row->sections = mem_arena(arena, script->section_count, sizeof *row->sections);
	for (size_t i = 0; i < script->section_count; i++) {
		const struct exh_sci_section *s = &script->sections[i];

		row->sections[i] = (struct section){ exh_sci_section_name(s->type),
						     s->offset - base, s->data.size + 4 };
	}
	row->strings = mem_arena(arena, script->string_count, sizeof *row->strings);
	for (size_t i = 0; i < script->string_count; i++)
		row->strings[i] = (struct text){ script->strings[i].base - base,
						 script->strings[i] };
	row->said = mem_arena(arena, script->said_count, sizeof *row->said);
	for (size_t i = 0; i < script->said_count; i++) {
		const struct exh_sci_lexicon *lexicon = program->lexicon;
		struct exh_writer text = { .limit = TEXT_LIMIT };
		struct exh_writer utf8 = { .limit = SIZE_MAX };

		row->said[i].offset = script->saids[i].base - base;
		if (!exh_sci_said_decompile(script->saids[i], lexicon, &text, NULL)) {
			exh_sci_said_to_utf8(exh_writer_bytes(&text),
					     lexicon ? lexicon->page : NULL, &utf8);
			row->said[i].text =
				mem_arena_keep(arena, exh_writer_bytes(&utf8));
		}
		exh_writer_free(&text);
		exh_writer_free(&utf8);
	}
}

static struct json *one_json(const struct script_program *p, size_t place)
{
	const struct exh_sci_program *program = &p->program;
	const struct exh_sci_code *code = &program->scripts[place].code;
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct script row = {
		.script = program->scripts[place].number,
		.code = *code,
		.objects = json_new_list(),
		.functions =
			mem_arena(&arena, code->function_count, sizeof *row.functions),
	};
	struct json *json;

	for (size_t i = 0; i < code->object_count; i++)
		json_push(row.objects, script_json_object(p, &code->objects[i], code));
	for (size_t i = 0; i < code->function_count; i++)
		row.functions[i] =
			function_row(program, code, &code->functions[i], &arena);
	fill_data(program, &row, &arena);
	json = fields_to_json_in(p->encoding, &script_fields, &row);
	exh_arena_free(&arena);
	return json;
}

struct json *script_json(const struct script_program *p)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < p->program.script_count; i++)
		if (p->is_selected[i] && p->program.scripts[i].is_open)
			json_push(list, one_json(p, i));
	return list;
}
