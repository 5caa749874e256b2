/* Reads sheets of view2png, and those of Aseprite and TexturePacker. */
#include "view.h"

#include "media/picture/sheet.h"

#include <stdlib.h>

enum { PICTURE_LIMIT = 64 << 20 };

struct sheet_reading {
	struct view_reading *r;
	const char *path; /* path of the JSON */
	struct report *report;
	struct sheet_list list;
	struct png_picture picture;
};

/* Returns the object that describes frame i. */
static const struct json *frame_of(const struct sheet_list *list, size_t i)
{
	const struct json *frames = json_get(list->root, "frames");

	return json_is_list(frames) ? json_at(frames, i)
				    : json_get(frames, list->places[i].name);
}

/*
 * Loops.
 */

static bool is_tag_edge(const struct sheet_list *list, size_t i)
{
	const struct json *tags = json_get(json_get(list->root, "meta"), "frameTags");
	const struct json *tag;
	size_t k;

	json_each(tags, k, tag)
	{
		const struct json *from = json_get(tag, "from");
		const struct json *to = json_get(tag, "to");

		if ((json_is_whole(from) && json_number_of(from) == (int64_t)i) ||
		    (json_is_whole(to) && json_number_of(to) + 1 == (int64_t)i))
			return true;
	}
	return false;
}

/* True if a loop begins with frame i. view2png stores the loop of each frame; Aseprite
 * has tags. */
static bool begins_loop(const struct sheet_list *list, size_t i)
{
	const struct json *own, *before;

	if (!i)
		return true;
	own = json_get(frame_of(list, i), "loop");
	before = json_get(frame_of(list, i - 1), "loop");
	if (json_is_whole(own) && json_is_whole(before))
		return json_number_of(own) != json_number_of(before);
	return is_tag_edge(list, i);
}

/*
 * Frames.
 */

/* Takes the origin of a sheet by view2png, whose frames are whole cels. */
static void set_origin(const struct json *object, struct view_frame *out)
{
	const struct json *origin = json_get(object, "origin");
	const struct json *x = json_get(origin, "x"), *y = json_get(origin, "y");

	out->has_origin = json_is_whole(x) && json_is_whole(y) &&
			  llabs(json_number_of(x)) <= INT16_MAX &&
			  llabs(json_number_of(y)) <= INT16_MAX;
	out->is_whole = out->has_origin;
	out->origin_x = (int)json_number_of(x);
	out->origin_y = (int)json_number_of(y);
}

static enum exh_status add_frame(struct sheet_reading *s, size_t i, struct exh_error *err)
{
	const struct json *object = frame_of(&s->list, i);
	const struct json *key = json_get(object, "key");
	struct view_frame frame = { .key = VIEW_NO_KEY };
	struct sheet_place place = s->list.places[i];
	enum exh_status status =
		begins_loop(&s->list, i) ? view_reading_begin(s->r, err) : EXH_OK;

	if (json_is_whole(key) && json_number_of(key) >= 0 &&
	    json_number_of(key) < VIEW_KEYS)
		frame.key = (unsigned)json_number_of(key);
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
 * The whole sheet.
 */

/* Takes the scale of the sheet's pixels, if it is an integer. */
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
