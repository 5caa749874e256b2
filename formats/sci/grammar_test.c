#include "vocab_testing.h"
#include "exhume/advanced/sci_vocab.h"

enum { MEMORY = 1 << 20, RECORD = EXH_SCI_RULE_SIZE };

struct result {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_grammar grammar;
	struct exh_error err;
};

static enum exh_status read_grammar(struct result *r, const void *data, size_t size)
{
	*r = (struct result){ .arena.limit = MEMORY };
	r->notes.arena = &r->arena;
	return exh_sci_grammar_read((struct exh_bytes){ data, size, 0 }, &r->arena,
				    &r->grammar, &r->notes, &r->err);
}

static void assert_rewrites(const struct exh_sci_grammar *grammar, const void *expected,
			    size_t size)
{
	struct exh_writer out = { .limit = MEMORY };

	assert_int_equal(exh_sci_grammar_write(grammar, &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), expected, size);
	exh_writer_free(&out);
}

/* S -> (141 13c); VP -> (141 13b) (142 13d), and a record of zeros. */
static const uint8_t records[3 * RECORD] = {
	0x3f, 1, 0x41, 1, 0x3c, 1, 0,	 0, 0,	  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0x3c, 1, 0x41, 1, 0x3b, 1, 0x42, 1, 0x3d, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

static void a_record_is_a_symbol_and_pairs(void **state)
{
	struct result r;

	(void)state;
	assert_int_equal(read_grammar(&r, records, sizeof records), EXH_OK);
	assert_int_equal(r.grammar.count, 2);
	assert_int_equal(r.grammar.rules[0].symbol, 0x13f);
	assert_int_equal(r.grammar.rules[0].pair_count, 1);
	assert_int_equal(r.grammar.rules[1].pair_count, 2);
	assert_int_equal(r.grammar.rules[1].pairs[1].tag, 0x142);
	assert_int_equal(r.grammar.rules[1].pairs[1].symbol, 0x13d);
	assert_true(r.grammar.is_ended);
	assert_null(r.notes.first);
	assert_rewrites(&r.grammar, records, sizeof records);
	exh_arena_free(&r.arena);
}

static void all_ten_words_are_kept(void **state)
{
	uint8_t file[2 * RECORD] = { 0 };
	struct result r;

	(void)state;
	for (size_t i = 0; i < RECORD; i++)
		file[i] = (uint8_t)(i + 1);
	assert_int_equal(read_grammar(&r, file, sizeof file), EXH_OK);
	assert_int_equal(r.grammar.rules[0].pair_count, 4);
	assert_int_equal(r.grammar.rules[0].last, 0x1413);
	assert_rewrites(&r.grammar, file, sizeof file);
	exh_arena_free(&r.arena);
}

static void every_shorter_file_gives_the_whole_records(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof records; n++) {
		uint8_t *tight = tight_copy(records, n);
		const size_t whole = n / RECORD;
		struct result r;
		const enum exh_status status = read_grammar(&r, tight, n);

		assert_int_equal(status, whole ? EXH_OK : EXH_TRUNCATED);
		if (whole) {
			assert_int_equal(r.grammar.count, whole);
			assert_false(r.grammar.is_ended);
			assert_true(n % RECORD ? has_note(&r.notes, EXH_DAMAGE,
							  "inside a record")
					       : has_note(&r.notes, EXH_WARNING,
							  "no record ends"));
		}
		exh_arena_free(&r.arena);
		free(tight);
	}
}

static void what_is_odd_is_reported(void **state)
{
	uint8_t file[3 * RECORD + 1];
	struct result r;

	(void)state;
	memcpy(file, records, sizeof records);
	file[3 * RECORD] = 0x1a;
	assert_int_equal(read_grammar(&r, file, sizeof file), EXH_OK);
	assert_true(has_note(&r.notes, EXH_WARNING, "1 bytes after the end"));
	assert_int_equal(r.grammar.used_size, 3 * RECORD);
	exh_arena_free(&r.arena);

	file[3 * RECORD - 1] = 1;
	assert_int_equal(read_grammar(&r, file, 3 * RECORD), EXH_OK);
	assert_true(has_note(&r.notes, EXH_WARNING, "not all zeros"));
	assert_int_equal(r.grammar.used_size, 2 * RECORD);
	assert_false(r.grammar.is_ended);
	exh_arena_free(&r.arena);

	file[10] = 0x42; /* the third pair of record 0; the second is unused */
	assert_int_equal(read_grammar(&r, file, 3 * RECORD), EXH_OK);
	assert_true(has_note(&r.notes, EXH_WARNING, "record 0: pair 3"));
	assert_int_equal(r.grammar.rules[0].pair_count, 1);
	exh_arena_free(&r.arena);

	file[0] = file[1] = 0;
	assert_int_equal(read_grammar(&r, file, 3 * RECORD), EXH_INVALID);
	exh_arena_free(&r.arena);
}

static void symbol_0_cant_be_written(void **state)
{
	struct exh_sci_rule rule = { .symbol = 0 };
	const struct exh_sci_grammar grammar = { &rule, 1, true, 0 };
	struct exh_writer out = { .limit = 10 };

	(void)state;
	assert_int_equal(exh_sci_grammar_write(&grammar, &out, NULL), EXH_INVALID);
	rule.symbol = 1;
	assert_int_equal(exh_sci_grammar_write(&grammar, &out, NULL), EXH_LIMIT);
	exh_writer_free(&out);
}

static void the_games_grammar_comes_back_byte_by_byte(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct exh_bytes file = load_vocab(game_names[i], 900);
		struct result r;

		assert_int_equal(read_grammar(&r, file.data, file.size), EXH_OK);
		assert_int_equal(r.grammar.count, 58);
		assert_null(r.notes.first);
		assert_rewrites(&r.grammar, file.data, file.size);
		exh_arena_free(&r.arena);
		free((void *)file.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_is_a_symbol_and_pairs),
		cmocka_unit_test(all_ten_words_are_kept),
		cmocka_unit_test(every_shorter_file_gives_the_whole_records),
		cmocka_unit_test(what_is_odd_is_reported),
		cmocka_unit_test(symbol_0_cant_be_written),
		cmocka_unit_test(the_games_grammar_comes_back_byte_by_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
