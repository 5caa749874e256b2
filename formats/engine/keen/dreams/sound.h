/*
 * Sounds: who may interrupt whom, and the service of the timer's interrupt that plays
 * them. Source: keen-engine 11.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_SOUND_H
#define EXH_ENGINE_KEEN_DREAMS_SOUND_H

#include "exhume/keen_engine.h"

/* Those that the core asks for. Source: keen-engine 10, keen-formats 5.1. */
enum {
	SOUND_JUMP = 2,
	SOUND_LAND,
	SOUND_THROW,
	SOUND_POWER = 6, /* a flower is picked up */
	SOUND_POINTS,
	SOUND_BOMB,
	SOUND_FLOWER,	 /* an enemy becomes one ... */
	SOUND_NO_FLOWER, /* ... and is itself again */
	SOUND_ENTER_LEVEL,
	SOUND_DIE,
	SOUND_LEVEL_DONE,
	SOUND_NO_WAY, /* no key, nothing to throw */
	SOUND_HIT_HEAD,
	SOUND_TATER_SWING,
	SOUND_BOUNCE,
	SOUND_KEEN, /* a life */
	SOUND_OPEN_DOOR,
	SOUND_THROW_BOMB,
	SOUND_EXPLODE,
	SOUND_BOOBUS_GONE,
	SOUND_KEY,
	SOUND_GRAPE_SCREAM,
	SOUND_PLUMMET,
};

struct exh_keen_engine;

enum { SERVICES_PER_TICK = 2 };

struct sound {
	enum exh_audio_device device;
	uint64_t services; /* done so far */
	bool ready;	   /* the device was set up */
	bool resumed;	   /* by a loaded state, of which the device has heard nothing */
	uint16_t priority; /* of what is playing, else 0 */
	bool playing;
	uint8_t number, last; /* last: speaker, the byte that is on */
	uint32_t place;	      /* in its data */
};

/* Nothing is playing, and service 0 comes next. The writes that set the device up follow
 * within the first step that has to do with sound. */
void exh_keen_sound_start(struct exh_keen_engine *e, enum exh_audio_device device);
/* Asked for; heard if its priority is not below that of what is playing. */
void exh_keen_play_sound(struct exh_keen_engine *e, unsigned number);
/* A tick has passed: two services. The same with and without someone who listens. */
void exh_keen_sound_tick(struct exh_keen_engine *e);

#endif
