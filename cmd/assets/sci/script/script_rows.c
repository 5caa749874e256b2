#include "script.h"

#include "assets/sci/text/text.h"
#include "task/text.h"

#include <string.h>

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

void script_rows_start(const struct script_rows *rows)
{
	for (size_t i = 0; rows->columns[i] && rows->tsv; i++)
		text_put(rows->tsv, i ? "\t%s" : "%s", rows->columns[i]);
	if (rows->tsv)
		exh_write_u8(rows->tsv, '\n');
}

static void put_cell(const struct script_cell *cell, struct exh_writer *out)
{
	static const struct text_encoding cp437 = { .is_cp437 = true };

	if (cell->kind == SCRIPT_CELL_NUMBER)
		text_put(out, "%ld", cell->number);
	else if (cell->kind == SCRIPT_CELL_TEXT)
		text_escape_controls(&cp437, cell->text, out);
}

static json_t *cell_json(const struct script_cell *cell)
{
	return cell->kind == SCRIPT_CELL_NUMBER ? json_integer(cell->number)
						: json_cp437(cell->text);
}

void script_rows_add(const struct script_rows *rows, const struct script_cell *cells)
{
	json_t *item = rows->tsv ? NULL : json_object();

	for (size_t i = 0; rows->columns[i]; i++) {
		if (item && cells[i].kind != SCRIPT_CELL_NONE)
			json_object_set_new(item, rows->columns[i], cell_json(&cells[i]));
		if (rows->tsv && i)
			exh_write_u8(rows->tsv, '\t');
		if (rows->tsv)
			put_cell(&cells[i], rows->tsv);
	}
	if (item)
		json_array_append_new(rows->list, item);
	else if (rows->tsv)
		exh_write_u8(rows->tsv, '\n');
}
