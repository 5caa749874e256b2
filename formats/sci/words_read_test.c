#include "vocab_testing.h"
#include "exhume/advanced/sci_vocab.h"

enum { TABLE = 52, TABLE_01 = 510, MEMORY = 1 << 24 };

struct result {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_words words;
	struct exh_error err;
};

static enum exh_status read_words(struct result *r, const void *data, size_t size)
{
	*r = (struct result){ .arena.limit = MEMORY };
	r->notes.arena = &r->arena;
	return exh_sci_words_read((struct exh_bytes){ data, size, 0 }, &r->arena,
				  &r->words, &r->notes, &r->err);
}

/* Writes a table with only the offset of 'a', and entries after it. */
static size_t with_table(uint8_t *out, const char *entries, size_t size)
{
	memset(out, 0, TABLE);
	out[0] = TABLE;
	memcpy(out + TABLE, entries, size);
	return TABLE + size;
}

static void assert_rewrites(const struct exh_sci_words *words, const void *expected,
			    size_t size)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_error err = { 0 };

	assert_int_equal(exh_sci_words_write(words, &out, &err), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), expected, size);
	exh_writer_free(&out);
}

static const char seed_entries[] = "\0appl\xe5\x10\x07\xd0"
				   "\1thlet\xe5\x10\x07\xd1"
				   "\2rociou\xf3\x04\x01\xf4";

static void the_seeds_words_are_packed_so(void **state)
{
	uint8_t file[128];
	const size_t size = with_table(file, seed_entries, sizeof seed_entries - 1);
	struct result r;

	(void)state;
	assert_int_equal(read_words(&r, file, size), EXH_OK);
	assert_int_equal(r.words.layout, EXH_SCI_WORDS_SCI0);
	assert_int_equal(r.words.count, 3);
	assert_text(r.words.items[0].text, "apple");
	assert_text(r.words.items[1].text, "athlete");
	assert_text(r.words.items[2].text, "atrocious");
	assert_int_equal(r.words.items[0].class_mask, EXH_SCI_CLASS_NOUN);
	assert_int_equal(r.words.items[0].group, 0x7d0);
	assert_int_equal(r.words.items[2].class_mask, EXH_SCI_CLASS_ADJECTIVE);
	assert_int_equal(r.words.items[2].group, 0x1f4);
	assert_int_equal(r.words.items[1].text.base, TABLE + 9);
	assert_int_equal(r.words.used_size, size);
	assert_null(r.notes.first);
	assert_rewrites(&r.words, file, size);
	exh_arena_free(&r.arena);
}

/* The specification's example: "door" when the word before it starts "do". */
static void a_word_of_the_template_game_is_packed_so(void **state)
{
	static const uint8_t door[] = { 2, 0x6f, 0xf2, 0x10, 0x08, 0x3e };
	struct exh_sci_word items[] = { word_of("dollar", 0x100, 1),
					word_of("door", 0x100, 0x83e) };
	const struct exh_sci_words words = { EXH_SCI_WORDS_SCI0, items, 2, 0, false };
	struct exh_writer out = { .limit = 1 << 20 };

	(void)state;
	assert_int_equal(exh_sci_words_write(&words, &out, NULL), EXH_OK);
	assert_memory_equal(out.data + out.size - sizeof door, door, sizeof door);
	assert_int_equal(load_u16le(out.data + 2 * 3), TABLE);
	exh_writer_free(&out);
}

static void words_of_no_letter_have_no_offset(void **state)
{
	struct exh_sci_word items[] = { word_of("!*", 0, 0xffe),
					word_of("*", 0xff4, 0xfff),
					word_of("b", 0x100, 1), word_of("z", 0x100, 2) };
	const struct exh_sci_words words = { EXH_SCI_WORDS_SCI0, items, 4, 0, false };
	struct exh_writer out = { .limit = 1 << 20 };

	(void)state;
	assert_int_equal(exh_sci_words_write(&words, &out, NULL), EXH_OK);
	assert_memory_equal(out.data + TABLE, "\0!\xaa\0\x0f\xfe", 6);
	assert_int_equal(load_u16le(out.data), 0);
	assert_int_equal(load_u16le(out.data + 2), TABLE + 11);
	assert_int_equal(load_u16le(out.data + 50), TABLE + 16);
	exh_writer_free(&out);
}

static void a_word_that_begins_the_next_keeps_a_letter_to_mark(void **state)
{
	static const char entries[] = "\0\xe1\x10\0\1"	/* a */
				      "\1\xe2\x10\0\2"	/* ab */
				      "\1\xe2\x20\0\3"	/* ab again */
				      "\2\xe3\x10\0\4"; /* abc */
	uint8_t file[128];
	const size_t size = with_table(file, entries, sizeof entries - 1);
	struct result r;

	(void)state;
	assert_int_equal(read_words(&r, file, size), EXH_OK);
	assert_text(r.words.items[2].text, "ab");
	assert_true(has_note(&r.notes, EXH_WARNING, "'ab' is listed twice"));
	assert_int_equal(r.notes.warning_count, 1);
	assert_int_equal(r.notes.damage_count, 0);
	assert_rewrites(&r.words, file, size);
	exh_arena_free(&r.arena);
}

static void every_shorter_file_is_read_as_far_as_it_goes(void **state)
{
	uint8_t file[128];
	const size_t size = with_table(file, seed_entries, sizeof seed_entries - 1);

	(void)state;
	for (size_t n = 0; n < size; n++) {
		uint8_t *tight = tight_copy(file, n);
		const size_t whole = n >= TABLE + 19 ? 2 : n >= TABLE + 9;
		struct result r;
		const enum exh_status status = read_words(&r, tight, n);

		if (n == TABLE || whole) {
			assert_int_equal(status, EXH_OK);
			assert_int_equal(r.words.count, whole);
		} else {
			assert_int_equal(status, EXH_TRUNCATED);
			assert_true(r.err.offset <= n);
		}
		if (whole && n != TABLE + 9 && n != TABLE + 19)
			assert_true(
				has_note(&r.notes, EXH_DAMAGE, "the data end inside it"));
		exh_arena_free(&r.arena);
		free(tight);
	}
}

static void garbled_entries_are_reported_and_reading_goes_on(void **state)
{
	static const char entries[] = "\0appl\xe5\x10\x07\xd0"
				      "\x09"
				      "b\xe3\x10\0\1"	  /* keeps 9 of 5 */
				      "\0b\1\xe3\x10\0\2" /* a control character */
				      "\0ca\xf4\x10\0\3";
	uint8_t file[128];
	const size_t size = with_table(file, entries, sizeof entries - 1);
	struct result r;

	(void)state;
	assert_int_equal(read_words(&r, file, size), EXH_OK);
	assert_int_equal(r.words.count, 4);
	assert_text(r.words.items[1].text, "applebc");
	assert_text(r.words.items[3].text, "cat");
	assert_int_equal(r.notes.damage_count, 2);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "word 1: 9 characters"));
	assert_true(has_note(&r.notes, EXH_DAMAGE, "word 2: garbled"));
	assert_int_equal(r.notes.first->offset, TABLE + 9);
	exh_arena_free(&r.arena);
}

/* "box" is garbled, and "boxer" and "boy" were built on it; "bus" needs only its first
 * letter, which is right. */
static void what_damage_means_for_players_is_said_first(void **state)
{
	static const char entries[] = "\0appl\xe5\x10\x07\xd0"
				      "\0b\2\xf8\x10\0\1"
				      "\3e\xf2\x10\0\2"
				      "\2\xf9\x10\0\3"
				      "\1u\xf3\x10\0\4";
	uint8_t file[128];
	const size_t size = with_table(file, entries, sizeof entries - 1);
	struct result r;

	(void)state;
	assert_int_equal(read_words(&r, file, size), EXH_OK);
	assert_text(r.words.items[4].text, "bus");
	assert_int_equal(r.notes.damage_count, 1);
	assert_int_equal(r.notes.first->severity, EXH_WARNING);
	assert_int_equal(r.notes.first->offset, TABLE + 9);
	assert_string_equal(r.notes.first->text,
			    "words 1 to 3 are damaged or share letters with damaged "
			    "ones: players can't type what was between 'apple' and "
			    "'bus', the game does not know it");
	exh_arena_free(&r.arena);
}

/* Only the words themselves show the damage if there is no control character. */
static void words_that_cant_be_typed_are_probably_damaged(void **state)
{
	static const char entries[] = "\0!\xaa\x10\0\1"
				      "\0ap{l\xe5\x10\x07\xd0"
				      "\0ice-crea\xed\x10\0\2";
	uint8_t file[128];
	const size_t size = with_table(file, entries, sizeof entries - 1);
	struct result r;

	(void)state;
	file[0] = TABLE + 6;
	file[16] = TABLE + 15;
	assert_int_equal(read_words(&r, file, size), EXH_OK);
	assert_int_equal(r.notes.damage_count, 0);
	assert_int_equal(r.notes.warning_count, 2);
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "word 1 is damaged: players can't type what was between "
			     "'!*' and 'ice-cream'"));
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "word 1: probably damaged: 'ap{le' can't be typed"));
	exh_arena_free(&r.arena);
}

/* A vocabulary as an editor wrote it: a word twice, the second time without a letter of
 * its own, so that its numbers are read as letters. The next letter's first word is found
 * again. */
static void reading_starts_again_at_the_first_word_of_a_letter(void **state)
{
	static const char entries[] = "\0workou\xf4\x10\x07\xd0"
				      "\7\x10\x07\xd1"
				      "\1or\xe4\x10\x07\xd2"
				      "\0yar\xe4\x10\x07\xd3";
	uint8_t file[128];
	const size_t size = with_table(file, entries, sizeof entries - 1);
	struct result r;

	(void)state;
	file[0] = 0;
	file[44] = TABLE;
	file[48] = (uint8_t)(size - 8);
	assert_int_equal(read_words(&r, file, size), EXH_OK);
	assert_int_equal(r.words.count, 3);
	assert_text(r.words.items[0].text, "workout");
	assert_text(r.words.items[1].text, "workout\x10\x07Q");
	assert_text(r.words.items[2].text, "yard");
	assert_int_equal(r.words.items[2].group, 0x7d3);
	assert_int_equal(r.notes.damage_count, 1);
	assert_true(has_note(&r.notes, EXH_DAMAGE,
			     "word 1: 'workout' is stored twice, in groups 0x7d0 and "
			     "0x7d1, as SCI Companion does"));
	assert_int_equal(r.words.used_size, size);
	exh_arena_free(&r.arena);
}

/* A verb's class is one letter, with the mark of a word's end. */
static void a_word_that_is_stored_again_is_one_note(void **state)
{
	static const char entries[] = "\0workou\xf4\x10\x07\xd0"
				      "\7\x80\x03\xe9"
				      "\1orl\xe4\x10\x07\xd2"
				      "\0yar\xe4\x10\x07\xd3";
	uint8_t file[128];
	size_t size = with_table(file, entries, sizeof entries - 1);
	struct result r;

	(void)state;
	assert_int_equal(read_words(&r, file, size), EXH_OK);
	assert_int_equal(r.words.count, 4);
	assert_int_equal(r.notes.damage_count, 1);
	assert_true(has_note(&r.notes, EXH_DAMAGE,
			     "word 1: 'workout' is stored twice, in groups 0x7d0 and "
			     "0x3e9, as SCI Companion does: the second has no letter, so "
			     "that its class is read as one; players can't type what was "
			     "between 'workout' and 'yard'"));
	exh_arena_free(&r.arena);
	/* Not accepted with numbers that no word has. */
	file[TABLE + 13] = 0x30;
	assert_int_equal(read_words(&r, file, size), EXH_OK);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "word 1: garbled"));
	exh_arena_free(&r.arena);
}

/* After the first word everything is one entry without an end; each offset of the table
 * points into it. */
static void words_without_an_end_are_read_but_once(void **state)
{
	enum { SIZE = 4 << 20, FIRST = 0x8000, APART = 2 };
	static const char apple[] = "\0apple\0\x10\x07\xd0";
	uint8_t *file = malloc(SIZE);
	struct result r;

	(void)state;
	assert_non_null(file);
	memset(file, 'x', SIZE);
	for (size_t i = 0; i < TABLE_01 / 2; i++) {
		file[2 * i] = (uint8_t)(FIRST + APART * i);
		file[2 * i + 1] = (uint8_t)((FIRST + APART * i) >> 8);
	}
	memcpy(file + TABLE_01, apple, sizeof apple - 1);
	assert_int_equal(read_words(&r, file, SIZE), EXH_OK);
	assert_int_equal(r.words.layout, EXH_SCI_WORDS_SCI01);
	assert_int_equal(r.words.count, 1);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "word 1: the data end inside it"));
	assert_int_equal(r.words.used_size, FIRST + APART * (TABLE_01 / 2 - 1));
	exh_arena_free(&r.arena);
	free(file);
}

static void words_that_are_cut_off_between_two_are_missed(void **state)
{
	static const char entries[] = "\0\xe1\x10\0\2"
				      "\0\xe2\x10\0\1";
	uint8_t file[128];
	const size_t size = with_table(file, entries, sizeof entries - 1);
	struct result r;

	(void)state;
	file[0] = TABLE;
	file[2] = TABLE + 5;
	assert_int_equal(read_words(&r, file, size), EXH_OK);
	assert_false(r.words.is_cut_off);
	assert_int_equal(r.notes.damage_count, 0);
	exh_arena_free(&r.arena);
	assert_int_equal(read_words(&r, file, size - 5), EXH_OK);
	assert_int_equal(r.words.count, 1);
	assert_true(r.words.is_cut_off);
	assert_true(has_note(&r.notes, EXH_DAMAGE,
			     "the words of 1 initial begin past the end"));
	exh_arena_free(&r.arena);
}

static void order_and_offsets_are_reported(void **state)
{
	static const char entries[] = "\0\xe2\x10\0\1"
				      "\0\xe1\x10\0\2"
				      "\0\xe2\x10\0\3";
	uint8_t file[128];
	const size_t size = with_table(file, entries, sizeof entries - 1);
	struct result r;

	(void)state;
	assert_int_equal(read_words(&r, file, size), EXH_OK);
	assert_int_equal(r.notes.damage_count, 0);
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "initial a: offset 0x34, its "
			     "first word is at 0x39"));
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "initial b: offset 0x0, its "
			     "first word is at 0x34"));
	assert_true(has_note(&r.notes, EXH_WARNING, "word 1: out of order"));
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "'b' is listed twice, the one at "
			     "0x34 counts"));
	exh_arena_free(&r.arena);
}

static void what_lies_after_the_last_word_is_reported_apart(void **state)
{
	static const struct {
		const char *bytes;
		size_t size, warnings, damages;
	} rests[] = { { "\x1a", 1, 0, 0 },
		      { "\0", 1, 1, 0 },
		      { "\xff\xff\xff", 3, 1, 0 },
		      { "\0a", 2, 0, 1 } };

	(void)state;
	for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
		uint8_t file[128];
		size_t size = with_table(file, seed_entries, sizeof seed_entries - 1);
		struct result r;

		memcpy(file + size, rests[i].bytes, rests[i].size);
		assert_int_equal(read_words(&r, file, size + rests[i].size), EXH_OK);
		assert_int_equal(r.words.count, 3);
		assert_int_equal(r.words.used_size, size);
		assert_int_equal(r.notes.warning_count, rests[i].warnings);
		assert_int_equal(r.notes.damage_count, rests[i].damages);
		exh_arena_free(&r.arena);
	}
}

static void what_is_nothing_like_words_is_refused(void **state)
{
	uint8_t file[TABLE + 200];
	struct result r;

	(void)state;
	memset(file, 0x81, sizeof file);
	assert_int_equal(read_words(&r, file, sizeof file), EXH_INVALID);
	exh_arena_free(&r.arena);
}

static void sci01_has_offsets_of_all_codes_and_zeros_behind_words(void **state)
{
	static const char entries[] = "\0apple\0\x10\x07\xd0"
				      "\5\0\x80\x07\xd1" /* apple is a verb, too */
				      "\0\x84rger\0\x80\x07\xd2";
	uint8_t file[TABLE_01 + sizeof entries - 1] = { 0 };
	struct result r;

	(void)state;
	memcpy(file + TABLE_01, entries, sizeof entries - 1);
	file[2 * 'a'] = 0xfe;
	file[2 * 'a' + 1] = 1;
	file[2 * 0x84] = 0x0d;
	file[2 * 0x84 + 1] = 2;
	assert_int_equal(read_words(&r, file, sizeof file), EXH_OK);
	assert_int_equal(r.words.layout, EXH_SCI_WORDS_SCI01);
	assert_int_equal(r.words.count, 3);
	assert_text(r.words.items[1].text, "apple");
	assert_int_equal(r.words.items[1].class_mask, EXH_SCI_CLASS_VERB);
	assert_text(r.words.items[2].text, "\x84rger");
	assert_null(r.notes.first);
	assert_rewrites(&r.words, file, sizeof file);
	exh_arena_free(&r.arena);
}

static void what_the_layout_cant_hold_is_refused(void **state)
{
	char long_text[EXH_SCI_WORD_SIZE + 2] = { 0 };
	struct exh_sci_word items[] = { word_of("a", 1, 1), word_of("", 1, 1) };
	struct exh_sci_words words = { EXH_SCI_WORDS_SCI0, items, 2, 0, false };
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_sci_words_write(&words, &out, &err), EXH_INVALID);
	assert_int_equal(err.offset, 1);
	items[1] = word_of("\x84", 1, 1);
	assert_int_equal(exh_sci_words_write(&words, &out, &err), EXH_INVALID);
	words.layout = EXH_SCI_WORDS_SCI01;
	assert_int_equal(exh_sci_words_write(&words, &out, &err), EXH_OK);
	memset(long_text, 'x', EXH_SCI_WORD_SIZE);
	items[1] = word_of(long_text, 0xfff, 0xfff);
	assert_int_equal(exh_sci_words_write(&words, &out, &err), EXH_OK);
	long_text[EXH_SCI_WORD_SIZE] = 'x';
	items[1] = word_of(long_text, 1, 1);
	assert_int_equal(exh_sci_words_write(&words, &out, &err), EXH_INVALID);
	items[1] = word_of("b", 0x1000, 1);
	assert_int_equal(exh_sci_words_write(&words, &out, &err), EXH_INVALID);
	items[1] = word_of("b", 1, 0x1000);
	assert_int_equal(exh_sci_words_write(&words, &out, &err), EXH_INVALID);
	exh_writer_free(&out);
	items[1] = word_of("b", 1, 1);
	out.limit = 40;
	assert_int_equal(exh_sci_words_write(&words, &out, &err), EXH_LIMIT);
	exh_writer_free(&out);
}

static void offsets_end_at_65535(void **state)
{
	enum { COUNT = 300 };
	static uint8_t texts[COUNT][250];
	struct exh_sci_word items[COUNT];
	const struct exh_sci_words words = { EXH_SCI_WORDS_SCI0, items, COUNT, 0, false };
	struct exh_writer out = { .limit = 1 << 20 };
	uint64_t seed = 5;

	(void)state;
	for (size_t i = 0; i < COUNT; i++) {
		for (size_t j = 0; j < sizeof texts[i]; j++)
			texts[i][j] = (uint8_t)('b' + roll(&seed, 20));
		texts[i][0] = (uint8_t)('a' + (i == COUNT - 1) * 25);
		items[i] =
			(struct exh_sci_word){ { texts[i], sizeof texts[i], 0 }, 1, 1 };
	}
	assert_int_equal(exh_sci_words_write(&words, &out, NULL), EXH_LIMIT);
	exh_writer_free(&out);
}

static int by_text(const void *a, const void *b)
{
	const struct exh_sci_word *one = a, *other = b;
	const size_t size =
		one->text.size < other->text.size ? one->text.size : other->text.size;
	const int order = memcmp(one->text.data, other->text.data, size);

	return order ? order : (int)one->text.size - (int)other->text.size;
}

static void assert_same_words(const struct exh_sci_words *a,
			      const struct exh_sci_words *b)
{
	assert_int_equal(a->layout, b->layout);
	assert_int_equal(a->count, b->count);
	for (size_t i = 0; i < a->count; i++) {
		assert_same_bytes(a->items[i].text, b->items[i].text.data,
				  b->items[i].text.size);
		assert_int_equal(a->items[i].class_mask, b->items[i].class_mask);
		assert_int_equal(a->items[i].group, b->items[i].group);
	}
}

static void random_words_come_back(void **state)
{
	enum { MOST = 200 };
	uint64_t seed = 42;

	(void)state;
	for (int turn = 0; turn < 200; turn++) {
		static uint8_t texts[MOST][12];
		struct exh_sci_word items[MOST];
		struct exh_sci_words words = { turn % 2 ? EXH_SCI_WORDS_SCI01
							: EXH_SCI_WORDS_SCI0,
					       items, 1 + roll(&seed, MOST), 0, false };
		struct exh_writer out = { .limit = 1 << 20 };
		struct result r;

		for (size_t i = 0; i < words.count; i++) {
			const size_t size = 1 + roll(&seed, sizeof texts[i]);

			for (size_t j = 0; j < size; j++)
				texts[i][j] = (uint8_t)("a0bz!\x7f"[roll(&seed, 6)]);
			items[i] = (struct exh_sci_word){
				{ texts[i], size, 0 },
				(uint16_t)roll(&seed, 4096),
				(uint16_t)roll(&seed, 4096),
			};
		}
		if (turn % 3)
			qsort(items, words.count, sizeof *items, by_text);
		assert_int_equal(exh_sci_words_write(&words, &out, NULL), EXH_OK);
		assert_int_equal(read_words(&r, out.data, out.size), EXH_OK);
		assert_int_equal(r.notes.damage_count, 0);
		assert_same_words(&r.words, &words);
		assert_rewrites(&r.words, out.data, out.size);
		exh_arena_free(&r.arena);
		exh_writer_free(&out);
	}
}

static void the_games_words_come_back_byte_by_byte(void **state)
{
	static const size_t counts[] = { 1390, 467 };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct exh_bytes file = load_vocab(game_names[i], 0);
		struct result r;

		assert_int_equal(read_words(&r, file.data, file.size), EXH_OK);
		assert_int_equal(r.words.count, counts[i]);
		assert_null(r.notes.first);
		assert_text(r.words.items[0].text, "!*");
		assert_rewrites(&r.words, file.data, file.size);
		exh_arena_free(&r.arena);
		free((void *)file.data);
	}
}

static void memory_has_a_limit(void **state)
{
	uint8_t file[128];
	const size_t size = with_table(file, seed_entries, sizeof seed_entries - 1);
	struct exh_arena arena = { .limit = 32 };
	struct exh_sci_words words;

	(void)state;
	assert_int_equal(exh_sci_words_read((struct exh_bytes){ file, size, 0 }, &arena,
					    &words, NULL, NULL),
			 EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

static void many_bad_words_are_counted(void **state)
{
	enum { BAD = 150, SIZE = 6 };
	char entries[BAD * SIZE + SIZE];
	uint8_t file[TABLE + sizeof entries];
	struct result r;

	(void)state;
	for (size_t i = 1; i <= BAD; i++)
		memcpy(entries + i * SIZE, "\0\1\xe1\1\0\1", SIZE);
	memcpy(entries, "\0a\xe1\1\0\1", SIZE);
	assert_int_equal(read_words(&r, file, with_table(file, entries, sizeof entries)),
			 EXH_OK);
	assert_int_equal(r.words.count, BAD + 1);
	assert_int_equal(r.notes.damage_count, BAD);
	/* Warnings: the effect on players, and the wrong order. Duplicates of damaged
	 * words are not reported. */
	assert_int_equal(r.notes.warning_count, 2);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "damage in 50 more places"));
	assert_true(has_note(&r.notes, EXH_WARNING, "what was after 'aa'"));
	exh_arena_free(&r.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_seeds_words_are_packed_so),
		cmocka_unit_test(a_word_of_the_template_game_is_packed_so),
		cmocka_unit_test(words_of_no_letter_have_no_offset),
		cmocka_unit_test(a_word_that_begins_the_next_keeps_a_letter_to_mark),
		cmocka_unit_test(every_shorter_file_is_read_as_far_as_it_goes),
		cmocka_unit_test(garbled_entries_are_reported_and_reading_goes_on),
		cmocka_unit_test(what_damage_means_for_players_is_said_first),
		cmocka_unit_test(words_that_cant_be_typed_are_probably_damaged),
		cmocka_unit_test(reading_starts_again_at_the_first_word_of_a_letter),
		cmocka_unit_test(a_word_that_is_stored_again_is_one_note),
		cmocka_unit_test(words_without_an_end_are_read_but_once),
		cmocka_unit_test(words_that_are_cut_off_between_two_are_missed),
		cmocka_unit_test(order_and_offsets_are_reported),
		cmocka_unit_test(what_lies_after_the_last_word_is_reported_apart),
		cmocka_unit_test(what_is_nothing_like_words_is_refused),
		cmocka_unit_test(sci01_has_offsets_of_all_codes_and_zeros_behind_words),
		cmocka_unit_test(what_the_layout_cant_hold_is_refused),
		cmocka_unit_test(offsets_end_at_65535),
		cmocka_unit_test(random_words_come_back),
		cmocka_unit_test(the_games_words_come_back_byte_by_byte),
		cmocka_unit_test(memory_has_a_limit),
		cmocka_unit_test(many_bad_words_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
