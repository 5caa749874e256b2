/* The work of exhume extract, without its command line. */
#ifndef CMD_EXTRACT_EXTRACT_H
#define CMD_EXTRACT_EXTRACT_H

#include "choice.h"
#include "task/report.h"

struct extract_request {
	struct common common;
	struct strings only, except;
	const char *formats, *max_size;
	bool dry_run;
	struct extract_choice choice; /* of the options above */
};

/* The games of an input into the folder output. */
void extract_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

#endif
