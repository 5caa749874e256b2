#include "media/picture/font_files.h"
#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "media/sequence/sequence.h"
#include "pic.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WIDTH = EXH_SCI_PIC_WIDTH,
	HEIGHT = EXH_SCI_PIC_HEIGHT,
	PIXELS = EXH_SCI_PIC_PIXELS,
	BLACK = 0,
	WHITE = 15,
	DASH = 4,	  /* pixels */
	LABEL_HEIGHT = 7, /* height of a number and its box */
	LAST_SECONDS = 2, /* time for which the whole picture is shown */
	/* Level of compression. 200 pics' maps take 4.5 kB each; 8 would save 6% of
	 * them in four times the time, 4 cost 9% and save half of it. */
	LEVEL = 6,
};

/*
 * Pixels.
 */

/* Returns the map that covers the visual one; NULL: none. */
static const uint8_t *cover_of(const struct exh_sci_pic_canvas *canvas,
			       enum sci_pic_screen screen)
{
	return screen == SCI_PIC_VISUAL_PRIORITY  ? canvas->priority
	       : screen == SCI_PIC_VISUAL_CONTROL ? canvas->control
						  : NULL;
}

/* Draws a line of black and white dashes between two bands. */
static void draw_bands(const struct exh_sci_pic_canvas *canvas, uint8_t white,
		       uint8_t *pixels)
{
	struct exh_image image = { WIDTH, HEIGHT, pixels };

	for (unsigned i = 0; i < EXH_SCI_PIC_BANDS; i++) {
		const size_t y = canvas->bands[i];
		char text[8];

		for (size_t x = 0; x < WIDTH; x += DASH)
			image_fill(&image, x, y, DASH, 1, x / DASH % 2 ? white : BLACK);
		snprintf(text, sizeof text, "%u", i + 1);
		image_fill(&image, 0, y, number_font_width(text) + 2, LABEL_HEIGHT,
			   BLACK);
		number_font_text(&image, 1, y + 1, text, white);
	}
}

void sci_pic_pixels(const struct sci_pic_options *options,
		    const struct exh_sci_pic_canvas *canvas, enum sci_pic_screen screen,
		    uint8_t *pixels)
{
	const enum exh_sci_pic_dither dither = (enum exh_sci_pic_dither)options->dither;
	const uint8_t *cover = cover_of(canvas, screen);
	uint8_t white = WHITE;

	if (screen == SCI_PIC_PRIORITY) {
		memcpy(pixels, canvas->priority, PIXELS);
	} else if (screen == SCI_PIC_CONTROL) {
		memcpy(pixels, canvas->control, PIXELS);
	} else {
		exh_sci_pic_dither(canvas, dither, pixels);
		if (dither == EXH_SCI_PIC_AVERAGE)
			white = WHITE << 4 | WHITE;
	}
	for (size_t i = 0; cover && i < PIXELS; i++)
		pixels[i] |= (uint8_t)(cover[i] << 4);
	if (options->bands)
		draw_bands(canvas, white, pixels);
}

/* Makes colours of the visual colour in the low four bits, and half of the colour in
 * the high ones, if they are not 0. */
static void mix_colors(struct exh_palette *palette)
{
	for (size_t i = palette->count; i < 256; i++) {
		const struct exh_color *a = &palette->colors[i % 16];
		const struct exh_color *b = &palette->colors[i / 16];

		palette->colors[i] =
			(struct exh_color){ (uint8_t)((a->red + b->red) / 2),
					    (uint8_t)((a->green + b->green) / 2),
					    (uint8_t)((a->blue + b->blue) / 2), 255 };
	}
	palette->count = 256;
}

static void take_colors(const struct sci_pic_options *options, enum sci_pic_screen screen,
			struct exh_palette *palette)
{
	if (screen == SCI_PIC_VISUAL)
		exh_sci_pic_palette((enum exh_sci_pic_dither)options->dither, palette);
	else
		exh_palette_ega(palette);
	if (screen > SCI_PIC_CONTROL)
		mix_colors(palette);
}

/* True if its pixels have four bits. */
static bool is_packed(const struct sci_pic_options *options, enum sci_pic_screen screen)
{
	return screen == SCI_PIC_PRIORITY || screen == SCI_PIC_CONTROL ||
	       (screen == SCI_PIC_VISUAL && options->dither != EXH_SCI_PIC_AVERAGE);
}

enum exh_status sci_pic_keep(const struct sci_pic_options *options,
			     const struct exh_sci_pic_canvas *canvas,
			     struct exh_arena *arena, struct sci_pic *pic,
			     struct exh_error *err)
{
	const unsigned screens = sci_pic_screens(options);
	uint8_t pixels[PIXELS], *kept;

	for (unsigned screen = 0; screen < SCI_PIC_SCREENS; screen++) {
		const bool packed = is_packed(options, screen);

		if (!(screens & 1u << screen))
			continue;
		kept = mem_arena_try(arena, packed ? PIXELS / 2 : PIXELS, 1, err);
		if (!kept)
			return EXH_NO_MEMORY;
		sci_pic_pixels(options, canvas, screen, pixels);
		for (size_t i = 0; packed && i < PIXELS / 2; i++)
			kept[i] = (uint8_t)(pixels[2 * i] | pixels[2 * i + 1] << 4);
		if (!packed)
			memcpy(kept, pixels, PIXELS);
		pic->kept[screen] = kept;
	}
	return EXH_OK;
}

static void take_kept(const struct sci_pic_options *options, const struct sci_pic *pic,
		      enum sci_pic_screen screen, uint8_t *pixels)
{
	const uint8_t *kept = pic->kept[screen];

	if (!is_packed(options, screen)) {
		memcpy(pixels, kept, PIXELS);
		return;
	}
	for (size_t i = 0; i < PIXELS / 2; i++) {
		pixels[2 * i] = kept[i] & 15;
		pixels[2 * i + 1] = kept[i] >> 4;
	}
}

/*
 * A picture.
 */

/* Draws until this number of shown steps, or to the end. */
static void draw_on(struct exh_sci_pic_reader *reader, enum sci_pic_screen screen,
		    size_t shown, struct exh_sci_pic_canvas *canvas)
{
	struct exh_sci_pic_step step;

	while (shown && sci_pic_next(reader, &step)) {
		shown -= sci_pic_shows(screen, canvas, &step);
		exh_sci_pic_run(canvas, &step);
	}
}

static void draw(const struct sci_pic_options *options, const struct asset *asset,
		 enum sci_pic_screen screen, size_t shown, uint8_t *pixels)
{
	struct exh_sci_pic_reader reader = { .in = asset->bytes };
	struct exh_sci_pic_canvas *canvas;

	if (sci_pic_of(asset)->kept[screen]) {
		take_kept(options, sci_pic_of(asset), screen, pixels);
		return;
	}
	canvas = mem_alloc(1, sizeof *canvas);
	sci_pic_start(options, sci_pic_of(asset), canvas);
	draw_on(&reader, screen, shown, canvas);
	sci_pic_pixels(options, canvas, screen, pixels);
	free(canvas);
}

enum exh_status sci_pic_png(const struct sci_pic_options *options,
			    const struct asset *asset, enum sci_pic_screen screen,
			    size_t shown, struct exh_writer *out, struct exh_error *err)
{
	struct exh_image image = { WIDTH, HEIGHT, mem_alloc(PIXELS, 1) };
	struct exh_palette palette;
	enum exh_status status;

	take_colors(options, screen, &palette);
	draw(options, asset, screen, shown, image.pixels);
	image_scale(&image, options->scale, options->aspect);
	status = png_encode_at(&image, &palette, LEVEL, out, err);
	free(image.pixels);
	return status;
}

/*
 * Many pictures: the pic being drawn.
 */

struct animation {
	const struct sci_pic_options *options;
	enum sci_pic_screen screen;
	struct exh_palette palette;
	struct exh_sci_pic_reader reader;
	struct exh_sci_pic_canvas canvas;
	uint8_t pixels[PIXELS];
	size_t count;
	struct sequence *sequence;
};

static size_t steps_a_picture(const struct sci_pic_options *options)
{
	return options->steps ? options->steps : 1;
}

size_t sci_pic_picture_count(const struct sci_pic_options *options,
			     const struct asset *asset, enum sci_pic_screen screen)
{
	const size_t steps = steps_a_picture(options);

	return 1 + (sci_pic_of(asset)->shown[screen] + steps - 1) / steps;
}

static enum exh_status add_pictures(struct animation *a, struct exh_error *err)
{
	const unsigned fps = a->options->fps ? a->options->fps : SCI_PIC_FPS;
	struct sequence_frame frame = { .pixels = a->pixels, .palette = &a->palette };
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < a->count && !status; i++) {
		if (i)
			draw_on(&a->reader, a->screen, steps_a_picture(a->options),
				&a->canvas);
		sci_pic_pixels(a->options, &a->canvas, a->screen, a->pixels);
		frame.number = i;
		status = sequence_add(a->sequence, &frame, err);
		sequence_wait(a->sequence, 1);
	}
	sequence_wait(a->sequence, (uint64_t)fps * LAST_SECONDS);
	return status;
}

static enum exh_status animate(struct animation *a, const char *path,
			       const struct common *common, struct exh_error *err)
{
	static const enum sequence_format formats[] = { SEQUENCE_PNG, SEQUENCE_PNG,
							SEQUENCE_APNG, SEQUENCE_GIF,
							SEQUENCE_Y4M };
	const struct sci_pic_options *options = a->options;
	const struct sequence_options style = { .scale = options->scale,
						.aspect = options->aspect };
	const struct sequence_kind kind = { .width = WIDTH,
					    .height = HEIGHT,
					    .colors = a->palette,
					    .ticks_a_second = options->fps ? options->fps
									   : SCI_PIC_FPS,
					    .ticks_a_frame = 1 };

	a->sequence = sequence_begin(&kind, formats[options->format], &style, path,
				     common, err);
	if (!a->sequence)
		return err->status;
	return sequence_end(a->sequence, add_pictures(a, err), err);
}

enum exh_status sci_pic_animate(const struct sci_pic_options *options,
				const struct asset *asset, enum sci_pic_screen screen,
				const char *path, bool force, struct exh_error *err)
{
	const bool alone = asset->assets->files.count == 1 && options->common;
	struct animation *a = mem_alloc(1, sizeof *a);
	struct common common = { .jobs = alone ? options->common->jobs : 1,
				 .force = force };
	enum exh_status status;

	a->options = options;
	a->screen = screen;
	a->reader.in = asset->bytes;
	a->count = sci_pic_picture_count(options, asset, screen);
	take_colors(options, screen, &a->palette);
	sci_pic_start(options, sci_pic_of(asset), &a->canvas);
	status = animate(a, path, &common, err);
	free(a);
	return status;
}
