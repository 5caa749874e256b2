/*
 * SCI0's vocabularies: opening words, suffix rules and grammar for looking up, then words
 * looked up that are listed (in turn with a bsearch over the same list), that only suffix
 * rules know, and that nobody knows; and what is nearest to these. The resources are
 * given bare, as `exhume sci-unpack --bare` writes them; without them, words are made up.
 *
 * usage: bench_vocab [WORDS SUFFIXES GRAMMAR]
 */
#include "bench.h"

#include <exhume/sci0_vocab.h>

#include <string.h>

enum { MADE = 1400, OPENINGS = 200, TURNS = 200, NEAR_TURNS = 1, MEMORY = 1 << 26 };

struct game {
	struct exh_bytes files[3];
	struct exh_arena arena;
	struct exh_sci0_words words;
	struct exh_sci0_suffixes suffixes;
	struct exh_sci0_grammar grammar;
	struct exh_sci0_lexicon lexicon;
};

/* Words that are looked up, of each way. */
struct asked {
	uint8_t (*texts)[EXH_SCI0_WORD_SIZE + 8];
	struct exh_bytes *items;
	size_t count;
};

static void fail(const char *what)
{
	fprintf(stderr, "bench_vocab: %s\n", what);
	exit(1);
}

static void make_game(struct game *game)
{
	static const char rules[] =
		"*s\0\1\0*\0\1\0*ing\0\x9\x40*\0\x8\0*ly\0\4\0*\0\0\x40";
	static struct exh_writer words_out = { .limit = MEMORY };
	static struct exh_sci0_word items[MADE];
	static char texts[MADE][8];
	static uint8_t grammar[40] = { 0x3f, 1, 0x41, 1, 0x3c, 1 };
	const struct exh_sci0_words words = { EXH_SCI0_WORDS_SCI0, items, MADE, 0, false };

	for (unsigned i = 0; i < MADE; i++) {
		snprintf(texts[i], sizeof texts[i], "%c%c%c%c%c", 'a' + i / 60,
			 "aeiou"[i / 12 % 5], "bdfghklmnprt"[i % 12], "aeiou"[i % 5],
			 "nrst"[i % 4]);
		items[i] = (struct exh_sci0_word){ { (const uint8_t *)texts[i], 5, 0 },
						   0x100,
						   (uint16_t)(1 + i / 2) };
	}
	if (exh_sci0_words_write(&words, &words_out, NULL))
		fail("words can't be made");
	game->files[0] = exh_writer_bytes(&words_out);
	game->files[1] = (struct exh_bytes){ (const uint8_t *)rules, sizeof rules, 0 };
	game->files[2] = (struct exh_bytes){ grammar, sizeof grammar, 0 };
}

static void open_game(struct game *game)
{
	game->arena = (struct exh_arena){ .limit = MEMORY };
	if (exh_sci0_words_read(game->files[0], &game->arena, &game->words, NULL, NULL) ||
	    exh_sci0_suffixes_read(game->files[1], &game->arena, &game->suffixes, NULL,
				   NULL) ||
	    exh_sci0_grammar_read(game->files[2], &game->arena, &game->grammar, NULL,
				  NULL) ||
	    exh_sci0_lexicon_open(&game->words, &game->suffixes, &game->arena,
				  &game->lexicon, NULL))
		fail("a vocabulary can't be read");
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

/* The words with an ending, as far as they are known in this way then. */
static struct asked ask(const struct game *game, const char *ending,
			enum exh_sci0_lookup_way way)
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
		struct exh_sci0_lookup found;

		memcpy(copy, text.data, text.size);
		*item = (struct exh_bytes){ copy, text.size, 0 };
		for (const char *c = ending; *c; c++)
			copy[item->size++] = (uint8_t)*c;
		exh_sci0_lexicon_look_up(&game->lexicon, *item, &found);
		asked.count += found.way == way;
	}
	/* Not in the order that they lie in. */
	for (size_t i = asked.count; i > 1; i--) {
		const size_t other = i * 7919 % asked.count;
		const struct exh_bytes swap = asked.items[i - 1];

		asked.items[i - 1] = asked.items[other];
		asked.items[other] = swap;
	}
	if (!asked.count)
		fail("no word to be asked for");
	return asked;
}

static double time_looking(const struct game *game, const struct asked *asked)
{
	struct exh_sci0_lookup found;
	uint32_t sum = 0;
	const double start = now();
	double time;

	for (int turn = 0; turn < TURNS; turn++)
		for (size_t i = 0; i < asked->count; i++) {
			exh_sci0_lexicon_look_up(&game->lexicon, asked->items[i], &found);
			sum += found.group;
		}
	time = now() - start;
	if (sum == 1)
		printf(" ");
	return time / TURNS / (double)asked->count;
}

static int by_text(const void *key, const void *item)
{
	const struct exh_bytes *a = key;
	const struct exh_bytes *b = &((const struct exh_sci0_word *)item)->text;
	const int order = memcmp(a->data, b->data, a->size < b->size ? a->size : b->size);

	return order ? order : (a->size > b->size) - (a->size < b->size);
}

static double time_plain(const struct game *game, const struct asked *asked)
{
	const double start = now();

	for (int turn = 0; turn < TURNS; turn++)
		for (size_t i = 0; i < asked->count; i++)
			if (!bsearch(&asked->items[i], game->words.items,
				     game->words.count, sizeof *game->words.items,
				     by_text))
				fail("bsearch finds less");
	return (now() - start) / TURNS / (double)asked->count;
}

static double time_nearest(const struct game *game, const struct asked *asked)
{
	const struct exh_sci0_word *near[10];
	const size_t count = asked->count < 100 ? asked->count : 100;
	const double start = now();

	for (int turn = 0; turn < NEAR_TURNS; turn++)
		for (size_t i = 0; i < count; i++)
			exh_sci0_lexicon_nearest(&game->lexicon, asked->items[i], near,
						 10);
	return (now() - start) / NEAR_TURNS / (double)count;
}

int main(int argc, char **argv)
{
	double opening[ROUNDS], known[ROUNDS], plain[ROUNDS], suffixed[ROUNDS],
		unknown[ROUNDS], nearest[ROUNDS];
	struct asked by_word, by_suffix, by_nothing;
	struct game game = { 0 };

	if (argc == 4)
		for (int i = 0; i < 3; i++)
			game.files[i].data = slurp(argv[i + 1], &game.files[i].size);
	else
		make_game(&game);
	open_game(&game);
	by_word = ask(&game, "", EXH_SCI0_BY_WORD);
	by_suffix = ask(&game, "s", EXH_SCI0_BY_SUFFIX);
	by_nothing = ask(&game, "xq", EXH_SCI0_UNKNOWN);
	for (int i = 0; i < ROUNDS; i++) {
		opening[i] = time_opening(&game);
		known[i] = time_looking(&game, &by_word);
		plain[i] = time_plain(&game, &by_word);
		suffixed[i] = time_looking(&game, &by_suffix);
		unknown[i] = time_looking(&game, &by_nothing);
		nearest[i] = time_nearest(&game, &by_nothing);
	}
	printf("{\"words\": %zu, \"opening_ms\": %.4f, \"known_ns\": %.1f, "
	       "\"bsearch_ns\": %.1f, \"suffix_ns\": %.1f, \"unknown_ns\": %.1f, "
	       "\"nearest_us\": %.1f}\n",
	       game.words.count, 1e3 * median(opening, ROUNDS),
	       1e9 * median(known, ROUNDS), 1e9 * median(plain, ROUNDS),
	       1e9 * median(suffixed, ROUNDS), 1e9 * median(unknown, ROUNDS),
	       1e6 * median(nearest, ROUNDS));
	return 0;
}
