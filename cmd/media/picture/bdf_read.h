/*
 * The way back of bdf.h: the glyphs of a BDF font, as those of a game's font.
 *
 * A game's glyphs hang from the top of the line, and each takes as many columns as it
 * has: rows above a glyph's ink and columns around it become pixels without ink.
 */
#ifndef CMD_MEDIA_PICTURE_BDF_READ_H
#define CMD_MEDIA_PICTURE_BDF_READ_H

#include "bdf.h"

struct bdf_read_font {
	/* By code; pixels NULL: no such glyph. 1 is ink, 0 none; sides of 0 to 255. */
	struct exh_image glyphs[BDF_CODES];
	size_t line_height; /* pixels: ascent and descent, unless an own property says */
	size_t code_count;  /* one more than the last code, or what a property says */
	size_t first;	    /* what a property says, else 0 */
};

/*
 * Codes up to 127 are those of the font. If its character set is Unicode or Latin 1, from
 * 128 on they are code page 437's, else the font's own, as they always are with is_raw.
 *
 * EXH_INVALID and EXH_TRUNCATED name line and offset. Notes are warnings: ink that leaves
 * its glyph and is cut off, characters without a code, printable ones of ASCII that the
 * font lacks. To be freed, even after a failure.
 */
enum exh_status bdf_decode(struct exh_bytes text, bool is_raw, struct bdf_read_font *out,
			   struct exh_notes *notes, struct exh_error *err);
void bdf_free(struct bdf_read_font *font);

#endif
