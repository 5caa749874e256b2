/*
 * Said: specs made ready are matched with parsed sentences, each sentence with all specs
 * as a game does it, in turn with the matcher written branch by branch, one thread. The
 * specs are those of real games (if their maps and volumes are given), 870 made by chance
 * after what games have of words and operators, and of these, with each sentence, the
 * ones that match it.
 *
 * usage: bench_said [RESOURCE.MAP RESOURCE.001]...
 */
#include "bench.h"

#include "../../formats/sci0/said_plain.h"

#include <exhume/sci0.h>
#include <exhume/sci0_script.h>

#include <string.h>

enum {
	TYPICAL = 870,
	SENTENCES = 200,
	MOST_SPECS = 8192,
	VERBS = 30,
	NOUNS = 60,
	ADJECTIVES = 8,
	PREPOSITIONS = 6,
	MATCHES = 4000000, /* a round, at least */
	PLAIN_SHARE = 16,  /* as many fewer of the plain matcher */
};

struct spec {
	struct exh_sci0_node *nodes;
	struct exh_sci0_tree tree;
};

struct specs {
	struct spec items[MOST_SPECS];
	struct exh_sci0_said saids[MOST_SPECS];
	size_t count;
};

struct sentence {
	struct exh_sci0_node nodes[64];
	struct exh_sci0_tree tree;
	struct exh_sci0_said_input input;
};

static struct exh_arena arena = { .limit = 1 << 30 };
static struct sentence *sentences;
static uint32_t seed = 3;

/* xorshift32, the same in each run */
static uint32_t roll(uint32_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return (seed >> 8) % below;
}

static void stop(const char *what)
{
	fprintf(stderr, "%s\n", what);
	exit(1);
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

static void add_spec(struct specs *specs, struct exh_bytes code)
{
	static struct exh_sci0_node nodes[EXH_SCI0_TREE_NODES];
	struct spec *spec = &specs->items[specs->count];
	const size_t size = sizeof nodes[0];

	spec->tree = (struct exh_sci0_tree){ nodes, 0, EXH_SCI0_TREE_NODES };
	if (specs->count == MOST_SPECS ||
	    exh_sci0_said_tree(code, &spec->tree, NULL, NULL, NULL) ||
	    exh_sci0_said_prepare(&spec->tree, &arena, &specs->saids[specs->count], NULL))
		stop("a spec that is none");
	spec->nodes = exh_alloc(&arena, spec->tree.count, size);
	if (!spec->nodes)
		stop("out of memory");
	memcpy(spec->nodes, nodes, spec->tree.count * size);
	spec->tree.nodes = spec->nodes;
	specs->count++;
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
	struct exh_writer code = { .limit = 4096 };
	char text[512];

	while (specs->count < TYPICAL) {
		make_text(text, sizeof text);
		code.size = 0;
		if (exh_sci0_said_compile(
			    (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 },
			    NULL, EXH_SCI0_SAID_STRICT, &code, NULL))
			stop(text);
		add_spec(specs, exh_writer_bytes(&code));
	}
	exh_writer_free(&code);
}

static void read_game(struct specs *specs, const char *map_path, const char *volume_path)
{
	struct exh_bytes map = { 0 }, volume = { 0 };
	struct exh_sci0_map list;

	map.data = slurp(map_path, &map.size);
	volume.data = slurp(volume_path, &volume.size);
	if (exh_sci0_map_read(map, EXH_SCI0_LAYOUT_SCI0, &arena, &list, NULL, NULL))
		stop(map_path);
	for (size_t i = 0; i < list.count; i++) {
		struct exh_sci0_record record;
		struct exh_sci0_script script;

		if (list.entries[i].type != EXH_SCI0_SCRIPT)
			continue;
		if (exh_sci0_record_read(volume, list.entries[i].offset,
					 EXH_SCI0_LAYOUT_SCI0, &record, NULL) ||
		    record.packing != EXH_SCI0_STORED ||
		    exh_sci0_script_read(record.payload, &arena, &script, NULL, NULL))
			continue;
		for (size_t k = 0; k < script.said_count; k++)
			add_spec(specs, script.saids[k]);
	}
}

/*
 * Sentences, in the trees that the stock grammar gives them.
 */

static void put_noun(struct exh_sci0_tree *tree, bool article, bool described)
{
	size_t node;

	if (article)
		exh_sci0_tree_add_leaf(tree, 0x145, 0x131, 1);
	if (described) {
		node = tree->count;
		exh_sci0_tree_open_node(tree, 0x144, 0x13a);
		exh_sci0_tree_add_leaf(tree, 0x141, 0x132, adjective());
		exh_sci0_tree_close(tree, node);
	}
	node = tree->count;
	exh_sci0_tree_open_node(tree, 0x141, 0x139);
	exh_sci0_tree_add_leaf(tree, 0x141, 0x130, noun());
	exh_sci0_tree_close(tree, node);
}

static void make_sentence(struct sentence *s)
{
	struct exh_sci0_tree *tree = &s->tree;
	size_t node;

	*tree = (struct exh_sci0_tree){ s->nodes, 0, 64 };
	exh_sci0_tree_open_node(tree, 0x141, 0x13f);
	exh_sci0_tree_open_node(tree, 0x141, 0x13b);
	exh_sci0_tree_add_leaf(tree, 0x141, 0x12f, verb());
	if (roll(4) == 0)
		exh_sci0_tree_add_leaf(tree, 0x144, 0x133, preposition());
	exh_sci0_tree_close(tree, 1);
	if (roll(10)) {
		node = tree->count;
		exh_sci0_tree_open_node(tree, 0x142, 0x13d);
		put_noun(tree, roll(3) == 0, roll(4) == 0);
		exh_sci0_tree_close(tree, node);
	}
	if (roll(6) == 0) {
		node = tree->count;
		exh_sci0_tree_open_node(tree, 0x143, 0x13e);
		exh_sci0_tree_add_leaf(tree, 0x144, 0x138, preposition());
		exh_sci0_tree_open_node(tree, 0x141, 0x13d);
		put_noun(tree, roll(3) == 0, false);
		exh_sci0_tree_close(tree, node + 2);
		exh_sci0_tree_close(tree, node);
	}
	exh_sci0_tree_close(tree, 0);
	exh_sci0_said_input_set(&s->input, tree);
}

/*
 * Measuring.
 */

/* Of a sentence the specs to match it with: all, or those that do. */
struct work {
	const struct specs *specs;
	struct exh_sci0_said *saids; /* in a row for each sentence */
	const struct spec **plain;
	size_t first[SENTENCES + 1];
	size_t matched;
};

static void prepare(struct work *work, const struct specs *specs, bool only_matching)
{
	const size_t most = specs->count * SENTENCES;
	size_t count = 0;

	*work = (struct work){ .specs = specs };
	work->saids = exh_alloc(&arena, only_matching ? most : specs->count,
				sizeof *work->saids);
	work->plain = exh_alloc(&arena, only_matching ? most : specs->count,
				sizeof *work->plain);
	if (!work->saids || !work->plain)
		stop("out of memory");
	for (size_t i = 0; i < SENTENCES; i++) {
		work->first[i] = only_matching ? count : 0;
		count = only_matching ? count : 0;
		for (size_t k = 0; k < specs->count; k++) {
			const int ours = (int)exh_sci0_said_match(&specs->saids[k],
								  &sentences[i].input);

			if (ours !=
			    (int)plain_said(&specs->items[k].tree, &sentences[i].tree))
				stop("the matchers do not agree");
			work->matched += ours != 0;
			if (only_matching && !ours)
				continue;
			work->saids[count] = specs->saids[k];
			work->plain[count++] = &specs->items[k];
		}
	}
	work->first[SENTENCES] = count;
}

static size_t end_of(const struct work *work, size_t i, bool only_matching)
{
	return only_matching ? work->first[i + 1] : work->first[SENTENCES];
}

/* Matches a second. */
static double time_ours(const struct work *work, bool only_matching)
{
	const double start = now();
	size_t count = 0, matched = 0;

	while (count < MATCHES)
		for (size_t i = 0; i < SENTENCES; i++) {
			const size_t end = end_of(work, i, only_matching);

			for (size_t k = work->first[i]; k < end; k++)
				matched += exh_sci0_said_match(&work->saids[k],
							       &sentences[i].input) != 0;
			count += end - work->first[i];
		}
	if (!matched && work->matched)
		stop("nothing matched");
	return (double)count / (now() - start);
}

static double time_plain(const struct work *work, bool only_matching)
{
	const double start = now();
	size_t count = 0, matched = 0;

	while (count < MATCHES / PLAIN_SHARE)
		for (size_t i = 0; i < SENTENCES; i++) {
			const size_t end = end_of(work, i, only_matching);

			for (size_t k = work->first[i]; k < end; k++)
				matched += plain_said(&work->plain[k]->tree,
						      &sentences[i].tree) != 0;
			count += end - work->first[i];
		}
	if (!matched && work->matched)
		stop("nothing matched");
	return (double)count / (now() - start);
}

static void measure(const char *name, const struct specs *specs, bool only_matching)
{
	double ours[ROUNDS], plain[ROUNDS], ratio[ROUNDS];
	struct work work;

	prepare(&work, specs, only_matching);
	for (int i = 0; i < ROUNDS; i++) {
		ours[i] = time_ours(&work, only_matching);
		plain[i] = time_plain(&work, only_matching);
		ratio[i] = ours[i] / plain[i];
	}
	printf("\"%s\": {\"specs\": %zu, \"matching\": %.4f, \"ours_m_s\": %.1f, "
	       "\"plain_m_s\": %.1f, \"times_plain\": %.1f}",
	       name, specs->count,
	       (double)work.matched / ((double)specs->count * SENTENCES),
	       median(ours, ROUNDS) / 1e6, median(plain, ROUNDS) / 1e6,
	       median(ratio, ROUNDS));
}

int main(int argc, char **argv)
{
	static struct specs games, typical;

	sentences = calloc(SENTENCES, sizeof *sentences);
	if (!sentences)
		die("memory");
	for (size_t i = 0; i < SENTENCES; i++)
		make_sentence(&sentences[i]);
	make_specs(&typical);
	for (int i = 1; i + 1 < argc; i += 2)
		read_game(&games, argv[i], argv[i + 1]);
	printf("{");
	if (games.count) {
		measure("games", &games, false);
		printf(", ");
	}
	measure("typical", &typical, false);
	printf(", ");
	measure("typical_matching", &typical, true);
	printf("}\n");
	exh_arena_free(&arena);
	free(sentences);
	return 0;
}
