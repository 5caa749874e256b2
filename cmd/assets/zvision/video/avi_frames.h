/* The pictures of AVI files, of which any can be had. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_AVI_FRAMES_H
#define CMD_ASSETS_ZVISION_VIDEO_AVI_FRAMES_H

#include <exhume/avi.h>

struct avi_frames {
	const struct exh_source *source;     /* borrowed, as all that follows */
	const struct exh_avi_stream *stream; /* that exh_avi_can_draw */
	/* A frame has too few bytes, and is drawn as far as it goes; may be called again
	 * for the same frame. May be NULL. */
	void (*is_cut)(void *context, size_t frame, const struct exh_error *err);
	void *context;
	bool is_exact;	  /* no colours of those shown so far were reduced */
	uint8_t *data;	  /* of one frame */
	uint16_t *pixels; /* the picture of frame ... */
	size_t shown;	  /* ... this - 1; 0: zeros */
	uint16_t *turned; /* NULL: not wanted */
};

/* source to context are set, and zeros follow. */
void avi_frames_start(struct avi_frames *frames, bool is_turned);
void avi_frames_free(struct avi_frames *frames);

/* As they are shown. */
size_t avi_frames_width(const struct avi_frames *frames);
size_t avi_frames_height(const struct avi_frames *frames);

/* The picture of a frame; it stays until the next call. */
enum exh_status avi_frames_show(struct avi_frames *frames, size_t frame,
				const uint16_t **pixels, struct exh_error *err);

#endif
