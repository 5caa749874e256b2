#include "sheet.h"

#include "task/json.h"

#include <stdio.h>

enum {
	GAP = 1,	  /* pixels, so that scaled frames do not bleed into each other */
	LEAST_WIDTH = 256 /* pixels */
};

static size_t row_width(const struct sheet *sheet)
{
	size_t area = 0, width = LEAST_WIDTH;

	for (size_t i = 0; i < sheet->count; i++) {
		const struct sheet_frame *frame = &sheet->frames[i];

		area += (frame->width + GAP) * (frame->height + GAP);
		if (width < frame->width)
			width = frame->width;
	}
	while (width * width < area)
		width += width / 8;
	return width;
}

void sheet_place_rows(struct sheet *sheet)
{
	const size_t limit = row_width(sheet);
	size_t x = 0, y = 0, row_height = 0;

	sheet->width = sheet->height = 0;
	for (size_t i = 0; i < sheet->count; i++) {
		struct sheet_frame *frame = &sheet->frames[i];

		if (x && x + frame->width > limit) {
			x = 0;
			y += row_height + GAP;
			row_height = 0;
		}
		frame->x = x;
		frame->y = y;
		x += frame->width + GAP;
		if (row_height < frame->height)
			row_height = frame->height;
		if (sheet->width < frame->x + frame->width)
			sheet->width = frame->x + frame->width;
		if (sheet->height < y + frame->height)
			sheet->height = y + frame->height;
	}
}

void sheet_place_grid(struct sheet *sheet, const size_t *cells, size_t cell_count,
		      size_t columns, size_t cell_width, size_t cell_height)
{
	if (columns > cell_count)
		columns = cell_count;
	for (size_t i = 0; i < sheet->count; i++) {
		sheet->frames[i].x = cells[i] % columns * cell_width;
		sheet->frames[i].y = cells[i] / columns * cell_height;
	}
	sheet->width = columns * cell_width;
	sheet->height = (cell_count + columns - 1) / columns * cell_height;
}

static struct json *frame_to_json(const struct sheet_frame *frame)
{
	const int64_t width = (int64_t)frame->width;
	const int64_t height = (int64_t)frame->height;
	struct json *json = json_make(
		"{s:{s:I, s:I, s:I, s:I}, s:b, s:b, s:{s:i, s:i, s:I, s:I}, "
		"s:{s:I, s:I}}",
		"frame", "x", (int64_t)frame->x, "y", (int64_t)frame->y, "w", width, "h",
		height, "rotated", 0, "trimmed", 0, "spriteSourceSize", "x", 0, "y", 0,
		"w", width, "h", height, "sourceSize", "w", width, "h", height);

	if (frame->more)
		json_take_all(json, frame->more);
	return json;
}

struct json *sheet_to_json(const struct sheet *sheet, const char *image, unsigned scale)
{
	struct json *document = json_document("sheet", 1);
	struct json *frames = json_set(document, "frames", json_new_object());
	char scale_text[16];

	for (size_t i = 0; i < sheet->count; i++)
		json_set(frames, sheet->frames[i].name, frame_to_json(&sheet->frames[i]));
	snprintf(scale_text, sizeof scale_text, "%u", scale);
	json_set(document, "meta",
		 json_make("{s:s, s:s, s:s, s:s, s:{s:I, s:I}, s:s}", "app", "exhume",
			   "version", exh_version(), "image", image, "format", "I8",
			   "size", "w", (int64_t)sheet->width, "h",
			   (int64_t)sheet->height, "scale", scale_text));
	return document;
}
