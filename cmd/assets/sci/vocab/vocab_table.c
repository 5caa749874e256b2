#include "assets/sci/text/text.h"
#include "task/memory.h"
#include "task/text.h"
#include "vocab.h"

#include <string.h>

/*
 * Writing.
 */

static void put_cell(const struct vocab_column *column, const struct vocab_cell *cell,
		     struct vocab_writing *w, struct exh_writer *out)
{
	switch (column->kind) {
	case CELL_TEXT:
	case CELL_PATTERN:
		w->bad += text_escape_controls(w->encoding, cell->text, out);
		break;
	case CELL_CLASS:
	case CELL_HEX:
		text_put(out, "%x", (unsigned)cell->number);
		break;
	default:
		text_put(out, "%u", (unsigned)cell->number);
		break;
	}
}

void vocab_put_header(enum exh_sci_vocab_kind kind, struct exh_writer *out)
{
	const struct vocab_columns *columns = vocab_columns(kind);

	for (size_t i = 0; i < columns->count; i++)
		text_put(out, "%s%s", i ? "\t" : "#", columns->items[i].name);
	text_put(out, "\n");
}

void vocab_put_row(enum exh_sci_vocab_kind kind, const struct vocab_cell *cells,
		   struct vocab_writing *w, struct exh_writer *out)
{
	const struct vocab_columns *columns = vocab_columns(kind);

	for (size_t i = 0; i < columns->count; i++) {
		if (i)
			exh_write_u8(out, '\t');
		put_cell(&columns->items[i], &cells[i], w, out);
	}
	exh_write_u8(out, '\n');
}

void vocab_to_table(const struct vocab *vocab, struct vocab_writing *w,
		    struct exh_writer *out)
{
	vocab_put_header(vocab->kind, out);
	for (size_t i = 0; i < vocab_row_count(vocab); i++) {
		struct vocab_cell cells[VOCAB_MAX_COLUMNS] = { 0 };

		vocab_row(vocab, i, w->arena, cells);
		vocab_put_row(vocab->kind, cells, w, out);
	}
}

/*
 * Reading back.
 */

struct line {
	struct exh_bytes text; /* without its end */
	size_t number;	       /* from 1 */
};

struct reading {
	const struct vocab_reading *how;
	struct vocab_list *list;
	struct text_encoding encoding;
	struct exh_bytes left; /* of the input */
	size_t line_number;
	struct exh_error *err;
};

static bool next_line(struct reading *r, struct line *line)
{
	const uint8_t *end;
	size_t size;

	if (!r->left.size)
		return false;
	end = memchr(r->left.data, '\n', r->left.size);
	size = end ? (size_t)(end - r->left.data) : r->left.size;
	*line = (struct line){ { r->left.data, size, r->left.base }, ++r->line_number };
	size += end != NULL;
	r->left.data += size;
	r->left.size -= size;
	r->left.base += size;
	if (line->text.size && line->text.data[line->text.size - 1] == '\r')
		line->text.size--;
	return true;
}

static enum exh_status fail_at(const struct reading *r, const struct line *line,
			       const uint8_t *at, const char *expected)
{
	const size_t place = (size_t)(at - line->text.data);

	return exh_fail(r->err, EXH_INVALID, line->text.base + place,
			"line %zu, column %zu: expected %s", line->number,
			1 + text_count_characters(line->text.data, place), expected);
}

/* EXH_SCI_VOCAB_KINDS for a line that names no table's columns. */
static enum exh_sci_vocab_kind kind_of_header(const struct line *line)
{
	unsigned kind = 0;

	for (; kind < EXH_SCI_VOCAB_KINDS; kind++) {
		struct exh_writer header = { .limit = 512 };
		bool same;

		vocab_put_header((enum exh_sci_vocab_kind)kind, &header);
		same = header.size == line->text.size + 1 &&
		       !memcmp(header.data, line->text.data, line->text.size);
		exh_writer_free(&header);
		if (same)
			break;
	}
	return (enum exh_sci_vocab_kind)kind;
}

static bool take_number(struct exh_bytes text, int base, uint32_t most, uint32_t *out)
{
	size_t i = 0;

	if (base == 16 && text.size > 2 && text.data[0] == '0' &&
	    (text.data[1] | 0x20) == 'x')
		i = 2;
	*out = 0;
	if (!text.size)
		return false;
	for (; i < text.size; i++) {
		const int digit = text_hex_digit(text.data[i]);

		if (digit < 0 || digit >= base)
			return false;
		*out = *out * (uint32_t)base + (uint32_t)digit;
		if (*out > most)
			return false;
	}
	return true;
}

static enum exh_status fail_in_text(const struct reading *r, const struct line *line,
				    struct exh_bytes field, size_t wrong, bool is_escape)
{
	const struct exh_bytes rest = { field.data + wrong, field.size - wrong, 0 };
	char expected[TEXT_PHRASE_SIZE] = "\\t, \\n, \\r, \\\\ or \\x00 to \\xff";

	if (!is_escape)
		text_find_foreign(&r->encoding, rest, expected);
	return fail_at(r, line, rest.data, expected);
}

static enum exh_status get_text(struct reading *r, const struct line *line,
				struct exh_bytes field, struct exh_bytes *out)
{
	struct exh_writer text = { .limit = VOCAB_SIZE_LIMIT };
	enum exh_status status;
	bool is_escape;
	size_t wrong;

	if (text_unescape_bytes(&r->encoding, field, &text, &wrong, &is_escape))
		status = mem_arena_copy(&r->list->arena, exh_writer_bytes(&text), out,
					r->err);
	else
		status = fail_in_text(r, line, field, wrong, is_escape);
	exh_writer_free(&text);
	return status;
}

static enum exh_status get_number(struct reading *r, const struct line *line,
				  const struct vocab_column *column,
				  struct exh_bytes field, size_t place, uint32_t *out)
{
	const bool is_hex = column->kind == CELL_CLASS || column->kind == CELL_HEX;
	char expected[96];

	if (!take_number(field, is_hex ? 16 : 10, column->most, out)) {
		snprintf(expected, sizeof expected,
			 is_hex ? "%s: a hexadecimal number up to %x"
				: "%s: a number up to %u",
			 column->name, (unsigned)column->most);
		return fail_at(r, line, field.data, expected);
	}
	if (column->kind == CELL_PLACE && *out != place) {
		snprintf(expected, sizeof expected, "%s: %zu, its index in the list",
			 column->name, place);
		return fail_at(r, line, field.data, expected);
	}
	return EXH_OK;
}

static enum exh_status get_cell(struct reading *r, const struct line *line,
				const struct vocab_column *column, struct exh_bytes field,
				size_t place, struct vocab_cell *cell)
{
	enum exh_status status;

	if (column->kind != CELL_TEXT && column->kind != CELL_PATTERN)
		return get_number(r, line, column, field, place, &cell->number);
	status = get_text(r, line, field, &cell->text);
	if (!status && column->kind == CELL_PATTERN &&
	    (!cell->text.size || !memchr(cell->text.data, '*', cell->text.size)))
		return fail_at(r, line, field.data, "a pattern, with a *");
	return status;
}

static enum exh_status get_row(struct reading *r, const struct line *line,
			       struct vocab *vocab, size_t row)
{
	const struct vocab_columns *columns = vocab_columns(vocab->kind);
	const uint8_t *at = line->text.data, *end = at + line->text.size;
	struct vocab_cell cells[VOCAB_MAX_COLUMNS] = { 0 };

	for (size_t i = 0; i < columns->count; i++) {
		const uint8_t *tab = memchr(at, '\t', (size_t)(end - at));
		const bool is_last = i + 1 == columns->count;
		const uint8_t *stop = tab ? tab : end;
		enum exh_status status;

		if (is_last == (tab != NULL))
			return fail_at(r, line, stop,
				       is_last ? "the end of the line"
					       : "a tab, and another column");
		status = get_cell(r, line, &columns->items[i],
				  (struct exh_bytes){ at, (size_t)(stop - at), 0 }, row,
				  &cells[i]);
		if (status)
			return status;
		at = stop + !is_last;
	}
	vocab_set_row(vocab, row, cells);
	return EXH_OK;
}

/* The rows up to the next table; the reader stands behind its header. */
static enum exh_status get_table(struct reading *r, struct vocab *vocab)
{
	struct reading ahead = *r;
	enum exh_status status;
	struct line line;
	size_t count = 0;

	while (next_line(&ahead, &line) && kind_of_header(&line) == EXH_SCI_VOCAB_KINDS)
		count += line.text.size != 0;
	status = vocab_reserve(vocab, count, &r->list->arena, r->err);
	for (size_t row = 0; row < count && !status;) {
		next_line(r, &line);
		if (line.text.size)
			status = get_row(r, &line, vocab, row++);
	}
	return status;
}

static enum exh_status start_table(struct reading *r, enum exh_sci_vocab_kind kind,
				   struct vocab *vocab)
{
	*vocab = (struct vocab){ .kind = kind,
				 .number = vocab_usual_number(kind),
				 .encoding = r->how->encoding };
	vocab_set_conventions(vocab);
	if (r->how->layout && !vocab_set_layout(vocab, r->how->layout))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"%s have no layout %s", exh_sci_vocab_kind_name(kind),
				r->how->layout);
	return EXH_OK;
}

static size_t count_tables(const struct reading *r)
{
	struct reading ahead = *r;
	struct line line;
	size_t count = 1;

	while (next_line(&ahead, &line))
		count += kind_of_header(&line) != EXH_SCI_VOCAB_KINDS;
	return count;
}

/* Tables of selectors and of kernel functions have the same columns: the kernel's begins
 * with Load in all games. */
static bool is_kernel(const struct reading *r)
{
	static const char first[] = "0\tLoad";
	struct reading ahead = *r;
	struct line line;

	if (r->how->kind == EXH_SCI_VOCAB_KERNEL && count_tables(r) == 1)
		return true;
	return next_line(&ahead, &line) && line.text.size == sizeof first - 1 &&
	       !memcmp(line.text.data, first, sizeof first - 1);
}

static enum exh_status read_tables(struct reading *r)
{
	struct vocab_list *list = r->list;
	enum exh_status status = EXH_OK;
	struct line line;

	while (!status) {
		const struct reading before = *r;
		enum exh_sci_vocab_kind kind;

		if (!next_line(r, &line))
			break;
		if (!line.text.size)
			continue;
		kind = kind_of_header(&line);
		if (kind == EXH_SCI_VOCAB_SELECTORS && is_kernel(r))
			kind = EXH_SCI_VOCAB_KERNEL;
		if (kind == EXH_SCI_VOCAB_KINDS && !list->count &&
		    line.text.data[0] != '#') {
			kind = r->how->kind;
			*r = before;
		}
		if (kind == EXH_SCI_VOCAB_KINDS)
			return fail_at(r, &line, line.text.data,
				       "a line of column names, as written by vocab-dump "
				       "--tsv (or give --kind)");
		status = start_table(r, kind, &list->items[list->count++]);
		if (!status)
			status = get_table(r, &list->items[list->count - 1]);
	}
	if (!status && !list->count)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"no table: expected a line of column names");
	return status;
}

enum exh_status vocab_list_read_tables(struct exh_bytes text,
				       const struct vocab_reading *how,
				       struct vocab_list *out, struct exh_error *err)
{
	struct reading r = { .how = how, .list = out, .left = text, .err = err };
	enum exh_status status;

	out->items =
		mem_arena_try(&out->arena, count_tables(&r), sizeof *out->items, err);
	if (!out->items)
		return EXH_NO_MEMORY;
	if (!text_encoding_open(&r.encoding, how->encoding))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "no encoding %s",
				how->encoding);
	status = read_tables(&r);
	text_encoding_close(&r.encoding);
	return status;
}
