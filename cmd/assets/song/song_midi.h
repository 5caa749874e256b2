/* Songs for OPL2 as standard MIDI files: what the registers play, as notes. */
#ifndef CMD_ASSETS_SONG_SONG_MIDI_H
#define CMD_ASSETS_SONG_SONG_MIDI_H

#include "assets/song/score.h"

#include <exhume/keen_audio.h>
#include <exhume/opl2_midi.h>

enum song_numbering {
	SONG_PROGRAMS_NEAREST, /* of a bank, by their registers */
	SONG_PROGRAMS_OWN,     /* in the order in which they come */
};

struct song_midi {
	struct exh_opl2_source source; /* of the whole song */
	uint64_t length;	       /* samples */
	struct exh_keen_imf_rate rate; /* of the ticks that are kept */
	const struct exh_opl2_bank *bank;
	unsigned programs; /* enum song_numbering */
	const char *title; /* UTF-8, or NULL */
};

/* Of the result. */
struct song_midi_report {
	size_t note_count, program_count;
	double beats; /* a minute, as they were found */
};

/*
 * Appends a file of format 0. Channels 0 to 8 are the chip's; notes of the drums of the
 * bank, and of rhythm mode, go to channel 9. A tick of the song is a whole number of
 * ticks of the file. Pitches are kept by bends, within 12 half tones.
 */
enum exh_status song_midi_write(const struct song_midi *midi, struct exh_writer *out,
				struct song_midi_report *report, struct exh_error *err);

#endif
