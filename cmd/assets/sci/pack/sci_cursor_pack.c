#include "assets/sci/sci.h"

#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "task/memory.h"

#include <exhume/advanced/sci_font.h>
#include <exhume/sci.h>

#include <stdlib.h>

enum {
	SIDE = EXH_SCI_CURSOR_SIDE,
	MOST_SCALE = 64,
	MOST_PIXELS = SIDE * SIDE * MOST_SCALE * MOST_SCALE,
	FILE_LIMIT = 1 << 26,
	HOT_MIDDLE = 8,
	STORED_MIDDLE =
		0x100, /* y of a hot spot in the middle: its upper byte is not 0 */
};

/*
 * The picture.
 */

static bool is_gray(struct exh_color color, uint8_t value)
{
	return color.red == value && color.green == value && color.blue == value;
}

/* True for white of both masks, which has its own index in cursor2png's palette. */
static bool is_of_both(const struct png_picture *png, size_t x, size_t y)
{
	return png->palette.count > EXH_SCI_CURSOR_BOTH &&
	       png->pixels[y * png->width + x] == EXH_SCI_CURSOR_BOTH &&
	       is_gray(png->palette.colors[EXH_SCI_CURSOR_WHITE], 255) &&
	       !png->palette.colors[EXH_SCI_CURSOR_CLEAR].alpha;
}

/* Returns a value of enum exh_sci_cursor_pixel; -1: not a colour of cursors. */
static int pixel_of(const struct png_picture *png, size_t x, size_t y)
{
	const struct exh_color color = png_picture_color(png, y * png->width + x);

	if (!color.alpha)
		return EXH_SCI_CURSOR_CLEAR;
	if (color.alpha != 255)
		return -1;
	if (is_gray(color, 0))
		return EXH_SCI_CURSOR_BLACK;
	if (is_gray(color, 255))
		return is_of_both(png, x, y) ? EXH_SCI_CURSOR_BOTH : EXH_SCI_CURSOR_WHITE;
	return is_gray(color, 0xaa) ? EXH_SCI_CURSOR_BOTH : -1;
}

/* Reads one pixel, which is a square in an enlarged file. */
static enum exh_status take_pixel(const struct png_picture *png, size_t scale, size_t i,
				  uint8_t *out, struct exh_error *err)
{
	const size_t left = i % SIDE * scale, top = i / SIDE * scale;
	const int pixel = pixel_of(png, left, top);

	if (pixel < 0)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"pixel (%zu, %zu): expected black, white, transparent, "
				"or gray (#aaaaaa) for both masks",
				left, top);
	for (size_t k = 0; k < scale * scale; k++)
		if (pixel_of(png, left + k % scale, top + k / scale) != pixel)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"pixel (%zu, %zu) differs from (%zu, %zu): at "
					"scale %zu they are one",
					left + k % scale, top + k / scale, left, top,
					scale);
	*out = (uint8_t)pixel;
	return EXH_OK;
}

static enum exh_status take_picture(const struct png_picture *png,
				    struct exh_sci_cursor *cursor, struct exh_error *err)
{
	const size_t scale = png->width / SIDE;
	enum exh_status status = EXH_OK;

	if (!scale || scale > MOST_SCALE || png->width != scale * SIDE ||
	    png->height != png->width)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zux%zu pixels, expected %dx%d or a multiple",
				png->width, png->height, SIDE, SIDE);
	for (size_t i = 0; i < EXH_SCI_CURSOR_PIXELS && !status; i++)
		status = take_pixel(png, scale, i, &cursor->pixels[i], err);
	return status;
}

static enum exh_status read_picture(const char *path, struct exh_sci_cursor *cursor,
				    struct exh_error *err)
{
	struct png_picture png = { 0 };
	struct file file;
	enum exh_status status = file_read(path, FILE_LIMIT, &file, err);

	if (status)
		return status;
	status = png_decode(file_bytes(&file), MOST_PIXELS, &png, err);
	free(file.data);
	if (!status)
		status = take_picture(&png, cursor, err);
	free(png.pixels);
	return status;
}

/*
 * The hot spot.
 */

/* Keeps the stored values, unless the hot spot was changed. */
static enum exh_status place(const struct sci_cursor_options *options, uint32_t x,
			     uint32_t y, uint32_t stored_x, uint32_t stored_y,
			     struct exh_sci_cursor *cursor, struct exh_error *err)
{
	const uint32_t rule = stored_y >> 8 ? HOT_MIDDLE : 0;

	if (options->is_stored) {
		stored_x = x;
		stored_y = y;
	} else if (x != y || (x && x != HOT_MIDDLE)) {
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"hot spot (%u, %u): SCI0 has only (0, 0) and (8, 8); "
				"--hotspot stored writes any, as SCI1 reads it",
				(unsigned)x, (unsigned)y);
	} else if (x != rule) {
		stored_x = 0;
		stored_y = x ? STORED_MIDDLE : 0;
	}
	cursor->x = (uint16_t)stored_x;
	cursor->y = (uint16_t)stored_y;
	return EXH_OK;
}

/* Reads JSON, which has no format if somebody wrote it. */
static enum exh_status read_row(const char *path, struct sci_cursor_row *out,
				struct exh_error *err)
{
	struct json_reading r = { .err = err };
	struct json *root = json_parse_file(path, FILE_LIMIT, err);

	*out = (struct sci_cursor_row){ 0 };
	if (!root)
		return EXH_INVALID;
	if (json_get(root, "format"))
		r.status = json_check_format(root, sci_cursor_document.format,
					     sci_cursor_document.schema,
					     sci_cursor_document.made_by, err);
	fields_read(&r, &sci_cursor_fields, root, out);
	json_free(root);
	return r.status;
}

static enum exh_status read_json(const struct sci_cursor_options *options,
				 const char *path, struct exh_sci_cursor *cursor,
				 struct exh_error *err)
{
	struct sci_cursor_row row;
	const enum exh_status status = read_row(path, &row, err);

	if (!status && !(row.has_hot_x && row.has_hot_y))
		return json_wrong(err, row.has_hot_x ? "hot_y" : "hot_x",
				  "a number from 0 to 65535");
	return status ? status
		      : place(options, row.hot_x, row.hot_y, row.stored_x, row.stored_y,
			      cursor, err);
}

/*
 * Picture and hot spot.
 */

static void finish(const struct sci_cursor_options *options,
		   const struct exh_sci_cursor *cursor, const char *input,
		   const char *output, struct report *report, struct json *result)
{
	struct exh_writer out = { .limit = EXH_SCI_CURSOR_SIZE };

	exh_sci_cursor_write(cursor, &out);
	mem_check(&out);
	sci_resource_write(exh_writer_bytes(&out), EXH_SCI_CURSOR, options->is_bare,
			   input, output, report, result);
	exh_writer_free(&out);
}

/* Packs a picture and its JSON; without JSON the hot spot is at (0, 0). */
static void pack_files(const struct sci_cursor_options *options, const char *picture,
		       const char *json, bool is_picture, const char *output,
		       struct report *report, struct json *result)
{
	struct exh_sci_cursor cursor = { 0 };
	struct exh_error err;

	if (read_picture(picture, &cursor, &err))
		report_failure(report, picture, &err);
	else if ((!is_picture || file_exists(json)) &&
		 read_json(options, json, &cursor, &err))
		report_failure(report, json, &err);
	else
		finish(options, &cursor, is_picture ? picture : json, output, report,
		       result);
}

/*
 * CUR files, which have a hot spot. JSON beside one only has the stored values.
 */

/* True for the palette that cursor2png writes in CUR files: it has white twice. */
static bool is_own(const struct exh_palette *palette)
{
	bool good = palette->count == 16;

	for (size_t i = 0; i < palette->count && good; i++)
		good = is_gray(palette->colors[i],
			       i == EXH_SCI_CURSOR_WHITE || i == EXH_SCI_CURSOR_BOTH ? 255
										     : 0);
	return good;
}

static enum exh_status take_cur(const struct cur_picture *cur,
				struct exh_sci_cursor *cursor, struct exh_error *err)
{
	const enum exh_status status = take_picture(&cur->colors, cursor, err);
	const bool has_both = cur->indexes && is_own(&cur->palette);

	if (!status && cur->inverted)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"pixel (%zu, %zu) inverts the screen, as %zu pixels do: "
				"cursors of SCI0 can't",
				cur->inverted_x, cur->inverted_y, cur->inverted);
	for (size_t i = 0; !status && has_both && i < EXH_SCI_CURSOR_PIXELS; i++)
		if (cur->colors.width == SIDE &&
		    cursor->pixels[i] == EXH_SCI_CURSOR_WHITE &&
		    cur->indexes[i] == EXH_SCI_CURSOR_BOTH)
			cursor->pixels[i] = EXH_SCI_CURSOR_BOTH;
	return status;
}

/* Clips a coordinate: a hot spot outside the cursor was moved to its edge. */
static uint32_t within(uint32_t place)
{
	return place < SIDE ? place : SIDE - 1;
}

static enum exh_status place_cur(const struct sci_cursor_options *options,
				 const struct cur_picture *cur,
				 const struct sci_cursor_row *stored,
				 struct exh_sci_cursor *cursor, struct exh_error *err)
{
	const uint32_t scale = (uint32_t)(cur->colors.width / SIDE);
	const uint32_t x = cur->hot_x / scale, y = cur->hot_y / scale;

	if (options->is_stored && within(stored->stored_x) == x &&
	    within(stored->stored_y) == y)
		return place(options, stored->stored_x, stored->stored_y, 0, 0, cursor,
			     err);
	return place(options, x, y, stored->stored_x, stored->stored_y, cursor, err);
}

static void pack_cur(const struct sci_cursor_options *options, const char *input,
		     const char *json, const char *output, struct report *report,
		     struct json *result)
{
	struct exh_sci_cursor cursor = { 0 };
	struct cur_picture cur;
	struct sci_cursor_row stored = { 0 };
	struct exh_error err;
	struct file file;

	if (!report_read(report, input, FILE_LIMIT, &file))
		return;
	if (cur_decode(file_bytes(&file), SIDE, &cur, &err) ||
	    take_cur(&cur, &cursor, &err)) {
		report_failure(report, input, &err);
	} else if (file_exists(json) && read_row(json, &stored, &err)) {
		report_failure(report, json, &err);
	} else {
		if (place_cur(options, &cur, &stored, &cursor, &err))
			report_failure(report, input, &err);
		else
			finish(options, &cursor, input, output, report, result);
	}
	cur_free(&cur);
	free(file.data);
}

void sci_cursor_pack(const void *context, const char *input, const char *output,
		     struct report *report, struct json *result)
{
	const bool is_picture = file_has_ending(input, ".png");
	const bool has_json = is_picture || file_has_ending(input, ".cur");
	char *other = file_with_ending(input, NULL, has_json ? ".json" : ".png");

	if (file_has_ending(input, ".cur"))
		pack_cur(context, input, other, output, report, result);
	else if (!is_picture && !file_has_ending(input, ".json"))
		report_error(report, input, EXH_NO_OFFSET,
			     "neither a .png, a .cur nor a .json, of which a cursor is "
			     "made");
	else
		pack_files(context, is_picture ? input : other,
			   is_picture ? other : input, is_picture, output, report,
			   result);
	free(other);
}
