#include "exhume/advanced/keen_binary.h"

#include "../base/testing.h"

static struct exh_bytes text_bytes(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static const char chunk[] = "^P\r\n^G20,224,79\r\n^cFDIG\r\n^cE\r\nUp ^c4to^cE 5.\r\n"
			    "Last.^c7\r\n^p\r\n^L100,8\r\nDown.\r\n^E\r\nnever shown";

static const char shown[] = "--- page 1 ---\n[chunk 79 at 224,20]\nDIG\n\nUp to 5.\n"
			    "Last.\n\n--- page 2 ---\n[at 8,100]\nDown.\n";

static void assert_merged(const char *old, const char *text, const char *expected,
			  size_t lost)
{
	struct exh_writer out = { .limit = 4096 };
	size_t lost_colors;

	assert_int_equal(exh_keen_text_merge(text_bytes(old), NULL, text_bytes(text),
					     &out, &lost_colors, NULL),
			 EXH_OK);
	exh_write_u8(&out, 0);
	assert_string_equal((const char *)out.data, expected);
	assert_int_equal(lost_colors, lost);
	exh_writer_free(&out);
}

static void what_was_not_edited_keeps_its_bytes(void **state)
{
	(void)state;
	assert_merged(chunk, shown, chunk, 0);
	assert_merged("", "", "", 0);
	assert_merged("^P\n^cFno end", "--- page 1 ---\nno end", "^P\n^cFno end", 0);
}

static void edited_lines_keep_the_colours_around_them(void **state)
{
	(void)state;
	assert_merged(chunk,
		      "--- page 1 ---\r\n[chunk 79 at 224,20]\r\nGR\xc3\x84"
		      "BT\r\n\r\nUp to 6.\r\nThe end.\r\n\r\n--- page 2 ---\r\n"
		      "[at 8,100]\r\nDown.\r\n",
		      "^P\r\n^G20,224,79\r\n^cFGR\x8e"
		      "BT\r\n^cE\r\nUp to 6.^c4^cE\r\n"
		      "The end.^c7\r\n^p\r\n^L100,8\r\nDown.\r\n^E\r\nnever shown",
		      1);
}

static void lines_may_come_and_go(void **state)
{
	(void)state;
	assert_merged(
		chunk,
		"--- page 1 ---\n[chunk 79 at 224,20]\nDIG\nand dig\n\n"
		"Up to 5.\nLast.\n\n--- page 2 ---\n[at 8,100]\nDown.\nDown.\n",
		"^P\r\n^G20,224,79\r\n^cFDIG\r\nand dig\r\n^cE\r\nUp ^c4to^cE 5.\r\n"
		"Last.^c7\r\n^p\r\n^L100,8\r\nDown.\r\nDown.\r\n^E\r\nnever shown",
		0);
	assert_merged(chunk,
		      "--- page 1 ---\n[chunk 79 at 224,20]\nLast.\n\n--- page 2 ---\n"
		      "[at 8,100]\n",
		      "^P\r\n^G20,224,79\r\n^cF^cE^c4^cELast.^c7\r\n^p\r\n^L100,8\r\n"
		      "^E\r\nnever shown",
		      0);
}

static void assert_refused(const char *text, const char *expected)
{
	struct exh_writer out = { .limit = 4096 };
	struct exh_error err = { 0 };
	size_t lost_colors;

	assert_int_equal(exh_keen_text_merge(text_bytes(chunk), NULL, text_bytes(text),
					     &out, &lost_colors, &err),
			 EXH_INVALID);
	assert_non_null(strstr(err.text, expected));
	exh_writer_free(&out);
}

static void commands_are_not_edited_here(void **state)
{
	(void)state;
	assert_refused("", "expected \"--- page 1 ---\"");
	assert_refused("--- page 1 ---\n[chunk 80 at 224,20]\n",
		       "expected \"[chunk 79 at 224,20]\", which only the bytes");
	assert_refused("--- page 1 ---\n[chunk 79 at 224,20]\nDIG\n\n--- page 2 ---\n"
		       "[at 8,100]\nTo ^end it\n",
		       "a caret and a letter may be a command");
	assert_refused("--- page 1 ---\n[chunk 79 at 224,20]\n\xe4\xb8\xad\n\n"
		       "--- page 2 ---\n[at 8,100]\n",
		       "\"\xe4\xb8\xad\": ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_not_edited_keeps_its_bytes),
		cmocka_unit_test(edited_lines_keep_the_colours_around_them),
		cmocka_unit_test(lines_may_come_and_go),
		cmocka_unit_test(commands_are_not_edited_here),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
