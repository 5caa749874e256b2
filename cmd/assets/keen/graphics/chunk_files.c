/* Fonts and binary chunks out of what egagrab writes of them. */
#include "graphics.h"

#include "media/picture/font_files.h"
#include "task/file.h"
#include "task/memory.h"
#include "task/text.h"

#include <exhume/keen.h>

#include <stdlib.h>
#include <string.h>

enum {
	NOTES_LIMIT = 1 << 20, /* bytes */
	BDF_LIMIT = 16 << 20,  /* bytes */
	FONT_LIMIT = 64 << 20, /* bytes of a chunk */
	TEXT_LIMIT = 16 << 20, /* bytes of a file */
};

/*
 * Fonts.
 */

enum exh_status font_read(const char *picture, const char *json, bool masked,
			  bool quantize, unsigned scale, struct exh_writer *out,
			  const char **culprit, struct exh_error *err)
{
	const struct font_sheet_rules rules = { .quantize = quantize,
						.masked = masked,
						.scale = scale };
	struct font_sheet sheet;
	enum exh_status status =
		font_sheet_read(picture, json, &rules, &sheet, culprit, err);
	size_t height = 0;

	for (size_t i = 0; i < FONT_CODES && !height; i++)
		height = sheet.glyphs[i].height;
	if (!status)
		status = exh_keen_font_encode(sheet.glyphs, height, masked, out, err);
	font_sheet_free(&sheet);
	return status;
}

/* Glyphs lower than the line get rows without ink at the bottom. */
static enum exh_status fill_line(struct exh_image *glyph, size_t height, unsigned code,
				 struct exh_error *err)
{
	uint8_t *pixels;

	if (!glyph->pixels || glyph->height == height)
		return EXH_OK;
	if (glyph->height > height)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"glyph %u is %zu pixels high, the line %zu", code,
				glyph->height, height);
	pixels = mem_alloc(height, glyph->width);
	memcpy(pixels, glyph->pixels, glyph->width * glyph->height);
	free(glyph->pixels);
	glyph->pixels = pixels;
	glyph->height = height;
	return EXH_OK;
}

enum exh_status font_read_bdf(const char *path, struct exh_writer *out,
			      const char **warning, struct exh_error *err)
{
	struct exh_arena arena = { .limit = NOTES_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct bdf_read_font font;
	struct file file;
	enum exh_status status = file_read(path, BDF_LIMIT, &file, err);

	if (status)
		return status;
	status = bdf_decode(file_bytes(&file), NULL, true, &font, &notes, err);
	free(file.data);
	for (unsigned code = 0; code < BDF_CODES && !status; code++)
		status = fill_line(&font.glyphs[code], font.line_height, code, err);
	if (!status)
		status = exh_keen_font_encode(font.glyphs, font.line_height, false, out,
					      err);
	if (notes.warning_count || notes.damage_count)
		*warning = "its BDF lacks printable characters of ASCII, or has ink or "
			   "characters that the font can't hold: they are left out";
	bdf_free(&font);
	exh_arena_free(&arena);
	return status;
}

void font_keep_raw(struct exh_bytes raw, bool masked, struct exh_writer *drawn)
{
	struct exh_writer again = { .limit = FONT_LIMIT };
	struct exh_keen_font font;

	if (exh_keen_font_open(raw, masked, &font, NULL, NULL) == EXH_OK &&
	    keen_font_redraw(&font, &again) && again.size &&
	    bytes_are_same(exh_writer_bytes(&again), exh_writer_bytes(drawn))) {
		drawn->size = 0;
		exh_write_bytes(drawn, raw.data, raw.size);
	}
	exh_writer_free(&again);
}

/*
 * Texts and scripts.
 */

static enum exh_status take_script(const struct binary_files *files,
				   const struct file *script, struct exh_writer *out,
				   struct exh_error *err)
{
	struct exh_writer rendered = { .limit = TEXT_LIMIT };
	enum exh_status status = EXH_OK;

	if (exh_keen_demo_render(files->bytes, &rendered, NULL) ||
	    !bytes_are_same(file_bytes(script), exh_writer_bytes(&rendered)))
		status = exh_keen_demo_parse(file_bytes(script), files->bytes, out, err);
	exh_writer_free(&rendered);
	return status;
}

static enum exh_status take_text(const struct binary_files *files,
				 const struct file *text, struct exh_writer *out,
				 const char **warning, struct exh_error *err)
{
	struct exh_writer rendered = { .limit = TEXT_LIMIT };
	enum exh_status status = EXH_OK;
	size_t lost = 0;

	if (!files->bytes.size)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a text without the .bin file that it was made from");
	exh_keen_text_render(files->bytes, files->layout, &rendered);
	if (!bytes_are_same(file_bytes(text), exh_writer_bytes(&rendered)))
		status = exh_keen_text_merge(files->bytes, files->layout,
					     file_bytes(text), out, &lost, err);
	if (lost)
		*warning = "colours within edited lines of its text are lost";
	exh_writer_free(&rendered);
	return status;
}

enum exh_status binary_read_edits(const struct binary_files *files,
				  struct exh_writer *out, const char **warning,
				  const char **culprit, struct exh_error *err)
{
	const bool is_script = file_exists(files->script);
	struct file file;
	enum exh_status status;

	*culprit = is_script ? files->script : files->text;
	if (!file_exists(*culprit))
		return EXH_OK;
	status = file_read(*culprit, TEXT_LIMIT, &file, err);
	if (status)
		return status;
	status = is_script ? take_script(files, &file, out, err)
			   : take_text(files, &file, out, warning, err);
	free(file.data);
	return status;
}
