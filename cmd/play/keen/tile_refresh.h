/* The work of exhume tile-refresh, without its command line. */
#ifndef CMD_PLAY_KEEN_TILE_REFRESH_H
#define CMD_PLAY_KEEN_TILE_REFRESH_H

#include "play/keen/keen_run.h"
#include "task/report.h"

struct tile_refresh_tile_options {
	struct keen_run_options run;
	const char *tsv;
	bool full; /* the third way, too */
	unsigned width, height;
};

void tile_refresh_measure_folder(void *context, const char *input, const char *output,
				 struct report *report, json_t *result);

char *tile_refresh_output_for(void *context, const char *input, bool several);

#endif
