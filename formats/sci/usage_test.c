#include "exhume/advanced/sci_usage.h"

#include "vocab_testing.h"

#include "exhume/sci.h"

enum { MEMORY = 1 << 16, WORDS = 6 };

struct opened {
	struct exh_arena arena;
	struct exh_sci_word words[WORDS];
	struct exh_sci_words list;
	struct exh_sci_lexicon lexicon;
};

static void open_few(struct opened *o)
{
	*o = (struct opened){ .arena.limit = MEMORY };
	o->words[0] = word_of("caf\x82", 0x100, 1);
	o->words[1] = word_of("d", 0x100, 2);
	o->words[2] = word_of("door", 0x100, 3);
	o->words[3] = word_of("portal", 0x100, 3);
	o->words[4] = word_of("s", 0x100, 4);
	o->words[5] = word_of("door", 0x100, 5);
	o->list = (struct exh_sci_words){ EXH_SCI_WORDS_SCI0, o->words, WORDS, 0, 0 };
	assert_int_equal(
		exh_sci_lexicon_open(&o->list, NULL, &o->arena, &o->lexicon, NULL),
		EXH_OK);
	assert_int_equal(exh_sci_usage_start(&o->lexicon, &o->arena, NULL), EXH_OK);
}

/* Asserts the number of uses of each of a few words in a text, as digits. */
static void assert_uses(const char *text, size_t size, const char *expected)
{
	uint8_t *tight = tight_copy(text, size);
	char found[WORDS + 1] = "";
	struct opened o;

	open_few(&o);
	exh_sci_usage_add(&o.lexicon, (struct exh_bytes){ tight, size, 0 });
	for (size_t i = 0; i < WORDS; i++)
		found[i] = (char)('0' + o.lexicon.uses[i]);
	assert_string_equal(found, expected);
	exh_arena_free(&o.arena);
	free(tight);
}

static void whole_words_count_in_any_case(void **state)
{
	static const char several[] = "A door.\0\0DOOR\nthe portal";

	(void)state;
	assert_uses("", 0, "000000");
	assert_uses("door", 4, "001000");
	assert_uses("A Door, doors, indoor; door-door door2", 38, "003000");
	assert_uses(several, sizeof several, "002100");
	assert_uses("the Caf\x82", 8, "100000");
}

static void parts_of_words_and_conversions_do_not_count(void **state)
{
	char longer[300];

	(void)state;
	assert_uses("the door's d's 'portal' 's", 26, "011110");
	assert_uses("%s%d %2d %-3s %door %", 21, "000000");
	assert_uses("5% d", 4, "010000");
	assert_uses("door'", 5, "001000");
	memset(longer, 'd', sizeof longer);
	assert_uses(longer, sizeof longer, "000000");
}

static void strings_of_scripts_and_whole_texts_count(void **state)
{
	/* strings, a code, strings */
	static const uint8_t script[] = { 5, 0, 9, 0,	'd', 'o', 'o', 'r', 0,
					  2, 0, 8, 0,	' ', 's', ' ', 0,   5,
					  0, 6, 0, 'd', '.', 0,	  0 };
	const struct exh_bytes bytes = { script, sizeof script, 0 };
	struct opened o;

	(void)state;
	open_few(&o);
	exh_sci_usage_add_resource(&o.lexicon, EXH_SCI_SCRIPT, bytes);
	assert_int_equal(o.lexicon.uses[2], 1);
	assert_int_equal(o.lexicon.uses[1], 1);
	assert_int_equal(o.lexicon.uses[4], 0);
	exh_sci_usage_add_resource(&o.lexicon, EXH_SCI_TEXT, text_of("s Portal\r\n"));
	assert_int_equal(o.lexicon.uses[4], 1);
	assert_int_equal(o.lexicon.uses[3], 1);
	exh_sci_usage_add_resource(&o.lexicon, EXH_SCI_VOCAB, text_of("s"));
	exh_sci_usage_add_resource(&o.lexicon, EXH_SCI_SCRIPT, text_of("s"));
	assert_int_equal(o.lexicon.uses[4], 1);
	exh_arena_free(&o.arena);
}

static void nothing_is_counted_before_the_start(void **state)
{
	struct exh_arena small = { .limit = 8 };
	struct exh_error err;
	struct opened o;

	(void)state;
	open_few(&o);
	o.lexicon.uses = NULL;
	exh_sci_usage_add(&o.lexicon, text_of("door"));
	assert_null(o.lexicon.uses);
	assert_int_equal(exh_sci_usage_start(&o.lexicon, &small, &err), EXH_NO_MEMORY);
	exh_arena_free(&o.arena);
}

static void words_of_a_group_follow_each_other(void **state)
{
	const struct exh_sci_word *word;
	struct opened o;

	(void)state;
	open_few(&o);
	word = exh_sci_lexicon_of_group(&o.lexicon, 3);
	assert_ptr_equal(word, &o.words[2]);
	word = exh_sci_lexicon_next_of_group(&o.lexicon, word);
	assert_ptr_equal(word, &o.words[3]);
	assert_null(exh_sci_lexicon_next_of_group(&o.lexicon, word));
	exh_arena_free(&o.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_words_count_in_any_case),
		cmocka_unit_test(parts_of_words_and_conversions_do_not_count),
		cmocka_unit_test(strings_of_scripts_and_whole_texts_count),
		cmocka_unit_test(nothing_is_counted_before_the_start),
		cmocka_unit_test(words_of_a_group_follow_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
