/*
 * Chooses entries from left to right. A unit has parts: blue, green and red of the left
 * and the right pixel, or of the one pixel. A step of brightness adds one number to all
 * parts of a half, one to those of the other; a step of colour changes blue and red
 * against green, for all lines of a block. Each step takes what leads nearest to the
 * wanted parts from those that a decoder has by then, so that errors do not add up, and
 * an escape if that is much nearer.
 *
 * A part that leaves its range carries into the next one. Parts before a step are thus
 * written in the way that is nearest to the wanted ones, such as 1 below 0 for blue
 * instead of 31, with one more for green; and steps that lead out of the range are
 * avoided. The bit above red is not shown: red carries into nothing.
 */
#include "truemotion1_encode.h"

#include <limits.h>

enum {
	MOST_PARTS = 6,
	BLUE = 0,
	GREEN = 1,
	RED = 2,
	COLORS = 3,
	/* Cost of each unit of a part outside its range. */
	OUTSIDE = 1 << 18,
	/* Room that blocks leave to the strongest colours, and steps of colour. */
	BLOCK_ROOM = 4,
	STEP_ROOM = 2,
};

struct parts {
	int v[MOST_PARTS];
};

/* A choice of two digits, the second one of an escape, and its cost. */
struct pick {
	unsigned small, big;
	int delta;
	int cost;
};

/* A range of parts that get the same change, and what they want. */
struct wants {
	int count, sum;	 /* number of parts, sum of their differences */
	int least, most; /* the change that keeps all parts in their range */
};

static struct parts split(const struct encoding *e, uint32_t unit)
{
	struct parts parts = { { 0 } };

	if (e->header->depth == 24)
		parts = (struct parts){ { unit & 0xff, unit >> 8 & 0xff,
					  (int)(unit >> 16) } };
	else
		parts = (struct parts){ { unit & 31, unit >> 5 & 31, unit >> 10 & 63,
					  unit >> 16 & 31, unit >> 21 & 31,
					  (int)(unit >> 26) } };
	return parts;
}

static int part_count(const struct encoding *e)
{
	return e->header->depth == 24 ? COLORS : 2 * COLORS;
}

/* Returns the highest value of a part. */
static int highest(const struct encoding *e)
{
	return e->header->depth == 24 ? 255 : 31;
}

static void add(struct parts *to, const struct parts *from)
{
	for (int i = 0; i < MOST_PARTS; i++)
		to->v[i] += from->v[i];
}

static void subtract(struct parts *to, const struct parts *from)
{
	for (int i = 0; i < MOST_PARTS; i++)
		to->v[i] -= from->v[i];
}

static int median(int a, int b, int c)
{
	const int low = a < b ? a : b, high = a < b ? b : a;

	return c < low ? low : c > high ? high : c;
}

/* Returns how far a pixel is from the wanted brightness: as most of its colours are. In
 * 24 bits the brightness of blue is free. */
static int brightness_off(const struct encoding *e, const int *from, const int *to)
{
	const int blue = e->header->depth == 24 ? 0 : from[BLUE] - to[BLUE];

	return median(blue, from[GREEN] - to[GREEN], from[RED] - to[RED]);
}

/* Distances, in 1/32 of the range, from which on a colour is written in another way: when
 * steps reach no farther, and when another way is nearer. */
struct reach {
	int own, red;
};

static const struct reach far_reach = { 20, 28 }, near_reach = { 16, 16 };

/* Moves whole ranges of a colour of a pixel to the next one, so that colours are nearest
 * to the wanted ones. */
static void carry_pixel(const struct encoding *e, int *pixel, const int *to,
			const struct reach *reach)
{
	const int range = highest(e) + 1, base = brightness_off(e, pixel, to);

	for (int i = 0; i < COLORS; i++) {
		const bool is_free = e->header->depth == 24 && i == BLUE;
		const int off = pixel[i] - to[i] - (is_free ? 0 : base);
		const int size = off < 0 ? -off : off;
		int count = (size + range / 2) / range;

		if (size <= (i == RED ? reach->red : reach->own) * range / 32)
			continue;
		count = off < 0 ? -count : count;
		pixel[i] -= count * range;
		if (i != RED)
			pixel[i + 1] += count;
	}
}

/* Does so for all pixels, if they are far off. */
static void carry(const struct encoding *e, struct parts *parts, const struct parts *to,
		  const struct reach *reach)
{
	const int near = highest(e) / 4;

	for (int i = 0; i < part_count(e); i += COLORS) {
		const int blue = parts->v[i + BLUE] - to->v[i + BLUE],
			  green = parts->v[i + GREEN] - to->v[i + GREEN],
			  red = parts->v[i + RED] - to->v[i + RED];

		if (blue > near || blue < -near || green > near || green < -near ||
		    red > near || red < -near)
			carry_pixel(e, parts->v + i, to->v + i, reach);
	}
}

/* Returns the squared error that an escape must save: two bytes are worth it. */
static int escape_price(const struct encoding *e)
{
	return e->header->depth == 24 ? 128 : 2;
}

/*
 * Brightness.
 */

static struct wants measure(const struct encoding *e, const struct parts *from,
			    const struct parts *to, int first, int end)
{
	struct wants wants = { end - first, 0, -INT16_MAX, INT16_MAX };

	for (int i = first; i < end; i++) {
		const int least = -from->v[i], most = highest(e) - from->v[i];

		wants.sum += to->v[i] - from->v[i];
		wants.least = least > wants.least ? least : wants.least;
		wants.most = most < wants.most ? most : wants.most;
	}
	return wants;
}

/* Returns the squared error of a change, less the one of no change. */
static int cost_of(const struct wants *wants, int delta)
{
	int cost = delta * (wants->count * delta - 2 * wants->sum);

	if (delta < wants->least)
		cost += (wants->least - delta) * OUTSIDE;
	if (delta > wants->most)
		cost += (delta - wants->most) * OUTSIDE;
	return cost;
}

/* Picks the best digit; added is the delta of an escape. True if better than before. */
static bool pick_digit(const int16_t *deltas, unsigned digits, const struct wants *wants,
		       int added, struct pick *pick)
{
	bool better = false;

	for (unsigned i = 0; i < digits; i++) {
		const int cost = cost_of(wants, added + deltas[i]);

		if (cost >= pick->cost)
			continue;
		pick->cost = cost;
		pick->small = i;
		pick->delta = added + deltas[i];
		better = true;
	}
	return better;
}

static void pick_escape(const struct encoding *e, const struct wants *wants,
			struct pick *pick)
{
	for (unsigned i = 0; i < e->digits; i++)
		if (pick_digit(e->deltas.small.y, e->digits, wants, e->deltas.big.y[i],
			       pick))
			pick->big = i;
}

/* True if digit 0 is no change, and no other one can be nearer. */
static bool is_still(const struct encoding *e, const struct wants *wants)
{
	const int sum = wants->sum < 0 ? -wants->sum : wants->sum;

	return !e->deltas.small.y[0] && 2 * sum <= wants->count && wants->least <= 0 &&
	       wants->most >= 0;
}

/* Returns how far a pick is from the best change, in squared error. */
static int excess(const struct wants *wants, const struct pick *pick)
{
	return pick->cost + wants->sum * wants->sum / wants->count;
}

/* The digits of a step, and the squared error that they leave, or more if a part leaves
 * its range. */
struct decision {
	struct pick high, low;
	bool is_escape;
	int error;
};

/* Appends the entries of a decision. */
static void append_choice(struct encoding *e, const struct decision *d)
{
	e->choices[e->count++] = (struct choice){
		(uint8_t)(d->high.small * DIGITS + d->low.small),
		d->is_escape ? (uint8_t)(d->high.big * DIGITS + d->low.big) : NO_ESCAPE
	};
}

/* Decides on a step of brightness. */
static struct decision decide_bright(const struct encoding *e, const struct parts *from,
				     const struct parts *to)
{
	const int half = e->header->depth == 24 ? GREEN : COLORS;
	struct wants wants[2];
	struct pick picks[2], bigs[2];
	int error;

	wants[0] = measure(e, from, to, 0, half);
	wants[1] = measure(e, from, to, half, part_count(e));
	for (int i = 0; i < 2; i++) {
		picks[i] = bigs[i] = (struct pick){ .cost = INT_MAX };
		if (is_still(e, &wants[i]))
			picks[i].cost = 0;
		else
			pick_digit(e->deltas.small.y, e->digits, &wants[i], 0, &picks[i]);
	}
	error = excess(&wants[0], &picks[0]) + excess(&wants[1], &picks[1]);
	if (error > escape_price(e)) {
		int big;

		pick_escape(e, &wants[0], &bigs[0]);
		pick_escape(e, &wants[1], &bigs[1]);
		big = excess(&wants[0], &bigs[0]) + excess(&wants[1], &bigs[1]);
		if (error - big > escape_price(e))
			return (struct decision){ bigs[0], bigs[1], true, big };
	}
	return (struct decision){ picks[0], picks[1], false, error };
}

/* Chooses a step of brightness from the parts before it; returns its change of the unit.
 */
static uint32_t choose_bright(struct encoding *e, const struct parts *before,
			      const struct parts *to)
{
	struct parts from = *before;
	struct decision best;

	carry(e, &from, to, &far_reach);
	best = decide_bright(e, &from, to);
	if (best.error >= OUTSIDE) {
		struct decision other;

		from = *before;
		carry(e, &from, to, &near_reach);
		other = decide_bright(e, &from, to);
		if (other.error < best.error)
			best = other;
	}
	append_choice(e, &best);
	return exh_truemotion1_bright(e->header->depth, best.high.delta, best.low.delta);
}

/*
 * Colour.
 */

/* Pixels that get the same change of blue and red, and what they want. */
struct tints {
	int count;		   /* pixels of all lines */
	int blue, red;		   /* sums of the wanted differences to green */
	int pixel_count;	   /* pixels of this line */
	int pixels[2 * 2][COLORS]; /* pixels before the change */
	int most;
};

/* Returns how far the line's pixels are from those that brightness can bring into their
 * range. */
static int strain(const struct tints *tints, int blue, int red)
{
	int sum = 0;

	for (int i = 0; i < tints->pixel_count; i++) {
		const int b = tints->pixels[i][BLUE] + blue, g = tints->pixels[i][GREEN],
			  r = tints->pixels[i][RED] + red;
		const int low = b < g ? b : g, high = b < g ? g : b;
		const int spread = (r > high ? r : high) - (r < low ? r : low);

		sum += spread > tints->most ? spread - tints->most : 0;
	}
	return sum * OUTSIDE;
}

/* Returns three times the squared error that is left with the best brightness, less the
 * one of no change. */
static int tint_cost(const struct tints *tints, int blue, int red)
{
	const int off = blue - red;

	return tints->count * (blue * blue + red * red + off * off) -
	       2 * (blue * (2 * tints->blue - tints->red) +
		    red * (2 * tints->red - tints->blue));
}

/* Takes a pair if it is better than the one before. True if it is. */
static bool is_better(const struct tints *tints, int blue, int red, int *least)
{
	int cost = tint_cost(tints, blue, red);

	if (cost < *least)
		cost += strain(tints, blue, red);
	if (cost >= *least)
		return false;
	*least = cost;
	return true;
}

/* True if the wanted tint is nearer to no change than to a change by 1 of blue, of red or
 * of both, and none is needed. */
static bool is_tinted(const struct tints *tints)
{
	const int blue = 2 * tints->blue - tints->red, red = 2 * tints->red - tints->blue,
		  both = tints->blue + tints->red;

	return (blue < 0 ? -blue : blue) <= tints->count &&
	       (red < 0 ? -red : red) <= tints->count &&
	       (both < 0 ? -both : both) <= tints->count && !strain(tints, 0, 0);
}

/* Picks the digits of blue and red, from all pairs; digit 0 is no change. Returns the
 * cost. */
static int pick_tints(const struct encoding *e, const struct tints *tints,
		      struct pick *blue, struct pick *red)
{
	const int16_t *deltas = e->deltas.small.c;
	int least = INT_MAX;

	*blue = *red = (struct pick){ 0 };
	if (is_tinted(tints))
		return 0;
	for (unsigned low = 0; low < e->digits; low++)
		for (unsigned high = 0; high < e->digits; high++)
			if (is_better(tints, deltas[low], deltas[high], &least)) {
				*blue = (struct pick){ low, 0, deltas[low], 0 };
				*red = (struct pick){ high, 0, deltas[high], 0 };
			}
	return least;
}

/* Picks one of the two with an escape, the other's delta being given. */
static void pick_tint_escape(const struct encoding *e, const struct tints *tints,
			     struct pick *own, const struct pick *other, bool is_blue,
			     int *least)
{
	for (unsigned big = 0; big < e->digits; big++)
		for (unsigned small = 0; small < e->digits; small++) {
			const int delta = e->deltas.big.c[big] + e->deltas.small.c[small];

			if (is_better(tints, is_blue ? delta : other->delta,
				      is_blue ? other->delta : delta, least))
				*own = (struct pick){ small, big, delta, 0 };
		}
}

/* Collects the pixels of some units. */
static struct tints collect(const struct encoding *e, size_t y, size_t unit,
			    size_t unit_count, const struct parts *sum)
{
	struct tints tints = { .most = highest(e) - STEP_ROOM };
	const uint32_t *above = y ? e->units + (y - 1) * e->row_size : e->blank;
	const int parts = part_count(e);

	for (size_t k = unit; k < unit + unit_count; k++) {
		const struct parts first = split(e, e->wanted[y * e->row_size + k]);
		struct parts from = split(e, above[k]);

		add(&from, sum);
		carry(e, &from, &first, &far_reach);
		for (int i = 0; i < parts; i++)
			tints.pixels[tints.pixel_count + i / COLORS][i % COLORS] =
				from.v[i];
		for (int i = 0; i < parts; i += COLORS) {
			const int green = first.v[i + GREEN] - from.v[i + GREEN];

			tints.count++;
			tints.blue += first.v[i + BLUE] - from.v[i + BLUE] - green;
			tints.red += first.v[i + RED] - from.v[i + RED] - green;
		}
		tints.pixel_count += parts / COLORS;
	}
	return tints;
}

/* Decides on a step of colour. */
static struct decision decide_color(const struct encoding *e, const struct tints *tints)
{
	/* Three times the error of the best of all changes, less the one of no change. */
	const int best = (tints->blue * tints->red - tints->blue * tints->blue -
			  tints->red * tints->red) *
			 2 / tints->count;
	const int price = COLORS * escape_price(e);
	struct decision small = { .is_escape = false }, big = { .is_escape = true };
	int cost, least;

	cost = least = pick_tints(e, tints, &small.low, &small.high);
	small.error = cost - best;
	if (small.error <= price)
		return small;
	big.low = small.low;
	big.high = small.high;
	for (int round = 0; round < 2; round++) {
		pick_tint_escape(e, tints, &big.low, &big.high, true, &least);
		pick_tint_escape(e, tints, &big.high, &big.low, false, &least);
	}
	big.error = least - best;
	return cost - least > price ? big : small;
}

/* Chooses a step of colour for some units from a unit of line y on, and adds it to sum;
 * returns its change of a unit. */
static uint32_t choose_color(struct encoding *e, size_t y, size_t unit, size_t unit_count,
			     struct parts *sum)
{
	const struct tints tints = collect(e, y, unit, unit_count, sum);
	const struct decision best = decide_color(e, &tints);

	append_choice(e, &best);
	for (int i = 0; i < part_count(e); i += COLORS) {
		sum->v[i + BLUE] += best.low.delta;
		sum->v[i + RED] += best.high.delta;
	}
	return exh_truemotion1_color(e->header->depth, best.high.delta, best.low.delta);
}

/*
 * Lines.
 */

/* Chooses the steps of a unit. *sum is the horizontal sum, in *parts by parts: exact even
 * after a carry, as the difference of two units. */
static void choose_unit(struct encoding *e, size_t y, size_t unit, size_t color_units,
			uint32_t *sum, struct parts *parts)
{
	const uint32_t above = y ? e->units[(y - 1) * e->row_size + unit] : 0;
	const struct parts up = split(e, above),
			   to = split(e, e->wanted[y * e->row_size + unit]);
	uint32_t *now = &e->units[y * e->row_size + unit];
	struct parts from;

	if (color_units)
		*sum += choose_color(e, y, unit, color_units, parts);
	from = *parts;
	add(&from, &up);
	*sum += choose_bright(e, &from, &to);
	*now = above + *sum;
	*parts = split(e, *now);
	subtract(parts, &up);
}

static void choose_line(struct encoding *e, size_t y, const uint8_t *kept)
{
	const unsigned color_steps = truemotion1_color_steps(e->header, y);
	const size_t color_units = color_steps == 1 ? 2 : color_steps ? 1 : 0;
	const uint32_t *above = y ? e->units + (y - 1) * e->row_size : e->blank;
	const uint32_t *units = e->units + y * e->row_size;
	struct parts parts = { { 0 } };
	uint32_t sum = 0;

	for (size_t unit = 0; unit < e->row_size; unit += 2) {
		if (kept && kept[unit / 2]) {
			const struct parts up = split(e, above[unit + 1]);

			sum = units[unit + 1] - above[unit + 1];
			parts = split(e, units[unit + 1]);
			subtract(&parts, &up);
			continue;
		}
		choose_unit(e, y, unit, color_units, &sum, &parts);
		choose_unit(e, y, unit + 1, color_steps == 2 ? 1 : 0, &sum, &parts);
	}
}

/*
 * Blocks.
 */

static uint32_t join(const struct encoding *e, const struct parts *parts)
{
	const unsigned bits = e->header->depth == 24 ? 8 : 5;
	uint32_t unit = 0;

	for (int i = part_count(e); i-- > 0;)
		unit = unit << (i % COLORS == RED ? 16 - 2 * bits : bits) |
		       (uint32_t)parts->v[i];
	return unit;
}

static int limit(int value, int least, int most)
{
	return value < least ? least : value > most ? most : value;
}

/* Divides, rounding to the nearest. */
static int divide(int value, int by)
{
	return (value >= 0 ? value + by / 2 : value - by / 2) / by;
}

/* A colour: blue and red against green. In 24 bits blue is free. */
struct tint {
	int blue, red;
};

/* Gives a pixel a tint; its brightness stays as far as the range allows. */
static void set_tint(const struct encoding *e, int *pixel, struct tint tint)
{
	const bool is_24 = e->header->depth == 24;
	int lowest = tint.red < 0 ? -tint.red : 0, over = tint.red > 0 ? tint.red : 0;

	if (!is_24 && -tint.blue > lowest)
		lowest = -tint.blue;
	if (!is_24 && tint.blue > over)
		over = tint.blue;
	if (is_24) {
		pixel[GREEN] = divide(pixel[GREEN] + pixel[RED] - tint.red, 2);
	} else {
		pixel[GREEN] = divide(pixel[BLUE] + pixel[GREEN] + pixel[RED] -
					      tint.blue - tint.red,
				      COLORS);
	}
	pixel[GREEN] = limit(pixel[GREEN], lowest, highest(e) - over);
	pixel[RED] = pixel[GREEN] + tint.red;
	if (!is_24)
		pixel[BLUE] = pixel[GREEN] + tint.blue;
}

/* Returns the mean tint of a block, a little less than the strongest one. */
static struct tint mean_tint(const struct encoding *e, const uint32_t *units,
			     size_t unit_count)
{
	const int most = highest(e) - BLOCK_ROOM;
	struct tint sum = { 0, 0 };
	int count = 0, low, high;

	for (size_t y = 0; y < e->header->block_height; y++)
		for (size_t i = 0; i < unit_count; i++) {
			const struct parts parts = split(e, units[y * e->row_size + i]);

			for (int k = 0; k < part_count(e); k += COLORS, count++) {
				sum.blue += parts.v[k + BLUE] - parts.v[k + GREEN];
				sum.red += parts.v[k + RED] - parts.v[k + GREEN];
			}
		}
	if (!count)
		return sum;
	sum.blue = e->header->depth == 24 ? 0 : divide(sum.blue, count);
	sum.red = divide(sum.red, count);
	low = limit(0, INT16_MIN, sum.blue < sum.red ? sum.blue : sum.red);
	high = limit(0, sum.blue > sum.red ? sum.blue : sum.red, INT16_MAX);
	if (high - low > most) {
		sum.blue = sum.blue * most / (high - low);
		sum.red = sum.red * most / (high - low);
	}
	return sum;
}

/* Gives all pixels of a block the same tint: the codec has one for each block. */
static void soften_block(const struct encoding *e, uint32_t *units, size_t unit_count)
{
	const struct tint tint = mean_tint(e, units, unit_count);

	for (size_t y = 0; y < e->header->block_height; y++)
		for (size_t i = 0; i < unit_count; i++) {
			uint32_t *unit = &units[y * e->row_size + i];
			struct parts parts = split(e, *unit);

			for (int k = 0; k < part_count(e); k += COLORS)
				set_tint(e, parts.v + k, tint);
			*unit = join(e, &parts);
		}
}

void exh_truemotion1_soften(const struct encoding *e, uint32_t *units)
{
	const size_t unit_count = e->header->block_width == 2 ? 1 : 2;

	for (size_t y = 0; y < e->header->height; y += e->header->block_height)
		for (size_t unit = 0; unit < e->row_size; unit += unit_count)
			soften_block(e, units + y * e->row_size + unit, unit_count);
}

void exh_truemotion1_choose(struct encoding *e)
{
	for (size_t y = 0; y < e->header->height; y++)
		choose_line(e, y, e->kept ? e->kept + y / 4 * (e->row_size / 2) : NULL);
}
