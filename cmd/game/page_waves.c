/* Sounds as waves. */
#include "game.h"

#include "media/sound/sound.h"
#include "task/json.h"

#include <stdlib.h>

enum { COLUMNS = 800 };

struct peak {
	int least, most;
};

static struct peak peak_of(const int16_t *samples, size_t count)
{
	struct peak peak = { samples[0], samples[0] };

	for (size_t i = 1; i < count; i++) {
		peak.least = samples[i] < peak.least ? samples[i] : peak.least;
		peak.most = samples[i] > peak.most ? samples[i] : peak.most;
	}
	return peak;
}

static json_t *peaks_of(const struct wav_sound *sound)
{
	const size_t count = sound->frame_count < COLUMNS ? sound->frame_count : COLUMNS;
	uint8_t bytes[2 * COLUMNS];

	for (size_t i = 0; i < count; i++) {
		const size_t first = sound->frame_count * i / count;
		const size_t end = sound->frame_count * (i + 1) / count;
		const struct peak peak =
			peak_of(sound->samples + first * sound->channel_count,
				(end - first) * sound->channel_count);

		bytes[2 * i] = (uint8_t)((peak.least + 32768) >> 8);
		bytes[2 * i + 1] = (uint8_t)((peak.most + 32768) >> 8);
	}
	return json_hex((struct exh_bytes){ bytes, 2 * count, 0 });
}

json_t *page_waves(struct exh_bytes wav, const char *name)
{
	struct exh_notes notes = { 0 };
	struct exh_arena arena = { .limit = 1 << 16 };
	struct wav_sound sound;
	json_t *out = NULL;

	notes.arena = &arena;
	if (wav_read(wav, &sound, &notes, NULL))
		return NULL;
	if (sound.frame_count && sound.rate_hz) {
		out = json_object();
		json_set_text(out, "file", name);
		json_object_set_new(out, "seconds",
				    json_real((double)sound.frame_count / sound.rate_hz));
		json_object_set_new(out, "peaks", peaks_of(&sound));
	}
	free(sound.samples);
	exh_arena_free(&arena);
	return out;
}
