/* Reads every document by its table of fields: accepted documents are written, then
 * read and written again with the same result. */
#include "cli/opt.h"
#include "task/fields.h"
#include "task/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_LIMIT = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct document *find_document(const char *format)
{
	for (size_t i = 0; commands[i]; i++) {
		const struct document *const *list = commands[i]->documents;

		for (size_t k = 0; list && list[k]; k++)
			if (strcmp(list[k]->format, format) == 0)
				return list[k];
	}
	return NULL;
}

/* Gives borrowed values another owner, as writing gives them away. */
static void share_made(const struct fields *table, const char *row);

static void share_field(const struct field *f, const char *row)
{
	const bool is_array = f->shape == FIELD_ARRAY,
		   is_here = is_array || f->shape == FIELD_COUNTED;
	const char *at = row + f->offset;
	size_t count = 1;

	if (f->has && !*(const bool *)(row + f->has - 1))
		return;
	if (f->shape != FIELD_ONE) {
		count = is_array ? f->count : *(const size_t *)(row + f->count_offset);
		at = is_here ? at : *(const char *const *)at;
	}
	for (size_t i = 0; i < count; i++, at += f->size)
		if (f->type == FIELD_ROW || f->type == FIELD_MEMBERS)
			share_made(f->of, at);
		else if (f->type == FIELD_LINK && *(const char *const *)at)
			share_made(f->of, *(const char *const *)at);
		else if (f->type == FIELD_JSON || f->type == FIELD_JSON_LIST ||
			 f->type == FIELD_JSON_MAP)
			json_share(*(struct json *const *)at);
}

static void share_made(const struct fields *table, const char *row)
{
	for (size_t i = 0; i < table->count; i++)
		share_field(&table->items[i], row);
}

/* Reads the document, and returns it as written; NULL: it is refused. */
static char *rewrite(const struct document *document, const struct json *root)
{
	struct exh_error err = { 0 };
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct json_reading r = { .arena = &arena, .err = &err };
	void *row = mem_alloc(1, document->fields->size);
	char *text = NULL;
	struct json *json;

	document_read(&r, document, root, row);
	if (r.status) {
		assert(err.status == r.status && err.text[0]);
	} else {
		share_made(document->fields, row);
		json = document_to_json(document, row);
		text = json_print(json);
		json_free(json);
	}
	free(row);
	exh_arena_free(&arena);
	return text;
}

static void check(const struct document *document, const struct json *root)
{
	char *first = rewrite(document, root), *second;
	struct json *again;

	if (!first)
		return;
	again = json_parse((struct exh_bytes){ (const uint8_t *)first, strlen(first), 0 },
			   NULL);
	assert(again);
	second = rewrite(document, again);
	assert(second && strcmp(first, second) == 0);
	free(first);
	free(second);
	json_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_error err = { 0 };
	struct json *root = json_parse((struct exh_bytes){ data, size, 0 }, &err);
	const char *format = json_text_at(root, "format");
	const struct document *document = format ? find_document(format) : NULL;

	assert(root || err.text[0]);
	if (document)
		check(document, root);
	json_free(root);
	return 0;
}
