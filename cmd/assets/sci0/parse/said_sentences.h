/* A short sentence for each Said spec of a game. */
#ifndef CMD_ASSETS_SCI0_PARSE_SAID_SENTENCES_H
#define CMD_ASSETS_SCI0_PARSE_SAID_SENTENCES_H

#include "parser_source.h"
#include "said_specs.h"

#include <exhume/sci0_coverage.h>

enum {
	SAID_SENTENCE_SIZE = EXH_SCI0_COVERAGE_WORDS * (EXH_SCI0_WORD_SIZE + 1),
	SAID_SENTENCE_WORDS = 4,      /* default of --most-words */
	SAID_SENTENCE_TRIES = 100000, /* default of --tries */
};

/* What came of a spec. */
struct said_sentence {
	enum exh_sci0_coverage_result result;
	uint16_t missing_group;
	size_t tries, most_words;
	char sentence[SAID_SENTENCE_SIZE]; /* ASCII */
	struct exh_error err;		   /* its status is not EXH_OK: why not */
};

/* One for each spec, in their order, to be freed; NULL, reported, when interrupted, or
 * when the words are more than fit the memory limit. */
struct said_sentence *said_sentences_find(const struct parser_source *source,
					  const struct said_specs *specs,
					  const struct exh_sci0_coverage_options *options,
					  struct report *report);

#endif
