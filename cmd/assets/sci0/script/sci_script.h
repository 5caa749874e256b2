/* The work of exhume sci-script, without its command line. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCI_SCRIPT_H
#define CMD_ASSETS_SCI0_SCRIPT_SCI_SCRIPT_H

#include "task/ranges.h"
#include "task/report.h"
#include "task/strings.h"

enum { SCI_SCRIPT_AUTO, SCI_SCRIPT_TEXT, SCI_SCRIPT_JSON, SCI_SCRIPT_DOT };

struct sci_script_request {
	struct common common;
	bool disasm; /* the default */
	bool classes;
	const char *assemble;
	struct strings scripts;
	struct range *numbers;
	size_t number_count;
	const char *names, *object, *method;
	unsigned format, words; /* words: enum sci_words_use */
	bool is_plain, bare;
};

void sci_script_run_input(void *context, const char *input, const char *output,
			  struct report *report, json_t *result);

/* Where the output of an input goes; to be freed. */
char *sci_script_output_for(void *context, const char *input, bool several);

#endif
