/* Declarations shared by readers, writers and drivers of sounds: bytes of events, the
 * assignment of voices to channels and notes, and the effects of events on voices.
 * Callbacks of a device begin, end and change its notes. */
#ifndef EXH_SCI_VOICES_H
#define EXH_SCI_VOICES_H

#include "exhume/sci.h"
#include "exhume/advanced/sci_sound.h"

#include <stdint.h>

/* Bytes of a sound. */
enum {
	LONG_DELTA = 0xf8, /* in place of a delta: it stands for ... */
	LONG_DELTA_TICKS = 240,
	/* Statuses. */
	SYSEX = 0xf0,
	SYSEX_END = 0xf7,
	END = 0xfc,
	/* Fields of a sample's header. */
	SAMPLE_RATE = 14,
	SAMPLE_SIZE = 32,
};

/* First bytes of a sample's header. */
static const uint8_t sample_mark[] = { 0x1a, 0, 1, 0 };

/* The devices of an early sound's channel, from its lowest bit on. */
static const uint8_t early_devices[] = { EXH_SCI_ADLIB, EXH_SCI_TANDY, EXH_SCI_SPEAKER };

/* Bytes after the status of a channel's event. */
static inline unsigned parameter_count(uint8_t status)
{
	const unsigned kind = status >> 4;

	return kind == 0xc || kind == 0xd ? 1 : 2;
}

/* Callbacks of a driver. voice: index of the voice concerned. */
struct exh_sci_voice_device {
	void (*begin)(void *driver, size_t voice); /* note and velocity are set */
	void (*end)(void *driver, size_t voice);   /* note and velocity are still set */
	void (*bend)(void *driver, size_t voice);
	/* NULL: channel volumes have no effect. */
	void (*level)(void *driver, size_t voice); /* the master or channel volume changed
						    */
	uint8_t lowest_note, highest_note;
	bool is_dealt_anew; /* controller 4B assigns voices anew */
	bool is_shared;	    /* any voice plays for any channel: voices are not assigned */
	void *driver;
};

/* Starts with no voices assigned, and the channels in their initial state. */
void exh_sci_voices_start(struct exh_sci_voices *voices, size_t count, unsigned played);

/* Assigns free voices, from first on, to the channels that want more, in order. */
void exh_sci_voices_deal(struct exh_sci_voices *voices);

void exh_sci_voices_event(struct exh_sci_voices *voices,
			  const struct exh_sci_sound_event *event,
			  const struct exh_sci_voice_device *device);
void exh_sci_voices_stop(struct exh_sci_voices *voices,
			 const struct exh_sci_voice_device *device);
void exh_sci_voices_volume(struct exh_sci_voices *voices, unsigned volume,
			   const struct exh_sci_voice_device *device);

/* Reads the next event of a player, and its position in samples; false at the end. */
static inline bool exh_sci_next_played(struct exh_sci_sound_cursor *cursor,
				       struct exh_sci_sound_event *event,
				       uint64_t *position)
{
	uint64_t tick;
	const bool is_there = exh_sci_sound_next(cursor, event, &tick);

	if (is_there)
		*position = exh_sci_sound_position(tick);
	return is_there;
}

static inline const struct exh_sci_voice_channel *
exh_sci_channel_of(const struct exh_sci_voices *voices, size_t voice)
{
	return &voices->channels[voices->items[voice].channel];
}

static inline bool exh_sci_voice_is_heard(const struct exh_sci_voices *voices,
					  size_t voice)
{
	return voices->heard >> voices->items[voice].channel & 1;
}

/* Returns a note bent in quarters of a semitone from note 0, as in AdLib's driver; at
 * least 0. Source: opl2-audio 21. */
static inline unsigned exh_sci_bent_note(unsigned note, unsigned bend)
{
	const int index = 4 * (int)note + ((int)bend - EXH_SCI_BEND_MIDDLE) / 171;

	return index > 0 ? (unsigned)index : 0;
}

/* The divisor of a clock for a bent note, rounded to the given steps. A divisor above
 * most is halved, one octave at a time, until it fits. */
uint32_t exh_sci_tone_divisor(unsigned note, unsigned bend, uint32_t clock_hz,
			      uint32_t step_clocks, uint32_t most);

#endif
