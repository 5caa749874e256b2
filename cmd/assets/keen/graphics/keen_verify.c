#include "graphics.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

static bool are_the_bytes(const struct exh_writer *again, struct exh_bytes in)
{
	mem_check(again);
	return bytes_are_same(exh_writer_bytes(again), in);
}

bool keen_picture_is_whole(const struct exh_keen_graphics *graphics,
			   const struct picture *picture)
{
	struct exh_writer again = { .limit = SIZE_MAX };
	struct exh_keen_bitmap bitmap;
	const bool whole =
		exh_keen_bitmap_open(graphics, picture->chunk_number, picture->part,
				     &bitmap, NULL) == EXH_OK &&
		exh_keen_bitmap_encode(&picture->image, bitmap.video, bitmap.masked,
				       &again, NULL) == EXH_OK &&
		are_the_bytes(&again, bitmap.data);

	exh_writer_free(&again);
	return whole;
}

/* The glyph as its picture has it: what is transparent has no colour. */
static void draw_glyph(const struct exh_keen_font *font, unsigned code,
		       struct exh_image *glyph)
{
	const size_t width = font->glyphs[code].width;

	if (!width)
		return;
	*glyph =
		(struct exh_image){ width, font->height, mem_alloc(width, font->height) };
	exh_keen_glyph_decode(font, code, glyph->pixels);
	for (size_t i = 0; i < width * font->height; i++)
		if (glyph->pixels[i] & EXH_KEEN_MASKED)
			glyph->pixels[i] = EXH_KEEN_MASKED;
}

bool keen_font_redraw(const struct exh_keen_font *font, struct exh_writer *out)
{
	struct exh_image glyphs[256] = { 0 };
	bool good;

	for (unsigned code = 0; code < 256; code++)
		draw_glyph(font, code, &glyphs[code]);
	good = exh_keen_font_encode(glyphs, font->height, font->masked, out, NULL) ==
	       EXH_OK;
	for (unsigned code = 0; code < 256; code++)
		free(glyphs[code].pixels);
	return good;
}

bool keen_font_has_glyphs(const struct exh_keen_font *font)
{
	for (unsigned code = 0; code < 256; code++)
		if (font->glyphs[code].width)
			return true;
	return false;
}

bool keen_font_is_whole(const struct exh_keen_font *font)
{
	struct exh_writer again = { .limit = SIZE_MAX };
	const bool whole =
		keen_font_redraw(font, &again) && are_the_bytes(&again, font->chunk);

	exh_writer_free(&again);
	return whole;
}

bool keen_bitmap_shows(struct exh_bytes raw, const struct exh_keen_bitmap *shape,
		       const struct exh_image *image, bool exact)
{
	struct exh_keen_bitmap bitmap = *shape;
	uint8_t *pixels = mem_alloc(image->width, image->height);
	bool same = true;

	bitmap.data = raw;
	exh_keen_bitmap_decode(&bitmap, pixels);
	for (size_t i = 0; i < image->width * image->height && same; i++)
		same = pixels[i] == image->pixels[i] ||
		       (!exact && pixels[i] & EXH_KEEN_MASKED &&
			image->pixels[i] & EXH_KEEN_MASKED);
	free(pixels);
	return same;
}
