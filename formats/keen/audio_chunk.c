/* Expands chunks of sound archives, and recognises chunks that look packed. */
#include "keen_parts.h"

#include "../base/reader.h"

enum exh_keen_audio_kind exh_keen_audio_kind(const struct exh_keen_audio *audio,
					     size_t chunk)
{
	if (chunk >= 3 * audio->sound_count)
		return EXH_KEEN_AUDIO_MUSIC;
	return (enum exh_keen_audio_kind)(chunk / audio->sound_count);
}

static uint64_t needed_size(struct exh_bytes chunk, enum exh_keen_audio_kind kind)
{
	struct reader r = { .in = chunk };

	switch (kind) {
	case EXH_KEEN_AUDIO_SPEAKER:
		return AUDIO_SPEAKER_HEADER_SIZE + (uint64_t)rd_u32le(&r);
	case EXH_KEEN_AUDIO_ADLIB:
		return AUDIO_ADLIB_HEADER_SIZE + (uint64_t)rd_u32le(&r);
	default:
		return UINT64_MAX; /* unknown which bytes matter */
	}
}

/* Returns declared, or the most bytes that the packed bits can expand to, if that is
 * less. */
static size_t possible_size(struct exh_bytes packed, const struct exh_huffman *huffman,
			    size_t declared)
{
	const size_t most = exh_huffman_most(huffman, packed.size);

	return declared < most ? declared : most;
}

static void note_ends(const struct exh_keen_audio *audio, size_t chunk, size_t declared,
		      const struct exh_huffman_job *job, struct exh_bytes out,
		      struct exh_notes *notes)
{
	const size_t used = (job->bit_count + 7) / 8;
	const bool whole =
		out.size >= needed_size(out, exh_keen_audio_kind(audio, chunk));

	if (out.size < declared)
		exh_note(notes, whole ? EXH_WARNING : EXH_DAMAGE, out.base,
			 "chunk %zu: %zu bytes declared, %zu found", chunk, declared,
			 out.size);
	else if (exh_keen_leftover_size(job))
		exh_note(notes, EXH_WARNING, job->src.base + used,
			 "chunk %zu: %zu bytes left over after its data", chunk,
			 exh_keen_leftover_size(job));
}

static enum exh_status expand(const struct exh_keen_audio *audio, size_t chunk,
			      struct exh_arena *arena, struct exh_bytes *out,
			      struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = audio->packed[chunk] };
	const size_t declared = rd_u32le(&r);
	struct exh_huffman_job job = { 0 };

	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, r.in.base,
				"chunk %zu: %zu bytes, expected a length", chunk,
				r.in.size);
	if (declared > AUDIO_CHUNK_LIMIT)
		return exh_fail(err, EXH_LIMIT, r.in.base,
				"chunk %zu: %zu bytes declared, expected %d at most",
				chunk, declared, AUDIO_CHUNK_LIMIT);
	exh_bytes_slice(r.in, r.pos, rd_left(&r), &job.src);
	job.size = possible_size(job.src, audio->huffman, declared);
	job.dst = exh_alloc(arena, job.size ? job.size : 1, 1);
	if (!job.dst)
		return exh_fail(err, EXH_NO_MEMORY, r.in.base,
				"chunk %zu: no memory for %zu bytes", chunk, job.size);
	exh_huffman_expand(audio->huffman, &job, 1);
	*out = (struct exh_bytes){ job.dst, job.produced_size, r.in.base };
	note_ends(audio, chunk, declared, &job, *out, notes);
	return EXH_OK;
}

enum exh_status exh_keen_audio_chunk(const struct exh_keen_audio *audio, size_t chunk,
				     struct exh_arena *arena, struct exh_bytes *out,
				     struct exh_notes *notes, struct exh_error *err)
{
	*out = (struct exh_bytes){ 0 };
	if (chunk >= audio->chunk_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"chunk %zu: there are %zu", chunk, audio->chunk_count);
	if (audio->huffman && audio->packed[chunk].size)
		return expand(audio, chunk, arena, out, notes, err);
	*out = audio->packed[chunk];
	if (out->size > AUDIO_CHUNK_LIMIT)
		return exh_fail(err, EXH_LIMIT, out->base,
				"chunk %zu: %zu bytes, expected %d at most", chunk,
				out->size, AUDIO_CHUNK_LIMIT);
	return EXH_OK;
}

bool exh_keen_audio_plain_fits(struct exh_bytes chunk)
{
	return exh_keen_effect_fits(chunk, false) || exh_keen_effect_fits(chunk, true) ||
	       exh_keen_imf_score(chunk);
}

bool exh_keen_audio_packed_fits(struct exh_bytes chunk, const struct exh_huffman *huffman,
				uint8_t *room)
{
	struct reader r = { .in = chunk };
	struct exh_huffman_job job = { .dst = room, .size = rd_u32le(&r) };

	exh_bytes_slice(chunk, r.pos, rd_left(&r), &job.src);
	if (r.failed || !job.size || job.size > AUDIO_CHUNK_LIMIT ||
	    job.size != possible_size(job.src, huffman, job.size))
		return false;
	exh_huffman_expand(huffman, &job, 1);
	return job.produced_size == job.size && !exh_keen_leftover_size(&job);
}

size_t exh_keen_audio_room_size(struct exh_bytes data)
{
	if (data.size > AUDIO_CHUNK_LIMIT / 8)
		return AUDIO_CHUNK_LIMIT;
	return data.size ? data.size * 8 : 1;
}
