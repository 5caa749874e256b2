/*
 * SCI0's parser: lines of 1 to 6 words of the game's own vocabulary (or, without a
 * folder, of one made here) become trees; the same by trying all rules in their order;
 * 30 words of every class; and opening words, suffix rules and grammar. One thread.
 *
 * usage: bench_parser [FOLDER]    of a game, with resource.map and resource.001
 */
#include "bench.h"

#include "../../formats/sci0/parse_plain.h"
#include "../../formats/sci0/parse_testing.h"

#include <exhume/sci0.h>

#include <string.h>

enum {
	SENTENCES = 3000,
	MOST_WORDS = 6,
	REPEATS = 5,
	LONG_WORDS = 30,
	LONG_REPEATS = 20,
	OPENINGS = 20,
	MADE_WORDS = 1200,
	VOLUME_LIMIT = 1 << 24,
	STEPS = 1000000,
	LINE_SIZE = 128,
};

struct game {
	struct exh_bytes files[3]; /* words, suffix rules, grammar */
	struct exh_arena arena;
	struct exh_sci0_words words;
	struct exh_sci0_suffixes suffixes;
	struct exh_sci0_grammar grammar;
	struct exh_sci0_lexicon lexicon;
	struct exh_sci0_parser parser;
};

static const struct exh_sci0_parse_options options;
static struct exh_sci0_sentence sentence;
static struct plain plain;

/* xorshift32, the same in each run */
static uint32_t roll(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

static void fail(const char *what)
{
	fprintf(stderr, "bench_parser: %s\n", what);
	exit(1);
}

/*
 * What is to be opened.
 */

static struct exh_bytes load(const char *folder, const char *name)
{
	char path[1024];
	struct exh_bytes out = { 0 };

	snprintf(path, sizeof path, "%s/%s", folder, name);
	out.data = slurp(path, &out.size);
	return out;
}

static struct exh_bytes find(struct exh_bytes volume, const struct exh_sci0_map *map,
			     unsigned number)
{
	struct exh_sci0_record record;

	for (size_t i = 0; i < map->count; i++)
		if (map->entries[i].type == EXH_SCI0_VOCAB &&
		    map->entries[i].number == number &&
		    !exh_sci0_record_read(volume, map->entries[i].offset, map->layout,
					  &record, NULL) &&
		    record.packing == EXH_SCI0_STORED)
			return record.payload;
	fail("a vocabulary is not there, or packed");
	return volume;
}

static void load_game(struct game *game, const char *folder)
{
	static struct exh_arena arena = { .limit = VOLUME_LIMIT };
	const struct exh_bytes volume = load(folder, "resource.001");
	const struct exh_bytes file = load(folder, "resource.map");
	struct exh_sci0_map map;

	if (exh_sci0_map_read(file, exh_sci0_map_layout(file), &arena, &map, NULL, NULL))
		fail("resource.map can't be read");
	game->files[0] = find(volume, &map, 0);
	game->files[1] = find(volume, &map, 901);
	game->files[2] = find(volume, &map, 900);
}

/* Words of two to four syllables, in order, of the classes that games have most. */
static void make_words(struct exh_writer *out)
{
	static const uint16_t classes[] = { 0x100, 0x800, 0x100, 0x040, 0x100, 0x900,
					    0x400, 0x100, 0x010, 0x200, 0x020 };
	static struct exh_sci0_word items[MADE_WORDS + 1];
	static char texts[MADE_WORDS][8];
	struct exh_sci0_words words = { .items = items, .count = MADE_WORDS };

	for (unsigned i = 0; i < MADE_WORDS; i++) {
		snprintf(texts[i], sizeof texts[i], "%c%c%c%c%c", 'a' + i / 60,
			 "aeiou"[i / 12 % 5], "bdfghklmnprt"[i % 12], "aeiou"[i % 5],
			 "nrst"[i % 4]);
		items[i] = (struct exh_sci0_word){
			.text = { (const uint8_t *)texts[i], 5, 0 },
			.class_mask = classes[i % 11],
			.group = (uint16_t)(1 + i / 2),
		};
	}
	items[words.count++] = (struct exh_sci0_word){
		.text = { (const uint8_t *)"zzz", 3, 0 },
		.class_mask = 0xff4,
		.group = 0xfff,
	};
	if (exh_sci0_words_write(&words, out, NULL))
		fail("words can't be written");
}

static void make_game(struct game *game)
{
	static const char rules[] = "*s\0\1\0*\0\1\0*ing\0\x09\x40*\0\x08\0*ed\0\1\x40*"
				    "\0\x08\0*ly\0\4\0*\0\0\x40";
	static struct exh_writer words = { .limit = VOLUME_LIMIT },
				 grammar = { .limit = VOLUME_LIMIT };
	static struct exh_sci0_rule records[128];
	const struct exh_sci0_grammar stock = testing_grammar(STOCK_GRAMMAR, records);

	make_words(&words);
	if (exh_sci0_grammar_write(&stock, &grammar, NULL))
		fail("the grammar can't be written");
	game->files[0] = exh_writer_bytes(&words);
	game->files[1] = (struct exh_bytes){ (const uint8_t *)rules, sizeof rules, 0 };
	game->files[2] = exh_writer_bytes(&grammar);
}

static void open_game(struct game *game)
{
	game->arena = (struct exh_arena){ .limit = VOLUME_LIMIT };
	if (exh_sci0_words_read(game->files[0], &game->arena, &game->words, NULL, NULL) ||
	    exh_sci0_suffixes_read(game->files[1], &game->arena, &game->suffixes, NULL,
				   NULL) ||
	    exh_sci0_grammar_read(game->files[2], &game->arena, &game->grammar, NULL,
				  NULL) ||
	    exh_sci0_lexicon_open(&game->words, &game->suffixes, &game->arena,
				  &game->lexicon, NULL) ||
	    exh_sci0_parser_open(&game->lexicon, &game->grammar, &game->arena,
				 &game->parser, NULL))
		fail("a vocabulary can't be read");
}

/*
 * Lines.
 */

struct line {
	char text[LINE_SIZE];
	size_t size;
};

static const struct exh_sci0_word *roll_word(const struct game *game, uint32_t *seed,
					     unsigned classes)
{
	for (;;) {
		const struct exh_sci0_word *word =
			&game->words.items[roll(seed) % game->words.count];

		if (word->class_mask & classes && word->text.data[0] >= 'a' &&
		    word->text.data[0] <= 'z' && word->text.size < 16)
			return word;
	}
}

/* As people type them: a verb, and what it is done to; now and then anything. */
static void roll_line(const struct game *game, uint32_t *seed, struct line *line)
{
	static const uint16_t shape[MOST_WORDS] = { 0x800, 0x030, 0x140,
						    0x110, 0x138, 0x100 };
	const size_t count = 1 + roll(seed) % MOST_WORDS;

	line->size = 0;
	for (size_t i = 0; i < count; i++) {
		const struct exh_sci0_word *word = roll_word(
			game, seed, roll(seed) % 8 ? shape[i] | (i ? 0x100 : 0) : 0xffc);

		if (i)
			line->text[line->size++] = ' ';
		memcpy(line->text + line->size, word->text.data, word->text.size);
		line->size += word->text.size;
	}
}

static struct exh_bytes bytes_of(const struct line *line)
{
	return (struct exh_bytes){ (const uint8_t *)line->text, line->size, 0 };
}

/*
 * Figures.
 */

static double time_lines(const struct game *game, const struct line *lines)
{
	const double start = now();

	for (int r = 0; r < REPEATS; r++)
		for (size_t i = 0; i < SENTENCES; i++)
			exh_sci0_parse(&game->parser, &options, bytes_of(&lines[i]),
				       &sentence);
	return (now() - start) / (SENTENCES * REPEATS);
}

/* Finding the words is the same for both. */
static double time_plain(const struct game *game, const struct line *lines)
{
	const double start = now();

	for (size_t i = 0; i < SENTENCES; i++) {
		exh_sci0_tokenise(&game->lexicon, &options, bytes_of(&lines[i]),
				  &sentence);
		plain_parse(&plain, &game->grammar, sentence.tokens, sentence.token_count,
			    0, STEPS);
	}
	return (now() - start) / SENTENCES;
}

static void check_lines(const struct game *game, const struct line *lines, size_t *parsed)
{
	for (size_t i = 0; i < SENTENCES; i++) {
		enum plain_result result;

		exh_sci0_parse(&game->parser, &options, bytes_of(&lines[i]), &sentence);
		*parsed += sentence.status == EXH_SCI0_SENTENCE_OK;
		result = plain_parse(&plain, &game->grammar, sentence.tokens,
				     sentence.token_count, 0, STEPS);
		if ((sentence.status == EXH_SCI0_SENTENCE_OK) !=
			    (result == PLAIN_FOUND) ||
		    (result == PLAIN_FOUND &&
		     !plain_same_tree(&plain.tree, &sentence.tree)))
			fail("the tree is another one than by trying all rules");
	}
}

/* Words of every class, through the lexicon. */
static double time_long(const struct game *game)
{
	char line[16 * LONG_WORDS + 1] = "";
	const struct exh_sci0_word *word = NULL;
	struct exh_bytes bytes = { .data = (const uint8_t *)line };
	double start;

	for (size_t i = 0; i < game->words.count && !word; i++)
		if ((game->words.items[i].class_mask & 0xff4) == 0xff4 &&
		    game->words.items[i].text.data[0] >= 'a' &&
		    game->words.items[i].text.size < 16)
			word = &game->words.items[i];
	if (!word)
		fail("no word of every class");
	for (int i = 0; i < LONG_WORDS; i++) {
		memcpy(line + bytes.size, word->text.data, word->text.size);
		bytes.size += word->text.size;
		line[bytes.size++] = ' ';
	}
	start = now();
	for (int i = 0; i < LONG_REPEATS; i++)
		exh_sci0_parse(&game->parser, &options, bytes, &sentence);
	if (sentence.token_count != LONG_WORDS || sentence.status != EXH_SCI0_SENTENCE_OK)
		fail("the long sentence is not parsed");
	return (now() - start) / LONG_REPEATS;
}

static double time_opening(const struct game *game)
{
	struct game again = *game;
	const double start = now();

	for (int i = 0; i < OPENINGS; i++) {
		open_game(&again);
		exh_arena_free(&again.arena);
	}
	return (now() - start) / OPENINGS;
}

int main(int argc, char **argv)
{
	static struct line lines[SENTENCES];
	double ours[ROUNDS], others[ROUNDS], longest[ROUNDS], opening[ROUNDS];
	struct game game = { 0 };
	uint32_t seed = 1;
	size_t parsed = 0;

	if (argc > 1)
		load_game(&game, argv[1]);
	else
		make_game(&game);
	open_game(&game);
	for (size_t i = 0; i < SENTENCES; i++)
		roll_line(&game, &seed, &lines[i]);
	check_lines(&game, lines, &parsed);
	for (int i = 0; i < ROUNDS; i++) {
		ours[i] = time_lines(&game, lines);
		others[i] = time_plain(&game, lines);
		longest[i] = time_long(&game);
		opening[i] = time_opening(&game);
	}
	printf("{\"words\": %zu, \"parsed_of\": %.3f, \"sentences_a_second\": %.0f, "
	       "\"plain_a_second\": %.0f, \"long_ms\": %.4f, \"opening_ms\": %.4f}\n",
	       game.words.count, (double)parsed / SENTENCES, 1 / median(ours, ROUNDS),
	       1 / median(others, ROUNDS), 1e3 * median(longest, ROUNDS),
	       1e3 * median(opening, ROUNDS));
	return 0;
}
