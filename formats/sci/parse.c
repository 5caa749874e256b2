/*
 * Finds the first derivation of a sentence in the order of the rules, as backtracking
 * does, without backtracking: first, from the last word to the first, the positions where
 * the words derived from each symbol can end; then, step by step, the first rule with
 * which the rest can reach the end.
 */
#include "language.h"
#include "exhume/advanced/sci_parser.h"

#include <string.h>

/*
 * Ends of derivations.
 */

/* Returns all classes of a word, with the bit for any word. */
static uint32_t classes_of(const struct exh_sci_token *token)
{
	return token->class_mask | PARSE_ANY_WORD;
}

/* Returns the ends reachable from any of these starts. */
static uint64_t ends_from(const struct exh_sci_sentence *sentence, unsigned symbol,
			  uint64_t starts)
{
	const uint64_t *ends = parse_ends(sentence, symbol);
	uint64_t out = 0;

	for (; starts; starts &= starts - 1)
		out |= ends[parse_lowest(starts)];
	return out;
}

static uint64_t ends_of_rule(const struct exh_sci_sentence *sentence,
			     const struct exh_sci_parser_rule *rule, size_t start)
{
	uint64_t ends;

	if (!(classes_of(&sentence->tokens[start]) & rule->first))
		return 0;
	if (rule->kind != EXH_SCI_RULE_PAIRED)
		return parse_takes(rule, &sentence->tokens[start])
			       ? UINT64_C(1) << (start + 1)
			       : 0;
	ends = parse_ends(sentence, rule->symbols[0])[start];
	for (unsigned k = 1; k < rule->pair_count && ends; k++)
		ends = ends_from(sentence, rule->symbols[k], ends);
	return ends;
}

/* A rule begins with earlier symbols and continues with later words: the ends of both are
 * known. */
static void find_ends(const struct exh_sci_parser *parser,
		      struct exh_sci_sentence *sentence)
{
	const size_t stride = sentence->token_count + 1;

	for (size_t s = 0; s < parser->symbol_count; s++)
		sentence->ends[s * stride + sentence->token_count] = 0;
	for (size_t start = sentence->token_count; start--;) {
		const uint32_t classes = classes_of(&sentence->tokens[start]);

		for (size_t s = 0; s < parser->symbol_count; s++) {
			const struct exh_sci_parser_symbol *symbol = &parser->symbols[s];
			const struct exh_sci_parser_rule *rule =
				&parser->rules[symbol->first_rule];
			uint64_t ends = 0;

			if (classes & symbol->first)
				for (unsigned i = symbol->rule_count; i; i--, rule++)
					ends |= ends_of_rule(sentence, rule, start);
			sentence->ends[s * stride + start] = ends;
		}
	}
}

/*
 * The derivation.
 */

struct builder {
	const struct exh_sci_parser *parser;
	struct exh_sci_sentence *sentence;
	struct exh_sci_derivations *walk; /* NULL: only the first derivation */
	size_t forced;			  /* number of its choices already made */
};

/* Returns the first rule of a symbol, from number "from" on, that can end at a position
 * in targets; below 0 if there is none. */
static int choose(const struct builder *b, const struct exh_sci_parser_symbol *symbol,
		  unsigned from, size_t at, uint64_t targets)
{
	for (unsigned i = from; i < symbol->rule_count; i++)
		if (ends_of_rule(b->sentence, &b->parser->rules[symbol->first_rule + i],
				 at) &
		    targets)
			return (int)i;
	return -1;
}

static const struct exh_sci_parser_rule *
next_rule(struct builder *b, const struct exh_sci_parser_symbol *symbol, size_t at,
	  uint64_t targets)
{
	struct exh_sci_sentence *sentence = b->sentence;
	const size_t i = sentence->rule_count++;
	const struct exh_sci_parser_rule *rule;
	int choice;

	if (b->walk && i < b->forced)
		choice = b->walk->choices[i];
	else
		choice = choose(b, symbol, 0, at, targets);
	assert(choice >= 0);
	if (b->walk && i + 1 >= b->forced) {
		const int other = choose(b, symbol, (unsigned)choice + 1, at, targets);

		b->walk->choices[i] = (uint16_t)choice;
		b->walk->others[i] = other < 0 ? UINT16_MAX : (uint16_t)other;
	}
	rule = &b->parser->rules[symbol->first_rule + (unsigned)choice];
	sentence->rules[i] = rule->record;
	return rule;
}

/* Finds the positions where each pair of a rule must end, so that the last one ends in
 * targets. */
static void find_targets(const struct exh_sci_sentence *sentence,
			 const struct exh_sci_parser_rule *rule, size_t start,
			 uint64_t targets, uint64_t out[EXH_SCI_RULE_PAIRS])
{
	for (unsigned k = rule->pair_count; k--;) {
		const uint64_t *ends = parse_ends(sentence, rule->symbols[k]);

		out[k] = targets;
		targets = 0;
		for (size_t i = start + 1; k && i < sentence->token_count; i++)
			targets |= (uint64_t)((ends[i] & out[k]) != 0) << i;
	}
}

/*
 * Adds the nodes that a symbol derives from the words at start on, so that it ends in
 * targets. Returns the end, or 0 if there is no room. The grammar's first symbol makes
 * the root. Recurses as deep as the tree, at most once for each node.
 */
static size_t derive(struct builder *b, unsigned tag, unsigned place, size_t start,
		     uint64_t targets)
{
	const struct exh_sci_parser_symbol *symbol = &b->parser->symbols[place];
	struct exh_sci_tree *tree = &b->sentence->tree;
	const size_t node = tree->count;
	const unsigned minor = node ? symbol->symbol : EXH_SCI_SYMBOL_S;
	const struct exh_sci_parser_rule *rule;
	const struct exh_sci_rule *record;
	uint64_t ends[EXH_SCI_RULE_PAIRS];

	if (node == tree->capacity)
		return 0;
	rule = next_rule(b, symbol, start, targets);
	if (rule->kind != EXH_SCI_RULE_PAIRED) {
		exh_sci_tree_add_leaf(tree, tag, minor, b->sentence->tokens[start].group);
		return start + 1;
	}
	record = &b->parser->grammar->rules[rule->record];
	find_targets(b->sentence, rule, start, targets, ends);
	exh_sci_tree_open_node(tree, tag, minor);
	for (unsigned k = 0; k < rule->pair_count; k++) {
		start = derive(b, record->pairs[k].tag, rule->symbols[k], start, ends[k]);
		if (!start)
			return 0;
	}
	exh_sci_tree_end(tree, node);
	return start;
}

static bool build(struct builder *b)
{
	struct exh_sci_sentence *sentence = b->sentence;

	sentence->tree = (struct exh_sci_tree){ sentence->nodes, 0, EXH_SCI_TREE_NODES };
	sentence->rule_count = 0;
	if (derive(b, EXH_SCI_TAG_ROOT, b->parser->start, 0,
		   UINT64_C(1) << sentence->token_count))
		return true;
	sentence->tree.count = 0;
	sentence->rule_count = 0;
	return false;
}

/*
 * Reason why there is no derivation.
 */

/* Adds the words that an unpaired rule would accept after the words that fit. */
static void expect(const struct exh_sci_parser_rule *rule,
		   struct exh_sci_sentence *sentence)
{
	if (rule->kind == EXH_SCI_RULE_CLASS)
		sentence->expected_classes |= rule->value;
	else
		sentence->expects_any = true;
}

/* wanted: positions where each symbol is needed to continue some derivation. */
static void want(const struct exh_sci_sentence *sentence,
		 const struct exh_sci_parser_rule *rule, size_t start, uint64_t *wanted)
{
	uint64_t at = UINT64_C(1) << start;

	for (unsigned k = 0; k < rule->pair_count && at; k++) {
		wanted[rule->symbols[k]] |= at;
		at = ends_from(sentence, rule->symbols[k], at);
	}
}

static void find_fit(const struct exh_sci_parser *parser,
		     struct exh_sci_sentence *sentence)
{
	uint64_t wanted[EXH_SCI_PARSER_SYMBOLS] = { 0 };

	sentence->fit_count = 0;
	wanted[parser->start] = 1;
	for (size_t start = 0; start <= sentence->token_count; start++)
		for (size_t s = parser->symbol_count; s--;) {
			const struct exh_sci_parser_symbol *symbol = &parser->symbols[s];

			if (!(wanted[s] >> start & 1))
				continue;
			for (unsigned i = 0; i < symbol->rule_count; i++) {
				const struct exh_sci_parser_rule *rule =
					&parser->rules[symbol->first_rule + i];

				if (rule->kind == EXH_SCI_RULE_PAIRED) {
					want(sentence, rule, start, wanted);
					continue;
				}
				if (start > sentence->fit_count) {
					sentence->fit_count = start;
					sentence->expected_classes = 0;
					sentence->expects_any = false;
				}
				expect(rule, sentence);
			}
		}
	for (size_t i = sentence->fit_count; i < sentence->token_count; i++)
		if (parse_ends(sentence, parser->start)[0] >> i & 1) {
			sentence->expects_end = true;
			if (i == sentence->fit_count)
				continue;
			sentence->fit_count = i;
			sentence->expected_classes = 0;
			sentence->expects_any = false;
		}
}

/*
 * The whole parse.
 */

enum exh_sci_sentence_status exh_sci_parse_tokens(const struct exh_sci_parser *parser,
						  struct exh_sci_sentence *sentence)
{
	struct builder b = { .parser = parser, .sentence = sentence };

	assert(sentence->token_count <= EXH_SCI_SENTENCE_WORDS);
	parse_discard(sentence);
	sentence->status = EXH_SCI_SENTENCE_EMPTY;
	if (!sentence->token_count)
		return sentence->status;
	find_ends(parser, sentence);
	sentence->status = EXH_SCI_SENTENCE_SYNTAX;
	if (!(parse_ends(sentence, parser->start)[0] >> sentence->token_count & 1))
		find_fit(parser, sentence);
	else if (build(&b))
		sentence->status = EXH_SCI_SENTENCE_OK;
	else
		sentence->is_too_deep = true;
	return sentence->status;
}

enum exh_sci_sentence_status exh_sci_parse(const struct exh_sci_parser *parser,
					   const struct exh_sci_parse_options *options,
					   struct exh_bytes line,
					   struct exh_sci_sentence *sentence)
{
	struct exh_sci_referent *referent = options->referent;

	exh_sci_tokenise(parser->lexicon, options, line, sentence);
	if (sentence->status == EXH_SCI_SENTENCE_OK &&
	    exh_sci_parse_tokens(parser, sentence) == EXH_SCI_SENTENCE_OK && referent &&
	    exh_sci_tree_referent(&sentence->tree, &referent->group))
		referent->is_known = true;
	return sentence->status;
}

/*
 * All derivations. The next one keeps all choices before the last one for which another
 * rule works, takes that rule, and after it the first rules again.
 */

bool exh_sci_derivations_next(const struct exh_sci_parser *parser,
			      struct exh_sci_sentence *sentence,
			      struct exh_sci_derivations *d)
{
	struct builder b = { .parser = parser, .sentence = sentence, .walk = d };
	size_t last = d->count;

	if (d->is_begun) {
		while (last && d->others[last - 1] == UINT16_MAX)
			last--;
		if (last) {
			d->choices[last - 1] = d->others[last - 1];
			b.forced = last;
		}
	}
	if (sentence->status != EXH_SCI_SENTENCE_OK || (d->is_begun && !last) ||
	    !build(&b)) {
		sentence->tree.count = 0;
		sentence->rule_count = 0;
		return false;
	}
	d->is_begun = true;
	d->count = sentence->rule_count;
	return true;
}

/*
 * Counting derivations.
 */

/* Indexed by symbol, start and end. */
struct counts {
	uint64_t *items;
	size_t positions;
};

static uint64_t *counts_at(const struct counts *counts, size_t symbol, size_t start)
{
	return counts->items + (symbol * counts->positions + start) * counts->positions;
}

static uint64_t add(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t multiply(uint64_t a, uint64_t b)
{
	return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* ways: indexed by the end of the part counted so far. */
static void count_pair(const struct counts *counts,
		       const struct exh_sci_sentence *sentence, unsigned symbol,
		       uint64_t *ways)
{
	uint64_t out[EXH_SCI_SENTENCE_WORDS + 1] = { 0 };

	for (size_t from = 0; from < sentence->token_count; from++) {
		uint64_t ends = ways[from] ? parse_ends(sentence, symbol)[from] : 0;

		for (; ends; ends &= ends - 1) {
			const unsigned to = parse_lowest(ends);

			out[to] = add(out[to],
				      multiply(ways[from],
					       counts_at(counts, symbol, from)[to]));
		}
	}
	memcpy(ways, out, counts->positions * sizeof *ways);
}

static void count_rule(const struct counts *counts,
		       const struct exh_sci_sentence *sentence,
		       const struct exh_sci_parser_rule *rule, size_t start,
		       uint64_t *sums)
{
	uint64_t ways[EXH_SCI_SENTENCE_WORDS + 1] = { 0 };

	if (!ends_of_rule(sentence, rule, start))
		return;
	ways[start] = 1;
	for (unsigned k = 0; k < rule->pair_count; k++)
		if (rule->kind == EXH_SCI_RULE_PAIRED)
			count_pair(counts, sentence, rule->symbols[k], ways);
	if (rule->kind != EXH_SCI_RULE_PAIRED)
		ways[start + 1] = 1;
	for (size_t i = start + 1; i < counts->positions; i++)
		sums[i] = add(sums[i], ways[i]);
}

enum exh_status exh_sci_derivations_count(const struct exh_sci_parser *parser,
					  const struct exh_sci_sentence *sentence,
					  struct exh_arena *arena, uint64_t *count,
					  struct exh_error *err)
{
	struct counts counts = { .positions = sentence->token_count + 1 };

	*count = 0;
	if (sentence->status != EXH_SCI_SENTENCE_OK)
		return EXH_OK;
	counts.items =
		exh_alloc(arena, parser->symbol_count,
			  counts.positions * counts.positions * sizeof *counts.items);
	if (!counts.items)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"counting derivations of %zu words needs more than %zu "
				"bytes of memory",
				sentence->token_count, arena->limit);
	for (size_t start = sentence->token_count; start--;)
		for (size_t s = 0; s < parser->symbol_count; s++)
			for (unsigned i = 0; i < parser->symbols[s].rule_count; i++)
				count_rule(
					&counts, sentence,
					&parser->rules[parser->symbols[s].first_rule + i],
					start, counts_at(&counts, s, start));
	*count = counts_at(&counts, parser->start, 0)[sentence->token_count];
	return EXH_OK;
}
