/* What the units of the parser share. */
#ifndef EXH_SCI_PARSE_H
#define EXH_SCI_PARSE_H

#include "exhume/sci_parser.h"

#include <assert.h>

/* Among the classes that a rule can begin with: words of any class. */
#define PARSE_ANY_WORD (UINT32_C(1) << 31)

/* Sets of positions are words of 64 bits: position i stands before token i. */
static_assert(EXH_SCI_SENTENCE_WORDS < 64, "positions fit a word");

static inline unsigned parse_lowest(uint64_t set)
{
#if defined(__GNUC__)
	return (unsigned)__builtin_ctzll(set);
#else
	unsigned i = 0;

	while (!(set >> i & 1))
		i++;
	return i;
#endif
}

/* Where words that a symbol derives end, by where they start. */
static inline const uint64_t *parse_ends(const struct exh_sci_sentence *sentence,
					 unsigned symbol)
{
	return sentence->ends + symbol * (sentence->token_count + 1);
}

/* Does a rule that is not paired take this word? */
static inline bool parse_takes(const struct exh_sci_parser_rule *rule,
			       const struct exh_sci_token *token)
{
	switch (rule->kind) {
	case EXH_SCI_RULE_CLASS:
		return token->class_mask & rule->value;
	case EXH_SCI_RULE_GROUP:
		return token->group == rule->value;
	default:
		return true;
	}
}

/* Clears all of a sentence except its tokens: no tree, and no reason for rejecting it. */
static inline void parse_discard(struct exh_sci_sentence *sentence)
{
	sentence->tree = (struct exh_sci_tree){ .nodes = sentence->nodes };
	sentence->rule_count = 0;
	sentence->has_too_many_words = sentence->is_too_deep = false;
	sentence->fit_count = 0;
	sentence->expected_classes = 0;
	sentence->expects_any = sentence->expects_end = false;
}

#endif
