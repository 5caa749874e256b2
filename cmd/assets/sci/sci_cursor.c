#include "sci.h"

#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "task/memory.h"

#include <exhume/advanced/sci_font.h>
#include <exhume/sci.h>

#include <stdio.h>
#include <stdlib.h>

enum {
	SIDE = EXH_SCI_CURSOR_SIDE,
	MARK = EXH_SCI_CURSOR_BOTH + 1, /* palette index of the hot spot's mark */
	FRAMED = 3,			/* from this scale on the mark is a frame */
};

enum { PART_PNG, PART_JSON, PART_CUR };

static const struct exh_color white = { 255, 255, 255, 255 };

static const struct sci_cursor_options defaults = { .scale = 1 };

/*
 * Reading and planning.
 */

static unsigned hot_x(const struct sci_cursor_options *options,
		      const struct exh_sci_cursor *cursor)
{
	return options->is_stored ? cursor->x : cursor->hot_x;
}

static unsigned hot_y(const struct sci_cursor_options *options,
		      const struct exh_sci_cursor *cursor)
{
	return options->is_stored ? cursor->y : cursor->hot_y;
}

static enum exh_status read_cursor(const void *context, struct asset *asset,
				   struct exh_notes *notes, struct exh_error *err)
{
	const struct sci_cursor_options *options = context;
	struct exh_sci_cursor *cursor =
		mem_arena_try(asset->arena, 1, sizeof *cursor, err);
	enum exh_status status;

	if (!cursor)
		return EXH_NO_MEMORY;
	status = exh_sci_cursor_read(asset->bytes, cursor, notes, err);
	if (!status && options->is_stored && (cursor->x >= SIDE || cursor->y >= SIDE))
		exh_note(notes, EXH_WARNING, asset->bytes.base,
			 "the stored hot spot (%u, %u) lies outside the cursor",
			 cursor->x, cursor->y);
	asset->thing = cursor;
	return status;
}

static bool is_wanted(const struct sci_cursor_options *options,
		      enum sci_cursor_format format)
{
	return options->format == format || options->format == SCI_CURSOR_ALL ||
	       (options->format == SCI_CURSOR_AUTO && format != SCI_CURSOR_CUR);
}

static void plan(const void *context, const struct asset *asset,
		 struct asset_files *files)
{
	const struct sci_cursor_options *options = context;

	(void)asset;
	if (is_wanted(options, SCI_CURSOR_PNG))
		asset_files_add(files, PART_PNG, 0, ".png");
	if (is_wanted(options, SCI_CURSOR_JSON))
		asset_files_add(files, PART_JSON, 0, ".json");
	if (is_wanted(options, SCI_CURSOR_CUR))
		asset_files_add(files, PART_CUR, 0, ".cur");
}

/*
 * Files.
 */

/* Makes the palette: the four values of pixels, then the mark's colour. */
static void style(const struct sci_cursor_options *options, struct exh_palette *out)
{
	const struct exh_color gray = { 0xaa, 0xaa, 0xaa, 255 };

	*out = (struct exh_palette){ .count = options->shows_origin ? MARK + 1 : MARK };
	out->colors[EXH_SCI_CURSOR_BLACK] = (struct exh_color){ 0, 0, 0, 255 };
	out->colors[EXH_SCI_CURSOR_WHITE] = white;
	out->colors[EXH_SCI_CURSOR_CLEAR] = (struct exh_color){ 0, 0, 0, 0 };
	out->colors[EXH_SCI_CURSOR_BOTH] = options->has_gray ? gray : white;
	out->colors[MARK] = (struct exh_color){ 255, 0, 0, 255 };
}

/* Marks the whole pixel, or a frame around it. */
static void mark(struct exh_image *image, size_t x, size_t y, unsigned scale)
{
	const size_t left = x * scale, top = y * scale, last = scale - 1;

	if (scale < FRAMED) {
		image_fill(image, left, top, scale, scale, MARK);
		return;
	}
	image_fill(image, left, top, scale, 1, MARK);
	image_fill(image, left, top + last, scale, 1, MARK);
	image_fill(image, left, top, 1, scale, MARK);
	image_fill(image, left + last, top, 1, scale, MARK);
}

static enum exh_status make_png(const struct sci_cursor_options *options,
				const struct exh_sci_cursor *cursor,
				struct exh_writer *out, struct exh_error *err)
{
	const size_t side = (size_t)SIDE * options->scale;
	const struct exh_image small = { SIDE, SIDE, (uint8_t *)cursor->pixels };
	struct exh_image image = { side, side, mem_alloc(side, side) };
	struct exh_palette palette;
	enum exh_status status;

	style(options, &palette);
	image_put(&image, 0, 0, &small, options->scale);
	if (options->shows_origin)
		mark(&image, hot_x(options, cursor), hot_y(options, cursor),
		     options->scale);
	status = png_encode(&image, &palette, out, err);
	free(image.pixels);
	return status;
}

/* Makes a CUR file. Windows needs the hot spot inside the cursor. */
static void make_cur(const struct sci_cursor_options *options,
		     const struct exh_sci_cursor *cursor, struct exh_writer *out)
{
	const struct exh_image image = { SIDE, SIDE, (uint8_t *)cursor->pixels };
	const unsigned x = hot_x(options, cursor), y = hot_y(options, cursor);
	struct sci_cursor_options plain = *options;
	struct exh_palette palette;

	plain.shows_origin = false;
	style(&plain, &palette);
	cur_encode(&image, &palette, x < SIDE ? x : SIDE - 1, y < SIDE ? y : SIDE - 1,
		   out);
}

static const struct field cursor_field[] = {
	FIELD(struct sci_cursor_row, hot_x, "pixels",
	      "hot spot, from the left, by the rule of --hotspot",
	      FIELD_HAS(struct sci_cursor_row, has_hot_x)),
	FIELD(struct sci_cursor_row, hot_y, "pixels",
	      "hot spot, from the top, by the rule of --hotspot",
	      FIELD_HAS(struct sci_cursor_row, has_hot_y)),
	FIELD(struct sci_cursor_row, stored_x, NULL,
	      "x of the hot spot, as stored in the resource", .flags = FIELD_OPTIONAL),
	FIELD(struct sci_cursor_row, stored_y, NULL,
	      "y of the hot spot, as stored in the resource", .flags = FIELD_OPTIONAL),
	FIELD(struct sci_cursor_row, both_pixels, NULL,
	      "number of pixels that are set in both masks", .flags = FIELD_UNREAD),
};
const struct fields sci_cursor_fields =
	FIELDS("cursor_facts", struct sci_cursor_row, cursor_field);

static struct sci_cursor_row row_of(const struct sci_cursor_options *options,
				    const struct exh_sci_cursor *cursor)
{
	struct sci_cursor_row row = { .has_hot_x = true,
				      .has_hot_y = true,
				      .hot_x = (uint16_t)hot_x(options, cursor),
				      .hot_y = (uint16_t)hot_y(options, cursor),
				      .stored_x = cursor->x,
				      .stored_y = cursor->y };

	for (size_t i = 0; i < EXH_SCI_CURSOR_PIXELS; i++)
		row.both_pixels += cursor->pixels[i] == EXH_SCI_CURSOR_BOTH;
	return row;
}

struct cursor_document {
	const char *image;
	unsigned scale, width, height;
	struct sci_cursor_row facts;
};

static const struct field document_field[] = {
	FIELD(struct cursor_document, image, NULL, "PNG file with the pixels"),
	FIELD(struct cursor_document, scale, NULL, "how often pixels are enlarged"),
	FIELD(struct cursor_document, width, "pixels", "width of the cursor"),
	FIELD(struct cursor_document, height, "pixels", "height of the cursor"),
	FIELD_MEMBERS_OF(struct cursor_document, facts, &sci_cursor_fields),
};
static const struct fields document_table =
	FIELDS("cursor", struct cursor_document, document_field);

const struct document sci_cursor_document = {
	.format = "cursor",
	.schema = 1,
	.made_by = "cursor2png",
	.meaning = "A mouse cursor of SCI: its picture and its hot spot",
	.fields = &document_table,
};

static enum exh_status make_json(const struct sci_cursor_options *options,
				 const struct asset *asset, struct exh_writer *out,
				 struct exh_error *err)
{
	char image[300];
	const struct cursor_document document = { image, options->scale, SIDE, SIDE,
						  row_of(options, asset->thing) };

	snprintf(image, sizeof image, "%s.png", asset->name);
	return json_append(document_to_json(&sci_cursor_document, &document), out, err);
}

static enum exh_status make(const void *context, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct sci_cursor_options *options = context;

	switch (file->id) {
	case PART_PNG:
		return make_png(options, asset->thing, out, err);
	case PART_CUR:
		make_cur(options, asset->thing, out);
		return EXH_OK;
	default:
		return make_json(options, asset, out, err);
	}
}

static void describe(const void *context, const struct asset *asset, struct json *object)
{
	const struct sci_cursor_row row = row_of(context, asset->thing);

	fields_put(&sci_cursor_fields, &row, object);
}

const struct asset_kind sci_cursor_kind = {
	.name = "cursor",
	.family = "sci0",
	.source = &sci_asset_source,
	.code = EXH_SCI_CURSOR,
	.defaults = &defaults,
	.read = read_cursor,
	.plan = plan,
	.make = make,
	.describe = describe,
};
