/* Sounds. */
#ifndef CMD_ASSETS_ZVISION_SOUND_ZV_SOUND_H
#define CMD_ASSETS_ZVISION_SOUND_ZV_SOUND_H

#include "assets/convert.h"
#include "assets/zvision/zv.h"
#include "media/sound/sound.h"
#include "task/report.h"
#include "task/work.h"

#include <exhume/advanced/zvision.h>
#include <exhume/zvision.h>

/*
 * Sounds without a header (.raw, .src, .ifp) as assets.
 */

struct zv_sound_options {
	unsigned game, packing; /* choices of the options; 0: by the name */
	unsigned rate_hz, channel_count;
	/* Votes of the names that are converted together. */
	struct exh_zv_sound_votes votes;
	unsigned format; /* enum sound_format, not SOUND_AUTO */
};

/* For OPT_CHOICE. */
extern const char *const zv_sound_packings[];

/* Sound that an asset's thing points to: its format, and the reason for it. */
struct zv_sound {
	struct exh_zv_sound sound;
	const char *reason; /* static */
	uint64_t frame_count;
	double seconds;
};

/* Fields in the descriptions of a sound and of a packed sound. */
extern const struct fields zv_sound_fields, wav2raw_fields;

const char *zv_packing_name(enum exh_zv_packing packing);

/* Converts samples that are not packed, of 16 bits or of 8. */
void zv_samples_load(bool is_16_bit, const uint8_t *in, size_t count, int16_t *out);

/* A kind's open: its assets share the decoder's tables. */
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

/*
 * The work of exhume wav2raw, without its command line.
 */

struct wav2raw_request {
	struct common common;
	unsigned game, packing; /* as in zv_game_choices, zv_sound_packings */
	struct exh_zork_adpcm adpcm;
};

extern const struct converter wav2raw_converter;

/* Appends the packed samples. *quality is the signal-to-noise ratio of the packed sound
 * in dB; infinite if nothing is lost. */
enum exh_status zv_sound_pack(const struct sound_samples *wav,
			      enum exh_zv_packing packing,
			      const struct exh_zork_adpcm *adpcm, struct exh_writer *out,
			      double *quality, struct exh_error *err);

#endif
