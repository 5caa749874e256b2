/*
 * MIDI songs on a YM3812: notes are distributed among its nine voices, with a bank of
 * instruments.
 *
 * Voices:  1 to 8 are used before 0, which games keep for their effects. A note takes the
 *          voice that has been free for longest, one with its instrument first; if none
 *          is free it takes the one whose note is oldest.
 * Notes:   the losses of volume, expression and velocity add up; each is
 *          40 log10 (127 / v) decibels. Pitch bends and their range, the hold pedal, and
 *          the controllers that end notes are supported. Other controllers, and all key
 *          pressures, are ignored.
 * Drums:   channel 9 (of 0 to 15) plays the drums of the bank, notes 35 to 81.
 */
#ifndef EXHUME_ADVANCED_OPL2_MIDI_H
#define EXHUME_ADVANCED_OPL2_MIDI_H

#include "opl2.h"
#include "opl2_instrument.h"
#include "smf.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_OPL2_PROGRAMS = 128,
	EXH_OPL2_DRUMS = EXH_OP2_INSTRUMENTS - EXH_OPL2_PROGRAMS,
	EXH_OPL2_FIRST_DRUM = 35,  /* note of the first drum */
	EXH_OPL2_DRUM_CHANNEL = 9, /* counted from 0 */
};

/* A bank of instruments: a melodic one for each program, and drums by note. */
struct exh_opl2_bank {
	struct exh_opl2_instrument programs[EXH_OPL2_PROGRAMS], drums[EXH_OPL2_DRUMS];
};

/* Sets the library's own bank, in the order of General MIDI. */
EXH_API void exh_opl2_bank_default(struct exh_opl2_bank *bank);
/* Reads an OP2 file: the first voice of each instrument, an octave higher than
 * exh_op2_read has it, as such banks are played. Errors are those of exh_op2_read. */
EXH_CHECKED enum exh_status exh_opl2_bank_read(struct exh_bytes in,
					       struct exh_opl2_bank *bank,
					       struct exh_error *err);

/* Statistics of a conversion. */
struct exh_opl2_midi_report {
	size_t note_count;
	size_t cut_count;     /* notes that ended early, for lack of voices */
	size_t most_notes;    /* notes at once, at most */
	size_t unknown_count; /* notes of drums that the bank lacks */
	/* Notes of instruments with a second voice, which is not played. */
	size_t half_count;
	size_t high_count; /* notes above the chip's range */
};

/* A converted song. */
struct exh_opl2_midi {
	struct exh_opl2_write *writes; /* in the arena */
	size_t write_count;
	uint64_t length; /* samples */
	struct exh_opl2_midi_report report;
};

/* Converts a song into writes. EXH_LIMIT: it lasts longer than a log may (2^40
 * samples); EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_opl2_midi_play(const struct exh_smf *smf,
					       const struct exh_opl2_bank *bank,
					       struct exh_arena *arena,
					       struct exh_opl2_midi *out,
					       struct exh_error *err);

/* Returns the attenuation of a value of 0 to 127 against 127, in steps of 0.75 / 8 dB. */
EXH_API unsigned exh_opl2_midi_loss(unsigned value);

#ifdef __cplusplus
}
#endif

#endif
