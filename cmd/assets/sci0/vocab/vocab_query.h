/* What vocab-dump answers of words: how one is looked up, who is of a group, what is
 * near. */
#ifndef CMD_ASSETS_SCI0_VOCAB_VOCAB_QUERY_H
#define CMD_ASSETS_SCI0_VOCAB_VOCAB_QUERY_H

#include "task/report.h"
#include "task/strings.h"
#include "vocab_list.h"

enum vocab_format { VOCAB_TEXT, VOCAB_JSON, VOCAB_TABLE };

struct vocab_queries {
	struct strings words, groups, nearest;
};

/* words is of kind words; suffixes may be NULL. Adds to result as JSON, or to out.
 * What is wrong is reported, as of file. */
void vocab_answer(const struct vocab_queries *queries, const struct vocab *words,
		  const struct vocab *suffixes, enum vocab_format format,
		  struct vocab_writing *w, const char *file, struct exh_writer *out,
		  json_t *result, struct report *report);

#endif
