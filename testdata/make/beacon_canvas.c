/* The brushes of the beacon. */
#include "beacon.h"
#include "paint.h"

enum { BRICK_WIDE = 40, BRICK_HIGH = 20, BAND = 10, CHANNEL = 31 };

static int channel(int value)
{
	return value < 0 ? 0 : value > CHANNEL ? CHANNEL : value;
}

uint16_t rgb(int red, int green, int blue)
{
	return (uint16_t)(channel(red) << 10 | channel(green) << 5 | channel(blue));
}

static int part(uint16_t from, uint16_t to, int shift, int sixteenths)
{
	const int a = from >> shift & CHANNEL, b = to >> shift & CHANNEL;

	return a + (b - a) * sixteenths / 16;
}

uint16_t mix(uint16_t from, uint16_t to, int sixteenths)
{
	return rgb(part(from, to, 10, sixteenths), part(from, to, 5, sixteenths),
		   part(from, to, 0, sixteenths));
}

void dot(struct canvas *c, int x, int y, uint16_t color)
{
	if (x >= 0 && y >= 0 && x < c->width && y < c->height)
		c->pixels[y * c->width + x] = color;
}

void fill(struct canvas *c, int x, int y, int width, int height, uint16_t color)
{
	for (int row = y; row < y + height; row++)
		for (int column = x; column < x + width; column++)
			dot(c, column, row, color);
}

void disc(struct canvas *c, int x, int y, int radius, uint16_t color)
{
	for (int dy = -radius; dy <= radius; dy++)
		for (int dx = -radius; dx <= radius; dx++)
			if (dx * dx + dy * dy <= radius * radius)
				dot(c, x + dx, y + dy, color);
}

void taper(struct canvas *c, int y1, int left1, int right1, int y2, int left2, int right2,
	   uint16_t color)
{
	for (int y = y1; y <= y2; y++) {
		const int left = left1 + (left2 - left1) * (y - y1) / (y2 - y1 + 1);
		const int right = right1 + (right2 - right1) * (y - y1) / (y2 - y1 + 1);

		fill(c, left, y, right - left + 1, 1, color);
	}
}

void bricks(struct canvas *c, int x, int y, int width, int height, uint16_t color)
{
	const uint16_t mortar = mix(color, 0, 7);

	for (int dy = 0; dy < height; dy++)
		for (int dx = 0; dx < width; dx++) {
			const int row = dy / BRICK_HIGH;
			const int along = dx + row % 2 * (BRICK_WIDE / 2);
			const int shade = (int)(hash(along / BRICK_WIDE, row, 7) % 4);

			dot(c, x + dx, y + dy,
			    dy % BRICK_HIGH < 2 || along % BRICK_WIDE < 2 ? mortar
			    : dy % BRICK_HIGH == 2 ? mix(color, rgb(31, 31, 31), 2)
						   : mix(color, 0, shade));
		}
}

void planks(struct canvas *c, int x, int y, int width, int height, int plank,
	    uint16_t color)
{
	for (int dx = 0; dx < width; dx++) {
		const int shade = (int)(hash(dx / plank, y, 3) % 4);

		fill(c, x + dx, y, 1, height,
		     dx % plank == 0 ? mix(color, 0, 9) : mix(color, 0, shade));
	}
}

void flame(struct canvas *c, int x, int y, int height, unsigned step)
{
	static const int lean[] = { 0, 1, 0, -1 };

	for (int row = 0; row < height; row++) {
		const int half =
			row < height * 2 / 3 ? row * 2 / 5 : (height - row) * 4 / 5;
		const int at = x + lean[step % 4] * (height - row) / 6;

		fill(c, at - half, y + row, 2 * half + 1, 1, rgb(31, 22, 4));
		fill(c, at - half / 2, y + row, half + 1, 1, rgb(31, 31, 18));
	}
}

void letters(struct canvas *c, int x, int y, const char *text, int scale, uint16_t color)
{
	for (; *text; text++) {
		struct art_glyph glyph;

		if (!art_glyph((unsigned char)*text, &glyph))
			continue;
		for (int row = 0; row < ART_FONT_HEIGHT; row++)
			for (int column = 0; column < (int)glyph.width; column++)
				if (glyph.rows[row] << column & 0x8000)
					fill(c, x + column * scale, y + row * scale,
					     scale, scale, color);
		x += (int)glyph.width * scale;
	}
}

void night(struct canvas *c, int horizon)
{
	for (int y = 0; y < horizon; y++)
		fill(c, 0, y, c->width, 1,
		     mix(rgb(1, 1, 6), rgb(9, 8, 17), y / BAND * BAND * 16 / horizon));
	for (int i = 0; i < c->width / 8; i++) {
		const int x = (int)(hash(i, 1, 9) % (unsigned)c->width);
		const int y = (int)(hash(i, 2, 9) % (unsigned)horizon);

		dot(c, x, y, rgb(26, 26, 30));
		if (i % 6 == 0)
			dot(c, x + 1, y, rgb(20, 20, 28));
	}
}
