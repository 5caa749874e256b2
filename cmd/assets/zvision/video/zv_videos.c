#include "video.h"

#include "assets/zvision/sound/zv_sound.h"
#include "media/sequence/sequence.h"
#include "media/sound/sound.h"
#include "task/memory.h"

enum { MEMORY_LIMIT = 256 << 20 /* bytes of the lists of chunks */ };

enum file_id {
	VIDEO_SOUND = ASSET_FILE_STREAMED,
	VIDEO_PICTURES,
};

struct zv_video {
	struct exh_avi avi;
	size_t size; /* bytes of the file */
	/* NULL: none can be converted. */
	const struct exh_avi_stream *sound, *pictures;
	uint32_t width, height; /* pixels of a picture */
	/* TrueMotion 1: of the first picture; 0: another codec. */
	unsigned bits, type;
};

static const struct exh_avi_stream *first_of(const struct exh_avi *avi,
					     enum exh_avi_kind kind)
{
	for (size_t i = 0; i < avi->stream_count; i++)
		if (avi->streams[i]->kind == kind)
			return avi->streams[i];
	return NULL;
}

/*
 * Reading.
 */

/* Counts frames with too few bytes for a picture; empty frames repeat the one before. */
static size_t count_cut_frames(const struct exh_avi_stream *stream)
{
	const size_t whole = exh_avi_frame_size(stream);
	size_t count = 0;

	for (size_t i = 0; i < stream->chunk_count; i++)
		count += stream->chunks[i].size && stream->chunks[i].size < whole;
	return count;
}

static void note_pictures(const struct exh_avi_stream *stream, struct exh_notes *notes)
{
	const size_t cut = exh_avi_is_truemotion1(stream) ? 0 : count_cut_frames(stream);

	if (stream->palette_change_count)
		exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET,
			 "changes of the palette are ignored (%u): colours may be wrong",
			 (unsigned)stream->palette_change_count);
	if (cut)
		exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET,
			 "%zu of %zu frames have too few bytes, and are drawn as far as "
			 "they go",
			 cut, stream->chunk_count);
}

static void note_frame(void *context, size_t frame, const struct exh_note *note)
{
	exh_note(context, note->severity, note->offset, "frame %zu: %s", frame,
		 note->text);
}

/* Decodes TrueMotion 1 once, to find its size and damage; all pictures must have one
 * size. */
static enum exh_status check_truemotion1(struct zv_video *video,
					 const struct exh_avi_stream *stream,
					 const struct exh_source *source,
					 struct exh_notes *notes, struct exh_error *err)
{
	struct avi_frames frames = { .frames = { .source = source,
						 .video = stream,
						 .note = note_frame,
						 .context = notes } };
	enum exh_status status = avi_frames_start(&frames, false, false, err);

	for (size_t i = 0; i < stream->chunk_count && !status; i++) {
		status = exh_avi_frames_show(&frames.frames, i, err);
		if (!video->type)
			video->type = frames.frames.truemotion1.header.type;
	}
	if (!status) {
		const struct exh_avi none = { 0 };
		const struct sequence_source sequence =
			avi_frames_source(&frames, &none, stream->chunk_count);

		const struct exh_avi_frame first = exh_avi_frames_at(&frames.frames, 0);

		status = sequence_source_check(&sequence, err);
		video->width = first.width;
		video->height = first.height;
		video->bits = first.is_rgb24 ? 24 : 16;
	}
	avi_frames_free(&frames);
	return status;
}

static void choose_pictures(struct zv_video *video, const struct exh_source *source,
			    struct exh_notes *notes)
{
	const struct exh_avi_stream *stream = first_of(&video->avi, EXH_AVI_VIDEO);
	enum exh_status status;
	struct exh_error err;

	if (!stream)
		return;
	video->width = stream->width;
	video->height = stream->height;
	status = exh_avi_can_decode(stream, &err);
	if (!status && exh_avi_is_truemotion1(stream) && stream->chunk_count)
		status = check_truemotion1(video, stream, source, notes, &err);
	if (status)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "its pictures are not converted: %s", err.text);
	else if (stream->chunk_count)
		video->pictures = stream;
	if (video->pictures)
		note_pictures(video->pictures, notes);
}

static void choose_sound(const struct zv_video_options *wanted, struct zv_video *video,
			 struct exh_notes *notes)
{
	const struct exh_avi_stream *stream = first_of(&video->avi, EXH_AVI_SOUND);
	struct exh_error err;

	if (stream && avi_sound_check(stream, &err))
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "its sound is not converted: %s", err.text);
	else if (stream && avi_sound_frame_count(stream))
		video->sound = stream;
	if (video->sound && avi_sound_has_rest(video->sound))
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "a part of a sample is left over at the end");
	if (video->sound && wanted->sound_format == SOUND_FLAC &&
	    !sound_flac_holds(video->sound->rate_hz))
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "its sound becomes WAV: FLAC can't hold %u Hz",
			 (unsigned)video->sound->rate_hz);
}

static enum exh_status open_avi(const void *options, const struct asset *asset,
				struct zv_video *video, struct exh_notes *notes,
				struct exh_error *err)
{
	struct file_reader reader;
	struct exh_source source;
	enum exh_status status = zv_reader_open(asset, &reader, err);

	if (status)
		return status;
	source = file_reader_source(&reader);
	video->size = reader.size;
	status = exh_avi_open(&source, asset->arena, &video->avi, notes, err);
	if (!status) {
		choose_pictures(video, &source, notes);
		choose_sound(options, video, notes);
	}
	file_reader_close(&reader);
	return status;
}

static enum exh_status read(const void *options, struct asset *asset,
			    struct exh_notes *notes, struct exh_error *err)
{
	struct zv_video *video = mem_arena(asset->arena, 1, sizeof *video);
	enum exh_status status;

	status = open_avi(options, asset, video, notes, err);
	zv_reader_place_notes(asset, notes, status ? err : NULL);
	if (status)
		return status;
	asset->thing = video;
	return EXH_OK;
}

/*
 * Writing.
 */

static enum sound_format format_of(const struct zv_video_options *wanted,
				   const struct zv_video *video)
{
	const bool is_held = wanted->sound_format != SOUND_FLAC ||
			     sound_flac_holds(video->sound->rate_hz);

	return is_held ? (enum sound_format)wanted->sound_format : SOUND_WAV;
}

static void plan(const void *options, const struct asset *asset,
		 struct asset_files *files)
{
	const struct zv_video_options *wanted = options;
	const struct zv_video *video = asset->thing;

	if (video->sound)
		asset_files_add(files, VIDEO_SOUND, 0, ".%s",
				sound_format_choices[format_of(wanted, video)]);
	if (video->pictures)
		asset_files_add(files, VIDEO_PICTURES, 0,
				wanted->as_gif ? ".gif" : ".apng");
}

static enum exh_status write_pictures(const struct zv_video *video,
				      const struct exh_source *avi, bool is_turned,
				      enum sequence_format format, const char *path,
				      bool force, struct exh_error *err)
{
	struct avi_frames frames = { .frames = { .source = avi,
						 .video = video->pictures } };
	struct sequence_source source;
	enum exh_status status = avi_frames_start(&frames, is_turned, false, err);

	if (status)
		return status;
	source = avi_frames_source(&frames, &video->avi, video->pictures->chunk_count);
	status = sequence_write_file(&source, format, path, force, err);
	avi_frames_free(&frames);
	return status;
}

static enum exh_status write(const void *options, const struct asset *asset,
			     const struct asset_file *file, const char *path, bool force,
			     struct exh_error *err)
{
	const struct zv_video_options *wanted = options;
	const struct zv_video *video = asset->thing;
	struct file_reader reader;
	struct exh_source source;
	enum exh_status status = zv_reader_open(asset, &reader, err);

	if (status)
		return status;
	source = file_reader_source(&reader);
	if (file->id == VIDEO_SOUND)
		status = avi_sound_write(&source, video->sound, asset->assets->shared,
					 format_of(wanted, video), path, force, err);
	else
		status = write_pictures(video, &source, zv_is_transposed(asset),
					wanted->as_gif ? SEQUENCE_GIF : SEQUENCE_APNG,
					path, force, err);
	file_reader_close(&reader);
	return status;
}

struct described {
	size_t size, frame_count;
	bool has_pictures, has_sound, has_length;
	bool is_truemotion1;
	char picture_codec[16], sound_codec[16];
	uint32_t width, height, rate;
	unsigned bits, compression_type;
	unsigned channels;
	double seconds;
};
#define ROW struct described
#define PICTURES FIELD_HAS(ROW, has_pictures)
#define SOUND FIELD_HAS(ROW, has_sound)
static const struct field video_field[] = {
	FIELD(ROW, size, "bytes", "size of the file"),
	FIELD_OF("picture_codec", FIELD_CHARS, ROW, picture_codec, NULL,
		 "how its pictures are packed", PICTURES),
	FIELD(ROW, bits, "bits", "TrueMotion 1: 16, of which 15 are colour, or 24",
	      FIELD_HAS(ROW, is_truemotion1)),
	FIELD(ROW, compression_type, NULL,
	      "TrueMotion 1: type of its first packet that has pixels",
	      FIELD_HAS(ROW, is_truemotion1)),
	FIELD(ROW, width, "pixels", "width of a picture", PICTURES),
	FIELD(ROW, height, "pixels", "height of a picture", PICTURES),
	FIELD(ROW, frame_count, NULL, "pictures that are there", PICTURES),
	FIELD(ROW, seconds, "seconds", "length", PICTURES),
	FIELD_OF("sound_codec", FIELD_CHARS, ROW, sound_codec, NULL,
		 "how its sound is packed", SOUND),
	FIELD(ROW, rate, "Hz", "samples per second", SOUND),
	FIELD(ROW, channels, NULL, "1 is mono, 2 is stereo", SOUND),
	FIELD(ROW, seconds, "seconds", "length", FIELD_HAS(ROW, has_length)),
};
#undef ROW
const struct fields zv_video_fields = FIELDS("video", struct described, video_field);

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	const struct zv_video *video = asset->thing;
	const struct exh_avi_stream *pictures = first_of(&video->avi, EXH_AVI_VIDEO);
	const struct exh_avi_stream *sound = first_of(&video->avi, EXH_AVI_SOUND);
	struct described row = { .size = video->size,
				 .has_pictures = pictures,
				 .has_sound = sound,
				 .has_length = video->sound && !pictures };
	uint32_t num, den;

	(void)options;
	if (pictures) {
		exh_avi_frame_time(&video->avi, pictures, &num, &den);
		exh_avi_codec_name(pictures, row.picture_codec);
		row.is_truemotion1 = video->bits;
		row.bits = video->bits;
		row.compression_type = video->type;
		row.width = video->width;
		row.height = video->height;
		row.frame_count = pictures->chunk_count;
		row.seconds = (double)pictures->chunk_count * num / den;
	}
	if (sound) {
		exh_avi_codec_name(sound, row.sound_codec);
		row.rate = sound->rate_hz;
		row.channels = sound->channel_count;
	}
	if (video->sound && row.has_length)
		row.seconds = (double)avi_sound_frame_count(video->sound) /
			      video->sound->rate_hz;
	fields_put(&zv_video_fields, &row, object);
}

static const struct zv_video_options defaults = { .sound_format = SOUND_WAV };

const struct asset_kind zv_video_kind = {
	.name = "video",
	.family = "zvision",
	.source = &zv_stream_source,
	.code = ZV_VIDEO,
	.defaults = &defaults,
	.memory_limit = MEMORY_LIMIT,
	.open = zv_sounds_open,
	.read = read,
	.plan = plan,
	.make = asset_make_bytes,
	.write = write,
	.describe = describe,
};
