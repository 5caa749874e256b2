#include "exhume/advanced/keen_binary.h"

#include "../base/testing.h"

static struct exh_bytes text_bytes(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static const struct exh_bytes nothing = { .size = 0 };

/* Level 11; nothing, right, left and jump, down and throw, up and both; bytes after it.
 */
static const uint8_t demo[] = { 11, 0,	  10, 0,    5,	 0x05, 9, 0x09,
				1,  0x11, 20, 0x26, 255, 0x34, 7, 7 };

static void assert_parsed(const char *text, struct exh_bytes old, const uint8_t *chunk,
			  size_t size)
{
	struct exh_writer out = { .limit = 1 << 20 };

	assert_int_equal(exh_keen_demo_parse(text_bytes(text), old, &out, NULL), EXH_OK);
	assert_int_equal(out.size, size);
	assert_memory_equal(out.data, chunk, size);
	exh_writer_free(&out);
}

static void a_script_becomes_the_chunk_again(void **state)
{
	const struct exh_bytes old = { demo, sizeof demo, 0 };
	struct exh_writer text = { .limit = 1 << 12 };

	(void)state;
	assert_int_equal(exh_keen_demo_render(old, &text, NULL), EXH_OK);
	exh_write_u8(&text, 0);
	assert_parsed((const char *)text.data, old, demo, sizeof demo);
	/* The result lacks only the old demo's end if there is no old one. */
	assert_parsed((const char *)text.data, nothing, demo, sizeof demo - 2);
	exh_writer_free(&text);
}

static void scripts_may_be_written_freely(void **state)
{
	static const uint8_t chunk[] = { 3,    0, 10, 0, 255, 0x09, 45,
					 0x09, 1, 5,  2, 5,   4,    0x10 };

	(void)state;
	assert_parsed("\r\n# mine\n# A demo of level 3: as long as it is\n"
		      "300 R # a long way\r\n 1 -,2\n\n4\tL U A",
		      nothing, chunk, sizeof chunk);
}

static void the_level_is_the_old_one_if_none_is_named(void **state)
{
	static const uint8_t chunk[] = { 11, 0, 2, 0, 1, 0x06, 7, 7 };

	(void)state;
	assert_parsed("1 D", (struct exh_bytes){ demo, sizeof demo, 0 }, chunk,
		      sizeof chunk);
}

static void assert_refused(const char *text, struct exh_bytes old, const char *expected)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_error err = { 0 };

	assert_int_equal(exh_keen_demo_parse(text_bytes(text), old, &out, &err),
			 EXH_INVALID);
	assert_non_null(strstr(err.text, expected));
	assert_int_equal(out.size, 0);
	exh_writer_free(&out);
}

static void what_is_no_script_is_refused_with_its_line(void **state)
{
	const struct exh_bytes old = { demo, sizeof demo, 0 };

	(void)state;
	assert_refused("", old, "line 1: expected at least one row");
	assert_refused("# A demo of level 1\n", old, "line 2: expected at least one row");
	assert_refused("1 R\n0 L\n", old, "line 2: expected a number of frames");
	assert_refused("99999999999999999999 L\n", old, "line 1: expected a number");
	assert_refused("1 R\n\n2 god\n", old, "line 3: expected the keys");
	assert_refused("repeat 3 {\n", old, "line 1: expected a number of frames");
	assert_refused("1 R", nothing, "\"# A demo of level N\"");
	assert_refused("1 R", text_bytes("^P"), "\"# A demo of level N\"");
	assert_refused("# A demo of level 65536\n1 R", old, "level 65536");
}

static void more_rows_than_the_size_can_state_are_refused(void **state)
{
	static char text[32767 * 2 + 3];
	struct exh_writer out = { .limit = 1 << 20 };

	(void)state;
	for (size_t i = 0; i < 32768; i++)
		memcpy(text + 2 * i, "1\n", 3);
	assert_int_equal(exh_keen_demo_parse(text_bytes(text),
					     (struct exh_bytes){ demo, sizeof demo, 0 },
					     &out, NULL),
			 EXH_LIMIT);
	text[32767 * 2] = '\0';
	assert_int_equal(exh_keen_demo_parse(text_bytes(text),
					     (struct exh_bytes){ demo, sizeof demo, 0 },
					     &out, NULL),
			 EXH_OK);
	assert_int_equal(out.size, 4 + 65534 + 2);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_script_becomes_the_chunk_again),
		cmocka_unit_test(scripts_may_be_written_freely),
		cmocka_unit_test(the_level_is_the_old_one_if_none_is_named),
		cmocka_unit_test(what_is_no_script_is_refused_with_its_line),
		cmocka_unit_test(more_rows_than_the_size_can_state_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
