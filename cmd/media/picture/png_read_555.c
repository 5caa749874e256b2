#include "png.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	PIXEL_LIMIT = 1 << 26,
	CHANNELS = 3,
	LEVELS = 32,
	DARKEST_BLUE = 1,
};

const char *const dither_choices[] = { "none", "ordered", "floyd-steinberg", NULL };

/* State of the conversion, row by row. */
struct reading {
	const struct png_555_rules *rules;
	const struct png_picture *png;
	struct png_555 *out;
	uint8_t nearest[256]; /* nearest level of a channel for its 8 bits */
	uint8_t below[256];   /* highest level that is not above it */
	/* For one row: colours, and which pixels are hidden. */
	uint8_t *colors;
	bool *hidden;
	/* Errors to add to this row and the next one, in 1/16; with a pixel more on both
	 * sides. */
	int *errors[2];
};

static int widen(unsigned level)
{
	return (int)(level << 3 | level >> 2);
}

static void fill_levels(struct reading *r)
{
	for (int value = 0; value < 256; value++) {
		unsigned level = 0;

		while (level + 1 < LEVELS && widen(level + 1) <= value)
			level++;
		r->below[value] = (uint8_t)level;
		if (level + 1 < LEVELS && widen(level + 1) - value < value - widen(level))
			level++;
		r->nearest[value] = (uint8_t)level;
	}
}

/*
 * Colours of a row.
 */

static enum exh_status fetch(const struct reading *r, size_t i, struct exh_color *out,
			     struct exh_error *err)
{
	const struct png_picture *png = r->png;

	if (png->palette.count && png->pixels[i] >= png->palette.count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"pixel (%zu, %zu): index %u, the palette has %zu colours",
				i % png->width, i / png->width, png->pixels[i],
				png->palette.count);
	*out = png_picture_color(png, i);
	return EXH_OK;
}

static uint8_t blend(uint8_t over, uint8_t under, unsigned alpha)
{
	return (uint8_t)((over * alpha + under * (255 - alpha) + 127) / 255);
}

static enum exh_status fetch_row(const struct reading *r, size_t y, struct exh_error *err)
{
	uint8_t *out = r->colors;

	for (size_t x = 0; x < r->png->width; x++, out += CHANNELS) {
		const struct exh_color *under = r->rules->background;
		struct exh_color color = { 0 };
		const enum exh_status status =
			fetch(r, y * r->png->width + x, &color, err);

		if (status)
			return status;
		r->hidden[x] = r->rules->clear_is_0 && !color.alpha;
		if (color.alpha == 255 || r->hidden[x])
			under = &color; /* hidden, so any colour will do */
		if (!under)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"pixel (%zu, %zu): alpha %u, expected 255%s", x,
					y, color.alpha,
					r->rules->clear_is_0 ? " or 0" : "");
		out[0] = blend(color.red, under->red, color.alpha);
		out[1] = blend(color.green, under->green, color.alpha);
		out[2] = blend(color.blue, under->blue, color.alpha);
	}
	return EXH_OK;
}

/*
 * Conversion to five bits per channel.
 */

/* Returns a level; between two levels a threshold of 8x8 decides. A value that is a level
 * stays. */
static unsigned order(const struct reading *r, uint8_t value, size_t x, size_t y)
{
	const unsigned level = r->below[value];
	unsigned threshold = 0;

	for (unsigned bit = 0; bit < 3; bit++) {
		const unsigned across = x >> bit & 1, down = y >> bit & 1;

		threshold = threshold << 2 | (across ^ down) << 1 | down;
	}
	if (level + 1 == LEVELS)
		return level;
	return level + (128 * (value - widen(level)) >
			(2 * (int)threshold + 1) * (widen(level + 1) - widen(level)));
}

/* Returns the nearest level to a value plus its neighbours' errors, and distributes its
 * own error: 7 of 16 to the right, 3, 5 and 1 below. */
static unsigned diffuse(const struct reading *r, uint8_t value, size_t x, size_t channel)
{
	int *here = r->errors[0] + (x + 1) * CHANNELS + channel;
	int *below = r->errors[1] + (x + 1) * CHANNELS + channel;
	const int sum = value * 16 + *here;
	const int wanted = sum < 0 ? 0 : sum > 255 * 16 ? 255 * 16 : sum;
	const unsigned level = r->nearest[(wanted + 8) / 16];
	const int rest = wanted - widen(level) * 16;

	here[CHANNELS] += rest * 7 / 16;
	below[-CHANNELS] += rest * 3 / 16;
	below[0] += rest * 5 / 16;
	below[CHANNELS] += rest / 16;
	return level;
}

static unsigned convert(const struct reading *r, size_t x, size_t y)
{
	const uint8_t *color = r->colors + x * CHANNELS;
	unsigned pixel = 0;

	for (size_t channel = 0; channel < CHANNELS; channel++) {
		const uint8_t value = color[channel];
		unsigned level = r->nearest[value];

		if (r->rules->dither == DITHER_ORDERED)
			level = order(r, value, x, y);
		else if (r->rules->dither == DITHER_FLOYD_STEINBERG)
			level = diffuse(r, value, x, channel);
		pixel = pixel << 5 | level;
	}
	return !pixel && r->rules->clear_is_0 ? (unsigned)DARKEST_BLUE : pixel;
}

static bool is_exact(const uint8_t *color, unsigned pixel)
{
	return color[0] == widen(pixel >> 10 & 31) &&
	       color[1] == widen(pixel >> 5 & 31) && color[2] == widen(pixel & 31);
}

static void convert_row(struct reading *r, size_t y)
{
	const size_t width = r->png->width;
	uint16_t *row = r->out->picture.pixels + y * width;
	int *last = r->errors[0];

	r->errors[0] = r->errors[1];
	r->errors[1] = last;
	memset(last, 0, (width + 2) * CHANNELS * sizeof *last);
	for (size_t x = 0; x < width; x++) {
		row[x] = r->hidden[x] ? 0 : (uint16_t)convert(r, x, y);
		if (r->hidden[x] || is_exact(r->colors + x * CHANNELS, row[x]))
			continue;
		if (!r->out->inexact_count++)
			r->out->first_inexact = y * width + x;
	}
}

static void allocate(struct reading *r)
{
	const size_t width = r->png->width, height = r->png->height;

	r->out->picture =
		(struct exh_zv_picture){ width, height,
					 mem_alloc(width * height, sizeof(uint16_t)) };
	r->colors = mem_alloc(width, CHANNELS);
	r->hidden = mem_alloc(width, sizeof *r->hidden);
	for (int i = 0; i < 2; i++)
		r->errors[i] = mem_alloc((width + 2) * CHANNELS, sizeof *r->errors[i]);
}

static enum exh_status read_rows(struct reading *r, struct exh_error *err)
{
	for (size_t y = 0; y < r->png->height; y++) {
		const enum exh_status status = fetch_row(r, y, err);

		if (status)
			return status;
		convert_row(r, y);
	}
	return EXH_OK;
}

static void release(struct reading *r)
{
	free(r->colors);
	free(r->hidden);
	free(r->errors[0]);
	free(r->errors[1]);
}

enum exh_status png_take_555(const struct png_picture *png,
			     const struct png_555_rules *rules, struct png_555 *out,
			     struct exh_error *err)
{
	struct reading r = { .rules = rules, .png = png, .out = out };
	enum exh_status status;

	*out = (struct png_555){ 0 };
	fill_levels(&r);
	allocate(&r);
	status = read_rows(&r, err);
	release(&r);
	if (status) {
		free(out->picture.pixels);
		out->picture.pixels = NULL;
	}
	return status;
}

enum exh_status png_take_rgb(const struct png_picture *png,
			     const struct png_555_rules *rules, uint8_t **out,
			     struct exh_error *err)
{
	struct reading r = { .rules = rules, .png = png };
	enum exh_status status = EXH_OK;

	*out = mem_alloc(png->width * png->height, CHANNELS);
	r.hidden = mem_alloc(png->width, sizeof *r.hidden);
	r.colors = *out;
	for (size_t y = 0; y < png->height && !status; y++) {
		status = fetch_row(&r, y, err);
		r.colors += png->width * CHANNELS;
	}
	free(r.hidden);
	if (status) {
		free(*out);
		*out = NULL;
	}
	return status;
}

enum exh_status png_read_555(struct exh_bytes in, const struct png_555_rules *rules,
			     struct png_555 *out, struct exh_error *err)
{
	struct png_picture png;
	enum exh_status status = png_decode(in, PIXEL_LIMIT, &png, err);

	*out = (struct png_555){ 0 };
	if (status)
		return status;
	status = png_take_555(&png, rules, out, err);
	free(png.pixels);
	return status;
}

bool color_parse(const char *text, struct exh_color *out)
{
	const char *digits = *text == '#' ? text + 1 : text;
	unsigned long value;

	if (strlen(digits) != 6 || strspn(digits, "0123456789abcdefABCDEF") != 6)
		return false;
	value = strtoul(digits, NULL, 16);
	*out = (struct exh_color){ (uint8_t)(value >> 16), (uint8_t)(value >> 8),
				   (uint8_t)value, 255 };
	return true;
}
