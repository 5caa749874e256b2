#include "exhume/zvision.h"
#include "exhume/advanced/zvision_text.h"

#include "../base/reader.h"
#include "../base/utf8.h"

#include <string.h>

enum {
	BYTE_ORDER_MARK = 0xfeff,
	END_MARK = 0x0a0d, /* CR LF, taken as a unit; a byte of 0 follows it */
	REPLACEMENT = 0xfffd,
	MAX_PADDING = 2, /* most zero bytes at the end of wide text */
};

/*
 * Encodings.
 */

/* CP1251 from 0x80 to 0xBF; its later letters are in the order of Unicode. */
static const uint16_t cp1251[] = {
	0x0402, 0x0403, 0x201a, 0x0453, 0x201e, 0x2026, 0x2020, 0x2021, 0x20ac, 0x2030,
	0x0409, 0x2039, 0x040a, 0x040c, 0x040b, 0x040f, 0x0452, 0x2018, 0x2019, 0x201c,
	0x201d, 0x2022, 0x2013, 0x2014, 0xfffd, 0x2122, 0x0459, 0x203a, 0x045a, 0x045c,
	0x045b, 0x045f, 0x00a0, 0x040e, 0x045e, 0x0408, 0x00a4, 0x0490, 0x00a6, 0x00a7,
	0x0401, 0x00a9, 0x0404, 0x00ab, 0x00ac, 0x00ad, 0x00ae, 0x0407, 0x00b0, 0x00b1,
	0x0406, 0x0456, 0x0491, 0x00b5, 0x00b6, 0x00b7, 0x0451, 0x2116, 0x0454, 0x00bb,
	0x0458, 0x0405, 0x0455, 0x0457,
};

static uint32_t of_cp1251(uint32_t byte)
{
	if (byte < 0x80)
		return byte;
	return byte < 0xc0 ? cp1251[byte - 0x80] : 0x0410 + (byte - 0xc0);
}

/* CP1252 from 0x80 to 0x9F; its later characters are those of Latin-1. */
static const uint16_t cp1252[] = {
	0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
	0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd,
	0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
	0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178,
};

static bool is_control(uint32_t unit)
{
	return unit >= 0x80 && unit < 0xa0;
}

static uint32_t of_cp1252(uint32_t byte)
{
	return is_control(byte) ? cp1252[byte - 0x80] : byte;
}

static bool is_utf8(struct exh_bytes text)
{
	bool has_letters = false;
	uint32_t c;

	for (size_t at = 0, size; at < text.size; at += size) {
		size = utf8_read(text, at, &c);
		if (!size)
			return false;
		has_letters |= size > 1;
	}
	return has_letters;
}

static bool is_wide_text(struct exh_bytes file)
{
	const uint8_t *data = file.data;
	size_t size = file.size;

	while (size && !data[size - 1])
		size--;
	if (file.size - size <= MAX_PADDING)
		size = file.size;
	if (size >= 2 && (load_u16le(data) == BYTE_ORDER_MARK || (size == 2 && !data[1])))
		return true;
	for (size_t i = 2; i < size; i++)
		if (!data[i] &&
		    (!data[i - 2] || (data[i - 1] == '\n' && data[i - 2] == '\r')))
			return true;
	return false;
}

static bool is_wide(enum exh_zv_encoding encoding)
{
	return encoding == EXH_ZV_WIDE || encoding == EXH_ZV_WIDE_CP1251 ||
	       encoding == EXH_ZV_WIDE_CP1252;
}

/*
 * Lines.
 */

/* Reads units and finds line ends. */
struct scan {
	struct reader r;
	enum exh_zv_encoding encoding;
	bool ended;	/* the last unit was a line end */
	size_t bad;	/* units that are not characters */
	size_t bad_at;	/* offset of the first of them */
	size_t left_at; /* offset of half a unit at the end, or EXH_NO_OFFSET */
};

static uint32_t peek(const struct scan *scan)
{
	if (!is_wide(scan->encoding))
		return rd_left(&scan->r) ? scan->r.in.data[scan->r.pos] : 0;
	return rd_left(&scan->r) >= 2 ? load_u16le(scan->r.in.data + scan->r.pos) : 0;
}

/* Skips the unit that peek returned. */
static void pass(struct scan *scan)
{
	rd_take(&scan->r, is_wide(scan->encoding) ? 2 : 1);
}

/* True if the skipped unit was a line end. Skips its other units, too. */
static bool pass_line_end(struct scan *scan, uint32_t unit)
{
	if (unit == '\r') {
		const uint32_t next = peek(scan);

		if (next == '\n')
			pass(scan);
		if (next != END_MARK || !is_wide(scan->encoding))
			return true;
		pass(scan);
		unit = END_MARK;
	}
	if (unit != END_MARK || !is_wide(scan->encoding))
		return unit == '\n';
	if (rd_left(&scan->r))
		rd_take(&scan->r, 1);
	return true;
}

static uint32_t bad(struct scan *scan, size_t offset)
{
	if (!scan->bad++)
		scan->bad_at = offset;
	return REPLACEMENT;
}

/* Returns the character whose first byte was skipped. */
static uint32_t decode_utf8(struct scan *scan, size_t offset)
{
	uint32_t c = 0;
	const size_t size = utf8_read(scan->r.in, scan->r.pos - 1, &c);

	if (!size || !c)
		return bad(scan, offset);
	rd_take(&scan->r, size - 1);
	return c;
}

/* Returns the character that begins with the skipped unit. */
static uint32_t decode(struct scan *scan, uint32_t unit, size_t offset)
{
	const bool russian = scan->encoding == EXH_ZV_CP1251 ||
			     (scan->encoding == EXH_ZV_WIDE_CP1251 && unit < 0x100);
	const bool western = scan->encoding == EXH_ZV_CP1252 ||
			     (scan->encoding == EXH_ZV_WIDE_CP1252 && unit < 0x100);
	uint32_t next;

	if (scan->encoding == EXH_ZV_UTF8)
		return decode_utf8(scan, offset);
	if (russian)
		unit = of_cp1251(unit);
	if (western)
		unit = of_cp1252(unit);
	if (!unit || unit == REPLACEMENT)
		return bad(scan, offset);
	if (unit < 0xd800 || unit > 0xdfff)
		return unit;
	next = peek(scan);
	if (unit > 0xdbff || next < 0xdc00 || next > 0xdfff)
		return bad(scan, offset);
	pass(scan);
	return 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00);
}

/* False at a line's end, which is skipped, and at the end of the file. */
static bool next_character(struct scan *scan, uint32_t *out)
{
	const size_t offset = rd_tell(&scan->r);
	const uint32_t unit = peek(scan);

	scan->ended = false;
	if (rd_left(&scan->r) < (is_wide(scan->encoding) ? 2U : 1U)) {
		if (rd_left(&scan->r))
			scan->left_at = offset;
		rd_take(&scan->r, rd_left(&scan->r));
		return false;
	}
	pass(scan);
	scan->ended = pass_line_end(scan, unit);
	if (scan->ended)
		return false;
	*out = decode(scan, unit, offset);
	return true;
}

/* True if the file contains controls, which Latin-1 texts don't. */
static bool has_controls(struct exh_bytes file, enum exh_zv_encoding encoding)
{
	struct scan scan = { .r = { .in = file }, .encoding = encoding };
	bool found = false;

	while (rd_left(&scan.r) && !found) {
		uint32_t c = 0;

		found = next_character(&scan, &c) && is_control(c);
	}
	return found;
}

enum exh_zv_encoding exh_zv_text_encoding(struct exh_bytes file)
{
	if (is_wide_text(file))
		return has_controls(file, EXH_ZV_WIDE) ? EXH_ZV_WIDE_CP1252 : EXH_ZV_WIDE;
	if (is_utf8(file))
		return EXH_ZV_UTF8;
	return has_controls(file, EXH_ZV_LATIN1) ? EXH_ZV_CP1252 : EXH_ZV_LATIN1;
}

static char *put_utf8(char *out, uint32_t c)
{
	static const uint8_t marks[] = { 0, 0xc0, 0xe0, 0xf0 };
	const unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;

	*out++ = (char)(marks[more] | c >> 6 * more);
	for (unsigned i = more; i-- > 0;)
		*out++ = (char)(0x80 | (c >> 6 * i & 0x3f));
	return out;
}

/* Reads all lines. If lines is NULL, only counts lines and bytes. */
static struct scan scan_all(struct exh_bytes file, enum exh_zv_encoding encoding,
			    struct exh_zv_text_line *lines, char *text,
			    size_t *line_count, size_t *text_size)
{
	struct scan scan = { .r = { .in = file },
			     .encoding = encoding,
			     .left_at = EXH_NO_OFFSET };
	size_t count = 0, total = 0;

	if (is_wide(encoding) && peek(&scan) == BYTE_ORDER_MARK)
		pass(&scan);
	if (encoding == EXH_ZV_UTF8 && file.size >= 3 &&
	    !memcmp(file.data, "\xef\xbb\xbf", 3))
		rd_take(&scan.r, 3);
	while (rd_left(&scan.r)) {
		const size_t offset = rd_tell(&scan.r);
		char place[4], *start = lines ? text + total : place, *end = start;
		uint32_t c;
		size_t size = 0;

		while (next_character(&scan, &c)) {
			end = put_utf8(lines ? end : place, c);
			size += lines ? 0 : (size_t)(end - place);
		}
		if (lines)
			size = (size_t)(end - start);
		/* Half a unit alone is not a line. */
		if (!size && !scan.ended)
			break;
		if (lines)
			lines[count] = (struct exh_zv_text_line){ start, size, offset };
		total += size + 1;
		count++;
	}
	*line_count = count;
	*text_size = total;
	return scan;
}

static void note_scan(const struct scan *scan, struct exh_bytes file,
		      struct exh_notes *notes)
{
	if (!notes)
		return;
	if (scan->bad)
		exh_note(notes, EXH_WARNING, scan->bad_at,
			 "invalid character; in total %zu became U+FFFD", scan->bad);
	if (scan->left_at != EXH_NO_OFFSET) {
		const uint8_t byte = file.data[scan->left_at - file.base];

		exh_note(notes, byte && byte != '\r' ? EXH_DAMAGE : EXH_WARNING,
			 scan->left_at, "the file ends within a two-byte character");
	}
}

enum exh_status exh_zv_text_read(struct exh_bytes file, enum exh_zv_encoding encoding,
				 struct exh_arena *arena, struct exh_zv_text *text,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_zv_text_line *lines;
	struct scan scan;
	size_t count, size;
	char *room;

	*text = (struct exh_zv_text){ .encoding = encoding };
	if (encoding == EXH_ZV_ENCODING_AUTO)
		text->encoding = exh_zv_text_encoding(file);
	scan = scan_all(file, text->encoding, NULL, NULL, &count, &size);
	lines = exh_alloc(arena, count + 1, sizeof *lines);
	room = exh_alloc(arena, size + 1, 1);
	if (!lines || !room)
		return exh_fail(err, EXH_NO_MEMORY, file.base,
				"%zu lines need more than %zu bytes of memory", count,
				arena->limit);
	note_scan(&scan, file, notes);
	text->lines = lines;
	scan_all(file, text->encoding, lines, room, &text->line_count, &size);
	return EXH_OK;
}
