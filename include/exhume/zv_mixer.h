/*
 * What is heard of ZVision's engine: music, effects and videos, mixed tick by tick.
 *
 * Samples: 44100 a second, left and right, 16 bits; sums of several sounds may be beyond.
 * Time:    a tick's samples are those of the time for which its picture is shown. All
 *          is reckoned in integers but where a sound comes from.
 * Source:  zvision 4, 11 and 14; formats/engine/zvision/README.md, "Sound".
 */
#ifndef EXHUME_ZV_MIXER_H
#define EXHUME_ZV_MIXER_H

#include "zv_engine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_ZV_MIXER_RATE = 44100,
	EXH_ZV_MIXER_FRAMES = 1456, /* of samples in a tick, at most */
};

/* Keeps the samples of what sounds, and nothing that is not in the engine. */
struct exh_zv_mixer;

/* NULL: out of memory. */
EXH_API struct exh_zv_mixer *exh_zv_mixer_new(void);
EXH_API void exh_zv_mixer_free(struct exh_zv_mixer *mixer);

/* Frames of samples in the first so many ticks of a game. */
EXH_API uint64_t exh_zv_mixer_length(uint64_t ticks);

/*
 * What sounds in the engine's last tick: fills up to EXH_ZV_MIXER_FRAMES frames of two
 * samples, and returns how many. Sounds for which there is no memory are left out, and
 * *failed becomes true.
 */
EXH_API size_t exh_zv_mixer_tick(struct exh_zv_mixer *mixer,
				 const struct exh_zv_engine *engine, int32_t *samples,
				 bool *failed);

#ifdef __cplusplus
}
#endif
#endif
