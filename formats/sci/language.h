/* What words, the parser of sentences and Said specs share. */
#ifndef EXH_SCI_LANGUAGE_H
#define EXH_SCI_LANGUAGE_H

#include "exhume/sci_names.h"
#include "exhume/sci_parser.h"
#include "exhume/sci_said.h"
#include "exhume/sci_vocab.h"

#include <assert.h>

/*
 * Words.
 */

/* What reading found of a word. */
struct exh_sci_word_mark {
	bool is_damaged; /* not what it was, or it shares letters with such a word */
	/* The word before it, stored again without a letter of its own: its class and
	 * group are read as letters. */
	bool is_again;
	uint16_t group; /* of the word that is_again */
};

/* Notes, for each run of words that are damaged, what it means for players (warnings). A
 * word that is stored again is damage, and its run's only note. */
void exh_sci_words_note_lost(const struct exh_sci_words *words,
			     const struct exh_sci_word_mark *marks,
			     struct exh_notes *notes);

/*
 * Kinds of vocabularies.
 */

/* Do the bytes make sense as this kind? Properties and synonyms never do: they are only
 * numbers. */
bool exh_sci_vocab_is(struct exh_bytes in, enum exh_sci_vocab_kind kind);

/*
 * Sentences.
 */

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

/* By the code, less SAID_COMMA. */
#define SAID_OPERATOR_TEXT ",&/()[]#<>"

/* The first byte of a word's two. */
static inline bool said_is_word(unsigned code)
{
	return code < SAID_COMMA;
}

/* Is it one whole spec? Fails as exh_sci_said_size, and for bytes after the end. */
enum exh_status exh_sci_said_one(struct exh_bytes code, struct exh_error *err);

#endif
