#include "screen.h"
#include "save_parts.h"

#include <stdlib.h>
#include <string.h>

enum style {
	STYLE_COLUMNS_OUT,
	STYLE_ROWS_OUT,
	STYLE_FROM_RIGHT,
	STYLE_FROM_LEFT,
	STYLE_FROM_BOTTOM,
	STYLE_FROM_TOP,
	STYLE_TO_CENTRE,
	STYLE_FROM_CENTRE,
	STYLE_BLOCKS,
	STYLE_COLUMNS_IN,
	STYLE_ROWS_IN,
	STYLE_FIRST_BLACK, /* styles 2 to 8, with black-out */
	STYLE_LAST_BLACK = 17,
	STYLE_PIXELS,
	STYLE_PIXELS_BLACK = 27,
	STYLE_SCROLL_RIGHT = 40,
	STYLE_SCROLL_LEFT,
	STYLE_SCROLL_UP,
	STYLE_SCROLL_DOWN,
};

enum {
	WIDTH = STAGE_WIDTH,
	HEIGHT = STAGE_HEIGHT - STAGE_TOP,
	BLOCK = 8,
	BLOCK_COLUMNS = WIDTH / BLOCK,
	BLOCK_ROWS = STAGE_HEIGHT / BLOCK,
	BLOCK_STEPS = 1023,
	PIXEL_STEPS = 65535,
	SHIFT_START = 0x40,
	BLOCK_TAPS = 0x240,
	PIXEL_TAPS = 0xb400,
};

static bool is_scroll(unsigned style)
{
	return style >= STYLE_SCROLL_RIGHT && style <= STYLE_SCROLL_DOWN;
}

static bool has_black_out(unsigned style)
{
	return (style >= STYLE_FIRST_BLACK && style <= STYLE_LAST_BLACK) ||
	       style == STYLE_PIXELS_BLACK;
}

/* False for styles that show the picture at once, such as unknown ones. */
static bool takes_time(unsigned style)
{
	return style <= STYLE_PIXELS || style == STYLE_PIXELS_BLACK || is_scroll(style);
}

static unsigned parts_of(unsigned style)
{
	return has_black_out(style) ? 2 * TRANSITION_PARTS : TRANSITION_PARTS;
}

/* Returns the style in which the picture appears after the black-out. */
static unsigned without_black_out(unsigned style)
{
	if (style == STYLE_PIXELS_BLACK)
		return STYLE_PIXELS;
	return has_black_out(style) ? style - STYLE_FIRST_BLACK + STYLE_FROM_RIGHT
				    : style;
}

/* Returns the opposite of a style: right and left, bottom and top, to and from the
 * centre. Each pair begins with an even number. */
static unsigned opposite_of(unsigned style)
{
	return style >= STYLE_FROM_RIGHT && style <= STYLE_FROM_CENTRE ? style ^ 1
								       : style;
}

/*
 * New pixels: those of `to`, NULL for black, over the old ones.
 */

static void set_pixel(uint8_t *pixels, const uint8_t *to, int32_t x, int32_t y)
{
	const int32_t place = y * WIDTH + x;

	pixels[place] = to ? to[place] : 0;
}

/* Returns the part, from 0, in which a pixel changes. */
static int32_t part_at(unsigned style, int32_t x, int32_t y)
{
	const int32_t across = abs(2 * x - (WIDTH - 1)), down = abs(2 * y - (HEIGHT - 1));
	const int32_t last = TRANSITION_PARTS - 1;
	const int32_t columns = across * TRANSITION_PARTS / WIDTH;
	const int32_t rows = down * TRANSITION_PARTS / HEIGHT;

	switch (style) {
	case STYLE_COLUMNS_OUT:
		return columns;
	case STYLE_COLUMNS_IN:
		return last - columns;
	case STYLE_ROWS_OUT:
		return rows;
	case STYLE_ROWS_IN:
		return last - rows;
	case STYLE_FROM_RIGHT:
		return (WIDTH - 1 - x) * TRANSITION_PARTS / WIDTH;
	case STYLE_FROM_LEFT:
		return x * TRANSITION_PARTS / WIDTH;
	case STYLE_FROM_BOTTOM:
		return (HEIGHT - 1 - y) * TRANSITION_PARTS / HEIGHT;
	case STYLE_FROM_TOP:
		return y * TRANSITION_PARTS / HEIGHT;
	case STYLE_FROM_CENTRE:
		return columns > rows ? columns : rows;
	default:
		return last - (columns > rows ? columns : rows);
	}
}

static void roll(uint8_t *pixels, const uint8_t *to, unsigned style, int32_t part)
{
	for (int32_t y = 0; y < HEIGHT; y++)
		for (int32_t x = 0; x < WIDTH; x++)
			if (part_at(style, x, y) < part)
				set_pixel(pixels, to, x, y + STAGE_TOP);
}

/* Returns the next value of a shift register, which goes through all values but 0. */
static unsigned shifted(unsigned value, unsigned taps)
{
	return value & 1 ? value >> 1 ^ taps : value >> 1;
}

static void put_block(uint8_t *pixels, const uint8_t *to, int32_t block)
{
	const int32_t left = block % BLOCK_COLUMNS * BLOCK;
	const int32_t top = block / BLOCK_COLUMNS * BLOCK;

	for (int32_t y = top; y < top + BLOCK && block < BLOCK_COLUMNS * BLOCK_ROWS; y++)
		for (int32_t x = left; x < left + BLOCK && y >= STAGE_TOP; x++)
			set_pixel(pixels, to, x, y);
}

static void put_blocks(uint8_t *pixels, const uint8_t *to, int32_t part)
{
	unsigned value = SHIFT_START;

	put_block(pixels, to, 0);
	for (int32_t i = 0; i < BLOCK_STEPS * part / TRANSITION_PARTS; i++) {
		put_block(pixels, to, (int32_t)value);
		value = shifted(value, BLOCK_TAPS);
	}
}

/* Copies only the picture's pixels: those above stay. */
static void put_pixels(uint8_t *pixels, const uint8_t *to, int32_t part)
{
	unsigned value = SHIFT_START;

	for (int32_t i = 0; i < PIXEL_STEPS * part / TRANSITION_PARTS; i++) {
		if (value >= STAGE_TOP * STAGE_WIDTH && value < STAGE_PIXELS)
			pixels[value] = to ? to[value] : 0;
		value = shifted(value, PIXEL_TAPS);
	}
}

/* Lets the new picture push the old one out. */
static void scroll(uint8_t *pixels, const uint8_t *before, const uint8_t *to,
		   unsigned style, int32_t part)
{
	const int32_t x_way = WIDTH * part / TRANSITION_PARTS,
		      y_way = HEIGHT * part / TRANSITION_PARTS;
	const int32_t dx = style == STYLE_SCROLL_RIGHT	? x_way
			   : style == STYLE_SCROLL_LEFT ? -x_way
							: 0;
	const int32_t dy = style == STYLE_SCROLL_DOWN ? y_way
			   : style == STYLE_SCROLL_UP ? -y_way
						      : 0;

	for (int32_t y = 0; y < HEIGHT; y++)
		for (int32_t x = 0; x < WIDTH; x++) {
			const int32_t old_x = x - dx, old_y = y - dy;
			const bool is_old = old_x >= 0 && old_x < WIDTH && old_y >= 0 &&
					    old_y < HEIGHT;
			const int32_t from_x = (old_x + WIDTH) % WIDTH;
			const int32_t from_y = (old_y + HEIGHT) % HEIGHT + STAGE_TOP;

			pixels[(y + STAGE_TOP) * WIDTH + x] =
				(is_old ? before : to)[from_y * WIDTH + from_x];
		}
}

static void change(uint8_t *pixels, const uint8_t *to, unsigned style, int32_t part)
{
	if (style == STYLE_BLOCKS)
		put_blocks(pixels, to, part);
	else if (style == STYLE_PIXELS)
		put_pixels(pixels, to, part);
	else
		roll(pixels, to, style, part);
}

void exh_stage_present(stage *s)
{
	struct stage_transition *t = s->transition;
	int32_t part;
	unsigned style;

	if (!exh_stage_is_in_transition(s))
		return;
	style = without_black_out(t->style);
	part = (int32_t)t->part;
	memcpy(t->presented, s->shown, STAGE_TOP * STAGE_WIDTH);
	memcpy(t->presented + STAGE_TOP * STAGE_WIDTH,
	       t->before + STAGE_TOP * STAGE_WIDTH,
	       STAGE_PIXELS - STAGE_TOP * STAGE_WIDTH);
	if (is_scroll(t->style)) {
		scroll(t->presented, t->before, s->shown, t->style, part);
		return;
	}
	if (has_black_out(t->style)) {
		change(t->presented, NULL, opposite_of(style),
		       part < TRANSITION_PARTS ? part : TRANSITION_PARTS);
		part -= TRANSITION_PARTS;
	}
	if (part > 0)
		change(t->presented, s->shown, style, part);
}

/*
 * Beginning and going on.
 */

/* False if memory is short. */
static bool make(stage *s)
{
	if (!s->transition)
		s->transition = calloc(1, sizeof *s->transition);
	return s->transition;
}

static void begin_transition(stage *s)
{
	if (!s->start.has_transitions || !takes_time(s->show_style) || !make(s))
		return;
	if (!s->transition->is_active)
		memcpy(s->transition->before, s->shown, STAGE_PIXELS);
	s->transition->is_active = true;
	s->transition->style = s->show_style;
	s->transition->part = 0;
}

void exh_stage_show_picture(stage *s)
{
	begin_transition(s);
	exh_stage_show(s, (struct rect){ 0, STAGE_TOP, STAGE_WIDTH, STAGE_HEIGHT });
}

bool exh_stage_transit(stage *s)
{
	struct stage_transition *t = s->transition;

	if (!exh_stage_is_in_transition(s))
		return false;
	s->tick += TRANSITION_TICKS;
	t->part++;
	t->is_active = t->part < parts_of(t->style);
	s->is_dirty = true;
	s->dirty = (struct rect){ 0, STAGE_TOP, STAGE_WIDTH, STAGE_HEIGHT };
	return true;
}

void exh_stage_walk_transition(struct save_walk *w, stage *s)
{
	bool is_active = exh_stage_is_in_transition(s);

	walk_bool(w, &s->start.has_transitions);
	walk_bool(w, &is_active);
	if (!is_active || w->fault)
		return;
	if (walk_loads(w) && !make(s)) {
		walk_fail(w, "out of memory");
		return;
	}
	s->transition->is_active = true;
	walk_u16(w, &s->transition->style);
	walk_u32(w, &s->transition->part);
	walk_bytes(w, s->transition->before, STAGE_PIXELS);
	for (size_t i = 0; i < STAGE_PIXELS; i++)
		s->transition->before[i] &= 15;
	if (!takes_time(s->transition->style) ||
	    s->transition->part >= parts_of(s->transition->style))
		walk_fail(w, "its show style is none");
	exh_stage_present(s);
}
