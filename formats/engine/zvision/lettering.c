#include "zv_parts.h"

#include "exhume/advanced/zv_letters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_CELLS = 1 << 12,
	MAX_SCALE = 8,
	POINTS = 12, /* for which letters are as they are */
	LEADING = 2, /* rows between lines */
	LINE = EXH_ZV_LETTER_HEIGHT + LEADING,
	MISSING = '?',
	STRIKE_ROW = 5,
};

/* A letter with its style; code 0 ends a line. */
struct cell {
	uint32_t code;
	struct zv_text_style style;
	struct exh_zv_letter letter;
	int64_t width;	/* pixels */
	size_t ordinal; /* letters before it */
};

struct sheet {
	struct cell *cells;
	size_t count, letter_count;
	const struct zv_lettering *text;
};

/*
 * Letters out of lines.
 */

static unsigned scale_of(const struct zv_text_style *style)
{
	return (unsigned)zv_clamp(style->point / POINTS, 1, MAX_SCALE);
}

static struct cell *add_cell(struct sheet *sheet, const struct zv_text_style *style)
{
	struct cell *cell = &sheet->cells[sheet->count];

	if (sheet->count == MAX_CELLS)
		return NULL;
	sheet->count++;
	*cell = (struct cell){ .style = *style };
	return cell;
}

static void add_letter(struct sheet *sheet, const struct zv_text_style *style,
		       uint32_t code)
{
	const unsigned scale = scale_of(style);
	struct cell *cell = add_cell(sheet, style);

	if (!cell)
		return;
	cell->code = code;
	if (!exh_zv_letter(code, &cell->letter))
		exh_zv_letter(MISSING, &cell->letter);
	cell->width = (int64_t)(cell->letter.width + style->bold) * scale;
	cell->ordinal = sheet->letter_count++;
}

/* The next code of valid UTF-8. */
static uint32_t next_code(struct exh_bytes text, size_t *at)
{
	const uint8_t first = text.data[(*at)++];
	uint32_t code = first < 0x80   ? first
			: first < 0xe0 ? first & 0x1f
			: first < 0xf0 ? first & 0x0f
				       : first & 0x07;

	while (*at < text.size && (text.data[*at] & 0xc0) == 0x80)
		code = code << 6 | (text.data[(*at)++] & 0x3f);
	return code;
}

static void take_letters(void *context, const struct zv_text_style *style,
			 struct exh_bytes utf8)
{
	for (size_t at = 0; at < utf8.size;) {
		const uint32_t code = next_code(utf8, &at);

		add_letter(context, style, code == '\t' ? ' ' : code);
	}
}

static void take_newline(void *context)
{
	const struct zv_text_style none = { .point = POINTS };
	struct sheet *sheet = context;

	add_cell(sheet, sheet->count ? &sheet->cells[sheet->count - 1].style : &none);
}

static void take_value(void *context, const struct zv_text_style *style, int32_t key)
{
	const struct zv_lettering *text = ((struct sheet *)context)->text;
	char number[16];

	if (!text->value)
		return;
	snprintf(number, sizeof number, "%d", (int)text->value(text->context, key));
	for (const char *c = number; *c; c++)
		add_letter(context, style, (uint8_t)*c);
}

static void collect(struct sheet *sheet)
{
	const struct zv_lettering *text = sheet->text;
	const struct zv_text_walk walk = { take_letters, take_newline, take_value,
					   sheet };
	struct zv_text_style style = exh_zv_text_style();

	for (size_t i = 0; i < text->line_count; i++) {
		if (i && !text->is_typed)
			take_newline(sheet);
		exh_zv_text_walk(text->lines[i].text, &style, &walk);
	}
}

/*
 * Drawing.
 */

static void fill(const struct exh_zv_picture *picture, const struct zv_lettering *text,
		 int64_t x, int64_t y, int64_t width, int64_t height, uint16_t color)
{
	for (int64_t row = y; row < y + height; row++)
		for (int64_t column = x; column < x + width; column++)
			if (row >= text->y && row < text->y + text->height &&
			    column >= text->x && column < text->x + text->width &&
			    row >= 0 && row < (int64_t)picture->height && column >= 0 &&
			    column < (int64_t)picture->width)
				picture->pixels[(size_t)row * picture->width +
						(size_t)column] = color;
}

static uint16_t color_of(const struct zv_text_style *style)
{
	const uint32_t c = style->color;

	return (uint16_t)((c >> 19 & 31) << 10 | (c >> 11 & 31) << 5 | (c >> 3 & 31));
}

/* Italic letters lean by a pixel in each three rows. */
static void draw_cell(const struct exh_zv_picture *picture,
		      const struct zv_lettering *text, const struct cell *cell, int64_t x,
		      int64_t y)
{
	const int scale = (int)scale_of(&cell->style);
	const uint16_t color = color_of(&cell->style);

	for (int row = 0; row < EXH_ZV_LETTER_HEIGHT; row++) {
		const int lean = cell->style.italic ? (EXH_ZV_LETTER_BASE - row) / 3 : 0;

		for (unsigned column = 0; column < cell->letter.width; column++)
			if (cell->letter.rows[row] & 0x8000u >> column)
				fill(picture, text, x + ((int64_t)column + lean) * scale,
				     y + (int64_t)row * scale,
				     scale * (cell->style.bold ? 2 : 1), scale, color);
	}
	if (cell->style.underline)
		fill(picture, text, x, y + (int64_t)EXH_ZV_LETTER_BASE * scale,
		     cell->width, scale, color);
	if (cell->style.strikeout)
		fill(picture, text, x, y + (int64_t)STRIKE_ROW * scale, cell->width,
		     scale, color);
}

/*
 * Lines.
 */

/* One past the last cell of the line that begins at first; *next begins the next. */
static size_t break_line(const struct sheet *sheet, size_t first, size_t *next)
{
	size_t blank = first; /* the last one; first: none */
	int64_t width = 0;

	for (size_t i = first; i < sheet->count; i++) {
		const struct cell *cell = &sheet->cells[i];

		width += cell->width;
		if (!cell->code) {
			*next = i + 1;
			return i;
		}
		if (cell->code == ' ')
			blank = i;
		else if (width > sheet->text->width && i > first) {
			*next = blank > first ? blank + 1 : i;
			return blank > first ? blank : i;
		}
	}
	*next = sheet->count;
	return sheet->count;
}

static int64_t width_of(const struct sheet *sheet, size_t first, size_t end)
{
	int64_t width = 0;

	while (end > first && sheet->cells[end - 1].code == ' ')
		end--;
	for (size_t i = first; i < end; i++)
		width += sheet->cells[i].width;
	return width;
}

static int64_t height_of(const struct sheet *sheet, size_t first, size_t end)
{
	unsigned scale = 1;

	/* The end of an empty line has a style, too. */
	for (size_t i = first; i < sheet->count && (i < end || i == first); i++)
		if (scale_of(&sheet->cells[i].style) > scale)
			scale = scale_of(&sheet->cells[i].style);
	return (int64_t)LINE * scale;
}

static int64_t indent_of(const struct sheet *sheet, size_t first, size_t end)
{
	const int64_t left = sheet->text->width - width_of(sheet, first, end);
	const enum zv_justify justify =
		first < end ? sheet->cells[first].style.justify : ZV_LEFT;

	return justify == ZV_LEFT || left < 0 ? 0
	       : justify == ZV_CENTER	      ? left / 2
					      : left;
}

/* Smaller letters stand on the line of the larger ones. */
static int64_t drop_of(const struct cell *cell, int64_t line_height)
{
	const int64_t scale = line_height / LINE - (int64_t)scale_of(&cell->style);

	return scale * EXH_ZV_LETTER_BASE;
}

/* Returns the height of the first lines, which a typed text has moved out of its
 * rectangle. */
static int64_t scrolled(const struct sheet *sheet)
{
	const struct zv_lettering *text = sheet->text;
	int64_t height = 0, first_height = 0;
	size_t first = 0, last = 0, next;

	for (; last < sheet->count && sheet->cells[last].ordinal < text->shown;
	     last = next) {
		height += height_of(sheet, last, break_line(sheet, last, &next));
		while (height - first_height > text->height && first < last) {
			size_t second;

			first_height += height_of(sheet, first,
						  break_line(sheet, first, &second));
			first = second;
		}
	}
	return first_height;
}

static void set_lines(const struct sheet *sheet, const struct exh_zv_picture *picture,
		      struct zv_lettering *text)
{
	int64_t y = text->y - (text->is_typed ? scrolled(sheet) : 0);
	size_t next;

	text->end_x = text->x;
	text->end_y = y;
	for (size_t first = 0; first < sheet->count; first = next) {
		const size_t end = break_line(sheet, first, &next);
		const int64_t height = height_of(sheet, first, end);
		int64_t x = text->x + indent_of(sheet, first, end);

		for (size_t i = first; i < end; i++) {
			const struct cell *cell = &sheet->cells[i];

			if (picture && cell->ordinal < text->shown)
				draw_cell(picture, text, cell, x,
					  y + drop_of(cell, height));
			x += cell->width;
		}
		text->end_x = x;
		text->end_y = y;
		y += height;
	}
}

size_t exh_zv_set_letters(const struct exh_zv_picture *picture, struct zv_lettering *text)
{
	struct sheet sheet = { .cells = malloc(MAX_CELLS * sizeof *sheet.cells),
			       .text = text };

	if (!sheet.cells)
		return 0;
	collect(&sheet);
	set_lines(&sheet, picture, text);
	free(sheet.cells);
	return sheet.letter_count;
}

/*
 * Texts that are part of the room: typed ones, and those of titlers.
 */

const char *exh_zv_system_string(const struct exh_zv_engine *engine, int32_t line)
{
	const char *name = zv_system_strings(engine);
	const struct zv_lines *lines =
		line < 0 ? NULL : exh_zv_world_lines(engine->world, name);

	return lines && (size_t)line < lines->text.line_count
		       ? lines->text.lines[line].text
		       : "";
}

int32_t exh_zv_text_value(const void *engine, int32_t key)
{
	return zv_get(engine, zv_known(engine, key));
}

static struct zv_lettering lettering_of(struct exh_zv_engine *engine,
					const struct zv_rectangle *place)
{
	return (struct zv_lettering){
		.x = place->x1,
		.y = place->y1,
		.width = (int64_t)place->x2 - place->x1 + 1,
		.height = (int64_t)place->y2 - place->y1 + 1,
		.value = exh_zv_text_value,
		.context = engine,
	};
}

void exh_zv_text_draw(struct exh_zv_engine *engine, const struct zv_rectangle *place,
		      const struct exh_zv_text_line *lines, size_t line_count,
		      size_t shown)
{
	struct zv_lettering text = lettering_of(engine, place);

	text.lines = lines;
	text.line_count = line_count;
	text.shown = shown;
	if (!engine->background.pixels)
		return;
	exh_zv_set_letters(&engine->background, &text);
	engine->is_drawn = false;
}

void exh_zv_text_type(struct exh_zv_engine *engine, struct zv_typing *typing)
{
	struct zv_lettering text = lettering_of(engine, &typing->place);

	text.lines = typing->lines->text.lines;
	text.line_count = typing->lines->text.line_count;
	text.shown = (size_t)typing->shown;
	text.is_typed = true;
	exh_zv_uncover(engine, &typing->cover);
	if (exh_zv_cover(engine, &typing->cover, typing->place))
		exh_zv_set_letters(&engine->background, &text);
}
