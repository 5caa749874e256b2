/*
 * A spec is a tree of demands: words that must all occur, or alternatives of which one
 * must. For each way to choose among the alternatives, the demanded words are arranged
 * with other words between them: shorter sentences first, and among these the usual word
 * order first.
 */
#include "exhume/advanced/sci_coverage.h"
#include "exhume/advanced/sci_query.h"

#include "basics.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_DEMANDS = EXH_SCI_COVERAGE_WORDS,
	MAX_CHOICES = 64, /* nodes with alternatives */
	UNUSED_CLASS = 1, /* unused in games, like class 2, except by custom grammars */
	FILLERS_PER_CLASS = 2,
};

/*
 * Words that can be typed.
 */

static bool is_plain(struct exh_bytes text)
{
	for (size_t i = 0; i < text.size; i++)
		if (!(text.data[i] >= 'a' && text.data[i] <= 'z') &&
		    !(text.data[i] >= '0' && text.data[i] <= '9'))
			return false;
	return text.size > 0;
}

static int by_group(const void *a, const void *b)
{
	const struct exh_sci_typed_word *one = a, *other = b;

	if (one->group != other->group)
		return one->group < other->group ? -1 : 1;
	if (one->class_mask != other->class_mask)
		return one->class_mask < other->class_mask ? -1 : 1;
	/* In the order of the vocabulary. */
	return (one->text.base > other->text.base) - (one->text.base < other->text.base);
}

/* Lists one word of each group and class. */
static void list_words(struct exh_sci_coverage *out)
{
	const struct exh_sci_lexicon *lexicon = out->parser->lexicon;
	size_t kept = 0;

	for (size_t i = 0; i < lexicon->words->count; i++) {
		const struct exh_sci_word *word = &lexicon->words->items[i];

		if (is_plain(word->text) &&
		    exh_sci_lexicon_find(lexicon, word->text) == word)
			out->words[out->word_count++] =
				(struct exh_sci_typed_word){ word->text, word->class_mask,
							     word->group };
	}
	if (out->word_count)
		qsort(out->words, out->word_count, sizeof *out->words, by_group);
	for (size_t i = 0; i < out->word_count; i++) {
		const struct exh_sci_typed_word *word = &out->words[i];

		if (!kept || word->group != out->words[kept - 1].group ||
		    word->class_mask != out->words[kept - 1].class_mask)
			out->words[kept++] = *word;
	}
	out->word_count = kept;
}

static unsigned count_bits(unsigned mask)
{
	unsigned count = 0;

	for (; mask; mask &= mask - 1)
		count++;
	return count;
}

/* Chooses words of the fewest classes, and among these of the lowest groups, which are
 * the most common words. */
static const struct exh_sci_typed_word *choose_filler(const struct exh_sci_coverage *c,
						      unsigned bit, unsigned not_group)
{
	const struct exh_sci_typed_word *best = NULL;

	for (size_t i = 0; i < c->word_count; i++) {
		const struct exh_sci_typed_word *word = &c->words[i];

		if (!(word->class_mask & bit) || word->group == not_group ||
		    word->group == EXH_SCI_GROUP_ANYWORD)
			continue;
		if (!best || count_bits(word->class_mask) < count_bits(best->class_mask))
			best = word;
	}
	return best;
}

static void choose_fillers(struct exh_sci_coverage *c)
{
	/* The most usual classes first. */
	static const unsigned classes[] = {
		EXH_SCI_CLASS_ASSOCIATIVE,
		EXH_SCI_CLASS_POSITION,
		EXH_SCI_CLASS_ARTICLE,
		EXH_SCI_CLASS_ADJECTIVE,
		EXH_SCI_CLASS_NOUN,
		EXH_SCI_CLASS_VERB,
		EXH_SCI_CLASS_ADVERB,
		EXH_SCI_CLASS_CONJUNCTION,
		EXH_SCI_CLASS_AUXILIARY,
		EXH_SCI_CLASS_PRONOUN,
		UNUSED_CLASS,
		UNUSED_CLASS << 1,
	};

	for (size_t k = 0; k < sizeof classes / sizeof *classes; k++) {
		unsigned before = 0;

		for (unsigned n = 0; n < FILLERS_PER_CLASS; n++) {
			const struct exh_sci_typed_word *word =
				choose_filler(c, classes[k], before);

			if (!word)
				break;
			c->fillers[c->filler_count++] = *word;
			before = word->group;
		}
	}
}

static void choose_number(struct exh_sci_coverage *c)
{
	for (size_t size = 2; size <= sizeof c->digits; size++) {
		const struct exh_bytes text = { c->digits, size, 0 };
		struct exh_sci_lookup lookup;

		memset(c->digits, '7', size);
		if (exh_sci_lexicon_look_up(c->parser->lexicon, text, &lookup) &&
		    lookup.way == EXH_SCI_BY_NUMBER) {
			c->number = (struct exh_sci_typed_word){ text, lookup.class_mask,
								 lookup.group };
			return;
		}
	}
}

enum exh_status exh_sci_coverage_open(const struct exh_sci_parser *parser,
				      struct exh_arena *arena,
				      struct exh_sci_coverage *out, struct exh_error *err)
{
	*out = (struct exh_sci_coverage){ .parser = parser };
	out->words =
		exh_alloc(arena, parser->lexicon->words->count + 1, sizeof *out->words);
	if (!out->words)
		return no_memory(err);
	list_words(out);
	choose_fillers(out);
	choose_number(out);
	return EXH_OK;
}

/*
 * The demands of a spec.
 */

/* A demand that any word of a group fulfils. */
struct demand {
	uint16_t group;
	uint8_t part; /* 0: verb, 1: direct, 2: indirect object */
	bool is_reference;
};

/* One way to choose among the alternatives. */
struct variant {
	const struct exh_sci_tree *tree;
	struct demand demands[MAX_DEMANDS];
	size_t count;
	bool is_too_long, is_impossible;
	uint16_t choices[MAX_CHOICES], alternatives[MAX_CHOICES];
	size_t choice_count;
};

static void demand_word(struct variant *v, unsigned group, unsigned part,
			bool is_reference)
{
	if (group == EXH_SCI_GROUP_NOWORD)
		v->is_impossible = true;
	else if (v->count == MAX_DEMANDS)
		v->is_too_long = true;
	else
		v->demands[v->count++] = (struct demand){
			.group = (uint16_t)group,
			.part = (uint8_t)part,
			.is_reference = is_reference,
		};
}

static unsigned part_of(unsigned major, unsigned part)
{
	if (major == EXH_SCI_TAG_DOBJ)
		return 1;
	return major == EXH_SCI_TAG_IOBJ ? 2 : part;
}

/* Returns the chosen child of a node with alternatives. */
static size_t choose_child(struct variant *v, size_t node)
{
	const struct exh_sci_node *nodes = v->tree->nodes;
	size_t i = node + 1, wanted = 0;
	uint16_t count = 0;

	for (size_t k = i; k < nodes[node].end; k = nodes[k].end)
		count++;
	if (v->choice_count < MAX_CHOICES) {
		v->alternatives[v->choice_count] = count;
		wanted = v->choices[v->choice_count++];
	}
	for (; wanted && nodes[i].end < nodes[node].end; wanted--)
		i = nodes[i].end;
	return i;
}

/* An optional word in a list is first left out, then included. Optional parts and
 * references are always left out. */
static bool takes_option(struct variant *v, const struct exh_sci_node *node)
{
	if (node->minor != EXH_SCI_TAG_UNIT || v->choice_count == MAX_CHOICES)
		return false;
	v->alternatives[v->choice_count] = 2;
	return v->choices[v->choice_count++] != 0;
}

/* Specs are nested no deeper than EXH_SCI_SAID_DEPTH. */
static void collect(struct variant *v, size_t i, unsigned part, bool is_reference)
{
	const struct exh_sci_node *node = &v->tree->nodes[i];
	const bool below = is_reference || node->major == EXH_SCI_TAG_MOD ||
			   node->minor == EXH_SCI_TAG_MOD;

	if (node->major == EXH_SCI_TAG_MORE ||
	    (node->major == EXH_SCI_TAG_OPT && !takes_option(v, node)))
		return;
	part = part_of(node->major, part);
	if (node->is_leaf) {
		demand_word(v, node->group, part, below);
	} else if (node->minor == EXH_SCI_TAG_OR || node->minor == EXH_SCI_TAG_OR2) {
		if (node->end > i + 1)
			collect(v, choose_child(v, i), part, below);
	} else {
		for (size_t k = i + 1; k < node->end; k = v->tree->nodes[k].end)
			collect(v, k, part, below);
	}
}

/* The word's usual place: "get up", but "red door" and "with key". */
static unsigned place(const struct demand *demand)
{
	return demand->part * 2U + (demand->is_reference == (demand->part == 0));
}

static void sort_demands(struct variant *v)
{
	for (size_t i = 1; i < v->count; i++) {
		const struct demand it = v->demands[i];
		size_t k = i;

		for (; k && place(&v->demands[k - 1]) > place(&it); k--)
			v->demands[k] = v->demands[k - 1];
		v->demands[k] = it;
	}
}

/* Advances to the next choice; false after the last. */
static bool next_variant(struct variant *v)
{
	size_t last = v->choice_count;

	while (last && v->choices[last - 1] + 1 >= v->alternatives[last - 1])
		v->choices[--last] = 0;
	if (!last)
		return false;
	v->choices[last - 1]++;
	return true;
}

static void make_variant(struct variant *v)
{
	v->count = v->choice_count = 0;
	v->is_too_long = v->is_impossible = false;
	collect(v, 0, 0, false);
	sort_demands(v);
}

/*
 * The search.
 */

struct arranging {
	const struct exh_sci_coverage *coverage;
	const struct exh_sci_coverage_options *options;
	const struct exh_sci_said *said;
	struct exh_sci_coverage_search *search;
	struct variant variant;
	const struct exh_sci_typed_word *fillers[EXH_SCI_COVERAGE_FILLERS];
	size_t filler_count;
	size_t length; /* words in the sentences tried now */
	bool used[MAX_DEMANDS];
	size_t dead; /* no sentence begins with this many of the words; 0: unknown */
	bool is_over;
	bool with_any;	   /* also tries words of the group that equals all others */
	bool is_reachable; /* some variant can be typed */
	size_t variant_count;
	size_t fewest; /* fewest demands of any variant */
};

/* Returns the words of a group, and their number. */
static const struct exh_sci_typed_word *words_of(const struct exh_sci_coverage *c,
						 unsigned group, size_t *count)
{
	const struct exh_sci_typed_word *first = c->words;
	const size_t size = sizeof *first;
	const size_t place = offsetof(struct exh_sci_typed_word, group);

	if (group == EXH_SCI_GROUP_NUMBER && c->number.text.size) {
		*count = 1;
		return &c->number;
	}
	first += first_at_least(c->words, c->word_count, size, place, group);
	*count = first_at_least(c->words, c->word_count, size, place, group + 1) -
		 (size_t)(first - c->words);
	return first;
}

/* Picks, for each class, the first filler whose group the spec does not name. */
static void pick_fillers(struct arranging *a, const struct exh_sci_tree *tree)
{
	const struct exh_sci_coverage *c = a->coverage;
	unsigned covered = 0;

	for (size_t i = 0; i < c->filler_count; i++) {
		const struct exh_sci_typed_word *word = &c->fillers[i];
		bool is_named = false;

		for (size_t k = 0; k < tree->count && !is_named; k++)
			is_named = tree->nodes[k].is_leaf &&
				   tree->nodes[k].group == word->group;
		if (is_named || !(word->class_mask & ~covered) ||
		    a->filler_count == EXH_SCI_COVERAGE_FILLERS)
			continue;
		covered |= word->class_mask;
		a->fillers[a->filler_count++] = word;
	}
}

static void try_sentence(struct arranging *a)
{
	struct exh_sci_coverage_search *search = a->search;
	struct exh_sci_sentence *sentence = &search->sentence;

	if (search->tries >= a->options->most_tries) {
		search->result = EXH_SCI_COVERAGE_GAVE_UP;
		a->is_over = true;
		return;
	}
	search->tries++;
	sentence->token_count = a->length;
	for (size_t i = 0; i < a->length; i++) {
		sentence->tokens[i].class_mask = search->words[i].class_mask;
		sentence->tokens[i].group = search->words[i].group;
	}
	if (exh_sci_parse_tokens(a->coverage->parser, sentence) != EXH_SCI_SENTENCE_OK) {
		a->dead = sentence->fit_count + 1;
		return;
	}
	exh_sci_said_input_set(&search->input, &sentence->tree);
	if (exh_sci_said_match(a->said, &search->input) == EXH_SCI_SAID_NO)
		return;
	search->result = EXH_SCI_COVERAGE_FOUND;
	search->word_count = a->length;
	a->is_over = true;
}

static void arrange(struct arranging *a, size_t at, size_t left);

/* Continues with word at place at. False if no further sentence can begin with the words
 * before it. */
static bool go_on(struct arranging *a, size_t at, size_t left,
		  const struct exh_sci_typed_word *word)
{
	a->search->words[at] = *word;
	arrange(a, at + 1, left);
	if (a->is_over || (a->dead && a->dead <= at))
		return false;
	a->dead = 0;
	return true;
}

static bool place_word_of(struct arranging *a, size_t at, size_t left, unsigned group)
{
	size_t count;
	const struct exh_sci_typed_word *words = words_of(a->coverage, group, &count);

	for (size_t i = 0; i < count; i++)
		if (!go_on(a, at, left, &words[i]))
			return false;
	return true;
}

static bool place_demand(struct arranging *a, size_t at, size_t left, unsigned group)
{
	if (group == EXH_SCI_GROUP_ANYWORD) {
		for (size_t i = 0; i < a->filler_count; i++)
			if (!go_on(a, at, left, a->fillers[i]))
				return false;
		return true;
	}
	return place_word_of(a, at, left, group) &&
	       (!a->with_any || place_word_of(a, at, left, EXH_SCI_GROUP_ANYWORD));
}

/* Tries all sentences that continue the first "at" words; left: demands not met yet.
 * Recurses once for each word. */
static void arrange(struct arranging *a, size_t at, size_t left)
{
	const struct variant *v = &a->variant;

	if (at == a->length) {
		try_sentence(a);
		return;
	}
	for (size_t i = 0; i < v->count; i++) {
		bool more;

		if (a->used[i])
			continue;
		a->used[i] = true;
		more = place_demand(a, at, left - 1, v->demands[i].group);
		a->used[i] = false;
		if (!more)
			return;
	}
	if (a->length - at == left)
		return;
	for (size_t i = 0; i < a->filler_count; i++)
		if (!go_on(a, at, left, a->fillers[i]))
			return;
}

/* Returns a demanded group without a typed word, or 0. */
static uint16_t missing_group(const struct exh_sci_coverage *c, const struct variant *v)
{
	for (size_t i = 0; i < v->count; i++) {
		size_t count;

		if (v->demands[i].group == EXH_SCI_GROUP_ANYWORD)
			continue;
		words_of(c, v->demands[i].group, &count);
		if (!count)
			return v->demands[i].group;
	}
	return 0;
}

static void search_variant(struct arranging *a, const struct variant *v)
{
	const uint16_t missing = a->with_any ? 0 : missing_group(a->coverage, v);

	if (v->is_too_long)
		a->search->result = EXH_SCI_COVERAGE_GAVE_UP;
	if (v->is_too_long || v->is_impossible)
		return;
	if (missing) {
		a->search->missing_group = missing;
		return;
	}
	a->is_reachable = true;
	a->fewest = v->count < a->fewest ? v->count : a->fewest;
	a->dead = 0;
	if (v->count <= a->length)
		arrange(a, 0, v->count);
}

/* Tries, for each variant, the sentences of a->length words with all of its words. */
static void search_length(struct arranging *a)
{
	struct variant *v = &a->variant;

	memset(v->choices, 0, sizeof v->choices);
	do {
		make_variant(v);
		search_variant(a, v);
		if (++a->variant_count > a->options->most_tries) {
			a->search->result = EXH_SCI_COVERAGE_GAVE_UP;
			return;
		}
	} while (!a->is_over && next_variant(v));
}

/* True if sentences of this many words are tried; always true up to one word more than
 * the spec demands. */
static bool is_wanted(const struct arranging *a)
{
	return a->length <= a->options->most_words ||
	       (a->length <= EXH_SCI_COVERAGE_WORDS && a->is_reachable &&
		a->length <= a->fewest + 1);
}

static void search_lengths(struct arranging *a)
{
	a->fewest = SIZE_MAX;
	for (a->length = 1; is_wanted(a) && !a->is_over; a->length++) {
		search_length(a);
		a->search->most_words = a->length;
	}
}

enum exh_status exh_sci_coverage_search(const struct exh_sci_coverage *coverage,
					struct exh_bytes code,
					const struct exh_sci_coverage_options *options,
					struct exh_arena *arena,
					struct exh_sci_coverage_search *search,
					struct exh_error *err)
{
	struct exh_sci_tree tree = { search->nodes, 0, EXH_SCI_TREE_NODES };
	struct exh_sci_said said;
	struct arranging a = { .coverage = coverage,
			       .options = options,
			       .said = &said,
			       .search = search,
			       .variant = { .tree = &tree } };
	enum exh_status status = exh_sci_said_tree(code, &tree, NULL, NULL, err);
	size_t any_count;

	search->result = EXH_SCI_COVERAGE_NONE;
	search->word_count = search->most_words = search->tries = 0;
	search->missing_group = 0;
	if (!status)
		status = exh_sci_said_prepare(&tree, arena, &said, err);
	if (status)
		return status;
	pick_fillers(&a, &tree);
	search_lengths(&a);
	words_of(coverage, EXH_SCI_GROUP_ANYWORD, &any_count);
	a.with_any = search->result == EXH_SCI_COVERAGE_NONE && any_count;
	if (a.with_any)
		search_lengths(&a);
	if (search->result != EXH_SCI_COVERAGE_NONE || a.is_reachable)
		search->missing_group = 0;
	return EXH_OK;
}
