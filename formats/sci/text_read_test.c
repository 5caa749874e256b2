#include "exhume/sci.h"

#include "resource_testing.h"

struct result {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_text text;
	struct exh_error err;
};

static enum exh_status read_text(struct result *r, const void *data, size_t size)
{
	*r = (struct result){ .arena.limit = 1 << 20 };
	r->notes.arena = &r->arena;
	return exh_sci_text_read((struct exh_bytes){ data, size, 100 }, &r->arena,
				 &r->text, &r->notes, &r->err);
}

static void assert_rewrites(const struct exh_sci_text *text, const void *expected,
			    size_t size)
{
	struct exh_writer out = { .limit = 1 << 20 };

	assert_int_equal(exh_sci_text_write(text, &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), expected, size);
	exh_writer_free(&out);
}

static const char three[] = "Hello\0\0a%d";

static void strings_are_numbered_from_0(void **state)
{
	struct result r;

	(void)state;
	assert_int_equal(read_text(&r, three, sizeof three), EXH_OK);
	assert_int_equal(r.text.count, 3);
	assert_true(r.text.is_ended);
	assert_null(r.notes.first);
	assert_same_bytes(r.text.strings[0], "Hello", 5);
	assert_same_bytes(r.text.strings[1], "", 0);
	assert_same_bytes(r.text.strings[2], "a%d", 3);
	assert_int_equal(r.text.strings[0].base, 100);
	assert_int_equal(r.text.strings[2].base, 107);
	assert_rewrites(&r.text, three, sizeof three);
	exh_arena_free(&r.arena);
}

static void every_shorter_file_is_read_as_far_as_it_goes(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof three; n++) {
		uint8_t *tight = tight_copy(three, n);
		const size_t ended = n > 6 ? 2 : n > 5;
		const bool is_ended = n == 0 || n == 6 || n == 7;
		struct result r;

		assert_int_equal(read_text(&r, tight, n), EXH_OK);
		assert_int_equal(r.text.is_ended, is_ended);
		assert_int_equal(r.text.count, ended + !is_ended);
		assert_int_equal(r.notes.warning_count, !is_ended);
		assert_int_equal(r.notes.damage_count, 0);
		assert_rewrites(&r.text, tight, n);
		exh_arena_free(&r.arena);
		free(tight);
	}
}

static void a_lone_mark_of_dos_at_the_end_is_no_string(void **state)
{
	struct result r;

	(void)state;
	assert_int_equal(read_text(&r, "a\0\x1a", 3), EXH_OK);
	assert_int_equal(r.text.count, 1);
	assert_true(r.text.is_ended);
	assert_null(r.notes.first);
	assert_rewrites(&r.text, "a", 2);
	exh_arena_free(&r.arena);
	assert_int_equal(read_text(&r, "a\0\x1a\x1a", 4), EXH_OK);
	assert_int_equal(r.text.count, 2);
	assert_true(has_note(&r.notes, EXH_WARNING, "string 1 has no end"));
	assert_int_equal(r.notes.first->offset, 102);
	exh_arena_free(&r.arena);
	assert_int_equal(read_text(&r, "\x1a", 2), EXH_OK);
	assert_int_equal(r.text.count, 1);
	exh_arena_free(&r.arena);
}

static void a_string_with_a_nul_is_refused(void **state)
{
	struct exh_bytes strings[] = { { (const uint8_t *)"a\0b", 1, 0 },
				       { NULL, 0, 0 } };
	const struct exh_sci_text text = { strings, 2, true };
	struct exh_writer out = { .limit = 16 };

	(void)state;
	assert_int_equal(exh_sci_text_write(&text, &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), "a\0", 3);
	strings[0].size = 3;
	assert_int_equal(exh_sci_text_write(&text, &out, NULL), EXH_INVALID);
	exh_writer_free(&out);
	strings[0].size = 1;
	out = (struct exh_writer){ .limit = 2 };
	assert_int_equal(exh_sci_text_write(&text, &out, NULL), EXH_LIMIT);
	exh_writer_free(&out);
}

static void any_bytes_come_back(void **state)
{
	uint64_t seed = 19;

	(void)state;
	for (int turn = 0; turn < 1000; turn++) {
		uint8_t file[64];
		const size_t size = roll(&seed, sizeof file);
		struct result r;

		roll_skewed(&seed, file, size);
		if (size && file[size - 1] == 0x1a)
			continue;
		assert_int_equal(read_text(&r, file, size), EXH_OK);
		assert_rewrites(&r.text, file, size);
		exh_arena_free(&r.arena);
	}
}

static void memory_has_a_limit(void **state)
{
	struct exh_arena arena = { .limit = 100 };
	const uint8_t zeros[100] = { 0 };
	struct exh_sci_text text;

	(void)state;
	assert_int_equal(exh_sci_text_read((struct exh_bytes){ zeros, 100, 0 }, &arena,
					   &text, NULL, NULL),
			 EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

static void a_games_texts_come_back_byte_by_byte(void **state)
{
	static const struct {
		unsigned number, count;
	} texts[] = { { 3, 1 },	  { 255, 1 }, { 983, 1 }, { 990, 4 },
		      { 993, 1 }, { 994, 7 }, { 996, 1 }, { 999, 3 } };

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char name[64];
		struct exh_bytes file;
		struct result r;

		snprintf(name, sizeof name, "sci0/template-redux/text.%03u",
			 texts[i].number);
		file = load_game_file(name);
		if (!file.data)
			skip();
		assert_int_equal(read_text(&r, file.data + 2, file.size - 2), EXH_OK);
		assert_int_equal(r.text.count, texts[i].count);
		assert_null(r.notes.first);
		assert_rewrites(&r.text, file.data + 2, file.size - 2);
		exh_arena_free(&r.arena);
		free((void *)file.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings_are_numbered_from_0),
		cmocka_unit_test(every_shorter_file_is_read_as_far_as_it_goes),
		cmocka_unit_test(a_lone_mark_of_dos_at_the_end_is_no_string),
		cmocka_unit_test(a_string_with_a_nul_is_refused),
		cmocka_unit_test(any_bytes_come_back),
		cmocka_unit_test(memory_has_a_limit),
		cmocka_unit_test(a_games_texts_come_back_byte_by_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
