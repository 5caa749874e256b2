/* The glyphs of a font out of its picture and the JSON with their places on it. */
#ifndef CMD_MEDIA_PICTURE_FONT_SHEET_H
#define CMD_MEDIA_PICTURE_FONT_SHEET_H

#include <exhume/base.h>
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

/* Reads both. *culprit is the path that err is about. Always to be freed. */
enum exh_status font_sheet_read(const char *picture, const char *json,
				const struct font_sheet_rules *rules,
				struct font_sheet *out, const char **culprit,
				struct exh_error *err);
void font_sheet_free(struct font_sheet *sheet);

#endif
