#include "exhume/keen.h"
#include "exhume/advanced/keen.h"

#include "../base/testing.h"

enum { T = EXH_KEEN_MASKED };

/* Data and pixels of just the size that is needed. */
static uint8_t *decode(struct exh_keen_bitmap bitmap, const uint8_t *data)
{
	const size_t size = exh_keen_bitmap_size(
		bitmap.video, bitmap.masked,
		bitmap.width / exh_keen_pixels_per_byte(bitmap.video), bitmap.height);
	uint8_t *tight = tight_copy(data, size);
	const size_t pixel_count = bitmap.width * bitmap.height;
	uint8_t *pixels = malloc(pixel_count ? pixel_count : 1);

	assert_non_null(pixels);
	bitmap.data = (struct exh_bytes){ tight, size, 0 };
	exh_keen_bitmap_decode(&bitmap, pixels);
	free(tight);
	return pixels;
}

static void assert_decodes(struct exh_keen_bitmap bitmap, const uint8_t *data,
			   const uint8_t *expected)
{
	uint8_t *pixels = decode(bitmap, data);

	assert_memory_equal(pixels, expected, bitmap.width * bitmap.height);
	free(pixels);
}

static void assert_encodes(struct exh_image image, enum exh_keen_video video, bool masked,
			   const uint8_t *expected, size_t size)
{
	struct exh_writer out = { .limit = 1 << 20 };

	assert_int_equal(exh_keen_bitmap_encode(&image, video, masked, &out, NULL),
			 EXH_OK);
	assert_same_bytes((struct exh_bytes){ out.data, out.size, 0 }, expected, size);
	exh_writer_free(&out);
}

static void ega_planes_are_blue_green_red_and_intensity(void **state)
{
	static const uint8_t data[] = {
		0x91, 0x01, /* blue: pixels 0, 3 and 7 of row 0, pixel 7 of row 1 */
		0x50, 0x01, /* green: 1 and 3 */
		0x30, 0x01, /* red: 2 and 3 */
		0x08, 0x01, /* intensity: 4 */
	};
	static uint8_t pixels[] = {
		1, 2, 4, 7, 8, 0, 0, 1,	 /* row 0 */
		0, 0, 0, 0, 0, 0, 0, 15, /* row 1 */
	};
	const struct exh_keen_bitmap bitmap = { .video = EXH_KEEN_EGA,
						.width = 8,
						.height = 2 };

	(void)state;
	assert_decodes(bitmap, data, pixels);
	assert_encodes((struct exh_image){ 8, 2, pixels }, EXH_KEEN_EGA, false, data,
		       sizeof data);
}

static void ega_masks_come_first_and_keep_the_background(void **state)
{
	static const uint8_t data[] = {
		0xc0, 0x01, /* mask: bytes 0 and 1 of the one row */
		0x20, 0x00, /* blue */
		0x00, 0x80, /* green */
		0x00, 0x00, /* red */
		0x40, 0x00, /* intensity, of a pixel that is masked: kept */
	};
	static uint8_t pixels[] = {
		T, T | 8, 1, 0, 0, 0, 0, 0, /* byte 0 */
		2, 0,	  0, 0, 0, 0, 0, T, /* byte 1 */
	};
	const struct exh_keen_bitmap bitmap = {
		.video = EXH_KEEN_EGA, .masked = true, .width = 16, .height = 1
	};

	(void)state;
	assert_decodes(bitmap, data, pixels);
	assert_encodes((struct exh_image){ 16, 1, pixels }, EXH_KEEN_EGA, true, data,
		       sizeof data);
}

static void cga_holds_four_pixels_a_byte_leftmost_highest(void **state)
{
	static const uint8_t data[] = {
		0x1b, 0xe4, /* row 0: 00 01 10 11, 11 10 01 00 */
		0xc0, 0x03, /* row 1 */
	};
	static uint8_t pixels[] = {
		0, 1, 2, 3, 3, 2, 1, 0, /* row 0 */
		3, 0, 0, 0, 0, 0, 0, 3, /* row 1 */
	};
	const struct exh_keen_bitmap bitmap = { .video = EXH_KEEN_CGA,
						.width = 8,
						.height = 2 };

	(void)state;
	assert_decodes(bitmap, data, pixels);
	assert_encodes((struct exh_image){ 8, 2, pixels }, EXH_KEEN_CGA, false, data,
		       sizeof data);
}

static void cga_masks_come_first_and_need_both_bits(void **state)
{
	static const uint8_t data[] = {
		0xc3, /* mask: 11 00 00 11 */
		0x1b, /* colours: 00 01 10 11 */
	};
	static uint8_t pixels[] = { T, 1, 2, T | 3 };
	static const uint8_t half_masked[] = {
		0x6c, /* mask: 01 10 11 00 */
		0x55, /* colours: all 01 */
	};
	static const uint8_t half_pixels[] = { 1, 1, T | 1, 1 };
	const struct exh_keen_bitmap bitmap = {
		.video = EXH_KEEN_CGA, .masked = true, .width = 4, .height = 1
	};

	(void)state;
	assert_decodes(bitmap, data, pixels);
	assert_encodes((struct exh_image){ 4, 1, pixels }, EXH_KEEN_CGA, true, data,
		       sizeof data);
	assert_decodes(bitmap, half_masked, half_pixels);
}

static void assert_pixels_come_back(uint64_t *seed, struct exh_keen_bitmap shape)
{
	const unsigned colors = shape.video == EXH_KEEN_EGA ? 16 : 4;
	const size_t count = shape.width * shape.height;
	uint8_t *pixels = malloc(count ? count : 1);
	struct exh_image image = { shape.width, shape.height, pixels };
	struct exh_writer out = { .limit = 1 << 20 };

	assert_non_null(pixels);
	for (size_t i = 0; i < count; i++)
		pixels[i] = (uint8_t)(roll(seed, colors) |
				      (shape.masked && roll(seed, 2) ? T : 0));
	assert_int_equal(
		exh_keen_bitmap_encode(&image, shape.video, shape.masked, &out, NULL),
		EXH_OK);
	assert_int_equal(
		out.size,
		exh_keen_bitmap_size(shape.video, shape.masked,
				     shape.width / exh_keen_pixels_per_byte(shape.video),
				     shape.height));
	assert_decodes(shape, out.data, pixels);
	exh_writer_free(&out);
	free(pixels);
}

static void what_is_encoded_decodes_to_the_same(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int round = 0; round < 400; round++) {
		const enum exh_keen_video video = round % 2 ? EXH_KEEN_EGA : EXH_KEEN_CGA;
		const size_t step = exh_keen_pixels_per_byte(video);
		const struct exh_keen_bitmap shape = { .video = video,
						       .masked = round % 4 < 2,
						       .width = step *
								(1 + roll(&seed, 12)),
						       .height = 1 + roll(&seed, 40) };

		assert_pixels_come_back(&seed, shape);
	}
}

/* EGA keeps each bit, even of a colour under the mask. */
static void what_is_decoded_encodes_to_the_same(void **state)
{
	uint64_t seed = 2;

	(void)state;
	for (int round = 0; round < 200; round++) {
		struct exh_keen_bitmap shape = { .video = EXH_KEEN_EGA,
						 .masked = round % 2 != 0,
						 .width = 8 * (1 + roll(&seed, 6)),
						 .height = 1 + roll(&seed, 12) };
		const size_t size = exh_keen_bitmap_size(EXH_KEEN_EGA, shape.masked,
							 shape.width / 8, shape.height);
		uint8_t data[5 * 6 * 12], *pixels;

		roll_bytes(&seed, data, size);
		pixels = decode(shape, data);
		assert_encodes((struct exh_image){ shape.width, shape.height, pixels },
			       EXH_KEEN_EGA, shape.masked, data, size);
		free(pixels);
	}
}

static void every_byte_spreads_to_its_eight_pixels(void **state)
{
	(void)state;
	for (unsigned byte = 0; byte < 256; byte++) {
		const struct exh_keen_bitmap bitmap = { .video = EXH_KEEN_EGA,
							.width = 8,
							.height = 1 };
		const uint8_t data[4] = { (uint8_t)byte };
		uint8_t *pixels = decode(bitmap, data);

		for (unsigned x = 0; x < 8; x++)
			assert_int_equal(pixels[x], byte >> (7 - x) & 1);
		free(pixels);
	}
}

static void assert_refused(struct exh_image image, enum exh_keen_video video, bool masked,
			   const char *reason)
{
	struct exh_writer out = { .limit = 100 };
	struct exh_error err;

	assert_int_equal(exh_keen_bitmap_encode(&image, video, masked, &out, &err),
			 EXH_INVALID);
	assert_non_null(strstr(err.text, reason));
	assert_int_equal(out.size, 0);
	exh_writer_free(&out);
}

static void a_width_between_bytes_is_refused(void **state)
{
	uint8_t pixels[64] = { 0 };

	(void)state;
	for (size_t width = 1; width < 32; width++) {
		const struct exh_image image = { width, 2, pixels };

		if (width % 8)
			assert_refused(image, EXH_KEEN_EGA, false, "multiple of 8");
		if (width % 4)
			assert_refused(image, EXH_KEEN_CGA, true, "multiple of 4");
	}
}

static void a_colour_that_the_video_lacks_is_refused(void **state)
{
	uint8_t pixels[16] = { [9] = 4 };
	const struct exh_image image = { 8, 2, pixels };

	(void)state;
	assert_refused(image, EXH_KEEN_CGA, false, "pixel 1,1 has colour 4");
	pixels[9] = 3 | 32;
	assert_refused(image, EXH_KEEN_CGA, true, "or transparent");
	pixels[9] = 32;
	assert_refused(image, EXH_KEEN_EGA, true, "pixel 1,1 has colour 32");
	pixels[9] = T;
	assert_refused(image, EXH_KEEN_EGA, false, "pixel 1,1 has colour 16");
}

static void a_full_writer_fails_encoding(void **state)
{
	uint8_t pixels[64] = { 0 };
	const struct exh_image image = { 8, 8, pixels };

	(void)state;
	for (size_t limit = 0; limit < 40; limit++) {
		struct exh_writer out = { .limit = limit };

		assert_int_equal(
			exh_keen_bitmap_encode(&image, EXH_KEEN_EGA, true, &out, NULL),
			EXH_NO_MEMORY);
		exh_writer_free(&out);
	}
}

static void an_image_of_no_rows_takes_no_bytes(void **state)
{
	const struct exh_image image = { 8, 0, NULL };
	struct exh_writer out = { .limit = 10 };

	(void)state;
	assert_int_equal(exh_keen_bitmap_encode(&image, EXH_KEEN_EGA, true, &out, NULL),
			 EXH_OK);
	assert_int_equal(out.size, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ega_planes_are_blue_green_red_and_intensity),
		cmocka_unit_test(ega_masks_come_first_and_keep_the_background),
		cmocka_unit_test(cga_holds_four_pixels_a_byte_leftmost_highest),
		cmocka_unit_test(cga_masks_come_first_and_need_both_bits),
		cmocka_unit_test(what_is_encoded_decodes_to_the_same),
		cmocka_unit_test(what_is_decoded_encodes_to_the_same),
		cmocka_unit_test(every_byte_spreads_to_its_eight_pixels),
		cmocka_unit_test(a_width_between_bytes_is_refused),
		cmocka_unit_test(a_colour_that_the_video_lacks_is_refused),
		cmocka_unit_test(a_full_writer_fails_encoding),
		cmocka_unit_test(an_image_of_no_rows_takes_no_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
