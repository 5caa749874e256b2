/* Malformed levels, tables and archives: what can be played is played, and the rest is
 * reported. */
#include "game_testing.h"

/*
 * A game made of the mole's parts, each of which may be changed before it is opened.
 */

struct spoiled {
	struct exh_arena arena;
	struct exh_keen_graphics graphics;
	struct exh_keen_maps maps;
	struct exh_keen_map map;
	struct exh_keen_tile_info info;
	struct exh_keen_audio audio;
	struct exh_keen_parts parts;
	const struct exh_keen_game *game;
	struct exh_keen_engine *engine;
	struct exh_notes notes;
	struct exh_error err;
};

static struct opened_game mole;

static int open_mole(void **state)
{
	(void)state;
	open_sample_game(&mole, false);
	return 0;
}

static int close_mole(void **state)
{
	(void)state;
	close_game(&mole);
	return 0;
}

static void *copy_of(struct spoiled *s, const void *from, size_t count, size_t size)
{
	void *to = exh_alloc(&s->arena, count, size);

	assert_non_null(to);
	memcpy(to, from, count * size);
	return to;
}

static void copy_tables(struct spoiled *s)
{
	for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		s->info.tables[i].data =
			copy_of(s, s->info.tables[i].data, s->info.tables[i].size, 1);
}

static void spoil(struct spoiled *s)
{
	*s = (struct spoiled){ .arena = { .limit = 1 << 26 },
			       .graphics = mole.graphics,
			       .info = mole.info,
			       .audio = mole.audio };
	s->graphics.chunks = copy_of(s, mole.graphics.chunks, mole.graphics.chunk_count,
				     sizeof *mole.graphics.chunks);
	s->graphics.sprites =
		copy_of(s, mole.graphics.sprites, mole.graphics.sprite_count,
			sizeof *mole.graphics.sprites);
	s->audio.packed = copy_of(s, mole.audio.packed, mole.audio.chunk_count,
				  sizeof *mole.audio.packed);
	copy_tables(s);
	s->maps = (struct exh_keen_maps){ .count = 1, .items = &s->map };
	s->parts = (struct exh_keen_parts){ .graphics = &s->graphics,
					    .maps = &s->maps,
					    .tile_info = &s->info,
					    .audio = &s->audio };
	s->notes.arena = &s->arena;
}

static void put_away(struct spoiled *s)
{
	exh_arena_free(&s->arena);
}

static uint16_t *cell(struct spoiled *s, enum exh_keen_plane plane, size_t x, size_t y)
{
	return &s->map.planes[plane].cells[y * s->map.width + x];
}

static uint8_t *table(struct spoiled *s, enum exh_keen_tile_table number)
{
	return (uint8_t *)s->info.tables[number].data;
}

/* Level 1: empty, except for a floor below the middle, on which the player stands. */
static void make_level(struct spoiled *s, size_t width, size_t height)
{
	enum { FLOOR = 48 };

	s->map = (struct exh_keen_map){ .number = 1, .width = width, .height = height };
	for (size_t plane = 0; plane < EXH_KEEN_PLANE_COUNT; plane++) {
		s->map.planes[plane].cells =
			exh_alloc(&s->arena, width * height, sizeof(uint16_t));
		assert_non_null(s->map.planes[plane].cells);
	}
	for (size_t x = 0; x < width; x++)
		*cell(s, EXH_KEEN_FOREGROUND, x, height / 2 + (height > 2)) = FLOOR;
	*cell(s, EXH_KEEN_INFO, width / 2, height / 2) = 1;
}

/* Uses level 1 of the mole, which has all kinds of things. */
static void take_garden(struct spoiled *s)
{
	for (size_t i = 0; i < mole.maps.count; i++)
		if (mole.maps.items[i].number == 1)
			s->map = mole.maps.items[i];
	for (size_t plane = 0; plane < EXH_KEEN_PLANE_COUNT; plane++)
		s->map.planes[plane].cells =
			copy_of(s, s->map.planes[plane].cells,
				s->map.width * s->map.height, sizeof(uint16_t));
}

static enum exh_status open_spoiled(struct spoiled *s)
{
	return exh_keen_game_open(&s->parts, &s->arena, &s->game, &s->notes, &s->err);
}

static struct exh_keen_start start_of(void)
{
	struct exh_keen_start start;

	exh_keen_start_default(&start);
	start.flowers = 9;
	return start;
}

static enum exh_status start_spoiled(struct spoiled *s,
				     const struct exh_keen_start *start)
{
	if (!s->engine)
		s->engine = exh_keen_engine_new(&s->arena);
	assert_non_null(s->engine);
	return exh_keen_engine_start(s->engine, s->game, start, &s->notes, &s->err);
}

static void play(struct spoiled *s, uint64_t seed, unsigned frames)
{
	struct exh_keen_controls held = { 0 };
	uint8_t pixels[EXH_EGA_WIDTH * EXH_EGA_HEIGHT];

	for (unsigned frame = 0; frame < frames; frame++) {
		if (frame % 10 == 0)
			held = (struct exh_keen_controls){
				.x_axis = (int8_t)(roll(&seed, 3) - 1),
				.y_axis = (int8_t)(roll(&seed, 3) - 1),
				.button0 = roll(&seed, 2),
				.button1 = roll(&seed, 2)
			};
		if (!exh_keen_engine_step(s->engine, &held, NULL))
			return;
		exh_keen_engine_picture(s->engine, pixels);
	}
}

/* Plays with each method, with and without god mode, and on a slow machine. */
static void play_all(struct spoiled *s, unsigned frames)
{
	for (unsigned i = 0; i < 6; i++) {
		struct exh_keen_start start = start_of();

		start.refresh = (enum exh_keen_refresh)(i % 3);
		start.god = i < 3;
		start.compatible_vga = i == 3;
		start.tic_step = i == 5 ? 7 : 1;
		start.device = (enum exh_audio_device)(i % 3);
		assert_int_equal(start_spoiled(s, &start), EXH_OK);
		play(s, i + 1, frames);
	}
}

static void open_and_play(struct spoiled *s, unsigned frames)
{
	if (open_spoiled(s))
		fail_msg("%s", s->err.text);
	play_all(s, frames);
}

static void assert_start_fails(struct spoiled *s, enum exh_status status,
			       const char *text)
{
	const struct exh_keen_start start = start_of();

	assert_int_equal(open_spoiled(s), EXH_OK);
	assert_int_equal(start_spoiled(s, &start), status);
	if (!strstr(s->err.text, text))
		fail_msg("%s", s->err.text);
	assert_false(
		exh_keen_engine_step(s->engine, &(struct exh_keen_controls){ 0 }, NULL));
}

static void assert_open_fails(struct spoiled *s, const char *text)
{
	assert_int_equal(open_spoiled(s), EXH_INVALID);
	if (!strstr(s->err.text, text))
		fail_msg("%s", s->err.text);
}

/*
 * Sizes.
 */

static void levels_of_all_sizes_are_played(void **state)
{
	static const size_t sizes[][2] = { { 1, 1 },	{ 1, 256 }, { 256, 1 },
					   { 2, 200 },	{ 200, 2 }, { 21, 14 },
					   { 24, 17 },	{ 25, 18 }, { 256, 127 },
					   { 127, 256 } };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct spoiled s;

		spoil(&s);
		make_level(&s, sizes[i][0], sizes[i][1]);
		open_and_play(&s, 150);
		put_away(&s);
	}
}

static void levels_that_are_too_large_are_reported(void **state)
{
	static const size_t sizes[][2] = { { 2, 300 },	 { 300, 2 }, { 512, 512 },
					   { 256, 128 }, { 257, 1 }, { 1, 32767 } };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct spoiled s;

		spoil(&s);
		make_level(&s, sizes[i][0], sizes[i][1]);
		assert_start_fails(&s, EXH_LIMIT, "the engine takes up to 256 by 256");
		put_away(&s);
	}
}

static void levels_that_are_lost_or_missing_are_reported(void **state)
{
	struct spoiled s;

	(void)state;
	spoil(&s);
	make_level(&s, 30, 30);
	s.map.lost = true;
	assert_start_fails(&s, EXH_INVALID, "level 1 is lost");
	s.map.lost = false;
	s.map.number = 2;
	assert_start_fails(&s, EXH_INVALID, "there is no level 1");
	s.maps.count = 0;
	assert_open_fails(&s, "no levels");
	put_away(&s);
}

static void planes_that_are_missing_are_empty(void **state)
{
	struct spoiled s;

	(void)state;
	spoil(&s);
	make_level(&s, 30, 30);
	s.map.planes[EXH_KEEN_BACKGROUND].cells = NULL;
	s.map.planes[EXH_KEEN_FOREGROUND].cells = NULL;
	open_and_play(&s, 100);
	put_away(&s);
}

/*
 * The info plane.
 */

static void someone_has_to_play(void **state)
{
	struct exh_keen_frame_state now;
	struct spoiled s;

	(void)state;
	spoil(&s);
	make_level(&s, 30, 30);
	*cell(&s, EXH_KEEN_INFO, 15, 15) = 0;
	assert_start_fails(&s, EXH_INVALID, "has no start of the player");
	/* If there are several, the last counts. */
	*cell(&s, EXH_KEEN_INFO, 3, 3) = 1;
	*cell(&s, EXH_KEEN_INFO, 9, 3) = 19;
	*cell(&s, EXH_KEEN_INFO, 7, 15) = 2;
	open_and_play(&s, 100);
	assert_int_equal(
		start_spoiled(&s, &(struct exh_keen_start){ .map = 1, .difficulty = 1 }),
		EXH_OK);
	exh_keen_engine_state(s.engine, &now);
	assert_int_equal(now.x_units, 7 * 256);
	assert_int_equal(now.objects, 2);
	put_away(&s);
}

static bool stands_for_something(unsigned value)
{
	return value <= 19 || (value >= 21 && value <= 33) ||
	       (value >= 41 && value <= 43) || (value >= 45 && value <= 52) ||
	       (value >= 57 && value <= 61);
}

/* The first values are spread thinly, so that there are no more objects than slots. */
static void info_values_without_a_meaning_are_reported(void **state)
{
	enum { SIDE = 32, CELLS = SIDE * SIDE - SIDE };

	(void)state;
	for (unsigned first = 0; first < 65536; first += CELLS) {
		struct exh_keen_start start = start_of();
		unsigned unknown = 0;
		struct spoiled s;
		char text[64];

		spoil(&s);
		make_level(&s, SIDE, SIDE);
		for (unsigned i = 0; i < CELLS && first + i < 65536; i++) {
			s.map.planes[EXH_KEEN_INFO].cells[i] = (uint16_t)(first + i);
			unknown += !stands_for_something(first + i);
		}
		*cell(&s, EXH_KEEN_INFO, 15, SIDE - 1) = 1;
		assert_int_equal(open_spoiled(&s), EXH_OK);
		assert_int_equal(start_spoiled(&s, &start), EXH_OK);
		snprintf(text, sizeof text, "level 1: %u info cells are unknown",
			 unknown);
		assert_true(has_note(&s.notes, EXH_WARNING, text));
		play(&s, first + 1, 60);
		put_away(&s);
	}
}

static void each_value_is_played_by_itself(void **state)
{
	struct spoiled s;

	(void)state;
	spoil(&s);
	make_level(&s, 40, 40);
	assert_int_equal(open_spoiled(&s), EXH_OK);
	for (uint16_t value = 0; value < 70; value++) {
		struct exh_keen_start start = start_of();

		for (size_t x = 12; x < 30; x += 6)
			*cell(&s, EXH_KEEN_INFO, x, 17) = value;
		assert_int_equal(start_spoiled(&s, &start), EXH_OK);
		play(&s, value + 1U, 200);
	}
	put_away(&s);
}

static void more_objects_than_slots_are_reported(void **state)
{
	enum { POINTS = 21, ROOM = EXH_KEEN_OBJECTS - 2 };
	struct spoiled s;

	(void)state;
	spoil(&s);
	make_level(&s, 40, 40);
	for (size_t i = 0; i < ROOM; i++)
		s.map.planes[EXH_KEEN_INFO].cells[i] = POINTS;
	open_and_play(&s, 100); /* no throw finds a slot */
	s.map.planes[EXH_KEEN_INFO].cells[ROOM] = POINTS;
	assert_start_fails(&s, EXH_LIMIT, "level 1 has more than 98 objects");
	put_away(&s);
}

/*
 * Tiles.
 */

static void fill_plane(struct spoiled *s, enum exh_keen_plane plane, uint64_t seed)
{
	for (size_t i = 0; i < s->map.width * s->map.height; i++)
		s->map.planes[plane].cells[i] =
			seed ? (uint16_t)roll(&seed, 65536) : 0xffff;
}

static void tiles_that_are_absent_are_played(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 4; seed++)
		for (int plane = EXH_KEEN_BACKGROUND; plane <= EXH_KEEN_FOREGROUND;
		     plane++) {
			struct spoiled s;

			spoil(&s);
			take_garden(&s);
			fill_plane(&s, (enum exh_keen_plane)plane, seed);
			open_and_play(&s, 120);
			put_away(&s);
		}
}

static void tables_of_chance_are_played(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed < 9; seed++) {
		uint64_t chance = seed;
		struct spoiled s;

		spoil(&s);
		take_garden(&s);
		for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
			roll_bytes(&chance, table(&s, (enum exh_keen_tile_table)i),
				   s.info.tables[i].size);
		open_and_play(&s, 150);
		put_away(&s);
	}
}

/* Gives all tiles an animation step, which leads out of the table or around a ring, and a
 * time. */
static void animate(struct spoiled *s, uint8_t step, uint8_t time)
{
	memset(table(s, EXH_KEEN_ANIM), step, s->info.tables[EXH_KEEN_ANIM].size);
	memset(table(s, EXH_KEEN_MANIM), step, s->info.tables[EXH_KEEN_MANIM].size);
	memset(table(s, EXH_KEEN_SPEED), time, s->info.tables[EXH_KEEN_SPEED].size);
	memset(table(s, EXH_KEEN_MSPEED), time, s->info.tables[EXH_KEEN_MSPEED].size);
}

static void animations_that_lead_nowhere_are_played(void **state)
{
	static const uint8_t steps[] = { 1, 0x7f, 0x80, 0xff };
	static const uint8_t times[] = { 0, 1, 255 };

	(void)state;
	for (size_t i = 0; i < sizeof steps; i++)
		for (size_t k = 0; k < sizeof times; k++) {
			struct spoiled s;

			spoil(&s);
			take_garden(&s);
			animate(&s, steps[i], times[k]);
			open_and_play(&s, 60);
			put_away(&s);
		}
}

static void tables_that_are_too_short_are_reported(void **state)
{
	struct spoiled s;

	(void)state;
	spoil(&s);
	take_garden(&s);
	for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		s.info.tables[i].size = 20;
	open_and_play(&s, 100);
	s.info.background_count = 0;
	assert_open_fails(&s, "no tile information");
	put_away(&s);
}

/*
 * Sprites.
 */

static void sprites_that_are_missing_are_not_drawn(void **state)
{
	struct spoiled s;
	char text[64];

	(void)state;
	spoil(&s);
	take_garden(&s);
	for (size_t i = 0; i < s.graphics.sprite_count; i++)
		s.graphics.chunks[mole.layout->spans[EXH_KEEN_SPRITE].first + i]
			.expanded = (struct exh_bytes){ 0 };
	open_and_play(&s, 150);
	snprintf(text, sizeof text, "%u of %u sprites are missing",
		 mole.layout->spans[EXH_KEEN_SPRITE].count,
		 mole.layout->spans[EXH_KEEN_SPRITE].count);
	assert_true(has_note(&s.notes, EXH_WARNING, text));
	s.graphics.sprite_count = 1;
	open_and_play(&s, 50);
	s.graphics.sprite_count = 0;
	assert_open_fails(&s, "no table of sprites");
	put_away(&s);
}

static void sprites_of_odd_sizes_are_played(void **state)
{
	static const int sizes[] = { 0, -1, 1, 129, 32767, -32768, 241 };

	(void)state;
	for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
		struct spoiled s;

		spoil(&s);
		take_garden(&s);
		for (size_t k = 0; k < s.graphics.sprite_count; k++)
			*(i % 2 ? &s.graphics.sprites[k].height
				: &s.graphics.sprites[k].width_bytes) = sizes[i / 2];
		open_and_play(&s, 60);
		put_away(&s);
	}
}

/* Left, top, right, bottom of the box; offset of the picture from the object's position.
 */
static const int boxes[][6] = {
	{ 0, 0, 0, 0, 0, 0 },
	{ -32768, -32768, 32767, 32767, 0, 0 },
	{ 32767, 32767, -32768, -32768, 0, 0 },
	{ 300, 500, 10, 10, 0, 0 },
	{ 0, 0, 65535, 65535, 32767, 32767 },
	{ -2048, -2048, 2048, 2048, -32768, -32768 },
	{ 0, 0, 256, 32767, 4096, -4096 },
	{ -5000, 0, 5000, 256, 0, 0 },
};

static void hit_boxes_of_all_kinds_are_played(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
		struct spoiled s;

		spoil(&s);
		take_garden(&s);
		for (size_t k = 0; k < s.graphics.sprite_count; k++) {
			struct exh_keen_sprite *sprite = &s.graphics.sprites[k];

			memcpy(sprite->hitbox_units, boxes[i],
			       sizeof sprite->hitbox_units);
			memcpy(sprite->origin_units, boxes[i] + 4,
			       sizeof sprite->origin_units);
			sprite->shifts = (int)(i % 5);
		}
		open_and_play(&s, 120);
		put_away(&s);
	}
}

/*
 * The rest.
 */

static void sounds_that_are_missing_are_not_heard(void **state)
{
	struct spoiled s;

	(void)state;
	spoil(&s);
	take_garden(&s);
	s.parts.audio = NULL;
	open_and_play(&s, 100);
	s.parts.audio = &s.audio;
	for (size_t i = 0; i < s.audio.chunk_count; i += 2)
		s.audio.packed[i].size = i % 4;
	open_and_play(&s, 100);
	s.audio.sound_count = 3;
	open_and_play(&s, 100);
	s.audio.sound_count = 0;
	open_and_play(&s, 100);
	put_away(&s);
}

static void another_game_is_not_played(void **state)
{
	struct spoiled s;

	(void)state;
	spoil(&s);
	take_garden(&s);
	s.graphics.layout = *exh_keen_layout_find("keen4-1.4");
	assert_int_equal(open_spoiled(&s), EXH_UNSUPPORTED);
	assert_string_equal(s.err.text,
			    "the graphics are of \"Keen 4: Secret of the Oracle 1.4, "
			    "EGA\": only Keen Dreams is played");
	put_away(&s);
}

static void neither_font_nor_score_box_is_needed(void **state)
{
	const struct exh_keen_span *spans = mole.layout->spans;
	enum { SCOREBOX = 212 };
	struct spoiled s;

	(void)state;
	spoil(&s);
	take_garden(&s);
	s.graphics.chunks[spans[EXH_KEEN_FONT].first].expanded = (struct exh_bytes){ 0 };
	s.graphics.chunks[spans[EXH_KEEN_TILE8].first].expanded = (struct exh_bytes){ 0 };
	s.graphics.chunks[spans[EXH_KEEN_TILE8M].first].expanded =
		(struct exh_bytes){ 0 };
	s.graphics.chunks[SCOREBOX].expanded = (struct exh_bytes){ 0 };
	open_and_play(&s, 100);
	put_away(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_of_all_sizes_are_played),
		cmocka_unit_test(levels_that_are_too_large_are_reported),
		cmocka_unit_test(levels_that_are_lost_or_missing_are_reported),
		cmocka_unit_test(planes_that_are_missing_are_empty),
		cmocka_unit_test(someone_has_to_play),
		cmocka_unit_test(info_values_without_a_meaning_are_reported),
		cmocka_unit_test(each_value_is_played_by_itself),
		cmocka_unit_test(more_objects_than_slots_are_reported),
		cmocka_unit_test(tiles_that_are_absent_are_played),
		cmocka_unit_test(tables_of_chance_are_played),
		cmocka_unit_test(animations_that_lead_nowhere_are_played),
		cmocka_unit_test(tables_that_are_too_short_are_reported),
		cmocka_unit_test(sprites_that_are_missing_are_not_drawn),
		cmocka_unit_test(sprites_of_odd_sizes_are_played),
		cmocka_unit_test(hit_boxes_of_all_kinds_are_played),
		cmocka_unit_test(sounds_that_are_missing_are_not_heard),
		cmocka_unit_test(another_game_is_not_played),
		cmocka_unit_test(neither_font_nor_score_box_is_needed),
	};

	return cmocka_run_group_tests(tests, open_mole, close_mole);
}
