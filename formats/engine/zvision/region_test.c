/* Light and fog, worked by hand from zvision 11. */
#include "zv_parts.h"
#include "stage_testing.h"

static uint16_t color(unsigned red, unsigned green, unsigned blue)
{
	return (uint16_t)(red << 10 | green << 5 | blue);
}

/* The second pixel differs from the first by 2, 1 and 1; the third by 3. */
static struct exh_zv_picture make_row(uint16_t pixels[3])
{
	pixels[0] = color(10, 10, 10);
	pixels[1] = color(12, 9, 11);
	pixels[2] = color(13, 10, 10);
	return (struct exh_zv_picture){ 3, 1, pixels };
}

static const struct zv_region lit = { .place = { 0, 0, 2, 0 },
				      .kind = REGION_LIGHT,
				      .light = { .depth = 3, .least = -31, .most = 31 } };

static void light_goes_as_far_as_no_channel_overflows(void **state)
{
	struct zv_region region = lit;
	uint16_t pixels[3];
	const struct exh_zv_picture picture = make_row(pixels);

	(void)state;
	exh_zv_light_start(&region, &picture);
	assert_int_equal(region.light.least, -3); /* the depth */
	assert_int_equal(region.light.most, 3);
	region.light.depth = 31;
	region.light.most = 31;
	pixels[1] = color(10, 10, 11);
	pixels[2] = color(12, 9, 10);
	exh_zv_light_start(&region, &picture);
	assert_int_equal(region.light.least, -9);
	assert_int_equal(region.light.most, 19);
	for (int i = 1; i <= 19; i++) {
		exh_zv_light_update(&region.light);
		assert_int_equal(region.light.step, i);
	}
	for (int i = 18; i >= -9; i--) {
		exh_zv_light_update(&region.light);
		assert_int_equal(region.light.step, i);
	}
	exh_zv_light_update(&region.light);
	assert_int_equal(region.light.step, -8);
}

static void light_takes_pixels_like_the_reference(void **state)
{
	struct zv_region region = lit;
	uint16_t pixels[3];
	const struct exh_zv_picture picture = make_row(pixels);

	(void)state;
	region.light.step = 5;
	assert_true(exh_zv_region_draw(&region, &picture));
	assert_int_equal(pixels[0], color(15, 15, 15));
	assert_int_equal(pixels[1], color(17, 14, 16));
	assert_int_equal(pixels[2], color(13, 10, 10));
}

/* "a channel far on the other side does not exclude it" */
static void light_compares_pixels_as_words_first(void **state)
{
	struct zv_region region = lit;
	uint16_t pixels[] = {
		color(10, 10, 10), /* the reference */
		color(11, 0, 0),   /* greater; others may be far below */
		color(9, 31, 31),  /* smaller; others may be far above */
		color(11, 13, 10), /* greater by 3 */
		color(10, 10, 10), /* the same */
		color(7, 10, 10),  /* smaller by 3 */
	};
	const struct exh_zv_picture picture = { 6, 1, pixels };

	(void)state;
	region.place.x2 = 5;
	region.light.step = 2;
	region.light.depth = 3;
	assert_true(exh_zv_region_draw(&region, &picture));
	assert_int_equal(pixels[0], color(12, 12, 12));
	assert_int_equal(pixels[1], color(13, 2, 2));
	assert_int_equal(pixels[2], color(11, 31, 31));
	assert_int_equal(pixels[3], color(11, 13, 10));
	assert_int_equal(pixels[4], color(12, 12, 12));
	assert_int_equal(pixels[5], color(7, 10, 10));
}

/* A reference or a rectangle outside has no effect; depth 0 takes the same pixels. */
static void light_that_lies_outside_does_nothing(void **state)
{
	struct zv_region region = lit;
	uint16_t pixels[3];
	const struct exh_zv_picture picture = make_row(pixels);

	(void)state;
	region.light.step = 5;
	region.light.x = 3;
	exh_zv_light_start(&region, &picture);
	assert_true(exh_zv_region_draw(&region, &picture));
	region.light.x = 0;
	region.place = (struct zv_rectangle){ 5, 0, 9, 0 };
	assert_true(exh_zv_region_draw(&region, &picture));
	assert_int_equal(pixels[0], color(10, 10, 10));
	region.place = lit.place;
	region.light.depth = 0;
	assert_true(exh_zv_region_draw(&region, &picture));
	assert_int_equal(pixels[0], color(15, 15, 15));
	assert_int_equal(pixels[1], color(12, 9, 11));
	region.light.depth = -4;
	region.light.most = 31;
	exh_zv_light_start(&region, &picture);
	assert_int_equal(region.light.most, 0);
	assert_int_equal(region.light.least, 0);
}

static void light_that_has_nowhere_to_go_stands(void **state)
{
	struct zv_light light = { .depth = 3 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		exh_zv_light_update(&light);
		assert_int_equal(light.step, 0);
	}
}

/* Cloud 0 and 31, over two pixels of three that the mask has. */
static void fog_adds_its_colour_where_the_mask_is(void **state)
{
	uint16_t cloud_pixels[] = { 0, 31 }, mask_pixels[] = { 1, 1, 0 };
	const struct zv_art cloud = { .picture = { 2, 1, cloud_pixels } };
	const struct zv_art mask = { .picture = { 3, 1, mask_pixels } };
	struct zv_region region = {
		.place = { 1, 0, 3, 0 },
		.kind = REGION_FOG,
		.fog = { .mask = &mask, .cloud = &cloud, .color = { 31, 0, 16 } }
	};
	uint16_t pixels[4] = { 0, color(1, 2, 3), color(1, 2, 3), color(1, 2, 3) };
	const struct exh_zv_picture picture = { 4, 1, pixels };

	(void)state;
	exh_zv_region_draw(&region, &picture);
	assert_int_equal(pixels[1], color(1, 2, 3));
	assert_int_equal(pixels[2], color(31, 2, 19)); /* 32 does not fit */
	assert_int_equal(pixels[3], color(1, 2, 3));
	/* The values are 1 and 30 now: 31 * 1 / 31, 16 * 1 / 31; 16 * 30 / 31 is 15. */
	region.fog.rises = 1;
	pixels[2] = color(1, 2, 3);
	exh_zv_region_draw(&region, &picture);
	assert_int_equal(pixels[1], color(2, 2, 3));
	assert_int_equal(pixels[2], color(31, 2, 18));
	/* A column on, the values change places. */
	region.fog.shift = 1;
	pixels[1] = pixels[2] = 0;
	exh_zv_region_draw(&region, &picture);
	assert_int_equal(pixels[1], color(30, 0, 15));
	assert_int_equal(pixels[2], color(1, 0, 0));
}

/*
 * In a game: the picture's pixel (x, y) is 100 + x + 31 * y, so that (0, 0) is (0, 3, 4)
 * and (1, 0) is (0, 3, 5).
 */
static void light_flickers_in_a_room(void **state)
{
	static const struct exh_zv_start start = { .place = "gary" };
	struct stage stage = { .file_count = 0 };

	(void)state;
	stage_picture(&stage, "room.tga", 512, 320, 100);
	stage_text(&stage, "gary.scr",
		   NOW(802, "a:set_screen(room.tga)\n"
			    "a:region:300(useart[0,0,3] 0 0 0 0 40 1 1 0 2)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &start);
	/* Two ticks are not drawn. The first update is in the first tick, at once, the
	 * next 40 ms later: two ticks, since what is over is dropped. */
	stage_step(&stage, 1);
	assert_int_equal(stage.engine->effects.items[0].region.light.step, 1);
	assert_int_equal(stage_key(&stage, 300), 1);
	stage_step(&stage, 1);
	assert_int_equal(stage.engine->effects.items[0].region.light.step, 1);
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 0, 0), color(2, 5, 6));
	assert_int_equal(stage_pixel(&stage, 1, 0), color(0, 3, 5));
	/* Red is 0, so that it comes back to that, and no lower. */
	stage_step(&stage, 2);
	assert_int_equal(stage_pixel(&stage, 0, 0), color(1, 4, 5));
	stage_step(&stage, 2);
	assert_int_equal(stage_pixel(&stage, 0, 0), color(0, 3, 4));
	stage_step(&stage, 2);
	assert_int_equal(stage_pixel(&stage, 0, 0), color(1, 4, 5));
	stage_end(&stage);
}

/* A row of the wave's quarters is left over, and a column. */
static void water_of_an_odd_size_leaves_its_last_row_and_column(void **state)
{
	struct zv_region region = {
		.place = { 0, 0, 4, 4 },
		.kind = REGION_WATER,
		.water = { 1, 1, 2, 1000000, 1.571 },
		.frame = 1,
		.frames = 2,
	};
	uint16_t pixels[25];
	const struct exh_zv_picture picture = { 5, 5, pixels };

	(void)state;
	for (uint16_t i = 0; i < 25; i++)
		pixels[i] = i;
	assert_true(exh_zv_region_draw(&region, &picture));
	for (uint16_t i = 0; i < 25; i++) {
		const bool is_left = i % 5 == 4 || i / 5 == 4;

		assert_int_equal(pixels[i], is_left ? i : i + 6);
	}
}

/* The mask says how large the fog is; without its cloud there is cloud.tga. The colour
 * comes step by step, and not above what the keys say. */
static void fog_comes_step_by_step_over_its_mask(void **state)
{
	static const struct exh_zv_start start = { .place = "gary" };
	struct stage stage = { .file_count = 0 };

	(void)state;
	stage_picture(&stage, "room.tga", 512, 320, 0);
	stage_picture(&stage, "mask.tga", 2, 2, 1);
	stage_picture(&stage, "cloud.tga", 4, 2, 28);
	stage_text(&stage, "gary.scr",
		   NOW(802, "a:assign(91 2)\na:assign(92 -7)\na:assign(93 500)\n"
			    "a:set_screen(room.tga)\n"
			    "a:region:300(mask.tga 0 0 0 0 99 9 0 0 0 0 lost.tga)\n"));
	stage_start(&stage, EXH_ZV_NEMESIS, &start);
	stage_step(&stage, 3);
	/* After one update the cloud's values are 29 and 30: 1 * 29 / 31 is 0. */
	assert_int_equal(stage_pixel(&stage, 0, 0), color(0, 0, 0));
	stage_step(&stage, 1);
	assert_int_equal(stage_pixel(&stage, 0, 0), color(1, 0, 1)); /* 2 * 30 / 31 */
	assert_int_equal(stage_pixel(&stage, 1, 0), color(2, 0, 3)); /* 2 of 31; + 1 */
	assert_int_equal(stage_pixel(&stage, 2, 0), color(0, 0, 2)); /* no mask */
	stage_step(&stage, 3);
	assert_int_equal(stage_pixel(&stage, 0, 0),
			 color(2, 0, 3)); /* at a value of 31 */
	stage_step(&stage, 99);
	assert_int_equal(stage.engine->effects.items[0].region.fog.color[0], 2);
	assert_int_equal(stage.engine->effects.items[0].region.fog.color[1], 0);
	assert_int_equal(stage.engine->effects.items[0].region.fog.color[2], 31);
	assert_true(stage_noted(&stage, "lost.tga: no such file"));
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(light_goes_as_far_as_no_channel_overflows),
		cmocka_unit_test(light_takes_pixels_like_the_reference),
		cmocka_unit_test(light_compares_pixels_as_words_first),
		cmocka_unit_test(light_that_lies_outside_does_nothing),
		cmocka_unit_test(light_that_has_nowhere_to_go_stands),
		cmocka_unit_test(fog_adds_its_colour_where_the_mask_is),
		cmocka_unit_test(light_flickers_in_a_room),
		cmocka_unit_test(water_of_an_odd_size_leaves_its_last_row_and_column),
		cmocka_unit_test(fog_comes_step_by_step_over_its_mask),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
