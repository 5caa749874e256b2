#include "exhume/advanced/zvision_script_set.h"

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

/*
 * Lint.
 */

static void findings_are_sorted_by_script_and_position(void **state)
{
	struct exh_zv_findings found;
	struct set set;

	(void)state;
	open_set(&set);
	assert_true(exh_zv_set_lint(set.list, SCRIPTS, NULL, &found));
	assert_true(found.count >= 3);
	assert_int_equal(found.left_out, 0);
	for (size_t i = 1; i < found.count; i++) {
		const struct exh_zv_finding *one = &found.items[i - 1];
		const struct exh_zv_finding *other = &found.items[i];

		assert_true(one->script < other->script ||
			    (one->script == other->script &&
			     one->problem.line <= other->problem.line));
	}
	assert_int_equal(found.items[0].script, 0);
	assert_int_equal(found.items[0].problem.kind, EXH_ZV_PROBLEM_NEVER_WRITTEN);
	assert_int_equal(found.items[0].problem.line, 4);
	exh_zv_findings_free(&found);
	assert_int_equal(found.count, 0);
	close_set(&set);
}

static size_t count_of(const struct exh_zv_findings *found, enum exh_zv_problem_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < found->count; i++)
		count += found->items[i].problem.kind == kind;
	return count;
}

/*
 * Faults that show in places.
 */

struct place_script {
	const char *name, *text;
};

static bool size_of_film(void *context, const char *name, size_t *width, size_t *height)
{
	(void)context;
	*width = 64;
	*height = 40;
	return strcmp(name, "a.rlf") == 0;
}

/* Returns the findings of a kind as "script:line ...". */
static const char *places(const struct place_script *files, size_t count,
			  enum exh_zv_problem_kind kind)
{
	static char text[64];
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_zv_script parsed[3];
	const struct exh_zv_script *list[3];
	const char *names[3];
	struct exh_zv_findings found;

	text[0] = '\0';
	for (size_t i = 0; i < count; i++) {
		const struct exh_bytes file = { (const uint8_t *)files[i].text,
						strlen(files[i].text), 0 };

		assert_int_equal(
			exh_zv_script_parse(file, &arena, &parsed[i], NULL, NULL),
			EXH_OK);
		list[i] = &parsed[i];
		names[i] = files[i].name;
	}
	assert_true(exh_zv_set_lint(
		list, count,
		&(struct exh_zv_lint_sources){
			.names = names, .film_size = size_of_film, .checks_form = true },
		&found));
	for (size_t i = 0; i < found.count; i++)
		if (found.items[i].problem.kind == kind)
			snprintf(text + strlen(text), sizeof text - strlen(text),
				 "%s:%u ", names[found.items[i].script],
				 (unsigned)found.items[i].problem.line);
	exh_zv_findings_free(&found);
	exh_arena_free(&arena);
	return text;
}

#define TESTS(key) "puzzle:1 {\ncriteria {\n[" #key "] = 2\n}\n}\n"
#define RESULTS(lines) "puzzle:2 {\nresults {\n" lines "}\n}\n"

static void effects_of_other_places_are_told(void **state)
{
	static const struct {
		struct place_script files[2];
		const char *found;
	} cases[] = {
		{ { { "ga1a.scr", TESTS(300) },
		    { "ga1b.scr", RESULTS("a:animplay:300(a.rlf 0 0 9 9 0 9 1)\n") } },
		  "ga1a.scr:3 " },
		{ { { "GA1A.SCR", TESTS(300) },
		    { "Ga1b.scr", RESULTS("a:music:300(1 a.raw 1)\na:kill(300)\n") } },
		  "GA1A.SCR:3 " },
		{ { { "ga1a.scr", TESTS(300) },
		    { "ga.scr", RESULTS("a:music:300(1 a.raw 1)\n") } },
		  "" },
		{ { { "g.scr", TESTS(300) },
		    { "ga1b.scr", RESULTS("a:music:300(1 a.raw 1)\n") } },
		  "" },
		{ { { "universe.scr", TESTS(300) },
		    { "ga1b.scr", RESULTS("a:music:300(1 a.raw 1)\n") } },
		  "" },
		{ { { "ga1a.scr", TESTS(300) },
		    { "ga1b.scr", RESULTS("a:universe_music:300(1 a.raw 1)\n") } },
		  "" },
		{ { { "ga1a.scr", TESTS(300) },
		    { "ga1b.scr",
		      RESULTS("a:music:300(1 a.raw 1)\na:assign(300, 0)\n") } },
		  "" },
		{ { { "ga1a.scr", RESULTS("a:kill(300)\n") },
		    { "ga1b.scr", RESULTS("a:music:300(1 a.raw 1)\n") } },
		  "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(places(cases[i].files, 2, EXH_ZV_PROBLEM_OTHER_SCOPE),
				    cases[i].found);
}

static void assignments_after_a_change_to_the_place_are_told(void **state)
{
	static const struct place_script cases[] = {
		{ "pp1f.scr", RESULTS("a:change_location(P p 1f 0)\na:b(1)\n"
				      "a:assign(300, 0)\n") },
		{ "pp1g.scr",
		  RESULTS("a:change_location(p p 1f 0)\na:assign(300, 0)\n") },
		{ "pp1f.scr",
		  RESULTS("a:assign(300, 0)\na:change_location(p p 1f 0)\n") },
		{ "pp.scr", RESULTS("a:change_location(p p 1f 0)\na:assign(300, 0)\n") },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(places(&cases[i], 1, EXH_ZV_PROBLEM_AFTER_CHANGE),
				    i ? "" : "pp1f.scr:5 ");
}

static void tests_that_miss_the_rest_of_a_timer_are_told(void **state)
{
	static const struct {
		const char *text, *found;
	} cases[] = {
		{ "puzzle:1 {\ncriteria {\n[300] > 10\n}\n}\n" RESULTS(
			  "a:timer:300(50)\na:kill(300)\n"),
		  "pe.scr:3 " },
		{ "puzzle:1 {\ncriteria {\n[300] > 0\n}\n}\n" RESULTS(
			  "a:timer:300(50)\na:kill(300)\n"),
		  "" },
		{ "puzzle:1 {\ncriteria {\n[300] > 10\n}\n}\n" RESULTS(
			  "a:timer:300(50)\n"),
		  "" },
		{ "puzzle:1 {\ncriteria {\n[300] > 10\n}\n}\n" RESULTS(
			  "a:assign(300, 50)\na:kill(300)\n"),
		  "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(
			places(&(struct place_script){ "pe.scr", cases[i].text }, 1,
			       EXH_ZV_PROBLEM_TIMER_REST),
			cases[i].found);
}

/* The film has 64 by 40 pixels. */
static void rectangles_that_almost_fit_are_told(void **state)
{
	static const struct {
		const char *text;
		bool is_found;
	} cases[] = {
		{ RESULTS("a:animplay:9(A.RLF 0 0 127 77 0 9 1)\n"), true },
		{ RESULTS("a:animplay:9(a.rlf 0 0 127 79 0 9 1)\n"), false },
		{ RESULTS("a:animplay:9(a.rlf 0 0 128 80 0 9 1)\n"), false },
		{ RESULTS("a:animplay:9(a.rlf 0 0 129 79 0 9 1)\n"), true },
		{ RESULTS("a:animplay:9(a.rlf 0 0 130 79 0 9 1)\n"), false },
		{ RESULTS("a:animplay:9(a.rlf 0 0 63 39 0 9 1)\n"), false },
		{ RESULTS("a:animplay:9(b.rlf 0 0 127 77 0 9 1)\n"), false },
		{ RESULTS("a:animplay:9(a.rlf 0 0 127 [7] 0 9 1)\n"), false },
		{ "control:1 pana {\n}\n" RESULTS(
			  "a:animplay:9(a.rlf 0 0 127 77 0 9 1)\n"),
		  false },
		{ "control:1 pana {\n}\n" RESULTS(
			  "a:animplay:9(a.rlf 0 0 77 127 0 9 1)\n"),
		  true },
		{ RESULTS("a:animpreload:8(a.rlf)\na:playpreload:9(8 0 0 127 77 0 9 "
			  "1)\n"),
		  true },
		{ RESULTS("a:animpreload:7(a.rlf)\na:playpreload:9(8 0 0 127 77 0 9 "
			  "1)\n"),
		  false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct place_script file = { "me1g.scr", cases[i].text };

		assert_int_equal(places(&file, 1, EXH_ZV_PROBLEM_RECTANGLE)[0] != '\0',
				 cases[i].is_found);
	}
}

static void criteria_are_told_by_their_form(void **state)
{
	static const char text[] =
		"puzzle:1 {\ncriteria {\n# [1] = 2\n}\ncriteria {\n}\ncriteria {\n"
		"[8]=65\n[501] =1\n[506]!0\n[7] = -1\n[7]\t>\t[8]\n}\n}\n";
	const struct place_script file = { "ga1a.scr", text };

	(void)state;
	assert_string_equal(places(&file, 1, EXH_ZV_PROBLEM_EMPTY), "ga1a.scr:2 ");
	assert_string_equal(places(&file, 1, EXH_ZV_PROBLEM_BLANKS),
			    "ga1a.scr:8 ga1a.scr:9 ga1a.scr:10 ");
}

static void lint_asks_for_the_files_of_the_game(void **state)
{
	struct exh_zv_findings found;
	struct set set;
	const struct exh_zv_lint_sources sources = { .has_file = has_file,
						     .context = &set };

	(void)state;
	open_set(&set);
	assert_true(exh_zv_set_lint(set.list, SCRIPTS, &sources, &found));
	assert_int_equal(count_of(&found, EXH_ZV_PROBLEM_NO_FILE), 1);
	assert_int_equal(count_of(&found, EXH_ZV_PROBLEM_NO_PLACE), 1);
	exh_zv_findings_free(&found);
	set.there = "rain.raw";
	assert_true(exh_zv_set_lint(set.list, SCRIPTS, &sources, &found));
	assert_int_equal(count_of(&found, EXH_ZV_PROBLEM_NO_FILE), 0);
	exh_zv_findings_free(&found);
	assert_true(exh_zv_set_lint(set.list, 0, &sources, &found));
	assert_int_equal(found.count, 0);
	exh_zv_findings_free(&found);
	close_set(&set);
}

static void more_findings_than_anyone_reads_are_counted(void **state)
{
	static const char head[] = "puzzle:1 {\nresults {\n", line[] = "nonsense\n";
	enum { LINES = EXH_ZV_MAX_FINDINGS + 5 };
	struct exh_writer text = { .limit = LINES * sizeof line + sizeof head };
	struct exh_arena arena = { .limit = 1 << 28 };
	struct exh_zv_script script;
	const struct exh_zv_script *list[] = { &script };
	struct exh_zv_findings found;

	(void)state;
	exh_write_bytes(&text, head, sizeof head - 1);
	for (size_t i = 0; i < LINES; i++)
		exh_write_bytes(&text, line, sizeof line - 1);
	assert_int_equal(
		exh_zv_script_parse(exh_writer_bytes(&text), &arena, &script, NULL, NULL),
		EXH_OK);
	assert_true(exh_zv_set_lint(list, 1, NULL, &found));
	assert_int_equal(found.count, EXH_ZV_MAX_FINDINGS);
	assert_true(found.left_out >= 5);
	exh_zv_findings_free(&found);
	exh_arena_free(&arena);
	exh_writer_free(&text);
}

/*
 * Cross references.
 */

static void keys_and_ways_are_listed(void **state)
{
	const char *const names[SCRIPTS] = { "GA1Y.SCR", "universe.scr" };
	struct exh_zv_xref xref;
	struct set set;

	(void)state;
	open_set(&set);
	assert_true(exh_zv_set_xref(set.list, names, SCRIPTS, &set.arena, &xref));
	assert_int_equal(xref.key_count, 7);
	assert_int_equal(xref.keys[0].key, 10);
	assert_int_equal(xref.keys[1].key, 100); /* a puzzle here, read there */
	assert_int_equal(xref.keys[1].count, 2);
	assert_int_equal(xref.keys[2].key, 200);
	assert_int_equal(xref.way_count, 1);
	assert_string_equal(xref.ways[0].from, "universe");
	assert_string_equal(xref.ways[0].to, "gary");
	assert_false(xref.ways[0].is_back);
	assert_int_equal(xref.ways[0].use->script, 1);
	assert_int_equal(xref.place_count, 1); /* "universe" is no place */
	assert_string_equal(xref.places[0], "ga1y");
	exh_zv_xref_free(&xref);
	close_set(&set);
}

static void ways_lead_back_or_where_a_key_says(void **state)
{
	static const char text[] = "puzzle:1 {\nresults {\n"
				   "action:change_location(0, 0, 00, 0)\n"
				   "action:change_location([5], A, \xc4Y, 0)\n}\n}\n";
	const struct exh_bytes file = { (const uint8_t *)text, sizeof text - 1, 0 };
	const char *const names[] = { "gary" };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_zv_script script;
	const struct exh_zv_script *list[] = { &script };
	struct exh_zv_xref xref;

	(void)state;
	assert_int_equal(exh_zv_script_parse(file, &arena, &script, NULL, NULL), EXH_OK);
	assert_true(exh_zv_set_xref(list, names, 1, &arena, &xref));
	assert_int_equal(xref.way_count, 2);
	assert_true(xref.ways[0].is_back);
	assert_false(xref.ways[1].is_back);
	assert_string_equal(xref.ways[1].to, "[5], a, \xc3\xa4y, 0");
	exh_zv_xref_free(&xref);
	arena.limit = arena.used;
	assert_false(exh_zv_set_xref(list, names, 1, &arena, &xref));
	exh_zv_xref_free(&xref);
	exh_arena_free(&arena);
}

static void a_place_is_a_name_without_its_ending(void **state)
{
	static const char *const cases[][2] = {
		{ "TEXT.scr", "text" },	    { "a.b.scr", "a.b" }, { ".scr", ".scr" },
		{ "noending", "noending" }, { "", "" },
	};
	struct exh_arena arena = { .limit = LIMIT };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_string_equal(exh_zv_script_place(cases[i][0], &arena),
				    cases[i][1]);
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uses_are_sorted_by_key_over_all_scripts),
		cmocka_unit_test(keys_are_checked_over_all_scripts),
		cmocka_unit_test(one_script_by_itself_lacks_the_other_ones_keys),
		cmocka_unit_test(names_are_looked_for_in_the_game),
		cmocka_unit_test(findings_are_sorted_by_script_and_position),
		cmocka_unit_test(effects_of_other_places_are_told),
		cmocka_unit_test(assignments_after_a_change_to_the_place_are_told),
		cmocka_unit_test(tests_that_miss_the_rest_of_a_timer_are_told),
		cmocka_unit_test(rectangles_that_almost_fit_are_told),
		cmocka_unit_test(criteria_are_told_by_their_form),
		cmocka_unit_test(lint_asks_for_the_files_of_the_game),
		cmocka_unit_test(more_findings_than_anyone_reads_are_counted),
		cmocka_unit_test(keys_and_ways_are_listed),
		cmocka_unit_test(ways_lead_back_or_where_a_key_says),
		cmocka_unit_test(a_place_is_a_name_without_its_ending),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
