#include "sound.h"

#include "task/jobs.h"
#include "task/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	PIECE = 8192, /* samples at once */
	MAX_CHANNELS = 2,
	LOUDEST = 32768,
	USUAL_RATE = 44100,
};

struct sound_shape sound_shape_of(const struct sound_settings *settings)
{
	struct sound_shape shape = settings->shape;

	if (!shape.rate_hz) {
		shape.rate_hz = USUAL_RATE;
		shape.gain = 1;
	}
	if (!shape.channel_count)
		shape.channel_count = 1;
	return shape;
}

struct rendering {
	const struct sound_source *source;
	const struct sound_shape *shape;
	const struct sound_sink *sink;
	struct sound_measure *measure;
	struct resampler *resampler; /* NULL: both rates are equal */
	uint64_t made;		     /* samples of the source */
	int32_t samples[PIECE];
	float in[PIECE], out[PIECE];
	int16_t frames[MAX_CHANNELS * PIECE];
};

/* Converts a number of samples at from_hz to one at to_hz, rounded up; without
 * overflow. */
static uint64_t scale(uint64_t count, uint32_t from_hz, uint32_t to_hz)
{
	const uint64_t whole = count / from_hz, rest = count % from_hz;

	return whole * to_hz + (rest * to_hz + from_hz - 1) / from_hz;
}

uint64_t sound_frame_count(const struct sound_source *source, uint32_t rate_hz)
{
	return scale(source->length, source->rate_hz, rate_hz);
}

static int16_t clip(struct sound_measure *measure, int32_t sample)
{
	const int32_t size = sample < 0 ? -sample : sample;

	if (size > measure->peak)
		measure->peak = size;
	if (sample >= INT16_MIN && sample <= INT16_MAX)
		return (int16_t)sample;
	measure->clipped_count++;
	return sample < 0 ? INT16_MIN : INT16_MAX;
}

static int16_t clip_float(struct sound_measure *measure, float value)
{
	const float sample = value * LOUDEST;

	if (fabsf(sample) > measure->peak)
		measure->peak = fabsf(sample);
	if (sample >= (float)INT16_MIN - 0.5f && sample < (float)INT16_MAX + 0.5f)
		return (int16_t)lrintf(sample);
	measure->clipped_count++;
	return sample < 0 ? INT16_MIN : INT16_MAX;
}

/* Copies the first channel of each frame to the others, and passes count frames to the
 * sink. */
static enum exh_status deliver(struct rendering *rendering, size_t count,
			       struct exh_error *err)
{
	const unsigned channels = rendering->shape->channel_count;
	int16_t *frames = rendering->frames;

	rendering->measure->frame_count += count;
	if (!rendering->sink->take || !count)
		return EXH_OK;
	if (channels > 1)
		for (size_t i = count; i-- > 0;)
			for (unsigned c = 0; c < channels; c++)
				frames[i * channels + c] = frames[i];
	return rendering->sink->take(rendering->sink->context, frames, count, err);
}

static enum exh_status deliver_floats(struct rendering *rendering, const float *values,
				      size_t count, struct exh_error *err)
{
	for (size_t i = 0; i < count; i++)
		rendering->frames[i] = clip_float(rendering->measure, values[i]);
	return deliver(rendering, count, err);
}

static void make_floats(struct rendering *rendering, size_t count)
{
	const struct sound_source *source = rendering->source;
	const uint64_t fade = rendering->shape->fade < source->length
				      ? rendering->shape->fade
				      : source->length;
	const uint64_t fade_start = source->length - fade;
	const double gain = rendering->shape->gain / LOUDEST;

	for (size_t i = 0; i < count; i++)
		rendering->in[i] = (float)(gain * rendering->samples[i]);
	for (size_t i = 0; i < count && rendering->made + count > fade_start; i++) {
		const uint64_t at = rendering->made + i;

		if (at >= fade_start)
			rendering->in[i] *=
				(float)((double)(source->length - at) / (double)fade);
	}
}

/* Passes on as many of the resampler's frames as the sound has. */
static enum exh_status resample(struct rendering *rendering, const float *in,
				size_t count, struct exh_error *err)
{
	const uint64_t total =
		sound_frame_count(rendering->source, rendering->shape->rate_hz);
	struct resampling piece = { .in = in, .in_count = count };
	enum exh_status status;

	do {
		piece.out = rendering->out;
		piece.capacity = PIECE;
		status = resampler_run(rendering->resampler, &piece, err);
		if (status)
			return status;
		if (piece.given > total - rendering->measure->frame_count)
			piece.given = (size_t)(total - rendering->measure->frame_count);
		status = deliver_floats(rendering, piece.out, piece.given, err);
		if (in)
			piece.in += piece.taken;
		piece.in_count -= piece.taken;
	} while (!status && (piece.in_count || piece.given));
	return status;
}

static enum exh_status pad(struct rendering *rendering, struct exh_error *err)
{
	const uint64_t total =
		sound_frame_count(rendering->source, rendering->shape->rate_hz);
	enum exh_status status = EXH_OK;

	while (!status && rendering->measure->frame_count < total) {
		const uint64_t left = total - rendering->measure->frame_count;

		memset(rendering->frames, 0, sizeof rendering->frames);
		status = deliver(rendering, left < PIECE ? (size_t)left : PIECE, err);
	}
	return status;
}

static enum exh_status render_piece(struct rendering *rendering, size_t count,
				    struct exh_error *err)
{
	const struct sound_shape *shape = rendering->shape;

	rendering->source->make(rendering->source->context, rendering->samples, count);
	if (!rendering->resampler && !shape->fade &&
	    !(shape->gain < 1 || shape->gain > 1)) {
		for (size_t i = 0; i < count; i++)
			rendering->frames[i] =
				clip(rendering->measure, rendering->samples[i]);
		return deliver(rendering, count, err);
	}
	make_floats(rendering, count);
	if (rendering->resampler)
		return resample(rendering, rendering->in, count, err);
	return deliver_floats(rendering, rendering->in, count, err);
}

static enum exh_status render_all(struct rendering *rendering, struct exh_error *err)
{
	const struct sound_source *source = rendering->source;
	enum exh_status status = EXH_OK;

	source->start(source->context);
	while (!status && rendering->made < source->length) {
		const uint64_t left = source->length - rendering->made;
		const size_t count = left < PIECE ? (size_t)left : PIECE;

		if (interrupt_pending())
			return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
		status = render_piece(rendering, count, err);
		rendering->made += count;
	}
	if (!status && rendering->resampler)
		status = resample(rendering, NULL, 0, err);
	return status ? status : pad(rendering, err);
}

enum exh_status sound_render(const struct sound_source *source,
			     const struct sound_shape *shape,
			     const struct sound_sink *sink, struct sound_measure *measure,
			     struct exh_error *err)
{
	struct rendering *rendering = mem_alloc(1, sizeof *rendering);
	enum exh_status status = EXH_OK;

	*measure = (struct sound_measure){ 0 };
	rendering->source = source;
	rendering->shape = shape;
	rendering->sink = sink;
	rendering->measure = measure;
	if (shape->rate_hz != source->rate_hz)
		status = resampler_start(source->rate_hz, shape->rate_hz,
					 &rendering->resampler, err);
	if (!status)
		status = render_all(rendering, err);
	resampler_free(rendering->resampler);
	free(rendering);
	return status;
}
