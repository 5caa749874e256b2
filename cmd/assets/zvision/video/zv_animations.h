/* RLF animations as assets. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_ZV_ANIMATIONS_H
#define CMD_ASSETS_ZVISION_VIDEO_ZV_ANIMATIONS_H

#include "assets/zvision/zv_source.h"
#include "rlf_source.h"

struct zv_animation_options {
	unsigned transpose;  /* enum transpose */
	struct rooms *rooms; /* of a file by itself; NULL: none are known */
	bool as_gif;	     /* not APNG */
};

/*
 * Each becomes an APNG or a GIF. The thing is a struct rlf_source. That of a file by
 * itself is open, to be read frame by frame; of a game's, which are many, all frames were
 * decoded once to find damage, and its file is closed.
 */
extern const struct asset_kind zv_animation_kind;

#endif
