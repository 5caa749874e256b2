/* How two sounds differ: length, level, spectrum. */
#ifndef CMD_EXTRACT_DIFF_SOUND_H
#define CMD_EXTRACT_DIFF_SOUND_H

#include <exhume/base.h>

enum { SOUND_BANDS = 10 };

/* What concerns either is a list of two. */
struct sound_difference {
	double seconds[2];
	double peak_db[2], rms_db[2]; /* of full scale; silence: -120 */
	uint64_t frames_changed; /* of as many as the shorter has, and all of its rest */
	double first_change_s;
	struct {
		double hz;	    /* the middle of the octave */
		double level_db[2]; /* of full scale */
	} bands[SOUND_BANDS];
	size_t band_count; /* those below half the lower rate */
};

/* Two WAV files. False if one can't be read. */
bool diff_sound(struct exh_bytes a, struct exh_bytes b, struct sound_difference *out);

#endif
