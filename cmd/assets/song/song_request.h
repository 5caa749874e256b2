/* How a song or an effect is played: as typed, and what that means. */
#ifndef CMD_ASSETS_SONG_SONG_REQUEST_H
#define CMD_ASSETS_SONG_SONG_REQUEST_H

#include "media/sound/render.h"

#include <exhume/keen_audio.h>

struct sound_options {
	/* As typed; NULL: not given. */
	const char *rate_text, *tail_text, *fade_text, *gain_text, *tick_text;
	const char *max_length_text;
	/* What that means. */
	struct sound_settings settings;
	struct exh_keen_imf_rate tick_rate; /* numerator 0: to be found */
};

#endif
