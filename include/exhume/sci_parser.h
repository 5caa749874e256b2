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

#include "sci.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Vocabularies of SCI0 games: words (vocab.000), suffix rules (901) and the grammar
 * (900). Other tables (994 to 999) are in sci_names.h.
 *
 * Texts are bytes of code page 437, without NUL.
 * Memory: texts lie in the caller's arena; nothing is borrowed from the input.
 * Source: sci0-formats 2; formats/sci/README.md.
 */

enum {
	EXH_SCI_WORD_SIZE = 255, /* bytes of a word, at most */
	EXH_SCI_RULE_PAIRS = 4,	 /* pairs in a record of the grammar */
	EXH_SCI_RULE_SIZE = 20,	 /* bytes of a record of the grammar */
};

/* A word. */
struct exh_sci_word {
	/* As stored: lower case in all games; base: offset of its entry. */
	struct exh_bytes text;
	uint16_t class_mask, group; /* 12 bits each */
};

/* Layout of the words. */
enum exh_sci_words_layout {
	EXH_SCI_WORDS_SCI0,  /* 26 offsets, last character marked */
	EXH_SCI_WORDS_SCI01, /* 255 offsets, NUL after each word */
};

/* All words, in the order of the file. */
struct exh_sci_words {
	enum exh_sci_words_layout layout;
	struct exh_sci_word *items;
	size_t count;
	size_t used_size; /* bytes up to the end of the last word */
	bool is_cut_off;  /* the data end in a word, or before a letter's first word */
};

/* A pattern is prefix*suffix. */
struct exh_sci_pattern {
	struct exh_bytes prefix, suffix;
};

/* A typed word that matches becomes output_class if its root is a word of input_class. */
struct exh_sci_suffix {
	struct exh_sci_pattern typed, root;
	uint16_t output_class, input_class;
};

/* All suffix rules. */
struct exh_sci_suffixes {
	struct exh_sci_suffix *items; /* in the order of the file */
	size_t count;
	/* True if it ends with a byte of 0; else with FF or the end of the data. */
	bool is_ended;
	size_t used_size; /* bytes, including that byte of 0 */
};

/* A script's request to replace one group by another in sentences. */
struct exh_sci_synonym {
	uint16_t replaced, replacement;
};

/* A record of the grammar: symbol -> pairs of (tag, symbol or class mask). */
struct exh_sci_rule {
	uint16_t symbol;
	struct {
		uint16_t tag, symbol;
	} pairs[EXH_SCI_RULE_PAIRS];
	uint16_t last;	   /* the tenth word: 0 in all games */
	size_t pair_count; /* pairs before the first one that is all zeros */
};

/* The grammar. */
struct exh_sci_grammar {
	/* In the order of the file; the first one has the start symbol. */
	struct exh_sci_rule *rules;
	size_t count;
	bool is_ended;	  /* true if it ends with a record of zeros */
	size_t used_size; /* bytes, including that record */
};

/*
 * An index of the words by text and by group. Read-only after it is opened: threads may
 * share it. It borrows words and suffixes.
 */
struct exh_sci_lexicon {
	const struct exh_sci_words *words;
	const struct exh_sci_suffixes *suffixes; /* may be NULL */
	uint32_t *slots;			 /* hash table: index of a word + 1 */
	size_t slot_mask;
	/* For 4096 groups: index of the first word + 1, 0: none. */
	uint32_t *first_of_group;
	/* For each word: index of the next word of its group + 1. */
	uint32_t *next_of_group;
	/* For each word its number of uses (sci_usage.h); NULL: not counted. */
	uint32_t *uses;
	const struct exh_code_page *page; /* code page of words in messages; NULL: 437 */
};

/* Way in which a word was found. */
enum exh_sci_lookup_way {
	EXH_SCI_UNKNOWN,
	EXH_SCI_BY_WORD,
	EXH_SCI_BY_SUFFIX,
	EXH_SCI_BY_NUMBER,
};

/* Result of a look-up. */
struct exh_sci_lookup {
	enum exh_sci_lookup_way way;
	uint16_t class_mask, group;
	/* The word, or the root; NULL for a number. */
	const struct exh_sci_word *word;
	const struct exh_sci_suffix *suffix; /* rule that gave the root */
};

/* Looks a word up as the interpreter does: the word, then the suffix rules in order,
 * then numbers. text is lower case letters and digits. False if it is unknown. Source:
 * sci0-formats 3.2. */
EXH_API bool exh_sci_lexicon_look_up(const struct exh_sci_lexicon *lexicon,
				     struct exh_bytes text, struct exh_sci_lookup *out);

/*
 * The trees of SCI0's parser: of a sentence and of a Said spec.
 *
 * A node is (major minor child...), a leaf (major minor group). In a sentence major is a
 * tag (141 ROOT, 142 DOBJ ...) and minor a symbol of the grammar; for a spec see
 * sci0-formats 4.2. Source: sci0-formats 2.3, 3.4, 4.2.
 */

enum {
	EXH_SCI_TREE_NODES = 1024, /* nodes of a tree, at most; more is EXH_LIMIT */

	EXH_SCI_TAG_ROOT = 0x141,
	EXH_SCI_TAG_DOBJ = 0x142,
	EXH_SCI_TAG_IOBJ = 0x143,
	EXH_SCI_TAG_MOD = 0x144,
	EXH_SCI_TAG_IGNORE = 0x145,
	EXH_SCI_TAG_VOCAB = 0x146,
	EXH_SCI_TAG_PHR = 0x149,
	EXH_SCI_TAG_PHR2 = 0x14a,
	EXH_SCI_TAG_MORE = 0x14b,
	EXH_SCI_TAG_UNIT = 0x14c,
	EXH_SCI_TAG_PNCT = 0x14d,
	EXH_SCI_TAG_OR = 0x14f,
	EXH_SCI_TAG_OR2 = 0x150,
	EXH_SCI_TAG_OPT = 0x152,
	EXH_SCI_TAG_WORD = 0x153,
	EXH_SCI_TAG_PUT = 0x154,

	EXH_SCI_SYMBOL_S = 0x13f,

	/* Groups with a special meaning. */
	EXH_SCI_GROUP_NUMBER = 0xffd,  /* unknownnumber */
	EXH_SCI_GROUP_NOWORD = 0xffe,  /* !* */
	EXH_SCI_GROUP_ANYWORD = 0xfff, /* * */
};

/* A node. Nodes are in preorder: the first child of nodes[i] is nodes[i + 1], if that
 * is below end; the next sibling of a node is nodes[its end]. */
struct exh_sci_node {
	uint16_t major, minor;
	uint16_t group; /* group of a leaf; else 0 */
	uint16_t end;	/* index after the last node below this one */
	bool is_leaf;
};

/* nodes[0] is the root (141 13f ...). The caller owns the nodes. */
struct exh_sci_tree {
	struct exh_sci_node *nodes;
	size_t count, capacity;
};

/* Appends "(141 13f (141 13b ...))": bare hexadecimal numbers, one space between. */
EXH_API void exh_sci_tree_print(const struct exh_sci_tree *tree, struct exh_writer *out);

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

/* The group that a pronoun stands for. All zeros: none yet. */
struct exh_sci_referent {
	bool is_known;
	uint16_t group;
};

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

/* Returns the word as it was looked up, borrowed from the sentence. */
EXH_API struct exh_bytes exh_sci_token_text(const struct exh_sci_sentence *sentence,
					    size_t token);

/*
 * Said specs of SCI0 games, which a script's Said() compares with the parsed sentence.
 *
 * A spec is text ("look[/door]") for authors, bytes that end with 0xff in scripts, and a
 * tree, which the interpreter builds from the bytes. Text is code page 437: one byte per
 * character.
 *
 * Memory: results lie in the caller's structs, writer or arena.
 * Source: sci0-formats 4; formats/sci/README.md, "Said specs".
 */

/*
 * Text and bytes.
 */

/* Strictness of the compiler. */
enum exh_sci_said_check {
	EXH_SCI_SAID_STRICT,  /* only specs that the interpreter's grammar accepts */
	EXH_SCI_SAID_LENIENT, /* any order of words and operators, also '&' and '#' */
	/* Like the two above, but blanks within a literal are dropped, as by SCI
	 * Companion: "metal bar" is the word metalbar. */
	EXH_SCI_SAID_JOIN,
	EXH_SCI_SAID_JOIN_LENIENT,
};

/*
 * Compiles a spec: appends the bytes of text, which may stand in quotes ('...'). Words
 * are looked up as they are; without a lexicon they are groups, as hexadecimal numbers.
 * EXH_INVALID for an unknown word or a syntax error, EXH_LIMIT for a spec that makes too
 * many nodes or is nested too deeply: err->offset is text.base plus the position of the
 * character in the text, from 0. On an error nothing is appended.
 */
EXH_CHECKED enum exh_status exh_sci_said_compile(struct exh_bytes text,
						 const struct exh_sci_lexicon *lexicon,
						 enum exh_sci_said_check check,
						 struct exh_writer *out,
						 struct exh_error *err);

/* A range of bytes of code, or of characters of text; both from 0, [first, end). */
struct exh_sci_said_span {
	size_t first, end;
};

/*
 * Appends the canonical text: blanks only between two words; for each group, of its words
 * that are unambiguous among other words and operators, the one that the game's texts use
 * most (sci_usage.h; the first one if they were not counted, or are equal), or {0xNNN}.
 * Compiling it (if the spec is malformed, leniently) gives the same bytes. code is one
 * spec, to its end; the status is that of exh_sci_said_size, or EXH_INVALID for bytes
 * after the end. lexicon may be NULL.
 */
EXH_CHECKED enum exh_status exh_sci_said_decompile(struct exh_bytes code,
						   const struct exh_sci_lexicon *lexicon,
						   struct exh_writer *out,
						   struct exh_error *err);

/*
 * The tree.
 */

/*
 * Builds the tree. out has room for EXH_SCI_TREE_NODES (with less, EXH_LIMIT comes
 * sooner); spans, if not NULL, for as many: each node's bytes. A tree that exceeds the
 * interpreter's limits is noted as a warning (notes may be NULL). EXH_INVALID
 * for a spec that does not fit the grammar, EXH_LIMIT; err->offset is in the code's file.
 */
EXH_CHECKED enum exh_status exh_sci_said_tree(struct exh_bytes code,
					      struct exh_sci_tree *out,
					      struct exh_sci_said_span *spans,
					      struct exh_notes *notes,
					      struct exh_error *err);

/*
 * Matching.
 */

/* Result of a match. */
enum exh_sci_said_result {
	EXH_SCI_SAID_NO,
	EXH_SCI_SAID_UNCLAIMED, /* matches, and leaves the event unclaimed */
	EXH_SCI_SAID_CLAIMED,
};

struct exh_sci_said_op;

/* A spec prepared by exh_sci_said_prepare. Matching only reads it: threads may share
 * it. */
struct exh_sci_said {
	/* Hashed; the sentence's parts must each have one of these words. */
	uint64_t needs[3];
	const struct exh_sci_said_op *ops;
	const uint16_t *groups;
	enum exh_sci_said_result result; /* result if it matches */
};

/* A part of a sentence: its words for the spec, and the parts below it. */
struct exh_sci_said_scope {
	uint64_t words; /* hashed */
	uint16_t first_word, word_count;
	uint16_t first_mod, mod_count; /* scopes */
	uint16_t node;
	/* Result if there is nothing below it that fits: 0 no part, -1 conflict. */
	int8_t no_mod;
	bool has_any; /* true: it has a word that matches any word */
};

/* A sentence prepared by exh_sci_said_input_set. Matching only reads it: threads may
 * share it. */
struct exh_sci_said_input {
	/* Words of the whole, of direct and of indirect objects (hashed). */
	uint64_t words[3];
	struct {
		uint16_t first, count; /* scopes */
		int8_t none;	       /* like no_mod */
	} objects[2];		       /* direct, indirect */
	uint16_t scope_count, word_count;
	struct exh_sci_said_scope scopes[EXH_SCI_TREE_NODES];
	uint16_t groups[EXH_SCI_TREE_NODES];
};

/* Prepares the spec of a tree from exh_sci_said_tree; the tree is not kept. EXH_INVALID
 * for a tree that no spec can have, EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_said_prepare(const struct exh_sci_tree *tree,
						 struct exh_arena *arena,
						 struct exh_sci_said *out,
						 struct exh_error *err);

/* Prepares a sentence; the tree is not kept. No spec matches an empty tree, such as
 * that of a rejected sentence. */
EXH_API void exh_sci_said_input_set(struct exh_sci_said_input *input,
				    const struct exh_sci_tree *sentence);

/* Matches as Sierra's interpreter does. */
EXH_API enum exh_sci_said_result
exh_sci_said_match(const struct exh_sci_said *said,
		   const struct exh_sci_said_input *input);

/*
 * An SCI0 game by its files: the map, the volumes, and the patch files that override
 * them. Its resources and vocabularies are read in one call each.
 *
 * Memory: lists lie in the caller's arena. The files' names and bytes are borrowed, also
 *         by the resources that are read. A game is read-only after it is opened:
 *         threads may share it.
 * Source: sci0-formats 1, 2.
 */

/*
 * Vocabularies. EXH_INVALID if the game has none of the kind; else fails as the readers
 * of exhume/advanced/sci_vocab.h and exhume/advanced/sci_names.h do. Notes and errors
 * name the file and the resource.
 */

/* All that is needed to parse the player's lines. It has pointers into itself. */
struct exh_sci_game_parser {
	struct exh_sci_words words;
	struct exh_sci_suffixes suffixes; /* none, with a warning, if missing */
	struct exh_sci_grammar grammar;
	struct exh_sci_lexicon lexicon;
	struct exh_sci_parser parser;
};

/* Opens the parser, in the arena. Fails also as exh_sci_lexicon_open and
 * exh_sci_parser_open do. */
EXH_CHECKED enum exh_status
exh_sci_game_parser_open(const struct exh_sci_game *game, struct exh_arena *arena,
			 const struct exh_sci_game_parser **out, struct exh_notes *notes,
			 struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
