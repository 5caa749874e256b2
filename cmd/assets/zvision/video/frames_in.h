/* Frames that become an animation: PNG files, APNG files and sheets, one after the other.
 */
#ifndef CMD_ASSETS_ZVISION_VIDEO_FRAMES_IN_H
#define CMD_ASSETS_ZVISION_VIDEO_FRAMES_IN_H

#include "assets/zvision/rooms.h"
#include "media/picture/png_read_555.h"
#include "task/report.h"
#include "task/values.h"

/* Which frames, and how they are taken. */
struct frames_request {
	unsigned dither, transpose;
	struct strings data; /* folders with scripts */
	struct rooms *rooms;
	const char *background_text;
	struct exh_color background;
	struct given_real time; /* milliseconds a frame */
	char *const *paths;
	size_t path_count;
};

struct frame_in {
	uint16_t *pixels;
	uint32_t tenths; /* of a millisecond that it is shown; 0: not known */
};

struct frames_in {
	size_t width, height; /* pixels of all frames */
	struct frame_in *items;
	size_t count, capacity;
	size_t inexact_count; /* pixels whose colour had to change */
};

/*
 * Reads the frames of all paths in their order; a path that ends with .json is that of a
 * sheet. They are turned if the output is stored so. False: the report has why. To be
 * freed, even then.
 */
bool frames_in_read(struct frames_in *in, const struct frames_request *request,
		    const char *output, struct report *report);

/*
 * Tenths of a millisecond a frame that fit all that were given: given (0: to be found),
 * or the greatest time of which each frame's is a multiple, or otherwise if no time is
 * known.
 */
uint32_t frames_in_time(const struct frames_in *in, uint32_t given, uint32_t otherwise);

/* Warns of frames that are not shown for a multiple of the time. */
void frames_in_warn(const struct frames_in *in, uint32_t tenths, const char *path,
		    struct report *report);

/* How often a frame is shown in a row; at least once. */
size_t frames_in_times(const struct frame_in *frame, uint32_t tenths);

/* Is its own time, if known, that of so many? Times may be rounded to milliseconds. */
bool frames_in_fits(const struct frame_in *frame, uint32_t tenths);

void frames_in_free(struct frames_in *in);

#endif
