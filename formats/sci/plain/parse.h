/* Finds the derivation of a sentence as described: by trying all rules in their order.
 * Source: sci0-formats 3.4. */
#ifndef EXH_SCI_PARSE_PLAIN_H
#define EXH_SCI_PARSE_PLAIN_H

#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_tree.h"

#include <string.h>

enum plain_result { PLAIN_FOUND, PLAIN_NONE, PLAIN_GAVE_UP };

struct plain_pair {
	uint16_t tag, symbol;
	bool is_end; /* end of a node: nodes emitted before it belong to it */
};

struct plain {
	const struct exh_sci_grammar *grammar;
	const struct exh_sci_token *tokens;
	size_t token_count;
	size_t steps; /* steps left */
	struct plain_pair stack[8192];
	/* pairs on the stack, and those of them that are not ends */
	size_t depth, symbol_count;
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	struct exh_sci_tree tree;
	size_t open[EXH_SCI_TREE_NODES], open_count;
	/* number of derivations found; stops at the wanted one, from 0 */
	uint64_t found_count, wanted;
};

static enum plain_result plain_derive(struct plain *p, size_t i);

static inline bool plain_takes(const struct exh_sci_rule *r,
			       const struct exh_sci_token *token, bool *is_word)
{
	*is_word = true;
	if (r->pairs[0].tag == EXH_SCI_TAG_PUT)
		return true;
	if (r->pair_count == 1 && r->pairs[0].tag == EXH_SCI_TAG_VOCAB)
		return token && token->class_mask & r->pairs[0].symbol;
	if (r->pair_count == 1 && r->pairs[0].tag == EXH_SCI_TAG_PNCT)
		return token && token->group == r->pairs[0].symbol;
	*is_word = false;
	return true;
}

/* Leaves the stack unchanged. */
static enum plain_result plain_try(struct plain *p, const struct exh_sci_rule *r,
				   struct plain_pair top, size_t i)
{
	const size_t count = p->tree.count, open_count = p->open_count, depth = p->depth;
	enum plain_result result;
	bool is_word;

	/* The root has a name of its own, not the first symbol's. */
	if (!count)
		top.symbol = EXH_SCI_SYMBOL_S;
	if (plain_takes(r, i < p->token_count ? &p->tokens[i] : NULL, &is_word) &&
	    is_word && i < p->token_count) {
		if (!exh_sci_tree_add_leaf(&p->tree, top.tag, top.symbol,
					   p->tokens[i].group))
			return PLAIN_GAVE_UP;
		result = plain_derive(p, i + 1);
	} else if (is_word) {
		return PLAIN_NONE;
	} else {
		if (!exh_sci_tree_open_node(&p->tree, top.tag, top.symbol) ||
		    p->depth + r->pair_count + 1 > 8192)
			return PLAIN_GAVE_UP;
		p->open[p->open_count++] = count;
		p->stack[p->depth++] = (struct plain_pair){ .is_end = true };
		for (size_t k = r->pair_count; k--;)
			p->stack[p->depth++] =
				(struct plain_pair){ .tag = r->pairs[k].tag,
						     .symbol = r->pairs[k].symbol };
		p->symbol_count += r->pair_count;
		result = plain_derive(p, i);
		p->symbol_count -= r->pair_count;
	}
	if (result == PLAIN_NONE) {
		p->tree.count = count;
		p->open_count = open_count;
		p->depth = depth;
	}
	return result;
}

static enum plain_result plain_derive(struct plain *p, size_t i)
{
	struct plain_pair top;
	enum plain_result result = PLAIN_NONE;
	const size_t depth = p->depth;

	if (!p->steps || !p->steps--)
		return PLAIN_GAVE_UP;
	if (!p->depth) {
		if (i < p->token_count || p->found_count++ < p->wanted)
			return PLAIN_NONE;
		return PLAIN_FOUND;
	}
	top = p->stack[--p->depth];
	if (top.is_end) {
		const size_t node = p->open[--p->open_count];

		exh_sci_tree_end(&p->tree, node);
		result = plain_derive(p, i);
		if (result == PLAIN_NONE)
			p->open[p->open_count++] = node;
	} else if (p->symbol_count <= p->token_count - i) {
		p->symbol_count--;
		for (size_t k = 0; k < p->grammar->count && result == PLAIN_NONE; k++) {
			if (p->grammar->rules[k].symbol == top.symbol)
				result = plain_try(p, &p->grammar->rules[k], top, i);
		}
		p->symbol_count++;
	}
	if (result == PLAIN_NONE) {
		p->depth = depth;
		p->stack[depth - 1] = top;
	}
	return result;
}

/* Puts the derivation of this number, from 0, into p->tree, in at most this many steps.
 * Otherwise found_count is the number of derivations. */
static inline enum plain_result plain_parse(struct plain *p,
					    const struct exh_sci_grammar *grammar,
					    const struct exh_sci_token *tokens,
					    size_t token_count, uint64_t wanted,
					    size_t steps)
{
	p->grammar = grammar;
	p->tokens = tokens;
	p->token_count = token_count;
	p->steps = steps;
	p->found_count = 0;
	p->wanted = wanted;
	p->tree = (struct exh_sci_tree){ p->nodes, 0, EXH_SCI_TREE_NODES };
	p->open_count = 0;
	p->depth = p->symbol_count = 1;
	p->stack[0] = (struct plain_pair){ .tag = EXH_SCI_TAG_ROOT,
					   .symbol = grammar->rules[0].pairs[0].symbol };
	return plain_derive(p, 0);
}

static inline bool plain_same_tree(const struct exh_sci_tree *a,
				   const struct exh_sci_tree *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++) {
		const struct exh_sci_node *x = &a->nodes[i], *y = &b->nodes[i];

		if (x->major != y->major || x->minor != y->minor ||
		    x->group != y->group || x->end != y->end || x->is_leaf != y->is_leaf)
			return false;
	}
	return true;
}

#endif
