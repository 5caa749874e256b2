/*
 * Chooses entries from left to right, each with the decoder's own arithmetic and from the
 * units that a decoder has by then: errors do not add up, and colours that carry into
 * others show the error that they make.
 *
 * A step of brightness is the best of all. A step of colour is the best of the few that
 * leave the least error if brightness were free, each tried with the best brightness.
 * Before that, each block of the picture gets one tint, as the codec has: else steps
 * would look for colours that it reaches only by carries, and spoil what follows.
 */
#include "truemotion1_encode.h"

#include <limits.h>

enum {
	BLUE,
	GREEN,
	RED,
	COLORS,
	SCALE = 6, /* factor of errors that are divided by 2 or by 3 */
	TRIES = 4, /* steps of colour that are tried */
	FAR = 20,  /* 1/32 of the range; a colour farther away leads over its end */
	MOST_DELTAS = DIGITS + DIGITS * DIGITS,
};

/* Change of one half of a step: that of a digit, or of two with an escape. */
struct delta {
	int value;
	uint32_t word;
	uint8_t small, big; /* digits; big: NO_ESCAPE without one */
};

/* Changes of both halves: without an escape, then with one. */
struct deltas {
	struct delta halves[2][MOST_DELTAS];
};

struct chooser {
	struct encoding *e;
	bool is_24;
	unsigned digits, count; /* deltas without an escape, and all */
	struct deltas bright, color;
};

/* A step, what it leads to, and the squared error that it leaves. */
struct decision {
	const struct delta *high, *low;
	uint32_t unit;
	int error;
};

static void append(struct encoding *e, const struct decision *d)
{
	e->choices[e->count++] = (struct choice){
		(uint8_t)(d->high->small * DIGITS + d->low->small),
		d->high->big == NO_ESCAPE ? NO_ESCAPE
					  : (uint8_t)(d->high->big * DIGITS + d->low->big)
	};
}

static void make_deltas(unsigned depth, unsigned digits, const int16_t *small,
			const int16_t *big,
			uint32_t (*word)(unsigned depth, int high, int low),
			struct deltas *out)
{
	unsigned count = 0;

	for (unsigned i = 0; i < digits * (digits + 1); i++) {
		const bool escapes = i >= digits;
		struct delta delta = { .small = (uint8_t)(i % digits),
				       .big = (uint8_t)(i / digits - 1) };

		delta.value = small[delta.small];
		if (escapes)
			delta.value += big[delta.big];
		else
			delta.big = NO_ESCAPE;
		delta.word = word(depth, delta.value, 0);
		out->halves[0][count] = delta;
		delta.word = word(depth, 0, delta.value);
		out->halves[1][count++] = delta;
	}
}

static int pixel_count(bool is_24)
{
	return is_24 ? 1 : 2;
}

/* Returns the squared error that an escape must save: two bytes are worth it. */
static int escape_price(const struct chooser *c)
{
	return c->is_24 ? 128 : 2;
}

/* Returns a colour of a unit's first or second pixel. */
static inline int color_of(bool is_24, uint32_t unit, int pixel, int color)
{
	return is_24 ? (int)(unit >> 8 * color & 255)
		     : (int)(unit >> (16 * pixel + 5 * color) & 31);
}

/* Returns the squared error of colours of a pixel. */
static inline int error_of(bool is_24, uint32_t unit, uint32_t wanted, int pixel,
			   int first, int last)
{
	int error = 0;

	for (int i = first; i <= last; i++) {
		const int off = color_of(is_24, unit, pixel, i) -
				color_of(is_24, wanted, pixel, i);

		error += off * off;
	}
	return error;
}

/* Returns the squared error of what a half of a step of brightness changes: a pixel, or
 * in 24 bits blue, or the others. */
static inline int half_error(bool is_24, uint32_t unit, uint32_t wanted, int half)
{
	if (is_24)
		return half ? error_of(true, unit, wanted, 0, GREEN, RED)
			    : error_of(true, unit, wanted, 0, BLUE, BLUE);
	return error_of(false, unit, wanted, half, BLUE, RED);
}

/*
 * Brightness.
 */

static inline const struct delta *best_half(bool is_24, const struct delta *deltas,
					    unsigned count, uint32_t unit,
					    uint32_t wanted, int half, int *error)
{
	const struct delta *best = deltas;
	int least = INT_MAX;

	for (unsigned i = 0; i < count && least; i++) {
		const int now = half_error(is_24, unit + deltas[i].word, wanted, half);

		if (now < least) {
			least = now;
			best = &deltas[i];
		}
	}
	*error += least;
	return best;
}

/* Finds the best step from a unit, with an escape or without. The right half sees what
 * the left one carries into it. */
static struct decision search_bright(const struct chooser *c, uint32_t unit,
				     uint32_t wanted, bool escapes)
{
	const unsigned first = escapes ? c->digits : 0;
	const unsigned count = escapes ? c->count - c->digits : c->digits;
	const struct delta *high = c->bright.halves[0] + first;
	const struct delta *low = c->bright.halves[1] + first;
	struct decision d = { .unit = unit };

	for (int half = 0; half < 2; half++) {
		const struct delta **found = half ? &d.low : &d.high;

		*found = c->is_24 ? best_half(true, half ? low : high, count, d.unit,
					      wanted, half, &d.error)
				  : best_half(false, half ? low : high, count, d.unit,
					      wanted, half, &d.error);
		d.unit += (*found)->word;
	}
	return d;
}

static struct decision decide_bright(const struct chooser *c, uint32_t unit,
				     uint32_t wanted)
{
	const struct decision small = search_bright(c, unit, wanted, false);
	struct decision big;

	if (small.error <= escape_price(c))
		return small;
	big = search_bright(c, unit, wanted, true);
	return small.error - big.error > escape_price(c) ? big : small;
}

/*
 * Colour.
 */

/* Pixels that get the same change of blue and red. */
struct block {
	const uint32_t *above, *wanted; /* units of its first line */
	size_t units, lines;
	uint32_t sum;	       /* before the step */
	uint32_t before, left; /* the unit before it, and the one above that */
	int count;	       /* pixels */
	int blue,
		red; /* sums of the wanted changes against green; in 24 bits blue's own */
	int error;   /* error without a change if brightness were free, in 1/SCALE */
};

/* Returns the error of a pixel that is left if brightness were free, in 1/SCALE. */
static int tint_error(const struct chooser *c, const int *off)
{
	const int sum = off[BLUE] + off[GREEN] + off[RED];
	const int most = off[RED] - off[GREEN];

	if (c->is_24)
		return 3 * most * most;
	return 2 * (3 * (off[BLUE] * off[BLUE] + off[GREEN] * off[GREEN] +
			 off[RED] * off[RED]) -
		    sum * sum);
}

/* Returns that of a unit. */
static int unit_tint_error(const struct chooser *c, uint32_t unit, uint32_t wanted)
{
	int error = 0, off[COLORS];

	for (int pixel = 0; pixel < pixel_count(c->is_24); pixel++) {
		for (int i = 0; i < COLORS; i++)
			off[i] = color_of(c->is_24, wanted, pixel, i) -
				 color_of(c->is_24, unit, pixel, i);
		error += tint_error(c, off);
	}
	return error;
}

static int limit(int value, int least, int most)
{
	return value < least ? least : value > most ? most : value;
}

static int median(int a, int b, int c)
{
	return a < b ? limit(c, a, b) : limit(c, b, a);
}

/* Takes whole ranges off colours that are far from the others, since a step may lead over
 * the end of the range: the next colour is carried into. */
static void wrap(const struct chooser *c, int *off)
{
	const int range = c->is_24 ? 256 : 32;
	const int bright = median(c->is_24 ? 0 : off[BLUE], off[GREEN], off[RED]);

	for (int i = 0; i < COLORS; i++) {
		const int away = off[i] - (c->is_24 && i == BLUE ? 0 : bright);
		const int far = range * FAR / 32;
		const int carry = (away > far) - (away < -far);

		off[i] -= carry * range;
		if (i < RED)
			off[i + 1] += carry;
	}
}

/* Measures a pixel of a block that is to follow the unit `before`, below `left`. Colours
 * may lie outside their range before the step. */
static void measure_pixel(const struct chooser *c, struct block *b, uint32_t above,
			  uint32_t wanted, int pixel)
{
	int off[COLORS];

	for (int i = 0; i < COLORS; i++)
		off[i] = color_of(c->is_24, wanted, pixel, i) -
			 color_of(c->is_24, above, pixel, i) -
			 color_of(c->is_24, b->before, pixel, i) +
			 color_of(c->is_24, b->left, pixel, i);
	wrap(c, off);
	b->error += tint_error(c, off);
	b->count++;
	b->blue += off[BLUE] - (c->is_24 ? 0 : off[GREEN]);
	b->red += off[RED] - off[GREEN];
}

static void measure(const struct chooser *c, struct block *b)
{
	for (size_t y = 0; y < b->lines; y++)
		for (size_t k = 0; k < b->units; k++)
			for (int pixel = 0; pixel < pixel_count(c->is_24); pixel++)
				measure_pixel(c, b, b->above[k],
					      b->wanted[y * c->e->row_size + k], pixel);
}

/* Returns the error that a change leaves if brightness were free, in 1/SCALE. In 24 bits
 * blue is free, but brightness does not reach far. */
static inline int estimate(const struct chooser *c, const struct block *b, int blue,
			   int red)
{
	const int off = blue - red;

	if (c->is_24)
		return b->error + 3 * red * (b->count * red - 2 * b->red) +
		       blue * (b->count * blue - 2 * b->blue);
	return b->error + 2 * b->count * (blue * blue + red * red + off * off) -
	       4 * (blue * (2 * b->blue - b->red) + red * (2 * b->red - b->blue));
}

/* Returns the error of a change with the best steps of brightness in the first line, in
 * 1/SCALE. */
static int try_color(const struct chooser *c, const struct block *b, uint32_t change)
{
	uint32_t sum = b->sum + change;
	int error = 0;

	for (size_t k = 0; k < b->units; k++) {
		const struct decision d =
			decide_bright(c, b->above[k] + sum, b->wanted[k]);

		sum = d.unit - b->above[k];
		error += SCALE * d.error;
		for (size_t y = 1; y < b->lines; y++)
			error += unit_tint_error(c, d.unit,
						 b->wanted[y * c->e->row_size + k]);
	}
	return error;
}

/* Keeps the best changes in their order; the last one is worse than others or unset. */
static void keep(struct decision *best, const struct decision *d)
{
	size_t i = TRIES - 1;

	for (; i && best[i - 1].error > d->error; i--)
		best[i] = best[i - 1];
	best[i] = *d;
}

/* Returns the change of blue that is best with one of red. */
static int best_blue(const struct chooser *c, const struct block *b, int red)
{
	return c->is_24 ? b->blue / b->count
			: (b->count * red + 2 * b->blue - b->red) / (2 * b->count);
}

/* Finds the best step, with an escape or without. */
static struct decision search_color(const struct chooser *c, const struct block *b,
				    bool escapes)
{
	const unsigned first = escapes ? c->digits : 0;
	const unsigned end = escapes ? c->count : c->digits;
	const int slack = SCALE * b->count * (c->is_24 ? 16 : 1) / 2;
	/* The last one is no change, or nearly none. */
	struct decision best[TRIES + 1], found = { .error = INT_MAX };

	for (size_t i = 0; i < TRIES; i++)
		best[i] = found;
	best[TRIES] = (struct decision){ &c->color.halves[0][first],
					 &c->color.halves[1][first], 0, 0 };
	for (const struct delta *high = c->color.halves[0] + first;
	     high < c->color.halves[0] + end; high++) {
		if (estimate(c, b, best_blue(c, b, high->value), high->value) >
		    best[TRIES - 1].error)
			continue;
		for (const struct delta *low = c->color.halves[1] + first;
		     low < c->color.halves[1] + end; low++) {
			const int error = estimate(c, b, low->value, high->value);

			if (error < best[TRIES - 1].error)
				keep(best, &(struct decision){ high, low, 0, error });
		}
	}
	best[TRIES].error = best[0].error;
	for (size_t i = 0; i <= TRIES; i++) {
		struct decision d = best[i];

		if (!d.high)
			continue;
		if (found.error <= d.error + slack)
			break;
		d.unit = d.high->word + d.low->word;
		d.error = try_color(c, b, d.unit);
		if (d.error < found.error)
			found = d;
	}
	return found;
}

/* Chooses a step of colour for some units from a unit of line y on; returns its change.
 */
static uint32_t choose_color(struct chooser *c, size_t y, size_t unit, size_t units,
			     uint32_t sum)
{
	struct encoding *e = c->e;
	struct block b = {
		.above = (y ? e->units + (y - 1) * e->row_size : e->blank) + unit,
		.wanted = e->wanted + y * e->row_size + unit,
		.units = units,
		.lines = e->header->block_height,
		.sum = sum,
		.before = unit ? e->units[y * e->row_size + unit - 1] : 0,
		.left = unit && y ? e->units[(y - 1) * e->row_size + unit - 1] : 0,
	};
	const int price = SCALE * escape_price(c);
	struct decision best;

	measure(c, &b);
	best = search_color(c, &b, false);
	if (best.error > price) {
		const struct decision big = search_color(c, &b, true);

		if (best.error - big.error > price)
			best = big;
	}
	append(e, &best);
	return best.unit;
}

/*
 * Lines.
 */

/* Chooses the steps of a unit; returns the horizontal sum after it. */
static uint32_t choose_unit(struct chooser *c, size_t y, size_t unit, size_t color_units,
			    uint32_t sum)
{
	struct encoding *e = c->e;
	const size_t at = y * e->row_size + unit;
	const uint32_t above = y ? e->units[at - e->row_size] : 0;
	struct decision d;

	if (color_units)
		sum += choose_color(c, y, unit, color_units, sum);
	d = decide_bright(c, above + sum, e->wanted[at]);
	append(e, &d);
	e->units[at] = d.unit;
	return d.unit - above;
}

static void choose_line(struct chooser *c, size_t y, const uint8_t *kept)
{
	struct encoding *e = c->e;
	const unsigned color_steps = truemotion1_color_steps(e->header, y);
	const size_t color_units = color_steps == 1 ? 2 : color_steps ? 1 : 0;
	const uint32_t *above = y ? e->units + (y - 1) * e->row_size : e->blank;
	const uint32_t *units = e->units + y * e->row_size;
	uint32_t sum = 0;

	for (size_t unit = 0; unit < e->row_size; unit += 2) {
		if (kept && kept[unit / 2]) {
			sum = units[unit + 1] - above[unit + 1];
			continue;
		}
		sum = choose_unit(c, y, unit, color_units, sum);
		sum = choose_unit(c, y, unit + 1, color_steps == 2 ? 1 : 0, sum);
	}
}

/*
 * Blocks.
 */

/* Divides, rounding to the nearest. */
static int divide(int value, int by)
{
	return (value >= 0 ? value + by / 2 : value - by / 2) / by;
}

/* A colour: blue and red against green. In 24 bits blue is free. */
struct tint {
	int blue, red;
};

/* Returns the mean tint of a block, a little less than the strongest one. */
static struct tint mean_tint(const struct encoding *e, const uint32_t *units,
			     size_t unit_count)
{
	const bool is_24 = e->header->depth == 24;
	const int most = is_24 ? 255 - 4 : 31 - 1;
	const int count =
		(int)(e->header->block_height * unit_count) * pixel_count(is_24);
	struct tint sum = { 0, 0 };
	int spread;

	for (size_t y = 0; y < e->header->block_height; y++)
		for (size_t i = 0; i < unit_count; i++)
			for (int k = 0; k < pixel_count(is_24); k++) {
				const uint32_t unit = units[y * e->row_size + i];
				const int green = color_of(is_24, unit, k, GREEN);

				sum.blue +=
					is_24 ? 0
					      : color_of(is_24, unit, k, BLUE) - green;
				sum.red += color_of(is_24, unit, k, RED) - green;
			}
	sum.blue = divide(sum.blue, count);
	sum.red = divide(sum.red, count);
	spread = limit(sum.blue > sum.red ? sum.blue : sum.red, 0, INT16_MAX) -
		 limit(sum.blue < sum.red ? sum.blue : sum.red, INT16_MIN, 0);
	if (spread > most) {
		sum.blue = sum.blue * most / spread;
		sum.red = sum.red * most / spread;
	}
	return sum;
}

/* Returns a unit whose pixels have a tint; their brightness stays as far as the range
 * allows. */
static uint32_t set_tint(bool is_24, uint32_t unit, struct tint tint)
{
	const int low = median(tint.blue, tint.red, INT16_MIN);
	const int high = median(tint.blue, tint.red, INT16_MAX);
	uint32_t made = 0;

	for (int k = 0; k < pixel_count(is_24); k++) {
		const int blue = color_of(is_24, unit, k, BLUE);
		const int sum = color_of(is_24, unit, k, GREEN) +
				color_of(is_24, unit, k, RED) - tint.red;
		const uint32_t green = (uint32_t)limit(
			is_24 ? divide(sum, 2) : divide(sum + blue - tint.blue, COLORS),
			low < 0 ? -low : 0, (is_24 ? 255 : 31) - (high > 0 ? high : 0));

		const uint32_t red = green + (uint32_t)tint.red;

		made |= is_24 ? (uint32_t)blue | green << 8 | red << 16
			      : ((green + (uint32_t)tint.blue) | green << 5 | red << 10)
					<< 16 * k;
	}
	return made;
}

void exh_truemotion1_soften(const struct encoding *e, uint32_t *units)
{
	const size_t unit_count = e->header->block_width == 2 ? 1 : 2;

	for (size_t y = 0; y < e->header->height; y++)
		for (size_t i = 0; i < e->row_size; i += unit_count) {
			uint32_t *block = units + y * e->row_size + i;
			struct tint tint;

			if (y % e->header->block_height)
				continue;
			tint = mean_tint(e, block, unit_count);
			for (size_t k = 0; k < e->header->block_height * unit_count;
			     k++) {
				uint32_t *unit = &block[k / unit_count * e->row_size +
							k % unit_count];

				*unit = set_tint(e->header->depth == 24, *unit, tint);
			}
		}
}

void exh_truemotion1_choose(struct encoding *e)
{
	const unsigned depth = e->header->depth;
	struct chooser c = { .e = e,
			     .is_24 = depth == 24,
			     .digits = e->digits,
			     .count = e->digits * (e->digits + 1) };

	make_deltas(depth, e->digits, e->deltas.small.y, e->deltas.big.y,
		    exh_truemotion1_bright, &c.bright);
	make_deltas(depth, e->digits, e->deltas.small.c, e->deltas.big.c,
		    exh_truemotion1_color, &c.color);
	for (size_t y = 0; y < e->header->height; y++)
		choose_line(&c, y, e->kept ? e->kept + y / 4 * (e->row_size / 2) : NULL);
}
