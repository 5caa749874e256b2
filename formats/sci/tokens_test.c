/* Lines: positions and meanings of words, and whole sentences of a real game. */
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_parser.h"

#include "parse_testing.h"
#include "vocab_testing.h"

enum { MEMORY = 1 << 22 };

struct fixture {
	struct exh_arena arena;
	struct exh_sci_word items[16];
	struct exh_sci_words words;
	struct exh_sci_suffixes suffixes;
	struct exh_sci_lexicon lexicon;
	struct exh_sci_rule rules[128];
	struct exh_sci_grammar grammar;
	struct exh_sci_parser parser;
	struct exh_sci_parse_options options;
	struct exh_bytes files[3];
};

static struct exh_sci_sentence sentence;

static void open_few(struct fixture *f)
{
	const struct exh_sci_word items[] = {
		word_of("ab", 0x100, 0x10),	word_of("box", 0x100, 0x813),
		word_of("door", 0x100, 0x83e),	word_of("high-five", 0x100, 0x20),
		word_of("highfive", 0x100, 21), word_of("it", 0x080, 0x30),
		word_of("key", 0x100, 0x7e7),	word_of("look", 0x900, 0x421),
		word_of("open", 0x800, 0x40b),	word_of("\x81y", 0x100, 0x40),
		word_of("portal", 0x100, 0x83e)
	};

	*f = (struct fixture){ .arena = { .limit = MEMORY } };
	memcpy(f->items, items, sizeof items);
	f->words = (struct exh_sci_words){ EXH_SCI_WORDS_SCI0, f->items,
					   sizeof items / sizeof *items, 0, false };
	assert_int_equal(
		exh_sci_lexicon_open(&f->words, NULL, &f->arena, &f->lexicon, NULL),
		EXH_OK);
	f->grammar = testing_grammar(STOCK_GRAMMAR, f->rules);
	assert_int_equal(exh_sci_parser_open(&f->lexicon, &f->grammar, &f->arena,
					     &f->parser, NULL),
			 EXH_OK);
}

static void close_few(struct fixture *f)
{
	for (size_t i = 0; i < 3; i++)
		free((void *)f->files[i].data);
	exh_arena_free(&f->arena);
}

static enum exh_sci_sentence_status parse_bytes(struct fixture *f, const char *line,
						size_t size)
{
	struct exh_bytes exact = { tight_copy(line, size), size, 0 };

	exh_sci_parse(&f->parser, &f->options, exact, &sentence);
	free((void *)exact.data);
	return sentence.status;
}

static enum exh_sci_sentence_status parse(struct fixture *f, const char *line)
{
	return parse_bytes(f, line, strlen(line));
}

/* Asserts the words in the form to look up, with one space between them. */
static void assert_words(struct fixture *f, const char *line, const char *expected)
{
	char text[512] = "";
	size_t size = 0;

	parse(f, line);
	for (size_t i = 0; i < sentence.token_count; i++) {
		const struct exh_bytes word = exh_sci_token_text(&sentence, i);

		size += (size_t)snprintf(text + size, sizeof text - size, "%s%.*s",
					 i ? " " : "", (int)word.size,
					 (const char *)word.data);
	}
	assert_string_equal(text, expected);
}

static void assert_tree(const char *expected)
{
	struct exh_writer out = { .limit = MEMORY };

	assert_int_equal(sentence.status, EXH_SCI_SENTENCE_OK);
	exh_sci_tree_print(&sentence.tree, &out);
	exh_write_u8(&out, 0);
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
}

static void what_is_no_letter_or_digit_is_dropped(void **state)
{
	struct fixture f;

	(void)state;
	open_few(&f);
	assert_words(&f, "  Open\tthe\r\nDOOR  ", "open the door");
	assert_words(&f, "high-five a,b o.p.e.n!", "highfive ab open");
	assert_words(&f,
		     "open \x81y\xff"
		     "key",
		     "open ykey");
	/* A word with no other characters ends the sentence. */
	assert_words(&f, "open - door", "open");
	assert_words(&f, "*", "");
	assert_int_equal(sentence.status, EXH_SCI_SENTENCE_EMPTY);
	close_few(&f);
}

static void other_interpreters_split_otherwise(void **state)
{
	struct fixture f;

	(void)state;
	open_few(&f);
	f.options.interpreter = EXH_SCI_FREESCI;
	assert_words(&f, "high-five a,b -box- open.door;key",
		     "highfive a b box open "
		     "door key");
	assert_words(&f, "open \x81y - door", "open y door");
	f.options.interpreter = EXH_SCI_SCUMMVM;
	assert_words(&f, "HIGH-five a,b \x81Y !? op\ten", "high-five ab \x81y open");
	assert_int_equal(sentence.tokens[0].group, 0x20);
	assert_int_equal(sentence.tokens[2].group, 0x40);
	close_few(&f);
}

static void tokens_tell_where_they_are(void **state)
{
	struct fixture f;

	(void)state;
	open_few(&f);
	assert_int_equal(parse(&f, " op'en  xyzzy \"door\" 77"),
			 EXH_SCI_SENTENCE_UNKNOWN);
	assert_int_equal(sentence.token_count, 4);
	assert_int_equal(sentence.unknown_count, 1);
	assert_int_equal(sentence.tokens[0].offset, 1);
	assert_int_equal(sentence.tokens[0].size, 5);
	assert_int_equal(sentence.tokens[1].offset, 8);
	assert_int_equal(sentence.tokens[1].lookup.way, EXH_SCI_UNKNOWN);
	assert_int_equal(sentence.tokens[2].offset, 14);
	assert_int_equal(sentence.tokens[2].size, 6);
	assert_int_equal(sentence.tokens[2].class_mask, 0x100);
	assert_int_equal(sentence.tokens[2].group, 0x83e);
	assert_int_equal(sentence.tokens[3].group, EXH_SCI_GROUP_NUMBER);
	close_few(&f);
}

static void empty_lines_are_empty(void **state)
{
	struct fixture f;

	(void)state;
	open_few(&f);
	assert_int_equal(parse(&f, ""), EXH_SCI_SENTENCE_EMPTY);
	assert_int_equal(parse(&f, " \t\r\n"), EXH_SCI_SENTENCE_EMPTY);
	assert_int_equal(parse(&f, "?! open door"), EXH_SCI_SENTENCE_EMPTY);
	assert_int_equal(
		exh_sci_parse(&f.parser, &f.options, (struct exh_bytes){ 0 }, &sentence),
		EXH_SCI_SENTENCE_EMPTY);
	assert_int_equal(sentence.tree.count, 0);
	/* A NUL ends the line. */
	assert_int_equal(parse_bytes(&f, "\0open", 5), EXH_SCI_SENTENCE_EMPTY);
	assert_int_equal(parse_bytes(&f, "open\0xyzzy", 10), EXH_SCI_SENTENCE_OK);
	close_few(&f);
}

static void words_past_the_most_are_dropped(void **state)
{
	char line[1024] = "";
	struct fixture f;

	(void)state;
	open_few(&f);
	f.options.most_words = EXH_SCI_INTERPRETER_WORDS;
	assert_words(&f, "open ab ab ab ab ab ab ab ab ab door xyzzy",
		     "open ab ab ab ab ab ab ab ab ab door");
	assert_int_equal(sentence.word_count, 12);
	assert_int_equal(sentence.status, EXH_SCI_SENTENCE_OK);
	f.options.most_words = 0;
	for (size_t i = 0; i < 63; i++)
		strcat(line, "ab ");
	assert_int_equal(parse(&f, line), EXH_SCI_SENTENCE_OK);
	strcat(line, "ab ");
	assert_int_equal(parse(&f, line), EXH_SCI_SENTENCE_SYNTAX);
	assert_true(sentence.has_too_many_words);
	assert_int_equal(sentence.token_count, 63);
	assert_int_equal(sentence.word_count, 64);
	f.options.most_words = 63;
	assert_int_equal(parse(&f, line), EXH_SCI_SENTENCE_OK);
	f.options.most_words = 64;
	assert_int_equal(parse(&f, line), EXH_SCI_SENTENCE_SYNTAX);
	close_few(&f);
}

static void words_longer_than_any_are_unknown(void **state)
{
	char *line = malloc(1 << 20);
	struct fixture f;

	(void)state;
	open_few(&f);
	memset(line, 'x', 1 << 20);
	/* A longer text that begins with a word of the greatest length is unknown. */
	f.words.items[0] = (struct exh_sci_word){
		{ (const uint8_t *)line, EXH_SCI_WORD_SIZE, 0 }, 0x100, 0x10
	};
	assert_int_equal(exh_sci_lexicon_open(&f.words, NULL, &f.arena, &f.lexicon, NULL),
			 EXH_OK);
	assert_int_equal(parse_bytes(&f, line, EXH_SCI_WORD_SIZE), EXH_SCI_SENTENCE_OK);
	assert_int_equal(parse_bytes(&f, line, EXH_SCI_WORD_SIZE + 1),
			 EXH_SCI_SENTENCE_UNKNOWN);
	assert_int_equal(parse_bytes(&f, line, 1 << 20), EXH_SCI_SENTENCE_UNKNOWN);
	assert_int_equal(sentence.tokens[0].size, 1 << 20);
	assert_int_equal(sentence.tokens[0].text_size, EXH_SCI_WORD_SIZE);
	for (size_t i = 0; i < 1 << 20; i += 300)
		line[i] = ' ';
	assert_int_equal(parse_bytes(&f, line, 1 << 20), EXH_SCI_SENTENCE_UNKNOWN);
	assert_int_equal(sentence.unknown_count, EXH_SCI_SENTENCE_WORDS);
	assert_int_equal(sentence.word_count, ((1 << 20) + 299) / 300);
	free(line);
	close_few(&f);
}

static void a_number_may_be_longer_than_any_word(void **state)
{
	static const char verb[5] = { 'l', 'o', 'o', 'k', ' ' };
	char line[sizeof verb + EXH_SCI_WORD_SIZE + 2];
	struct fixture f;

	(void)state;
	open_few(&f);
	memset(line, '7', sizeof line);
	memcpy(line, verb, sizeof verb);
	parse_bytes(&f, line, sizeof line);
	assert_int_equal(sentence.unknown_count, 0);
	assert_true(sentence.tokens[1].is_cut);
	assert_int_equal(sentence.tokens[1].lookup.way, EXH_SCI_BY_NUMBER);
	assert_int_equal(sentence.tokens[1].group, EXH_SCI_GROUP_NUMBER);
	line[sizeof line - 1] = 'x';
	parse_bytes(&f, line, sizeof line);
	assert_int_equal(sentence.tokens[1].lookup.way, EXH_SCI_UNKNOWN);
	close_few(&f);
}

/*
 * Synonyms and pronouns.
 */

static void synonyms_replace_groups(void **state)
{
	static const struct exh_sci_synonym pairs[] = { { 0x83e, 0x7e7 },
							{ 0x83e, 0x10 },
							{ 0x7e7, 0x813 } };
	struct fixture f;

	(void)state;
	open_few(&f);
	f.options.synonyms = pairs;
	f.options.synonym_count = 3;
	parse(&f, "open door");
	assert_int_equal(sentence.tokens[1].group, 0x7e7);
	f.options.interpreter = EXH_SCI_FREESCI;
	parse(&f, "open door");
	assert_int_equal(sentence.tokens[1].group, 0x813);
	assert_int_equal(sentence.tokens[0].group, 0x40b);
	assert_int_equal(sentence.tokens[1].lookup.group, 0x83e);
	close_few(&f);
}

static void pronouns_stand_for_what_was_named(void **state)
{
	struct exh_sci_referent referent = { 0 };
	struct fixture f;

	(void)state;
	open_few(&f);
	assert_int_equal(parse(&f, "open it"), EXH_SCI_SENTENCE_SYNTAX);
	f.options.referent = &referent;
	assert_int_equal(parse(&f, "open it"), EXH_SCI_SENTENCE_SYNTAX);
	parse(&f, "open door");
	assert_true(referent.is_known);
	assert_int_equal(referent.group, 0x83e);
	parse(&f, "look"); /* names nothing */
	assert_int_equal(referent.group, 0x83e);
	parse(&f, "open it");
	assert_tree("(141 13f (141 13b (141 12f 40b)) (142 13d (141 139 (141 130 "
		    "83e))))");
	assert_int_equal(sentence.tokens[1].class_mask, 0x100);
	assert_int_equal(sentence.tokens[1].lookup.class_mask, 0x080);
	parse(&f, "xyzzy key"); /* can't be parsed */
	assert_int_equal(referent.group, 0x83e);
	/* The object lies under the head of the head. */
	parse(&f, "door open box");
	assert_int_equal(referent.group, 0x813);
	close_few(&f);
}

/*
 * Changes that never affect a result.
 */

static void case_and_punctuation_and_synonymous_words_change_nothing(void **state)
{
	static const char *const words[] = { "open", "look", "door", "portal",
					     "key",  "ab",   "it",   "box" };
	struct fixture f;
	uint64_t seed = 1;

	(void)state;
	open_few(&f);
	for (int n = 0; n < 3000; n++) {
		char plain[128] = "", changed[256] = "";
		struct exh_sci_node nodes[64];
		size_t size = 0, count;
		enum exh_sci_sentence_status status;

		for (size_t i = roll(&seed, 6) + 1; i--;) {
			const char *word = words[roll(&seed, 8)];

			strcat(plain, word);
			strcat(plain, " ");
			if (strcmp(word, "portal") == 0 && roll(&seed, 2))
				word = "door";
			else if (strcmp(word, "door") == 0 && roll(&seed, 2))
				word = "portal";
			for (; *word; word++) {
				changed[size++] =
					(char)(*word - (roll(&seed, 2) ? 32 : 0));
				if (!roll(&seed, 4))
					changed[size++] = ".,'-!?;\x80"[roll(&seed, 8)];
			}
			changed[size++] = " \t"[roll(&seed, 2)];
		}
		status = parse(&f, plain);
		count = sentence.tree.count;
		memcpy(nodes, sentence.tree.nodes, count * sizeof *nodes);
		assert_int_equal(parse_bytes(&f, changed, size), status);
		assert_int_equal(sentence.tree.count, count);
		for (size_t i = 0; i < count; i++)
			assert_int_equal(sentence.tree.nodes[i].group, nodes[i].group);
	}
	close_few(&f);
}

/*
 * A real game.
 */

static void open_game(struct fixture *f, const char *game)
{
	*f = (struct fixture){ .arena = { .limit = MEMORY } };
	f->files[0] = load_vocab(game, 0);
	f->files[1] = load_vocab(game, 900);
	f->files[2] = load_vocab(game, 901);
	assert_int_equal(
		exh_sci_words_read(f->files[0], &f->arena, &f->words, NULL, NULL),
		EXH_OK);
	assert_int_equal(
		exh_sci_grammar_read(f->files[1], &f->arena, &f->grammar, NULL, NULL),
		EXH_OK);
	assert_int_equal(
		exh_sci_suffixes_read(f->files[2], &f->arena, &f->suffixes, NULL, NULL),
		EXH_OK);
	assert_int_equal(exh_sci_lexicon_open(&f->words, &f->suffixes, &f->arena,
					      &f->lexicon, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_parser_open(&f->lexicon, &f->grammar, &f->arena,
					     &f->parser, NULL),
			 EXH_OK);
}

static void the_examples_of_a_real_game(void **state)
{
	struct fixture f;

	(void)state;
	open_game(&f, "companion-template");
	parse(&f, "open door");
	assert_tree("(141 13f (141 13b (141 12f 40b)) (142 13d (141 139 (141 130 "
		    "83e))))");
	parse(&f, "Look at the doors!");
	assert_tree("(141 13f (141 13b (141 12f 421) (144 133 ca)) (142 13d (145 131 1) "
		    "(141 139 (141 130 83e))))");
	parse(&f, "put key down");
	assert_tree("(141 13f (141 13b (141 12f 428)) (142 13d (141 139 (141 130 7e7))) "
		    "(144 137 143))");
	assert_int_equal(parse(&f, "give the man the key"), EXH_SCI_SENTENCE_OK);
	assert_int_equal(sentence.rules[0], 7);
	assert_int_equal(parse(&f, "get 77"), EXH_SCI_SENTENCE_OK);
	assert_int_equal(sentence.tokens[1].group, EXH_SCI_GROUP_NUMBER);
	parse(&f, "get 5");
	assert_int_equal(sentence.tokens[1].group, 0xfa5);
	assert_int_equal(parse(&f, "look at"), EXH_SCI_SENTENCE_OK);
	assert_int_equal(parse(&f, "look the"), EXH_SCI_SENTENCE_SYNTAX);
	assert_int_equal(parse(&f, "redder enemies"), EXH_SCI_SENTENCE_UNKNOWN);
	assert_int_equal(sentence.unknown_count, 2);
	close_few(&f);
}

static void the_stock_grammar_is_that_of_the_games(void **state)
{
	struct exh_sci_rule rules[64];
	const struct exh_sci_grammar stock = testing_grammar(STOCK_GRAMMAR, rules);

	(void)state;
	for (size_t g = 0; g < 2; g++) {
		struct fixture f;

		open_game(&f, game_names[g]);
		assert_int_equal(f.grammar.count, stock.count);
		for (size_t i = 0; i < stock.count; i++) {
			assert_int_equal(f.grammar.rules[i].symbol, rules[i].symbol);
			assert_memory_equal(f.grammar.rules[i].pairs, rules[i].pairs,
					    sizeof rules[i].pairs);
		}
		close_few(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_letter_or_digit_is_dropped),
		cmocka_unit_test(other_interpreters_split_otherwise),
		cmocka_unit_test(tokens_tell_where_they_are),
		cmocka_unit_test(empty_lines_are_empty),
		cmocka_unit_test(words_past_the_most_are_dropped),
		cmocka_unit_test(words_longer_than_any_are_unknown),
		cmocka_unit_test(a_number_may_be_longer_than_any_word),
		cmocka_unit_test(synonyms_replace_groups),
		cmocka_unit_test(pronouns_stand_for_what_was_named),
		cmocka_unit_test(
			case_and_punctuation_and_synonymous_words_change_nothing),
		cmocka_unit_test(the_examples_of_a_real_game),
		cmocka_unit_test(the_stock_grammar_is_that_of_the_games),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
