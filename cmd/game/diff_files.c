#include "game.h"

#include "media/picture/png.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PIXEL_LIMIT = 1 << 26, MAX_SHOWN_LINES = 200, MAX_SHOWN_CELLS = 20 };

/*
 * Bytes.
 */

struct bytes_row {
	size_t sizes[2], bytes_changed, first_change;
};

static const struct field bytes_list[] = {
	FIELD_ARRAY(struct bytes_row, sizes, "bytes", "their sizes"),
	FIELD(struct bytes_row, bytes_changed, NULL,
	      "number of bytes that differ, as far as both go"),
	FIELD(struct bytes_row, first_change, "bytes", "where the first of them is"),
};
static const struct fields bytes_fields = FIELDS("bytes", struct bytes_row, bytes_list);

static struct json *diff_bytes(struct exh_bytes a, struct exh_bytes b)
{
	const size_t shorter = a.size < b.size ? a.size : b.size;
	size_t count = 0, first = shorter;

	for (size_t i = shorter; i-- > 0;)
		if (a.data[i] != b.data[i]) {
			first = i;
			count++;
		}
	return fields_to_json(&bytes_fields,
			      &(struct bytes_row){ { a.size, b.size }, count, first });
}

/*
 * Pictures: the visible colours count, not the palette's order.
 */

static const uint8_t *pixel_at(const struct png_picture *picture, size_t i,
			       uint8_t rgba[4])
{
	static const struct exh_color none = { 0 };
	const struct exh_color *color;

	if (!picture->palette.count)
		return picture->pixels + 4 * i;
	color = picture->pixels[i] < picture->palette.count
			? &picture->palette.colors[picture->pixels[i]]
			: &none;
	rgba[0] = color->red;
	rgba[1] = color->green;
	rgba[2] = color->blue;
	rgba[3] = color->alpha;
	return rgba;
}

/* All transparent pixels are equal. */
static bool is_same_pixel(const struct png_picture *a, const struct png_picture *b,
			  size_t i)
{
	uint8_t own[2][4];
	const uint8_t *one = pixel_at(a, i, own[0]), *other = pixel_at(b, i, own[1]);

	return memcmp(one, other, 4) == 0 || (!one[3] && !other[3]);
}

struct size_row {
	size_t size[2];
};

static const struct field size_list[] = {
	FIELD_ARRAY_OF("", FIELD_NUMBER, struct size_row, size, "pixels",
		       "width and height"),
};
static const struct fields size_fields = FIELDS("size", struct size_row, size_list);

struct sizes_row {
	struct size_row sizes[2];
};

static const struct field sizes_list[] = {
	FIELD_ARRAY_OF("sizes", FIELD_ROW, struct sizes_row, sizes, NULL,
		       "their sizes, which differ", .of = &size_fields),
};
static const struct fields sizes_fields = FIELDS("sizes", struct sizes_row, sizes_list);

struct pixels_row {
	size_t pixels_changed, pixels;
	bool has_box;
	size_t box[4];
};

static const struct field pixels_list[] = {
	FIELD(struct pixels_row, pixels_changed, NULL, "number of pixels that differ"),
	FIELD(struct pixels_row, pixels, NULL, "number of all pixels"),
	FIELD_ARRAY(struct pixels_row, box, "pixels",
		    "left, top, width and height of what differs",
		    FIELD_HAS(struct pixels_row, has_box)),
};
static const struct fields pixels_fields =
	FIELDS("pixels", struct pixels_row, pixels_list);

static struct json *diff_pixels(const struct png_picture *a, const struct png_picture *b)
{
	size_t left = a->width, top = a->height, right = 0, bottom = 0, count = 0;
	const struct sizes_row sizes = { { { { a->width, a->height } },
					   { { b->width, b->height } } } };

	if (a->width != b->width || a->height != b->height)
		return fields_to_json(&sizes_fields, &sizes);
	for (size_t y = 0; y < a->height; y++)
		for (size_t x = 0; x < a->width; x++) {
			if (is_same_pixel(a, b, y * a->width + x))
				continue;
			count++;
			left = x < left ? x : left;
			right = x >= right ? x + 1 : right;
			top = y < top ? y : top;
			bottom = y + 1;
		}
	return fields_to_json(
		&pixels_fields,
		&(struct pixels_row){ count,
				      (size_t)a->width * a->height,
				      count,
				      { left, top, right - left, bottom - top } });
}

static struct json *diff_pictures(struct exh_bytes a, struct exh_bytes b)
{
	struct png_picture pictures[2] = { 0 };
	const bool good = !png_decode(a, PIXEL_LIMIT, &pictures[0], NULL) &&
			  !png_decode(b, PIXEL_LIMIT, &pictures[1], NULL);
	struct json *out =
		good ? diff_pixels(&pictures[0], &pictures[1]) : diff_bytes(a, b);

	free(pictures[0].pixels);
	free(pictures[1].pixels);
	return out;
}

/*
 * Sounds.
 */

static const struct field band_list[] = {
	FIELD(struct sound_band, hz, "Hz", "middle of the octave"),
	FIELD_ARRAY(struct sound_band, level_db, "dB", "their levels in it"),
};
static const struct fields band_fields = FIELDS("band", struct sound_band, band_list);

#define ROW struct sound_difference
static const struct field sound_list[] = {
	FIELD_ARRAY(ROW, seconds, "seconds", "their lengths"),
	FIELD_ARRAY(ROW, peak_db, "dB", "their highest levels, of full scale"),
	FIELD_ARRAY(ROW, rms_db, "dB", "their mean levels, of full scale"),
	FIELD(ROW, frames_changed, NULL, "number of frames that differ"),
	FIELD(ROW, first_change_s, "seconds", "where the first of them is",
	      FIELD_HAS(ROW, has_change)),
	FIELD_COUNTED_OF("bands", FIELD_ROW, ROW, bands, band_count, NULL,
			 "levels by octave", .of = &band_fields),
};
static const struct fields sound_fields = FIELDS("sound", ROW, sound_list);
#undef ROW

static struct json *diff_sounds(struct exh_bytes a, struct exh_bytes b)
{
	struct sound_difference difference;

	return diff_sound(a, b, &difference) ? fields_to_json(&sound_fields, &difference)
					     : diff_bytes(a, b);
}

/*
 * Texts.
 */

static struct json *line_to_json(const struct hashed_line *line)
{
	char *text = mem_text_part((const char *)line->text.data, line->text.size);
	struct json *json = json_of_text(text);

	free(text);
	return json;
}

struct change_row {
	size_t lines[2];
	struct json *sides[2];
};

static const struct field change_list[] = {
	FIELD_ARRAY(struct change_row, lines, NULL, "their first lines, from 1 on"),
	FIELD_OF("removed", FIELD_JSON_LIST, struct change_row, sides[0], NULL,
		 "lines of the first one", .of = &text_fields),
	FIELD_OF("added", FIELD_JSON_LIST, struct change_row, sides[1], NULL,
		 "lines of the other one", .of = &text_fields),
};
static const struct fields change_fields =
	FIELDS("change", struct change_row, change_list);

static struct json *change_to_json(const struct hashed_lines lines[2],
				   const struct line_change *change, size_t *shown)
{
	struct change_row row = { { change->first[0] + 1, change->first[1] + 1 },
				  { json_new_list(), json_new_list() } };

	for (unsigned side = 0; side < 2; side++)
		for (size_t i = change->first[side];
		     i < change->end[side] && *shown < MAX_SHOWN_LINES; i++, ++*shown)
			json_push(row.sides[side], line_to_json(&lines[side].items[i]));
	return fields_to_json(&change_fields, &row);
}

struct changes_row {
	size_t lines_removed, lines_added;
	struct json *changes;
	bool is_cut;
};

static const struct field changes_list[] = {
	FIELD(struct changes_row, lines_removed, NULL, "number of lines removed"),
	FIELD(struct changes_row, lines_added, NULL, "number of lines added"),
	FIELD_ITEMS(struct changes_row, changes, &change_fields, "where lines differ"),
	FIELD(struct changes_row, is_cut, NULL, "true: there are more", FIELD_IF_ANY),
};
static const struct fields changes_fields =
	FIELDS("changes", struct changes_row, changes_list);

static struct json *changes_to_json(const struct hashed_lines lines[2],
				    const struct line_changes *changes)
{
	struct changes_row row = { changes->removed_count, changes->added_count,
				   json_new_list(), false };
	size_t shown = 0;

	for (size_t i = 0; i < changes->count && shown < MAX_SHOWN_LINES; i++)
		json_push(row.changes, change_to_json(lines, &changes->items[i], &shown));
	row.is_cut = shown >= MAX_SHOWN_LINES;
	return fields_to_json(&changes_fields, &row);
}

static struct json *diff_texts(bool is_code, struct exh_bytes a, struct exh_bytes b)
{
	struct hashed_lines lines[2];
	struct line_changes changes;
	struct json *out;

	diff_lines_split(a, is_code, &lines[0]);
	diff_lines_split(b, is_code, &lines[1]);
	line_changes_find(&lines[0], &lines[1], &changes);
	out = changes_to_json(lines, &changes);
	free(changes.items);
	free(lines[0].items);
	free(lines[1].items);
	return out;
}

/*
 * Cells.
 */

struct cell_reader {
	const char *at, *end;
};

/* Returns the next value of a row; -1 at its end. */
static long next_cell(struct cell_reader *reader)
{
	long value = 0;

	while (reader->at < reader->end && (*reader->at == ',' || *reader->at == ' '))
		reader->at++;
	if (reader->at >= reader->end || *reader->at < '0' || *reader->at > '9')
		return -1;
	while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9')
		value = value * 10 + (*reader->at++ - '0');
	return value;
}

static struct cell_reader row_of(const struct hashed_line *line)
{
	const char *text = (const char *)line->text.data;

	return (struct cell_reader){ text, text + line->text.size };
}

struct cell_row {
	size_t x, y;
	int values[2];
};

static const struct field cell_list[] = {
	FIELD(struct cell_row, x, "cells", "its column"),
	FIELD(struct cell_row, y, "cells", "its row"),
	FIELD_ARRAY(struct cell_row, values, NULL, "its values; -1: there is none"),
};
static const struct fields cell_fields = FIELDS("cell", struct cell_row, cell_list);

struct cell_count {
	size_t cells_changed, cells;
	struct json *first;
};

static const struct field cells_list[] = {
	FIELD(struct cell_count, cells_changed, NULL, "number of cells that differ"),
	FIELD(struct cell_count, cells, NULL, "number of all cells"),
	FIELD_ITEMS(struct cell_count, first, &cell_fields, "the first of them"),
};
static const struct fields cells_fields = FIELDS("cells", struct cell_count, cells_list);

static void diff_row(const struct hashed_line *a, const struct hashed_line *b, size_t y,
		     struct cell_count *count)
{
	struct cell_reader one = row_of(a), other = row_of(b);

	for (size_t x = 0;; x++) {
		const long value = next_cell(&one), new_value = next_cell(&other);

		if (value < 0 && new_value < 0)
			return;
		count->cells++;
		if (value == new_value)
			continue;
		if (count->cells_changed++ < MAX_SHOWN_CELLS)
			json_push(
				count->first,
				fields_to_json(
					&cell_fields,
					&(struct cell_row){
						x, y, { (int)value, (int)new_value } }));
	}
}

/* Compares levels of one size as cells, others as lines. */
static struct json *diff_cells(struct exh_bytes a, struct exh_bytes b)
{
	struct hashed_lines lines[2];
	struct cell_count count = { 0 };
	struct json *out = NULL;

	diff_lines_split(a, false, &lines[0]);
	diff_lines_split(b, false, &lines[1]);
	if (lines[0].count == lines[1].count) {
		count.first = json_new_list();
		for (size_t y = 0; y < lines[0].count; y++)
			diff_row(&lines[0].items[y], &lines[1].items[y], y, &count);
		out = fields_to_json(&cells_fields, &count);
	}
	free(lines[0].items);
	free(lines[1].items);
	return out ? out : diff_texts(false, a, b);
}

/*
 * Choice of the comparison.
 */

static bool is_text(struct exh_bytes bytes)
{
	const size_t size = bytes.size < 4096 ? bytes.size : 4096;

	return !bytes.size || !memchr(bytes.data, 0, size);
}

/* Members that game_diff.c adds. */
static const struct field file_list[] = {
	FIELD_ADDED(FIELD_TEXT, "error", NULL, "why it was not compared or shown"),
	FIELD_ADDED(FIELD_PATH, "a", NULL, "the first one in the folder of the page"),
	FIELD_ADDED(FIELD_PATH, "b", NULL, "the other one in it"),
	FIELD_ADDED(FIELD_TEXT, "name", NULL, "name of the file"),
	FIELD_ADDED(FIELD_TEXT, "change", NULL, "removed, or added"),
};
static const struct fields *const file_with[] = {
	&bytes_fields, &sizes_fields, &pixels_fields, &sound_fields, &changes_fields,
	&cells_fields, NULL
};
const struct fields diff_file_fields =
	FIELDS_WITH("file", struct json *, file_list, file_with);

struct json *diff_files(const char *name, bool is_code, struct exh_bytes a,
			struct exh_bytes b)
{
	if (file_has_ending(name, ".png"))
		return diff_pictures(a, b);
	if (file_has_ending(name, ".flac") || file_has_ending(name, ".wav"))
		return diff_sounds(a, b);
	if (file_has_ending(name, ".csv"))
		return diff_cells(a, b);
	return is_text(a) && is_text(b) ? diff_texts(is_code, a, b) : diff_bytes(a, b);
}
