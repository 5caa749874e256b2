/* The normal form: as large as FreeSCI's, and it gives the same trees. */
#include "exhume/sci_parser.h"

#include "../base/testing.h"
#include "plain/gnf.h"
#include "plain/parse.h"
#include "parse_testing.h"

enum { MEMORY = 1 << 26, MOST = 10000 };

struct fixture {
	struct exh_arena arena;
	struct exh_sci_rule rules[128];
	struct exh_sci_grammar grammar;
	struct exh_sci_parser parser;
	struct exh_sci_gnf gnf;
};

static struct exh_sci_sentence sentence;

static void open_grammar(struct fixture *f, const char *text)
{
	f->arena = (struct exh_arena){ .limit = MEMORY };
	f->grammar = testing_grammar(text, f->rules);
	assert_int_equal(
		exh_sci_parser_open(NULL, &f->grammar, &f->arena, &f->parser, NULL),
		EXH_OK);
	assert_int_equal(exh_sci_gnf_build(&f->parser, MOST, &f->arena, &f->gnf, NULL),
			 EXH_OK);
}

static size_t count_rules(const struct exh_sci_gnf *gnf, unsigned symbol)
{
	size_t count = 0;

	for (size_t i = 0; i < gnf->count; i++)
		count += gnf->rules[i].symbol == symbol;
	return count;
}

static void the_stock_grammar_has_356_rules(void **state)
{
	static const struct {
		unsigned symbol;
		size_t count;
	} sides[] = { { 0x13c, 257 }, { 0x13e, 51 }, { 0x13b, 23 }, { 0x13d, 9 },
		      { 0x139, 3 },   { 0x12f, 2 },  { 0x13a, 2 } };
	static const size_t rounds[] = { 11, 35, 289, 21 };
	struct fixture f;

	(void)state;
	open_grammar(&f, STOCK_GRAMMAR);
	assert_int_equal(f.gnf.count, 356);
	assert_int_equal(f.gnf.round_count, 4);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(f.gnf.round_sizes[i], rounds[i]);
	for (size_t i = 0; i < 7; i++)
		assert_int_equal(count_rules(&f.gnf, sides[i].symbol), sides[i].count);
	for (unsigned symbol = 0x130; symbol <= 0x138; symbol++)
		assert_int_equal(count_rules(&f.gnf, symbol), 1);
	exh_arena_free(&f.arena);
}

/* Both are given the same words; FreeSCI's gives up on what grows too far. */
static void assert_same_trees(const struct fixture *f)
{
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	struct exh_sci_tree tree = { nodes, 0, EXH_SCI_TREE_NODES };
	const int result = gnf_parse(&f->gnf, f->grammar.rules[0].pairs[0].symbol,
				     sentence.tokens, sentence.token_count, &tree);

	exh_sci_parse_tokens(&f->parser, &sentence);
	if (result < 0)
		return;
	assert_int_equal(sentence.status == EXH_SCI_SENTENCE_OK, result);
	if (result)
		assert_true(plain_same_tree(&tree, &sentence.tree));
}

static void single_classes_give_the_same_trees(void **state)
{
	struct fixture f;

	(void)state;
	open_grammar(&f, STOCK_GRAMMAR);
	for (size_t length = 1, total = 10; length <= 3; length++, total *= 10)
		for (size_t n = 0; n < total; n++) {
			size_t rest = n;

			sentence.token_count = length;
			for (size_t i = 0; i < length; i++, rest /= 10)
				sentence.tokens[i] = (struct exh_sci_token){
					.class_mask = (uint16_t)(4U << rest % 10),
					.group = (uint16_t)(0x100 + i),
				};
			assert_same_trees(&f);
		}
	exh_arena_free(&f.arena);
}

static void many_classes_give_the_same_trees(void **state)
{
	uint64_t seed = 1;
	struct fixture f;

	(void)state;
	open_grammar(&f, STOCK_GRAMMAR);
	for (int n = 0; n < 300; n++) {
		sentence.token_count = 1 + roll(&seed, 7);
		for (size_t i = 0; i < sentence.token_count; i++)
			sentence.tokens[i] = (struct exh_sci_token){
				.class_mask =
					(uint16_t)(4U << roll(&seed, 10) |
						   (roll(&seed, 2)
							    ? 0
							    : 4U << roll(&seed, 10))),
				.group = (uint16_t)(0x100 + i),
			};
		assert_same_trees(&f);
	}
	exh_arena_free(&f.arena);
}

static void the_toy_grammar(void **state)
{
	struct fixture f;

	(void)state;
	open_grammar(&f, TOY_GRAMMAR);
	sentence.token_count = 2;
	sentence.tokens[0] =
		(struct exh_sci_token){ .class_mask = 0x800, .group = 0x842 };
	sentence.tokens[1] =
		(struct exh_sci_token){ .class_mask = 0x100, .group = 0x917 };
	assert_same_trees(&f);
	assert_int_equal(sentence.status, EXH_SCI_SENTENCE_OK);
	exh_arena_free(&f.arena);
}

static void a_form_that_grows_too_far_is_refused(void **state)
{
	struct fixture f;
	struct exh_error err;

	(void)state;
	open_grammar(&f, STOCK_GRAMMAR);
	for (size_t most = 0; most < 356; most += 5)
		assert_int_equal(
			exh_sci_gnf_build(&f.parser, most, &f.arena, &f.gnf, &err),
			EXH_LIMIT);
	assert_int_equal(exh_sci_gnf_build(&f.parser, 356, &f.arena, &f.gnf, &err),
			 EXH_OK);
	f.arena.limit = f.arena.used + 20000;
	assert_int_equal(exh_sci_gnf_build(&f.parser, 356, &f.arena, &f.gnf, &err),
			 EXH_NO_MEMORY);
	exh_arena_free(&f.arena);
}

/* Half of them are 13b > class i, each twice; the others 13c > 13b with three tags. */
static void equal_records_make_nothing_twice(void **state)
{
	enum { HALF = 600, TAGS = 3 };
	static struct exh_sci_rule rules[1 + 2 * HALF];
	const struct exh_sci_grammar grammar = { .rules = rules, .count = 1 + 2 * HALF };
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_sci_parser parser;
	struct exh_sci_gnf gnf;

	(void)state;
	rules[0] = (struct exh_sci_rule){ 0x13f, { { 0x141, 0x13c } }, 0, 1 };
	for (size_t i = 0; i < HALF; i++) {
		rules[1 + i] = (struct exh_sci_rule){
			0x13b, { { 0x146, (uint16_t)(1 + i / 2) } }, 0, 1
		};
		rules[1 + HALF + i] = (struct exh_sci_rule){
			0x13c, { { (uint16_t)(0x141 + i % TAGS), 0x13b } }, 0, 1
		};
	}
	assert_int_equal(exh_sci_parser_open(NULL, &grammar, &arena, &parser, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_gnf_build(&parser, MOST, &arena, &gnf, NULL), EXH_OK);
	assert_int_equal(gnf.round_count, 2);
	assert_int_equal(gnf.round_sizes[0], HALF);
	assert_int_equal(gnf.round_sizes[1], TAGS * HALF / 2);
	assert_int_equal(gnf.rules[HALF].items[0].tag, 0x141);
	assert_int_equal(gnf.rules[HALF].items[1].value, 1);
	assert_int_equal(gnf.rules[HALF + 1].items[1].value, 2);
	assert_int_equal(gnf.rules[HALF + HALF / 2].items[0].tag, 0x142);
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_stock_grammar_has_356_rules),
		cmocka_unit_test(single_classes_give_the_same_trees),
		cmocka_unit_test(many_classes_give_the_same_trees),
		cmocka_unit_test(the_toy_grammar),
		cmocka_unit_test(a_form_that_grows_too_far_is_refused),
		cmocka_unit_test(equal_records_make_nothing_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
