#include "sound_out.h"

#include <exhume/opl2.h>

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	LONGEST = 24 * 60 * 60, /* seconds that an option may ask for */
	LOUDEST_GAIN = 1000,
	LOWEST_RATE = 1000,
	HIGHEST_RATE = 384000,
	/* Of a chip: what flickers between -1 and 0 in each operator, heard twice. */
	SILENCE = 36,
};

/* A plain decimal number, no words like "inf"; *end behind it. */
static bool parse_number(const char *text, double *value, const char **end)
{
	char *stop;
	const char *digits = *text == '-' || *text == '+' ? text + 1 : text;

	if (!isdigit((unsigned char)*digits) && *digits != '.')
		return false;
	if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
		return false;
	*value = strtod(text, &stop);
	*end = stop;
	return stop != text && isfinite(*value);
}

bool sound_parse_time(const char *text, uint64_t *samples)
{
	const char *end;
	double value;

	if (!parse_number(text, &value, &end) || *text == '-')
		return false;
	if (strcmp(end, "n") == 0) {
		*samples = strtoull(text, NULL, 10);
		return text[strspn(text, "0123456789")] == 'n' &&
		       *samples <= (uint64_t)LONGEST * EXH_OPL2_RATE;
	}
	*samples = (uint64_t)floor(value * EXH_OPL2_RATE + 0.5);
	return (!*end || strcmp(end, "s") == 0) && value <= LONGEST;
}

bool sound_parse_gain(const char *text, double *gain)
{
	const char *end;

	if (!parse_number(text, gain, &end))
		return false;
	if (strcasecmp(end, "dB") == 0)
		*gain = pow(10, *gain / 20);
	else if (*end || *text == '-')
		return false;
	return *gain <= LOUDEST_GAIN;
}

bool sound_parse_rate(const char *text, uint32_t *rate_hz)
{
	const char *end;
	double value;

	if (strcmp(text, "native") == 0) {
		*rate_hz = EXH_OPL2_RATE;
		return true;
	}
	if (!parse_number(text, &value, &end) || *end || value < LOWEST_RATE ||
	    value > HIGHEST_RATE || floor(value) < value)
		return false;
	*rate_hz = (uint32_t)value;
	return true;
}

enum exh_status sound_normalize(const struct sound_source *source,
				struct sound_shape *shape, struct exh_error *err)
{
	const struct sound_sink nobody = { 0 };
	struct sound_measure measure;
	const enum exh_status status =
		sound_render(source, shape, &nobody, &measure, err);

	if (!status && measure.peak > SILENCE)
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
	};
	struct sound_file file;
	const struct sound_sink sink = { take, &file };
	enum exh_status status = normalize ? sound_normalize(source, shape, err) : EXH_OK;

	if (!status)
		status = sound_open(&file, output->path, &kind, force, err);
	if (status)
		return status;
	status = sound_render(source, shape, &sink, measure, err);
	if (!status)
		return sound_close(&file, true, err);
	sound_close(&file, false, NULL);
	return status;
}

void sound_to_json(const struct sound_shape *shape, const struct sound_measure *measure,
		   json_t *out)
{
	json_object_set_new(out, "rate", json_integer(shape->rate_hz));
	json_object_set_new(out, "frames",
			    json_integer((json_int_t)measure->frame_count));
	json_object_set_new(out, "gain", json_real(shape->gain));
	json_object_set_new(out, "peak", json_real(measure->peak));
	json_object_set_new(out, "clipped_samples",
			    json_integer((json_int_t)measure->clipped_count));
}
