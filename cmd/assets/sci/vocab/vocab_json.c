#include "task/json.h"
#include "task/memory.h"
#include "vocab.h"

#include <string.h>

static const char *const layout_names[] = { "sci0", "sci01", "counted", "zeros", NULL };

struct vocabulary {
	bool has_kind, has_number, has_sorted, sorted, has_end_mark, end_mark;
	enum exh_sci_vocab_kind kind;
	uint16_t number;
	size_t size, count;
	const char *layout, *encoding, *file;
	struct json *rows[EXH_SCI_VOCAB_KINDS];
	struct exh_bytes rest, original;
};

#define FIELD_HERE(member, ...) FIELD(struct vocabulary, member, NULL, __VA_ARGS__)
#define FIELD_ROWS_OF(name_, kind_, meaning_)                                            \
	FIELD_OF(name_, FIELD_JSON_LIST, struct vocabulary, rows[kind_], NULL, meaning_, \
		 .of = &vocab_tables[kind_], FIELD_IF_ANY)

static const struct field vocabulary_field[] = {
	FIELD_NAMED(struct vocabulary, kind, vocab_kind_names,
		    "kind of the vocabulary; its rows are at the key of this name",
		    FIELD_HAS(struct vocabulary, has_kind)),
	FIELD_HERE(number, "number of the resource, if known",
		   FIELD_HAS(struct vocabulary, has_number)),
	FIELD_HERE(
		layout,
		"layout of words (sci0, sci01) or of kernel functions (counted, zeros)",
		.names = layout_names, FIELD_IF_ANY),
	FIELD_HERE(encoding, "encoding of the game's texts, or charmap; cp437 if missing",
		   FIELD_IF_ANY),
	FIELD(struct vocabulary, size, "bytes", "size of the resource",
	      .flags = FIELD_UNREAD),
	FIELD_HERE(count, "number of rows", .flags = FIELD_UNREAD),
	FIELD_HERE(sorted,
		   "false: the words are not in order, and are packed as they are",
		   FIELD_HAS(struct vocabulary, has_sorted)),
	FIELD_ROWS_OF("words", EXH_SCI_VOCAB_WORDS, "words that players may type"),
	FIELD_ROWS_OF("suffixes", EXH_SCI_VOCAB_SUFFIXES,
		      "rules that lead from endings to listed words"),
	FIELD_ROWS_OF("grammar", EXH_SCI_VOCAB_GRAMMAR, "rules of the parser"),
	FIELD_ROWS_OF("synonyms", EXH_SCI_VOCAB_SYNONYMS,
		      "groups that stand for other groups"),
	FIELD_ROWS_OF("properties", EXH_SCI_VOCAB_PROPERTIES,
		      "indexes of properties that the interpreter uses"),
	FIELD_ROWS_OF("help", EXH_SCI_VOCAB_HELP, "texts of the debugger"),
	FIELD_ROWS_OF("classes", EXH_SCI_VOCAB_CLASSES, "scripts of the classes"),
	FIELD_ROWS_OF("selectors", EXH_SCI_VOCAB_SELECTORS,
		      "names of properties and methods"),
	FIELD_ROWS_OF("opcodes", EXH_SCI_VOCAB_OPCODES, "names of instructions"),
	FIELD_ROWS_OF("kernel", EXH_SCI_VOCAB_KERNEL, "names of kernel functions"),
	FIELD_HERE(end_mark, "true: the list has its end mark",
		   FIELD_HAS(struct vocabulary, has_end_mark)),
	FIELD_HERE(rest, "bytes after the list; if missing, those in Sierra's games",
		   FIELD_OR_NONE),
	FIELD_HERE(original, "all bytes of the resource, if the rows would not make them",
		   FIELD_IF_ANY),
	FIELD_HERE(file, "file with the vocabulary",
		   .flags = FIELD_OMITTED | FIELD_UNREAD),
};
static const struct fields vocabulary_fields =
	FIELDS("vocabulary", struct vocabulary, vocabulary_field);

static const struct field result_field[] = {
	FIELD_ITEMS(struct vocab_result, vocabularies, &vocabulary_fields,
		    "the vocabularies of the input"),
};
static const struct fields *const result_with[] = { &vocab_answer_fields, NULL };
const struct fields vocab_result_fields =
	FIELDS_WITH("vocab-dump", struct vocab_result, result_field, result_with);

/*
 * Writing.
 */

static struct json *row_to_json(const struct vocab *vocab, size_t i,
				struct vocab_writing *w)
{
	struct vocab_row row = vocab_row(vocab, i, w->arena);
	struct exh_writer rule = { .limit = SIZE_MAX };
	struct json *json;

	vocab_take_texts(w, &row, false);
	if (vocab->kind == EXH_SCI_VOCAB_GRAMMAR) {
		vocab_put_rule(&row.item.rule, &rule);
		exh_write_u8(&rule, 0);
		mem_check(&rule);
		row.rule = (const char *)rule.data;
	}
	json = fields_to_json(&vocab_tables[vocab->kind], &row);
	exh_writer_free(&rule);
	return json;
}

static struct json *rows_to_json(const struct vocab *vocab, struct vocab_writing *w)
{
	const struct text_encoding *given = w->encoding;
	struct json *rows = json_new_list();
	struct text_encoding own;

	w->encoding = vocab_encoding(vocab->kind, given, &own);
	for (size_t i = 0; i < vocab_row_count(vocab); i++)
		json_push(rows, row_to_json(vocab, i, w));
	w->encoding = given;
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

struct json *vocab_to_json(const struct vocab *vocab, const char *file,
			   struct vocab_writing *w)
{
	static const struct exh_bytes none = { (const uint8_t *)"", 0, 0 };
	struct vocabulary row = {
		.has_kind = true,
		.kind = vocab->kind,
		.has_number = vocab->number != VOCAB_NO_NUMBER,
		.number = (uint16_t)vocab->number,
		.layout = vocab_layout_name(vocab),
		.encoding = text_encoding_name(w->encoding),
		.size = vocab->bytes.size,
		.count = vocab_row_count(vocab),
		.has_sorted =
			vocab->kind == EXH_SCI_VOCAB_WORDS && !vocab_is_sorted(vocab),
		.has_end_mark = vocab->kind == EXH_SCI_VOCAB_SUFFIXES ||
				vocab->kind == EXH_SCI_VOCAB_GRAMMAR ||
				vocab->kind == EXH_SCI_VOCAB_SYNONYMS,
		/* Lists of other kinds are all zeros. */
		.end_mark = vocab->suffixes.is_ended || vocab->grammar.is_ended ||
			    vocab->numbers.is_ended,
		.rest = vocab->rest.data ? vocab->rest : none,
		.file = file,
	};

	row.rows[vocab->kind] = rows_to_json(vocab, w);
	if (!comes_back(vocab))
		row.original = vocab->bytes.data ? vocab->bytes : none;
	return fields_to_json(&vocabulary_fields, &row);
}

/*
 * Reading back.
 */

struct reading {
	const struct vocab_reading *how;
	struct vocab_list *list;
	const struct text_encoding *encoding;
	struct text_encoding own, named; /* named: the encoding in the JSON */
	struct json_reading json;
};

/* Checks that texts fit the game's encoding. */
static void check_texts(struct reading *r, enum exh_sci_vocab_kind kind,
			struct vocab_row *row)
{
	const struct fields *table = &vocab_tables[kind];
	size_t found = 0;

	for (size_t k = 0; k < table->count && !r->json.status; k++) {
		const struct field *f = &table->items[k];
		struct exh_bytes *text = &row->bytes[found];

		if (f->type != FIELD_TEXT || f->flags & FIELD_UNREAD)
			continue;
		r->json.status =
			vocab_take_text(r->encoding, bytes_of_text(row->texts[found++]),
					&r->list->arena, text, r->json.err);
		if (r->json.status)
			exh_within(r->json.err, r->json.status, "key \"%s\"", f->name);
		else if (kind == EXH_SCI_VOCAB_SUFFIXES &&
			 (!text->size || !memchr(text->data, '*', text->size)))
			json_read_wrong(&r->json, f->name, "a pattern, with a *");
	}
}

static void get_row(struct reading *r, const struct json *value, size_t i,
		    struct vocab *vocab)
{
	struct vocab_row row = { .number = 0 };

	fields_read(&r->json, &vocab_tables[vocab->kind], value, &row);
	check_texts(r, vocab->kind, &row);
	if (!r->json.status && row.has_number && row.number != i)
		r->json.status = exh_fail(
			r->json.err, EXH_INVALID, EXH_NO_OFFSET,
			"key \"number\": expected %zu, its index in the list", i);
	if (!r->json.status)
		vocab_set_row(vocab, i, &row);
}

static void get_rows(struct reading *r, const struct json *rows, struct vocab *vocab)
{
	const char *key = vocab_kind_names[vocab->kind];

	if (!rows)
		json_read_wrong(&r->json, key, "a list");
	if (!r->json.status)
		r->json.status = vocab_reserve(vocab, json_size(rows), &r->list->arena,
					       r->json.err);
	for (size_t i = 0; i < json_size(rows) && !r->json.status; i++) {
		get_row(r, json_at(rows, i), i, vocab);
		if (r->json.status)
			exh_within(r->json.err, r->json.status, "%s[%zu]", key, i);
	}
}

static void get_head(struct reading *r, const struct vocabulary *read,
		     struct vocab *vocab)
{
	*vocab = (struct vocab){ .kind = read->has_kind ? read->kind : r->how->kind,
				 .number = read->has_number ? read->number
							    : VOCAB_NO_NUMBER,
				 .keeps_order = read->has_sorted && !read->sorted };
	if (vocab->kind == EXH_SCI_VOCAB_KINDS) {
		json_read_wrong(&r->json, "kind",
				"words, suffixes, grammar, synonyms, "
				"properties, help, classes, selectors, "
				"opcodes or kernel");
		return;
	}
	vocab_set_conventions(vocab);
	if (read->has_end_mark)
		vocab->suffixes.is_ended = vocab->grammar.is_ended =
			vocab->numbers.is_ended = read->end_mark;
	if (read->rest.data)
		vocab->rest = read->rest;
	vocab->bytes = read->original;
	if (read->layout && !vocab_set_layout(vocab, read->layout))
		json_read_wrong(&r->json, "layout",
				vocab->kind == EXH_SCI_VOCAB_WORDS ? "sci0 or sci01"
								   : "counted or zeros");
	r->encoding = r->how->encoding ? r->how->encoding
		      : read->encoding ? &r->named
				       : NULL;
	if (r->encoding != &r->named)
		;
	else if (strcmp(read->encoding, TEXT_CHARMAP) == 0)
		json_read_wrong(&r->json, "encoding",
				"a character map, given with --charmap");
	else if (!text_encoding_open(&r->named, read->encoding))
		json_read_wrong(&r->json, "encoding", "one that the system supports");
	if (!r->json.status)
		r->encoding = vocab_encoding(vocab->kind, r->encoding, &r->own);
}

/* Reads the next vocabulary of the list. */
static void get_vocab(struct reading *r, const struct json *object)
{
	struct vocab *vocab = &r->list->items[r->list->count];
	struct vocabulary read = { .has_kind = false };

	fields_read(&r->json, &vocabulary_fields, object, &read);
	if (r->json.status)
		return;
	get_head(r, &read, vocab);
	if (!r->json.status)
		get_rows(r, read.rows[vocab->kind], vocab);
	r->list->count += !r->json.status;
}

/* Counts the vocabularies in {"vocabularies": [...]} of an input, or {"results":
 * [...]} of several. */
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

static void get_all(struct reading *r, const struct json *root)
{
	const struct json *list = json_get(root, "vocabularies");
	bool is_bare;

	/* A single vocabulary has no format. */
	if (json_get(root, "format"))
		r->json.status = json_check_format(root, "vocab-dump", 1, "vocab-dump",
						   r->json.err);
	if (r->json.status)
		return;
	r->list->items = mem_arena_try(&r->list->arena, count_vocabs(root, &is_bare),
				       sizeof *r->list->items, r->json.err);
	if (!r->list->items)
		r->json.status = EXH_NO_MEMORY;
	else if (is_bare)
		get_vocab(r, root);
	else if (list)
		get_list(r, list);
	else
		get_results(r, json_get(root, "results"));
}

enum exh_status vocab_list_read_json(struct exh_bytes text,
				     const struct vocab_reading *how,
				     struct vocab_list *out, struct exh_error *err)
{
	struct reading r = { .how = how,
			     .list = out,
			     .json = { .arena = &out->arena, .err = err } };
	struct json *root = json_parse(text, err);

	if (!root)
		return err ? err->status : EXH_INVALID;
	get_all(&r, root);
	json_free(root);
	return r.json.status;
}
