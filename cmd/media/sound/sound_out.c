#include "sound.h"

#include "task/fields.h"
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

struct rendered {
	struct sound_shape shape;
	struct sound_measure measure;
};
#define ROW struct rendered
static const struct field rendered_field[] = {
	FIELD_AS("rate", ROW, shape.rate_hz, "Hz", "samples per second in the file"),
	FIELD_AS("frames", ROW, measure.frame_count, NULL,
		 "number of samples in each channel of the file"),
	FIELD_AS("gain", ROW, shape.gain, NULL,
		 "factor by which all samples were multiplied"),
	FIELD_AS("peak", ROW, measure.peak, NULL,
		 "loudest sample before clipping; 32767 is full scale"),
	FIELD_AS("clipped_samples", ROW, measure.clipped_count, NULL,
		 "number of samples that were clipped"),
};
#undef ROW
const struct fields sound_fields = FIELDS("rendered", struct rendered, rendered_field);

void sound_to_json(const struct sound_shape *shape, const struct sound_measure *measure,
		   struct json *out)
{
	fields_put(&sound_fields, &(struct rendered){ *shape, *measure }, out);
}
