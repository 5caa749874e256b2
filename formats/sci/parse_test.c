/* Derivations: the specification's examples, and comparison with trying all rules in
 * turn. */
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_parser.h"

#include "../base/testing.h"
#include "plain/parse.h"
#include "parse_testing.h"

enum { STEPS = 50000, MEMORY = 1 << 24 };

struct fixture {
	struct exh_arena arena;
	struct exh_sci_rule rules[256];
	struct exh_sci_grammar grammar;
	struct exh_sci_parser parser;
	struct exh_error err;
};

static struct exh_sci_sentence sentence;
static struct plain plain;

static enum exh_status open_rules(struct fixture *f)
{
	f->arena = (struct exh_arena){ .limit = MEMORY };
	return exh_sci_parser_open(NULL, &f->grammar, &f->arena, &f->parser, &f->err);
}

static enum exh_status open_grammar(struct fixture *f, const char *text)
{
	f->grammar = testing_grammar(text, f->rules);
	return open_rules(f);
}

/* Words as class:group. */
static void set_words(const char *text)
{
	char *end;

	for (sentence.token_count = 0; *text; text = end) {
		const unsigned long class_mask = strtoul(text, &end, 16);

		assert_int_equal(*end, ':');
		sentence.tokens[sentence.token_count++] = (struct exh_sci_token){
			.class_mask = (uint16_t)class_mask,
			.group = (uint16_t)strtoul(end + 1, &end, 16),
		};
	}
}

static void assert_tree(const char *expected)
{
	struct exh_writer out = { .limit = MEMORY };

	exh_sci_tree_print(&sentence.tree, &out);
	exh_write_u8(&out, 0);
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
}

static void assert_rules(const struct fixture *f, const char *expected)
{
	char text[256] = "";
	size_t size = 0;

	for (size_t i = 0; i < sentence.rule_count; i++) {
		assert_in_range(sentence.rules[i], 1, f->grammar.count - 1);
		size += (size_t)snprintf(text + size, sizeof text - size, "%s%u",
					 i ? " " : "", sentence.rules[i]);
	}
	assert_string_equal(text, expected);
}

static void parse(const struct fixture *f, const char *words)
{
	set_words(words);
	exh_sci_parse_tokens(&f->parser, &sentence);
}

static void the_toy_grammar_has_three_derivations(void **state)
{
	struct exh_sci_derivations walk = { 0 };
	struct fixture f;
	uint64_t count;

	(void)state;
	assert_int_equal(open_grammar(&f, TOY_GRAMMAR), EXH_OK);
	parse(&f, "800:842 100:917");
	assert_int_equal(sentence.status, EXH_SCI_SENTENCE_OK);
	assert_tree("(141 13f (141 13b (141 131 842)) (142 134 917))");
	assert_rules(&f, "1 8 10 12");
	assert_int_equal(
		exh_sci_derivations_count(&f.parser, &sentence, &f.arena, &count, NULL),
		EXH_OK);
	assert_int_equal(count, 3);
	assert_true(exh_sci_derivations_next(&f.parser, &sentence, &walk));
	assert_rules(&f, "1 8 10 12");
	assert_true(exh_sci_derivations_next(&f.parser, &sentence, &walk));
	assert_rules(&f, "3 8 10 9 12");
	assert_tree("(141 13f (141 13b (141 131 842)) (141 13d (141 134 917)))");
	assert_true(exh_sci_derivations_next(&f.parser, &sentence, &walk));
	assert_rules(&f, "4 6 10 12");
	assert_tree("(141 13f (141 13b (141 131 842) (141 134 917)))");
	assert_false(exh_sci_derivations_next(&f.parser, &sentence, &walk));
	assert_int_equal(sentence.tree.count, 0);
	exh_arena_free(&f.arena);
}

static void the_examples_of_the_stock_grammar(void **state)
{
	struct fixture f;

	(void)state;
	assert_int_equal(open_grammar(&f, STOCK_GRAMMAR), EXH_OK);
	assert_int_equal(f.grammar.count, 58);
	parse(&f, "800:40b 100:83e"); /* open door */
	assert_tree("(141 13f (141 13b (141 12f 40b)) (142 13d (141 139 (141 130 "
		    "83e))))");
	parse(&f, "900:421 10:0ca 20:001 100:83e"); /* look at the door */
	assert_tree("(141 13f (141 13b (141 12f 421) (144 133 ca)) (142 13d (145 131 1) "
		    "(141 139 (141 130 83e))))");
	parse(&f, "800:428 100:7e7 400:143"); /* put key down */
	assert_tree("(141 13f (141 13b (141 12f 428)) (142 13d (141 139 (141 130 7e7))) "
		    "(144 137 143))");
	/* give the man the key: the indirect object comes first. */
	parse(&f, "800:437 20:001 100:837 20:001 100:7e7");
	assert_int_equal(sentence.rules[0], 7);
	assert_int_equal(sentence.status, EXH_SCI_SENTENCE_OK);
	exh_arena_free(&f.arena);
}

/*
 * Comparison with the plain parser.
 */

static void assert_same_as_plain(const struct fixture *f)
{
	const enum plain_result result = plain_parse(&plain, &f->grammar, sentence.tokens,
						     sentence.token_count, 0, STEPS);

	exh_sci_parse_tokens(&f->parser, &sentence);
	if (result == PLAIN_GAVE_UP)
		return;
	assert_int_equal(sentence.status == EXH_SCI_SENTENCE_OK, result == PLAIN_FOUND);
	if (result == PLAIN_FOUND)
		assert_true(plain_same_tree(&plain.tree, &sentence.tree));
}

/* Parses all sequences of words with one class each; returns the number of accepted
 * ones. */
static size_t count_accepted(const struct fixture *f, size_t length)
{
	size_t total = 1, accepted = 0;

	for (size_t i = 0; i < length; i++)
		total *= 10;
	for (size_t n = 0; n < total; n++) {
		size_t rest = n;

		sentence.token_count = length;
		for (size_t i = 0; i < length; i++, rest /= 10)
			sentence.tokens[i] = (struct exh_sci_token){
				.class_mask = (uint16_t)(4U << rest % 10),
				.group = (uint16_t)(0x100 + i),
			};
		assert_same_as_plain(f);
		accepted += sentence.status == EXH_SCI_SENTENCE_OK;
	}
	return accepted;
}

static void all_short_sequences_of_single_classes(void **state)
{
	static const size_t expected[] = { 5, 28, 179, 1060 };
	struct fixture f;

	(void)state;
	assert_int_equal(open_grammar(&f, STOCK_GRAMMAR), EXH_OK);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(count_accepted(&f, i + 1), expected[i]);
	exh_arena_free(&f.arena);
	assert_int_equal(open_grammar(&f, PATCHED_GRAMMAR), EXH_OK);
	assert_int_equal(f.grammar.count, 62);
	for (size_t i = 0; i < 3; i++)
		assert_in_range(count_accepted(&f, i + 1), expected[i], 1000);
	exh_arena_free(&f.arena);
}

static void roll_words(uint64_t *seed, size_t most)
{
	sentence.token_count = 1 + roll(seed, (uint32_t)most);
	for (size_t i = 0; i < sentence.token_count; i++)
		sentence.tokens[i] = (struct exh_sci_token){
			.class_mask =
				(uint16_t)(roll(seed, 4096) &
					   (roll(seed, 3) ? roll(seed, 4096) : 4095)),
			.group = (uint16_t)roll(seed, 4096),
		};
}

static void random_sequences_of_many_classes(void **state)
{
	uint64_t seed = 1;
	struct fixture f;

	(void)state;
	assert_int_equal(open_grammar(&f, STOCK_GRAMMAR), EXH_OK);
	for (int i = 0; i < 2000; i++) {
		roll_words(&seed, 8);
		assert_same_as_plain(&f);
	}
	exh_arena_free(&f.arena);
}

/* Counts derivations and visits each; they match those of the plain parser, in the same
 * order. */
static void assert_same_derivations(struct fixture *f)
{
	struct exh_sci_derivations walk = { 0 };
	uint64_t count, at = 0;

	assert_same_as_plain(f);
	assert_int_equal(
		exh_sci_derivations_count(&f->parser, &sentence, &f->arena, &count, NULL),
		EXH_OK);
	for (; at < 20 && exh_sci_derivations_next(&f->parser, &sentence, &walk); at++) {
		const enum plain_result result =
			plain_parse(&plain, &f->grammar, sentence.tokens,
				    sentence.token_count, at, STEPS);

		if (result == PLAIN_GAVE_UP)
			return;
		assert_int_equal(result, PLAIN_FOUND);
		assert_true(plain_same_tree(&plain.tree, &sentence.tree));
	}
	assert_int_equal(at, count < 20 ? count : 20);
	if (plain_parse(&plain, &f->grammar, sentence.tokens, sentence.token_count,
			UINT64_MAX, STEPS) == PLAIN_NONE)
		assert_int_equal(plain.found_count, count);
}

static void all_derivations_come_in_order(void **state)
{
	uint64_t seed = 2;
	struct fixture f;

	(void)state;
	assert_int_equal(open_grammar(&f, STOCK_GRAMMAR), EXH_OK);
	for (int i = 0; i < 150; i++) {
		roll_words(&seed, 5);
		assert_same_derivations(&f);
	}
	exh_arena_free(&f.arena);
}

static void roll_grammar(uint64_t *seed, struct fixture *f)
{
	const uint32_t symbols = 1 + roll(seed, 6);

	f->grammar = (struct exh_sci_grammar){ .rules = f->rules,
					       .count = 1 + roll(seed, 24) };
	for (size_t i = 0; i < f->grammar.count; i++) {
		struct exh_sci_rule *rule = &f->rules[i];

		*rule = (struct exh_sci_rule){
			.symbol = (uint16_t)(0x130 + roll(seed, symbols)),
			.pair_count = 1 + roll(seed, EXH_SCI_RULE_PAIRS),
		};
		for (size_t k = 0; k < rule->pair_count; k++) {
			rule->pairs[k].tag = (uint16_t)(0x141 + roll(seed, 5));
			rule->pairs[k].symbol = (uint16_t)(0x130 + roll(seed, symbols));
		}
		/* Most begin with a later symbol. */
		if (roll(seed, 8) && rule->symbol + 1U < 0x130 + symbols)
			rule->pairs[0].symbol =
				(uint16_t)(rule->symbol + 1 +
					   roll(seed,
						0x130 + symbols - rule->symbol - 1));
		if (i && !roll(seed, 2)) {
			rule->pair_count = 1;
			rule->pairs[0].tag = !roll(seed, 8)   ? EXH_SCI_TAG_PUT
					     : !roll(seed, 8) ? EXH_SCI_TAG_PNCT
							      : EXH_SCI_TAG_VOCAB;
			rule->pairs[0].symbol =
				(uint16_t)(roll(seed, 4096) | 1U << roll(seed, 12));
		}
	}
}

static void random_grammars(void **state)
{
	size_t opened = 0, parsed = 0;
	uint64_t seed = 3;
	struct fixture f;

	(void)state;
	for (int i = 0; i < 8000; i++) {
		roll_grammar(&seed, &f);
		if (open_rules(&f) == EXH_OK) {
			opened++;
			for (int k = 0; k < 8; k++) {
				roll_words(&seed, 6);
				for (size_t w = 0; w < sentence.token_count; w++)
					sentence.tokens[w].group =
						(uint16_t)(1U << roll(&seed, 12));
				if (k)
					assert_same_as_plain(&f);
				else
					assert_same_derivations(&f);
				parsed += sentence.tree.count > 0;
			}
		}
		exh_arena_free(&f.arena);
	}
	assert_in_range(opened, 200, 8000);
	assert_in_range(parsed, 500, SIZE_MAX);
}

/*
 * Length of the part that fits.
 */

static void assert_fit(const struct fixture *f, const char *words, size_t fit,
		       unsigned classes, bool end)
{
	parse(f, words);
	assert_int_equal(sentence.status, EXH_SCI_SENTENCE_SYNTAX);
	assert_int_equal(sentence.fit_count, fit);
	assert_int_equal(sentence.expected_classes, classes);
	assert_int_equal(sentence.expects_end, end);
	assert_false(sentence.expects_any);
	assert_int_equal(sentence.tree.count, 0);
}

static void a_rejection_tells_how_far_it_got(void **state)
{
	struct fixture f;

	(void)state;
	assert_int_equal(open_grammar(&f, TOY_GRAMMAR), EXH_OK);
	assert_fit(&f, "200:1", 0, 0x800, false);
	assert_fit(&f, "800:1 800:2", 1, 0x100, true);
	/* 13c > 13b 13d 13b . 13d, or 13c > 13b > 131 . */
	assert_fit(&f, "800:1 100:2 800:3", 3, 0x100, false);
	assert_fit(&f, "800:1 100:2 200:3 100:4", 3, 0, true);
	exh_arena_free(&f.arena);
	assert_int_equal(open_grammar(&f, STOCK_GRAMMAR), EXH_OK);
	assert_fit(&f, "800:1 20:2", 2, 0x140, false); /* look the */
	assert_fit(&f, "0:0", 0, 0x800 | 0x200 | 0x400 | 0x100 | 0x40 | 0x20, false);
	exh_arena_free(&f.arena);
}

/* Cut after the part that fits, the sentence can continue with an expected word. */
static void what_is_expected_makes_it_go_on(void **state)
{
	uint64_t seed = 4;
	struct fixture f;

	(void)state;
	assert_int_equal(open_grammar(&f, STOCK_GRAMMAR), EXH_OK);
	for (int i = 0; i < 5000; i++) {
		size_t fit;

		roll_words(&seed, 6);
		if (exh_sci_parse_tokens(&f.parser, &sentence) != EXH_SCI_SENTENCE_SYNTAX)
			continue;
		fit = sentence.fit_count;
		assert_true(sentence.expects_end || sentence.expected_classes);
		if (fit < sentence.token_count)
			assert_false(sentence.tokens[fit].class_mask &
				     sentence.expected_classes);
		if (sentence.expects_end && fit) {
			sentence.token_count = fit;
			assert_int_equal(exh_sci_parse_tokens(&f.parser, &sentence),
					 EXH_SCI_SENTENCE_OK);
			continue;
		}
		for (unsigned bit = 4; bit <= 0x800; bit <<= 1) {
			const bool good = sentence.expected_classes & bit;
			const unsigned expected = sentence.expected_classes;

			sentence.token_count = fit + 1;
			sentence.tokens[fit].class_mask = (uint16_t)bit;
			exh_sci_parse_tokens(&f.parser, &sentence);
			assert_int_equal(sentence.status == EXH_SCI_SENTENCE_OK ||
						 sentence.fit_count > fit,
					 good);
			sentence.expected_classes = (uint16_t)expected;
		}
	}
	exh_arena_free(&f.arena);
}

/*
 * Grammars.
 */

static void assert_refused(const char *text, enum exh_status status, size_t record,
			   const char *reason)
{
	struct fixture f;

	assert_int_equal(open_grammar(&f, text), status);
	assert_int_equal(f.err.offset, record * EXH_SCI_RULE_SIZE);
	assert_non_null(strstr(f.err.text, reason));
	exh_arena_free(&f.arena);
}

static void grammars_that_no_parser_can_use_are_refused(void **state)
{
	(void)state;
	assert_refused("", EXH_INVALID, 0, "without records");
	assert_refused("13f\n13c 146.100\n", EXH_INVALID, 0, "13f has no pairs");
	assert_refused("13f 141.13c\n13c 141.13d\n13d\n", EXH_INVALID, 2,
		       "13d has no pairs");
	assert_refused("13f 141.13c\n13d 146.100\n", EXH_INVALID, 0,
		       "symbol 13c is used, but no record defines it");
	assert_refused("13f 141.13c\n13c 141.13d\n", EXH_INVALID, 1, "symbol 13d");
	assert_refused("13f 141.13c\n13c 141.13d 146.100\n13d 146.1\n", EXH_INVALID, 1,
		       "symbol 100 is used, but no record defines it (words");
	assert_refused("13f 141.13c\n13c 146.100\n13c 141.13c 141.13c\n", EXH_INVALID, 2,
		       "left recursion, which no parser can finish: 13c, 13c");
	assert_refused("13f 141.13c\n13c 141.13d\n13d 146.1\n13d 141.13e\n13e 141.13d "
		       "141.13c\n",
		       EXH_INVALID, 4, "13d, 13e, 13d");
	/* The same recursion is fine anywhere except on the left. */
	{
		struct fixture f;

		assert_int_equal(open_grammar(&f, "13f 141.13c\n13c 141.13d 142.13c\n13c "
						  "141.13d\n13d 146.1\n"),
				 EXH_OK);
		parse(&f, "1:1 1:2 1:3");
		assert_tree("(141 13f (141 13d 1) (142 13c (141 13d 2) (142 13c (141 13d "
			    "3))))");
		exh_arena_free(&f.arena);
	}
}

static void too_many_symbols_are_refused(void **state)
{
	struct fixture f;

	(void)state;
	for (unsigned count = 128; count <= 129; count++) {
		f.grammar = (struct exh_sci_grammar){ .rules = f.rules, .count = count };
		for (unsigned i = 0; i < count; i++) {
			f.rules[i] = (struct exh_sci_rule){ .symbol = (uint16_t)(i + 1),
							    .pair_count = 1 };
			f.rules[i].pairs[0].tag = i + 1 < count ? 0x141 : 0x146;
			f.rules[i].pairs[0].symbol = (uint16_t)(i + 2);
		}
		assert_int_equal(open_rules(&f), count == 128 ? EXH_OK : EXH_LIMIT);
		if (count == 128) {
			parse(&f, "fff:1");
			assert_int_equal(sentence.tree.count, 127);
			assert_same_as_plain(&f);
		} else {
			assert_int_equal(f.err.offset, 128 * EXH_SCI_RULE_SIZE);
		}
		exh_arena_free(&f.arena);
	}
}

static void memory_that_is_short_is_reported(void **state)
{
	struct fixture f;

	(void)state;
	f.grammar = testing_grammar(STOCK_GRAMMAR, f.rules);
	for (size_t limit = 0; limit < 4096; limit += 64) {
		struct exh_arena arena = { .limit = limit };
		const enum exh_status status =
			exh_sci_parser_open(NULL, &f.grammar, &arena, &f.parser, &f.err);

		assert_true(status == EXH_OK || status == EXH_NO_MEMORY);
		assert_true(limit || status == EXH_NO_MEMORY);
		exh_arena_free(&arena);
	}
	assert_int_equal(open_rules(&f), EXH_OK);
	parse(&f, "800:1 100:2");
	{
		struct exh_arena arena = { .limit = 100 };
		uint64_t count;

		assert_int_equal(exh_sci_derivations_count(&f.parser, &sentence, &arena,
							   &count, NULL),
				 EXH_NO_MEMORY);
	}
	exh_arena_free(&f.arena);
}

/*
 * Tags that no game's grammar has.
 */

static void words_by_group_and_any_words(void **state)
{
	struct fixture f;

	(void)state;
	assert_int_equal(open_grammar(&f, "13f 141.13c\n13c 142.130 143.131\n130 "
					  "14d.123\n131 154.1\n"),
			 EXH_OK);
	parse(&f, "0:123 0:456");
	assert_tree("(141 13f (142 130 123) (143 131 456))");
	assert_same_as_plain(&f);
	parse(&f, "fff:124 0:456");
	assert_int_equal(sentence.fit_count, 0);
	assert_true(sentence.expects_any);
	exh_arena_free(&f.arena);
	/* A grammar of only words: the root is one. */
	assert_int_equal(open_grammar(&f, "13f 141.13c\n13c 146.100\n"), EXH_OK);
	parse(&f, "100:7e7");
	assert_tree("(141 13f 7e7)");
	assert_same_as_plain(&f);
	exh_arena_free(&f.arena);
}

/*
 * Long sentences.
 */

static void as_many_words_as_there_can_be(void **state)
{
	struct exh_sci_derivations walk = { 0 };
	struct fixture f;
	uint64_t count;

	(void)state;
	assert_int_equal(open_grammar(&f, STOCK_GRAMMAR), EXH_OK);
	sentence.token_count = EXH_SCI_SENTENCE_WORDS;
	for (size_t i = 0; i < EXH_SCI_SENTENCE_WORDS; i++)
		sentence.tokens[i] =
			(struct exh_sci_token){ .class_mask = 0xff4, .group = 0xfff };
	assert_int_equal(exh_sci_parse_tokens(&f.parser, &sentence), EXH_SCI_SENTENCE_OK);
	assert_int_equal(
		exh_sci_derivations_count(&f.parser, &sentence, &f.arena, &count, NULL),
		EXH_OK);
	assert_true(count == UINT64_MAX);
	for (int i = 0; i < 100; i++)
		assert_true(exh_sci_derivations_next(&f.parser, &sentence, &walk));
	exh_arena_free(&f.arena);
}

static void a_tree_that_is_too_large_is_none(void **state)
{
	char text[4096];
	struct fixture f;
	size_t size = 0;

	(void)state;
	/* 20 nodes a word. */
	size += (size_t)snprintf(text, sizeof text,
				 "13f 141.13c\n13c 141.1 141.13c\n13c 141.1\n");
	for (unsigned i = 1; i < 20; i++)
		size += (size_t)snprintf(text + size, sizeof text - size, "%x 141.%x\n",
					 i, i + 1);
	snprintf(text + size, sizeof text - size, "14 146.100\n");
	assert_int_equal(open_grammar(&f, text), EXH_OK);
	for (size_t n = 40; n <= EXH_SCI_SENTENCE_WORDS; n++) {
		sentence.token_count = n;
		for (size_t i = 0; i < n; i++)
			sentence.tokens[i] =
				(struct exh_sci_token){ .class_mask = 0x100 };
		exh_sci_parse_tokens(&f.parser, &sentence);
		assert_int_equal(sentence.is_too_deep, n * 21 > EXH_SCI_TREE_NODES);
		assert_int_equal(sentence.status, sentence.is_too_deep
							  ? EXH_SCI_SENTENCE_SYNTAX
							  : EXH_SCI_SENTENCE_OK);
		assert_int_equal(sentence.tree.count, sentence.is_too_deep ? 0 : n * 21);
	}
	exh_arena_free(&f.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_toy_grammar_has_three_derivations),
		cmocka_unit_test(the_examples_of_the_stock_grammar),
		cmocka_unit_test(all_short_sequences_of_single_classes),
		cmocka_unit_test(random_sequences_of_many_classes),
		cmocka_unit_test(all_derivations_come_in_order),
		cmocka_unit_test(random_grammars),
		cmocka_unit_test(a_rejection_tells_how_far_it_got),
		cmocka_unit_test(what_is_expected_makes_it_go_on),
		cmocka_unit_test(grammars_that_no_parser_can_use_are_refused),
		cmocka_unit_test(too_many_symbols_are_refused),
		cmocka_unit_test(memory_that_is_short_is_reported),
		cmocka_unit_test(words_by_group_and_any_words),
		cmocka_unit_test(as_many_words_as_there_can_be),
		cmocka_unit_test(a_tree_that_is_too_large_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
