/* What the files of sound in this folder share, beyond the public header. */
#ifndef EXH_KEEN_AUDIO_H
#define EXH_KEEN_AUDIO_H

#include "exhume/keen_audio.h"

#include "graphics.h"

enum {
	AUDIO_SPEAKER_HEADER_SIZE = 6, /* length and priority */
	AUDIO_ADLIB_HEADER_SIZE = 23,  /* and an instrument */
	AUDIO_CHUNK_LIMIT = 1 << 20,   /* bytes of an effect or a song */
	AUDIO_MAX_CHUNKS = 4096,       /* the games have up to 300 */
};

/* The writes to the AdLib card when an effect starts, without register 01, and in one of
 * its ticks, in order. writes has room for that many; returns their number. Positions are
 * those of exh_keen_effect_play. */
enum {
	AUDIO_START_WRITES = 11,
	AUDIO_TICK_WRITES = 3,
	AUDIO_SPEAKER_STEP =
		60, /* clocks of a period that a byte of the speaker counts */
};

size_t exh_keen_effect_start_writes(const struct exh_keen_effect *effect,
				    struct exh_opl2_write *writes);
size_t exh_keen_effect_tick_writes(const struct exh_keen_effect *effect, size_t tick,
				   struct exh_opl2_write *writes);

/* An effect and nothing else, except a byte or a name appended by tools. */
bool exh_keen_effect_fits(struct exh_bytes chunk, bool is_adlib);

/* Do the offsets step back at entry "at" as they do at the first song of Keen 4 to 6? The
 * entries up to there are read. */
bool exh_keen_audio_steps_back(const uint8_t *entries, size_t at);

/*
 * Where the chunks lie, by the head; and sound_count, where the head shows it, or 0.
 * EXH_TRUNCATED for less than two entries, EXH_LIMIT for more than AUDIO_MAX_CHUNKS,
 * EXH_INVALID if they don't ascend.
 */
enum exh_status exh_keen_audio_read_head(struct exh_bytes data, struct exh_bytes head,
					 struct exh_arena *arena,
					 struct exh_keen_audio *audio,
					 struct exh_notes *notes, struct exh_error *err);

/* Bytes that a chunk of the archive may expand to, AUDIO_CHUNK_LIMIT at most. */
size_t exh_keen_audio_room_size(struct exh_bytes data);

/* Does the chunk begin with a length, and expand to it where it ends? room is of that
 * size. */
bool exh_keen_audio_packed_fits(struct exh_bytes chunk, const struct exh_huffman *huffman,
				uint8_t *room);

/* Is it an uncompressed effect or song? */
bool exh_keen_audio_plain_fits(struct exh_bytes chunk);

/* Finds sound_count from the chunks' content, if the head does not show it. False when
 * out of memory. */
bool exh_keen_audio_group(struct exh_keen_audio *audio);

#endif
