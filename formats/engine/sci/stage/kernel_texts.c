#include "screen.h"

#include <stdlib.h>
#include <string.h>

enum { USUAL_WIDTH = 192, LINE_FEED = '\n', RETURN = '\r', SPACE = ' ' };

/*
 * Measures.
 */

int32_t exh_stage_line_height(stage *s, unsigned font)
{
	const struct exh_sci_font *f = exh_stage_font(s, font);

	return f ? f->line_height : 0;
}

/* Returns NULL if the font lacks the glyph, or is missing. */
static const struct exh_sci_glyph *glyph_of(const struct exh_sci_font *f, char c)
{
	const size_t code = (uint8_t)c;

	return f && code >= f->first && code - f->first < f->glyph_count
		       ? &f->glyphs[code - f->first]
		       : NULL;
}

static int32_t character_width(const struct exh_sci_font *f, char c)
{
	const struct exh_sci_glyph *glyph = glyph_of(f, c);

	return glyph ? glyph->width : 0;
}

int32_t exh_stage_text_width(stage *s, const char *text, size_t length, unsigned font)
{
	const struct exh_sci_font *f = exh_stage_font(s, font);
	int32_t width = 0;

	for (size_t i = 0; i < length; i++)
		width += character_width(f, text[i]);
	return width;
}

/* A line: the number of characters from its start, and the start of the next line. */
struct line {
	size_t count, next;
	int32_t width;
};

/* Returns a line that ends at a line-end character. */
static struct line ended_line(const char *text, size_t at, int32_t width)
{
	const bool is_pair = text[at] == RETURN && text[at + 1] == LINE_FEED;

	return (struct line){ at, at + (text[at] ? 1 + is_pair : 0), width };
}

/* Cuts a text that is too wide: before the last space, if there is one; else after the
 * character that reaches the width. */
static struct line cut_line(const struct exh_sci_font *f, const char *text, size_t space,
			    size_t at)
{
	struct line line = { .count = space };

	if (space) {
		line.next = space;
		while (text[line.next] == SPACE)
			line.next++;
	} else {
		line.count = line.next = at + (text[at] != '\0');
	}
	for (size_t i = 0; i < line.count; i++)
		line.width += character_width(f, text[i]);
	return line;
}

/* Returns the first line of a text. Source: sci0-vm-notes 2. */
static struct line longest(const struct exh_sci_font *f, const char *text, int32_t most)
{
	int32_t width = 0;
	size_t space = 0, at = 0;

	for (;; at++) {
		const char c = text[at];

		if (!c || c == RETURN || c == LINE_FEED)
			return ended_line(text, at, width);
		if (c == SPACE)
			space = at;
		width += character_width(f, c);
		if (width > most || (!space && width == most))
			return cut_line(f, text, space, at);
	}
}

/* True if a text of lines ends here. A lone line end is an empty line. */
static bool is_over(const struct line *line)
{
	return !line->next;
}

void exh_stage_text_size(stage *s, const char *text, unsigned font, int32_t width,
			 int32_t *out_width, int32_t *out_height)
{
	const struct exh_sci_font *f = exh_stage_font(s, font);
	const int32_t most = width > 0 ? width : width < 0 ? INT32_MAX : USUAL_WIDTH;
	int32_t widest = 0, lines = 0;

	*out_width = *out_height = 0;
	if (!*text)
		return;
	if (width < 0) {
		*out_width = exh_stage_text_width(s, text, strlen(text), font);
		*out_height = f ? f->line_height : 0;
		return;
	}
	for (const char *at = text; *at;) {
		const struct line line = longest(f, at, most);

		if (is_over(&line))
			break;
		widest = line.width > widest ? line.width : widest;
		lines++;
		at += line.next;
	}
	*out_width = width > 0 ? width : widest < USUAL_WIDTH ? widest : USUAL_WIDTH;
	*out_height = lines * (f ? f->line_height : 0);
}

/*
 * Drawing.
 */

/* True for every second pixel, which gray text leaves out. */
static bool is_dimmed(int32_t x, int32_t y)
{
	return (x + y) % 2 == 0;
}

static void draw_glyph(stage *s, const struct exh_sci_glyph *glyph, int32_t x, int32_t y,
		       uint8_t color, bool is_gray)
{
	const size_t pitch = (glyph->width + 7u) / 8;

	for (int32_t row = 0; row < glyph->height; row++)
		for (int32_t i = 0; i < glyph->width; i++) {
			const unsigned bits =
				glyph->rows.data[(size_t)row * pitch + (size_t)i / 8];

			if (bits & 0x80u >> i % 8 &&
			    !(is_gray && !is_dimmed(i, y + row + 1)))
				exh_stage_pixel(s, x + i, y + row, MAP_VISUAL, color, -1,
						-1);
		}
}

int32_t exh_stage_characters(stage *s, const char *text, size_t length, unsigned font,
			     int32_t x, int32_t y, uint8_t color, bool is_gray)
{
	const struct exh_sci_font *f = exh_stage_font(s, font);

	for (size_t i = 0; i < length && f; i++) {
		const struct exh_sci_glyph *glyph = glyph_of(f, text[i]);

		if (!glyph)
			continue;
		draw_glyph(s, glyph, x, y, color, is_gray);
		x += glyph->width;
	}
	return x;
}

void exh_stage_box(stage *s, const char *text, struct rect rect, int32_t align,
		   unsigned font)
{
	const struct exh_sci_font *f = exh_stage_font(s, font);
	struct port *p = exh_stage_port(s);
	const int32_t width = rect.right - rect.left;
	int32_t y = rect.top;

	for (const char *at = text; *at;) {
		const struct line line = longest(f, at, width);
		int32_t x = rect.left;

		if (is_over(&line))
			break;
		if (align == ALIGN_CENTER)
			x += (width - line.width) / 2;
		else if (align == ALIGN_RIGHT)
			x += width - line.width;
		p->pen_x = exh_stage_characters(s, at, line.count, font, x + p->origin_x,
						y + p->origin_y, p->pen, p->is_gray) -
			   p->origin_x;
		p->pen_y = y;
		y += f ? f->line_height : 0;
		at += line.next;
	}
}

/*
 * TextSize.
 */

/* Writes four words of 16 bits. */
static void write_rect(stage *s, reg to, int32_t width, int32_t height)
{
	const uint16_t words[] = { 0, 0, (uint16_t)height, (uint16_t)width };

	exh_sci_vm_write_words(s->vm, to, words, sizeof words / sizeof *words);
}

static void text_size(stage *s, kernel_call *call)
{
	char *text = exh_stage_text_arg(s, call, 1);
	int32_t width = 0, height = 0;

	call->keeps_result = true;
	if (text)
		exh_stage_text_size(s, text, (uint16_t)exh_stage_arg(call, 2, 0),
				    exh_stage_arg(call, 3, 0), &width, &height);
	free(text);
	write_rect(s, exh_stage_arg_reg(call, 0), width, height);
}

/*
 * Display.
 */

enum {
	DISPLAY_AT = 100,
	DISPLAY_ALIGN = 101,
	DISPLAY_COLOR = 102,
	DISPLAY_BACK = 103,
	DISPLAY_GRAY = 104,
	DISPLAY_FONT = 105,
	DISPLAY_WIDTH = 106,
	DISPLAY_SAVE = 107,
	DISPLAY_RESTORE = 108,
	DISPLAY_NO_SHOW = 121,
};

struct display {
	int32_t align, back, width;
	bool saves, shows;
	bool is_only_restored;
};

/* Reads one of the options at *i, and advances *i. */
static void read_wish(stage *s, const kernel_call *call, size_t *i, struct display *d)
{
	struct port *p = exh_stage_port(s);
	const int32_t wish = exh_stage_arg(call, (*i)++, 0);

	switch (wish) {
	case DISPLAY_AT:
		p->pen_x = exh_stage_arg(call, (*i)++, 0);
		p->pen_y = exh_stage_arg(call, (*i)++, 0);
		break;
	case DISPLAY_ALIGN:
		d->align = exh_stage_arg(call, (*i)++, 0);
		break;
	case DISPLAY_COLOR:
		p->pen = exh_stage_arg(call, (*i)++, 0) & 15;
		break;
	case DISPLAY_BACK:
		d->back = exh_stage_arg(call, (*i)++, -1);
		break;
	case DISPLAY_GRAY:
		p->is_gray = exh_stage_arg(call, (*i)++, 0) != 0;
		break;
	case DISPLAY_FONT:
		p->font = (uint16_t)exh_stage_arg(call, (*i)++, 0);
		break;
	case DISPLAY_WIDTH:
		d->width = exh_stage_arg(call, (*i)++, 0);
		break;
	case DISPLAY_SAVE:
		d->saves = true;
		break;
	case DISPLAY_NO_SHOW:
		d->shows = false;
		break;
	default:
		break;
	}
}

static void restore_display(stage *s, reg bits)
{
	struct rect rect;

	if (exh_stage_restore(s, bits, &rect))
		exh_stage_reanimate(s, rect);
}

static void put_display(stage *s, kernel_call *call, const char *text,
			const struct display *d)
{
	struct port *p = exh_stage_port(s);
	const int32_t left = p->pen_x, top = p->pen_y;
	int32_t width, height;
	struct rect r, screen;

	exh_stage_text_size(s, text, p->font, d->width, &width, &height);
	r = (struct rect){ left, top, left + width, top + height };
	screen = exh_stage_from_port(s, r);
	if (d->saves)
		call->result = exh_stage_save(s, screen, MAP_VISUAL);
	if (d->back >= 0)
		exh_stage_fill(s, screen, MAP_VISUAL, d->back, -1, -1);
	exh_stage_box(s, text, r, d->align, p->font);
	exh_stage_note_text(s, text, r, EXH_SCI_SHOWN_TEXT);
	if (!s->pic_not_valid && d->shows)
		exh_stage_show(s, screen);
}

/* Arguments: text, then options. Of the port only the pen's position stays as the text
 * leaves it. */
static void display(stage *s, kernel_call *call)
{
	size_t i;
	char *text = exh_stage_text(s, call, 0, &i);
	struct port *p = exh_stage_port(s);
	const struct port before = *p;
	struct display d = {
		.align = ALIGN_LEFT, .back = -1, .width = -1, .shows = true
	};

	p->pen = 0;
	p->is_gray = false;
	while (i < call->count) {
		if (exh_stage_arg(call, i, 0) == DISPLAY_RESTORE) {
			restore_display(s, exh_stage_arg_reg(call, i + 1));
			break;
		}
		read_wish(s, call, &i, &d);
	}
	if (text)
		put_display(s, call, text, &d);
	free(text);
	p->font = before.font;
	p->pen = before.pen;
	p->is_gray = before.is_gray;
}

/*
 * The status line.
 */

enum { STATUS_ROWS = 9 };

static void draw_status(stage *s, kernel_call *call)
{
	const struct rect bar = { 0, 0, STAGE_WIDTH, STATUS_ROWS };
	size_t taken;
	char *text;

	if (stage_is_null(exh_stage_arg_reg(call, 0)))
		return;
	text = exh_stage_text(s, call, 0, &taken);
	if (!text)
		return;
	exh_stage_fill(s, bar, MAP_VISUAL, exh_stage_arg(call, taken + 1, 15), -1, -1);
	exh_stage_characters(s, text, strlen(text), 0, 0, 1,
			     exh_stage_arg(call, taken, 0) & 15, false);
	exh_stage_show(s, bar);
	free(text);
}

const struct stage_function exh_stage_texts[] = {
	{ "TextSize", text_size },
	{ "Display", display },
	{ "DrawStatus", draw_status },
	{ 0 },
};
