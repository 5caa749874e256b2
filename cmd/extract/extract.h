/* The work of exhume extract, without its command line. */
#ifndef CMD_EXTRACT_EXTRACT_H
#define CMD_EXTRACT_EXTRACT_H

#include "request.h"
#include "task/report.h"

/* The games of an input into the folder output. */
void extract_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

#endif
