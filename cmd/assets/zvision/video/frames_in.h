/* Frames that become an animation: PNG files, APNG files and sheets, one after the other.
 */
#ifndef CMD_ASSETS_ZVISION_VIDEO_FRAMES_IN_H
#define CMD_ASSETS_ZVISION_VIDEO_FRAMES_IN_H

#include "media/picture/png_read_555.h"
#include "task/report.h"

struct frame_in {
	uint16_t *pixels;
	uint32_t tenths; /* of a millisecond that it is shown; 0: not known */
};

struct frames_in {
	size_t width, height; /* pixels of all frames */
	struct frame_in *frames;
	size_t count, capacity;
	size_t inexact_count; /* pixels whose colour had to change */
};

/*
 * Appends the frames of paths in their order; a path that ends with .json is that of a
 * sheet. False: the report has why. To be freed, even then.
 */
bool frames_in_read(struct frames_in *in, const struct png_555_rules *rules,
		    char *const *paths, size_t count, struct report *report);

/*
 * Tenths of a millisecond a frame that fit all that were given: given (0: to be found),
 * or the greatest time of which each frame's is a multiple, or otherwise if no time is
 * known.
 */
uint32_t frames_in_time(const struct frames_in *in, uint32_t given, uint32_t otherwise);

/* How often a frame is shown in a row; at least once. */
size_t frames_in_times(const struct frame_in *frame, uint32_t tenths);

/* Is its own time, if known, that of so many? Times may be rounded to milliseconds. */
bool frames_in_fits(const struct frame_in *frame, uint32_t tenths);

/* Rows become columns. False when out of memory. */
bool frames_in_turn(struct frames_in *in);

void frames_in_free(struct frames_in *in);

#endif
