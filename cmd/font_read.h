/* A font back from its picture and the JSON that tells where on it the glyphs are. */
#ifndef CMD_FONT_READ_H
#define CMD_FONT_READ_H

#include <exhume/keen.h>

/*
 * Appends the font chunk. *culprit is the path that err is about. A glyph that the JSON
 * does not have is absent; all of them are to be of one height.
 */
enum exh_status font_read(const char *picture, const char *json, bool masked,
			  bool quantize, unsigned scale, struct exh_writer *out,
			  const char **culprit, struct exh_error *err);

#endif
