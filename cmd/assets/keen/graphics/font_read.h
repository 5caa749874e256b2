/* A font back from its picture and the JSON that tells where on it the glyphs are. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_FONT_READ_H
#define CMD_ASSETS_KEEN_GRAPHICS_FONT_READ_H

#include <exhume/keen.h>
#include <jansson.h>

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
	json_t *root; /* of the JSON */
};

/* Reads both. *culprit is the path that err is about. To be freed in any case. */
enum exh_status font_sheet_read(const char *picture, const char *json,
				const struct font_sheet_rules *rules,
				struct font_sheet *out, const char **culprit,
				struct exh_error *err);
void font_sheet_free(struct font_sheet *sheet);

/*
 * Appends the font chunk of Keen. *culprit is the path that err is about. A glyph that
 * the JSON does not have is absent; all of them are to be of one height.
 */
enum exh_status font_read(const char *picture, const char *json, bool masked,
			  bool quantize, unsigned scale, struct exh_writer *out,
			  const char **culprit, struct exh_error *err);

#endif
