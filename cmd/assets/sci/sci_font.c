#include "sci.h"

#include "media/picture/font_files.h"
#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "media/picture/sheet.h"
#include "task/memory.h"
#include "task/text_encoding.h"

#include <exhume/advanced/sci_font.h>
#include <exhume/sci.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	COLUMNS = 16,
	GAP = 1,       /* pixels of the font between cells */
	NAME_SIZE = 4, /* size of "065" */
	MAX_GLYPH = 255 * 255,
	MAX_FAMILY = 48,
};

/* Parts of a font. */
enum { PART_PNG, PART_JSON, PART_BDF, PART_TEXT };

static const struct sci_font_options defaults = { .scale = 1 };

/*
 * Reading and planning.
 */

static const struct exh_code_page *page_of(const struct asset *asset)
{
	return text_page(asset->assets->encoding);
}

static void decode_glyph(const void *context, unsigned code, uint8_t *pixels)
{
	const struct exh_sci_font *font = context;

	exh_sci_glyph_decode(&font->glyphs[code], pixels);
}

/* Fills all fields but names, and the line height if it is missing. */
static void fill_bdf(const struct exh_sci_font *font, const struct exh_code_page *page,
		     struct bdf_font *bdf)
{
	*bdf = (struct bdf_font){
		.height = font->line_height,
		.line_height = font->line_height,
		.code_count = font->glyph_count,
		.first = font->first,
		.draw = decode_glyph,
		.context = font,
	};
	for (unsigned i = 0; i < font->glyph_count; i++)
		bdf->glyphs[i] = (struct bdf_glyph){
			.is_there = font->glyphs[i].width || font->glyphs[i].height,
			.width = font->glyphs[i].width,
			.height = font->glyphs[i].height,
			.unicode = font_unicode(page, i),
		};
}

static enum exh_status read_font(const void *context, struct asset *asset,
				 struct exh_notes *notes, struct exh_error *err)
{
	const struct sci_font_options *options = context;
	struct exh_sci_font *font = mem_arena_try(asset->arena, 1, sizeof *font, err);
	struct bdf_font bdf;
	enum exh_status status;

	if (!font)
		return EXH_NO_MEMORY;
	status = exh_sci_font_read(asset->bytes, asset->arena, font, notes, err);
	if (!status && options->has_text) {
		fill_bdf(font, page_of(asset), &bdf);
		font_text_note_missing(&bdf, options->text, page_of(asset), notes);
	}
	asset->thing = font;
	return status;
}

static bool is_wanted(const struct sci_font_options *options, enum sci_font_format format)
{
	return !options->has_text &&
	       (options->format == format || options->format == SCI_FONT_ALL ||
		options->format == SCI_FONT_AUTO);
}

static void plan(const void *context, const struct asset *asset,
		 struct asset_files *files)
{
	const struct sci_font_options *options = context;

	(void)asset;
	if (options->has_text) {
		asset_files_add(files, PART_TEXT, 0, ".text.png");
		return;
	}
	if (is_wanted(options, SCI_FONT_PNG))
		asset_files_add(files, PART_PNG, 0, ".png");
	if (is_wanted(options, SCI_FONT_JSON))
		asset_files_add(files, PART_JSON, 0, ".json");
	if (is_wanted(options, SCI_FONT_BDF))
		asset_files_add(files, PART_BDF, 0, ".bdf");
}

/* Finds the size of the largest glyph, at least 1. */
static void measure(const struct exh_sci_font *font, size_t *width, size_t *height)
{
	*width = *height = 1;
	for (size_t i = 0; i < font->glyph_count; i++) {
		if (*width < font->glyphs[i].width)
			*width = font->glyphs[i].width;
		if (*height < font->glyphs[i].height)
			*height = font->glyphs[i].height;
	}
}

/*
 * Pictures.
 */

struct glyph_sheet {
	struct sheet sheet;
	struct sheet_frame frames[EXH_SCI_FONT_GLYPHS];
	char names[EXH_SCI_FONT_GLYPHS][NAME_SIZE];
};

/* Places cells. All codes have a cell, so that letters keep their positions. */
static void place(const struct exh_sci_font *font, unsigned scale,
		  struct glyph_sheet *out)
{
	size_t cells[EXH_SCI_FONT_GLYPHS], width, height;

	measure(font, &width, &height);
	out->sheet = (struct sheet){ .frames = out->frames, .count = font->glyph_count };
	for (size_t i = 0; i < font->glyph_count; i++) {
		snprintf(out->names[i], NAME_SIZE, "%03u", (unsigned)i & 0xff);
		out->frames[i] = (struct sheet_frame){
			.name = out->names[i],
			.width = (size_t)font->glyphs[i].width * scale,
			.height = (size_t)font->glyphs[i].height * scale,
		};
		cells[i] = i;
	}
	sheet_place_grid(&out->sheet, cells, font->glyph_count, COLUMNS,
			 (width + GAP) * scale, (height + GAP) * scale);
}

/* Draws glyphs white on black, and transparent outside of them: their sides are
 * visible. */
static enum exh_status make_sheet(const struct exh_sci_font *font, unsigned scale,
				  struct exh_writer *out, struct exh_error *err)
{
	uint8_t pixels[MAX_GLYPH];
	struct glyph_sheet sheet;
	struct exh_image image;
	enum exh_status status;

	place(font, scale, &sheet);
	status = font_image_make(sheet.sheet.width, sheet.sheet.height, FONT_CLEAR,
				 &image, err);
	for (size_t i = 0; i < font->glyph_count && !status; i++) {
		const struct exh_sci_glyph *glyph = &font->glyphs[i];
		const struct exh_image what = { glyph->width, glyph->height, pixels };

		exh_sci_glyph_decode(glyph, pixels);
		image_put(&image, sheet.frames[i].x, sheet.frames[i].y, &what, scale);
	}
	if (!status)
		status = png_encode(&image, &font_palette, out, err);
	free(image.pixels);
	return status;
}

/*
 * Files for programs.
 */

static const struct field font_field[] = {
	FIELD(struct exh_sci_font, first, NULL,
	      "first word of the font resource; 0 in all games", .flags = FIELD_OPTIONAL),
	FIELD(struct exh_sci_font, line_height, "pixels", "distance of lines"),
	FIELD_AS("glyphs", struct exh_sci_font, glyph_count, NULL,
		 "number of glyphs: one for each code", .most = EXH_SCI_FONT_GLYPHS,
		 .flags = FIELD_OPTIONAL),
};
const struct fields sci_font_fields = FIELDS("font", struct exh_sci_font, font_field);

static enum exh_status make_json(const struct exh_sci_font *font,
				 const struct asset *asset, unsigned scale,
				 struct exh_writer *out, struct exh_error *err)
{
	struct glyph_sheet sheet;
	char image[300];
	struct json *document;

	place(font, scale, &sheet);
	for (size_t i = 0; i < font->glyph_count; i++)
		sheet.frames[i].more =
			json_make("{s:i, s:i, s:i}", "code", (int)i, "advance",
				  (int)font->glyphs[i].width, "unicode",
				  (int)font_unicode(page_of(asset), (unsigned)i));
	snprintf(image, sizeof image, "%s.png", asset->name);
	document = sheet_to_json(&sheet.sheet, image, scale);
	for (size_t i = 0; i < font->glyph_count; i++)
		json_free(sheet.frames[i].more);
	json_set(document, "font", fields_to_json(&sci_font_fields, font));
	return json_append(document, out, err);
}

static void make_bdf(const struct exh_sci_font *font, const struct asset *asset,
		     struct exh_writer *out)
{
	char family[MAX_FAMILY], comment[80];
	struct bdf_font bdf;
	size_t width;

	fill_bdf(font, page_of(asset), &bdf);
	snprintf(family, sizeof family, "%.40s", asset->name);
	bdf.family = family;
	bdf.comment = "Codes 32 to 126 are ASCII, those from 128 on code page 437.";
	if (asset->assets->encoding)
		snprintf(comment, sizeof comment, "Codes are those of %.40s.",
			 text_encoding_messages(asset->assets->encoding));
	if (asset->assets->encoding)
		bdf.comment = comment;
	if (!bdf.height)
		measure(font, &width, &bdf.height);
	bdf_encode(&bdf, out);
}

static enum exh_status make_text(const struct exh_sci_font *font,
				 const struct asset *asset,
				 const struct sci_font_options *options,
				 struct exh_writer *out, struct exh_error *err)
{
	struct bdf_font bdf;

	fill_bdf(font, page_of(asset), &bdf);
	return font_text_encode(&bdf, options->text, options->scale, FONT_BLACK, out,
				err);
}

static enum exh_status make(const void *context, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct sci_font_options *options = context;
	const struct exh_sci_font *font = asset->thing;

	switch (file->id) {
	case PART_PNG:
		return make_sheet(font, options->scale, out, err);
	case PART_JSON:
		return make_json(font, asset, options->scale, out, err);
	case PART_BDF:
		make_bdf(font, asset, out);
		return EXH_OK;
	default:
		return make_text(font, asset, options, out, err);
	}
}

static const struct field row_field[] = {
	FIELD(struct sci_font_row, size, "bytes", "size of the asset",
	      .flags = FIELD_OMITTED),
	FIELD(struct sci_font_row, glyphs, NULL, "number of the glyphs"),
	FIELD(struct sci_font_row, line_height, "pixels", "distance of lines"),
	FIELD(struct sci_font_row, widest, "pixels", "width of the widest glyph",
	      .flags = FIELD_OMITTED),
	FIELD(struct sci_font_row, tallest, "pixels", "height of the tallest glyph",
	      .flags = FIELD_OMITTED),
};
const struct fields sci_font_row_fields = FIELDS("font", struct sci_font_row, row_field);

static void describe(const void *context, const struct asset *asset, struct json *object)
{
	const struct exh_sci_font *font = asset->thing;
	struct sci_font_row row = { .glyphs = font->glyph_count,
				    .line_height = font->line_height };

	(void)context;
	measure(font, &row.widest, &row.tallest);
	fields_put(&sci_font_row_fields, &row, object);
}

const struct asset_kind sci_font_kind = {
	.name = "font",
	.family = "sci0",
	.source = &sci_asset_source,
	.code = EXH_SCI_FONT,
	.defaults = &defaults,
	.read = read_font,
	.plan = plan,
	.make = make,
	.describe = describe,
};
