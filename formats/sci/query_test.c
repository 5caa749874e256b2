#include "exhume/advanced/sci_query.h"

#include "vocab_testing.h"

enum { MEMORY = 1 << 22 };

struct opened {
	struct exh_arena arena;
	struct exh_sci_word words[5];
	struct exh_sci_words list;
	struct exh_sci_suffixes suffixes;
	struct exh_sci_lexicon lexicon;
};

static void open_few(struct opened *o)
{
	/* 0: a noun in s, 1: a verb in s, 2: "un" with an adjective */
	static const char rules[] = "*s\0\1\0*\0\1\0"
				    "*s\0\x08\0*\0\x08\0"
				    "un*\0\0\x40*\0\0\x40";

	*o = (struct opened){ .arena.limit = MEMORY };
	o->words[0] = word_of("door", 0x100, 0x83e);
	o->words[1] = word_of("give", 0x800, 0x437);
	o->words[2] = word_of("happy", 0x040, 0x1f4);
	o->words[3] = word_of("hand", 0x800, 0x437);
	o->words[4] = word_of("portal", 0x100, 0x83e);
	o->list = (struct exh_sci_words){ EXH_SCI_WORDS_SCI0, o->words, 5, 0, false };
	assert_int_equal(exh_sci_suffixes_read((struct exh_bytes){ (const uint8_t *)rules,
								   sizeof rules, 0 },
					       &o->arena, &o->suffixes, NULL, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_lexicon_open(&o->list, &o->suffixes, &o->arena,
					      &o->lexicon, NULL),
			 EXH_OK);
}

static void groups_are_hexadecimal_up_to_three_digits(void **state)
{
	static const struct {
		const char *text;
		unsigned group;
	} good[] = {
		{ "83e", 0x83e }, { "0x83E", 0x83e }, { "0X1", 1 },
		{ "100", 0x100 }, { "2110", 2110 },   { "0x0fff", 0xfff },
		{ "4095", 4095 }, { "0012", 12 },     { "0", 0 },
	};
	static const char *const bad[] = { "",	    "0x",     "g",
					   "1000f", "4096",   "-1",
					   " 1",    "0x1000", "99999999999999999999" };
	unsigned group;

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		assert_true(exh_sci_group_from_text(good[i].text, &group));
		assert_int_equal(group, good[i].group);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(exh_sci_group_from_text(bad[i], &group));
}

static void words_are_taken_as_from_a_typed_line(void **state)
{
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_bytes word;

	(void)state;
	assert_true(exh_sci_typed_word(text_of("Don't!"), &arena, &word));
	assert_text(word, "dont");
	assert_true(exh_sci_typed_word(text_of("Z\x9a"
					       "9"),
				       &arena, &word));
	assert_text(word, "z\x9a"
			  "9");
	assert_true(exh_sci_typed_word(text_of("!*"), &arena, &word));
	assert_text(word, "!*");
	assert_true(exh_sci_typed_word(text_of(""), &arena, &word));
	assert_int_equal(word.size, 0);
	exh_arena_free(&arena);
	arena.limit = 2;
	assert_false(exh_sci_typed_word(text_of("door"), &arena, &word));
	exh_arena_free(&arena);
}

static void a_listed_word_needs_no_steps(void **state)
{
	struct exh_sci_explained word;
	struct opened o;

	(void)state;
	open_few(&o);
	assert_true(
		exh_sci_lexicon_explain(&o.lexicon, text_of("door"), &o.arena, &word));
	assert_int_equal(word.found.way, EXH_SCI_BY_WORD);
	assert_false(word.tries_rules);
	assert_int_equal(word.step_count, 0);
	assert_int_equal(word.nearest_count, 0);
	exh_arena_free(&o.arena);
}

static void steps_end_with_the_rule_that_decides(void **state)
{
	struct exh_sci_explained word;
	struct opened o;

	(void)state;
	open_few(&o);
	assert_true(
		exh_sci_lexicon_explain(&o.lexicon, text_of("gives"), &o.arena, &word));
	assert_int_equal(word.found.way, EXH_SCI_BY_SUFFIX);
	assert_true(word.tries_rules);
	assert_int_equal(word.rule, 1);
	assert_int_equal(word.step_count, 2);
	assert_ptr_equal(word.steps[0].word, &o.words[1]);
	assert_false(word.steps[0].fits); /* a verb, not a noun */
	assert_true(word.steps[1].fits);
	assert_true(
		exh_sci_lexicon_explain(&o.lexicon, text_of("doors"), &o.arena, &word));
	assert_int_equal(word.step_count, 1);
	exh_arena_free(&o.arena);
}

static void an_unknown_word_has_near_ones(void **state)
{
	struct exh_sci_explained word;
	struct opened o;

	(void)state;
	open_few(&o);
	assert_true(
		exh_sci_lexicon_explain(&o.lexicon, text_of("dors"), &o.arena, &word));
	assert_int_equal(word.found.way, EXH_SCI_UNKNOWN);
	assert_int_equal(word.step_count, 2); /* "dor" is not listed */
	assert_null(word.steps[0].word);
	assert_int_equal(word.nearest_count, 1);
	assert_ptr_equal(word.nearest[0], &o.words[0]);
	exh_arena_free(&o.arena);
}

static void rules_are_not_tried_on_numbers_and_nothing(void **state)
{
	struct exh_sci_explained word;
	struct opened o;

	(void)state;
	open_few(&o);
	assert_true(exh_sci_lexicon_explain(&o.lexicon, text_of("5s"), &o.arena, &word));
	assert_false(word.tries_rules);
	assert_int_equal(word.step_count, 0);
	assert_true(exh_sci_lexicon_explain(&o.lexicon, text_of("77"), &o.arena, &word));
	assert_int_equal(word.found.way, EXH_SCI_BY_NUMBER);
	assert_false(word.tries_rules);
	assert_true(exh_sci_lexicon_explain(&o.lexicon, text_of(""), &o.arena, &word));
	assert_false(word.tries_rules);
	exh_arena_free(&o.arena);
}

static void members_of_a_group_are_in_the_order_of_the_file(void **state)
{
	struct exh_sci_members found;
	struct opened o;

	(void)state;
	open_few(&o);
	assert_true(exh_sci_lexicon_members(&o.lexicon, 0x437, &o.arena, &found));
	assert_int_equal(found.count, 2);
	assert_ptr_equal(found.words[0], &o.words[1]);
	assert_ptr_equal(found.words[1], &o.words[3]);
	assert_true(exh_sci_lexicon_members(&o.lexicon, 2, &o.arena, &found));
	assert_int_equal(found.count, 0);
	exh_arena_free(&o.arena);
}

static void what_memory_does_not_hold_is_refused(void **state)
{
	struct exh_sci_explained word;
	struct exh_sci_members found;
	struct opened o;

	(void)state;
	open_few(&o);
	o.arena.limit = o.arena.used;
	assert_false(
		exh_sci_lexicon_explain(&o.lexicon, text_of("gives"), &o.arena, &word));
	assert_int_equal(word.step_count, 0);
	assert_false(exh_sci_lexicon_members(&o.lexicon, 0x437, &o.arena, &found));
	assert_int_equal(found.count, 0);
	exh_arena_free(&o.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_are_hexadecimal_up_to_three_digits),
		cmocka_unit_test(words_are_taken_as_from_a_typed_line),
		cmocka_unit_test(a_listed_word_needs_no_steps),
		cmocka_unit_test(steps_end_with_the_rule_that_decides),
		cmocka_unit_test(an_unknown_word_has_near_ones),
		cmocka_unit_test(rules_are_not_tried_on_numbers_and_nothing),
		cmocka_unit_test(members_of_a_group_are_in_the_order_of_the_file),
		cmocka_unit_test(what_memory_does_not_hold_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
