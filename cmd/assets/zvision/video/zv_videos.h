/* AVI videos as assets. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_ZV_VIDEOS_H
#define CMD_ASSETS_ZVISION_VIDEO_ZV_VIDEOS_H

#include "assets/zvision/zv_source.h"

struct zv_video_options {
	unsigned sound_format; /* enum sound_format */
	bool as_gif;	       /* pictures; not APNG */
};

/*
 * The sound becomes a WAV or a FLAC file, uncompressed pictures an APNG or a GIF; codecs
 * that are not decoded are noted. They are read piece by piece.
 */
extern const struct asset_kind zv_video_kind;

#endif
