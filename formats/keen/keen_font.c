#include "exhume/keen.h"
#include "exhume/advanced/keen.h"

#include "../base/reader.h"

enum {
	FONT_HEADER = 2 + 256 * 2 + 256,
	MAX_HEIGHT = 255, /* pixels; more than the screen has */
};

static size_t row_size(size_t width)
{
	return (width + 7) / 8;
}

enum exh_status exh_keen_font_open(struct exh_bytes chunk, bool masked,
				   struct exh_keen_font *out, struct exh_notes *notes,
				   struct exh_error *err)
{
	struct reader r = { .in = chunk };
	int height;

	*out = (struct exh_keen_font){ .masked = masked, .chunk = chunk };
	height = rd_i16le(&r);
	for (size_t i = 0; i < 256; i++)
		out->glyphs[i].location = rd_u16le(&r);
	for (size_t i = 0; i < 256; i++)
		out->glyphs[i].width = rd_u8(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, chunk.base,
				"%zu bytes, a font has at least %d", chunk.size,
				FONT_HEADER);
	if (height < 1 || height > MAX_HEIGHT)
		return exh_fail(err, EXH_INVALID, chunk.base,
				"a font of height %d, expected 1 to %d", height,
				MAX_HEIGHT);
	out->height = (size_t)height;
	for (size_t i = 0; i < 256; i++) {
		struct exh_keen_glyph *glyph = &out->glyphs[i];
		const size_t size = row_size(glyph->width) * out->height * (1U + masked);
		struct exh_bytes rows;

		if (!glyph->width ||
		    (glyph->location >= FONT_HEADER &&
		     exh_bytes_slice(chunk, glyph->location, size, &rows)))
			continue;
		exh_note(notes, EXH_DAMAGE, chunk.base,
			 "glyph %zu: %zu bytes at %u lie outside the font, %d to %zu", i,
			 size, glyph->location, FONT_HEADER, chunk.size);
		glyph->width = 0;
	}
	return EXH_OK;
}

void exh_keen_glyph_decode(const struct exh_keen_font *font, unsigned code,
			   uint8_t *pixels)
{
	const struct exh_keen_glyph *glyph = &font->glyphs[code];
	const size_t stride = row_size(glyph->width);
	const uint8_t *mask = font->chunk.data + glyph->location;
	const uint8_t *rows = font->masked ? mask + stride * font->height : mask;

	for (size_t y = 0; y < font->height; y++) {
		for (size_t x = 0; x < glyph->width; x++) {
			const size_t at = y * stride + x / 8;
			const unsigned shift = 7 - x % 8;

			*pixels = rows[at] >> shift & 1;
			if (font->masked && (mask[at] >> shift & 1))
				*pixels |= EXH_KEEN_MASKED;
			pixels++;
		}
	}
}

static void encode_rows(const struct exh_image *glyph, unsigned shift,
			struct exh_writer *out)
{
	for (size_t y = 0; y < glyph->height; y++) {
		const uint8_t *row = glyph->pixels + y * glyph->width;

		for (size_t left = 0; left < glyph->width; left += 8) {
			unsigned bits = 0;

			for (size_t x = left; x < left + 8; x++)
				bits = bits << 1 |
				       (x < glyph->width ? row[x] >> shift & 1U : 0);
			exh_write_u8(out, (uint8_t)bits);
		}
	}
}

enum exh_status exh_keen_font_encode(const struct exh_image glyphs[256], size_t height,
				     bool masked, struct exh_writer *out,
				     struct exh_error *err)
{
	size_t location = FONT_HEADER;

	if (!height || height > MAX_HEIGHT)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"height %zu, expected 1 to %d", height, MAX_HEIGHT);
	exh_write_u16le(out, (uint16_t)height);
	for (size_t i = 0; i < 256; i++) {
		const struct exh_image *glyph = &glyphs[i];

		if (glyph->pixels && (glyph->width > 255 || glyph->height != height))
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"glyph %zu: %zux%zu pixels, expected at most "
					"255x%zu",
					i, glyph->width, glyph->height, height);
		exh_write_u16le(out, glyph->pixels ? (uint16_t)location : 0);
		if (glyph->pixels)
			location += row_size(glyph->width) * height * (1U + masked);
		if (location > UINT16_MAX)
			return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
					"glyph %zu: the font passes 64 KiB", i);
	}
	for (size_t i = 0; i < 256; i++)
		exh_write_u8(out, glyphs[i].pixels ? (uint8_t)glyphs[i].width : 0);
	for (size_t i = 0; i < 256; i++) {
		if (glyphs[i].pixels && masked)
			encode_rows(&glyphs[i], 4, out);
		if (glyphs[i].pixels)
			encode_rows(&glyphs[i], 0, out);
	}
	if (out->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return EXH_OK;
}
