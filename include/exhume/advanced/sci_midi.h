/*
 * Sounds of SCI0 as standard MIDI files, of format 0.
 *
 * Ticks:   those of the sound: 60 per quarter note, which lasts a second.
 * Events:  events of the chosen channels unchanged, and all SysEx, in their order.
 *          Events of the control channel (15), for the interpreter, become markers ("cue
 *          12", "cue +1 (128)", "loop start") and texts ("control 07 7f: volume"). A
 *          sound with a loop mark ends with a marker "loop end". Notes held at the end
 *          are released there, which a sound leaves to its driver.
 * Source:  sci0-formats 6.2; formats/sci/README.md.
 */
#ifndef EXHUME_ADVANCED_SCI_MIDI_H
#define EXHUME_ADVANCED_SCI_MIDI_H

#include "sci_sound.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Controllers; those of the control channel are for the interpreter. */
enum {
	EXH_SCI_CUMULATIVE_CUE = 0x60,	/* on the control channel: adds to the signal */
	EXH_SCI_CUMULATIVE_START = 127, /* initial value of the signal */
};

/* Returns "volume", "voices" and so on; NULL for unknown ones. It is static. */
EXH_API const char *exh_sci_controller_name(unsigned controller);

/*
 * Bytes for a marker, with the NUL.
 */
enum { EXH_SCI_MARKER_SIZE = 32 };

/*
 * Makes the marker for an event of the control channel: "cue 12", "cue +1 (128)" or "loop
 * start". False if it has none. *signal is the signal of cumulative cues: it starts as
 * EXH_SCI_CUMULATIVE_START and is updated.
 */
EXH_API bool exh_sci_marker(const struct exh_sci_sound_event *event, unsigned *signal,
			    char text[EXH_SCI_MARKER_SIZE]);

/* Options of a MIDI file. */
struct exh_sci_midi {
	const char *name; /* name of the track, UTF-8; NULL: none */
	/* Channels to write (bit 0: channel 0); see exh_sci_sound_channels. */
	unsigned channels;
	uint64_t pass_count; /* passes of a loop; 0 is 1 */
};

/* Appends a MIDI file. EXH_LIMIT: the time between two events (over 51 days) or the
 * size is too large for the format. */
EXH_CHECKED enum exh_status exh_sci_midi_write(const struct exh_sci_sound *sound,
					       const struct exh_sci_midi *midi,
					       struct exh_writer *out,
					       struct exh_error *err);

/* True if it begins as a MIDI file. */
EXH_API bool exh_sci_midi_is(struct exh_bytes in);

/*
 * Reads a MIDI file of format 0 or 1 as a sound: all tracks in one list, 60 ticks per
 * second; markers and texts of exh_sci_midi_write become events of the control channel
 * again. channels: the 16 of the header. NULL: each channel with notes plays on MT-32,
 * FB-01, AdLib, Casio, Amiga and GM, the first three on Tandy, the first on the speaker,
 * and AdLib's voices are distributed by the chords; channel 9 plays on MT-32 and GM
 * alone. Events of channel 15, and SysEx in several parts, are left out, which is noted.
 * Strings of SysEx are borrowed from in. EXH_INVALID, EXH_TRUNCATED: the file is damaged;
 * EXH_UNSUPPORTED for format 2 and drop frames; EXH_LIMIT for files that are too large.
 */
EXH_CHECKED enum exh_status
exh_sci_midi_read(struct exh_bytes in, const struct exh_sci_sound_channel *channels,
		  struct exh_arena *arena, struct exh_sci_sound *out,
		  struct exh_notes *notes, struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
