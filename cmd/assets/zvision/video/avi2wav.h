/* The work of exhume avi2wav, without its command line. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_AVI2WAV_H
#define CMD_ASSETS_ZVISION_VIDEO_AVI2WAV_H

#include "task/report.h"
#include "task/work.h"

#include <exhume/codec.h>

struct avi2wav_request {
	struct common common;
	unsigned stream, format;
	bool list;
	struct exh_zork_adpcm adpcm;
};

void avi2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

char *avi2wav_output_for(void *context, const char *input, bool several);

#endif
