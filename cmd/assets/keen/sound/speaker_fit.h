/*
 * A sound as the PC's speaker can play it: one pitch at a time, on or off, for each of
 * the 140 ticks per second of an effect.
 */
#ifndef CMD_ASSETS_KEEN_SOUND_SPEAKER_FIT_H
#define CMD_ASSETS_KEEN_SOUND_SPEAKER_FIT_H

#include "media/sound/wav_read.h"

struct speaker_fit {
	/* A byte a tick, as in an effect: 0 is silence. To be freed. Ticks that are
	 * silent at the end are cut off; one of silence follows, since the game never
	 * plays the last byte. */
	uint8_t *bytes;
	size_t count;
	size_t loud_count;	/* ticks that are loud enough to be heard */
	size_t unpitched_count; /* of these: noise or several tones, and so silent */
	/* From the pitch of the sound to that of the bytes, over the other loud ticks. A
	 * tick in step is off by nothing. */
	double rms_cents;
};

/*
 * A tick is loud within 24 dB of the loudest one. One that is the wave of a byte, begun
 * with the tick or going on from the last one, is in step: its byte is that. Another one
 * has a pitch, from 78 Hz up, if it repeats itself and has the fundamental of that, and
 * gets the nearest byte. EXH_LIMIT for a sound of more ticks
 * than most; EXH_UNSUPPORTED if more than half of its loud ticks have no pitch. Free
 * out->bytes even after a failure.
 */
enum exh_status speaker_fit(const struct wav_sound *wav, size_t most,
			    struct speaker_fit *out, struct exh_error *err);

#endif
