#include "json.h"

#include "file.h"
#include "memory.h"
#include "text.h"
#include "text_encoding.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Allocates without zeros: they would take twice the time, and jansson does not need
 * them. */
static void *allocate(size_t size)
{
	void *block = malloc(size ? size : 1);

	if (!block)
		mem_end();
	return block;
}

void json_use_memory(void)
{
	json_set_alloc_funcs(allocate, free);
}

/*
 * Values as jansson represents them.
 */

static json_t *inner(const struct json *value)
{
	return (json_t *)value;
}

static struct json *outer(json_t *value)
{
	return (struct json *)value;
}

struct json *json_new_object(void)
{
	return outer(json_object());
}

struct json *json_new_list(void)
{
	return outer(json_array());
}

struct json *json_new_number(int64_t number)
{
	return outer(json_integer(number));
}

struct json *json_new_real(double number)
{
	return outer(json_real(number));
}

struct json *json_new_flag(bool flag)
{
	return outer(json_boolean(flag));
}

struct json *json_new_null(void)
{
	return outer(json_null());
}

struct json *json_new_string(const char *utf8)
{
	return outer(json_string(utf8));
}

struct json *json_new_text(const char *utf8, size_t size)
{
	return outer(json_stringn(utf8, size));
}

struct json *json_new_copy(const struct json *value)
{
	return outer(json_copy(inner(value)));
}

struct json *json_make(const char *format, ...)
{
	va_list arguments;
	json_t *value;

	va_start(arguments, format);
	value = json_vpack_ex(NULL, 0, format, arguments);
	va_end(arguments);
	return outer(value);
}

struct json *json_share(const struct json *value)
{
	return outer(json_incref(inner(value)));
}

void json_free(const struct json *value)
{
	json_decref(inner(value));
}

bool json_is_map(const struct json *value)
{
	return json_is_object(inner(value));
}

bool json_is_list(const struct json *value)
{
	return json_is_array(inner(value));
}

bool json_is_text(const struct json *value)
{
	return json_is_string(inner(value));
}

bool json_is_whole(const struct json *value)
{
	return json_is_integer(inner(value));
}

bool json_is_fraction(const struct json *value)
{
	return json_is_real(inner(value));
}

bool json_is_numeric(const struct json *value)
{
	return json_is_number(inner(value));
}

bool json_is_flag(const struct json *value)
{
	return json_is_boolean(inner(value));
}

bool json_is_nothing(const struct json *value)
{
	return json_is_null(inner(value));
}

bool json_same(const struct json *a, const struct json *b)
{
	return json_equal(inner(a), inner(b));
}

int64_t json_number_of(const struct json *value)
{
	return json_integer_value(inner(value));
}

double json_real_of(const struct json *value)
{
	return json_number_value(inner(value));
}

bool json_flag_of(const struct json *value)
{
	return json_is_true(inner(value));
}

const char *json_text_of(const struct json *value)
{
	return json_string_value(inner(value));
}

size_t json_text_size(const struct json *value)
{
	return json_string_length(inner(value));
}

size_t json_size(const struct json *list)
{
	return json_array_size(inner(list));
}

size_t json_key_count(const struct json *object)
{
	return json_object_size(inner(object));
}

struct json *json_get(const struct json *object, const char *key)
{
	return outer(json_object_get(inner(object), key));
}

struct json *json_at(const struct json *list, size_t i)
{
	return outer(json_array_get(inner(list), i));
}

const char *json_first_key(const struct json *object)
{
	return json_object_iter_key(json_object_iter(inner(object)));
}

const char *json_next_key(const struct json *object, const char *key)
{
	return json_object_iter_key(
		json_object_iter_next(inner(object), json_object_key_to_iter(key)));
}

struct json *json_of_key(const char *key)
{
	return outer(json_object_iter_value(json_object_key_to_iter(key)));
}

struct json *json_set(struct json *object, const char *key, struct json *value)
{
	return json_object_set_new_nocheck(inner(object), key, inner(value)) ? NULL
									     : value;
}

struct json *json_set_shared(struct json *object, const char *key,
			     const struct json *value)
{
	return json_object_set_nocheck(inner(object), key, inner(value))
		       ? NULL
		       : outer(inner(value));
}

void json_remove(struct json *object, const char *key)
{
	json_object_del(inner(object), key);
}

void json_take_all(struct json *object, const struct json *other)
{
	json_object_update(inner(object), inner(other));
}

void json_take_missing(struct json *object, const struct json *other)
{
	json_object_update_missing(inner(object), inner(other));
}

void json_push_shared(struct json *list, const struct json *value)
{
	json_array_append(inner(list), inner(value));
}

void json_push_all(struct json *list, const struct json *other)
{
	json_array_extend(inner(list), inner(other));
}

void json_set_at(struct json *list, size_t i, struct json *value)
{
	json_array_set_new(inner(list), i, inner(value));
}

void json_remove_at(struct json *list, size_t i)
{
	json_array_remove(inner(list), i);
}

const char *json_library(void)
{
	return jansson_version_str();
}

struct json *json_of_text(const char *text)
{
	return outer(json_string_nocheck(text));
}

void json_hex_digits(struct exh_bytes bytes, char *out)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < bytes.size; i++) {
		out[i * 2] = digits[bytes.data[i] >> 4];
		out[i * 2 + 1] = digits[bytes.data[i] & 15];
	}
}

struct json *json_of_hex(struct exh_bytes bytes)
{
	char *text = mem_alloc(bytes.size * 2 + 1, 1);
	struct json *json;

	json_hex_digits(bytes, text);
	json = json_new_text(text, bytes.size * 2);
	free(text);
	return json;
}

struct json *json_of_written(const struct exh_writer *text)
{
	mem_check(text);
	return json_new_text(text->size ? (const char *)text->data : "", text->size);
}

struct json *json_take(struct exh_writer *text)
{
	struct json *json = json_of_written(text);

	exh_writer_free(text);
	return json;
}

struct json *json_of_stored(const struct text_encoding *encoding, struct exh_bytes text)
{
	struct exh_writer utf8 = { .limit = SIZE_MAX };

	text_to_utf8(encoding, text, &utf8);
	return json_take(&utf8);
}

struct json *json_of_name(const struct text_encoding *encoding, struct exh_bytes name)
{
	struct exh_writer utf8 = { .limit = SIZE_MAX };

	text_to_utf8_as(encoding, name, EXH_CP437_NAME, &utf8);
	return json_take(&utf8);
}

struct json *json_of_utf8(struct exh_bytes text)
{
	return json_new_text(text.size ? (const char *)text.data : "", text.size);
}

void json_set_text(struct json *object, const char *key, const char *text)
{
	json_set(object, key, json_of_text(text));
}

void json_set_string(struct json *object, const char *key, const char *utf8)
{
	json_set(object, key, json_new_string(utf8));
}

void json_set_flag(struct json *object, const char *key, bool flag)
{
	json_set(object, key, json_new_flag(flag));
}

struct json *json_push(struct json *array, struct json *value)
{
	return json_array_append_new(inner(array), inner(value)) ? NULL : value;
}

void json_add(struct json *object, const char *key, struct json *item)
{
	struct json *list = json_get(object, key);

	if (!list)
		list = json_set(object, key, json_new_list());
	json_push(list, item);
}

struct json *json_document(const char *format, unsigned schema)
{
	return json_make("{s:s, s:s, s:i}", "exhume", exh_version(), "format", format,
			 "schema", (int)schema);
}

struct json *json_results(const char *command, struct json *results)
{
	struct json *document = json_document(command, 1);

	json_set_shared(document, "results", results);
	return document;
}

struct json *json_result(const char *command, struct json *result)
{
	struct json *results = json_new_list(), *document;

	json_push_shared(results, result);
	document = json_results(command, results);
	json_free(results);
	return document;
}

static size_t flags_of(enum json_look look)
{
	return JSON_ENCODE_ANY |
	       (look == JSON_PACKED  ? JSON_COMPACT
		: look == JSON_LINES ? JSON_INDENT(2) | JSON_REAL_PRECISION(12)
				     : 0);
}

static int write_piece(const char *text, size_t size, void *out)
{
	exh_write_bytes(out, text, size);
	return 0;
}

static bool dump(const struct json *value, enum json_look look, struct exh_writer *out)
{
	return json_dump_callback(inner(value), write_piece, out, flags_of(look)) == 0;
}

void json_write(const struct json *value, enum json_look look, struct exh_writer *out)
{
	const size_t before = out->size;
	const bool good = dump(value, look, out);
	struct json *escaped;

	if (out->failed || (good && !json_has_escapes((struct exh_bytes){
					    out->data + before, out->size - before, 0 })))
		return;
	out->size = before;
	escaped = json_escaped(value);
	if (!dump(escaped, look, out))
		mem_end();
	json_free(escaped);
}

char *json_dump(const struct json *value, enum json_look look)
{
	struct exh_writer out = { .limit = SIZE_MAX };

	json_write(value, look, &out);
	exh_write_bytes(&out, "", 1);
	mem_check(&out);
	return (char *)out.data;
}

char *json_print(const struct json *document)
{
	char *text = json_dump(document, JSON_LINES);
	char *line = mem_format("%s\n", text);

	free(text);
	return line;
}

enum exh_status json_append(struct json *document, struct exh_writer *out,
			    struct exh_error *err)
{
	char *text = json_print(document);

	json_free(document);
	exh_write_bytes(out, text, strlen(text));
	free(text);
	return mem_check_limit(out, err);
}

enum exh_status json_wrong(struct exh_error *err, const char *key, const char *expected)
{
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "key \"%s\": expected %s", key,
			expected);
}

bool json_is_file_name(const struct json *value)
{
	const char *name = json_text_of(value);

	return name && *name && json_text_size(value) == strlen(name) &&
	       !strchr(name, '/') && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

/* Checks the schema's number, which is missing in documents of version 0.1. */
static enum exh_status check_schema(const struct json *found, unsigned schema,
				    struct exh_error *err)
{
	const int64_t number = json_number_of(found);
	char expected[96];

	if (!found || (json_is_whole(found) && number >= 1 && number <= schema))
		return EXH_OK;
	snprintf(expected, sizeof expected,
		 "a number from 1 to %u (a newer exhume may read others)", schema);
	return json_wrong(err, "schema", expected);
}

enum exh_status json_check_format(const struct json *root, const char *format,
				  unsigned schema, const char *command,
				  struct exh_error *err)
{
	const char *found = json_text_at(root, "format");
	char expected[96];

	if (found && strcmp(found, format) == 0)
		return check_schema(json_get(root, "schema"), schema, err);
	snprintf(expected, sizeof expected, "\"%s\", as written by %s", format, command);
	return json_wrong(err, "format", expected);
}

/*
 * Reading with a sticky error.
 */

void json_read_wrong(struct json_reading *r, const char *key, const char *expected)
{
	if (!r->status)
		r->status = json_wrong(r->err, key, expected);
}

void json_read_within(struct json_reading *r, const char *what, size_t i)
{
	if (r->status)
		exh_within(r->err, r->status, "%s %zu", what, i);
}

bool json_read_object(struct json_reading *r, const struct json *value)
{
	if (!r->status && !json_is_map(value))
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "expected an object");
	return !r->status;
}

/*
 * Documents.
 */

struct json *json_parse(struct exh_bytes text, struct exh_error *err)
{
	const struct exh_bytes in = text_without_mark(text);
	json_error_t where;
	json_t *root = json_loadb(in.size ? (const char *)in.data : "", in.size,
				  JSON_REJECT_DUPLICATES, &where);

	if (!root)
		exh_fail(err, EXH_INVALID,
			 text.size - in.size +
				 (where.position < 0 ? 0 : (size_t)where.position),
			 "line %d column %d: %s", where.line, where.column, where.text);
	if (root && json_has_escapes(text))
		json_unescape(outer(root));
	return outer(root);
}

struct json *json_parse_file(const char *path, size_t limit, struct exh_error *err)
{
	struct json *root;
	struct file file;

	if (file_read(path, limit, &file, err))
		return NULL;
	root = json_parse(file_bytes(&file), err);
	free(file.data);
	return root;
}

struct json *json_of_dump(const char *text)
{
	json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);

	if (!value)
		mem_end();
	if (json_has_escapes(
		    (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 }))
		json_unescape(outer(value));
	return outer(value);
}
