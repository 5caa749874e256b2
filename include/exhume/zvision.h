/*
 * ZVision (Zork Nemesis, Zork: Grand Inquisitor): pictures in memory, animations, and
 * sounds without a header.
 *
 * Pixels: 16 bits each, red in bits 14 to 10, green in 9 to 5, blue in 4 to 0; bit 15 has
 *         no meaning, and is kept. Row-major, top row first, no padding.
 * Memory: callers own every buffer; records borrow the bytes they were read from.
 * Source: zvision 1, 3 and 4; formats/zvision/README.md.
 */
#ifndef EXHUME_ZVISION_H
#define EXHUME_ZVISION_H

#include "codec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture in memory; the caller owns the pixels. */
struct exh_zv_picture {
	size_t width, height; /* pixels */
	uint16_t *pixels;
};

/* Transposes a picture: out has in->height by in->width pixels. Panoramas, and
 * pictures drawn into them, are stored that way. */
EXH_API void exh_zv_transpose(const struct exh_zv_picture *in, uint16_t *out);

/*
 * RLF animations: a header, then records of one frame each. A reader takes the header,
 * then a record's head, then as many bytes of data as the head declares: never the whole
 * file.
 */
enum {
	EXH_ZV_RLF_HEADER_SIZE = 180,
	EXH_ZV_RLF_RECORD_SIZE = 28, /* before a frame's data */
	EXH_ZV_RLF_FIELD_COUNT = 11,
};

/* Header of an animation. */
struct exh_zv_rlf {
	uint32_t frame_count;	/* as declared */
	uint32_t width, height; /* pixels, at least 1 */
	uint32_t tenths;	/* duration of a frame, in 0.1 ms */
	/* Fields of unknown meaning, in the order of the file; kept for writing. */
	uint32_t unknown[EXH_ZV_RLF_FIELD_COUNT];
};

/* Returns the duration of a frame in milliseconds, as the engine computes it. */
EXH_API uint32_t exh_zv_rlf_milliseconds(const struct exh_zv_rlf *rlf);

/*
 * Reads the header. in: the file's first EXH_ZV_RLF_HEADER_SIZE bytes, or all of it.
 * EXH_INVALID without its mark, or for a picture without pixels; EXH_LIMIT above 2^26
 * pixels. Unexpected marks inside are noted.
 */
EXH_CHECKED enum exh_status exh_zv_rlf_open(struct exh_bytes in, struct exh_zv_rlf *rlf,
					    struct exh_notes *notes,
					    struct exh_error *err);

/* Kind of a record. */
enum exh_zv_rlf_kind {
	EXH_ZV_RLF_SIMPLE,  /* key frame: a whole picture */
	EXH_ZV_RLF_MASKED,  /* only the pixels that change */
	EXH_ZV_RLF_UNKNOWN, /* no changes */
};

/* Head of a record. */
struct exh_zv_rlf_record {
	enum exh_zv_rlf_kind kind;
	uint32_t size;	      /* bytes to the next record */
	uint32_t data_offset; /* bytes from the start of the record */
	uint32_t tag;	      /* as stored, little-endian */
	uint32_t unknown[3];
};

/* Reads a record's head. in: the file from the record's first byte on. EXH_TRUNCATED,
 * or EXH_INVALID without its mark or for sizes that contradict each other. */
EXH_CHECKED enum exh_status exh_zv_rlf_record(struct exh_bytes in,
					      struct exh_zv_rlf_record *record,
					      struct exh_error *err);

/*
 * Applies a record's data to the picture of the previous frame (zeros before the first),
 * count pixels. Pixels past the last one are dropped, as in the engine. EXH_TRUNCATED if
 * the data end within a run, EXH_INVALID if they continue past the last pixel: the
 * picture then has all complete runs, as in the engine.
 */
EXH_CHECKED enum exh_status exh_zv_rlf_apply(enum exh_zv_rlf_kind kind,
					     struct exh_bytes data, uint16_t *pixels,
					     size_t count, struct exh_error *err);

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

/*
 * Sounds: .raw, .src and .ifp files have no header; a letter of the name gives their
 * encoding.
 */
enum exh_zv_game { EXH_ZV_NEMESIS, EXH_ZV_ZGI };

/* Encoding of samples. */
enum exh_zv_packing {
	EXH_ZV_ADPCM,  /* exh_zork_adpcm */
	EXH_ZV_PCM_8,  /* unsigned */
	EXH_ZV_PCM_16, /* signed, little-endian */
};

/* Encoding of a sound. */
struct exh_zv_sound {
	uint32_t rate_hz;
	unsigned channel_count; /* 1, or 2: interleaved, left first */
	enum exh_zv_packing packing;
};

/* Gets the encoding from the seventh letter (Nemesis) or the eighth (Grand Inquisitor)
 * of a name without folders, in upper or lower case. False if the letter has no
 * meaning in that game. */
EXH_API bool exh_zv_sound_by_name(const char *name, enum exh_zv_game game,
				  struct exh_zv_sound *sound);

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
