/*
 * The frames of an animation or a picture: PNG, APNG and, where the build found libgif,
 * GIF. Each is the whole picture as it is shown, in colours with alpha.
 */
#ifndef CMD_MEDIA_PICTURE_ANIMATION_READ_H
#define CMD_MEDIA_PICTURE_ANIMATION_READ_H

#include "animation_frame.h"

/*
 * Each frame, in its order, goes to the taker. EXH_INVALID if it is neither PNG nor GIF,
 * or damaged; EXH_LIMIT for more than limit pixels a frame; EXH_UNSUPPORTED for GIF
 * without libgif.
 */
enum exh_status animation_read(struct exh_bytes in, size_t limit,
			       const struct animation_taker *taker,
			       struct exh_error *err);

#endif
