/*
 * For any file: chunks lie within it, drawing stays within bounds, and streams survive
 * writing and reading.
 *
 * Input: a file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "avi_parts.h"

#include "../base/fuzzing.h"

enum { MAX_PIXELS = 1 << 16, LIMIT = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct exh_bytes chunk_bytes(struct exh_bytes file,
				    const struct exh_avi_chunk *chunk)
{
	struct exh_bytes bytes;

	assert(exh_bytes_slice(file, chunk->offset, chunk->size, &bytes));
	return bytes;
}

static void check_picture(const struct exh_avi_stream *stream, struct exh_bytes file)
{
	const size_t count = (size_t)stream->width * stream->height;
	uint16_t *pixels = calloc(count, sizeof *pixels);
	uint16_t *twice = malloc(4 * count * sizeof *twice);

	assert(pixels && twice);
	for (size_t i = 0; i < stream->chunk_count && i < 16; i++)
		(void)!exh_avi_draw(stream, chunk_bytes(file, &stream->chunks[i]), pixels,
				    NULL, NULL);
	exh_avi_double(pixels, stream->width, stream->height, twice);
	for (size_t i = 0; i < count; i++)
		assert(pixels[i] < 0x8000 && twice[i / stream->width * 4 * stream->width +
						   2 * (i % stream->width)] == pixels[i]);
	free(pixels);
	free(twice);
}

/* The last frame is the same, shown after all others or alone. */
static void check_truemotion1(const struct exh_source *source,
			      const struct exh_avi_stream *stream)
{
	struct exh_avi_frames frames = { .source = source, .video = stream };
	struct exh_avi_frames again = frames;
	const size_t last = stream->chunk_count - 1;

	if (!stream->chunk_count || exh_avi_frames_open(&frames, NULL))
		return;
	if (frames.width * frames.height <= MAX_PIXELS &&
	    !exh_avi_frames_open(&again, NULL)) {
		const struct exh_avi_frame frame = exh_avi_frames_at(&frames, last);
		const size_t count = (size_t)frame.width * frame.height;

		for (size_t i = 0; i <= last; i++)
			assert(!exh_avi_frames_show(&frames, i, NULL));
		assert(!exh_avi_frames_show(&again, last, NULL));
		assert(memcmp(exh_avi_frames_pixels(&frames),
			      exh_avi_frames_pixels(&again), 2 * count) == 0);
		if (frames.has_rgb24)
			assert(memcmp(exh_avi_frames_rgb(&frames),
				      exh_avi_frames_rgb(&again), 3 * count) == 0);
		exh_avi_frames_free(&again);
	}
	exh_avi_frames_free(&frames);
}

static void check_stream(const struct exh_source *source,
			 const struct exh_avi_stream *stream, struct exh_bytes file)
{
	struct exh_avi_cursor cursor = { 0 };
	uint64_t size = 0;
	uint8_t piece[100];
	size_t taken;
	char name[16];

	for (size_t i = 0; i < stream->chunk_count; i++)
		size += chunk_bytes(file, &stream->chunks[i]).size;
	assert(size == stream->size);
	do {
		assert(exh_avi_take(source, stream, &cursor, piece, sizeof piece, &taken,
				    NULL) == EXH_OK);
		size -= taken;
	} while (taken == sizeof piece);
	assert(size == 0);
	exh_avi_codec_name(stream, name);
	(void)exh_avi_frame_size(stream);
	if (exh_avi_can_draw(stream, NULL) == EXH_OK &&
	    (uint64_t)stream->width * stream->height <= MAX_PIXELS)
		check_picture(stream, file);
	if (exh_avi_is_truemotion1(stream))
		check_truemotion1(source, stream);
}

static bool is_like(const struct exh_avi_stream *a, const struct exh_avi_stream *b)
{
	return a->kind == b->kind && a->size == b->size && a->width == b->width &&
	       a->height == b->height && a->bits == b->bits && a->tag == b->tag &&
	       a->rate == b->rate && a->chunk_count == b->chunk_count;
}

/* Chunks go stream by stream: each keeps its own order. */
static void check_again(const struct exh_avi *avi, struct exh_bytes file)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_avi_writer writer = { .out = &out, .has_index = true };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_source source;
	struct exh_bytes bytes;
	struct exh_avi again;

	exh_avi_write_start(&writer, avi);
	for (size_t i = 0; i < avi->stream_count; i++)
		for (size_t k = 0; k < avi->streams[i]->chunk_count; k++)
			exh_avi_write_chunk(
				&writer, i,
				chunk_bytes(file, &avi->streams[i]->chunks[k]), true);
	exh_avi_write_end(&writer);
	bytes = exh_writer_bytes(&out);
	source = exh_source_of(&bytes);
	if (!out.failed) {
		assert(exh_avi_open(&source, &arena, &again, NULL, NULL) == EXH_OK);
		assert(again.stream_count == avi->stream_count);
		for (size_t i = 0; i < avi->stream_count; i++)
			assert(is_like(avi->streams[i], again.streams[i]));
	}
	exh_arena_free(&arena);
	exh_writer_free(&out);
}

static void check_times(const struct exh_avi *avi)
{
	const struct exh_avi_stream *video = exh_avi_first(avi, EXH_AVI_VIDEO);
	uint32_t num, den;

	if (!video)
		return;
	assert(video->kind == EXH_AVI_VIDEO);
	exh_avi_frame_time(avi, video, &num, &den);
	assert(num && den);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes file = take(&data, &size, size);
	const struct exh_source source = exh_source_of(&file);
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	struct exh_avi avi;

	if (exh_avi_open(&source, &arena, &avi, &notes, &err) == EXH_OK) {
		for (size_t i = 0; i < avi.stream_count; i++)
			check_stream(&source, avi.streams[i], file);
		check_again(&avi, file);
		check_times(&avi);
	}
	exh_arena_free(&arena);
	discard(file);
	return 0;
}
