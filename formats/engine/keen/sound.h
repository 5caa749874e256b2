/*
 * Sounds: who may interrupt whom, and the service of the timer's interrupt that plays
 * them. Source: keen-engine 11.
 */
#ifndef EXH_ENGINE_KEEN_SOUND_H
#define EXH_ENGINE_KEEN_SOUND_H

#include "exhume/keen_engine.h"

enum { SOUND_LEVELDONE = 13 };

struct exh_keen_engine;

struct sound {
	enum exh_audio_device device;
	uint64_t services; /* done so far */
	uint16_t priority;
	bool playing;
	uint8_t number, last; /* last: speaker, the byte that is on */
	uint32_t place, left; /* in its data */
};

/* The device is silent; AdLib's registers are set. */
void sound_start(struct exh_keen_engine *e, enum exh_audio_device device);
/* Asked for; heard if its priority is not below that of what is playing. */
void play_sound(struct exh_keen_engine *e, unsigned number);
/* A tick has passed: two services. */
void sound_tick(struct exh_keen_engine *e);

#endif
