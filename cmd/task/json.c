#include "json.h"

#include "file.h"
#include "memory.h"
#include "text.h"

#include <exhume/cp437.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t size)
{
	return mem_alloc(size, 1);
}

void json_use_memory(void)
{
	json_set_alloc_funcs(allocate, free);
}

/* Bytes of the UTF-8 character at text; 0 if there is none. */
static size_t utf8_size(const unsigned char *text)
{
	size_t size;

	if (text[0] < 0x80)
		return 1;
	if (text[0] >= 0xc2 && text[0] < 0xe0)
		size = 2;
	else if (text[0] >= 0xe0 && text[0] < 0xf0)
		size = 3;
	else if (text[0] >= 0xf0 && text[0] < 0xf5)
		size = 4;
	else
		return 0;
	for (size_t i = 1; i < size; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	return size;
}

json_t *json_text(const char *text)
{
	json_t *string = json_string(text); /* refuses what is not UTF-8 */
	char *clean, *out;

	if (string)
		return string;
	clean = out = mem_alloc(strlen(text) * 3 + 1, 1);
	while (*text) {
		const size_t size = utf8_size((const unsigned char *)text);
		char character[4] = { 0 };

		memcpy(character, text, size);
		/* Some sequences of the right shape are invalid: surrogates, too long
		 * ones.
		 */
		string = size ? json_stringn(character, size) : NULL;
		if (string) {
			memcpy(out, text, size);
			out += size;
			text += size;
		} else {
			memcpy(out, "\xef\xbf\xbd", 3);
			out += 3;
			text++;
		}
		json_decref(string);
	}
	*out = '\0';
	string = json_string(clean);
	free(clean);
	return string;
}

void json_hex_digits(struct exh_bytes bytes, char *out)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < bytes.size; i++) {
		out[i * 2] = digits[bytes.data[i] >> 4];
		out[i * 2 + 1] = digits[bytes.data[i] & 15];
	}
}

json_t *json_hex(struct exh_bytes bytes)
{
	char *text = mem_alloc(bytes.size * 2 + 1, 1);
	json_t *json;

	json_hex_digits(bytes, text);
	json = json_stringn(text, bytes.size * 2);
	free(text);
	return json;
}

json_t *json_written(const struct exh_writer *text)
{
	mem_check(text);
	return json_stringn(text->size ? (const char *)text->data : "", text->size);
}

json_t *json_take(struct exh_writer *text)
{
	json_t *json = json_written(text);

	exh_writer_free(text);
	return json;
}

json_t *json_cp437(struct exh_bytes text)
{
	struct exh_writer utf8 = { .limit = SIZE_MAX };

	exh_cp437_to_utf8(text, EXH_CP437_TEXT, &utf8);
	return json_take(&utf8);
}

void json_set_text(json_t *object, const char *key, const char *text)
{
	json_object_set_new(object, key, json_text(text));
}

void json_set_string(json_t *object, const char *key, const char *utf8)
{
	json_object_set_new(object, key, json_string(utf8));
}

void json_set_flag(json_t *object, const char *key, bool flag)
{
	json_object_set_new(object, key, json_boolean(flag));
}

json_t *json_put(json_t *object, const char *key, json_t *value)
{
	return json_object_set_new(object, key, value) ? NULL : value;
}

json_t *json_push(json_t *array, json_t *value)
{
	return json_array_append_new(array, value) ? NULL : value;
}

void json_add(json_t *object, const char *key, json_t *item)
{
	json_t *list = json_object_get(object, key);

	if (!list)
		list = json_put(object, key, json_array());
	json_array_append_new(list, item);
}

json_t *json_palette(const struct exh_palette *palette)
{
	json_t *json = json_array();

	for (size_t i = 0; i < palette->count; i++) {
		const struct exh_color *color = &palette->colors[i];

		json_array_append_new(json,
				      json_pack("[i, i, i]", (int)color->red,
						(int)color->green, (int)color->blue));
	}
	return json;
}

json_t *json_document(const char *format)
{
	return json_pack("{s:s, s:s}", "exhume", exh_version(), "format", format);
}

json_t *json_results(const char *command, json_t *results)
{
	json_t *document = json_document(command);

	json_object_set(document, "results", results);
	return document;
}

json_t *json_result(const char *command, json_t *result)
{
	json_t *results = json_array(), *document;

	json_array_append(results, result);
	document = json_results(command, results);
	json_decref(results);
	return document;
}

char *json_dump(const json_t *value, size_t flags)
{
	char *text = json_dumps(value, flags);

	if (!text)
		mem_end();
	return text;
}

static int write_piece(const char *text, size_t size, void *out)
{
	exh_write_bytes(out, text, size);
	return 0;
}

void json_write(const json_t *value, size_t flags, struct exh_writer *out)
{
	if (json_dump_callback(value, write_piece, out, flags))
		mem_end();
}

char *json_print(const json_t *document)
{
	char *text = json_dump(document, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
	char *line = mem_format("%s\n", text);

	free(text);
	return line;
}

enum exh_status json_append(json_t *document, struct exh_writer *out,
			    struct exh_error *err)
{
	char *text = json_print(document);

	json_decref(document);
	exh_write_bytes(out, text, strlen(text));
	free(text);
	return mem_check_limit(out, err);
}

enum exh_status json_wrong(struct exh_error *err, const char *key, const char *expected)
{
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "key \"%s\": expected %s", key,
			expected);
}

bool json_is_file_name(const json_t *value)
{
	const char *name = json_string_value(value);

	return name && *name && json_string_length(value) == strlen(name) &&
	       !strchr(name, '/') && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

enum exh_status json_check_format(const json_t *root, const char *format,
				  const char *command, struct exh_error *err)
{
	const char *found = json_text_at(root, "format");
	char expected[96];

	if (found && strcmp(found, format) == 0)
		return EXH_OK;
	snprintf(expected, sizeof expected, "\"%s\", as written by %s", format, command);
	return json_wrong(err, "format", expected);
}

enum exh_status json_get_hex(const json_t *object, const char *key,
			     struct exh_arena *arena, struct exh_bytes *out,
			     struct exh_error *err)
{
	const json_t *value = json_object_get(object, key);
	const char *text = json_string_value(value);
	const size_t length = json_string_length(value);
	uint8_t *data;

	*out = (struct exh_bytes){ 0 };
	if (!value)
		return EXH_OK;
	if (!text || length % 2 || strspn(text, "0123456789abcdefABCDEF") != length)
		return json_wrong(err, key, "pairs of hexadecimal digits, 0-9 and a-f");
	if (!length)
		return EXH_OK;
	data = mem_arena_try(arena, length / 2, 1, err);
	if (!data)
		return EXH_NO_MEMORY;
	for (size_t i = 0; i < length / 2; i++)
		data[i] = (uint8_t)text_hex_pair((const uint8_t *)text + i * 2);
	*out = (struct exh_bytes){ data, length / 2, 0 };
	return EXH_OK;
}

/*
 * With an error that stays.
 */

void json_read_wrong(struct json_reading *r, const char *key, const char *expected)
{
	if (!r->status)
		r->status = json_wrong(r->err, key, expected);
}

bool json_read_object(struct json_reading *r, const json_t *value)
{
	if (!r->status && !json_is_object(value))
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "expected an object");
	return !r->status;
}

uint32_t json_read_number(struct json_reading *r, const json_t *object, const char *key,
			  uint32_t most)
{
	const json_t *value = json_object_get(object, key);
	const json_int_t number = json_integer_value(value);
	char expected[64];

	if (!json_is_integer(value) || number < 0 || number > most) {
		snprintf(expected, sizeof expected, "a number from 0 to %u", most);
		json_read_wrong(r, key, expected);
	}
	return r->status ? 0 : (uint32_t)number;
}

uint32_t json_read_number_or(struct json_reading *r, const json_t *object,
			     const char *key, uint32_t most, uint32_t otherwise)
{
	const uint32_t number = json_object_get(object, key)
					? json_read_number(r, object, key, most)
					: otherwise;

	return r->status ? otherwise : number;
}

bool json_read_flag(struct json_reading *r, const json_t *object, const char *key,
		    bool otherwise)
{
	const json_t *value = json_object_get(object, key);

	if (value && !json_is_boolean(value))
		json_read_wrong(r, key, "true or false");
	return value && !r->status ? json_is_true(value) : otherwise;
}

const char *json_read_file_name(struct json_reading *r, const json_t *object,
				const char *key, bool optional)
{
	const json_t *value = json_object_get(object, key);
	struct exh_bytes name = { (const uint8_t *)json_string_value(value),
				  json_string_length(value), 0 };

	if ((value || !optional) && !json_is_file_name(value))
		json_read_wrong(r, key, "the name of a file, without folders");
	if (value && !r->status)
		r->status = mem_arena_copy(r->arena, name, &name, r->err);
	return value && !r->status ? (const char *)name.data : NULL;
}

struct exh_bytes json_read_hex(struct json_reading *r, const json_t *object,
			       const char *key)
{
	struct exh_bytes bytes = { 0 };

	if (!r->status)
		r->status = json_get_hex(object, key, r->arena, &bytes, r->err);
	return bytes;
}

const json_t *json_read_list(struct json_reading *r, const json_t *object,
			     const char *key)
{
	const json_t *list = json_object_get(object, key);

	if (!json_is_array(list))
		json_read_wrong(r, key, "a list");
	return list;
}

void json_read_items(struct json_reading *r, const json_t *list, const char *what,
		     void (*read)(struct json_reading *r, const json_t *item, size_t i,
				  void *context),
		     void *context)
{
	for (size_t i = 0; i < json_array_size(list) && !r->status; i++) {
		read(r, json_array_get(list, i), i, context);
		if (r->status)
			exh_within(r->err, r->status, "%s %zu", what, i);
	}
}

/*
 * Documents.
 */

json_t *json_parse(struct exh_bytes text, struct exh_error *err)
{
	json_error_t where;
	json_t *root = json_loadb(text.size ? (const char *)text.data : "", text.size,
				  JSON_REJECT_DUPLICATES, &where);

	if (!root)
		exh_fail(err, EXH_INVALID,
			 where.position < 0 ? 0 : (size_t)where.position,
			 "line %d column %d: %s", where.line, where.column, where.text);
	return root;
}

json_t *json_parse_file(const char *path, size_t limit, struct exh_error *err)
{
	json_t *root;
	struct file file;

	if (file_read(path, limit, &file, err))
		return NULL;
	root = json_parse(file_bytes(&file), err);
	free(file.data);
	return root;
}
