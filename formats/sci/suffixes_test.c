#include "vocab_testing.h"
#include "exhume/advanced/sci_vocab.h"

enum { MEMORY = 1 << 20 };

struct result {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_suffixes suffixes;
	struct exh_error err;
};

static enum exh_status read_suffixes(struct result *r, const void *data, size_t size)
{
	*r = (struct result){ .arena.limit = MEMORY };
	r->notes.arena = &r->arena;
	return exh_sci_suffixes_read((struct exh_bytes){ data, size, 0 }, &r->arena,
				     &r->suffixes, &r->notes, &r->err);
}

static void assert_rewrites(const struct exh_sci_suffixes *suffixes, const void *expected,
			    size_t size)
{
	struct exh_writer out = { .limit = MEMORY };

	assert_int_equal(exh_sci_suffixes_write(suffixes, &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), expected, size);
	exh_writer_free(&out);
}

/* Adverbs of adjectives: the seed's "*ly 400 * 040"; knives of knife; unhappy. */
static const char rules[] = "*ly\0\4\0*\0\0\x40"
			    "*ves\0\1\0*fe\0\1\0"
			    "un*\0\0\x40*\0\0\x40";

static void rules_are_the_typed_pattern_then_the_root(void **state)
{
	struct result r;

	(void)state;
	assert_int_equal(read_suffixes(&r, rules, sizeof rules), EXH_OK);
	assert_int_equal(r.suffixes.count, 3);
	assert_text(r.suffixes.items[0].typed.suffix, "ly");
	assert_text(r.suffixes.items[0].root.suffix, "");
	assert_int_equal(r.suffixes.items[0].output_class, EXH_SCI_CLASS_ADVERB);
	assert_int_equal(r.suffixes.items[0].input_class, EXH_SCI_CLASS_ADJECTIVE);
	assert_text(r.suffixes.items[1].root.suffix, "fe");
	assert_text(r.suffixes.items[2].typed.prefix, "un");
	assert_true(r.suffixes.is_ended);
	assert_int_equal(r.suffixes.used_size, sizeof rules);
	assert_null(r.notes.first);
	assert_rewrites(&r.suffixes, rules, sizeof rules);
	exh_arena_free(&r.arena);
}

static void the_list_ends_in_three_ways(void **state)
{
	static const struct {
		const char *bytes;
		size_t size, used;
		bool is_ended;
	} ends[] = { { "\0\xff\xff", 3, 1, true },
		     { "\xff\xff", 2, 0, false },
		     { "", 0, 0, false } };

	(void)state;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		uint8_t file[128];
		struct result r;
		const size_t size = sizeof rules - 1;

		memcpy(file, rules, size);
		memcpy(file + size, ends[i].bytes, ends[i].size);
		assert_int_equal(read_suffixes(&r, file, size + ends[i].size), EXH_OK);
		assert_int_equal(r.suffixes.count, 3);
		assert_int_equal(r.suffixes.is_ended, ends[i].is_ended);
		assert_int_equal(r.suffixes.used_size, size + ends[i].used);
		assert_int_equal(has_note(&r.notes, EXH_WARNING, "no end mark"),
				 !ends[i].size);
		assert_rewrites(&r.suffixes, file, r.suffixes.used_size);
		exh_arena_free(&r.arena);
	}
}

static void every_shorter_file_gives_the_whole_rules(void **state)
{
	(void)state;
	for (size_t n = 1; n < sizeof rules - 1; n++) {
		uint8_t *tight = tight_copy(rules, n);
		const size_t whole = n >= 23 ? 2 : n >= 10;
		struct result r;
		const enum exh_status status = read_suffixes(&r, tight, n);

		assert_int_equal(status, whole ? EXH_OK : EXH_INVALID);
		assert_int_equal(r.suffixes.count, whole);
		if (n != 10 && n != 23)
			assert_true(
				has_note(&r.notes, EXH_DAMAGE, "the data end inside it"));
		exh_arena_free(&r.arena);
		free(tight);
	}
}

static void a_rule_without_a_star_is_left_out(void **state)
{
	static const char bad[] = "*s\0\1\0*\0\1\0"
				  "ly\0\4\0*\0\0\x40"
				  "*y\0\0\x40*\0\1\0";
	struct result r;

	(void)state;
	assert_int_equal(read_suffixes(&r, bad, sizeof bad), EXH_OK);
	assert_int_equal(r.suffixes.count, 2);
	assert_text(r.suffixes.items[1].typed.suffix, "y");
	assert_int_equal(r.notes.damage_count, 1);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "rule 1: a pattern without *"));
	assert_int_equal(r.notes.first->offset, 9);
	exh_arena_free(&r.arena);
}

static void what_would_be_read_otherwise_is_refused(void **state)
{
	struct exh_sci_suffix rule = {
		{ text_of(""), text_of("s*") }, { text_of(""), text_of("") }, 0x100, 0x100
	};
	const struct exh_sci_suffixes suffixes = { &rule, 1, true, 0 };
	struct exh_writer out = { .limit = MEMORY };

	(void)state;
	assert_int_equal(exh_sci_suffixes_write(&suffixes, &out, NULL), EXH_OK);
	rule.root.prefix = text_of("a*");
	assert_int_equal(exh_sci_suffixes_write(&suffixes, &out, NULL), EXH_INVALID);
	rule.root.prefix = text_of("");
	rule.typed.prefix = text_of("\xff");
	assert_int_equal(exh_sci_suffixes_write(&suffixes, &out, NULL), EXH_INVALID);
	rule.typed.prefix = (struct exh_bytes){ (const uint8_t *)"a\0b", 3, 0 };
	assert_int_equal(exh_sci_suffixes_write(&suffixes, &out, NULL), EXH_INVALID);
	rule.typed.prefix = text_of("a");
	exh_writer_free(&out);
	out.limit = 5;
	assert_int_equal(exh_sci_suffixes_write(&suffixes, &out, NULL), EXH_LIMIT);
	exh_writer_free(&out);
}

static void the_games_rules_come_back_byte_by_byte(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct exh_bytes file = load_vocab(game_names[i], 901);
		struct result r;

		assert_int_equal(read_suffixes(&r, file.data, file.size), EXH_OK);
		assert_int_equal(r.suffixes.count, 47);
		assert_null(r.notes.first);
		assert_rewrites(&r.suffixes, file.data, r.suffixes.used_size);
		assert_text(r.suffixes.items[46].typed.suffix, "ish");
		assert_int_equal(r.suffixes.items[7].output_class, 0x940);
		exh_arena_free(&r.arena);
		free((void *)file.data);
	}
}

static void many_bad_rules_are_counted(void **state)
{
	enum { BAD = 150, SIZE = 8 };
	uint8_t bytes[BAD * SIZE + sizeof rules];
	struct result r;

	(void)state;
	for (size_t i = 0; i < BAD; i++)
		memcpy(bytes + i * SIZE, "s\0\1\0*\0\1\0", SIZE);
	memcpy(bytes + sizeof bytes - sizeof rules, rules, sizeof rules);
	assert_int_equal(read_suffixes(&r, bytes, sizeof bytes), EXH_OK);
	assert_int_equal(r.suffixes.count, 3);
	assert_int_equal(r.notes.damage_count, BAD);
	assert_string_equal(r.notes.last->text, "damage in 50 more places");
	exh_arena_free(&r.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_are_the_typed_pattern_then_the_root),
		cmocka_unit_test(the_list_ends_in_three_ways),
		cmocka_unit_test(every_shorter_file_gives_the_whole_rules),
		cmocka_unit_test(a_rule_without_a_star_is_left_out),
		cmocka_unit_test(what_would_be_read_otherwise_is_refused),
		cmocka_unit_test(the_games_rules_come_back_byte_by_byte),
		cmocka_unit_test(many_bad_rules_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
