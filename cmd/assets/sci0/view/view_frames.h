/*
 * A view out of animations and sheets: a cel for each frame, a loop for each animation.
 * For people who draw one anew, without a manifest.
 */
#ifndef CMD_ASSETS_SCI0_VIEW_VIEW_FRAMES_H
#define CMD_ASSETS_SCI0_VIEW_VIEW_FRAMES_H

#include "task/report.h"

#include <exhume/sci0_view.h>

struct view_frames_request {
	char *const *paths; /* PNG, APNG or GIF files; .json: of a sheet */
	size_t path_count;
	unsigned scale; /* of the pictures; 0: not given, what a sheet states, else 1 */
	bool quantize;	/* take the nearest colour, where there is not the very one */
	bool has_origin;
	int origin_x, origin_y; /* the object's place in each picture, before its scale is
				 * taken away; else its middle and bottom */
};

/* What was found, in memory of its own; always to be freed. */
struct view_frames {
	struct exh_arena arena;
	struct exh_sci0_loop_source *loops; /* some may share the cels of others */
	size_t loop_count, cel_count;
};

/* Transparent borders are cut off. A loop that shows the cels of an earlier one, as they
 * are or mirrored, shares them. False: reported. */
bool view_frames_read(struct view_frames *frames,
		      const struct view_frames_request *request, struct report *report);
void view_frames_free(struct view_frames *frames);

#endif
