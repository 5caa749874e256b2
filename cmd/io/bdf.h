/* BDF, the bitmap font format of the X Window System, which most font tools read. */
#ifndef CMD_IO_BDF_H
#define CMD_IO_BDF_H

#include <exhume/keen.h>

/*
 * Appends the font as BDF 2.1 text. Each glyph keeps its code and its width as the
 * advance; the baseline lies below the letter H (A, E, 0), or at the bottom if there is
 * none.
 */
enum exh_status bdf_encode(const struct exh_keen_font *font, const char *family,
			   struct exh_writer *out, struct exh_error *err);

#endif
