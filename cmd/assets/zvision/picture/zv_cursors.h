/* Cursors (.zcr) as assets. */
#ifndef CMD_ASSETS_ZVISION_PICTURE_ZV_CURSORS_H
#define CMD_ASSETS_ZVISION_PICTURE_ZV_CURSORS_H

#include "assets/zvision/zv_source.h"

#include <exhume/zvision_picture.h>

/* The thing of an asset. */
struct zv_cursor {
	struct exh_zv_cursor cursor;
	uint16_t *pixels;
};

struct zv_cursor_options {
	unsigned scale; /* 0 is 1 */
};

/* Each becomes a PNG file. Options are a struct zv_cursor_options, or NULL. */
extern const struct asset_kind zv_cursor_kind;

/* Adds size and hot spot, and the role that a cursor of this name has. */
void zv_cursor_to_json(const struct exh_zv_cursor *cursor, const char *name,
		       json_t *object);

#endif
