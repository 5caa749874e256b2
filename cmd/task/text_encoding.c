#include "text_encoding.h"

#include "file.h"
#include "memory.h"
#include "text.h"

#include <exhume/advanced/code_page.h>
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char null_picture[] = "\xe2\x90\x80", unknown[] = "\xef\xbf\xbd";

enum {
	PICTURE_SIZE = 3,
	MAX_UTF8 = 8,
	CODES = 256,
	DELETE = 0x7f,
	CHARMAP_LIMIT = 1 << 20,
};

/* Returns NULL for an unknown encoding. */
static iconv_t open_iconv(const char *to, const char *from)
{
	iconv_t opened = iconv_open(to, from);

	return (intptr_t)opened == -1 ? NULL : opened;
}

/*
 * Characters of UTF-8.
 */

/* Returns the size of the character at the start; 0 for invalid UTF-8. */
static size_t character_size(struct exh_bytes utf8)
{
	const uint8_t first = utf8.data[0];
	const size_t size = first < 0x80		    ? 1
			    : first >= 0xc2 && first < 0xe0 ? 2
			    : first >= 0xe0 && first < 0xf0 ? 3
			    : first >= 0xf0 && first < 0xf5 ? 4
							    : 0;

	if (size > utf8.size)
		return 0;
	for (size_t i = 1; i < size; i++)
		if ((utf8.data[i] & 0xc0) != 0x80)
			return 0;
	return size;
}

static unsigned code_of(const uint8_t *utf8, size_t size)
{
	unsigned code = size == 1 ? utf8[0] : utf8[0] & (0x7fU >> size);

	for (size_t i = 1; i < size; i++)
		code = code << 6 | (utf8[i] & 0x3f);
	return code;
}

/*
 * The table of an encoding that iconv knows.
 */

/* False for a byte that is not a whole character. */
static bool find_character(iconv_t with, uint8_t byte, uint32_t *c)
{
	uint8_t utf8[MAX_UTF8];
	char in = (char)byte, *from = &in, *to = (char *)utf8;
	size_t left = 1, room = sizeof utf8, size;

	*c = 0;
	errno = 0;
	iconv(with, NULL, NULL, NULL, NULL);
	if (iconv(with, &from, &left, &to, &room) == (size_t)-1 || room == sizeof utf8)
		return false;
	size = sizeof utf8 - room;
	*c = code_of(utf8, size);
	return character_size((struct exh_bytes){ utf8, size, 0 }) == size;
}

/* True if the byte begins a character of several bytes. */
static bool begins_several(iconv_t with, uint8_t byte)
{
	uint32_t c;

	return !find_character(with, byte, &c) && errno == EINVAL;
}

/* If two bytes are the same character, the first is kept. */
static void fill_page(iconv_t with, struct exh_code_page *page)
{
	for (unsigned i = 0; i < CODES; i++) {
		uint32_t c;
		bool is_new = find_character(with, (uint8_t)i, &c);

		for (unsigned k = 0; k < i; k++)
			is_new &= page->unicode[k] != c;
		page->unicode[i] = is_new ? c : 0;
	}
}

/* True if each byte is a character, and ASCII is unchanged. */
static bool is_page(iconv_t with)
{
	for (unsigned i = 0; i < CODES; i++) {
		uint32_t c;

		if (begins_several(with, (uint8_t)i) ||
		    (i >= ' ' && i < DELETE && !find_character(with, (uint8_t)i, &c)))
			return false;
	}
	return true;
}

bool text_encoding_open(struct text_encoding *encoding, const char *name)
{
	iconv_t with;

	*encoding = (struct text_encoding){ .name = name, .messages = name };
	exh_code_page_start(&encoding->page);
	if (!strcasecmp(name, "cp437") || !strcmp(name, "437"))
		return true;
	with = open_iconv("UTF-8", name);
	if (!with)
		return false;
	encoding->is_multibyte = !is_page(with);
	if (!encoding->is_multibyte)
		fill_page(with, &encoding->page);
	iconv_close(with);
	return true;
}

enum exh_status text_encoding_of(struct text_encoding *encoding, struct exh_bytes charmap,
				 struct exh_error *err)
{
	*encoding = (struct text_encoding){ .name = TEXT_CHARMAP,
					    .messages = "the character map" };
	return exh_code_page_read(charmap, &encoding->page, err);
}

enum exh_status text_encoding_read(struct text_encoding *encoding, const char *path,
				   struct exh_error *err)
{
	struct file file;
	enum exh_status status = file_read(path, CHARMAP_LIMIT, &file, err);

	if (status)
		return status;
	status = text_encoding_of(encoding, file_bytes(&file), err);
	free(file.data);
	return status;
}

void encoding_row_fill(struct encoding_row *row, const struct text_encoding *encoding)
{
	*row = (struct encoding_row){ .text.limit = CHARMAP_LIMIT };
	if (!encoding)
		return;
	if (strcmp(encoding->name, TEXT_CHARMAP) != 0) {
		row->encoding = encoding->name;
		return;
	}
	exh_code_page_write(&encoding->page, &row->text);
	exh_write_u8(&row->text, 0);
	mem_check(&row->text);
	row->charmap = (const char *)row->text.data;
}

void encoding_row_free(struct encoding_row *row)
{
	exh_writer_free(&row->text);
}

enum exh_status encoding_row_open(const struct encoding_row *row,
				  struct text_encoding *encoding, struct exh_error *err)
{
	if (row->charmap)
		return text_encoding_of(encoding, bytes_of_text(row->charmap), err);
	if (text_encoding_open(encoding, row->encoding))
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
			"the system does not know the encoding %.40s", row->encoding);
}

void text_encoding_of_names(const struct text_encoding *encoding,
			    struct text_encoding *names)
{
	*names = *encoding;
	for (unsigned i = 0; i < CODES && !names->is_multibyte; i++) {
		uint32_t *c = &names->page.unicode[i];

		if (i <= DELETE)
			*c = exh_cp437_to_unicode((uint8_t)i, EXH_CP437_TEXT);
		for (unsigned k = 0; k < i && i > DELETE; k++)
			*c = names->page.unicode[k] == *c ? 0 : *c;
	}
}

const char *text_encoding_name(const struct text_encoding *encoding)
{
	return encoding ? encoding->name : "cp437";
}

const char *text_encoding_messages(const struct text_encoding *encoding)
{
	return encoding ? encoding->messages : "cp437";
}

const struct exh_code_page *text_page(const struct text_encoding *encoding)
{
	return encoding ? &encoding->page : NULL;
}

bool text_is_letter(const struct text_encoding *encoding, uint8_t control)
{
	const unsigned c = encoding ? encoding->page.unicode[control] : control;

	return encoding && !encoding->is_multibyte && c && c != control &&
	       c != exh_cp437_to_unicode(control, EXH_CP437_SCREEN);
}

/*
 * Encodings of several bytes. A converter has a state: each text gets its own.
 */

/* Calls iconv once; it only reads the input. Returns false if it stops at an invalid
 * byte. */
static bool convert(iconv_t with, struct exh_bytes *in, struct exh_writer *out)
{
	char buffer[512];

	while (in->size) {
		char *from = (char *)in->data, *to = buffer;
		size_t left = in->size, room = sizeof buffer;
		const size_t result = iconv(with, &from, &left, &to, &room);

		exh_write_bytes(out, buffer, (size_t)(to - buffer));
		in->data += in->size - left;
		in->size = left;
		if (result == (size_t)-1 && errno != E2BIG)
			return false;
	}
	return true;
}

/* Flushes iconv: it may end with a return to the initial shift state. */
static void finish(iconv_t with, struct exh_writer *out)
{
	char buffer[16], *to = buffer;
	size_t room = sizeof buffer;

	if (iconv(with, NULL, NULL, &to, &room) != (size_t)-1)
		exh_write_bytes(out, buffer, (size_t)(to - buffer));
}

static size_t iconv_to_utf8(const struct text_encoding *encoding, struct exh_bytes text,
			    struct exh_writer *out)
{
	iconv_t with = open_iconv("UTF-8", encoding->name);
	size_t bad = 0;

	if (!with) {
		out->failed = true;
		return text.size;
	}
	while (!convert(with, &text, out)) {
		exh_write_bytes(out, unknown, PICTURE_SIZE);
		text.data++;
		text.size--;
		bad++;
		iconv(with, NULL, NULL, NULL, NULL);
	}
	iconv_close(with);
	return bad;
}

static bool iconv_from_utf8(const struct text_encoding *encoding, struct exh_bytes utf8,
			    struct exh_writer *out)
{
	iconv_t with = open_iconv(encoding->name, "UTF-8");
	const bool good = with && convert(with, &utf8, out);

	if (with) {
		finish(with, out);
		iconv_close(with);
	}
	return good;
}

/*
 * Texts.
 */

size_t text_to_utf8_as(const struct text_encoding *encoding, struct exh_bytes text,
		       enum exh_cp437_use use, struct exh_writer *out)
{
	return encoding && encoding->is_multibyte
		       ? iconv_to_utf8(encoding, text, out)
		       : exh_code_page_to_utf8(text_page(encoding), text, use, out);
}

size_t text_to_utf8(const struct text_encoding *encoding, struct exh_bytes text,
		    struct exh_writer *out)
{
	size_t bad = 0;

	while (text.size) {
		const uint8_t *zero = memchr(text.data, 0, text.size);
		struct exh_bytes part = text;

		part.size = zero ? (size_t)(zero - text.data) : text.size;
		bad += text_to_utf8_as(encoding, part, EXH_CP437_TEXT, out);
		if (zero)
			exh_write_bytes(out, null_picture, PICTURE_SIZE);
		part.size += zero != NULL;
		text.data += part.size;
		text.size -= part.size;
	}
	return bad;
}

void text_lines_to_utf8(const struct exh_code_page *page, struct exh_bytes lines,
			struct exh_writer *out)
{
	for (size_t i = 0; i < lines.size; i++)
		exh_code_page_to_utf8(
			page, (struct exh_bytes){ lines.data + i, 1, 0 },
			lines.data[i] < ' ' ? EXH_CP437_TEXT : EXH_CP437_NAME, out);
}

static bool part_from_utf8(const struct text_encoding *encoding, struct exh_bytes utf8,
			   struct exh_writer *out)
{
	return encoding && encoding->is_multibyte
		       ? iconv_from_utf8(encoding, utf8, out)
		       : exh_code_page_from_utf8(text_page(encoding), utf8,
						 EXH_CP437_TEXT, out, NULL) == EXH_OK;
}

bool text_from_utf8(const struct text_encoding *encoding, struct exh_bytes utf8,
		    struct exh_writer *out)
{
	while (utf8.size) {
		const uint8_t *zero =
			memmem(utf8.data, utf8.size, null_picture, PICTURE_SIZE);
		struct exh_bytes part = utf8;

		part.size = zero ? (size_t)(zero - utf8.data) : utf8.size;
		if (!part_from_utf8(encoding, part, out))
			return false;
		if (zero)
			exh_write_u8(out, 0);
		part.size += zero ? PICTURE_SIZE : 0;
		utf8.data += part.size;
		utf8.size -= part.size;
	}
	return !out->failed;
}

static bool has_place(const struct text_encoding *encoding, struct exh_bytes character)
{
	struct exh_writer out = { .limit = 64 };
	const bool has = text_from_utf8(encoding, character, &out);

	exh_writer_free(&out);
	return has;
}

size_t text_find_foreign(const struct text_encoding *encoding, struct exh_bytes utf8,
			 char expected[TEXT_PHRASE_SIZE])
{
	const char *name = text_encoding_messages(encoding);
	size_t at = 0, size = 0;

	for (; at < utf8.size; at += size) {
		struct exh_bytes rest = { utf8.data + at, utf8.size - at, 0 };

		size = character_size(rest);
		rest.size = size;
		if (!size || !has_place(encoding, rest))
			break;
	}
	if (at < utf8.size && size)
		snprintf(expected, TEXT_PHRASE_SIZE,
			 "characters of %.32s, found '%.*s' (U+%04X)", name, (int)size,
			 (const char *)utf8.data + at, code_of(utf8.data + at, size));
	else if (at < utf8.size)
		snprintf(expected, TEXT_PHRASE_SIZE,
			 "characters of %.32s, found the byte 0x%02X, which is not UTF-8",
			 name, utf8.data[at]);
	else
		snprintf(expected, TEXT_PHRASE_SIZE, "characters of %.32s", name);
	return at;
}
