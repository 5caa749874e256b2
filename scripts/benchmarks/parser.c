/*
 * SCI0's parser: lines of 1 to 6 words of the game's own vocabulary,
 * and of one made here, become trees; the same by trying all rules in their order;
 * 30 words of every class; and opening words, suffix rules and grammar. One thread.
 *
 * usage: bench_parser [FOLDER]...     of games
 */
#include "bench.h"
#include "sci_game.h"

#include "../../formats/sci/plain/parse.h"
#include "../../formats/sci/parse_testing.h"

#include <exhume/advanced/sci_parser.h>

enum {
	SENTENCES = 3000,
	MAX_WORDS = 6,
	REPEATS = 5,
	LONG_WORDS = 30,
	LONG_REPEATS = 20,
	OPENINGS = 20,
	MADE_WORDS = 1200,
	VOLUME_LIMIT = 1 << 24,
	STEPS = 1000000,
	LINE_SIZE = 16 * LONG_WORDS + 1,
	MAX_ROLLS = 100000,
};

struct game {
	const char *name;
	struct exh_bytes files[3]; /* words, suffix rules, grammar */
	struct exh_arena arena;
	struct exh_sci_words words;
	struct exh_sci_suffixes suffixes;
	struct exh_sci_grammar grammar;
	struct exh_sci_lexicon lexicon;
	struct exh_sci_parser parser;
};

static const struct exh_sci_parse_options options;
static struct exh_sci_sentence sentence;
static struct plain plain;

/* xorshift32, the same in each run */
static uint32_t roll(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

/*
 * What is to be opened.
 */

/* Words of two to four syllables, in order, of the classes that games have most. */
static void make_words(struct exh_writer *out)
{
	static const uint16_t classes[] = { 0x100, 0x800, 0x100, 0x040, 0x100, 0x900,
					    0x400, 0x100, 0x010, 0x200, 0x020 };
	static struct exh_sci_word items[MADE_WORDS + 1];
	static char texts[MADE_WORDS][8];
	struct exh_sci_words words = { .items = items, .count = MADE_WORDS };

	for (unsigned i = 0; i < MADE_WORDS; i++) {
		snprintf(texts[i], sizeof texts[i], "%c%c%c%c%c", 'a' + i / 60,
			 "aeiou"[i / 12 % 5], "bdfghklmnprt"[i % 12], "aeiou"[i % 5],
			 "nrst"[i % 4]);
		items[i] = (struct exh_sci_word){
			.text = { (const uint8_t *)texts[i], 5, 0 },
			.class_mask = classes[i % 11],
			.group = (uint16_t)(1 + i / 2),
		};
	}
	items[words.count++] = (struct exh_sci_word){
		.text = { (const uint8_t *)"zzz", 3, 0 },
		.class_mask = 0xff4,
		.group = 0xfff,
	};
	if (exh_sci_words_write(&words, out, NULL))
		fail("words can't be written");
}

static void make_game(struct game *game)
{
	static const char rules[] = "*s\0\1\0*\0\1\0*ing\0\x09\x40*\0\x08\0*ed\0\1\x40*"
				    "\0\x08\0*ly\0\4\0*\0\0\x40";
	static struct exh_writer words = { .limit = VOLUME_LIMIT },
				 grammar = { .limit = VOLUME_LIMIT };
	static struct exh_sci_rule records[128];
	const struct exh_sci_grammar stock = testing_grammar(STOCK_GRAMMAR, records);

	game->name = "made";
	make_words(&words);
	if (exh_sci_grammar_write(&stock, &grammar, NULL))
		fail("the grammar can't be written");
	game->files[0] = exh_writer_bytes(&words);
	game->files[1] = (struct exh_bytes){ (const uint8_t *)rules, sizeof rules, 0 };
	game->files[2] = exh_writer_bytes(&grammar);
}

static bool open_game(struct game *game, struct exh_error *err)
{
	game->arena = (struct exh_arena){ .limit = VOLUME_LIMIT };
	return !exh_sci_words_read(game->files[0], &game->arena, &game->words, NULL,
				   err) &&
	       !exh_sci_suffixes_read(game->files[1], &game->arena, &game->suffixes, NULL,
				      err) &&
	       !exh_sci_grammar_read(game->files[2], &game->arena, &game->grammar, NULL,
				     err) &&
	       !exh_sci_lexicon_open(&game->words, &game->suffixes, &game->arena,
				     &game->lexicon, err) &&
	       !exh_sci_parser_open(&game->lexicon, &game->grammar, &game->arena,
				    &game->parser, err);
}

/*
 * Lines.
 */

struct line {
	char text[LINE_SIZE];
	size_t size;
};

static bool is_typed(const struct exh_sci_word *word, unsigned classes)
{
	return word->class_mask & classes && word->text.data[0] >= 'a' &&
	       word->text.data[0] <= 'z' && word->text.size < 16;
}

/* Any word that can be typed if the game has none of these classes. */
static const struct exh_sci_word *roll_word(const struct game *game, uint32_t *seed,
					    unsigned classes)
{
	for (size_t i = 0; i < MAX_ROLLS; i++) {
		const struct exh_sci_word *word =
			&game->words.items[roll(seed) % game->words.count];

		if (is_typed(word, i < MAX_ROLLS / 2 ? classes : 0xfff))
			return word;
	}
	return NULL;
}

/* As people type them: a verb, and what it is done to; now and then anything. */
static bool roll_line(const struct game *game, uint32_t *seed, struct line *line)
{
	static const uint16_t shape[MAX_WORDS] = { 0x800, 0x030, 0x140,
						   0x110, 0x138, 0x100 };
	const size_t count = 1 + roll(seed) % MAX_WORDS;

	line->size = 0;
	for (size_t i = 0; i < count; i++) {
		const struct exh_sci_word *word = roll_word(
			game, seed, roll(seed) % 8 ? shape[i] | (i ? 0x100 : 0) : 0xffc);

		if (!word)
			return false;
		if (i)
			line->text[line->size++] = ' ';
		memcpy(line->text + line->size, word->text.data, word->text.size);
		line->size += word->text.size;
	}
	return true;
}

static struct exh_bytes bytes_of(const struct line *line)
{
	return (struct exh_bytes){ (const uint8_t *)line->text, line->size, 0 };
}

/*
 * Figures.
 */

static struct line lines[SENTENCES];
static size_t line_count;

/* Seconds a line. */
static double time_lines(const struct game *game)
{
	const size_t repeats = loops(REPEATS);
	const double start = now();

	for (size_t r = 0; r < repeats; r++)
		for (size_t i = 0; i < line_count; i++)
			exh_sci_parse(&game->parser, &options, bytes_of(&lines[i]),
				      &sentence);
	return (now() - start) / (double)(line_count * repeats);
}

/* Finding the words is the same for both. */
static double time_plain(const struct game *game)
{
	const double start = now();

	for (size_t i = 0; i < line_count; i++) {
		exh_sci_tokenise(&game->lexicon, &options, bytes_of(&lines[i]),
				 &sentence);
		plain_parse(&plain, &game->grammar, sentence.tokens, sentence.token_count,
			    0, STEPS);
	}
	return (now() - start) / (double)line_count;
}

/* Lines that trying all rules gives up on are not compared. Returns how many parse. */
static size_t check_lines(const struct game *game)
{
	size_t parsed = 0;

	for (size_t i = 0; i < line_count; i++) {
		enum plain_result result;
		bool is_parsed;

		exh_sci_parse(&game->parser, &options, bytes_of(&lines[i]), &sentence);
		is_parsed = sentence.status == EXH_SCI_SENTENCE_OK;
		parsed += is_parsed;
		result = plain_parse(&plain, &game->grammar, sentence.tokens,
				     sentence.token_count, 0, STEPS);
		if (result == PLAIN_GAVE_UP)
			continue;
		if (is_parsed != (result == PLAIN_FOUND) ||
		    (is_parsed && !plain_same_tree(&plain.tree, &sentence.tree)))
			fail("%s: the tree of \"%.*s\" is another one than by trying all "
			     "rules",
			     game->name, (int)lines[i].size, lines[i].text);
	}
	return parsed;
}

/* A word of every class, over and over; none if the game has no such word. */
static struct line long_line(const struct game *game)
{
	const struct exh_sci_word *word = NULL;
	struct line line = { .size = 0 };

	for (size_t i = 0; i < game->words.count && !word; i++)
		if ((game->words.items[i].class_mask & 0xff4) == 0xff4 &&
		    is_typed(&game->words.items[i], 0xfff))
			word = &game->words.items[i];
	for (int i = 0; word && i < LONG_WORDS; i++) {
		memcpy(line.text + line.size, word->text.data, word->text.size);
		line.size += word->text.size;
		line.text[line.size++] = ' ';
	}
	exh_sci_parse(&game->parser, &options, bytes_of(&line), &sentence);
	if (sentence.token_count != LONG_WORDS || sentence.status != EXH_SCI_SENTENCE_OK)
		line.size = 0;
	return line;
}

static double time_long(const struct game *game, const struct line *line)
{
	const size_t repeats = loops(LONG_REPEATS);
	const double start = now();

	for (size_t i = 0; i < repeats; i++)
		exh_sci_parse(&game->parser, &options, bytes_of(line), &sentence);
	return (now() - start) / (double)repeats;
}

static double time_opening(const struct game *game)
{
	const size_t openings = loops(OPENINGS);
	struct game again = *game;
	const double start = now();

	for (size_t i = 0; i < openings; i++) {
		open_game(&again, NULL);
		exh_arena_free(&again.arena);
	}
	return (now() - start) / (double)openings;
}

static void print_game_row(const struct game *game, const char *what, struct row row)
{
	char text[160];

	snprintf(text, sizeof text, "%s: %s", game->name, what);
	row.name = text;
	print_row(&row);
}

static void measure_opened(const struct game *game)
{
	const struct line longest = long_line(game);
	const size_t rounds = loops(ROUNDS), parsed = check_lines(game);
	double ours[ROUNDS], plain_s[ROUNDS], times_plain[ROUNDS], long_s[ROUNDS],
		opening[ROUNDS];

	for (size_t i = 0; i < rounds; i++) {
		ours[i] = time_lines(game);
		plain_s[i] = time_plain(game);
		times_plain[i] = plain_s[i] / ours[i];
		long_s[i] = time_long(game, &longest);
		opening[i] = time_opening(game);
	}
	note("%s: %zu words; %zu of %zu lines have a tree", game->name, game->words.count,
	     parsed, line_count);
	print_game_row(game, "lines of 1 to 6 words",
		       (struct row){ .value = 1 / median(ours, rounds),
				     .unit = "lines/s",
				     .target = 200000 });
	print_game_row(game, "lines of 1 to 6 words",
		       (struct row){ .value = median(times_plain, rounds),
				     .unit = "x",
				     .peer = "trying all rules" });
	print_game_row(
		game, "lines of 1 to 6 words, trying all rules",
		(struct row){ .value = 1 / median(plain_s, rounds), .unit = "lines/s" });
	if (longest.size)
		print_game_row(game, "30 words of every class",
			       (struct row){ .value = 1e3 * median(long_s, rounds),
					     .unit = "ms",
					     .target = 1,
					     .better = LOWER });
	else
		note("%s: no word of every class: the long line is left out", game->name);
	print_game_row(game, "opening",
		       (struct row){ .value = 1e3 * median(opening, rounds),
				     .unit = "ms",
				     .target = 0.5,
				     .better = LOWER });
}

static void measure(struct game *game)
{
	struct exh_error err = { .text = "" };
	uint32_t seed = 1;
	bool has_lines;

	has_lines = open_game(game, &err) && game->words.count;
	line_count = smoke() ? 20 : SENTENCES;
	for (size_t i = 0; has_lines && i < line_count; i++)
		has_lines = roll_line(game, &seed, &lines[i]);
	if (has_lines)
		measure_opened(game);
	else
		note("%s: %s: left out", game->name,
		     *err.text ? err.text : "no words to make lines of");
	exh_arena_free(&game->arena);
}

static void measure_folder(const char *folder)
{
	struct sci_game files;
	struct game game = { 0 };

	sci_game_open(&files, folder);
	game.name = files.name;
	if (sci_game_vocabs(&files, game.files))
		measure(&game);
	sci_game_close(&files);
}

int main(int argc, char **argv)
{
	struct game made = { 0 };

	make_game(&made);
	measure(&made);
	for (int i = 1; i < argc; i++)
		measure_folder(argv[i]);
	return 0;
}
