#include "paint.h"

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const char *const tints[] = {
	[T_MAGENTA] = "0123456785ad5def",
	[T_GREEN] = "0223456782aacdef",
	[T_AMBER] = "0123456e69abcdef",
};

unsigned hash(int x, int y, int seed)
{
	unsigned h = (unsigned)x * 0x9e3779b1u ^ (unsigned)y * 0x85ebca77u;

	h = (h ^ (unsigned)seed * 0xc2b2ae3du) & 0xffffffffu;
	h = ((h ^ h >> 15) * 0x2c1b3c6du) & 0xffffffffu;
	return (h ^ h >> 13) & 0xffff;
}

int colour_of(char digit)
{
	if (digit == '.')
		return ART_TRANSPARENT;
	return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

void put(struct art *a, int x, int y, int colour)
{
	x += a->left;
	y += a->top;
	if (x >= 0 && y >= 0 && x < (int)a->width && y < (int)a->height)
		a->pixels[y * (int)a->width + x] = (unsigned char)colour;
}

int get(const struct art *a, int x, int y)
{
	return a->pixels[(y + a->top) * (int)a->width + x + a->left];
}

void rect(struct art *a, int x, int y, int width, int height, int colour)
{
	for (int v = y; v < y + height; v++)
		for (int u = x; u < x + width; u++)
			put(a, u, v, colour);
}

void start(struct art *a, int width, int height, int colour)
{
	memset(a, 0, sizeof(*a));
	a->width = (unsigned)width;
	a->height = (unsigned)height;
	rect(a, 0, 0, width, height, colour);
}

void bevel(struct art *a, int x, int y, int width, int height, const char *ramp)
{
	rect(a, x, y, width, height, colour_of(ramp[0]));
	rect(a, x, y, width - 1, height - 1, colour_of(ramp[2]));
	rect(a, x + 1, y + 1, width - 2, height - 2, colour_of(ramp[1]));
}

void line(struct art *a, int x, int y, int x2, int y2, int colour)
{
	int dx = x2 > x ? x2 - x : x - x2, dy = y2 > y ? y2 - y : y - y2;
	int n = dx > dy ? dx : dy;

	for (int i = 0; i <= n; i++)
		put(a, n ? x + (x2 - x) * i / n : x, n ? y + (y2 - y) * i / n : y,
		    colour);
}

bool in_ellipse(int x, int y, int rx, int ry)
{
	int ww = rx * rx + rx, hh = ry * ry + ry;

	return x * x * hh + y * y * ww <= ww * hh;
}

int bayer(int x, int y)
{
	static const char matrix[] = "08a2c4e63b19f7d5";

	return colour_of(matrix[(y & 3) * 4 + (x & 3)]) - 8;
}

/* How far up a ramp of so many levels a point of a ball is lit, from the upper left */
static int light(int x, int y, int rx, int ry, int levels)
{
	int u = x * 64 / (rx ? rx : 1) + 22, v = y * 64 / (ry ? ry : 1) + 30;
	int shade = (u * u + v * v + bayer(x, y) * 110) * levels / 10400;

	if (shade < 0)
		shade = 0;
	return shade < levels ? levels - 1 - shade : 0;
}

void ball(struct art *a, int cx, int cy, int rx, int ry, const char *ramp)
{
	for (int y = -ry - 1; y <= ry + 1; y++) {
		for (int x = -rx - 1; x <= rx + 1; x++) {
			int level = light(x, y, rx, ry, (int)strlen(ramp));

			if (in_ellipse(x, y, rx, ry))
				put(a, cx + x, cy + y, colour_of(ramp[level]));
			else if (in_ellipse(x, y, rx + 1, ry + 1))
				put(a, cx + x, cy + y, 0);
		}
	}
}

void ring(struct art *a, int cx, int cy, int radius, int colour)
{
	for (int y = -radius; y <= radius; y++)
		for (int x = -radius; x <= radius; x++)
			if (in_ellipse(x, y, radius, radius) &&
			    !in_ellipse(x, y, radius - 1, radius - 1))
				put(a, cx + x, cy + y, colour);
}

void stamp(struct art *a, int x, int y, struct cel cel)
{
	for (int v = 0; v < cel.height; v++) {
		for (int u = 0; u < cel.width; u++) {
			char digit = cel.rows[v][cel.column + u];

			if (digit == '.')
				continue;
			if (cel.tint)
				digit = tints[cel.tint][colour_of(digit)];
			put(a, x + (cel.flip ? cel.width - 1 - u : u),
			    y + (cel.upside ? cel.height - 1 - v : v), colour_of(digit));
		}
	}
}

void paste(struct art *a, int x, int y, const struct art *from, bool flip)
{
	int width = (int)from->width;

	for (int v = 0; v < (int)from->height; v++)
		for (int u = 0; u < width; u++)
			if (get(from, u, v) != ART_TRANSPARENT)
				put(a, x + (flip ? width - 1 - u : u), y + v,
				    get(from, u, v));
}

int stone_at(const char *ramp, int x, int y)
{
	static const signed char points[][2] = { { 3, 2 },  { 9, 1 },	{ 14, 5 },
						 { 6, 7 },  { 11, 10 }, { 1, 11 },
						 { 6, 13 }, { 14, 15 } };
	int first = 999, second = 999, slope = 0;

	for (size_t i = 0; i < LENGTH(points); i++) {
		int dx = ((x - points[i][0] + 24) & 15) - 8;
		int dy = ((y - points[i][1] + 24) & 15) - 8;
		int distance = dx * dx + dy * dy;

		if (distance < first) {
			second = first;
			first = distance;
			slope = dx + dy;
		} else if (distance < second) {
			second = distance;
		}
	}
	if (second - first < 5)
		return colour_of(ramp[0]);
	if (slope < -1 && (x * 3 + y * 2) % 5 < 2)
		return colour_of(ramp[3]);
	return colour_of(ramp[slope > 1 ? 1 : 2]);
}

int text(struct art *a, int x, int y, const char *string, int scale, const char *ink)
{
	struct art_glyph glyph;

	for (; *string && art_glyph((unsigned char)*string, &glyph); string++) {
		for (int v = 0; v < ART_FONT_HEIGHT; v++)
			for (int u = 0; u < (int)glyph.width; u++)
				if (glyph.rows[v] & 0x8000 >> u)
					rect(a, x + u * scale, y + v * scale, scale,
					     scale, colour_of(ink[ink[1] ? v : 0]));
		x += (int)glyph.width * scale;
	}
	return x;
}
