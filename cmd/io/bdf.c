#include "bdf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct measure {
	size_t glyph_count, width_sum, widest;
	size_t descent; /* rows below the baseline */
};

static void print(struct exh_writer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void print(struct exh_writer *out, const char *format, ...)
{
	char line[256];
	va_list args;
	int size;

	va_start(args, format);
	size = vsnprintf(line, sizeof line, format, args);
	va_end(args);
	if (size > 0)
		exh_write_bytes(out, line, strlen(line));
}

static bool is_ink(uint8_t pixel)
{
	return pixel == 1;
}

/* Rows without ink at the bottom of a letter that stands on the baseline. */
static size_t find_descent(const struct exh_keen_font *font, uint8_t *pixels)
{
	static const char standing[] = "HAE0";

	for (const char *c = standing; *c; c++) {
		const size_t width = font->glyphs[(unsigned char)*c].width;
		size_t inked_size = width * font->height;

		if (!width)
			continue;
		exh_keen_glyph_decode(font, (unsigned char)*c, pixels);
		while (inked_size && !is_ink(pixels[inked_size - 1]))
			inked_size--;
		if (inked_size)
			return font->height - (inked_size + width - 1) / width;
	}
	return 0;
}

static void measure_font(const struct exh_keen_font *font, uint8_t *pixels,
			 struct measure *m)
{
	*m = (struct measure){ .widest = 1 };
	for (size_t i = 0; i < 256; i++) {
		const size_t width = font->glyphs[i].width;

		m->glyph_count += width != 0;
		m->width_sum += width;
		if (m->widest < width)
			m->widest = width;
	}
	m->descent = find_descent(font, pixels);
}

/* The fields of a font's name are parted by hyphens, and it is all ASCII. */
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

static void print_header(const struct exh_keen_font *font, const char *family,
			 const struct measure *m, struct exh_writer *out)
{
	const size_t average = m->glyph_count ? m->width_sum * 10 / m->glyph_count : 0;
	char name[64];

	clean_family(family, name, sizeof name);
	print(out,
	      "STARTFONT 2.1\n"
	      "COMMENT Codes below 128 are ASCII, those above are the game's own "
	      "symbols.\n"
	      "FONT -exhume-%s-Medium-R-Normal--%zu-%zu-72-72-P-%zu-ISO10646-1\n"
	      "SIZE %zu 72 72\n"
	      "FONTBOUNDINGBOX %zu %zu 0 -%zu\n",
	      name, font->height, font->height * 10, average, font->height, m->widest,
	      font->height, m->descent);
	print(out,
	      "STARTPROPERTIES 11\n"
	      "FOUNDRY \"exhume\"\nFAMILY_NAME \"%s\"\nWEIGHT_NAME \"Medium\"\n"
	      "SLANT \"R\"\nSETWIDTH_NAME \"Normal\"\nPIXEL_SIZE %zu\n",
	      name, font->height);
	print(out,
	      "SPACING \"P\"\nCHARSET_REGISTRY \"ISO10646\"\nCHARSET_ENCODING \"1\"\n"
	      "FONT_ASCENT %zu\nFONT_DESCENT %zu\nENDPROPERTIES\nCHARS %zu\n",
	      font->height - m->descent, m->descent, m->glyph_count);
}

static void print_glyph(const struct exh_keen_font *font, unsigned code, size_t descent,
			uint8_t *pixels, struct exh_writer *out)
{
	const size_t width = font->glyphs[code].width;

	exh_keen_glyph_decode(font, code, pixels);
	print(out,
	      "STARTCHAR U+%04X\nENCODING %u\nSWIDTH %zu 0\nDWIDTH %zu 0\n"
	      "BBX %zu %zu 0 -%zu\nBITMAP\n",
	      code, code, width * 1000 / font->height, width, width, font->height,
	      descent);
	for (size_t y = 0; y < font->height; y++) {
		for (size_t left = 0; left < width; left += 8) {
			unsigned bits = 0;

			for (size_t x = left; x < left + 8; x++)
				bits = bits << 1 |
				       (x < width && is_ink(pixels[y * width + x]));
			print(out, "%02X", bits);
		}
		print(out, "\n");
	}
	print(out, "ENDCHAR\n");
}

enum exh_status bdf_encode(const struct exh_keen_font *font, const char *family,
			   struct exh_writer *out, struct exh_error *err)
{
	uint8_t *pixels = malloc(255 * font->height);
	struct measure m;

	if (!pixels)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	measure_font(font, pixels, &m);
	print_header(font, family, &m, out);
	for (unsigned code = 0; code < 256; code++)
		if (font->glyphs[code].width)
			print_glyph(font, code, m.descent, pixels, out);
	print(out, "ENDFONT\n");
	free(pixels);
	if (out->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return EXH_OK;
}
