#include "assets/sci/text/text.h"
#include "task/memory.h"
#include "task/text.h"
#include "vocab.h"

#include <stdio.h>
#include <string.h>

/*
 * Writing.
 */

void vocab_to_table(const struct vocab *vocab, struct vocab_writing *w,
		    struct exh_writer *out)
{
	const struct fields *table = &vocab_tables[vocab->kind];
	const struct text_encoding *given = w->encoding;
	struct text_encoding own;

	w->encoding = vocab_encoding(vocab->kind, given, &own);
	text_put(out, "#");
	fields_put_names(table, out);
	for (size_t i = 0; i < vocab_row_count(vocab); i++) {
		struct vocab_row row = vocab_row(vocab, i, w->arena);

		vocab_take_texts(w, &row, true);
		fields_put_columns(table, &row, out);
	}
	w->encoding = given;
}

/*
 * Reading back.
 */

struct reading {
	const struct vocab_reading *how;
	const struct text_encoding *encoding; /* encoding of the table */
	struct text_encoding own;
	struct vocab_list *list;
	struct lines lines;
	size_t at; /* index of the next line */
	struct exh_error *err;
};

static struct text_line line_at(const struct reading *r, size_t i)
{
	return (struct text_line){ r->lines.items[i], i + 1, true };
}

/* Returns the kind of table with these column names; EXH_SCI_VOCAB_KINDS: not column
 * names. */
static enum exh_sci_vocab_kind kind_of_header(struct exh_bytes line)
{
	unsigned kind = 0;

	for (; kind < EXH_SCI_VOCAB_KINDS; kind++) {
		struct exh_writer header = { .limit = 512 };
		bool same;

		text_put(&header, "#");
		fields_put_names(&vocab_tables[kind], &header);
		same = header.size == line.size + 1 &&
		       !memcmp(header.data, line.data, line.size);
		exh_writer_free(&header);
		if (same)
			break;
	}
	return (enum exh_sci_vocab_kind)kind;
}

static enum exh_status get_text(struct reading *r, const struct text_line *line,
				struct exh_bytes field, struct exh_bytes *out)
{
	struct exh_writer text = { .limit = VOCAB_SIZE_LIMIT };
	enum exh_status status;
	bool is_escape;
	size_t wrong;

	field = text_cell_content(field);
	if (text_unescape_bytes(r->encoding, field, &text, &wrong, &is_escape))
		status = mem_arena_copy(&r->list->arena, exh_writer_bytes(&text), out,
					r->err);
	else
		status = text_fail_in_field(
			line, r->encoding, field, wrong,
			is_escape ? "\\t, \\n, \\r, \\\\ or \\x00 to \\xff" : NULL,
			r->err);
	exh_writer_free(&text);
	return status;
}

static enum exh_status get_number(struct reading *r, const struct text_line *line,
				  const struct field *f, struct exh_bytes field,
				  size_t place, void *out)
{
	const uint32_t most = (uint32_t)field_most(f);
	char expected[96];
	uint32_t number;

	if (!text_take_number(field, f->base == 16 ? 16 : 10, most, &number)) {
		snprintf(expected, sizeof expected,
			 f->base == 16 ? "%s: a hexadecimal number up to %x"
				       : "%s: a number up to %u",
			 f->name, (unsigned)most);
		return text_fail_at(line, field.data, expected, r->err);
	}
	if (f->has && number != place) {
		snprintf(expected, sizeof expected, "%s: %zu, its index in the list",
			 f->name, place);
		return text_fail_at(line, field.data, expected, r->err);
	}
	if (!f->has)
		*(uint16_t *)out = (uint16_t)number;
	return EXH_OK;
}

static enum exh_status get_cell(struct reading *r, const struct text_line *line,
				enum exh_sci_vocab_kind kind, const struct field *f,
				struct exh_bytes field, size_t place,
				struct vocab_row *row)
{
	struct exh_bytes *text;
	enum exh_status status;

	if (f->type != FIELD_TEXT)
		return get_number(r, line, f, field, place, (char *)row + f->offset);
	text = &row->bytes[f->offset != offsetof(struct vocab_row, texts)];
	status = get_text(r, line, field, text);
	if (!status && kind == EXH_SCI_VOCAB_SUFFIXES &&
	    (!text->size || !memchr(text->data, '*', text->size)))
		return text_fail_at(line, field.data, "a pattern, with a *", r->err);
	return status;
}

static enum exh_status get_row(struct reading *r, const struct text_line *line,
			       struct vocab *vocab, size_t i)
{
	const struct fields *table = &vocab_tables[vocab->kind];
	const uint8_t *at = line->text.data, *end = at + line->text.size;
	struct vocab_row row = { 0 };
	size_t left = 0;

	for (size_t k = 0; k < table->count; k++)
		left += !(table->items[k].flags & FIELD_NO_COLUMN);
	for (size_t k = 0; k < table->count; k++) {
		const uint8_t *tab = memchr(at, '\t', (size_t)(end - at));
		const uint8_t *stop = tab ? tab : end;
		enum exh_status status;

		if (table->items[k].flags & FIELD_NO_COLUMN)
			continue;
		if (!--left == (tab != NULL))
			return text_fail_at(line, stop,
					    left ? "a tab, and another column"
						 : "the end of the line",
					    r->err);
		status = get_cell(r, line, vocab->kind, &table->items[k],
				  (struct exh_bytes){ at, (size_t)(stop - at), 0 }, i,
				  &row);
		if (status)
			return status;
		at = stop + (left > 0);
	}
	vocab_set_row(vocab, i, &row);
	return EXH_OK;
}

/* Reads the rows up to the next table. */
static enum exh_status get_table(struct reading *r, struct vocab *vocab)
{
	size_t end = r->at, count = 0, row = 0;
	enum exh_status status;

	for (; end < r->lines.count &&
	       kind_of_header(r->lines.items[end]) == EXH_SCI_VOCAB_KINDS;
	     end++)
		count += r->lines.items[end].size != 0;
	status = vocab_reserve(vocab, count, &r->list->arena, r->err);
	for (; r->at < end && !status; r->at++) {
		const struct text_line line = line_at(r, r->at);

		if (line.text.size)
			status = get_row(r, &line, vocab, row++);
	}
	return status;
}

static enum exh_status start_table(struct reading *r, enum exh_sci_vocab_kind kind,
				   struct vocab *vocab)
{
	*vocab = (struct vocab){ .kind = kind, .number = vocab_usual_number(kind) };
	vocab_set_conventions(vocab);
	r->encoding = vocab_encoding(kind, r->how->encoding, &r->own);
	if (r->how->layout && !vocab_set_layout(vocab, r->how->layout))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"%s have no layout %s", exh_sci_vocab_kind_name(kind),
				r->how->layout);
	return EXH_OK;
}

static size_t count_tables(const struct reading *r)
{
	size_t count = 1;

	for (size_t i = r->at; i < r->lines.count; i++)
		count += kind_of_header(r->lines.items[i]) != EXH_SCI_VOCAB_KINDS;
	return count;
}

/* True for kernel functions, whose tables have the same columns as selectors: they
 * begin with Load in all games. */
static bool is_kernel(const struct reading *r)
{
	if (r->how->kind == EXH_SCI_VOCAB_KERNEL && count_tables(r) == 1)
		return true;
	return r->at < r->lines.count && text_is(r->lines.items[r->at], "0\tLoad");
}

/* Reads the table that begins with a line: its kind is found by its columns, or given. */
static enum exh_status read_table(struct reading *r, const struct text_line *line)
{
	struct vocab_list *list = r->list;
	enum exh_sci_vocab_kind kind = kind_of_header(line->text);
	enum exh_status status;

	if (kind == EXH_SCI_VOCAB_SELECTORS && is_kernel(r))
		kind = EXH_SCI_VOCAB_KERNEL;
	if (kind == EXH_SCI_VOCAB_KINDS && !list->count && line->text.data[0] != '#') {
		kind = r->how->kind;
		r->at--;
	}
	if (kind == EXH_SCI_VOCAB_KINDS)
		return text_fail_at(line, line->text.data,
				    "a line of column names, as written by vocab-dump "
				    "--tsv (or give --kind)",
				    r->err);
	status = start_table(r, kind, &list->items[list->count++]);
	return status ? status : get_table(r, &list->items[list->count - 1]);
}

static enum exh_status read_tables(struct reading *r)
{
	enum exh_status status = EXH_OK;

	while (r->at < r->lines.count && !status) {
		const struct text_line line = line_at(r, r->at++);

		if (line.text.size)
			status = read_table(r, &line);
	}
	if (!status && !r->list->count)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"no table: expected a line of column names");
	return status;
}

enum exh_status vocab_list_read_tables(struct exh_bytes text,
				       const struct vocab_reading *how,
				       struct vocab_list *out, struct exh_error *err)
{
	struct reading r = { .how = how, .list = out, .err = err };
	enum exh_status status;

	lines_split(text, &r.lines);
	out->items =
		mem_arena_try(&out->arena, count_tables(&r), sizeof *out->items, err);
	if (!out->items)
		status = EXH_NO_MEMORY;
	else
		status = read_tables(&r);
	lines_free(&r.lines);
	return status;
}
