/*
 * The parser of SCI0 games: a typed line becomes words, groups and classes, and then, by
 * the game's grammar, a tree, or it is rejected.
 *
 * A parser is read-only after it is opened: threads may share it. A parse works in the
 * caller's sentence; nothing is allocated.
 * Source: sci0-formats 3; formats/sci/README.md.
 */
#ifndef EXHUME_SCI_PARSER_H
#define EXHUME_SCI_PARSER_H

#include "base.h"
#include "sci_tree.h"
#include "sci_vocab.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_SENTENCE_WORDS = 63, /* words that can be parsed, at most */
	/* Words that Sierra's interpreter takes; it ignores the others. */
	EXH_SCI_INTERPRETER_WORDS = 11,
	EXH_SCI_PARSER_SYMBOLS = 128, /* symbols of a grammar */
};

/* The program whose parser is imitated. Source: sci0-formats 3.1, 3.2. */
enum exh_sci_interpreter {
	EXH_SCI_SIERRA, /* version 0.000.685 */
	EXH_SCI_FREESCI,
	EXH_SCI_SCUMMVM,
	EXH_SCI_INTERPRETERS,
};

/* A symbol that records define, with its rules in the order of the file. */
struct exh_sci_parser_symbol {
	uint16_t symbol;
	uint16_t first_rule, rule_count; /* indices in the parser's rules */
	uint32_t first; /* classes that it can begin with; see parser.c */
};

/* Right side of a rule. */
enum exh_sci_rule_kind {
	EXH_SCI_RULE_PAIRED, /* one to four symbols */
	EXH_SCI_RULE_CLASS,  /* a word of one of these classes */
	EXH_SCI_RULE_GROUP,  /* a word of this group */
	EXH_SCI_RULE_ANY,    /* any word */
};

/* A rule. */
struct exh_sci_parser_rule {
	enum exh_sci_rule_kind kind;
	uint16_t record; /* index of its record in the grammar */
	uint16_t value;	 /* classes or group */
	uint8_t pair_count;
	uint8_t symbols[EXH_SCI_RULE_PAIRS]; /* indices of the parser's symbols */
	uint32_t first;
};

/* A grammar prepared by exh_sci_parser_open. */
struct exh_sci_parser {
	const struct exh_sci_lexicon *lexicon;
	const struct exh_sci_grammar *grammar;
	/* Each comes after the symbols with which its rules begin. */
	struct exh_sci_parser_symbol *symbols;
	size_t symbol_count;
	struct exh_sci_parser_rule *rules;
	uint8_t start; /* index of the start symbol */
};

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

/* The group that a pronoun stands for. All zeros: none yet. */
struct exh_sci_referent {
	bool is_known;
	uint16_t group;
};

/* Returns the rule made from a record of the grammar. */
EXH_API const struct exh_sci_parser_rule *
exh_sci_parser_rule_of(const struct exh_sci_parser *parser, size_t record);

/* Options of a parse. */
struct exh_sci_parse_options {
	enum exh_sci_interpreter interpreter;
	size_t most_words; /* further words are ignored; 0: no limit */
	/* In the order of the tables. Sierra's interpreter applies the first one that
	 * fits, the others apply all in turn. */
	const struct exh_sci_synonym *synonyms;
	size_t synonym_count;
	/* Kept from line to line; NULL: pronouns stand for no group. */
	struct exh_sci_referent *referent;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* A word of the line. */
struct exh_sci_token {
	size_t offset, size;	     /* bytes, of the word in the line */
	uint16_t text_at, text_size; /* the text to look up, in the sentence's texts */
	/* Text is cut: it is longer than any word, and can only be a number. */
	bool is_cut;
	bool is_number;		      /* digits only, however many */
	uint16_t class_mask, group;   /* as parsed */
	struct exh_sci_lookup lookup; /* lookup.way EXH_SCI_UNKNOWN: not found */
};

/* Result of a parse. */
enum exh_sci_sentence_status {
	EXH_SCI_SENTENCE_EMPTY,
	EXH_SCI_SENTENCE_OK,
	EXH_SCI_SENTENCE_UNKNOWN, /* some words are unknown */
	EXH_SCI_SENTENCE_SYNTAX,  /* no derivation */
};

/* A line and its parse. Too large for the stack of a deep call. It must not be copied:
 * tree points into it. */
struct exh_sci_sentence {
	enum exh_sci_sentence_status status;
	size_t token_count;
	struct exh_sci_token tokens[EXH_SCI_SENTENCE_WORDS];
	size_t word_count;		  /* words in the line, including ignored ones */
	size_t unknown_count;		  /* unknown words among tokens */
	const struct exh_code_page *page; /* code page of the words: the lexicon's */

	/* Only for EXH_SCI_SENTENCE_OK. */
	struct exh_sci_tree tree;
	/* Records of the grammar in its derivation, leftmost first, without the
	 * grammar's first record. */
	uint16_t rules[EXH_SCI_TREE_NODES];
	size_t rule_count;

	/* Reasons for EXH_SCI_SENTENCE_SYNTAX. */
	bool has_too_many_words; /* more than EXH_SCI_SENTENCE_WORDS */
	bool is_too_deep; /* a derivation exists but has more than EXH_SCI_TREE_NODES */
	/* Length of the longest beginning, in words, that a valid sentence can have;
	 * after it a word of one of these classes could follow, or any word, or the
	 * end. */
	size_t fit_count;
	uint16_t expected_classes;
	bool expects_any, expects_end;

	/* Private. */
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	uint8_t texts[(int)EXH_SCI_SENTENCE_WORDS * (int)EXH_SCI_WORD_SIZE];
	size_t texts_size;
	uint64_t ends[(int)EXH_SCI_PARSER_SYMBOLS * ((int)EXH_SCI_SENTENCE_WORDS + 1)];
};

/*
 * Parses a line: exh_sci_tokenise, then exh_sci_parse_tokens; a parsed sentence updates
 * the referent of options. A NUL ends the line, as in the games. Returns
 * sentence->status.
 */
EXH_API enum exh_sci_sentence_status
exh_sci_parse(const struct exh_sci_parser *parser,
	      const struct exh_sci_parse_options *options, struct exh_bytes line,
	      struct exh_sci_sentence *sentence);

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

/* Returns the word as it was looked up, borrowed from the sentence. */
EXH_API struct exh_bytes exh_sci_token_text(const struct exh_sci_sentence *sentence,
					    size_t token);

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
