#include "game.h"

#include "media/picture/png.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PIXEL_LIMIT = 1 << 26, MAX_SHOWN_LINES = 200, MAX_SHOWN_CELLS = 20 };

static struct json *pair(const double of[2])
{
	return json_make("[f, f]", of[0], of[1]);
}

static struct json *pair_of_sizes(size_t a, size_t b)
{
	return json_make("[I, I]", (int64_t)a, (int64_t)b);
}

/*
 * Bytes.
 */

static struct json *diff_bytes(struct exh_bytes a, struct exh_bytes b)
{
	const size_t shorter = a.size < b.size ? a.size : b.size;
	size_t count = 0, first = shorter;

	for (size_t i = shorter; i-- > 0;)
		if (a.data[i] != b.data[i]) {
			first = i;
			count++;
		}
	return json_make("{s:o, s:I, s:I}", "sizes", pair_of_sizes(a.size, b.size),
			 "bytes_changed", (int64_t)count, "first_change", (int64_t)first);
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

static struct json *diff_pixels(const struct png_picture *a, const struct png_picture *b)
{
	size_t left = a->width, top = a->height, right = 0, bottom = 0, count = 0;
	struct json *out;

	if (a->width != b->width || a->height != b->height)
		return json_make("{s:[[I, I], [I, I]]}", "sizes", (int64_t)a->width,
				 (int64_t)a->height, (int64_t)b->width,
				 (int64_t)b->height);
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
	out = json_make("{s:I, s:I}", "pixels_changed", (int64_t)count, "pixels",
			(int64_t)a->width * (int64_t)a->height);
	if (count)
		json_set(out, "box",
			 json_make("[I, I, I, I]", (int64_t)left, (int64_t)top,
				   (int64_t)(right - left), (int64_t)(bottom - top)));
	return out;
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

static struct json *diff_sounds(struct exh_bytes a, struct exh_bytes b)
{
	struct sound_difference difference;
	struct json *out, *bands;

	if (!diff_sound(a, b, &difference))
		return diff_bytes(a, b);
	out = json_new_object();
	bands = json_new_list();
	json_set(out, "seconds", pair(difference.seconds));
	json_set(out, "peak_db", pair(difference.peak_db));
	json_set(out, "rms_db", pair(difference.rms_db));
	json_set_number(out, "frames_changed", difference.frames_changed);
	if (difference.frames_changed)
		json_set(out, "first_change_s", json_new_real(difference.first_change_s));
	for (size_t i = 0; i < difference.band_count; i++)
		json_push(bands,
			  json_make("{s:f, s:o}", "hz", difference.bands[i].hz,
				    "level_db", pair(difference.bands[i].level_db)));
	json_set(out, "bands", bands);
	return out;
}

/*
 * Texts.
 */

static struct json *line_to_json(const struct text_line *line)
{
	char *text = mem_text_part((const char *)line->text.data, line->text.size);
	struct json *json = json_of_text(text);

	free(text);
	return json;
}

/* {"lines": [first of a, first of b], "removed": [...], "added": [...]}, from 1 on */
static struct json *change_to_json(const struct text_lines lines[2],
				   const struct line_change *change, size_t *shown)
{
	static const char *const keys[2] = { "removed", "added" };
	struct json *out = json_new_object();

	json_set(out, "lines", pair_of_sizes(change->first[0] + 1, change->first[1] + 1));
	for (unsigned side = 0; side < 2; side++) {
		struct json *list = json_new_list();

		for (size_t i = change->first[side];
		     i < change->end[side] && *shown < MAX_SHOWN_LINES; i++, ++*shown)
			json_push(list, line_to_json(&lines[side].items[i]));
		json_set(out, keys[side], list);
	}
	return out;
}

static struct json *changes_to_json(const struct text_lines lines[2],
				    const struct line_changes *changes)
{
	struct json *out = json_new_object(), *list = json_new_list();
	size_t shown = 0;

	json_set_number(out, "lines_removed", changes->removed_count);
	json_set_number(out, "lines_added", changes->added_count);
	for (size_t i = 0; i < changes->count && shown < MAX_SHOWN_LINES; i++)
		json_push(list, change_to_json(lines, &changes->items[i], &shown));
	json_set(out, "changes", list);
	if (shown >= MAX_SHOWN_LINES)
		json_set(out, "is_cut", json_new_flag(true));
	return out;
}

static struct json *diff_texts(bool is_code, struct exh_bytes a, struct exh_bytes b)
{
	struct text_lines lines[2];
	struct line_changes changes;
	struct json *out;

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
	struct json *first;
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
			json_push(count->first,
				  json_make("{s:I, s:I, s:[i, i]}", "x", (int64_t)x, "y",
					    (int64_t)y, "values", (int)value,
					    (int)new_value));
	}
}

/* Levels of one size; else lines say it. */
static struct json *diff_cells(struct exh_bytes a, struct exh_bytes b)
{
	struct text_lines lines[2];
	struct cell_count count = { 0 };
	struct json *out = NULL;

	diff_lines_split(a, false, &lines[0]);
	diff_lines_split(b, false, &lines[1]);
	if (lines[0].count == lines[1].count) {
		count.first = json_new_list();
		for (size_t y = 0; y < lines[0].count; y++)
			diff_row(&lines[0].items[y], &lines[1].items[y], y, &count);
		out = json_make("{s:I, s:I, s:o}", "cells_changed",
				(int64_t)count.changed, "cells", (int64_t)count.cells,
				"first", count.first);
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

struct json *diff_files(const char *name, bool is_code, struct exh_bytes a,
			struct exh_bytes b)
{
	if (file_has_ending(name, ".png"))
		return diff_pictures(a, b);
	if (file_has_ending(name, ".wav"))
		return diff_sounds(a, b);
	if (file_has_ending(name, ".csv"))
		return diff_cells(a, b);
	return is_text(a) && is_text(b) ? diff_texts(is_code, a, b) : diff_bytes(a, b);
}
