#include "video.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY_LIMIT = 1 << 28 };

/*
 * Opening.
 */

bool avi_source_open(struct avi_source *avi, const char *path, struct report *report)
{
	struct exh_notes notes = { .arena = &avi->arena };
	enum exh_status status;
	struct exh_error err;

	*avi = (struct avi_source){ .path = path, .arena = { .limit = MEMORY_LIMIT } };
	if (file_reader_open(&avi->reader, path, &err)) {
		report_failure(report, path, &err);
		return false;
	}
	avi->source = file_reader_source(&avi->reader);
	status = exh_avi_open(&avi->source, &avi->arena, &avi->avi, &notes, &err);
	if (status)
		report_failure(report, path, &err);
	else
		report_notes(report, path, &notes);
	if (status)
		avi_source_close(avi);
	return !status;
}

void avi_source_close(struct avi_source *avi)
{
	exh_arena_free(&avi->arena);
	file_reader_close(&avi->reader);
}

static const char *const kinds[] = { [EXH_AVI_VIDEO] = "video",
				     [EXH_AVI_SOUND] = "sound",
				     [EXH_AVI_OTHER] = "other",
				     NULL };

int avi_source_choose(const struct avi_source *avi, enum exh_avi_kind kind,
		      unsigned wanted, struct report *report)
{
	const size_t count = avi->avi.stream_count;

	if (wanted != AVI_ANY_STREAM) {
		if (wanted < count && avi->avi.streams[wanted]->kind == kind)
			return (int)wanted;
		report_error(report, avi->path, EXH_NO_OFFSET,
			     "stream %u is no %s; --list shows the streams", wanted,
			     kinds[kind]);
		return -1;
	}
	for (size_t i = 0; i < count; i++)
		if (avi->avi.streams[i]->kind == kind)
			return (int)i;
	report_error(report, avi->path, EXH_NO_OFFSET, "it has no %s", kinds[kind]);
	return -1;
}

/*
 * Reports.
 */

static size_t count_keys(const struct exh_avi_stream *stream)
{
	size_t count = 0;

	for (size_t i = 0; i < stream->chunk_count; i++)
		count += stream->chunks[i].is_key;
	return count;
}

/* Seconds; 0: not reported. */
static double video_length(const struct avi_source *avi,
			   const struct exh_avi_stream *stream)
{
	uint32_t num, den;

	exh_avi_frame_time(&avi->avi, stream, &num, &den);
	return (double)stream->chunk_count * num / den;
}

/* Bytes a second, by what the samples are, as far as that is known. */
static uint64_t byte_rate(const struct exh_avi_stream *stream)
{
	const uint64_t samples = (uint64_t)stream->rate_hz * stream->channel_count;

	if ((stream->tag == EXH_AVI_PCM && stream->bits % 8 == 0) ||
	    (stream->tag == EXH_AVI_ADPCM && stream->bits == 8))
		return samples * stream->bits / 8;
	return stream->bytes_a_second;
}

static double sound_length(const struct exh_avi_stream *stream)
{
	const uint64_t rate = byte_rate(stream);

	return rate ? (double)stream->size / (double)rate : 0;
}

static const struct field rate_field[] = {
	FIELD(struct avi_rate, numerator, NULL,
	      "number of frames in the time of the denominator"),
	FIELD(struct avi_rate, denominator, "seconds", "time of the numerator's frames"),
};
const struct fields avi_rate_fields = FIELDS("rate", struct avi_rate, rate_field);

/* Frames of one size, from this one on. */
struct frame_size {
	size_t frame;
	uint32_t width, height;
	unsigned bits;
};
static const struct field size_field[] = {
	FIELD(struct frame_size, frame, NULL, "number of the first frame of this size"),
	FIELD(struct frame_size, width, "pixels", "width of a picture"),
	FIELD(struct frame_size, height, "pixels", "height of a picture"),
	FIELD(struct frame_size, bits, "bits", "16, of which 15 are colour, or 24"),
};
static const struct fields size_table = FIELDS("size", struct frame_size, size_field);

struct stream {
	bool is_video, is_sound, is_either, has_tag, has_number, has_keys, has_chunks;
	bool has_frame_sizes;
	struct exh_avi_stream s;
	size_t number, key_frames;
	unsigned pixel_aspect;
	struct frame_size *frame_sizes;
	size_t size_count;
	char codec[16], handler[16], compression[16];
	struct avi_rate rate;
	double seconds;
};
#define ROW struct stream
#define VIDEO FIELD_HAS(ROW, is_video)
#define SOUND FIELD_HAS(ROW, is_sound)
static const struct field stream_field[] = {
	FIELD_AS("stream", ROW, number, NULL, "number of the stream"),
	FIELD_OF("kind", FIELD_NAME, ROW, s.kind, NULL, "kind of the stream",
		 .names = kinds),
	FIELD_OF("codec", FIELD_CHARS, ROW, codec, NULL,
		 "codec: rgb555, rgb565, rgb24, rgb32, pal8, pal4, pal1, truemotion1, "
		 "adpcm_zork, pcm8, pcm16, adpcm_ima; else its letters or tag"),
	FIELD_AS("bytes", ROW, s.size, "bytes", "size of all its chunks"),
	FIELD_OF("handler", FIELD_CHARS, ROW, handler, NULL,
		 "codec that the header states, as letters", VIDEO),
	FIELD_OF("compression", FIELD_CHARS, ROW, compression, NULL,
		 "codec of a video, as letters or a number", FIELD_HAS(ROW, has_tag)),
	FIELD_AS("compression", ROW, s.compression, NULL,
		 "codec of a video, as letters or a number", FIELD_HAS(ROW, has_number)),
	FIELD_AS("width", ROW, s.width, "pixels", "width of a picture", VIDEO),
	FIELD_AS("height", ROW, s.height, "pixels", "height of a picture", VIDEO),
	FIELD_AS("top_down", ROW, s.is_top_down, NULL,
		 "true: the top row is stored first", VIDEO),
	FIELD_AS("tag", ROW, s.tag, NULL, "codec of a sound, as a number", SOUND),
	FIELD_AS("channels", ROW, s.channel_count, NULL, "1 is mono, 2 is stereo", SOUND),
	FIELD_AS("rate", ROW, s.rate_hz, "Hz", "samples per second of each channel",
		 SOUND),
	FIELD_AS("bits", ROW, s.bits, "bits", "size of a pixel or a sample",
		 FIELD_HAS(ROW, is_either)),
	FIELD_AS("frames", ROW, s.chunk_count, NULL, "number of frames", VIDEO),
	FIELD_AS("declared_frames", ROW, s.length, NULL,
		 "number of frames that the header states", VIDEO),
	FIELD(ROW, key_frames, NULL,
	      "number of key frames, if an index lists them; TrueMotion 1: by its "
	      "packets",
	      FIELD_HAS(ROW, has_keys)),
	FIELD(ROW, pixel_aspect, NULL,
	      "TrueMotion 1: width of a pixel one high, 2 for 24 bits; files have the "
	      "pixels as stored",
	      FIELD_HAS(ROW, has_frame_sizes)),
	FIELD_ROWS(ROW, frame_sizes, size_count, &size_table,
		   "TrueMotion 1: sizes by its packets, one row unless it changes",
		   FIELD_HAS(ROW, has_frame_sizes)),
	FIELD_OF("frame_rate", FIELD_ROW, ROW, rate, NULL,
		 "frames per second, as a fraction", .of = &avi_rate_fields, VIDEO),
	FIELD_AS("chunks", ROW, s.chunk_count, NULL,
		 "number of pieces that it is stored in", FIELD_HAS(ROW, has_chunks)),
	FIELD(ROW, seconds, "seconds", "duration", FIELD_HAS(ROW, is_either)),
};
#undef ROW
static const struct fields stream_table = FIELDS("stream", struct stream, stream_field);

struct avi_row {
	bool indexed;
	struct stream *streams;
	size_t count;
};
static const struct field avi_field[] = {
	FIELD(struct avi_row, indexed, NULL, "true: its index is complete"),
	FIELD_ROWS(struct avi_row, streams, count, &stream_table, "all streams"),
};
const struct fields avi_fields = FIELDS("avi", struct avi_row, avi_field);

/* Adds the size of a frame if it is another one than that of the frame before. */
static void add_size(struct stream *row, size_t i, const struct exh_avi_frame *frame)
{
	const struct frame_size size = { i, frame->width, frame->height,
					 frame->is_rgb24 ? 24 : 16 };
	const struct frame_size *last =
		row->size_count ? &row->frame_sizes[row->size_count - 1] : NULL;

	if (!last || last->width != size.width || last->height != size.height ||
	    last->bits != size.bits)
		row->frame_sizes[row->size_count++] = size;
}

/* Replaces what the file's headers say about TrueMotion 1 by what its packets say, if any
 * can be read. */
static void read_packets(const struct avi_source *avi, struct stream *row)
{
	const struct exh_avi_stream *video = avi->avi.streams[row->number];
	struct exh_avi_frames frames = { .source = &avi->source, .video = video };

	if (!exh_avi_is_truemotion1(video) || exh_avi_frames_open(&frames, NULL))
		return;
	row->frame_sizes = mem_alloc(video->chunk_count, sizeof *row->frame_sizes);
	row->has_frame_sizes = row->has_keys = true;
	row->key_frames = 0;
	for (size_t i = 0; i < video->chunk_count; i++) {
		const struct exh_avi_frame frame = exh_avi_frames_at(&frames, i);

		row->key_frames += frame.is_key;
		add_size(row, i, &frame);
	}
	row->s.width = row->frame_sizes->width;
	row->s.height = row->frame_sizes->height;
	row->s.bits = (uint16_t)row->frame_sizes->bits;
	row->pixel_aspect = row->s.bits == 24 ? 2 : 1;
	exh_avi_frames_free(&frames);
}

/* frame_sizes is to be freed. */
static struct stream stream_row(const struct avi_source *avi, size_t i)
{
	const struct exh_avi_stream *stream = avi->avi.streams[i];
	const bool is_video = stream->kind == EXH_AVI_VIDEO;
	const bool is_sound = stream->kind == EXH_AVI_SOUND;
	struct stream row = { .is_video = is_video,
			      .is_sound = is_sound,
			      .is_either = is_video || is_sound,
			      .has_tag = is_video && stream->compression > 0xff,
			      .has_number = is_video && stream->compression <= 0xff,
			      .has_keys = is_video && stream->keys_are_known,
			      .has_chunks = !is_video,
			      .s = *stream,
			      .number = i,
			      .key_frames = count_keys(stream) };

	exh_avi_codec_name(stream, row.codec);
	exh_avi_tag_text(stream->handler, row.handler);
	exh_avi_tag_text(stream->compression, row.compression);
	if (is_video)
		exh_avi_frame_time(&avi->avi, stream, &row.rate.denominator,
				   &row.rate.numerator);
	row.seconds = is_video	 ? video_length(avi, stream)
		      : is_sound ? sound_length(stream)
				 : 0;
	read_packets(avi, &row);
	return row;
}

void avi_source_describe(const struct avi_source *avi, struct json *result)
{
	struct avi_row row = { .indexed = avi->avi.is_indexed,
			       .streams = mem_alloc(avi->avi.stream_count,
						    sizeof *row.streams),
			       .count = avi->avi.stream_count };

	for (size_t i = 0; i < row.count; i++)
		row.streams[i] = stream_row(avi, i);
	fields_put(&avi_fields, &row, result);
	for (size_t i = 0; i < row.count; i++)
		free(row.streams[i].frame_sizes);
	free(row.streams);
}

static void list_video(const struct stream *row)
{
	printf("%u by %u pixels, %zu frames, %.6g per second, %.2f seconds",
	       (unsigned)row->s.width, (unsigned)row->s.height, row->s.chunk_count,
	       (double)row->rate.numerator / row->rate.denominator, row->seconds);
	if (row->has_frame_sizes)
		printf(", %u bits, %zu key frame%s", row->s.bits, row->key_frames,
		       text_plural(row->key_frames));
	for (size_t i = 1; i < row->size_count; i++)
		printf(", %u by %u pixels of %u bits from frame %zu on",
		       (unsigned)row->frame_sizes[i].width,
		       (unsigned)row->frame_sizes[i].height, row->frame_sizes[i].bits,
		       row->frame_sizes[i].frame);
	printf("\n");
}

static void list_stream(const struct avi_source *avi, size_t i)
{
	const struct exh_avi_stream *stream = avi->avi.streams[i];
	const struct stream row = stream_row(avi, i);

	printf("%s: stream %zu: %s, %s, ", avi->path, i, kinds[stream->kind], row.codec);
	if (stream->kind == EXH_AVI_VIDEO)
		list_video(&row);
	else if (stream->kind == EXH_AVI_SOUND)
		printf("%u Hz, %u channel%s, %zu chunks, %.2f seconds\n",
		       (unsigned)stream->rate_hz, stream->channel_count,
		       text_plural(stream->channel_count), stream->chunk_count,
		       sound_length(stream));
	else
		printf("%zu chunks\n", stream->chunk_count);
	free(row.frame_sizes);
}

void avi_source_list(const struct avi_source *avi)
{
	for (size_t i = 0; i < avi->avi.stream_count; i++)
		list_stream(avi, i);
}

/*
 * Commands of other programs.
 */

/* Appends a path as one word for a shell, not to be taken for an option or a protocol.
 * For a sequence of files a per cent sign is written twice. */
static void quote(struct exh_writer *out, const char *path, bool is_sequence)
{
	exh_write_u8(out, '\'');
	if (strcmp(path, "-") != 0 && *path != '/' && (*path == '-' || strchr(path, ':')))
		exh_write_bytes(out, "./", 2);
	for (; *path; path++)
		if (*path == '\'')
			exh_write_bytes(out, "'\\''", 4);
		else
			exh_write_bytes(out, is_sequence && *path == '%' ? "%%" : path,
					is_sequence && *path == '%' ? 2 : 1);
}

/* To be freed. */
static char *ffmpeg_command(const struct avi_source *avi, int stream, const char *ending)
{
	const bool is_standard = strcmp(avi->path, "-") == 0;
	struct exh_writer out = { .limit = SIZE_MAX };

	text_put(&out, "ffmpeg -i ");
	quote(&out, avi->path, false);
	text_put(&out, "' -map 0:%d ", stream);
	quote(&out, is_standard ? "video" : avi->path, strchr(ending, '%'));
	text_put(&out, "%s'", ending);
	exh_write_u8(&out, 0);
	mem_check(&out);
	return (char *)out.data;
}

void avi_source_refuse(const struct avi_source *avi, int stream, const char *ending,
		       const struct exh_error *err, struct report *report,
		       struct json *result)
{
	char *command = ffmpeg_command(avi, stream, ending);

	report_error(report, avi->path, EXH_NO_OFFSET, "stream %d: %s; try: %s", stream,
		     err->text, command);
	fields_put(&film_fields, &(struct film_row){ .ffmpeg = command }, result);
	free(command);
}
