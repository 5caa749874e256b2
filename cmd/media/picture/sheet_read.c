#include "sheet_read.h"

#include "task/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 1 << 24, MAX_MILLISECONDS = 1 << 24 };

static enum exh_status get_side(const json_t *frame, const char *key, uint32_t *out,
				struct exh_error *err)
{
	const enum exh_status status =
		json_get_number(frame, key, false, MAX_SIDE, out, err);

	return status || *out ? status : json_wrong(err, key, "at least 1 pixel");
}

static enum exh_status get_time(const json_t *object, double *out, struct exh_error *err)
{
	const json_t *duration = json_object_get(object, "duration");

	*out = json_number_value(duration);
	if (duration && (!json_is_number(duration) || !isfinite(*out) || *out < 0 ||
			 *out > MAX_MILLISECONDS))
		return json_wrong(err, "duration", "milliseconds");
	return EXH_OK;
}

static enum exh_status get_place(const json_t *object, struct sheet_place *out,
				 struct exh_error *err)
{
	const json_t *frame = json_object_get(object, "frame");
	enum exh_status status;

	if (!json_is_object(frame))
		return json_wrong(err, "frame", "an object with x, y, w and h");
	if (json_is_true(json_object_get(object, "rotated")) ||
	    json_is_true(json_object_get(object, "trimmed")))
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"rotated or trimmed: export the sheet without");
	status = json_get_number(frame, "x", false, MAX_SIDE, &out->x, err);
	if (!status)
		status = json_get_number(frame, "y", false, MAX_SIDE, &out->y, err);
	if (!status)
		status = get_side(frame, "w", &out->width, err);
	if (!status)
		status = get_side(frame, "h", &out->height, err);
	return status ? status : get_time(object, &out->milliseconds, err);
}

static enum exh_status get_meta(struct sheet_list *list, struct exh_error *err)
{
	const json_t *meta = json_object_get(list->root, "meta");
	const json_t *image = json_object_get(meta, "image");
	const char *scale = json_string_value(json_object_get(meta, "scale"));

	if (!json_is_file_name(image))
		return json_wrong(err, "meta.image",
				  "the name of a PNG file, without folders");
	list->image = json_string_value(image);
	if (scale && strcmp(scale, "1") != 0)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"frames are scaled by %.8s: make the sheet without "
				"--scale",
				scale);
	return EXH_OK;
}

enum exh_status sheet_list_read(struct exh_bytes text, struct sheet_list *out,
				struct exh_error *err)
{
	enum exh_status status;
	const char *name;
	json_t *frames, *value;

	*out = (struct sheet_list){ .root = json_parse(text, err) };
	if (!out->root)
		return err ? err->status : EXH_INVALID;
	frames = json_object_get(out->root, "frames");
	if (!json_is_object(frames) || !json_object_size(frames))
		return json_wrong(err, "frames", "an object with the frames of a sheet");
	out->places = calloc(json_object_size(frames), sizeof *out->places);
	if (!out->places)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	status = get_meta(out, err);
	json_object_foreach(frames, name, value)
	{
		if (status)
			break;
		status = get_place(value, &out->places[out->count], err);
		if (status)
			exh_within(err, status, "frame %.32s", name);
		else
			out->count++;
	}
	return status;
}

void sheet_list_free(struct sheet_list *list)
{
	free(list->places);
	json_decref(list->root);
	*list = (struct sheet_list){ 0 };
}
