/*
 * Vocabularies of SCI0 games: words (vocab.000), suffix rules (901) and the grammar
 * (900). Other tables (994 to 999) are in sci_names.h. The rest of exhume/sci_parser.h,
 * which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_SCI_VOCAB_H
#define EXHUME_ADVANCED_SCI_VOCAB_H

#include "../sci_parser.h"
#include "code_page.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of a word's class. Source: sci0-formats 2.1. */
enum {
	EXH_SCI_CLASS_CONJUNCTION = 0x004,
	EXH_SCI_CLASS_ASSOCIATIVE = 0x008, /* preposition such as with, about */
	EXH_SCI_CLASS_POSITION = 0x010,	   /* preposition such as in, under */
	EXH_SCI_CLASS_ARTICLE = 0x020,
	EXH_SCI_CLASS_ADJECTIVE = 0x040,
	EXH_SCI_CLASS_PRONOUN = 0x080,
	EXH_SCI_CLASS_NOUN = 0x100,
	EXH_SCI_CLASS_AUXILIARY = 0x200,
	EXH_SCI_CLASS_ADVERB = 0x400,
	EXH_SCI_CLASS_VERB = 0x800,
};

/* Compares words in the order of a vocabulary: below 0, 0 or above. */
EXH_API int exh_sci_words_compare(struct exh_bytes a, struct exh_bytes b);

/*
 * Reads words of either layout. Noted as warnings: words out of order, a word listed
 * twice, wrong offsets of letters, padding; implausible entries, which are kept as the
 * interpreter would read them, and the ranges of words that the game no longer knows
 * because of them. Noted as damage, and left out: an entry that overlaps the first word
 * of a letter, where reading starts again, and a truncated last one. EXH_TRUNCATED if
 * there is no table of offsets or no whole word after it, EXH_INVALID if no entry looks
 * like a word, EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_words_read(struct exh_bytes in,
					       struct exh_arena *arena,
					       struct exh_sci_words *out,
					       struct exh_notes *notes,
					       struct exh_error *err);

/*
 * Appends the resource: words as they are (they must be in order), with prefixes
 * compressed, and the offsets of the letters; no bytes after the last word. EXH_INVALID
 * for a word that the layout can't hold (err->offset is its index), EXH_LIMIT for more
 * bytes than the offsets or the writer allow.
 */
EXH_CHECKED enum exh_status exh_sci_words_write(const struct exh_sci_words *words,
						struct exh_writer *out,
						struct exh_error *err);

/* Reads suffix rules. Noted: a rule without *, which is left out, and a truncated one
 * (damage). EXH_INVALID if there are rules and all are invalid, EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_suffixes_read(struct exh_bytes in,
						  struct exh_arena *arena,
						  struct exh_sci_suffixes *out,
						  struct exh_notes *notes,
						  struct exh_error *err);
/* Appends the rules, and the byte of 0 if is_ended. EXH_INVALID, with the index of the
 * rule as err->offset, for a pattern that would read back differently; EXH_LIMIT. */
EXH_CHECKED enum exh_status
exh_sci_suffixes_write(const struct exh_sci_suffixes *suffixes, struct exh_writer *out,
		       struct exh_error *err);

/* Applies a rule to a typed word: stores its root, and returns the root's size, or 0
 * if the rule does not match. */
EXH_API size_t exh_sci_suffix_root(const struct exh_sci_suffix *rule,
				   struct exh_bytes text,
				   uint8_t root[EXH_SCI_WORD_SIZE]);

/*
 * Reads the grammar. Checks only the encoding, not if a parser could use the rules. Noted
 * as warnings: a missing end mark, or one that is not all zeros, a pair after an unused
 * one, trailing bytes; as damage: a truncated record. EXH_TRUNCATED under a record,
 * EXH_INVALID if there is none, EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_grammar_read(struct exh_bytes in,
						 struct exh_arena *arena,
						 struct exh_sci_grammar *out,
						 struct exh_notes *notes,
						 struct exh_error *err);
/* Appends all ten words of each record as they are (pair_count is ignored), and the
 * record of zeros if is_ended. EXH_INVALID for symbol 0, EXH_LIMIT. */
EXH_CHECKED enum exh_status exh_sci_grammar_write(const struct exh_sci_grammar *grammar,
						  struct exh_writer *out,
						  struct exh_error *err);

/* Makes the index, in the arena. suffixes may be NULL. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_lexicon_open(const struct exh_sci_words *words,
						 const struct exh_sci_suffixes *suffixes,
						 struct exh_arena *arena,
						 struct exh_sci_lexicon *out,
						 struct exh_error *err);

/* Returns the first word of exactly this text, or NULL. */
EXH_API const struct exh_sci_word *
exh_sci_lexicon_find(const struct exh_sci_lexicon *lexicon, struct exh_bytes text);

/* Returns the first word of the group, or NULL. */
EXH_API const struct exh_sci_word *
exh_sci_lexicon_of_group(const struct exh_sci_lexicon *lexicon, unsigned group);

/* Returns the next word in the group of word, which is one of the lexicon's, or NULL. */
EXH_API const struct exh_sci_word *
exh_sci_lexicon_next_of_group(const struct exh_sci_lexicon *lexicon,
			      const struct exh_sci_word *word);

/* A suffix rule that matches a word, as it is tried when the word is looked up. */
struct exh_sci_lookup_step {
	size_t number; /* number of the rule */
	const struct exh_sci_suffix *rule;
	uint8_t root[EXH_SCI_WORD_SIZE];
	size_t root_size;
	const struct exh_sci_word *word; /* NULL: the root is not listed */
	/* True if the word's class is the rule's input class: this rule decides. */
	bool fits;
};

/* Gets the next rule from *number on (0 at first) that matches text, whose word is not
 * listed; advances *number. False: no more. */
EXH_API bool exh_sci_lexicon_next_step(const struct exh_sci_lexicon *lexicon,
				       struct exh_bytes text, size_t *number,
				       struct exh_sci_lookup_step *step);

/*
 * Finds up to most words that are nearest to text (by the letters that must be changed,
 * left out, added or swapped), the nearest first, at equal distance in the order of the
 * file. No word is further away than a third of the letters (at least 2, at most 8), or
 * differs in all letters. Words that can't be typed (with other characters than small
 * letters, digits and codes from 0x80 on) are left out. Returns their number.
 */
EXH_API size_t exh_sci_lexicon_nearest(const struct exh_sci_lexicon *lexicon,
				       struct exh_bytes text,
				       const struct exh_sci_word **out, size_t most);

#ifdef __cplusplus
}
#endif

#endif
