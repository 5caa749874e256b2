/* What the readers of pictures for a view share: they add loops and frames. */
#ifndef CMD_ASSETS_SCI0_VIEW_VIEW_FRAMES_PARTS_H
#define CMD_ASSETS_SCI0_VIEW_VIEW_FRAMES_PARTS_H

#include "media/picture/png.h"
#include "view_draw.h"
#include "view_frames.h"

/* A picture on its way to a cel. */
struct view_frame {
	struct png_picture picture;
	bool has_origin;
	int origin_x, origin_y; /* the object's place, before the scale is taken away */
	unsigned key;		/* that it should have; VIEW_NO_KEY: any */
};

struct view_reading {
	const struct view_frames_request *request;
	unsigned scale; /* of the file that is read */
	struct view_frames *out;
	struct shown_loop *loops;
	size_t loop_count, pixel_count;
};

/* EXH_LIMIT for too many. */
enum exh_status view_reading_begin(struct view_reading *r, struct exh_error *err);

/* To the loop that was begun last. */
enum exh_status view_reading_add(struct view_reading *r, const struct view_frame *frame,
				 struct exh_error *err);

/* A sheet, whose JSON is text: a loop for each of its own loops, or for each tag. False:
 * reported. */
bool view_reading_sheet(struct view_reading *r, const char *path, struct exh_bytes text,
			struct report *report);

#endif
