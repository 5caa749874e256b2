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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hexadecimal_pairs_are_read),
		cmocka_unit_test(hexadecimal_text_is_read),
		cmocka_unit_test(a_byte_order_mark_is_skipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
