/* Fonts: BDF files, sheets, letters. */
#ifndef CMD_MEDIA_PICTURE_FONT_FILES_H
#define CMD_MEDIA_PICTURE_FONT_FILES_H

#include "task/json.h"
#include <exhume/base.h>

/*
 * BDF, the bitmap font format of the X Window System, which most font tools read.
 */

enum { BDF_CODES = 256 };

struct bdf_glyph {
	bool is_there;
	uint8_t width, height; /* pixels */
	uint32_t unicode;
};

/* A font whose glyphs start at the top of the line. */
struct bdf_font {
	const char *family;  /* ASCII; invalid characters become blanks */
	const char *comment; /* one line */
	size_t height;	     /* height of a line in pixels, above 0 */
	/* Values that games' fonts have and BDF lacks: properties of our own. All 0:
	 * none. */
	size_t line_height, code_count, first;
	struct bdf_glyph glyphs[BDF_CODES];
	/* Fills pixels, of width * height, with 1 for ink. */
	void (*draw)(const void *context, unsigned code, uint8_t *pixels);
	const void *context;
};

/*
 * Appends the font as BDF 2.1 text. Each glyph's advance is its width. The baseline lies
 * below the letter H (A, E, 0), or at the bottom of the line if these are missing.
 */
void bdf_encode(const struct bdf_font *font, struct exh_writer *out);

/*
 * A text in a game's font, set as in the game: each glyph to the right of the preceding
 * one, starting at the line's top; \n starts a line.
 */

/* Pixels of fonts that draw fills in: indices of font_palette. */
enum font_color { FONT_BLACK, FONT_WHITE, FONT_CLEAR };
extern const struct exh_palette font_palette;

/* Returns the character of a code; page NULL: code page 437. Codes up to 127 are ASCII
 * unless the page differs. A code without a character gets one of its own, U+F0NN. */
unsigned font_unicode(const struct exh_code_page *page, unsigned code);

/* Notes each character once that the font lacks; codes below code_count count as present
 * even without a glyph. */
void font_text_note_missing(const struct bdf_font *font, struct exh_bytes text,
			    const struct exh_code_page *page, struct exh_notes *notes);

/* Appends a PNG. Pixels of glyphs in paper's colour are not drawn. Missing glyphs are
 * left out. EXH_LIMIT for a picture that is too large. */
enum exh_status font_text_encode(const struct bdf_font *font, struct exh_bytes text,
				 unsigned scale, enum font_color paper,
				 struct exh_writer *out, struct exh_error *err);

/* Makes a picture of one colour; pixels are to be freed. EXH_LIMIT as above. */
enum exh_status font_image_make(size_t width, size_t height, uint8_t color,
				struct exh_image *out, struct exh_error *err);

/*
 * Reading of BDF files: the glyphs of a BDF font as those of a game's font.
 *
 * A game's glyphs start at the top of the line, and are as wide as their columns: rows
 * above a glyph's ink and columns around it become pixels without ink.
 */

struct bdf_read_font {
	/* One for each code; pixels NULL: no such glyph. 1 is ink, 0 none; sides are 0 to
	 * 255. */
	struct exh_image glyphs[BDF_CODES];
	/* pixels: the value of our own property, or ascent plus descent */
	size_t line_height;
	size_t code_count; /* value of a property, or one more than the last code */
	size_t first;	   /* value of a property, or 0 */
};

/*
 * Codes up to 127 are those of the font. If its character set is Unicode or Latin 1,
 * codes from 128 on are those of code page 437, or all codes are those of the page.
 * Otherwise, and with is_raw, they are the font's own.
 *
 * EXH_INVALID and EXH_TRUNCATED name line and offset. Notes are warnings: ink outside its
 * glyph, which is cut off; characters without a code; printable ASCII characters that the
 * font lacks. To be freed, even after a failure.
 */
enum exh_status bdf_decode(struct exh_bytes text, const struct exh_code_page *page,
			   bool is_raw, struct bdf_read_font *out,
			   struct exh_notes *notes, struct exh_error *err);
void bdf_free(struct bdf_read_font *font);

/*
 * The glyphs of a font from its picture and the JSON with their positions.
 */

enum { FONT_CODES = 256 };

/* Rules for reading a font's picture. */
struct font_sheet_rules {
	bool quantize, masked; /* as in picture_rules */
	bool may_be_empty;     /* glyphs without pixels are valid */
	unsigned scale;	       /* scale of the picture; 0: as in the JSON */
};

struct font_sheet {
	/* One for each code; pixels NULL: no such glyph. 1 is ink; without masked, all
	 * else is 0. */
	struct exh_image glyphs[FONT_CODES];
	struct json *root; /* root of the JSON */
};

/* Reads the picture and the JSON. *culprit is the path that err is about. Free it
 * always. */
enum exh_status font_sheet_read(const char *picture, const char *json,
				const struct font_sheet_rules *rules,
				struct font_sheet *out, const char **culprit,
				struct exh_error *err);
void font_sheet_free(struct font_sheet *sheet);

/*
 * A small font for numbers and words on level cells and on charts.
 */

enum {
	NUMBER_FONT_CELL = 16,	    /* side in pixels of the cell for a number */
	NUMBER_FONT_DECIMAL = 1000, /* from here on numbers are four hexadecimal digits */
};

/*
 * Writes a number of 16 bits into the middle of the cell with its top left corner at x,
 * y: one to three decimal digits below NUMBER_FONT_DECIMAL, otherwise four hexadecimal
 * ones in two lines, in ink on a box of paper that is a pixel larger. Parts outside the
 * image are left out.
 */
void number_font_draw(struct exh_image *image, size_t x, size_t y, unsigned number,
		      uint8_t ink, uint8_t paper);

/* Writes digits, letters (drawn large) and : . , ' % - / ( ), starting at x, y; five
 * pixels high. Other characters are blanks. */
void number_font_text(struct exh_image *image, size_t x, size_t y, const char *text,
		      uint8_t ink);
/* Writes the text enlarged. */
void number_font_text_large(struct exh_image *image, size_t x, size_t y, const char *text,
			    size_t scale, uint8_t ink);
/* Returns the width in pixels, not enlarged. */
size_t number_font_width(const char *text);

#endif
