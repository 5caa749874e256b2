#include "animation.h"
#include "testing.h"

enum { WIDTH = 3, HEIGHT = 2 };

static const struct exh_palette palette = {
	4, { { 1, 2, 3, 255 }, { 200, 0, 0, 255 }, { 0, 200, 0, 255 }, { 9, 9, 9, 0 } }
};

static void add(struct apng_file *file, size_t x, size_t width, uint8_t pixel, bool over)
{
	uint8_t pixels[WIDTH * HEIGHT];
	const struct exh_image image = { width, HEIGHT, pixels };
	struct exh_writer png = { .limit = 1 << 16 };
	struct apng_part part = { .x = x,
				  .width = width,
				  .height = HEIGHT,
				  .delay_num = 2,
				  .delay_den = 30,
				  .over = over };

	for (size_t i = 0; i < width * HEIGHT; i++)
		pixels[i] = i ? pixel : 3; /* the first one is transparent */
	assert_false(png_encode(&image, &palette, &png, NULL));
	part.png = exh_writer_bytes(&png);
	assert_false(apng_file_add(file, &part, NULL));
	exh_writer_free(&png);
}

/* Makes a file of a whole frame, one that replaces pixels from x 1 on, and one blended
 * from x 2 on. */
static void make(struct exh_writer *out)
{
	struct apng_file file = {
		.out = out, .width = WIDTH, .height = HEIGHT, .frame_count = 3
	};

	add(&file, 0, WIDTH, 0, false);
	add(&file, 1, 2, 1, false);
	add(&file, 2, 1, 2, true);
	assert_false(apng_file_end(&file, NULL));
}

static void check(struct apng_reader *reader, const uint8_t red[WIDTH * HEIGHT])
{
	struct animation_frame shown;

	assert_false(apng_read_next(reader, &shown, NULL));
	assert_int_equal(shown.picture.width, WIDTH);
	assert_int_equal(shown.delay_num * 30, shown.delay_den * 2);
	for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++)
		if (red[i] == 9)
			assert_int_equal(shown.picture.pixels[4 * i + 3], 0);
		else
			assert_int_equal(shown.picture.pixels[4 * i], red[i]);
}

static void parts_are_pasted_and_laid_over(void **state)
{
	static const uint8_t first[] = { 9, 1, 1, 1, 1, 1 };
	static const uint8_t second[] = { 9, 9, 200, 1, 200, 200 };
	static const uint8_t third[] = { 9, 9, 200, 1, 200, 0 };
	struct exh_writer out = { .limit = 1 << 16 };
	struct apng_reader reader;

	(void)state;
	make(&out);
	assert_false(apng_read_open(&reader, exh_writer_bytes(&out), 100, NULL));
	assert_true(reader.is_animated);
	assert_int_equal(reader.frame_count, 3);
	check(&reader, first);
	check(&reader, second);
	check(&reader, third);
	apng_read_close(&reader);
	exh_writer_free(&out);
}

static void every_shorter_file_is_refused(void **state)
{
	struct exh_writer out = { .limit = 1 << 16 };

	(void)state;
	make(&out);
	for (size_t size = 0; size < out.size; size++) {
		const struct exh_bytes in = { out.data, size, 0 };
		struct apng_reader reader;
		struct animation_frame shown;
		enum exh_status status = apng_read_open(&reader, in, 100, NULL);

		for (int i = 0; i < 3 && !status; i++)
			status = apng_read_next(&reader, &shown, NULL);
		assert_true(status);
		apng_read_close(&reader);
	}
	exh_writer_free(&out);
}

static void a_wrong_sum_and_too_many_pixels_are_refused(void **state)
{
	struct exh_writer out = { .limit = 1 << 16 };
	struct apng_reader reader;

	(void)state;
	make(&out);
	assert_int_equal(apng_read_open(&reader, exh_writer_bytes(&out), 5, NULL),
			 EXH_LIMIT);
	apng_read_close(&reader);
	out.data[20] ^= 1;
	assert_int_equal(apng_read_open(&reader, exh_writer_bytes(&out), 100, NULL),
			 EXH_INVALID);
	apng_read_close(&reader);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_are_pasted_and_laid_over),
		cmocka_unit_test(every_shorter_file_is_refused),
		cmocka_unit_test(a_wrong_sum_and_too_many_pixels_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
