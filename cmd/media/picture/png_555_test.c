#include "png.h"
#include "testing.h"

enum { LIMIT = 1 << 24, MAX_PIXELS = 1 << 16, MAX_WAYS = 14 };

/* Styles of pictures; each needs another method of compression. */
enum style { NOISE, FLAT, GRADIENT, DITHER, LOOKS };

static void roll_pixels(uint64_t *seed, enum style style, size_t width, size_t height,
			uint16_t *pixels)
{
	for (size_t i = 0; i < width * height; i++) {
		const size_t slope = (i % width + i / width) * 31 / (width + height);
		const uint32_t noise = roll(seed, 0x10000);

		pixels[i] = (uint16_t)(style == NOISE	   ? noise
				       : style == FLAT	   ? 0x1234
				       : style == GRADIENT ? slope << 10 | slope << 5
							   : (slope + noise % 2) << 5);
	}
}

static unsigned wide(unsigned channel)
{
	return channel * 8 + channel / 4;
}

/* Checks that libpng reads the file and finds each pixel. */
static void check_picture(const uint16_t *pixels, size_t width, size_t height, int clear,
			  unsigned way)
{
	struct exh_writer out = { .limit = LIMIT };
	struct png_picture picture;

	assert_int_equal(png_encode_555(pixels, width, height, clear, way, &out, NULL),
			 EXH_OK);
	assert_int_equal(out.data[25], clear < 0 ? 2 : 6);
	assert_int_equal(png_decode(exh_writer_bytes(&out), MAX_PIXELS, &picture, NULL),
			 EXH_OK);
	assert_int_equal(picture.width, width);
	assert_int_equal(picture.height, height);
	assert_int_equal(picture.palette.count, 0);
	for (size_t i = 0; i < width * height; i++) {
		const unsigned pixel = pixels[i] & 0x7fff;
		const uint8_t *rgba = picture.pixels + 4 * i;

		assert_int_equal(rgba[0], wide(pixel >> 10));
		assert_int_equal(rgba[1], wide(pixel >> 5 & 31));
		assert_int_equal(rgba[2], wide(pixel & 31));
		assert_int_equal(rgba[3], (int)pixel == clear ? 0 : 255);
	}
	free(picture.pixels);
	exh_writer_free(&out);
}

static void every_pixel_comes_back(void **state)
{
	static const size_t sizes[][2] = { { 1, 1 },  { 1, 300 },  { 300, 1 },
					   { 7, 5 },  { 64, 65 },  { 200, 130 },
					   { 3, 64 }, { 640, 100 } };
	static uint16_t pixels[MAX_PIXELS];
	uint64_t seed = 1;

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
		for (int style = 0; style < LOOKS; style++) {
			const size_t width = sizes[i][0], height = sizes[i][1];

			roll_pixels(&seed, (enum style)style, width, height, pixels);
			for (unsigned way = 0; way < MAX_WAYS; way++) {
				check_picture(pixels, width, height, -1, way);
				check_picture(pixels, width, height, pixels[0] & 0x7fff,
					      way);
			}
		}
}

static void sides_have_limits(void **state)
{
	const uint16_t pixel = 0;
	struct exh_writer out = { .limit = LIMIT };

	(void)state;
	assert_int_equal(png_encode_555(&pixel, 0, 1, -1, 0, &out, NULL), EXH_LIMIT);
	assert_int_equal(png_encode_555(&pixel, 1, 0, -1, 0, &out, NULL), EXH_LIMIT);
	assert_int_equal(png_encode_555(&pixel, 1000001, 1, -1, 0, &out, NULL),
			 EXH_LIMIT);
	assert_int_equal(out.size, 0);
}

static void every_smaller_limit_fails(void **state)
{
	const uint16_t pixels[] = { 1, 2, 3, 4 };
	struct exh_writer whole = { .limit = LIMIT };

	(void)state;
	assert_int_equal(png_encode_555(pixels, 2, 2, -1, 0, &whole, NULL), EXH_OK);
	for (size_t limit = 0; limit < whole.size; limit++) {
		struct exh_writer out = { .limit = limit };

		assert_int_equal(png_encode_555(pixels, 2, 2, -1, 0, &out, NULL),
				 EXH_LIMIT);
		exh_writer_free(&out);
	}
	exh_writer_free(&whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pixel_comes_back),
		cmocka_unit_test(sides_have_limits),
		cmocka_unit_test(every_smaller_limit_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
