/* The work of exhume said-compile, without its command line. */
#ifndef CMD_ASSETS_SCI0_PARSE_SAID_COMPILE_H
#define CMD_ASSETS_SCI0_PARSE_SAID_COMPILE_H

#include "task/report.h"
#include "task/strings.h"
#include "task/work.h"

/* Whose reading of a spec's text. */
enum said_compiler {
	SAID_BY_EXHUME,
	SAID_BY_COMPANION,
};

struct said_compile_request {
	struct common common;
	const char *vocab, *specs, *numbers;
	struct strings decompile;
	unsigned format, words; /* enum said_format, enum sci_words_use */
	unsigned compiler;	/* enum said_compiler */
	bool tree, check, lenient;
	struct range *ranges;
	size_t range_count;
	char **operands;
	size_t operand_count;
	/* Of one run. */
	const char *file; /* that lines are of; NULL: operands */
};

/* input: a game or script with --script, else NULL or the file of specs. */
void said_compile_run_input(void *context, const char *input, const char *output,
			    struct report *report, json_t *result);

char *said_compile_output_for(void *context, const char *input, bool several);

#endif
