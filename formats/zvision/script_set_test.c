#include "exhume/zvision_script.h"

#include "../base/testing.h"

#include <stdio.h>
#include <string.h>

enum { LIMIT = 1 << 20, SCRIPTS = 2, TEXT_SIZE = 2048 };

/* Two scripts of one game: key 20007 is read in the first and written in the second. */
static const char *const texts[SCRIPTS] = {
	"puzzle:100 {\n"
	"criteria {\n[20007] = 1\n[20008] = 1\n}\n"
	"results {\naction:enable_control(300)\naction:assign(20009,1)\n"
	"action:music:10(1 rain.raw 1 1 1)\n}\n}\n",
	"puzzle:200 {\n"
	"criteria {\n[100] = 1\n}\n"
	"results {\naction:assign(20007,1)\naction:change_location(g, a, ry, 0)\n}\n"
	"flags {\nDISABLED\n}\n}\n",
};

struct set {
	struct exh_arena arena;
	struct exh_zv_script scripts[SCRIPTS];
	const struct exh_zv_script *list[SCRIPTS];
	struct exh_zv_set_uses uses;
	const char *there; /* the only file of the game */
	char text[TEXT_SIZE];
};

static void open_set(struct set *set)
{
	struct exh_notes notes = { .arena = &set->arena };
	struct exh_error err;

	*set = (struct set){ .arena = { .limit = LIMIT } };
	for (size_t i = 0; i < SCRIPTS; i++) {
		const struct exh_bytes file = { (const uint8_t *)texts[i],
						strlen(texts[i]), 0 };

		assert_int_equal(exh_zv_script_parse(file, &set->arena, &set->scripts[i],
						     &notes, &err),
				 EXH_OK);
		set->list[i] = &set->scripts[i];
	}
	assert_true(exh_zv_set_uses(set->list, SCRIPTS, &set->uses));
}

static void close_set(struct set *set)
{
	exh_zv_set_uses_free(&set->uses);
	exh_arena_free(&set->arena);
}

static bool has_file(void *context, const char *name)
{
	const struct set *set = context;

	return set->there && strcmp(name, set->there) == 0;
}

static void take(void *context, size_t script, const struct exh_zv_problem *problem)
{
	struct set *set = context;
	const size_t size = strlen(set->text);

	snprintf(set->text + size, sizeof set->text - size, "%zu:%u:%s:%s\n", script,
		 (unsigned)problem->line, exh_zv_problem_name(problem->kind),
		 problem->text);
}

static void uses_are_sorted_by_key_over_all_scripts(void **state)
{
	struct set set;
	size_t first = 0, count = 0;

	(void)state;
	open_set(&set);
	while (set.uses.items[first].use.key != 20007)
		first++;
	count = exh_zv_set_same_key(&set.uses, first);
	assert_int_equal(count, 2);
	assert_int_equal(set.uses.items[first].script, 0);
	assert_int_equal(set.uses.items[first].use.kind, EXH_ZV_USE_READ);
	assert_int_equal(set.uses.items[first + 1].script, 1);
	assert_int_equal(set.uses.items[first + 1].use.kind, EXH_ZV_USE_WRITE);
	assert_int_equal(exh_zv_set_same_key(&set.uses, set.uses.count - 1), 0);
	close_set(&set);
}

static void keys_are_checked_over_all_scripts(void **state)
{
	struct set set;

	(void)state;
	open_set(&set);
	exh_zv_set_problems(&set.uses, NULL, take, &set);
	assert_non_null(strstr(set.text, "0:4:never-written:key 20008 is read"));
	assert_null(strstr(set.text, "key 20007"));
	assert_non_null(
		strstr(set.text, "nothing-to-switch:no puzzle and no control 300"));
	assert_non_null(strstr(set.text, "1:1:unreached:puzzle 200 never runs"));
	assert_null(strstr(set.text, "no-file"));
	close_set(&set);
}

static void one_script_by_itself_lacks_the_other_ones_keys(void **state)
{
	struct set set;

	(void)state;
	open_set(&set);
	exh_zv_set_uses_free(&set.uses);
	set.list[1] = NULL;
	assert_true(exh_zv_set_uses(set.list, SCRIPTS, &set.uses));
	exh_zv_set_problems(&set.uses, NULL, take, &set);
	assert_non_null(strstr(set.text, "key 20007 is read"));
	close_set(&set);
}

static void names_are_looked_for_in_the_game(void **state)
{
	struct set set;

	(void)state;
	open_set(&set);
	exh_zv_set_problems(&set.uses, has_file, take, &set);
	assert_non_null(strstr(set.text, "no-file:no file \"rain.raw\""));
	assert_non_null(strstr(set.text, "no-place:no gary.scr"));
	/* A patch of the sound is enough. */
	set.there = "rain.ifp";
	set.text[0] = '\0';
	exh_zv_set_problems(&set.uses, has_file, take, &set);
	assert_null(strstr(set.text, "no-file"));
	set.there = "gary.scr";
	set.text[0] = '\0';
	exh_zv_set_problems(&set.uses, has_file, take, &set);
	assert_null(strstr(set.text, "no-place"));
	close_set(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uses_are_sorted_by_key_over_all_scripts),
		cmocka_unit_test(keys_are_checked_over_all_scripts),
		cmocka_unit_test(one_script_by_itself_lacks_the_other_ones_keys),
		cmocka_unit_test(names_are_looked_for_in_the_game),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
