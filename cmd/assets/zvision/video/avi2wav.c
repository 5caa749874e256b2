#include "avi2wav.h"

#include "assets/zvision/video/avi_source.h"
#include "media/sound/wav.h"
#include "task/json.h"
#include "task/output_names.h"

#include <string.h>

enum {
	PIECE = 8192, /* samples at once; even, so that pieces begin with the left one */
	MAX_RATE = 384000,
};

/* One input on its way. */
struct job {
	const struct avi2wav_request *request;
	const struct avi_source *avi;
	const struct exh_avi_stream *stream;
	const char *output;
	struct report *report;
	json_t *result;
};

/*
 * Samples.
 */

static bool is_adpcm(const struct exh_avi_stream *stream)
{
	return stream->tag == EXH_AVI_ADPCM && stream->bits == 8;
}

static enum exh_status check(const struct exh_avi_stream *stream, struct exh_error *err)
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

/* A sample of each channel; of a stream that was checked. */
static size_t bytes_a_frame(const struct exh_avi_stream *stream)
{
	return bytes_a_sample(stream) << (stream->channel_count == 2);
}

static void load_samples(const struct exh_avi_stream *stream, const uint8_t *in,
			 size_t count, int16_t *out)
{
	for (size_t i = 0; i < count; i++)
		if (stream->bits == 16)
			out[i] = (int16_t)(uint16_t)(in[2 * i] | in[2 * i + 1] << 8);
		else
			out[i] = (int16_t)(uint16_t)((in[i] ^ 0x80) << 8);
}

/* Chunks are one stream of bytes: neither a sample nor the decoder knows their ends. */
static enum exh_status write_all(const struct job *job, struct sound_file *file,
				 struct exh_error *err)
{
	const struct exh_avi_stream *stream = job->stream;
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };
	struct exh_avi_cursor cursor = { 0 };
	const size_t sample_size = bytes_a_sample(stream);
	uint8_t bytes[2 * PIECE];
	int16_t samples[PIECE];
	enum exh_status status;
	size_t taken, count;

	do {
		status = exh_avi_take(&job->avi->source, stream, &cursor, bytes,
				      PIECE * sample_size, &taken, err);
		if (status)
			return status;
		count = taken / sample_size;
		if (is_adpcm(stream))
			exh_zork_adpcm_decode(&job->request->adpcm, states,
					      stream->channel_count, bytes, count,
					      samples);
		else
			load_samples(stream, bytes, count, samples);
		status = sound_write(file, samples, taken / bytes_a_frame(stream), err);
	} while (!status && taken == PIECE * sample_size);
	return status;
}

/*
 * One input.
 */

static void write_sound(const struct job *job)
{
	const struct exh_avi_stream *stream = job->stream;
	const size_t frame_size = bytes_a_frame(stream);
	const struct sound_kind kind = {
		.format = (enum sound_format)job->request->format,
		.rate_hz = stream->rate_hz,
		.channel_count = stream->channel_count,
		.is_8_bit = !is_adpcm(stream) && stream->bits == 8,
		.frame_count = stream->size / frame_size,
	};
	struct sound_file file;
	struct exh_error err = { .status = EXH_OK };
	enum exh_status status;

	if (stream->size % frame_size)
		report_warning(job->report, job->avi->path, EXH_NO_OFFSET,
			       "a part of a sample is left over at the end");
	status = sound_open(&file, job->output, &kind, job->request->common.force, &err);
	if (!status) {
		status = write_all(job, &file, &err);
		status = sound_close(&file, status, &err);
	}
	if (status) {
		report_output_failure(job->report, job->output, &err);
		return;
	}
	report_remark(job->report, job->output, &err);
	json_object_set_new(job->result, "samples",
			    json_integer((json_int_t)kind.frame_count));
	json_object_set_new(job->result, "output", json_text(job->output));
}

static void convert(struct job *job)
{
	const struct avi_source *avi = job->avi;
	const int number =
		avi_source_choose(avi, EXH_AVI_SOUND, job->request->stream, job->report);
	struct exh_error err;

	if (number < 0)
		return;
	job->stream = avi->avi.streams[number];
	json_object_set_new(job->result, "stream", json_integer(number));
	if (check(job->stream, &err)) {
		if (err.status == EXH_UNSUPPORTED)
			avi_source_refuse(avi, number, ".wav", &err, job->report,
					  job->result);
		else
			report_failure(job->report, avi->path, &err);
		return;
	}
	if (job->request->common.output && strcmp(job->output, "-") != 0 &&
	    file_make_folder_of(job->output, &err))
		report_failure(job->report, job->output, &err);
	else
		write_sound(job);
}

void avi2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct avi2wav_request *request = context;
	struct avi_source avi;
	struct job job = { .request = request,
			   .avi = &avi,
			   .output = output,
			   .report = report,
			   .result = result };

	if (!avi_source_open(&avi, input, report))
		return;
	avi_source_describe(&avi, result);
	if (!request->list)
		convert(&job);
	else if (!request->common.json)
		avi_source_list(&avi);
	avi_source_close(&avi);
}

char *avi2wav_output_for(void *context, const char *input, bool several)
{
	const struct avi2wav_request *request = context;
	static const char *const endings[] = {
		[SOUND_WAV] = ".wav", [SOUND_FLAC] = ".flac", [SOUND_RAW] = ".raw"
	};

	return output_file_for(&request->common, input, several, ".avi",
			       endings[request->format]);
}
