#include "assets/sci/sci.h"

#include "media/picture/font_files.h"
#include "task/memory.h"

#include <exhume/advanced/sci_font.h>
#include <exhume/sci.h>

#include <stdlib.h>

enum { FONT_LIMIT = 1 << 25, MEMORY = 1 << 25, BDF_LIMIT = 1 << 26 };

/* Takes glyphs by code; missing ones are empty. */
static void take_glyphs(const struct exh_image glyphs[FONT_CODES],
			struct exh_arena *arena, struct exh_sci_font *font)
{
	for (size_t i = 0; i < FONT_CODES; i++)
		if (glyphs[i].pixels && font->glyph_count <= i)
			font->glyph_count = i + 1;
	font->glyphs = mem_arena(arena, FONT_CODES, sizeof *font->glyphs);
	for (size_t i = 0; i < FONT_CODES; i++)
		if (glyphs[i].pixels &&
		    !exh_sci_glyph_encode(&glyphs[i], arena, &font->glyphs[i]))
			mem_end();
}

static enum exh_status take_numbers(const struct font_sheet *sheet,
				    struct exh_sci_font *font, struct exh_error *err)
{
	const struct json *object = json_get(sheet->root, "font");
	struct json_reading r = { .err = err };

	if (!json_is_map(object))
		return json_wrong(err, "font", "an object with line_height");
	*font = (struct exh_sci_font){ 0 };
	fields_read(&r, &sci_font_fields, object, font);
	return r.status;
}

static enum exh_status write_font(const struct exh_image glyphs[FONT_CODES],
				  struct exh_writer *out, struct exh_sci_font *font,
				  struct exh_error *err)
{
	struct exh_arena arena = { .limit = MEMORY };
	enum exh_status status;

	take_glyphs(glyphs, &arena, font);
	status = exh_sci_font_write(font, out, err);
	exh_arena_free(&arena);
	return status;
}

static enum exh_status make_font(const struct font_sheet *sheet, struct exh_writer *out,
				 struct exh_sci_font *font, struct exh_error *err)
{
	const enum exh_status status = take_numbers(sheet, font, err);

	return status ? status : write_font(sheet->glyphs, out, font, err);
}

static void finish(const struct sci_font_pack_options *request,
		   const struct exh_sci_font *font, const struct exh_writer *out,
		   const char *input, const char *output, struct report *report,
		   struct json *result)
{
	if (!sci_resource_write(exh_writer_bytes(out), EXH_SCI_FONT, request->bare, input,
				output, report, result))
		return;
	fields_put(&sci_font_row_fields,
		   &(struct sci_font_row){ .size = out->size,
					   .glyphs = font->glyph_count,
					   .line_height = font->line_height },
		   result);
}

/* Packs a sheet. input is one of its two files; the other is beside it. */
static void pack_files(const struct sci_font_pack_options *request, const char *picture,
		       const char *json, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	const struct font_sheet_rules rules = { .quantize = request->quantize,
						.may_be_empty = true };
	struct exh_writer out = { .limit = FONT_LIMIT };
	struct exh_sci_font font = { 0 };
	struct font_sheet sheet;
	const char *culprit;
	struct exh_error err;

	if (font_sheet_read(picture, json, &rules, &sheet, &culprit, &err)) {
		report_failure(report, culprit, &err);
	} else if (make_font(&sheet, &out, &font, &err)) {
		report_failure(report, json, &err);
	} else {
		finish(request, &font, &out, input, output, report, result);
	}
	font_sheet_free(&sheet);
	exh_writer_free(&out);
}

static enum exh_status make_of_bdf(struct exh_bytes text,
				   const struct exh_code_page *page,
				   struct exh_notes *notes, struct exh_writer *out,
				   struct exh_sci_font *font, struct exh_error *err)
{
	struct bdf_read_font bdf;
	enum exh_status status = bdf_decode(text, page, false, &bdf, notes, err);

	*font = (struct exh_sci_font){ .first = (uint16_t)bdf.first,
				       .line_height = (uint16_t)bdf.line_height,
				       .glyph_count = bdf.code_count };
	if (!status)
		status = write_font(bdf.glyphs, out, font, err);
	bdf_free(&bdf);
	return status;
}

static void pack_bdf(const struct sci_font_pack_options *request, const char *input,
		     const char *output, struct report *report, struct json *result)
{
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = FONT_LIMIT };
	struct exh_sci_font font = { 0 };
	struct exh_error err;
	struct file file;

	if (!report_read(report, input, BDF_LIMIT, &file))
		return;
	if (make_of_bdf(file_bytes(&file), text_page(report->common->encoding), &notes,
			&out, &font, &err)) {
		report_failure(report, input, &err);
	} else {
		report_notes(report, input, &notes);
		if (!report->failed)
			finish(request, &font, &out, input, output, report, result);
	}
	exh_writer_free(&out);
	exh_arena_free(&arena);
	free(file.data);
}

void sci_font_pack(const void *context, const char *input, const char *output,
		   struct report *report, struct json *result)
{
	const bool is_picture = file_has_ending(input, ".png");
	char *other = file_with_ending(input, NULL, is_picture ? ".json" : ".png");

	if (file_has_ending(input, ".bdf"))
		pack_bdf(context, input, output, report, result);
	else if (!is_picture && !file_has_ending(input, ".json"))
		report_error(report, input, EXH_NO_OFFSET,
			     "neither a .bdf, nor a .png or a .json; a font's sheet "
			     "consists of these two");
	else
		pack_files(context, is_picture ? input : other,
			   is_picture ? other : input, input, output, report, result);
	free(other);
}
