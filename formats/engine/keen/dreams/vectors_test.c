/* The vectors of keen-engine 13, on the real game. */
#include "game_testing.h"

struct moment {
	unsigned frame;
	uint16_t x, y;
	int16_t xspeed, yspeed;
	uint16_t shape, originx, originy;
	uint32_t new_tiles, copied;
	uint16_t marks[3];
	int32_t score;
	int16_t flowers;
	uint32_t crc;
};

struct part {
	unsigned frames;
	const char *keys;
};

static struct opened_game opened;
static struct exh_keen_engine *engine;

static int open_all(void **state)
{
	(void)state;
	if (open_real_game(&opened))
		engine = exh_keen_engine_new(&opened.arena);
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	close_game(&opened);
	return 0;
}

static void start(const struct exh_keen_start *begin)
{
	assert_int_equal(exh_keen_engine_start(engine, opened.game, begin, NULL, NULL),
			 EXH_OK);
}

static struct exh_keen_frame_state step(struct exh_keen_controls controls)
{
	struct exh_keen_frame_state state;

	exh_keen_engine_step(engine, &controls, NULL);
	exh_keen_engine_state(engine, &state);
	return state;
}

/*
 * Levels' starts.
 */

static const struct exh_keen_level_start {
	unsigned map;
	uint16_t x, y, originx, originy, objects, active;
	uint32_t crc;
} level_starts[] = {
	{ 0, 12288, 9984, 9888, 8640, 2, 2, 0x005def86 },
	{ 1, 33280, 7695, 29184, 5632, 41, 5, 0x37c51b3d },
	{ 2, 12544, 1295, 10144, 512, 80, 7, 0xf1057e8f },
	{ 3, 8448, 3343, 6048, 1999, 52, 6, 0xabafa598 },
	{ 4, 17408, 10255, 13312, 7936, 54, 6, 0x855fb52b },
	{ 5, 1024, 16911, 512, 14592, 44, 3, 0xc46f2874 },
	{ 7, 50688, 9231, 46080, 7887, 73, 7, 0x63698c5f },
	{ 9, 31232, 10511, 26624, 8192, 70, 7, 0x8d050b54 },
	{ 10, 768, 8463, 512, 6144, 88, 4, 0x7f6cd9e8 },
	{ 12, 768, 5903, 512, 3584, 45, 5, 0x1503f044 },
	{ 14, 17664, 5391, 13312, 3584, 29, 3, 0x130d19d9 },
	{ 15, 768, 6415, 512, 3840, 3, 3, 0xe37ccb0d },
	{ 16, 1792, 18959, 512, 16640, 73, 7, 0xba5dd1da },
};

static void check_level_start(const struct exh_keen_level_start *level)
{
	struct exh_keen_start begin;

	exh_keen_start_default(&begin);
	begin.map = level->map;
	start(&begin);
	for (unsigned frame = 0; frame < 2; frame++) {
		const struct exh_keen_frame_state state = step(keys("N"));

		assert_int_equal(state.frame, frame);
		assert_int_equal(state.x_units, level->x);
		assert_int_equal(state.y_units, level->y);
		assert_int_equal(state.origin_x_units, level->originx);
		assert_int_equal(state.origin_y_units, level->originy);
		assert_int_equal(state.objects, level->objects);
		assert_int_equal(state.active, level->active);
		assert_int_equal(picture_crc(engine), level->crc);
		assert_int_equal(state.tick, frame ? 8 : 2);
		assert_int_equal(state.copied_tiles, frame ? 882 : 294);
		assert_true(state.new_tiles >= 294);
	}
}

static void levels_begin_as_the_original_does(void **state)
{
	(void)state;
	if (!engine)
		skip();
	for (size_t i = 0; i < sizeof level_starts / sizeof *level_starts; i++)
		check_level_start(&level_starts[i]);
}

/*
 * Scripts of stretches.
 */

static const struct moment script_a[] = {
	{ 0,
	  33280,
	  7695,
	  0,
	  0,
	  80,
	  29184,
	  5632,
	  294,
	  294,
	  { 272, 0, 22 },
	  0,
	  5,
	  0x01f88a13 },
	{ 19, 33280, 7695, 0, 0, 80, 29184, 5632, 0, 0, { 0, 0, 19 }, 0, 5, 0x4f30d182 },
	{ 20, 33208, 7695, 0, 0, 81, 29184, 5632, 0, 0, { 0, 0, 24 }, 0, 5, 0x48ad4fa1 },
	{ 49, 31816, 7695, 0, 0, 82, 29184, 5632, 0, 0, { 0, 2, 19 }, 0, 5, 0x4eb3a5fd },
	{ 50,
	  31782,
	  7615,
	  -18,
	  -40,
	  85,
	  29184,
	  5632,
	  0,
	  0,
	  { 0, 0, 24 },
	  0,
	  5,
	  0xc8920dfd },
	{ 64,
	  31128,
	  6642,
	  -24,
	  -19,
	  86,
	  28824,
	  5618,
	  21,
	  21,
	  { 21, 5, 24 },
	  0,
	  5,
	  0x0663a9b0 },
	{ 80,
	  30360,
	  6763,
	  -24,
	  27,
	  87,
	  28056,
	  5496,
	  0,
	  0,
	  { 0, 2, 29 },
	  0,
	  5,
	  0x7f8f0a15 },
	{ 99,
	  29456,
	  7183,
	  -24,
	  48,
	  84,
	  27152,
	  5496,
	  0,
	  0,
	  { 0, 8, 23 },
	  0,
	  5,
	  0x90473b18 },
	{ 106,
	  29408,
	  7183,
	  -24,
	  48,
	  110,
	  27104,
	  5496,
	  0,
	  0,
	  { 0, 0, 23 },
	  0,
	  4,
	  0xc382bf8c },
	{ 159,
	  29408,
	  7183,
	  -24,
	  48,
	  80,
	  27104,
	  5496,
	  0,
	  0,
	  { 0, 0, 10 },
	  0,
	  4,
	  0xba7b5487 },
	{ 179,
	  30464,
	  7399,
	  -24,
	  48,
	  75,
	  27648,
	  5496,
	  14,
	  14,
	  { 14, 3, 27 },
	  0,
	  4,
	  0x48b46d6a },
	{ 199,
	  31352,
	  6242,
	  24,
	  -7,
	  78,
	  28536,
	  5218,
	  0,
	  0,
	  { 0, 0, 30 },
	  0,
	  4,
	  0xb8b640c2 },
	{ 239,
	  33272,
	  7695,
	  24,
	  69,
	  73,
	  29184,
	  5632,
	  0,
	  0,
	  { 0, 0, 24 },
	  100,
	  4,
	  0x8d8c9ea7 },
	{ 299,
	  33320,
	  7695,
	  24,
	  69,
	  72,
	  29184,
	  5632,
	  0,
	  0,
	  { 0, 0, 22 },
	  100,
	  4,
	  0xad981836 },
};

static const struct part parts_a[] = { { 20, "N" }, { 30, "L" },  { 14, "LA" },
				       { 36, "L" }, { 1, "B" },	  { 59, "N" },
				       { 20, "R" }, { 20, "RA" }, { 40, "R" },
				       { 20, "D" }, { 10, "U" },  { 30, "N" } };

static void check_moment(const struct moment *moment,
			 const struct exh_keen_frame_state *state)
{
	if (moment->x != state->x_units || moment->shape != state->shape ||
	    moment->crc != picture_crc(engine))
		print_message("frame %u\n", moment->frame);
	assert_int_equal(state->x_units, moment->x);
	assert_int_equal(state->y_units, moment->y);
	assert_int_equal(state->x_speed, moment->xspeed);
	assert_int_equal(state->y_speed, moment->yspeed);
	assert_int_equal(state->shape, moment->shape);
	assert_int_equal(state->origin_x_units, moment->originx);
	assert_int_equal(state->origin_y_units, moment->originy);
	assert_int_equal(state->new_tiles, moment->new_tiles);
	assert_int_equal(state->copied_tiles, moment->copied);
	assert_memory_equal(state->marks, moment->marks, sizeof moment->marks);
	assert_int_equal(state->score, moment->score);
	assert_int_equal(state->flowers, moment->flowers);
	assert_int_equal(picture_crc(engine), moment->crc);
}

static void script_a_plays_as_the_original(void **state)
{
	static const uint8_t expected[] = { 2, 3, 4, 9, 2, 7, 3 };
	const struct moment *moment = script_a;
	struct exh_keen_start begin;
	size_t sound_count = 0;

	(void)state;
	if (!engine)
		skip();
	exh_keen_start_default(&begin);
	begin.flowers = 5;
	start(&begin);
	for (size_t i = 0; i < sizeof parts_a / sizeof *parts_a; i++)
		for (unsigned n = 0; n < parts_a[i].frames; n++) {
			const struct exh_keen_frame_state now =
				step(keys(parts_a[i].keys));

			for (size_t s = 0; s < now.sound_count; s++)
				assert_int_equal(now.sounds[s], expected[sound_count++]);
			if (now.frame == moment->frame)
				check_moment(moment++, &now);
		}
	assert_int_equal(sound_count, sizeof expected);
	assert_ptr_equal(moment, script_a + sizeof script_a / sizeof *script_a);
}

static void script_b_walks_over_the_world_map(void **state)
{
	static const struct part parts[] = {
		{ 30, "N" }, { 40, "U" }, { 20, "L" }, { 40, "U" }, { 30, "N" }
	};
	static const struct {
		uint16_t shape, x, y;
		uint32_t crc;
	} ends[] = { { 215, 12288, 9984, 0x1e979adf },
		     { 220, 12288, 9984, 0xd02d408b },
		     { 213, 11680, 9984, 0xa2076e43 },
		     { 219, 11648, 9472, 0xcc0ec64b },
		     { 221, 11648, 9472, 0x9c7e3017 } };
	struct exh_keen_start begin;

	(void)state;
	if (!engine)
		skip();
	exh_keen_start_default(&begin);
	begin.map = 0;
	start(&begin);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct exh_keen_frame_state now = { 0 };

		for (unsigned n = 0; n < parts[i].frames; n++)
			now = step(keys(parts[i].keys));
		assert_int_equal(now.shape, ends[i].shape);
		assert_int_equal(now.x_units, ends[i].x);
		assert_int_equal(now.y_units, ends[i].y);
		assert_int_equal(picture_crc(engine), ends[i].crc);
	}
}

/*
 * Scripts of chance.
 */

struct generator {
	uint32_t seed;
	int bias; /* 0: script G */
	struct exh_keen_controls held;
};

static struct exh_keen_controls draw(struct generator *g, unsigned frame)
{
	unsigned v, a, b;

	if (frame % 16)
		return g->held;
	g->seed = g->seed * 1103515245 + 12345;
	v = g->seed >> 16 & 0x7fff;
	if (!g->bias) {
		g->held = (struct exh_keen_controls){
			.x_axis = (int8_t)((int)(v % 3) - 1),
			.y_axis = (int8_t)((int)(v / 3 % 3) - 1),
			.button0 = v / 9 & 1,
			.button1 = v / 18 & 1
		};
		return g->held;
	}
	a = v % 8;
	b = v / 8 % 5;
	g->held = (struct exh_keen_controls){ .x_axis = (int8_t)(a < 5	  ? g->bias
								 : a == 5 ? -g->bias
									  : 0),
					      .y_axis = (int8_t)(b == 0	  ? -1
								 : b == 1 ? 1
									  : 0),
					      .button0 = v / 40 & 1,
					      .button1 = (v / 80 & 3) == 0 };
	return g->held;
}

struct chance {
	unsigned map;
	int bias;
	uint32_t seed;
	unsigned frame;
	uint16_t x, y, shape, objects, active;
	uint8_t random;
	int32_t score;
	int16_t flowers;
	uint32_t crc;
	unsigned playstate;
};

static const struct chance script_g[] = {
	{ 1, 0, 12345, 599, 28943, 7951, 107, 38, 3, 0, 100, 28, 0x32a11ca6, 0 },
	{ 1, 0, 12345, 1999, 30723, 7527, 83, 38, 2, 0, 100, 15, 0x9489ce61, 0 },
	{ 2, 0, 12345, 599, 9711, 2831, 107, 81, 8, 3, 0, 27, 0x37d39a03, 0 },
	{ 2, 0, 12345, 1999, 9633, 2831, 83, 79, 6, 83, 200, 15, 0x83fb43be, 0 },
	{ 3, 0, 12345, 599, 6592, 13019, 100, 51, 13, 143, 3000, 25, 0x94beec63, 0 },
	{ 3, 0, 12345, 1999, 8815, 13327, 83, 51, 9, 8, 3000, 9, 0xaa2181ca, 0 },
	{ 4, 0, 12345, 299, 14817, 10255, 82, 56, 8, 6, 0, 27, 0x9eb8fe8a, 0 },
	{ 5, 0, 12345, 599, 2022, 16603, 100, 44, 3, 1, 0, 27, 0x75a405ee, 0 },
	{ 7, 0, 12345, 1999, 47371, 9231, 83, 69, 4, 1, 0, 13, 0xd2918aef, 0 },
	{ 9, 0, 12345, 599, 29312, 9390, 142, 67, 6, 0, 0, 30, 0x011687be, 0 },
	{ 10, 0, 12345, 599, 2022, 8155, 100, 88, 4, 110, 0, 28, 0x8c25086a, 0 },
	{ 10, 0, 12345, 1999, 3983, 8463, 83, 86, 8, 119, 0, 14, 0xd438a0a9, 0 },
	{ 12, 0, 12345, 299, 1231, 6474, 135, 45, 5, 9, 0, 30, 0xe3ad1ebb, 0 },
	{ 14, 0, 12345, 1999, 14603, 5391, 83, 29, 3, 33, 0, 10, 0xd099d699, 0 },
	{ 15, 0, 12345, 1999, 3681, 6415, 83, 5, 5, 8, 0, 30, 0x9bc0b03e, 0 },
	{ 16, 0, 12345, 1999, 4705, 18959, 83, 73, 10, 27, 0, 10, 0x026e9ec5, 0 },
};

static const struct chance script_h[] = {
	{ 1, -1, 7, 2999, 15344, 7695, 119, 36, 5, 0, 3100, 47, 0xf2cba427, 0 },
	{ 2, -1, 99, 2999, 990, 16859, 130, 79, 11, 0, 0, 51, 0x89bf2325, 0 },
	{ 3, -1, 7, 376, 446, 11844, 87, 50, 7, 91, 1500, 56, 0x1fbb0ebe, 2 },
	{ 7, -1, 7, 2812, 402, 6415, 82, 69, 5, 6, 0, 39, 0x0f44ce32, 2 },
	{ 9, -1, 99, 2999, 23280, 10511, 119, 65, 7, 0, 200, 51, 0x286c18af, 0 },
	{ 15, 1, 7, 2999, 7583, 6415, 110, 7, 7, 35, 100000, 60, 0x39d6a23c, 0 },
	{ 15, 1, 99, 2462, 7631, 5432, 79, 2, 2, 116, 100000, 60, 0x072fc0b0, 5 },
	{ 16, 1, 7, 2999, 20639, 18959, 110, 73, 7, 24, 700, 38, 0x0cb53bb0, 0 },
};

static void check_chance(const struct chance *chance)
{
	struct generator g = { chance->seed, chance->bias, { 0 } };
	struct exh_keen_frame_state now = { 0 };
	struct exh_keen_start begin;

	exh_keen_start_default(&begin);
	begin.map = chance->map;
	begin.god = true;
	begin.flowers = chance->bias ? 60 : 30;
	begin.bombs = chance->bias ? 30 : 12;
	start(&begin);
	for (unsigned frame = 0; frame <= chance->frame; frame++) {
		assert_int_equal(now.playstate, 0);
		now = step(draw(&g, frame));
	}
	print_message("map %u frame %u\n", chance->map, chance->frame);
	assert_int_equal(now.x_units, chance->x);
	assert_int_equal(now.y_units, chance->y);
	assert_int_equal(now.shape, chance->shape);
	assert_int_equal(now.objects, chance->objects);
	assert_int_equal(now.active, chance->active);
	assert_int_equal(now.random, chance->random);
	assert_int_equal(now.score, chance->score);
	assert_int_equal(now.flowers, chance->flowers);
	assert_int_equal(now.playstate, chance->playstate);
	assert_int_equal(picture_crc(engine), chance->crc);
}

static void script_g_plays_as_the_original(void **state)
{
	(void)state;
	if (!engine)
		skip();
	for (size_t i = 0; i < sizeof script_g / sizeof *script_g; i++)
		check_chance(&script_g[i]);
}

static void script_h_plays_as_the_original(void **state)
{
	(void)state;
	if (!engine)
		skip();
	for (size_t i = 0; i < sizeof script_h / sizeof *script_h; i++)
		check_chance(&script_h[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_begin_as_the_original_does),
		cmocka_unit_test(script_a_plays_as_the_original),
		cmocka_unit_test(script_b_walks_over_the_world_map),
		cmocka_unit_test(script_g_plays_as_the_original),
		cmocka_unit_test(script_h_plays_as_the_original),
	};

	return cmocka_run_group_tests(tests, open_all, close_all);
}
