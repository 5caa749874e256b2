/* What a run writes to its sound device, and the file of sound it becomes. */
#ifndef CMD_PLAY_RUN_SOUND_H
#define CMD_PLAY_RUN_SOUND_H

#include "media/sound/sound_out.h"
#include "task/report.h"

#include <exhume/engine.h>

/* All zeros except for the first two: nothing was written yet. */
struct run_sound {
	unsigned clocks;	/* of the PC's timer, in a service of the engine */
	uint64_t first_service; /* of the engine, that is the start of the sound */
	struct exh_audio_write *writes;
	size_t count, capacity;
	bool failed; /* out of memory */
};

/* For exh_host.audio, by way of a context that has it. */
void run_sound_take(struct run_sound *sound, const struct exh_audio_write *write);

/* Would a WAV file hold what sounds until that service of the engine? */
bool run_sound_fits(const struct run_sound *sound, uint64_t end_service,
		    const struct sound_shape *shape);

/* Writes so many services of it to a file, and what was written into result. False: the
 * report has why. */
bool run_sound_write(const struct run_sound *sound, uint64_t services, const char *path,
		     const struct sound_shape *shape, struct report *report,
		     json_t *result);

void run_sound_free(struct run_sound *sound);

#endif
