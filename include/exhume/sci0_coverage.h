/*
 * Sentences for Said specs of SCI0 games: for each spec a short one that triggers it, so
 * that what a game listens to can be tested, or found to be out of reach.
 *
 * Source: sci0-formats 3, 4; formats/sci0/README.md, "Coverage".
 */
#ifndef EXHUME_SCI0_COVERAGE_H
#define EXHUME_SCI0_COVERAGE_H

#include "sci0_parser.h"
#include "sci0_said.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI0_COVERAGE_FILLERS = 16,
	EXH_SCI0_COVERAGE_WORDS = 8, /* of a sentence, at most */
};

/* A word that can be typed: letters and digits, found as it stands. */
struct exh_sci0_typed_word {
	struct exh_bytes text;
	uint16_t class_mask, group;
};

/* Made by exh_sci0_coverage_open, and only read from then on: threads may share it. */
struct exh_sci0_coverage {
	const struct exh_sci0_parser *parser;
	struct exh_sci0_typed_word *words; /* by group, then of different classes */
	size_t word_count;
	/* Up to two for each class, of different groups: what stands where a spec says
	 * nothing. */
	struct exh_sci0_typed_word fillers[2 * EXH_SCI0_COVERAGE_FILLERS];
	size_t filler_count;
	struct exh_sci0_typed_word
		number; /* that is no word; of no text if there is none */
	uint8_t digits[8];
};

/* It keeps the parser, which has a lexicon, and must not be moved. EXH_NO_MEMORY. */
EXH_API enum exh_status exh_sci0_coverage_open(const struct exh_sci0_parser *parser,
					       struct exh_arena *arena,
					       struct exh_sci0_coverage *out,
					       struct exh_error *err);

enum exh_sci0_coverage_result {
	EXH_SCI0_COVERAGE_FOUND,
	EXH_SCI0_COVERAGE_NONE,	   /* no sentence of most_words or less does it */
	EXH_SCI0_COVERAGE_GAVE_UP, /* most_tries sentences did not do it */
};

struct exh_sci0_coverage_options {
	/* 1 to EXH_SCI0_COVERAGE_WORDS; of a spec that demands as many or more, one more
	 * than these. */
	size_t most_words;
	size_t most_tries;
};

/* What a search needs, and what came of it. Too large for a variable of a function. */
struct exh_sci0_coverage_search {
	enum exh_sci0_coverage_result result;
	struct exh_sci0_typed_word words[EXH_SCI0_COVERAGE_WORDS]; /* of the sentence */
	size_t word_count;
	size_t most_words; /* that were looked at */
	size_t tries;
	/* EXH_SCI0_COVERAGE_NONE: a group of the spec of which no word can be typed,
	 * without which it can't match; 0: not for that. */
	uint16_t missing_group;

	/* Private. */
	struct exh_sci0_sentence sentence;
	struct exh_sci0_said_input input;
	struct exh_sci0_node nodes[EXH_SCI0_TREE_NODES];
};

/*
 * Searches a sentence for a spec, the shortest of those that are looked at. What the
 * words of the spec and one word for each class that it does not name can make is looked
 * at, in any order: of a group one word of each class, and of alternatives the same.
 * Fails as exh_sci0_said_tree and exh_sci0_said_prepare do.
 */
EXH_API enum exh_status
exh_sci0_coverage_search(const struct exh_sci0_coverage *coverage, struct exh_bytes code,
			 const struct exh_sci0_coverage_options *options,
			 struct exh_arena *arena, struct exh_sci0_coverage_search *search,
			 struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
