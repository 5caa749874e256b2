#include "exhume/advanced/zvision_fixes.h"

#include "../base/common.h"
#include "../base/testing.h"

#include <string.h>

enum { LIMIT = 1 << 22, FOUND_MOST = 16 };

struct seen {
	struct exh_zv_fix_found items[FOUND_MOST];
	size_t count;
};

static void see(void *context, const struct exh_zv_fix_found *found)
{
	struct seen *seen = context;

	assert_true(seen->count < FOUND_MOST);
	seen->items[seen->count++] = *found;
}

struct fixed {
	struct exh_arena arena;
	struct exh_zv_script script;
	struct seen seen;
};

static void fix(struct fixed *fixed, const struct exh_zv_fixing *fixing, const char *text)
{
	struct exh_error err;

	*fixed = (struct fixed){ .arena = { .limit = LIMIT } };
	assert_int_equal(exh_zv_script_parse(bytes_of_text(text), &fixed->arena,
					     &fixed->script, NULL, &err),
			 EXH_OK);
	assert_int_equal(exh_zv_script_fix(&fixed->script, fixing, &fixed->arena, see,
					   &fixed->seen, &err),
			 EXH_OK);
}

/* Returns the script as text, owned by its arena. */
static const char *print(struct fixed *fixed)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_bytes text;

	exh_zv_script_print(&fixed->script, &out);
	exh_write_u8(&out, '\0');
	text = exh_memdup(&fixed->arena, exh_writer_bytes(&out));
	assert_non_null(text.data);
	exh_writer_free(&out);
	return (const char *)text.data;
}

/* A faulty script, and how it reads when it was put right. */
struct example {
	enum exh_zv_game game;
	const char *place, *faulty, *fixed;
};

/* One for each row that changes lines, in the order of the table. */
static const struct example examples[] = {
	{ EXH_ZV_NEMESIS, "ve5e",
	  "puzzle:19398 {\nresults {\naction:assign(1, 2)\n}\n}\n",
	  "puzzle:19398 {\n    results {\n        action:assign(1, 2)\n"
	  "        action:assign(19397, 0)\n    }\n}\n" },
	{ EXH_ZV_NEMESIS, "td9e",
	  "puzzle:3582 {\ncriteria {\n[568] = 2\n[1] = [568]\n}\ncriteria "
	  "{\n[568]!1\n}\n}\n",
	  "puzzle:3582 {\n    criteria {\n        [567] = 2\n        [1] = [568]\n    }\n"
	  "    criteria {\n        [567] ! 1\n    }\n}\n" },
	{ EXH_ZV_NEMESIS, "TD9E", "puzzle:3583 {\ncriteria {\n[568] = 2\n}\n}\n",
	  "puzzle:3583 {\n    criteria {\n        [567] = 2\n    }\n}\n" },
	{ EXH_ZV_NEMESIS, "td9e",
	  "puzzle:3594 {\ncriteria {\n[1] = 2\n}\ncriteria {\n}\ncriteria {\n[3] = "
	  "4\n}\n}"
	  "\n",
	  "puzzle:3594 {\n    criteria {\n        [1] = 2\n        [567] ! 1\n    }\n"
	  "    criteria {\n    }\n    criteria {\n        [3] = 4\n        [567] ! 1\n   "
	  " }\n"
	  "}\n" },
	{ EXH_ZV_NEMESIS, "tl9e",
	  "puzzle:1 {\nresults {\naction:playpreload:1282(9 1 2 3 4 5 6 1)\n}\n}\n",
	  "puzzle:1 {\n    results {\n        action:playpreload:1282(9, 146, 142, 298, "
	  "236, 16, 31, 1)\n    }\n}\n" },
	{ EXH_ZV_NEMESIS, "tl9e",
	  "puzzle:1 {\nresults {\naction:playpreload:1289(9,1,2,3,4,5,6,1)\n}\n}\n",
	  "puzzle:1 {\n    results {\n        action:playpreload:1289(9, 146, 142, 298, "
	  "236, 5, 15, 1)\n    }\n}\n" },
	{ EXH_ZV_ZGI, "me2j", "puzzle:9536 {\ncriteria {\n[1] = 2\n}\n}\n",
	  "puzzle:9536 {\n    criteria {\n        [1] = 2\n        [9404] = 0\n    "
	  "}\n}\n" },
	{ EXH_ZV_ZGI, "pe1e",
	  "puzzle:17162 {\ncriteria {\n[5] = 1\n[17161] > 10\n}\ncriteria {\n[7] > "
	  "10\n}\n}"
	  "\n",
	  "puzzle:17162 {\n    criteria {\n        [5] = 1\n        [17161] > 0\n"
	  "        [17161] ! 2\n    }\n    criteria {\n        [17161] > 0\n"
	  "        [7] ! 2\n    }\n}\n" },
	{ EXH_ZV_ZGI, "pp1f", "puzzle:10836 {\nresults {\na:assign(1, 2)\n}\n}\n",
	  "puzzle:10836 {\n    results {\n        action:assign(10803, 0)\n"
	  "        a:assign(1, 2)\n    }\n}\n" },
	{ EXH_ZV_ZGI, "em1h",
	  "control:5652 push_toggle {\n}\ncontrol:5653 push_toggle {\ncursor(idle)\n}\n",
	  "control:5652 push_toggle {\n}\n" },
	{ EXH_ZV_ZGI, "me1g",
	  "puzzle:1 {\nresults {\na:animplay:2(ME1GA011.AVI 0 0 300 213 0 9 1)\n}\n}\n",
	  "puzzle:1 {\n    results {\n        a:animplay:2(ME1GA011.AVI, 0, 0, 300, 215, "
	  "0, 9, 1)\n    }\n}\n" },
	{ EXH_ZV_ZGI, "px10", "puzzle:1 {\nresults {\na:delay_render(100)\n}\n}\n",
	  "puzzle:1 {\n    results {\n        a:delay_render(10)\n    }\n}\n" },
	{ EXH_ZV_ZGI, "hp3e",
	  "puzzle:1 {\nresults {\na:assign(1 2)\na:streamvideo(HP3EA021.avi 0 0 1 1 "
	  "0)\n}\n}"
	  "\n",
	  "puzzle:1 {\n    results {\n        a:assign(1, 2)\n        "
	  "action:kill(\"AUDIO\")\n        a:streamvideo(HP3EA021.avi, 0, 0, 1, 1, 0)\n"
	  "    }\n}\n" },
	{ EXH_ZV_ZGI, "universe",
	  "puzzle:1 {\nresults {\na:streamvideo(hp4ea051.avi 0 0 1 1 0)\n}\n}\n",
	  "puzzle:1 {\n    results {\n        action:kill(\"AUDIO\")\n"
	  "        a:streamvideo(hp4ea051.avi, 0, 0, 1, 1, 0)\n    }\n}\n" },
};

static struct exh_zv_fixing fixing_of(const struct example *example, bool applies)
{
	return (struct exh_zv_fixing){ example->game, "dvd", example->place, applies };
}

static void each_row_changes_its_lines_and_no_others(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
		const struct exh_zv_fixing fixing = fixing_of(&examples[i], true);
		struct fixed fixed;

		fix(&fixed, &fixing, examples[i].faulty);
		assert_string_equal(print(&fixed), examples[i].fixed);
		exh_arena_free(&fixed.arena);
	}
}

static size_t count_needed(const struct seen *seen)
{
	size_t count = 0;

	for (size_t i = 0; i < seen->count; i++)
		count += seen->items[i].state == EXH_ZV_FIX_NEEDED;
	return count;
}

static void looking_changes_nothing_and_fixed_scripts_are_told(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
		const struct exh_zv_fixing fixing = fixing_of(&examples[i], false);
		struct fixed looked, plain, again;

		fix(&plain, &(struct exh_zv_fixing){ .place = "none" },
		    examples[i].faulty);
		fix(&looked, &fixing, examples[i].faulty);
		assert_string_equal(print(&looked), print(&plain));
		assert_int_equal(count_needed(&looked.seen), 1);
		fix(&again, &fixing, examples[i].fixed);
		assert_int_equal(count_needed(&again.seen), 0);
		exh_arena_free(&looked.arena);
		exh_arena_free(&plain.arena);
		exh_arena_free(&again.arena);
	}
}

/* States of rows about td9e and pe1e, for other scripts than the games'. */
static void other_scripts_differ(void **unused)
{
	static const struct {
		struct example example;
		enum exh_zv_fix_state state;
	} cases[] = {
		{ { EXH_ZV_ZGI, "me2j", "puzzle:9536 {\n}\n", NULL },
		  EXH_ZV_FIX_DIFFERS },
		{ { EXH_ZV_ZGI, "me2j", "puzzle:1 {\n}\n", NULL }, EXH_ZV_FIX_NOT_FOUND },
		{ { EXH_ZV_ZGI, "me2j", "puzzle:9536 {\ncriteria {\n[9404]=0\n}\n}\n",
		    NULL },
		  EXH_ZV_FIX_DONE },
		{ { EXH_ZV_ZGI, "pe10", "puzzle:17162 {\ncriteria {\n[5] < 2\n}\n}\n",
		    NULL },
		  EXH_ZV_FIX_DIFFERS },
		{ { EXH_ZV_ZGI, "pe", "puzzle:17162 {\ncriteria {\n[5] > 2\n}\n}\n",
		    NULL },
		  EXH_ZV_FIX_NEEDED },
		{ { EXH_ZV_ZGI, "p", "puzzle:17162 {\ncriteria {\n[5] > 2\n}\n}\n",
		    NULL },
		  EXH_ZV_FIX_NEEDED },
		{ { EXH_ZV_ZGI, "me1g",
		    "puzzle:1 {\nresults {\na:animplay:2(me1ga011.avi 0 0 9 99 0 9 "
		    "1)\n}\n}\n",
		    NULL },
		  EXH_ZV_FIX_DIFFERS },
		{ { EXH_ZV_ZGI, "me1g",
		    "puzzle:1 {\nresults {\na:animplay:2(me1ga011.avi 0 0)\n}\n}\n",
		    NULL },
		  EXH_ZV_FIX_DIFFERS },
		{ { EXH_ZV_ZGI, "px10",
		    "puzzle:1 {\nresults {\na:delay_render(9)\n}\n}\n", NULL },
		  EXH_ZV_FIX_DONE },
		{ { EXH_ZV_ZGI, "px10",
		    "puzzle:1 {\nresults {\na:delay_render([7])\n}\n}\n", NULL },
		  EXH_ZV_FIX_DIFFERS },
		{ { EXH_ZV_NEMESIS, "tv2f",
		    "control:2411 push_toggle {\n}\ncontrol:4652 push_toggle {\n}\n",
		    NULL },
		  EXH_ZV_FIX_NEEDED },
		{ { EXH_ZV_NEMESIS, "mq80",
		    "puzzle:1 {\nresults {\na:music:14822(1 a.raw 1)\n}\n}\n", NULL },
		  EXH_ZV_FIX_NEEDED },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct exh_zv_fixing fixing = fixing_of(&cases[i].example, false);
		struct fixed fixed;

		fix(&fixed, &fixing, cases[i].example.faulty);
		assert_int_equal(fixed.seen.count, 1);
		assert_int_equal(fixed.seen.items[0].state, cases[i].state);
		exh_arena_free(&fixed.arena);
	}
}

/* "Not on CD: blocks there" */
static void rows_hold_for_their_game_edition_and_places(void **unused)
{
	static const char text[] = "puzzle:10836 {\nresults {\na:assign(1, 2)\n}\n}\n";
	static const struct exh_zv_fixing others[] = {
		{ EXH_ZV_ZGI, "cd", "pp1f", true },
		{ EXH_ZV_ZGI, NULL, "pp1f", true },
		{ EXH_ZV_NEMESIS, "dvd", "pp1f", true },
		{ EXH_ZV_ZGI, "dvd", "pp1e", true },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		struct fixed fixed;

		fix(&fixed, &others[i], text);
		assert_int_equal(fixed.seen.count, 0);
		assert_null(strstr(print(&fixed), "10803"));
		exh_arena_free(&fixed.arena);
	}
}

static void each_row_can_be_described(void **unused)
{
	size_t count;
	const struct exh_zv_fix *fixes = exh_zv_fixes(&count);
	struct exh_writer out = { .limit = LIMIT };

	(void)unused;
	assert_int_equal(count, 19);
	for (size_t i = 0; i < count; i++) {
		const size_t before = out.size;

		exh_zv_fix_describe(&fixes[i], &out);
		assert_true(out.size > before + 5);
	}
	assert_false(out.failed);
	exh_writer_free(&out);
}

static void the_file_that_never_was_is_known(void **unused)
{
	(void)unused;
	assert_true(exh_zv_file_never_was(EXH_ZV_ZGI, "ME00H62P.RAW"));
	assert_false(exh_zv_file_never_was(EXH_ZV_ZGI, "me00h64p.raw"));
	assert_false(exh_zv_file_never_was(EXH_ZV_NEMESIS, "me00h62p.raw"));
}

static void a_full_arena_is_an_error(void **unused)
{
	static const char text[] = "puzzle:19398 {\nresults {\na:b(1)\n}\n}\n";
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_zv_script script;
	struct exh_error err;

	(void)unused;
	assert_int_equal(
		exh_zv_script_parse(bytes_of_text(text), &arena, &script, NULL, &err),
		EXH_OK);
	arena.limit = arena.used + 100;
	assert_int_equal(exh_zv_script_fix(&script,
					   &(struct exh_zv_fixing){ EXH_ZV_NEMESIS, NULL,
								    "ve5e", true },
					   &arena, NULL, NULL, &err),
			 EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_row_changes_its_lines_and_no_others),
		cmocka_unit_test(looking_changes_nothing_and_fixed_scripts_are_told),
		cmocka_unit_test(other_scripts_differ),
		cmocka_unit_test(rows_hold_for_their_game_edition_and_places),
		cmocka_unit_test(each_row_can_be_described),
		cmocka_unit_test(the_file_that_never_was_is_known),
		cmocka_unit_test(a_full_arena_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
