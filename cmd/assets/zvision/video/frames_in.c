#include "video.h"

#include "assets/zvision/picture/zv_picture.h"
#include "media/picture/animation.h"
#include "media/picture/picture.h"
#include "media/picture/sheet.h"
#include "task/memory.h"

#include <exhume/advanced/zvision.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 512 << 20,
	PIXEL_LIMIT = 1 << 26,	    /* pixels of a picture */
	ALL_PIXELS_LIMIT = 1 << 29, /* pixels of all frames */
	TENTHS = 10000,		    /* in a second */
	ROUNDED = 10, /* tenths that times in whole milliseconds may be wrong by */
};

struct reading {
	struct frames_in *in;
	const struct png_555_rules *rules;
	struct report *report;
};

static enum exh_status check_size(const struct frames_in *in, size_t width, size_t height,
				  struct exh_error *err)
{
	if (in->count && (width != in->width || height != in->height))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu by %zu pixels, the first frame has %zu by %zu",
				width, height, in->width, in->height);
	if (in->count >= ALL_PIXELS_LIMIT / (width * height))
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"more than %d pixels in all frames", ALL_PIXELS_LIMIT);
	return EXH_OK;
}

static void free_frame(const struct frame_in *frame)
{
	free(frame->pixels);
	free(frame->rgb);
}

/* Appends a frame, and takes ownership of its pixels. */
static enum exh_status append(struct frames_in *in, const struct frame_in *frame,
			      size_t width, size_t height, struct exh_error *err)
{
	const enum exh_status status = check_size(in, width, height, err);

	if (status) {
		free_frame(frame);
		return status;
	}
	in->width = width;
	in->height = height;
	*MEM_ADD(in) = *frame;
	return EXH_OK;
}

/* Converts a picture as the frames are. */
static enum exh_status convert(const struct reading *r, const struct png_picture *picture,
			       const struct png_555_rules *rules, struct frame_in *out,
			       struct exh_error *err)
{
	struct png_555 taken;
	enum exh_status status;

	*out = (struct frame_in){ 0 };
	if (r->in->is_rgb24)
		return png_take_rgb(picture, rules, &out->rgb, err);
	status = png_take_555(picture, rules, &taken, err);
	if (status)
		return status;
	r->in->inexact_count += taken.inexact_count;
	out->pixels = taken.picture.pixels;
	return EXH_OK;
}

/*
 * PNG, APNG and GIF.
 */

static uint32_t tenths_of(const struct animation_frame *frame)
{
	if (!frame->delay_den)
		return 0;
	return ((uint32_t)frame->delay_num * TENTHS + frame->delay_den / 2u) /
	       frame->delay_den;
}

static enum exh_status take_frame(void *context, const struct animation_frame *frame,
				  struct exh_error *err)
{
	struct reading *r = context;
	struct frame_in taken;
	enum exh_status status = convert(r, &frame->picture, r->rules, &taken, err);

	if (status)
		return status;
	taken.tenths = tenths_of(frame);
	return append(r->in, &taken, frame->picture.width, frame->picture.height, err);
}

/*
 * Sheets.
 */

/* A sheet's picture, converted. */
struct sheet_picture {
	size_t width, height;
	struct frame_in all;
};

static enum exh_status cut_out(struct reading *r, const struct sheet_picture *sheet,
			       const struct sheet_place *place, struct exh_error *err)
{
	const size_t size = r->in->is_rgb24 ? 3 : sizeof(uint16_t);
	const uint8_t *from =
		r->in->is_rgb24 ? sheet->all.rgb : (const uint8_t *)sheet->all.pixels;
	struct frame_in frame = { .tenths = (uint32_t)(place->milliseconds * 10 + 0.5) };
	uint8_t *pixels;

	if (place->x > sheet->width || place->width > sheet->width - place->x ||
	    place->y > sheet->height || place->height > sheet->height - place->y)
		return exh_fail(
			err, EXH_INVALID, EXH_NO_OFFSET,
			"%u by %u pixels at (%u, %u), outside the sheet of %zu by "
			"%zu",
			(unsigned)place->width, (unsigned)place->height,
			(unsigned)place->x, (unsigned)place->y, sheet->width,
			sheet->height);
	pixels = mem_alloc((size_t)place->width * place->height, size);
	for (size_t y = 0; y < place->height; y++)
		memcpy(pixels + y * place->width * size,
		       from + ((place->y + y) * sheet->width + place->x) * size,
		       place->width * size);
	if (r->in->is_rgb24)
		frame.rgb = pixels;
	else
		frame.pixels = (void *)pixels;
	return append(r->in, &frame, place->width, place->height, err);
}

static void cut_all(struct reading *r, const char *path, const struct sheet_list *list,
		    const struct sheet_picture *sheet)
{
	for (size_t i = 0; i < list->count; i++) {
		struct exh_error err;

		if (!cut_out(r, sheet, &list->places[i], &err))
			continue;
		exh_within(&err, err.status, "frame %zu", i);
		report_failure(r->report, path, &err);
		return;
	}
}

/* Reads the picture of a sheet. Between the frames there may be anything, so pixels there
 * that are not opaque become black, and changed colours there count. */
static void read_sheet_picture(struct reading *r, const char *path,
			       const struct sheet_list *list)
{
	static const struct exh_color black = { 0, 0, 0, 255 };
	struct png_555_rules rules = *r->rules;
	char *image = file_sibling(path, list->image);
	struct sheet_picture sheet;
	struct png_picture png;
	struct exh_error err;
	struct file file;

	if (!rules.background)
		rules.background = &black;
	if (report_read(r->report, image, FILE_LIMIT, &file)) {
		if (png_decode(file_bytes(&file), PIXEL_LIMIT, &png, &err) ||
		    convert(r, &png, &rules, &sheet.all, &err)) {
			report_failure(r->report, image, &err);
		} else {
			sheet.width = png.width;
			sheet.height = png.height;
			cut_all(r, path, list, &sheet);
			free_frame(&sheet.all);
		}
		free(png.pixels);
		free(file.data);
	}
	free(image);
}

static void read_path(struct reading *r, const char *path)
{
	struct sheet_list list;
	struct exh_error err;
	struct file file;

	if (!report_read(r->report, path, FILE_LIMIT, &file))
		return;
	if (!file_has_ending(path, ".json")) {
		const struct animation_taker taker = { take_frame, r };

		if (animation_read(file_bytes(&file), PIXEL_LIMIT, &taker, &err))
			report_failure(r->report, path, &err);
	} else {
		if (sheet_list_read(file_bytes(&file), &list, &err) ||
		    sheet_list_is_plain(&list, &err))
			report_failure(r->report, path, &err);
		else
			read_sheet_picture(r, path, &list);
		sheet_list_free(&list);
	}
	free(file.data);
}

static void turn(struct frames_in *in)
{
	const size_t width = in->width, height = in->height;

	for (size_t i = 0; i < in->count; i++) {
		struct frame_in *frame = &in->items[i];
		struct exh_zv_picture picture = { width, height, frame->pixels };

		if (in->is_rgb24) {
			uint8_t *turned = mem_alloc(width * height, 3);

			picture_turn_rgb(frame->rgb, width, height, turned);
			free(frame->rgb);
			frame->rgb = turned;
		} else {
			picture_turn(&picture);
			frame->pixels = picture.pixels;
		}
	}
	in->width = height;
	in->height = width;
}

static void warn_of_colors(const struct frames_in *in, const char *path,
			   struct report *report)
{
	if (in->inexact_count)
		report_warning(report, path, EXH_NO_OFFSET,
			       "%zu pixels of the frames changed their colour: 15 bits "
			       "have 32 levels per channel",
			       in->inexact_count);
}

int frames_request_check(const struct command *self, void *context)
{
	struct frames_request *request = context;

	return taking_check(self, &request->taking, &request->common);
}

bool frames_in_read(struct frames_in *in, const struct frames_request *request,
		    const char *output, struct report *report)
{
	const struct png_555_rules rules = taking_rules(&request->taking);
	struct reading r = { in, &rules, report };

	for (size_t i = 0; i < request->common.operand_count && !report->failed; i++)
		read_path(&r, request->common.operands[i]);
	if (report->failed)
		return false;
	warn_of_colors(in, request->common.operands[0], report);
	if (rooms_transpose(request->taking.rooms, request->taking.transpose, output,
			    report))
		turn(in);
	return !report->failed;
}

/*
 * Times.
 */

static bool is_multiple(uint32_t time, uint32_t unit)
{
	const uint32_t times = (time + unit / 2) / unit;
	const uint32_t other = times * unit;

	return times && (time > other ? time - other : other - time) < ROUNDED;
}

/* True if the frame's own time is unknown, or a multiple of tenths. Times may be rounded
 * to milliseconds. */
static bool is_fitting(const struct frame_in *frame, uint32_t tenths)
{
	return !frame->tenths || is_multiple(frame->tenths, tenths);
}

static bool fits_all(const struct frames_in *in, uint32_t unit)
{
	for (size_t i = 0; i < in->count; i++)
		if (!is_fitting(&in->items[i], unit))
			return false;
	return true;
}

static uint32_t find_time(const struct frames_in *in, uint32_t otherwise)
{
	uint32_t least = 0;

	for (size_t i = 0; i < in->count; i++)
		if (in->items[i].tenths && (!least || in->items[i].tenths < least))
			least = in->items[i].tenths;
	if (!least)
		return otherwise;
	/* A half, a third ... of the shortest; the engine counts milliseconds. */
	for (uint32_t part = 1; least / part > ROUNDED; part++)
		if (fits_all(in, least / part))
			return least / part;
	return ROUNDED;
}

static void warn_of_times(const struct frames_in *in, uint32_t tenths, const char *path,
			  struct report *report)
{
	size_t off_count = 0;

	for (size_t i = 0; i < in->count; i++)
		off_count += !is_fitting(&in->items[i], tenths);
	if (off_count)
		report_warning(report, path, EXH_NO_OFFSET,
			       "%zu of %zu frames get a different duration: the file has "
			       "one for all, %.1f ms, which --time changes",
			       off_count, in->count, tenths / 10.0);
}

uint32_t frames_in_time(const struct frames_in *in, const struct frames_request *request,
			uint32_t given, uint32_t otherwise, struct report *report)
{
	uint32_t tenths = given ? given : find_time(in, otherwise);

	if (request->time.given)
		tenths = (uint32_t)(request->time.value * 10 + 0.5);
	warn_of_times(in, tenths, request->common.operands[0], report);
	return tenths;
}

size_t frames_in_times(const struct frame_in *frame, uint32_t tenths)
{
	const size_t times = (frame->tenths + tenths / 2) / tenths;

	return times ? times : 1;
}

bool frames_in_is_same(const struct frames_in *in, size_t i)
{
	const struct frame_in *a = &in->items[i - 1], *b = &in->items[i];
	const size_t count = in->width * in->height;

	return in->is_rgb24
		       ? memcmp(a->rgb, b->rgb, count * 3) == 0
		       : memcmp(a->pixels, b->pixels, count * sizeof *a->pixels) == 0;
}

void frames_in_free(struct frames_in *in)
{
	for (size_t i = 0; i < in->count; i++)
		free_frame(&in->items[i]);
	free(in->items);
	*in = (struct frames_in){ 0 };
}
