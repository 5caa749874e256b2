#include "exhume/advanced/sci_coverage.h"
#include "exhume/advanced/sci_script.h"

#include "parse_testing.h"
#include "vocab_testing.h"

enum { MEMORY = 1 << 22 };

/* A few words, the grammar of nearly all games, and the coverage to search with. */
struct fixture {
	struct exh_arena arena;
	struct exh_sci_word items[32];
	struct exh_sci_words words;
	struct exh_sci_lexicon lexicon;
	struct exh_sci_rule rules[64];
	struct exh_sci_grammar grammar;
	struct exh_sci_parser parser;
	struct exh_sci_coverage coverage;
	struct exh_sci_coverage_options options;
	char text[256];
	bool has_anyword;
};

static struct exh_sci_coverage_search search;

static void open_fixture(struct fixture *f)
{
	const struct exh_sci_word items[] = {
		word_of("!*", 0, 0xffe),       word_of("*", 0xff4, 0xfff),
		word_of("77", 0x100, 0xfa1),   word_of("about", 0x008, 0x09b),
		word_of("ask", 0x800, 0x40d),  word_of("at", 0x010, 0x0ca),
		word_of("box", 0x100, 0x813),  word_of("door", 0x100, 0x83e),
		word_of("get", 0x800, 0x426),  word_of("high-five", 0x800, 0x500),
		word_of("in", 0x010, 0x0ce),   word_of("key", 0x100, 0x7e7),
		word_of("look", 0x900, 0x421), word_of("man", 0x100, 0x837),
		word_of("put", 0x900, 0x428),  word_of("red", 0x040, 0x200),
		word_of("the", 0x020, 0x001),  word_of("up", 0x400, 0x142),
		word_of("with", 0x008, 0x098),
	};

	*f = (struct fixture){ .arena = { .limit = MEMORY },
			       .options = { .most_words = 5, .most_tries = 100000 },
			       .has_anyword = f->has_anyword };
	memcpy(f->items, items, sizeof items);
	if (f->has_anyword)
		f->items[1].text = text_of("anyword");
	f->words = (struct exh_sci_words){ EXH_SCI_WORDS_SCI0, f->items,
					   sizeof items / sizeof *items, 0, false };
	f->grammar = testing_grammar(STOCK_GRAMMAR, f->rules);
	assert_int_equal(
		exh_sci_lexicon_open(&f->words, NULL, &f->arena, &f->lexicon, NULL),
		EXH_OK);
	assert_int_equal(exh_sci_parser_open(&f->lexicon, &f->grammar, &f->arena,
					     &f->parser, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_coverage_open(&f->parser, &f->arena, &f->coverage, NULL),
			 EXH_OK);
}

static void join(struct fixture *f)
{
	size_t at = 0;

	f->text[0] = '\0';
	for (size_t i = 0; i < search.word_count; i++)
		at += (size_t)snprintf(f->text + at, sizeof f->text - at, "%s%.*s",
				       i ? " " : "", (int)search.words[i].text.size,
				       (const char *)search.words[i].text.data);
}

/* Asserts that the found sentence, parsed as if typed, matches. */
static void assert_triggers(const struct fixture *f, struct exh_bytes code)
{
	static struct exh_sci_sentence sentence;
	static struct exh_sci_said_input input;
	const struct exh_sci_parse_options options = { 0 };
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	struct exh_sci_tree tree = { nodes, 0, EXH_SCI_TREE_NODES };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_said said;

	assert_int_equal(
		exh_sci_parse(f->coverage.parser, &options, text_of(f->text), &sentence),
		EXH_SCI_SENTENCE_OK);
	assert_int_equal(exh_sci_said_tree(code, &tree, NULL, NULL, NULL), EXH_OK);
	assert_int_equal(exh_sci_said_prepare(&tree, &arena, &said, NULL), EXH_OK);
	exh_sci_said_input_set(&input, &sentence.tree);
	assert_int_not_equal(exh_sci_said_match(&said, &input), EXH_SCI_SAID_NO);
	exh_arena_free(&arena);
}

static enum exh_sci_coverage_result search_code(struct fixture *f, struct exh_bytes code)
{
	assert_int_equal(exh_sci_coverage_search(&f->coverage, code, &f->options,
						 &f->arena, &search, NULL),
			 EXH_OK);
	join(f);
	if (search.result == EXH_SCI_COVERAGE_FOUND)
		assert_triggers(f, code);
	return search.result;
}

static enum exh_sci_coverage_result search_text(struct fixture *f, const char *spec)
{
	struct exh_writer code = { .limit = 1024 };
	enum exh_sci_coverage_result result;

	assert_int_equal(exh_sci_said_compile(text_of(spec), &f->lexicon,
					      EXH_SCI_SAID_STRICT, &code, NULL),
			 EXH_OK);
	result = search_code(f, exh_writer_bytes(&code));
	exh_writer_free(&code);
	return result;
}

static void specs_find_the_shortest_sentence(void **state)
{
	static const char *const pairs[][2] = {
		{ "look", "look" },
		{ "look>", "look" },
		{ "look[/door]", "look" },
		{ "look/door", "look door" },
		{ "look,get/key", "look key" },
		{ "get/box,door", "get box" },
		{ "look<at/door", "look at door" },
		{ "look[<at]/door", "look door" },
		{ "look/door<red", "look red door" },
		{ "get<up", "get up" },
		{ "put/key/box", "put key with box" },
		{ "ask//key", "ask with key" },
		{ "ask/man/key", "ask man with key" },
		{ "get/unknownnumber", "get 777" },
		{ "(look,get)[<(up,at)]", "look" },
		{ "[look]/door", "door" },
		{ "look[/!*]", "look" },
		{ "get/[door]", "get door" },
		{ "look<[at]", "look at" },
		{ "look/[door,key]", "look door" },
	};
	struct fixture f = { 0 };

	(void)state;
	open_fixture(&f);
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		assert_int_equal(search_text(&f, pairs[i][0]), EXH_SCI_COVERAGE_FOUND);
		assert_string_equal(f.text, pairs[i][1]);
	}
	exh_arena_free(&f.arena);
}

static void specs_out_of_reach_are_reported(void **state)
{
	struct fixture f = { 0 };

	(void)state;
	open_fixture(&f);
	f.options.most_words = 3;
	assert_int_equal(search_text(&f, "look/!*"), EXH_SCI_COVERAGE_NONE);
	assert_int_equal(search.missing_group, 0);
	assert_int_equal(search_text(&f, "high-five"), EXH_SCI_COVERAGE_NONE);
	assert_int_equal(search.missing_group, 0x500);
	assert_int_equal(search_text(&f, "{0x321}/door"), EXH_SCI_COVERAGE_NONE);
	assert_int_equal(search.missing_group, 0x321);
	assert_int_equal(search_text(&f, "{0x321},look"), EXH_SCI_COVERAGE_FOUND);
	assert_int_equal(search.missing_group, 0);
	assert_int_equal(search_text(&f, "put/key/box"), EXH_SCI_COVERAGE_FOUND);
	assert_string_equal(f.text, "put key with box");
	assert_int_equal(search.most_words, 4);
	exh_arena_free(&f.arena);
}

/* "*" can't be typed, but in some games a word of its group can. */
static void a_word_that_equals_all_is_the_last_resort(void **state)
{
	struct fixture f = { 0 };

	(void)state;
	open_fixture(&f);
	assert_int_equal(search_text(&f, "door"), EXH_SCI_COVERAGE_NONE);
	exh_arena_free(&f.arena);
	f.has_anyword = true;
	open_fixture(&f);
	assert_int_equal(search_text(&f, "door"), EXH_SCI_COVERAGE_FOUND);
	assert_string_equal(f.text, "anyword");
	assert_int_equal(search_text(&f, "{0x321}"), EXH_SCI_COVERAGE_FOUND);
	assert_int_equal(search_text(&f, "look/door"), EXH_SCI_COVERAGE_FOUND);
	assert_string_equal(f.text, "look door");
	assert_int_equal(search_text(&f, "look/!*"), EXH_SCI_COVERAGE_NONE);
	exh_arena_free(&f.arena);
}

static void a_search_gives_up_after_its_tries(void **state)
{
	struct fixture f = { 0 };

	(void)state;
	open_fixture(&f);
	f.options.most_tries = 3;
	assert_int_equal(search_text(&f, "put/key/box"), EXH_SCI_COVERAGE_GAVE_UP);
	assert_true(search.tries <= 3);
	assert_int_equal(search_text(&f, "look"), EXH_SCI_COVERAGE_FOUND);
	f.options =
		(struct exh_sci_coverage_options){ .most_words = 8, .most_tries = 1000 };
	assert_int_equal(search_text(&f, "(look,get),(get,look)/(door,key),(box,man)/"
					 "(door,key)<(red,red)<(red,red)<(red,red)<(red,"
					 "red)<(red,red)<(red,red)<(red,red)"),
			 EXH_SCI_COVERAGE_GAVE_UP);
	exh_arena_free(&f.arena);
}

static void bytes_that_are_no_spec_fail(void **state)
{
	static const uint8_t wrong[] = { 0xf5, 0x08, 0x3e, 0xff };
	struct exh_error err;
	struct fixture f = { 0 };

	(void)state;
	open_fixture(&f);
	assert_int_equal(exh_sci_coverage_search(&f.coverage,
						 (struct exh_bytes){ wrong, 4, 0 },
						 &f.options, &f.arena, &search, &err),
			 EXH_INVALID);
	assert_int_equal(exh_sci_coverage_search(&f.coverage,
						 (struct exh_bytes){ wrong, 0, 0 },
						 &f.options, &f.arena, &search, &err),
			 EXH_TRUNCATED);
	exh_arena_free(&f.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(specs_find_the_shortest_sentence),
		cmocka_unit_test(specs_out_of_reach_are_reported),
		cmocka_unit_test(a_word_that_equals_all_is_the_last_resort),
		cmocka_unit_test(a_search_gives_up_after_its_tries),
		cmocka_unit_test(bytes_that_are_no_spec_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
