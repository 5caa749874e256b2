/* A font chunk of Keen out of its picture and JSON, or out of BDF. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_FONT_READ_H
#define CMD_ASSETS_KEEN_GRAPHICS_FONT_READ_H

#include <exhume/base.h>

/*
 * Appends the font chunk of Keen. *culprit is the path that err is about. A glyph that
 * the JSON does not have is absent; all of them are to be of one height.
 */
enum exh_status font_read(const char *picture, const char *json, bool masked,
			  bool quantize, unsigned scale, struct exh_writer *out,
			  const char **culprit, struct exh_error *err);

/*
 * Appends the font chunk, not masked, of a BDF file. Codes are the font's own, whatever
 * character set the file names. *warning is set if something of the file was left out.
 */
enum exh_status font_read_bdf(const char *path, struct exh_writer *out,
			      const char **warning, struct exh_error *err);

/* Replaces the chunk drawn by raw, if raw shows the same glyphs in other bytes. */
void font_keep_raw(struct exh_bytes raw, bool masked, struct exh_writer *drawn);

#endif
