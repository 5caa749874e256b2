/* Rows read from JSON: all input is checked. */
#include "fields.h"

#include "memory.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

enum { PATH_LIMIT = 1024 };

/*
 * Expectations, for errors.
 */

int64_t field_least(const struct field *f)
{
	if (f->most || f->least || !f->is_signed)
		return f->least;
	return f->size < 8 ? -((int64_t)1 << (f->size * 8 - 1)) : INT64_MIN;
}

int64_t field_most(const struct field *f)
{
	if (f->most)
		return f->most;
	return f->size < 8 ? ((int64_t)1 << (f->size * 8 - f->is_signed)) - 1 : INT64_MAX;
}

static void put_names(const char *const *names, struct exh_writer *out)
{
	size_t count = 0, done = 0;

	for (size_t i = 0; names[i]; i++)
		count += *names[i] != '\0';
	for (size_t i = 0; names[i]; i++)
		if (*names[i]) {
			text_put(out, "%s\"%s\"",
				 !done		     ? ""
				 : done + 1 == count ? " or "
						     : ", ",
				 names[i]);
			done++;
		}
}

static void put_range(const struct field *f, struct exh_writer *out)
{
	const int64_t least = field_least(f), most = field_most(f);
	const char *kind = least < 0 ? "whole number" : "number";

	if (f->shape == FIELD_ARRAY)
		text_put(out, "%s%zu %ss", f->flags & FIELD_UNIFORM ? "1 or " : "",
			 f->count, kind);
	else if (f->shape == FIELD_LIST)
		text_put(out, "a list of %ss", kind);
	else
		text_put(out, "a %s", kind);
	text_put(out, " from %" PRId64 " to %" PRId64, least, most);
}

static void put_one(const struct field *f, struct exh_writer *out)
{
	static const char *const texts[] = {
		[FIELD_FLAG] = "true or false",
		[FIELD_REAL] = "a number",
		[FIELD_AMOUNT] = "a number",
		[FIELD_TEXT] = "a string",
		[FIELD_FILE] = "the name of a file, without folders",
		[FIELD_PATH] = "a path under the folder, without \"..\"",
		[FIELD_HEX] = "pairs of hexadecimal digits, 0-9 and a-f",
		[FIELD_CRC32] = "8 hexadecimal digits",
		[FIELD_JSON_LIST] = "a list",
	};

	/* For JSON whose table has a single value, the value is described. */
	if (f->type == FIELD_JSON && f->of && !*f->of->items[0].name)
		f = &f->of->items[0];
	if (f->type == FIELD_NUMBER)
		put_range(f, out);
	else if (f->names) {
		text_put(out, "%s", f->type == FIELD_BITS ? "a list of " : "");
		put_names(f->names, out);
	} else if (f->type == FIELD_CHARS)
		text_put(out, "a string of at most %u bytes", f->size - 1);
	else if (f->type == FIELD_DIGITS)
		text_put(out, "%u hexadecimal digits", f->size * 2);
	else if ((f->type == FIELD_ROW || f->type == FIELD_LINK) && f->of &&
		 f->of->is_tuple)
		text_put(out, "a list of %zu values", f->of->count);
	else
		text_put(out, "%s",
			 f->type < sizeof texts / sizeof *texts && texts[f->type]
				 ? texts[f->type]
				 : "an object");
}

/* Returns the most items of a list; 0: no limit. */
static int64_t most_items(const struct field *f)
{
	if (f->shape == FIELD_COUNTED)
		return (int64_t)f->count;
	return f->type == FIELD_NUMBER ? 0 : f->most;
}

static void put_expected(const struct field *f, struct exh_writer *out)
{
	if (f->shape == FIELD_COUNTED || (f->shape == FIELD_LIST && most_items(f)))
		text_put(out, "a list of at most %" PRId64, most_items(f));
	else if (f->shape == FIELD_LIST && f->type == FIELD_TEXT)
		text_put(out, "a list of strings");
	else if ((f->shape == FIELD_LIST && f->type != FIELD_NUMBER) ||
		 (f->shape == FIELD_ARRAY && f->of))
		text_put(out, "a list");
	else if (f->shape == FIELD_MAP)
		text_put(out, "an object");
	else
		put_one(f, out);
}

static void wrong(struct json_reading *r, const struct field *f)
{
	struct exh_writer expected = { .limit = SIZE_MAX };

	put_expected(f, &expected);
	exh_write_u8(&expected, 0);
	mem_check(&expected);
	if (*f->name)
		json_read_wrong(r, f->name, (const char *)expected.data);
	else if (!r->status)
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET, "expected %s",
				     (const char *)expected.data);
	exh_writer_free(&expected);
}

/*
 * Reading of values.
 */

static void put_number(const struct field *f, int64_t number, void *at)
{
	switch (f->size) {
	case 1:
		*(uint8_t *)at = (uint8_t)number;
		break;
	case 2:
		*(uint16_t *)at = (uint16_t)number;
		break;
	case 4:
		*(uint32_t *)at = (uint32_t)number;
		break;
	default:
		*(uint64_t *)at = (uint64_t)number;
	}
}

static bool store_number(const struct field *f, int64_t number, void *at)
{
	const bool is_good = number >= field_least(f) && number <= field_most(f);

	if (is_good)
		put_number(f, number, at);
	return is_good;
}

static bool read_real(const struct field *f, const struct json *value, void *at)
{
	if (f->size == sizeof(float))
		*(float *)at = (float)json_real_of(value);
	else
		*(double *)at = json_real_of(value);
	return json_is_numeric(value);
}

/* True for a path below the folder: no "..", not absolute. */
static bool is_path(const struct json *value)
{
	const char *path = json_text_of(value);

	if (!path || !*path || json_text_size(value) > PATH_LIMIT)
		return false;
	for (;;) {
		const size_t size = strcspn(path, "/");

		if (!size || (size == 1 && path[0] == '.') ||
		    (size == 2 && path[0] == '.' && path[1] == '.'))
			return false;
		if (!path[size])
			return true;
		path += size + 1;
	}
}

static size_t find_name(const char *const *names, const char *text)
{
	size_t i = 0;

	while (names[i] && (!*names[i] || strcmp(names[i], text) != 0))
		i++;
	return i;
}

static bool read_text(struct json_reading *r, const struct field *f,
		      const struct json *value, void *at)
{
	struct exh_bytes text = { (const uint8_t *)json_text_of(value),
				  json_text_size(value), 0 };

	if (!text.data || (f->type == FIELD_FILE && !json_is_file_name(value)) ||
	    (f->type == FIELD_PATH && !is_path(value)) ||
	    (f->names && !f->names[find_name(f->names, json_text_of(value))]))
		return false;
	r->status = mem_arena_copy(r->arena, text, &text, r->err);
	if (!r->status)
		*(const char **)at = (const char *)text.data;
	return true;
}

static bool read_chars(const struct field *f, const struct json *value, void *at)
{
	const size_t size = json_text_size(value);

	if (!json_text_of(value) || size >= f->size)
		return false;
	memcpy(at, json_text_of(value), size + 1);
	return true;
}

static bool read_name(const struct field *f, const struct json *value, void *at)
{
	const char *text = json_text_of(value);
	const size_t number = text ? find_name(f->names, text) : 0;

	return text && f->names[number] && store_number(f, (int64_t)number, at);
}

static bool read_bits(const struct field *f, const struct json *value, void *at)
{
	const struct json *name;
	int64_t bits = 0;
	size_t i;

	json_each(value, i, name)
	{
		const char *text = json_text_of(name);
		const size_t bit = text ? find_name(f->names, text) : 0;

		if (!text || !f->names[bit])
			return false;
		bits |= (int64_t)1 << bit;
	}
	put_number(f, bits, at);
	return json_is_list(value);
}

/* Reads size bytes; false for another number of digits. */
static bool read_digits(const struct json *value, size_t size, uint8_t *out)
{
	const char *text = json_text_of(value);

	if (!text || json_text_size(value) != size * 2 ||
	    strspn(text, "0123456789abcdefABCDEF") != size * 2)
		return false;
	for (size_t i = 0; i < size; i++)
		out[i] = (uint8_t)text_hex_pair((const uint8_t *)text + i * 2);
	return true;
}

static bool read_crc32(const struct json *value, uint32_t *out)
{
	uint8_t b[4];

	if (!read_digits(value, sizeof b, b))
		return false;
	*out = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
	return true;
}

/* Reads bytes. For a text without digits data is not NULL. */
static bool read_hex(struct json_reading *r, const struct json *value,
		     struct exh_bytes *out)
{
	static const uint8_t nothing[1];
	const size_t size = json_text_size(value) / 2;
	uint8_t *data;

	if (!json_text_of(value) || json_text_size(value) % 2)
		return false;
	*out = (struct exh_bytes){ nothing, 0, 0 };
	if (!size)
		return true;
	data = mem_arena_try(r->arena, size, 1, r->err);
	if (!data) {
		r->status = EXH_NO_MEMORY;
		return true;
	}
	*out = (struct exh_bytes){ data, size, 0 };
	return read_digits(value, size, data);
}

static bool read_row(struct json_reading *r, const struct field *f,
		     const struct json *value, void *at)
{
	if (f->type == FIELD_LINK) {
		*(void **)at = mem_arena_try(r->arena, 1, f->of->size, r->err);
		at = *(void **)at;
		if (!at)
			r->status = EXH_NO_MEMORY;
	}
	fields_read(r, f->of, value, at);
	return true;
}

static bool read_json(const struct field *f, const struct json *value, void *at)
{
	*(const struct json **)at = value;
	return f->type == FIELD_JSON ||
	       (f->type == FIELD_JSON_LIST ? json_is_list(value) : json_is_map(value));
}

/* False if the value is not the expected one. */
static bool read_one(struct json_reading *r, const struct field *f,
		     const struct json *value, void *at)
{
	switch (f->type) {
	case FIELD_NUMBER:
		return json_is_whole(value) && store_number(f, json_number_of(value), at);
	case FIELD_FLAG:
		*(bool *)at = json_flag_of(value);
		return json_is_flag(value);
	case FIELD_REAL:
	case FIELD_AMOUNT:
		return read_real(f, value, at);
	case FIELD_TEXT:
	case FIELD_FILE:
	case FIELD_PATH:
		return read_text(r, f, value, at);
	case FIELD_CHARS:
		return read_chars(f, value, at);
	case FIELD_NAME:
		return read_name(f, value, at);
	case FIELD_BITS:
		return read_bits(f, value, at);
	case FIELD_HEX:
		return read_hex(r, value, at);
	case FIELD_DIGITS:
		return read_digits(value, f->size, at);
	case FIELD_CRC32:
		return read_crc32(value, at);
	case FIELD_ROW:
	case FIELD_LINK:
		return read_row(r, f, value, at);
	case FIELD_JSON:
	case FIELD_JSON_LIST:
	case FIELD_JSON_MAP:
		return read_json(f, value, at);
	default:
		return false;
	}
}

/*
 * Reading of lists.
 */

/* Makes room for count items; NULL: there are none, or it failed. */
static char *make_room(struct json_reading *r, const struct field *f, size_t count)
{
	char *room = count ? mem_arena_try(r->arena, count, f->size, r->err) : NULL;

	if (count && !room)
		r->status = EXH_NO_MEMORY;
	return room;
}

/* Reports a wrong item. Items of a list without a name are named by their index. The
 * expected item is described rather than the list. */
static void wrong_item(struct json_reading *r, const struct field *f, size_t i)
{
	struct field item = *f;

	if (!*f->name ||
	    (f->shape != FIELD_ARRAY && f->type != FIELD_NUMBER && f->type != FIELD_TEXT))
		item.shape = FIELD_ONE;
	wrong(r, &item);
	if (!*f->name)
		exh_within(r->err, r->status, "item %zu", i);
}

/* Adds the place to an error: "loop 2" implies loops, but "color 2" needs "palette". */
static void within_item(struct json_reading *r, const struct field *f, size_t i)
{
	exh_within(r->err, r->status, "%s %zu", f->of->name, i);
	if (*f->name && strncmp(f->name, f->of->name, strlen(f->of->name)) != 0)
		exh_within(r->err, r->status, "%s", f->name);
}

static void read_items(struct json_reading *r, const struct field *f,
		       const struct json *list, char *items)
{
	for (size_t i = 0; i < json_size(list) && !r->status; i++) {
		if (!read_one(r, f, json_at(list, i), items + i * f->size))
			wrong_item(r, f, i);
		else if (r->status && f->of)
			within_item(r, f, i);
	}
}

static void read_list(struct json_reading *r, const struct field *f,
		      const struct json *list, char *row)
{
	const bool is_array = f->shape == FIELD_ARRAY;
	const size_t count = json_size(list);
	char *items = row + f->offset;

	if (f->flags & FIELD_UNIFORM && !json_is_list(list)) {
		if (!read_one(r, f, list, items))
			wrong(r, f);
		for (size_t i = 1; i < f->count; i++)
			memcpy(items + i * f->size, items, f->size);
		return;
	}
	if (!json_is_list(list) || (is_array && count != f->count) ||
	    (!is_array && most_items(f) && count > (uint64_t)most_items(f))) {
		wrong(r, f);
		return;
	}
	if (f->shape == FIELD_COUNTED) {
		*(size_t *)(row + f->count_offset) = count;
	} else if (!is_array) {
		items = make_room(r, f, count);
		*(void **)(row + f->offset) = items;
		*(size_t *)(row + f->count_offset) = items ? count : 0;
	}
	read_items(r, f, list, items);
}

static void read_map(struct json_reading *r, const struct field *f,
		     const struct json *object, char *row)
{
	const size_t count = json_key_count(object);
	char *item = NULL;
	const char *key;
	struct json *value;

	if (!json_is_map(object))
		wrong(r, f);
	else
		item = make_room(r, f, count);
	*(void **)(row + f->offset) = item;
	*(size_t *)(row + f->count_offset) = item ? count : 0;
	json_each_key(object, key, value)
	{
		struct exh_bytes text = bytes_of_text(key);

		if (r->status || !item)
			return;
		r->status = mem_arena_copy(r->arena, text, &text, r->err);
		*(const char **)item = (const char *)text.data;
		if (!r->status && !read_one(r, f, value, item))
			wrong(r, f);
		if (r->status)
			exh_within(r->err, r->status, "%s: %s", f->name, key);
		item += f->size;
	}
}

/*
 * Reading of rows.
 */

static void read_missing(struct json_reading *r, const struct field *f, char *row)
{
	if (f->has)
		*(bool *)(row + f->has - 1) = false;
	else if (!(f->flags & (FIELD_OMITTED | FIELD_OPTIONAL | FIELD_NULLABLE)))
		wrong(r, f);
	if (f->otherwise)
		put_number(f, f->otherwise, row + f->offset);
}

static void read_field(struct json_reading *r, const struct field *f,
		       const struct json *value, char *row)
{
	if (f->flags & FIELD_UNREAD)
		return;
	if (!value || (json_is_nothing(value) && f->flags & FIELD_NULLABLE)) {
		read_missing(r, f, row);
		return;
	}
	if (f->has)
		*(bool *)(row + f->has - 1) = true;
	if (f->shape == FIELD_MAP)
		read_map(r, f, value, row);
	else if (f->shape != FIELD_ONE)
		read_list(r, f, value, row);
	else if (!read_one(r, f, value, row + f->offset))
		wrong(r, f);
	else if (r->status && f->of && *f->name)
		exh_within(r->err, r->status, "%s", f->name);
}

static void read_tuple(struct json_reading *r, const struct fields *table,
		       const struct json *list, void *row)
{
	if (json_size(list) != table->count)
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "expected a list of %zu values", table->count);
	for (size_t i = 0; i < table->count && !r->status; i++)
		read_field(r, &table->items[i], json_at(list, i), row);
}

static void read_member(struct json_reading *r, const struct field *f,
			const struct json *object, char *row)
{
	bool *has = f->has ? (bool *)(row + f->has - 1) : NULL;

	if (f->type != FIELD_MEMBERS) {
		read_field(r, f, json_get(object, f->name), row);
		return;
	}
	if (has)
		*has = json_get(object, f->of->items[0].name);
	if (!has || *has)
		fields_read(r, f->of, object, row + f->offset);
}

void fields_read(struct json_reading *r, const struct fields *table,
		 const struct json *value, void *row)
{
	const bool is_bare = !*table->items[0].name;

	if (r->status)
		return;
	if (is_bare)
		read_field(r, &table->items[0], value, row);
	else if (table->is_tuple)
		read_tuple(r, table, value, row);
	else if (json_read_object(r, value))
		for (size_t i = 0; i < table->count && !r->status; i++)
			read_member(r, &table->items[i], value, row);
}

void document_read(struct json_reading *r, const struct document *document,
		   const struct json *root, void *row)
{
	if (!r->status)
		r->status = json_check_format(root, document->format, document->schema,
					      document->made_by, r->err);
	fields_read(r, document->fields, root, row);
}

void document_read_text(struct json_reading *r, const struct document *document,
			struct exh_bytes text, void *row)
{
	struct json *root = json_parse(text, r->err);

	if (!root)
		r->status = EXH_INVALID;
	document_read(r, document, root, row);
	json_free(root);
}
