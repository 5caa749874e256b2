#include "testing.h"
#include "text.h"

static void hexadecimal_pairs_are_read(void **state)
{
	(void)state;
	assert_int_equal(text_hex_pair((const uint8_t *)"00"), 0);
	assert_int_equal(text_hex_pair((const uint8_t *)"fF"), 0xff);
	assert_int_equal(text_hex_pair((const uint8_t *)"A9"), 0xa9);
	assert_true(text_hex_pair((const uint8_t *)"g0") < 0);
	assert_true(text_hex_pair((const uint8_t *)"0 ") < 0);
}

static void check(const char *text, bool good, size_t size, const char *expected)
{
	const struct exh_bytes in = { tight_copy(text, strlen(text)), strlen(text), 0 };
	struct exh_writer out = { .limit = 64 };

	assert_int_equal(text_read_hex(in, &out), good);
	assert_int_equal(out.size, size);
	if (size)
		assert_memory_equal(out.data, expected, size);
	exh_writer_free(&out);
	free((void *)in.data);
}

static void hexadecimal_text_is_read(void **state)
{
	(void)state;
	check("", true, 0, "");
	check(" \t", true, 0, "");
	check("01fe", true, 2, "\x01\xfe");
	check(" 0 1\tF e\r\n", true, 2, "\x01\xfe");
	check("01f", false, 1, "\x01");
	check("01,fe", false, 1, "\x01");
	check("0x01", false, 0, "");
}

static void a_byte_order_mark_is_skipped(void **state)
{
	static const char *const texts[] = { "\xef\xbb\xbf?", "a", "\xef\xbb", "" };
	static const size_t sizes[] = { 1, 1, 2, 0 };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const size_t size = strlen(texts[i]);
		uint8_t *copy = tight_copy(texts[i], size);
		const struct exh_bytes in = { copy, size, 0 };

		assert_int_equal(text_without_mark(in).size, sizes[i]);
		free(copy);
	}
}

/* Checks a cell as plain text and as safe cell. */
static void check_cell(const char *text, const char *plain, const char *safe)
{
	for (int is_safe = 0; is_safe < 2; is_safe++) {
		const char *expected = is_safe ? safe : plain;
		struct exh_writer out = { .limit = 64 };
		struct exh_bytes cell;

		text_put(&out, "1\t%s", text);
		text_guard_cell(&out, 2, is_safe);
		cell = (struct exh_bytes){ out.data + 2, out.size - 2, 0 };
		if (!text_is(cell, expected))
			fail_msg("%s: %.*s, expected %s", text, (int)cell.size,
				 (const char *)cell.data, expected);
		if (!text_is(text_cell_content(cell), text))
			fail_msg("%s does not come back", text);
		exh_writer_free(&out);
	}
}

static void cells_are_no_formulas_and_come_back(void **state)
{
	(void)state;
	check_cell("", "", "");
	check_cell("door", "door", "door");
	check_cell("=1+1", "=1+1", "'=1+1");
	check_cell("+5", "+5", "'+5");
	check_cell("@x", "@x", "'@x");
	check_cell("\rx", "\rx", "'\rx");
	check_cell("-", "-", "'-");
	check_cell("-5", "-5", "-5");
	check_cell("-0.5", "-0.5", "-0.5");
	check_cell("-5+1", "-5+1", "'-5+1");
	check_cell("'", "'", "''");
	check_cell("'tis", "'tis", "''tis");
	check_cell("'-5", "'-5", "''-5");
	check_cell("'=1", "''=1", "''=1");
	check_cell("''", "'''", "'''");
	check_cell("''=1", "'''=1", "'''=1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hexadecimal_pairs_are_read),
		cmocka_unit_test(hexadecimal_text_is_read),
		cmocka_unit_test(a_byte_order_mark_is_skipped),
		cmocka_unit_test(cells_are_no_formulas_and_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
