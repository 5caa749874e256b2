#include "exhume/keen.h"
#include "exhume/advanced/keen_map.h"

#include "../base/testing.h"

enum {
	BACKGROUNDS = 5,
	FOREGROUNDS = 3,
	TABLES_SIZE = 2 * BACKGROUNDS + 7 * FOREGROUNDS,
	REST_SIZE = 4,
	CHAIN_TILES = 600,
};

/* Tables of the numbers 1, 2, 3 ..., so that each byte shows its place. */
static void number_bytes(uint8_t *out, size_t size)
{
	for (size_t i = 0; i < size; i++)
		out[i] = (uint8_t)(i + 1);
}

static enum exh_status open_tight(const uint8_t *data, size_t size,
				  struct exh_keen_tile_info *out, struct exh_error *err)
{
	uint8_t *tight = tight_copy(data, size);
	const enum exh_status status =
		exh_keen_tile_info_open((struct exh_bytes){ tight, size, 100 },
					BACKGROUNDS, FOREGROUNDS, out, err);

	free(tight);
	return status;
}

static void the_tables_follow_each_other_backgrounds_first(void **state)
{
	uint8_t bytes[TABLES_SIZE];
	struct exh_keen_tile_info info;
	uint8_t next = 1;

	(void)state;
	number_bytes(bytes, sizeof bytes);
	assert_int_equal(
		exh_keen_tile_info_open((struct exh_bytes){ bytes, sizeof bytes, 100 },
					BACKGROUNDS, FOREGROUNDS, &info, NULL),
		EXH_OK);
	assert_int_equal(info.background_count, BACKGROUNDS);
	assert_int_equal(info.foreground_count, FOREGROUNDS);
	assert_int_equal(info.rest.size, 0);
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const size_t count = i <= EXH_KEEN_ANIM ? BACKGROUNDS : FOREGROUNDS;

		assert_int_equal(info.tables[i].size, count);
		assert_int_equal(info.tables[i].base, 100 + next - 1);
		for (size_t tile = 0; tile < count; tile++)
			assert_int_equal(exh_keen_tile_value(&info,
							     (enum exh_keen_tile_table)i,
							     tile),
					 next++);
	}
}

static void what_is_after_the_tables_is_kept(void **state)
{
	uint8_t bytes[TABLES_SIZE + REST_SIZE];
	struct exh_keen_tile_info info;

	(void)state;
	number_bytes(bytes, sizeof bytes);
	assert_int_equal(
		exh_keen_tile_info_open((struct exh_bytes){ bytes, sizeof bytes, 100 },
					BACKGROUNDS, FOREGROUNDS, &info, NULL),
		EXH_OK);
	assert_same_bytes(info.rest, bytes + TABLES_SIZE, REST_SIZE);
	assert_int_equal(info.rest.base, 100 + TABLES_SIZE);
}

static void every_shorter_file_is_truncated(void **state)
{
	uint8_t bytes[TABLES_SIZE];
	struct exh_keen_tile_info info;
	struct exh_error err;

	(void)state;
	number_bytes(bytes, sizeof bytes);
	assert_int_equal(open_tight(bytes, TABLES_SIZE, &info, &err), EXH_OK);
	for (size_t size = 0; size < TABLES_SIZE; size++) {
		assert_int_equal(open_tight(bytes, size, &info, &err), EXH_TRUNCATED);
		assert_true(err.offset >= 100 && err.offset <= 100 + size);
		assert_non_null(strstr(err.text, "expected 2 tables of 5 and 7 of 3"));
	}
}

static void counts_that_no_memory_holds_are_truncated(void **state)
{
	const uint8_t bytes[TABLES_SIZE] = { 0 };
	struct exh_keen_tile_info info;

	(void)state;
	assert_int_equal(
		exh_keen_tile_info_open((struct exh_bytes){ bytes, sizeof bytes, 0 },
					SIZE_MAX, 1, &info, NULL),
		EXH_TRUNCATED);
	assert_int_equal(
		exh_keen_tile_info_open((struct exh_bytes){ bytes, sizeof bytes, 0 }, 1,
					SIZE_MAX, &info, NULL),
		EXH_TRUNCATED);
}

static void tiles_without_information_have_zeros(void **state)
{
	const struct exh_keen_tile_info none = { 0 };
	uint8_t bytes[TABLES_SIZE];
	struct exh_keen_tile_info info;
	unsigned ticks;
	size_t next;

	(void)state;
	memset(bytes, 0xff, sizeof bytes);
	assert_int_equal(
		exh_keen_tile_info_open((struct exh_bytes){ bytes, sizeof bytes, 0 },
					BACKGROUNDS, FOREGROUNDS, &info, NULL),
		EXH_OK);
	assert_int_equal(exh_keen_tile_value(&info, EXH_KEEN_SPEED, BACKGROUNDS - 1),
			 255);
	assert_int_equal(exh_keen_tile_value(&info, EXH_KEEN_SPEED, BACKGROUNDS), 0);
	assert_int_equal(exh_keen_tile_value(&info, EXH_KEEN_NORTHWALL, FOREGROUNDS), 0);
	assert_int_equal(exh_keen_tile_value(&info, EXH_KEEN_MSPEED, SIZE_MAX), 0);
	assert_int_equal(exh_keen_tile_value(&none, EXH_KEEN_SPEED, 0), 0);
	assert_false(exh_keen_tile_next(&none, true, 7, &next, &ticks));
	assert_int_equal(next, 7);
}

static void a_layout_tells_the_size_of_the_tables(void **state)
{
	(void)state;
	assert_int_equal(exh_keen_tile_info_size(exh_keen_layout_find("keen-dreams-ega")),
			 11322);
	assert_int_equal(exh_keen_tile_info_size(exh_keen_layout_find("keen4-1.4")),
			 23004);
	assert_int_equal(exh_keen_tile_info_size(exh_keen_layout_find("keen5-1.4")),
			 23688);
	assert_int_equal(exh_keen_tile_info_size(exh_keen_layout_find("keen6-1.4")),
			 23904);
}

static void a_name_stands_for_one_table_of_each_layer(void **state)
{
	(void)state;
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		for (unsigned k = 0; k < i; k++) {
			const enum exh_keen_tile_table a = (enum exh_keen_tile_table)i,
						       b = (enum exh_keen_tile_table)k;

			if (strcmp(exh_keen_tile_table_name(a),
				   exh_keen_tile_table_name(b)) == 0)
				assert_true(exh_keen_tile_table_is_foreground(a) !=
					    exh_keen_tile_table_is_foreground(b));
		}
	assert_string_equal(exh_keen_tile_table_name(EXH_KEEN_INTILE), "inside");
	assert_false(exh_keen_tile_table_is_foreground(EXH_KEEN_ANIM));
	assert_true(exh_keen_tile_table_is_foreground(EXH_KEEN_MANIM));
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		assert_int_equal(
			exh_keen_tile_table_is_signed((enum exh_keen_tile_table)i),
			i == EXH_KEEN_ANIM || i == EXH_KEEN_MANIM);
}

/*
 * Animation.
 */

/* One layer's two tables; the other layer has none. */
struct chain {
	uint8_t times[CHAIN_TILES];
	int8_t steps[CHAIN_TILES];
	size_t count;
	bool foreground;
};

static bool find_next(const struct chain *chain, size_t tile, size_t *next,
		      unsigned *ticks)
{
	uint8_t *times = tight_copy(chain->times, chain->count);
	uint8_t *steps = tight_copy(chain->steps, chain->count);
	struct exh_keen_tile_info info = { 0 };
	bool found;

	info.tables[chain->foreground ? EXH_KEEN_MSPEED : EXH_KEEN_SPEED] =
		(struct exh_bytes){ times, chain->count, 0 };
	info.tables[chain->foreground ? EXH_KEEN_MANIM : EXH_KEEN_ANIM] =
		(struct exh_bytes){ steps, chain->count, 0 };
	found = exh_keen_tile_next(&info, chain->foreground, tile, next, ticks);
	free(times);
	free(steps);
	return found;
}

static void assert_leads(const struct chain *chain, size_t tile, size_t to,
			 unsigned ticks)
{
	size_t next;
	unsigned own_ticks;

	assert_true(find_next(chain, tile, &next, &own_ticks));
	assert_int_equal(next, to);
	assert_int_equal(own_ticks, ticks);
}

static void assert_stays(const struct chain *chain, size_t tile)
{
	size_t next;
	unsigned ticks;

	assert_false(find_next(chain, tile, &next, &ticks));
	assert_int_equal(next, tile);
}

static void a_ring_goes_round(void **state)
{
	struct chain chain = { { 8, 9, 200 }, { 1, 1, -2 }, 3, false };

	(void)state;
	for (int i = 0; i < 2; i++, chain.foreground = true) {
		assert_leads(&chain, 0, 1, 8);
		assert_leads(&chain, 1, 2, 9);
		assert_leads(&chain, 2, 0, 200);
	}
}

static void a_tile_without_a_step_stays(void **state)
{
	const struct chain chain = { { 8, 8, 8 }, { 1, 0, 0 }, 3, false };

	(void)state;
	assert_leads(&chain, 0, 1, 8);
	assert_stays(&chain, 1);
	assert_stays(&chain, 2);
}

static void a_tile_without_a_time_stays(void **state)
{
	const struct chain chain = { { 0, 8 }, { 1, -1 }, 2, false };

	(void)state;
	assert_stays(&chain, 0);
}

static void frames_of_no_ticks_are_passed_over(void **state)
{
	const struct chain chain = { { 8, 0, 0, 7 }, { 1, 1, 1, -3 }, 4, true };

	(void)state;
	assert_leads(&chain, 0, 3, 8);
	assert_leads(&chain, 3, 0, 7);
}

static void a_ring_of_which_only_one_frame_has_a_time_stays(void **state)
{
	const struct chain chain = { { 8, 0, 0 }, { 1, 1, -2 }, 3, false };

	(void)state;
	assert_stays(&chain, 0);
}

static void a_chain_that_ends_without_a_time_ends_there(void **state)
{
	const struct chain chain = { { 8, 0, 0, 5 }, { 1, 1, 0, 0 }, 4, false };

	(void)state;
	assert_leads(&chain, 0, 2, 8);
}

static void a_ring_need_not_contain_the_start(void **state)
{
	const struct chain chain = { { 8, 0, 6, 7 }, { 1, 1, 1, -2 }, 4, false };

	(void)state;
	assert_leads(&chain, 0, 2, 8);
	assert_leads(&chain, 2, 3, 6);
	assert_leads(&chain, 3, 2, 7); /* over 1, which has no time */
}

static void a_ring_without_times_ends(void **state)
{
	const struct chain chain = { { 8, 0, 0 }, { 1, 1, -1 }, 3, false };
	unsigned ticks;
	size_t next;

	(void)state;
	assert_true(find_next(&chain, 0, &next, &ticks));
	assert_in_range(next, 1, 2);
	assert_int_equal(ticks, 8);
}

static void steps_out_of_the_table_lead_nowhere(void **state)
{
	const struct chain chain = { { 8, 8, 8, 8 }, { -1, 3, 127, -128 }, 4, true };
	const struct chain edges = { { 8, 8, 8, 8 }, { 3, 2, -2, -3 }, 4, true };

	(void)state;
	for (size_t i = 0; i < chain.count; i++)
		assert_stays(&chain, i);
	assert_leads(&edges, 0, 3, 8);
	assert_leads(&edges, 1, 3, 8);
	assert_leads(&edges, 2, 0, 8);
	assert_leads(&edges, 3, 0, 8);
}

static void steps_are_signed(void **state)
{
	struct chain chain = { .count = CHAIN_TILES };

	(void)state;
	memset(chain.times, 8, sizeof chain.times);
	chain.steps[300] = 127;
	chain.steps[301] = -128;
	assert_leads(&chain, 300, 427, 8);
	assert_leads(&chain, 301, 173, 8);
}

/* A chain of tiles without a time, with one at its end. */
static void fill_chain(struct chain *chain, size_t passed_count)
{
	*chain = (struct chain){ .count = CHAIN_TILES };
	memset(chain->steps, 1, sizeof chain->steps);
	chain->times[0] = 8;
	chain->times[passed_count + 1] = 9;
}

static void no_more_than_256_frames_are_passed_over(void **state)
{
	struct chain chain;

	(void)state;
	fill_chain(&chain, 256);
	assert_leads(&chain, 0, 257, 8);
	fill_chain(&chain, 257);
	assert_leads(&chain, 0, 257, 8); /* the last one that was checked */
}

static void any_tables_can_be_walked(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int turn = 0; turn < 50; turn++) {
		struct chain chain = { .count = 1 + roll(&seed, CHAIN_TILES) };

		roll_bytes(&seed, (uint8_t *)chain.steps, chain.count);
		roll_skewed(&seed, chain.times, chain.count);
		for (size_t i = 0; i < chain.count; i++) {
			unsigned ticks;
			size_t next;
			const bool leads = find_next(&chain, i, &next, &ticks);

			assert_true(next < chain.count);
			assert_int_equal(leads, next != i);
			assert_int_equal(ticks, chain.times[i]);
		}
	}
}

/*
 * Walls.
 */

/* The formulas as keen-engine 8 has them. */
static unsigned expected_height(unsigned type, unsigned s)
{
	const unsigned heights[8] = { 256,    0,	   8 * s,	128 + 8 * s,
				      16 * s, 120 - 8 * s, 248 - 8 * s, 240 - 16 * s };

	return heights[type];
}

static void walls_are_as_high_as_the_game_has_them(void **state)
{
	(void)state;
	for (unsigned type = 0; type < 8; type++)
		for (unsigned s = 0; s < 16; s++)
			assert_int_equal(exh_keen_wall_height((uint8_t)type, s),
					 expected_height(type, s));
}

/* Deadly floors, holes of poles: what else they are has no height. */
static void only_the_low_three_bits_tell_the_height(void **state)
{
	(void)state;
	for (unsigned wall = 0; wall < 256; wall++)
		for (unsigned s = 0; s < 16; s++)
			assert_int_equal(exh_keen_wall_height((uint8_t)wall, s),
					 expected_height(wall & 7, s));
}

/*
 * The real ones.
 */

static struct exh_bytes load_or_skip(const char *name)
{
	const struct exh_bytes out = load_game_file(name);

	if (!out.data) {
		printf("skipped: no real data\n");
		skip();
	}
	return out;
}

static size_t count_value(const struct exh_keen_tile_info *info,
			  enum exh_keen_tile_table table, uint8_t value)
{
	size_t count = 0;

	for (size_t i = 0; i < info->tables[table].size; i++)
		count += exh_keen_tile_value(info, table, i) == value;
	return count;
}

struct value_count {
	uint8_t value;
	size_t count;
};

/* Checks that the table has these values and no others. */
static void assert_values(const struct exh_keen_tile_info *info,
			  enum exh_keen_tile_table table,
			  const struct value_count *expected)
{
	size_t sum = 0;

	for (; expected->count; expected++) {
		assert_int_equal(count_value(info, table, expected->value),
				 expected->count);
		sum += expected->count;
	}
	assert_int_equal(sum, info->tables[table].size);
}

static size_t count_animated(const struct exh_keen_tile_info *info,
			     enum exh_keen_tile_table table)
{
	return info->tables[table].size - count_value(info, table, 0);
}

static void assert_tile_next(const struct exh_keen_tile_info *info, size_t tile,
			     size_t expected, unsigned expected_ticks)
{
	unsigned ticks;
	size_t next;

	assert_true(exh_keen_tile_next(info, false, tile, &next, &ticks));
	assert_int_equal(next, expected);
	assert_int_equal(ticks, expected_ticks);
}

/* The numbers are those of keen-formats 4. */
static void keen_dreams_has_the_values_that_were_counted(void **state)
{
	static const struct value_count north[] = { { 0, 913 }, { 1, 162 }, { 2, 20 },
						    { 3, 20 },	{ 4, 14 },  { 5, 16 },
						    { 6, 16 },	{ 7, 22 },  { 9, 20 },
						    { 17, 3 },	{ 0, 0 } };
	static const struct value_count east[] = {
		{ 0, 1077 }, { 1, 116 }, { 2, 13 }, { 0, 0 }
	};
	static const struct value_count south[] = { { 0, 990 }, { 1, 150 }, { 2, 11 },
						    { 3, 9 },	{ 4, 7 },   { 5, 14 },
						    { 6, 10 },	{ 7, 12 },  { 17, 3 },
						    { 0, 0 } };
	static const struct value_count west[] = {
		{ 0, 1073 }, { 1, 120 }, { 2, 13 }, { 0, 0 }
	};
	static const struct value_count inside[] = { { 0, 1061 }, { 1, 26 },   { 2, 5 },
						     { 128, 95 }, { 129, 11 }, { 255, 8 },
						     { 0, 0 } };
	const struct exh_bytes head = load_or_skip("keen-dreams-1.13/MAPHEAD.KDR");
	struct exh_keen_tile_info info;
	struct exh_bytes in;

	(void)state;
	assert_true(exh_bytes_slice(head, 502, 11322, &in));
	assert_int_equal(exh_keen_tile_info_open(in, 1440, 1206, &info, NULL), EXH_OK);
	assert_int_equal(info.rest.size, 0);
	assert_values(&info, EXH_KEEN_NORTHWALL, north);
	assert_values(&info, EXH_KEEN_EASTWALL, east);
	assert_values(&info, EXH_KEEN_SOUTHWALL, south);
	assert_values(&info, EXH_KEEN_WESTWALL, west);
	assert_values(&info, EXH_KEEN_INTILE, inside);
	assert_int_equal(count_animated(&info, EXH_KEEN_ANIM), 20);
	assert_int_equal(count_animated(&info, EXH_KEEN_MANIM), 94);
	assert_tile_next(&info, 57, 58, 24);
	assert_tile_next(&info, 58, 57, 24);
	assert_tile_next(&info, 90, 91, 8);
	assert_tile_next(&info, 93, 90, 8);
	assert_int_equal(exh_keen_tile_value(&info, EXH_KEEN_INTILE, 242), 128);
	assert_int_equal(exh_keen_tile_value(&info, EXH_KEEN_NORTHWALL, 238), 0);
	assert_int_equal(exh_keen_tile_value(&info, EXH_KEEN_SOUTHWALL, 238), 5);
	free((void *)head.data);
}

/* The spec has no counts of Keen 4: that the order of the tables holds shows in values
 * that fit what they are, and in steps that all stay inside. */
static void keen_4_has_the_tables_in_the_same_order(void **state)
{
	const struct exh_bytes in = load_or_skip("keen4-1.4/TILEINFO.CK4");
	struct exh_keen_tile_info info;

	(void)state;
	assert_int_equal(exh_keen_tile_info_open(in, 1296, 2916, &info, NULL), EXH_OK);
	assert_int_equal(info.rest.size, 0);
	assert_int_equal(count_animated(&info, EXH_KEEN_ANIM), 79);
	assert_int_equal(count_animated(&info, EXH_KEEN_MANIM), 333);
	for (unsigned wall = EXH_KEEN_EASTWALL; wall <= EXH_KEEN_WESTWALL; wall += 2)
		assert_int_equal(
			count_value(&info, (enum exh_keen_tile_table)wall, 0) +
				count_value(&info, (enum exh_keen_tile_table)wall, 1),
			2916);
	assert_int_equal(count_value(&info, EXH_KEEN_INTILE, 128), 460);
	for (size_t i = 0; i < 1296; i++) {
		unsigned ticks;
		size_t next;

		if (exh_keen_tile_value(&info, EXH_KEEN_ANIM, i))
			assert_true(exh_keen_tile_next(&info, false, i, &next, &ticks));
	}
	free((void *)in.data);
}

static void names_end_where_their_enums_do(void **state)
{
	(void)state;
	assert_enum_names(EXH_KEEN_TILE_TABLE_COUNT, exh_keen_tile_table_name,
			  enum exh_keen_tile_table);
	assert_false(exh_keen_tile_table_is_foreground((enum exh_keen_tile_table)99));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_end_where_their_enums_do),
		cmocka_unit_test(the_tables_follow_each_other_backgrounds_first),
		cmocka_unit_test(what_is_after_the_tables_is_kept),
		cmocka_unit_test(every_shorter_file_is_truncated),
		cmocka_unit_test(counts_that_no_memory_holds_are_truncated),
		cmocka_unit_test(tiles_without_information_have_zeros),
		cmocka_unit_test(a_layout_tells_the_size_of_the_tables),
		cmocka_unit_test(a_name_stands_for_one_table_of_each_layer),
		cmocka_unit_test(a_ring_goes_round),
		cmocka_unit_test(a_tile_without_a_step_stays),
		cmocka_unit_test(a_tile_without_a_time_stays),
		cmocka_unit_test(frames_of_no_ticks_are_passed_over),
		cmocka_unit_test(a_ring_of_which_only_one_frame_has_a_time_stays),
		cmocka_unit_test(a_chain_that_ends_without_a_time_ends_there),
		cmocka_unit_test(a_ring_need_not_contain_the_start),
		cmocka_unit_test(a_ring_without_times_ends),
		cmocka_unit_test(steps_out_of_the_table_lead_nowhere),
		cmocka_unit_test(steps_are_signed),
		cmocka_unit_test(no_more_than_256_frames_are_passed_over),
		cmocka_unit_test(any_tables_can_be_walked),
		cmocka_unit_test(walls_are_as_high_as_the_game_has_them),
		cmocka_unit_test(only_the_low_three_bits_tell_the_height),
		cmocka_unit_test(keen_dreams_has_the_values_that_were_counted),
		cmocka_unit_test(keen_4_has_the_tables_in_the_same_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
