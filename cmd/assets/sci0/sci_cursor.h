/* Mouse cursors of SCI games as pictures, and for other programs. */
#ifndef CMD_ASSETS_SCI0_SCI_CURSOR_H
#define CMD_ASSETS_SCI0_SCI_CURSOR_H

#include "sci_source.h"

enum sci_cursor_format {
	SCI_CURSOR_AUTO, /* what the name of the output asks for, else PNG and JSON */
	SCI_CURSOR_ALL,
	SCI_CURSOR_PNG,
	SCI_CURSOR_CUR,
	SCI_CURSOR_JSON,
};

struct sci_cursor_options {
	enum sci_cursor_format format;
	unsigned scale;	   /* of PNG; at least 1 */
	bool is_stored;	   /* the hot spot is as stored: SCI1's; else SCI0's rule */
	bool has_gray;	   /* pixels of both masks: SCI01's; else white, as in SCI0 */
	bool shows_origin; /* the hot spot is marked */
	bool is_bare;	   /* packed without the header of a patch file */
};

/* Without options: PNG and JSON as of SCI0. */
extern const struct asset_kind sci_cursor_kind;

#endif
