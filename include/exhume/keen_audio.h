/*
 * Sound of id's games: AUDIOT archives, their effects for the PC speaker and the AdLib
 * card, and IMF music.
 *
 * Ticks:  in effects, EXH_KEEN_EFFECT_CLOCKS clocks of the PC's timer each (140 per
 *         second); in music, at the rate to which the game sets its timer.
 * Memory: archives, effects and music borrow the bytes they were opened on; expanded
 *         chunks and texts come from the arena.
 * Source: keen-formats 5 and 9; opl2-audio 16, 18, 19, 20.
 */
#ifndef EXHUME_KEEN_AUDIO_H
#define EXHUME_KEEN_AUDIO_H

#include "codec.h"
#include "keen.h"
#include "opl2.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_KEEN_EFFECT_CLOCKS = 8519,	/* clocks (1,193,182 Hz) in a tick */
	EXH_PIT_CLOCKS_PER_SAMPLE = 24, /* clocks in a sample at EXH_OPL2_RATE */
};

/*
 * Archives.
 */

/* Kind of a chunk. */
enum exh_keen_audio_kind {
	EXH_KEEN_AUDIO_SPEAKER,
	EXH_KEEN_AUDIO_ADLIB,
	EXH_KEEN_AUDIO_DIGITAL,
	EXH_KEEN_AUDIO_MUSIC,
};

/* An open archive. */
struct exh_keen_audio {
	struct exh_bytes data;
	/* in the arena; NULL: chunks are not compressed */
	const struct exh_huffman *huffman;
	/* Bytes of each chunk, without the mark "!ID!" after a group; size 0: empty or
	 * lost. */
	struct exh_bytes *packed;
	size_t chunk_count;
	/* Sounds in each of the three groups, after which music follows. A caller with
	 * better information may change it. */
	size_t sound_count;
	/* Explanation, for people, of how sound_count was found; static. */
	const char *grouped_by;
};

/* Returns the kind of a chunk, by its group. */
EXH_API enum exh_keen_audio_kind exh_keen_audio_kind(const struct exh_keen_audio *audio,
						     size_t chunk);

/*
 * Gets a chunk's expanded bytes; size 0 if it is empty. A truncated chunk is expanded as
 * far as possible and noted, as a warning if only bytes after the sound are missing.
 * EXH_LIMIT over 1 MiB.
 */
EXH_CHECKED enum exh_status exh_keen_audio_chunk(const struct exh_keen_audio *audio,
						 size_t chunk, struct exh_arena *arena,
						 struct exh_bytes *out,
						 struct exh_notes *notes,
						 struct exh_error *err);

/* Returns the name of a sound, such as "KEENWALK1" for 0, or NULL if unknown. */
EXH_API const char *exh_keen_audio_name(const struct exh_keen_audio *audio, size_t sound);
/* Returns the name of a song, counted from 0, or NULL if unknown. */
EXH_API const char *exh_keen_audio_song_name(const struct exh_keen_audio *audio,
					     size_t song);

/*
 * Effects.
 */

/* A sound effect, for the speaker or for AdLib. */
struct exh_keen_effect {
	bool is_adlib;
	uint16_t priority; /* replaces effects of at most this priority */
	/* Only AdLib: mChar cChar mScale cScale mAttack cAttack mSus cSus mWave cWave
	 * nConn, and 5 more bytes. */
	uint8_t instrument[16];
	uint8_t block;	       /* octave, of AdLib */
	struct exh_bytes data; /* one byte per tick; borrowed */
};

/* Opens an effect. A chunk with fewer bytes than declared is read and noted as damage;
 * one without any is fine. */
EXH_CHECKED enum exh_status exh_keen_effect_open(struct exh_bytes chunk, bool is_adlib,
						 struct exh_keen_effect *effect,
						 struct exh_notes *notes,
						 struct exh_error *err);

/* Returns the length in samples, to the end of the last tick. */
EXH_API uint64_t exh_keen_effect_length(const struct exh_keen_effect *effect);

/* State of playing an AdLib effect. */
struct exh_keen_effect_cursor {
	const struct exh_keen_effect *effect;
	size_t step; /* set effect, and zeros elsewhere, to start */
};

/* Returns the effect's writes, as the game's service routine issues them; the caller
 * spaces them (exh_opl2_space). cursor must outlive the source. */
EXH_API struct exh_opl2_source
exh_keen_effect_play(struct exh_keen_effect_cursor *cursor);

/*
 * State of playing a speaker effect. Set effect, and zeros elsewhere, to start.
 */
struct exh_keen_speaker_cursor {
	const struct exh_keen_effect *effect;
	uint64_t clock;	  /* clock at the next sample's start */
	uint64_t started; /* clock at which the current wave began */
	size_t tick;	  /* the next tick to play */
	uint8_t last;	  /* last byte, xor 255 */
	uint32_t divisor; /* 0: off */
};

/*
 * Plays a speaker effect as a square wave. Renders the next count samples, of clocks PIT
 * clocks each (EXH_PIT_CLOCKS_PER_SAMPLE for EXH_OPL2_RATE). Each is the mean over its
 * clocks: 8184 for high, -8184 for low, 0 while the speaker is off. If mean is false, it
 * is the value at the start of the sample instead.
 */
EXH_API void exh_keen_speaker_render(struct exh_keen_speaker_cursor *cursor,
				     unsigned clocks, bool mean, int16_t *mono,
				     size_t count);

/*
 * Music.
 */

/* Texts of a footer. */
struct exh_keen_imf_tags {
	/* As stored, code page 437, without the NUL; size 0: none. */
	struct exh_bytes title, composer, remarks, program, game;
};

/* Form of the data after the records. */
enum exh_keen_imf_footer {
	EXH_KEEN_IMF_NO_FOOTER,
	EXH_KEEN_IMF_TAG, /* the unofficial tag that begins with 1A */
	/* Footer of id's own tool; remarks holds the path of its source. */
	EXH_KEEN_IMF_MUSE,
	EXH_KEEN_IMF_TEXT, /* free text, in remarks */
};

/* An open IMF song. */
struct exh_keen_imf {
	/* 0: records up to the end of the file; 1: their size comes first */
	unsigned type;
	bool has_header; /* M. Fernandez' header, "ADLIB" */
	enum exh_keen_imf_footer footer;
	struct exh_keen_imf_tags tags;
	struct exh_bytes records; /* 4 bytes each; the last delay may be missing */
	struct exh_bytes rest;	  /* all bytes after the records, as stored */
	size_t record_count;
	uint64_t ticks; /* sum of all delays */
};

/* Opens a song. EXH_INVALID if it is not IMF. A file that is truncated in its records
 * is read and noted, and so is one that stores only the lower 16 bits of its length. */
EXH_CHECKED enum exh_status exh_keen_imf_open(struct exh_bytes file,
					      struct exh_keen_imf *imf,
					      struct exh_notes *notes,
					      struct exh_error *err);

/* A rate of ticks: numerator / denominator per second, both at least 1 and below 2^32. */
struct exh_keen_imf_rate {
	uint32_t numerator, denominator;
};

/*
 * State of playing a song pass_count (at least 1) times, as the games do: the chip is not
 * reset, and a pass begins on the tick after the last record. Set the first three fields,
 * and zeros elsewhere, to start.
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

/* Returns the source of the song's writes, which the caller spaces (exh_opl2_space).
 * cursor must outlive it. */
EXH_API struct exh_opl2_source exh_keen_imf_play(struct exh_keen_imf_cursor *cursor);
/* Return the end of the last delay of the last pass, in ticks, and the position of a
 * tick in samples, rounded down. */
EXH_API uint64_t exh_keen_imf_ticks(const struct exh_keen_imf *imf, uint64_t pass_count);
EXH_API uint64_t exh_keen_imf_position(struct exh_keen_imf_rate rate, uint64_t tick);

/*
 * The graphics, levels and sounds of one Keen game, each opened in one call: tables that
 * are not given are searched for in the game's program, and the layout is recognised.
 *
 * Source: keen-formats 1, 2, 4 and 9.
 */

/* Opens the sounds. */
EXH_CHECKED enum exh_status exh_keen_files_sounds(const struct exh_keen_files *files,
						  struct exh_arena *arena,
						  struct exh_keen_audio *out,
						  struct exh_notes *notes,
						  struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
