#include "script.h"

#include "assets/sci/text/text.h"
#include "task/json.h"
#include "task/text.h"

#include <exhume/cp437.h>

#include <string.h>

enum { PLACE_LIMIT = 256 };

struct script_rows script_output_rows(struct script_output *o, const char *key,
				      const char *const *columns)
{
	struct script_rows rows = { .columns = columns, .tsv = o->text };

	if (o->json)
		rows.list = json_set(o->json, key, json_new_list());
	for (size_t i = 0; columns[i] && rows.tsv; i++)
		text_put(rows.tsv, i ? "\t%s" : "%s", columns[i]);
	if (rows.tsv)
		exh_write_u8(rows.tsv, '\n');
	return rows;
}

void script_output_put(struct script_output *o, struct exh_bytes text)
{
	exh_cp437_to_utf8(text, EXH_CP437_SCREEN, o->text);
}

void script_put_name(struct exh_writer *out, struct exh_bytes name)
{
	if (name.size)
		exh_cp437_to_utf8(name, EXH_CP437_SCREEN, out);
	else
		text_put(out, "(no name)");
}

void script_put_selector(struct exh_writer *out, const struct exh_sci_program *program,
			 unsigned selector)
{
	const struct exh_bytes name = exh_sci_program_selector(program, selector);

	if (name.size)
		exh_cp437_to_utf8(name, EXH_CP437_SCREEN, out);
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

void script_label_put(struct exh_writer *out, struct exh_bytes name)
{
	for (size_t i = 0; i < name.size; i++) {
		const struct exh_bytes one = { name.data + i, 1, 0 };

		if (one.data[0] == '"' || one.data[0] == '\\')
			exh_write_u8(out, '\\');
		exh_cp437_to_utf8(one, EXH_CP437_SCREEN, out);
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

/*
 * Rows.
 */

struct script_cell cell_number(long number)
{
	return (struct script_cell){ SCRIPT_CELL_NUMBER, number, { 0 } };
}

struct script_cell cell_bytes(struct exh_bytes text)
{
	return (struct script_cell){ text.size ? SCRIPT_CELL_TEXT : SCRIPT_CELL_NONE, 0,
				     text };
}

struct script_cell cell_text(const char *text)
{
	return cell_bytes(
		(struct exh_bytes){ (const uint8_t *)text, text ? strlen(text) : 0, 0 });
}

static void put_cell(const struct script_cell *cell, struct exh_writer *out)
{
	static const struct text_encoding cp437 = { .is_cp437 = true };

	if (cell->kind == SCRIPT_CELL_NUMBER)
		text_put(out, "%ld", cell->number);
	else if (cell->kind == SCRIPT_CELL_TEXT)
		text_escape_controls(&cp437, cell->text, out);
}

static struct json *cell_json(const struct script_cell *cell)
{
	return cell->kind == SCRIPT_CELL_NUMBER ? json_new_number(cell->number)
						: json_of_cp437(cell->text);
}

void script_rows_add(const struct script_rows *rows, const struct script_cell *cells)
{
	struct json *item = rows->tsv ? NULL : json_new_object();

	for (size_t i = 0; rows->columns[i]; i++) {
		if (item && cells[i].kind != SCRIPT_CELL_NONE)
			json_set(item, rows->columns[i], cell_json(&cells[i]));
		if (rows->tsv && i)
			exh_write_u8(rows->tsv, '\t');
		if (rows->tsv)
			put_cell(&cells[i], rows->tsv);
	}
	if (item)
		json_push(rows->list, item);
	else if (rows->tsv)
		exh_write_u8(rows->tsv, '\n');
}
