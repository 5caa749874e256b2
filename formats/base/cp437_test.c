#include "exhume/advanced/cp437.h"

#include "testing.h"

static void all_codes_come_back(void **state)
{
	(void)state;
	for (unsigned code = 0; code < 256; code++) {
		for (int use = EXH_CP437_TEXT; use <= EXH_CP437_SCREEN; use++) {
			const uint8_t byte = (uint8_t)code;
			struct exh_writer utf8 = { .limit = 8 }, back = { .limit = 8 };

			exh_cp437_to_utf8((struct exh_bytes){ &byte, 1, 0 },
					  (enum exh_cp437_use)use, &utf8);
			assert_int_equal(
				exh_cp437_from_utf8(
					(struct exh_bytes){ utf8.data, utf8.size, 0 },
					(enum exh_cp437_use)use, &back, NULL),
				EXH_OK);
			assert_int_equal(back.size, 1);
			/* On a screen 0 is a space, too. */
			assert_int_equal(back.data[0],
					 use == EXH_CP437_SCREEN && !code ? ' ' : code);
			exh_writer_free(&utf8);
			exh_writer_free(&back);
		}
	}
}

static void some_characters_are_known(void **state)
{
	static const uint8_t text[] = { 'A', 0x01, 0x81, 0xb0, 0xc9, 0xe1, 0x0d, 0x7f };
	static const char on_screen[] = "A☺ü░╔ß♪⌂", in_text[] = "A☺ü░╔ß\r⌂";
	struct exh_writer out = { .limit = 100 };

	(void)state;
	exh_cp437_to_utf8((struct exh_bytes){ text, sizeof text, 0 }, EXH_CP437_SCREEN,
			  &out);
	assert_same_bytes((struct exh_bytes){ out.data, out.size, 0 }, on_screen,
			  sizeof on_screen - 1);
	out.size = 0;
	exh_cp437_to_utf8((struct exh_bytes){ text, sizeof text, 0 }, EXH_CP437_TEXT,
			  &out);
	assert_same_bytes((struct exh_bytes){ out.data, out.size, 0 }, in_text,
			  sizeof in_text - 1);
	exh_writer_free(&out);
}

static void what_has_no_code_is_reported(void **state)
{
	static const char *const bad[] = { "ab\xe2\x82\xac", /* the euro */
					   "ab\xff",	     /* no UTF-8 */
					   "ab\xe2\x98",     /* cut */
					   "ab\xc0\xa1",     /* too long a form */
					   "ab\xf0\x9f\x90\xb9" };

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		const size_t size = strlen(bad[i]);
		uint8_t *tight = tight_copy(bad[i], size);
		struct exh_writer out = { .limit = 100 };
		struct exh_error err;

		assert_int_equal(exh_cp437_from_utf8((struct exh_bytes){ tight, size, 0 },
						     EXH_CP437_TEXT, &out, &err),
				 EXH_INVALID);
		assert_int_equal(err.offset, 2);
		assert_same_bytes((struct exh_bytes){ out.data, out.size, 0 }, "ab", 2);
		exh_writer_free(&out);
		free(tight);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_codes_come_back),
		cmocka_unit_test(some_characters_are_known),
		cmocka_unit_test(what_has_no_code_is_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
