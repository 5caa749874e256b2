/* Any bytes as a font. What is read without damage is written, read and written again:
 * the same bytes, and the same glyphs. */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/sci.h"
#include "exhume/advanced/sci_font.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 24, MAX_GLYPH = 255 * 255 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_glyph(const struct exh_sci_glyph *glyph)
{
	static _Thread_local uint8_t pixels[MAX_GLYPH + 1];
	const size_t count = (size_t)glyph->width * glyph->height;
	const struct exh_image image = { glyph->width, glyph->height, pixels };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_glyph again;

	pixels[count] = 0xee;
	exh_sci_glyph_decode(glyph, pixels);
	assert(pixels[count] == 0xee);
	for (size_t i = 0; i < count; i++)
		assert(pixels[i] <= 1);
	assert(exh_sci_glyph_encode(&image, &arena, &again));
	assert(again.rows.size == glyph->rows.size);
	/* Except for bits beyond the width. */
	for (size_t i = 0; i < again.rows.size; i++)
		assert((again.rows.data[i] & ~glyph->rows.data[i]) == 0);
	exh_arena_free(&arena);
}

static void check_same(const struct exh_sci_font *font, const struct exh_sci_font *again)
{
	assert(again->first == font->first && again->line_height == font->line_height);
	assert(again->glyph_count == font->glyph_count);
	for (size_t i = 0; i < font->glyph_count; i++) {
		const struct exh_sci_glyph *a = &font->glyphs[i], *b = &again->glyphs[i];

		assert(a->width == b->width && a->height == b->height);
		assert(a->rows.size == b->rows.size &&
		       (!a->rows.size ||
			!memcmp(a->rows.data, b->rows.data, a->rows.size)));
	}
}

static void check_writing(const struct exh_sci_font *font)
{
	struct exh_writer out = { .limit = MEMORY };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_font again;
	struct exh_error err;
	const enum exh_status status = exh_sci_font_write(font, &out, &err);

	/* Glyphs that overlap may need more room than offsets have. */
	assert(!status || status == EXH_LIMIT);
	if (!status) {
		assert(!exh_sci_font_read(exh_writer_bytes(&out), &arena, &again, &notes,
					  &err));
		assert(!notes.first);
		check_same(font, &again);
	}
	exh_arena_free(&arena);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_font font;
	struct exh_error err;

	if (exh_sci_font_read(in, &arena, &font, &notes, &err) == EXH_OK) {
		assert(font.glyph_count >= 1 && font.glyph_count <= 256);
		for (size_t i = 0; i < font.glyph_count; i++)
			check_glyph(&font.glyphs[i]);
		check_writing(&font);
	} else {
		assert(err.text[0] && err.offset <= in.size);
	}
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
