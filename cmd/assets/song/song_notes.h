/* The notes of a song as data: for the piano roll of a page. */
#ifndef CMD_ASSETS_SONG_SONG_NOTES_H
#define CMD_ASSETS_SONG_SONG_NOTES_H

#include "song.h"

#include <jansson.h>

/* Collects notes that come one by one. All zeros: none. */
struct song_notes {
	json_t *list;
};

enum { SONG_NOTES_MOST = 20000 };

/* Of a channel, between times in seconds; pitch in half tones, 69 is 440 Hz; level from
 * 0 (silent) to 1. More than SONG_NOTES_MOST are dropped. */
void song_notes_add(struct song_notes *notes, unsigned channel, double start, double end,
		    double pitch, double level);

/* {"notes": list of [channel, start, end, pitch, level], "seconds": length}; NULL if
 * there is none. Releases the list. */
json_t *song_notes_end(struct song_notes *notes, double seconds);

/* Those that writes to the chip play, and of a song, once. length in samples. */
json_t *song_notes_of_writes(struct exh_opl2_source source, uint64_t length);
json_t *song_notes_of(const struct song *song, bool spaced);

#endif
