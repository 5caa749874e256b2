/*
 * Said: specs made ready are matched with parsed sentences, each sentence with all specs
 * as a game does it, in turn with the matcher written branch by branch, one thread. The
 * specs are those of real games (if folders are given), 870 made by chance
 * after what games have of words and operators, and of these, with each sentence, the
 * ones that match it.
 *
 * usage: bench_said [FOLDER]...     of games
 */
#include "bench.h"
#include "sci_game.h"

#include "../../formats/sci/plain/said.h"

#include <exhume/advanced/sci_tree.h>
#include <exhume/advanced/sci_script.h>

enum {
	TYPICAL = 870,
	SENTENCES = 200,
	VERBS = 30,
	NOUNS = 60,
	ADJECTIVES = 8,
	PREPOSITIONS = 6,
	MATCHES = 4000000, /* a round, at least */
	PLAIN_SHARE = 16,  /* as many fewer of the plain matcher */
};

struct spec {
	struct exh_sci_node *nodes;
	struct exh_sci_tree tree;
};

struct specs {
	struct spec *items;
	struct exh_sci_said *saids;
	size_t count;
};

struct sentence {
	struct exh_sci_node nodes[64];
	struct exh_sci_tree tree;
	struct exh_sci_said_input input;
};

static struct exh_arena arena = { .limit = 1 << 30 };
static struct sentence *sentences;
static size_t sentence_count;
static uint32_t seed = 3;

/* xorshift32, the same in each run */
static uint32_t roll(uint32_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return (seed >> 8) % below;
}

/*
 * Words: their groups, as the stock vocabularies number them.
 */

static unsigned verb(void)
{
	static const uint16_t real[] = { 0x421, 0x426, 0x40b, 0x428, 0x437, 0x40d };
	const uint32_t n = roll(VERBS);

	return n < 6 ? real[n] : 1000 + 3 * n;
}

static unsigned noun(void)
{
	static const uint16_t real[] = { 0x83e, 0x7e7, 0x837, 0x813 };
	const uint32_t n = roll(NOUNS);

	return n < 4 ? real[n] : 2000 + 7 * n;
}

static unsigned adjective(void)
{
	return 0x200 - 6 * roll(ADJECTIVES);
}

static unsigned preposition(void)
{
	return 0xca + 4 * roll(PREPOSITIONS);
}

/*
 * Specs.
 */

static bool add_spec(struct specs *specs, struct exh_bytes code, struct exh_error *err)
{
	static struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	const size_t size = sizeof nodes[0];
	struct spec *spec;

	if ((specs->count & (specs->count + 1)) == 0) {
		const size_t most = 2 * specs->count + 2;

		specs->items = realloc(specs->items, most * sizeof *specs->items);
		specs->saids = realloc(specs->saids, most * sizeof *specs->saids);
	}
	if (!specs->items || !specs->saids)
		fail("out of memory");
	spec = &specs->items[specs->count];
	spec->tree = (struct exh_sci_tree){ nodes, 0, EXH_SCI_TREE_NODES };
	if (exh_sci_said_tree(code, &spec->tree, NULL, NULL, err) ||
	    exh_sci_said_prepare(&spec->tree, &arena, &specs->saids[specs->count], err))
		return false;
	spec->nodes = exh_alloc(&arena, spec->tree.count, size);
	if (!spec->nodes)
		fail("out of memory");
	memcpy(spec->nodes, nodes, spec->tree.count * size);
	spec->tree.nodes = spec->nodes;
	specs->count++;
	return true;
}

static size_t put_words(char *out, size_t size, unsigned (*word)(void))
{
	size_t at = (size_t)snprintf(out, size, "%x", word());

	while (roll(100) < 30)
		at += (size_t)snprintf(out + at, size - at, ",%x", word());
	return at;
}

/* As frequent as in a large game: 0.9 ',' a spec, as many '/', and few of the others. */
static void make_text(char *out, size_t size)
{
	const bool bracket = roll(100) < 10, reference = roll(100) < 11;
	size_t at = 0;

	if (roll(100) < 92) {
		at += (size_t)snprintf(out, size, bracket ? "(" : "");
		at += put_words(out + at, size - at, verb);
		at += (size_t)snprintf(out + at, size - at, bracket ? ")" : "");
		if (reference)
			at += (size_t)snprintf(out + at, size - at,
					       roll(2) ? "<%x" : "[<%x]", preposition());
	}
	if (!at || roll(100) < 82) {
		const bool option = roll(100) < 7;

		at += (size_t)snprintf(out + at, size - at, option ? "[/" : "/");
		at += put_words(out + at, size - at, noun);
		if (roll(100) < 8)
			at += (size_t)snprintf(out + at, size - at, "<%x", adjective());
		at += (size_t)snprintf(out + at, size - at, option ? "]" : "");
		if (roll(100) < 8)
			at += (size_t)snprintf(out + at, size - at, "/%x", noun());
	}
	snprintf(out + at, size - at, roll(100) < 7 ? ">" : "");
}

static void make_specs(struct specs *specs)
{
	const size_t wanted = smoke() ? 20 : TYPICAL;
	struct exh_writer code = { .limit = 4096 };
	char text[512];

	while (specs->count < wanted) {
		make_text(text, sizeof text);
		code.size = 0;
		if (exh_sci_said_compile(
			    (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 },
			    NULL, EXH_SCI_SAID_STRICT, &code, NULL) ||
		    !add_spec(specs, exh_writer_bytes(&code), NULL))
			fail("not a spec: %s", text);
	}
	exh_writer_free(&code);
}

static void add_script(struct specs *specs, const struct sci_game *game,
		       const struct sci_resource *it)
{
	struct exh_sci_script script;
	struct exh_error err;

	if (exh_sci_script_read(it->bytes, &arena, &script, NULL, &err)) {
		note("%s: script %u: %s: left out", game->folder, it->number, err.text);
		return;
	}
	for (size_t i = 0; i < script.said_count; i++)
		if (!add_spec(specs, script.saids[i], &err))
			note("%s: script %u: spec %zu: %s: left out", game->folder,
			     it->number, i, err.text);
}

static void read_game(struct specs *specs, const char *folder)
{
	struct sci_game game;

	sci_game_open(&game, folder);
	for (size_t i = 0; i < game.count; i++)
		if (game.items[i].type == EXH_SCI_SCRIPT)
			add_script(specs, &game, &game.items[i]);
	sci_game_close(&game);
}

/*
 * Sentences, in the trees that the stock grammar gives them.
 */

static void put_noun(struct exh_sci_tree *tree, bool article, bool described)
{
	size_t node;

	if (article)
		exh_sci_tree_add_leaf(tree, 0x145, 0x131, 1);
	if (described) {
		node = tree->count;
		exh_sci_tree_open_node(tree, 0x144, 0x13a);
		exh_sci_tree_add_leaf(tree, 0x141, 0x132, adjective());
		exh_sci_tree_end(tree, node);
	}
	node = tree->count;
	exh_sci_tree_open_node(tree, 0x141, 0x139);
	exh_sci_tree_add_leaf(tree, 0x141, 0x130, noun());
	exh_sci_tree_end(tree, node);
}

static void make_sentence(struct sentence *s)
{
	struct exh_sci_tree *tree = &s->tree;
	size_t node;

	*tree = (struct exh_sci_tree){ s->nodes, 0, 64 };
	exh_sci_tree_open_node(tree, 0x141, 0x13f);
	exh_sci_tree_open_node(tree, 0x141, 0x13b);
	exh_sci_tree_add_leaf(tree, 0x141, 0x12f, verb());
	if (roll(4) == 0)
		exh_sci_tree_add_leaf(tree, 0x144, 0x133, preposition());
	exh_sci_tree_end(tree, 1);
	if (roll(10)) {
		node = tree->count;
		exh_sci_tree_open_node(tree, 0x142, 0x13d);
		put_noun(tree, roll(3) == 0, roll(4) == 0);
		exh_sci_tree_end(tree, node);
	}
	if (roll(6) == 0) {
		node = tree->count;
		exh_sci_tree_open_node(tree, 0x143, 0x13e);
		exh_sci_tree_add_leaf(tree, 0x144, 0x138, preposition());
		exh_sci_tree_open_node(tree, 0x141, 0x13d);
		put_noun(tree, roll(3) == 0, false);
		exh_sci_tree_end(tree, node + 2);
		exh_sci_tree_end(tree, node);
	}
	exh_sci_tree_end(tree, 0);
	exh_sci_said_input_set(&s->input, tree);
}

/*
 * Measuring.
 */

/* Of a sentence the specs to match it with: all, or those that do. */
struct work {
	const struct specs *specs;
	struct exh_sci_said *saids; /* in a row for each sentence */
	const struct spec **plain;
	size_t first[SENTENCES + 1];
	size_t matched;
};

static void prepare(struct work *work, const struct specs *specs, bool only_matching)
{
	const size_t most = specs->count * sentence_count;
	size_t count = 0;

	*work = (struct work){ .specs = specs };
	work->saids = exh_alloc(&arena, only_matching ? most : specs->count,
				sizeof *work->saids);
	work->plain = exh_alloc(&arena, only_matching ? most : specs->count,
				sizeof *work->plain);
	if (!work->saids || !work->plain)
		fail("out of memory");
	for (size_t i = 0; i < sentence_count; i++) {
		work->first[i] = only_matching ? count : 0;
		count = only_matching ? count : 0;
		for (size_t k = 0; k < specs->count; k++) {
			const int ours = (int)exh_sci_said_match(&specs->saids[k],
								 &sentences[i].input);

			if (ours !=
			    (int)plain_said(&specs->items[k].tree, &sentences[i].tree))
				fail("the matchers do not agree");
			work->matched += ours != 0;
			if (only_matching && !ours)
				continue;
			work->saids[count] = specs->saids[k];
			work->plain[count++] = &specs->items[k];
		}
	}
	work->first[sentence_count] = count;
}

static size_t end_of(const struct work *work, size_t i, bool only_matching)
{
	return only_matching ? work->first[i + 1] : work->first[sentence_count];
}

/* Matches a second. */
static double time_ours(const struct work *work, bool only_matching)
{
	const size_t wanted = loops(MATCHES);
	const double start = now();
	size_t count = 0, matched = 0;

	while (count < wanted)
		for (size_t i = 0; i < sentence_count; i++) {
			const size_t end = end_of(work, i, only_matching);

			for (size_t k = work->first[i]; k < end; k++)
				matched += exh_sci_said_match(&work->saids[k],
							      &sentences[i].input) != 0;
			count += end - work->first[i];
		}
	if (!matched && work->matched)
		fail("nothing matched");
	return (double)count / (now() - start);
}

static double time_plain(const struct work *work, bool only_matching)
{
	const size_t wanted = loops(MATCHES / PLAIN_SHARE);
	const double start = now();
	size_t count = 0, matched = 0;

	while (count < wanted)
		for (size_t i = 0; i < sentence_count; i++) {
			const size_t end = end_of(work, i, only_matching);

			for (size_t k = work->first[i]; k < end; k++)
				matched += plain_said(&work->plain[k]->tree,
						      &sentences[i].tree) != 0;
			count += end - work->first[i];
		}
	if (!matched && work->matched)
		fail("nothing matched");
	return (double)count / (now() - start);
}

static void measure(const char *name, const struct specs *specs, bool only_matching)
{
	const size_t rounds = loops(ROUNDS);
	double ours[ROUNDS], plain[ROUNDS], ratio[ROUNDS];
	struct work work;

	prepare(&work, specs, only_matching);
	if (!work.first[sentence_count]) {
		note("%s: nothing matches: left out", name);
		return;
	}
	for (size_t i = 0; i < rounds; i++) {
		ours[i] = time_ours(&work, only_matching);
		plain[i] = time_plain(&work, only_matching);
		ratio[i] = ours[i] / plain[i];
	}
	note("%s: %zu specs, of which %.2f%% match", name, specs->count,
	     100 * (double)work.matched /
		     ((double)specs->count * (double)sentence_count));
	ROW(name, median(ours, rounds) / 1e6, "Mmatches/s", .target = 30);
	ROW(name, median(ratio, rounds), "x", .peer = "the matcher branch by branch");
	print_peer(name, "the matcher branch by branch", median(plain, rounds) / 1e6,
		   "Mmatches/s", HIGHER);
}

int main(int argc, char **argv)
{
	static struct specs games, typical;

	sentence_count = smoke() ? 20 : SENTENCES;
	sentences = calloc(sentence_count, sizeof *sentences);
	if (!sentences)
		fail("out of memory");
	for (size_t i = 0; i < sentence_count; i++)
		make_sentence(&sentences[i]);
	make_specs(&typical);
	for (int i = 1; i < argc; i++)
		read_game(&games, argv[i]);
	if (games.count)
		measure("specs of games", &games, false);
	measure("870 as a large game has them", &typical, false);
	measure("those of the 870 that match", &typical, true);
	exh_arena_free(&arena);
	free(games.items);
	free(games.saids);
	free(typical.items);
	free(typical.saids);
	free(sentences);
	return 0;
}
