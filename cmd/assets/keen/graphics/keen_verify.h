/* Can the bytes of a chunk be made again of what is written of it? */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_VERIFY_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_VERIFY_H

#include "keen_pictures.h"

/* Of a picture: its pixels and its chunk's layout determine all of its bytes. */
bool keen_picture_is_whole(const struct exh_keen_graphics *graphics,
			   const struct picture *picture);

/* Of a font: glyphs in the order of their codes, each with rows of its own, no bytes
 * between them, and no ink where the mask keeps the background. */
bool keen_font_is_whole(const struct exh_keen_font *font);

/* Without any drawn glyph the height is unknown. */
bool keen_font_has_glyphs(const struct exh_keen_font *font);

/* Appends the chunk that the font's picture makes; false if it makes none. */
bool keen_font_redraw(const struct exh_keen_font *font, struct exh_writer *out);

/* Do raw bytes show the picture? Colours under the mask are not shown, unless the picture
 * lists them. */
bool keen_bitmap_shows(struct exh_bytes raw, const struct exh_keen_bitmap *shape,
		       const struct exh_image *image, bool exact);

#endif
