/* Fonts of SCI games as sheets, for other programs, and as lines of text. */
#ifndef CMD_ASSETS_SCI0_SCI_FONT_H
#define CMD_ASSETS_SCI0_SCI_FONT_H

#include "sci_source.h"

enum sci_font_format {
	SCI_FONT_AUTO, /* what the name of the output asks for, else all */
	SCI_FONT_ALL,
	SCI_FONT_PNG,
	SCI_FONT_BDF,
	SCI_FONT_JSON,
};

struct sci_font_options {
	enum sci_font_format format;
	unsigned scale;	       /* at least 1 */
	bool has_text;	       /* a picture of this text, instead */
	struct exh_bytes text; /* bytes of the game; lines end with LF */
};

/* Without options: all formats, scale 1. */
extern const struct asset_kind sci_font_kind;

#endif
