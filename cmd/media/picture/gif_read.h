/* GIF files of any version, by libgif, frame by frame. */
#ifndef CMD_MEDIA_PICTURE_GIF_READ_H
#define CMD_MEDIA_PICTURE_GIF_READ_H

#include "animation_frame.h"

/* It starts with the signature of GIF files. */
bool gif_is(struct exh_bytes in);

/*
 * Each frame, in its order, goes to the taker, as animation_read says. What a frame does
 * not draw is transparent, whatever the background colour is, as browsers have it.
 */
enum exh_status gif_read(struct exh_bytes in, size_t limit,
			 const struct animation_taker *taker, struct exh_error *err);

/* Of libgif; NULL: the build did not find it. */
const char *gif_read_version(void);

#endif
