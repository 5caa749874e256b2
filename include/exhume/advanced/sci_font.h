/*
 * Fonts, mouse cursors and texts of SCI0. The rest of exhume/sci.h, which has units,
 * memory and sources.
 */
#ifndef EXHUME_ADVANCED_SCI_FONT_H
#define EXHUME_ADVANCED_SCI_FONT_H

#include "../sci.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Fonts.
 */

enum { EXH_SCI_FONT_GLYPHS = 256 /* glyphs of a font, at most */ };

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

/* Value of a cursor's pixel. */
enum exh_sci_cursor_pixel {
	EXH_SCI_CURSOR_BLACK,
	EXH_SCI_CURSOR_WHITE,
	EXH_SCI_CURSOR_CLEAR,
	EXH_SCI_CURSOR_BOTH, /* set in both masks: white in SCI0, gray in SCI01 */
};

/* Appends a cursor: x, y and the masks. */
EXH_API void exh_sci_cursor_write(const struct exh_sci_cursor *cursor,
				  struct exh_writer *out);

#ifdef __cplusplus
}
#endif

#endif
