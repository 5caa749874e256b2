/* What a run writes to its sound device, and the file of sound it becomes. */
#ifndef CMD_PLAY_RUN_SOUND_H
#define CMD_PLAY_RUN_SOUND_H

#include "media/sound/sound_out.h"
#include "task/report.h"

#include <exhume/engine.h>

/* Of a track that is all zeros: nothing was written yet. */
struct run_sound {
	unsigned clocks; /* of the PC's timer, in a service of the engine */
	struct exh_audio_track track;
};

/* Would a WAV file hold what sounds until that service of the engine? */
bool run_sound_fits(const struct run_sound *sound, uint64_t end_service,
		    const struct sound_shape *shape);

/* Writes so many services of it to a file, and what was written into result. False: the
 * report has why. */
bool run_sound_write(const struct run_sound *sound, uint64_t services, const char *path,
		     const struct sound_shape *shape, struct report *report,
		     json_t *result);

#endif
