/* Drawing programs by chance, for tests, the fuzz target's seeds and the benchmark. */
#ifndef EXH_SCI_PIC_TESTING_H
#define EXH_SCI_PIC_TESTING_H

#include "exhume/sci.h"
#include "exhume/advanced/sci_pic.h"

/* xorshift64: the seed is the state, and is never 0. */
static inline uint32_t pic_roll(uint64_t *seed, uint32_t below)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return (uint32_t)(*seed >> 32) % below;
}

static inline void pic_put(struct exh_writer *out, const char *text)
{
	while (*text)
		exh_write_u8(out, (uint8_t)*text++);
}

static inline void pic_put_long(struct exh_writer *out, unsigned x, unsigned y)
{
	exh_write_u8(out, (uint8_t)((x >> 8) << 4 | y >> 8));
	exh_write_u8(out, (uint8_t)x);
	exh_write_u8(out, (uint8_t)y);
}

/* Most points are on the maps, some around them, and a few anywhere. */
static inline void pic_put_any_point(struct exh_writer *out, uint64_t *seed)
{
	const uint32_t luck = pic_roll(seed, 40);

	if (!luck)
		pic_put_long(out, pic_roll(seed, 0xf00), pic_roll(seed, 0x1000));
	else if (luck < 3)
		pic_put_long(out, pic_roll(seed, 352), pic_roll(seed, 224));
	else
		pic_put_long(out, pic_roll(seed, 320), pic_roll(seed, 190));
}

/* form: bytes of the points after the first. */
static inline void pic_put_any_points(struct exh_writer *out, uint64_t *seed, unsigned op,
				      unsigned form, bool is_textured)
{
	exh_write_u8(out, (uint8_t)op);
	for (uint32_t i = 0, count = pic_roll(seed, 8); i < count; i++) {
		if (is_textured)
			exh_write_u8(out, (uint8_t)pic_roll(seed, 0xf0));
		if (!i || form == 3) {
			pic_put_any_point(out, seed);
			continue;
		}
		exh_write_u8(out, (uint8_t)pic_roll(seed, 0xf0));
		if (form == 2)
			exh_write_u8(out, (uint8_t)pic_roll(seed, 0x100));
	}
}

/* Runs of a cel, often too few or too many. */
static inline void pic_put_any_cel(struct exh_writer *out, uint64_t *seed)
{
	const uint32_t width = pic_roll(seed, 40), height = pic_roll(seed, 20);
	const uint32_t count = pic_roll(seed, 4) ? width * height / 7 + pic_roll(seed, 8)
						 : pic_roll(seed, 9);

	pic_put(out, "\xfe\x07");
	pic_put_any_point(out, seed);
	exh_write_u16le(out, (uint16_t)(7 + count));
	exh_write_u16le(out, (uint16_t)width);
	exh_write_u16le(out, (uint16_t)height);
	exh_write_u16le(out, (uint16_t)pic_roll(seed, 0x10000));
	exh_write_u8(out, (uint8_t)pic_roll(seed, 17));
	for (uint32_t i = 0; i < count; i++)
		exh_write_u8(out, (uint8_t)pic_roll(seed, 0x100));
}

static inline void pic_put_any_extended(struct exh_writer *out, uint64_t *seed)
{
	static const uint8_t sizes[9] = { 0, 41, 41, 1, 0, 1, 0, 0, 14 };
	const uint32_t op = pic_roll(seed, 9);

	if (op == 7) {
		pic_put_any_cel(out, seed);
		return;
	}
	exh_write_u8(out, 0xfe);
	exh_write_u8(out, (uint8_t)op);
	for (uint32_t i = 0, count = op ? 0 : pic_roll(seed, 5); i < count; i++) {
		exh_write_u8(out, (uint8_t)pic_roll(seed, 0xf0));
		exh_write_u8(out, (uint8_t)pic_roll(seed, 0x100));
	}
	for (uint32_t i = 0; i < sizes[op]; i++)
		exh_write_u8(out, (uint8_t)pic_roll(seed, i || op != 1 ? 0x100 : 5));
}

/* A sound program of about count commands of any kind, and FF. */
static inline void pic_put_any(struct exh_writer *out, uint64_t *seed, uint32_t count)
{
	static const uint8_t forms[] = {
		[4] = 1, [5] = 2, [6] = 3, [7] = 1, [8] = 3, [10] = 3, [13] = 2
	};
	bool is_textured = false;

	while (count--) {
		const uint32_t op = pic_roll(seed, 15);
		uint32_t number = pic_roll(seed, 0x100);

		if (op == 14) {
			if (!pic_roll(seed, 3))
				pic_put_any_extended(out, seed);
		} else if (op < sizeof forms && forms[op]) {
			pic_put_any_points(out, seed, 0xf0 + op, forms[op],
					   is_textured && op != 8 && (op < 5 || op > 8));
		} else {
			exh_write_u8(out, (uint8_t)(0xf0 + op));
			if (op == 1 || op == 3 || op == 12)
				continue;
			if (op == 0 && pic_roll(seed, 4))
				number %= 40;
			exh_write_u8(out, (uint8_t)number);
			if (op == 9)
				is_textured = (number & 0x20) != 0;
		}
	}
	exh_write_u8(out, 0xff);
}

/*
 * A room as Sierra drew them: outlines of things, lines on them, fills of all that is
 * left white, plants of patterns; priorities along with the colours; and what can't be
 * walked on.
 */
static inline void pic_room_steps(struct exh_writer *out, struct exh_sci_pic_canvas *on,
				  size_t from)
{
	const struct exh_bytes all = exh_writer_bytes(out);
	struct exh_sci_pic_reader reader = { .in = all, .at = from };
	struct exh_sci_pic_step step;

	while (reader.at < all.size && !exh_sci_pic_next(&reader, &step, NULL))
		exh_sci_pic_run(on, &step);
}

/* A closed outline of some corners around a middle, in medium or long lines. */
static inline void pic_put_outline(struct exh_writer *out, uint64_t *seed, int x, int y,
				   int reach)
{
	static const int8_t around[8][2] = { { 10, 0 },	 { 7, 7 },   { 0, 10 },
					     { -7, 7 },	 { -10, 0 }, { -7, -7 },
					     { 0, -10 }, { 7, -7 } };
	int corner_x[9], corner_y[9];

	for (int i = 0; i < 8; i++) {
		const int far = reach / 2 + (int)pic_roll(seed, (uint32_t)reach / 2 + 1);

		corner_x[i] = x + around[i][0] * far / 10;
		corner_y[i] = y + around[i][1] * far / 10;
		corner_x[i] = corner_x[i] < 0 ? 0 : corner_x[i] > 319 ? 319 : corner_x[i];
		corner_y[i] = corner_y[i] < 0 ? 0 : corner_y[i] > 189 ? 189 : corner_y[i];
	}
	corner_x[8] = corner_x[0];
	corner_y[8] = corner_y[0];
	exh_write_u8(out, 0xf6);
	for (int i = 0; i < 9; i++)
		pic_put_long(out, (unsigned)corner_x[i], (unsigned)corner_y[i]);
}

/* Short lines as of leaves, cracks and hair. */
static inline void pic_put_strokes(struct exh_writer *out, uint64_t *seed, uint32_t count)
{
	exh_write_u8(out, 0xf0);
	exh_write_u8(out, (uint8_t)pic_roll(seed, 15));
	exh_write_u8(out, 0xf7);
	pic_put_long(out, 20 + pic_roll(seed, 280), 20 + pic_roll(seed, 150));
	while (count--)
		exh_write_u8(out, (uint8_t)pic_roll(seed, 0xf0));
}

static inline void pic_put_patterns(struct exh_writer *out, uint64_t *seed,
				    uint32_t count)
{
	const uint32_t code =
		pic_roll(seed, 8) | pic_roll(seed, 2) << 4 | pic_roll(seed, 3) % 2 << 5;

	exh_write_u8(out, 0xf0);
	exh_write_u8(out, (uint8_t)pic_roll(seed, 40));
	exh_write_u8(out, 0xf9);
	exh_write_u8(out, (uint8_t)code);
	exh_write_u8(out, 0xfd);
	for (uint32_t i = 0; i < count; i++) {
		if (code & 0x20)
			exh_write_u8(out, (uint8_t)pic_roll(seed, 0xf0));
		if (!i) {
			pic_put_long(out, 60 + pic_roll(seed, 200),
				     60 + pic_roll(seed, 80));
			continue;
		}
		exh_write_u8(out, (uint8_t)(pic_roll(seed, 16) | pic_roll(seed, 2) << 7));
		exh_write_u8(out, (uint8_t)(pic_roll(seed, 33) - 16));
	}
}

/* Fills a white area; the colours used are not white. */
static inline void pic_put_room_fill(struct exh_writer *out, uint64_t *seed,
				     const struct exh_sci_pic_canvas *on)
{
	for (int tries = 0; tries < 1000; tries++) {
		const uint32_t x = pic_roll(seed, 320), y = pic_roll(seed, 190);
		uint32_t color = pic_roll(seed, 40);

		if (!(on->empty[0][y * 5 + x / 64] >> x % 64 & 1))
			continue;
		if (on->palettes[0][color] == 0xff)
			color = 9;
		exh_write_u8(out, 0xf0);
		exh_write_u8(out, (uint8_t)color);
		exh_write_u8(out, 0xf8);
		pic_put_long(out, x, y);
		return;
	}
}

/* on: a canvas to draw it on. */
static inline void pic_put_room(struct exh_writer *out, uint64_t *seed,
				struct exh_sci_pic_canvas *on)
{
	exh_sci_pic_clear(on, 0);
	for (int thing = 0; thing < 24; thing++) {
		const size_t from = out->size;

		exh_write_u8(out, 0xf2);
		exh_write_u8(out, (uint8_t)pic_roll(seed, 16));
		exh_write_u8(out, 0xf0);
		exh_write_u8(out, (uint8_t)pic_roll(seed, 15));
		pic_put_outline(out, seed, (int)pic_roll(seed, 320),
				(int)pic_roll(seed, 190), 10 + (int)pic_roll(seed, 90));
		if (thing % 3 == 0)
			pic_put(out, "\xf3");
		pic_put_strokes(out, seed, 8);
		pic_put_strokes(out, seed, 8);
		pic_room_steps(out, on, from);
	}
	for (int fill = 0; fill < 60; fill++) {
		const size_t from = out->size;

		pic_put_room_fill(out, seed, on);
		pic_room_steps(out, on, from);
	}
	for (int group = 0; group < 7; group++) {
		pic_put_patterns(out, seed, 13);
		pic_put_strokes(out, seed, 16);
	}
	pic_put(out, "\xf1\xf3\xfb\x0f");
	pic_put_outline(out, seed, 160, 95, 150);
	pic_put(out, "\xfb\x04\xf8");
	pic_put_long(out, 160, 95);
	exh_write_u8(out, 0xff);
}

#endif
