/* Lines, inline: a program's time is in its many short ones. */
#ifndef EXH_SCI_PIC_LINE_H
#define EXH_SCI_PIC_LINE_H

#include "pic.h"

/*
 * Bresenham's line, without his sum that each pixel waits for: after k pixels it went
 * floor(k * minor / major + 1 / 2) aside. aside counts that in parts of 2^22, rounded up.
 * The excess stays below major / 2^22, and what would matter is 1 / (2 * major), since
 * major is below 320.
 */
enum { PIC_SLOPE_BITS = 22 };

/* Steps are in places: bytes of a map, which are its bits, too. */
struct pic_slope {
	uint32_t place, count; /* the first pixel, and how many follow */
	uint32_t major_step, minor_step;
	uint32_t aside; /* of each pixel */
};

PIC_INLINE struct pic_slope pic_make_slope(int32_t x, int32_t y, int32_t to_x,
					   int32_t to_y)
{
	const uint32_t width = (uint32_t)(to_x < x ? x - to_x : to_x - x);
	const uint32_t height = (uint32_t)(to_y < y ? y - to_y : to_y - y);
	const uint32_t step_x = to_x < x ? UINT32_MAX : 1;
	const uint32_t step_y =
		to_y < y ? 0U - EXH_SCI_PIC_WIDTH : (uint32_t)EXH_SCI_PIC_WIDTH;
	const bool is_wide = width > height;
	const uint32_t major = is_wide ? width : height;
	const uint32_t minor = is_wide ? height : width;

	return (struct pic_slope){
		.place = (uint32_t)(y * EXH_SCI_PIC_WIDTH + x),
		.count = major,
		.major_step = is_wide ? step_x : step_y,
		.minor_step = is_wide ? step_y : step_x,
		.aside = ((minor << PIC_SLOPE_BITS) + major - 1) / major,
	};
}

/* layer leaves white everywhere or nowhere. It is a copy, since the map's bytes may alias
 * anything. */
PIC_INLINE void pic_solid_slope(struct pic_layer layer, uint64_t white,
				struct pic_slope slope)
{
	uint32_t sum = 1U << (PIC_SLOPE_BITS - 1), at = slope.place;

	for (uint32_t i = slope.count;; i--) {
		const uint32_t place = at + slope.minor_step * (sum >> PIC_SLOPE_BITS);
		const uint64_t bit = (uint64_t)1 << place % PIC_WORD;
		uint64_t *word = layer.empty + place / PIC_WORD;

		layer.map[place] = layer.value;
		*word = (*word & ~bit) | (white & bit);
		if (!i)
			return;
		at += slope.major_step;
		sum += slope.aside;
	}
}

/* One that leaves every second pixel white. */
static inline void pic_half_white_slope(struct pic_layer layer, struct pic_slope slope)
{
	uint32_t sum = 1U << (PIC_SLOPE_BITS - 1), at = slope.place;

	for (uint32_t i = 0; i <= slope.count; i++) {
		pic_place(&layer, at + slope.minor_step * (sum >> PIC_SLOPE_BITS));
		at += slope.major_step;
		sum += slope.aside;
	}
}

/* How a pen's lines are drawn. */
enum pic_pen {
	PIC_PLAIN_PEN, /* on one map, of a value that leaves no white: as most are */
	PIC_ANY_PEN,
};

static inline enum pic_pen pic_pen_of(const struct pic_layer *layers, size_t count)
{
	return count == 1 && !(layers[0].white[0] | layers[0].white[1]) ? PIC_PLAIN_PEN
									: PIC_ANY_PEN;
}

static inline void pic_slope_on(const struct pic_layer *layers, size_t count,
				struct pic_slope slope)
{
	for (size_t i = 0; i < count; i++) {
		if (layers[i].white[0] == layers[i].white[1])
			pic_solid_slope(layers[i], layers[i].white[0], slope);
		else
			pic_half_white_slope(layers[i], slope);
	}
}

static inline bool pic_is_inside(int32_t x, int32_t y)
{
	return (uint32_t)x < EXH_SCI_PIC_WIDTH && (uint32_t)y < EXH_SCI_PIC_HEIGHT;
}

/* A line from point to point, on these layers. Callers pass a constant pen, so that its
 * tests vanish. */
PIC_INLINE void pic_line(const struct pic_layer *layers, size_t count, enum pic_pen pen,
			 int32_t x, int32_t y, int32_t to_x, int32_t to_y)
{
	struct pic_slope slope;

	if (!pic_is_inside(x, y) || !pic_is_inside(to_x, to_y)) {
		x = pic_clamp(x, EXH_SCI_PIC_WIDTH - 1);
		y = pic_clamp(y, EXH_SCI_PIC_HEIGHT - 1);
		to_x = pic_clamp(to_x, EXH_SCI_PIC_WIDTH - 1);
		to_y = pic_clamp(to_y, EXH_SCI_PIC_HEIGHT - 1);
	}
	if (y == to_y) {
		pic_draw_run(layers, pen == PIC_PLAIN_PEN ? 1 : count, y,
			     x < to_x ? x : to_x, x < to_x ? to_x : x);
		return;
	}
	slope = pic_make_slope(x, y, to_x, to_y);
	if (pen == PIC_PLAIN_PEN)
		pic_solid_slope(layers[0], 0, slope);
	else
		pic_slope_on(layers, count, slope);
}

#endif
