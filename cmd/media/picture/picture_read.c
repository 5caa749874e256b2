#include "picture.h"

#include "png.h"
#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	PNG_LIMIT = 64 << 20,	/* bytes of a file */
	PIXEL_LIMIT = 64 << 20, /* pixels; also the limit of writing */
};

/* Pixels are below 32; these values mark pixels that can't be converted. */
enum refusal { REFUSED_COLOR = 64, REFUSED_ALPHA, REFUSED_HOLE };

/* Returns the nearest colour: least sum of squared differences in red, green and blue. */
static unsigned nearest(const struct exh_palette *colors, struct exh_color color,
			unsigned *best_distance)
{
	unsigned best = 0;

	*best_distance = UINT32_MAX;
	for (unsigned i = 0; i < colors->count; i++) {
		const int red = colors->colors[i].red - color.red;
		const int green = colors->colors[i].green - color.green;
		const int blue = colors->colors[i].blue - color.blue;
		const unsigned distance =
			(unsigned)(red * red + green * green + blue * blue);

		if (distance < *best_distance) {
			best = i;
			*best_distance = distance;
		}
	}
	return best;
}

/* Returns the pixel for a colour, or a refusal. */
static unsigned match(const struct picture_rules *rules, struct exh_color color)
{
	unsigned distance, best;

	if (color.alpha < (rules->quantize ? 128 : 1)) {
		if (rules->masked)
			return EXH_KEEN_MASKED;
		return rules->quantize ? 0 : (unsigned)REFUSED_HOLE;
	}
	if (color.alpha != 255 && !rules->quantize)
		return REFUSED_ALPHA;
	best = nearest(rules->colors, color, &distance);
	return distance && !rules->quantize ? (unsigned)REFUSED_COLOR : best;
}

static enum exh_status refuse(const struct picture_rules *rules, unsigned reason,
			      struct exh_color color, size_t x, size_t y,
			      struct exh_error *err)
{
	switch (reason) {
	case REFUSED_ALPHA:
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"pixel (%zu, %zu): alpha %u, expected 0 or 255", x, y,
				color.alpha);
	case REFUSED_HOLE:
		return exh_fail(
			err, EXH_INVALID, EXH_NO_OFFSET,
			"pixel (%zu, %zu): transparent, but this picture has no mask", x,
			y);
	default:
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"pixel (%zu, %zu): #%02X%02X%02X is not one of the %zu "
				"colours",
				x, y, color.red, color.green, color.blue,
				rules->colors->count);
	}
}

/* True for a palette that exhume writes: the colours in order, then the transparent ones,
 * if any; colours at the end may be missing. */
static bool is_own_palette(const struct picture_rules *rules,
			   const struct exh_palette *palette)
{
	const size_t count = rules->colors->count;

	if (palette->count > count * (1U + rules->masked))
		return false;
	for (size_t i = 0; i < palette->count; i++) {
		struct exh_color own = rules->colors->colors[i % count];

		own.alpha = i < count ? 255 : 0;
		if (memcmp(&own, &palette->colors[i], sizeof own) != 0)
			return false;
	}
	return true;
}

static enum exh_status take_indexed(const struct picture_rules *rules,
				    const struct png_picture *png, bool exact,
				    uint8_t *out, struct exh_error *err)
{
	const size_t color_count = rules->colors->count;
	unsigned pixels[256] = { 0 };

	for (size_t i = 0; i < png->palette.count; i++)
		pixels[i] = !exact ? match(rules, png->palette.colors[i])
			    : i < color_count
				    ? (unsigned)i
				    : EXH_KEEN_MASKED | (unsigned)(i - color_count);
	for (size_t i = 0; i < png->width * png->height; i++) {
		const uint8_t index = png->pixels[i];
		const size_t x = i % png->width, y = i / png->width;

		if (index >= png->palette.count)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"pixel (%zu, %zu): index %u, the palette has %zu "
					"colours",
					x, y, index, png->palette.count);
		if (pixels[index] >= REFUSED_COLOR)
			return refuse(rules, pixels[index], png->palette.colors[index], x,
				      y, err);
		out[i] = (uint8_t)pixels[index];
	}
	return EXH_OK;
}

static enum exh_status take_colors(const struct picture_rules *rules,
				   const struct png_picture *png, uint8_t *out,
				   struct exh_error *err)
{
	for (size_t i = 0; i < png->width * png->height; i++) {
		const uint8_t *rgba = png->pixels + i * 4;
		const struct exh_color color = { rgba[0], rgba[1], rgba[2], rgba[3] };
		const unsigned pixel = match(rules, color);

		if (pixel >= REFUSED_COLOR)
			return refuse(rules, pixel, color, i % png->width, i / png->width,
				      err);
		out[i] = (uint8_t)pixel;
	}
	return EXH_OK;
}

/* Shrinks in place, since pixels only move towards the front. */
static enum exh_status shrink(struct exh_image *image, size_t scale,
			      struct exh_error *err)
{
	const size_t width = image->width / scale, height = image->height / scale;

	if (scale == 1)
		return EXH_OK;
	if (image->width % scale || image->height % scale)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zux%zu pixels, expected multiples of the manifest's "
				"scale %zu",
				image->width, image->height, scale);
	for (size_t y = 0; y < image->height; y++)
		for (size_t x = 0; x < image->width; x++) {
			const uint8_t *row =
				image->pixels + y / scale * scale * image->width;

			if (image->pixels[y * image->width + x] != row[x / scale * scale])
				return exh_fail(
					err, EXH_INVALID, EXH_NO_OFFSET,
					"pixel (%zu, %zu): differs within a block of "
					"%zux%zu pixels, the manifest's scale",
					x, y, scale, scale);
		}
	for (size_t y = 0; y < height; y++)
		for (size_t x = 0; x < width; x++)
			image->pixels[y * width + x] =
				image->pixels[y * scale * image->width + x * scale];
	image->width = width;
	image->height = height;
	return EXH_OK;
}

enum exh_status picture_take(const struct png_picture *png,
			     const struct picture_rules *rules, struct exh_image *out,
			     bool *exact, struct exh_error *err)
{
	const bool indexed = png->palette.count != 0;
	enum exh_status status;

	*exact = indexed && is_own_palette(rules, &png->palette);
	*out = (struct exh_image){ png->width, png->height,
				   mem_alloc(png->width, png->height) };
	status = indexed ? take_indexed(rules, png, *exact, out->pixels, err)
			 : take_colors(rules, png, out->pixels, err);
	if (!status)
		status = shrink(out, rules->scale, err);
	if (!status)
		return EXH_OK;
	free(out->pixels);
	out->pixels = NULL;
	return status;
}

enum exh_status picture_read(const char *path, const struct picture_rules *rules,
			     struct exh_image *out, bool *exact, struct exh_error *err)
{
	struct png_picture png;
	struct file file;
	enum exh_status status = file_read(path, PNG_LIMIT, &file, err);

	*out = (struct exh_image){ 0 };
	if (status)
		return status;
	status = png_decode(file_bytes(&file), PIXEL_LIMIT, &png, err);
	free(file.data);
	if (status)
		return status;
	status = picture_take(&png, rules, out, exact, err);
	free(png.pixels);
	return status;
}
