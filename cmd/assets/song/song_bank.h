/* Banks of instruments for MIDI songs, as the command line names them. */
#ifndef CMD_ASSETS_SONG_SONG_BANK_H
#define CMD_ASSETS_SONG_SONG_BANK_H

#include "task/report.h"
#include "task/strings.h"

#include <exhume/opl2_midi.h>

/* One of --bank: FILE, N=FILE (program N) or dN=FILE (the drum of note N). */
struct song_bank_part {
	const char *path;
	bool is_one, is_drum;
	unsigned number; /* of the program, or of the drum from 0 */
};

/* False: a program or a drum that no bank has. */
bool song_bank_parse(const char *text, struct song_bank_part *out);

/* Our own bank, and over it each of these in turn. False: reported. */
bool song_bank_load(const struct strings *texts, struct exh_opl2_bank *bank,
		    struct report *report);

#endif
