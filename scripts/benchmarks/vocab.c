/*
 * SCI0's vocabularies: opening words, suffix rules and grammar for looking up, then words
 * looked up that are listed (in turn with a bsearch over the same list), that only suffix
 * rules know, and unknown ones; and what is nearest to these. Words are made up,
 * and of games.
 *
 * usage: bench_vocab [FOLDER]...     of games
 */
#include "bench.h"
#include "sci_game.h"

#include <exhume/advanced/sci_vocab.h>
#include <exhume/sci_parser.h>

enum { MADE = 1400, OPENINGS = 200, TURNS = 200, NEAR_TURNS = 1, MEMORY = 1 << 26 };

struct game {
	const char *name;
	struct exh_bytes files[3];
	struct exh_arena arena;
	struct exh_sci_words words;
	struct exh_sci_suffixes suffixes;
	struct exh_sci_grammar grammar;
	struct exh_sci_lexicon lexicon;
};

/* Words that are looked up, of each way. */
struct asked {
	uint8_t (*texts)[EXH_SCI_WORD_SIZE + 8];
	struct exh_bytes *items;
	size_t count;
};

static void make_game(struct game *game)
{
	static const char rules[] =
		"*s\0\1\0*\0\1\0*ing\0\x9\x40*\0\x8\0*ly\0\4\0*\0\0\x40";
	static struct exh_writer words_out = { .limit = MEMORY };
	static struct exh_sci_word items[MADE];
	static char texts[MADE][8];
	static uint8_t grammar[40] = { 0x3f, 1, 0x41, 1, 0x3c, 1 };
	const struct exh_sci_words words = { EXH_SCI_WORDS_SCI0, items, MADE, 0, false };

	for (unsigned i = 0; i < MADE; i++) {
		snprintf(texts[i], sizeof texts[i], "%c%c%c%c%c", 'a' + i / 60,
			 "aeiou"[i / 12 % 5], "bdfghklmnprt"[i % 12], "aeiou"[i % 5],
			 "nrst"[i % 4]);
		items[i] = (struct exh_sci_word){ { (const uint8_t *)texts[i], 5, 0 },
						  0x100,
						  (uint16_t)(1 + i / 2) };
	}
	if (exh_sci_words_write(&words, &words_out, NULL))
		fail("words can't be made");
	game->name = "made";
	game->files[0] = exh_writer_bytes(&words_out);
	game->files[1] = (struct exh_bytes){ (const uint8_t *)rules, sizeof rules, 0 };
	game->files[2] = (struct exh_bytes){ grammar, sizeof grammar, 0 };
}

static bool open_game(struct game *game, struct exh_error *err)
{
	game->arena = (struct exh_arena){ .limit = MEMORY };
	return !exh_sci_words_read(game->files[0], &game->arena, &game->words, NULL,
				   err) &&
	       !exh_sci_suffixes_read(game->files[1], &game->arena, &game->suffixes, NULL,
				      err) &&
	       !exh_sci_grammar_read(game->files[2], &game->arena, &game->grammar, NULL,
				     err) &&
	       !exh_sci_lexicon_open(&game->words, &game->suffixes, &game->arena,
				     &game->lexicon, err);
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

/* The words with an ending, as far as they are known in this way then. */
static struct asked ask(const struct game *game, const char *ending,
			enum exh_sci_lookup_way way)
{
	const size_t count = game->words.count;
	struct asked asked = { calloc(count, sizeof *asked.texts),
			       calloc(count, sizeof *asked.items), 0 };

	if (!asked.texts || !asked.items)
		fail("out of memory");
	for (size_t i = 0; i < count; i++) {
		const struct exh_bytes text = game->words.items[i].text;
		struct exh_bytes *item = &asked.items[asked.count];
		uint8_t *copy = asked.texts[asked.count];
		struct exh_sci_lookup found;

		memcpy(copy, text.data, text.size);
		*item = (struct exh_bytes){ copy, text.size, 0 };
		for (const char *c = ending; *c; c++)
			copy[item->size++] = (uint8_t)*c;
		exh_sci_lexicon_look_up(&game->lexicon, *item, &found);
		asked.count += found.way == way;
	}
	/* Not in the order that they lie in. */
	for (size_t i = asked.count; i > 1; i--) {
		const size_t other = i * 7919 % asked.count;
		const struct exh_bytes swap = asked.items[i - 1];

		asked.items[i - 1] = asked.items[other];
		asked.items[other] = swap;
	}
	return asked;
}

static double time_looking(const struct game *game, const struct asked *asked)
{
	const size_t turns = loops(TURNS);
	struct exh_sci_lookup found;
	uint32_t sum = 0;
	const double start = now();
	double time;

	for (size_t turn = 0; turn < turns; turn++)
		for (size_t i = 0; i < asked->count; i++) {
			exh_sci_lexicon_look_up(&game->lexicon, asked->items[i], &found);
			sum += found.group;
		}
	time = now() - start;
	__asm__ volatile("" : : "r"(sum)); /* the sum is wanted */
	return time / (double)turns / (double)asked->count;
}

static int by_text(const void *key, const void *item)
{
	const struct exh_bytes *a = key;
	const struct exh_bytes *b = &((const struct exh_sci_word *)item)->text;
	const int order = memcmp(a->data, b->data, a->size < b->size ? a->size : b->size);

	return order ? order : (a->size > b->size) - (a->size < b->size);
}

static double time_plain(const struct game *game, const struct asked *asked)
{
	const size_t turns = loops(TURNS);
	const double start = now();

	for (size_t turn = 0; turn < turns; turn++)
		for (size_t i = 0; i < asked->count; i++)
			if (!bsearch(&asked->items[i], game->words.items,
				     game->words.count, sizeof *game->words.items,
				     by_text))
				fail("%s: bsearch finds less", game->name);
	return (now() - start) / (double)turns / (double)asked->count;
}

static double time_nearest(const struct game *game, const struct asked *asked)
{
	const struct exh_sci_word *near[10];
	const size_t count = asked->count < 100 ? asked->count : 100;
	const double start = now();

	for (int turn = 0; turn < NEAR_TURNS; turn++)
		for (size_t i = 0; i < count; i++)
			exh_sci_lexicon_nearest(&game->lexicon, asked->items[i], near,
						10);
	return (now() - start) / NEAR_TURNS / (double)count;
}

static bool is_in_order(const struct exh_sci_words *words)
{
	for (size_t i = 1; i < words->count; i++)
		if (by_text(&words->items[i - 1].text, &words->items[i]) > 0)
			return false;
	return true;
}

/* Nanoseconds of a look-up in one way; no row without words that are found so. */
static void measure_way(const struct game *game, const char *what, const char *ending,
			enum exh_sci_lookup_way way)
{
	const struct asked asked = ask(game, ending, way);
	const bool has_peer = way == EXH_SCI_BY_WORD && is_in_order(&game->words);
	const size_t rounds = loops(ROUNDS);
	double ours[ROUNDS], plain[ROUNDS], times_plain[ROUNDS], nearest[ROUNDS];
	char text[160];

	for (size_t i = 0; asked.count && i < rounds; i++) {
		ours[i] = time_looking(game, &asked);
		if (has_peer) {
			plain[i] = time_plain(game, &asked);
			times_plain[i] = plain[i] / ours[i];
		}
		if (way == EXH_SCI_UNKNOWN)
			nearest[i] = time_nearest(game, &asked);
	}
	snprintf(text, sizeof text, "%s: %s", game->name, what);
	if (asked.count)
		ROW(text, 1e9 * median(ours, rounds), "ns", .better = LOWER);
	else
		note("%s: %s: no such word: left out", game->name, what);
	if (asked.count && has_peer) {
		ROW(text, median(times_plain, rounds), "x", .peer = "bsearch");
		print_peer(text, "bsearch", 1e9 * median(plain, rounds), "ns", LOWER);
	} else if (way == EXH_SCI_BY_WORD)
		note("%s: the words are out of order: bsearch is left out", game->name);
	snprintf(text, sizeof text, "%s: nearest to an unknown word", game->name);
	if (asked.count && way == EXH_SCI_UNKNOWN)
		ROW(text, 1e6 * median(nearest, rounds), "us", .better = LOWER);
	free(asked.texts);
	free(asked.items);
}

static void measure(struct game *game)
{
	const size_t rounds = loops(ROUNDS);
	double opening[ROUNDS];
	struct exh_error err = { .text = "" };
	char text[160];

	if (!open_game(game, &err)) {
		note("%s: %s: left out", game->name, err.text);
		exh_arena_free(&game->arena);
		return;
	}
	for (size_t i = 0; i < rounds; i++)
		opening[i] = time_opening(game);
	note("%s: %zu words", game->name, game->words.count);
	snprintf(text, sizeof text, "%s: opening", game->name);
	ROW(text, 1e3 * median(opening, rounds), "ms", .target = 0.5, .better = LOWER);
	measure_way(game, "known word", "", EXH_SCI_BY_WORD);
	measure_way(game, "word known by a suffix", "s", EXH_SCI_BY_SUFFIX);
	measure_way(game, "unknown word", "xq", EXH_SCI_UNKNOWN);
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
