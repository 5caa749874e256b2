#include "font_files.h"

#include "picture.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 3, HEIGHT = 5, STEP = WIDTH + 1, LINE = HEIGHT + 1 };

/* A row is an octal digit: 4 is the left pixel. Top row first. */
static const struct {
	char sign;
	uint8_t rows[HEIGHT];
} shapes[] = {
	{ '0', { 7, 5, 5, 5, 7 } }, { '1', { 2, 6, 2, 2, 7 } },
	{ '2', { 7, 1, 7, 4, 7 } }, { '3', { 7, 1, 7, 1, 7 } },
	{ '4', { 5, 5, 7, 1, 1 } }, { '5', { 7, 4, 7, 1, 7 } },
	{ '6', { 7, 4, 7, 5, 7 } }, { '7', { 7, 1, 1, 2, 2 } },
	{ '8', { 7, 5, 7, 5, 7 } }, { '9', { 7, 5, 7, 1, 7 } },
	{ 'A', { 2, 5, 7, 5, 5 } }, { 'B', { 6, 5, 6, 5, 6 } },
	{ 'C', { 3, 4, 4, 4, 3 } }, { 'D', { 6, 5, 5, 5, 6 } },
	{ 'E', { 7, 4, 6, 4, 7 } }, { 'F', { 7, 4, 6, 4, 4 } },
	{ 'G', { 3, 4, 5, 5, 3 } }, { 'H', { 5, 5, 7, 5, 5 } },
	{ 'I', { 7, 2, 2, 2, 7 } }, { 'J', { 1, 1, 1, 5, 2 } },
	{ 'K', { 5, 5, 6, 5, 5 } }, { 'L', { 4, 4, 4, 4, 7 } },
	{ 'M', { 5, 7, 7, 5, 5 } }, { 'N', { 6, 5, 5, 5, 5 } },
	{ 'O', { 2, 5, 5, 5, 2 } }, { 'P', { 6, 5, 6, 4, 4 } },
	{ 'Q', { 2, 5, 5, 7, 3 } }, { 'R', { 6, 5, 6, 5, 5 } },
	{ 'S', { 3, 4, 2, 1, 6 } }, { 'T', { 7, 2, 2, 2, 2 } },
	{ 'U', { 5, 5, 5, 5, 7 } }, { 'V', { 5, 5, 5, 5, 2 } },
	{ 'W', { 5, 5, 7, 7, 5 } }, { 'X', { 5, 5, 2, 5, 5 } },
	{ 'Y', { 5, 5, 2, 2, 2 } }, { 'Z', { 7, 1, 2, 4, 7 } },
	{ ':', { 0, 2, 0, 2, 0 } }, { '.', { 0, 0, 0, 0, 2 } },
	{ ',', { 0, 0, 0, 2, 4 } }, { '%', { 5, 1, 2, 4, 5 } },
	{ '-', { 0, 0, 7, 0, 0 } }, { '/', { 1, 1, 2, 4, 4 } },
	{ '(', { 1, 2, 2, 2, 1 } }, { '\'', { 2, 2, 0, 0, 0 } },
	{ ')', { 4, 2, 2, 2, 4 } },
};

static void draw_sign(struct exh_image *image, size_t x, size_t y, char sign,
		      size_t scale, uint8_t color)
{
	const char wanted = sign >= 'a' && sign <= 'z' ? (char)(sign - 'a' + 'A') : sign;
	size_t i = 0;

	while (i < sizeof shapes / sizeof *shapes && shapes[i].sign != wanted)
		i++;
	if (i == sizeof shapes / sizeof *shapes)
		return;
	for (size_t row = 0; row < HEIGHT; row++)
		for (size_t column = 0; column < WIDTH; column++)
			if (shapes[i].rows[row] & 4u >> column)
				image_fill(image, x + column * scale, y + row * scale,
					   scale, scale, color);
}

void number_font_text_large(struct exh_image *image, size_t x, size_t y, const char *text,
			    size_t scale, uint8_t ink)
{
	for (; *text; text++, x += STEP * scale)
		draw_sign(image, x, y, *text, scale, ink);
}

void number_font_text(struct exh_image *image, size_t x, size_t y, const char *text,
		      uint8_t ink)
{
	number_font_text_large(image, x, y, text, 1, ink);
}

size_t number_font_width(const char *text)
{
	return *text ? strlen(text) * STEP - 1 : 0;
}

/* Draws lines of text in the middle of a cell. */
static void draw_lines(struct exh_image *image, size_t x, size_t y, char lines[2][4],
		       size_t count, uint8_t ink, uint8_t paper)
{
	const size_t width = number_font_width(lines[0]);
	const size_t height = count * LINE - 1;

	x += (NUMBER_FONT_CELL - width) / 2;
	y += (NUMBER_FONT_CELL - height) / 2;
	image_fill(image, x - 1, y - 1, width + 2, height + 2, paper);
	for (size_t i = 0; i < count; i++)
		number_font_text(image, x, y + i * LINE, lines[i], ink);
}

/* Four digits side by side would fill the cell, and touch those of the next cell. */
void number_font_draw(struct exh_image *image, size_t x, size_t y, unsigned number,
		      uint8_t ink, uint8_t paper)
{
	char lines[2][4] = { "", "" };

	number &= 0xffff;
	if (number < NUMBER_FONT_DECIMAL) {
		snprintf(lines[0], sizeof lines[0], "%u", number % NUMBER_FONT_DECIMAL);
	} else {
		snprintf(lines[0], sizeof lines[0], "%02X", number >> 8 & 0xff);
		snprintf(lines[1], sizeof lines[1], "%02X", number & 0xff);
	}
	draw_lines(image, x, y, lines, *lines[1] ? 2 : 1, ink, paper);
}
