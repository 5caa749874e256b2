/*
 * Bytes that are not UTF-8, as in file names: in memory they are unchanged, in JSON each
 * is a character of U+EF80 to U+EFFF: the byte plus U+EF00. These characters themselves
 * are written as three escaped bytes, so that each text round-trips.
 */
#include "json.h"

#include "memory.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static bool is_more(uint8_t byte)
{
	return (byte & 0xc0) == 0x80;
}

/* Returns the size of the character at text, which ends with a NUL; 0 for invalid
 * UTF-8. */
static size_t utf8_size(const uint8_t *text)
{
	if (text[0] < 0x80)
		return 1;
	if (text[0] < 0xc2 || text[0] > 0xf4 || !is_more(text[1]))
		return 0;
	if (text[0] < 0xe0)
		return 2;
	/* Overlong forms, surrogates, and values above U+10FFFF. */
	if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
	    (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f) ||
	    !is_more(text[2]))
		return 0;
	if (text[0] < 0xf0)
		return 3;
	return is_more(text[3]) ? 4 : 0;
}

/* Returns the byte escaped by a character of three bytes; 0: none. */
static uint8_t escaped_byte(const uint8_t *text)
{
	if (text[0] != 0xee || (text[1] & 0xfe) != 0xbe || !is_more(text[2]))
		return 0;
	return (uint8_t)(text[2] + (text[1] == 0xbf ? 0x40 : 0));
}

static void put_escaped(uint8_t byte, struct exh_writer *out)
{
	const uint8_t text[] = { 0xee, byte < 0xc0 ? 0xbe : 0xbf,
				 (uint8_t)(0x80 | (byte & 0x3f)) };

	exh_write_bytes(out, text, sizeof text);
}

static json_t *escape_text(const json_t *value)
{
	const uint8_t *text = (const uint8_t *)json_string_value(value);
	const uint8_t *end = text + json_string_length(value);
	struct exh_writer out = { .limit = SIZE_MAX };
	json_t *json;

	while (text < end) {
		const size_t size = utf8_size(text);

		if (size && !escaped_byte(text)) {
			exh_write_bytes(&out, text, size);
			text += size;
		} else {
			put_escaped(*text++, &out);
		}
	}
	mem_check(&out);
	json = json_stringn(out.size ? (const char *)out.data : "", out.size);
	exh_writer_free(&out);
	return json;
}

static json_t *escape(json_t *value);

static json_t *escape_object(json_t *object)
{
	json_t *out = json_object(), *value;
	const char *key;

	json_object_foreach(object, key, value)
		json_object_set_new(out, key, escape(value));
	return out;
}

/* Returns another value, with bytes that are not UTF-8 escaped. */
static json_t *escape(json_t *value)
{
	json_t *out;

	if (json_is_object(value))
		return escape_object(value);
	if (json_is_string(value))
		return escape_text(value);
	if (!json_is_array(value))
		return json_incref(value);
	out = json_array();
	for (size_t i = 0; i < json_array_size(value); i++)
		json_array_append_new(out, escape(json_array_get(value, i)));
	return out;
}

struct json *json_escaped(const struct json *value)
{
	return (struct json *)escape((json_t *)value);
}

bool json_has_escapes(struct exh_bytes text)
{
	/* Most texts have neither byte. */
	if (!memchr(text.data, 0xee, text.size) && !memchr(text.data, '\\', text.size))
		return false;
	for (size_t i = 0; i + 2 < text.size; i++) {
		const uint8_t *at = text.data + i;

		if (escaped_byte(at) ||
		    (i + 3 < text.size && at[0] == '\\' && at[1] == 'u' &&
		     tolower(at[2]) == 'e' && tolower(at[3]) == 'f'))
			return true;
	}
	return false;
}

/* Unescapes in place: the text becomes shorter. */
static void unescape_text(json_t *value)
{
	const uint8_t *text = (const uint8_t *)json_string_value(value);
	const size_t size = json_string_length(value);
	uint8_t *raw = mem_alloc(size + 1, 1), *out = raw;

	for (size_t i = 0; i < size; i++) {
		const uint8_t byte = i + 2 < size ? escaped_byte(text + i) : 0;

		*out++ = byte ? byte : text[i];
		i += byte ? 2 : 0;
	}
	json_string_setn_nocheck(value, (const char *)raw, (size_t)(out - raw));
	free(raw);
}

void json_unescape(struct json *json)
{
	json_t *root = (json_t *)json, *value;
	const char *key;

	if (json_is_object(root))
		json_object_foreach(root, key, value) json_unescape((struct json *)value);
	for (size_t i = 0; i < json_array_size(root); i++)
		json_unescape((struct json *)json_array_get(root, i));
	if (json_is_string(root))
		unescape_text(root);
}
