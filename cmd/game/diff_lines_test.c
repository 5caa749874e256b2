#include "game.h"
#include "testing.h"

#include <stdlib.h>
#include <string.h>

static struct exh_bytes bytes_of(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static void compare(const char *a, const char *b, bool ignore_labels,
		    struct line_changes *out, struct hashed_lines lines[2])
{
	diff_lines_split(bytes_of(a), ignore_labels, &lines[0]);
	diff_lines_split(bytes_of(b), ignore_labels, &lines[1]);
	line_changes_find(&lines[0], &lines[1], out);
}

static void check(const char *a, const char *b, size_t removed, size_t added,
		  size_t change_count)
{
	struct hashed_lines lines[2];
	struct line_changes changes;

	compare(a, b, false, &changes, lines);
	if (changes.removed_count != removed || changes.added_count != added ||
	    changes.count != change_count)
		fail_msg("%s | %s: %zu removed, %zu added, %zu changes", a, b,
			 changes.removed_count, changes.added_count, changes.count);
	free(changes.items);
	free(lines[0].items);
	free(lines[1].items);
}

static void few_lines(void **state)
{
	(void)state;
	check("", "", 0, 0, 0);
	check("a\nb\n", "a\nb\n", 0, 0, 0);
	check("a\nb\n", "a\nb", 0, 0, 0);
	check("", "a\n", 0, 1, 1);
	check("a\nb\nc\n", "", 3, 0, 1);
	check("a\nb\nc\n", "a\nx\nc\n", 1, 1, 1);
	check("a\nb\nc\n", "x\nb\ny\n", 2, 2, 2);
	check("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n", 3, 2, 4);
}

static uint32_t next(uint32_t *random)
{
	*random = *random * 1664525 + 1013904223;
	return *random >> 16;
}

/* Random edits: applying the changes to one text gives the other. */
static void changes_lead_from_one_to_the_other(void **state)
{
	uint32_t random = 7;

	(void)state;
	for (unsigned run = 0; run < 300; run++) {
		char text[2][256];
		struct hashed_lines lines[2];
		struct line_changes changes;
		size_t at[2] = { 0, 0 };

		for (unsigned side = 0; side < 2; side++) {
			const unsigned count = next(&random) % 40;
			char *out = text[side];

			for (unsigned i = 0; i < count; i++) {
				*out++ = (char)('a' + next(&random) % 4);
				*out++ = '\n';
			}
			*out = '\0';
		}
		compare(text[0], text[1], false, &changes, lines);
		for (size_t i = 0; i <= changes.count; i++) {
			const struct line_change end = { .first = { lines[0].count,
								    lines[1].count } };
			const struct line_change *change =
				i < changes.count ? &changes.items[i] : &end;

			assert_int_equal(change->first[0] - at[0],
					 change->first[1] - at[1]);
			for (; at[0] < change->first[0]; at[0]++, at[1]++)
				assert_int_equal(lines[0].items[at[0]].hash,
						 lines[1].items[at[1]].hash);
			at[0] = change->end[0];
			at[1] = change->end[1];
		}
		free(changes.items);
		free(lines[0].items);
		free(lines[1].items);
	}
}

static void addresses_do_not_count(void **state)
{
	struct hashed_lines lines[2];
	struct line_changes changes;

	(void)state;
	compare("L_0031:\n\tlofss\tsaid_009a\t; 'look'\n\tret_12\n",
		"L_0045:\n\tlofss\tsaid_00a2\t; 'look'\n\tret_13\n", true, &changes,
		lines);
	assert_int_equal(changes.removed_count, 1);
	assert_int_equal(changes.items[0].first[0], 2);
	free(changes.items);
	free(lines[0].items);
	free(lines[1].items);
}

/* A missing chunk has data NULL, on which pointer arithmetic is undefined. */
static void texts_of_nothing_have_no_lines(void **state)
{
	struct hashed_lines lines;

	(void)state;
	diff_lines_split((struct exh_bytes){ NULL, 0, 0 }, false, &lines);
	assert_int_equal(lines.count, 0);
	free(lines.items);
}

/* Two long texts without common lines. */
static void texts_that_differ_altogether(void **state)
{
	struct exh_writer text[2] = { { .limit = 1 << 20 }, { .limit = 1 << 20 } };
	struct hashed_lines lines[2];
	struct line_changes changes;

	(void)state;
	for (unsigned i = 0; i < 5000; i++) {
		exh_write_bytes(&text[0], "first\n", 6);
		exh_write_bytes(&text[1], "other\n", 6);
	}
	diff_lines_split(exh_writer_bytes(&text[0]), false, &lines[0]);
	diff_lines_split(exh_writer_bytes(&text[1]), false, &lines[1]);
	line_changes_find(&lines[0], &lines[1], &changes);
	assert_int_equal(changes.count, 1);
	assert_int_equal(changes.removed_count, 5000);
	assert_int_equal(changes.added_count, 5000);
	free(changes.items);
	for (unsigned i = 0; i < 2; i++) {
		free(lines[i].items);
		exh_writer_free(&text[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(few_lines),
		cmocka_unit_test(changes_lead_from_one_to_the_other),
		cmocka_unit_test(addresses_do_not_count),
		cmocka_unit_test(texts_of_nothing_have_no_lines),
		cmocka_unit_test(texts_that_differ_altogether),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
