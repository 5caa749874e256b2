/*
 * Any text as a BDF font. An accepted font is written and read again, and has the same
 * glyphs.
 *
 * Input: a byte, bit 0: codes are kept as they are; then the text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "font_files.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void draw(const void *context, unsigned code, uint8_t *pixels)
{
	const struct bdf_read_font *font = context;
	const struct exh_image *image = &font->glyphs[code];

	memcpy(pixels, image->pixels, image->width * image->height);
}

static void check_glyphs(const struct bdf_read_font *font)
{
	for (size_t i = 0; i < BDF_CODES; i++) {
		const struct exh_image *image = &font->glyphs[i];

		assert(!image->pixels || i < font->code_count);
		assert(image->width <= 255 && image->height <= 255);
		for (size_t k = 0; image->pixels && k < image->width * image->height; k++)
			assert(image->pixels[k] <= 1);
	}
}

static void check_same(const struct bdf_read_font *one, const struct bdf_read_font *other)
{
	assert(one->line_height == other->line_height && one->first == other->first &&
	       one->code_count == other->code_count);
	for (size_t i = 0; i < BDF_CODES; i++) {
		const struct exh_image *a = &one->glyphs[i], *b = &other->glyphs[i];

		assert(a->width == b->width && a->height == b->height &&
		       !a->pixels == !b->pixels);
		assert(!a->pixels ||
		       memcmp(a->pixels, b->pixels, a->width * a->height) == 0);
	}
}

static void check_again(const struct bdf_read_font *font)
{
	struct exh_writer out = { .limit = (size_t)1 << 28 };
	struct bdf_read_font again;
	struct bdf_font bdf = { .family = "fuzz",
				.comment = "",
				.height = font->line_height ? font->line_height : 1,
				.line_height = font->line_height,
				.code_count = font->code_count,
				.first = font->first,
				.draw = draw,
				.context = font };

	for (size_t i = 0; i < BDF_CODES; i++)
		if (font->glyphs[i].pixels)
			bdf.glyphs[i] = (struct bdf_glyph){
				.is_there = true,
				.width = (uint8_t)font->glyphs[i].width,
				.height = (uint8_t)font->glyphs[i].height,
				.unicode = (uint16_t)i,
			};
	bdf_encode(&bdf, &out);
	assert(!out.failed);
	assert(!bdf_decode(exh_writer_bytes(&out), NULL, true, &again, NULL, NULL));
	check_same(font, &again);
	bdf_free(&again);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_error err = { 0 };
	struct bdf_read_font font;

	if (!size)
		return 0;
	if (bdf_decode((struct exh_bytes){ data + 1, size - 1, 0 }, NULL, *data & 1,
		       &font, NULL, &err)) {
		assert(err.status && err.text[0]);
	} else {
		check_glyphs(&font);
		check_again(&font);
	}
	bdf_free(&font);
	return 0;
}
