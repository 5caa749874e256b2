/* Fonts: BDF files, sheets, letters. */
#ifndef CMD_MEDIA_PICTURE_FONT_FILES_H
#define CMD_MEDIA_PICTURE_FONT_FILES_H

#include "task/json.h"
#include <exhume/code_page.h>

/*
 * BDF, the bitmap font format of the X Window System, which most font tools read.
 */

enum { BDF_CODES = 256 };

struct bdf_glyph {
	bool is_there;
	uint8_t width, height; /* pixels */
	uint32_t unicode;
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

/*
 * A text in a game's font, as the game would set it: each glyph to the right of the one
 * before it, hanging from the line's top; \n starts a line.
 */

/* Pixels of fonts, as draw fills them in: indices of font_palette. */
enum font_color { FONT_BLACK, FONT_WHITE, FONT_CLEAR };
extern const struct exh_palette font_palette;

/* The character of a code; page NULL: code page 437. Codes up to 127 are those of ASCII
 * unless the page has others; a code without a character has one of its own, U+F0NN. */
unsigned font_unicode(const struct exh_code_page *page, unsigned code);

/* Notes each character once that the font lacks; code_count codes are there even if their
 * glyphs are not. */
void font_text_note_missing(const struct bdf_font *font, struct exh_bytes text,
			    const struct exh_code_page *page, struct exh_notes *notes);

/* Appends a PNG: what glyphs have of paper's colour is not drawn. Missing glyphs are left
 * out. EXH_LIMIT for a picture that is too large. */
enum exh_status font_text_encode(const struct bdf_font *font, struct exh_bytes text,
				 unsigned scale, enum font_color paper,
				 struct exh_writer *out, struct exh_error *err);

/* A picture of one colour; pixels are to be freed. EXH_LIMIT as above. */
enum exh_status font_image_make(size_t width, size_t height, uint8_t color,
				struct exh_image *out, struct exh_error *err);

/*
 * The way back of BDF files: the glyphs of a BDF font, as those of a game's font.
 *
 * A game's glyphs hang from the top of the line, and each takes as many columns as it
 * has: rows above a glyph's ink and columns around it become pixels without ink.
 */

struct bdf_read_font {
	/* By code; pixels NULL: no such glyph. 1 is ink, 0 none; sides of 0 to 255. */
	struct exh_image glyphs[BDF_CODES];
	size_t line_height; /* pixels: ascent and descent, unless an own property says */
	size_t code_count;  /* one more than the last code, or what a property says */
	size_t first;	    /* what a property says, else 0 */
};

/*
 * Codes up to 127 are those of the font. If its character set is Unicode or Latin 1, from
 * 128 on they are code page 437's, or all are those of the page, else the font's own, as
 * they always are with is_raw.
 *
 * EXH_INVALID and EXH_TRUNCATED name line and offset. Notes are warnings: ink that leaves
 * its glyph and is cut off, characters without a code, printable ones of ASCII that the
 * font lacks. To be freed, even after a failure.
 */
enum exh_status bdf_decode(struct exh_bytes text, const struct exh_code_page *page,
			   bool is_raw, struct bdf_read_font *out,
			   struct exh_notes *notes, struct exh_error *err);
void bdf_free(struct bdf_read_font *font);

/*
 * The glyphs of a font out of its picture and the JSON with their places on it.
 */

enum { FONT_CODES = 256 };

/* How a font's picture is read. */
struct font_sheet_rules {
	bool quantize, masked; /* as in picture_rules */
	bool may_be_empty;     /* glyphs of no pixels are glyphs */
	unsigned scale;	       /* of the picture; 0: as the JSON says */
};

struct font_sheet {
	/* By code; pixels NULL: no such glyph. 1 is ink, and without masked all else 0.
	 */
	struct exh_image glyphs[FONT_CODES];
	struct json *root; /* of the JSON */
};

/* Reads both. *culprit is the path that err is about. Always to be freed. */
enum exh_status font_sheet_read(const char *picture, const char *json,
				const struct font_sheet_rules *rules,
				struct font_sheet *out, const char **culprit,
				struct exh_error *err);
void font_sheet_free(struct font_sheet *sheet);

/*
 * A small font for numbers and words on level cells and on charts.
 */

enum {
	NUMBER_FONT_CELL = 16,	    /* pixels, side of the cell that a number stands in */
	NUMBER_FONT_DECIMAL = 1000, /* numbers from here on are four hexadecimal digits */
};

/*
 * Writes a number of 16 bits into the middle of the cell whose top left corner is at x,
 * y: one to three decimal digits below NUMBER_FONT_DECIMAL, else four hexadecimal ones
 * in two lines, in ink on a box of paper that is a pixel larger. What lies outside the
 * image is left out.
 */
void number_font_draw(struct exh_image *image, size_t x, size_t y, unsigned number,
		      uint8_t ink, uint8_t paper);

/* Digits, letters (drawn large) and : . , ' % - / ( ), from x, y on; five pixels high.
 * Other characters are blanks. */
void number_font_text(struct exh_image *image, size_t x, size_t y, const char *text,
		      uint8_t ink);
/* The same, enlarged. */
void number_font_text_large(struct exh_image *image, size_t x, size_t y, const char *text,
			    size_t scale, uint8_t ink);
/* Pixels, not enlarged. */
size_t number_font_width(const char *text);

#endif
