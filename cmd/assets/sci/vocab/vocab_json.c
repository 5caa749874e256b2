#include "task/json.h"
#include "task/memory.h"
#include "vocab.h"

#include <stdio.h>
#include <string.h>

/*
 * Writing.
 */

void vocab_add_class(struct json *object, const char *key, uint32_t class_mask)
{
	struct json *names = json_new_list();
	const char *name;

	for (size_t i = 0; (name = vocab_class_name(class_mask, i)); i++)
		json_push(names, json_new_string(name));
	json_set(object, key, names);
}

static void add_cell(struct json *object, const struct vocab_column *column,
		     const struct vocab_cell *cell, struct vocab_writing *w)
{
	const bool is_text = column->kind == CELL_TEXT || column->kind == CELL_PATTERN;
	char key[64];

	json_set(object, column->name,
		 is_text ? vocab_text_json(w, cell->text)
			 : json_new_number(cell->number));
	if (column->kind != CELL_CLASS)
		return;
	snprintf(key, sizeof key, "%s_names", column->name);
	vocab_add_class(object, key, cell->number);
}

static void add_extras(const struct vocab *vocab, size_t row, struct json *object)
{
	struct exh_writer text = { .limit = SIZE_MAX };

	if (vocab->kind == EXH_SCI_VOCAB_GRAMMAR) {
		vocab_put_rule(&vocab->grammar.rules[row], &text);
		json_set(object, "rule", json_of_written(&text));
		exh_writer_free(&text);
	}
	if (vocab->names.count &&
	    vocab->names.items[row].is_shared != vocab_is_shared_by_habit(vocab, row))
		json_set_flag(object, "shared", vocab->names.items[row].is_shared);
}

static struct json *rows_to_json(const struct vocab *vocab, struct vocab_writing *w)
{
	const struct vocab_columns *columns = vocab_columns(vocab->kind);
	struct json *rows = json_new_list();

	for (size_t i = 0; i < vocab_row_count(vocab); i++) {
		struct vocab_cell cells[VOCAB_MAX_COLUMNS] = { 0 };
		struct json *row = json_new_object();

		vocab_row(vocab, i, w->arena, cells);
		for (size_t k = 0; k < columns->count; k++)
			add_cell(row, &columns->items[k], &cells[k], w);
		add_extras(vocab, i, row);
		json_push(rows, row);
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

static void add_end(const struct vocab *vocab, struct json *object)
{
	if (vocab->kind == EXH_SCI_VOCAB_SUFFIXES)
		json_set_flag(object, "end_mark", vocab->suffixes.is_ended);
	if (vocab->kind == EXH_SCI_VOCAB_GRAMMAR)
		json_set_flag(object, "end_mark", vocab->grammar.is_ended);
	if (vocab->kind == EXH_SCI_VOCAB_SYNONYMS)
		json_set_flag(object, "end_mark", vocab->numbers.is_ended);
	json_set(object, "rest", json_of_hex(vocab->rest));
	if (!comes_back(vocab))
		json_set(object, "original", json_of_hex(vocab->bytes));
}

struct json *vocab_to_json(const struct vocab *vocab, struct vocab_writing *w)
{
	const char *kind = exh_sci_vocab_kind_name(vocab->kind);
	struct json *object = json_new_object();

	json_set_string(object, "kind", kind);
	if (vocab->number != VOCAB_NO_NUMBER)
		json_set_number(object, "number", vocab->number);
	if (vocab_layout_name(vocab))
		json_set_string(object, "layout", vocab_layout_name(vocab));
	json_set_string(object, "encoding", w->encoding_name);
	json_set_number(object, "size", vocab->bytes.size);
	json_set_number(object, "count", vocab_row_count(vocab));
	if (vocab->kind == EXH_SCI_VOCAB_WORDS && !vocab_is_sorted(vocab))
		json_set(object, "sorted", json_new_flag(false));
	json_set(object, kind, rows_to_json(vocab, w));
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
	struct json_reading json;
};

static struct exh_bytes get_text(struct reading *r, const struct json *row,
				 const char *key)
{
	const struct json *value = json_get(row, key);
	const struct exh_bytes utf8 = { (const uint8_t *)json_text_of(value),
					json_text_size(value), 0 };
	struct exh_bytes text = { 0 };

	if (!json_is_text(value))
		json_read_wrong(&r->json, key, "a text");
	if (r->json.status)
		return text;
	r->json.status =
		vocab_take_text(&r->encoding, utf8, &r->list->arena, &text, r->json.err);
	if (r->json.status)
		exh_within(r->json.err, r->json.status, "key \"%s\"", key);
	return text;
}

static void check_place(struct reading *r, const char *key, size_t number, size_t place)
{
	if (!r->json.status && number != place)
		r->json.status = exh_fail(
			r->json.err, EXH_INVALID, EXH_NO_OFFSET,
			"key \"%s\": expected %zu, its index in the list", key, place);
}

static void get_cell(struct reading *r, const struct json *row,
		     const struct vocab_column *column, size_t place,
		     struct vocab_cell *cell)
{
	switch (column->kind) {
	case CELL_TEXT:
	case CELL_PATTERN:
		cell->text = get_text(r, row, column->name);
		if (column->kind == CELL_PATTERN &&
		    (!cell->text.size || !memchr(cell->text.data, '*', cell->text.size)))
			json_read_wrong(&r->json, column->name, "a pattern, with a *");
		break;
	case CELL_PLACE:
		cell->number = json_read_number_or(&r->json, row, column->name,
						   column->most, (uint32_t)place);
		check_place(r, column->name, cell->number, place);
		break;
	default:
		cell->number =
			json_read_number(&r->json, row, column->name, column->most);
		break;
	}
}

static void get_row(struct reading *r, const struct json *row, size_t i,
		    struct vocab *vocab)
{
	const struct vocab_columns *columns = vocab_columns(vocab->kind);
	struct vocab_cell cells[VOCAB_MAX_COLUMNS] = { 0 };
	const struct json *shared = json_get(row, "shared");

	for (size_t k = 0; json_read_object(&r->json, row) && k < columns->count; k++)
		get_cell(r, row, &columns->items[k], i, &cells[k]);
	if (r->json.status)
		return;
	vocab_set_row(vocab, i, cells);
	if (shared && vocab->names.count)
		vocab->names.items[i].is_shared = json_flag_of(shared);
}

static void get_rows(struct reading *r, const struct json *object, struct vocab *vocab)
{
	const char *key = exh_sci_vocab_kind_name(vocab->kind);
	const struct json *rows = json_read_list(&r->json, object, key);

	if (!r->json.status)
		r->json.status = vocab_reserve(vocab, json_size(rows), &r->list->arena,
					       r->json.err);
	for (size_t i = 0; i < json_size(rows) && !r->json.status; i++) {
		get_row(r, json_at(rows, i), i, vocab);
		if (r->json.status)
			exh_within(r->json.err, r->json.status, "%s[%zu]", key, i);
	}
}

static void get_end(struct reading *r, const struct json *object, struct vocab *vocab)
{
	if (json_get(object, "end_mark"))
		vocab->suffixes.is_ended = vocab->grammar.is_ended =
			vocab->numbers.is_ended =
				json_read_flag(&r->json, object, "end_mark", false);
	if (json_get(object, "rest"))
		vocab->rest = json_read_hex(&r->json, object, "rest");
	vocab->bytes = json_read_hex(&r->json, object, "original");
}

static enum exh_sci_vocab_kind get_kind(struct reading *r, const struct json *object)
{
	const char *name = json_text_at(object, "kind");
	enum exh_sci_vocab_kind kind = r->how->kind;

	for (unsigned i = 0; name && i < EXH_SCI_VOCAB_KINDS; i++)
		if (!strcmp(name, exh_sci_vocab_kind_name((enum exh_sci_vocab_kind)i)))
			kind = (enum exh_sci_vocab_kind)i;
	if (kind == EXH_SCI_VOCAB_KINDS)
		json_read_wrong(&r->json, "kind",
				"words, suffixes, grammar, synonyms, "
				"properties, help, classes, selectors, "
				"opcodes or kernel");
	return kind;
}

static void get_head(struct reading *r, const struct json *object, struct vocab *vocab)
{
	const char *layout = json_text_at(object, "layout");
	const char *encoding = json_text_at(object, "encoding");
	const enum exh_sci_vocab_kind kind = get_kind(r, object);

	if (r->json.status)
		return;
	*vocab = (struct vocab){ .kind = kind, .number = VOCAB_NO_NUMBER };
	vocab_set_conventions(vocab);
	if (json_get(object, "number"))
		vocab->number =
			(int)json_read_number(&r->json, object, "number", UINT16_MAX);
	if (layout && !vocab_set_layout(vocab, layout))
		json_read_wrong(&r->json, "layout",
				kind == EXH_SCI_VOCAB_WORDS ? "sci0 or sci01"
							    : "counted or zeros");
	vocab->keeps_order = json_is_off(json_get(object, "sorted"));
	vocab->encoding = r->how->encoding ? r->how->encoding : encoding;
	if (!text_encoding_open(&r->encoding, vocab->encoding))
		json_read_wrong(&r->json, "encoding", "one that the system supports");
}

/* The list's next one. */
static void get_vocab(struct reading *r, const struct json *object)
{
	struct vocab *vocab = &r->list->items[r->list->count];

	if (!json_read_object(&r->json, object))
		return;
	r->encoding = (struct text_encoding){ 0 };
	get_head(r, object, vocab);
	if (!r->json.status) {
		get_rows(r, object, vocab);
		get_end(r, object, vocab);
	}
	text_encoding_close(&r->encoding);
	r->list->count += !r->json.status;
}

/* {"vocabularies": [...]} of an input, or {"results": [...]} of several. */
static size_t count_vocabs(const struct json *root, bool *is_bare)
{
	const struct json *list = json_get(root, "vocabularies");
	const struct json *results = json_get(root, "results"), *result;
	size_t count = json_size(list), i;

	*is_bare = !list && !results;
	if (list || !results)
		return list ? count : 1;
	json_each(results, i, result) count +=
		json_size(json_get(result, "vocabularies"));
	return count;
}

static void get_list(struct reading *r, const struct json *list)
{
	for (size_t i = 0; i < json_size(list) && !r->json.status; i++) {
		get_vocab(r, json_at(list, i));
		if (r->json.status)
			exh_within(r->json.err, r->json.status, "vocabularies[%zu]", i);
	}
}

static void get_results(struct reading *r, const struct json *results)
{
	for (size_t i = 0; i < json_size(results) && !r->json.status; i++) {
		get_list(r, json_get(json_at(results, i), "vocabularies"));
		if (r->json.status)
			exh_within(r->json.err, r->json.status, "results[%zu]", i);
	}
}

enum exh_status vocab_list_read_json(struct exh_bytes text,
				     const struct vocab_reading *how,
				     struct vocab_list *out, struct exh_error *err)
{
	struct reading r = { .how = how,
			     .list = out,
			     .json = { .arena = &out->arena, .err = err } };
	const struct json *list;
	bool is_bare;

	out->root = json_parse(text, err);
	if (!out->root)
		return err ? err->status : EXH_INVALID;
	out->items = mem_arena_try(&out->arena, count_vocabs(out->root, &is_bare),
				   sizeof *out->items, err);
	if (!out->items)
		return EXH_NO_MEMORY;
	list = json_get(out->root, "vocabularies");
	if (is_bare)
		get_vocab(&r, out->root);
	else if (list)
		get_list(&r, list);
	else
		get_results(&r, json_get(out->root, "results"));
	return r.json.status;
}
