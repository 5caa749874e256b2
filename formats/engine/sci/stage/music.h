/*
 * Output of a song on the sound devices of start.sound_devices: writes to AdLib, to the
 * Tandy's chip or to the PC's speaker, and MIDI; on several at the same time.
 */
#ifndef EXH_ENGINE_SCI0_STAGE_MUSIC_H
#define EXH_ENGINE_SCI0_STAGE_MUSIC_H

#include "exhume/advanced/sci_tones.h"

#include "stage.h"

enum { MUSIC_NOTES = 128 };

struct stage_music {
	bool is_playing;
	bool has_bank, looked_for_bank; /* instrument bank of AdLib */
	struct exh_sci_adlib_bank bank;
	struct exh_sci_adlib adlib;
	struct exh_sci_tandy tandy;
	struct exh_sci_speaker speaker;
	unsigned midi_channels; /* bit 0: channel 0 */
	bool is_held[EXH_SCI_CHANNELS][MUSIC_NOTES];
};

/* Continues a song on the devices, before one of its events: instruments and controllers
 * are as earlier events leave them; after a loop, as all events leave them. volume: of
 * the game, 0 to EXH_SCI_LOUDEST. */
void exh_stage_music_begin(stage *s, struct stage_music *music,
			   const struct exh_sci_sound *sound, size_t event,
			   bool is_looped, unsigned volume, uint64_t tick);
void exh_stage_music_event(stage *s, struct stage_music *music,
			   const struct exh_sci_sound_event *event, uint64_t tick);
void exh_stage_music_volume(stage *s, struct stage_music *music, unsigned volume,
			    uint64_t tick);
/* Ends all notes. */
void exh_stage_music_stop(stage *s, struct stage_music *music, uint64_t tick);

#endif
