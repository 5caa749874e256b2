/*
 * From the top: a legend of the channels' colours, then rows of ROW_SECONDS each. A row
 * has a line for each second, a lane for each half tone (those of black keys darker, with
 * a line under each C), and below it five lanes for the drums. A note is a bar in its
 * channel's colour; its first pixels are dark. A mark shows where the channel's
 * instrument changes.
 */
#include "song.h"

#include "media/picture/font_files.h"
#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "task/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SECOND = 60, /* pixels */
	ROW_SECONDS = 20,
	LEFT = 24, /* space for the names of octaves */
	RIGHT = 16,
	TONE = 4, /* pixels a half tone */
	DRUM = 6, /* pixels a lane of drums */
	DRUMS = SCORE_DRUM_COUNT * DRUM + 2,
	ABOVE = 10, /* space for the seconds */
	BELOW = 8,  /* space between rows */
	KEY = 14,   /* height of the legend */
	MAX_PIXELS = 100000000,
	TONES = 12,
	HIGHEST = 12 * 11,
};

enum color {
	PAPER,
	SHADE,	/* lanes of black keys */
	LINE,	/* seconds */
	OCTAVE, /* lines under C, and every tenth second */
	INK,
	CHANNELS, /* nine, then nine darker ones */
	DARK = CHANNELS + EXH_OPL2_CHANNEL_COUNT,
	COLORS = DARK + EXH_OPL2_CHANNEL_COUNT,
};

struct piano_roll {
	uint64_t length;
	int lowest, highest; /* half tones; whole octaves once it is ruled */
	bool any, drums;
	size_t row_count, row_height;
	struct exh_image image;
};

static const struct exh_color colors[COLORS] = {
	[PAPER] = { 255, 255, 255, 255 },
	[SHADE] = { 240, 240, 244, 255 },
	[LINE] = { 222, 222, 228, 255 },
	[OCTAVE] = { 176, 176, 186, 255 },
	[INK] = { 40, 40, 48, 255 },
	[CHANNELS] = { 214, 64, 64, 255 },
	{ 230, 140, 30, 255 },
	{ 190, 170, 20, 255 },
	{ 90, 170, 50, 255 },
	{ 20, 160, 130, 255 },
	{ 30, 150, 210, 255 },
	{ 70, 90, 220, 255 },
	{ 150, 80, 210, 255 },
	{ 210, 70, 160, 255 },
};

struct piano_roll *piano_roll_start(uint64_t length)
{
	struct piano_roll *roll = mem_alloc(1, sizeof *roll);

	roll->length = length;
	return roll;
}

void piano_roll_free(struct piano_roll *roll)
{
	free(roll->image.pixels);
	free(roll);
}

static int tone_of(const struct score_note *note)
{
	const double tone = floor(note->pitch + 0.5);

	return tone < 0 ? 0 : tone > HIGHEST ? HIGHEST : (int)tone;
}

void piano_roll_measure(void *context, const struct score_note *note)
{
	struct piano_roll *roll = context;
	const int tone = tone_of(note);

	if (note->drum >= 0) {
		roll->drums = true;
		return;
	}
	if (!roll->any || tone < roll->lowest)
		roll->lowest = tone;
	if (!roll->any || tone > roll->highest)
		roll->highest = tone;
	roll->any = true;
}

/*
 * Paper and lines.
 */

/* Positions in a row of the picture: the top of its lanes, and of a tone. */
static size_t row_top(const struct piano_roll *roll, size_t row)
{
	return KEY + row * roll->row_height + ABOVE;
}

static size_t tones_height(const struct piano_roll *roll)
{
	return (size_t)(roll->highest - roll->lowest + 1) * TONE;
}

static size_t tone_top(const struct piano_roll *roll, size_t row, int tone)
{
	return row_top(roll, row) + (size_t)(roll->highest - tone) * TONE;
}

static size_t drum_top(const struct piano_roll *roll, size_t row, int drum)
{
	return row_top(roll, row) + tones_height(roll) + 2 + (size_t)drum * DRUM;
}

static void rule_tones(struct piano_roll *roll, size_t row)
{
	static const bool is_black[TONES] = { 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0 };
	const size_t width = ROW_SECONDS * SECOND;
	char name[16];

	for (int tone = roll->lowest; tone <= roll->highest; tone++) {
		const size_t y = tone_top(roll, row, tone);

		if (is_black[tone % TONES])
			image_fill(&roll->image, LEFT, y, width, TONE, SHADE);
		if (tone % TONES)
			continue;
		image_fill(&roll->image, LEFT, y + TONE - 1, width, 1, OCTAVE);
		snprintf(name, sizeof name, "C%d", tone / TONES - 1);
		if (tone >= TONES)
			number_font_text(&roll->image, 4, y - 2, name, INK);
	}
}

static void rule_seconds(struct piano_roll *roll, size_t row)
{
	const size_t height = roll->row_height - ABOVE - BELOW;
	char time[24];

	for (size_t i = 0; i <= ROW_SECONDS; i++) {
		const size_t second = row * ROW_SECONDS + i;
		const size_t x = LEFT + i * SECOND;

		image_fill(&roll->image, x, row_top(roll, row), 1, height,
			   second % 10 ? LINE : OCTAVE);
		if (i % 5)
			continue;
		snprintf(time, sizeof time, "%zu:%02zu", second / 60, second % 60);
		number_font_text(&roll->image, x - 4, row_top(roll, row) - 7, time, INK);
	}
}

static void draw_key(struct piano_roll *roll)
{
	char name[2] = "0";

	for (size_t c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++, name[0]++) {
		image_fill(&roll->image, LEFT + c * 30, 4, 12, 6,
			   (uint8_t)(CHANNELS + c));
		number_font_text(&roll->image, LEFT + c * 30 + 15, 5, name, INK);
	}
}

/* Rounds to whole octaves, at least one. */
static void round_octaves(struct piano_roll *roll)
{
	if (!roll->any) {
		roll->lowest = 60;
		roll->highest = 60;
	}
	roll->lowest -= roll->lowest % TONES;
	roll->highest += TONES - 1 - roll->highest % TONES;
}

enum exh_status piano_roll_rule(struct piano_roll *roll, struct exh_error *err)
{
	const uint64_t row_samples = (uint64_t)ROW_SECONDS * EXH_OPL2_RATE;
	const uint64_t rows = (roll->length + row_samples - 1) / row_samples;
	const size_t width = LEFT + ROW_SECONDS * SECOND + RIGHT;

	round_octaves(roll);
	roll->row_height = ABOVE + tones_height(roll) + (roll->drums ? DRUMS : 0) + BELOW;
	if (rows > MAX_PIXELS / width / roll->row_height)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%llu seconds are too many for a picture",
				(unsigned long long)(roll->length / EXH_OPL2_RATE));
	roll->row_count = rows ? (size_t)rows : 1;
	roll->image.width = width;
	roll->image.height = KEY + roll->row_count * roll->row_height;
	roll->image.pixels = mem_alloc(roll->image.height, width);
	draw_key(roll);
	for (size_t row = 0; row < roll->row_count; row++) {
		rule_tones(roll, row);
		rule_seconds(roll, row);
	}
	return EXH_OK;
}

/*
 * Notes.
 */

/* Returns the pixels from the start of the first row, as if all rows were in a line. */
static uint64_t along(uint64_t position)
{
	return position / EXH_OPL2_RATE * SECOND +
	       position % EXH_OPL2_RATE * SECOND / EXH_OPL2_RATE;
}

static void draw_bar(struct piano_roll *roll, uint64_t from, uint64_t to, int tone,
		     uint8_t color)
{
	const size_t row_width = ROW_SECONDS * SECOND;

	for (uint64_t x = from; x < to;) {
		const size_t row = (size_t)(x / row_width), column = x % row_width;
		const uint64_t left = row_width - column;
		const size_t width = (size_t)(to - x < left ? to - x : left);

		if (row >= roll->row_count)
			return;
		image_fill(&roll->image, LEFT + column, tone_top(roll, row, tone), width,
			   TONE - 1, color);
		x += width;
	}
}

static void draw_change(struct piano_roll *roll, uint64_t x, int tone)
{
	const size_t row_width = ROW_SECONDS * SECOND;
	const size_t row = (size_t)(x / row_width);
	const size_t y = tone_top(roll, row, tone);

	image_fill(&roll->image, LEFT + x % row_width, y - 3, 1, 3, INK);
	image_fill(&roll->image, LEFT + x % row_width, y - 3, 3, 1, INK);
}

static void draw_drum(struct piano_roll *roll, const struct score_note *note)
{
	const size_t row_width = ROW_SECONDS * SECOND;
	const uint64_t x = along(note->start);

	image_fill(&roll->image, LEFT + x % row_width,
		   drum_top(roll, (size_t)(x / row_width), note->drum), 3, DRUM - 1,
		   (uint8_t)(CHANNELS + note->channel));
}

void piano_roll_draw(void *context, const struct score_note *note)
{
	struct piano_roll *roll = context;
	const uint64_t from = along(note->start), to = along(note->end) + 1;
	const int tone = tone_of(note);

	if (note->start >= roll->length)
		return;
	if (note->drum >= 0) {
		draw_drum(roll, note);
		return;
	}
	draw_bar(roll, from, to, tone, (uint8_t)(CHANNELS + note->channel));
	if (note->begins)
		draw_bar(roll, from, from + 1, tone, (uint8_t)(DARK + note->channel));
	if (note->changes)
		draw_change(roll, from, tone);
}

enum exh_status piano_roll_encode(const struct piano_roll *roll, struct exh_writer *out,
				  struct exh_error *err)
{
	struct exh_palette palette = { .count = COLORS };

	memcpy(palette.colors, colors, sizeof colors);
	for (size_t c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++) {
		const struct exh_color bright = colors[CHANNELS + c];

		palette.colors[DARK + c] =
			(struct exh_color){ bright.red / 2, bright.green / 2,
					    bright.blue / 2, 255 };
	}
	return png_encode(&roll->image, &palette, out, err);
}
