/*
 * MIDI songs for a YM3812: notes dealt to its nine voices, with a bank of instruments.
 *
 * Voices:  1 to 8 are taken before 0, which games keep for their effects. A note takes
 * the voice that has been free for longest, one with its instrument first; if none is
 *          free it takes the one whose note is oldest.
 * Notes:   volume, expression and velocity are added as 40 log10 (v / 127) decibels each;
 *          pitch bends and their range, the hold pedal, and the controllers that end
 * notes are heeded. Other controllers, and all of the key pressures, are not. Drums:
 * channel 9 (of 0 to 15) plays the drums of the bank, notes 35 to 81.
 */
#ifndef EXHUME_OPL2_MIDI_H
#define EXHUME_OPL2_MIDI_H

#include "opl2.h"
#include "opl2_instrument.h"
#include "smf.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_OPL2_PROGRAMS = 128,
	EXH_OPL2_DRUMS = EXH_OP2_INSTRUMENTS - EXH_OPL2_PROGRAMS,
	EXH_OPL2_FIRST_DRUM = 35,  /* its note */
	EXH_OPL2_DRUM_CHANNEL = 9, /* from 0 */
};

struct exh_opl2_bank {
	struct exh_opl2_instrument programs[EXH_OPL2_PROGRAMS], drums[EXH_OPL2_DRUMS];
};

/* One of our own, in the order of General MIDI. */
EXH_API void exh_opl2_bank_default(struct exh_opl2_bank *bank);
/* All of an OP2 file; the first voice of each instrument, an octave higher than
 * exh_op2_read has it, as such banks are played. Errors as of exh_op2_read. */
EXH_CHECKED enum exh_status exh_opl2_bank_read(struct exh_bytes in,
					       struct exh_opl2_bank *bank,
					       struct exh_error *err);

/* What came of it. */
struct exh_opl2_midi_report {
	size_t note_count;
	size_t cut_count;     /* notes that ended early, for want of voices */
	size_t most_notes;    /* at once */
	size_t unknown_count; /* notes of drums that the bank does not have */
	size_t half_count;    /* notes of instruments with a second voice */
	size_t high_count;    /* notes that are higher than the chip plays */
};

struct exh_opl2_midi {
	struct exh_opl2_write *writes; /* in the arena */
	size_t write_count;
	uint64_t length; /* samples */
	struct exh_opl2_midi_report report;
};

/* EXH_LIMIT: it lasts longer than a log may (2^40 samples). */
EXH_CHECKED enum exh_status exh_opl2_midi_play(const struct exh_smf *smf,
					       const struct exh_opl2_bank *bank,
					       struct exh_arena *arena,
					       struct exh_opl2_midi *out,
					       struct exh_error *err);

/* How much softer (in steps of 0.75 dB, times 8) a value of 0 to 127 is than 127. */
EXH_API unsigned exh_opl2_midi_loss(unsigned value);

#ifdef __cplusplus
}
#endif
#endif
