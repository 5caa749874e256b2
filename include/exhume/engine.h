/*
 * The interface that all engine cores share. A core is a state machine that is stepped
 * frame by frame, in its own ticks, and passes its output to a host. It uses no files,
 * wall time or threads; the same calls produce the same bytes on every machine.
 *
 * Memory: what a sink receives is valid during the call.
 * Source: keen-engine 5, 6, 11.
 */
#ifndef EXHUME_ENGINE_H
#define EXHUME_ENGINE_H

#include "opl2.h"
#include "psg.h"

#ifdef __cplusplus
extern "C" {
#endif

struct exh_rect {
	uint16_t x, y, width, height; /* pixels */
};

/* A picture, as the monitor shows it. */
struct exh_frame {
	uint64_t number; /* from 0 */
	uint64_t tick;	 /* when it is first shown */
	uint32_t ticks;	 /* how long it is shown */
	struct exh_image image;
	const struct exh_palette *palette;
	/* All changes since the previous frame lie within these. */
	const struct exh_rect *dirty;
	size_t dirty_count;
};

enum exh_audio_device {
	EXH_AUDIO_NONE,
	EXH_AUDIO_SPEAKER, /* value: divisor of the PC's timer; 0: off */
	EXH_AUDIO_ADLIB,   /* value to OPL2 register reg */
	EXH_AUDIO_TANDY,   /* value: a byte to the SN76489 */
	/* An event: reg is its status, value its parameters, the first one in the lower
	   byte. The player does not play it. */
	EXH_AUDIO_MIDI,
};

/* A write to a sound device. */
struct exh_audio_write {
	uint64_t time; /* in the engine's services of sound, from 0 */
	enum exh_audio_device device;
	uint8_t reg;
	uint16_t value;
};

/*
 * Turns writes to sound devices into samples: mono, EXH_OPL2_RATE per second, all devices
 * mixed. Writes are fed in order, before the samples they affect. AdLib writes are spaced
 * as by exh_opl2_space; speaker writes are exact to the clock of the PC's timer. The
 * struct has no pointers: a copy is independent.
 */
enum { EXH_AUDIO_WAITING = 1024 };

struct exh_audio_queue {
	uint16_t first, count;
	struct exh_audio_item {
		uint64_t at; /* sample; of the speaker, clock */
		uint16_t value;
		uint8_t reg;
	} items[EXH_AUDIO_WAITING];
};

struct exh_audio_player {
	unsigned clocks;   /* of the PC's timer, a service */
	uint64_t position; /* of the next sample */
	struct exh_opl2 chip;
	uint64_t free;	  /* as exh_opl2_space_write's */
	uint64_t started; /* the speaker's wave: clock, ... */
	uint16_t divisor; /* ... 0: off */
	struct exh_psg tandy_chip;
	bool has_tandy; /* something was written to it */
	struct exh_audio_queue adlib, speaker, tandy;
};

/* clocks of the PC's timer (EXH_KEEN_EFFECT_CLOCKS) make a service of the engine. */
EXH_API void exh_audio_start(struct exh_audio_player *player, unsigned clocks);

/*
 * False if the queue is full: the write is not taken, and samples must be rendered first.
 * A caller that first renders the samples before each write's service never sees that,
 * unless an engine writes to AdLib EXH_AUDIO_WAITING times within a service. A late write
 * takes effect at once.
 */
EXH_API bool exh_audio_feed(struct exh_audio_player *player,
			    const struct exh_audio_write *write);

/* Samples from the start to a service, rounded down. */
EXH_API uint64_t exh_audio_length(const struct exh_audio_player *player,
				  uint64_t service);

/* The next count samples. */
EXH_API void exh_audio_render(struct exh_audio_player *player, int16_t *mono,
			      size_t count);

/*
 * What an engine writes, kept in order: of a step, or of a whole run. A host's audio sink
 * takes the writes; what they become is rendered after the step, or at the end.
 */
struct exh_audio_track {
	uint64_t first_service; /* of the engine: the sound's start */
	/* The track's own. Their times count from first_service. */
	struct exh_audio_write *writes;
	size_t count, capacity;
	bool failed; /* memory was short: some are missing */
};

/* An empty track; what it had is freed. The first time it is all zeros. */
EXH_API void exh_audio_track_start(struct exh_audio_track *track, uint64_t first_service);
EXH_API void exh_audio_track_free(struct exh_audio_track *track);

/* Appends a write. One before first_service is left out. */
EXH_API void exh_audio_track_take(struct exh_audio_track *track,
				  const struct exh_audio_write *write);

/*
 * The next count samples, of which exh_audio_length says how many there are up to a
 * service of the track. The player is fed with what is due, from the write *next on (0 at
 * first), which moves past it. The samples do not depend on how they are divided among
 * calls. Not heard is what a player can't hold: see exh_audio_feed.
 */
EXH_API void exh_audio_track_render(const struct exh_audio_track *track, size_t *next,
				    struct exh_audio_player *player, int16_t *mono,
				    size_t count);

/* Drops the writes before *next, which becomes 0: between two steps. */
EXH_API void exh_audio_track_forget(struct exh_audio_track *track, size_t *next);

/* An event: a name and its fields. */
enum { EXH_EVENT_FIELDS = 40 };

struct exh_event_field {
	const char *key;
	const char *text; /* NULL: the field is a number */
	int64_t number;
};

struct exh_event {
	uint64_t frame, tick;
	const char *name;
	size_t count;
	struct exh_event_field fields[EXH_EVENT_FIELDS];
};

/* Appends "frame TAB tick TAB name TAB key=value TAB ...\n". */
EXH_API void exh_event_print(const struct exh_event *event, struct exh_writer *out);

/* Sinks may be NULL: their output is then not made at all. */
struct exh_host {
	void (*frame)(void *context, const struct exh_frame *frame);
	void (*audio)(void *context, const struct exh_audio_write *write);
	void (*trace)(void *context, const struct exh_event *event);
	void *context;
	uint64_t reserved[4]; /* 0: room to grow */
};

#ifdef __cplusplus
}
#endif
#endif
