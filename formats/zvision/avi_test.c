#include "exhume/advanced/avi.h"

#include "../base/testing.h"
#include "avi_testing.h"

enum { LIMIT = 1 << 22 };

/* An opened file, with the memory and notes it uses. */
struct opened {
	struct exh_bytes bytes;
	struct exh_source source;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_avi avi;
	struct exh_error err;
	enum exh_status status;
};

static void open_avi(struct opened *o, const void *data, size_t size)
{
	*o = (struct opened){ .arena = { .limit = LIMIT } };
	o->bytes = (struct exh_bytes){ tight_copy(data, size), size, 0 };
	o->source = exh_source_of(&o->bytes);
	o->notes.arena = &o->arena;
	o->status = exh_avi_open(&o->source, &o->arena, &o->avi, &o->notes, &o->err);
}

static void close_avi(struct opened *o)
{
	exh_arena_free(&o->arena);
	free((void *)o->bytes.data);
}

/* Joins all bytes of a stream. */
static struct exh_bytes take_all(struct opened *o, size_t stream)
{
	const struct exh_avi_stream *own = o->avi.streams[stream];
	struct exh_avi_cursor cursor = { 0 };
	uint8_t *data = malloc(own->size + 1);
	size_t taken;

	assert_non_null(data);
	assert_int_equal(
		exh_avi_take(&o->source, own, &cursor, data, own->size + 1, &taken, NULL),
		EXH_OK);
	assert_int_equal(taken, own->size);
	return (struct exh_bytes){ data, taken, 0 };
}

static void assert_stream(struct opened *o, size_t stream, const void *data, size_t size)
{
	struct exh_bytes all = take_all(o, stream);

	assert_same_bytes(all, data, size);
	free((void *)all.data);
}

static const uint8_t frame[] = { 0x34, 0x12, 0, 0, 0x78, 0x56, 0, 0 };
static const uint8_t waves[] = { 0x40, 0x7f, 0xff };

/* Asserts that it is complete, in either order of chunks. */
static void assert_small(struct opened *o)
{
	assert_int_equal(o->status, EXH_OK);
	assert_int_equal(o->avi.stream_count, 2);
	assert_stream(o, 0, frame, sizeof frame);
	assert_stream(o, 1, waves, sizeof waves);
}

/* Opens the small file with some bytes replaced. */
static void open_changed(struct opened *o, size_t at, const void *data, size_t size)
{
	uint8_t changed[SMALL_SIZE];

	memcpy(changed, small_avi, sizeof changed);
	memcpy(changed + at, data, size);
	open_avi(o, changed, sizeof changed);
}

/* Opens the small file with bytes inserted; the sizes of the lists around them are
 * unchanged. */
static void open_inserted(struct opened *o, size_t at, const void *data, size_t size)
{
	uint8_t *all = malloc(SMALL_SIZE + size);

	assert_non_null(all);
	memcpy(all, small_avi, at);
	memcpy(all + at, data, size);
	memcpy(all + at + size, small_avi + at, SMALL_SIZE - at);
	open_avi(o, all, SMALL_SIZE + size);
	free(all);
}

/*
 * Hand-made files.
 */

static void streams_and_chunks_are_found(void **state)
{
	struct opened o;
	const struct exh_avi_stream *video, *sound;

	(void)state;
	open_avi(&o, small_avi, sizeof small_avi);
	assert_small(&o);
	assert_int_equal(o.notes.warning_count + o.notes.damage_count, 0);
	assert_true(o.avi.is_indexed);
	assert_int_equal(o.avi.frame_microseconds, 66667);
	assert_int_equal(o.avi.frame_count, 1);
	assert_int_equal(o.avi.width, 1);
	assert_int_equal(o.avi.height, 2);
	video = o.avi.streams[0];
	assert_int_equal(video->kind, EXH_AVI_VIDEO);
	assert_int_equal(video->width, 1);
	assert_int_equal(video->height, 2);
	assert_int_equal(video->bits, 16);
	assert_false(video->is_top_down);
	assert_int_equal(video->scale, 1);
	assert_int_equal(video->rate, 15);
	assert_int_equal(video->length, 1);
	assert_int_equal(video->chunk_count, 1);
	assert_int_equal(video->chunks[0].offset, AT_FRAME + 8);
	assert_true(video->keys_are_known && video->chunks[0].is_key);
	sound = o.avi.streams[1];
	assert_int_equal(sound->kind, EXH_AVI_SOUND);
	assert_int_equal(sound->tag, EXH_AVI_ADPCM);
	assert_int_equal(sound->channel_count, 1);
	assert_int_equal(sound->rate_hz, 22050);
	assert_int_equal(sound->block_align, 1);
	assert_int_equal(sound->bits, 8);
	assert_int_equal(sound->chunk_count, 2);
	assert_int_equal(sound->chunks[0].size, 3);
	assert_false(sound->chunks[0].is_key);
	close_avi(&o);
}

/* Offsets from the list's type, from the start of the file, from the first chunk. */
static void offsets_of_the_index_may_count_from_anywhere(void **state)
{
	static const size_t bases[] = { AT_MOVI, 0, AT_FRAME };

	(void)state;
	for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
		uint8_t index[48];
		struct opened o;

		memcpy(index, small_avi + AT_INDEX, sizeof index);
		for (size_t e = 0; e < 3; e++) {
			const size_t at[] = { AT_FRAME, AT_WAVES, AT_MORE };
			const uint32_t offset = (uint32_t)(at[e] - bases[i]);
			const uint8_t bytes[] = { U32(offset) };

			memcpy(index + 16 * e + 8, bytes, 4);
		}
		open_changed(&o, AT_INDEX, index, sizeof index);
		assert_small(&o);
		assert_true(o.avi.is_indexed);
		assert_int_equal(o.notes.warning_count, 0);
		close_avi(&o);
	}
}

static void the_index_has_the_order(void **state)
{
	static const uint8_t index[48] = {
		FOUR("01wb"), U32(0),	 U32(32), U32(0), /* the last one first */
		FOUR("01wb"), U32(0),	 U32(20), U32(3), /* */
		FOUR("00db"), U32(0x10), U32(4),  U32(8), /* */
	};
	struct opened o;

	(void)state;
	open_changed(&o, AT_INDEX, index, sizeof index);
	assert_small(&o);
	assert_true(o.avi.is_indexed);
	assert_int_equal(o.avi.streams[1]->chunks[0].size, 0);
	assert_int_equal(o.avi.streams[1]->chunks[1].size, 3);
	close_avi(&o);
}

static void without_an_index_chunks_are_as_they_lie(void **state)
{
	struct opened o;

	(void)state;
	open_changed(&o, AT_INDEX - 8, "JUNK", 4);
	assert_small(&o);
	assert_false(o.avi.is_indexed);
	assert_false(o.avi.streams[0]->keys_are_known);
	assert_true(has_note(&o.notes, EXH_WARNING, "no index"));
	close_avi(&o);
}

static void an_index_that_lies_is_left_alone(void **state)
{
	struct opened o;

	(void)state;
	for (size_t at = 0; at < 48; at++) {
		if (at % 16 >= 4 && at % 16 < 8)
			continue; /* flags */
		open_changed(&o, AT_INDEX + at, "\xfe", 1);
		assert_small(&o);
		/* An id without a stream: the entry is skipped, so one is missing. */
		assert_false(o.avi.is_indexed && at != 32 && at != 33 && at != 35 &&
			     at != 34);
		close_avi(&o);
	}
	open_changed(&o, AT_INDEX + 24, "\x15", 1);
	assert_true(has_note(&o.notes, EXH_WARNING, "entry 1 of the index points at no"));
	close_avi(&o);
}

static void an_index_that_is_short_is_left_alone(void **state)
{
	static const uint8_t one[] = { U32(16) }, none[] = { U32(0) };
	struct opened o;

	(void)state;
	open_changed(&o, AT_INDEX - 4, one, 4);
	assert_small(&o);
	assert_true(has_note(&o.notes, EXH_WARNING, "the index ends too early"));
	close_avi(&o);
	open_changed(&o, AT_INDEX - 4, none, 4);
	assert_small(&o);
	assert_true(has_note(&o.notes, EXH_WARNING, "the index ends too early"));
	close_avi(&o);
}

/*
 * Places of chunks.
 */

static void lists_within_and_junk_do_not_matter(void **state)
{
	static const uint8_t more[] = {
		FOUR("LIST"),
		U32(20),
		FOUR("rec "), /* */
		FOUR("01wb"),
		U32(1),
		5,
		0, /* */
		FOUR("JUNK"),
		U32(5),
		1,
		2,
		3,
		4,
		5,
		0, /* padded */
		FOUR("LIST"),
		U32(14),
		FOUR("movi"), /* one more list */
		FOUR("01wb"),
		U32(2),
		6,
		7, /* */
		FOUR("ix01"),
		U32(2),
		0,
		0, /* an index of OpenDML */
		FOUR("07wb"),
		U32(2),
		0,
		0, /* no such stream */
	};
	static const uint8_t expected[] = { 0x40, 0x7f, 0xff, 5, 6, 7 };
	struct opened o;

	(void)state;
	open_inserted(&o, AT_MORE, more, sizeof more);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.notes.damage_count, 0);
	assert_stream(&o, 0, frame, sizeof frame);
	assert_stream(&o, 1, expected, sizeof expected);
	close_avi(&o);
}

static void further_parts_follow_the_index(void **state)
{
	static const uint8_t part[] = {
		FOUR("RIFF"),
		U32(26),
		FOUR("AVIX"),
		FOUR("LIST"),
		U32(14),
		FOUR("movi"),
		FOUR("01wb"),
		U32(2),
		8,
		9,
	};
	static const uint8_t expected[] = { 0x40, 0x7f, 0xff, 8, 9 };
	struct opened o;

	(void)state;
	open_inserted(&o, SMALL_SIZE, part, sizeof part);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.notes.damage_count + o.notes.warning_count, 0);
	assert_true(o.avi.is_indexed);
	assert_int_equal(o.avi.streams[1]->chunk_count, 3);
	assert_stream(&o, 1, expected, sizeof expected);
	close_avi(&o);
}

static void chunks_without_padding_are_found(void **state)
{
	static const uint8_t more[] = { FOUR("01wb"), U32(1), 5, FOUR("01wb"),
					U32(1),	      6,      0 };
	static const uint8_t expected[] = { 0x40, 0x7f, 0xff, 5, 6 };
	struct opened o;

	(void)state;
	open_inserted(&o, AT_MORE, more, sizeof more);
	assert_int_equal(o.notes.damage_count, 0);
	assert_stream(&o, 1, expected, sizeof expected);
	close_avi(&o);
}

static void palettes_are_counted(void **state)
{
	static const uint8_t more[] = { FOUR("00pc"), U32(2), 0, 0 };
	struct opened o;

	(void)state;
	open_inserted(&o, AT_MORE, more, sizeof more);
	assert_small(&o);
	assert_int_equal(o.avi.streams[0]->palette_change_count, 1);
	close_avi(&o);
}

/*
 * Damage.
 */

static void what_is_no_chunk_is_passed_over(void **state)
{
	static const uint8_t garbage[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, '0', '1' };
	struct opened o;

	(void)state;
	open_inserted(&o, AT_WAVES, garbage, sizeof garbage);
	assert_small(&o);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "expected a chunk: 13 bytes"));
	assert_int_equal(o.notes.first->offset, AT_WAVES);
	close_avi(&o);
}

static void a_size_that_passes_the_end_does_not_hide_what_follows(void **state)
{
	static const uint8_t size[] = { U32(0xfffffff0) };
	struct opened o;

	(void)state;
	open_changed(&o, AT_FRAME + 4, size, 4);
	assert_int_equal(o.status, EXH_OK);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "the next one is at 0x154"));
	assert_int_equal(o.avi.streams[0]->chunk_count, 0);
	assert_stream(&o, 1, waves, sizeof waves);
	close_avi(&o);
}

/* A search from such a head would find the head itself. */
static void lists_of_other_types_are_no_way_out(void **state)
{
	static const uint8_t lists[][12] = {
		{ FOUR("RIFF"), U32(0xfffffff0), FOUR("movi") },
		{ FOUR("RIFF"), U32(4), FOUR("rec ") },
		{ FOUR("RIFF"), U32(4), FOUR("AVI ") },
		{ FOUR("LIST"), U32(0xfffffff0), FOUR("AVIX") },
	};

	(void)state;
	for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
		struct opened o;

		open_inserted(&o, AT_MORE, lists[i], 12);
		assert_small(&o);
		assert_true(has_note(&o.notes, EXH_DAMAGE, "expected a chunk: 12"));
		close_avi(&o);
	}
}

static void what_lies_after_the_end_is_reported(void **state)
{
	static const uint8_t zeros[100] = { 0 };
	struct opened o;

	(void)state;
	open_inserted(&o, SMALL_SIZE, zeros, sizeof zeros);
	assert_small(&o);
	assert_int_equal(o.notes.damage_count, 0);
	assert_true(has_note(&o.notes, EXH_WARNING, "100 bytes after the end"));
	close_avi(&o);
}

static void a_recording_that_was_never_ended_is_read(void **state)
{
	uint8_t changed[AT_INDEX - 8];
	struct opened o;

	(void)state;
	memcpy(changed, small_avi, sizeof changed);
	memset(changed + 4, 0, 4);
	memset(changed + AT_MOVI - 4, 0, 4);
	open_avi(&o, changed, sizeof changed);
	assert_small(&o);
	assert_int_equal(o.notes.damage_count, 0);
	close_avi(&o);
}

/* The present part of the last chunk is used; a file cut in the index loses no chunks. */
static void every_shorter_file_gives_what_is_there(void **state)
{
	(void)state;
	for (size_t n = 0; n < SMALL_SIZE; n++) {
		struct opened o;

		open_avi(&o, small_avi, n);
		if (n < AT_MOVI + 4) {
			assert_int_equal(o.status, EXH_TRUNCATED);
			assert_true(o.err.offset <= n);
			close_avi(&o);
			continue;
		}
		assert_int_equal(o.status, EXH_OK);
		assert_int_equal(o.avi.streams[0]->size, n < AT_FRAME + 8 ? 0
							 : n < AT_FRAME + 16
								 ? n - AT_FRAME - 8
								 : 8);
		assert_int_equal(o.avi.streams[1]->size, n < AT_WAVES + 8 ? 0
							 : n < AT_WAVES + 11
								 ? n - AT_WAVES - 8
								 : 3);
		assert_int_equal(o.notes.damage_count > 0, n < AT_INDEX - 8);
		assert_true(o.notes.warning_count + o.notes.damage_count > 0);
		close_avi(&o);
	}
}

static void assert_within(const struct opened *o)
{
	for (size_t i = 0; i < o->avi.stream_count; i++) {
		const struct exh_avi_stream *stream = o->avi.streams[i];
		uint64_t size = 0;

		for (size_t k = 0; k < stream->chunk_count; k++) {
			const struct exh_avi_chunk *chunk = &stream->chunks[k];

			assert_true(chunk->offset <= o->bytes.size &&
				    chunk->size <= o->bytes.size - chunk->offset);
			size += chunk->size;
		}
		assert_int_equal(size, stream->size);
	}
}

/* Sets each four bytes of the file in turn. */
static void every_number_may_be_anything(void **state)
{
	static const uint32_t values[] = {
		0, 1, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffff7, 0xffffffff
	};

	(void)state;
	for (size_t at = 0; at + 4 <= SMALL_SIZE; at += 2)
		for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
			const uint8_t bytes[] = { U32(values[i]) };
			uint16_t pixels[64];
			struct opened o;

			open_changed(&o, at, bytes, 4);
			if (o.status == EXH_OK)
				assert_within(&o);
			if (o.status == EXH_OK &&
			    exh_avi_can_draw(o.avi.streams[0], NULL) == EXH_OK &&
			    (uint64_t)o.avi.streams[0]->width *
					    o.avi.streams[0]->height <=
				    64)
				(void)!exh_avi_draw(o.avi.streams[0],
						    (struct exh_bytes){ frame, 8, 0 },
						    pixels, NULL, NULL);
			close_avi(&o);
		}
}

static void heights_below_zero_are_top_down(void **state)
{
	static const uint8_t minus_two[] = { U32(0xfffffffe) },
			     least[] = { U32(0x80000000) };
	struct opened o;

	(void)state;
	open_changed(&o, AT_BITMAP + 8, minus_two, 4);
	assert_int_equal(o.avi.streams[0]->height, 2);
	assert_true(o.avi.streams[0]->is_top_down);
	close_avi(&o);
	open_changed(&o, AT_BITMAP + 8, least, 4);
	assert_int_equal(o.avi.streams[0]->height, 0x80000000);
	assert_int_equal(exh_avi_can_draw(o.avi.streams[0], &o.err), EXH_LIMIT);
	close_avi(&o);
}

/* The first format's palette and the second one's bits would not match. */
static void a_stream_has_one_format(void **state)
{
	static const uint8_t more[] = { FOUR("strf"), U32(16), ZEROS_8, ZEROS_8 };
	struct opened o;

	(void)state;
	open_inserted(&o, AT_BITMAP + 40, more, sizeof more);
	assert_small(&o);
	assert_int_equal(o.avi.streams[0]->bits, 16);
	assert_true(has_note(&o.notes, EXH_WARNING, "a format without the header"));
	close_avi(&o);
}

static void a_frame_s_time_is_found_somewhere(void **state)
{
	static const uint8_t zero[] = { ZEROS_4 };
	uint32_t num, den;
	struct opened o;

	(void)state;
	open_avi(&o, small_avi, sizeof small_avi);
	exh_avi_frame_time(&o.avi, o.avi.streams[0], &num, &den);
	assert_true(num == 1 && den == 15);
	close_avi(&o);
	open_changed(&o, AT_VIDEO + 24, zero, 4);
	exh_avi_frame_time(&o.avi, o.avi.streams[0], &num, &den);
	assert_true(num == 66667 && den == 1000000);
	o.avi.frame_microseconds = 0;
	exh_avi_frame_time(&o.avi, o.avi.streams[0], &num, &den);
	assert_true(num == 1 && den == 15);
	close_avi(&o);
}

/*
 * Files that are not AVI.
 */

static void other_files_are_refused(void **state)
{
	struct opened o;

	(void)state;
	open_changed(&o, 0, "RIFX", 4);
	assert_int_equal(o.status, EXH_INVALID);
	close_avi(&o);
	open_changed(&o, 8, "WAVE", 4);
	assert_int_equal(o.status, EXH_INVALID);
	close_avi(&o);
	open_changed(&o, AT_MOVI, "xxxx", 4);
	assert_int_equal(o.status, EXH_INVALID);
	assert_non_null(strstr(o.err.text, "movi"));
	close_avi(&o);
}

static enum exh_status fail_late(void *context, size_t offset, void *out, size_t size,
				 struct exh_error *err)
{
	size_t *left = context;
	const size_t there = offset < SMALL_SIZE ? SMALL_SIZE - offset : 0;

	if (!(*left)--)
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "the disk is gone");
	memset(out, 0, size);
	memcpy(out, small_avi + SMALL_SIZE - there, size < there ? size : there);
	return EXH_OK;
}

/* One read puts all of the small file in the window. */
static void a_failure_of_reading_is_handed_on(void **state)
{
	struct exh_arena arena = { .limit = LIMIT };
	size_t left = 0;
	struct exh_source source = { SMALL_SIZE, fail_late, &left };
	struct exh_error err;
	struct exh_avi avi;

	(void)state;
	assert_int_equal(exh_avi_open(&source, &arena, &avi, NULL, &err), EXH_IO);
	assert_string_equal(err.text, "the disk is gone");
	exh_arena_free(&arena);
	source.size = 100000;
	left = 1;
	assert_int_equal(exh_avi_open(&source, &arena, &avi, NULL, &err), EXH_IO);
	exh_arena_free(&arena);
}

static void memory_has_a_limit(void **state)
{
	struct exh_bytes bytes = { small_avi, SMALL_SIZE, 0 };
	struct exh_source source = exh_source_of(&bytes);
	size_t limit = 0;
	enum exh_status status;

	(void)state;
	do {
		struct exh_arena arena = { .limit = limit++ };
		struct exh_avi avi;

		status = exh_avi_open(&source, &arena, &avi, NULL, NULL);
		assert_true(status == EXH_OK || status == EXH_NO_MEMORY);
		exh_arena_free(&arena);
	} while (status && limit < 4096);
	assert_int_equal(status, EXH_OK);
}

/*
 * Writing.
 */

static struct exh_avi_stream some_video(void)
{
	return (struct exh_avi_stream){
		.kind = EXH_AVI_VIDEO,
		.type = 0x73646976,
		.handler = 0x20424944,
		.scale = 2,
		.rate = 31,
		.width = 3,
		.height = 5,
		.is_top_down = true,
		.bits = 24,
	};
}

static struct exh_avi_stream some_sound(void)
{
	return (struct exh_avi_stream){
		.kind = EXH_AVI_SOUND,
		.type = 0x73647561,
		.scale = 1,
		.rate = 44100,
		.sample_size = 1,
		.tag = EXH_AVI_PCM,
		.channel_count = 2,
		.rate_hz = 22050,
		.bytes_a_second = 44100,
		.block_align = 2,
		.bits = 8,
	};
}

/* Writes random chunks of the streams, and appends them to the copies. */
static void write_some(struct exh_avi_writer *writer, struct exh_writer copies[3],
		       const struct exh_avi *avi, uint64_t *seed)
{
	exh_avi_write_start(writer, avi);
	for (size_t i = 0; i < 40; i++) {
		uint8_t data[300];
		const size_t size = roll(seed, 5) ? roll(seed, 300) : 0;
		const size_t stream = roll(seed, 3);

		roll_bytes(seed, data, size);
		exh_write_bytes(&copies[stream], data, size);
		exh_avi_write_chunk(writer, stream, (struct exh_bytes){ data, size, 0 },
				    i % 3 == 0);
	}
	exh_avi_write_end(writer);
}

static void check_written(struct opened *o, const struct exh_writer copies[3],
			  bool has_index)
{
	assert_int_equal(o->status, EXH_OK);
	assert_int_equal(o->notes.warning_count + o->notes.damage_count, 0);
	assert_int_equal(o->avi.is_indexed, has_index);
	assert_int_equal(o->avi.stream_count, 3);
	for (size_t i = 0; i < 3; i++) {
		const struct exh_avi_stream *stream = o->avi.streams[i];

		assert_stream(o, i, copies[i].data, copies[i].size);
		assert_int_equal(stream->length,
				 i == 1 ? stream->size : stream->chunk_count);
	}
	assert_int_equal(o->avi.streams[0]->rate, 31);
	assert_int_equal(o->avi.streams[0]->height, 5);
	assert_true(o->avi.streams[0]->is_top_down);
	assert_int_equal(o->avi.streams[1]->bits, 8);
	assert_int_equal(o->avi.streams[1]->rate_hz, 22050);
	assert_int_equal(o->avi.streams[2]->palette->count, 3);
	assert_int_equal(o->avi.streams[2]->palette->colors[2].blue, 30);
}

static void what_is_written_is_read_again(void **state)
{
	const struct exh_palette palette = {
		3, { { 1, 2, 3, 255 }, { 4, 5, 6, 255 }, { 10, 20, 30, 255 } }
	};
	struct exh_avi_stream video = some_video(), sound = some_sound(), other = video;
	struct exh_avi_stream *streams[] = { &video, &sound, &other };
	const struct exh_avi avi = { .stream_count = 3, .streams = streams };
	uint64_t seed = 20;

	(void)state;
	other.bits = 8;
	other.palette = &palette;
	for (int i = 0; i < 60; i++) {
		struct exh_writer out = { .limit = LIMIT };
		struct exh_writer copies[3] = { { .limit = LIMIT },
						{ .limit = LIMIT },
						{ .limit = LIMIT } };
		struct exh_avi_writer writer = { .out = &out,
						 .has_index = i % 3 != 0,
						 .index_is_absolute = i % 3 == 1 };
		struct opened o;

		write_some(&writer, copies, &avi, &seed);
		assert_false(out.failed);
		open_avi(&o, out.data, out.size);
		check_written(&o, copies, writer.has_index);
		close_avi(&o);
		exh_writer_free(&out);
		for (size_t k = 0; k < 3; k++)
			exh_writer_free(&copies[k]);
	}
}

/* Returns the number of bytes written; 0 on failure. */
static size_t write_one(size_t limit)
{
	struct exh_avi_stream video = some_video(), *streams[] = { &video };
	const struct exh_avi avi = { .stream_count = 1, .streams = streams };
	struct exh_writer out = { .limit = limit };
	struct exh_avi_writer writer = { .out = &out, .has_index = true };
	size_t size;

	exh_avi_write_start(&writer, &avi);
	exh_avi_write_chunk(&writer, 0, (struct exh_bytes){ frame, 8, 0 }, true);
	exh_avi_write_end(&writer);
	size = out.failed ? 0 : out.size;
	exh_writer_free(&out);
	return size;
}

static void a_writer_that_is_full_fails(void **state)
{
	const size_t size = write_one(LIMIT);

	(void)state;
	assert_int_equal(size, 12 + 12 + 64 + 12 + 64 + 48 + 12 + 16 + 24);
	for (size_t limit = 0; limit < size; limit++)
		assert_int_equal(write_one(limit), 0);
	assert_int_equal(write_one(size), size);
}

static void streams_have_numbers_up_to_99(void **state)
{
	struct exh_avi_stream sound = some_sound(), *streams[EXH_AVI_MAX_STREAMS];
	const struct exh_avi avi = { .stream_count = EXH_AVI_MAX_STREAMS,
				     .streams = streams };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_avi_writer writer = { .out = &out, .has_index = true };
	struct opened o;

	(void)state;
	for (size_t i = 0; i < EXH_AVI_MAX_STREAMS; i++)
		streams[i] = &sound;
	exh_avi_write_start(&writer, &avi);
	exh_avi_write_chunk(&writer, 99, (struct exh_bytes){ frame, 8, 0 }, true);
	exh_avi_write_end(&writer);
	open_avi(&o, out.data, out.size);
	assert_int_equal(o.avi.stream_count, 100);
	assert_int_equal(o.avi.streams[99]->size, 8);
	close_avi(&o);
	exh_writer_free(&out);
}

/* Bytes come in pieces of any size, independent of chunks. */
static void chunks_are_taken_as_one(void **state)
{
	struct opened o;
	uint8_t byte;

	(void)state;
	open_avi(&o, small_avi, sizeof small_avi);
	for (size_t piece = 1; piece < 4; piece++) {
		struct exh_avi_cursor cursor = { 0 };
		uint8_t all[8];
		size_t size = 0, taken;

		do {
			(void)!exh_avi_take(&o.source, o.avi.streams[1], &cursor,
					    all + size, piece, &taken, NULL);
			size += taken;
		} while (taken == piece);
		assert_int_equal(size, 3);
		assert_memory_equal(all, waves, 3);
		(void)!exh_avi_take(&o.source, o.avi.streams[1], &cursor, &byte, 1,
				    &taken, NULL);
		assert_int_equal(taken, 0);
	}
	close_avi(&o);
}

static void codecs_have_names(void **state)
{
	struct exh_avi_stream stream = some_video();
	char name[16];

	(void)state;
	exh_avi_codec_name(&stream, name);
	assert_string_equal(name, "0x00000000"); /* colours have no masks */
	stream.masks[0] = 0xff0000;
	stream.masks[1] = 0xff00;
	stream.masks[2] = 0xff;
	exh_avi_codec_name(&stream, name);
	assert_string_equal(name, "rgb24");
	stream.compression = 0x4b435544; /* DUCK */
	exh_avi_codec_name(&stream, name);
	assert_string_equal(name, "truemotion1");
	stream.compression = 0x6b637564; /* duck */
	exh_avi_codec_name(&stream, name);
	assert_string_equal(name, "truemotion1");
	stream.compression = 0x32335649;
	exh_avi_codec_name(&stream, name);
	assert_string_equal(name, "IV32");
	stream = some_sound();
	exh_avi_codec_name(&stream, name);
	assert_string_equal(name, "pcm8");
	stream.tag = EXH_AVI_ADPCM;
	exh_avi_codec_name(&stream, name);
	assert_string_equal(name, "adpcm_zork");
	stream.bits = 4;
	exh_avi_codec_name(&stream, name);
	assert_string_equal(name, "adpcm_ima");
	stream.tag = 0x55;
	exh_avi_codec_name(&stream, name);
	assert_string_equal(name, "0x0055");
}

/*
 * A file made by another program.
 */

static void a_file_of_others_is_read(void **state)
{
	struct exh_bytes bytes = load_game_file("zvision/audio/zork_stereo.avi");
	struct opened o;

	(void)state;
	if (!bytes.data)
		skip();
	open_avi(&o, bytes.data, bytes.size);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.notes.warning_count + o.notes.damage_count, 0);
	assert_true(o.avi.is_indexed);
	assert_int_equal(o.avi.stream_count, 2);
	assert_int_equal(o.avi.streams[0]->chunk_count, 12);
	assert_int_equal(o.avi.streams[0]->chunks[0].size,
			 exh_avi_frame_size(o.avi.streams[0]));
	assert_int_equal(o.avi.streams[1]->chunk_count, 7);
	assert_int_equal(o.avi.streams[1]->size, 35280);
	close_avi(&o);
	free((void *)bytes.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(streams_and_chunks_are_found),
		cmocka_unit_test(offsets_of_the_index_may_count_from_anywhere),
		cmocka_unit_test(the_index_has_the_order),
		cmocka_unit_test(without_an_index_chunks_are_as_they_lie),
		cmocka_unit_test(an_index_that_lies_is_left_alone),
		cmocka_unit_test(an_index_that_is_short_is_left_alone),
		cmocka_unit_test(lists_within_and_junk_do_not_matter),
		cmocka_unit_test(further_parts_follow_the_index),
		cmocka_unit_test(chunks_without_padding_are_found),
		cmocka_unit_test(palettes_are_counted),
		cmocka_unit_test(what_is_no_chunk_is_passed_over),
		cmocka_unit_test(a_size_that_passes_the_end_does_not_hide_what_follows),
		cmocka_unit_test(lists_of_other_types_are_no_way_out),
		cmocka_unit_test(what_lies_after_the_end_is_reported),
		cmocka_unit_test(a_recording_that_was_never_ended_is_read),
		cmocka_unit_test(every_shorter_file_gives_what_is_there),
		cmocka_unit_test(every_number_may_be_anything),
		cmocka_unit_test(heights_below_zero_are_top_down),
		cmocka_unit_test(a_stream_has_one_format),
		cmocka_unit_test(a_frame_s_time_is_found_somewhere),
		cmocka_unit_test(other_files_are_refused),
		cmocka_unit_test(a_failure_of_reading_is_handed_on),
		cmocka_unit_test(memory_has_a_limit),
		cmocka_unit_test(what_is_written_is_read_again),
		cmocka_unit_test(a_writer_that_is_full_fails),
		cmocka_unit_test(streams_have_numbers_up_to_99),
		cmocka_unit_test(chunks_are_taken_as_one),
		cmocka_unit_test(codecs_have_names),
		cmocka_unit_test(a_file_of_others_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
