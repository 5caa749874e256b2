#include "digits.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 3, HEIGHT = 5, STEP = WIDTH + 1 };

/* A row is an octal digit: 4 is the left pixel. Top row first. */
static const uint8_t shapes[16][HEIGHT] = {
	{ 7, 5, 5, 5, 7 }, { 2, 6, 2, 2, 7 }, { 7, 1, 7, 4, 7 }, { 7, 1, 7, 1, 7 },
	{ 5, 5, 7, 1, 1 }, { 7, 4, 7, 1, 7 }, { 7, 4, 7, 5, 7 }, { 7, 1, 1, 2, 2 },
	{ 7, 5, 7, 5, 7 }, { 7, 5, 7, 1, 7 }, { 2, 5, 7, 5, 5 }, { 6, 5, 6, 5, 6 },
	{ 3, 4, 4, 4, 3 }, { 6, 5, 5, 5, 6 }, { 7, 4, 6, 4, 7 }, { 7, 4, 6, 4, 4 },
};

static const uint8_t colon[HEIGHT] = { 0, 2, 0, 2, 0 };

static void put(struct exh_image *image, size_t x, size_t y, uint8_t color)
{
	if (x < image->width && y < image->height)
		image->pixels[y * image->width + x] = color;
}

static void fill(struct exh_image *image, size_t x, size_t y, size_t width, size_t height,
		 uint8_t color)
{
	for (size_t row = 0; row < height; row++)
		for (size_t column = 0; column < width; column++)
			put(image, x + column, y + row, color);
}

static void draw_shape(struct exh_image *image, size_t x, size_t y, const uint8_t *shape,
		       uint8_t color)
{
	for (size_t row = 0; row < HEIGHT; row++)
		for (size_t column = 0; column < WIDTH; column++)
			if (shape[row] & 4u >> column)
				put(image, x + column, y + row, color);
}

static const char digits[] = "0123456789ABCDEF";

void digits_text(struct exh_image *image, size_t x, size_t y, const char *text,
		 uint8_t ink)
{
	for (; *text; text++, x += STEP) {
		const char *digit = strchr(digits, *text);

		if (digit)
			draw_shape(image, x, y, shapes[digit - digits], ink);
		else if (*text == ':')
			draw_shape(image, x, y, colon, ink);
	}
}

void digits_draw(struct exh_image *image, size_t x, size_t y, unsigned number,
		 uint8_t ink, uint8_t paper)
{
	char text[8];
	size_t width;

	number &= 0xffff;
	snprintf(text, sizeof text, number < DIGITS_DECIMAL ? "%u" : "%04X", number);
	width = strlen(text) * STEP - 1;
	x += (DIGITS_CELL - width) / 2;
	y += (DIGITS_CELL - HEIGHT) / 2;
	/* Four digits leave a pixel on the right alone. */
	fill(image, width < DIGITS_CELL - 1 ? x - 1 : x, y - 1,
	     width < DIGITS_CELL - 1 ? width + 2 : width + 1, HEIGHT + 2, paper);
	digits_text(image, x, y, text, ink);
}
