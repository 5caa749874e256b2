#include "avi_parts.h"

#include <string.h>

/*
 * Sizes are put in afterwards.
 */

/* Returns where its size is. */
static size_t begin(struct exh_writer *out, uint32_t id)
{
	exh_write_u32le(out, id);
	exh_write_u32le(out, 0);
	return out->size - (out->failed ? 0 : 4);
}

static size_t begin_list(struct exh_writer *out, uint32_t type)
{
	const size_t at = begin(out, TAG_LIST);

	exh_write_u32le(out, type);
	return at;
}

static void end(struct exh_writer *out, size_t at)
{
	const size_t size = out->size - at - 4;

	exh_write_u32le_at(out, at, (uint32_t)size);
	if (size & 1)
		exh_write_u8(out, 0);
}

static void write_zeros(struct exh_writer *out, size_t count)
{
	while (count--)
		exh_write_u8(out, 0);
}

/*
 * Headers.
 */

static void write_file_header(struct exh_writer *out, const struct exh_avi *avi,
			      bool has_index)
{
	const size_t at = begin(out, TAG_AVIH);

	exh_write_u32le(out, avi->frame_microseconds);
	write_zeros(out, 8);
	exh_write_u32le(out, has_index ? FLAG_HAS_INDEX : 0);
	exh_write_u32le(out, avi->frame_count);
	write_zeros(out, 4);
	exh_write_u32le(out, (uint32_t)avi->stream_count);
	write_zeros(out, 4);
	exh_write_u32le(out, avi->width);
	exh_write_u32le(out, avi->height);
	write_zeros(out, 16);
	end(out, at);
}

/* Returns where its length is. */
static size_t write_stream_header(struct exh_writer *out,
				  const struct exh_avi_stream *stream)
{
	const size_t at = begin(out, TAG_STRH);
	size_t length_at;

	exh_write_u32le(out, stream->type);
	exh_write_u32le(out, stream->handler);
	write_zeros(out, 12);
	exh_write_u32le(out, stream->scale);
	exh_write_u32le(out, stream->rate);
	exh_write_u32le(out, 0);
	length_at = out->size;
	exh_write_u32le(out, 0);
	exh_write_u32le(out, 0);
	exh_write_u32le(out, UINT32_MAX); /* quality: default */
	exh_write_u32le(out, stream->sample_size);
	write_zeros(out, 4);
	exh_write_u16le(out, (uint16_t)stream->width);
	exh_write_u16le(out, (uint16_t)stream->height);
	end(out, at);
	return length_at;
}

static void write_bitmap_format(struct exh_writer *out,
				const struct exh_avi_stream *stream)
{
	const size_t color_count = stream->palette ? stream->palette->count : 0;

	exh_write_u32le(out, BITMAP_HEADER_SIZE);
	exh_write_u32le(out, stream->width);
	exh_write_u32le(out, stream->is_top_down ? 0 - stream->height : stream->height);
	exh_write_u16le(out, 1);
	exh_write_u16le(out, stream->bits);
	exh_write_u32le(out, stream->compression);
	write_zeros(out, 12);
	exh_write_u32le(out, (uint32_t)color_count);
	exh_write_u32le(out, 0);
	for (int i = 0; i < 3 && stream->compression == BI_BITFIELDS; i++)
		exh_write_u32le(out, stream->masks[i]);
	for (size_t i = 0; i < color_count; i++) {
		exh_write_u8(out, stream->palette->colors[i].blue);
		exh_write_u8(out, stream->palette->colors[i].green);
		exh_write_u8(out, stream->palette->colors[i].red);
		exh_write_u8(out, 0);
	}
}

static void write_wave_format(struct exh_writer *out, const struct exh_avi_stream *stream)
{
	exh_write_u16le(out, stream->tag);
	exh_write_u16le(out, stream->channel_count);
	exh_write_u32le(out, stream->rate_hz);
	exh_write_u32le(out, stream->bytes_a_second);
	exh_write_u16le(out, stream->block_align);
	exh_write_u16le(out, stream->bits);
	exh_write_u16le(out, 0);
}

static void write_format(struct exh_writer *out, const struct exh_avi_stream *stream)
{
	const size_t at = begin(out, TAG_STRF);

	if (stream->kind == EXH_AVI_VIDEO)
		write_bitmap_format(out, stream);
	else if (stream->kind == EXH_AVI_SOUND)
		write_wave_format(out, stream);
	end(out, at);
}

void exh_avi_write_start(struct exh_avi_writer *writer, const struct exh_avi *avi)
{
	struct exh_writer *out = writer->out;
	size_t headers;

	writer->index = (struct exh_writer){ .limit = out->limit };
	writer->stream_count = avi->stream_count;
	writer->start = begin(out, TAG_RIFF);
	exh_write_u32le(out, TAG_AVI);
	headers = begin_list(out, TAG_HDRL);
	write_file_header(out, avi, writer->has_index);
	for (size_t i = 0; i < avi->stream_count; i++) {
		const size_t list = begin_list(out, TAG_STRL);

		writer->units[i] = 0;
		writer->unit_size[i] = avi->streams[i]->sample_size;
		writer->length_at[i] = write_stream_header(out, avi->streams[i]);
		write_format(out, avi->streams[i]);
		end(out, list);
		writer->ids[i] =
			(uint32_t)('0' + i / 10) | (uint32_t)('0' + i % 10) << 8 |
			(avi->streams[i]->kind == EXH_AVI_SOUND	  ? TAG(0, 0, 'w', 'b')
			 : avi->streams[i]->compression == BI_RGB ? TAG(0, 0, 'd', 'b')
								  : TAG(0, 0, 'd', 'c'));
	}
	end(out, headers);
	writer->list = begin_list(out, TAG_MOVI);
}

/*
 * Chunks.
 */

void exh_avi_write_chunk(struct exh_avi_writer *writer, size_t stream,
			 struct exh_bytes data, bool is_key)
{
	struct exh_writer *out = writer->out;
	const size_t base =
		writer->index_is_absolute ? writer->start - 4 : writer->list + 4;
	const size_t offset = out->size - base;
	const uint32_t unit_size = writer->unit_size[stream];
	const size_t at = begin(out, writer->ids[stream]);

	exh_write_bytes(out, data.data, data.size);
	end(out, at);
	writer->units[stream] += unit_size ? (uint32_t)(data.size / unit_size) : 1;
	exh_write_u32le(&writer->index, writer->ids[stream]);
	exh_write_u32le(&writer->index, is_key ? INDEX_KEY : 0);
	exh_write_u32le(&writer->index, (uint32_t)offset);
	exh_write_u32le(&writer->index, (uint32_t)data.size);
}

void exh_avi_write_end(struct exh_avi_writer *writer)
{
	struct exh_writer *out = writer->out;

	end(out, writer->list);
	for (size_t i = 0; i < writer->stream_count; i++)
		exh_write_u32le_at(out, writer->length_at[i], writer->units[i]);
	if (writer->has_index) {
		const size_t at = begin(out, TAG_IDX1);

		exh_write_bytes(out, writer->index.data, writer->index.size);
		end(out, at);
	}
	end(out, writer->start);
	out->failed |= writer->index.failed;
	exh_writer_free(&writer->index);
}
