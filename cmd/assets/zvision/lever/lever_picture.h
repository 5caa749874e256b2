/*
 * A lever's pictures: the frames that a drag shows, scaled as the engine does it, and
 * what each position looks like with its rectangle and the ways that lead from it.
 */
#ifndef CMD_ASSETS_ZVISION_LEVER_LEVER_PICTURE_H
#define CMD_ASSETS_ZVISION_LEVER_LEVER_PICTURE_H

#include "assets/zvision/video/rlf_source.h"
#include "lever_drag.h"
#include "lever_file.h"
#include "media/sequence/sequence_source.h"

struct lever_picture {
	const struct lever_file *file;
	struct rlf_source *rlf;
	bool transpose;			/* rows are columns in the animation */
	const struct exh_zv_drag *drag; /* NULL: a picture for each position */
	size_t width, height;		/* of the frame as it is drawn */
	/* What is shown: a part of the window. */
	int64_t left, top;
	size_t canvas_width, canvas_height;
	uint16_t *canvas;
	struct exh_image overlay; /* enum ink */
	bool stated;		  /* that a frame is not there */
};

/* file, rlf, transpose and drag are set, all else is 0. False: the report has why. What
 * was begun is always to be freed. */
bool lever_picture_begin(struct lever_picture *picture, struct report *report);
void lever_picture_free(struct lever_picture *picture);

/* For sequence_write. */
struct sequence_source lever_picture_source(struct lever_picture *picture);

#endif
