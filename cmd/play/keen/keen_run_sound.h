/* What a run writes to its sound device, and the file of sound it becomes. */
#ifndef CMD_PLAY_KEEN_KEEN_RUN_SOUND_H
#define CMD_PLAY_KEEN_KEEN_RUN_SOUND_H

#include "media/sound/sound_out.h"
#include "task/report.h"

#include <exhume/engine.h>

/* All zeros except for the first: nothing was written yet. */
struct keen_sound {
	uint64_t first_service; /* of the engine, that is the start of the sound */
	struct exh_audio_write *writes;
	size_t count, capacity;
	bool failed; /* out of memory */
};

/* For exh_host.audio, by way of a context that has it. */
void keen_sound_take(struct keen_sound *sound, const struct exh_audio_write *write);

/* Would a WAV file hold what sounds until that service of the engine? */
bool keen_sound_fits(const struct keen_sound *sound, uint64_t end_service,
		     const struct sound_shape *shape);

/* So many services of it into a file, told of in result. False: the report has why. */
bool keen_sound_write(const struct keen_sound *sound, uint64_t services, const char *path,
		      const struct sound_shape *shape, struct report *report,
		      json_t *result);

void keen_sound_free(struct keen_sound *sound);

#endif
