/* The work of exhume zv-run, without its command line. */
#ifndef CMD_PLAY_ZVISION_ZV_RUN_JOB_H
#define CMD_PLAY_ZVISION_ZV_RUN_JOB_H

#include "play/run_outputs.h"
#include "zv_run.h"

enum { ZV_RUN_OUTPUT_PATHS = RUN_OUTPUT_PATHS + 1 };

void zv_run_list_outputs(const struct zv_run_options *options,
			 const char *paths[ZV_RUN_OUTPUT_PATHS]);
/* How many outputs go to standard output. */
size_t zv_run_standard_count(const struct zv_run_options *options);

/* For assets/convert.h; the context is a struct zv_run_options. */
void zv_run_run_game(void *context, const char *input, const char *output,
		     struct report *report, json_t *result);
char *zv_run_output_for(void *context, const char *input, bool several);

#endif
