/*
 * What is played: notes and instruments, read off the writes to the chip.
 */
#ifndef CMD_ASSETS_SONG_SCORE_H
#define CMD_ASSETS_SONG_SCORE_H

#include <exhume/opl2.h>
#include <jansson.h>

enum {
	SCORE_DRUM_COUNT = 5,
	SCORE_INSTRUMENT_SIZE = 11,
	SCORE_MAX_INSTRUMENTS = 1024,
};

/* How a channel sounds, except for how loud and how high. */
struct score_instrument {
	/* 20, 40, 60, 80, E0 of the modulator, then of the carrier; C0. Of what is heard
	 * 40 has key scaling alone. */
	uint8_t registers[SCORE_INSTRUMENT_SIZE];
	uint64_t note_count;
	unsigned channels; /* bit by channel */
};

/* A note, or as much of it as has one pitch. */
struct score_note {
	unsigned channel;
	int drum;	      /* 0 to 4: bass, snare, tom-tom, cymbal, hi-hat; -1: none */
	uint64_t start, end;  /* positions, in samples */
	double pitch;	      /* in half tones, as MIDI counts; 69 is 440 Hz */
	uint8_t level;	      /* of the carrier, 0 (loud) to 63, where it begins */
	size_t instrument;    /* SCORE_MAX_INSTRUMENTS: one too many */
	bool begins, changes; /* a new note; with another instrument than the last */
};

struct score {
	uint8_t registers[256];
	bool used[256]; /* registers, by any write */
	struct score_instrument *instruments;
	size_t instrument_count;
	uint64_t write_count;
	uint64_t note_counts[EXH_OPL2_CHANNEL_COUNT];
	uint64_t drum_counts[SCORE_DRUM_COUNT];
	/* Called with each note when it has ended; may be NULL. */
	void (*take)(void *context, const struct score_note *note);
	void *context;
	/* By channel: the note that sounds, and the last instrument. */
	bool sounding[EXH_OPL2_CHANNEL_COUNT];
	struct score_note notes[EXH_OPL2_CHANNEL_COUNT];
	size_t last_instruments[EXH_OPL2_CHANNEL_COUNT];
};

void score_start(struct score *score);
void score_write(struct score *score, const struct exh_opl2_write *write);
/* Ends what still sounds. */
void score_end(struct score *score, uint64_t position);
/* Counts so many more times what came since before, which is the same score earlier. */
void score_repeat(struct score *score, const struct score *before, uint64_t times);
void score_free(struct score *score);

const char *score_drum_name(unsigned drum);

/* Adds "instruments", "channels" and "drums". */
void score_to_json(const struct score *score, json_t *out);

#endif
