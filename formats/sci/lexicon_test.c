#include "vocab_testing.h"
#include "exhume/advanced/sci_vocab.h"

enum { MEMORY = 1 << 22 };

struct opened {
	struct exh_arena arena;
	struct exh_sci_words words;
	struct exh_sci_suffixes suffixes;
	struct exh_sci_lexicon lexicon;
};

static struct exh_sci_word few[] = {
	{ .class_mask = 0 }, /* filled in by open_few */
	{ .class_mask = 0 }, { .class_mask = 0 }, { .class_mask = 0 },
	{ .class_mask = 0 }, { .class_mask = 0 }, { .class_mask = 0 },
};

static void open_few(struct opened *o)
{
	static const char rules[] = "*s\0\1\0*\0\1\0"
				    "*ing\0\x09\x40*e\0\x08\0"
				    "*people\0\1\0*person\0\1\0"
				    "un*\0\0\x40*\0\0\x40"
				    "*y\0\0\x40*\0\1\0"
				    "*s\0\x0f\xff*\0\x0f\xff";

	*o = (struct opened){ .arena.limit = MEMORY };
	few[0] = word_of("5", 0x100, 0xfa5);
	few[1] = word_of("door", 0x100, 0x83e);
	few[2] = word_of("give", 0x800, 0x437);
	few[3] = word_of("happy", 0x040, 0x1f4);
	few[4] = word_of("person", 0x100, 0x837);
	few[5] = word_of("door", 0x800, 1);
	few[6] = word_of("portal", 0x100, 0x83e);
	o->words = (struct exh_sci_words){ EXH_SCI_WORDS_SCI0, few, 7, 0, false };
	assert_int_equal(exh_sci_suffixes_read((struct exh_bytes){ (const uint8_t *)rules,
								   sizeof rules, 0 },
					       &o->arena, &o->suffixes, NULL, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_lexicon_open(&o->words, &o->suffixes, &o->arena,
					      &o->lexicon, NULL),
			 EXH_OK);
}

static void assert_found(const struct opened *o, const char *text,
			 enum exh_sci_lookup_way way, unsigned class_mask, unsigned group)
{
	struct exh_bytes exact = text_of(text);
	struct exh_sci_lookup found;

	exact.data = tight_copy(exact.data, exact.size);
	assert_int_equal(exh_sci_lexicon_look_up(&o->lexicon, exact, &found),
			 way != EXH_SCI_UNKNOWN);
	free((void *)exact.data);
	assert_int_equal(found.way, way);
	assert_int_equal(found.class_mask, class_mask);
	assert_int_equal(found.group, group);
	assert_int_equal(found.word != NULL,
			 way == EXH_SCI_BY_WORD || way == EXH_SCI_BY_SUFFIX);
	assert_int_equal(found.suffix != NULL, way == EXH_SCI_BY_SUFFIX);
}

static void words_are_looked_up_in_the_interpreters_order(void **state)
{
	struct opened o;

	(void)state;
	open_few(&o);
	assert_found(&o, "door", EXH_SCI_BY_WORD, 0x100, 0x83e); /* the first counts */
	assert_found(&o, "doors", EXH_SCI_BY_SUFFIX, 0x100, 0x83e);
	assert_found(&o, "giving", EXH_SCI_BY_SUFFIX, 0x940, 0x437);
	assert_found(&o, "people", EXH_SCI_BY_SUFFIX, 0x100, 0x837); /* an empty stem */
	assert_found(&o, "unhappy", EXH_SCI_BY_SUFFIX, 0x040, 0x1f4);
	/* Not recursive; the first rule wants a noun, the last takes anything. */
	assert_found(&o, "unhappys", EXH_SCI_UNKNOWN, 0, 0);
	assert_found(&o, "gives", EXH_SCI_BY_SUFFIX, 0xfff, 0x437);
	assert_found(&o, "5", EXH_SCI_BY_WORD, 0x100, 0xfa5);
	assert_found(&o, "77", EXH_SCI_BY_NUMBER, 0x100, 0xffd);
	assert_found(&o, "5s", EXH_SCI_UNKNOWN, 0, 0); /* no suffix after a digit */
	assert_found(&o, "s", EXH_SCI_UNKNOWN, 0, 0);
	assert_found(&o, "", EXH_SCI_UNKNOWN, 0, 0);
	assert_found(&o, "doo", EXH_SCI_UNKNOWN, 0, 0);
	exh_arena_free(&o.arena);
}

static void the_first_word_of_a_text_or_group_is_found(void **state)
{
	struct opened o;

	(void)state;
	open_few(&o);
	assert_ptr_equal(exh_sci_lexicon_find(&o.lexicon, text_of("door")), &few[1]);
	assert_null(exh_sci_lexicon_find(&o.lexicon, text_of("doors")));
	assert_ptr_equal(exh_sci_lexicon_of_group(&o.lexicon, 0x83e), &few[1]);
	assert_null(exh_sci_lexicon_of_group(&o.lexicon, 2));
	assert_null(exh_sci_lexicon_of_group(&o.lexicon, 4096));
	exh_arena_free(&o.arena);
}

static void a_lexicon_needs_no_suffixes_and_no_words(void **state)
{
	const struct exh_sci_words none = { 0 };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_lexicon lexicon;
	struct exh_sci_lookup found;

	(void)state;
	assert_int_equal(exh_sci_lexicon_open(&none, NULL, &arena, &lexicon, NULL),
			 EXH_OK);
	assert_false(exh_sci_lexicon_look_up(&lexicon, text_of("doors"), &found));
	assert_true(exh_sci_lexicon_look_up(&lexicon, text_of("12"), &found));
	exh_arena_free(&arena);
	arena.limit = 100;
	assert_int_equal(exh_sci_lexicon_open(&none, NULL, &arena, &lexicon, NULL),
			 EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

static void a_root_that_is_too_long_fits_no_rule(void **state)
{
	static const char rule[] = "*s\0\1\0*long\0\1\0";
	static uint8_t text[EXH_SCI_WORD_SIZE + 100];
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_suffixes suffixes;
	uint8_t root[EXH_SCI_WORD_SIZE];

	(void)state;
	assert_int_equal(exh_sci_suffixes_read((struct exh_bytes){ (const uint8_t *)rule,
								   sizeof rule, 0 },
					       &arena, &suffixes, NULL, NULL),
			 EXH_OK);
	memset(text, 's', sizeof text);
	for (size_t n = 0; n <= sizeof text; n++) {
		const size_t expected = n && n + 3 <= sizeof root ? n + 3 : 0;

		assert_int_equal(exh_sci_suffix_root(suffixes.items,
						     (struct exh_bytes){ text, n, 0 },
						     root),
				 expected);
	}
	exh_arena_free(&arena);
}

static void the_nearest_words_come_first(void **state)
{
	static const char *const texts[] = { "*",    "bell", "bill", "belt",
					     "tell", "bel",  "bell", "abracadabra" };
	struct exh_sci_word items[8];
	const struct exh_sci_words words = { EXH_SCI_WORDS_SCI0, items, 8, 0, false };
	const struct exh_sci_word *out[8];
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_lexicon lexicon;

	(void)state;
	for (size_t i = 0; i < 8; i++)
		items[i] = word_of(texts[i], 1, 1);
	assert_int_equal(exh_sci_lexicon_open(&words, NULL, &arena, &lexicon, NULL),
			 EXH_OK);
	/* belt and bell are one step away, tell and bel two; bill three, and bell is
	 * listed only once. */
	assert_int_equal(exh_sci_lexicon_nearest(&lexicon, text_of("blet"), out, 8), 3);
	assert_ptr_equal(out[0], &items[3]);
	assert_ptr_equal(out[1], &items[1]);
	assert_ptr_equal(out[2], &items[5]);
	assert_int_equal(exh_sci_lexicon_nearest(&lexicon, text_of("blet"), out, 1), 1);
	assert_ptr_equal(out[0], &items[3]);
	assert_int_equal(exh_sci_lexicon_nearest(&lexicon, text_of("abrcdabar"), out, 8),
			 1);
	assert_ptr_equal(out[0], &items[7]);
	assert_int_equal(exh_sci_lexicon_nearest(&lexicon, text_of("xyz"), out, 8), 0);
	assert_int_equal(exh_sci_lexicon_nearest(&lexicon, text_of(""), out, 8), 0);
	assert_int_equal(exh_sci_lexicon_nearest(&lexicon, text_of("bell"), out, 0), 0);
	exh_arena_free(&arena);
}

/* Texts of random letters few enough that many are near, by the whole table. */
static size_t plain_distance(const char *a, const char *b)
{
	size_t rows[12][12];

	for (size_t i = 0; i <= strlen(a); i++)
		for (size_t j = 0; j <= strlen(b); j++) {
			size_t cost = i + j;

			if (i && j) {
				cost = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
				cost = rows[i - 1][j] < cost ? rows[i - 1][j] + 1 : cost;
				cost = rows[i][j - 1] < cost ? rows[i][j - 1] + 1 : cost;
			}
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && rows[i - 2][j - 2] + 1 < cost)
				cost = rows[i - 2][j - 2] + 1;
			rows[i][j] = cost;
		}
	return rows[strlen(a)][strlen(b)];
}

/* Finds the nearest words as the header says, word by word. */
static size_t plain_nearest(const char *text, char texts[][12], size_t count, size_t *out,
			    size_t most)
{
	const size_t limit = strlen(text) / 3 > 2 ? strlen(text) / 3 : 2;
	size_t found = 0;

	for (size_t away = 0; away <= limit; away++)
		for (size_t i = 0; i < count && found < most; i++) {
			bool is_first = true;

			for (size_t k = 0; k < i; k++)
				is_first &= strcmp(texts[k], texts[i]) != 0;
			if (is_first && plain_distance(text, texts[i]) == away &&
			    (away < strlen(text) || away < strlen(texts[i])))
				out[found++] = i;
		}
	return found;
}

static void the_nearest_are_those_of_the_whole_table(void **state)
{
	enum { COUNT = 60, MOST = 9 };
	uint64_t seed = 3;

	(void)state;
	for (int turn = 0; turn < 300; turn++) {
		struct exh_sci_word items[COUNT];
		const struct exh_sci_words words = { EXH_SCI_WORDS_SCI0, items, COUNT - 1,
						     0, false };
		struct exh_arena arena = { .limit = MEMORY };
		struct exh_sci_lexicon lexicon;
		const struct exh_sci_word *out[MOST];
		const size_t most = 1 + roll(&seed, MOST);
		char texts[COUNT][12];
		size_t expected[MOST], count;

		for (size_t i = 0; i < COUNT; i++) {
			const size_t size = 1 + roll(&seed, 11);

			for (size_t j = 0; j <= size; j++)
				texts[i][j] = "abc"[roll(&seed, 3)];
			texts[i][size] = '\0';
			items[i] = word_of(texts[i], 1, 1);
		}
		assert_int_equal(
			exh_sci_lexicon_open(&words, NULL, &arena, &lexicon, NULL),
			EXH_OK);
		count = plain_nearest(texts[COUNT - 1], texts, COUNT - 1, expected, most);
		assert_int_equal(exh_sci_lexicon_nearest(
					 &lexicon, text_of(texts[COUNT - 1]), out, most),
				 count);
		for (size_t i = 0; i < count; i++)
			assert_ptr_equal(out[i], &items[expected[i]]);
		exh_arena_free(&arena);
	}
}

static void long_words_are_near_within_eight_letters(void **state)
{
	char texts[2][EXH_SCI_WORD_SIZE + 1] = { { 0 } };
	char typed[EXH_SCI_WORD_SIZE + 1] = { 0 };
	struct exh_sci_word items[3];
	const struct exh_sci_words words = { EXH_SCI_WORDS_SCI0, items, 3, 0, false };
	const struct exh_sci_word *out[3];
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_lexicon lexicon;

	(void)state;
	for (size_t i = 0; i < EXH_SCI_WORD_SIZE; i++)
		typed[i] = texts[0][i] = texts[1][i] = (char)('a' + i % 26);
	memset(texts[0] + 100, '5', 9);
	memset(texts[1] + 100, '5', 8);
	items[0] = word_of(texts[0], 1, 1);
	items[1] = word_of(texts[1], 1, 1);
	items[2] = word_of("Bell", 1, 1);
	assert_int_equal(exh_sci_lexicon_open(&words, NULL, &arena, &lexicon, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_lexicon_nearest(&lexicon, text_of(typed), out, 3), 1);
	assert_ptr_equal(out[0], &items[1]);
	/* A capital can't be typed. */
	assert_int_equal(exh_sci_lexicon_nearest(&lexicon, text_of("bell"), out, 3), 0);
	exh_arena_free(&arena);
}

static void open_game(struct opened *o, struct exh_bytes *words,
		      struct exh_bytes *suffixes)
{
	*o = (struct opened){ .arena.limit = MEMORY };
	*words = load_vocab(game_names[0], 0);
	*suffixes = load_vocab(game_names[0], 901);
	assert_int_equal(exh_sci_words_read(*words, &o->arena, &o->words, NULL, NULL),
			 EXH_OK);
	assert_int_equal(
		exh_sci_suffixes_read(*suffixes, &o->arena, &o->suffixes, NULL, NULL),
		EXH_OK);
	assert_int_equal(exh_sci_lexicon_open(&o->words, &o->suffixes, &o->arena,
					      &o->lexicon, NULL),
			 EXH_OK);
}

/* The wiki's examples: "enemies" becomes "enemy", and "carefully" stays an adverb. */
static void the_wikis_words_are_undone(void **state)
{
	static const char rules[] = "*ly\0\4\0*\0\0\x40"
				    "*ies\0\1\0*y\0\1\0";
	struct exh_sci_word items[] = { word_of("careful", 0x040, 0x203),
					word_of("enemy", 0x100, 0x123) };
	struct opened o = { .arena.limit = MEMORY };

	(void)state;
	o.words = (struct exh_sci_words){ EXH_SCI_WORDS_SCI0, items, 2, 0, false };
	assert_int_equal(exh_sci_suffixes_read((struct exh_bytes){ (const uint8_t *)rules,
								   sizeof rules, 0 },
					       &o.arena, &o.suffixes, NULL, NULL),
			 EXH_OK);
	assert_int_equal(
		exh_sci_lexicon_open(&o.words, &o.suffixes, &o.arena, &o.lexicon, NULL),
		EXH_OK);
	assert_found(&o, "enemies", EXH_SCI_BY_SUFFIX, 0x100, 0x123);
	assert_found(&o, "carefully", EXH_SCI_BY_SUFFIX, 0x400, 0x203);
	assert_found(&o, "enemly", EXH_SCI_UNKNOWN, 0, 0);
	exh_arena_free(&o.arena);
}

/* The table of the spec. */
static void the_template_games_words_are_found(void **state)
{
	static const struct {
		const char *text;
		unsigned class_mask, group;
	} rows[] = {
		{ "look", 0x900, 0x421 },    { "get", 0x800, 0x426 },
		{ "take", 0x800, 0x426 },    { "door", 0x100, 0x83e },
		{ "red", 0x040, 0x200 },     { "at", 0x010, 0x0ca },
		{ "with", 0x008, 0x098 },    { "the", 0x020, 0x001 },
		{ "up", 0x400, 0x142 },	     { "doors", 0x100, 0x83e },
		{ "looking", 0x940, 0x421 }, { "opened", 0x140, 0x40b },
		{ "looks", 0x100, 0x421 },   { "carefully", 0x400, 0x203 },
		{ "running", 0x940, 0x41c }, { "knives", 0x100, 0x7d9 },
		{ "77", 0x100, 0xffd },	     { "enemies", 0, 0 },
		{ "redder", 0, 0 },
	};
	struct exh_bytes words, suffixes;
	struct opened o;

	(void)state;
	open_game(&o, &words, &suffixes);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct exh_sci_lookup found;

		assert_int_equal(exh_sci_lexicon_look_up(&o.lexicon,
							 text_of(rows[i].text), &found),
				 rows[i].class_mask != 0);
		assert_int_equal(found.class_mask, rows[i].class_mask);
		assert_int_equal(found.group, rows[i].group);
	}
	for (size_t i = 0; i < o.words.count; i++)
		assert_ptr_equal(exh_sci_lexicon_find(&o.lexicon, o.words.items[i].text),
				 &o.words.items[i]);
	exh_arena_free(&o.arena);
	free((void *)words.data);
	free((void *)suffixes.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_looked_up_in_the_interpreters_order),
		cmocka_unit_test(the_wikis_words_are_undone),
		cmocka_unit_test(the_first_word_of_a_text_or_group_is_found),
		cmocka_unit_test(a_lexicon_needs_no_suffixes_and_no_words),
		cmocka_unit_test(a_root_that_is_too_long_fits_no_rule),
		cmocka_unit_test(the_nearest_words_come_first),
		cmocka_unit_test(the_nearest_are_those_of_the_whole_table),
		cmocka_unit_test(long_words_are_near_within_eight_letters),
		cmocka_unit_test(the_template_games_words_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
