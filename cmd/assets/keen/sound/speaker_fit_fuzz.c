/*
 * Any samples as a sound for the speaker. What comes of it fits an effect, ends with a
 * tick of silence, and counts what it has.
 *
 * Input: u32 the rate less 1; then samples of 16 bits
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "sound.h"

#include "searching.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_FRAMES = SMALLER(1 << 8, 1 << 12),
	MOST_TICKS = SMALLER(1, 64),
	HEAD = 4,
	MAX_RATE = 384000
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int16_t samples[MOST_FRAMES];
	struct sound_samples wav = { .channel_count = 1, .samples = samples };
	struct speaker_fit fit;
	struct exh_error err = { 0 };

	if (size < HEAD || size > HEAD + sizeof samples)
		return 0;
	wav.rate_hz = 1 + ((uint32_t)data[0] | (uint32_t)data[1] << 8 |
			   (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24) %
				  MAX_RATE;
	wav.frame_count = (size - HEAD) / 2;
	memcpy(samples, data + HEAD, wav.frame_count * 2);
	if (speaker_fit(&wav, MOST_TICKS, &fit, &err)) {
		assert(err.status && err.text[0]);
	} else {
		assert(fit.count <= MOST_TICKS + 1 && fit.loud_count <= MOST_TICKS);
		assert(fit.unpitched_count * 2 <= fit.loud_count);
		assert(!fit.count ||
		       (!fit.bytes[fit.count - 1] && fit.bytes[fit.count - 2]));
		assert(isfinite(fit.rms_cents));
	}
	free(fit.bytes);
	return 0;
}
