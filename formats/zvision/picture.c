#include "picture_checks.h"
#include "exhume/advanced/zvision.h"

enum { SIDE = 16 }; /* side of the squares transposed at a time; both fit in the cache */

static void turn_square(const struct exh_zv_picture *in, size_t left, size_t top,
			uint16_t *out)
{
	const size_t right = in->width - left < SIDE ? in->width : left + SIDE;
	const size_t bottom = in->height - top < SIDE ? in->height : top + SIDE;

	for (size_t x = left; x < right; x++)
		for (size_t y = top; y < bottom; y++)
			out[x * in->height + y] = in->pixels[y * in->width + x];
}

void exh_zv_transpose(const struct exh_zv_picture *in, uint16_t *out)
{
	for (size_t top = 0; top < in->height; top += SIDE)
		for (size_t left = 0; left < in->width; left += SIDE)
			turn_square(in, left, top, out);
}

/*
 * Checks.
 */

enum exh_status exh_zv_check_sides(size_t width, size_t height, size_t offset,
				   struct exh_error *err)
{
	if (!width || !height)
		return exh_fail(err, EXH_INVALID, offset,
				"%zu by %zu pixels, expected at least 1 by 1", width,
				height);
	if (height > EXH_ZV_PICTURE_PIXELS / width)
		return exh_fail(err, EXH_LIMIT, offset,
				"%zu by %zu pixels, expected at most %d", width, height,
				EXH_ZV_PICTURE_PIXELS);
	return EXH_OK;
}

enum exh_status exh_zv_check_buffer(size_t count, size_t width, size_t height,
				    struct exh_error *err)
{
	if (count == width * height)
		return EXH_OK;
	return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
			"a buffer of %zu pixels for %zu by %zu", count, width, height);
}

enum exh_status exh_zv_check_written(size_t width, size_t height, size_t most_side,
				     struct exh_error *err)
{
	if (!width || !height || width > most_side || height > most_side ||
	    height > EXH_ZV_PICTURE_PIXELS / width)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu by %zu pixels do not fit into the format", width,
				height);
	return EXH_OK;
}

void exh_zv_write_pixels(const uint16_t *pixels, size_t count, struct exh_writer *out)
{
	for (size_t i = 0; i < count; i++)
		exh_write_u16le(out, pixels[i] & PIXEL_BITS);
}
