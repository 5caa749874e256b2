#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_put(struct exh_writer *out, const char *format, ...)
{
	char line[512], *text = line;
	va_list args, again;
	int size;

	va_start(args, format);
	va_copy(again, args);
	size = vsnprintf(line, sizeof line, format, args);
	if (size >= (int)sizeof line) {
		text = malloc((size_t)size + 1);
		if (text)
			vsnprintf(text, (size_t)size + 1, format, again);
	}
	if (text && size >= 0)
		exh_write_bytes(out, text, (size_t)size);
	else
		out->failed = true;
	if (text != line)
		free(text);
	va_end(again);
	va_end(args);
}

/* U+FFFE and U+FFFF. */
static bool is_no_character(const char *text)
{
	return strncmp(text, "\xef\xbf\xbe", 3) == 0 ||
	       strncmp(text, "\xef\xbf\xbf", 3) == 0;
}

/* XML 1.0 has no way to write most control characters, escaped or not. */
void text_put_xml(struct exh_writer *out, const char *text)
{
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;

		if (c == '\t' || c == '\n' || c == '\r' || c == '"' || c == '<' ||
		    c == '>' || c == '&') {
			text_put(out, "&#%u;", c);
		} else if (c < ' ' || is_no_character(text)) {
			text_put(out, "\xef\xbf\xbd");
			text += c < ' ' ? 0 : 2;
		} else {
			exh_write_u8(out, c);
		}
	}
}

int text_hex_digit(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

struct exh_bytes text_without_mark(struct exh_bytes text)
{
	static const uint8_t mark[] = { 0xef, 0xbb, 0xbf };

	if (text.size >= sizeof mark && memcmp(text.data, mark, sizeof mark) == 0)
		exh_bytes_slice(text, sizeof mark, text.size - sizeof mark, &text);
	return text;
}
