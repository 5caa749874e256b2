/*
 * Each glyph of a font can be drawn, and encoding them gives the same font.
 *
 * Input:  a byte: the font is masked if it is odd
 *         the rest is the chunk
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/keen.h"
#include "exhume/advanced/keen.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void decode_glyph(const struct exh_keen_font *font, unsigned code,
			 struct exh_image *out)
{
	const unsigned allowed = font->masked ? 1U | (unsigned)EXH_KEEN_MASKED : 1;
	const size_t count = font->glyphs[code].width * font->height;

	*out = (struct exh_image){ font->glyphs[code].width, font->height, NULL };
	if (!count)
		return;
	out->pixels = malloc(count);
	assert(out->pixels);
	exh_keen_glyph_decode(font, code, out->pixels);
	for (size_t i = 0; i < count; i++)
		assert((out->pixels[i] & ~allowed) == 0);
}

static void check_encoded(const struct exh_image glyphs[256],
			  const struct exh_keen_font *like, struct exh_bytes chunk)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_font font;

	assert(exh_keen_font_open(chunk, like->masked, &font, &notes, NULL) == EXH_OK);
	assert(!notes.first);
	assert(font.height == like->height);
	for (unsigned code = 0; code < 256; code++) {
		struct exh_image glyph;

		decode_glyph(&font, code, &glyph);
		assert(glyph.width == glyphs[code].width);
		assert(!glyph.width || memcmp(glyph.pixels, glyphs[code].pixels,
					      glyph.width * glyph.height) == 0);
		free(glyph.pixels);
	}
	exh_arena_free(&arena);
}

static void check_font(const struct exh_keen_font *font)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_image glyphs[256];
	enum exh_status status;

	for (unsigned code = 0; code < 256; code++)
		decode_glyph(font, code, &glyphs[code]);
	/* Glyphs that shared their rows take more room now: perhaps too much. */
	status = exh_keen_font_encode(glyphs, font->height, font->masked, &out, NULL);
	assert(status == EXH_OK || status == EXH_LIMIT);
	if (status == EXH_OK)
		check_encoded(glyphs, font, (struct exh_bytes){ out.data, out.size, 0 });
	for (unsigned code = 0; code < 256; code++)
		free(glyphs[code].pixels);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_font font;
	uint8_t *tight;

	if (!size)
		return 0;
	tight = malloc(size - 1 ? size - 1 : 1);
	assert(tight);
	memcpy(tight, data + 1, size - 1);
	if (exh_keen_font_open((struct exh_bytes){ tight, size - 1, 0 }, data[0] % 2,
			       &font, &notes, NULL) == EXH_OK)
		check_font(&font);
	exh_arena_free(&arena);
	free(tight);
	return 0;
}
