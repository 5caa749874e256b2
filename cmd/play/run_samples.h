/* Samples that an engine makes frame by frame, and the file of sound they become. */
#ifndef CMD_PLAY_RUN_SAMPLES_H
#define CMD_PLAY_RUN_SAMPLES_H

#include "engine.h"

#include <jansson.h>
#include <stdio.h>

/* All zeros: not open. */
struct run_samples {
	FILE *spool; /* a temporary file: how long it will be is known at the end */
	uint64_t frame_count, clipped_count;
	int32_t peak; /* before clipping */
};

/* False: the report has why. */
bool run_samples_open(struct run_samples *samples, struct report *report);

/* Those of the frame that the player has just made. */
enum exh_status run_samples_take(struct run_samples *samples,
				 const struct engine_type *type, void *player,
				 struct exh_error *err);

/* Writes all of them to a WAV file, and what was written into result. False: the report
 * has why. */
bool run_samples_write(struct run_samples *samples, const char *path,
		       struct report *report, json_t *result);

void run_samples_close(struct run_samples *samples);

#endif
