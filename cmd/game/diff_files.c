#include "game.h"

#include "media/picture/png.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PIXEL_LIMIT = 1 << 26, MAX_SHOWN_LINES = 200, MAX_SHOWN_CELLS = 20 };

static json_t *pair(const double of[2])
{
	return json_pack("[f, f]", of[0], of[1]);
}

static json_t *pair_of_sizes(size_t a, size_t b)
{
	return json_pack("[I, I]", (json_int_t)a, (json_int_t)b);
}

/*
 * Bytes.
 */

static json_t *diff_bytes(struct exh_bytes a, struct exh_bytes b)
{
	const size_t shorter = a.size < b.size ? a.size : b.size;
	size_t count = 0, first = shorter;

	for (size_t i = shorter; i-- > 0;)
		if (a.data[i] != b.data[i]) {
			first = i;
			count++;
		}
	return json_pack("{s:o, s:I, s:I}", "sizes", pair_of_sizes(a.size, b.size),
			 "bytes_changed", (json_int_t)count, "first_change",
			 (json_int_t)first);
}

/*
 * Pictures: what is seen counts, not the palette's order.
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

/* All transparent pixels are alike. */
static bool is_same_pixel(const struct png_picture *a, const struct png_picture *b,
			  size_t i)
{
	uint8_t own[2][4];
	const uint8_t *one = pixel_at(a, i, own[0]), *other = pixel_at(b, i, own[1]);

	return memcmp(one, other, 4) == 0 || (!one[3] && !other[3]);
}

static json_t *diff_pixels(const struct png_picture *a, const struct png_picture *b)
{
	size_t left = a->width, top = a->height, right = 0, bottom = 0, count = 0;
	json_t *out;

	if (a->width != b->width || a->height != b->height)
		return json_pack("{s:[[I, I], [I, I]]}", "sizes", (json_int_t)a->width,
				 (json_int_t)a->height, (json_int_t)b->width,
				 (json_int_t)b->height);
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
	out = json_pack("{s:I, s:I}", "pixels_changed", (json_int_t)count, "pixels",
			(json_int_t)a->width * (json_int_t)a->height);
	if (count)
		json_object_set_new(out, "box",
				    json_pack("[I, I, I, I]", (json_int_t)left,
					      (json_int_t)top, (json_int_t)(right - left),
					      (json_int_t)(bottom - top)));
	return out;
}

static json_t *diff_pictures(struct exh_bytes a, struct exh_bytes b)
{
	struct png_picture pictures[2] = { 0 };
	const bool good = !png_decode(a, PIXEL_LIMIT, &pictures[0], NULL) &&
			  !png_decode(b, PIXEL_LIMIT, &pictures[1], NULL);
	json_t *out = good ? diff_pixels(&pictures[0], &pictures[1]) : diff_bytes(a, b);

	free(pictures[0].pixels);
	free(pictures[1].pixels);
	return out;
}

/*
 * Sounds.
 */

static json_t *diff_sounds(struct exh_bytes a, struct exh_bytes b)
{
	struct sound_difference difference;
	json_t *out, *bands;

	if (!diff_sound(a, b, &difference))
		return diff_bytes(a, b);
	out = json_object();
	bands = json_array();
	json_object_set_new(out, "seconds", pair(difference.seconds));
	json_object_set_new(out, "peak_db", pair(difference.peak_db));
	json_object_set_new(out, "rms_db", pair(difference.rms_db));
	json_set_number(out, "frames_changed", difference.frames_changed);
	if (difference.frames_changed)
		json_object_set_new(out, "first_change_s",
				    json_real(difference.first_change_s));
	for (size_t i = 0; i < difference.band_count; i++)
		json_array_append_new(
			bands, json_pack("{s:f, s:o}", "hz", difference.bands[i].hz,
					 "level_db", pair(difference.bands[i].level_db)));
	json_object_set_new(out, "bands", bands);
	return out;
}

/*
 * Texts.
 */

static json_t *line_to_json(const struct text_line *line)
{
	char *text = mem_text_part((const char *)line->text.data, line->text.size);
	json_t *json = json_text(text);

	free(text);
	return json;
}

/* {"lines": [first of a, first of b], "removed": [...], "added": [...]}, from 1 on */
static json_t *change_to_json(const struct text_lines lines[2],
			      const struct line_change *change, size_t *shown)
{
	static const char *const keys[2] = { "removed", "added" };
	json_t *out = json_object();

	json_object_set_new(out, "lines",
			    pair_of_sizes(change->first[0] + 1, change->first[1] + 1));
	for (unsigned side = 0; side < 2; side++) {
		json_t *list = json_array();

		for (size_t i = change->first[side];
		     i < change->end[side] && *shown < MAX_SHOWN_LINES; i++, ++*shown)
			json_array_append_new(list, line_to_json(&lines[side].items[i]));
		json_object_set_new(out, keys[side], list);
	}
	return out;
}

static json_t *changes_to_json(const struct text_lines lines[2],
			       const struct line_changes *changes)
{
	json_t *out = json_object(), *list = json_array();
	size_t shown = 0;

	json_set_number(out, "lines_removed", changes->removed_count);
	json_set_number(out, "lines_added", changes->added_count);
	for (size_t i = 0; i < changes->count && shown < MAX_SHOWN_LINES; i++)
		json_array_append_new(list,
				      change_to_json(lines, &changes->items[i], &shown));
	json_object_set_new(out, "changes", list);
	if (shown >= MAX_SHOWN_LINES)
		json_object_set_new(out, "is_cut", json_true());
	return out;
}

static json_t *diff_texts(bool is_code, struct exh_bytes a, struct exh_bytes b)
{
	struct text_lines lines[2];
	struct line_changes changes;
	json_t *out;

	diff_lines_split(a, is_code, &lines[0]);
	diff_lines_split(b, is_code, &lines[1]);
	diff_lines_compare(&lines[0], &lines[1], &changes);
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

/* The next value of a row, or -1 at its end. */
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

static struct cell_reader row_of(const struct text_line *line)
{
	const char *text = (const char *)line->text.data;

	return (struct cell_reader){ text, text + line->text.size };
}

struct cell_count {
	size_t cells, changed;
	json_t *first;
};

static void diff_row(const struct text_line *a, const struct text_line *b, size_t y,
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
		if (count->changed++ < MAX_SHOWN_CELLS)
			json_array_append_new(count->first,
					      json_pack("{s:I, s:I, s:[i, i]}", "x",
							(json_int_t)x, "y", (json_int_t)y,
							"values", (int)value,
							(int)new_value));
	}
}

/* Levels of one size; else lines say it. */
static json_t *diff_cells(struct exh_bytes a, struct exh_bytes b)
{
	struct text_lines lines[2];
	struct cell_count count = { 0 };
	json_t *out = NULL;

	diff_lines_split(a, false, &lines[0]);
	diff_lines_split(b, false, &lines[1]);
	if (lines[0].count == lines[1].count) {
		count.first = json_array();
		for (size_t y = 0; y < lines[0].count; y++)
			diff_row(&lines[0].items[y], &lines[1].items[y], y, &count);
		out = json_pack("{s:I, s:I, s:o}", "cells_changed",
				(json_int_t)count.changed, "cells",
				(json_int_t)count.cells, "first", count.first);
	}
	free(lines[0].items);
	free(lines[1].items);
	return out ? out : diff_texts(false, a, b);
}

/*
 * Which of them.
 */

static bool is_text(struct exh_bytes bytes)
{
	const size_t size = bytes.size < 4096 ? bytes.size : 4096;

	return !bytes.size || !memchr(bytes.data, 0, size);
}

json_t *diff_files(const char *name, bool is_code, struct exh_bytes a, struct exh_bytes b)
{
	if (file_has_ending(name, ".png"))
		return diff_pictures(a, b);
	if (file_has_ending(name, ".wav"))
		return diff_sounds(a, b);
	if (file_has_ending(name, ".csv"))
		return diff_cells(a, b);
	return is_text(a) && is_text(b) ? diff_texts(is_code, a, b) : diff_bytes(a, b);
}
