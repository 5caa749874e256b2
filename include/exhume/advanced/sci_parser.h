/*
 * The parser of SCI0 games: a typed line becomes words, groups and classes, and then, by
 * the game's grammar, a tree, or it is rejected. The rest of exhume/sci_parser.h, which
 * has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_SCI_PARSER_H
#define EXHUME_ADVANCED_SCI_PARSER_H

#include "../sci_parser.h"
#include "base.h"
#include "sci_tree.h"
#include "sci_vocab.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Prepares a grammar. lexicon may be NULL if only tokens are parsed. Both are borrowed.
 * EXH_INVALID, at the record's offset in the file, for a grammar without rules or whose
 * first record has no pair, a record without pairs, a symbol that no record defines, and
 * left recursion, direct or not; EXH_LIMIT for too many symbols or records;
 * EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_parser_open(const struct exh_sci_lexicon *lexicon,
						const struct exh_sci_grammar *grammar,
						struct exh_arena *arena,
						struct exh_sci_parser *out,
						struct exh_error *err);

/* Returns the rule made from a record of the grammar. */
EXH_API const struct exh_sci_parser_rule *
exh_sci_parser_rule_of(const struct exh_sci_parser *parser, size_t record);

/* Finds the words of a line and looks them up: fills tokens, word_count,
 * unknown_count. Sets status to EMPTY, UNKNOWN, SYNTAX for too many words, or OK:
 * ready to be parsed. */
EXH_API void exh_sci_tokenise(const struct exh_sci_lexicon *lexicon,
			      const struct exh_sci_parse_options *options,
			      struct exh_bytes line, struct exh_sci_sentence *sentence);

/* Parses tokens by class_mask and group; fills the rest of the sentence. Returns its
 * status. */
EXH_API enum exh_sci_sentence_status
exh_sci_parse_tokens(const struct exh_sci_parser *parser,
		     struct exh_sci_sentence *sentence);

/* Gets the group that a pronoun of the next line stands for. False if the tree names
 * no object. */
EXH_API bool exh_sci_tree_referent(const struct exh_sci_tree *tree, uint16_t *group);

/* An iterator over the derivations of a sentence. All zeros: before the first. */
struct exh_sci_derivations {
	/* Private from here on. */
	uint16_t choices[EXH_SCI_TREE_NODES], others[EXH_SCI_TREE_NODES];
	size_t count;
	bool is_begun;
};

/* Gets the next derivation in the order of the rules: fills tree and rules of a parsed
 * sentence. False, without a tree, after the last one, or if the next one has more
 * than EXH_SCI_TREE_NODES nodes. */
EXH_API bool exh_sci_derivations_next(const struct exh_sci_parser *parser,
				      struct exh_sci_sentence *sentence,
				      struct exh_sci_derivations *derivations);

/* Counts the derivations of a parsed sentence; UINT64_MAX: that many, or more.
 * EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_derivations_count(
	const struct exh_sci_parser *parser, const struct exh_sci_sentence *sentence,
	struct exh_arena *arena, uint64_t *count, struct exh_error *err);

/*
 * The Greibach normal form that FreeSCI parses with. Source: sci0-formats 3.5.
 */
enum exh_sci_gnf_kind {
	EXH_SCI_GNF_OPEN,   /* begin of a node: tag and symbol */
	EXH_SCI_GNF_CLOSE,  /* end of a node */
	EXH_SCI_GNF_SYMBOL, /* a symbol that is not expanded yet */
	EXH_SCI_GNF_CLASS,  /* a word of one of these classes */
	EXH_SCI_GNF_GROUP,  /* a word of this group */
	EXH_SCI_GNF_ANY,    /* any word */
};

/* An item of a rule's right side. */
struct exh_sci_gnf_item {
	enum exh_sci_gnf_kind kind;
	uint16_t tag;	/* only EXH_SCI_GNF_OPEN */
	uint16_t value; /* symbol, classes or group */
};

/* A rule: symbol becomes items. */
struct exh_sci_gnf_rule {
	uint16_t symbol;
	struct exh_sci_gnf_item *items;
	size_t count;
};

/* The normal form; rules live in the arena. */
struct exh_sci_gnf {
	struct exh_sci_gnf_rule *rules; /* round by round */
	size_t count;
	size_t round_sizes[EXH_SCI_PARSER_SYMBOLS + 1]; /* rules added in each round */
	size_t round_count;
};

/* Builds the normal form of an open parser's grammar. EXH_LIMIT for more than most
 * rules. */
EXH_CHECKED enum exh_status exh_sci_gnf_build(const struct exh_sci_parser *parser,
					      size_t most, struct exh_arena *arena,
					      struct exh_sci_gnf *out,
					      struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
