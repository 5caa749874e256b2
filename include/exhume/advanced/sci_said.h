/*
 * Said specs of SCI0 games, which a script's Said() compares with the parsed sentence.
 * The rest of exhume/sci_parser.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_SCI_SAID_H
#define EXHUME_ADVANCED_SCI_SAID_H

#include "../sci_parser.h"
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

/*
 * Gets the size of the spec at the start of in, including its end. EXH_TRUNCATED without
 * an end, EXH_INVALID for bytes that are neither an operator nor part of a word.
 */
EXH_CHECKED enum exh_status exh_sci_said_size(struct exh_bytes in, size_t *size,
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
 * Matching.
 */

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
