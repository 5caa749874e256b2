/* A font chunk of Keen out of its picture and JSON. */
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

#endif
