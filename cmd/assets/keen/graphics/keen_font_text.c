/* A text in a font of an archive. */
#include "graphics.h"

#include "media/picture/font_files.h"
#include "task/outputs.h"

#include <exhume/keen.h>

enum { PNG_LIMIT = 256 << 20 /* bytes */ };

/* Pixels of masked fonts that keep the background are clear. */
static void draw_glyph(const void *context, unsigned code, uint8_t *pixels)
{
	const struct exh_keen_font *font = context;

	exh_keen_glyph_decode(font, code, pixels);
	for (size_t i = 0; i < font->glyphs[code].width * font->height; i++)
		if (pixels[i] & EXH_KEEN_MASKED)
			pixels[i] = FONT_CLEAR;
}

/* The chunk of a font, counted over both classes; NULL: there are only *count. */
static const struct exh_keen_chunk *find(const struct keen_archive *keen, size_t which,
					 size_t *count)
{
	const struct exh_keen_graphics *graphics = &keen->graphics;

	*count = 0;
	for (size_t i = 0; i < graphics->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &graphics->chunks[i];

		if ((chunk->class_id == EXH_KEEN_FONT ||
		     chunk->class_id == EXH_KEEN_FONTM) &&
		    (*count)++ == which)
			return chunk;
	}
	return NULL;
}

static enum exh_status draw(const struct exh_keen_font *font,
			    const struct egagrab_request *request,
			    struct exh_notes *notes, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct exh_bytes text = exh_writer_bytes(&request->text_bytes);
	struct bdf_font bdf = { .draw = draw_glyph, .context = font };

	keen_font_to_bdf(font, &bdf);
	bdf.line_height = font->height;
	font_text_note_missing(&bdf, text, NULL, notes);
	return font_text_encode(&bdf, text, request->scale,
				font->masked ? FONT_CLEAR : FONT_BLACK, out, err);
}

static void draw_chunk(const struct egagrab_request *request,
		       const struct keen_archive *keen,
		       const struct exh_keen_chunk *chunk, const char *output,
		       struct report *report)
{
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = PNG_LIMIT };
	struct exh_keen_font font;
	struct exh_error err;
	enum exh_status status = exh_keen_font_open(
		chunk->expanded, exh_keen_class_is_masked(chunk->class_id), &font, &notes,
		&err);

	if (status)
		err.offset = chunk->place.offset;
	else
		status = draw(&font, request, &notes, &out, &err);
	report_notes(report, keen->path, &notes);
	output_write_encoded(report, output, status, &out, &err);
	exh_arena_free(&arena);
}

static void draw_in(const struct egagrab_request *request,
		    const struct keen_archive *keen, const char *output,
		    struct report *report)
{
	size_t count;
	const struct exh_keen_chunk *chunk =
		find(keen, (size_t)request->font.value, &count);

	if (!chunk)
		report_error(report, keen->path, EXH_NO_OFFSET,
			     "no font %d: the archive has %zu, counted from 0",
			     (int)request->font.value, count);
	else if (!chunk->expanded.data)
		report_error(report, keen->path, chunk->place.offset,
			     "font %d is missing or damaged", (int)request->font.value);
	else
		draw_chunk(request, keen, chunk, output, report);
}

void egagrab_draw_text(void *context, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	const struct egagrab_request *request = context;
	struct keen_archive keen;

	result_output(result, output);
	if (keen_archive_open(&keen, input, &request->tables, report)) {
		if (keen.layout_origin == LAYOUT_NONE)
			egagrab_report_unknown(request, &keen, report);
		else
			draw_in(request, &keen, output, report);
	}
	keen_archive_free(&keen);
}
