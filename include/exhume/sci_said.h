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
#ifndef EXHUME_SCI_SAID_H
#define EXHUME_SCI_SAID_H

#include "code_page.h"
#include "sci_tree.h"
#include "sci_vocab.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	/* Sierra's interpreter 0.000.685 takes at most this many codes (words, operators
	   and the end) and nodes. */
	EXH_SCI_SAID_CODES = 50,
	EXH_SCI_SAID_NODES = 300,

	/* Nesting of brackets and '<': the library's own limit. */
	EXH_SCI_SAID_DEPTH = 128,
	EXH_SCI_SAID_END = 0xff, /* last byte of a spec */
};

/*
 * Text and bytes.
 */

/* Strictness of the compiler. */
enum exh_sci_said_check {
	EXH_SCI_SAID_STRICT,  /* only specs that the interpreter's grammar accepts */
	EXH_SCI_SAID_LENIENT, /* any order of words and operators, also '&' and '#' */
	/* As the two above, but blanks within a literal are dropped, as by SCI
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

/*
 * Gets the size of the spec at the start of in, including its end. EXH_TRUNCATED without
 * an end, EXH_INVALID for bytes that are neither an operator nor part of a word.
 */
EXH_CHECKED enum exh_status exh_sci_said_size(struct exh_bytes in, size_t *size,
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
 * Convert texts of specs to UTF-8, and back: words are in the code page, operators,
 * blanks, quotes and {0xNNN} are not. Without a lexicon words are numbers: page is NULL
 * then. The first returns the number of bytes without a character. The second fails with
 * EXH_INVALID, and the offset, for bytes that are not UTF-8 and characters that are no
 * byte of a word.
 */
EXH_API size_t exh_sci_said_to_utf8(struct exh_bytes text,
				    const struct exh_code_page *page,
				    struct exh_writer *out);
EXH_CHECKED enum exh_status exh_sci_said_from_utf8(struct exh_bytes utf8,
						   const struct exh_code_page *page,
						   struct exh_writer *out,
						   struct exh_error *err);

/* Returns the range in the decompiled text of a range of bytes. code is a spec that
 * decompiles. */
EXH_API struct exh_sci_said_span
exh_sci_said_text_span(struct exh_bytes code, const struct exh_sci_lexicon *lexicon,
		       struct exh_sci_said_span bytes);

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
	bool has_any; /* it has a word that matches any word */
};

/* A sentence prepared by exh_sci_said_input_set. Matching only reads it: threads may
 * share it. */
struct exh_sci_said_input {
	/* Words of the whole, of direct and of indirect objects (hashed). */
	uint64_t words[3];
	struct {
		uint16_t first, count; /* scopes */
		int8_t none;	       /* as no_mod */
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

/* Result of exh_sci_said_covers. */
enum exh_sci_said_cover {
	EXH_SCI_SAID_COVERS_NOT,
	EXH_SCI_SAID_COVERS,
	EXH_SCI_SAID_COVER_UNKNOWN, /* too many combinations, or a spec without a tree */
};

/*
 * Determines if spec matches all sentences that other matches. It is tried on sentences
 * with exactly the words that other requires, in all its alternatives, and on the same
 * sentences with additional words. Both are the code of one spec. Without memory the
 * result is unknown, too.
 */
EXH_API enum exh_sci_said_cover exh_sci_said_covers(struct exh_bytes spec,
						    struct exh_bytes other);

/* Matches as FreeSCI does, on the trees themselves. Source: sci0-formats 4.4. */
EXH_API enum exh_sci_said_result
exh_sci_said_match_freesci(const struct exh_sci_tree *said,
			   const struct exh_sci_tree *sentence);

/* Reason why a spec does not match. */
struct exh_sci_said_failure {
	size_t node; /* index in the tree of the spec */
	/* Bytes of that node and its operator, the '/' of a part or the '<' of a word. */
	struct exh_sci_said_span bytes;
};

/*
 * Finds the first part of a spec that prevents a match with a sentence. spans are
 * those of the tree. False if the spec matches.
 */
EXH_API bool exh_sci_said_explain(const struct exh_sci_tree *tree,
				  const struct exh_sci_said_span *spans,
				  const struct exh_sci_said *said,
				  const struct exh_sci_said_input *input,
				  struct exh_sci_said_failure *out);

#ifdef __cplusplus
}
#endif
#endif
