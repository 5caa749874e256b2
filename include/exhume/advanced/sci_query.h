/*
 * Queries on the words of an SCI0 vocabulary: the look-up of a word, the words of a
 * group. (For similar words see exh_sci_lexicon_nearest.)
 *
 * Memory: results lie in the caller's arena, and point into the lexicon.
 * Source: sci0-formats 2.1, 3.2.
 */
#ifndef EXHUME_ADVANCED_SCI_QUERY_H
#define EXHUME_ADVANCED_SCI_QUERY_H

#include "sci_vocab.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_GROUP_MOST = 0xfff, /* highest group */
	EXH_SCI_NEAREST_MOST = 10,  /* words similar to an unknown one, at most */
};

/* Reads a group as people write it: hexadecimal, as in the tables, with or without 0x;
 * a number of four digits or more, which is too large in hexadecimal, is decimal.
 * False for any other text, and above EXH_SCI_GROUP_MOST. */
EXH_API bool exh_sci_group_from_text(const char *text, unsigned *out);

/* Gets a word as the interpreter takes it from a typed line: in lower case, only
 * letters and digits (and codes from 0x80 on). A text without any of these ("!*") is
 * unchanged. False if out of memory. */
EXH_API bool exh_sci_typed_word(struct exh_bytes text, struct exh_arena *arena,
				struct exh_bytes *out);

/* The look-up of a word, step by step. */
struct exh_sci_explained {
	struct exh_bytes word;
	struct exh_sci_lookup found;
	size_t rule; /* index of found.suffix, if there is one */
	/* A word that is not listed, and does not begin with a digit: the suffix rules
	 * that match it, up to the one that decides. */
	bool tries_rules;
	struct exh_sci_lookup_step *steps;
	size_t step_count;
	/* Words similar to an unknown one. */
	const struct exh_sci_word *nearest[EXH_SCI_NEAREST_MOST];
	size_t nearest_count;
};

/* Explains the look-up of a word. word is as from exh_sci_typed_word, and borrowed.
 * False if out of memory. */
EXH_API bool exh_sci_lexicon_explain(const struct exh_sci_lexicon *lexicon,
				     struct exh_bytes word, struct exh_arena *arena,
				     struct exh_sci_explained *out);

/* All words of a group, in the order of the file. */
struct exh_sci_members {
	const struct exh_sci_word **words;
	size_t count;
};

/* Collects the words of a group. False if out of memory. */
EXH_API bool exh_sci_lexicon_members(const struct exh_sci_lexicon *lexicon,
				     unsigned group, struct exh_arena *arena,
				     struct exh_sci_members *out);

#ifdef __cplusplus
}
#endif

#endif
