/* The work of exhume sci-run, without its command line. */
#ifndef CMD_PLAY_SCI0_SCI_RUN_JOB_H
#define CMD_PLAY_SCI0_SCI_RUN_JOB_H

#include "play/run_outputs.h"
#include "sci_run.h"

/* All files that a run may write; NULL: not this one. */
enum { SCI_RUN_OUTPUT_PATHS = RUN_OUTPUT_PATHS + 3 };
void sci_run_list_outputs(const struct sci_run_options *options,
			  const char *paths[SCI_RUN_OUTPUT_PATHS]);

/* How many outputs go to standard output. */
size_t sci_run_standard_count(const struct sci_run_options *options);

/* For assets/convert.h; the context is a struct sci_run_options. */
void sci_run_run_game(void *context, const char *input, const char *output,
		      struct report *report, json_t *result);
char *sci_run_output_for(void *context, const char *input, bool several);

#endif
