#include "sequence.h"

#include "media/picture/png.h"
#include "media/picture/sheet.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	NAME_SIZE = 48,
	OUTPUT_LIMIT = 1 << 30,
	MAX_PIXELS = 1 << 26, /* pixels of a frame or of the sheet, when scaled */
};

const struct document *const sequence_documents[] = { &sheet_document, NULL };

struct frame_sheet {
	const struct sequence_source *source;
	unsigned scale;
	const char *output;
	struct sheet sheet;
	char (*names)[NAME_SIZE];
	size_t pixel_size; /* 2 bytes for 15-bit RGB, or 3 */
	uint8_t *pixels;
};

/* Makes keys of JSON: 0003, and 0003-2 if the frame occurs a second time. */
static void make_names(struct frame_sheet *s)
{
	const struct sequence_source *source = s->source;
	size_t most = 0, *times;

	for (size_t i = 0; i < source->count; i++)
		if (sequence_source_number(source, i) > most)
			most = sequence_source_number(source, i);
	s->names = mem_alloc(source->count, sizeof *s->names);
	times = mem_alloc(most + 1, sizeof *times);
	for (size_t i = 0; i < source->count; i++) {
		const size_t number = sequence_source_number(source, i);
		const int size = snprintf(s->names[i], NAME_SIZE, "%04zu", number);

		if (++times[number] > 1)
			snprintf(s->names[i] + size, NAME_SIZE - (size_t)size, "-%zu",
				 times[number]);
	}
	free(times);
}

static void place(struct frame_sheet *s)
{
	const struct sequence_source *source = s->source;
	const double milliseconds = 1000.0 * source->time_num / source->time_den;

	s->sheet.count = source->count;
	s->sheet.frames = mem_alloc(source->count, sizeof *s->sheet.frames);
	make_names(s);
	for (size_t i = 0; i < source->count; i++)
		s->sheet.frames[i] = (struct sheet_frame){
			.name = s->names[i],
			.width = source->width * s->scale,
			.height = source->height * s->scale,
			.milliseconds = milliseconds,
		};
	sheet_place_rows(&s->sheet);
}

static void draw(struct frame_sheet *s, size_t i, const uint8_t *pixels)
{
	const struct sheet_frame *frame = &s->sheet.frames[i];
	const size_t scale = s->scale, size = s->pixel_size;

	for (size_t y = 0; y < frame->height; y++) {
		const uint8_t *row = pixels + y / scale * s->source->width * size;
		uint8_t *out =
			s->pixels + ((frame->y + y) * s->sheet.width + frame->x) * size;

		if (scale == 1)
			memcpy(out, row, frame->width * size);
		for (size_t x = 0; x < frame->width && scale > 1; x++, out += size)
			memcpy(out, row + x / scale * size, size);
	}
}

static enum exh_status draw_all(struct frame_sheet *s, struct exh_error *err)
{
	const struct sequence_source *source = s->source;

	for (size_t i = 0; i < source->count; i++) {
		const void *pixels;
		enum exh_status status;

		if (interrupt_pending())
			return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
		status = sequence_source_get(source, source->get_rgb24, i, &pixels, err);
		if (status)
			return status;
		draw(s, i, pixels);
	}
	return EXH_OK;
}

static enum exh_status encode(const struct frame_sheet *s, struct exh_writer *png,
			      struct exh_error *err)
{
	const void *pixels = s->pixels;

	return s->source->get_rgb24 ? png_encode_888(pixels, s->sheet.width,
						     s->sheet.height, 0, png, err)
				    : png_encode_555(pixels, s->sheet.width,
						     s->sheet.height, -1, 0, png, err);
}

/* Writes sheet.png and sheet.json: both or none. */
static bool write_both(const struct frame_sheet *s, struct report *report)
{
	const char *output = s->output;
	char *json_path = file_with_ending(output, ".png", ".json");
	struct exh_writer png = { .limit = OUTPUT_LIMIT }, json = png;
	enum exh_status status;
	struct exh_error err;
	bool good = false;

	status = encode(s, &png, &err);
	if (!status)
		status =
			json_append(sheet_to_json(&s->sheet, file_name(output), s->scale),
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

static enum exh_status check_size(size_t width, size_t height, struct exh_error *err)
{
	return width <= MAX_PIXELS / height
		       ? EXH_OK
		       : exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				  "%zux%zu pixels, at most %d are written", width, height,
				  MAX_PIXELS);
}

static enum exh_status make(struct frame_sheet *s, struct exh_error *err)
{
	enum exh_status status = check_size(s->source->width * s->scale,
					    s->source->height * s->scale, err);

	if (!status)
		status = sequence_source_check(s->source, err);
	if (status)
		return status;
	if (strcmp(s->output, "-") == 0)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a sheet has two files: give -o FILE");
	place(s);
	status = check_size(s->sheet.width, s->sheet.height, err);
	if (status)
		return status;
	s->pixel_size = s->source->get_rgb24 ? 3 : sizeof(uint16_t);
	s->pixels = mem_alloc(s->sheet.width * s->sheet.height, s->pixel_size);
	return draw_all(s, err);
}

bool sequence_write_sheet(const struct sequence_source *source, unsigned scale,
			  const char *output, struct report *report)
{
	struct frame_sheet s = { .source = source, .scale = scale, .output = output };
	struct exh_error err;
	bool good = !make(&s, &err);

	if (good)
		good = write_both(&s, report);
	else
		report_output_failure(report, output, &err);
	free(s.sheet.frames);
	free(s.names);
	free(s.pixels);
	return good;
}
