#include "text.h"

#include "memory.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
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
	if (size < 0)
		mem_end();
	if (size >= (int)sizeof line) {
		text = mem_alloc((size_t)size + 1, 1);
		vsnprintf(text, (size_t)size + 1, format, again);
	}
	exh_write_bytes(out, text, (size_t)size);
	if (text != line)
		free(text);
	va_end(again);
	va_end(args);
}

bool text_size(const char *text, uint64_t *bytes)
{
	static const char units[] = "KMG";
	const char *unit;
	unsigned long long number;
	char *end;
	unsigned shift = 0;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	number = strtoull(text, &end, 10);
	unit = *end ? strchr(units, *end & ~0x20) : NULL;
	if (*end && (!unit || !*unit || end[1]))
		return false;
	if (unit)
		shift = 10 * (unsigned)(unit - units + 1);
	if (errno || !number || number > UINT64_MAX >> shift)
		return false;
	*bytes = (uint64_t)number << shift;
	return true;
}

char *text_of_size(uint64_t bytes)
{
	enum { KIB = 1 << 10, MIB = 1 << 20 };

	if (bytes >= MIB)
		return mem_format("%" PRIu64 " MiB", bytes / MIB);
	return bytes >= KIB ? mem_format("%" PRIu64 " KiB", bytes / KIB)
			    : mem_format("%" PRIu64 " byte%s", bytes,
					 text_plural((size_t)bytes));
}

char *text_lower(const char *text)
{
	char *copy = mem_text(text);

	for (char *c = copy; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	return copy;
}

void text_put_quoted(struct exh_writer *out, const char *text)
{
	exh_write_u8(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			exh_write_u8(out, '\\');
		exh_write_u8(out, (uint8_t)*text);
	}
	exh_write_u8(out, '"');
}

struct exh_bytes bytes_of_text(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

bool bytes_are_same(struct exh_bytes a, struct exh_bytes b)
{
	return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size));
}

bool text_is(struct exh_bytes bytes, const char *text)
{
	return bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
}

/* True for U+FFFE and U+FFFF. */
static bool is_no_character(const char *text)
{
	return strncmp(text, "\xef\xbf\xbe", 3) == 0 ||
	       strncmp(text, "\xef\xbf\xbf", 3) == 0;
}

void text_put_escape(uint8_t c, struct exh_writer *out)
{
	if (c == '\\')
		text_put(out, "\\\\");
	else if (c == '\t')
		text_put(out, "\\t");
	else if (c == '\n')
		text_put(out, "\\n");
	else if (c == '\r')
		text_put(out, "\\r");
	else
		text_put(out, "\\x%02x", c);
}

void text_put_escaped(struct exh_bytes utf8, struct exh_writer *out)
{
	for (size_t i = 0; i < utf8.size; i++)
		if (text_is_escaped(utf8.data[i]))
			text_put_escape(utf8.data[i], out);
		else
			exh_write_u8(out, utf8.data[i]);
}

static bool is_number(struct exh_bytes text)
{
	size_t digits = 0, points = 0;

	for (size_t i = 0; i < text.size; i++) {
		digits += text.data[i] >= '0' && text.data[i] <= '9';
		points += text.data[i] == '.';
	}
	return digits && points < 2 && digits + points == text.size;
}

static bool is_formula(struct exh_bytes cell)
{
	const uint8_t first = cell.size ? cell.data[0] : 0;

	if (first == '-')
		return !is_number((struct exh_bytes){ cell.data + 1, cell.size - 1, 0 });
	return first && strchr("=+@\t\r", first);
}

/* True if reading would remove the cell's apostrophe. */
static bool is_guarded(struct exh_bytes cell)
{
	const bool has_rest = cell.size > 1 && cell.data[0] == '\'';

	return has_rest &&
	       (cell.data[1] == '\'' ||
		is_formula((struct exh_bytes){ cell.data + 1, cell.size - 1, 0 }));
}

void text_guard_cell(struct exh_writer *out, size_t start, bool is_safe)
{
	const size_t size = out->size - start;
	const struct exh_bytes cell = { size ? out->data + start : NULL, size, 0 };

	if (!size || !(is_guarded(cell) ||
		       (is_safe && (cell.data[0] == '\'' || is_formula(cell)))))
		return;
	exh_write_u8(out, 0);
	if (out->failed)
		return;
	memmove(out->data + start + 1, out->data + start, size);
	out->data[start] = '\'';
}

struct exh_bytes text_cell_content(struct exh_bytes cell)
{
	return is_guarded(cell)
		       ? (struct exh_bytes){ cell.data + 1, cell.size - 1, cell.base + 1 }
		       : cell;
}

/* XML 1.0 can't represent most control characters, escaped or not. */
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

void text_put_base64(struct exh_writer *out, struct exh_bytes in)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < in.size; i += 3) {
		const size_t left = in.size - i;
		const uint32_t bits = (uint32_t)in.data[i] << 16 |
				      (left > 1 ? (uint32_t)in.data[i + 1] << 8 : 0) |
				      (left > 2 ? in.data[i + 2] : 0);

		for (size_t k = 0; k < 4; k++)
			exh_write_u8(out,
				     k <= left
					     ? (uint8_t)digits[bits >> (18 - 6 * k) & 63]
					     : '=');
	}
}

int text_hex_digit(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int text_hex_pair(const uint8_t digits[2])
{
	const int high = text_hex_digit(digits[0]), low = text_hex_digit(digits[1]);

	return high < 0 || low < 0 ? -1 : high << 4 | low;
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

bool text_read_hex(struct exh_bytes text, struct exh_writer *out)
{
	int high = -1;

	for (size_t i = 0; i < text.size; i++) {
		const int value = text_hex_digit(text.data[i]);

		if (value < 0 && is_blank(text.data[i]))
			continue;
		if (value < 0)
			return false;
		if (high >= 0)
			exh_write_u8(out, (uint8_t)(high << 4 | value));
		high = high < 0 ? value : -1;
	}
	return high < 0;
}

struct exh_bytes text_without_mark(struct exh_bytes text)
{
	static const uint8_t mark[] = { 0xef, 0xbb, 0xbf };

	if (text.size >= sizeof mark && memcmp(text.data, mark, sizeof mark) == 0)
		exh_bytes_slice(text, sizeof mark, text.size - sizeof mark, &text);
	return text;
}

size_t text_count_characters(const void *utf8, size_t size)
{
	const uint8_t *bytes = utf8;
	size_t count = 0;

	for (size_t i = 0; i < size; i++)
		count += (bytes[i] & 0xc0) != 0x80;
	return count;
}
