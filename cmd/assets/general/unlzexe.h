/* The work of exhume unlzexe, without its command line. */
#ifndef CMD_ASSETS_GENERAL_UNLZEXE_H
#define CMD_ASSETS_GENERAL_UNLZEXE_H

#include "task/report.h"
#include "task/work.h"

/* What the command line asks for. */
struct unlzexe_request {
	struct common common;
	unsigned pack;
};

char *unlzexe_output_for(void *context, const char *input, bool several);

void unlzexe_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

#endif
