/* The work of exhume keen-run, without its command line. */
#ifndef CMD_PLAY_KEEN_KEEN_RUN_JOB_H
#define CMD_PLAY_KEEN_KEEN_RUN_JOB_H

#include "assets/song/song_request.h"
#include "play/keen/keen_run.h"
#include "play/run_outputs.h"
#include "task/report.h"

enum { OUTPUT_PATHS = RUN_OUTPUT_PATHS + 2 };

/*
 * The command line.
 */

struct keen_run_request {
	struct keen_run_options options; /* first: all but check take it for all */
	struct sound_options sound;
};

void keen_run_list_outputs(const struct keen_run_options *options,
			   const char *paths[OUTPUT_PATHS]);

/* How many go to standard output. */
size_t keen_run_standard_count(const struct keen_run_options *options);

void keen_run_run_folder(void *context, const char *input, const char *output,
			 struct report *report, json_t *result);

char *keen_run_output_for(void *context, const char *input, bool several);

#endif
