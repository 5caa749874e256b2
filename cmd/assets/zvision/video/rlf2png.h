/* The work of exhume rlf2png, without its command line. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_RLF2PNG_H
#define CMD_ASSETS_ZVISION_VIDEO_RLF2PNG_H

#include "media/sequence/frame_choice.h"
#include "media/sequence/sequence.h"
#include "task/report.h"
#include "task/work.h"
#include "zv_animations.h"

enum rlf2png_tristate { STATE_AUTO, STATE_YES, STATE_NO };

struct rlf2png_request {
	struct common common;
	struct strings data; /* folders with scripts */
	struct sequence_options frames;
	struct frame_choice choice;
	const char *frames_text;
	struct zv_animation_options options;
	unsigned mirrored;
	bool list;
};

void rlf2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

char *rlf2png_output_for(void *context, const char *input, bool several);

#endif
