#include "exhume/advanced/keen_binary.h"

#include "../base/testing.h"

static struct exh_bytes text_bytes(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static void assert_rendered(const char *text, const struct exh_keen_layout *layout,
			    const char *expected)
{
	struct exh_writer out = { .limit = 4096 };

	exh_keen_text_render(text_bytes(text), layout, &out);
	exh_write_u8(&out, 0);
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
}

static const char two_pages[] = "^P\r\n^G20,224,79\r\n^cFDIG\r\n^cE\r\nUp to 5^2.\r\n"
				"^p\r\n^T8,16,50,140\r\n^L100,8\r\nDown.\r\n"
				"^B100,8,300,20,8\r\n^E\r\nnever shown";

static void pages_pictures_and_places_are_named_and_colours_left_out(void **state)
{
	(void)state;
	assert_rendered(two_pages, NULL,
			"--- page 1 ---\n[chunk 79 at 224,20]\nDIG\n\nUp to 5^2.\n"
			"\n--- page 2 ---\n[chunk 50 at 16,8 for 140 tics]\n[at 8,100]\n"
			"Down.\n[bar at 8,100: 300x20]\n");
}

static void a_layout_names_the_pictures(void **state)
{
	(void)state;
	assert_rendered("^P\r\n^G20,224,79\r\n^E", exh_keen_layout_find("keen4-1.4"),
			"--- page 1 ---\n[pic 73 at 224,20]\n");
}

static void texts_may_end_anywhere(void **state)
{
	(void)state;
	for (size_t n = 0; n <= strlen(two_pages); n++) {
		uint8_t *tight = tight_copy((const uint8_t *)two_pages, n);
		struct exh_writer out = { .limit = 4096 };

		exh_keen_text_render((struct exh_bytes){ tight, n, 0 }, NULL, &out);
		assert_false(out.failed);
		exh_writer_free(&out);
		free(tight);
	}
}

static void letters_of_dos_become_utf8(void **state)
{
	(void)state;
	assert_rendered("^P\r\nM\x81he\r\n", NULL, "--- page 1 ---\nMühe\n");
}

/* Level 11; nothing, right, left and jump, down and throw, up and both. */
static const uint8_t demo[] = { 11,   0, 10,   0,  5,	 0x05, 9,
				0x09, 1, 0x11, 20, 0x26, 255,  0x34 };

static void a_demo_is_a_script(void **state)
{
	struct exh_writer out = { .limit = 4096 };

	(void)state;
	assert_int_equal(exh_keen_demo_render((struct exh_bytes){ demo, sizeof demo, 0 },
					      &out, NULL),
			 EXH_OK);
	exh_write_u8(&out, 0);
	assert_string_equal((const char *)out.data, "# A demo of level 11: 290 frames\n"
						    "5 N\n9 R\n1 LA\n20 DB\n255 UAB\n");
	exh_writer_free(&out);
}

static void bytes_after_a_demo_are_not_played(void **state)
{
	uint8_t longer[sizeof demo + 21] = { 0 };
	struct exh_writer out = { .limit = 4096 }, whole = { .limit = 4096 };

	(void)state;
	memcpy(longer, demo, sizeof demo);
	assert_int_equal(exh_keen_demo_render((struct exh_bytes){ demo, sizeof demo, 0 },
					      &whole, NULL),
			 EXH_OK);
	assert_int_equal(
		exh_keen_demo_render((struct exh_bytes){ longer, sizeof longer, 0 }, &out,
				     NULL),
		EXH_OK);
	assert_int_equal(out.size, whole.size);
	assert_memory_equal(out.data, whole.data, out.size);
	exh_writer_free(&out);
	exh_writer_free(&whole);
}

static void what_is_no_demo_is_refused(void **state)
{
	uint8_t bad[sizeof demo];
	struct exh_writer out = { .limit = 4096 };

	(void)state;
	for (size_t n = 0; n < sizeof demo; n++) {
		uint8_t *tight = tight_copy(demo, n);

		assert_int_equal(exh_keen_demo_render((struct exh_bytes){ tight, n, 0 },
						      &out, NULL),
				 EXH_INVALID);
		free(tight);
	}
	memcpy(bad, demo, sizeof demo);
	bad[5] = 0x07;
	assert_int_equal(exh_keen_demo_render((struct exh_bytes){ bad, sizeof bad, 0 },
					      &out, NULL),
			 EXH_INVALID);
	bad[5] = 0x05;
	bad[4] = 0;
	assert_int_equal(exh_keen_demo_render((struct exh_bytes){ bad, sizeof bad, 0 },
					      &out, NULL),
			 EXH_INVALID);
	exh_writer_free(&out);
}

static void kinds_are_known_by_content(void **state)
{
	uint8_t screen[4008] = { 0xfd, 0x00, 0xb8, 0x00, 0x00, 0xa0, 0x0f };

	(void)state;
	assert_int_equal(exh_keen_binary_kind(text_bytes(two_pages)),
			 EXH_KEEN_BINARY_TEXT);
	assert_int_equal(exh_keen_binary_kind((struct exh_bytes){ demo, sizeof demo, 0 }),
			 EXH_KEEN_BINARY_DEMO);
	assert_int_equal(
		exh_keen_binary_kind((struct exh_bytes){ screen, sizeof screen, 0 }),
		EXH_KEEN_BINARY_SCREEN);
	assert_int_equal(exh_keen_binary_kind((struct exh_bytes){ screen, 4006, 0 }),
			 EXH_KEEN_BINARY_OTHER);
	assert_int_equal(exh_keen_binary_kind(text_bytes("Down the shaft.\r\n")),
			 EXH_KEEN_BINARY_OTHER);
	assert_int_equal(exh_keen_binary_kind((struct exh_bytes){ 0 }),
			 EXH_KEEN_BINARY_OTHER);
	assert_string_equal(exh_keen_binary_kind_name(EXH_KEEN_BINARY_DEMO), "demo");
	assert_string_equal(exh_keen_binary_kind_name((enum exh_keen_binary)99), "other");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			pages_pictures_and_places_are_named_and_colours_left_out),
		cmocka_unit_test(a_layout_names_the_pictures),
		cmocka_unit_test(texts_may_end_anywhere),
		cmocka_unit_test(letters_of_dos_become_utf8),
		cmocka_unit_test(a_demo_is_a_script),
		cmocka_unit_test(bytes_after_a_demo_are_not_played),
		cmocka_unit_test(what_is_no_demo_is_refused),
		cmocka_unit_test(kinds_are_known_by_content),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
