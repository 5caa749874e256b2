/*
 * Sentences for Said specs of SCI0 games: for each spec a short one that triggers it, to
 * test what a game reacts to, or to find that it is unreachable.
 *
 * Source: sci0-formats 3, 4; formats/sci/README.md, "Coverage".
 */
#ifndef EXHUME_ADVANCED_SCI_COVERAGE_H
#define EXHUME_ADVANCED_SCI_COVERAGE_H

#include "sci_parser.h"
#include "sci_said.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_COVERAGE_FILLERS = 16,
	EXH_SCI_COVERAGE_WORDS = 8, /* words in a sentence, at most */
};

/* A word that can be typed: letters and digits, found without suffix rules. */
struct exh_sci_typed_word {
	struct exh_bytes text;
	uint16_t class_mask, group; /* bits of the class, and group */
};

/* Index of words. Filled by exh_sci_coverage_open, then only read: threads may share
 * it. */
struct exh_sci_coverage {
	const struct exh_sci_parser *parser;
	struct exh_sci_typed_word *words; /* sorted by group, then by class */
	size_t word_count;
	/* Words for places where a spec has no condition: up to two for each class, of
	 * different groups. */
	struct exh_sci_typed_word fillers[2 * EXH_SCI_COVERAGE_FILLERS];
	size_t filler_count;
	/* A number that is not a word; empty text: none. */
	struct exh_sci_typed_word number;
	uint8_t digits[8];
};

/* Makes the index. It borrows the parser, which must have a lexicon and must not be
 * moved. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_coverage_open(const struct exh_sci_parser *parser,
						  struct exh_arena *arena,
						  struct exh_sci_coverage *out,
						  struct exh_error *err);

/* Result of a search. */
enum exh_sci_coverage_result {
	EXH_SCI_COVERAGE_FOUND,
	EXH_SCI_COVERAGE_NONE,	  /* no sentence of up to most_words words matches */
	EXH_SCI_COVERAGE_GAVE_UP, /* most_tries sentences did not match */
};

/* Limits of a search. */
struct exh_sci_coverage_options {
	/* 1 to EXH_SCI_COVERAGE_WORDS; raised by one for a spec that needs as many
	 * words or more. */
	size_t most_words;
	size_t most_tries;    /* sentences */
	uint64_t reserved[4]; /* 0: room to grow */
};

/* State and result of a search. Too large for the stack. */
struct exh_sci_coverage_search {
	enum exh_sci_coverage_result result;
	/* Words of the sentence. */
	struct exh_sci_typed_word words[EXH_SCI_COVERAGE_WORDS];
	size_t word_count; /* words that are used */
	size_t most_words; /* length up to which sentences were tried */
	size_t tries;
	/* EXH_SCI_COVERAGE_NONE: a group of the spec that it needs and of which no
	 * word can be typed; 0: another reason. */
	uint16_t missing_group;

	/* Private. */
	struct exh_sci_sentence sentence;
	struct exh_sci_said_input input;
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
};

/*
 * Searches the shortest sentence for a spec. It tries all orders of the words of the spec
 * and one word for each class that the spec does not name. A group, and each alternative,
 * gives one word of each class. Fails as exh_sci_said_tree and exh_sci_said_prepare do.
 */
EXH_CHECKED enum exh_status
exh_sci_coverage_search(const struct exh_sci_coverage *coverage, struct exh_bytes code,
			const struct exh_sci_coverage_options *options,
			struct exh_arena *arena, struct exh_sci_coverage_search *search,
			struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
