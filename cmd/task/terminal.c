#include "terminal.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { ESCAPED_SIZE = 4 /* of "\xNN" */ };

static bool is_more(uint8_t byte)
{
	return (byte & 0xc0) == 0x80;
}

/* Bytes of the character that a terminal may show; 0: its first byte is to be escaped. */
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

size_t terminal_escape(const char *text, char *out, size_t size)
{
	static const char digits[] = "0123456789ABCDEF";
	const uint8_t *in = (const uint8_t *)text;
	size_t at = 0;

	while (*in) {
		const size_t shown = shown_size(in);
		const size_t wanted = shown ? shown : ESCAPED_SIZE;

		if (at + wanted >= size)
			break;
		if (shown) {
			memcpy(out + at, in, shown);
		} else {
			out[at] = '\\';
			out[at + 1] = 'x';
			out[at + 2] = digits[*in >> 4];
			out[at + 3] = digits[*in & 15];
		}
		in += shown ? shown : 1;
		at += wanted;
	}
	if (size)
		out[at] = '\0';
	return at;
}
