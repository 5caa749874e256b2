#include "exhume/advanced/zvision_script.h"

#include "../base/testing.h"
#include "script_testing.h"

enum { LIMIT = 1 << 22 };

/* A script and its notes. */
struct reading {
	uint8_t *text;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_zv_script script;
	struct exh_error err;
	enum exh_status status;
};

static void read_bytes(struct reading *r, const void *text, size_t size)
{
	*r = (struct reading){ .text = tight_copy(text, size),
			       .arena = { .limit = LIMIT } };
	r->notes.arena = &r->arena;
	r->status = exh_zv_script_parse((struct exh_bytes){ r->text, size, 0 }, &r->arena,
					&r->script, &r->notes, &r->err);
}

static void read_text(struct reading *r, const char *text)
{
	read_bytes(r, text, strlen(text));
	assert_int_equal(r->status, EXH_OK);
}

static void release(struct reading *r)
{
	exh_arena_free(&r->arena);
	free(r->text);
}

/*
 * A short form for comparing: one node per line, without positions; contains what a dump
 * shows, and dropped lines.
 */

static void put(struct exh_writer *out, const char *text)
{
	exh_write_bytes(out, text, strlen(text));
}

static void put_number(struct exh_writer *out, int64_t number)
{
	char text[32];

	snprintf(text, sizeof text, "%lld", (long long)number);
	put(out, text);
}

static void put_span(struct exh_writer *out, const struct reading *r,
		     struct exh_zv_span span)
{
	exh_zv_latin1_to_utf8(exh_zv_script_text(&r->script, span), true, out);
}

static void put_args(struct exh_writer *out, const struct reading *r,
		     const struct exh_zv_node *node)
{
	struct exh_bytes args = exh_zv_script_text(&r->script, node->args), argument;

	while (exh_zv_script_argument(&args, &argument)) {
		put(out, "|");
		exh_zv_latin1_to_utf8(argument, true, out);
	}
}

static void put_node(struct exh_writer *out, const struct reading *r,
		     const struct exh_zv_node *node)
{
	static const char *const names[] = { "",	"puzzle", "control", "criteria",
					     "results", "flags",  "block",   "if",
					     "do",	"flag",	  "set",     "comment",
					     "unread" };

	for (const struct exh_zv_node *up = node->parent; up->parent; up = up->parent)
		put(out, " ");
	put(out, names[node->kind]);
	put(out, " ");
	if (node->kind == EXH_ZV_CRITERION) {
		char op[] = { node->op, '\0' };

		put_number(out, node->key);
		put(out, op);
		put(out, node->arg_is_key ? "@" : "");
		put_number(out, node->arg);
	} else if (node->kind == EXH_ZV_RESULT || node->kind == EXH_ZV_PARAMETER) {
		put_span(out, r, node->name);
		if (node->kind == EXH_ZV_RESULT) {
			put(out, ":");
			put_number(out, node->key);
		}
		put_args(out, r, node);
	} else if (node->kind <= EXH_ZV_CONTROL || node->kind == EXH_ZV_FLAG) {
		put_number(out, node->key);
		put(out, node->name.size ? " " : "");
		put_span(out, r, node->name);
	} else {
		put_span(out, r,
			 node->kind == EXH_ZV_COMMENT ? node->comment : node->text);
	}
	put(out, "\n");
}

static void assert_tree(const struct reading *r, const char *expected)
{
	struct exh_writer out = { .limit = LIMIT };

	for (const struct exh_zv_node *node = r->script.root.first; node;
	     node = exh_zv_script_next(node))
		put_node(&out, r, node);
	exh_write_u8(&out, '\0');
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
}

static void assert_reads(const char *text, const char *expected)
{
	struct reading r;

	read_text(&r, text);
	assert_tree(&r, expected);
	release(&r);
}

/* Asserts that the printed script parses to the same nodes, and prints the same again. */
static void assert_prints_same(const struct reading *r)
{
	struct exh_writer out = { .limit = LIMIT }, again = { .limit = LIMIT };
	struct reading printed;

	exh_zv_script_print(&r->script, &out);
	read_bytes(&printed, out.data, out.size);
	assert_int_equal(printed.status, EXH_OK);
	assert_int_equal(printed.notes.damage_count, 0);
	assert_true(same_script(&r->script, &printed.script));
	exh_zv_script_print(&printed.script, &again);
	assert_int_equal(out.size, again.size);
	if (out.size)
		assert_memory_equal(out.data, again.data, out.size);
	release(&printed);
	exh_writer_free(&out);
	exh_writer_free(&again);
}

/*
 * The grammar.
 */

#define PUZZLE                                                                          \
	"puzzle:1201 {\n"                                                               \
	"  criteria {\n    [1410] = 1\n    [1411]!-5\n    [1500] > [1501]\n  }\n"       \
	"  criteria{\n    [ 9 ]<12\n  }\n"                                              \
	"  results {\n    action:assign(1210, 0)\n    background:music:12(1 T.RAW 1)\n" \
	"  }\n"                                                                         \
	"  flags {\n    ONCE_PER_INST\n    do_me_now\n  }\n"                            \
	"}\n"                                                                           \
	"control:30 push_toggle {\n  flat_hotspot(1,2, 3  4)\n}\n"

#define PUZZLE_TREE                                                          \
	"puzzle 1201\n"                                                      \
	" criteria criteria\n  if 1410=1\n  if 1411!-5\n  if 1500>@1501\n"   \
	" criteria criteria\n  if 9<12\n"                                    \
	" results results\n  do assign:-1|1210|0\n  do music:12|1|t.raw|1\n" \
	" flags flags\n  flag 1 once_per_inst\n  flag 4 do_me_now\n"         \
	"control 30 push_toggle\n set flat_hotspot|1|2|3|4\n"

static void a_puzzle_and_a_control_are_read(void **state)
{
	(void)state;
	assert_reads(PUZZLE, PUZZLE_TREE);
}

static void lines_end_with_cr_lf_or_both(void **state)
{
	char text[2 * sizeof PUZZLE];
	size_t size = 0;

	(void)state;
	for (const char *c = PUZZLE; *c; c++) {
		if (*c == '\n')
			text[size++] = '\r';
		text[size++] = *c;
	}
	text[size] = '\0';
	assert_reads(text, PUZZLE_TREE);
	for (size = 0; PUZZLE[size]; size++)
		text[size] = PUZZLE[size] == '\n' ? '\r' : PUZZLE[size];
	text[size] = '\0';
	assert_reads(text, PUZZLE_TREE);
}

static void lines_and_columns_are_counted_from_1(void **state)
{
	struct reading r;
	const struct exh_zv_node *node;

	(void)state;
	read_text(&r, "# c\r\r\n\tpuzzle:1 {\n\n  results { # d\n   a:b()\n}}");
	node = r.script.root.first; /* the comment; then a line that is empty */
	assert_int_equal(node->line, 1);
	node = exh_zv_script_next(node);
	assert_int_equal(node->line, 3);
	assert_int_equal(node->column, 2);
	node = exh_zv_script_next(node);
	assert_int_equal(node->line, 5);
	assert_int_equal(node->column, 3);
	node = exh_zv_script_next(node);
	assert_int_equal(node->line, 6);
	assert_int_equal(node->column, 4);
	assert_int_equal(r.script.line_count, 7);
	release(&r);
}

static void comments_end_a_line_anywhere(void **state)
{
	(void)state;
	assert_reads("puzzle:1 { # {\n#}\nresults {\na:b(1#)\n)\n# x\n} # y\n}",
		     "puzzle 1\n comment #}\n results results\n  do b:-1|1\n  unread )\n"
		     "  comment # x\n");
}

static void arguments_are_split_but_for_brackets(void **state)
{
	(void)state;
	assert_reads("puzzle:1{\nresults{\na:b:2( x,,y\tz ,useart[1, 2,3] , [ 4 5)(6)\n"
		     "a:c\na: d : 7 ()\n}\n}",
		     "puzzle 1\n results results\n"
		     "  do b:2|x|y|z|useart[1, 2,3]|[ 4 5\n  do c:-1\n  do d:7\n");
}

static void latin_1_is_kept_and_lowered(void **state)
{
	(void)state;
	assert_reads("control:1 \xc9T\xd7\xdf {\n}", "control 1 "
						     "\xc3\xa9t\xc3\x97\xc3\x9f\n");
}

static void keys_of_arguments_are_known(void **state)
{
	static const struct {
		const char *text;
		bool is;
		int64_t key;
	} cases[] = {
		{ "[12]", true, 12 },
		{ "[ 7 ]", true, 7 },
		{ "[12", false, 0 },
		{ "12]", false, 0 },
		{ "[1]x", false, 0 },
		{ "[-1]", false, 0 },
		{ "[]", false, 0 },
		{ "[9223372036854775807]", true, INT64_MAX },
		{ "[9223372036854775808]", false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct exh_bytes text = { (const uint8_t *)cases[i].text,
						strlen(cases[i].text), 0 };
		int64_t key;

		assert_int_equal(exh_zv_argument_is_key(text, &key), cases[i].is);
		if (cases[i].is)
			assert_true(key == cases[i].key);
	}
}

/*
 * Dropped lines, and mended ones.
 */

static void criteria_of_another_form_are_dropped(void **state)
{
	(void)state;
	assert_reads(
		"puzzle:1 {\ncriteria {\n[1] == 2\n[1] = 2 x\n1 = 2\n[1] = \n[x] = 1\n"
		"[1] = +1\n[1] = 99999999999999999999\n[1]=[2\n[1]=2\n}\n}",
		"puzzle 1\n criteria criteria\n  unread [1] == 2\n"
		"  unread [1] = 2 x\n  unread 1 = 2\n  unread [1] =\n"
		"  unread [x] = 1\n  unread [1] = +1\n"
		"  unread [1] = 99999999999999999999\n  unread [1]=[2\n  if 1=2\n");
}

static void results_need_a_colon_and_an_action(void **state)
{
	(void)state;
	assert_reads(
		"puzzle:1 {\nresults {\nassign(1:2)\nx\na:(1)\na:b:x(1)\na:b(1\n}\n}",
		"puzzle 1\n results results\n  unread assign(1:2)\n  unread x\n"
		"  unread a:(1)\n  do b:-1|1\n  do b:-1|1\n");
}

static void unknown_blocks_are_skipped_whole(void **state)
{
	(void)state;
	assert_reads(
		"scene:1 {\nx\nresults {\na:b()\n}\n}\npuzzle:1 {\nwhat {\n} x\nhow\n}\n"
		"puzzle:x {\n}\n}\n",
		"block scene:1\n unread x\n block results\n  unread a:b()\n"
		"puzzle 1\n block what\n unread how\nblock puzzle:x\nunread }\n");
}

static void a_missing_brace_is_seen_where_the_next_block_begins(void **state)
{
	struct reading r;

	(void)state;
	read_text(&r,
		  "puzzle:1 {\nresults {\na:b(1)\nflags {\nDISABLED\npuzzle:2 {\n}\n");
	assert_tree(&r, "puzzle 1\n results results\n  do b:-1|1\n flags flags\n"
			"  flag 2 disabled\npuzzle 2\n");
	assert_int_equal(r.notes.damage_count, 0);
	assert_int_equal(r.script.root.first->odd, EXH_ZV_NO_CLOSING);
	assert_prints_same(&r);
	release(&r);
}

static void a_head_without_a_brace_begins_a_block_anywhere(void **state)
{
	(void)state;
	assert_reads("puzzle:1 {\nresults {\na:b(1)\npuzzle:2\n{\nflags {\n}\n}\n"
		     "control:3 lever {\ncontrol:4 pana\nx(1)\n}\n",
		     "puzzle 1\n results results\n  do b:-1|1\npuzzle 2\n flags flags\n"
		     "control 3 lever\ncontrol 4 pana\n set x|1\n");
	assert_reads("control:1 lever {\ncontrol:2 x( 1)\ncontrol:3 y(1)\n}\n",
		     "control 1 lever\n set control:2 x|1\n set control:3 y|1\n");
}

static void braces_may_stand_on_a_line_of_their_own(void **state)
{
	struct reading r;

	(void)state;
	read_text(&r,
		  "puzzle:1\n# c\n{ # d\nresults\n{\na:b(1)\n}\nflags\nDISABLED\n}\n}\n");
	assert_tree(&r, "puzzle 1\n comment # c\n comment # d\n results results\n"
			"  do b:-1|1\n flags flags\n  flag 2 disabled\n");
	assert_int_equal(r.script.root.first->odd, 0);
	assert_prints_same(&r);
	release(&r);
}

static void what_the_file_leaves_open_is_damage(void **state)
{
	struct reading r;

	(void)state;
	read_text(&r, "puzzle:10 {\r\n    results {\r\n        action:assign(1, 1)\r\n");
	assert_tree(&r, "puzzle 10\n results results\n  do assign:-1|1|1\n");
	assert_int_equal(r.notes.damage_count, 1);
	assert_true(has_note(&r.notes, EXH_DAMAGE,
			     "line 3: the file ends in results that began in line 2"));
	assert_prints_same(&r);
	release(&r);
}

static void marks_that_end_dos_texts_are_no_line(void **state)
{
	struct reading r;

	(void)state;
	read_bytes(&r, "puzzle:1 {\n}\n\x1a\0\0", 16);
	assert_int_equal(r.status, EXH_OK);
	assert_tree(&r, "puzzle 1\n");
	release(&r);
}

static void other_files_are_refused_and_empty_ones_are_not(void **state)
{
	struct reading r;

	(void)state;
	read_bytes(&r, "hello\nworld\n", 12);
	assert_int_equal(r.status, EXH_INVALID);
	release(&r);
	read_bytes(&r, "ZFSF\0\npuzzle:1 {\n}\n", 19);
	assert_int_equal(r.status, EXH_INVALID);
	release(&r);
	assert_reads("", "");
	assert_reads("# nothing\n", "comment # nothing\n");
}

static void memory_has_a_limit(void **state)
{
	static const char text[] = "puzzle:1 {\nresults {\na:b()\na:b()\n}\n}\n";
	struct exh_arena arena = { .limit = 4 * sizeof(struct exh_zv_node) };
	struct exh_zv_script script;
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_zv_script_parse((struct exh_bytes){ (const uint8_t *)text,
								 sizeof text - 1, 0 },
					     &arena, &script, NULL, &err),
			 EXH_OK);
	exh_arena_free(&arena);
	arena.limit--;
	assert_int_equal(exh_zv_script_parse((struct exh_bytes){ (const uint8_t *)text,
								 sizeof text - 1, 0 },
					     &arena, &script, NULL, &err),
			 EXH_NO_MEMORY);
	assert_non_null(strstr(err.text, "line 4"));
	exh_arena_free(&arena);
}

/*
 * Printing.
 */

static void the_canonical_form_is_indented(void **state)
{
	static const char text[] =
		"# first\nPUZZLE:01 { # a\n#b\nCriteria {\n[ 1 "
		"]=2#c\n}\nresults{\nA:Add:07"
		"(K,1 X)rest\n}\nFLAGS {\ndisabled\n} # d\nwhat {\n! \n}\n}\n"
		"control:2 Lever {\ndescfile(X.LEV)\n}\n";
	static const char expected[] = "# first\n"
				       "puzzle:1 { # a\n"
				       "    #b\n"
				       "    criteria {\n"
				       "        [1] = 2 #c\n"
				       "    }\n"
				       "    results {\n"
				       "        A:add:07(K, 1, X) rest\n"
				       "    }\n"
				       "    flags {\n"
				       "        DISABLED\n"
				       "    } # d\n"
				       "    what {\n"
				       "        !\n"
				       "    }\n"
				       "}\n"
				       "\n"
				       "control:2 lever {\n"
				       "    descfile(X.LEV)\n"
				       "}\n";
	struct exh_writer out = { .limit = LIMIT };
	struct reading r;

	(void)state;
	read_text(&r, text);
	exh_zv_script_print(&r.script, &out);
	assert_same_bytes(exh_writer_bytes(&out), expected, sizeof expected - 1);
	assert_prints_same(&r);
	exh_writer_free(&out);
	release(&r);
}

/* Pieces of scripts in any order. */
static void whatever_was_read_is_printed_the_same(void **state)
{
	static const char *const pieces[] = {
		"puzzle:",
		"control:",
		"criteria",
		"results",
		"flags",
		"{",
		"}",
		"[",
		"]",
		"(",
		")",
		"\n",
		"\n",
		"\r\n",
		"\r",
		"#",
		" ",
		",",
		"1",
		"23",
		"=",
		"!",
		"-",
		"action:",
		"assign",
		":",
		"lever",
		"DISABLED",
		"\xc9",
		"{\n",
		"}\n",
		"puzzle:1 {\n",
		"results {\n",
		"criteria {\n",
		"control:2 lever {\n",
		"[1] = 2\n",
		"a:b(1,2)\n",
		"DISABLED\n",
		"x(1)\n",
	};
	uint64_t seed = 7;
	size_t good = 0;

	(void)state;
	for (int round = 0; round < 4000; round++) {
		struct exh_writer text = { .limit = LIMIT };
		struct reading r;

		for (uint32_t i = roll(&seed, 40); i > 0; i--) {
			const char *piece =
				pieces[roll(&seed, sizeof pieces / sizeof pieces[0])];

			put(&text, piece);
		}
		read_bytes(&r, text.data, text.size);
		if (r.status == EXH_OK) {
			good++;
			assert_prints_same(&r);
		}
		release(&r);
		exh_writer_free(&text);
	}
	assert_true(good > 1000);
}

static void every_shorter_script_is_read(void **state)
{
	(void)state;
	for (size_t size = 0; size < sizeof PUZZLE; size++) {
		struct reading r;

		read_bytes(&r, PUZZLE, size);
		if (r.status == EXH_OK)
			assert_prints_same(&r);
		else
			assert_int_equal(r.status, EXH_INVALID);
		release(&r);
	}
}

/*
 * Problems.
 */

static void note_problem(void *context, const struct exh_zv_problem *problem)
{
	struct exh_writer *out = context;

	put_number(out, problem->line);
	put(out, ":");
	put_number(out, problem->column);
	put(out, " ");
	put(out, exh_zv_problem_name(problem->kind));
	put(out, " ");
	put(out, problem->text);
	put(out, "\n");
}

static void assert_problems(const char *text, const char *expected)
{
	struct exh_writer out = { .limit = LIMIT };
	struct reading r;

	read_text(&r, text);
	assert_true(exh_zv_script_problems(&r.script, note_problem, &out));
	exh_write_u8(&out, '\0');
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
	release(&r);
}

static void a_good_script_has_no_problem(void **state)
{
	(void)state;
	assert_problems("puzzle:1201 {\nresults {\naction:timer:3(5)\n}\n} # end\n", "");
}

static void names_that_are_not_known_are_problems(void **state)
{
	(void)state;
	assert_problems(
		"puzzle:1 {\nresults {\na:frobnicate(2)\na:add:x(1,2)\na:assign(1)\n"
		"a:assign(1 2 3)\na:timer(2)\n}\n}\n"
		"control:2 knob {\nx(1)\n}\ncontrol:3 lever {\nx(1)\nvenus_id(3)\n}\n",
		"3:1 unknown-action unknown action \"frobnicate\"\n"
		"4:1 slot slot \"x\", expected the number of a key\n"
		"5:1 arguments assign: 1 arguments, expected 2\n"
		"6:1 arguments assign: 3 arguments, expected 2; the others are ignored\n"
		"7:1 arguments timer without a slot, the key that controls it\n"
		"10:1 unknown-control unknown control \"knob\"\n"
		"14:1 unknown-parameter unknown parameter \"x\" of lever\n");
}

static void forms_that_are_odd_are_problems(void **state)
{
	(void)state;
	assert_problems(
		"puzzle:1\nx\nresults {\na:quit(1\na:quit(1)2\ny\n} z\nwhat {\nw\n}\n"
		"flags {\nNEVER\nflags {\n}\n}\n",
		"1:1 brace a block without its {\n"
		"2:1 unread \"x\" is skipped, expected criteria {, results { or flags {\n"
		"3:1 rest \"} z\" ends it; text next to the brace is ignored\n"
		"4:1 parenthesis arguments without their )\n"
		"5:1 rest \"2\" after it is ignored\n"
		"6:1 unread \"y\" is skipped, expected prefix:action(ARGUMENTS)\n"
		"8:1 unread a block \"what\" is skipped, expected criteria {, results { "
		"or "
		"flags {\n"
		"11:1 brace a block without its }: another one begins\n"
		"12:1 unread \"never\" is skipped, expected ONCE_PER_INST, DO_ME_NOW or "
		"DISABLED\n");
}

static void assert_never(const char *criteria, bool never)
{
	struct exh_writer text = { .limit = LIMIT }, out = { .limit = LIMIT };
	struct reading r;

	put(&text, "puzzle:1 {\ncriteria {\n");
	put(&text, criteria);
	put(&text, "}\n}\n");
	read_bytes(&r, text.data, text.size);
	assert_true(exh_zv_script_problems(&r.script, note_problem, &out));
	exh_write_u8(&out, '\0');
	assert_int_equal(
		strstr((const char *)out.data, "unreached puzzle 1 never runs") != NULL,
		never);
	exh_writer_free(&text);
	exh_writer_free(&out);
	release(&r);
}

static void criteria_that_contradict_each_other_are_found(void **state)
{
	(void)state;
	assert_never("[5] = 1\n[5] = 2\n", true);
	assert_never("[5] = 1\n[5] = 1\n", false);
	assert_never("[5] = 1\n[6] = 2\n", false);
	assert_never("[5] = 1\n[5] ! 1\n", true);
	assert_never("[5] ! 1\n[5] ! 2\n", false);
	assert_never("[5] > 3\n[5] < 4\n", true);
	assert_never("[5] > 3\n[5] < 5\n", false);
	assert_never("[5] > 3\n[5] < 5\n[5] ! 4\n", true);
	assert_never("[5] > 3\n[5] = 3\n", true);
	assert_never("[5] = 3\n[5] > 3\n", true);
	assert_never("[5] = 3\n[5] < 3\n", true);
	assert_never("[5] ! [5]\n", true);
	assert_never("[5] > [5]\n", true);
	assert_never("[5] = [5]\n", false);
	assert_never("[5] > [6]\n[5] < [6]\n", false);
	assert_never("[5] > 9223372036854775807\n", true);
	assert_never("[5] < -9223372036854775807\n", false);
	assert_never("[1] = 1\n", true); /* the puzzle's own key */
	assert_never("[1] = 2\n", false);
	assert_never("[5] = 1\n[5] = 2\n}\ncriteria {\n[5] = 1\n", false);
	assert_never("[5] = 1\n[5] = 2\n}\ncriteria {\n", true); /* empty: ignored */
}

static void duplicates_and_what_follows_a_restored_game_are_found(void **state)
{
	(void)state;
	assert_problems("puzzle:5 {\nresults {\na:restore_game(x)\n# c\na:quit(1)\n}\n}\n"
			"puzzle:40000 {\n}\npuzzle:5 {\n}\n",
			"5:1 unreached results after restore_game never run\n"
			"8:1 key key 40000, expected at most 29999\n"
			"10:1 duplicate-key puzzle 5 is already in line 1: when one has "
			"run, the other does not\n");
}

/* The tables are searched by bisection: each name must be in its place. */
static void every_action_is_known(void **state)
{
	static const char *const names[] = {
		"add",
		"add_preblt",
		"animplay",
		"animpreload",
		"animunload",
		"assign",
		"attenuate",
		"change_location",
		"clear_system_message",
		"copy_file",
		"crossfade",
		"cursor",
		"debug",
		"delay_render",
		"disable_control",
		"disable_venus",
		"display_message",
		"dissolve",
		"distort",
		"enable_control",
		"flush_mouse_events",
		"inventory",
		"kill",
		"menu_bar_enable",
		"music",
		"pan_track",
		"playpreload",
		"preferences",
		"quit",
		"random",
		"region",
		"remove_preblt",
		"restore_game",
		"rotate_to",
		"save_game",
		"set_master_volume",
		"set_partial_screen",
		"set_screen",
		"set_venus",
		"stop",
		"streamvideo",
		"syncsound",
		"timer",
		"ttytext",
		"universe_music",
		"zoom",
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		struct exh_writer text = { .limit = LIMIT }, out = { .limit = LIMIT };
		struct reading r;

		put(&text, "puzzle:1 {\nresults {\na:");
		put(&text, names[i]);
		put(&text, "()\n}\n}\n");
		read_bytes(&r, text.data, text.size);
		assert_true(exh_zv_script_problems(&r.script, note_problem, &out));
		exh_write_u8(&out, '\0');
		if (strstr((const char *)out.data, "unknown"))
			fail_msg("%s is not known", names[i]);
		exh_writer_free(&text);
		exh_writer_free(&out);
		release(&r);
	}
}

/*
 * Uses.
 */

static void note_use(void *context, const struct exh_zv_use *use)
{
	static const char *const names[] = { "read",   "write",	  "enable", "disable",
					     "puzzle", "control", "place",  "file" };
	struct exh_writer *out = context;

	put_number(out, use->line);
	put(out, ":");
	put_number(out, use->column);
	put(out, " ");
	put(out, names[use->kind]);
	put(out, " ");
	if (use->kind == EXH_ZV_USE_PLACE)
		put(out, use->place);
	else if (use->kind == EXH_ZV_USE_FILE)
		exh_write_bytes(out, use->text.data, use->text.size);
	else
		put_number(out, use->key);
	put(out, " ");
	put(out, use->how);
	put(out, "\n");
}

static void assert_uses(const char *text, const char *expected)
{
	struct exh_writer out = { .limit = LIMIT };
	struct reading r;

	read_text(&r, text);
	exh_zv_script_uses(&r.script, note_use, &out);
	exh_write_u8(&out, '\0');
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
	release(&r);
}

static void keys_that_are_read_and_written_are_reported(void **state)
{
	(void)state;
	assert_uses(
		"puzzle:1 {\ncriteria {\n [2] > [3]\n}\nresults {\n"
		"a:add(4, [5])\na:random:6(7)\na:enable_control(8)\na:stop(9)\n"
		"a:inventory(addi 10)\na:inventory(add 11)\na:set_venus(12)\n"
		"a:what(13, [14])\n}\n}\n"
		"control:20 fist {\nsound_key(21)\nvenus_id(22)\n}\ncontrol:23 pana "
		"{\n}\n",
		"1:1 puzzle 1 puzzle\n"
		"3:2 read 2 criteria\n3:8 read 3 criteria\n"
		"6:7 read 4 add\n6:7 write 4 add\n6:10 read 5 add\n"
		"7:10 write 6 random\n8:18 enable 8 enable_control\n9:8 write 9 stop\n"
		"10:18 read 10 inventory\n"
		"12:13 read 12 set_venus\n12:13 write 13 set_venus\n"
		"13:12 read 14 unknown action\n"
		"16:1 control 20 fist\n16:1 write 20 fist\n17:11 write 21 sound_key\n"
		"18:10 read 22 venus_id\n18:10 write 13 venus_id\n"
		"20:1 control 23 pana\n");
}

static void places_and_files_are_reported(void **state)
{
	(void)state;
	assert_uses(
		"puzzle:1 {\nresults {\na:change_location(G, a, rY, 0)\n"
		"a:change_location(0 0 00 [5])\na:change_location(g,a,[6],0)\n"
		"a:set_screen(A.TGA)\na:music:2(4 1 2 3)\na:music:2(1 x.raw 1)\n"
		"a:region:3(useart[1,2,3] 1 2 3 4 5 6 7 8)\n}\n}\n"
		"control:9 lever {\ndescfile(l.lev)\n}\n",
		"1:1 puzzle 1 puzzle\n"
		"3:19 place gary change_location\n"
		"4:26 read 5 change_location\n4:19 place 0000 change_location\n"
		"5:23 read 6 change_location\n5:19 place  change_location\n"
		"6:14 file A.TGA set_screen\n7:9 write 2 music\n"
		"8:9 write 2 music\n8:13 file x.raw music\n9:10 write 3 region\n"
		"12:1 control 9 lever\n12:1 write 9 lever\n13:10 file l.lev descfile\n");
}

static void keys_of_the_engine_have_a_meaning(void **state)
{
	(void)state;
	assert_string_equal(exh_zv_key_meaning(9), "item held");
	assert_string_equal(exh_zv_key_meaning(149), "items");
	assert_null(exh_zv_key_meaning(1201));
	assert_null(exh_zv_key_meaning(-1));
}

static void the_samples_are_read(void **state)
{
	static const char *const names[] = { "zvision/text/tour.scr",
					     "zvision/text/mini.scr",
					     "zvision/pana/gn10.scr",
					     "zvision/run/demo/gary.scr" };

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const struct exh_bytes file = load_game_file(names[i]);
		struct exh_writer out = { .limit = LIMIT };
		struct reading r;

		if (!file.data)
			skip();
		read_bytes(&r, file.data, file.size);
		assert_int_equal(r.status, EXH_OK);
		assert_true(exh_zv_script_problems(&r.script, note_problem, &out));
		assert_int_equal(out.size, 0);
		assert_prints_same(&r);
		release(&r);
		free((void *)file.data);
	}
}

static void names_end_where_their_enums_do(void **state)
{
	(void)state;
	assert_enum_names(EXH_ZV_PROBLEM_BLANKS + 1, exh_zv_problem_name,
			  enum exh_zv_problem_kind);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_end_where_their_enums_do),
		cmocka_unit_test(a_puzzle_and_a_control_are_read),
		cmocka_unit_test(lines_end_with_cr_lf_or_both),
		cmocka_unit_test(lines_and_columns_are_counted_from_1),
		cmocka_unit_test(comments_end_a_line_anywhere),
		cmocka_unit_test(arguments_are_split_but_for_brackets),
		cmocka_unit_test(latin_1_is_kept_and_lowered),
		cmocka_unit_test(keys_of_arguments_are_known),
		cmocka_unit_test(criteria_of_another_form_are_dropped),
		cmocka_unit_test(results_need_a_colon_and_an_action),
		cmocka_unit_test(unknown_blocks_are_skipped_whole),
		cmocka_unit_test(a_missing_brace_is_seen_where_the_next_block_begins),
		cmocka_unit_test(a_head_without_a_brace_begins_a_block_anywhere),
		cmocka_unit_test(braces_may_stand_on_a_line_of_their_own),
		cmocka_unit_test(what_the_file_leaves_open_is_damage),
		cmocka_unit_test(marks_that_end_dos_texts_are_no_line),
		cmocka_unit_test(other_files_are_refused_and_empty_ones_are_not),
		cmocka_unit_test(memory_has_a_limit),
		cmocka_unit_test(the_canonical_form_is_indented),
		cmocka_unit_test(whatever_was_read_is_printed_the_same),
		cmocka_unit_test(every_shorter_script_is_read),
		cmocka_unit_test(a_good_script_has_no_problem),
		cmocka_unit_test(names_that_are_not_known_are_problems),
		cmocka_unit_test(forms_that_are_odd_are_problems),
		cmocka_unit_test(criteria_that_contradict_each_other_are_found),
		cmocka_unit_test(duplicates_and_what_follows_a_restored_game_are_found),
		cmocka_unit_test(every_action_is_known),
		cmocka_unit_test(keys_that_are_read_and_written_are_reported),
		cmocka_unit_test(places_and_files_are_reported),
		cmocka_unit_test(keys_of_the_engine_have_a_meaning),
		cmocka_unit_test(the_samples_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
