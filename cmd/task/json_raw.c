/* JSON values as their text: where they end, what is in them, and whether they are valid
 * without the parser's word. */
#include "json_raw.h"

#include "json_stream.h"
#include "memory.h"

#include <string.h>

enum { MOST_LEVELS = 16, MOST_KEYS = 32, MOST_DIGITS = 18 };

/* Bytes of the value that the text begins with. */
static size_t size_of(struct exh_bytes text)
{
	struct json_scan scan = { 0 };
	size_t i = 0;

	for (; i < text.size; i++) {
		const enum json_scan_end end = json_scan_byte(&scan, text.data[i]);

		if (end != SCAN_GOES_ON)
			return end == SCAN_ENDS_WITH ? i + 1 : i;
	}
	return i;
}

static void drop(struct exh_bytes *text, size_t size)
{
	text->data += size;
	text->size -= size;
}

static void drop_space(struct exh_bytes *text)
{
	while (text->size && json_is_space(text->data[0]))
		drop(text, 1);
}

/* True, and drops it, if the text goes on with this. */
static bool drop_one(struct exh_bytes *text, char c)
{
	drop_space(text);
	if (!text->size || text->data[0] != c)
		return false;
	drop(text, 1);
	return true;
}

static struct exh_bytes drop_value(struct exh_bytes *text)
{
	struct exh_bytes value;

	drop_space(text);
	value = (struct exh_bytes){ text->data, size_of(*text), 0 };
	drop(text, value.size);
	return value;
}

bool json_raw_next(struct exh_bytes *rest, struct exh_bytes *key, struct exh_bytes *value)
{
	if (!drop_one(rest, ',') && !drop_one(rest, '[') && !drop_one(rest, '{'))
		return false;
	if (drop_one(rest, ']') || drop_one(rest, '}'))
		return false;
	*value = drop_value(rest);
	*key = (struct exh_bytes){ 0 };
	if (drop_one(rest, ':')) {
		*key = *value;
		*value = drop_value(rest);
	}
	return true;
}

const char *json_raw_text(struct exh_bytes value, struct exh_writer *scratch)
{
	struct json *decoded = NULL;

	if (value.size < 2 || value.data[0] != '"')
		return NULL;
	scratch->size = 0;
	scratch->limit = SIZE_MAX;
	if (memchr(value.data, '\\', value.size)) {
		exh_write_bytes(scratch, value.data, value.size);
		exh_write_u8(scratch, 0);
		mem_check(scratch);
		decoded = json_of_dump((const char *)scratch->data);
		scratch->size = 0;
		exh_write_bytes(scratch, json_text_of(decoded), json_text_size(decoded));
		json_free(decoded);
	} else {
		exh_write_bytes(scratch, value.data + 1, value.size - 2);
	}
	exh_write_u8(scratch, 0);
	mem_check(scratch);
	return (const char *)scratch->data;
}

/*
 * Plain values.
 */

static bool skim_value(struct exh_bytes *text, unsigned level);

static bool skim_text(struct exh_bytes *text)
{
	size_t size = 0;

	if (!drop_one(text, '"'))
		return false;
	while (size < text->size && text->data[size] != '"') {
		const uint8_t c = text->data[size++];

		if (c < ' ' || c > '~' || c == '\\')
			return false;
	}
	drop(text, size);
	return drop_one(text, '"');
}

static bool skim_digits(struct exh_bytes *text)
{
	size_t count = 0;

	while (count < text->size && text->data[count] >= '0' && text->data[count] <= '9')
		count++;
	drop(text, count);
	return count && count <= MOST_DIGITS;
}

static bool skim_number(struct exh_bytes *text)
{
	bool is_zero;

	if (text->size && text->data[0] == '-')
		drop(text, 1);
	is_zero = text->size && text->data[0] == '0';
	if (is_zero)
		drop(text, 1);
	else if (!skim_digits(text))
		return false;
	if (!text->size || text->data[0] != '.')
		return true;
	drop(text, 1);
	return skim_digits(text);
}

static bool skim_word(struct exh_bytes *text, const char *word)
{
	const size_t size = strlen(word);

	if (text->size < size || memcmp(text->data, word, size) != 0)
		return false;
	drop(text, size);
	return true;
}

static bool skim_list(struct exh_bytes *text, unsigned level)
{
	if (drop_one(text, ']'))
		return true;
	do
		if (!skim_value(text, level))
			return false;
	while (drop_one(text, ','));
	return drop_one(text, ']');
}

/* Adds a key. False: it is there already, or there are many. */
static bool add_key(struct exh_bytes *keys, size_t *count, struct exh_bytes key)
{
	for (size_t i = 0; i < *count; i++)
		if (keys[i].size == key.size &&
		    memcmp(keys[i].data, key.data, key.size) == 0)
			return false;
	if (*count == MOST_KEYS)
		return false;
	keys[(*count)++] = key;
	return true;
}

static bool skim_object(struct exh_bytes *text, unsigned level)
{
	struct exh_bytes keys[MOST_KEYS];
	size_t count = 0;

	if (drop_one(text, '}'))
		return true;
	do {
		struct exh_bytes key;

		drop_space(text);
		key = *text;
		if (!skim_text(text))
			return false;
		key.size -= text->size;
		if (!add_key(keys, &count, key) || !drop_one(text, ':') ||
		    !skim_value(text, level))
			return false;
	} while (drop_one(text, ','));
	return drop_one(text, '}');
}

static bool skim_value(struct exh_bytes *text, unsigned level)
{
	drop_space(text);
	if (!text->size || level == MOST_LEVELS)
		return false;
	switch (text->data[0]) {
	case '{':
		return drop_one(text, '{') && skim_object(text, level + 1);
	case '[':
		return drop_one(text, '[') && skim_list(text, level + 1);
	case '"':
		return skim_text(text);
	case 't':
		return skim_word(text, "true");
	case 'f':
		return skim_word(text, "false");
	case 'n':
		return skim_word(text, "null");
	default:
		return skim_number(text);
	}
}

bool json_is_plain(struct exh_bytes value)
{
	return skim_value(&value, 0) && !value.size;
}
