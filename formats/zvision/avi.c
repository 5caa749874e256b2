#include "avi_parts.h"

#include <string.h>

static uint32_t letters_of(uint32_t id)
{
	return id >> 16;
}

static const uint32_t letters_palette = 'p' | 'c' << 8;

/*
 * Headers.
 */

static void read_file_header(struct walk *walk, struct reader r)
{
	struct exh_avi *avi = walk->avi;

	avi->frame_microseconds = rd_u32le(&r);
	rd_take(&r, 8);
	avi->flags = rd_u32le(&r);
	avi->frame_count = rd_u32le(&r);
	rd_take(&r, 12);
	avi->width = rd_u32le(&r);
	avi->height = rd_u32le(&r);
	if (r.failed)
		exh_note(walk->notes, EXH_WARNING, r.in.base,
			 "a header of %zu bytes, expected %d", r.in.size, AVIH_SIZE);
}

/* Notes that a part of a stream's header is shorter than expected. */
static void note_short(struct walk *walk, const struct reader *r, size_t stream,
		       const char *what, int expected)
{
	if (r->failed)
		exh_note(walk->notes, EXH_WARNING, r->in.base,
			 "stream %zu: a %s of %zu bytes, expected %d", stream, what,
			 r->in.size, expected);
}

static void read_stream_header(struct walk *walk, struct reader r)
{
	struct exh_avi_stream *stream;

	if (walk->stream_count == EXH_AVI_MAX_STREAMS) {
		exh_note(walk->notes, EXH_WARNING, r.in.base,
			 "a stream too many, expected at most %d", EXH_AVI_MAX_STREAMS);
		return;
	}
	stream = exh_alloc(walk->arena, 1, sizeof *stream);
	if (!stream) {
		walk->status = exh_avi_fail_memory(walk);
		return;
	}
	stream->type = rd_u32le(&r);
	stream->handler = rd_u32le(&r);
	rd_take(&r, 12);
	stream->scale = rd_u32le(&r);
	stream->rate = rd_u32le(&r);
	rd_take(&r, 4);
	stream->length = rd_u32le(&r);
	rd_take(&r, 8);
	stream->sample_size = rd_u32le(&r);
	stream->kind = stream->type == TAG_VIDS	  ? EXH_AVI_VIDEO
		       : stream->type == TAG_AUDS ? EXH_AVI_SOUND
						  : EXH_AVI_OTHER;
	note_short(walk, &r, walk->stream_count, "header", STRH_SIZE);
	walk->streams[walk->stream_count++] = stream;
	walk->has_format = false;
}

/* Reads the colour table after a bitmap's header; missing colours are black. */
static void read_palette(struct walk *walk, struct exh_avi_stream *stream,
			 struct reader *r, uint32_t used)
{
	const unsigned most = 1u << stream->bits;
	struct exh_palette *palette = exh_alloc(walk->arena, 1, sizeof *palette);

	if (!palette) {
		walk->status = exh_avi_fail_memory(walk);
		return;
	}
	palette->count = used && used < most ? used : most;
	for (size_t i = 0; i < palette->count; i++) {
		const uint8_t *p = rd_take(r, 4);

		palette->colors[i] = (struct exh_color){ .alpha = 255 };
		if (p)
			palette->colors[i] = (struct exh_color){ p[2], p[1], p[0], 255 };
	}
	if (r->failed)
		exh_note(walk->notes, EXH_DAMAGE, rd_tell(r),
			 "the palette ends here, expected %zu colours", palette->count);
	stream->palette = palette;
}

static void choose_masks(struct exh_avi_stream *stream, struct reader *r)
{
	static const uint32_t masks_16[3] = { 0x7c00, 0x03e0, 0x001f };
	static const uint32_t masks_24[3] = { 0xff0000, 0x00ff00, 0x0000ff };

	memcpy(stream->masks, stream->bits == 16 ? masks_16 : masks_24,
	       sizeof stream->masks);
	if (stream->compression != BI_BITFIELDS)
		return;
	for (int i = 0; i < 3; i++)
		stream->masks[i] = rd_u32le(r);
}

static void read_bitmap_format(struct walk *walk, struct exh_avi_stream *stream,
			       struct reader r)
{
	const uint32_t header_size = rd_u32le(&r);
	uint32_t height, used;

	stream->width = rd_u32le(&r);
	height = rd_u32le(&r);
	stream->is_top_down = height > INT32_MAX;
	stream->height = stream->is_top_down ? 0 - height : height;
	rd_take(&r, 2);
	stream->bits = rd_u16le(&r);
	stream->compression = rd_u32le(&r);
	rd_take(&r, 12);
	used = rd_u32le(&r);
	rd_take(&r, 4);
	choose_masks(stream, &r);
	note_short(walk, &r, walk->stream_count - 1, "format", BITMAP_HEADER_SIZE);
	if (r.failed)
		return;
	/* Only longer headers contain the masks. */
	if (header_size > r.pos && header_size <= r.in.size)
		r.pos = header_size;
	if (stream->bits == 1 || stream->bits == 4 || stream->bits == 8)
		read_palette(walk, stream, &r, used);
}

static void read_wave_format(struct walk *walk, struct exh_avi_stream *stream,
			     struct reader r)
{
	stream->tag = rd_u16le(&r);
	stream->channel_count = rd_u16le(&r);
	stream->rate_hz = rd_u32le(&r);
	stream->bytes_a_second = rd_u32le(&r);
	stream->block_align = rd_u16le(&r);
	stream->bits = rd_u16le(&r);
	note_short(walk, &r, walk->stream_count - 1, "format", WAVE_HEADER_SIZE);
}

/* Reads the format of the stream whose header came last. */
static void read_format(struct walk *walk, struct reader r)
{
	struct exh_avi_stream *stream;

	if (!walk->stream_count || walk->has_format) {
		exh_note(walk->notes, EXH_WARNING, r.in.base,
			 "a format without the header of a stream before it");
		return;
	}
	walk->has_format = true;
	stream = walk->streams[walk->stream_count - 1];
	if (stream->kind == EXH_AVI_VIDEO)
		read_bitmap_format(walk, stream, r);
	else if (stream->kind == EXH_AVI_SOUND)
		read_wave_format(walk, stream, r);
}

static void read_header(struct walk *walk, uint32_t id, size_t at, uint32_t size)
{
	const size_t some = size < FORMAT_MOST ? size : FORMAT_MOST;
	const uint8_t *data = exh_avi_peek(walk, at + 8, some);
	const struct reader r = { .in = { data, some, at + 8 } };

	if (!data)
		return;
	if (id == TAG_AVIH)
		read_file_header(walk, r);
	else if (id == TAG_STRH)
		read_stream_header(walk, r);
	else
		read_format(walk, r);
}

/*
 * Chunks.
 */

static void collect(struct walk *walk, size_t at, uint32_t size, int stream, uint32_t id)
{
	const struct found found = {
		.offset = at,
		.size = size,
		.stream = (uint8_t)stream,
		.is_palette = letters_of(id) == letters_palette,
	};

	exh_write_bytes(&walk->found, &found, sizeof found);
	if (walk->found.failed)
		walk->status = exh_avi_fail_memory(walk);
}

/* Returns the offset after a chunk. */
static size_t offset_after(struct walk *walk, size_t at, uint32_t size)
{
	walk->data_end = at + 8 + size;
	return walk->data_end + (size & 1);
}

/* True if this is certainly the head of a chunk or of a list of chunks. */
static bool is_head(struct walk *walk, size_t at)
{
	const uint8_t *head = exh_avi_peek(walk, at, 8);
	const uint32_t id = head ? load_u32le(head) : 0;
	const int stream = walk->in_list ? exh_avi_stream_of(walk, id) : -1;
	uint32_t type;

	if (stream >= 0) {
		static const uint32_t sound = 'w' | 'b' << 8, packed = 'd' | 'c' << 8,
				      plain = 'd' | 'b' << 8;
		const uint32_t letters = letters_of(id);
		const bool fits = walk->streams[stream]->kind == EXH_AVI_SOUND
					  ? letters == sound
					  : letters == packed || letters == plain;

		return fits && load_u32le(head + 4) <= walk->source->size - at - 8;
	}
	if (id != TAG_LIST && id != TAG_RIFF)
		return id == TAG_IDX1;
	head = exh_avi_peek(walk, at, 12);
	type = head ? load_u32le(head + 8) : 0;
	return id == TAG_RIFF ? type == TAG_AVIX : type == TAG_MOVI || type == TAG_REC;
}

/* Returns the offset of the next head from at on, or the end of the file. */
static size_t find_head(struct walk *walk, size_t at)
{
	const size_t end = walk->source->size;

	for (; end - at >= 8 && !walk->status; at++)
		if (is_head(walk, at))
			return at;
	return end;
}

/* Returns the offset of the next chunk after bytes that are not one: either padding was
 * left out, or it comes later. */
static size_t search(struct walk *walk, size_t at)
{
	const size_t end = walk->source->size;
	const bool is_back = walk->data_end < at && is_head(walk, walk->data_end);
	const size_t next = is_back ? walk->data_end : find_head(walk, at + 1);

	walk->data_end = next;
	if (walk->status || is_back)
		return next;
	if (next == end && at >= walk->riff_end) {
		exh_note(walk->notes, EXH_WARNING, at,
			 "%zu bytes after the end are ignored", end - at);
		return next;
	}
	if (walk->break_count++ < BREAKS_TOLD)
		exh_note(walk->notes, EXH_DAMAGE, at,
			 "expected a chunk: %zu bytes are skipped", next - at);
	return next;
}

static size_t enter_part(struct walk *walk, size_t at, uint32_t type, uint32_t size)
{
	if (type != TAG_AVIX)
		return search(walk, at);
	if (!walk->second_part)
		walk->second_part = at;
	walk->riff_end = at + 8 + size;
	walk->data_end = at + 12;
	return at + 12;
}

static size_t enter_list(struct walk *walk, size_t at, uint32_t size)
{
	const uint8_t *head = exh_avi_peek(walk, at, 12);
	const size_t left = walk->source->size - at - 8;
	const uint32_t type = head ? load_u32le(head + 8) : 0;

	if (!head)
		return walk->source->size;
	if (load_u32le(head) == TAG_RIFF)
		return enter_part(walk, at, type, size);
	if (type == TAG_MOVI && size > left)
		exh_note(walk->notes, EXH_DAMAGE, walk->source->size,
			 "the file ends %zu bytes before its list of chunks does",
			 size - left);
	if (type == TAG_MOVI && !walk->movi)
		walk->movi = at + 8;
	walk->in_list |= type == TAG_MOVI;
	if (type == TAG_MOVI || type == TAG_REC || type == TAG_HDRL || type == TAG_STRL) {
		walk->data_end = at + 12;
		return at + 12;
	}
	return size > left ? search(walk, at) : offset_after(walk, at, size);
}

/* Handles a chunk whose size passes the end of the file: the size is wrong, or the file
 * was cut. */
static size_t take_long_chunk(struct walk *walk, size_t at, uint32_t id, uint32_t size,
			      int stream)
{
	const size_t end = walk->source->size;
	const size_t next = find_head(walk, at + 8);

	if (walk->status)
		return end;
	walk->data_end = next;
	if (next < end) {
		if (walk->break_count++ < BREAKS_TOLD)
			exh_note(walk->notes, EXH_DAMAGE, at,
				 "a chunk of %u bytes passes the end of the file; the "
				 "next one is at 0x%zX",
				 (unsigned)size, next);
		return next;
	}
	exh_note(walk->notes, EXH_DAMAGE, end,
		 "the file ends %zu bytes into a chunk of %u of stream %d", end - at - 8,
		 (unsigned)size, stream);
	collect(walk, at, (uint32_t)(end - at - 8), stream, id);
	return end;
}

static size_t take_index(struct walk *walk, size_t at, uint32_t size)
{
	const size_t left = walk->source->size - at - 8;

	walk->in_list = false;
	if (!walk->index) {
		walk->index = at + 8;
		walk->index_is_cut = size > left;
		walk->index_size = size > left ? (uint32_t)left : size;
	}
	return size > left ? walk->source->size : offset_after(walk, at, size);
}

/* Reads the chunk at an offset and returns the offset of the next, which is larger. */
static size_t step(struct walk *walk, size_t at)
{
	const uint8_t *head = exh_avi_peek(walk, at, 8);
	const uint32_t id = head ? load_u32le(head) : 0;
	const uint32_t size = head ? load_u32le(head + 4) : 0;
	const bool fits = size <= walk->source->size - at - 8;
	const int stream = walk->in_list ? exh_avi_stream_of(walk, id) : -1;

	if (!head)
		return walk->source->size;
	if (stream >= 0 && !fits)
		return take_long_chunk(walk, at, id, size, stream);
	if (id == TAG_LIST || id == TAG_RIFF)
		return enter_list(walk, at, size);
	if (id == TAG_IDX1)
		return take_index(walk, at, size);
	if (!avi_is_printable(id) || !fits)
		return search(walk, at);
	if (stream >= 0)
		collect(walk, at, size, stream, id);
	else if (id == TAG_AVIH || id == TAG_STRH || id == TAG_STRF)
		read_header(walk, id, at, size);
	return offset_after(walk, at, size);
}

static void walk_all(struct walk *walk)
{
	const size_t end = walk->source->size;
	const size_t damage_count = walk->notes ? walk->notes->damage_count : 0;

	for (size_t at = 12; at <= end && end - at >= 8 && !walk->status;)
		at = step(walk, at);
	if (walk->riff_end > end && walk->notes &&
	    walk->notes->damage_count == damage_count)
		exh_note(walk->notes, EXH_WARNING, end,
			 "the file ends %zu bytes too early", walk->riff_end - end);
	if (walk->break_count > BREAKS_TOLD)
		exh_note(walk->notes, EXH_DAMAGE, EXH_NO_OFFSET,
			 "%zu more places without a chunk",
			 walk->break_count - BREAKS_TOLD);
}

/*
 * Distributes the chunks found to their streams.
 */

static void share_out(struct walk *walk, const struct exh_writer *order)
{
	const struct found *list = exh_avi_found_of(order);
	const size_t count = exh_avi_found_count(order);
	struct exh_avi_chunk *next[EXH_AVI_MAX_STREAMS] = { 0 };

	for (size_t i = 0; i < count; i++)
		if (list[i].is_palette)
			walk->streams[list[i].stream]->palette_change_count++;
		else
			walk->streams[list[i].stream]->chunk_count++;
	for (size_t i = 0; i < walk->stream_count; i++) {
		struct exh_avi_stream *stream = walk->streams[i];

		stream->keys_are_known = walk->avi->is_indexed && !walk->second_part;
		next[i] = exh_alloc(walk->arena, stream->chunk_count, sizeof **next);
		stream->chunks = next[i];
		if (!next[i]) {
			walk->status = exh_avi_fail_memory(walk);
			return;
		}
	}
	for (size_t i = 0; i < count; i++) {
		struct exh_avi_stream *stream = walk->streams[list[i].stream];

		if (list[i].is_palette)
			continue;
		stream->size += list[i].size;
		*next[list[i].stream]++ =
			(struct exh_avi_chunk){ list[i].offset + 8, list[i].size,
						list[i].is_key };
	}
}

/* Declared lengths are often wrong, and prove a loss only if the index agrees. For sound
 * some writers count bytes, some samples. */
static void check_lengths(struct walk *walk)
{
	uint64_t units[EXH_AVI_MAX_STREAMS];

	exh_avi_count_units(walk, &walk->found, units);
	for (size_t i = 0; i < walk->stream_count; i++)
		if (walk->streams[i]->kind == EXH_AVI_VIDEO &&
		    units[i] < walk->streams[i]->length)
			exh_note(walk->notes,
				 walk->index_is_untrue ? EXH_DAMAGE : EXH_WARNING,
				 EXH_NO_OFFSET,
				 "stream %zu: %llu frames found, %u declared", i,
				 (unsigned long long)units[i],
				 (unsigned)walk->streams[i]->length);
}

static enum exh_status check_parts(struct walk *walk)
{
	const size_t end = walk->source->size;

	if (walk->status || (walk->stream_count && walk->movi))
		return walk->status;
	if (end < walk->riff_end)
		return exh_fail(walk->err, EXH_TRUNCATED, end,
				"the file ends before its first chunk");
	return exh_fail(walk->err, EXH_INVALID, 12, "an AVI without %s",
			walk->stream_count ? "a list of chunks (movi)" : "streams");
}

static enum exh_status put_in_order(struct walk *walk)
{
	struct exh_avi *avi = walk->avi;
	struct exh_writer order = { .limit = walk->arena->limit };

	if (walk->index)
		avi->is_indexed = exh_avi_use_index(walk, &order);
	else if (avi->flags & FLAG_HAS_INDEX)
		exh_note(walk->notes, EXH_WARNING, walk->source->size,
			 "no index, but the header declares one");
	if (!walk->status)
		share_out(walk, avi->is_indexed ? &order : &walk->found);
	if (!walk->status)
		check_lengths(walk);
	exh_writer_free(&order);
	return walk->status;
}

static enum exh_status publish(struct walk *walk)
{
	struct exh_avi_stream **streams =
		exh_alloc(walk->arena, walk->stream_count, sizeof(void *));

	if (!streams)
		return exh_avi_fail_memory(walk);
	memcpy(streams, walk->streams, walk->stream_count * sizeof(void *));
	walk->avi->streams = streams;
	walk->avi->stream_count = walk->stream_count;
	return EXH_OK;
}

static enum exh_status start(struct walk *walk)
{
	const size_t size = walk->source->size < 12 ? walk->source->size : 12;
	const uint8_t *head = exh_avi_peek(walk, 0, size);
	uint32_t riff_size;

	if (!head)
		return walk->status;
	if ((size >= 4 && load_u32le(head) != TAG_RIFF) ||
	    (size == 12 && load_u32le(head + 8) != TAG_AVI))
		return exh_fail(walk->err, EXH_INVALID, 0,
				"not an AVI: expected \"RIFF\" and \"AVI \"");
	if (size < 12)
		return exh_fail(walk->err, EXH_TRUNCATED, size,
				"%zu bytes, expected a header of 12", size);
	/* Programs that crash while they write leave a 0. */
	riff_size = load_u32le(head + 4);
	walk->riff_end = riff_size ? (size_t)riff_size + 8 : walk->source->size;
	walk->data_end = 12;
	return EXH_OK;
}

enum exh_status exh_avi_open(const struct exh_source *source, struct exh_arena *arena,
			     struct exh_avi *avi, struct exh_notes *notes,
			     struct exh_error *err)
{
	struct walk walk = { .source = source,
			     .avi = avi,
			     .arena = arena,
			     .notes = notes,
			     .err = err,
			     .found = { .limit = arena->limit } };
	enum exh_status status;

	*avi = (struct exh_avi){ 0 };
	status = start(&walk);
	if (!status) {
		walk_all(&walk);
		status = check_parts(&walk);
	}
	if (!status)
		status = put_in_order(&walk);
	if (!status)
		status = publish(&walk);
	exh_writer_free(&walk.found);
	return status;
}
