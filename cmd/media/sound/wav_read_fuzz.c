/*
 * Any file as WAV: it is refused with a reason, or has a rate, channels, and no more
 * samples than bytes.
 *
 * Input: a file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "sound.h"

#include <assert.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	struct sound_samples sound;

	if (wav_read((struct exh_bytes){ data, size, 0 }, &sound, &notes, &err))
		assert(err.status && err.text[0]);
	else
		assert(sound.rate_hz && sound.channel_count >= 1 &&
		       sound.channel_count <= 2 &&
		       sound.frame_count * sound.channel_count <= size);
	free(sound.samples);
	exh_arena_free(&arena);
	return 0;
}
