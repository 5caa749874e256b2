/* What readers of animations hand on. */
#ifndef CMD_MEDIA_PICTURE_ANIMATION_FRAME_H
#define CMD_MEDIA_PICTURE_ANIMATION_FRAME_H

#include "png.h"

struct animation_frame {
	struct png_picture picture;    /* without palette; borrowed while it is taken */
	uint16_t delay_num, delay_den; /* seconds; 0 / 0 of a picture that stands still */
};

struct animation_taker {
	/* A failure ends the reading. */
	enum exh_status (*take)(void *context, const struct animation_frame *frame,
				struct exh_error *err);
	void *context;
};

#endif
