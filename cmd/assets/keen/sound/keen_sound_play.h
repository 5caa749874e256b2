/* Effects and songs of an archive as samples. */
#ifndef CMD_ASSETS_KEEN_SOUND_KEEN_SOUND_PLAY_H
#define CMD_ASSETS_KEEN_SOUND_KEEN_SOUND_PLAY_H

#include "assets/song/song.h"

#include <exhume/keen_audio.h>

/* Options for sounds. All zeros: as WAV files of 44100 Hz. */
struct keen_sound_options {
	struct sound_settings sound;
	struct exh_keen_imf_rate tick_rate; /* of music; numerator 0: to be found */
	unsigned format;		    /* enum sound_format */
	bool naive;	   /* the speaker's wave as it is at each sample */
	bool extract;	   /* chunks as they are, too */
	unsigned imf_type; /* of extracted music: enum keen_imf_type */
};

enum keen_imf_type { KEEN_IMF_STORED, KEEN_IMF_0, KEEN_IMF_1 };

/* What is played; each has its own. */
union keen_sound_player {
	struct keen_speaker_player {
		const struct exh_keen_effect *effect;
		struct exh_keen_speaker_cursor cursor;
		uint32_t rate_hz;
		unsigned clocks;   /* a sample; 0: as many as make the rate, one by one */
		uint64_t position; /* of the next sample, if they are made one by one */
	} speaker;
	struct keen_adlib_player {
		const struct exh_keen_effect *effect;
		struct exh_keen_effect_cursor cursor;
		struct exh_opl2_spacing spacing;
		struct exh_opl2_player player;
	} adlib;
	struct song_performance music;
};

struct sound_source keen_speaker_source(struct keen_speaker_player *player,
					const struct keen_sound_options *options,
					const struct exh_keen_effect *effect);
struct sound_source keen_adlib_source(struct keen_adlib_player *player,
				      const struct keen_sound_options *options,
				      const struct exh_keen_effect *effect);
struct sound_source keen_music_source(struct song_performance *performance,
				      const struct keen_sound_options *options,
				      const struct song *song);

#endif
