#include "level.h"

#include "media/picture/font_files.h"

#include <string.h>

enum { CLEAR, INK, FIRST_SQUARE, SQUARE_COUNT = 12, GROUP = 16, SQUARE_ALPHA = 176 };

void markers_draw(struct exh_image *image, size_t x, size_t y, unsigned number)
{
	const uint8_t square = (uint8_t)(FIRST_SQUARE + number / GROUP % SQUARE_COUNT);

	for (size_t row = 0; row < NUMBER_FONT_CELL; row++)
		memset(image->pixels + (y + row) * image->width + x,
		       number ? square : CLEAR, NUMBER_FONT_CELL);
	if (number)
		number_font_draw(image, x, y, number, INK, square);
}

void markers_palette(struct exh_palette *palette)
{
	/* Dark enough for white digits; neighbours far apart. */
	static const uint8_t squares[SQUARE_COUNT][3] = {
		{ 192, 0, 0 },	{ 0, 64, 192 },	 { 0, 112, 0 },	 { 144, 0, 144 },
		{ 128, 80, 0 }, { 0, 112, 128 }, { 192, 0, 96 }, { 64, 64, 64 },
		{ 80, 0, 208 }, { 96, 112, 0 },	 { 176, 64, 0 }, { 0, 64, 96 },
	};

	*palette = (struct exh_palette){ .count = FIRST_SQUARE + SQUARE_COUNT };
	palette->colors[INK] = (struct exh_color){ 255, 255, 255, 255 };
	for (size_t i = 0; i < SQUARE_COUNT; i++)
		palette->colors[FIRST_SQUARE + i] =
			(struct exh_color){ squares[i][0], squares[i][1], squares[i][2],
					    SQUARE_ALPHA };
}
