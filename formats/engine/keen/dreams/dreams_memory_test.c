#include "exhume/advanced/keen_memory.h"

#include "../../../base/testing.h"

enum { LOW = 10, NEAR = 20, GAP = 2, FAR = LOW + NEAR + GAP, END = 100 };

static const struct exh_keen_memory_plan small_plan = { LOW, NEAR, GAP, END };
static struct exh_keen_memory memory; /* large */

/* Owners, as in the figures. */
enum { A = 1, B, C, D, E, F };

static int start(void **state)
{
	(void)state;
	memory.event = NULL;
	assert_int_equal(exh_keen_memory_start(&memory, &small_plan, NULL), EXH_OK);
	return 0;
}

static void get(uint16_t owner, unsigned paragraphs)
{
	assert_int_equal(exh_keen_memory_get(&memory, owner,
					     (size_t)paragraphs * EXH_KEEN_PARAGRAPH,
					     NULL),
			 EXH_OK);
}

static void assert_at(uint16_t owner, unsigned start_paragraph)
{
	assert_true(exh_keen_memory_has(&memory, owner));
	assert_int_equal(memory.segments[owner], start_paragraph);
	assert_int_equal(memory.blocks[memory.block_of[owner]].start, start_paragraph);
}

static void assert_gone(uint16_t owner)
{
	assert_false(exh_keen_memory_has(&memory, owner));
	assert_int_equal(memory.segments[owner], 0);
}

static struct exh_keen_memory_use measure(void)
{
	struct exh_keen_memory_use use;

	exh_keen_memory_measure(&memory, &use);
	assert_int_equal(use.fixed + use.locked + use.kept + use.purgeable + use.free,
			 EXH_KEEN_MEMORY_END * EXH_KEEN_PARAGRAPH);
	return use;
}

/* Fills the gaps between blocks: the rest of the test is about the far heap. */
static void fill_near(void)
{
	get(100, NEAR);
	assert_at(100, LOW);
}

static void three_blocks_are_fixed(void **state)
{
	struct exh_keen_memory_use use;

	(void)state;
	use = measure();
	assert_int_equal(use.blocks, 3);
	assert_int_equal(use.free, (NEAR + END - FAR) * 16);
	assert_int_equal(use.largest_free, (END - FAR) * 16);
	assert_int_equal(use.fixed, (LOW + GAP + EXH_KEEN_MEMORY_END - END) * 16);
	assert_int_equal(use.locked + use.kept + use.purgeable, 0);
}

static void the_near_heap_comes_first_and_ends_at_the_gap(void **state)
{
	(void)state;
	get(A, 15);
	get(B, 6); /* 5 are left in front of the gap */
	get(C, 5); /* there is room after the rover */
	assert_at(A, LOW);
	assert_at(B, FAR);
	assert_at(C, FAR + 6);
}

static void blocks_follow_the_rover_first(void **state)
{
	(void)state;
	fill_near();
	get(A, 10);
	get(B, 10);
	exh_keen_memory_free(&memory, A);
	get(C, 10);
	assert_at(C, FAR + 20); /* not where A was */
	get(D, END - FAR - 30);
	assert_at(D, FAR + 30);
	get(E, 4); /* nothing is left after D: from the head on */
	assert_at(E, FAR);
	get(F, 6); /* after E, where the rover is now */
	assert_at(F, FAR + 4);
	assert_int_equal(memory.counts.compactions, 0);
	assert_int_equal(measure().free, 0);
}

static void a_rover_that_is_freed_goes_back_to_the_head(void **state)
{
	(void)state;
	fill_near();
	get(A, 10);
	get(B, 10);
	get(C, 10);
	exh_keen_memory_free(&memory, A);
	exh_keen_memory_free(&memory, C);
	get(D, 5);
	assert_at(D, FAR);
}

static void what_may_go_is_purged_where_the_hole_is(void **state)
{
	(void)state;
	fill_near();
	get(A, 10);
	get(B, 10);
	get(C, END - FAR - 20);
	exh_keen_memory_set_purge(&memory, B, 3);
	get(E, 10); /* figure 4.10: B is purged, E takes its place */
	assert_gone(B);
	assert_at(E, FAR + 10);
	assert_int_equal(memory.counts.purged, 1);
	assert_int_equal(memory.counts.purged_bytes, 160);
	assert_int_equal(memory.counts.compactions, 0);
}

static void no_more_is_purged_than_makes_the_hole(void **state)
{
	(void)state;
	fill_near();
	get(A, 10);
	get(B, 5);
	get(C, 5);
	get(D, 5);
	get(E, END - FAR - 25);
	exh_keen_memory_set_purge(&memory, B, 1);
	exh_keen_memory_set_purge(&memory, C, 3);
	exh_keen_memory_set_purge(&memory, D, 3);
	get(F, 8); /* the purge level does not matter: by address */
	assert_gone(B);
	assert_gone(C);
	assert_at(D, FAR + 20);
	assert_at(F, FAR + 10);
}

static void the_first_hole_counts_though_something_is_purged_in_it(void **state)
{
	(void)state;
	fill_near();
	get(A, 10);
	get(B, 5);
	exh_keen_memory_set_purge(&memory, B, 3);
	exh_keen_memory_free(&memory, 100); /* the rover stays at B */
	get(C, 30);
	assert_at(C, FAR + 15);
	exh_keen_memory_free(&memory, C); /* now it is at the head */
	get(D, 30);			  /* near is too small; after A is B's place */
	assert_gone(B);
	assert_at(D, FAR + 10);
}

static void what_is_locked_is_not_purged(void **state)
{
	struct exh_error err;

	(void)state;
	fill_near();
	get(A, 10);
	get(B, END - FAR - 10);
	exh_keen_memory_set_purge(&memory, A, 3);
	exh_keen_memory_lock(&memory, A, true);
	assert_int_equal(exh_keen_memory_get(&memory, C, 16, &err), EXH_NO_MEMORY);
	assert_at(A, FAR);
	assert_int_equal(measure().locked, 160);
	exh_keen_memory_lock(&memory, A, false);
	get(C, 1);
	assert_gone(A);
}

static void compacting_closes_gaps_and_tells_the_owners(void **state)
{
	(void)state;
	fill_near();
	get(A, 10);
	get(B, 10);
	get(C, 10);
	get(D, 10);
	get(E, END - FAR - 40);
	exh_keen_memory_free(&memory, A);
	exh_keen_memory_set_purge(&memory, C, 3);
	exh_keen_memory_set_purge(&memory, E, 1);
	get(F, 48); /* figure 4.11: purged, compacted, then there is room */
	assert_gone(C);
	assert_gone(E);
	assert_at(B, FAR);
	assert_at(D, FAR + 10);
	assert_at(F, FAR + 20);
	assert_int_equal(memory.counts.compactions, 1);
	assert_int_equal(memory.counts.moved, 2);
	assert_int_equal(memory.counts.moved_bytes, 320);
	assert_int_equal(measure().free, 0);
}

static void locked_blocks_are_barriers(void **state)
{
	(void)state;
	fill_near();
	get(A, 10);
	get(E, 5);
	get(B, 5);
	get(C, 8);
	exh_keen_memory_lock(&memory, E, true);
	exh_keen_memory_free(&memory, A);
	exh_keen_memory_free(&memory, B);
	exh_keen_memory_compact(&memory);
	assert_at(E, FAR + 10);
	assert_at(C, FAR + 15); /* figure 4.12: though it fits in front of E */
	assert_int_equal(measure().largest_free, (END - FAR - 23) * 16);
	get(D, 9); /* after it the search begins at the head */
	assert_at(D, FAR);
}

static void compacting_does_not_pass_the_gap(void **state)
{
	(void)state;
	get(A, NEAR);
	get(B, 5);
	get(C, 5);
	exh_keen_memory_free(&memory, A);
	exh_keen_memory_free(&memory, B);
	exh_keen_memory_compact(&memory);
	assert_at(C, FAR);
}

static void a_hole_around_the_rover_takes_compacting(void **state)
{
	(void)state;
	fill_near();
	get(A, END - FAR - 12);
	get(B, 4);
	get(C, 4);
	exh_keen_memory_free(&memory, B);
	exh_keen_memory_set_purge(&memory, C, 3); /* the rover: 4 before, 4 after it */
	get(D, 12);
	assert_gone(C);
	assert_at(D, END - 12);
	assert_int_equal(memory.counts.compactions, 1);
}

static void what_may_go_is_counted_into_the_largest_hole(void **state)
{
	struct exh_keen_memory_use use;

	(void)state;
	fill_near();
	get(A, 10);
	get(B, 5);
	get(C, 5);
	get(D, 5);
	exh_keen_memory_free(&memory, A);
	exh_keen_memory_set_purge(&memory, B, 2);
	use = measure();
	assert_int_equal(use.largest_free, (END - FAR - 25) * 16);
	assert_int_equal(use.largest_purged, (END - FAR - 25) * 16);
	assert_int_equal(use.purgeable, 5 * 16);
	exh_keen_memory_set_purge(&memory, D, 1);
	use = measure();
	assert_int_equal(use.largest_free, (END - FAR - 25) * 16);
	assert_int_equal(use.largest_purged, (END - FAR - 20) * 16);
	assert_int_equal(use.kept, (NEAR + 5) * 16);
}

static void out_of_memory_is_reported_and_nothing_that_stays_is_lost(void **state)
{
	struct exh_error err;

	(void)state;
	fill_near();
	get(A, 30);
	get(B, 30);
	exh_keen_memory_free(&memory, A);
	assert_int_equal(exh_keen_memory_get(&memory, C, 39 * 16, &err), EXH_NO_MEMORY);
	assert_string_equal(err.text, "out of memory: 624 bytes requested, 608 are "
				      "free, 608 of them in one piece");
	assert_gone(C);
	assert_at(B, FAR);
	get(C, 38);
	assert_int_equal(exh_keen_memory_get(&memory, D, SIZE_MAX, &err), EXH_NO_MEMORY);
	assert_int_equal(exh_keen_memory_get(&memory, D, 0, &err), EXH_NO_MEMORY);
}

static void sizes_are_rounded_up_to_paragraphs(void **state)
{
	static const struct {
		size_t size;
		unsigned paragraphs;
	} sizes[] = { { 0, 1 }, { 1, 1 }, { 16, 1 }, { 17, 2 }, { 32, 2 }, { 33, 3 } };
	unsigned at = LOW;

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		assert_int_equal(
			exh_keen_memory_get(&memory, (uint16_t)i, sizes[i].size, NULL),
			EXH_OK);
		assert_at((uint16_t)i, at);
		at += sizes[i].paragraphs;
	}
}

static void thirteen_hundred_blocks_are_the_most(void **state)
{
	const struct exh_keen_memory_plan large = { LOW, NEAR, GAP, 0xa000 };
	const uint16_t last = EXH_KEEN_MEMORY_BLOCKS - 3;
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_keen_memory_start(&memory, &large, NULL), EXH_OK);
	for (uint16_t i = 0; i < last; i++)
		get(i, 1);
	assert_int_equal(measure().blocks, EXH_KEEN_MEMORY_BLOCKS);
	assert_int_equal(exh_keen_memory_get(&memory, last, 16, &err), EXH_LIMIT);
	assert_non_null(strstr(err.text, "1300 blocks"));
	/* A purgeable block gives up its record, wherever it is. */
	exh_keen_memory_set_purge(&memory, 7, 3);
	get(last, 1);
	assert_gone(7);
	assert_at(last, (unsigned)memory.segments[last - 1] + 1);
	exh_keen_memory_free(&memory, 8);
	get(7, 1);
	assert_int_equal(measure().blocks, EXH_KEEN_MEMORY_BLOCKS);
}

static void an_owner_has_one_block(void **state)
{
	(void)state;
	get(A, 1);
	assert_int_equal(exh_keen_memory_get(&memory, A, 16, NULL), EXH_INVALID);
	assert_int_equal(exh_keen_memory_get(&memory, EXH_KEEN_MEMORY_OWNERS, 16, NULL),
			 EXH_INVALID);
	assert_int_equal(exh_keen_memory_get(&memory, EXH_KEEN_NO_OWNER, 16, NULL),
			 EXH_INVALID);
	/* Calls for an owner without a block do nothing. */
	exh_keen_memory_free(&memory, B);
	exh_keen_memory_lock(&memory, B, true);
	exh_keen_memory_set_purge(&memory, B, 3);
	exh_keen_memory_free(&memory, EXH_KEEN_NO_OWNER);
	assert_int_equal(measure().blocks, 4);
	exh_keen_memory_set_purge(&memory, A, 99);
	assert_int_equal(memory.blocks[memory.block_of[A]].purge, EXH_KEEN_PURGE_MOST);
	exh_keen_memory_free(&memory, A);
	assert_gone(A);
	get(A, 1);
}

static void plans_that_make_no_sense_are_refused(void **state)
{
	struct exh_keen_memory_plan plan;
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_keen_memory_plan(640 << 10, 200 << 10, &plan, NULL), EXH_OK);
	assert_int_equal(plan.end_paragraphs, 0xa000);
	assert_int_equal(plan.low_paragraphs + plan.gap_paragraphs, 12800);
	assert_int_equal(plan.near_paragraphs, 1024);
	/* For any sizes: the free memory is the difference. */
	assert_int_equal(exh_keen_memory_plan(160, 17, &plan, NULL), EXH_OK);
	assert_int_equal(plan.low_paragraphs, 0);
	assert_int_equal(plan.gap_paragraphs, 2);
	assert_int_equal(plan.near_paragraphs, 8);
	assert_int_equal(exh_keen_memory_start(&memory, &plan, NULL), EXH_OK);
	assert_int_equal(measure().free, 128);
	assert_int_equal(exh_keen_memory_plan(0xffff * 16, 0, &plan, NULL), EXH_OK);
	assert_int_equal(exh_keen_memory_plan(1 << 20, 0, &plan, &err), EXH_INVALID);
	assert_int_equal(exh_keen_memory_plan(4096, 4096, &plan, &err), EXH_INVALID);
	assert_int_equal(exh_keen_memory_plan(4096, SIZE_MAX, &plan, &err), EXH_INVALID);
	assert_int_equal(exh_keen_memory_plan(0, 0, &plan, &err), EXH_INVALID);
	plan = (struct exh_keen_memory_plan){ 10, 10, 10, 29 };
	assert_int_equal(exh_keen_memory_start(&memory, &plan, &err), EXH_INVALID);
	plan.end_paragraphs = 30;
	assert_int_equal(exh_keen_memory_start(&memory, &plan, &err), EXH_OK);
}

/*
 * Events.
 */

struct log {
	char text[512];
	size_t used;
};

static void write_down(void *context, const struct exh_keen_memory *m,
		       const struct exh_keen_memory_event *event)
{
	struct log *log = context;

	assert_ptr_equal(m, &memory);
	log->used += (size_t)snprintf(log->text + log->used, sizeof log->text - log->used,
				      "%s %d %u+%u<%u %u; ",
				      exh_keen_memory_event_name(event->kind),
				      (int16_t)event->owner, event->start, event->length,
				      event->from, event->purge);
	assert_true(log->used < sizeof log->text);
}

static void all_that_happens_is_reported(void **state)
{
	struct log log = { .used = 0 };

	(void)state;
	memory.event = write_down;
	memory.context = &log;
	get(A, 18);
	get(B, 3);
	exh_keen_memory_set_purge(&memory, A, 3);
	exh_keen_memory_set_purge(&memory, A, 3);
	exh_keen_memory_lock(&memory, B, true);
	exh_keen_memory_lock(&memory, B, false);
	get(C, 4);
	exh_keen_memory_free(&memory, B);
	exh_keen_memory_compact(&memory);
	(void)!exh_keen_memory_get(&memory, D, 1 << 20, NULL);
	assert_string_equal(log.text, "allocated 1 10+18<0 0; allocated 2 32+3<0 0; "
				      "purge 1 10+18<0 3; locked 2 32+3<0 0; "
				      "unlocked 2 32+3<0 0; allocated 3 35+4<0 0; "
				      "freed 2 32+3<0 0; purged 1 10+18<0 3; "
				      "moved 3 32+4<35 0; compacted -1 0+0<0 0; "
				      "failed 4 0+65535<0 0; ");
}

/*
 * A plain model: owner of each paragraph.
 */

enum { PLAIN_END = 400, PLAIN_OWNERS = 60, PLAIN_FIXED = 1000, PLAIN_FREE = 1001 };

static struct {
	unsigned owner[PLAIN_END + 1];
	unsigned purge[PLAIN_OWNERS];
	bool locked[PLAIN_OWNERS];
	unsigned rover; /* paragraph after its block */
	unsigned rover_start;
} plain;

static bool plain_stays(unsigned paragraph)
{
	const unsigned owner = plain.owner[paragraph];

	return owner == PLAIN_FIXED ||
	       (owner != PLAIN_FREE && (!plain.purge[owner] || plain.locked[owner]));
}

static void plain_remove(unsigned owner)
{
	for (unsigned i = 0; i < PLAIN_END; i++) {
		if (plain.owner[i] != owner)
			continue;
		plain.owner[i] = PLAIN_FREE;
		if (i == plain.rover_start) {
			plain.rover_start = 0;
			plain.rover = LOW;
		}
	}
}

static bool plain_find(unsigned from, unsigned to, unsigned length, unsigned *found)
{
	unsigned run = 0;

	for (unsigned i = from; i < to; i++) {
		run = plain_stays(i) ? 0 : run + 1;
		if (run < length)
			continue;
		*found = i + 1 - length;
		return true;
	}
	return false;
}

static void plain_compact(void)
{
	unsigned to = LOW;

	for (unsigned i = LOW; i < PLAIN_END; i++) {
		const unsigned owner = plain.owner[i];

		if (owner == PLAIN_FREE)
			continue;
		if (!plain_stays(i)) {
			plain_remove(owner);
		} else if (owner == PLAIN_FIXED || plain.locked[owner]) {
			to = i + 1;
		} else {
			plain.owner[i] = PLAIN_FREE;
			plain.owner[to++] = owner;
		}
	}
	plain.rover_start = 0;
	plain.rover = LOW;
}

static bool plain_get(unsigned owner, unsigned length)
{
	unsigned at;

	if (!plain_find(plain.rover, PLAIN_END, length, &at) &&
	    !plain_find(LOW, plain.rover_start, length, &at)) {
		plain_compact();
		if (!plain_find(LOW, PLAIN_END, length, &at))
			return false;
	}
	for (unsigned i = 0; i < length; i++)
		if (plain.owner[at + i] != PLAIN_FREE)
			plain_remove(plain.owner[at + i]);
	for (unsigned i = 0; i < length; i++)
		plain.owner[at + i] = owner;
	plain.purge[owner] = 0;
	plain.locked[owner] = false;
	plain.rover_start = at;
	plain.rover = at + length;
	return true;
}

static void plain_start(void)
{
	for (unsigned i = 0; i <= PLAIN_END; i++)
		plain.owner[i] = i < LOW || (i >= LOW + NEAR && i < FAR) ? PLAIN_FIXED
									 : PLAIN_FREE;
	plain.owner[PLAIN_END] = PLAIN_FIXED;
	plain.rover_start = 0;
	plain.rover = LOW;
}

static void compare_with_plain(void)
{
	bool seen[PLAIN_OWNERS] = { false };

	for (unsigned i = LOW; i < PLAIN_END; i++) {
		const unsigned owner = plain.owner[i];

		if (owner >= PLAIN_OWNERS || seen[owner])
			continue;
		seen[owner] = true;
		assert_at((uint16_t)owner, i);
	}
	for (unsigned i = 0; i < PLAIN_OWNERS; i++)
		assert_int_equal(exh_keen_memory_has(&memory, (uint16_t)i), seen[i]);
	measure();
}

static void plain_step(uint64_t *seed)
{
	const uint16_t owner = (uint16_t)roll(seed, PLAIN_OWNERS);
	const unsigned value = roll(seed, 40);
	const bool has = exh_keen_memory_has(&memory, owner);

	switch (roll(seed, 10)) {
	case 0:
		exh_keen_memory_free(&memory, owner);
		plain_remove(owner);
		break;
	case 1:
	case 2:
		exh_keen_memory_set_purge(&memory, owner, value % 4);
		if (has)
			plain.purge[owner] = value % 4;
		break;
	case 3:
		/* Mostly unlocked, or nothing would ever move. */
		exh_keen_memory_lock(&memory, owner, value < 8);
		if (has)
			plain.locked[owner] = value < 8;
		break;
	default:
		if (!has)
			assert_int_equal(
				plain_get(owner, value + 1) ? EXH_OK : EXH_NO_MEMORY,
				exh_keen_memory_get(&memory, owner,
						    (size_t)value * 16 + 16, NULL));
	}
}

static void it_does_what_a_plain_model_does(void **state)
{
	const struct exh_keen_memory_plan plan = { LOW, NEAR, GAP, PLAIN_END };
	uint64_t seed = 0x5eed;

	(void)state;
	assert_int_equal(exh_keen_memory_start(&memory, &plan, NULL), EXH_OK);
	plain_start();
	for (unsigned i = 0; i < 20000; i++) {
		plain_step(&seed);
		compare_with_plain();
	}
	assert_true(memory.counts.purged > 100);
	assert_true(memory.counts.moved > 100);
	assert_true(memory.counts.compactions > 100);
}

static void names_end_where_their_enums_do(void **state)
{
	(void)state;
	assert_enum_names(EXH_KEEN_MEMORY_READ + 1, exh_keen_memory_event_name,
			  enum exh_keen_memory_event_kind);
	assert_enum_names(EXH_KEEN_CACHE_BACK + 1, exh_keen_cache_step_name,
			  enum exh_keen_cache_step_kind);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_end_where_their_enums_do),
		cmocka_unit_test_setup(three_blocks_are_fixed, start),
		cmocka_unit_test_setup(the_near_heap_comes_first_and_ends_at_the_gap,
				       start),
		cmocka_unit_test_setup(blocks_follow_the_rover_first, start),
		cmocka_unit_test_setup(a_rover_that_is_freed_goes_back_to_the_head,
				       start),
		cmocka_unit_test_setup(what_may_go_is_purged_where_the_hole_is, start),
		cmocka_unit_test_setup(no_more_is_purged_than_makes_the_hole, start),
		cmocka_unit_test_setup(
			the_first_hole_counts_though_something_is_purged_in_it, start),
		cmocka_unit_test_setup(what_is_locked_is_not_purged, start),
		cmocka_unit_test_setup(compacting_closes_gaps_and_tells_the_owners,
				       start),
		cmocka_unit_test_setup(locked_blocks_are_barriers, start),
		cmocka_unit_test_setup(compacting_does_not_pass_the_gap, start),
		cmocka_unit_test_setup(a_hole_around_the_rover_takes_compacting, start),
		cmocka_unit_test_setup(what_may_go_is_counted_into_the_largest_hole,
				       start),
		cmocka_unit_test_setup(
			out_of_memory_is_reported_and_nothing_that_stays_is_lost, start),
		cmocka_unit_test_setup(sizes_are_rounded_up_to_paragraphs, start),
		cmocka_unit_test_setup(thirteen_hundred_blocks_are_the_most, start),
		cmocka_unit_test_setup(an_owner_has_one_block, start),
		cmocka_unit_test_setup(plans_that_make_no_sense_are_refused, start),
		cmocka_unit_test_setup(all_that_happens_is_reported, start),
		cmocka_unit_test_setup(it_does_what_a_plain_model_does, start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
