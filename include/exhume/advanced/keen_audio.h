/*
 * Sound of id's games: AUDIOT archives, their effects for the PC speaker and the AdLib
 * card, and IMF music. The rest of exhume/keen_audio.h, which has units, memory and
 * sources.
 */
#ifndef EXHUME_ADVANCED_KEEN_AUDIO_H
#define EXHUME_ADVANCED_KEEN_AUDIO_H

#include "../keen_audio.h"
#include "codec.h"
#include "opl2.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Archives.
 */

/*
 * Opens an archive. data: the archive; head: its offsets (AUDIOHHD, AUDIOHED); dict:
 * 1,020 bytes or more (AUDIODCT), or empty. Offsets that lie outside the archive or
 * decrease are noted, and the bytes inside are kept; the dictionary is ignored if the
 * chunks are not compressed. EXH_INVALID if the three don't match, or chunks are
 * compressed and dict is empty.
 */
EXH_CHECKED enum exh_status
exh_keen_audio_open(struct exh_bytes data, struct exh_bytes head, struct exh_bytes dict,
		    struct exh_arena *arena, struct exh_keen_audio *audio,
		    struct exh_notes *notes, struct exh_error *err);

/* A known game's archive. All strings are static. */
struct exh_keen_audio_release {
	const char *title; /* "Keen 4" */
	size_t chunk_count, sound_count;
	/* Name of each sound, and of each song; NULL: unknown. */
	const char *const *sound_names, *const *song_names;
};

/* Returns the known game with the same numbers of chunks and sounds, or NULL. */
EXH_API const struct exh_keen_audio_release *
exh_keen_audio_release(const struct exh_keen_audio *audio);

/*
 * Effects.
 */

/* Appends the effect as a chunk; tail is appended after its data, and may be empty. */
EXH_API void exh_keen_effect_write(const struct exh_keen_effect *effect,
				   struct exh_bytes tail, struct exh_writer *out);

/* Returns how likely the file is a single effect, in bits of evidence
 * (exh_format.score). */
EXH_API unsigned exh_keen_effect_score(struct exh_bytes file, bool is_adlib);

/*
 * Music.
 */

/* True if it keys notes on as music does. Tables and pictures, whose bytes can be read
 * as writes as well, do not. */
EXH_API bool exh_keen_imf_has_notes(const struct exh_keen_imf *imf);

/*
 * Appends a song as a file of type 0, which has no footer, or of type 1, with its rest. A
 * missing last delay becomes 0. Players recognise type 0 by two zeros at its start: a
 * record of zeros is inserted in front of other bytes. EXH_LIMIT for more than 65,532
 * bytes of records as type 1.
 */
EXH_CHECKED enum exh_status exh_keen_imf_write(const struct exh_keen_imf *imf,
					       unsigned type, struct exh_writer *out,
					       struct exh_error *err);

/*
 * Appends records for timed writes, at the nearest ticks, up to length (samples), where
 * the last delay ends. Delays of more than 65,535 ticks become several. Stops when out
 * has failed.
 */
EXH_API void exh_keen_imf_make(const struct exh_opl2_source *source, uint64_t length,
			       struct exh_keen_imf_rate rate, struct exh_writer *out);
/* Returns the tick that is nearest to a position in samples (below 2^40). */
EXH_API uint64_t exh_keen_imf_tick_at(struct exh_keen_imf_rate rate, uint64_t position);

/* Returns how likely the file is IMF, in bits of evidence (exh_format.score). */
EXH_API unsigned exh_keen_imf_score(struct exh_bytes file);

/* A record: register, value, and delay in ticks. */
struct exh_keen_imf_record {
	uint8_t reg, value;
	uint16_t delay; /* ticks to the next record */
};

/* Returns a record, by its number from 0. */
EXH_API struct exh_keen_imf_record exh_keen_imf_record(const struct exh_keen_imf *imf,
						       size_t index);

#ifdef __cplusplus
}
#endif

#endif
