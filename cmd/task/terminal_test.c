#include "testing.h"
#include "text.h"

#include <string.h>

static void check(const char *text, const char *expected)
{
	char out[128];

	assert_int_equal(terminal_escape(text, out, sizeof out), strlen(expected));
	assert_string_equal(out, expected);
}

static void text_stays_as_it_is(void **state)
{
	(void)state;
	check("", "");
	check("a name: 12\tx", "a name: 12\tx");
	check("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80",
	      "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80");
}

static void what_a_terminal_obeys_is_escaped(void **state)
{
	(void)state;
	check("\33[31mred", "\\x1B[31mred");
	check("a\rb\x7f\b\n", "a\\x0Db\\x7F\\x08\\x0A");
	/* CSI of 8 bits, in UTF-8 and as a byte. */
	check("\xc2\x9b"
	      "2J",
	      "\\xC2\\x9B2J");
	check("\x9b"
	      "2J",
	      "\\x9B2J");
}

static void bytes_that_are_no_text_are_escaped(void **state)
{
	(void)state;
	check("\xff\xc3", "\\xFF\\xC3");
	check("\xc0\xaf", "\\xC0\\xAF");
	check("\xe0\x80\x80", "\\xE0\\x80\\x80");
	check("\xf0\x9f\x98", "\\xF0\\x9F\\x98");
}

static void what_does_not_fit_is_cut_between_characters(void **state)
{
	char out[6];

	(void)state;
	assert_int_equal(terminal_escape("abc\33x", out, sizeof out), 3);
	assert_string_equal(out, "abc");
	assert_int_equal(terminal_escape("\33abc", out, sizeof out), 5);
	assert_string_equal(out, "\\x1Ba");
	assert_int_equal(terminal_escape("abcd\xc3\xa4", out, sizeof out), 4);
	assert_string_equal(out, "abcd");
}

static void binary_data_are_told_from_text(void **state)
{
	static const struct {
		const char *bytes;
		size_t size;
		bool is_shown;
	} cases[] = {
		{ "", 0, true },
		{ "one\tline\n", 9, true },
		{ "\xc3\xa4\xf0\x9f", 4, true }, /* truncated character */
		{ "a\0b", 3, false },
		{ "FRAME\n\x80\x80", 8, false },
		{ "\x89PNG", 4, false },
		{ "\33[2J", 4, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(
			terminal_shows((struct exh_bytes){
				(const uint8_t *)cases[i].bytes, cases[i].size, 0 }),
			cases[i].is_shown);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(binary_data_are_told_from_text),
		cmocka_unit_test(text_stays_as_it_is),
		cmocka_unit_test(what_a_terminal_obeys_is_escaped),
		cmocka_unit_test(bytes_that_are_no_text_are_escaped),
		cmocka_unit_test(what_does_not_fit_is_cut_between_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
