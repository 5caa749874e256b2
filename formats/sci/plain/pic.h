/*
 * Pics exactly as in sci0-formats 5.2, pixel by pixel: a slow reference that the library
 * must match. It goes from bytes directly to maps, without bitmaps. For tests, the fuzz
 * target and the benchmark.
 */
#ifndef EXH_SCI_PIC_PLAIN_H
#define EXH_SCI_PIC_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PLAIN_WIDTH = 320, PLAIN_HEIGHT = 190 };

struct plain_pic {
	uint8_t maps[3][PLAIN_HEIGHT][PLAIN_WIDTH]; /* visual, priority, control */
	int pens[3];				    /* -1: off */
	int palette, code;
	uint8_t colors[4 * 40], bands[14];
	bool is_damaged; /* a cel is */
	/* The program. */
	const uint8_t *data;
	size_t size, at;
	int x, y;
};

static inline void plain_clear(struct plain_pic *pic, int palette)
{
	static const char defaults[] =
		"\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\x88"
		"\x88\x01\x02\x03\x04\x05\x06\x88\x88\xf9\xfa\xfb\xfc\xfd\xfe\xff"
		"\x08\x91\x2a\x3b\x4c\x5d\x6e\x88";

	memset(pic, 0, sizeof *pic);
	for (int y = 0; y < PLAIN_HEIGHT; y++)
		for (int x = 0; x < PLAIN_WIDTH; x++)
			pic->maps[0][y][x] = 0xff;
	for (int i = 0; i < 4 * 40; i++)
		pic->colors[i] = (uint8_t)defaults[i % 40];
	for (int y = 189; y >= 42; y--)
		pic->bands[(y - 42) * 2000 / 21142] = (uint8_t)y;
	pic->palette = palette;
	pic->pens[0] = pic->colors[palette * 40];
	pic->pens[1] = pic->pens[2] = -1;
}

static inline void plain_plot(struct plain_pic *pic, int x, int y)
{
	if (x > 319)
		return;
	for (int i = 0; i < 3; i++)
		if (pic->pens[i] >= 0)
			pic->maps[i][y][x] = (uint8_t)pic->pens[i];
}

static inline int plain_between(int value, int low, int high)
{
	return value < low ? low : value > high ? high : value;
}

static inline void plain_line(struct plain_pic *pic, int x, int y, int x2, int y2)
{
	int dx, dy, err, *major, *minor, major_step, minor_step, end, most, least;

	x = plain_between(x, 0, 319);
	y = plain_between(y, 0, 189);
	x2 = plain_between(x2, 0, 319);
	y2 = plain_between(y2, 0, 189);
	dx = x2 > x ? 2 * (x2 - x) : 2 * (x - x2);
	dy = y2 > y ? 2 * (y2 - y) : 2 * (y - y2);
	if (dx > dy) {
		major = &x, minor = &y, end = x2, most = dx, least = dy;
		major_step = x2 > x ? 1 : -1, minor_step = y2 > y ? 1 : -1;
	} else {
		major = &y, minor = &x, end = y2, most = dy, least = dx;
		major_step = y2 > y ? 1 : -1, minor_step = x2 > x ? 1 : -1;
	}
	err = least - most / 2;
	plain_plot(pic, x, y);
	while (*major != end) {
		if (err >= 0) {
			*minor += minor_step;
			err -= most;
		}
		*major += major_step;
		err += least;
		plain_plot(pic, x, y);
	}
}

/* White as it is seen, or 0. */
static inline bool plain_is_empty(const struct plain_pic *pic, int map, int x, int y)
{
	const int value = pic->maps[map][y][x];

	if (map)
		return value == 0;
	return ((x ^ y) & 1 ? value >> 4 : value & 15) == 15;
}

static inline void plain_fill(struct plain_pic *pic, int x, int y)
{
	static const int8_t steps[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
	uint16_t stack[PLAIN_WIDTH * PLAIN_HEIGHT];
	uint8_t visited[PLAIN_HEIGHT][PLAIN_WIDTH];
	const int map = pic->pens[0] >= 0 ? 0 : pic->pens[1] >= 0 ? 1 : 2;
	size_t count = 1;

	if (pic->pens[map] == (map ? 0 : 0xff) || pic->pens[map] < 0 || x < 0 ||
	    x > 319 || y < 0 || y > 189 || !plain_is_empty(pic, map, x, y))
		return;
	memset(visited, 0, sizeof visited);
	visited[y][x] = 1;
	stack[0] = (uint16_t)(y * 320 + x);
	while (count) {
		const int at = stack[--count];

		for (int i = 0; i < 4; i++) {
			const int x2 = at % 320 + steps[i][0],
				  y2 = at / 320 + steps[i][1];

			if (x2 < 0 || x2 > 319 || y2 < 0 || y2 > 189 || visited[y2][x2] ||
			    !plain_is_empty(pic, map, x2, y2))
				continue;
			visited[y2][x2] = 1;
			stack[count++] = (uint16_t)(y2 * 320 + x2);
		}
		plain_plot(pic, at % 320, at / 320);
	}
}

/* Half widths of a circle's rows, from the top. */
static inline bool plain_in_circle(int n, int column, int row)
{
	static const char *const halves[] = {
		"0",	     "010",	    "12221",	     "1233321",
		"134444431", "13445554432", "2455666665542", "245667777766542",
	};
	const int half = halves[n][row] - '0';

	return column >= n - half && column <= n + half;
}

static inline void plain_pattern(struct plain_pic *pic, int x, int y, int texture)
{
	const int n = pic->code & 7;
	const bool is_rectangle = pic->code & 0x10, is_textured = pic->code & 0x20;
	int r = texture | 1;

	x = plain_between(x - n, 0, 319 - 2 * n);
	y = plain_between(y - n, 0, 189 - 2 * n);
	for (int row = 0; row < 2 * n + 1; row++)
		for (int column = 0; column < 2 * n + 2; column++) {
			bool is_drawn = true;

			if (!is_rectangle && !plain_in_circle(n, column, row))
				continue;
			if (is_textured) {
				const int low = r % 2;

				r /= 2;
				if (low)
					r ^= 0xb8;
				is_drawn = r % 4 == 2;
			}
			if (is_drawn)
				plain_plot(pic, x + column, y + row);
		}
}

/* The embedded picture's colours go to visual regardless of the pen, its priority only if
 * that is on. */
static inline void plain_cel(struct plain_pic *pic, const uint8_t *cel, size_t size)
{
	const int64_t width = size < 7 ? 0 : cel[0] | cel[1] << 8;
	const int64_t height = size < 7 ? 0 : cel[2] | cel[3] << 8;
	int64_t done = 0;

	if (size < 7 || width * height > 60800) {
		pic->is_damaged = true;
		return;
	}
	for (size_t at = 7; done < width * height; at++) {
		if (at >= size) {
			pic->is_damaged = true;
			return;
		}
		for (int run = cel[at] >> 4; run; run--, done++) {
			const int64_t x = pic->x + done % width,
				      y = pic->y + done / width;

			if (done == width * height) {
				pic->is_damaged = true;
				return;
			}
			if ((cel[at] & 15) == (cel[6] & 15) || x > 319 || y > 189)
				continue;
			pic->maps[0][y][x] = (uint8_t)((cel[at] & 15) * 17);
			if (pic->pens[1] >= 0)
				pic->maps[1][y][x] = (uint8_t)pic->pens[1];
		}
	}
}

/* The next byte, or -1 at the end; and whether it continues a list. */
static inline int plain_byte(struct plain_pic *pic)
{
	return pic->at < pic->size ? pic->data[pic->at++] : -1;
}

static inline bool plain_goes_on(const struct plain_pic *pic)
{
	return pic->at < pic->size && pic->data[pic->at] < 0xf0;
}

static inline int plain_int16(int value)
{
	return ((value + 0x8000) & 0xffff) - 0x8000;
}

/* form: 3 bytes, 2, or 1. False at the end of the program. */
static inline bool plain_point(struct plain_pic *pic, int form)
{
	int b[3] = { 0 };

	for (int i = 0; i < form; i++) {
		b[i] = plain_byte(pic);
		if (b[i] < 0)
			return false;
	}
	if (form == 3) {
		pic->x = b[0] / 16 * 256 + b[1];
		pic->y = b[0] % 16 * 256 + b[2];
	} else if (form == 2) {
		pic->y += b[0] < 128 ? b[0] : 128 - b[0];
		pic->x += (int8_t)b[1];
	} else {
		pic->x += b[0] >= 128 ? -(b[0] / 16 - 8) : b[0] / 16;
		pic->y += b[0] % 16 >= 8 ? -(b[0] % 16 - 8) : b[0] % 16;
	}
	pic->x = plain_int16(pic->x);
	pic->y = plain_int16(pic->y);
	return true;
}

static inline bool plain_lines(struct plain_pic *pic, int form)
{
	if (plain_goes_on(pic) && !plain_point(pic, 3))
		return false;
	while (plain_goes_on(pic)) {
		const int x = pic->x, y = pic->y;

		if (!plain_point(pic, form))
			return false;
		plain_line(pic, x, y, pic->x, pic->y);
	}
	return true;
}

static inline bool plain_patterns(struct plain_pic *pic, int form)
{
	int this_form = 3;

	while (plain_goes_on(pic)) {
		const int texture = pic->code & 0x20 ? plain_byte(pic) : 0;

		if (!plain_point(pic, this_form))
			return false;
		plain_pattern(pic, pic->x, pic->y, texture);
		this_form = form;
	}
	return true;
}

static inline bool plain_fills(struct plain_pic *pic)
{
	while (plain_goes_on(pic)) {
		if (!plain_point(pic, 3))
			return false;
		plain_fill(pic, pic->x, pic->y);
	}
	return true;
}

static inline bool plain_skip(struct plain_pic *pic, size_t size)
{
	if (size > pic->size - pic->at)
		return false;
	pic->at += size;
	return true;
}

static inline bool plain_extended(struct plain_pic *pic)
{
	const int op = plain_byte(pic);
	size_t size;
	int number, value;

	switch (op) {
	case 0:
		while (plain_goes_on(pic)) {
			number = plain_byte(pic);
			value = plain_byte(pic);
			if (value < 0)
				return false;
			if (number < 160)
				pic->colors[number] = (uint8_t)value;
		}
		return true;
	case 1:
		number = plain_byte(pic);
		if (number < 0 || !plain_skip(pic, 40))
			return false;
		if (number < 4)
			memcpy(pic->colors + number * 40, pic->data + pic->at - 40, 40);
		return true;
	case 2:
		for (number = 0; number < 256; number++)
			if (pic->size - pic->at < 256 ||
			    pic->data[pic->at + (size_t)number] != number)
				return plain_skip(pic, 41);
		return false; /* SCI1, 256 colours */
	case 3:
	case 5:
		return plain_skip(pic, 1);
	case 4:
	case 6:
		return true;
	case 7:
		if (!plain_point(pic, 3))
			return false;
		size = (size_t)plain_byte(pic);
		value = plain_byte(pic);
		if (value < 0)
			return false;
		size += (size_t)value << 8;
		if (!plain_skip(pic, size))
			return false;
		plain_cel(pic, pic->data + pic->at - size, size);
		return true;
	case 8:
		if (!plain_skip(pic, 14))
			return false;
		memcpy(pic->bands, pic->data + pic->at - 14, 14);
		return true;
	default:
		return false;
	}
}

static inline bool plain_pen(struct plain_pic *pic, int op)
{
	const int number = op == 0xf1 || op == 0xf3 || op == 0xfc ? 0 : plain_byte(pic);

	if (number < 0)
		return false;
	switch (op) {
	case 0xf0:
		pic->pens[0] = pic->colors[(pic->palette * 40 + number) % 160];
		break;
	case 0xf1:
		pic->pens[0] = -1;
		break;
	case 0xf2:
		pic->pens[1] = number % 16;
		break;
	case 0xf3:
		pic->pens[1] = -1;
		break;
	case 0xfb:
		pic->pens[2] = number % 16;
		break;
	case 0xfc:
		pic->pens[2] = -1;
		break;
	default:
		pic->code = number;
	}
	return true;
}

static inline bool plain_command(struct plain_pic *pic, int op)
{
	switch (op) {
	case 0xf4:
		return plain_patterns(pic, 1);
	case 0xf5:
		return plain_lines(pic, 2);
	case 0xf6:
		return plain_lines(pic, 3);
	case 0xf7:
		return plain_lines(pic, 1);
	case 0xf8:
		return plain_fills(pic);
	case 0xfa:
		return plain_patterns(pic, 3);
	case 0xfd:
		return plain_patterns(pic, 2);
	case 0xfe:
		return plain_extended(pic);
	default:
		return op >= 0xf0 && plain_pen(pic, op);
	}
}

/* Draws a program, up to where it goes wrong; true if it does not. */
static inline bool plain_draw(struct plain_pic *pic, const uint8_t *data, size_t size)
{
	pic->data = data;
	pic->size = size;
	pic->at = 0;
	for (;;) {
		const int op = plain_byte(pic);

		if (op == 0xff)
			return true;
		if (!plain_command(pic, op))
			return false;
	}
}

#endif
