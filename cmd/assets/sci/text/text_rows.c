#include "text.h"

#include "task/memory.h"
#include "task/text.h"

#include <string.h>

enum {
	MEMORY_LIMIT = 1 << 29,
	STRING_LIMIT = 1 << 20,
	MAX_NUMBER = ASSET_NO_NUMBER - 1,
	MAX_INDEX = UINT16_MAX,
};

/* Copies bytes to the arena; for no bytes data is not NULL. */
static enum exh_status keep(struct text_rows *rows, struct exh_writer *bytes,
			    struct exh_bytes *out, struct exh_error *err)
{
	const enum exh_status status = mem_check_limit(bytes, err);

	if (status)
		return status;
	if (bytes->size && memchr(bytes->data, '\0', bytes->size))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a NUL, which would end the string");
	return mem_arena_copy(&rows->arena, exh_writer_bytes(bytes), out, err);
}

/*
 * Tables.
 */

enum exh_status text_fail_at(const struct text_line *line, const uint8_t *at,
			     const char *expected, struct exh_error *err)
{
	const size_t place = (size_t)(at - line->text.data);

	return exh_fail(err, EXH_INVALID,
			line->has_offset ? line->text.base + place : EXH_NO_OFFSET,
			"line %zu, column %zu: expected %s", line->number,
			1 + text_count_characters(line->text.data, place), expected);
}

enum exh_status text_fail_in_field(const struct text_line *line,
				   const struct text_encoding *encoding,
				   struct exh_bytes field, size_t wrong,
				   const char *escapes, struct exh_error *err)
{
	const struct exh_bytes rest = { field.data + wrong, field.size - wrong, 0 };
	char expected[TEXT_PHRASE_SIZE];

	if (!escapes)
		text_find_foreign(encoding, rest, expected);
	return text_fail_at(line, rest.data, escapes ? escapes : expected, err);
}

bool text_take_number(struct exh_bytes text, int base, uint32_t most, uint32_t *out)
{
	const bool has_prefix = base == 16 && text.size > 2 && text.data[0] == '0' &&
				(text.data[1] | 0x20) == 'x';

	*out = 0;
	for (size_t i = has_prefix ? 2 : 0; i < text.size; i++) {
		const int digit = text_hex_digit(text.data[i]);

		if (digit < 0 || digit >= base)
			return false;
		*out = *out * (uint32_t)base + (uint32_t)digit;
		if (*out > most)
			return false;
	}
	return text.size > 0;
}

bool text_is_json(struct exh_bytes text)
{
	size_t i = 0;

	while (i < text.size && strchr(" \t\r\n", text.data[i]) && text.data[i])
		i++;
	return i < text.size && text.data[i] == '{';
}

enum column { COLUMN_TYPE, COLUMN_NUMBER, COLUMN_INDEX, COLUMN_TEXT, COLUMNS };

static const char *const column_names[COLUMNS] = { "type", "number", "index", "text" };

enum { MAX_CELLS = 32 };

struct table {
	const struct text_encoding *encoding;
	struct text_rows *rows;
	int places[COLUMNS]; /* column of each field; below 0: missing */
	size_t cell_count;
	struct exh_error *err;
};

/* Splits at tabs; cells beyond MAX_CELLS are only counted. */
static size_t split(struct exh_bytes line, struct exh_bytes cells[MAX_CELLS])
{
	size_t count = 0;

	for (;;) {
		const uint8_t *tab =
			line.size ? memchr(line.data, '\t', line.size) : NULL;
		struct exh_bytes cell = line;

		cell.size = tab ? (size_t)(tab - line.data) : line.size;
		if (count < MAX_CELLS)
			cells[count] = cell;
		count++;
		if (!tab)
			return count;
		line.data += cell.size + 1;
		line.size -= cell.size + 1;
	}
}

static enum exh_status read_columns(struct table *table, const struct text_line *line)
{
	struct exh_bytes cells[MAX_CELLS];
	const bool marked = line->text.data[0] == '#';
	const struct exh_bytes names = { line->text.data + marked,
					 line->text.size - marked, 0 };

	table->cell_count = split(names, cells);
	for (size_t i = 0; i < COLUMNS; i++)
		table->places[i] = -1;
	for (size_t i = 0; i < table->cell_count && i < MAX_CELLS; i++) {
		if (text_is(cells[i], "column"))
			return text_fail_at(
				line, cells[i].data,
				"a table of whole strings, not the hits of --find",
				table->err);
		for (size_t j = 0; j < COLUMNS; j++)
			if (text_is(cells[i], column_names[j]))
				table->places[j] = (int)i;
	}
	if (table->cell_count > MAX_CELLS || table->places[COLUMN_INDEX] < 0 ||
	    table->places[COLUMN_TEXT] < 0)
		return text_fail_at(line, line->text.data,
				    "column names that include index and text",
				    table->err);
	return EXH_OK;
}

static enum exh_status take_text(const struct table *table, const struct text_line *line,
				 struct exh_bytes cell, struct exh_bytes *out)
{
	struct exh_writer bytes = { .limit = STRING_LIMIT };
	enum exh_status status = EXH_OK;
	size_t wrong = 0;
	bool is_escape;

	cell = text_cell_content(cell);
	if (!text_unescape_bytes(table->encoding, cell, &bytes, &wrong, &is_escape))
		status = text_fail_in_field(
			line, table->encoding, cell, wrong,
			is_escape ? "\\t, \\n, \\r, \\\\ or \\x01 to \\xff" : NULL,
			table->err);
	else if (keep(table->rows, &bytes, out, table->err))
		status = exh_within(table->err, table->err->status, "line %zu",
				    line->number);
	exh_writer_free(&bytes);
	return status;
}

static enum exh_status read_row(struct table *table, const struct text_line *line)
{
	struct exh_bytes cells[MAX_CELLS];
	const int *places = table->places;
	struct text_row row = { .number = ASSET_NO_NUMBER, .place = line->number };
	enum exh_status status;

	if (split(line->text, cells) != table->cell_count)
		return text_fail_at(line, line->text.data + line->text.size,
				    "as many columns as in the first line", table->err);
	if (places[COLUMN_TYPE] >= 0) {
		const struct exh_bytes type = cells[places[COLUMN_TYPE]];
		const bool is_script = text_is(type, "script");

		if (!is_script && !text_is(type, "text"))
			return text_fail_at(line, type.data, "type: text or script",
					    table->err);
		if (is_script != table->rows->of_scripts) {
			table->rows->skipped_count++;
			return EXH_OK;
		}
	}
	if (places[COLUMN_NUMBER] >= 0 && !text_is(cells[places[COLUMN_NUMBER]], "-") &&
	    !text_take_number(cells[places[COLUMN_NUMBER]], 10, MAX_NUMBER, &row.number))
		return text_fail_at(line, cells[places[COLUMN_NUMBER]].data,
				    "a number up to 65534, or -", table->err);
	if (!text_take_number(cells[places[COLUMN_INDEX]], 10, MAX_INDEX, &row.index))
		return text_fail_at(line, cells[places[COLUMN_INDEX]].data,
				    "index: a number up to 65535", table->err);
	status = take_text(table, line, cells[places[COLUMN_TEXT]], &row.bytes);
	if (!status)
		table->rows->items[table->rows->count++] = row;
	return status;
}

static enum exh_status read_table(struct exh_bytes in,
				  const struct text_encoding *encoding,
				  struct text_rows *rows, struct exh_error *err)
{
	struct table table = { .encoding = encoding, .rows = rows, .err = err };
	struct lines lines;
	enum exh_status status = EXH_OK;

	rows->place = "line";
	lines_split(in, &lines);
	rows->items = mem_arena_try(&rows->arena, lines.count, sizeof *rows->items, err);
	if (!rows->items)
		status = EXH_NO_MEMORY;
	for (size_t i = 0; i < lines.count && !status; i++) {
		const struct text_line line = { .text = lines.items[i], .number = i + 1 };

		if (line.text.size)
			status = table.cell_count ? read_row(&table, &line)
						  : read_columns(&table, &line);
	}
	if (!status && !table.cell_count)
		status = exh_fail(
			err, EXH_INVALID, EXH_NO_OFFSET,
			"the file is empty: expected a table or JSON from text-dump");
	lines_free(&lines);
	return status;
}

/*
 * JSON.
 */

/* True if the bytes convert to exactly this text. */
static bool says(const struct text_encoding *encoding, struct exh_bytes bytes,
		 struct exh_bytes utf8)
{
	struct exh_writer said = { .limit = STRING_LIMIT };
	bool same;

	text_to_utf8(encoding, bytes, &said);
	same = !said.failed && bytes_are_same(exh_writer_bytes(&said), utf8);
	exh_writer_free(&said);
	return same;
}

static enum exh_status fail_in_json(const struct text_encoding *encoding,
				    struct exh_bytes utf8, struct exh_error *err)
{
	char expected[TEXT_PHRASE_SIZE];
	const size_t wrong = text_find_foreign(encoding, utf8, expected);

	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
			"key \"text\", character %zu: expected %s",
			1 + text_count_characters(utf8.data, wrong), expected);
}

/* Uses the stored bytes if they still convert to the text. */
static enum exh_status take_json_text(const struct text_encoding *encoding,
				      const struct sci_text_string *string,
				      struct text_rows *rows, struct exh_bytes *out,
				      struct exh_error *err)
{
	const struct exh_bytes utf8 = bytes_of_text(string->text);
	struct exh_writer bytes = { .limit = STRING_LIMIT };
	enum exh_status status = EXH_OK;

	if (string->bytes.data && says(encoding, string->bytes, utf8))
		exh_write_bytes(&bytes, string->bytes.data, string->bytes.size);
	else if (!text_from_utf8(encoding, utf8, &bytes))
		status = fail_in_json(encoding, utf8, err);
	if (!status)
		status = keep(rows, &bytes, out, err);
	exh_writer_free(&bytes);
	return status;
}

/* True for a string of the requested type; without a type it is assumed to be. */
static bool is_wanted(const struct json *object, const struct text_rows *rows)
{
	const char *type = json_text_at(object, "type");

	return !type || !strcmp(type, "script") == rows->of_scripts;
}

static enum exh_status read_object(const struct text_encoding *encoding,
				   const struct json *object, struct text_rows *rows,
				   struct text_row *row, struct exh_error *err)
{
	struct json_reading r = { .arena = &rows->arena, .err = err };
	struct sci_text_string string = { .type = NULL };

	fields_read(&r, &sci_text_string_fields, object, &string);
	row->number = string.has_number ? string.number : ASSET_NO_NUMBER;
	row->index = string.index;
	return r.status ? r.status
			: take_json_text(encoding, &string, rows, &row->bytes, err);
}

static enum exh_status read_list(const struct text_encoding *encoding,
				 const struct json *list, struct text_rows *rows,
				 struct exh_error *err)
{
	const struct json *object;
	size_t i;

	if (!json_is_list(list))
		return json_wrong(err, "strings", "a list");
	json_each(list, i, object)
	{
		struct text_row row = { .place = rows->count + rows->skipped_count + 1 };
		enum exh_status status;

		if (!is_wanted(object, rows)) {
			rows->skipped_count++;
			continue;
		}
		status = read_object(encoding, object, rows, &row, err);
		if (status)
			return exh_within(err, status, "string %zu", row.place);
		rows->items[rows->count++] = row;
	}
	return EXH_OK;
}

/* Reads {"results": [{"strings": [...]}]}, or a single one of these results. */
static enum exh_status read_lists(const struct text_encoding *encoding,
				  const struct json *root, struct text_rows *rows,
				  struct exh_error *err)
{
	const struct json *results = json_get(root, "results"), *result;
	size_t count = json_size(json_get(root, "strings")), i;
	enum exh_status status = EXH_OK;

	json_each(results, i, result) count += json_size(json_get(result, "strings"));
	rows->items = mem_arena_try(&rows->arena, count, sizeof *rows->items, err);
	if (!rows->items)
		return EXH_NO_MEMORY;
	if (!results)
		return read_list(encoding, json_get(root, "strings"), rows, err);
	for (i = 0; i < json_size(results) && !status; i++) {
		result = json_at(results, i);
		status = read_list(encoding, json_get(result, "strings"), rows, err);
	}
	return status;
}

/* Checks the format. Strings of scripts come from sci-script as well; a single list
 * has no format. */
static enum exh_status check_format(const struct json *root, struct exh_error *err)
{
	const char *format = json_text_at(root, "format");
	const char *known =
		format && !strcmp(format, "sci-script") ? format : "text-dump";

	return json_get(root, "format") ? json_check_format(root, known, 1, known, err)
					: EXH_OK;
}

static enum exh_status read_json(struct exh_bytes in,
				 const struct text_encoding *encoding,
				 struct text_rows *rows, struct exh_error *err)
{
	struct json *root = json_parse(in, err);
	enum exh_status status;

	rows->place = "string";
	if (!root)
		return EXH_INVALID;
	status = check_format(root, err);
	if (!status)
		status = read_lists(encoding, root, rows, err);
	json_free(root);
	return status;
}

enum exh_status text_rows_read(struct exh_bytes in, const struct text_encoding *encoding,
			       bool of_scripts, struct text_rows *out,
			       struct exh_error *err)
{
	const struct exh_bytes text = text_without_mark(in);

	*out = (struct text_rows){ .of_scripts = of_scripts,
				   .arena.limit = MEMORY_LIMIT };
	return text_is_json(text) ? read_json(text, encoding, out, err)
				  : read_table(text, encoding, out, err);
}

void text_rows_free(struct text_rows *rows)
{
	exh_arena_free(&rows->arena);
}
