#include "sheet.h"

#include "task/fields.h"

#include <stdio.h>

enum {
	MAX_SIDE = 1 << 24,
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

/*
 * Sheets in JSON.
 */

static const struct field box_field[] = {
	FIELD(struct sheet_box, x, "pixels", "left edge", .most = MAX_SIDE),
	FIELD(struct sheet_box, y, "pixels", "top edge", .most = MAX_SIDE),
	FIELD(struct sheet_box, w, "pixels", "width", .most = MAX_SIDE),
	FIELD(struct sheet_box, h, "pixels", "height", .most = MAX_SIDE),
};
const struct fields sheet_box_fields = FIELDS("box", struct sheet_box, box_field);
const struct fields sheet_size_fields = { .name = "size",
					  .size = sizeof(struct sheet_box),
					  .items = box_field + 2,
					  .count = 2 };

/* Further members of some sheets: of fonts, views and sprites. */
struct more {
	uint32_t code, advance, loop, cel, key, shifts;
	bool mirrored;
	struct point {
		int32_t x, y;
	} at;
	int32_t units[4], corner_units[2];
	double pixels[4], corner[2];
};
static const struct field point_field[] = {
	FIELD(struct point, x, "pixels", "offset to the right"),
	FIELD(struct point, y, "pixels", "offset down"),
};
static const struct fields point_table = FIELDS("point", struct point, point_field);
#define MORE(name, member, unit, ...) \
	FIELD_AS(name, struct more, member, unit, __VA_ARGS__, FIELD_OR_NONE)
#define MORE_POINT(name, meaning)                                                     \
	FIELD_OF(name, FIELD_ROW, struct more, at, NULL, meaning, .of = &point_table, \
		 FIELD_OR_NONE)
#define MORE_LIST(name, type, member, unit, meaning) \
	FIELD_ARRAY_OF(name, type, struct more, member, unit, meaning, FIELD_OR_NONE)
static const struct field more_field[] = {
	MORE("code", code, NULL, "code of the letter in the game"),
	MORE("advance", advance, "pixels",
	     "distance to the next letter, unscaled: width of the letter"),
	MORE("unicode", code, NULL, "code of the letter in Unicode"),
	MORE("loop", loop, NULL, "number of the loop"),
	MORE("cel", cel, NULL, "number of the cel in its loop"),
	MORE("mirrored", mirrored, NULL, "true: the loop is drawn from right to left"),
	MORE_POINT("displacement", "from the object to the cel's middle and bottom as "
				   "drawn, in pixels of the game"),
	MORE_POINT("origin", "place of the object, from the corner of the frame"),
	MORE("key", key, NULL, "colour that is transparent in the game"),
	MORE_LIST("origin_units", FIELD_NUMBER, corner_units, "1/16 pixel",
		  "left and top, from the object"),
	MORE_LIST("hitbox_units", FIELD_NUMBER, units, "1/16 pixel",
		  "left, top, right and bottom edge of what others touch"),
	MORE_LIST("origin", FIELD_AMOUNT, corner, "pixels",
		  "left and top, from the object"),
	MORE_LIST("hitbox", FIELD_AMOUNT, pixels, "pixels",
		  "left, top, right and bottom edge of what others touch"),
	MORE("shifts", shifts, NULL, "shifted copies that the game keeps"),
};
static const struct fields more_table = FIELDS("more", struct more, more_field);

#define ROW struct sheet_frame_row
static const struct field frame_field[] = {
	FIELD_INSIDE(ROW, frame, &sheet_box_fields, "where it is on the sheet"),
	FIELD(ROW, rotated, NULL, "true: a quarter clockwise", FIELD_OR_NONE),
	FIELD(ROW, trimmed, NULL, "true: without empty edges", FIELD_OR_NONE),
	FIELD_OF("spriteSourceSize", FIELD_ROW, ROW, part, NULL,
		 "where it is in the whole picture, or in its cell of the sheet",
		 .of = &sheet_box_fields, FIELD_HAS(ROW, has_part)),
	FIELD_OF("sourceSize", FIELD_ROW, ROW, whole, NULL,
		 "size of the whole picture, or of the cell", .of = &sheet_size_fields,
		 FIELD_HAS(ROW, has_whole)),
	FIELD(ROW, duration, "milliseconds", "how long it is shown", FIELD_IF_ANY),
};
#undef ROW
static const struct fields *const frame_with[] = { &more_table, NULL };
const struct fields sheet_frame_fields = { .name = "frame",
					   .size = sizeof(struct sheet_frame_row),
					   .items = frame_field,
					   .count = 6,
					   .with = frame_with };

struct tag {
	const char *name, *direction, *color;
	size_t from, to;
};
static const struct field tag_field[] = {
	FIELD(struct tag, name, NULL, "name of the loop"),
	FIELD(struct tag, from, NULL, "its first frame"),
	FIELD(struct tag, to, NULL, "its last frame"),
	FIELD(struct tag, direction, NULL, "how it is played"),
	FIELD(struct tag, color, NULL, "colour of the tag in Aseprite"),
};
static const struct fields tag_table = FIELDS("tag", struct tag, tag_field);

struct meta {
	const char *app, *version, *image, *format, *scale;
	struct sheet_box size;
	struct json *frameTags;
};
static const struct field meta_field[] = {
	FIELD(struct meta, app, NULL, "program that made the sheet"),
	FIELD(struct meta, version, NULL, "its version"),
	FIELD_OF("image", FIELD_FILE, struct meta, image, NULL, "PNG file of the sheet"),
	FIELD(struct meta, format, NULL, "how its pixels are stored"),
	FIELD_INSIDE(struct meta, size, &sheet_size_fields, "size of the sheet"),
	FIELD(struct meta, scale, NULL, "how often pixels are enlarged"),
	FIELD_ITEMS(struct meta, frameTags, &tag_table,
		    "a tag for each loop of a view, as Aseprite has them", FIELD_IF_ANY),
};
static const struct fields meta_table = FIELDS("meta", struct meta, meta_field);

struct font {
	uint32_t first, line_height, glyphs;
};
static const struct field font_field[] = {
	FIELD(struct font, first, NULL,
	      "first word of the font resource; 0 in all games"),
	FIELD(struct font, line_height, "pixels", "distance of lines"),
	FIELD(struct font, glyphs, NULL, "number of glyphs: one for each code"),
};
static const struct fields font_table = FIELDS("font", struct font, font_field);

struct sheet_row {
	struct json *frames, *font;
	struct meta meta;
};
static const struct field sheet_field[] = {
	FIELD_MADE(FIELD_JSON_MAP, struct sheet_row, frames, &sheet_frame_fields,
		   "the frames, by their names"),
	FIELD_INSIDE(struct sheet_row, meta, &meta_table, "the sheet as a whole"),
	FIELD_MADE(FIELD_JSON, struct sheet_row, font, &font_table, "the font as a whole",
		   FIELD_IF_ANY),
};
static const struct fields sheet_table = FIELDS("sheet", struct sheet_row, sheet_field);
const struct document sheet_document = { .format = "sheet",
					 .schema = 1,
					 .made_by = "view2png",
					 .meaning = "A picture of many: where each is",
					 .fields = &sheet_table };

static struct json *frame_to_json(const struct sheet_frame *frame)
{
	const struct sheet_box size = { .w = (uint32_t)frame->width,
					.h = (uint32_t)frame->height };
	const struct sheet_frame_row row = {
		.frame = { (uint32_t)frame->x, (uint32_t)frame->y, size.w, size.h },
		.has_part = true,
		.has_whole = true,
		.part = size,
		.whole = size,
		.duration = frame->milliseconds
	};
	struct json *json = fields_to_json(&sheet_frame_fields, &row);

	if (frame->more)
		json_take_all(json, frame->more);
	return json;
}

enum exh_status sheet_check_format(const struct json *root, struct exh_error *err)
{
	return json_get(root, "schema")
		       ? json_check_format(root, "sheet", 1, "exhume", err)
		       : EXH_OK;
}

struct json *sheet_to_json(const struct sheet *sheet, const char *image, unsigned scale)
{
	char scale_text[16];
	const struct sheet_row row = {
		.frames = json_new_object(),
		.meta = { .app = "exhume",
			  .version = exh_version(),
			  .image = image,
			  .format = "I8",
			  .scale = scale_text,
			  .size = { .w = (uint32_t)sheet->width,
				    .h = (uint32_t)sheet->height } }
	};

	snprintf(scale_text, sizeof scale_text, "%u", scale);
	for (size_t i = 0; i < sheet->count; i++)
		json_set(row.frames, sheet->frames[i].name,
			 frame_to_json(&sheet->frames[i]));
	return document_to_json(&sheet_document, &row);
}
