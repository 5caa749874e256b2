#include "picture.h"

#include "task/memory.h"

#include <exhume/advanced/zvision.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PIXELS = 1 << 28 /* pixels of an enlarged picture */ };

void image_fill(struct exh_image *image, size_t x, size_t y, size_t width, size_t height,
		uint8_t color)
{
	for (size_t row = 0; row < height; row++)
		for (size_t column = 0; column < width; column++)
			if (x + column < image->width && y + row < image->height)
				image->pixels[(y + row) * image->width + x + column] =
					color;
}

void image_put(struct exh_image *image, size_t x, size_t y, const struct exh_image *what,
	       unsigned scale)
{
	for (size_t row = 0; row < what->height; row++) {
		const uint8_t *from = what->pixels + row * what->width;
		uint8_t *to = image->pixels + (y + row * scale) * image->width + x;
		uint8_t *first = to;

		for (size_t column = 0; column < what->width; column++, to += scale)
			memset(to, from[column], scale);
		for (unsigned i = 1; i < scale; i++)
			memcpy(first + i * image->width, first, what->width * scale);
	}
}

void image_scale(struct exh_image *image, unsigned scale, bool aspect)
{
	const size_t times = scale ? scale : 1;
	const size_t width = image->width * times, tall = image->height * times;
	const size_t height = aspect ? tall * 6 / 5 : tall;
	uint8_t *pixels, *to;

	if (width == image->width && height == image->height)
		return;
	pixels = to = mem_alloc(width, height);
	for (size_t y = 0, last = SIZE_MAX; y < height; y++, to += width) {
		const size_t from = y * image->height / height;
		const uint8_t *row = image->pixels + from * image->width;

		if (from == last)
			memcpy(to, to - width, width);
		else
			for (size_t x = 0; x < image->width; x++)
				memset(to + x * times, row[x], times);
		last = from;
	}
	free(image->pixels);
	*image = (struct exh_image){ width, height, pixels };
}

void picture_turn(struct exh_zv_picture *picture)
{
	uint16_t *turned =
		mem_alloc(picture->width * picture->height, sizeof *picture->pixels);

	exh_zv_transpose(picture, turned);
	free(picture->pixels);
	*picture = (struct exh_zv_picture){ picture->height, picture->width, turned };
}

void picture_turn_rgb(const uint8_t *in, size_t width, size_t height, uint8_t *out)
{
	for (size_t x = 0; x < width; x++)
		for (size_t y = 0; y < height; y++, out += 3)
			memcpy(out, in + (y * width + x) * 3, 3);
}

static void repeat(const uint16_t *pixels, size_t width, size_t height, size_t scale,
		   uint16_t *to)
{
	const size_t row = width * scale;

	for (size_t y = 0; y < height; y++, pixels += width) {
		for (size_t x = 0; x < row; x++)
			to[x] = pixels[x / scale];
		for (size_t k = 1; k < scale; k++)
			memcpy(to + k * row, to, row * sizeof *to);
		to += scale * row;
	}
}

enum exh_status png_encode_555_scaled(const uint16_t *pixels, size_t width, size_t height,
				      int clear, unsigned scale, struct exh_writer *out,
				      struct exh_error *err)
{
	const size_t square = (size_t)scale * scale;
	enum exh_status status;
	uint16_t *large;

	if (scale <= 1 || !width || !height)
		return png_encode_555(pixels, width, height, clear, 0, out, err);
	if (width > MAX_PIXELS / square / height)
		return exh_fail(
			err, EXH_LIMIT, EXH_NO_OFFSET,
			"%zu by %zu pixels, %u times as large: more than %d pixels",
			width, height, scale, MAX_PIXELS);
	large = mem_alloc(width * height * square, sizeof *large);
	repeat(pixels, width, height, scale, large);
	status = png_encode_555(large, width * scale, height * scale, clear, 0, out, err);
	free(large);
	return status;
}
