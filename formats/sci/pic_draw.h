/* Declarations shared by the files of the pic library: opcodes, writing to maps, and
 * lines. */
#ifndef EXH_SCI_PIC_DRAW_H
#define EXH_SCI_PIC_DRAW_H

#include "exhume/sci.h"
#include "exhume/advanced/sci_pic.h"

#include <string.h>

/* For functions called with constants, so that tests of them are optimised away. */
#define PIC_INLINE static inline __attribute__((always_inline))

enum {
	PIC_VISUAL = 0xf0,
	PIC_VISUAL_OFF,
	PIC_PRIORITY,
	PIC_PRIORITY_OFF,
	PIC_SHORT_PATTERNS,
	PIC_MEDIUM_LINES,
	PIC_LONG_LINES,
	PIC_SHORT_LINES,
	PIC_FILLS,
	PIC_PATTERN_CODE,
	PIC_LONG_PATTERNS,
	PIC_CONTROL,
	PIC_CONTROL_OFF,
	PIC_MEDIUM_PATTERNS,
	PIC_EXTENDED,
	PIC_END,

	PIC_ENTRIES = 0, /* after PIC_EXTENDED */
	PIC_PALETTE,
	PIC_MONO_PALETTE,
	PIC_MONO_VISUAL,
	PIC_MONO_VISUAL_OFF,
	PIC_MONO_DIRECT,
	PIC_MONO_DIRECT_OFF,
	PIC_CEL,
	PIC_BANDS,
	PIC_EXTENDED_COUNT,

	/* first byte of SCI1.1 pics: low byte of the header's size */
	SCI11_HEADER = 0x26,
	PIC_FIRST_OP = PIC_VISUAL, /* bytes below continue a list */
	PIC_TEXTURED = 0x20,	   /* flag of pattern codes */
	PIC_RECTANGLE = 0x10,
	PIC_SIZE = 7,
	PIC_ROW = 5, /* words in a row of bits */
	PIC_WORD = 64,
};

/* A sum of coordinates, which has 16 bits in the interpreter. */
static inline int16_t pic_wrap(int32_t value)
{
	const int32_t low = value & 0xffff;

	return (int16_t)(low > INT16_MAX ? low - 0x10000 : low);
}

static inline int32_t pic_clamp(int32_t value, int32_t last)
{
	return value < 0 ? 0 : value > last ? last : value;
}

/*
 * Points in lists, starting at their bytes; x and y hold the previous point.
 */
enum { PIC_LONG_SIZE = 3, PIC_MEDIUM_SIZE = 2, PIC_SHORT_SIZE = 1 };

static inline void pic_long_point(const uint8_t *p, int16_t *x, int16_t *y)
{
	*x = (int16_t)((p[0] & 0xf0) << 4 | p[1]);
	*y = (int16_t)((p[0] & 0x0f) << 8 | p[2]);
}

/* y is a sign and a size; x is two's complement. */
static inline void pic_medium_point(const uint8_t *p, int16_t *x, int16_t *y)
{
	*y = pic_wrap(*y + (p[0] & 0x80 ? -(p[0] & 0x7f) : p[0]));
	*x = pic_wrap(*x + (p[1] & 0x80 ? p[1] - 0x100 : p[1]));
}

static inline void pic_short_point(const uint8_t *p, int16_t *x, int16_t *y)
{
	const int dx = *p >> 4 & 7, dy = *p & 7;

	*x = pic_wrap(*x + (*p & 0x80 ? -dx : dx));
	*y = pic_wrap(*y + (*p & 0x08 ? -dy : dy));
}

/* Reads a point by its size, a constant where speed matters. */
PIC_INLINE void pic_point(const uint8_t *p, unsigned size, int16_t *x, int16_t *y)
{
	if (size == PIC_SHORT_SIZE)
		pic_short_point(p, x, y);
	else if (size == PIC_MEDIUM_SIZE)
		pic_medium_point(p, x, y);
	else
		pic_long_point(p, x, y);
}

/* True if a list of points follows the command. */
static inline bool pic_is_list(unsigned op)
{
	return (op >= PIC_SHORT_PATTERNS && op <= PIC_FILLS) || op == PIC_LONG_PATTERNS ||
	       op == PIC_MEDIUM_PATTERNS;
}

/* A map to draw on, and the value to draw. */
struct pic_layer {
	uint8_t *map;
	uint64_t *empty;
	/* The bits of empty that the value sets, on even and on odd rows: half-white
	 * colours leave every second pixel white. */
	uint64_t white[2];
	uint8_t value;
};

/* The visual map, with the pen's colour. */
static inline struct pic_layer pic_visual_layer(struct exh_sci_pic_canvas *canvas)
{
	const uint64_t even = 0x5555555555555555, odd = ~even;
	const uint8_t color = canvas->visual_color;
	struct pic_layer layer = { canvas->visual, canvas->empty[0], { 0, 0 }, color };

	if ((color & 0x0f) == 0x0f) {
		layer.white[0] = even;
		layer.white[1] = odd;
	}
	if ((color & 0xf0) == 0xf0) {
		layer.white[0] |= odd;
		layer.white[1] |= even;
	}
	return layer;
}

static inline struct pic_layer pic_value_layer(uint8_t *map, uint64_t *empty,
					       uint8_t value)
{
	const uint64_t white = value ? 0 : UINT64_MAX;

	return (struct pic_layer){ map, empty, { white, white }, value };
}

/* Fills the maps that are on, in the order in which fills search one; returns their
 * number. */
static inline size_t pic_layers(struct exh_sci_pic_canvas *canvas,
				struct pic_layer layers[3])
{
	size_t count = 0;

	if (canvas->visual_on)
		layers[count++] = pic_visual_layer(canvas);
	if (canvas->priority_on)
		layers[count++] = pic_value_layer(canvas->priority, canvas->empty[1],
						  canvas->priority_value);
	if (canvas->control_on)
		layers[count++] = pic_value_layer(canvas->control, canvas->empty[2],
						  canvas->control_value);
	return count;
}

/* Bytes after FE and the opcode, if their number is fixed. */
size_t exh_sci_pic_extended_size(unsigned extended);

/* False if the cel is damaged. */
bool exh_sci_pic_cel(struct exh_sci_pic_canvas *canvas,
		     const struct exh_sci_pic_step *step);

/* Draws the next steps up to one that exh_sci_pic_next must handle: a rare or invalid
 * one, or the end. */
void exh_sci_pic_run_most(struct exh_sci_pic_canvas *canvas,
			  struct exh_sci_pic_reader *reader);

void exh_sci_pic_set_visual(struct exh_sci_pic_canvas *canvas, unsigned number);

/* Shape that the pen's pattern code draws. */
struct pic_pattern {
	struct pic_layer layers[3];
	size_t count;
	int32_t n; /* size: the shape has 2 * n + 1 rows */
	bool is_textured;
	/* each row's first column, width */
	uint8_t from[2 * PIC_SIZE + 1], width[2 * PIC_SIZE + 1];
};

void exh_sci_pic_pattern_open(struct exh_sci_pic_canvas *canvas, struct pic_pattern *out);

void exh_sci_pic_pattern(const struct pic_pattern *pattern, int32_t x, int32_t y,
			 uint8_t texture);

void exh_sci_pic_fill(struct exh_sci_pic_canvas *canvas, int32_t x, int32_t y);

/* Sets the bits of mask in a word of empty as the layer's value requires. */
static inline void pic_mark(const struct pic_layer *layer, size_t word, unsigned y,
			    uint64_t mask)
{
	layer->empty[word] = (layer->empty[word] & ~mask) | (layer->white[y & 1] & mask);
}

/* place: index of a byte of the map, and of its bit. */
static inline void pic_place(const struct pic_layer *layer, uint32_t place)
{
	const uint64_t bit = (uint64_t)1 << place % PIC_WORD;

	pic_mark(layer, place / PIC_WORD, place / EXH_SCI_PIC_WIDTH, bit);
	layer->map[place] = layer->value;
}

/* Most runs are short: 16 bytes are written, then the excess is restored. */
static inline void pic_set(const struct pic_layer *layer, unsigned place, unsigned count)
{
	uint8_t *out = layer->map + place, after[16], bytes[16];

	if (count > 16 || place > EXH_SCI_PIC_PIXELS - 32) {
		memset(out, layer->value, count);
		return;
	}
	memcpy(after, out + count, 16);
	memset(bytes, layer->value, 16);
	memcpy(out, bytes, 16);
	memcpy(out + count, after, 16);
}

/*
 * Columns left to right of row y, within the map.
 */

static inline void pic_mark_run(const struct pic_layer *layer, unsigned y, unsigned left,
				unsigned right)
{
	const unsigned row = y * PIC_ROW, last = right / PIC_WORD;
	uint64_t mask = UINT64_MAX << left % PIC_WORD;

	for (unsigned word = left / PIC_WORD; word < last; word++) {
		pic_mark(layer, row + word, y, mask);
		mask = UINT64_MAX;
	}
	mask &= UINT64_MAX >> (PIC_WORD - 1 - right % PIC_WORD);
	pic_mark(layer, row + last, y, mask);
}

static inline void pic_set_run(const struct pic_layer *layer, unsigned y, unsigned left,
			       unsigned right)
{
	pic_set(layer, y * EXH_SCI_PIC_WIDTH + left, right - left + 1);
}

static inline void pic_run(const struct pic_layer *layer, unsigned y, unsigned left,
			   unsigned right)
{
	pic_mark_run(layer, y, left, right);
	pic_set_run(layer, y, left, right);
}

static inline void pic_draw_run(const struct pic_layer *layers, size_t count, int32_t y,
				int32_t left, int32_t right)
{
	for (size_t i = 0; i < count; i++)
		pic_run(&layers[i], (unsigned)y, (unsigned)left, (unsigned)right);
}

/*
 * Lines, inline: most of a program's time is spent on many short ones.
 */

/*
 * Bresenham's line without the running sum that each pixel waits for: after k pixels it
 * has moved floor(k * minor / major + 1 / 2) to the side. aside is that amount per pixel
 * in units of 2^-22, rounded up. The error stays below major / 2^22; only 1 / (2 * major)
 * would matter, since major is below 320.
 */
enum { PIC_SLOPE_BITS = 22 };

/* Steps are in places: indices of bytes of a map, and of its bits. */
struct pic_slope {
	uint32_t place, count; /* first pixel, and number of pixels after it */
	uint32_t major_step, minor_step;
	uint32_t aside; /* movement per pixel */
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

/* Draws a line that leaves every second pixel white. */
static inline void pic_half_white_slope(struct pic_layer layer, struct pic_slope slope)
{
	uint32_t sum = 1U << (PIC_SLOPE_BITS - 1), at = slope.place;

	for (uint32_t i = 0; i <= slope.count; i++) {
		pic_place(&layer, at + slope.minor_step * (sum >> PIC_SLOPE_BITS));
		at += slope.major_step;
		sum += slope.aside;
	}
}

/* Ways to draw a pen's lines. */
enum pic_pen {
	PIC_PLAIN_PEN, /* one map, and a value that leaves no white: the usual case */
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

/* Draws a line from point to point on these layers. Callers pass a constant pen, so that
 * its tests are optimised away. */
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
