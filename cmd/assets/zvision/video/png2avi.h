/* The work of exhume png2avi, without its command line. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_PNG2AVI_H
#define CMD_ASSETS_ZVISION_VIDEO_PNG2AVI_H

#include "frames_in.h"
#include "task/work.h"

enum png2avi_packing { PNG2AVI_ADPCM, PNG2AVI_PCM };

struct png2avi_request {
	struct common common;
	struct frames_request frames;
	const char *sound; /* a WAV file; may be NULL */
	unsigned packing;  /* enum png2avi_packing */
};

void png2avi_run(void *context, const char *input, const char *output,
		 struct report *report, json_t *result);

#endif
