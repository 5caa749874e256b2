/* The work of exhume vocab-dump, without its command line. */
#ifndef CMD_ASSETS_SCI0_VOCAB_VOCAB_DUMP_H
#define CMD_ASSETS_SCI0_VOCAB_VOCAB_DUMP_H

#include "assets/sci0/text/text_encoding.h"
#include "assets/sci0/vocab/vocab_load.h"
#include "assets/sci0/vocab/vocab_query.h"
#include "task/report.h"
#include "task/strings.h"
#include "task/work.h"

enum { FORMAT_AUTO, FORMAT_TEXT, FORMAT_JSON, FORMAT_TSV };

struct vocab_dump_request {
	struct common common;
	unsigned format;
	bool tsv;
	struct strings kinds;
	struct vocab_wish wish;
	const char *encoding_name;
	struct text_encoding encoding;
	struct vocab_queries queries;
	bool several;
};

bool vocab_dump_has_queries(const struct vocab_dump_request *request);

void vocab_dump_run_input(void *context, const char *input, const char *output,
			  struct report *report, json_t *result);

bool vocab_dump_add_kind(unsigned *kinds, const char *name);

char *vocab_dump_output_for(void *context, const char *input, bool several);

#endif
