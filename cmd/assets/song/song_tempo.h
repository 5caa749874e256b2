/* The tempo of music that does not say it: how long a beat most likely is. */
#ifndef CMD_ASSETS_SONG_SONG_TEMPO_H
#define CMD_ASSETS_SONG_SONG_TEMPO_H

#include <stddef.h>
#include <stdint.h>

/*
 * Ticks of a quarter note, by when notes begin (ascending) and ticks per second: between
 * 60 and 200 of them per minute. Half a second where there is nothing to go by.
 */
double song_tempo_find(const uint64_t *starts, size_t count, double tick_rate);

#endif
