/* The work of exhume build, without its command line. */
#ifndef CMD_EXTRACT_BUILD_H
#define CMD_EXTRACT_BUILD_H

#include "task/report.h"

struct sandbox;

struct build_request {
	struct common common;
	const char *original; /* the folder of the game; NULL: as the index says */
};

/* The game of the folder input, as extract made it, into the folder output. */
void build_run_input(void *context, const char *input, const char *output,
		     struct report *report, json_t *result);

/* Adds the game that the folder came from, as its index has it. */
void build_reads(const char *folder, struct sandbox *sandbox);

char *build_output_for(void *context, const char *input, bool several);

#endif
