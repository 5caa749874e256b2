/* BDF, the bitmap font format of the X Window System, which most font tools read. */
#ifndef CMD_MEDIA_PICTURE_BDF_H
#define CMD_MEDIA_PICTURE_BDF_H

#include <exhume/base.h>

enum { BDF_CODES = 256 };

struct bdf_glyph {
	bool is_there;
	uint8_t width, height; /* pixels */
	uint16_t unicode;
};

/* A font whose glyphs hang from the top of the line. */
struct bdf_font {
	const char *family;  /* ASCII; what its name can't have becomes blanks */
	const char *comment; /* a line */
	size_t height;	     /* of a line, pixels: above 0 */
	/* What a game's font has and BDF has not: properties of our own. All 0: none. */
	size_t line_height, code_count, first;
	struct bdf_glyph glyphs[BDF_CODES];
	/* Fills pixels, of width * height, with 1 for ink. */
	void (*draw)(const void *context, unsigned code, uint8_t *pixels);
	const void *context;
};

/*
 * Appends the font as BDF 2.1 text. Each glyph's advance is its width; the baseline lies
 * below the letter H (A, E, 0), or at the bottom of the line without one.
 */
void bdf_encode(const struct bdf_font *font, struct exh_writer *out);

#endif
