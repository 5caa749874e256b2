/* The frames of an RLF animation as a sequence. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_RLF_FRAMES_H
#define CMD_ASSETS_ZVISION_VIDEO_RLF_FRAMES_H

#include "media/sequence/frame_source.h"
#include "rlf_source.h"

struct rlf_frames {
	struct rlf_source *rlf;
	const uint32_t *list; /* of the wanted frames; NULL: all */
	uint16_t *turned;     /* NULL: the picture is taken as it is stored */
};

/* Rows become columns; rlf is set. */
void rlf_frames_turn(struct rlf_frames *frames);

/* Of count frames; frames must outlive it. */
struct sequence_source rlf_frames_source(struct rlf_frames *frames, size_t count);

void rlf_frames_free(struct rlf_frames *frames);

#endif
