/*
 * SCI0's sounds on tone generators: the Tandy's and PCjr's (psg.h), and the PC's speaker.
 *
 * Of Sierra's drivers for them, only the channel flags are documented. For our choices
 * see formats/sci/README.md, "Tandy and speaker".
 *
 * Positions: in samples of EXH_OPL2_RATE, as with AdLib (sci_sound.h).
 * Memory:    the caller owns every struct; sounds are borrowed. No player points into
 *            itself, so a copy is independent.
 */
#ifndef EXHUME_SCI_TONES_H
#define EXHUME_SCI_TONES_H

#include "psg.h"
#include "sci_sound.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The Tandy and PCjr.
 */

struct exh_sci_tandy {
	struct exh_sci_voices voices; /* three tones, and the noise for channel 9 */
};

/* Takes a write. */
struct exh_sci_byte_sink {
	void (*write)(void *context, uint8_t value);
	void *context;
};

/* As for AdLib. */
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

/* The period of a note bent. Notes too low for the chip sound octaves higher. */
EXH_API unsigned exh_sci_tandy_period(unsigned note, unsigned bend);

enum { EXH_SCI_TANDY_WAITING = 32 };

struct exh_sci_tandy_player {
	struct exh_sci_sound_cursor cursor;
	struct exh_sci_tandy driver;
	struct exh_psg_write waiting[EXH_SCI_TANDY_WAITING]; /* of one event */
	size_t first, count;
	uint64_t position;
	bool is_ended;
};

/* channels: the audible ones. Pass the source to exh_psg_player_start as it is. */
EXH_API void exh_sci_tandy_play(struct exh_sci_tandy_player *player,
				const struct exh_sci_sound *sound, uint64_t pass_count,
				unsigned channels);
EXH_API struct exh_psg_source exh_sci_tandy_source(struct exh_sci_tandy_player *player);

/*
 * The PC's speaker: one note at a time, the last one.
 */

struct exh_sci_speaker {
	struct exh_sci_voices voices;
};

/* Takes a write: clocks of the PC's timer (1193182 Hz) for a wave, 0 for silence. */
struct exh_sci_divisor_sink {
	void (*write)(void *context, uint32_t divisor);
	void *context;
};

EXH_API void exh_sci_speaker_start(struct exh_sci_speaker *driver,
				   const struct exh_sci_sound *sound,
				   const struct exh_sci_divisor_sink *sink);
EXH_API void exh_sci_speaker_event(struct exh_sci_speaker *driver,
				   const struct exh_sci_sound_event *event,
				   const struct exh_sci_divisor_sink *sink);
EXH_API void exh_sci_speaker_stop(struct exh_sci_speaker *driver,
				  const struct exh_sci_divisor_sink *sink);
/* 0 is silence; all other values are equally loud. */
EXH_API void exh_sci_speaker_volume(struct exh_sci_speaker *driver, unsigned volume,
				    const struct exh_sci_divisor_sink *sink);

/* The divisor of a note bent, 2 to 65535. */
EXH_API uint32_t exh_sci_speaker_divisor(unsigned note, unsigned bend);

struct exh_sci_speaker_write {
	uint64_t position;
	uint32_t divisor;
};

enum { EXH_SCI_SPEAKER_WAITING = 4 };

struct exh_sci_speaker_player {
	struct exh_sci_sound_cursor cursor;
	struct exh_sci_speaker driver;
	struct exh_sci_speaker_write waiting[EXH_SCI_SPEAKER_WAITING]; /* of one event */
	size_t first, count;
	uint64_t position;
	bool is_ended;
	/* Of rendering. */
	struct exh_sci_speaker_write next, wave;
	bool is_rendering, has_next;
	uint64_t sample; /* the next one */
};

EXH_API void exh_sci_speaker_play(struct exh_sci_speaker_player *player,
				  const struct exh_sci_sound *sound, uint64_t pass_count,
				  unsigned channels);

/* The next write; false at the end. Not for a player that renders. */
EXH_API bool exh_sci_speaker_next(struct exh_sci_speaker_player *player,
				  struct exh_sci_speaker_write *write);

/* Samples, each the mean over 24 clocks of the PC's timer; silence after the end. */
EXH_API void exh_sci_speaker_render(struct exh_sci_speaker_player *player, int16_t *mono,
				    size_t count);

#ifdef __cplusplus
}
#endif
#endif
