#include "text_encoding.h"

#include "testing.h"
#include "text.h"

static void assert_text(const struct text_encoding *encoding, const char *bytes,
			const char *utf8, size_t bad)
{
	struct exh_writer out = { .limit = 100 }, back = { .limit = 100 };

	assert_int_equal(text_to_utf8(encoding, bytes_of_text(bytes), &out), bad);
	assert_int_equal(out.size, strlen(utf8));
	assert_memory_equal(out.data, utf8, out.size);
	if (!bad) {
		assert_true(text_from_utf8(encoding, exh_writer_bytes(&out), &back));
		assert_int_equal(back.size, strlen(bytes));
		assert_memory_equal(back.data, bytes, back.size);
	}
	exh_writer_free(&out);
	exh_writer_free(&back);
}

static void encodings_are_tables_where_a_letter_is_a_byte(void **state)
{
	static const struct {
		const char *name, *bytes, *utf8;
		size_t bad;
	} known[] = {
		{ "cp437", "\x8e\x01", "Ä☺", 0 },
		{ "437", "\x8e", "Ä", 0 },
		{ "cp850", "\xb5", "Á", 0 },
		{ "cp852", "\x9d", "Ł", 0 },
		{ "CP866", "\x8e\xe0", "Ор", 0 },
		{ "latin1", "\xe9", "é", 0 },
		{ "windows-1252", "\x80\x81", "€\xef\xbf\xbd", 1 },
		{ "ASCII", "a\xe9", "a\xef\xbf\xbd", 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct text_encoding encoding;

		assert_true(text_encoding_open(&encoding, known[i].name));
		assert_false(encoding.is_multibyte);
		assert_text(&encoding, known[i].bytes, known[i].utf8, known[i].bad);
	}
	assert_text(NULL, "\x8e\x01", "Ä☺", 0);
}

static void others_have_characters_of_several_bytes(void **state)
{
	struct text_encoding encoding;

	(void)state;
	assert_true(text_encoding_open(&encoding, "utf-8"));
	assert_true(encoding.is_multibyte);
	assert_text(&encoding, "Жö", "Жö", 0);
	assert_text(&encoding, "a\xff", "a\xef\xbf\xbd", 1);
	assert_true(text_encoding_open(&encoding, "EUC-KR"));
	assert_true(encoding.is_multibyte);
	assert_text(&encoding, "\xb0\xa1", "가", 0);
	assert_false(text_encoding_open(&encoding, "martian"));
}

static void a_document_says_which_encoding_it_is(void **state)
{
	static const char map[] = "80=Ж\n5b=\xc3\x84\n91\n";
	struct text_encoding encoding, back;
	struct encoding_row row;
	struct exh_error err;

	(void)state;
	assert_int_equal(text_encoding_of(&encoding, bytes_of_text(map), &err), EXH_OK);
	encoding_row_fill(&row, &encoding);
	assert_null(row.encoding);
	assert_int_equal(encoding_row_open(&row, &back, &err), EXH_OK);
	assert_memory_equal(&back.page, &encoding.page, sizeof back.page);
	encoding_row_free(&row);
	encoding_row_fill(&row, NULL);
	assert_null(row.encoding);
	assert_null(row.charmap);
	encoding_row_free(&row);
	row = (struct encoding_row){ .encoding = "martian" };
	assert_int_equal(encoding_row_open(&row, &back, &err), EXH_INVALID);
	assert_string_equal(err.text, "the system does not know the encoding martian");
}

/* A translation may have letters in place of the screen's faces and notes. */
static void control_codes_may_be_letters(void **state)
{
	struct text_encoding encoding;
	struct exh_error err;

	(void)state;
	assert_int_equal(
		text_encoding_of(&encoding, bytes_of_text("01=ß\n02 0x0002"), &err),
		EXH_OK);
	assert_true(text_is_letter(&encoding, 1));
	assert_false(text_is_letter(&encoding, 2));
	assert_false(text_is_letter(&encoding, 3));
	assert_false(text_is_letter(NULL, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(encodings_are_tables_where_a_letter_is_a_byte),
		cmocka_unit_test(others_have_characters_of_several_bytes),
		cmocka_unit_test(a_document_says_which_encoding_it_is),
		cmocka_unit_test(control_codes_may_be_letters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
