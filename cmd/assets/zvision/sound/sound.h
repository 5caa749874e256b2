/* Sounds. */
#ifndef CMD_ASSETS_ZVISION_SOUND_SOUND_H
#define CMD_ASSETS_ZVISION_SOUND_SOUND_H

#include "assets/zvision/zv.h"
#include "task/report.h"
#include "task/work.h"

#include <exhume/zvision.h>

/*
 * Sounds without a header (.raw, .src, .ifp) as assets.
 */

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

/*
 * The work of exhume raw2wav, without its command line.
 */

struct raw2wav_request {
	struct common common;
	struct zv_sound_options options;
};

void raw2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

/* Of c000h01q.raw c000h01q.wav, and of a patch of the same name c000h01q.src.wav. */
char *raw2wav_output_for(void *context, const char *input, bool several);

/*
 * The work of exhume wav2raw, without its command line.
 */

struct wav2raw_request {
	struct common common;
	unsigned game, packing; /* as in zv_sound_games, zv_sound_packings */
	struct exh_zork_adpcm adpcm;
};

void wav2raw_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

/* Of what was packed, how much louder the sound is than its error, in dB; infinite if
 * there is none. */
double zv_sound_quality(const struct exh_zork_adpcm *adpcm, unsigned channel_count,
			const int16_t *samples, const uint8_t *bytes, size_t count);

#endif
