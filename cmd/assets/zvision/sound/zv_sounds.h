/* Sounds without a header (.raw, .src, .ifp) as assets. */
#ifndef CMD_ASSETS_ZVISION_SOUND_ZV_SOUNDS_H
#define CMD_ASSETS_ZVISION_SOUND_ZV_SOUNDS_H

#include "assets/zvision/zv_source.h"

#include <exhume/zvision.h>

struct zv_sound_options {
	unsigned game, packing; /* how they are chosen; 0: by the name */
	unsigned rate_hz, channel_count;
	struct exh_zv_sound_votes votes; /* of the names that are converted together */
	unsigned format;		 /* enum sound_format, not SOUND_AUTO */
};

/* For OPT_CHOICE. */
extern const char *const zv_sound_games[], *const zv_sound_packings[];

/* The thing of an asset: how it is taken, and why. */
struct zv_sound {
	struct exh_zv_sound sound;
	const char *reason; /* static */
	uint64_t frame_count;
};

const char *zv_packing_name(enum exh_zv_packing packing);

/* A kind's open: the decoder's tables become what its assets share. */
bool zv_sounds_open(const void *options, struct assets *assets, struct report *report);

/* Each becomes a sound file. Options are a struct zv_sound_options. */
extern const struct asset_kind zv_sound_kind;

#endif
