#include "sound.h"

#include "task/json.h"
#include "task/outputs.h"

enum exh_status sound_normalize(const struct sound_source *source,
				struct sound_shape *shape, struct exh_error *err)
{
	const struct sound_sink null_sink = { 0 };
	struct sound_measure measure;
	const enum exh_status status =
		sound_render(source, shape, &null_sink, &measure, err);

	if (!status && measure.peak > SOUND_SILENCE)
		shape->gain *= INT16_MAX / measure.peak;
	return status;
}

static enum exh_status take(void *context, const int16_t *samples, size_t count,
			    struct exh_error *err)
{
	return sound_write(context, samples, count, err);
}

enum exh_status sound_to_file(const struct sound_source *source,
			      struct sound_shape *shape,
			      const struct sound_output *output, bool normalize,
			      bool force, struct sound_measure *measure,
			      struct exh_error *err)
{
	const struct sound_kind kind = {
		.format = output->format,
		.rate_hz = shape->rate_hz,
		.channel_count = shape->channel_count,
		.frame_count = sound_frame_count(source, shape->rate_hz),
		.tags = output->tags,
		.markers = output->markers,
		.marker_count = output->marker_count,
	};
	struct sound_file file;
	const struct sound_sink sink = { take, &file };
	enum exh_status status = normalize ? sound_normalize(source, shape, err) : EXH_OK;

	if (!status)
		status = sound_open(&file, output->path, &kind, force, err);
	if (status)
		return status;
	status = sound_render(source, shape, &sink, measure, err);
	return sound_close(&file, status, err);
}

void sound_to_json(const struct sound_shape *shape, const struct sound_measure *measure,
		   struct json *out)
{
	json_set_number(out, "rate", shape->rate_hz);
	json_set_number(out, "frames", measure->frame_count);
	json_set(out, "gain", json_new_real(shape->gain));
	json_set(out, "peak", json_new_real(measure->peak));
	json_set_number(out, "clipped_samples", measure->clipped_count);
}
