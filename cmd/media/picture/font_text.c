/* A text in a game's font, as a picture. */
#include "font_files.h"

#include "picture.h"
#include "png.h"
#include "task/memory.h"

#include <exhume/advanced/code_page.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_GLYPH = 255 * 255 };

static const size_t MAX_PIXELS = (size_t)1 << 28;

const struct exh_palette font_palette = {
	.count = 3,
	.colors = { { 0, 0, 0, 255 }, { 255, 255, 255, 255 }, { 0, 0, 0, 0 } },
};

/* Notes a missing glyph; a code without a character is named by the code alone. */
static void note_missing(uint8_t code, const struct exh_code_page *page,
			 struct exh_notes *notes)
{
	struct exh_writer character = { .limit = 16 };

	if (code >= ' ' || font_unicode(page, code) != code)
		exh_code_page_to_utf8(page, (struct exh_bytes){ &code, 1, 0 },
				      EXH_CP437_SCREEN, &character);
	exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
		 "the font has no glyph for code %u, which the text uses%s%.*s%s", code,
		 character.size ? ": '" : "", (int)character.size,
		 character.size ? (const char *)character.data : "",
		 character.size ? "'" : "");
	exh_writer_free(&character);
}

unsigned font_unicode(const struct exh_code_page *page, unsigned code)
{
	enum { ASCII_END = 0x7f, OWN = 0xf000 };
	const unsigned c =
		exh_code_page_to_unicode(page, (uint8_t)code, EXH_CP437_SCREEN);

	if (c == exh_cp437_to_unicode((uint8_t)code, EXH_CP437_SCREEN) &&
	    code <= ASCII_END)
		return code;
	return c ? c : OWN + code;
}

void font_text_note_missing(const struct bdf_font *font, struct exh_bytes text,
			    const struct exh_code_page *page, struct exh_notes *notes)
{
	bool stated[BDF_CODES] = { ['\n'] = true };

	for (size_t i = 0; i < text.size; i++) {
		const uint8_t code = text.data[i];

		if (stated[code] || code < font->code_count ||
		    font->glyphs[code].is_there)
			continue;
		stated[code] = true;
		note_missing(code, page, notes);
	}
}

enum exh_status font_image_make(size_t width, size_t height, uint8_t color,
				struct exh_image *out, struct exh_error *err)
{
	*out = (struct exh_image){ width, height, NULL };
	if (width > MAX_PIXELS || height > MAX_PIXELS ||
	    (uint64_t)width * height > MAX_PIXELS)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a picture of %zux%zu pixels is larger than %zu pixels: "
				"use a smaller scale",
				width, height, MAX_PIXELS);
	out->pixels = mem_alloc(width, height);
	memset(out->pixels, color, width * height);
	return EXH_OK;
}

struct pen {
	const struct bdf_font *font;
	struct exh_bytes text;
	size_t x, y, width, height; /* position; size of the text so far */
};

/* Moves past the next code. *glyph: its glyph; NULL for a missing one and at the end of a
 * line. False at the end of the text. */
static bool next_glyph(struct pen *pen, size_t *i, const struct bdf_glyph **glyph)
{
	uint8_t code;

	*glyph = NULL;
	if (*i == pen->text.size)
		return false;
	code = pen->text.data[(*i)++];
	if (code == '\n') {
		pen->x = 0;
		pen->y += pen->font->line_height;
		return true;
	}
	if (pen->font->glyphs[code].is_there)
		*glyph = &pen->font->glyphs[code];
	return true;
}

static void measure_text(struct pen *pen)
{
	const struct bdf_glyph *glyph;
	size_t i = 0;

	pen->width = pen->height = 1;
	do {
		if (pen->height < pen->y + pen->font->line_height)
			pen->height = pen->y + pen->font->line_height;
		if (!next_glyph(pen, &i, &glyph))
			break;
		if (!glyph)
			continue;
		pen->x += glyph->width;
		if (pen->width < pen->x)
			pen->width = pen->x;
		if (pen->height < pen->y + glyph->height)
			pen->height = pen->y + glyph->height;
	} while (true);
	pen->x = pen->y = 0;
}

/* Draws all but paper, since a tall glyph may reach into the line below. */
static void draw_glyph(const struct pen *pen, const struct bdf_glyph *glyph,
		       unsigned scale, uint8_t paper, struct exh_image *onto)
{
	uint8_t pixels[MAX_GLYPH];

	pen->font->draw(pen->font->context, (unsigned)(glyph - pen->font->glyphs),
			pixels);
	for (size_t y = 0; y < glyph->height; y++)
		for (size_t x = 0; x < glyph->width; x++) {
			const uint8_t color = pixels[y * glyph->width + x];

			if (color != paper)
				image_fill(onto, (pen->x + x) * scale,
					   (pen->y + y) * scale, scale, scale, color);
		}
}

enum exh_status font_text_encode(const struct bdf_font *font, struct exh_bytes text,
				 unsigned scale, enum font_color paper,
				 struct exh_writer *out, struct exh_error *err)
{
	struct pen pen = { .font = font, .text = text };
	const struct bdf_glyph *glyph;
	struct exh_image image;
	enum exh_status status;

	measure_text(&pen);
	status = font_image_make(pen.width * scale, pen.height * scale, (uint8_t)paper,
				 &image, err);
	for (size_t i = 0; !status && next_glyph(&pen, &i, &glyph);) {
		if (!glyph)
			continue;
		draw_glyph(&pen, glyph, scale, (uint8_t)paper, &image);
		pen.x += glyph->width;
	}
	if (!status)
		status = png_encode(&image, &font_palette, out, err);
	free(image.pixels);
	return status;
}
