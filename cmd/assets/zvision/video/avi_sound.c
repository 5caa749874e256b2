#include "video.h"

#include "assets/zvision/sound/zv_sound.h"

enum {
	PIECE = 8192, /* samples at once; even, so that pieces begin with the left one */
	MAX_RATE = 384000,
};

static bool is_adpcm(const struct exh_avi_stream *stream)
{
	return stream->tag == EXH_AVI_ADPCM && stream->bits == 8;
}

enum exh_status avi_sound_check(const struct exh_avi_stream *stream,
				struct exh_error *err)
{
	const bool is_pcm =
		stream->tag == EXH_AVI_PCM && (stream->bits == 8 || stream->bits == 16);
	char name[16];

	exh_avi_codec_name(stream, name);
	if (!is_pcm && !is_adpcm(stream))
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"sound of tag 0x%02x and %u bits (%s), which is not "
				"decoded",
				stream->tag, stream->bits, name);
	if (stream->channel_count < 1 || stream->channel_count > 2)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"sound of %u channels, expected 1 or 2",
				stream->channel_count);
	if (stream->rate_hz < 1 || stream->rate_hz > MAX_RATE)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"sound of %u Hz, expected 1 to %d",
				(unsigned)stream->rate_hz, MAX_RATE);
	return EXH_OK;
}

static size_t bytes_a_sample(const struct exh_avi_stream *stream)
{
	return is_adpcm(stream) || stream->bits == 8 ? 1 : 2;
}

/* A sample of each channel. */
static size_t bytes_a_frame(const struct exh_avi_stream *stream)
{
	return bytes_a_sample(stream) << (stream->channel_count == 2);
}

uint64_t avi_sound_frame_count(const struct exh_avi_stream *stream)
{
	return stream->size / bytes_a_frame(stream);
}

bool avi_sound_has_rest(const struct exh_avi_stream *stream)
{
	return stream->size % bytes_a_frame(stream) != 0;
}

/* Chunks are one stream of bytes: neither a sample nor the decoder knows their ends. */
static enum exh_status write_all(const struct exh_source *source,
				 const struct exh_avi_stream *stream,
				 const struct exh_zork_adpcm *adpcm,
				 struct sound_file *file, struct exh_error *err)
{
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };
	struct exh_avi_cursor cursor = { 0 };
	const size_t sample_size = bytes_a_sample(stream);
	uint8_t bytes[2 * PIECE];
	int16_t samples[PIECE];
	enum exh_status status;
	size_t taken, count;

	do {
		status = exh_avi_take(source, stream, &cursor, bytes, PIECE * sample_size,
				      &taken, err);
		if (status)
			return status;
		count = taken / sample_size;
		if (is_adpcm(stream))
			exh_zork_adpcm_decode(adpcm, states, stream->channel_count, bytes,
					      count, samples);
		else
			zv_samples_load(stream->bits == 16, bytes, count, samples);
		status = sound_write(file, samples, taken / bytes_a_frame(stream), err);
	} while (!status && taken == PIECE * sample_size);
	return status;
}

enum exh_status avi_sound_write(const struct exh_source *source,
				const struct exh_avi_stream *stream,
				const struct exh_zork_adpcm *adpcm,
				enum sound_format format, const char *path, bool force,
				struct exh_error *err)
{
	const struct sound_kind kind = {
		.format = format,
		.rate_hz = stream->rate_hz,
		.channel_count = stream->channel_count,
		.is_8_bit = !is_adpcm(stream) && stream->bits == 8,
		.frame_count = avi_sound_frame_count(stream),
	};
	struct sound_file file;
	enum exh_status status = sound_open(&file, path, &kind, force, err);

	if (status)
		return status;
	status = write_all(source, stream, adpcm, &file, err);
	return sound_close(&file, status, err);
}
