#include "picture.h"

#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 3, LEVELS = 32 };

/* A part of the colour space; its colours are colors[first .. first + count). */
struct box {
	size_t first, count;
	uint64_t pixel_count;
};

struct cut {
	const uint64_t *counts;
	uint16_t *colors; /* colours that occur, sorted into boxes */
	struct box boxes[256];
	size_t box_count;
};

static unsigned channel(unsigned color, unsigned which)
{
	return color >> (10 - 5 * which) & 31;
}

static unsigned widen(unsigned level)
{
	return level << 3 | level >> 2;
}

/* Returns the channel with the longest side of a box, and its length. */
static unsigned longest(const struct cut *cut, const struct box *box, unsigned *length)
{
	unsigned best = 0;

	*length = 0;
	for (unsigned which = 0; which < CHANNELS; which++) {
		unsigned least = LEVELS, most = 0;

		for (size_t i = 0; i < box->count; i++) {
			const unsigned level =
				channel(cut->colors[box->first + i], which);

			least = level < least ? level : least;
			most = level > most ? level : most;
		}
		if (most - least <= *length)
			continue;
		*length = most - least;
		best = which;
	}
	return best;
}

/* Returns the box with the greatest cost: many pixels that differ much. */
static size_t choose_box(const struct cut *cut)
{
	size_t best = cut->box_count;
	double most = 0;

	for (size_t i = 0; i < cut->box_count; i++) {
		unsigned length;
		double cost;

		longest(cut, &cut->boxes[i], &length);
		cost = (double)cut->boxes[i].pixel_count * length * length;
		if (cost <= most)
			continue;
		most = cost;
		best = i;
	}
	return best;
}

/* Sorts the colours of a box by one channel: there are only 32 levels. */
static void sort_box(const struct cut *cut, const struct box *box, unsigned which,
		     uint16_t *scratch)
{
	size_t starts[LEVELS + 1] = { 0 };
	uint16_t *colors = cut->colors + box->first;

	for (size_t i = 0; i < box->count; i++)
		starts[channel(colors[i], which) + 1]++;
	for (size_t i = 1; i <= LEVELS; i++)
		starts[i] += starts[i - 1];
	for (size_t i = 0; i < box->count; i++)
		scratch[starts[channel(colors[i], which)]++] = colors[i];
	memcpy(colors, scratch, box->count * sizeof *colors);
}

/* Splits a box in two, between two levels, with about half of its pixels on either
 * side. */
static void split(struct cut *cut, size_t which_box, uint16_t *scratch)
{
	struct box *box = &cut->boxes[which_box], *other = &cut->boxes[cut->box_count++];
	const uint16_t *colors = cut->colors + box->first;
	unsigned length;
	const unsigned which = longest(cut, box, &length);
	uint64_t before = 0;
	size_t at = 0;

	sort_box(cut, box, which, scratch);
	while (at < box->count) {
		const unsigned level = channel(colors[at], which);
		size_t end = at;
		uint64_t here = 0;

		while (end < box->count && channel(colors[end], which) == level)
			here += cut->counts[colors[end++]];
		if (end == box->count || (at && before + here / 2 > box->pixel_count / 2))
			break;
		before += here;
		at = end;
		if (before >= box->pixel_count / 2)
			break;
	}
	*other = (struct box){ box->first + at, box->count - at,
			       box->pixel_count - before };
	box->count = at;
	box->pixel_count = before;
}

static struct exh_color mean_color(const struct cut *cut, const struct box *box)
{
	uint64_t sums[CHANNELS] = { 0 };
	const uint64_t half = box->pixel_count / 2;

	for (size_t i = 0; i < box->count; i++)
		for (unsigned which = 0; which < CHANNELS; which++) {
			const uint16_t color = cut->colors[box->first + i];

			sums[which] += cut->counts[color] * widen(channel(color, which));
		}
	return (struct exh_color){ (uint8_t)((sums[0] + half) / box->pixel_count),
				   (uint8_t)((sums[1] + half) / box->pixel_count),
				   (uint8_t)((sums[2] + half) / box->pixel_count), 255 };
}

static unsigned square(unsigned a, unsigned b)
{
	return (a - b) * (a - b);
}

/* Returns the nearest colour of the palette, and the square of its distance. */
static size_t nearest(const struct exh_palette *palette, unsigned color,
		      unsigned *distance)
{
	size_t best = 0;

	*distance = ~0U;
	for (size_t i = 0; i < palette->count; i++) {
		const struct exh_color *entry = &palette->colors[i];
		const unsigned here = square(widen(channel(color, 0)), entry->red) +
				      square(widen(channel(color, 1)), entry->green) +
				      square(widen(channel(color, 2)), entry->blue);

		if (here >= *distance)
			continue;
		*distance = here;
		best = i;
	}
	return best;
}

static void map_colors(const struct cut *cut, struct color_map *map)
{
	uint64_t pixel_count = 0;
	double sum = 0;

	for (unsigned color = 0; color < COLORS_555; color++) {
		unsigned distance;

		if (!cut->counts[color])
			continue;
		map->index[color] = (uint8_t)nearest(&map->palette, color, &distance);
		sum += (double)distance * (double)cut->counts[color];
		pixel_count += cut->counts[color];
	}
	if (pixel_count)
		map->mean_square = sum / (double)pixel_count / CHANNELS;
}

/* Makes boxes of one colour each, in order. */
static void keep_all(struct cut *cut, size_t count)
{
	for (size_t i = 0; i < count; i++)
		cut->boxes[cut->box_count++] =
			(struct box){ i, 1, cut->counts[cut->colors[i]] };
}

void color_map_make(const uint64_t counts[COLORS_555], size_t most, struct color_map *map)
{
	uint16_t colors[COLORS_555], scratch[COLORS_555];
	struct cut cut = { .counts = counts, .colors = colors };
	struct box all = { 0 };

	*map = (struct color_map){ 0 };
	for (unsigned color = 0; color < COLORS_555; color++)
		if (counts[color]) {
			colors[all.count++] = (uint16_t)color;
			all.pixel_count += counts[color];
		}
	map->color_count = all.count;
	cut.boxes[0] = all;
	if (all.count <= most)
		keep_all(&cut, all.count);
	else
		cut.box_count = 1;
	while (all.count > most && cut.box_count < most) {
		const size_t box = choose_box(&cut);

		if (box == cut.box_count)
			break;
		split(&cut, box, scratch);
	}
	map->palette.count = cut.box_count;
	for (size_t i = 0; i < cut.box_count; i++)
		map->palette.colors[i] = mean_color(&cut, &cut.boxes[i]);
	map_colors(&cut, map);
}
