#include "exhume/base.h"
#include "exhume/advanced/code_page.h"

#include "common.h"
#include "reader.h"
#include "utf8.h"

#include <inttypes.h>
#include <string.h>

enum {
	CODES = 256,
	DELETE = 0x7f,
	LAST_CHARACTER = 0x10ffff,
	NULL_PICTURE = 0x2400, /* stands for byte 0 in texts */
	REPLACEMENT = 0xfffd,
	CODE_DIGITS = 2,
	CHARACTER_DIGITS = 6,
};

void exh_code_page_start(struct exh_code_page *page)
{
	for (unsigned i = 0; i < CODES; i++)
		page->unicode[i] = exh_cp437_to_unicode((uint8_t)i, EXH_CP437_TEXT);
}

/*
 * Conversion.
 */

/* On a screen control codes are pictures, unless the page gives them letters. */
unsigned exh_code_page_to_unicode(const struct exh_code_page *page, uint8_t byte,
				  enum exh_cp437_use use)
{
	const bool is_own = page && (use != EXH_CP437_NAME || byte > DELETE);
	const uint32_t c =
		is_own ? page->unicode[byte] : exh_cp437_to_unicode(byte, EXH_CP437_TEXT);

	if (use != EXH_CP437_TEXT && c == byte && (byte < ' ' || byte == DELETE))
		return exh_cp437_to_unicode(byte, EXH_CP437_SCREEN);
	return c;
}

static void write_utf8(struct exh_writer *out, uint32_t c)
{
	static const uint8_t marks[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	const unsigned size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

	exh_write_u8(out, (uint8_t)(marks[size] | c >> 6 * (size - 1)));
	for (unsigned i = size - 1; i--;)
		exh_write_u8(out, (uint8_t)(0x80 | (c >> 6 * i & 0x3f)));
}

size_t exh_code_page_to_utf8(const struct exh_code_page *page, struct exh_bytes text,
			     enum exh_cp437_use use, struct exh_writer *out)
{
	size_t bad = 0;

	for (size_t i = 0; i < text.size; i++) {
		const uint8_t byte = text.data[i];
		const unsigned c = exh_code_page_to_unicode(page, byte, use);
		const bool is_bad = byte && !c;

		write_utf8(out, is_bad ? REPLACEMENT : c);
		bad += is_bad;
	}
	return bad;
}

/* Takes the next character; r->failed is set if there is none. */
static uint32_t take_utf8(struct reader *r)
{
	uint32_t c = 0;
	const size_t size = rd_left(r) ? utf8_read(r->in, r->pos, &c) : 0;

	r->failed |= !size;
	rd_take(r, size);
	return c;
}

/* Returns the byte of a character, or -1. The blank, which is two bytes on a screen,
 * gives the usual one. */
static int find_byte(const struct exh_code_page *page, uint32_t c, enum exh_cp437_use use)
{
	/* Most characters are ASCII. */
	if (c && c < CODES && exh_code_page_to_unicode(page, (uint8_t)c, use) == c)
		return (int)c;
	for (int byte = CODES - 1; byte >= 0; byte--)
		if (exh_code_page_to_unicode(page, (uint8_t)byte, use) == c &&
		    (c || !byte))
			return byte;
	return -1;
}

enum exh_status exh_code_page_from_utf8(const struct exh_code_page *page,
					struct exh_bytes utf8, enum exh_cp437_use use,
					struct exh_writer *out, struct exh_error *err)
{
	struct reader r = { .in = utf8 };

	while (rd_left(&r)) {
		const size_t at = rd_tell(&r);
		const uint32_t c = take_utf8(&r);
		const int byte = r.failed ? -1 : find_byte(page, c, use);

		if (r.failed)
			return exh_fail(err, EXH_INVALID, at,
					"not the UTF-8 of a character");
		if (byte < 0)
			return exh_fail(err, EXH_INVALID, at,
					page ? "U+%04" PRIX32 " has no byte"
					     : "U+%04" PRIX32 " is not in code page 437",
					c);
		exh_write_u8(out, (uint8_t)byte);
	}
	return EXH_OK;
}

void exh_cp437_to_utf8(struct exh_bytes text, enum exh_cp437_use use,
		       struct exh_writer *out)
{
	exh_code_page_to_utf8(NULL, text, use, out);
}

enum exh_status exh_cp437_from_utf8(struct exh_bytes utf8, enum exh_cp437_use use,
				    struct exh_writer *out, struct exh_error *err)
{
	return exh_code_page_from_utf8(NULL, utf8, use, out, err);
}

/*
 * Character maps.
 */

struct map_line {
	struct reader r;
	size_t number; /* from 1 */
	struct exh_error *err;
};

struct map {
	struct exh_code_page *page;
	size_t lines[CODES]; /* line that named each byte; 0: none */
};

static enum exh_status wrong(const struct map_line *line, const char *expected)
{
	return exh_fail(line->err, EXH_INVALID, EXH_NO_OFFSET, "line %zu: expected %s",
			line->number, expected);
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Returns the next byte of the line; 0 at its end. */
static uint8_t peek(const struct map_line *line)
{
	return rd_left(&line->r) ? line->r.in.data[line->r.pos] : 0;
}

static bool skip_blanks(struct map_line *line)
{
	const size_t first = line->r.pos;

	while (is_blank(peek(line)))
		line->r.pos++;
	return line->r.pos > first;
}

static bool is_at_end(const struct map_line *line)
{
	return !rd_left(&line->r) || peek(line) == '#';
}

static bool skip_prefix(struct map_line *line, char first, char second)
{
	const struct exh_bytes in = line->r.in;
	const size_t at = line->r.pos;

	if (rd_left(&line->r) < 3 || (in.data[at] | 0x20) != (first | 0x20) ||
	    (in.data[at + 1] | 0x20) != (second | 0x20) ||
	    exh_hex_digit(in.data[at + 2]) < 0)
		return false;
	line->r.pos += 2;
	return true;
}

/* False without digits, or with more than most. */
static bool take_hex(struct map_line *line, size_t most, uint32_t *value)
{
	size_t count = 0;

	*value = 0;
	for (; rd_left(&line->r) && exh_hex_digit(peek(line)) >= 0; count++) {
		if (count == most)
			return false;
		*value = *value << 4 | (uint32_t)exh_hex_digit(rd_u8(&line->r));
	}
	return count > 0;
}

/* Takes the character after a byte and an equals sign. False: it is not a blank or
 * number sign. */
static bool take_after_equals(struct map_line *line, uint32_t *c)
{
	const bool has_blank = is_blank(peek(line));

	if (peek(line) == '#') {
		*c = rd_u8(&line->r);
		return true;
	}
	skip_blanks(line);
	*c = ' ';
	return has_blank && is_at_end(line);
}

/* Takes a character, or its number. */
static enum exh_status take_character(struct map_line *line, uint32_t *c)
{
	const bool is_number = skip_prefix(line, '0', 'x') || skip_prefix(line, 'U', '+');

	if (is_number && !take_hex(line, CHARACTER_DIGITS, c))
		return wrong(line, "a number of up to six hexadecimal digits");
	if (!is_number)
		*c = take_utf8(&line->r);
	if (line->r.failed)
		return wrong(line, "a character of UTF-8");
	return EXH_OK;
}

static enum exh_status take_value(struct map_line *line, bool *has, uint32_t *c)
{
	const size_t first = line->r.pos;
	enum exh_status status = EXH_OK;

	skip_blanks(line);
	*has = !is_at_end(line);
	if (peek(line) == '=') {
		line->r.pos++;
		*has = rd_left(&line->r) > 0;
		if (!*has && line->r.pos - first > 1) {
			/* "3d =": the character itself, after a blank. */
			*has = true;
			*c = '=';
			return EXH_OK;
		}
		if (!*has)
			return wrong(line, "a character after =");
		if (take_after_equals(line, c))
			return EXH_OK;
	} else if (*has && line->r.pos == first) {
		return wrong(line, "a blank or = after the byte");
	}
	if (*has)
		status = take_character(line, c);
	return status;
}

static const char *why_not(unsigned byte, uint32_t c)
{
	const bool is_fixed = !byte || byte == '\t' || byte == '\n' || byte == '\r';

	if (c == byte)
		return NULL;
	if (is_fixed)
		return "no character for this byte: 00, 09, 0A and 0D are control "
		       "characters of texts";
	if (c < ' ' || c == DELETE)
		return "no control character for this byte";
	if (c > LAST_CHARACTER || (c >= 0xd800 && c < 0xe000) || c == NULL_PICTURE ||
	    c == REPLACEMENT)
		return "a character that texts may have (no half of a pair, not U+2400, "
		       "U+FFFD)";
	return NULL;
}

static enum exh_status add(struct map *map, const struct map_line *line, unsigned byte,
			   bool has, uint32_t c)
{
	const char *expected = has || !byte ? why_not(byte, c) : NULL;

	if (expected)
		return wrong(line, expected);
	if (map->lines[byte])
		return exh_fail(line->err, EXH_INVALID, EXH_NO_OFFSET,
				"line %zu: line %zu names byte %02X, too", line->number,
				map->lines[byte], byte);
	for (unsigned i = 0; i < CODES && has; i++)
		if (map->lines[i] && map->page->unicode[i] == c && c)
			return exh_fail(line->err, EXH_INVALID, EXH_NO_OFFSET,
					"line %zu: U+%04" PRIX32
					" belongs to byte %02X since line %zu",
					line->number, c, i, map->lines[i]);
	map->lines[byte] = line->number;
	map->page->unicode[byte] = has ? c : 0;
	return EXH_OK;
}

static enum exh_status read_line(struct map *map, struct map_line *line)
{
	enum exh_status status;
	uint32_t byte, c = 0;
	bool has;

	skip_blanks(line);
	if (is_at_end(line))
		return EXH_OK;
	skip_prefix(line, '0', 'x');
	if (!take_hex(line, CODE_DIGITS, &byte))
		return wrong(line, "a byte, 00 to FF, and its character");
	status = take_value(line, &has, &c);
	if (status)
		return status;
	if (rd_left(&line->r) && peek(line) != '#' && !skip_blanks(line))
		return wrong(line, "one character for a byte");
	if (!is_at_end(line))
		return wrong(line, "nothing after the character but a comment with #");
	return add(map, line, byte, has, c);
}

/* Takes characters that the map gives to one byte away from the bytes that have them
 * in code page 437. */
static void drop_taken(const struct map *map)
{
	uint32_t *unicode = map->page->unicode;

	for (unsigned i = 0; i < CODES; i++)
		for (unsigned k = 0; k < CODES && map->lines[i]; k++)
			if (k && !map->lines[k] && unicode[k] == unicode[i])
				unicode[k] = 0;
}

enum exh_status exh_code_page_read(struct exh_bytes charmap, struct exh_code_page *out,
				   struct exh_error *err)
{
	static const uint8_t mark[] = { 0xef, 0xbb, 0xbf };
	struct map map = { .page = out };
	struct map_line line = { .err = err };
	bool has_any = false;

	exh_code_page_start(out);
	if (charmap.size >= sizeof mark && !memcmp(charmap.data, mark, sizeof mark))
		charmap = (struct exh_bytes){ charmap.data + sizeof mark,
					      charmap.size - sizeof mark, 0 };
	while (charmap.size) {
		const uint8_t *end = memchr(charmap.data, '\n', charmap.size);
		const size_t size = end ? (size_t)(end - charmap.data) : charmap.size;
		enum exh_status status;

		line.r = (struct reader){ .in = { charmap.data, size, 0 } };
		line.number++;
		status = read_line(&map, &line);
		if (status)
			return status;
		charmap.data += size + (end != NULL);
		charmap.size -= size + (end != NULL);
	}
	for (unsigned i = 0; i < CODES; i++)
		has_any |= map.lines[i] > 0;
	if (!has_any)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no byte is named: expected lines such as 0x80 and a "
				"character");
	drop_taken(&map);
	return EXH_OK;
}

void exh_code_page_write(const struct exh_code_page *page, struct exh_writer *out)
{
	struct exh_code_page usual;

	exh_code_page_start(&usual);
	for (unsigned i = 0; i < CODES; i++) {
		const uint32_t c = page->unicode[i];

		if (c == usual.unicode[i])
			continue;
		exh_write_format(out, c ? "0x%02X\t0x%04" PRIX32 : "0x%02X", i, c);
		if (c > ' ' && c != DELETE && !(c >= 0x80 && c < 0xa0)) {
			exh_write_format(out, "\t# ");
			write_utf8(out, c);
		}
		exh_write_u8(out, '\n');
	}
}
