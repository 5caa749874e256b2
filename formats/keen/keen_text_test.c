#include "exhume/advanced/keen_text.h"

#include "../base/testing.h"

static void check_text(const char *in, size_t size, enum exh_status expected, bool ended,
		       const char *utf8)
{
	uint8_t *tight = tight_copy(in, size);
	struct exh_writer out = { .limit = 1 << 16 };
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_text text;

	assert_int_equal(exh_keen_text_open((struct exh_bytes){ tight, size, 0 }, &text,
					    &notes, NULL),
			 expected);
	if (!expected) {
		assert_int_equal(text.ended, ended);
		assert_int_equal(notes.warning_count, !ended);
		exh_keen_text_to_utf8(&text, &out);
		assert_same_bytes((struct exh_bytes){ out.data, out.size, 0 }, utf8,
				  strlen(utf8));
	}
	exh_writer_free(&out);
	exh_arena_free(&arena);
	free(tight);
}

static void texts_end_at_the_first_tilde(void **state)
{
	static const char plain[] = "na\x8bve mole\r\n\tdigs~\0junk~";

	(void)state;
	check_text(plain, sizeof plain - 1, EXH_OK, true, "naïve mole\n\tdigs");
	check_text("mole\r\n", 6, EXH_OK, false, "mole\n");
	check_text("mole\r", 5, EXH_OK, false, "mole\r");
	check_text("\r\n\r\n~", 5, EXH_OK, true, "\n\n");
	check_text("mole\x1amole", 9, EXH_OK, false, "mole");
	check_text("", 0, EXH_TRUNCATED, false, NULL);
	check_text("~", 1, EXH_INVALID, false, NULL);
	check_text("mo\0le~", 6, EXH_INVALID, false, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_end_at_the_first_tilde),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
