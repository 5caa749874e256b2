#include "picture.h"

#include "png.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PIXELS = 1 << 28 };

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
