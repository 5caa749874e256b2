#include "exhume/sci.h"
#include "exhume/advanced/sci_font.h"

#include "../base/reader.h"
#include "basics.h"

#include <string.h>

enum {
	HEADER_SIZE = 6,
	GLYPH_HEADER_SIZE = 2,
	MAX_GLYPHS = EXH_SCI_FONT_GLYPHS,
	DOS_END = 0x1a,
	MAX_NOTES = 16,
	TABLE_MOST = 0x8000, /* offsets that lie before the last one that can be */
};

static size_t row_size(size_t width)
{
	return (width + 7) / 8;
}

/*
 * Reading.
 */

/* Returns what is wrong with it, or NULL. Offsets are taken as they are, as the
 * interpreter does, even into the table. */
static const char *read_glyph(struct exh_bytes in, struct exh_sci_glyph *out)
{
	struct reader r = { .in = in };

	if (out->offset > in.size)
		return "begins past the end";
	r.pos = out->offset;
	out->width = rd_u8(&r);
	out->height = rd_u8(&r);
	if (r.failed ||
	    !exh_bytes_slice(in, r.pos, row_size(out->width) * out->height, &out->rows))
		return "passes the end";
	return NULL;
}

/* Returns where the last of them ends. */
static size_t read_glyphs(struct exh_bytes in, struct exh_sci_font *out,
			  struct exh_notes *notes)
{
	const size_t table_end = HEADER_SIZE + 2 * out->glyph_count;
	size_t end = table_end;

	for (size_t i = 0; i < out->glyph_count; i++) {
		const size_t at = HEADER_SIZE + 2 * i;
		struct exh_sci_glyph *glyph = &out->glyphs[i];
		const char *wrong;

		glyph->offset = load_u16le(in.data + at);
		wrong = read_glyph(in, glyph);
		if (wrong) {
			exh_note(notes, EXH_DAMAGE, in.base + at,
				 "glyph %zu: it should lie at 0x%x, where it %s", i,
				 glyph->offset, wrong);
			*glyph = (struct exh_sci_glyph){ .offset = glyph->offset };
			continue;
		}
		if (glyph->offset < table_end && glyph->width && glyph->height)
			exh_note(notes, EXH_WARNING, in.base + at,
				 "glyph %zu lies at 0x%x, in the table of offsets", i,
				 glyph->offset);
		if (end < glyph->offset + GLYPH_HEADER_SIZE + glyph->rows.size)
			end = glyph->offset + GLYPH_HEADER_SIZE + glyph->rows.size;
	}
	return end;
}

static void note_rest(struct exh_bytes in, size_t end, struct exh_notes *notes)
{
	if (end < in.size && !(end + 1 == in.size && in.data[end] == DOS_END))
		exh_note(notes, EXH_WARNING, in.base + end,
			 "%zu bytes after the last glyph", in.size - end);
}

enum exh_status exh_sci_font_read(struct exh_bytes in, struct exh_arena *arena,
				  struct exh_sci_font *out, struct exh_notes *notes,
				  struct exh_error *err)
{
	struct reader r = { .in = in };
	bool has_more;
	size_t end;

	*out = (struct exh_sci_font){ 0 };
	out->first = rd_u16le(&r);
	out->glyph_count = rd_u16le(&r);
	out->line_height = rd_u16le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes: a font's header has %d", in.size,
				HEADER_SIZE);
	if (!out->glyph_count || out->glyph_count > TABLE_MOST)
		return exh_fail(err, EXH_INVALID, in.base + 2,
				"%zu glyphs: expected 1 to %d", out->glyph_count,
				MAX_GLYPHS);
	if (2 * out->glyph_count > rd_left(&r))
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"the table of %zu glyphs takes %zu bytes, found %zu",
				out->glyph_count, 2 * out->glyph_count, rd_left(&r));
	has_more = out->glyph_count > MAX_GLYPHS;
	if (has_more) {
		exh_note(notes, EXH_WARNING, in.base + 2,
			 "%zu glyphs, of which the %d that characters can have count",
			 out->glyph_count, MAX_GLYPHS);
		out->glyph_count = MAX_GLYPHS;
	}
	out->glyphs = exh_alloc(arena, out->glyph_count, sizeof *out->glyphs);
	if (!out->glyphs)
		return too_many(arena, out->glyph_count, "glyphs", EXH_NO_OFFSET, err);
	exh_notes_limit(notes, MAX_NOTES);
	end = read_glyphs(in, out, notes);
	if (!has_more)
		note_rest(in, end, notes);
	exh_notes_all(notes);
	return EXH_OK;
}

/*
 * Pixels.
 */

void exh_sci_glyph_decode(const struct exh_sci_glyph *glyph, uint8_t *pixels)
{
	const uint8_t *row = glyph->rows.data;

	for (size_t y = 0; y < glyph->height; y++, row += row_size(glyph->width))
		for (size_t x = 0; x < glyph->width; x++)
			*pixels++ = row[x / 8] >> (7 - x % 8) & 1;
}

bool exh_sci_glyph_encode(const struct exh_image *image, struct exh_arena *arena,
			  struct exh_sci_glyph *out)
{
	const size_t stride = row_size(image->width);
	uint8_t *rows = exh_alloc(arena, image->height, stride);

	if (!rows)
		return false;
	*out = (struct exh_sci_glyph){
		.width = (uint8_t)image->width,
		.height = (uint8_t)image->height,
		.rows = { rows, image->height * stride, 0 },
	};
	for (size_t y = 0; y < image->height; y++)
		for (size_t x = 0; x < image->width; x++)
			if (image->pixels[y * image->width + x])
				rows[y * stride + x / 8] |= (uint8_t)(0x80 >> x % 8);
	return true;
}

/*
 * Writing.
 */

enum exh_status exh_sci_font_write(const struct exh_sci_font *font,
				   struct exh_writer *out, struct exh_error *err)
{
	size_t offset = HEADER_SIZE + 2 * font->glyph_count;

	if (!font->glyph_count || font->glyph_count > MAX_GLYPHS)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu glyphs: a font has 1 to %d", font->glyph_count,
				MAX_GLYPHS);
	exh_write_u16le(out, font->first);
	exh_write_u16le(out, (uint16_t)font->glyph_count);
	exh_write_u16le(out, font->line_height);
	for (size_t i = 0; i < font->glyph_count; i++) {
		if (offset > UINT16_MAX)
			return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
					"glyph %zu: it would lie at 0x%zx, beyond the "
					"last offset, 0xffff",
					i, offset);
		exh_write_u16le(out, (uint16_t)offset);
		offset += GLYPH_HEADER_SIZE + font->glyphs[i].rows.size;
	}
	for (size_t i = 0; i < font->glyph_count; i++) {
		const struct exh_sci_glyph *glyph = &font->glyphs[i];

		exh_write_u8(out, glyph->width);
		exh_write_u8(out, glyph->height);
		exh_write_bytes(out, glyph->rows.data, glyph->rows.size);
	}
	return out->failed ? exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				      "the font does not fit in %zu bytes", out->limit)
			   : EXH_OK;
}
