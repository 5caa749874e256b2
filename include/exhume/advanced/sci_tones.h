/*
 * SCI0's sounds on tone generators: the Tandy's and PCjr's (psg.h), and the PC's speaker.
 *
 * Only the channel flags of Sierra's drivers for them are documented. For the choices
 * made here see formats/sci/README.md, "Tandy and speaker".
 *
 * Positions: in samples of EXH_OPL2_RATE, as with AdLib (sci_sound.h).
 * Memory:    the caller owns every struct; sounds are borrowed. No player points into
 *            itself, so a copy is independent.
 */
#ifndef EXHUME_ADVANCED_SCI_TONES_H
#define EXHUME_ADVANCED_SCI_TONES_H

#include "psg.h"
#include "sci_sound.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The Tandy and PCjr.
 */

/* State of the Tandy's driver. */
struct exh_sci_tandy {
	struct exh_sci_voices voices; /* three tones, and the noise for channel 9 */
};

/* Receives bytes for the chip's port. */
struct exh_sci_byte_sink {
	void (*write)(void *context, uint8_t value);
	void *context;
};

/* Work like the functions for AdLib. */
EXH_API void exh_sci_tandy_start(struct exh_sci_tandy *driver,
				 const struct exh_sci_sound *sound,
				 const struct exh_sci_byte_sink *sink);
EXH_API void exh_sci_tandy_event(struct exh_sci_tandy *driver,
				 const struct exh_sci_sound_event *event,
				 const struct exh_sci_byte_sink *sink);
EXH_API void exh_sci_tandy_stop(struct exh_sci_tandy *driver,
				const struct exh_sci_byte_sink *sink);
EXH_API void exh_sci_tandy_volume(struct exh_sci_tandy *driver, unsigned volume,
				  const struct exh_sci_byte_sink *sink);

/* Returns the period of a note with a pitch bend. Notes too low for the chip sound
 * octaves higher. */
EXH_API unsigned exh_sci_tandy_period(unsigned note, unsigned bend);

enum { EXH_SCI_TANDY_WAITING = 32 };

/* State of a player. Its fields are private. */
struct exh_sci_tandy_player {
	struct exh_sci_sound_cursor cursor;
	struct exh_sci_tandy driver;
	struct exh_psg_write waiting[EXH_SCI_TANDY_WAITING]; /* writes of one event */
	size_t first, count;
	uint64_t position;
	bool is_ended;
};

/* Starts a player. channels: the audible ones. Pass the source directly to
 * exh_psg_player_start; the player must outlive it. */
EXH_API void exh_sci_tandy_play(struct exh_sci_tandy_player *player,
				const struct exh_sci_sound *sound, uint64_t pass_count,
				unsigned channels);
EXH_API struct exh_psg_source exh_sci_tandy_source(struct exh_sci_tandy_player *player);

/*
 * The PC's speaker: one note at a time, the last one.
 */

/* State of the speaker's driver. */
struct exh_sci_speaker {
	struct exh_sci_voices voices;
};

/* Receives divisors: clocks of the PC's timer (1193182 Hz) for a wave, 0 for silence. */
struct exh_sci_divisor_sink {
	void (*write)(void *context, uint32_t divisor);
	void *context;
};

/* Work like the functions for AdLib. */
EXH_API void exh_sci_speaker_start(struct exh_sci_speaker *driver,
				   const struct exh_sci_sound *sound,
				   const struct exh_sci_divisor_sink *sink);
EXH_API void exh_sci_speaker_event(struct exh_sci_speaker *driver,
				   const struct exh_sci_sound_event *event,
				   const struct exh_sci_divisor_sink *sink);
EXH_API void exh_sci_speaker_stop(struct exh_sci_speaker *driver,
				  const struct exh_sci_divisor_sink *sink);
/* Sets the volume: 0 is silence; all other values are equally loud. */
EXH_API void exh_sci_speaker_volume(struct exh_sci_speaker *driver, unsigned volume,
				    const struct exh_sci_divisor_sink *sink);

/* Returns the divisor of a note with a pitch bend, 2 to 65535. */
EXH_API uint32_t exh_sci_speaker_divisor(unsigned note, unsigned bend);

/* A write, at a position in samples. */
struct exh_sci_speaker_write {
	uint64_t position; /* samples */
	uint32_t divisor;  /* clocks of the PC's timer; 0: silence */
};

enum { EXH_SCI_SPEAKER_WAITING = 4 };

/* State of a player. Its fields are private. */
struct exh_sci_speaker_player {
	struct exh_sci_sound_cursor cursor;
	struct exh_sci_speaker driver;
	/* Writes of one event. */
	struct exh_sci_speaker_write waiting[EXH_SCI_SPEAKER_WAITING];
	size_t first, count;
	uint64_t position;
	bool is_ended;
	/* State of rendering. */
	struct exh_sci_speaker_write next, wave;
	bool is_rendering, has_next;
	uint64_t sample; /* number of the next sample */
};

/* Starts a player. channels: the audible ones. */
EXH_API void exh_sci_speaker_play(struct exh_sci_speaker_player *player,
				  const struct exh_sci_sound *sound, uint64_t pass_count,
				  unsigned channels);

/* Gets the next write. False at the end. Not for a player that renders. */
EXH_API bool exh_sci_speaker_next(struct exh_sci_speaker_player *player,
				  struct exh_sci_speaker_write *write);

/* Renders samples, each the mean over 24 clocks of the PC's timer; silence after the
 * end. */
EXH_API void exh_sci_speaker_render(struct exh_sci_speaker_player *player, int16_t *mono,
				    size_t count);

#ifdef __cplusplus
}
#endif

#endif
