#include "keen_parts.h"

#include "../base/reader.h"

#include <string.h>

static const char end_mark[] = { '!', 'I', 'D', '!' };

/*
 * No flag says whether chunks are compressed: the majority of chunks decides.
 */

struct fits {
	size_t count, plain_count, packed_count;
	size_t short_count; /* chunks that may expand to the length they begin with */
};

/* Packed bytes rarely expand to eight times as many. */
static bool may_be_packed(struct exh_bytes chunk)
{
	struct reader r = { .in = chunk };
	const size_t size = rd_u32le(&r);

	return !r.failed && size && size / 8 <= rd_left(&r);
}

static void count_fits(const struct exh_keen_audio *audio,
		       const struct exh_huffman *huffman, uint8_t *room,
		       struct fits *fits)
{
	*fits = (struct fits){ 0 };
	for (size_t i = 0; i < audio->chunk_count; i++) {
		const struct exh_bytes chunk = audio->packed[i];

		if (!chunk.size)
			continue;
		fits->count++;
		fits->plain_count += exh_keen_audio_plain_fits(chunk);
		fits->short_count += may_be_packed(chunk);
		if (huffman)
			fits->packed_count +=
				exh_keen_audio_packed_fits(chunk, huffman, room);
	}
}

static enum exh_status judge_plain(const struct fits *fits, struct exh_error *err)
{
	if (fits->plain_count * 2 >= fits->count)
		return EXH_OK;
	if (fits->short_count * 4 >= fits->count * 3)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"it is compressed, but there is no dictionary");
	return exh_fail(
		err, EXH_INVALID, EXH_NO_OFFSET,
		"%zu of %zu chunks are effects or music: head and archive don't match",
		fits->plain_count, fits->count);
}

static enum exh_status judge_packed(const struct fits *fits, struct exh_error *err)
{
	if (fits->packed_count * 4 >= fits->count)
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
			"%zu of %zu chunks expand to where they end: head, dictionary "
			"and archive don't match",
			fits->packed_count, fits->count);
}

static enum exh_status judge(struct exh_keen_audio *audio,
			     const struct exh_huffman *huffman, uint8_t *room,
			     struct exh_notes *notes, struct exh_error *err)
{
	struct fits fits;

	count_fits(audio, huffman, room, &fits);
	if (!fits.count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no chunk lies in the archive of %zu bytes",
				audio->data.size);
	if (huffman && fits.plain_count <= fits.packed_count) {
		audio->huffman = huffman;
		return judge_packed(&fits, err);
	}
	if (huffman)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "chunks are stored as they are; the dictionary is not used");
	return judge_plain(&fits, err);
}

static void take_off_marks(struct exh_keen_audio *audio)
{
	for (size_t i = 0; i < audio->chunk_count; i++) {
		struct exh_bytes *chunk = &audio->packed[i];

		if (chunk->size >= sizeof end_mark &&
		    memcmp(chunk->data + chunk->size - sizeof end_mark, end_mark,
			   sizeof end_mark) == 0)
			chunk->size -= sizeof end_mark;
	}
}

enum exh_status exh_keen_audio_open(struct exh_bytes data, struct exh_bytes head,
				    struct exh_bytes dict, struct exh_arena *arena,
				    struct exh_keen_audio *audio, struct exh_notes *notes,
				    struct exh_error *err)
{
	struct exh_arena scratch = { .limit = AUDIO_CHUNK_LIMIT };
	uint8_t *room = exh_alloc(&scratch, exh_keen_audio_room_size(data), 1);
	struct exh_huffman *huffman = NULL;
	enum exh_status status;

	*audio = (struct exh_keen_audio){ .data = data };
	status = exh_keen_audio_read_head(data, head, arena, audio, notes, err);
	if (!status && dict.size) {
		huffman = exh_alloc(arena, 1, sizeof *huffman);
		if (huffman)
			status = exh_huffman_read(huffman, dict, notes, err);
		if (huffman && status)
			status = exh_within(err, status, "dictionary");
	}
	if (!status) {
		take_off_marks(audio);
		if (!room || (dict.size && !huffman))
			status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
					  "no memory for expanding");
		else
			status = judge(audio, huffman, room, notes, err);
	}
	exh_arena_free(&scratch);
	if (!status && !exh_keen_audio_group(audio))
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				  "no memory for %zu chunks", audio->chunk_count);
	return status;
}
