#include "media/picture/png.h"
#include "play_keen.h"
#include "testing.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_PIXELS = 100 << 20,
	/* Indices in the palette: the first strip's least, mean and most; the first
	 * mark. */
	LEAST = 4,
	MEAN,
	MOST,
	MARK = 13,
};

static const struct tile_chart_strip strips[TILE_CHART_STRIPS] = { { "one", 0 },
								   { "two", 0.06 },
								   { "three", 0 } };

static struct png_picture draw(const struct tile_chart *chart, size_t width,
			       size_t height)
{
	struct exh_writer out = { .limit = MAX_PIXELS };
	struct png_picture picture;

	assert_int_equal(tile_chart_encode(chart, "title", width, height, &out, NULL),
			 EXH_OK);
	assert_int_equal(png_decode(exh_writer_bytes(&out), MAX_PIXELS, &picture, NULL),
			 EXH_OK);
	exh_writer_free(&out);
	assert_int_equal(picture.width, width);
	assert_int_equal(picture.height, height);
	assert_true(picture.palette.count > MARK + 3);
	return picture;
}

/* Box around all pixels of a colour, the legend's pixels included. */
struct extent {
	size_t left, right, top, bottom; /* ends excluded */
	size_t count;
};

static struct extent find(const struct png_picture *picture, unsigned color)
{
	struct extent found = { picture->width, 0, picture->height, 0, 0 };

	for (size_t y = 0; y < picture->height; y++)
		for (size_t x = 0; x < picture->width; x++) {
			if (picture->pixels[y * picture->width + x] != color)
				continue;
			found.left = x < found.left ? x : found.left;
			found.right = x + 1 > found.right ? x + 1 : found.right;
			found.top = y < found.top ? y : found.top;
			found.bottom = y + 1 > found.bottom ? y + 1 : found.bottom;
			found.count++;
		}
	return found;
}

/* Returns the number of pixels with that colour in a column. */
static size_t in_column(const struct png_picture *picture, size_t x, unsigned color)
{
	size_t count = 0;

	for (size_t y = 0; y < picture->height; y++)
		count += picture->pixels[y * picture->width + x] == color;
	return count;
}

static struct tile_chart *start(size_t count)
{
	struct tile_chart *chart = tile_chart_start(strips, count);

	assert_non_null(chart);
	return chart;
}

/* Position of the strips in a chart of 1000 by 420, and the height of a single strip. */
enum { LEFT = 52, RIGHT = 1000 - 24, WIDTH = RIGHT - LEFT, STRIP = 304 };

static void a_column_has_its_frames_least_mean_and_most(void **state)
{
	struct tile_chart *chart = start(1);
	struct png_picture picture;
	size_t least, mean, most;

	(void)state;
	/* Ten frames per column: nine with 147 tiles, 50%, and one without. */
	for (unsigned i = 0; i < 10 * WIDTH; i++)
		tile_chart_take(chart, EXH_KEEN_TILE_STILL,
				&(uint32_t){ i % 10	  ? 147
					     : i / 10 % 2 ? 0
							  : 49 });
	picture = draw(chart, 1000, 420);
	for (size_t x = LEFT; x < LEFT + 700; x++) {
		least = in_column(&picture, x, LEAST);
		mean = in_column(&picture, x, MEAN);
		most = in_column(&picture, x, MOST);
		/* 50% fills the strip. */
		assert_int_equal(least + mean + most, STRIP);
		if ((x - LEFT) % 2) {
			assert_int_equal(least, 0);
			assert_int_equal(mean, 274); /* 45% */
		} else {
			assert_int_equal(least, 101);	     /* 16.7% */
			assert_int_equal(least + mean, 284); /* 46.7% */
		}
	}
	free(picture.pixels);
	tile_chart_free(chart);
}

static void few_frames_are_wide(void **state)
{
	struct tile_chart *chart = start(2);
	struct png_picture picture;

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		tile_chart_take(chart,
				i == 2 ? EXH_KEEN_TILE_SIDEWAYS : EXH_KEEN_TILE_STILL,
				(const uint32_t[]){ i == 2 ? 88 : 0, i == 3 ? 88 : 0 });
	picture = draw(chart, 1000, 420);
	for (size_t x = LEFT; x < LEFT + 700; x++)
		assert_int_equal(in_column(&picture, x, LEAST) > 100,
				 (x - LEFT) * 4 / WIDTH == 2);
	for (size_t x = LEFT; x < RIGHT; x++)
		assert_int_equal(in_column(&picture, x, LEAST + 3) > 100,
				 (x - LEFT) * 4 / WIDTH == 3);
	free(picture.pixels);
	tile_chart_free(chart);
}

/* One frame of a million is not lost: neither its tiles nor its mark. */
static void of_many_frames_none_is_lost(void **state)
{
	static const unsigned places[] = { 0, 1, 499999, 700001, 999999 };

	(void)state;
	for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
		struct tile_chart *chart = start(3);
		struct png_picture picture;
		size_t found = 0;

		for (unsigned i = 0; i < 1000000; i++)
			tile_chart_take(
				chart,
				i == places[k] ? EXH_KEEN_TILE_DIAGONAL
					       : EXH_KEEN_TILE_STILL,
				(const uint32_t[]){ i == places[k] ? 80 : 0, 0, 0 });
		picture = draw(chart, 1000, 420);
		for (size_t x = LEFT; x < RIGHT; x++) {
			const bool has = in_column(&picture, x, MOST) > 50;
			const size_t wanted = (size_t)places[k] * WIDTH / 1000000;

			found += has;
			/* Buckets have 32 frames. */
			if (has)
				assert_in_range(x - LEFT + 1, wanted, wanted + 2);
			if (has)
				assert_true(in_column(&picture, x, MARK + 2) > 0);
		}
		assert_in_range(found, 1, 2);
		free(picture.pixels);
		tile_chart_free(chart);
	}
}

static void setting_up_does_not_set_the_scale(void **state)
{
	struct tile_chart *chart = start(1);
	struct png_picture picture;

	(void)state;
	tile_chart_take(chart, EXH_KEEN_TILE_SET_UP, &(uint32_t){ 294 });
	tile_chart_take(chart, EXH_KEEN_TILE_STILL, &(uint32_t){ 88 });
	picture = draw(chart, 1000, 420);
	/* 29.9% of 30%; higher values are cut off. */
	assert_int_equal(in_column(&picture, LEFT + 700, LEAST), STRIP - 1);
	assert_int_equal(in_column(&picture, LEFT, LEAST), STRIP);
	free(picture.pixels);
	tile_chart_free(chart);
}

static void each_class_has_its_lane(void **state)
{
	static const enum exh_keen_tile_class classes[] = { EXH_KEEN_TILE_SIDEWAYS,
							    EXH_KEEN_TILE_UPRIGHT,
							    EXH_KEEN_TILE_DIAGONAL,
							    EXH_KEEN_TILE_SET_UP };
	struct tile_chart *chart = start(1);
	struct png_picture picture;
	size_t top = 0;

	(void)state;
	for (size_t i = 0; i < 100; i++)
		tile_chart_take(chart, i < 4 ? classes[i] : EXH_KEEN_TILE_AFTER,
				&(uint32_t){ 0 });
	picture = draw(chart, 1000, 420);
	for (size_t i = 0; i < 4; i++) {
		const struct extent mark = find(&picture, (unsigned)(MARK + i));

		/* In its lane, and in the legend below. */
		assert_true(mark.top > top);
		top = mark.top;
		for (size_t x = LEFT; x < LEFT + 9 * 4; x++)
			assert_int_equal(picture.pixels[top * picture.width + x] ==
						 MARK + i,
					 (x - LEFT) * 100 / WIDTH == i);
	}
	free(picture.pixels);
	tile_chart_free(chart);
}

static void sizes_and_lengths_at_their_ends(void **state)
{
	static const struct {
		size_t width, height;
	} sizes[] = { { TILE_CHART_LEAST_WIDTH, TILE_CHART_LEAST_HEIGHT },
		      { TILE_CHART_MAX_SIDE, TILE_CHART_LEAST_HEIGHT },
		      { TILE_CHART_LEAST_WIDTH, 2000 },
		      { 639, 201 },
		      { 640, 203 } };
	static const unsigned lengths[] = { 0, 1, 2, 267, 32768, 32769, 65537 };

	(void)state;
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++)
			for (size_t count = 1; count <= TILE_CHART_STRIPS; count++) {
				struct tile_chart *chart = start(count);

				for (unsigned i = 0; i < lengths[n]; i++)
					tile_chart_take(
						chart,
						(enum exh_keen_tile_class)(
							i % EXH_KEEN_TILE_CLASSES),
						(const uint32_t[]){ i % 295, 294, 5000 });
				free(draw(chart, sizes[s].width, sizes[s].height).pixels);
				tile_chart_free(chart);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_column_has_its_frames_least_mean_and_most),
		cmocka_unit_test(few_frames_are_wide),
		cmocka_unit_test(of_many_frames_none_is_lost),
		cmocka_unit_test(setting_up_does_not_set_the_scale),
		cmocka_unit_test(each_class_has_its_lane),
		cmocka_unit_test(sizes_and_lengths_at_their_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
