/* Which program of MIDI stands for an instrument of the chip. */
#ifndef CMD_ASSETS_SONG_SONG_PROGRAMS_H
#define CMD_ASSETS_SONG_SONG_PROGRAMS_H

#include "assets/song/score.h"

#include <exhume/opl2_midi.h>

enum { SONG_PROGRAM_TEXT = 96 };

struct song_program {
	int number;	/* 0 to 127 */
	unsigned drum;	/* a note of the channel of drums; 0: no drum */
	unsigned level; /* of its carrier, in a note that is as loud as can be */
	double shift;	/* half tones that a note of it sounds higher */
};

struct song_programs {
	const struct exh_opl2_bank *bank;
	struct song_program *items; /* by instrument of the score */
	bool *is_same;		    /* the bank's, not only near it */
	uint8_t (*registers)[SCORE_INSTRUMENT_SIZE];
	size_t count;
};

/* own: numbers in the order of the score. To be freed. */
void song_programs_find(struct song_programs *programs, const struct score *score,
			const struct exh_opl2_bank *bank, bool own);
void song_programs_free(struct song_programs *programs);

/* Drums of one timbre differ by their pitch. */
struct song_program song_programs_of(const struct song_programs *programs,
				     size_t instrument, double pitch);

/* "instrument 3: 21 04 ... is program 40, nearest", for people. */
void song_programs_describe(const struct song_programs *programs, size_t instrument,
			    char text[SONG_PROGRAM_TEXT]);

#endif
