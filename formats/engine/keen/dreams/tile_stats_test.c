#include "../../../base/testing.h"
#include <exhume/advanced/keen_tile_stats.h>

#include <stdlib.h>

/* A frame of one refresh with the view at a place, in tiles. */
static struct exh_keen_frame_state at(unsigned x, unsigned y)
{
	return (struct exh_keen_frame_state){
		.origin_x_units = (uint16_t)(x * 256 + 255),
		.origin_y_units = (uint16_t)(y * 256),
		.refreshes = 1,
	};
}

static void assert_class(struct exh_keen_tile_view *view, unsigned x, unsigned y,
			 enum exh_keen_tile_class expected)
{
	const struct exh_keen_frame_state state = at(x, y);

	assert_int_equal(exh_keen_tile_view_take(view, &state), expected);
}

static void steps_are_reported_by_their_direction(void **state)
{
	struct exh_keen_tile_view view = { 0 };

	(void)state;
	assert_class(&view, 10, 10, EXH_KEEN_TILE_SET_UP);
	assert_class(&view, 11, 10, EXH_KEEN_TILE_SIDEWAYS);
	assert_class(&view, 10, 10, EXH_KEEN_TILE_SIDEWAYS);
	assert_class(&view, 10, 11, EXH_KEEN_TILE_UPRIGHT);
	assert_class(&view, 10, 10, EXH_KEEN_TILE_UPRIGHT);
	assert_class(&view, 11, 9, EXH_KEEN_TILE_DIAGONAL);
	assert_class(&view, 10, 10, EXH_KEEN_TILE_DIAGONAL);
	assert_class(&view, 12, 10, EXH_KEEN_TILE_SET_UP);
	assert_class(&view, 12, 8, EXH_KEEN_TILE_SET_UP);
	assert_class(&view, 0, 0, EXH_KEEN_TILE_SET_UP);
	assert_class(&view, 0, 1, EXH_KEEN_TILE_UPRIGHT);
}

static void panning_within_a_tile_is_still(void **state)
{
	struct exh_keen_tile_view view = { 0 };
	struct exh_keen_frame_state now = at(10, 10);

	(void)state;
	exh_keen_tile_view_take(&view, &now);
	exh_keen_tile_view_take(&view, &now);
	now.origin_x_units = 10 * 256;
	now.origin_y_units = 10 * 256 + 255;
	assert_int_equal(exh_keen_tile_view_take(&view, &now), EXH_KEEN_TILE_STILL);
}

static void the_frame_after_a_step_brings_up_the_other_page(void **state)
{
	struct exh_keen_tile_view view = { 0 };

	(void)state;
	assert_class(&view, 10, 10, EXH_KEEN_TILE_SET_UP);
	assert_class(&view, 10, 10, EXH_KEEN_TILE_AFTER);
	assert_class(&view, 10, 10, EXH_KEEN_TILE_STILL);
	assert_class(&view, 11, 10, EXH_KEEN_TILE_SIDEWAYS);
	assert_class(&view, 11, 10, EXH_KEEN_TILE_AFTER);
	assert_class(&view, 11, 10, EXH_KEEN_TILE_STILL);
	assert_class(&view, 11, 11, EXH_KEEN_TILE_UPRIGHT);
	assert_class(&view, 11, 12, EXH_KEEN_TILE_UPRIGHT);
	assert_class(&view, 11, 12, EXH_KEEN_TILE_AFTER);
}

static void several_refreshes_set_up_both_pages(void **state)
{
	struct exh_keen_tile_view view = { 0 };
	struct exh_keen_frame_state now = at(10, 10);

	(void)state;
	exh_keen_tile_view_take(&view, &now);
	now.refreshes = 3;
	assert_int_equal(exh_keen_tile_view_take(&view, &now), EXH_KEEN_TILE_SET_UP);
	assert_class(&view, 10, 10, EXH_KEEN_TILE_STILL);
}

static void another_level_is_set_up(void **state)
{
	struct exh_keen_tile_view view = { 0 };
	struct exh_keen_frame_state now = at(10, 10);

	(void)state;
	exh_keen_tile_view_take(&view, &now);
	exh_keen_tile_view_take(&view, &now);
	now.playstate = EXH_KEEN_DIED;
	assert_int_equal(exh_keen_tile_view_take(&view, &now), EXH_KEEN_TILE_STILL);
	now.playstate = EXH_KEEN_PLAYING;
	assert_int_equal(exh_keen_tile_view_take(&view, &now), EXH_KEEN_TILE_SET_UP);
}

static double median_of(const uint32_t *numbers, size_t count)
{
	struct exh_keen_tile_spread spread = { 0 };

	for (size_t i = 0; i < count; i++)
		exh_keen_tile_spread_take(&spread, numbers[i]);
	return exh_keen_tile_spread_median(&spread);
}

#define MEDIAN_OF(...)                               \
	median_of((const uint32_t[]){ __VA_ARGS__ }, \
		  sizeof(const uint32_t[]){ __VA_ARGS__ } / sizeof(uint32_t))

static void medians_are_in_the_middle(void **state)
{
	(void)state;
	assert_true(median_of(NULL, 0) == 0);
	assert_true(MEDIAN_OF(7) == 7);
	assert_true(MEDIAN_OF(0, 0, 0, 294) == 0);
	assert_true(MEDIAN_OF(0, 294) == 147);
	assert_true(MEDIAN_OF(14, 0) == 7);
	assert_true(MEDIAN_OF(15, 0) == 7.5);
	assert_true(MEDIAN_OF(3, 1, 2) == 2);
	assert_true(MEDIAN_OF(21, 14, 14, 21, 21) == 21);
	/* Larger numbers count as the largest. */
	assert_true(MEDIAN_OF(5000, 6000, 1) == EXH_KEEN_TILE_MOST);
}

static int compare(const void *a, const void *b)
{
	const uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;

	return (one > two) - (one < two);
}

static void spreads_are_those_of_sorted_numbers(void **state)
{
	uint32_t random = 1, numbers[199], low, high;

	(void)state;
	for (size_t count = 1; count <= 199; count++) {
		struct exh_keen_tile_spread spread = { 0 };
		uint64_t sum = 0;
		double mean, found; /* a register of the FPU could have more digits */

		for (size_t i = 0; i < count; i++) {
			random = random * 1103515245 + 12345;
			numbers[i] = (random >> 16) % 295;
			sum += numbers[i];
			exh_keen_tile_spread_take(&spread, numbers[i]);
		}
		qsort(numbers, count, sizeof *numbers, compare);
		assert_int_equal(spread.series.frames, count);
		assert_int_equal(spread.series.sum, sum);
		assert_int_equal(spread.series.least, numbers[0]);
		assert_int_equal(spread.series.most, numbers[count - 1]);
		found = exh_keen_tile_series_mean(&spread.series);
		mean = (double)sum / (double)count;
		assert_true(found == mean);
		low = numbers[(count - 1) / 2];
		high = numbers[count / 2];
		assert_true(exh_keen_tile_spread_median(&spread) == (low + high) / 2.0);
	}
}

static void a_frame_counts_what_was_written(void **state)
{
	struct exh_keen_frame_state now = at(0, 0);
	struct exh_keen_tile_frame frame;

	(void)state;
	now.new_tiles = 14;
	now.copied_tiles = 28;
	now.mask_tiles = 3;
	now.erased_blocks = 2;
	now.drawn_sprites = 5;
	now.erased_addresses = 100;
	now.sprite_addresses = 7;
	now.marks[0] = 20;
	now.marks[1] = 6;
	now.marks[2] = 9;
	exh_keen_tile_frame_take(&frame, &now);
	assert_int_equal(frame.new_tiles, 14);
	assert_int_equal(frame.copied_tiles, 28);
	assert_int_equal(frame.erased_cells, 6);
	assert_int_equal(frame.sprite_cells, 9);
	assert_int_equal(frame.erased_blocks, 2);
	assert_int_equal(frame.sprites, 5);
	assert_int_equal(frame.mask_tiles, 3);
	/* 128 bytes a tile, in four planes. */
	assert_int_equal(frame.bytes, 128 * (14 + 28 + 3) + 4 * (100 + 7));
}

static void of_several_refreshes_a_part_counts(void **state)
{
	struct exh_keen_frame_state now = at(0, 0);
	struct exh_keen_tile_frame frame;

	(void)state;
	now.refreshes = 3;
	now.copied_tiles = 3 * 294;
	now.new_tiles = 295;
	now.drawn_sprites = 2;
	now.marks[2] = 22;
	exh_keen_tile_frame_take(&frame, &now);
	assert_int_equal(frame.copied_tiles, 294);
	assert_int_equal(frame.new_tiles, 98);
	assert_int_equal(frame.sprites, 1);
	assert_int_equal(frame.sprite_cells, 22);
	assert_int_equal(frame.bytes, (128 * (3 * 294 + 295) + 1) / 3);
	now.refreshes = 0;
	exh_keen_tile_frame_take(&frame, &now);
	assert_int_equal(frame.copied_tiles, 3 * 294);
}

static void groups_have_their_frames(void **state)
{
	struct exh_keen_tile_stats *stats = calloc(1, sizeof *stats);

	(void)state;
	assert_non_null(stats);
	for (unsigned class = 0; class < EXH_KEEN_TILE_CLASSES; class ++) {
		const struct exh_keen_tile_frame frame = { .new_tiles = 1U << class,
							   .copied_tiles = 100 + class,
							   .bytes = 1000 };

		exh_keen_tile_stats_take(stats, (enum exh_keen_tile_class) class, &frame);
	}
	for (unsigned class = 0; class < EXH_KEEN_TILE_CLASSES; class ++) {
		const struct exh_keen_tile_group *group = &stats->groups[class];

		assert_int_equal(group->new_tiles.series.frames, 1);
		assert_int_equal(group->new_tiles.series.sum, 1U << class);
		assert_int_equal(group->copied_tiles.series.most, 100 + class);
		assert_int_equal(group->numbers[EXH_KEEN_TILE_BYTES].sum, 1000);
	}
	assert_int_equal(stats->groups[EXH_KEEN_TILE_ALL].new_tiles.series.sum, 63);
	assert_int_equal(stats->groups[EXH_KEEN_TILE_MOVED].new_tiles.series.frames, 3);
	assert_int_equal(stats->groups[EXH_KEEN_TILE_MOVED].new_tiles.series.sum,
			 (1U << EXH_KEEN_TILE_SIDEWAYS) + (1U << EXH_KEEN_TILE_UPRIGHT) +
				 (1U << EXH_KEEN_TILE_DIAGONAL));
	free(stats);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_are_reported_by_their_direction),
		cmocka_unit_test(panning_within_a_tile_is_still),
		cmocka_unit_test(the_frame_after_a_step_brings_up_the_other_page),
		cmocka_unit_test(several_refreshes_set_up_both_pages),
		cmocka_unit_test(another_level_is_set_up),
		cmocka_unit_test(medians_are_in_the_middle),
		cmocka_unit_test(spreads_are_those_of_sorted_numbers),
		cmocka_unit_test(a_frame_counts_what_was_written),
		cmocka_unit_test(of_several_refreshes_a_part_counts),
		cmocka_unit_test(groups_have_their_frames),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
