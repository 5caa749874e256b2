#include "task/json.h"
#include "task/memory.h"
#include "vocab.h"

#include <string.h>

/*
 * Writing.
 */

void vocab_add_class(json_t *object, const char *key, uint32_t class_mask)
{
	json_t *names = json_array();
	const char *name;

	for (size_t i = 0; (name = vocab_class_name(class_mask, i)); i++)
		json_array_append_new(names, json_string(name));
	json_object_set_new(object, key, names);
}

static void add_cell(json_t *object, const struct vocab_column *column,
		     const struct vocab_cell *cell, struct vocab_writing *w)
{
	const bool is_text = column->kind == CELL_TEXT || column->kind == CELL_PATTERN;
	char key[64];

	json_object_set_new_nocheck(object, column->name,
				    is_text ? vocab_text_json(w, cell->text)
					    : json_integer(cell->number));
	if (column->kind != CELL_CLASS)
		return;
	snprintf(key, sizeof key, "%s_names", column->name);
	vocab_add_class(object, key, cell->number);
}

static void add_extras(const struct vocab *vocab, size_t row, json_t *object)
{
	struct exh_writer text = { .limit = SIZE_MAX };

	if (vocab->kind == EXH_SCI_VOCAB_GRAMMAR) {
		vocab_put_rule(&vocab->grammar.rules[row], &text);
		json_object_set_new(object, "rule", json_written(&text));
		exh_writer_free(&text);
	}
	if (vocab->names.count &&
	    vocab->names.items[row].is_shared != vocab_is_shared_by_habit(vocab, row))
		json_set_flag(object, "shared", vocab->names.items[row].is_shared);
}

static json_t *rows_to_json(const struct vocab *vocab, struct vocab_writing *w)
{
	const struct vocab_columns *columns = vocab_columns(vocab->kind);
	json_t *rows = json_array();

	for (size_t i = 0; i < vocab_row_count(vocab); i++) {
		struct vocab_cell cells[VOCAB_MAX_COLUMNS] = { 0 };
		json_t *row = json_object();

		vocab_row(vocab, i, w->arena, cells);
		for (size_t k = 0; k < columns->count; k++)
			add_cell(row, &columns->items[k], &cells[k], w);
		add_extras(vocab, i, row);
		json_array_append_new(rows, row);
	}
	return rows;
}

static bool comes_back(const struct vocab *vocab)
{
	struct exh_writer out = { .limit = VOCAB_SIZE_LIMIT };
	const bool same = vocab_write(vocab, &out, NULL) == EXH_OK &&
			  bytes_are_same(exh_writer_bytes(&out), vocab->bytes);

	exh_writer_free(&out);
	return same;
}

static void add_end(const struct vocab *vocab, json_t *object)
{
	if (vocab->kind == EXH_SCI_VOCAB_SUFFIXES)
		json_set_flag(object, "end_mark", vocab->suffixes.is_ended);
	if (vocab->kind == EXH_SCI_VOCAB_GRAMMAR)
		json_set_flag(object, "end_mark", vocab->grammar.is_ended);
	if (vocab->kind == EXH_SCI_VOCAB_SYNONYMS)
		json_set_flag(object, "end_mark", vocab->numbers.is_ended);
	json_object_set_new(object, "rest", json_hex(vocab->rest));
	if (!comes_back(vocab))
		json_object_set_new(object, "original", json_hex(vocab->bytes));
}

json_t *vocab_to_json(const struct vocab *vocab, struct vocab_writing *w)
{
	const char *kind = exh_sci_vocab_kind_name(vocab->kind);
	json_t *object = json_object();

	json_set_string(object, "kind", kind);
	if (vocab->number != VOCAB_NO_NUMBER)
		json_set_number(object, "number", vocab->number);
	if (vocab_layout_name(vocab))
		json_set_string(object, "layout", vocab_layout_name(vocab));
	json_set_string(object, "encoding", w->encoding_name);
	json_set_number(object, "size", vocab->bytes.size);
	json_set_number(object, "count", vocab_row_count(vocab));
	if (vocab->kind == EXH_SCI_VOCAB_WORDS && !vocab_is_sorted(vocab))
		json_object_set_new(object, "sorted", json_false());
	json_object_set_new(object, kind, rows_to_json(vocab, w));
	add_end(vocab, object);
	return object;
}

/*
 * Reading back.
 */

struct reading {
	const struct vocab_reading *how;
	struct vocab_list *list;
	struct text_encoding encoding;
	struct exh_error *err;
};

static enum exh_status get_text(struct reading *r, const json_t *row, const char *key,
				struct exh_bytes *out)
{
	const json_t *value = json_object_get(row, key);
	const struct exh_bytes utf8 = { (const uint8_t *)json_string_value(value),
					json_string_length(value), 0 };
	enum exh_status status;

	if (!json_is_string(value))
		return json_wrong(r->err, key, "a text");
	status = vocab_take_text(&r->encoding, utf8, &r->list->arena, out, r->err);
	return status ? exh_within(r->err, status, "key \"%s\"", key) : EXH_OK;
}

static enum exh_status get_cell(struct reading *r, const json_t *row,
				const struct vocab_column *column, size_t place,
				struct vocab_cell *cell)
{
	enum exh_status status;

	switch (column->kind) {
	case CELL_TEXT:
		return get_text(r, row, column->name, &cell->text);
	case CELL_PATTERN:
		status = get_text(r, row, column->name, &cell->text);
		if (!status &&
		    (!cell->text.size || !memchr(cell->text.data, '*', cell->text.size)))
			return json_wrong(r->err, column->name, "a pattern, with a *");
		return status;
	case CELL_PLACE:
		cell->number = (uint32_t)place;
		status = json_get_number(row, column->name, true, column->most,
					 &cell->number, r->err);
		if (!status && cell->number != place)
			return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					"key \"%s\": expected %zu, its index in the list",
					column->name, place);
		return status;
	default:
		return json_get_number(row, column->name, false, column->most,
				       &cell->number, r->err);
	}
}

static enum exh_status get_rows(struct reading *r, const json_t *object,
				struct vocab *vocab)
{
	const char *key = exh_sci_vocab_kind_name(vocab->kind);
	const struct vocab_columns *columns = vocab_columns(vocab->kind);
	const json_t *rows = json_object_get(object, key), *row;
	enum exh_status status = EXH_OK;
	size_t i;

	if (!json_is_array(rows))
		return json_wrong(r->err, key, "a list");
	status = vocab_reserve(vocab, json_array_size(rows), &r->list->arena, r->err);
	if (status)
		return status;
	json_array_foreach(rows, i, row)
	{
		struct vocab_cell cells[VOCAB_MAX_COLUMNS] = { 0 };
		const json_t *shared = json_object_get(row, "shared");

		if (!json_is_object(row))
			status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					  "expected an object");
		for (size_t k = 0; k < columns->count && !status; k++)
			status = get_cell(r, row, &columns->items[k], i, &cells[k]);
		if (status)
			return exh_within(r->err, status, "%s[%zu]", key, i);
		vocab_set_row(vocab, i, cells);
		if (shared && vocab->names.count)
			vocab->names.items[i].is_shared = json_is_true(shared);
	}
	return EXH_OK;
}

static enum exh_status get_end(struct reading *r, const json_t *object,
			       struct vocab *vocab)
{
	const json_t *mark = json_object_get(object, "end_mark");
	enum exh_status status = EXH_OK;

	if (mark && !json_is_boolean(mark))
		return json_wrong(r->err, "end_mark", "true or false");
	if (mark)
		vocab->suffixes.is_ended = vocab->grammar.is_ended =
			vocab->numbers.is_ended = json_is_true(mark);
	if (json_object_get(object, "rest"))
		status = json_get_hex(object, "rest", &r->list->arena, &vocab->rest,
				      r->err);
	if (!status)
		status = json_get_hex(object, "original", &r->list->arena, &vocab->bytes,
				      r->err);
	return status;
}

static enum exh_status get_kind(struct reading *r, const json_t *object,
				enum exh_sci_vocab_kind *out)
{
	const char *name = json_string_value(json_object_get(object, "kind"));

	*out = r->how->kind;
	for (unsigned i = 0; name && i < EXH_SCI_VOCAB_KINDS; i++)
		if (!strcmp(name, exh_sci_vocab_kind_name((enum exh_sci_vocab_kind)i)))
			*out = (enum exh_sci_vocab_kind)i;
	if (*out == EXH_SCI_VOCAB_KINDS)
		return json_wrong(r->err, "kind",
				  "words, suffixes, grammar, synonyms, "
				  "properties, help, classes, selectors, "
				  "opcodes or kernel");
	return EXH_OK;
}

static enum exh_status get_head(struct reading *r, const json_t *object,
				struct vocab *vocab)
{
	const char *layout = json_string_value(json_object_get(object, "layout"));
	const char *encoding = json_string_value(json_object_get(object, "encoding"));
	enum exh_sci_vocab_kind kind;
	uint32_t number = 0;
	enum exh_status status = get_kind(r, object, &kind);

	if (status)
		return status;
	*vocab = (struct vocab){ .kind = kind, .number = VOCAB_NO_NUMBER };
	vocab_set_conventions(vocab);
	status = json_get_number(object, "number", true, UINT16_MAX, &number, r->err);
	if (status)
		return status;
	if (json_object_get(object, "number"))
		vocab->number = (int)number;
	if (layout && !vocab_set_layout(vocab, layout))
		return json_wrong(r->err, "layout",
				  kind == EXH_SCI_VOCAB_WORDS ? "sci0 or sci01"
							      : "counted or zeros");
	vocab->keeps_order = json_is_false(json_object_get(object, "sorted"));
	vocab->encoding = r->how->encoding ? r->how->encoding : encoding;
	if (!text_encoding_open(&r->encoding, vocab->encoding))
		return json_wrong(r->err, "encoding", "one that the system supports");
	return EXH_OK;
}

static enum exh_status get_vocab(struct reading *r, const json_t *object,
				 struct vocab *vocab)
{
	enum exh_status status;

	if (!json_is_object(object))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET, "expected an object");
	r->encoding = (struct text_encoding){ 0 };
	status = get_head(r, object, vocab);
	if (!status)
		status = get_rows(r, object, vocab);
	if (!status)
		status = get_end(r, object, vocab);
	text_encoding_close(&r->encoding);
	return status;
}

/* {"vocabularies": [...]} of an input, or {"results": [...]} of several. */
static size_t count_vocabs(const json_t *root, bool *is_bare)
{
	const json_t *list = json_object_get(root, "vocabularies");
	const json_t *results = json_object_get(root, "results"), *result;
	size_t count = json_array_size(list), i;

	*is_bare = !list && !results;
	if (list || !results)
		return list ? count : 1;
	json_array_foreach(results, i, result) count +=
		json_array_size(json_object_get(result, "vocabularies"));
	return count;
}

static enum exh_status get_list(struct reading *r, const json_t *list)
{
	const json_t *object;
	size_t i;

	json_array_foreach(list, i, object)
	{
		const enum exh_status status =
			get_vocab(r, object, &r->list->items[r->list->count]);

		if (status)
			return exh_within(r->err, status, "vocabularies[%zu]", i);
		r->list->count++;
	}
	return EXH_OK;
}

enum exh_status vocab_list_read_json(struct exh_bytes text,
				     const struct vocab_reading *how,
				     struct vocab_list *out, struct exh_error *err)
{
	struct reading r = { how, out, { 0 }, err };
	const json_t *results, *result;
	enum exh_status status;
	bool is_bare;
	size_t i;

	out->root = json_parse(text, err);
	if (!out->root)
		return err ? err->status : EXH_INVALID;
	out->items = mem_arena_try(&out->arena, count_vocabs(out->root, &is_bare),
				   sizeof *out->items, err);
	if (!out->items)
		return EXH_NO_MEMORY;
	if (is_bare) {
		status = get_vocab(&r, out->root, &out->items[0]);
		out->count = !status;
		return status;
	}
	if (json_object_get(out->root, "vocabularies"))
		return get_list(&r, json_object_get(out->root, "vocabularies"));
	results = json_object_get(out->root, "results");
	json_array_foreach(results, i, result)
	{
		status = get_list(&r, json_object_get(result, "vocabularies"));
		if (status)
			return exh_within(err, status, "results[%zu]", i);
	}
	return EXH_OK;
}
