#include "play_sci.h"

#include "testing.h"

#include <string.h>

enum { ACTS = 100, MOST_CALLS = 1000 };

/* Texts that a list must have, in this order, to be accepted. */
struct wanted {
	const char *const *texts;
	size_t count, calls;
};

static bool has_all(void *context, const struct monkey_acts *acts)
{
	struct wanted *wanted = context;
	size_t found = 0;

	wanted->calls++;
	for (size_t i = 0; i < acts->count && found < wanted->count; i++)
		found += !strcmp(acts->items[i].text, wanted->texts[found]);
	return found == wanted->count;
}

static void fill(struct monkey_acts *acts)
{
	for (unsigned i = 0; i < ACTS; i++) {
		struct monkey_act act = { .name = "press" };

		snprintf(act.text, sizeof act.text, "%u", i);
		monkey_acts_add(acts, &act);
	}
}

static void what_is_needed_is_left(void **state)
{
	static const char *const texts[] = { "3", "50", "98" };

	(void)state;
	for (size_t count = 0; count <= 3; count++) {
		struct wanted wanted = { texts, count, 0 };
		struct monkey_acts acts = { .count = 0 };

		fill(&acts);
		monkey_acts_shrink(&acts, MOST_CALLS, has_all, &wanted);
		assert_int_equal(acts.count, count);
		for (size_t i = 0; i < count; i++)
			assert_string_equal(acts.items[i].text, texts[i]);
		/* Acts were not tried one by one. */
		assert_true(wanted.calls < ACTS);
		monkey_acts_free(&acts);
	}
}

static void calls_have_a_limit(void **state)
{
	static const char *const texts[] = { "3", "50" };
	struct wanted wanted = { texts, 2, 0 };
	struct monkey_acts acts = { .count = 0 };

	(void)state;
	fill(&acts);
	monkey_acts_shrink(&acts, 3, has_all, &wanted);
	assert_int_equal(wanted.calls, 3);
	assert_true(acts.count < ACTS);
	assert_true(has_all(&wanted, &acts));
	monkey_acts_free(&acts);
}

static void waits_become_short(void **state)
{
	static const char *const texts[] = { "7" };
	struct wanted wanted = { texts, 1, 0 };
	struct monkey_acts acts = { .count = 0 };
	struct monkey_act act = { .name = "wait", .text = "30" };
	struct exh_writer out = { .limit = 100 };

	(void)state;
	/* Only the act "7" is needed. */
	monkey_acts_add(&acts, &act);
	strcpy(act.text, "7");
	monkey_acts_add(&acts, &act);
	monkey_acts_shrink(&acts, MOST_CALLS, has_all, &wanted);
	monkey_acts_print(&acts, &out);
	assert_int_equal(out.size, 7);
	assert_memory_equal(out.data, "wait 7\n", 7);
	exh_writer_free(&out);
	monkey_acts_free(&acts);
}

static void the_same_seed_chooses_the_same(void **state)
{
	struct sci_sentences none = { .found = NULL };
	uint16_t rooms[][2] = { { 1, 2 }, { 1, 2 } };
	struct monkey_world worlds[2];
	struct monkey_act acts[2];
	size_t named_rooms = 0;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		worlds[i] = (struct monkey_world){ .sentences = &none,
						   .rooms = rooms[i],
						   .room_count = 2 };
		monkey_world_start(&worlds[i], 7);
	}
	for (size_t i = 0; i < 1000; i++) {
		for (size_t k = 0; k < 2; k++)
			monkey_act_choose(&worlds[k], &acts[k]);
		assert_string_equal(acts[0].name, acts[1].name);
		assert_string_equal(acts[0].text, acts[1].text);
		named_rooms += !strcmp(acts[0].name, "room");
		/* A room that can't be entered is not tried again. */
		if (!strcmp(acts[0].name, "room") && !strcmp(acts[0].text, "2"))
			for (size_t k = 0; k < 2; k++)
				monkey_act_judge(&worlds[k], &acts[k], 5, true);
	}
	assert_true(named_rooms > 5);
	assert_int_equal(worlds[0].room_count, 1);
	assert_int_equal(worlds[0].rooms[0], 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_needed_is_left),
		cmocka_unit_test(calls_have_a_limit),
		cmocka_unit_test(waits_become_short),
		cmocka_unit_test(the_same_seed_chooses_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
