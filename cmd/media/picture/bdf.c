#include "font_files.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>

struct measure {
	size_t glyph_count, width_sum;
	size_t widest, tallest;
	size_t ascent; /* rows above the baseline */
};

/* Returns the rows of a letter that stands on the baseline, without rows at its bottom
 * that have no ink. */
static size_t find_ascent(const struct bdf_font *font, uint8_t *pixels)
{
	static const char standing[] = "HAE0";

	for (const char *c = standing; *c; c++) {
		const struct bdf_glyph *glyph = &font->glyphs[(unsigned char)*c];
		size_t inked_size = (size_t)glyph->width * glyph->height;

		if (!glyph->is_there || !inked_size)
			continue;
		font->draw(font->context, (unsigned char)*c, pixels);
		while (inked_size && pixels[inked_size - 1] != 1)
			inked_size--;
		if (inked_size)
			return (inked_size + glyph->width - 1) / glyph->width;
	}
	return font->height;
}

static void measure_font(const struct bdf_font *font, uint8_t *pixels, struct measure *m)
{
	*m = (struct measure){ .widest = 1, .tallest = font->height };
	for (size_t i = 0; i < BDF_CODES; i++) {
		const struct bdf_glyph *glyph = &font->glyphs[i];

		if (!glyph->is_there)
			continue;
		m->glyph_count++;
		m->width_sum += glyph->width;
		if (m->widest < glyph->width)
			m->widest = glyph->width;
		if (m->tallest < glyph->height)
			m->tallest = glyph->height;
	}
	m->ascent = find_ascent(font, pixels);
}

/* Cleans a font's name: its fields are separated by hyphens, and it must be ASCII. */
static void clean_family(const char *family, char *out, size_t size)
{
	size_t used = 0;

	for (; *family && used + 1 < size; family++)
		out[used++] = *family > ' ' && *family < 0x7f && *family != '-' &&
					      *family != '"'
				      ? *family
				      : ' ';
	out[used] = '\0';
}

static void print_header(const struct bdf_font *font, const struct measure *m,
			 struct exh_writer *out)
{
	const size_t average = m->glyph_count ? m->width_sum * 10 / m->glyph_count : 0;
	const size_t descent = m->ascent < font->height ? font->height - m->ascent : 0;
	char name[64];

	clean_family(font->family, name, sizeof name);
	text_put(out,
		 "STARTFONT 2.1\n"
		 "COMMENT %s\n"
		 "FONT -exhume-%s-Medium-R-Normal--%zu-%zu-72-72-P-%zu-ISO10646-1\n"
		 "SIZE %zu 72 72\n"
		 "FONTBOUNDINGBOX %zu %zu 0 %ld\n",
		 font->comment, name, font->height, font->height * 10, average,
		 font->height, m->widest, m->tallest, (long)m->ascent - (long)m->tallest);
	text_put(out,
		 "STARTPROPERTIES %d\n"
		 "FOUNDRY \"exhume\"\nFAMILY_NAME \"%s\"\nWEIGHT_NAME \"Medium\"\n"
		 "SLANT \"R\"\nSETWIDTH_NAME \"Normal\"\nPIXEL_SIZE %zu\n",
		 font->code_count ? 14 : 11, name, font->height);
	text_put(out,
		 "SPACING \"P\"\nCHARSET_REGISTRY \"ISO10646\"\n"
		 "CHARSET_ENCODING \"1\"\nFONT_ASCENT %zu\nFONT_DESCENT %zu\n",
		 m->ascent, descent);
	if (font->code_count)
		text_put(out,
			 "EXHUME_LINE_HEIGHT %zu\nEXHUME_CODES %zu\nEXHUME_FIRST %zu\n",
			 font->line_height, font->code_count, font->first);
	text_put(out, "ENDPROPERTIES\nCHARS %zu\n", m->glyph_count);
}

/* Prints rows of ink as hexadecimal digits. */
static void print_rows(const struct bdf_glyph *glyph, const uint8_t *pixels,
		       struct exh_writer *out)
{
	for (size_t y = 0; y < glyph->height; y++) {
		for (size_t left = 0; left < glyph->width; left += 8) {
			unsigned bits = 0;

			for (size_t x = left; x < left + 8; x++)
				bits = bits << 1 | (x < glyph->width &&
						    pixels[y * glyph->width + x] == 1);
			text_put(out, "%02X", bits);
		}
		text_put(out, "\n");
	}
}

static void print_glyph(const struct bdf_font *font, unsigned code, size_t ascent,
			uint8_t *pixels, struct exh_writer *out)
{
	const struct bdf_glyph *glyph = &font->glyphs[code];

	font->draw(font->context, code, pixels);
	text_put(out,
		 "STARTCHAR U+%04X\nENCODING %u\nSWIDTH %zu 0\nDWIDTH %u 0\n"
		 "BBX %u %u 0 %ld\nBITMAP\n",
		 glyph->unicode, glyph->unicode, glyph->width * 1000 / font->height,
		 glyph->width, glyph->width, glyph->height,
		 (long)ascent - (long)glyph->height);
	print_rows(glyph, pixels, out);
	text_put(out, "ENDCHAR\n");
}

void bdf_encode(const struct bdf_font *font, struct exh_writer *out)
{
	uint8_t *pixels = mem_alloc(UINT8_MAX, UINT8_MAX);
	struct measure m;

	measure_font(font, pixels, &m);
	print_header(font, &m, out);
	for (unsigned code = 0; code < BDF_CODES; code++)
		if (font->glyphs[code].is_there)
			print_glyph(font, code, m.ascent, pixels, out);
	text_put(out, "ENDFONT\n");
	free(pixels);
}
