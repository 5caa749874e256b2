#include "pic.h"

#include "media/picture/png.h"

#include <stdlib.h>
#include <string.h>

enum {
	WIDTH = EXH_SCI_PIC_WIDTH,
	HEIGHT = EXH_SCI_PIC_HEIGHT,
	PIXELS = EXH_SCI_PIC_PIXELS,
	MOST_SCALE = 64,
	MOST_PIXELS = PIXELS * MOST_SCALE * MOST_SCALE,
	BYTES = 256,
};

struct layer {
	struct png_picture png;
	size_t scale;
	bool of_pairs;
	struct exh_palette palette;
	/* Colour and value of the previous pixel, since most pixels repeat it. */
	struct exh_color last;
	int value;
};

static bool is_same(struct exh_color a, struct exh_color b)
{
	return a.red == b.red && a.green == b.green && a.blue == b.blue &&
	       a.alpha == b.alpha;
}

/*
 * Colours.
 */

static int find_color(const struct exh_palette *palette, struct exh_color color)
{
	for (int i = 0; i < (int)palette->count; i++)
		if (is_same(palette->colors[i], color))
			return i;
	return -1;
}

/* Finds a pair by its mean. Of several, one in the default palettes is preferred. */
static int find_pair(const struct exh_palette *palette, struct exh_color color)
{
	uint8_t usual[EXH_SCI_PIC_COLORS];

	exh_sci_pic_default_palette(usual);
	for (size_t i = 0; i < sizeof usual; i++)
		if (is_same(palette->colors[usual[i]], color))
			return usual[i];
	return find_color(palette, color);
}

int sci_pic_layer_value(struct exh_color color, bool as_pair)
{
	struct exh_palette palette;

	exh_sci_pic_palette(as_pair ? EXH_SCI_PIC_AVERAGE : EXH_SCI_PIC_EGA, &palette);
	return as_pair ? find_pair(&palette, color) : find_color(&palette, color);
}

static int value_at(struct layer *layer, size_t at)
{
	const struct exh_color color = png_picture_color(&layer->png, at);

	if (layer->value >= 0 && is_same(color, layer->last))
		return layer->value;
	layer->last = color;
	layer->value = layer->of_pairs ? find_pair(&layer->palette, color)
				       : find_color(&layer->palette, color);
	return layer->value;
}

/* True for PNG files of "pic2png --dither average": indices are colour bytes. */
static bool has_pairs(const struct png_picture *png)
{
	struct exh_palette pairs;

	exh_sci_pic_palette(EXH_SCI_PIC_AVERAGE, &pairs);
	if (png->palette.count != pairs.count)
		return false;
	for (size_t i = 0; i < pairs.count; i++)
		if (!is_same(png->palette.colors[i], pairs.colors[i]))
			return false;
	return true;
}

/*
 * Pixels.
 */

static enum exh_status fail_color(const struct layer *layer, bool allows_pairs, size_t at,
				  struct exh_error *err)
{
	const struct exh_color color = png_picture_color(&layer->png, at);
	const size_t x = at % layer->png.width, y = at / layer->png.width;

	if (color.alpha != 255)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"pixel (%zu, %zu) is transparent, which no pic can draw",
				x, y);
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
			"pixel (%zu, %zu) is #%02x%02x%02x: no pic can draw it, it is "
			"not one of EGA's 16 colours%s",
			x, y, color.red, color.green, color.blue,
			allows_pairs ? " nor the mean of two" : "");
}

/* Reads one pixel, which is a square in an enlarged file. */
static enum exh_status take_pixel(struct layer *layer, bool allows_pairs, size_t i,
				  uint8_t *out, struct exh_error *err)
{
	const size_t scale = layer->scale, row = layer->png.width;
	const size_t at = i / WIDTH * scale * row + i % WIDTH * scale;
	const int value = value_at(layer, at);

	if (value < 0)
		return fail_color(layer, allows_pairs, at, err);
	for (size_t k = 1; k < scale * scale; k++) {
		const size_t other = at + k / scale * row + k % scale;

		if (!is_same(png_picture_color(&layer->png, other),
			     png_picture_color(&layer->png, at)))
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"pixel (%zu, %zu) differs from (%zu, %zu): at "
					"scale %zu they are one",
					other % row, other / row, at % row, at / row,
					scale);
	}
	*out = (uint8_t)value;
	return EXH_OK;
}

static enum exh_status take_pixels(struct layer *layer, bool of_pairs, bool allows_pairs,
				   uint8_t *pixels, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	layer->of_pairs = of_pairs;
	layer->value = -1;
	exh_sci_pic_palette(of_pairs ? EXH_SCI_PIC_AVERAGE : EXH_SCI_PIC_EGA,
			    &layer->palette);
	for (size_t i = 0; i < PIXELS && !status; i++)
		status = take_pixel(layer, allows_pairs, i, &pixels[i], err);
	return status;
}

/* Reads a layer. Means are tried if EGA's colours are not enough. */
static enum exh_status take_layer(struct layer *layer, bool of_pairs, uint8_t *pixels,
				  enum sci_pic_pixels *kind, struct exh_error *err)
{
	const bool is_indexed = of_pairs && has_pairs(&layer->png) && layer->scale == 1;
	enum exh_status status;

	if (is_indexed) {
		memcpy(pixels, layer->png.pixels, PIXELS);
		*kind = SCI_PIC_PAIRS;
		return EXH_OK;
	}
	*kind = SCI_PIC_INDICES;
	status = take_pixels(layer, false, of_pairs, pixels, err);
	if (!status || !of_pairs)
		return status;
	*kind = SCI_PIC_PAIRS;
	return take_pixels(layer, true, true, pixels, err);
}

enum exh_status sci_pic_layer_read(struct exh_bytes png, bool of_pairs, uint8_t *pixels,
				   enum sci_pic_pixels *kind, struct exh_error *err)
{
	struct layer layer = { 0 };
	enum exh_status status = png_decode(png, MOST_PIXELS, &layer.png, err);

	if (status)
		return status;
	layer.scale = layer.png.width / WIDTH;
	if (!layer.scale || layer.scale > MOST_SCALE ||
	    layer.png.width != layer.scale * WIDTH ||
	    layer.png.height != layer.scale * HEIGHT)
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				  "%zux%zu pixels, expected %dx%d or a multiple",
				  layer.png.width, layer.png.height, WIDTH, HEIGHT);
	else
		status = take_layer(&layer, of_pairs, pixels, kind, err);
	free(layer.png.pixels);
	return status;
}
