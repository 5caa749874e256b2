/* Pictures on their way to a view: their readers begin loops, and add frames. */
#ifndef CMD_ASSETS_SCI0_VIEW_VIEW_READING_H
#define CMD_ASSETS_SCI0_VIEW_VIEW_READING_H

#include "media/picture/png.h"
#include "view_draw.h"

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

/* A picture on its way to a cel. */
struct view_frame {
	struct png_picture picture;
	bool has_origin;
	int origin_x, origin_y; /* the object's place, before the scale is taken away */
	unsigned key;		/* that it should have; VIEW_NO_KEY: any */
	bool is_whole;		/* transparent borders are part of the cel */
};

struct view_reading {
	const struct view_frames_request *request;
	unsigned scale; /* of the file that is read */
	struct view_frames *out;
	struct shown_loop *loops;
	size_t loop_count, pixel_count;
};

/* To be ended; out is to be freed by itself. */
void view_reading_start(struct view_reading *r, const struct view_frames_request *request,
			struct view_frames *out);
void view_reading_end(struct view_reading *r);

/* A loop; EXH_LIMIT for too many. */
enum exh_status view_reading_begin(struct view_reading *r, struct exh_error *err);

/* To the loop that was begun last. */
enum exh_status view_reading_add(struct view_reading *r, const struct view_frame *frame,
				 struct exh_error *err);

/* A loop whose frames are all there becomes one of the view. */
enum exh_status view_reading_pack(struct view_reading *r, size_t number,
				  struct exh_error *err);

#endif
