/* The work of exhume png2rlf, without its command line. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_PNG2RLF_H
#define CMD_ASSETS_ZVISION_VIDEO_PNG2RLF_H

#include "assets/zvision/rooms.h"
#include "media/picture/png_read_555.h"
#include "task/report.h"
#include "task/values.h"
#include "task/work.h"

struct png2rlf_request {
	struct common common;
	unsigned dither, transpose;
	struct strings data; /* folders with scripts */
	struct rooms *rooms;
	const char *background_text;
	struct exh_color background;
	struct given_real time; /* milliseconds a frame */
	unsigned key_step;	/* a key frame at least so often; 0: the first one only */
	const char *info;	/* what rlf2png --json said of another one; may be NULL */
	char *const *paths;
	size_t path_count;
};

void png2rlf_run(void *context, const char *input, const char *output,
		 struct report *report, json_t *result);

#endif
