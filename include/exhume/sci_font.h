/*
 * Fonts, mouse cursors and texts of SCI0.
 *
 * Pixels: one byte each, row-major, top row first. In glyphs 1 is drawn, 0 is not;
 *         cursors use enum exh_sci_cursor_pixel.
 * Memory: lists lie in the caller's arena, callers own pixels; glyphs and texts borrow
 *         the bytes they were read from.
 * Source: sci0-formats 1.9 (texts), 5.3, 5.4; formats/sci/README.md.
 */
#ifndef EXHUME_SCI_FONT_H
#define EXHUME_SCI_FONT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Fonts.
 */

enum { EXH_SCI_FONT_GLYPHS = 256 /* glyphs of a font, at most */ };

/* A glyph. */
struct exh_sci_glyph {
	uint8_t width, height; /* pixels; either may be 0 */
	uint16_t offset;       /* offset of its header in the resource */
	struct exh_bytes rows; /* height rows of (width + 7) / 8 bytes, bit 7 left */
};

/* A font. */
struct exh_sci_font {
	uint16_t first;	      /* code of the first glyph: 0 in all fonts at hand */
	uint16_t line_height; /* pixels */
	struct exh_sci_glyph *glyphs; /* in the order of codes, from first */
	size_t glyph_count;
};

/*
 * Reads a font. Glyphs that lie outside are noted as damage and are empty (width and
 * height 0); bytes after the last one are a warning, except a single 0x1A, and so are
 * glyphs in the table of offsets. Of more than 256 glyphs the first 256 are read, which
 * is a warning. EXH_TRUNCATED if the table of glyphs does not fit, EXH_INVALID for a
 * table larger than offsets reach, or none, EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status
exh_sci_font_read(struct exh_bytes in, struct exh_arena *arena, struct exh_sci_font *out,
		  struct exh_notes *notes, struct exh_error *err);

/* Decodes a glyph: fills width * height pixels. */
EXH_API void exh_sci_glyph_decode(const struct exh_sci_glyph *glyph, uint8_t *pixels);

/* Encodes a glyph: any pixel other than 0 is drawn; sides are at most 255. The rows
 * lie in the arena. False if out of memory. */
EXH_API bool exh_sci_glyph_encode(const struct exh_image *image, struct exh_arena *arena,
				  struct exh_sci_glyph *out);

/*
 * Appends a font: header, table, glyphs by code, each stored separately, as in the games'
 * fonts. The glyphs' offset fields are ignored. EXH_INVALID for none or more than 256 of
 * them, EXH_LIMIT if an offset exceeds 16 bits or the font does not fit in out.
 */
EXH_CHECKED enum exh_status exh_sci_font_write(const struct exh_sci_font *font,
					       struct exh_writer *out,
					       struct exh_error *err);

/*
 * Cursors.
 */

enum {
	EXH_SCI_CURSOR_SIDE = 16, /* pixels */
	EXH_SCI_CURSOR_PIXELS = EXH_SCI_CURSOR_SIDE * EXH_SCI_CURSOR_SIDE,
	EXH_SCI_CURSOR_SIZE = 68, /* bytes */
};

/* Value of a cursor's pixel. */
enum exh_sci_cursor_pixel {
	EXH_SCI_CURSOR_BLACK,
	EXH_SCI_CURSOR_WHITE,
	EXH_SCI_CURSOR_CLEAR,
	EXH_SCI_CURSOR_BOTH, /* set in both masks: white in SCI0, gray in SCI01 */
};

/* A cursor. */
struct exh_sci_cursor {
	uint16_t x, y;	      /* as stored: SCI1's hot spot */
	uint8_t hot_x, hot_y; /* SCI0's rule: 8, 8 or 0, 0 */
	uint8_t pixels[EXH_SCI_CURSOR_PIXELS];
};

/* Reads a cursor. EXH_TRUNCATED, or EXH_INVALID for more bytes; a single 0x1A after
 * them is a warning. */
EXH_CHECKED enum exh_status exh_sci_cursor_read(struct exh_bytes in,
						struct exh_sci_cursor *out,
						struct exh_notes *notes,
						struct exh_error *err);

/* Appends a cursor: x, y and the masks. */
EXH_API void exh_sci_cursor_write(const struct exh_sci_cursor *cursor,
				  struct exh_writer *out);

/*
 * Texts: strings by number, each ended by a NUL.
 */

/* A text resource. */
struct exh_sci_text {
	struct exh_bytes *strings; /* without NUL; base: their offset */
	size_t count;
	bool is_ended; /* true if the last string has its NUL */
};

/* Reads a text. A last string without NUL is noted as a warning; a single 0x1A there
 * is ignored, and is_ended is true. Empty data have no strings. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status
exh_sci_text_read(struct exh_bytes in, struct exh_arena *arena, struct exh_sci_text *out,
		  struct exh_notes *notes, struct exh_error *err);

/* Appends the strings. EXH_INVALID for a string that contains a NUL, EXH_LIMIT when out
 * is full. */
EXH_CHECKED enum exh_status exh_sci_text_write(const struct exh_sci_text *text,
					       struct exh_writer *out,
					       struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
