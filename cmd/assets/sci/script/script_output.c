#include "script.h"

#include "task/text.h"

enum { PLACE_LIMIT = 256 };

struct json *script_output_begin(struct script_output *o, const struct fields *table)
{
	if (o->json)
		return json_new_list();
	fields_put_names(table, o->text);
	return NULL;
}

void script_output_add(struct script_output *o, const struct fields *table,
		       const void *row, struct json *list)
{
	if (list)
		json_push(list, fields_to_json_in(o->program->encoding, table, row));
	else
		fields_put_columns_in(o->program->encoding, table, row, o->text);
}

void script_output_put_text(struct script_output *o, struct exh_bytes text)
{
	text_to_utf8_as(o->program->encoding, text, EXH_CP437_SCREEN, o->text);
}

void script_output_put(struct script_output *o, struct exh_bytes text)
{
	text_to_utf8_as(o->program->encoding, text, EXH_CP437_NAME, o->text);
}

void script_put_name(const struct script_program *p, struct exh_writer *out,
		     struct exh_bytes name)
{
	if (name.size)
		text_to_utf8_as(p->encoding, name, EXH_CP437_NAME, out);
	else
		text_put(out, "(no name)");
}

void script_put_selector(const struct script_program *p, struct exh_writer *out,
			 unsigned selector)
{
	const struct exh_bytes name = exh_sci_program_selector(&p->program, selector);

	if (name.size)
		text_to_utf8_as(p->encoding, name, EXH_CP437_NAME, out);
	else
		text_put(out, "#%u", selector);
}

void script_output_put_place(struct script_output *o, unsigned number, unsigned offset)
{
	const struct exh_sci_program *program = &o->program->program;
	const struct exh_sci_program_script *script =
		exh_sci_program_script(program, number);
	struct exh_writer place = { .limit = PLACE_LIMIT };

	text_put(o->text, "script %u 0x%04x ", number, offset);
	if (script)
		script_place_put(program, script, offset, &place);
	script_output_put(o, exh_writer_bytes(&place));
	exh_writer_free(&place);
}

void script_label_put(const struct script_program *p, struct exh_writer *out,
		      struct exh_bytes name)
{
	for (size_t i = 0; i < name.size; i++) {
		const struct exh_bytes one = { name.data + i, 1, 0 };

		if (one.data[0] == '"' || one.data[0] == '\\')
			exh_write_u8(out, '\\');
		text_to_utf8_as(p->encoding, one, EXH_CP437_NAME, out);
	}
}

bool script_output_has(const struct script_output *o, unsigned script)
{
	const struct exh_sci_program *program = &o->program->program;
	const struct exh_sci_program_script *found =
		exh_sci_program_script(program, script);

	return found && o->program->is_selected[found - program->scripts];
}

bool script_output_check(struct script_output *o, enum exh_status status,
			 const struct exh_error *err)
{
	if (status)
		report_failure(o->report, o->input, err);
	return !status;
}

bool script_output_uses(struct script_output *o, struct exh_sci_use **uses, size_t *count)
{
	struct exh_error err;

	return script_output_check(
		o,
		exh_sci_uses(&o->program->program, &o->program->arena, uses, count, &err),
		&err);
}
