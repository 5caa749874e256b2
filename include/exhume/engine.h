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

#ifdef __cplusplus
extern "C" {
#endif

/* A rectangle; x and y are its left and top edge. */
struct exh_rect {
	uint16_t x, y, width, height; /* pixels */
};

/* A picture as the monitor shows it. Valid during the sink's call. */
struct exh_frame {
	uint64_t number; /* counted from 0 */
	uint64_t tick;	 /* tick at which it is first shown */
	uint32_t ticks;	 /* duration */
	struct exh_image image;
	const struct exh_palette *palette;
	/* Rectangles that contain all changes since the previous frame. */
	const struct exh_rect *dirty;
	size_t dirty_count;
};

/* Sound device that a write goes to; comments say what the write's value is. */
enum exh_audio_device {
	EXH_AUDIO_NONE,
	EXH_AUDIO_SPEAKER, /* value: divisor of the PC's timer; 0: off */
	EXH_AUDIO_ADLIB,   /* value: written to OPL2 register reg */
	EXH_AUDIO_TANDY,   /* value: a byte for the SN76489 */
	/* A MIDI event: reg is its status, value its parameters, the first one in the
	 * low byte. struct exh_audio_player ignores it. */
	EXH_AUDIO_MIDI,
};

/* A write to a sound device. */
struct exh_audio_write {
	uint64_t time; /* sound services of the engine, from 0 */
	enum exh_audio_device device;
	uint8_t reg;	/* register, or a MIDI event's status */
	uint16_t value; /* see enum exh_audio_device */
};

/*
 * Turns writes to sound devices into samples: mono, EXH_OPL2_RATE per second, all devices
 * mixed. Writes are fed in order, before the samples they affect. AdLib writes are spaced
 * as by exh_opl2_space; speaker writes are exact to the clock of the PC's timer. The
 * struct has no pointers: a copy is independent.
 */
enum { EXH_AUDIO_WAITING = 1024 };

/* Ring buffer of writes that are not in force yet. */
struct exh_audio_queue {
	uint16_t first, count;
	struct exh_audio_item {
		uint64_t at; /* sample number; for the speaker, clock of the PC's timer */
		uint16_t value;
		uint8_t reg;
	} items[EXH_AUDIO_WAITING];
};

/* State of the player. Its fields are private. */
struct exh_audio_player {
	unsigned clocks;   /* clocks of the PC's timer in a service */
	uint64_t position; /* number of the next sample */
	struct exh_opl2 chip;
	uint64_t free;	  /* as in exh_opl2_space_write */
	uint64_t started; /* clock at which the speaker's wave started */
	uint16_t divisor; /* divisor of the speaker's wave; 0: off */
	struct exh_psg tandy_chip;
	bool has_tandy; /* true once it was written to */
	struct exh_audio_queue adlib, speaker, tandy;
};

/* Sets the player to the start. clocks: clocks of the PC's timer in a sound service of
 * the engine (EXH_KEEN_EFFECT_CLOCKS). */
EXH_API void exh_audio_start(struct exh_audio_player *player, unsigned clocks);

/* Returns the number of samples from the start to a service, rounded down. */
EXH_API uint64_t exh_audio_length(const struct exh_audio_player *player,
				  uint64_t service);

/*
 * The writes of an engine, kept in order: those of one step, or of a whole run. A host's
 * audio sink takes the writes; they are rendered after the step, or at the end.
 */
struct exh_audio_track {
	uint64_t first_service; /* service of the engine at which the sound starts */
	/* Owned by the track. Their times count from first_service. */
	struct exh_audio_write *writes;
	size_t count, capacity;
	bool failed; /* memory was short: some writes are missing */
};

/* Empties the track and frees its writes. A new track must be all zeros. */
EXH_API void exh_audio_track_start(struct exh_audio_track *track, uint64_t first_service);
/* Frees the writes, and sets all to zeros. */
EXH_API void exh_audio_track_free(struct exh_audio_track *track);

/* Appends a write. One before first_service is ignored. */
EXH_API void exh_audio_track_take(struct exh_audio_track *track,
				  const struct exh_audio_write *write);

/*
 * Renders the next count samples; exh_audio_length is their number up to a service of the
 * track. Feeds the player all writes that are due, from number *next (0 at first), and
 * advances *next. The samples do not depend on how they are divided among calls. Writes
 * that the player can't hold (see exh_audio_feed) are lost.
 */
EXH_API void exh_audio_track_render(const struct exh_audio_track *track, size_t *next,
				    struct exh_audio_player *player, int16_t *mono,
				    size_t count);

/* Removes the writes before *next, and sets *next to 0. Called between two steps. */
EXH_API void exh_audio_track_forget(struct exh_audio_track *track, size_t *next);

/* Maximum number of fields of an event. */
enum { EXH_EVENT_FIELDS = 40 };

/* A field of an event. Strings are borrowed. */
struct exh_event_field {
	const char *key;
	const char *text; /* NULL: the field is a number */
	int64_t number;
};

/* An event of the engine, for traces: a name and its fields. Valid during the sink's
 * call. */
struct exh_event {
	uint64_t frame, tick; /* numbers of the engine's frame and tick */
	const char *name;
	size_t count; /* fields that are used */
	struct exh_event_field fields[EXH_EVENT_FIELDS];
};

/* The receiver of an engine's output. A sink may be NULL: its output is then not made. */
struct exh_host {
	void (*frame)(void *context, const struct exh_frame *frame);
	void (*audio)(void *context, const struct exh_audio_write *write);
	void (*trace)(void *context, const struct exh_event *event);
	void *context;	      /* passed to all sinks */
	uint64_t reserved[4]; /* 0: room to grow */
};

#ifdef __cplusplus
}
#endif

#endif
