#include "text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { ESCAPED_SIZE = 4 /* size of "\xNN" */ };

static bool is_more(uint8_t byte)
{
	return (byte & 0xc0) == 0x80;
}

/* Returns the size of a character that a terminal may show; 0: its first byte must be
 * escaped. text ends with a NUL. */
static size_t shown_size(const uint8_t *text)
{
	const uint8_t first = text[0];

	if (first < 0x80)
		return first == '\t' || (first >= ' ' && first != 0x7f);
	if (first >= 0xc2 && first < 0xe0 && is_more(text[1]))
		return first == 0xc2 && text[1] < 0xa0 ? 0 : 2;
	if ((first & 0xf0) == 0xe0 && is_more(text[1]) && is_more(text[2]))
		return first == 0xe0 && text[1] < 0xa0 ? 0 : 3;
	if (first >= 0xf0 && first < 0xf5 && is_more(text[1]) && is_more(text[2]) &&
	    is_more(text[3]))
		return 4;
	return 0;
}

static void put_hex(uint8_t byte, char out[ESCAPED_SIZE])
{
	static const char digits[] = "0123456789ABCDEF";

	out[0] = '\\';
	out[1] = 'x';
	out[2] = digits[byte >> 4];
	out[3] = digits[byte & 15];
}

/* As shown_size, for a text without a NUL at its end. */
static size_t shown_in(struct exh_bytes text, size_t at)
{
	uint8_t some[5] = { 0 };
	const size_t left = text.size - at;

	memcpy(some, text.data + at, left < 4 ? left : 4);
	return shown_size(some);
}

void terminal_put(struct exh_bytes text, struct exh_writer *out)
{
	for (size_t at = 0; at < text.size;) {
		const size_t shown = text.data[at] == '\n' ? 1 : shown_in(text, at);
		char hex[ESCAPED_SIZE];

		if (shown) {
			exh_write_bytes(out, text.data + at, shown);
		} else {
			put_hex(text.data[at], hex);
			exh_write_bytes(out, hex, ESCAPED_SIZE);
		}
		at += shown ? shown : 1;
	}
}

size_t terminal_escape(const char *text, char *out, size_t size)
{
	const uint8_t *in = (const uint8_t *)text;
	size_t at = 0;

	while (*in) {
		const size_t shown = shown_size(in);
		const size_t wanted = shown ? shown : ESCAPED_SIZE;

		if (at + wanted >= size)
			break;
		if (shown)
			memcpy(out + at, in, shown);
		else
			put_hex(*in, out + at);
		in += shown ? shown : 1;
		at += wanted;
	}
	if (size)
		out[at] = '\0';
	return at;
}

bool terminal_shows(struct exh_bytes text)
{
	size_t at = 0, shown = 1;

	while (at < text.size && shown) {
		shown = text.data[at] == '\n' ? 1 : shown_in(text, at);
		at += shown;
	}
	return text.size - at < 4 && (at == text.size || text.data[at] >= 0xc2);
}
