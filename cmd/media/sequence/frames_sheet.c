/* Frames side by side on one PNG, and the JSON that tells where. */
#include "frames_format.h"
#include "media/picture/png_555.h"
#include "media/picture/sheet.h"
#include "task/interrupt.h"
#include "task/json.h"
#include "task/outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 16, OUTPUT_LIMIT = 1 << 30 };

struct frame_sheet {
	struct frames *frames;
	struct sheet sheet;
	char (*names)[NAME_SIZE];
	uint16_t *pixels;
};

static bool place(struct frame_sheet *s)
{
	const struct frame_source *source = s->frames->source;
	const double milliseconds = 1000.0 * source->time_num / source->time_den;

	s->sheet.count = source->count;
	s->sheet.frames = calloc(source->count, sizeof *s->sheet.frames);
	s->names = calloc(source->count, sizeof *s->names);
	if (!s->sheet.frames || !s->names)
		return false;
	for (size_t i = 0; i < source->count; i++) {
		snprintf(s->names[i], NAME_SIZE, "%04zu", frame_number(source, i));
		s->sheet.frames[i] = (struct sheet_frame){
			.name = s->names[i],
			.width = source->width * s->frames->scale,
			.height = source->height * s->frames->scale,
			.more = json_pack("{s:f}", "duration", milliseconds),
		};
	}
	sheet_place_rows(&s->sheet);
	return true;
}

static void draw(struct frame_sheet *s, size_t i, const uint16_t *scaled)
{
	const struct sheet_frame *frame = &s->sheet.frames[i];

	for (size_t y = 0; y < frame->height; y++)
		memcpy(s->pixels + (frame->y + y) * s->sheet.width + frame->x,
		       scaled + y * frame->width, frame->width * sizeof *scaled);
}

static enum exh_status draw_all(struct frame_sheet *s, struct exh_error *err)
{
	const struct frame_source *source = s->frames->source;
	const struct frame_area all = { 0, 0, source->width, source->height };
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < source->count && !status; i++) {
		const uint16_t *pixels;
		uint16_t *scaled = NULL;

		if (interrupt_pending())
			return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
		status = source->get(source->context, i, &pixels, err);
		if (!status)
			scaled = frame_scaled(s->frames, pixels, &all);
		if (!status && !scaled)
			status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
					  "out of memory");
		else if (!status)
			draw(s, i, scaled);
		free(scaled);
	}
	return status;
}

/* sheet.png and sheet.json: both or none. */
static bool write_both(const struct frame_sheet *s)
{
	struct report *report = s->frames->report;
	const char *output = s->frames->output;
	char *json_path = file_with_ending(output, ".png", ".json");
	struct exh_writer png = { .limit = OUTPUT_LIMIT }, json = png;
	enum exh_status status;
	struct exh_error err;
	bool good = false;

	status = json_path
			 ? png_encode_555(s->pixels, s->sheet.width, s->sheet.height, -1,
					  0, &png, &err)
			 : exh_fail(&err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	if (!status)
		status = json_append(
			sheet_to_json(&s->sheet, file_name(output), s->frames->scale),
			&json, &err);
	if (status) {
		report_failure(report, output, &err);
	} else {
		const struct output_file files[] = {
			{ output, exh_writer_bytes(&png) },
			{ json_path, exh_writer_bytes(&json) },
		};

		good = outputs_write_together(files, 2, report);
	}
	exh_writer_free(&png);
	exh_writer_free(&json);
	free(json_path);
	return good;
}

static enum exh_status make(struct frame_sheet *s, struct exh_error *err)
{
	if (strcmp(s->frames->output, "-") == 0)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a sheet is two files, and needs a name");
	if (!place(s))
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	if (s->sheet.width > MOST_FRAME_PIXELS / s->sheet.height)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zux%zu pixels, at most %d are written", s->sheet.width,
				s->sheet.height, MOST_FRAME_PIXELS);
	s->pixels = calloc(s->sheet.width * s->sheet.height, sizeof *s->pixels);
	if (!s->pixels)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return draw_all(s, err);
}

bool frames_write_sheet(struct frames *frames)
{
	struct frame_sheet s = { .frames = frames };
	struct exh_error err;
	bool good = !make(&s, &err);

	if (good)
		good = write_both(&s);
	else
		report_failure(frames->report, frames_output_name(frames), &err);
	for (size_t i = 0; s.sheet.frames && i < s.sheet.count; i++)
		json_decref(s.sheet.frames[i].more);
	free(s.sheet.frames);
	free(s.names);
	free(s.pixels);
	return good;
}
