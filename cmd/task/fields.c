#include "fields.h"

#include "memory.h"
#include "text.h"
#include "text_encoding.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/*
 * Members.
 */

static int64_t number_at(const struct field *f, const void *at)
{
	switch (f->size) {
	case 1:
		return f->is_signed ? *(const int8_t *)at : *(const uint8_t *)at;
	case 2:
		return f->is_signed ? *(const int16_t *)at : *(const uint16_t *)at;
	case 4:
		return f->is_signed ? (int64_t) * (const int32_t *)at
				    : *(const uint32_t *)at;
	default:
		assert(f->size == 8);
		return *(const int64_t *)at;
	}
}

static double real_at(const struct field *f, const void *at)
{
	return f->size == sizeof(float) ? (double)*(const float *)at
					: *(const double *)at;
}

static const void *pointer_at(const void *at)
{
	return *(const void *const *)at;
}

static bool has(const struct field *f, const char *row)
{
	return !f->has || *(const bool *)(row + f->has - 1);
}

static bool is_null(const struct field *f, const void *at)
{
	switch (f->type) {
	case FIELD_TEXT:
	case FIELD_FILE:
	case FIELD_PATH:
	case FIELD_LINK:
	case FIELD_JSON:
	case FIELD_JSON_LIST:
	case FIELD_JSON_MAP:
		return !pointer_at(at);
	case FIELD_STORED:
	case FIELD_STORED_NAME:
	case FIELD_UTF8:
		return f->flags & FIELD_NULLABLE && !((const struct exh_bytes *)at)->data;
	case FIELD_HEX:
		return !((const struct exh_bytes *)at)->data;
	default:
		return false;
	}
}

static bool is_empty(const struct field *f, const char *row)
{
	const void *at = row + f->offset;

	if (f->shape == FIELD_ARRAY)
		return false;
	if (f->shape != FIELD_ONE)
		return !*(const size_t *)(row + f->count_offset);
	switch (f->type) {
	case FIELD_NUMBER:
	case FIELD_NAME:
	case FIELD_BITS:
		return number_at(f, at) == f->otherwise;
	case FIELD_FLAG:
		return !*(const bool *)at;
	case FIELD_REAL:
	case FIELD_AMOUNT:
		return real_at(f, at) == 0;
	case FIELD_CHARS:
		return !*(const char *)at;
	case FIELD_STORED:
	case FIELD_STORED_NAME:
	case FIELD_UTF8:
		return !((const struct exh_bytes *)at)->size;
	default:
		return is_null(f, at);
	}
}

/*
 * Writing.
 */

static struct json *crc32_to_json(uint32_t crc32)
{
	char digits[9];

	snprintf(digits, sizeof digits, "%08x", (unsigned)crc32);
	return json_new_string(digits);
}

/* A double of at least 2^53 is written as such: it may not fit an integer. */
#define MOST_WHOLE 9007199254740992.0

static struct json *amount_to_json(double amount)
{
	return floor(amount) == amount && fabs(amount) < MOST_WHOLE
		       ? json_new_number((int64_t)amount)
		       : json_new_real(amount);
}

static struct json *bits_to_json(const struct field *f, uint64_t bits)
{
	struct json *json = json_new_list();

	for (size_t i = 0; f->names[i]; i++)
		if (bits >> i & 1 && *f->names[i])
			json_push(json, json_new_string(f->names[i]));
	return json;
}

static struct json *row_to_json(const struct text_encoding *encoding,
				const struct field *f, const void *row)
{
	return f->document ? document_to_json(f->document, row)
			   : fields_to_json_in(encoding, f->of, row);
}

static struct json *one_to_json(const struct text_encoding *encoding,
				const struct field *f, const void *at)
{
	switch (f->type) {
	case FIELD_NUMBER:
		return json_new_number(number_at(f, at));
	case FIELD_FLAG:
		return json_new_flag(*(const bool *)at);
	case FIELD_REAL:
		return json_new_real(real_at(f, at));
	case FIELD_AMOUNT:
		return amount_to_json(real_at(f, at));
	case FIELD_CHARS:
		return json_of_text(at);
	case FIELD_TEXT:
	case FIELD_FILE:
	case FIELD_PATH:
		return json_of_text(pointer_at(at));
	case FIELD_NAME:
		return json_new_string(f->names[number_at(f, at)]);
	case FIELD_BITS:
		return bits_to_json(f, (uint64_t)number_at(f, at));
	case FIELD_HEX:
		return json_of_hex(*(const struct exh_bytes *)at);
	case FIELD_STORED:
		return json_of_stored(encoding, *(const struct exh_bytes *)at);
	case FIELD_STORED_NAME:
		return json_of_name(encoding, *(const struct exh_bytes *)at);
	case FIELD_UTF8:
		return json_of_utf8(*(const struct exh_bytes *)at);
	case FIELD_DIGITS:
		return json_of_hex((struct exh_bytes){ at, f->size, 0 });
	case FIELD_CRC32:
		return crc32_to_json(*(const uint32_t *)at);
	case FIELD_ROW:
		return row_to_json(encoding, f, at);
	case FIELD_LINK:
		return row_to_json(encoding, f, pointer_at(at));
	default:
		return (struct json *)pointer_at(at);
	}
}

static bool are_same(const char *items, size_t count, size_t size)
{
	return memcmp(items, items + size, (count - 1) * size) == 0;
}

static struct json *several_to_json(const struct text_encoding *encoding,
				    const struct field *f, const char *row)
{
	const bool is_array = f->shape == FIELD_ARRAY, is_map = f->shape == FIELD_MAP;
	const char *items = is_array || f->shape == FIELD_COUNTED
				    ? row + f->offset
				    : pointer_at(row + f->offset);
	const size_t count =
		is_array ? f->count : *(const size_t *)(row + f->count_offset);
	struct json *json;

	if (f->flags & FIELD_UNIFORM && are_same(items, count, f->size))
		return one_to_json(encoding, f, items);
	json = is_map ? json_new_object() : json_new_list();
	for (size_t i = 0; i < count; i++) {
		const char *item = items + i * f->size;
		struct json *value = one_to_json(encoding, f, item);

		if (is_map)
			json_set(json, pointer_at(item), value);
		else
			json_push(json, value);
	}
	return json;
}

/* Returns NULL for a field that is omitted. */
static struct json *field_to_json(const struct text_encoding *encoding,
				  const struct field *f, const char *row)
{
	const bool is_there =
		has(f, row) && (f->shape != FIELD_ONE || !is_null(f, row + f->offset));

	if (!is_there)
		return f->flags & FIELD_NULLABLE ? json_new_null() : NULL;
	if (f->flags & FIELD_OMITTED && is_empty(f, row))
		return NULL;
	return f->shape == FIELD_ONE ? one_to_json(encoding, f, row + f->offset)
				     : several_to_json(encoding, f, row);
}

void fields_put_in(const struct text_encoding *encoding, const struct fields *table,
		   const void *row, struct json *object)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct field *f = &table->items[i];
		struct json *value;

		if (f->type == FIELD_MEMBERS) {
			if (has(f, row))
				fields_put_in(encoding, f->of,
					      (const char *)row + f->offset, object);
			continue;
		}
		value = field_to_json(encoding, f, row);
		if (value)
			json_set(object, f->name, value);
	}
}

void fields_put(const struct fields *table, const void *row, struct json *object)
{
	fields_put_in(NULL, table, row, object);
}

static bool is_bare(const struct fields *table)
{
	return !*table->items[0].name;
}

struct json *fields_to_json_in(const struct text_encoding *encoding,
			       const struct fields *table, const void *row)
{
	struct json *json;

	if (is_bare(table))
		return field_to_json(encoding, &table->items[0], row);
	json = table->is_tuple ? json_new_list() : json_new_object();
	if (!table->is_tuple)
		fields_put_in(encoding, table, row, json);
	for (size_t i = 0; i < table->count && table->is_tuple; i++)
		json_push(json, field_to_json(encoding, &table->items[i], row));
	return json;
}

struct json *fields_to_json(const struct fields *table, const void *row)
{
	return fields_to_json_in(NULL, table, row);
}

struct json *document_to_json(const struct document *document, const void *row)
{
	struct json *json = json_document(document->format, document->schema);

	fields_put(document->fields, row, json);
	return json;
}

/*
 * Columns.
 */

static bool is_column(const struct field *f)
{
	return !(f->flags & FIELD_NO_COLUMN);
}

void fields_put_names(const struct fields *table, struct exh_writer *out)
{
	const char *separator = "";

	for (size_t i = 0; i < table->count; i++) {
		if (!is_column(&table->items[i]))
			continue;
		text_put(out, "%s%s", separator, table->items[i].name);
		separator = "\t";
	}
	text_put(out, "\n");
}

static void put_stored(const struct text_encoding *encoding, struct exh_bytes text,
		       enum exh_cp437_use use, struct exh_writer *out)
{
	const bool is_name = use == EXH_CP437_NAME;

	if (encoding && encoding->is_multibyte) {
		struct exh_writer utf8 = { .limit = SIZE_MAX };

		text_to_utf8(encoding, text, &utf8);
		text_put_escaped(exh_writer_bytes(&utf8), out);
		exh_writer_free(&utf8);
		return;
	}
	for (size_t i = 0; i < text.size; i++) {
		const struct exh_bytes one = { text.data + i, 1, 0 };

		if (text_is_escaped(*one.data) &&
		    (is_name || !text_is_letter(encoding, *one.data)))
			text_put_escape(*one.data, out);
		else
			text_to_utf8_as(encoding, one, use, out);
	}
}

static void put_column(const struct text_encoding *encoding, const struct field *f,
		       const char *row, struct exh_writer *out)
{
	struct json *value = field_to_json(encoding, f, row);

	if (value && f->type == FIELD_STORED)
		put_stored(encoding, *(const struct exh_bytes *)(row + f->offset),
			   EXH_CP437_TEXT, out);
	else if (value && f->type == FIELD_STORED_NAME)
		put_stored(encoding, *(const struct exh_bytes *)(row + f->offset),
			   EXH_CP437_NAME, out);
	else if (value && f->type == FIELD_UTF8)
		text_put_escaped(*(const struct exh_bytes *)(row + f->offset), out);
	else if (json_is_text(value))
		text_put(out, "%s", json_text_of(value));
	else if (f->base == 16 && json_is_whole(value))
		text_put(out, "%" PRIx64, (uint64_t)json_number_of(value));
	else if (value && !json_is_nothing(value))
		json_write(value, JSON_PACKED, out);
	json_free(value);
}

void fields_put_columns_in(const struct text_encoding *encoding,
			   const struct fields *table, const void *row,
			   struct exh_writer *out)
{
	const char *separator = "";

	for (size_t i = 0; i < table->count; i++) {
		if (!is_column(&table->items[i]))
			continue;
		text_put(out, "%s", separator);
		put_column(encoding, &table->items[i], row, out);
		separator = "\t";
	}
	text_put(out, "\n");
}

void fields_put_columns(const struct fields *table, const void *row,
			struct exh_writer *out)
{
	fields_put_columns_in(NULL, table, row, out);
}

/*
 * Tables of one value.
 */

static const struct field number_field[] = {
	{ .name = "", .type = FIELD_NUMBER, .size = sizeof(int64_t), .is_signed = true }
};
static const struct field text_field[] = {
	{ .name = "", .type = FIELD_TEXT, .size = sizeof(char *) }
};

const struct fields number_fields = FIELDS("number", int64_t, number_field);
const struct fields text_fields = FIELDS("text", char *, text_field);

static const struct field color_field[] = {
	FIELD(struct exh_color, red, NULL, "red"),
	FIELD(struct exh_color, green, NULL, "green"),
	FIELD(struct exh_color, blue, NULL, "blue"),
};
const struct fields color_fields = { .name = "color",
				     .size = sizeof(struct exh_color),
				     .items = color_field,
				     .count = 3,
				     .is_tuple = true };
