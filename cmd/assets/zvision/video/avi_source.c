#include "video.h"

#include "task/json.h"
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

static const char *kind_name(enum exh_avi_kind kind)
{
	static const char *const names[] = { [EXH_AVI_VIDEO] = "video",
					     [EXH_AVI_SOUND] = "sound",
					     [EXH_AVI_OTHER] = "other" };

	return names[kind];
}

int avi_source_choose(const struct avi_source *avi, enum exh_avi_kind kind,
		      unsigned wanted, struct report *report)
{
	const size_t count = avi->avi.stream_count;

	if (wanted != AVI_ANY_STREAM) {
		if (wanted < count && avi->avi.streams[wanted]->kind == kind)
			return (int)wanted;
		report_error(report, avi->path, EXH_NO_OFFSET,
			     "stream %u is no %s; --list shows the streams", wanted,
			     kind_name(kind));
		return -1;
	}
	for (size_t i = 0; i < count; i++)
		if (avi->avi.streams[i]->kind == kind)
			return (int)i;
	report_error(report, avi->path, EXH_NO_OFFSET, "it has no %s", kind_name(kind));
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

static void describe_video(const struct avi_source *avi,
			   const struct exh_avi_stream *stream, struct json *json)
{
	uint32_t num, den;
	char name[16];

	exh_avi_frame_time(&avi->avi, stream, &num, &den);
	exh_avi_tag_text(stream->handler, name);
	json_set_string(json, "handler", name);
	if (stream->compression > 0xff) {
		exh_avi_tag_text(stream->compression, name);
		json_set_string(json, "compression", name);
	} else {
		json_set_number(json, "compression", stream->compression);
	}
	json_set_number(json, "width", stream->width);
	json_set_number(json, "height", stream->height);
	json_set_flag(json, "top_down", stream->is_top_down);
	json_set_number(json, "bits", stream->bits);
	json_set_number(json, "frames", stream->chunk_count);
	json_set_number(json, "declared_frames", stream->length);
	if (stream->keys_are_known)
		json_set_number(json, "key_frames", count_keys(stream));
	json_set(json, "frame_rate",
		 json_make("{s:I,s:I}", "numerator", (int64_t)den, "denominator",
			   (int64_t)num));
	json_set(json, "seconds", json_new_real(video_length(avi, stream)));
}

static void describe_sound(const struct exh_avi_stream *stream, struct json *json)
{
	json_set_number(json, "tag", stream->tag);
	json_set_number(json, "channels", stream->channel_count);
	json_set_number(json, "rate", stream->rate_hz);
	json_set_number(json, "bits", stream->bits);
	json_set_number(json, "chunks", stream->chunk_count);
	json_set(json, "seconds", json_new_real(sound_length(stream)));
}

static struct json *describe_stream(const struct avi_source *avi, size_t i)
{
	const struct exh_avi_stream *stream = avi->avi.streams[i];
	struct json *json = json_new_object();
	char name[16];

	exh_avi_codec_name(stream, name);
	json_set_number(json, "stream", i);
	json_set_string(json, "kind", kind_name(stream->kind));
	json_set_string(json, "codec", name);
	json_set_number(json, "bytes", stream->size);
	if (stream->kind == EXH_AVI_VIDEO)
		describe_video(avi, stream, json);
	else if (stream->kind == EXH_AVI_SOUND)
		describe_sound(stream, json);
	else
		json_set_number(json, "chunks", stream->chunk_count);
	return json;
}

void avi_source_describe(const struct avi_source *avi, struct json *result)
{
	struct json *streams = json_new_list();

	for (size_t i = 0; i < avi->avi.stream_count; i++)
		json_push(streams, describe_stream(avi, i));
	json_set_flag(result, "indexed", avi->avi.is_indexed);
	json_set(result, "streams", streams);
}

static void list_stream(const struct avi_source *avi, size_t i)
{
	const struct exh_avi_stream *stream = avi->avi.streams[i];
	uint32_t num, den;
	char name[16];

	exh_avi_codec_name(stream, name);
	exh_avi_frame_time(&avi->avi, stream, &num, &den);
	printf("%s: stream %zu: %s, %s, ", avi->path, i, kind_name(stream->kind), name);
	if (stream->kind == EXH_AVI_VIDEO)
		printf("%u by %u pixels, %zu frames, %.6g per second, %.2f seconds\n",
		       (unsigned)stream->width, (unsigned)stream->height,
		       stream->chunk_count, (double)den / num, video_length(avi, stream));
	else if (stream->kind == EXH_AVI_SOUND)
		printf("%u Hz, %u channel%s, %zu chunks, %.2f seconds\n",
		       (unsigned)stream->rate_hz, stream->channel_count,
		       text_plural(stream->channel_count), stream->chunk_count,
		       sound_length(stream));
	else
		printf("%zu chunks\n", stream->chunk_count);
}

void avi_source_list(const struct avi_source *avi)
{
	for (size_t i = 0; i < avi->avi.stream_count; i++)
		list_stream(avi, i);
}

/*
 * What others can do.
 */

/* As one word for a shell, appended; not to be taken for an option or a protocol. For a
 * sequence of files a per cent sign is written twice. */
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
	json_set_text(result, "ffmpeg", command);
	free(command);
}
