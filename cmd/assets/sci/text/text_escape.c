#include "text.h"

#include "task/text.h"

#include <string.h>

static bool is_control(uint8_t c)
{
	return c < ' ' || c == 0x7f;
}

/* Appends the bytes for the escape at the beginning of text. Returns the escape's
 * size; 0 if it is invalid. */
static size_t unescape(struct exh_bytes text, struct exh_writer *out)
{
	const uint8_t c = text.size > 1 ? text.data[1] : 0;
	int value;

	switch (c) {
	case 't':
	case 'n':
	case 'r':
		exh_write_u8(out, c == 't' ? '\t' : c == 'n' ? '\n' : '\r');
		return 2;
	case 'x':
		value = text.size < 4 ? -1 : text_hex_pair(text.data + 2);
		if (value < 0)
			return 0;
		exh_write_u8(out, (uint8_t)value);
		return 4;
	default:
		return 0;
	}
}

/* Appends a byte of an encoding with one byte a character: its character, or a code.
 * Returns true if it has no character. */
static bool escape_byte(const struct text_encoding *encoding, uint8_t byte,
			struct exh_writer *out)
{
	struct exh_writer utf8 = { .limit = 8 };
	const bool is_code = is_control(byte) && !text_is_letter(encoding, byte);
	const bool is_bad =
		!is_code &&
		text_to_utf8(encoding, (struct exh_bytes){ &byte, 1, 0 }, &utf8);

	if (is_code || is_bad)
		text_put_escape(byte, out);
	else
		text_put_escaped(exh_writer_bytes(&utf8), out);
	out->failed |= utf8.failed;
	exh_writer_free(&utf8);
	return is_bad;
}

/* True for ASCII, except escapes: most bytes. */
static bool is_plain(const struct exh_code_page *page, uint8_t byte)
{
	return byte < 0x7f && !text_is_escaped(byte) &&
	       exh_code_page_to_unicode(page, byte, EXH_CP437_TEXT) == byte;
}

static size_t escape_each(const struct text_encoding *encoding, struct exh_bytes text,
			  struct exh_writer *out)
{
	size_t bad = 0;

	for (size_t i = 0; i < text.size; i++) {
		const uint8_t byte = text.data[i];

		if (is_plain(text_page(encoding), byte))
			exh_write_u8(out, byte);
		else
			bad += escape_byte(encoding, byte, out);
	}
	return bad;
}

static bool is_multibyte(const struct text_encoding *encoding)
{
	return encoding && encoding->is_multibyte;
}

/* Converts a run without control characters; byte by byte if it does not round-trip. */
static void escape_plain(const struct text_encoding *encoding, struct exh_bytes text,
			 struct exh_writer *out)
{
	struct exh_writer utf8 = { .limit = out->limit };
	struct exh_writer back = { .limit = out->limit };

	if (!text_to_utf8(encoding, text, &utf8) &&
	    text_from_utf8(encoding, exh_writer_bytes(&utf8), &back) &&
	    bytes_are_same(exh_writer_bytes(&back), text))
		text_put_escaped(exh_writer_bytes(&utf8), out);
	else
		for (size_t i = 0; i < text.size; i++)
			if (text.data[i] >= 0x7f || text.data[i] == '\\')
				text_put_escape(text.data[i], out);
			else
				exh_write_u8(out, text.data[i]);
	out->failed |= utf8.failed || back.failed;
	exh_writer_free(&utf8);
	exh_writer_free(&back);
}

void text_escape_bytes(const struct text_encoding *encoding, struct exh_bytes text,
		       struct exh_writer *out)
{
	if (!is_multibyte(encoding))
		escape_each(encoding, text, out);
	for (size_t i = 0; is_multibyte(encoding) && i < text.size;) {
		size_t end = i;

		while (end < text.size && !is_control(text.data[end]))
			end++;
		if (end > i)
			escape_plain(encoding,
				     (struct exh_bytes){ text.data + i, end - i, 0 },
				     out);
		for (i = end; i < text.size && is_control(text.data[i]); i++)
			text_put_escape(text.data[i], out);
	}
}

size_t text_escape_controls(const struct text_encoding *encoding, struct exh_bytes text,
			    struct exh_writer *out)
{
	size_t bad = 0;

	if (!is_multibyte(encoding))
		return escape_each(encoding, text, out);
	for (size_t i = 0; i < text.size;) {
		size_t end = i;

		while (end < text.size && !text_is_escaped(text.data[end]))
			end++;
		if (end > i)
			bad += text_to_utf8(
				encoding, (struct exh_bytes){ text.data + i, end - i, 0 },
				out);
		i = end;
		if (i < text.size)
			text_put_escape(text.data[i++], out);
	}
	return bad;
}

bool text_unescape_bytes(const struct text_encoding *encoding, struct exh_bytes text,
			 struct exh_writer *out, size_t *wrong, bool *is_escape)
{
	for (size_t i = 0; i < text.size;) {
		const struct exh_bytes rest = { text.data + i, text.size - i, 0 };
		const uint8_t *stop = memchr(rest.data, '\\', rest.size);
		const bool is_backslash =
			stop == rest.data && rest.size > 1 && stop[1] == '\\';
		struct exh_bytes plain = rest;
		size_t taken;

		plain.size = is_backslash ? 1
			     : stop	  ? (size_t)(stop - rest.data)
					  : rest.size;
		*wrong = i;
		*is_escape = stop == rest.data && !is_backslash;
		if (plain.size && !text_from_utf8(encoding, plain, out)) {
			char expected[TEXT_PHRASE_SIZE];

			*wrong += text_find_foreign(encoding, plain, expected);
			return false;
		}
		i += plain.size + is_backslash;
		if (plain.size)
			continue;
		taken = unescape(rest, out);
		if (!taken)
			return false;
		i += taken;
	}
	return true;
}
