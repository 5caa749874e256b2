/*
 * Questions about the words of an SCI0 vocabulary: how one is looked up, which words a
 * group has. (Which are near to one: exh_sci_lexicon_nearest.)
 *
 * Memory: what is found lies in the caller's arena, and points into the lexicon.
 * Source: sci0-formats 2.1, 3.2.
 */
#ifndef EXHUME_SCI_QUERY_H
#define EXHUME_SCI_QUERY_H

#include "sci_vocab.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_GROUP_MOST = 0xfff,
	EXH_SCI_NEAREST_MOST = 10, /* words near to an unknown one */
};

/* A group as people write it: hexadecimal, as the tables have it, with or without 0x; a
 * number of four digits or more, which no group is in hexadecimal, is decimal. False for
 * anything else, and above EXH_SCI_GROUP_MOST. */
EXH_API bool exh_sci_group_from_text(const char *text, unsigned *out);

/* A word as the interpreter takes it from a typed line: lower case, letters and digits
 * (and codes from 0x80 on) alone. What has none of these ("!*") is taken as it is. False
 * when out of memory. */
EXH_API bool exh_sci_typed_word(struct exh_bytes text, struct exh_arena *arena,
				struct exh_bytes *out);

/* How a word is looked up. */
struct exh_sci_explained {
	struct exh_bytes word;
	struct exh_sci_lookup found;
	size_t rule; /* index of found.suffix, if there is one */
	/* A word that is not listed, and does not begin with a digit: the suffix rules
	 * that match it, up to the one that decides. */
	bool tries_rules;
	struct exh_sci_lookup_step *steps;
	size_t step_count;
	/* Of an unknown word. */
	const struct exh_sci_word *nearest[EXH_SCI_NEAREST_MOST];
	size_t nearest_count;
};

/* word as exh_sci_typed_word gives it; borrowed. False when out of memory. */
EXH_API bool exh_sci_lexicon_explain(const struct exh_sci_lexicon *lexicon,
				     struct exh_bytes word, struct exh_arena *arena,
				     struct exh_sci_explained *out);

/* All words of a group, in the order of the file. */
struct exh_sci_members {
	const struct exh_sci_word **words;
	size_t count;
};

/* False when out of memory. */
EXH_API bool exh_sci_lexicon_members(const struct exh_sci_lexicon *lexicon,
				     unsigned group, struct exh_arena *arena,
				     struct exh_sci_members *out);

#ifdef __cplusplus
}
#endif
#endif
