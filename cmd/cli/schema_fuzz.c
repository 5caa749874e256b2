/*
 * Reads every document by its table of fields, and one with a field of each type and
 * shape: accepted documents are written, then read and written again with the same
 * result. With little memory a document is accepted, too, or refused for that.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "cli/opt.h"
#include "task/fields.h"
#include "task/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_LIMIT = 1 << 24, LITTLE = 1 << 7 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/*
 * A field of each type and shape: also those that no document has.
 */

struct spot {
	int16_t x, y;
};

struct part {
	const char *name;
	struct spot spot;
	size_t list_count;
	int8_t *list;
};

struct count {
	const char *key;
	uint32_t count;
};

struct inner {
	uint8_t first, second;
};

struct all {
	bool has_number, has_inner, flag;
	int8_t number;
	uint64_t large;
	int64_t largest;
	double real, amount;
	const char *text, *file, *path, *maybe, *either;
	char chars[4];
	unsigned name;
	uint8_t bits;
	struct exh_bytes hex;
	uint8_t digits[3];
	uint32_t crc32;
	int16_t pair[2], uniform[3];
	struct spot spot, *link, spots[2];
	struct inner inner;
	uint8_t few[3];
	size_t few_count;
	struct part *parts;
	size_t part_count;
	uint16_t *numbers;
	size_t number_count;
	const char **texts;
	size_t text_count;
	struct count *counts;
	size_t count_count;
	struct json *any, *list, *map;
};

static const char *const own_names[] = { "none", "", "some", NULL };
static const char *const own_words[] = { "left", "right", "up", NULL };

static const struct field spot_field[] = {
	FIELD(struct spot, x, NULL, NULL),
	FIELD(struct spot, y, NULL, NULL, .least = -5, .most = 5),
};
static const struct fields spot_fields = { .name = "spot",
					   .size = sizeof(struct spot),
					   .items = spot_field,
					   .count = 2,
					   .is_tuple = true };
static const struct field part_field[] = {
	FIELD(struct part, name, NULL, NULL),
	FIELD_INSIDE(struct part, spot, &spot_fields, NULL, FIELD_OR_NONE),
	FIELD_LIST(struct part, list, list_count, NULL, NULL),
};
static const struct fields part_fields = FIELDS("part", struct part, part_field);
static const struct field count_field[] = {
	FIELD_AS("", struct count, count, NULL, NULL),
};
static const struct fields count_fields = FIELDS("count", struct count, count_field);
static const struct field inner_field[] = {
	FIELD(struct inner, first, NULL, NULL),
	FIELD(struct inner, second, NULL, NULL),
};
static const struct fields inner_fields = FIELDS("inner", struct inner, inner_field);

static const struct field all_field[] = {
	FIELD(struct all, number, NULL, NULL, FIELD_HAS(struct all, has_number)),
	FIELD(struct all, flag, NULL, NULL, FIELD_IF_ANY),
	FIELD(struct all, large, NULL, NULL, .least = 1, .most = 1LL << 40),
	FIELD(struct all, largest, NULL, NULL, .otherwise = -7, FIELD_OR_NONE),
	FIELD(struct all, real, NULL, NULL, FIELD_OR_NONE),
	FIELD_OF("amount", FIELD_AMOUNT, struct all, amount, NULL, NULL, FIELD_OR_NONE),
	FIELD(struct all, text, NULL, NULL),
	FIELD_OF("file", FIELD_FILE, struct all, file, NULL, NULL, FIELD_OR_NULL),
	FIELD_OF("path", FIELD_PATH, struct all, path, NULL, NULL, FIELD_OR_NULL),
	FIELD(struct all, maybe, NULL, NULL, FIELD_OR_NULL),
	FIELD(struct all, either, NULL, NULL, .names = own_words, FIELD_OR_NULL),
	FIELD_OF("chars", FIELD_CHARS, struct all, chars, NULL, NULL, FIELD_OR_NONE),
	FIELD_OF("name", FIELD_NAME, struct all, name, NULL, NULL, .names = own_names,
		 FIELD_OR_NONE),
	FIELD_OF("bits", FIELD_BITS, struct all, bits, NULL, NULL, .names = own_words,
		 FIELD_OR_NONE),
	FIELD(struct all, hex, NULL, NULL, FIELD_IF_ANY),
	FIELD_OF("digits", FIELD_DIGITS, struct all, digits, NULL, NULL, FIELD_OR_NONE),
	FIELD_OF("crc32", FIELD_CRC32, struct all, crc32, NULL, NULL, FIELD_OR_NONE),
	FIELD_ARRAY(struct all, pair, NULL, NULL, FIELD_OR_NONE),
	FIELD_ARRAY(struct all, uniform, NULL, NULL,
		    .flags = FIELD_OPTIONAL | FIELD_UNIFORM),
	FIELD_INSIDE(struct all, spot, &spot_fields, NULL, FIELD_OR_NONE),
	FIELD_LINKED(struct all, link, &spot_fields, NULL, FIELD_IF_ANY),
	FIELD_ARRAY_OF("spots", FIELD_ROW, struct all, spots, NULL, NULL,
		       .of = &spot_fields, FIELD_OR_NONE),
	{ .name = "inner",
	  .type = FIELD_MEMBERS,
	  .offset = offsetof(struct all, inner),
	  .size = sizeof(struct inner),
	  .of = &inner_fields,
	  FIELD_HAS(struct all, has_inner) },
	FIELD_COUNTED_OF("few", FIELD_NUMBER, struct all, few, few_count, NULL, NULL,
			 FIELD_OR_NONE),
	FIELD_ROWS(struct all, parts, part_count, &part_fields, NULL, .most = 2,
		   FIELD_OR_NONE),
	FIELD_LIST(struct all, numbers, number_count, NULL, NULL, FIELD_OR_NONE),
	FIELD_LIST(struct all, texts, text_count, NULL, NULL, FIELD_OR_NONE),
	FIELD_KEYS(struct all, counts, count_count, &count_fields, NULL, FIELD_OR_NONE),
	FIELD_MADE(FIELD_JSON, struct all, any, NULL, NULL, FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON_LIST, struct all, list, &text_fields, NULL, FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON_MAP, struct all, map, &number_fields, NULL, FIELD_IF_ANY),
};
static const struct fields all_fields = FIELDS("all", struct all, all_field);
static const struct document own_document = {
	.format = "all", .schema = 2, .made_by = "fuzz", .fields = &all_fields
};

/*
 * All documents.
 */

static const struct document *find_document(const char *format)
{
	if (strcmp(format, own_document.format) == 0)
		return &own_document;
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

/* Reads the text with a limit of so many bytes. The row stays unused: it borrows
 * JSON that ends with the text's. */
static enum exh_status read_within(const struct document *document, struct exh_bytes text,
				   size_t limit)
{
	struct exh_error err = { 0 };
	struct exh_arena arena = { .limit = limit };
	struct json_reading r = { .arena = &arena, .err = &err };
	void *row = mem_alloc(1, document->fields->size);

	document_read_text(&r, document, text, row);
	free(row);
	exh_arena_free(&arena);
	return r.status;
}

static void check(const struct document *document, const struct json *root,
		  struct exh_bytes text)
{
	char *first = rewrite(document, root), *second;
	const enum exh_status little = read_within(document, text, text.size % LITTLE);
	struct json *again;

	assert(!first == !!read_within(document, text, ARENA_LIMIT));
	if (!first)
		return;
	assert(little == EXH_OK || little == EXH_NO_MEMORY);
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
		check(document, root, (struct exh_bytes){ data, size, 0 });
	json_free(root);
	return 0;
}
