/*
 * ZVision (Zork Nemesis, Zork: Grand Inquisitor): pictures in memory, animations, and
 * sounds without a header. The rest of exhume/zvision.h, which has units, memory and
 * sources.
 */
#ifndef EXHUME_ADVANCED_ZVISION_H
#define EXHUME_ADVANCED_ZVISION_H

#include "../zvision.h"
#include "codec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Transposes a picture: out has in->height by in->width pixels. Panoramas, and
 * pictures drawn into them, are stored that way. */
EXH_API void exh_zv_transpose(const struct exh_zv_picture *in, uint16_t *out);

/* Returns the number of pixels, from the first, that the data cover. In a key frame
 * the others keep their values. */
EXH_API size_t exh_zv_rlf_reach(enum exh_zv_rlf_kind kind, struct exh_bytes data,
				size_t count);

/* Appends a header, with the size of the whole file. */
EXH_API void exh_zv_rlf_write_header(const struct exh_zv_rlf *rlf, uint32_t file_size,
				     struct exh_writer *out);

/*
 * Appends a record of the kind (simple or masked) that turns before into pixels; for a
 * simple one before may be NULL. Uses the fewest bytes possible.
 */
EXH_API void exh_zv_rlf_write_record(enum exh_zv_rlf_kind kind, const uint16_t *before,
				     const uint16_t *pixels, size_t count,
				     struct exh_writer *out);

/* Returns the letter for an encoding, of 16 bits if it is ADPCM; 0: the game has none
 * for its rate. */
EXH_API char exh_zv_sound_letter(enum exh_zv_game game, const struct exh_zv_sound *sound);

/* True if the data sound smoother as ADPCM than as 16-bit samples. */
EXH_API bool exh_zv_sound_is_adpcm(const struct exh_zork_adpcm *adpcm,
				   struct exh_bytes data, unsigned channel_count);

/* A guess of a sound's encoding. */
struct exh_zv_sound_guess {
	struct exh_zv_sound sound;
	enum exh_zv_game game; /* game whose letter was used */
	bool was_open;	       /* the other game's letter has a meaning, too */
	/* The name is unlike those of this game, and no other name supports it. */
	bool is_doubtful;
};

/* Number of names in a set that belong to one game alone, or more likely to it. All
 * zeros to start. */
struct exh_zv_sound_votes {
	size_t nemesis, zgi;
};

/* Counts a name. */
EXH_API void exh_zv_sound_vote(const char *name, struct exh_zv_sound_votes *votes);

/*
 * Guesses the encoding: by the only game whose letter has a meaning. If both have: by the
 * game that most names of the set voted for (votes may be NULL), or whose encoding does
 * not have 8 bits, which no known sound has, or ZGI if the 7th character is a digit, or
 * the one whose encoding sounds better, or Nemesis. False if no letter has a meaning.
 * Source: zvision 4.
 */
EXH_API bool exh_zv_sound_guess(const struct exh_zork_adpcm *adpcm, const char *name,
				struct exh_bytes data,
				const struct exh_zv_sound_votes *votes,
				struct exh_zv_sound_guess *guess);

#ifdef __cplusplus
}
#endif

#endif
