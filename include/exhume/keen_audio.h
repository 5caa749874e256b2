/*
 * Sound of id's games: AUDIOT archives, their effects for the PC speaker and the AdLib
 * card, and IMF music.
 *
 * Ticks:  in effects EXH_KEEN_EFFECT_CLOCKS clocks of the PC's timer each (140 a second);
 *         in music as fast as the game runs its timer.
 * Memory: what is opened borrows the bytes it was opened on; chunks that are expanded
 *         and texts come from the arena.
 * Source: keen-formats 5 and 9; opl2-audio 16, 18, 19, 20.
 */
#ifndef EXHUME_KEEN_AUDIO_H
#define EXHUME_KEEN_AUDIO_H

#include "codec.h"
#include "opl2.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_KEEN_EFFECT_CLOCKS = 8519, /* of 1,193,182 Hz, a tick */
	EXH_PIT_CLOCKS_PER_SAMPLE = 24,
};

/*
 * Archives.
 */

enum exh_keen_audio_kind {
	EXH_KEEN_AUDIO_SPEAKER,
	EXH_KEEN_AUDIO_ADLIB,
	EXH_KEEN_AUDIO_DIGITAL,
	EXH_KEEN_AUDIO_MUSIC,
};

struct exh_keen_audio {
	struct exh_bytes data;
	const struct exh_huffman *huffman; /* NULL: chunks are stored as they are */
	/* By chunk, without the mark "!ID!" after a group; size 0: empty or lost.
	 */
	struct exh_bytes *packed;
	size_t chunk_count;
	/* Three groups of this many sounds, then music. A caller with better information
	 * may change it. */
	size_t sound_count;
	/* How sound_count was found, as readable text. */
	const char *grouped_by;
};

/*
 * data: the archive; head: its offsets (AUDIOHHD, AUDIOHED); dict: 1,020 bytes or more
 * (AUDIODCT), or empty. Offsets that lie outside the archive or decrease are noted, and
 * those inside are kept; the dictionary is ignored if the chunks are not compressed.
 * EXH_INVALID if the three don't match, or chunks are compressed and dict is empty.
 */
EXH_CHECKED enum exh_status
exh_keen_audio_open(struct exh_bytes data, struct exh_bytes head, struct exh_bytes dict,
		    struct exh_arena *arena, struct exh_keen_audio *audio,
		    struct exh_notes *notes, struct exh_error *err);

EXH_API enum exh_keen_audio_kind exh_keen_audio_kind(const struct exh_keen_audio *audio,
						     size_t chunk);

/*
 * A chunk's bytes, expanded; none if it is empty. A truncated chunk is expanded as far as
 * possible and noted, as a warning if only bytes after the sound are missing. EXH_LIMIT
 * over 1 MiB.
 */
EXH_CHECKED enum exh_status exh_keen_audio_chunk(const struct exh_keen_audio *audio,
						 size_t chunk, struct exh_arena *arena,
						 struct exh_bytes *out,
						 struct exh_notes *notes,
						 struct exh_error *err);

/* What is known of a game's archives. */
struct exh_keen_audio_release {
	const char *title; /* "Keen 4" */
	size_t chunk_count, sound_count;
	/* A name for each sound, and for each song; NULL: not known. */
	const char *const *sound_names, *const *song_names;
};

/* By its numbers of chunks and of sounds; NULL: none that is known. */
EXH_API const struct exh_keen_audio_release *
exh_keen_audio_release(const struct exh_keen_audio *audio);

/* "KEENWALK1" for 0 and so on; NULL if none is known. */
EXH_API const char *exh_keen_audio_name(const struct exh_keen_audio *audio, size_t sound);
/* The same of a song, the first of which is 0. */
EXH_API const char *exh_keen_audio_song_name(const struct exh_keen_audio *audio,
					     size_t song);

/*
 * Effects.
 */

struct exh_keen_effect {
	bool is_adlib;
	uint16_t priority;
	/* mChar cChar mScale cScale mAttack cAttack mSus cSus mWave cWave nConn, 5 more
	 */
	uint8_t instrument[16];
	uint8_t block;
	struct exh_bytes data; /* a byte a tick */
};

/* Fewer bytes than declared are taken and noted as damage; none at all is fine. */
EXH_CHECKED enum exh_status exh_keen_effect_open(struct exh_bytes chunk, bool is_adlib,
						 struct exh_keen_effect *effect,
						 struct exh_notes *notes,
						 struct exh_error *err);

/* Appends it as a chunk; tail: what follows its data there, may be empty. */
EXH_API void exh_keen_effect_write(const struct exh_keen_effect *effect,
				   struct exh_bytes tail, struct exh_writer *out);

/* Does it look like one effect by itself? In bits of evidence, as exh_format.score. */
EXH_API unsigned exh_keen_effect_score(struct exh_bytes file, bool is_adlib);

/* Samples to the end of the last tick. */
EXH_API uint64_t exh_keen_effect_length(const struct exh_keen_effect *effect);

/* The writes of the game's service routine, as it issues them; the caller spaces them. */
struct exh_keen_effect_cursor {
	const struct exh_keen_effect *effect;
	size_t step; /* all zeros but effect: the start */
};

EXH_API struct exh_opl2_source
exh_keen_effect_play(struct exh_keen_effect_cursor *cursor);

/*
 * A speaker effect as a square wave: count samples from the first-th, of clocks PIT
 * clocks each (EXH_PIT_CLOCKS_PER_SAMPLE for EXH_OPL2_RATE), each the mean over its
 * clocks: 8184 for high, -8184 for low, 0 where the speaker is off. If mean is false: the
 * value at the start of each sample instead. The cursor holds the state; all zeros but
 * effect: the start.
 */
struct exh_keen_speaker_cursor {
	const struct exh_keen_effect *effect;
	uint64_t clock;	  /* of the next sample's start */
	uint64_t started; /* clock at which the current wave began */
	size_t tick;	  /* the next tick to be served */
	uint8_t last;	  /* byte, xor 255 */
	uint32_t divisor; /* 0: off */
};

EXH_API void exh_keen_speaker_render(struct exh_keen_speaker_cursor *cursor,
				     unsigned clocks, bool mean, int16_t *mono,
				     size_t count);

/*
 * Music.
 */

struct exh_keen_imf_tags {
	/* As stored, code page 437, without the NUL; size 0: none. */
	struct exh_bytes title, composer, remarks, program, game;
};

enum exh_keen_imf_footer {
	EXH_KEEN_IMF_NO_FOOTER,
	EXH_KEEN_IMF_TAG,  /* the unofficial one that begins with 1A */
	EXH_KEEN_IMF_MUSE, /* of id's own tool: remarks holds the path of its source */
	EXH_KEEN_IMF_TEXT, /* free text, in remarks */
};

struct exh_keen_imf {
	unsigned type;	 /* 0: records to the end of the file; 1: their size in front */
	bool has_header; /* of M. Fernandez: "ADLIB" */
	enum exh_keen_imf_footer footer;
	struct exh_keen_imf_tags tags;
	struct exh_bytes records; /* of 4 bytes; the last delay may be missing */
	struct exh_bytes rest;	  /* all after them, as stored */
	size_t record_count;
	uint64_t ticks; /* sum of all delays */
};

/* EXH_INVALID if it is not IMF; a file truncated in its records is read and noted, and so
 * is one whose length has no more than the lower 16 bits. */
EXH_CHECKED enum exh_status exh_keen_imf_open(struct exh_bytes file,
					      struct exh_keen_imf *imf,
					      struct exh_notes *notes,
					      struct exh_error *err);

/* True if it keys notes on as music does: tables and pictures, whose bytes read as writes
 * as well, do not. */
EXH_API bool exh_keen_imf_has_notes(const struct exh_keen_imf *imf);

/*
 * Appends it as a file of type 0, which has no footer, or of type 1, with the rest that
 * it has. A missing last delay is 0. Type 0 is known by two zeros at its start: a record
 * of zeros is put in front of others. EXH_LIMIT for more than 65,532 bytes of records as
 * type 1.
 */
EXH_CHECKED enum exh_status exh_keen_imf_write(const struct exh_keen_imf *imf,
					       unsigned type, struct exh_writer *out,
					       struct exh_error *err);

/* A rate of ticks: numerator / denominator a second, both at least 1 and below 2^32. */
struct exh_keen_imf_rate {
	uint32_t numerator, denominator;
};

/*
 * Appends records for writes in time, at the nearest ticks, up to length (samples), where
 * the last delay ends. Delays of more than 65,535 ticks become several. Stops when out
 * has failed.
 */
EXH_API void exh_keen_imf_make(const struct exh_opl2_source *source, uint64_t length,
			       struct exh_keen_imf_rate rate, struct exh_writer *out);
/* The tick that is nearest to a position (below 2^40). */
EXH_API uint64_t exh_keen_imf_tick_at(struct exh_keen_imf_rate rate, uint64_t position);

/* How likely it is one, in bits of evidence. */
EXH_API unsigned exh_keen_imf_score(struct exh_bytes file);

/* The record's register, value and delay in ticks. */
struct exh_keen_imf_record {
	uint8_t reg, value;
	uint16_t delay;
};

EXH_API struct exh_keen_imf_record exh_keen_imf_record(const struct exh_keen_imf *imf,
						       size_t index);

/*
 * Plays it pass_count (at least 1) times as the games do: the chip is not reset, and a
 * pass begins on the tick after the last record. The caller spaces the writes.
 */
struct exh_keen_imf_cursor {
	const struct exh_keen_imf *imf;
	struct exh_keen_imf_rate rate;
	uint64_t pass_count;
	/* All zeros: the start. */
	uint64_t pass, tick;
	size_t index;
	bool begun;
};

EXH_API struct exh_opl2_source exh_keen_imf_play(struct exh_keen_imf_cursor *cursor);
/* To the end of the last delay of the last pass: ticks, and samples rounded down. */
EXH_API uint64_t exh_keen_imf_ticks(const struct exh_keen_imf *imf, uint64_t pass_count);
EXH_API uint64_t exh_keen_imf_position(struct exh_keen_imf_rate rate, uint64_t tick);

#ifdef __cplusplus
}
#endif
#endif
