#include "testing.h"
#include "zv_script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 22, MOST_LINES = 64 };

static struct exh_bytes text_bytes(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

/* Returns the canonical text, which ends with 0. */
static struct exh_writer printed(struct exh_bytes script)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_zv_script parsed;
	struct exh_error err;

	assert_int_equal(exh_zv_script_parse(script, &arena, &parsed, NULL, &err),
			 EXH_OK);
	exh_zv_script_print(&parsed, &out);
	exh_write_u8(&out, 0);
	out.size--;
	exh_arena_free(&arena);
	return out;
}

/* Returns the script of an edited text, which ends with 0. */
static struct exh_writer unprint(struct exh_bytes original, struct exh_bytes edited,
				 size_t *warnings)
{
	static const struct common common = { .verbosity = -1 };
	struct exh_writer out = { .limit = LIMIT };
	struct report report;
	struct exh_error err;

	report_start(&report, "test", &common);
	assert_int_equal(scr_unprint(original, edited, "a.txt", &report, &out, &err),
			 EXH_OK);
	*warnings = json_size(report.warnings);
	report_end(&report);
	exh_write_u8(&out, 0);
	out.size--;
	return out;
}

/* Odd in every way that keeps its meaning; each line of a criterion, result, flag or
 * parameter is one of the canonical text. */
static const char odd[] =
	"# head\r\n\r\nPuzzle:1 {  # first\r\n  CRITERIA {\r\n\t[1]=2\r\n\r\n"
	"   [3] ! [4]  # why\r\n  }\r\n  results { \r\n\taction:ASSIGN(1,1)\r\n\r\n"
	"  event:Add(2 , 3)\r\n }\r\n}\r\n\r\n \r\npuzzle:2\r\n{\r\n# inside\r\nlost\r\n"
	"flags{\r\nONCE_PER_INST\r\n}\r\n}\r\n\r\n# last \311\r\n"
	"control:3 push_toggle {\r\n  Flat_Hotspot(1 2 3 4)\r\n}";

struct script_lines {
	struct exh_bytes items[MOST_LINES];
	size_t count;
};

static struct script_lines split(struct exh_bytes text)
{
	struct script_lines lines = { .count = 0 };

	while (text.size) {
		const size_t size = scr_line_size(text);

		assert_true(lines.count < MOST_LINES);
		lines.items[lines.count++] = (struct exh_bytes){ text.data, size, 0 };
		text.data += size;
		text.size -= size;
	}
	return lines;
}

/* Joins lines, with line i in another form; with NULL it is left out. */
static struct exh_writer join(const struct script_lines *lines, size_t i,
			      const char *other)
{
	struct exh_writer out = { .limit = LIMIT };

	for (size_t k = 0; k < lines->count; k++)
		if (k != i)
			exh_write_bytes(&out, lines->items[k].data, lines->items[k].size);
		else if (other)
			exh_write_bytes(&out, other, strlen(other));
	exh_write_u8(&out, 0);
	out.size--;
	return out;
}

static void an_unedited_text_gives_the_same_bytes(void **state)
{
	static const char *const texts[] = {
		odd,
		"",
		"\r\n\r\n",
		"puzzle:1 {\n}\n\n\n",
		"\npuzzle:1 {\r}\rpuzzle:2 {\r\n}\n",
		"puzzle:1 {\npuzzle:2 {\ncriteria {\n[1] = [2]\n}\nflags {\n}\n}\n}",
		"puzzle:1 {\nresults {\na:b(1)\n",
		"puzzle:1\n\n{ # c\nresults\n{\na:b(1)\n}\n} # end\n",
		"control:2 T {\nodd {\nx\n}\n}\n}\n stray\n",
	};
	size_t warnings;

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct exh_writer text = printed(text_bytes(texts[i]));
		struct exh_writer out =
			unprint(text_bytes(texts[i]), exh_writer_bytes(&text), &warnings);

		assert_string_equal((const char *)out.data, texts[i]);
		assert_int_equal(warnings, 0);
		exh_writer_free(&text);
		exh_writer_free(&out);
	}
}

/* Lines of the odd script, and lines of its canonical text that stand for them. */
static const struct {
	size_t line, printed;
	const char *other;
} statements[] = {
	{ 4, 3, "        [5] = 6" },	{ 6, 4, "    [3] < 1 # why not" },
	{ 9, 7, "a:kill(3)" },		{ 11, 8, "        action:add(2, 4)" },
	{ 18, 13, "    # other" },	{ 19, 14, "found" },
	{ 21, 16, "        DISABLED" }, { 25, 20, "# least" },
	{ 27, 22, "    cursor(idle)" },
};

static void an_edited_line_changes_only_that_line(void **state)
{
	const struct script_lines lines = split(text_bytes(odd));
	struct exh_writer text = printed(text_bytes(odd));
	const struct script_lines canonical = split(exh_writer_bytes(&text));
	size_t warnings;

	(void)state;
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
		for (int removes = 0; removes < 2; removes++) {
			char now[80], wanted[80];
			struct exh_writer edited, expected, out;

			snprintf(now, sizeof now, "%s\n", statements[i].other);
			snprintf(wanted, sizeof wanted, "%s\r\n", statements[i].other);
			edited = join(&canonical, statements[i].printed,
				      removes ? NULL : now);
			expected =
				join(&lines, statements[i].line, removes ? NULL : wanted);
			out = unprint(text_bytes(odd), exh_writer_bytes(&edited),
				      &warnings);
			assert_string_equal((const char *)out.data,
					    (const char *)expected.data);
			assert_int_equal(warnings, 0);
			exh_writer_free(&edited);
			exh_writer_free(&expected);
			exh_writer_free(&out);
		}
	exh_writer_free(&text);
}

/* A script, its text after an edit, and the script that gives. */
static const struct {
	const char *original, *edited, *expected;
} edits[] = {
	/* Puzzles that are added at the start, in the middle and at the end. */
	{ "puzzle:2 {\r\n}\r\n\r\npuzzle:3 {\r\n}",
	  "puzzle:1 {\n}\n\npuzzle:2 {\n}\n\npuzzle:3 {\n}\n",
	  "puzzle:1 {\r\n}\r\n\r\npuzzle:2 {\r\n}\r\n\r\npuzzle:3 {\r\n}" },
	{ "Puzzle:2 {\n}\nPUZZLE:3 {\n}\n",
	  "puzzle:2 {\n}\n\npuzzle:1 {\n}\n\npuzzle:3 {\n}\n",
	  "Puzzle:2 {\n}\npuzzle:1 {\n}\n\nPUZZLE:3 {\n}\n" },
	{ "Puzzle:2 {\n}\n\n\n", "puzzle:2 {\n}\n\npuzzle:3 {\n}\n",
	  "Puzzle:2 {\n}\n\npuzzle:3 {\n}\n\n\n" },
	{ "Puzzle:2 {\r}", "puzzle:2 {\n}\n\npuzzle:3 {\n}\n",
	  "Puzzle:2 {\r}\r\rpuzzle:3 {\r}" },
	{ "", "puzzle:3 {\n}\n", "puzzle:3 {\r\n}\r\n" },
	/* Puzzles that are removed. */
	{ "P:1\nPuzzle:1 {\n\n}\n\n\nPuzzle:2 {\n}\n", "P:1\n\npuzzle:2 {\n}\n",
	  "P:1\nPuzzle:2 {\n}\n" },
	{ "Puzzle:1 {\n}\n\n\nPuzzle:2 {\n\n[x\n\n}\n \nPuzzle:3 {\n}\n",
	  "puzzle:1 {\n}\n\npuzzle:3 {\n}\n", "Puzzle:1 {\n}\n\n\nPuzzle:3 {\n}\n" },
	{ "Puzzle:1 {\n}\n\n\nPuzzle:2 {\n}\n", "puzzle:1 {\n}\n", "Puzzle:1 {\n}\n" },
	{ "Puzzle:1 {\n}\n", "", "" },
	/* Lines that are indented otherwise, and other line ends, are no edits. */
	{ "Puzzle:1 {\n Results{\nA:B(1)\n}\n}\n",
	  "  puzzle:1 {\r\nresults {\r\n  A:b(1)  \r\n}\r\n}\r\n",
	  "Puzzle:1 {\n Results{\nA:B(1)\n}\n}\n" },
	/* Several results in place of others, some of them new. */
	{ "Puzzle:1 {\nResults {\nA:x(1)\n\nA:x(2)\n# c\nA:x(3)\n}\n}\n",
	  "puzzle:1 {\n results {\nA:y(1)\nA:y(2)\nA:y(4)\n# c\nA:x(3)\n}\n}\n",
	  "Puzzle:1 {\nResults {\nA:y(1)\n\nA:y(2)\nA:y(4)\n# c\nA:x(3)\n}\n}\n" },
	/* A head whose brace is in the next line. */
	{ "Puzzle:1\n{\n Results\n  {\nA:B(1)\n}\n}\n",
	  "puzzle:2 {\n    results {\n        A:b(1)\n    }\n}\n",
	  "puzzle:2 {\n Results\n  {\nA:B(1)\n}\n}\n" },
	/* A brace that also has a comment: the statement is printed anew. */
	{ "Puzzle:0 {\n}\nPuzzle:1\n{ # c\n Results{\n}\n}\nPuzzle:3 {\n}\n",
	  "puzzle:0 {\n}\n\npuzzle:2 {\n    # c\n    results {\n    }\n}\n\npuzzle:3 "
	  "{\n}\n",
	  "Puzzle:0 {\n}\npuzzle:2 {\n    # c\n    results {\n    }\n}\nPuzzle:3 "
	  "{\n}\n" },
	/* The mark at the end of DOS texts. */
	{ "Puzzle:1 {\r\n}\r\n\x1a", "puzzle:1 {\nflags {\nDISABLED\n}\n}\n",
	  "Puzzle:1 {\r\nflags {\r\nDISABLED\r\n}\r\n}\r\n\x1a" },
	/* Latin-1 that an editor saved as UTF-8, with and without its mark. */
	{ "# \344\npuzzle:1 {\n}\n", "# \303\244\npuzzle:2 {\n}\n",
	  "# \344\npuzzle:2 {\n}\n" },
	{ "puzzle:1 {\n}\n", "\357\273\277# \303\244\npuzzle:1 {\n}\n",
	  "# \344\npuzzle:1 {\n}\n" },
	{ "# \303\244\npuzzle:1 {\n}\n", "# \303\244\npuzzle:2 {\n}\n",
	  "# \303\244\npuzzle:2 {\n}\n" },
};

static void edits_are_put_where_they_belong(void **state)
{
	size_t warnings;

	(void)state;
	for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
		struct exh_writer out = unprint(text_bytes(edits[i].original),
						text_bytes(edits[i].edited), &warnings);

		assert_string_equal((const char *)out.data, edits[i].expected);
		assert_int_equal(warnings, 0);
		exh_writer_free(&out);
	}
}

static void texts_that_are_no_scripts_are_refused(void **state)
{
	static const struct common common = { .verbosity = -1 };
	struct exh_writer out = { .limit = LIMIT };
	struct report report;
	struct exh_error err;

	(void)state;
	report_start(&report, "test", &common);
	assert_int_equal(scr_unprint(text_bytes(odd), text_bytes("hello\n"), "a.txt",
				     &report, &out, &err),
			 EXH_INVALID);
	assert_int_equal(scr_unprint(text_bytes("hello\n"), text_bytes(odd), "a.txt",
				     &report, &out, &err),
			 EXH_INVALID);
	report_end(&report);
	exh_writer_free(&out);
}

/* Random edits of lines: the script must read as the text, and lines that occur only in
 * places without edits must be there. */
static void any_edit_reads_as_the_text(void **state)
{
	struct exh_writer text = printed(text_bytes(odd));
	const struct script_lines canonical = split(exh_writer_bytes(&text));
	uint32_t seed = 1;
	size_t warnings;

	(void)state;
	for (int turn = 0; turn < 3000; turn++) {
		struct exh_writer edited = { .limit = LIMIT }, out, wanted, found;

		for (size_t i = 0; i < canonical.count; i++) {
			seed = seed * 1664525 + 1013904223;
			if (seed >> 24 < 20)
				continue;
			if (seed >> 24 < 30)
				i = i ? i - 1 : i;
			exh_write_bytes(&edited, canonical.items[i].data,
					canonical.items[i].size);
			if (seed >> 24 > 240)
				exh_write_bytes(&edited, "puzzle:7 {\n", 11);
		}
		exh_write_bytes(&edited, "puzzle:8 {\n}\n", 13);
		out = unprint(text_bytes(odd), exh_writer_bytes(&edited), &warnings);
		wanted = printed(exh_writer_bytes(&edited));
		found = printed(exh_writer_bytes(&out));
		assert_string_equal((const char *)found.data, (const char *)wanted.data);
		exh_writer_free(&edited);
		exh_writer_free(&out);
		exh_writer_free(&wanted);
		exh_writer_free(&found);
	}
	exh_writer_free(&text);
}

/* Long texts with nothing in common are soon given up. */
static void long_edits_take_no_time(void **state)
{
	struct exh_writer original = { .limit = LIMIT }, edited = { .limit = LIMIT }, out;
	char line[64];
	size_t warnings;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		snprintf(line, sizeof line, "puzzle:%d {\r\n}\r\n", i);
		exh_write_bytes(&original, line, strlen(line));
		snprintf(line, sizeof line, "puzzle:%d {\n}\n\n", (i * 7919) % 20000);
		exh_write_bytes(&edited, line, strlen(line));
	}
	out = unprint(exh_writer_bytes(&original), exh_writer_bytes(&edited), &warnings);
	assert_true(out.size > original.size);
	exh_writer_free(&original);
	exh_writer_free(&edited);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_unedited_text_gives_the_same_bytes),
		cmocka_unit_test(an_edited_line_changes_only_that_line),
		cmocka_unit_test(edits_are_put_where_they_belong),
		cmocka_unit_test(texts_that_are_no_scripts_are_refused),
		cmocka_unit_test(any_edit_reads_as_the_text),
		cmocka_unit_test(long_edits_take_no_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
