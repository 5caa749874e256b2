#include "sheet.h"

#include "task/fields.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_MILLISECONDS = 1 << 24 };

static void check_size(struct json_reading *r, const struct sheet_box *box)
{
	if (!box->w || !box->h)
		json_read_wrong(r, box->w ? "h" : "w", "at least 1 pixel");
}

static bool is_within(uint32_t from, uint32_t size, uint32_t whole)
{
	return from <= whole && size <= whole - from;
}

/* Checks part and whole; the frame replaces them if they are missing, or if it is not
 * trimmed. */
static void check_source(struct json_reading *r, struct sheet_frame_row *row)
{
	struct sheet_box *part = &row->part, *whole = &row->whole;
	const struct sheet_box size = { .w = row->frame.w, .h = row->frame.h };

	if (row->trimmed && !row->has_part)
		json_read_wrong(r, "spriteSourceSize", "an object with x, y, w and h");
	if (row->trimmed && !row->has_whole)
		json_read_wrong(r, "sourceSize", "an object with w and h");
	*part = row->has_part ? *part : size;
	*whole = row->has_whole ? *whole : size;
	check_size(r, part);
	check_size(r, whole);
	if (r->status)
		return;
	if (part->w != size.w || part->h != size.h)
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "frame has %ux%u pixels, and spriteSourceSize %ux%u",
				     (unsigned)size.w, (unsigned)size.h,
				     (unsigned)part->w, (unsigned)part->h);
	else if (!is_within(part->x, part->w, whole->w) ||
		 !is_within(part->y, part->h, whole->h))
		r->status = exh_fail(
			r->err, EXH_INVALID, EXH_NO_OFFSET,
			"spriteSourceSize is %ux%u pixels at (%u, %u), outside "
			"the sourceSize of %ux%u",
			(unsigned)part->w, (unsigned)part->h, (unsigned)part->x,
			(unsigned)part->y, (unsigned)whole->w, (unsigned)whole->h);
}

static void read_meta(struct json_reading *r, struct sheet_list *list)
{
	const struct json *meta = json_get(list->root, "meta");
	const struct json *size = json_get(meta, "size");
	struct sheet_box box = { 0 };

	if (!json_is_file_name(json_get(meta, "image"))) {
		json_read_wrong(r, "meta.image",
				"the name of a PNG file, without folders");
		return;
	}
	list->image = json_text_at(meta, "image");
	list->scale = json_text_at(meta, "scale");
	if (!size)
		return;
	fields_read(r, &sheet_size_fields, size, &box);
	check_size(r, &box);
	list->width = box.w;
	list->height = box.h;
	if (r->status)
		exh_within(r->err, r->status, "meta");
}

static void add_place(struct json_reading *r, struct sheet_list *list, const char *name,
		      const struct json *value)
{
	struct sheet_frame_row row = { .duration = 0 };

	if (!name)
		json_read_wrong(r, "filename", "the name of the frame");
	if (r->status)
		return;
	fields_read(r, &sheet_frame_fields, value, &row);
	check_size(r, &row.frame);
	check_source(r, &row);
	if (row.duration < 0 || row.duration > MAX_MILLISECONDS)
		json_read_wrong(r, "duration", "milliseconds");
	if (r->status) {
		exh_within(r->err, r->status, "frame %.32s", name);
		return;
	}
	list->places[list->count++] =
		(struct sheet_place){ .name = name,
				      .x = row.frame.x,
				      .y = row.frame.y,
				      .width = row.frame.w,
				      .height = row.frame.h,
				      .is_rotated = row.rotated,
				      .source_x = row.part.x,
				      .source_y = row.part.y,
				      .source_width = row.whole.w,
				      .source_height = row.whole.h,
				      .milliseconds = row.duration };
}

static void add_places(struct json_reading *r, struct sheet_list *list,
		       struct json *frames)
{
	const char *name;
	struct json *value;
	size_t i;

	json_each_key(frames, name, value)
	{
		add_place(r, list, name, value);
	}
	json_each(frames, i, value)
	{
		add_place(r, list, json_text_at(value, "filename"), value);
	}
}

enum exh_status sheet_list_read(struct exh_bytes text, struct sheet_list *out,
				struct exh_error *err)
{
	struct json_reading r = { .err = err };
	struct json *frames;
	size_t count;

	*out = (struct sheet_list){ .root = json_parse(text, err) };
	if (!out->root)
		return err ? err->status : EXH_INVALID;
	frames = json_get(out->root, "frames");
	count = json_is_list(frames) ? json_size(frames) : json_key_count(frames);
	if (!count)
		return json_wrong(err, "frames",
				  "an object or a list with the frames of a sheet");
	out->places = mem_alloc(count, sizeof *out->places);
	r.status = sheet_check_format(out->root, err);
	read_meta(&r, out);
	add_places(&r, out, frames);
	return r.status;
}

void sheet_list_free(struct sheet_list *list)
{
	free(list->places);
	json_free(list->root);
	*list = (struct sheet_list){ 0 };
}

/*
 * Use.
 */

static bool is_trimmed(const struct sheet_place *place)
{
	return place->width != place->source_width ||
	       place->height != place->source_height;
}

enum exh_status sheet_list_is_plain(const struct sheet_list *list, struct exh_error *err)
{
	if (list->scale && strcmp(list->scale, "1") != 0)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"frames are scaled by %.8s: make a sheet of the size of "
				"the frames",
				list->scale);
	for (size_t i = 0; i < list->count; i++)
		if (list->places[i].is_rotated || is_trimmed(&list->places[i]))
			return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
					"frame %.32s: rotated or trimmed: export the "
					"sheet without",
					list->places[i].name);
	return EXH_OK;
}

enum exh_status sheet_list_check(const struct sheet_list *list, size_t width,
				 size_t height, struct exh_error *err)
{
	if (!list->width || (list->width == width && list->height == height))
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
			"meta.size is %ux%u pixels, and %s has %zux%zu",
			(unsigned)list->width, (unsigned)list->height, list->image, width,
			height);
}

/* Returns the index of the first transparent colour, which is added if missing; false if
 * there is no room. */
static bool find_transparent(struct exh_palette *palette, uint8_t *out)
{
	size_t i = 0;

	while (i < palette->count && palette->colors[i].alpha)
		i++;
	if (i >= sizeof palette->colors / sizeof *palette->colors)
		return false;
	if (i == palette->count)
		palette->colors[palette->count++] = (struct exh_color){ 0, 0, 0, 0 };
	*out = (uint8_t)i;
	return true;
}

/* Returns the position of a frame's pixel on the sheet, in pixels from the sheet's first
 * one. */
static size_t sheet_position(const struct png_picture *sheet,
			     const struct sheet_place *place, size_t x, size_t y)
{
	if (place->is_rotated)
		return (place->y + x) * sheet->width + place->x + place->height - 1 - y;
	return (place->y + y) * sheet->width + place->x + x;
}

static void copy_pixels(const struct png_picture *sheet, const struct sheet_place *place,
			const struct png_picture *out)
{
	const size_t size = sheet->palette.count ? 1 : 4;

	for (size_t y = 0; y < place->height; y++)
		for (size_t x = 0; x < place->width; x++)
			memcpy(out->pixels + size * ((place->source_y + y) * out->width +
						     place->source_x + x),
			       sheet->pixels + size * sheet_position(sheet, place, x, y),
			       size);
}

enum exh_status sheet_cut(const struct png_picture *sheet,
			  const struct sheet_place *place, size_t limit,
			  struct png_picture *out, struct exh_error *err)
{
	const uint32_t width = place->is_rotated ? place->height : place->width;
	const uint32_t height = place->is_rotated ? place->width : place->height;
	const size_t pixel_size = sheet->palette.count ? 1 : 4;
	uint8_t transparent = 0;
	size_t count;

	*out = (struct png_picture){ .width = place->source_width,
				     .height = place->source_height,
				     .palette = sheet->palette };
	if ((size_t)place->x + width > sheet->width ||
	    (size_t)place->y + height > sheet->height)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"it should be at (%u, %u) with %ux%u pixels, and the "
				"sheet has %zux%zu",
				(unsigned)place->x, (unsigned)place->y, (unsigned)width,
				(unsigned)height, sheet->width, sheet->height);
	if (out->width > limit / out->height)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zux%zu pixels, expected at most %zu", out->width,
				out->height, limit);
	count = out->width * out->height;
	if (sheet->palette.count && is_trimmed(place) &&
	    !find_transparent(&out->palette, &transparent))
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"trimmed, but none of the sheet's 256 colours is "
				"transparent");
	out->pixels = mem_alloc(count, pixel_size);
	memset(out->pixels, transparent, count * pixel_size);
	copy_pixels(sheet, place, out);
	return EXH_OK;
}
