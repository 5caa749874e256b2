/* The work of exhume avi2png, without its command line. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_AVI2PNG_H
#define CMD_ASSETS_ZVISION_VIDEO_AVI2PNG_H

#include "assets/zvision/rooms.h"
#include "media/sequence/frame_choice.h"
#include "media/sequence/sequence.h"
#include "task/report.h"
#include "task/work.h"

enum avi2png_smooth { SMOOTH_AUTO, SMOOTH_YES, SMOOTH_NO };

struct avi2png_request {
	struct common common;
	struct strings data; /* folders with scripts */
	struct sequence_options frames;
	struct frame_choice choice;
	const char *frames_text;
	unsigned stream, transpose, smooth;
	bool list;
	struct rooms *rooms;
};

void avi2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

char *avi2png_output_for(void *context, const char *input, bool several);

#endif
