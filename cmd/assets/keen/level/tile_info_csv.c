#include "level.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 16, FIELD_SIZE = 24, MAX_LINES = 1 << 18 };

/* Meaning of the columns. */
enum { COLUMN_PLANE, COLUMN_TILE, COLUMN_VALUES };
static const char *const columns[] = { "plane", "tile",	  "north",     "east", "south",
				       "west",	"inside", "animation", "speed" };
enum { COLUMN_COUNT = sizeof columns / sizeof *columns };

struct row {
	char fields[MAX_COLUMNS][FIELD_SIZE];
	size_t count;
};

struct csv {
	const uint8_t *at, *end;
	size_t line;
	size_t places[COLUMN_COUNT]; /* places of the known columns in a row */
	uint8_t *tables[EXH_KEEN_TILE_TABLE_COUNT];
	size_t counts[2];
	uint8_t *seen[2]; /* tiles that have a line */
	struct exh_error *err;
};

static enum exh_status fail(const struct csv *csv, const char *expected)
{
	return exh_fail(csv->err, EXH_INVALID, EXH_NO_OFFSET, "line %zu: expected %s",
			csv->line, expected);
}

static bool is_end(uint8_t c)
{
	return c == ',' || c == ';' || c == '\n';
}

/* Up to a comma or semicolon, without spaces and quotes. False if it is too long. */
static bool read_field(struct csv *csv, char field[FIELD_SIZE])
{
	size_t size = 0;

	for (; csv->at < csv->end && !is_end(*csv->at); csv->at++) {
		if (!*csv->at)
			return false;
		if (strchr(" \t\r\"", *csv->at))
			continue;
		if (size + 1 == FIELD_SIZE)
			return false;
		field[size++] = (char)*csv->at;
	}
	field[size] = '\0';
	return true;
}

static enum exh_status read_row(struct csv *csv, struct row *row)
{
	bool more = true;

	csv->line++;
	for (row->count = 0; more; row->count++) {
		if (row->count == MAX_COLUMNS ||
		    !read_field(csv, row->fields[row->count]))
			return fail(csv, "at most 16 short fields");
		more = csv->at < csv->end && *csv->at != '\n';
		csv->at += csv->at < csv->end;
	}
	return EXH_OK;
}

static bool is_empty(const struct row *row)
{
	return row->count == 1 && !row->fields[0][0];
}

static enum exh_status read_header(struct csv *csv)
{
	struct row row;
	enum exh_status status = read_row(csv, &row);

	for (size_t i = 0; i < COLUMN_COUNT && !status; i++) {
		size_t k = 0;

		while (k < row.count && strcmp(row.fields[k], columns[i]) != 0)
			k++;
		csv->places[i] = k;
		if (k == row.count)
			status = fail(csv, "the columns plane, tile, north, east, south, "
					   "west, inside, animation and speed");
	}
	return status;
}

static const char *field_of(const struct csv *csv, const struct row *row, size_t column)
{
	return csv->places[column] < row->count ? row->fields[csv->places[column]] : "";
}

static bool get_number(const char *text, long least, long most, long *out)
{
	char *end;

	*out = strtol(text, &end, 10);
	return *text && !*end && *out >= least && *out <= most;
}

static enum exh_status put_value(struct csv *csv, enum exh_keen_tile_table table,
				 const char *text, size_t tile)
{
	const bool is_signed = exh_keen_tile_table_is_signed(table);
	long value;

	if (!get_number(text, is_signed ? INT8_MIN : 0, is_signed ? INT8_MAX : UINT8_MAX,
			&value))
		return exh_fail(csv->err, EXH_INVALID, EXH_NO_OFFSET,
				"line %zu: %s: expected a whole number from %d to %d",
				csv->line, exh_keen_tile_table_name(table),
				is_signed ? INT8_MIN : 0,
				is_signed ? INT8_MAX : UINT8_MAX);
	csv->tables[table][tile] = (uint8_t)value;
	return EXH_OK;
}

/* True for a table of the foreground alone: animations and speeds are of both planes. */
static bool is_of_foreground(size_t column)
{
	return column < COLUMN_COUNT - 2;
}

static enum exh_status put_row(struct csv *csv, const struct row *row)
{
	const char *plane = field_of(csv, row, COLUMN_PLANE);
	const bool foreground = strcmp(plane, "foreground") == 0;
	enum exh_status status = EXH_OK;
	long tile;

	if (!foreground && strcmp(plane, "background") != 0)
		return fail(csv, "the plane background or foreground");
	if (!get_number(field_of(csv, row, COLUMN_TILE), 0,
			(long)csv->counts[foreground] - 1, &tile))
		return exh_fail(csv->err, EXH_INVALID, EXH_NO_OFFSET,
				"line %zu: tile: expected a number from 0 to %zu",
				csv->line, csv->counts[foreground] - 1);
	if (csv->seen[foreground][tile])
		return exh_fail(csv->err, EXH_INVALID, EXH_NO_OFFSET,
				"line %zu: %s tile %ld has a line already", csv->line,
				plane, tile);
	csv->seen[foreground][tile] = 1;
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT && !status; i++) {
		const enum exh_keen_tile_table table = (enum exh_keen_tile_table)i;
		size_t column = COLUMN_VALUES;

		while (column < COLUMN_COUNT - 1 &&
		       strcmp(columns[column], exh_keen_tile_table_name(table)) != 0)
			column++;
		if (exh_keen_tile_table_is_foreground(table) == foreground)
			status = put_value(csv, table, field_of(csv, row, column),
					   (size_t)tile);
		else if (!foreground && is_of_foreground(column) &&
			 *field_of(csv, row, column))
			status = fail(csv, "no walls and insides of a background tile");
	}
	return status;
}

static enum exh_status check_all_seen(const struct csv *csv)
{
	for (size_t plane = 0; plane < 2; plane++)
		for (size_t i = 0; i < csv->counts[plane]; i++)
			if (!csv->seen[plane][i])
				return exh_fail(csv->err, EXH_INVALID, EXH_NO_OFFSET,
						"%s tile %zu has no line",
						plane ? "foreground" : "background", i);
	return EXH_OK;
}

static enum exh_status make_tables(struct csv *csv, struct exh_arena *arena,
				   struct exh_keen_tile_info *out)
{
	for (size_t i = 0; i < 2; i++) {
		csv->seen[i] = mem_arena_try(arena, csv->counts[i], 1, csv->err);
		if (!csv->seen[i])
			return EXH_LIMIT;
	}
	return tile_tables_make(out, csv->counts[0], csv->counts[1], csv->tables, arena,
				csv->err);
}

enum exh_status tile_info_read_csv(struct exh_bytes text, size_t background_count,
				   size_t foreground_count, struct exh_arena *arena,
				   struct exh_keen_tile_info *out, struct exh_error *err)
{
	/* Spreadsheets put a mark in front of what they call CSV in UTF-8. */
	const struct exh_bytes csv_text = text_without_mark(text);
	struct csv csv = { .at = csv_text.data,
			   .end = csv_text.data ? csv_text.data + csv_text.size : NULL,
			   .counts = { background_count, foreground_count },
			   .err = err };
	enum exh_status status;
	struct row row;

	*out = (struct exh_keen_tile_info){ 0 };
	status = make_tables(&csv, arena, out);
	if (status)
		return status;
	if (!csv_text.size)
		return fail(&csv, "a first line with the names of the columns");
	status = read_header(&csv);
	while (!status && csv.at < csv.end) {
		status = read_row(&csv, &row);
		if (!status && !is_empty(&row))
			status = put_row(&csv, &row);
	}
	return status ? status : check_all_seen(&csv);
}
