/* Pages of texts, as the game's viewer lays them out. */
#include "exhume/advanced/keen_binary.h"

#include "../base/reader.h"
#include "keen_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
	ROWS = 18,
	FIRST_Y = 10,
	ROW_HEIGHT = 10,
	LEFT = 10,
	RIGHT = 310,
	GAP = 8,   /* beside a picture */
	BLANK = 7, /* width of a blank after a word */
	MOST_LETTERS = 79,
	MOST_PAGES = 999,
	PAPER = 4,	  /* red */
	INK = 14 ^ PAPER, /* colours of ink are XORed with the page's */
	NUMBER_INK = 12 ^ PAPER,
	NUMBER_X = 218,
	NUMBER_Y = 186,
	FRAME_PARTS = 5,
	ASCII_END = 0x7f, /* games' own texts have other codes that their font lacks */
};

/* The frame's pictures lie one after the other in the archive. */
static const struct frame_part {
	size_t width, height, x, y;
} frame_parts[FRAME_PARTS] = {
	{ 320, 8, 0, 0 },    { 8, 192, 0, 8 },	 { 8, 192, 312, 8 },
	{ 304, 24, 8, 176 }, { 304, 8, 8, 192 },
};
enum { PART_WITH_NUMBER = 3, PART_WITHOUT = 4 };

struct setter {
	const struct exh_keen_pages *pages;
	uint8_t *pixels;	 /* NULL: nothing is drawn */
	struct exh_notes *notes; /* NULL: nothing is noted */
	bool stated[ASCII_END];	 /* characters that the font lacks */
	size_t pos;
	size_t line, line_pos; /* line ends before the place line_pos */
	unsigned x, y, row, color;
	unsigned left[ROWS], right[ROWS];
	bool is_full, has_failed;
};

static uint8_t upper(uint8_t c)
{
	return c >= 'a' && c <= 'z' ? (uint8_t)(c - 'a' + 'A') : c;
}

/* Returns the letter of the command at a place; 0 without a caret, or at the text's
 * end. */
static uint8_t command_at(struct exh_bytes text, size_t pos)
{
	return pos + 1 < text.size && text.data[pos] == '^' ? upper(text.data[pos + 1])
							    : 0;
}

/* Places of notes only grow, so lines are counted once. */
static size_t line_of(struct setter *s, size_t pos)
{
	for (; s->line_pos < pos; s->line_pos++)
		s->line += s->pages->text.data[s->line_pos] == '\n';
	return s->line + 1;
}

#define NOTE(s, pos, ...) \
	NOTE_OF((s)->notes, (s)->pages->chunk, line_of(s, pos), __VA_ARGS__)
#define NOTE_OF(notes, chunk, line, format, ...)                                    \
	exh_note(notes, EXH_WARNING, EXH_NO_OFFSET, "chunk %zu: line %zu: " format, \
		 chunk, line, __VA_ARGS__)

/*
 * Drawing.
 */

static void fill(const struct setter *s, size_t x, size_t y, size_t width, size_t height)
{
	for (size_t row = y; row < EXH_KEEN_PAGE_HEIGHT && row - y < height; row++)
		for (size_t column = x;
		     column < EXH_KEEN_PAGE_WIDTH && column - x < width; column++)
			s->pixels[row * EXH_KEEN_PAGE_WIDTH + column] = PAPER;
}

/* Puts a pixel, unless it is outside the page. Colours replace those there; ink is XORed
 * with them. */
static void put(const struct setter *s, size_t x, size_t y, uint8_t color, bool is_ink)
{
	uint8_t *pixel = s->pixels + y * EXH_KEEN_PAGE_WIDTH + x;

	if (x < EXH_KEEN_PAGE_WIDTH && y < EXH_KEEN_PAGE_HEIGHT)
		*pixel = is_ink ? *pixel ^ color : color & 15;
}

static void draw_bitmap(struct setter *s, const struct exh_keen_bitmap *bitmap, size_t x,
			size_t y)
{
	uint8_t *pixels = calloc(bitmap->width, bitmap->height);

	if (!pixels) {
		s->has_failed = true;
		return;
	}
	exh_keen_bitmap_decode(bitmap, pixels);
	for (size_t row = 0; row < bitmap->height; row++)
		for (size_t column = 0; column < bitmap->width; column++)
			put(s, x + column, y + row, pixels[row * bitmap->width + column],
			    false);
	free(pixels);
}

/* Opens a chunk that is wholly a picture. */
static bool open_picture(const struct exh_keen_graphics *graphics, size_t chunk,
			 struct exh_keen_bitmap *out)
{
	return chunk < graphics->chunk_count &&
	       graphics->chunks[chunk].class_id == EXH_KEEN_PIC &&
	       !exh_keen_bitmap_open(graphics, chunk, 0, out, NULL);
}

static void draw_frame(struct setter *s)
{
	struct exh_keen_bitmap bitmap;

	for (size_t i = 0; i < FRAME_PARTS; i++)
		if (i != (s->pages->has_numbers ? PART_WITHOUT : PART_WITH_NUMBER) &&
		    open_picture(s->pages->graphics, s->pages->frame + i, &bitmap))
			draw_bitmap(s, &bitmap, frame_parts[i].x, frame_parts[i].y);
}

static void draw_glyph(const struct setter *s, uint8_t code)
{
	const struct exh_keen_font *font = &s->pages->font;
	const size_t width = font->glyphs[code].width;
	uint8_t pixels[255 * 255];

	exh_keen_glyph_decode(font, code, pixels);
	for (size_t i = 0; i < width * font->height; i++)
		if (pixels[i] & 1)
			put(s, s->x + i % width, s->y + i / width, (uint8_t)s->color,
			    true);
}

static void draw_letters(struct setter *s, const uint8_t *letters, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (s->pixels)
			draw_glyph(s, letters[i]);
		s->x += s->pages->font.glyphs[letters[i]].width;
	}
}

static void draw_number(struct setter *s, size_t page)
{
	struct exh_writer text = { .limit = 64 };

	exh_write_format(&text, "pg %zu of %zu", page + 1, s->pages->count);
	s->x = NUMBER_X;
	s->y = NUMBER_Y;
	s->color = NUMBER_INK;
	draw_letters(s, text.data, text.size);
	exh_writer_free(&text);
}

/*
 * Words.
 */

static void new_line(struct setter *s)
{
	if (++s->row == ROWS) {
		s->is_full = true;
		return;
	}
	s->x = s->left[s->row];
	s->y += ROW_HEIGHT;
}

static void check_word(struct setter *s, const uint8_t *word, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const uint8_t code = word[i];

		if (code < ASCII_END && !s->pages->font.glyphs[code].width &&
		    !s->stated[code]) {
			NOTE(s, s->pos, "the font has no glyph for %c", code);
			s->stated[code] = true;
		}
		if (i && i + 1 < count && code == '^' &&
		    strchr("PECGTLB", upper(word[i + 1])))
			NOTE(s, s->pos,
			     "^%c within a word is text: put a blank before it",
			     word[i + 1]);
	}
}

static void set_word(struct setter *s)
{
	const struct exh_bytes text = s->pages->text;
	const uint8_t *word = text.data + s->pos;
	size_t count = 0;
	unsigned width = 0;

	for (; s->pos + count < text.size && word[count] > ' ' && count < MOST_LETTERS;
	     count++)
		width += s->pages->font.glyphs[word[count]].width;
	if (s->notes)
		check_word(s, word, count);
	while (!s->is_full && s->right[s->row] < s->x + width)
		new_line(s);
	if (s->is_full)
		return;
	draw_letters(s, word, count);
	s->pos += count;
	for (; s->pos < text.size && text.data[s->pos] == ' '; s->pos++)
		s->x += BLANK;
}

/*
 * Commands.
 */

static void skip_line(struct setter *s)
{
	while (s->pos < s->pages->text.size && s->pages->text.data[s->pos++] != '\n')
		;
}

static bool is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

/* Reads the next number of the line; false if it has no more. */
static bool read_number(const struct exh_bytes text, size_t *pos, unsigned *number)
{
	while (*pos < text.size && !is_digit(text.data[*pos]) && text.data[*pos] != '\n')
		++*pos;
	*number = 0;
	if (*pos == text.size || text.data[*pos] == '\n')
		return false;
	for (; *pos < text.size && is_digit(text.data[*pos]); ++*pos)
		if (*number <= UINT16_MAX)
			*number = *number * 10 + (text.data[*pos] - '0');
	return true;
}

static bool read_numbers(struct setter *s, unsigned *numbers, size_t count)
{
	size_t pos = s->pos + 2;

	for (size_t i = 0; i < count; i++)
		if (!read_number(s->pages->text, &pos, &numbers[i])) {
			NOTE(s, s->pos, "^%c: expected %zu numbers, found %zu",
			     command_at(s->pages->text, s->pos), count, i);
			return false;
		}
	return true;
}

/* Text keeps away from a picture, on the side where there is more room. */
static void flow(struct setter *s, size_t x, size_t y, size_t width, size_t height)
{
	const size_t first = y < FIRST_Y ? 0 : (y - FIRST_Y) / ROW_HEIGHT;
	const size_t bottom = y + height;
	const size_t last = bottom < FIRST_Y ? 0 : (bottom - FIRST_Y) / ROW_HEIGHT;

	for (size_t row = first; row <= last && row < ROWS; row++)
		if (x + width / 2 > EXH_KEEN_PAGE_WIDTH / 2)
			s->right[row] = x < GAP ? 0 : (unsigned)(x - GAP);
		else
			s->left[row] = (unsigned)(x + width + GAP);
	if (s->left[s->row] > s->x)
		s->x = s->left[s->row];
}

static void picture(struct setter *s, bool flows)
{
	struct exh_keen_bitmap bitmap;
	unsigned n[4];

	if (!read_numbers(s, n, flows ? 3 : 4))
		return;
	if (!open_picture(s->pages->graphics, n[2], &bitmap)) {
		NOTE(s, s->pos, "the archive has no picture in chunk %u", n[2]);
		return;
	}
	if ((n[1] & ~7U) + bitmap.width > EXH_KEEN_PAGE_WIDTH ||
	    n[0] + bitmap.height > EXH_KEEN_PAGE_HEIGHT)
		NOTE(s, s->pos, "the picture in chunk %u leaves the page", n[2]);
	if (s->pixels)
		draw_bitmap(s, &bitmap, n[1] & ~7U, n[0]);
	if (flows)
		flow(s, n[1], n[0], bitmap.width, bitmap.height);
}

static void place(struct setter *s)
{
	unsigned n[2];

	if (!read_numbers(s, n, 2))
		return;
	s->row = n[0] < FIRST_Y ? 0 : (n[0] - FIRST_Y) / ROW_HEIGHT;
	if (s->row >= ROWS) {
		NOTE(s, s->pos, "^L: row %u is below the page", n[0]);
		s->row = ROWS - 1;
	}
	s->x = n[1];
	s->y = FIRST_Y + ROW_HEIGHT * s->row;
}

static void bar(struct setter *s)
{
	unsigned n[4];

	if (read_numbers(s, n, 4) && s->pixels)
		fill(s, n[1], n[0], n[2], n[3]);
}

static void color(struct setter *s)
{
	static const char digits[] = "0123456789ABCDEF";
	const struct exh_bytes text = s->pages->text;
	const uint8_t c = s->pos + 2 < text.size ? text.data[s->pos + 2] : 0;
	const char *digit = c ? strchr(digits, upper(c)) : NULL;

	if (digit)
		s->color = (unsigned)(digit - digits) ^ PAPER;
	else
		NOTE(s, s->pos, "^C: expected a hexadecimal digit, found code %u", c);
	s->pos += digit ? 3 : 2;
}

/* Executes a command. False if it ends the page. */
static bool do_command(struct setter *s)
{
	const uint8_t name = command_at(s->pages->text, s->pos);

	switch (name) {
	case 'P':
	case 'E':
		return false;
	case 'C':
		color(s);
		return true;
	case 'G':
	case 'T':
		picture(s, name == 'G');
		break;
	case 'L':
		place(s);
		break;
	case 'B':
		bar(s);
		break;
	default:
		NOTE(s, s->pos, "no such command: ^%c",
		     name > ' ' && name < 0x7f ? name : ' ');
		s->pos++;
		return true;
	}
	skip_line(s);
	return true;
}

/*
 * Pages.
 */

/* Moves to the next ^P or ^E. False if there is none. */
static bool seek_end(struct setter *s)
{
	const struct exh_bytes text = s->pages->text;

	for (; s->pos < text.size; s->pos++)
		if (command_at(text, s->pos) == 'P' || command_at(text, s->pos) == 'E')
			return true;
	return false;
}

/* Notes text that does not fit on a full page. */
static void check_rest(struct setter *s, size_t page)
{
	const size_t from = s->pos;
	const struct exh_bytes text = s->pages->text;
	size_t i = from;

	seek_end(s);
	while (i < s->pos && text.data[i] <= ' ')
		i++;
	if (i < s->pos)
		NOTE(s, i, "page %zu is full: its rest is not shown", page + 1);
}

/* Sets a page, from its ^P to the next command that ends it. */
static void set_page(struct setter *s, size_t page)
{
	s->x = LEFT;
	s->y = FIRST_Y;
	s->row = 0;
	s->color = INK;
	s->is_full = false;
	for (size_t row = 0; row < ROWS; row++) {
		s->left[row] = LEFT;
		s->right[row] = RIGHT;
	}
	skip_line(s);
	while (s->pos < s->pages->text.size && !s->is_full) {
		const uint8_t c = s->pages->text.data[s->pos];

		if (c == '^') {
			if (!do_command(s))
				return;
		} else if (c > ' ') {
			set_word(s);
		} else {
			s->pos++;
			if (c == '\n')
				new_line(s);
		}
	}
	check_rest(s, page);
}

enum exh_status exh_keen_pages_draw(const struct exh_keen_pages *pages, size_t page,
				    uint8_t *pixels, struct exh_error *err)
{
	struct setter s = { .pages = pages, .pixels = pixels };

	for (size_t i = 0; i < page && seek_end(&s); i++)
		s.pos++;
	seek_end(&s);
	fill(&s, 0, 0, EXH_KEEN_PAGE_WIDTH, EXH_KEEN_PAGE_HEIGHT);
	if (pages->has_frame)
		draw_frame(&s);
	set_page(&s, page);
	if (pages->has_numbers)
		draw_number(&s, page);
	return s.has_failed ? exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "no memory")
			    : EXH_OK;
}

/*
 * Opening.
 */

static bool is_frame(const struct exh_keen_graphics *graphics, size_t first)
{
	struct exh_keen_bitmap bitmap;

	for (size_t i = 0; i < FRAME_PARTS; i++)
		if (!open_picture(graphics, first + i, &bitmap) ||
		    bitmap.width != frame_parts[i].width ||
		    bitmap.height != frame_parts[i].height)
			return false;
	return true;
}

static void find_frame(struct exh_keen_pages *pages)
{
	for (size_t i = 0; i < pages->graphics->chunk_count && !pages->has_frame; i++) {
		pages->has_frame = is_frame(pages->graphics, i);
		pages->frame = i;
	}
}

static enum exh_status open_font(struct exh_keen_pages *pages, struct exh_error *err)
{
	const struct exh_keen_graphics *graphics = pages->graphics;

	for (size_t i = 0; i < graphics->chunk_count; i++)
		if (graphics->chunks[i].class_id == EXH_KEEN_FONT)
			return exh_keen_font_open(graphics->chunks[i].expanded, false,
						  &pages->font, NULL, err);
	return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET, "the archive has no font");
}

/* Counts pages and commands. The text of the end uses some commands that the help does
 * not. */
static void survey(struct exh_keen_pages *pages)
{
	const struct exh_bytes text = pages->text;

	pages->has_numbers = true;
	for (size_t i = 0; i < text.size && command_at(text, i) != 'E'; i++) {
		const uint8_t name = command_at(text, i);

		pages->count += name == 'P';
		if (name == 'B' || name == 'L' || name == 'T')
			pages->has_numbers = false;
	}
}

static void check(const struct exh_keen_pages *pages, struct exh_notes *notes)
{
	struct setter s = { .pages = pages, .notes = notes };

	for (size_t i = 0; i < pages->count; i++) {
		seek_end(&s);
		set_page(&s, i);
	}
	if (s.pos >= pages->text.size)
		NOTE(&s, pages->text.size, "the text ends without ^%c", 'E');
}

enum exh_status exh_keen_pages_open(const struct exh_keen_graphics *graphics,
				    size_t chunk, struct exh_keen_pages *out,
				    struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;

	*out = (struct exh_keen_pages){ .graphics = graphics, .chunk = chunk };
	if (chunk < graphics->chunk_count)
		out->text = graphics->chunks[chunk].expanded;
	if (exh_keen_binary_kind(out->text) != EXH_KEEN_BINARY_TEXT)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"chunk %zu: not a text: it does not begin with ^P",
				chunk);
	if (graphics->layout.video != EXH_KEEN_EGA)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"chunk %zu: pages are drawn in the colours of EGA only",
				chunk);
	status = open_font(out, err);
	if (status)
		return exh_within(err, status, "chunk %zu", chunk);
	survey(out);
	find_frame(out);
	if (out->count > MOST_PAGES)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"chunk %zu: %zu pages, more than %d", chunk, out->count,
				MOST_PAGES);
	check(out, notes);
	return EXH_OK;
}
