#include "animation.h"
#include "plain/gif.h"

enum { PLAYS = 3 };

static struct exh_palette some_palette(size_t count, uint64_t *seed)
{
	struct exh_palette palette = { .count = count };

	for (size_t i = 0; i < count; i++)
		palette.colors[i] = (struct exh_color){ (uint8_t)roll(seed, 256),
							(uint8_t)roll(seed, 256),
							(uint8_t)roll(seed, 256), 255 };
	return palette;
}

/* Fills pixels with noise, or with long runs, which make long strings. */
static void roll_pixels(uint64_t *seed, size_t colors, bool noise, uint8_t *out,
			size_t count)
{
	for (size_t i = 0; i < count;) {
		const uint8_t pixel = (uint8_t)roll(seed, (uint32_t)colors);
		size_t run = noise ? 1 : 1 + roll(seed, 60);

		for (; run && i < count; run--)
			out[i++] = pixel;
	}
}

/* Checks that a reader sees the expected frames one by one; out is freed. */
static void check_frames(struct exh_writer *out, const struct exh_palette *palette,
			 const uint8_t *const *expected, size_t count, size_t width,
			 size_t height, struct seen *seen)
{
	static struct screen screen;
	uint8_t *tight = tight_copy(out->data, out->size);
	struct reader in = { tight, out->size, 0 };

	assert_false(out->failed);
	read_head(&in, &screen, PLAYS);
	assert_int_equal(screen.width, width);
	assert_int_equal(screen.height, height);
	assert_true(screen.color_count >= palette->count);
	assert_true(screen.color_count < 2 * palette->count || palette->count == 1);
	for (size_t i = 0; i < palette->count; i++) {
		assert_int_equal(screen.colors[i][0], palette->colors[i].red);
		assert_int_equal(screen.colors[i][1], palette->colors[i].green);
		assert_int_equal(screen.colors[i][2], palette->colors[i].blue);
	}
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(read_frame(&in, &screen, seen), 7 + 256 * i);
		assert_memory_equal(screen.pixels, expected[i], width * height);
	}
	assert_int_equal(next_byte(&in), 0x3b);
	assert_int_equal(in.at, in.size);
	free(tight);
	exh_writer_free(out);
}

static void check_pixels(uint8_t *pixels, size_t width, size_t height, size_t colors,
			 uint64_t *seed, struct seen *seen)
{
	const uint8_t *const expected = pixels;
	const struct exh_palette palette = some_palette(colors, seed);
	const struct gif_frame frame = { .part = { width, height, pixels },
					 .color_count = colors,
					 .transparent = -1,
					 .hundredths = 7 };
	struct exh_writer out = { .limit = LIMIT };

	assert_int_equal(gif_begin(width, height, &palette, PLAYS, &out, NULL), EXH_OK);
	gif_add(&frame, &out);
	gif_end(&out);
	check_frames(&out, &palette, &expected, 1, width, height, seen);
}

static void check_still(size_t width, size_t height, size_t colors, bool noise,
			uint64_t *seed, struct seen *seen)
{
	static uint8_t pixels[MAX_PIXELS];

	roll_pixels(seed, colors, noise, pixels, width * height);
	check_pixels(pixels, width, height, colors, seed, seen);
}

static void every_number_of_colors_comes_back(void **state)
{
	uint64_t seed = 1;
	struct seen seen = { 0 };

	(void)state;
	for (size_t colors = 1; colors <= 256; colors++)
		for (int noise = 0; noise < 2; noise++)
			check_still(1 + roll(&seed, 40), 1 + roll(&seed, 40), colors,
				    noise, &seed, &seen);
}

/* Tests all lengths, since a picture may end where codes get longer. */
static void every_size_comes_back(void **state)
{
	uint64_t seed = 2;
	struct seen seen = { 0 };

	(void)state;
	for (size_t size = 1; size <= 600; size++) {
		check_still(size, 1, 2, true, &seed, &seen);
		check_still(1, size, 256, true, &seed, &seen);
		check_still(size, 1, 4, false, &seed, &seen);
		check_still(1, size, 1, false, &seed, &seen);
	}
}

/* 0 1 0 2 ... 0 255 1 2 1 3 ...: no pair of neighbours occurs twice, so each becomes a
 * code. */
static void no_pair_twice(uint8_t *out, size_t count)
{
	unsigned a = 0, b = 1;

	for (size_t i = 0; i < count; i++) {
		out[i] = (uint8_t)(i % 2 ? b++ : a);
		if (b == 256)
			b = ++a + 1;
	}
}

/* 256 colours leave 3838 of the 4096 codes: the next pair clears them. */
static void codes_grow_to_12_bits_and_begin_anew(void **state)
{
	static uint8_t pixels[MAX_PIXELS];
	uint64_t seed = 3;

	(void)state;
	no_pair_twice(pixels, 3900);
	for (size_t size = 3780; size < 3900; size++) {
		struct seen seen = { 0 };

		check_pixels(pixels, size, 1, 256, &seed, &seen);
		assert_int_equal(seen.widest, 12);
		assert_int_equal(seen.clear_count, size - 1 > 3838 ? 2 : 1);
	}
	for (size_t colors = 2; colors <= 256; colors *= 2) {
		struct seen seen = { 0 };

		check_still(360, 360, colors, true, &seed, &seen);
		assert_int_equal(seen.widest, 12);
		assert_true(seen.clear_count > 1);
		check_still(360, 360, colors, false, &seed, &seen);
	}
}

static void frames_lie_over_each_other(void **state)
{
	enum { WIDTH = 50, HEIGHT = 30, FRAMES = 40, COLORS = 9, KEEP = COLORS - 1 };
	static uint8_t shown[FRAMES][WIDTH * HEIGHT];
	static const uint8_t *expected[FRAMES];
	uint64_t seed = 4;
	const struct exh_palette palette = some_palette(COLORS, &seed);
	struct exh_writer out = { .limit = LIMIT };
	struct seen seen = { 0 };

	(void)state;
	assert_int_equal(gif_begin(WIDTH, HEIGHT, &palette, PLAYS, &out, NULL), EXH_OK);
	for (size_t i = 0; i < FRAMES; i++) {
		const size_t x = i ? roll(&seed, WIDTH) : 0;
		const size_t y = i ? roll(&seed, HEIGHT) : 0;
		const size_t width = i ? 1 + roll(&seed, (uint32_t)(WIDTH - x)) : WIDTH;
		const size_t height =
			i ? 1 + roll(&seed, (uint32_t)(HEIGHT - y)) : HEIGHT;
		uint8_t part[WIDTH * HEIGHT];
		const bool keeps = i % 3 == 1;

		/* The first part covers all pixels. */
		roll_pixels(&seed, i ? COLORS : KEEP, i % 2, part, width * height);
		gif_add(&(struct gif_frame){ .part = { width, height, part },
					     .x = x,
					     .y = y,
					     .color_count = COLORS,
					     .transparent = keeps ? KEEP : -1,
					     .hundredths = (unsigned)(7 + 256 * i) },
			&out);
		if (i)
			memcpy(shown[i], shown[i - 1], sizeof shown[i]);
		for (size_t k = 0; k < width * height; k++)
			if (!keeps || part[k] != KEEP)
				shown[i][(y + k / width) * WIDTH + x + k % width] =
					part[k];
		expected[i] = shown[i];
	}
	gif_end(&out);
	check_frames(&out, &palette, expected, FRAMES, WIDTH, HEIGHT, &seen);
}

static void cleared_frames_leave_nothing(void **state)
{
	static uint8_t pixels[] = { 0, 1, 2, 1 };
	const struct exh_palette palette = { .count = 3 };
	const uint8_t shown[][9] = {
		{ 0, 1, 2, 1, 2, 0, 0, 0, 0 },
		{ 0, 1, 2, 1, 0, 1, 0, 0, 1 },
		{ 0, 1, 2, 1, NOTHING, NOTHING, 0, 0, NOTHING },
	};
	const uint8_t *const expected[] = { shown[0], shown[1], shown[2] };
	struct gif_frame frame = { .part = { 3, 3, (uint8_t[9]){ 0, 1, 2, 1, 2, 0 } },
				   .color_count = 3,
				   .transparent = -1 };
	struct exh_writer out = { .limit = LIMIT };
	struct seen seen = { 0 };

	(void)state;
	assert_int_equal(gif_begin(3, 3, &palette, PLAYS, &out, NULL), EXH_OK);
	for (unsigned i = 0; i < 3; i++) {
		frame.hundredths = 7 + 256 * i;
		gif_add(&frame, &out);
		frame = (struct gif_frame){ .part = { 2 - i, 2 - i, pixels },
					    .x = 1,
					    .y = 1 + i,
					    .color_count = 3,
					    .transparent = 2,
					    .is_cleared = true };
	}
	gif_end(&out);
	check_frames(&out, &palette, expected, 3, 3, 3, &seen);
}

static void sides_have_limits(void **state)
{
	static const size_t bad[][2] = { { 0, 1 }, { 1, 0 }, { 65536, 1 }, { 1, 65536 } };
	const struct exh_palette palette = { .count = 2 };
	struct exh_writer out = { .limit = LIMIT };

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(gif_begin(bad[i][0], bad[i][1], &palette, 0, &out, NULL),
				 EXH_LIMIT);
	assert_int_equal(out.size, 0);
	assert_int_equal(gif_begin(65535, 65535, &palette, 0, &out, NULL), EXH_OK);
	exh_writer_free(&out);
}

static void write_small(struct exh_writer *out)
{
	static uint8_t pixels[] = { 0, 1, 2, 1, 0, 0 };
	const struct exh_palette palette = { .count = 3 };
	const struct gif_frame frame = { .part = { 3, 2, pixels },
					 .color_count = 3,
					 .transparent = 2 };

	gif_begin(3, 2, &palette, 0, out, NULL);
	gif_add(&frame, out);
	gif_end(out);
}

static void every_smaller_limit_fails(void **state)
{
	struct exh_writer whole = { .limit = LIMIT };

	(void)state;
	write_small(&whole);
	assert_false(whole.failed);
	for (size_t limit = 0; limit < whole.size; limit++) {
		struct exh_writer out = { .limit = limit };

		write_small(&out);
		assert_true(out.failed);
		exh_writer_free(&out);
	}
	exh_writer_free(&whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_number_of_colors_comes_back),
		cmocka_unit_test(every_size_comes_back),
		cmocka_unit_test(codes_grow_to_12_bits_and_begin_anew),
		cmocka_unit_test(frames_lie_over_each_other),
		cmocka_unit_test(cleared_frames_leave_nothing),
		cmocka_unit_test(sides_have_limits),
		cmocka_unit_test(every_smaller_limit_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
