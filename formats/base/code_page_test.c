#include "exhume/base.h"
#include "exhume/advanced/code_page.h"

#include "testing.h"

static struct exh_bytes text_of(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static void assert_utf8(const struct exh_code_page *page, const char *bytes,
			const char *utf8, size_t bad)
{
	struct exh_writer out = { .limit = 100 };

	assert_int_equal(
		exh_code_page_to_utf8(page, text_of(bytes), EXH_CP437_TEXT, &out), bad);
	assert_same_bytes(exh_writer_bytes(&out), utf8, strlen(utf8));
	exh_writer_free(&out);
}

static void every_form_of_a_line_is_read(void **state)
{
	static const char map[] = "\xef\xbb\xbf# Kyrilliza\r\n"
				  "80=А\r\n"
				  "0x81 Б # with a comment\n"
				  "0x82\t0x0412\t#CYRILLIC CAPITAL LETTER VE\n"
				  "\n  5b U+0428\n"
				  "23=#\n"
				  "40= \n"
				  "0x3D =\n"
				  "5D = U+1F600\n"
				  "0x90\t      \t#UNDEFINED\n"
				  "91\n"
				  "0x00\t0x0000\t# NULL\n"
				  "0x0a\t0x000A\n"
				  "20=Ы";
	struct exh_code_page page;

	(void)state;
	assert_int_equal(exh_code_page_read(text_of(map), &page, NULL), EXH_OK);
	assert_utf8(&page, "\x80\x81\x82[#@=] a\n\x83", "АБВШ# =😀Ыa\nâ", 0);
	assert_utf8(&page, "\x90\x91", "\xef\xbf\xbd\xef\xbf\xbd", 2);
}

static void a_map_is_written_as_it_is_read(void **state)
{
	static const char map[] = "80=А\n9b=ü\n01=\xe2\x99\xaa\n02 0x0002\n85\n5c=\\\n";
	struct exh_writer out = { .limit = 10000 };
	struct exh_code_page page, back;

	(void)state;
	assert_int_equal(exh_code_page_read(text_of(map), &page, NULL), EXH_OK);
	exh_code_page_write(&page, &out);
	assert_int_equal(exh_code_page_read(exh_writer_bytes(&out), &back, NULL), EXH_OK);
	assert_memory_equal(&page, &back, sizeof page);
	exh_writer_free(&out);
	/* A character that the map gives to one byte is taken from the byte that had
	 * it. */
	assert_int_equal(page.unicode[0x81], 0);
	assert_int_equal(page.unicode[0x0d], '\r');
}

static void each_byte_comes_back(void **state)
{
	struct exh_code_page page;

	(void)state;
	assert_int_equal(exh_code_page_read(text_of("80=А\n5b=Ш\n01=ß\n9b=\xe2\x98\xbb"),
					    &page, NULL),
			 EXH_OK);
	for (unsigned i = 0; i < 256; i++) {
		const uint8_t byte = (uint8_t)i;
		struct exh_writer utf8 = { .limit = 8 }, back = { .limit = 8 };

		if (exh_code_page_to_utf8(&page, (struct exh_bytes){ &byte, 1, 0 },
					  EXH_CP437_TEXT, &utf8))
			assert_true(i == 0x02 || i == 0xe1);
		else
			assert_int_equal(
				exh_code_page_from_utf8(&page, exh_writer_bytes(&utf8),
							EXH_CP437_TEXT, &back, NULL),
				EXH_OK);
		if (back.size)
			assert_int_equal(back.data[0], i);
		exh_writer_free(&utf8);
		exh_writer_free(&back);
	}
}

static void wrong_lines_are_named(void **state)
{
	static const struct {
		const char *map, *text;
	} bad[] = {
		{ "80=А\n81=А", "line 2: U+0410 belongs to byte 80 since line 1" },
		{ "80=А\n\n80=Б", "line 3: line 1 names byte 80, too" },
		{ "801=А", "line 1: expected a byte, 00 to FF, and its character" },
		{ "zz", "line 1: expected a byte, 00 to FF, and its character" },
		{ "80А", "line 1: expected a blank or = after the byte" },
		{ "80=", "line 1: expected a character after =" },
		{ "80=АБ", "line 1: expected one character for a byte" },
		{ "80=А Б", "line 1: expected nothing after the character but a comment "
			    "with #" },
		{ "80=\xc4", "line 1: expected a character of UTF-8" },
		{ "80 0x1234567", "line 1: expected a number of up to six hexadecimal "
				  "digits" },
		{ "0a=А", "line 1: expected no character for this byte: 00, 09, 0A and "
			  "0D are control characters of texts" },
		{ "80 0x0a", "line 1: expected no control character for this byte" },
		{ "80 U+D800", "line 1: expected a character that texts may have (no "
			       "half of a pair, not U+2400, U+FFFD)" },
		{ "# nothing\n", "no byte is named: expected lines such as 0x80 and a "
				 "character" },
		{ "", "no byte is named: expected lines such as 0x80 and a character" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct exh_code_page page;
		struct exh_error err;

		assert_int_equal(exh_code_page_read(text_of(bad[i].map), &page, &err),
				 EXH_INVALID);
		assert_string_equal(err.text, bad[i].text);
	}
}

static void a_letter_without_a_byte_is_named(void **state)
{
	struct exh_writer out = { .limit = 100 };
	struct exh_code_page page;
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_code_page_read(text_of("80=А"), &page, NULL), EXH_OK);
	assert_int_equal(exh_code_page_from_utf8(&page, text_of("abА😀"), EXH_CP437_TEXT,
						 &out, &err),
			 EXH_INVALID);
	assert_string_equal(err.text, "U+1F600 has no byte");
	assert_int_equal(err.offset, 4);
	assert_same_bytes(exh_writer_bytes(&out), "ab\x80", 3);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form_of_a_line_is_read),
		cmocka_unit_test(a_map_is_written_as_it_is_read),
		cmocka_unit_test(each_byte_comes_back),
		cmocka_unit_test(wrong_lines_are_named),
		cmocka_unit_test(a_letter_without_a_byte_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
