#include "view.h"

#include "media/picture/picture.h"
#include "task/memory.h"

#include <exhume/advanced/sci_view.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLORS = 16, LEAST_DIGITS = 2 };

/*
 * Names.
 */

static int digits_of(size_t count)
{
	int digits = 1;

	for (; count > 10; count = (count + 9) / 10)
		digits++;
	return digits < LEAST_DIGITS ? LEAST_DIGITS : digits;
}

void view_loop_name(const struct exh_sci_view *view, size_t loop,
		    char name[VIEW_NAME_SIZE])
{
	snprintf(name, VIEW_NAME_SIZE, "%0*zu", digits_of(view->loop_count), loop);
}

void view_cel_name(const struct exh_sci_view *view, size_t loop, size_t cel,
		   char name[VIEW_NAME_SIZE])
{
	size_t most = 0;

	for (size_t i = 0; i < view->loop_count; i++)
		if (view->loops[i].cel_count > most)
			most = view->loops[i].cel_count;
	snprintf(name, VIEW_NAME_SIZE, "%0*zu-%0*zu", digits_of(view->loop_count), loop,
		 digits_of(most), cel);
}

/*
 * Positions.
 */

static void widen(struct view_box *box, int32_t left, int32_t top, int32_t right,
		  int32_t bottom)
{
	if (left >= right || top >= bottom)
		return;
	if (box->left == box->right) {
		*box = (struct view_box){ left, top, right, bottom };
		return;
	}
	box->left = left < box->left ? left : box->left;
	box->top = top < box->top ? top : box->top;
	box->right = right > box->right ? right : box->right;
	box->bottom = bottom > box->bottom ? bottom : box->bottom;
}

void view_box_add(struct view_box *box, const struct exh_sci_cel *cel, bool is_mirrored,
		  bool marks)
{
	const struct exh_sci_cel_place place =
		exh_sci_cel_place(cel, is_mirrored, 0, 0, 0);

	if (!view_cel_is_drawn(cel))
		return;
	widen(box, place.left, place.top, place.right, place.bottom);
	if (marks)
		widen(box, -VIEW_MARK_ARM, -VIEW_MARK_ARM, VIEW_MARK_ARM + 1,
		      VIEW_MARK_ARM + 1);
}

/*
 * Colours.
 */

void view_colors_make(unsigned keys, bool marks, struct view_colors *out)
{
	exh_palette_ega(&out->palette);
	out->clear = COLORS;
	for (unsigned i = 0; i < COLORS; i++)
		if (keys == 1U << i)
			out->clear = (uint8_t)i;
	if (out->clear == COLORS)
		out->palette.colors[out->palette.count++] = (struct exh_color){ 0 };
	out->palette.colors[out->clear].alpha = 0;
	out->mark = (uint8_t)out->palette.count;
	/* No EGA colour, so that it is visible on any cel. */
	if (marks)
		out->palette.colors[out->palette.count++] =
			(struct exh_color){ 255, 0, 128, 255 };
}

/*
 * Pixels.
 */

uint8_t *view_cel_pixels(const struct exh_sci_cel *cel, bool flip, struct exh_error *err)
{
	const size_t count = (size_t)cel->width * cel->height;
	uint8_t *pixels = mem_alloc(count, 1);

	if (exh_sci_cel_decode(cel, pixels, count, NULL, NULL, err)) {
		free(pixels);
		return NULL;
	}
	if (flip)
		exh_sci_cel_flip(pixels, cel->width, cel->height);
	return pixels;
}

enum exh_status view_image_make(size_t width, size_t height, unsigned scale,
				uint8_t clear, struct exh_image *out,
				struct exh_error *err)
{
	*out = (struct exh_image){ width * scale, height * scale, NULL };
	if (out->width && out->height > VIEW_MAX_PIXELS / out->width)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a picture of %zux%zu pixels, at most %d million are "
				"drawn",
				out->width, out->height, VIEW_MAX_PIXELS >> 20);
	out->pixels = mem_alloc(out->width, out->height);
	memset(out->pixels, clear, out->width * out->height);
	return EXH_OK;
}

static void draw_row(const uint8_t *row, size_t width, const uint8_t shown[COLORS],
		     unsigned scale, uint8_t *out)
{
	if (scale == 1)
		for (size_t x = 0; x < width; x++)
			out[x] = shown[row[x]];
	else
		for (size_t x = 0; x < width; x++, out += scale)
			memset(out, shown[row[x]], scale);
}

enum exh_status view_draw_cel(const struct exh_sci_cel *cel, bool flip,
			      const struct view_colors *colors, unsigned scale, size_t x,
			      size_t y, struct exh_image *image, struct exh_error *err)
{
	uint8_t *pixels = view_cel_pixels(cel, flip, err);
	uint8_t shown[COLORS];

	if (!pixels)
		return err->status;
	for (unsigned i = 0; i < COLORS; i++)
		shown[i] = i == cel->key ? colors->clear : (uint8_t)i;
	for (size_t row = 0; row < cel->height; row++) {
		uint8_t *out =
			image->pixels + (y + row) * scale * image->width + x * scale;

		draw_row(pixels + row * cel->width, cel->width, shown, scale, out);
		for (unsigned i = 1; i < scale; i++)
			memcpy(out + i * image->width, out, (size_t)cel->width * scale);
	}
	free(pixels);
	return EXH_OK;
}

/* Draws the mark with the thinnest lines, through the middle of the scaled pixel. */
void view_draw_mark(const struct view_colors *colors, unsigned scale, size_t x, size_t y,
		    struct exh_image *image)
{
	const size_t middle_x = x * scale + scale / 2, middle_y = y * scale + scale / 2;
	const size_t arm = (size_t)VIEW_MARK_ARM * scale + (scale - 1) / 2;

	image_fill(image, middle_x - arm, middle_y, 2 * arm + 1, 1, colors->mark);
	image_fill(image, middle_x, middle_y - arm, 1, 2 * arm + 1, colors->mark);
}

/*
 * Packing.
 */

enum exh_status view_take_pixels(const struct png_picture *picture, const char *path,
				 bool quantize, unsigned scale, struct exh_image *out,
				 struct exh_error *err)
{
	struct exh_palette colors;
	const struct picture_rules rules = { &colors, true, quantize, scale };
	enum exh_status status;
	bool exact;

	exh_palette_ega(&colors);
	status = picture ? picture_take(picture, &rules, out, &exact, err)
			 : picture_read(path, &rules, out, &exact, err);
	for (size_t i = 0; !status && i < out->width * out->height; i++)
		if (out->pixels[i] & EXH_KEEN_MASKED)
			out->pixels[i] = VIEW_NO_KEY;
	return status;
}

uint8_t view_free_color(const uint8_t *pixels, size_t count)
{
	bool has[VIEW_NO_KEY + 1] = { false };
	uint8_t color = 0;

	for (size_t i = 0; i < count; i++)
		has[pixels[i]] = true;
	while (color < VIEW_KEYS && has[color])
		color++;
	return color;
}
