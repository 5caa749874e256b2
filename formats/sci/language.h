/* Declarations shared by words, the parser of sentences, and Said specs. */
#ifndef EXH_SCI_LANGUAGE_H
#define EXH_SCI_LANGUAGE_H

#include "exhume/advanced/sci_names.h"
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_said.h"

#include <assert.h>

/*
 * Words.
 */

/* Defects found while reading a word. */
struct exh_sci_word_mark {
	bool is_damaged; /* changed, or shares letters with a changed word */
	/* The word before it was stored again without any letter of its own: its class
	 * and group are read as letters. */
	bool is_again;
	uint16_t group; /* group of the repeated word */
};

/* Notes, for each run of damaged words, the effect on players (warnings). A word that is
 * stored again is damage, and its run's only note. */
void exh_sci_words_note_lost(const struct exh_sci_words *words,
			     const struct exh_sci_word_mark *marks,
			     struct exh_notes *notes);

/*
 * Kinds of vocabularies.
 */

/* True if the bytes make sense as this kind. Always false for properties and synonyms,
 * which are only numbers. */
bool exh_sci_vocab_is(struct exh_bytes in, enum exh_sci_vocab_kind kind);

/*
 * Sentences.
 */

/* Flag among the classes that a rule can begin with: a word of any class. */
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

/* Positions where the words derived from a symbol may end, indexed by their start. */
static inline const uint64_t *parse_ends(const struct exh_sci_sentence *sentence,
					 unsigned symbol)
{
	return sentence->ends + symbol * (sentence->token_count + 1);
}

/* True if an unpaired rule accepts this word. */
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

/*
 * Codes of Said specs. Source: sci0-formats 4.1.
 */

enum {
	SAID_COMMA = 0xf0,
	SAID_AMPERSAND,
	SAID_SLASH,
	SAID_OPEN,
	SAID_CLOSE,
	SAID_OPEN_OPTION,
	SAID_CLOSE_OPTION,
	SAID_HASH,
	SAID_LESS,
	SAID_MORE,
	SAID_END = EXH_SCI_SAID_END,
	SAID_OPERATORS = SAID_MORE - SAID_COMMA + 1,
	SAID_MAX_GROUP = 0xfff,
};

/* Indexed by code - SAID_COMMA. */
#define SAID_OPERATOR_TEXT ",&/()[]#<>"

/* True if the code is the first of a word's two bytes. */
static inline bool said_is_word(unsigned code)
{
	return code < SAID_COMMA;
}

/* Checks that code is exactly one spec. Fails like exh_sci_said_size, and for bytes after
 * the end. */
enum exh_status exh_sci_said_one(struct exh_bytes code, struct exh_error *err);

#endif
