/* What a run writes to its sound device, as a log of a chip's registers or as MIDI. */
#ifndef CMD_PLAY_RUN_LOG_H
#define CMD_PLAY_RUN_LOG_H

#include "engine.h"
#include "run_sound.h"

/* Does the name end as a log that can hold this device's writes? */
bool run_log_fits(const char *path, enum exh_audio_device device);

/* So many services of it: AdLib's writes, or the Tandy's if there are any. False: the
 * report has why. */
bool run_log_write(const struct run_sound *sound, uint64_t services, const char *path,
		   struct report *report);
bool run_midi_write(const struct run_sound *sound, const struct engine_type *type,
		    uint64_t services, const char *path, struct report *report);

#endif
