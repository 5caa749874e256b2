/* The work of exhume raw2wav, without its command line. */
#ifndef CMD_ASSETS_ZVISION_SOUND_RAW2WAV_H
#define CMD_ASSETS_ZVISION_SOUND_RAW2WAV_H

#include "task/report.h"
#include "task/work.h"
#include "zv_sounds.h"

struct raw2wav_request {
	struct common common;
	struct zv_sound_options options;
};

void raw2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

/* Of c000h01q.raw c000h01q.wav, and of a patch of the same name c000h01q.src.wav. */
char *raw2wav_output_for(void *context, const char *input, bool several);

#endif
