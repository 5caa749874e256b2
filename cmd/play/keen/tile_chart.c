/*
 * From the top: the title; the strips; the frames' numbers; the legend of the lanes'
 * colours. A strip has its name and the mean share above it, a line for the book's value,
 * and a bar per column: the dark part is the least share of the column's frames, the
 * middle one the mean, the light one the greatest. Below the strips are lanes with marks
 * where the view moved.
 */
#include "play_keen.h"

#include "media/picture/font_files.h"
#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	BUCKETS = 1 << 15, /* more than twice the number of columns */
	WIDE = 640,	   /* least width in pixels for letters of twice the size */
	/* Sizes of small letters' pixels. */
	LETTER = 5,
	GAP = 3,
	LEFT = 26,
	RIGHT = 12,
	TICK = 2,
	LANES = 4,
	LANE = 3,	/* rows of pixels; the last one is a gap */
	LEAST_TOP = 30, /* least share at the top of a strip, in percent of the port */
	SHADES = 3,
};

enum color {
	PAPER,
	BACK, /* background of a strip */
	LINE,
	INK,
	SHADE, /* SHADES for each strip: least, mean, most */
	MARK = SHADE + SHADES * TILE_CHART_STRIPS,
	COLORS = MARK + LANES,
};

static const struct exh_color colors[COLORS] = {
	[PAPER] = { 255, 255, 255, 255 },
	[BACK] = { 246, 246, 249, 255 },
	[LINE] = { 214, 214, 222, 255 },
	[INK] = { 40, 40, 48, 255 },
	[SHADE] = { 16, 68, 160, 255 },
	{ 66, 128, 222, 255 },
	{ 166, 202, 248, 255 },
	{ 168, 52, 8, 255 },
	{ 232, 112, 40, 255 },
	{ 250, 198, 150, 255 },
	{ 70, 70, 78, 255 },
	{ 128, 128, 138, 255 },
	{ 196, 196, 204, 255 },
	[MARK] = { 30, 150, 60, 255 },
	{ 150, 60, 190, 255 },
	{ 190, 150, 0, 255 },
	{ 40, 40, 48, 255 },
};

/* Consecutive frames, merged. */
struct bucket {
	uint32_t frames;
	uint32_t classes; /* a bit each */
	struct {
		uint32_t least, most;
		uint64_t sum;
	} strips[TILE_CHART_STRIPS];
};

struct tile_chart {
	const struct tile_chart_strip *strips;
	size_t strip_count;
	uint64_t frames;
	uint32_t bucket_frames; /* frames per bucket; the last one may have fewer */
	size_t count;
	/* greatest number of tiles in any frame, except those that set up a level */
	uint32_t most;
	struct bucket buckets[BUCKETS];
};

/*
 * Frames.
 */

struct tile_chart *tile_chart_start(const struct tile_chart_strip *strips, size_t count)
{
	struct tile_chart *chart = mem_alloc(1, sizeof *chart);

	chart->strips = strips;
	chart->strip_count = count;
	chart->bucket_frames = 1;
	return chart;
}

void tile_chart_free(struct tile_chart *chart)
{
	free(chart);
}

static void merge(struct bucket *into, const struct bucket *from, size_t strips)
{
	const bool is_first = !into->frames;

	if (!from->frames)
		return;
	into->frames += from->frames;
	into->classes |= from->classes;
	for (size_t i = 0; i < strips; i++) {
		if (is_first || from->strips[i].least < into->strips[i].least)
			into->strips[i].least = from->strips[i].least;
		if (from->strips[i].most > into->strips[i].most)
			into->strips[i].most = from->strips[i].most;
		into->strips[i].sum += from->strips[i].sum;
	}
}

/* Merges buckets in pairs, so that each has twice as many frames. */
static void halve(struct tile_chart *chart)
{
	for (size_t i = 0; i < BUCKETS / 2; i++) {
		struct bucket bucket = chart->buckets[2 * i];

		merge(&bucket, &chart->buckets[2 * i + 1], chart->strip_count);
		chart->buckets[i] = bucket;
	}
	chart->count = BUCKETS / 2;
	chart->bucket_frames *= 2;
}

void tile_chart_take(struct tile_chart *chart, enum exh_keen_tile_class class,
		     const uint32_t *copied)
{
	struct bucket frame = { .frames = 1, .classes = 1U << class };

	for (size_t i = 0; i < chart->strip_count; i++) {
		frame.strips[i].least = copied[i];
		frame.strips[i].most = copied[i];
		frame.strips[i].sum = copied[i];
		if (class != EXH_KEEN_TILE_SET_UP && copied[i] > chart->most)
			chart->most = copied[i];
	}
	if (!chart->count ||
	    chart->buckets[chart->count - 1].frames == chart->bucket_frames) {
		if (chart->count == BUCKETS)
			halve(chart);
		chart->buckets[chart->count++] = (struct bucket){ 0 };
	}
	merge(&chart->buckets[chart->count - 1], &frame, chart->strip_count);
	chart->frames++;
}

/*
 * Layout.
 */

struct drawing {
	const struct tile_chart *chart;
	struct exh_image image;
	size_t unit;	    /* pixels of a small letter's pixel */
	size_t left, width; /* position and width of the strips, in pixels */
	size_t first_top, strip_height, strip_step, lanes_top;
	unsigned top; /* share at the top of a strip, in percent */
};

static unsigned find_top(const struct tile_chart *chart)
{
	const unsigned percent =
		(chart->most * 100 + EXH_KEEN_TILE_CELLS - 1) / EXH_KEEN_TILE_CELLS;
	const unsigned rounded = (percent + 9) / 10 * 10;

	return rounded < LEAST_TOP ? LEAST_TOP : rounded > 100 ? 100 : rounded;
}

static void lay_out(struct drawing *d)
{
	const size_t unit = d->image.width < WIDE ? 1 : 2, line = (LETTER + GAP) * unit;
	const size_t strips = d->chart->strip_count;
	const size_t below = GAP * unit + (size_t)LANES * LANE * unit + TICK * unit +
			     2 * line + GAP * unit;
	const size_t above = GAP * unit + line;
	const size_t free =
		d->image.height - above - below - strips * (line + GAP * unit);

	d->unit = unit;
	d->left = LEFT * unit;
	d->width = d->image.width - d->left - RIGHT * unit;
	d->strip_height = free / strips;
	d->strip_step = d->strip_height + line + GAP * unit;
	d->first_top = above + line;
	d->lanes_top = d->first_top + (strips - 1) * d->strip_step + d->strip_height +
		       GAP * unit;
	d->top = find_top(d->chart);
}

static size_t strip_top(const struct drawing *d, size_t strip)
{
	return d->first_top + strip * d->strip_step;
}

static size_t height_of(const struct drawing *d, double share)
{
	const double height = share * 100 / d->top * (double)d->strip_height;

	return height > (double)d->strip_height ? d->strip_height
						: (size_t)(height + 0.5);
}

static void write_text(struct drawing *d, size_t x, size_t y, const char *text)
{
	number_font_text_large(&d->image, x, y, text, d->unit, INK);
}

static size_t text_width(const struct drawing *d, const char *text)
{
	return number_font_width(text) * d->unit;
}

/*
 * Lines and words.
 */

/* Returns the smallest 1, 2 or 5 times a power of ten that is at least that much. */
static uint64_t round_step(uint64_t least)
{
	uint64_t step = 1;

	for (unsigned i = 0; step < least; i++)
		step = i % 3 == 1 ? step / 2 * 5 : step * 2;
	return step;
}

static void rule_strip(struct drawing *d, size_t strip)
{
	const size_t top = strip_top(d, strip), bottom = top + d->strip_height;
	const size_t apart = (LETTER + 2 * GAP) * d->unit;
	unsigned step = 5;
	char text[16];

	while (step < d->top && height_of(d, step / 100.0) < apart)
		step = step == 5 ? 10 : 2 * step;
	image_fill(&d->image, d->left, top, d->width, d->strip_height, BACK);
	for (unsigned percent = 0; percent <= d->top; percent += step) {
		const size_t y = bottom - height_of(d, percent / 100.0);

		snprintf(text, sizeof text, "%u%%", percent);
		image_fill(&d->image, d->left - TICK * d->unit, y,
			   d->width + TICK * d->unit, 1, LINE);
		write_text(d, d->left - (TICK + 2) * d->unit - text_width(d, text),
			   y - LETTER * d->unit / 2, text);
	}
}

static double strip_mean(const struct tile_chart *chart, size_t strip)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < chart->count; i++)
		sum += chart->buckets[i].strips[strip].sum;
	return chart->frames ? (double)sum / (double)chart->frames : 0;
}

/* Writes the strip's name, the mean, and the legend of the shades. */
static void name_strip(struct drawing *d, size_t strip)
{
	static const char *const shades[SHADES] = { "least", "mean", "most" };
	const size_t y = strip_top(d, strip) - (LETTER + GAP - 1) * d->unit;
	size_t x = d->image.width - RIGHT * d->unit;
	char text[80];

	snprintf(text, sizeof text, "%s: mean %.1f%%", d->chart->strips[strip].name,
		 100 * strip_mean(d->chart, strip) / EXH_KEEN_TILE_CELLS);
	write_text(d, d->left, y, text);
	for (size_t i = SHADES; i-- > 0;) {
		x -= text_width(d, shades[i]);
		write_text(d, x, y, shades[i]);
		x -= (LETTER + 2) * d->unit;
		image_fill(&d->image, x, y, LETTER * d->unit, LETTER * d->unit,
			   (uint8_t)(SHADE + strip * SHADES + i));
		x -= 2 * GAP * d->unit;
	}
}

static void draw_book(struct drawing *d, size_t strip)
{
	const double share = d->chart->strips[strip].book_share;
	const size_t y = strip_top(d, strip) + d->strip_height - height_of(d, share);
	char text[32];

	if (share <= 0)
		return;
	for (size_t x = 0; x < d->width; x += 4 * d->unit)
		image_fill(&d->image, d->left + x, y, 2 * d->unit, 1, INK);
	snprintf(text, sizeof text, "book %.0f%%", 100 * share);
	write_text(d, d->left + d->width - text_width(d, text),
		   y - (LETTER + 1) * d->unit, text);
}

static void rule_frames(struct drawing *d)
{
	const uint64_t frames = d->chart->frames ? d->chart->frames : 1;
	const size_t y = d->lanes_top + (size_t)LANES * LANE * d->unit;
	const size_t apart = 12 * 4 * d->unit;
	const uint64_t step = round_step(frames / (d->width / apart + 1));
	char text[24];

	for (uint64_t frame = 0; frame < frames; frame += step) {
		const size_t x = d->left + (size_t)(frame * d->width / frames);

		snprintf(text, sizeof text, "%llu", (unsigned long long)frame);
		image_fill(&d->image, x, y, d->unit, TICK * d->unit, INK);
		if (x + text_width(d, text) < d->image.width)
			write_text(d, x, y + (TICK + 1) * d->unit, text);
	}
	write_text(d, 2 * d->unit, y + (TICK + 1) * d->unit, "frame");
}

static void draw_key(struct drawing *d)
{
	static const char *const names[LANES] = { "sideways", "up, down", "both",
						  "all drawn" };
	const size_t y = d->image.height - (LETTER + GAP) * d->unit;
	size_t x = d->left;

	write_text(d, 2 * d->unit, y, "moved");
	for (size_t i = 0; i < LANES; i++) {
		image_fill(&d->image, x, y, LETTER * d->unit, LETTER * d->unit,
			   (uint8_t)(MARK + i));
		x += (LETTER + 2) * d->unit;
		write_text(d, x, y, names[i]);
		x += text_width(d, names[i]) + 2 * GAP * d->unit;
	}
}

/*
 * Columns.
 */

/* Returns the merged frames of a column of pixels. */
static struct bucket column_of(const struct drawing *d, size_t column)
{
	const struct tile_chart *chart = d->chart;
	const uint64_t first = column * chart->frames / d->width;
	const uint64_t end = (column + 1) * chart->frames / d->width;
	const uint64_t last = end > first ? end - 1 : first;
	struct bucket sum = { 0 };

	for (uint64_t i = first / chart->bucket_frames;
	     i <= last / chart->bucket_frames && i < chart->count; i++)
		merge(&sum, &chart->buckets[i], chart->strip_count);
	return sum;
}

static void draw_bar(struct drawing *d, size_t column, size_t strip,
		     const struct bucket *sum)
{
	const double shares[SHADES] = {
		(double)sum->strips[strip].least / EXH_KEEN_TILE_CELLS,
		(double)sum->strips[strip].sum / sum->frames / EXH_KEEN_TILE_CELLS,
		(double)sum->strips[strip].most / EXH_KEEN_TILE_CELLS,
	};
	const size_t bottom = strip_top(d, strip) + d->strip_height;

	for (size_t i = SHADES; i-- > 0;) {
		const size_t height = height_of(d, shares[i]);

		image_fill(&d->image, d->left + column, bottom - height, 1, height,
			   (uint8_t)(SHADE + strip * SHADES + i));
	}
}

static void draw_marks(struct drawing *d, size_t column, uint32_t classes)
{
	static const enum exh_keen_tile_class lanes[LANES] = { EXH_KEEN_TILE_SIDEWAYS,
							       EXH_KEEN_TILE_UPRIGHT,
							       EXH_KEEN_TILE_DIAGONAL,
							       EXH_KEEN_TILE_SET_UP };

	for (size_t i = 0; i < LANES; i++)
		if (classes & 1U << lanes[i])
			image_fill(&d->image, d->left + column,
				   d->lanes_top + i * LANE * d->unit, 1,
				   (LANE - 1) * d->unit, (uint8_t)(MARK + i));
}

static void draw(struct drawing *d, const char *title)
{
	write_text(d, d->left, GAP * d->unit, title);
	for (size_t i = 0; i < d->chart->strip_count; i++)
		rule_strip(d, i);
	for (size_t column = 0; column < d->width; column++) {
		const struct bucket sum = column_of(d, column);

		for (size_t i = 0; i < d->chart->strip_count && sum.frames; i++)
			draw_bar(d, column, i, &sum);
		draw_marks(d, column, sum.classes);
	}
	for (size_t i = 0; i < d->chart->strip_count; i++) {
		draw_book(d, i);
		name_strip(d, i);
	}
	rule_frames(d);
	draw_key(d);
}

enum exh_status tile_chart_encode(const struct tile_chart *chart, const char *title,
				  size_t width, size_t height, struct exh_writer *out,
				  struct exh_error *err)
{
	struct exh_palette palette = { .count = COLORS };
	struct drawing drawing = { .chart = chart,
				   .image = { width, height, mem_alloc(height, width) } };
	enum exh_status status;

	memcpy(palette.colors, colors, sizeof colors);
	lay_out(&drawing);
	draw(&drawing, title);
	status = png_encode(&drawing.image, &palette, out, err);
	free(drawing.image.pixels);
	return status;
}
