#include "font_files.h"

#include "task/memory.h"
#include "task/text.h"

#include <exhume/advanced/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LINE_SIZE = 160, /* bytes of a line that is parsed; longer lines are cut off */
	MOST = 1 << 16,	 /* largest value of any number */
	MAX_SIDE = 255,
	MAX_NOTES = 16,
	ASCII_END = 0x7f,
	LISTED = 8, /* most missing characters listed by name */
};

struct box {
	long width, height, x, y; /* x, y: lower left corner, with y going up */
};

struct parser {
	struct lines lines;
	size_t next;	      /* index of the next line */
	char line[LINE_SIZE]; /* the preceding line */
	struct exh_bytes whole;
	struct box all; /* FONTBOUNDINGBOX */
	long ascent, descent, advance;
	long stated, found; /* numbers of glyphs */
	bool has_ascent, has_descent, is_unicode, is_raw, has_line_height, has_code_count;
	const struct exh_code_page *page;
	size_t homeless; /* glyphs without a code */
	struct bdf_read_font *out;
	struct exh_notes *notes;
	struct exh_error *err;
};

static enum exh_status wrong(const struct parser *p, const char *expected)
{
	return exh_fail(p->err, EXH_INVALID, p->whole.base, "line %zu: expected %s",
			p->next, expected);
}

static enum exh_status ended(const struct parser *p, const char *expected)
{
	return exh_fail(p->err, EXH_TRUNCATED, p->whole.base + p->whole.size,
			"%zu lines: the file ends before %s", p->lines.count, expected);
}

static bool next_line(struct parser *p)
{
	size_t size;

	if (p->next == p->lines.count)
		return false;
	p->whole = p->lines.items[p->next++];
	size = p->whole.size < LINE_SIZE - 1 ? p->whole.size : LINE_SIZE - 1;
	memcpy(p->line, p->whole.data, size);
	p->line[size] = '\0';
	return true;
}

/* Returns the text after the keyword; NULL if the line has another keyword. */
static const char *after(const struct parser *p, const char *keyword)
{
	const size_t size = strlen(keyword);
	const char *rest = p->line + size;

	if (strncmp(p->line, keyword, size) != 0 ||
	    (*rest && *rest != ' ' && *rest != '\t'))
		return NULL;
	while (*rest == ' ' || *rest == '\t')
		rest++;
	return rest;
}

static bool get_numbers(const char *text, size_t count, long *out)
{
	for (size_t i = 0; i < count; i++) {
		char *end;

		out[i] = strtol(text, &end, 10);
		if (end == text || out[i] < -MOST || out[i] > MOST)
			return false;
		text = end;
	}
	return true;
}

static bool get_box(const char *text, struct box *out)
{
	long numbers[4];

	if (!get_numbers(text, 4, numbers) || numbers[0] < 0 || numbers[1] < 0)
		return false;
	*out = (struct box){ numbers[0], numbers[1], numbers[2], numbers[3] };
	return true;
}

/*
 * The header.
 */

/* Other fonts keep their codes: they may have any code page. */
static bool is_unicode(const char *registry)
{
	return strncmp(registry, "\"ISO10646\"", 10) == 0 ||
	       strncmp(registry, "\"ISO8859\"", 9) == 0;
}

static bool take_number(const struct parser *p, const char *keyword, long least,
			long *out, bool *is_there, enum exh_status *status)
{
	const char *text = after(p, keyword);

	if (!text)
		return false;
	if (!get_numbers(text, 1, out) || *out < least)
		*status = wrong(p, "a number after the property's name");
	else
		*is_there = true;
	return true;
}

/* Reads a property of our own, in the game's units. */
static bool take_own(const struct parser *p, const char *keyword, size_t most,
		     size_t *out, bool *is_there, enum exh_status *status)
{
	long value = 0;

	if (!take_number(p, keyword, 0, &value, is_there, status))
		return false;
	if (!*status && (size_t)value > most)
		*status = wrong(p, "a smaller number after the property's name");
	*out = (size_t)value;
	return true;
}

static enum exh_status take_property(struct parser *p)
{
	const char *registry = after(p, "CHARSET_REGISTRY");
	enum exh_status status = EXH_OK;
	bool has_first;

	if (registry)
		p->is_unicode = !p->is_raw && is_unicode(registry);
	else if (!take_number(p, "FONT_ASCENT", -MOST, &p->ascent, &p->has_ascent,
			      &status) &&
		 !take_number(p, "FONT_DESCENT", -MOST, &p->descent, &p->has_descent,
			      &status) &&
		 !take_own(p, "EXHUME_LINE_HEIGHT", UINT16_MAX, &p->out->line_height,
			   &p->has_line_height, &status) &&
		 !take_own(p, "EXHUME_FIRST", UINT16_MAX, &p->out->first, &has_first,
			   &status))
		take_own(p, "EXHUME_CODES", BDF_CODES, &p->out->code_count,
			 &p->has_code_count, &status);
	return status;
}

/* Reads up to the line CHARS. Properties are read wherever they are. */
static enum exh_status read_header(struct parser *p)
{
	enum exh_status status = EXH_OK;
	const char *text;

	if (!next_line(p) || !after(p, "STARTFONT"))
		return p->lines.count ? wrong(p, "STARTFONT, with which BDF begins")
				      : ended(p, "STARTFONT, with which BDF begins");
	while (!status) {
		if (!next_line(p))
			return ended(p, "CHARS, the number of glyphs");
		text = after(p, "CHARS");
		if (text && !get_numbers(text, 1, &p->stated))
			return wrong(p, "CHARS with a number");
		if (text)
			break;
		text = after(p, "FONTBOUNDINGBOX");
		if (!text)
			status = take_property(p);
		else if (!get_box(text, &p->all))
			status = wrong(p, "FONTBOUNDINGBOX with 4 numbers");
	}
	if (!p->has_ascent)
		p->ascent = p->all.y + p->all.height;
	if (!p->has_descent)
		p->descent = -p->all.y;
	return status;
}

/*
 * Glyphs.
 */

struct glyph {
	char name[32];
	size_t line;   /* first line of the glyph */
	size_t offset; /* offset of that line */
	long encoding; /* below 0: no code */
	struct box box;
	long advance;
	size_t rows; /* line of the first row */
};

static int code_of(const struct parser *p, long encoding)
{
	if (encoding < 0 || (!p->is_unicode && encoding >= BDF_CODES))
		return -1;
	if (!p->is_unicode)
		return (int)encoding;
	for (unsigned code = 0; code < BDF_CODES; code++)
		if (font_unicode(p->page, code) == (unsigned long)encoding)
			return (int)code;
	return -1;
}

/* Moves past the rows and ENDCHAR. */
static enum exh_status pass_rows(struct parser *p, struct glyph *glyph)
{
	glyph->rows = p->next;
	for (long y = 0; y < glyph->box.height; y++) {
		const size_t digits = (size_t)(glyph->box.width + 7) / 8 * 2;
		size_t size = 0;

		if (!next_line(p))
			return ended(p, "the last row of a glyph");
		while (size < p->whole.size && text_hex_digit(p->whole.data[size]) >= 0)
			size++;
		if (size < digits)
			return exh_fail(p->err, EXH_INVALID, p->whole.base,
					"line %zu: %zu hexadecimal digits, a row of %ld "
					"pixels has %zu",
					p->next, size, glyph->box.width, digits);
	}
	if (!next_line(p))
		return ended(p, "ENDCHAR");
	return after(p, "ENDCHAR") ? EXH_OK : wrong(p, "ENDCHAR after the last row");
}

static enum exh_status take_line(struct parser *p, struct glyph *glyph, bool *has_rows)
{
	const char *encoding = after(p, "ENCODING"), *advance = after(p, "DWIDTH"),
		   *box = after(p, "BBX");

	*has_rows = after(p, "BITMAP");
	if (encoding && !get_numbers(encoding, 1, &glyph->encoding))
		return wrong(p, "ENCODING with a number");
	if (advance && !get_numbers(advance, 1, &glyph->advance))
		return wrong(p, "DWIDTH with numbers");
	if (box && !get_box(box, &glyph->box))
		return wrong(p, "BBX with 4 numbers");
	return after(p, "ENDCHAR") ? wrong(p, "BITMAP before ENDCHAR") : EXH_OK;
}

static enum exh_status read_glyph(struct parser *p, struct glyph *glyph)
{
	enum exh_status status = EXH_OK;
	bool has_rows = false;

	*glyph = (struct glyph){ .line = p->next,
				 .offset = p->whole.base,
				 .encoding = -1,
				 .box = p->all,
				 .advance = p->advance };
	snprintf(glyph->name, sizeof glyph->name, "%.31s", after(p, "STARTCHAR"));
	while (!status && !has_rows) {
		if (!next_line(p))
			return ended(p, "the rows of a glyph");
		status = take_line(p, glyph, &has_rows);
	}
	return status ? status : pass_rows(p, glyph);
}

static bool has_ink(const struct parser *p, const struct glyph *glyph, size_t x, size_t y)
{
	const int digit = text_hex_digit(p->lines.items[glyph->rows + y].data[x / 4]);

	return digit >> (3 - x % 4) & 1;
}

/* Draws its ink; returns the number of pixels outside. */
static size_t draw(const struct parser *p, const struct glyph *glyph,
		   struct exh_image *onto)
{
	const long top = p->ascent - glyph->box.y - glyph->box.height;
	size_t lost = 0;

	for (long y = 0; y < glyph->box.height; y++)
		for (long x = 0; x < glyph->box.width; x++) {
			const long to_x = glyph->box.x + x, to_y = top + y;

			if (!has_ink(p, glyph, (size_t)x, (size_t)y))
				continue;
			if (to_x < 0 || to_y < 0 || to_x >= (long)onto->width ||
			    to_y >= (long)onto->height)
				lost++;
			else
				onto->pixels[(size_t)to_y * onto->width + (size_t)to_x] =
					1;
		}
	return lost;
}

/* Keeps a glyph as a cell as wide as the advance and down to the lowest row. */
static enum exh_status keep_glyph(struct parser *p, const struct glyph *glyph, int code)
{
	struct exh_image *image = &p->out->glyphs[code];
	const long height = p->ascent - glyph->box.y;
	size_t lost;

	if (image->pixels) {
		exh_note(p->notes, EXH_WARNING, glyph->offset,
			 "line %zu: glyph %s has a code that an earlier one has: %d",
			 glyph->line, glyph->name, code);
		return EXH_OK;
	}
	if (glyph->advance < 0 || glyph->advance > MAX_SIDE || height > MAX_SIDE ||
	    glyph->box.height > MAX_SIDE)
		return exh_fail(p->err, EXH_INVALID, glyph->offset,
				"line %zu: glyph %s takes %ldx%ld pixels, expected 0 to "
				"%d",
				glyph->line, glyph->name, glyph->advance, height,
				MAX_SIDE);
	*image = (struct exh_image){ (size_t)glyph->advance,
				     height > 0 ? (size_t)height : 0, NULL };
	image->pixels = mem_alloc(image->width, image->height);
	lost = draw(p, glyph, image);
	if (lost)
		exh_note(p->notes, EXH_WARNING, glyph->offset,
			 "line %zu: glyph %s: %zu pixels of ink outside its %zux%zu are "
			 "cut off",
			 glyph->line, glyph->name, lost, image->width, image->height);
	return EXH_OK;
}

static enum exh_status read_glyphs(struct parser *p)
{
	enum exh_status status = EXH_OK;
	struct glyph glyph;
	int code;

	while (!status) {
		if (!next_line(p)) {
			exh_note(p->notes, EXH_WARNING, p->whole.base + p->whole.size,
				 "the file ends before ENDFONT");
			break;
		}
		if (after(p, "ENDFONT"))
			break;
		if (!after(p, "STARTCHAR"))
			continue;
		status = read_glyph(p, &glyph);
		if (status)
			break;
		p->found++;
		code = code_of(p, glyph.encoding);
		if (code < 0)
			p->homeless++;
		else
			status = keep_glyph(p, &glyph, code);
	}
	return status;
}

/*
 * After the last glyph.
 */

static void note_missing(const struct parser *p)
{
	char list[LISTED * 2 + 8] = "";
	size_t missing = 0, used = 0;

	for (unsigned code = ' '; code < ASCII_END; code++) {
		if (p->out->glyphs[code].pixels ||
		    (p->has_code_count && code >= p->out->code_count))
			continue;
		if (missing++ >= LISTED)
			continue;
		list[used++] = ' ';
		if (code == ' ')
			used += (size_t)snprintf(list + used, sizeof list - used,
						 "space");
		else
			list[used++] = (char)code;
	}
	if (missing)
		exh_note(p->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "no glyphs for %zu characters of ASCII:%s%s", missing, list,
			 missing > LISTED ? " ..." : "");
}

static enum exh_status finish(struct parser *p)
{
	size_t count = 0;

	for (size_t i = 0; i < BDF_CODES; i++)
		if (p->out->glyphs[i].pixels)
			count = i + 1;
	if (!count)
		return exh_fail(p->err, EXH_INVALID, EXH_NO_OFFSET,
				p->page ? "no glyph of a character that has a byte"
					: "no glyph with a code below 256 or in code "
					  "page 437");
	if (p->out->code_count < count)
		p->out->code_count = count;
	if (!p->has_line_height) {
		if (p->ascent + p->descent < 1 || p->ascent + p->descent > UINT16_MAX)
			return exh_fail(p->err, EXH_INVALID, EXH_NO_OFFSET,
					"FONT_ASCENT and FONT_DESCENT make a line of %ld "
					"pixels",
					p->ascent + p->descent);
		p->out->line_height = (size_t)(p->ascent + p->descent);
	}
	if (p->found != p->stated)
		exh_note(p->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "CHARS says %ld glyphs, found %ld", p->stated, p->found);
	if (p->homeless)
		exh_note(p->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "%zu glyphs are left out: their characters have no code",
			 p->homeless);
	note_missing(p);
	return EXH_OK;
}

enum exh_status bdf_decode(struct exh_bytes text, const struct exh_code_page *page,
			   bool is_raw, struct bdf_read_font *out,
			   struct exh_notes *notes, struct exh_error *err)
{
	struct parser p = { .out = out,
			    .page = page,
			    .notes = notes,
			    .err = err,
			    .is_unicode = !is_raw,
			    .is_raw = is_raw };
	enum exh_status status;

	*out = (struct bdf_read_font){ 0 };
	lines_split(text, &p.lines);
	exh_notes_limit(notes, MAX_NOTES);
	status = read_header(&p);
	if (!status)
		status = read_glyphs(&p);
	if (!status)
		status = finish(&p);
	exh_notes_all(notes);
	lines_free(&p.lines);
	return status;
}

void bdf_free(struct bdf_read_font *font)
{
	for (size_t i = 0; i < BDF_CODES; i++)
		free(font->glyphs[i].pixels);
	*font = (struct bdf_read_font){ 0 };
}
