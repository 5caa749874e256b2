/*
 * A view out of animations and sheets: a cel for each frame, a loop for each animation.
 * For people who draw one anew, without a manifest.
 */
#ifndef CMD_ASSETS_SCI0_VIEW_VIEW_FRAMES_H
#define CMD_ASSETS_SCI0_VIEW_VIEW_FRAMES_H

#include "task/report.h"
#include "view_reading.h"

/* Transparent borders are cut off. A loop that shows the cels of an earlier one, as they
 * are or mirrored, shares them. False: reported. */
bool view_frames_read(struct view_frames *frames,
		      const struct view_frames_request *request, struct report *report);
void view_frames_free(struct view_frames *frames);

#endif
