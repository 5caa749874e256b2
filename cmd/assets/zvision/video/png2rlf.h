/* The work of exhume png2rlf, without its command line. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_PNG2RLF_H
#define CMD_ASSETS_ZVISION_VIDEO_PNG2RLF_H

#include "frames_in.h"
#include "task/work.h"

struct png2rlf_request {
	struct common common;
	struct frames_request frames;
	unsigned key_step; /* a key frame at least so often; 0: the first one only */
	const char *info;  /* what rlf2png --json said of another one; may be NULL */
};

void png2rlf_run(void *context, const char *input, const char *output,
		 struct report *report, json_t *result);

#endif
