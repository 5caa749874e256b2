/* Sheets of view2png, and those that Aseprite and TexturePacker write. */
#include "view.h"

#include "media/picture/sheet.h"

#include <stdlib.h>

enum { PICTURE_LIMIT = 64 << 20 };

struct sheet_reading {
	struct view_reading *r;
	const char *path; /* of the JSON */
	struct report *report;
	struct sheet_list list;
	struct png_picture picture;
};

/* The object that describes frame i. */
static const json_t *frame_of(const struct sheet_list *list, size_t i)
{
	const json_t *frames = json_object_get(list->root, "frames");

	return json_is_array(frames) ? json_array_get(frames, i)
				     : json_object_get(frames, list->places[i].name);
}

/*
 * Loops.
 */

static bool is_tag_edge(const struct sheet_list *list, size_t i)
{
	const json_t *tags =
		json_object_get(json_object_get(list->root, "meta"), "frameTags");
	const json_t *tag;
	size_t k;

	json_array_foreach(tags, k, tag)
	{
		const json_t *from = json_object_get(tag, "from");
		const json_t *to = json_object_get(tag, "to");

		if ((json_is_integer(from) &&
		     json_integer_value(from) == (json_int_t)i) ||
		    (json_is_integer(to) && json_integer_value(to) + 1 == (json_int_t)i))
			return true;
	}
	return false;
}

/* view2png says which loop a frame is of; Aseprite has tags. */
static bool begins_loop(const struct sheet_list *list, size_t i)
{
	const json_t *own, *before;

	if (!i)
		return true;
	own = json_object_get(frame_of(list, i), "loop");
	before = json_object_get(frame_of(list, i - 1), "loop");
	if (json_is_integer(own) && json_is_integer(before))
		return json_integer_value(own) != json_integer_value(before);
	return is_tag_edge(list, i);
}

/*
 * Frames.
 */

/* That of view2png, whose frames are the cels themselves. */
static void set_origin(const json_t *object, struct view_frame *out)
{
	const json_t *origin = json_object_get(object, "origin");
	const json_t *x = json_object_get(origin, "x"), *y = json_object_get(origin, "y");

	out->has_origin = json_is_integer(x) && json_is_integer(y) &&
			  llabs(json_integer_value(x)) <= INT16_MAX &&
			  llabs(json_integer_value(y)) <= INT16_MAX;
	out->is_whole = out->has_origin;
	out->origin_x = (int)json_integer_value(x);
	out->origin_y = (int)json_integer_value(y);
}

static enum exh_status add_frame(struct sheet_reading *s, size_t i, struct exh_error *err)
{
	const json_t *object = frame_of(&s->list, i);
	const json_t *key = json_object_get(object, "key");
	struct view_frame frame = { .key = VIEW_NO_KEY };
	struct sheet_place place = s->list.places[i];
	enum exh_status status =
		begins_loop(&s->list, i) ? view_reading_begin(s->r, err) : EXH_OK;

	if (json_is_integer(key) && json_integer_value(key) >= 0 &&
	    json_integer_value(key) < VIEW_KEYS)
		frame.key = (unsigned)json_integer_value(key);
	set_origin(object, &frame);
	if (frame.is_whole) {
		place.source_x = place.source_y = 0;
		place.source_width = place.width;
		place.source_height = place.height;
	}
	if (!status)
		status = sheet_cut(&s->picture, &place, VIEW_MAX_PIXELS, &frame.picture,
				   err);
	if (!status)
		status = view_reading_add(s->r, &frame, err);
	free(frame.picture.pixels);
	return status;
}

static bool add_frames(struct sheet_reading *s)
{
	struct exh_error err;

	for (size_t i = 0; i < s->list.count; i++) {
		const enum exh_status status = add_frame(s, i, &err);

		if (!status)
			continue;
		exh_within(&err, status, "frame %.32s", s->list.places[i].name);
		report_failure(s->report, s->path, &err);
		return false;
	}
	return true;
}

/*
 * The whole.
 */

/* How often its pixels are repeated, if that is a whole number. */
static void take_scale(struct sheet_reading *s)
{
	char *end;
	unsigned long scale;

	if (s->r->request->scale || !s->list.scale)
		return;
	scale = strtoul(s->list.scale, &end, 10);
	if (end != s->list.scale && !*end && scale >= 1 && scale <= VIEW_MAX_SCALE)
		s->r->scale = (unsigned)scale;
}

static bool read_picture(struct sheet_reading *s)
{
	char *image = file_sibling(s->path, s->list.image);
	struct exh_error err;
	struct file file;
	bool good = false;

	if (report_read(s->report, image, PICTURE_LIMIT, &file)) {
		good = !png_decode(file_bytes(&file), VIEW_MAX_PIXELS, &s->picture,
				   &err) &&
		       !sheet_list_check(&s->list, s->picture.width, s->picture.height,
					 &err);
		if (!good)
			report_failure(s->report, image, &err);
		free(file.data);
	}
	free(image);
	return good;
}

bool view_reading_sheet(struct view_reading *r, const char *path, struct exh_bytes text,
			struct report *report)
{
	struct sheet_reading s = { .r = r, .path = path, .report = report };
	struct exh_error err;
	bool good = false;

	if (sheet_list_read(text, &s.list, &err)) {
		report_failure(report, path, &err);
	} else {
		take_scale(&s);
		good = read_picture(&s) && add_frames(&s);
	}
	free(s.picture.pixels);
	sheet_list_free(&s.list);
	return good;
}
