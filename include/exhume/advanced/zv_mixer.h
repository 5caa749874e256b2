/*
 * The sound mixer of the ZVision engine: music, effects and videos, mixed tick by tick.
 *
 * Samples: 44100 per second, left and right, in the range of 16 bits; the sum of several
 *          sounds may exceed it.
 * Time:    a tick's samples cover the time for which its picture is shown. Computed in
 *          integers only, except for the direction of a sound.
 * Source:  zvision 4, 11 and 14; formats/engine/zvision/README.md, "Sound".
 */
#ifndef EXHUME_ADVANCED_ZV_MIXER_H
#define EXHUME_ADVANCED_ZV_MIXER_H

#include "zv_engine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_ZV_MIXER_RATE = 44100,
	EXH_ZV_MIXER_FRAMES = 1456, /* frames (pairs of samples) in a tick, at most */
};

/* Cache of the decoded sounds that play; all other state is in the engine. */
struct exh_zv_mixer;

/* Makes a mixer. NULL: out of memory. */
EXH_API struct exh_zv_mixer *exh_zv_mixer_new(void);
EXH_API void exh_zv_mixer_free(struct exh_zv_mixer *mixer);

/* Returns the number of frames (pairs of samples) in the first ticks of a game. */
EXH_API uint64_t exh_zv_mixer_length(uint64_t ticks);

/*
 * Mixes the engine's last tick: fills samples with up to EXH_ZV_MIXER_FRAMES frames of
 * two samples, left first, and returns the number of frames. Sounds for which there is no
 * memory are left out, and *failed becomes true.
 */
EXH_API size_t exh_zv_mixer_tick(struct exh_zv_mixer *mixer,
				 const struct exh_zv_engine *engine, int32_t *samples,
				 bool *failed);

#ifdef __cplusplus
}
#endif

#endif
