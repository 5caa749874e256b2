#include "text.h"

#include <exhume/cp437.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char null_picture[] = "\xe2\x90\x80", unknown[] = "\xef\xbf\xbd";

enum { PICTURE_SIZE = 3 };

/* NULL if there is no such. */
static iconv_t open_one(const char *to, const char *from)
{
	iconv_t opened = iconv_open(to, from);

	return (intptr_t)opened == -1 ? NULL : opened;
}

bool text_encoding_open(struct text_encoding *encoding, const char *name)
{
	*encoding = (struct text_encoding){ 0 };
	encoding->name = name;
	encoding->is_cp437 = !name || !strcasecmp(name, "cp437") || !strcmp(name, "437");
	if (encoding->is_cp437)
		return true;
	encoding->to = open_one("UTF-8", name);
	encoding->from = open_one(name, "UTF-8");
	if (encoding->to && encoding->from)
		return true;
	text_encoding_close(encoding);
	return false;
}

void text_encoding_close(struct text_encoding *encoding)
{
	if (encoding->to)
		iconv_close(encoding->to);
	if (encoding->from)
		iconv_close(encoding->from);
	*encoding = (struct text_encoding){ 0 };
}

const char *const text_encoding_words[] = { "cp437", "latin1", "cp850", "utf-8", NULL };

static void release(void *encoding)
{
	text_encoding_close(encoding);
}

int text_encoding_parse(const struct command *self, struct common *common,
			const char *name, struct text_encoding *encoding)
{
	if (!text_encoding_open(encoding, name))
		return opt_usage_error(self, "--encoding %s: unknown", name);
	common_keep(common, encoding, release);
	return EXIT_DONE;
}

/* One turn of iconv, whose input it only reads. Returns false when it stops at a byte
 * that is no character. */
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

/* What is left in iconv at the end: shifts back. */
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
	size_t bad = 0;

	iconv(encoding->to, NULL, NULL, NULL, NULL);
	while (!convert(encoding->to, &text, out)) {
		exh_write_bytes(out, unknown, PICTURE_SIZE);
		text.data++;
		text.size--;
		bad++;
		iconv(encoding->to, NULL, NULL, NULL, NULL);
	}
	return bad;
}

size_t text_to_utf8(const struct text_encoding *encoding, struct exh_bytes text,
		    struct exh_writer *out)
{
	size_t bad = 0;

	while (text.size) {
		const uint8_t *zero = memchr(text.data, 0, text.size);
		struct exh_bytes part = text;

		part.size = zero ? (size_t)(zero - text.data) : text.size;
		if (encoding->is_cp437)
			exh_cp437_to_utf8(part, EXH_CP437_TEXT, out);
		else
			bad += iconv_to_utf8(encoding, part, out);
		if (zero)
			exh_write_bytes(out, null_picture, PICTURE_SIZE);
		part.size += zero != NULL;
		text.data += part.size;
		text.size -= part.size;
	}
	return bad;
}

static bool part_from_utf8(const struct text_encoding *encoding, struct exh_bytes utf8,
			   struct exh_writer *out)
{
	bool good;

	if (encoding->is_cp437)
		return exh_cp437_from_utf8(utf8, EXH_CP437_TEXT, out, NULL) == EXH_OK;
	iconv(encoding->from, NULL, NULL, NULL, NULL);
	good = convert(encoding->from, &utf8, out);
	finish(encoding->from, out);
	return good;
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

/* Of the character that utf8 begins with; 0 if it is none. */
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
	const char *name = encoding->name	? encoding->name
			   : encoding->is_cp437 ? "cp437"
						: "the encoding";
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
