/* The work of exhume wav2raw, without its command line. */
#ifndef CMD_ASSETS_ZVISION_SOUND_WAV2RAW_H
#define CMD_ASSETS_ZVISION_SOUND_WAV2RAW_H

#include "task/report.h"
#include "task/work.h"

#include <exhume/zvision.h>

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
