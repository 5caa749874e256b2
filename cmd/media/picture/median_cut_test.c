#include "picture.h"
#include "testing.h"

#include <math.h>

static uint64_t counts[COLORS_555];
static struct color_map map;

static int wide(unsigned level)
{
	return (int)(level * 8 + level / 4);
}

/* Returns the square of a colour's distance from a palette entry. */
static long distance(unsigned color, const struct exh_color *entry)
{
	const int red = wide(color >> 10) - entry->red;
	const int green = wide(color >> 5 & 31) - entry->green;
	const int blue = wide(color & 31) - entry->blue;

	return (long)red * red + (long)green * green + (long)blue * blue;
}

static long nearest(unsigned color)
{
	long least = distance(color, &map.palette.colors[0]);

	for (size_t i = 1; i < map.palette.count; i++) {
		const long here = distance(color, &map.palette.colors[i]);

		least = here < least ? here : least;
	}
	return least;
}

/* Checks that each colour has the nearest entry, and that the loss is the sum of all. */
static void check_map(size_t most)
{
	long double sum = 0, pixel_count = 0, loss;
	size_t color_count = 0;

	color_map_make(counts, most, &map);
	for (unsigned color = 0; color < COLORS_555; color++) {
		long least;

		if (!counts[color])
			continue;
		least = nearest(color);
		color_count++;
		assert_true(map.index[color] < map.palette.count);
		assert_int_equal(distance(color, &map.palette.colors[map.index[color]]),
				 nearest(color));
		sum += (long double)least * (long double)counts[color];
		pixel_count += (long double)counts[color];
	}
	loss = pixel_count > 0 ? sum / pixel_count / 3 : 0;
	assert_int_equal(map.color_count, color_count);
	assert_int_equal(map.palette.count, color_count < most ? color_count : most);
	assert_true(fabsl(loss - (long double)map.mean_square) <= 1e-9L * (loss + 1));
	assert_true(color_count > most || map.mean_square == 0);
}

static void roll_counts(uint64_t *seed, size_t color_count)
{
	memset(counts, 0, sizeof counts);
	for (size_t i = 0; i < color_count;) {
		uint64_t *count = &counts[roll(seed, COLORS_555)];

		if (*count)
			continue;
		*count = 1 + roll(seed, 1U << roll(seed, 20));
		i++;
	}
}

static void few_colors_are_exact_and_rise(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (size_t count = 0; count <= 256; count++) {
		size_t i = 0;

		roll_counts(&seed, count);
		check_map(256);
		for (unsigned color = 0; color < COLORS_555; color++)
			if (counts[color]) {
				assert_int_equal(map.index[color], i);
				assert_int_equal(distance(color, &map.palette.colors[i]),
						 0);
				assert_int_equal(map.palette.colors[i++].alpha, 255);
			}
		assert_int_equal(i, count);
	}
}

static void many_colors_fill_the_palette(void **state)
{
	static const size_t color_counts[] = {
		2, 3, 17, 255, 256, 257, 300, 5000, 32768
	};
	static const size_t most[] = { 1, 2, 3, 16, 255, 256 };
	uint64_t seed = 2;

	(void)state;
	for (size_t i = 0; i < sizeof color_counts / sizeof color_counts[0]; i++)
		for (size_t k = 0; k < sizeof most / sizeof most[0]; k++) {
			roll_counts(&seed, color_counts[i]);
			check_map(most[k]);
		}
}

/* One colour has nearly all pixels; all lie on a line; all are equally frequent. */
static void lopsided_colors_fill_it_too(void **state)
{
	(void)state;
	for (unsigned color = 0; color < COLORS_555; color++)
		counts[color] = 1;
	check_map(100);
	counts[0x1234] = UINT64_C(1) << 40;
	check_map(256);
	assert_int_equal(nearest(0x1234), 0);
	counts[0x7fff] = UINT64_C(1) << 40;
	check_map(2);
	memset(counts, 0, sizeof counts);
	for (unsigned level = 0; level < 32; level++)
		counts[level * 0x421] = UINT64_C(1) << level;
	check_map(31);
	check_map(4);
	counts[31 * 0x421] = 1; /* the last one is rare */
	check_map(7);
	memset(counts, 0, sizeof counts);
	counts[0] = 1;
	counts[0x7fff] = 1;
	check_map(1);
	assert_int_equal(map.palette.colors[0].red, 128);
}

/* Checked by hand: black, nearly black and white become two colours; the pair meets at (8
 * + 0 + 0) / 3 of blue. */
static void what_is_lost_by_hand(void **state)
{
	(void)state;
	memset(counts, 0, sizeof counts);
	counts[0] = 2;
	counts[1] = 1; /* blue 8 */
	counts[0x7fff] = 1;
	check_map(2);
	assert_int_equal(map.palette.colors[map.index[0]].blue, 3);
	assert_int_equal(map.palette.colors[map.index[1]].blue, 3);
	assert_int_equal(map.palette.colors[map.index[0x7fff]].blue, 255);
	/* (2 * 3^2 + 5^2) / 4 pixels / 3 channels */
	assert_true(fabs(map.mean_square - 43.0 / 12) < 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(few_colors_are_exact_and_rise),
		cmocka_unit_test(many_colors_fill_the_palette),
		cmocka_unit_test(lopsided_colors_fill_it_too),
		cmocka_unit_test(what_is_lost_by_hand),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
