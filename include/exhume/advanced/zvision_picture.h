/*
 * ZVision (Zork Nemesis, Zork: Grand Inquisitor): pictures and cursors. The rest of
 * exhume/zvision.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_ZVISION_PICTURE_H
#define EXHUME_ADVANCED_ZVISION_PICTURE_H

#include "../zvision.h"
#include "zvision.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Appends a TGZ. EXH_LIMIT for a side of 0, or too many pixels. */
EXH_CHECKED enum exh_status exh_zv_tgz_write(const struct exh_zv_picture *picture,
					     struct exh_writer *out,
					     struct exh_error *err);

/*
 * Cursors: .zcr. Pixels of value 0 are transparent.
 */
enum { EXH_ZV_CURSOR_HEADER_SIZE = 12 };

/* Appends a cursor; cursor->data is ignored. EXH_LIMIT for a side of 0. */
EXH_CHECKED enum exh_status exh_zv_cursor_write(const struct exh_zv_cursor *cursor,
						const uint16_t *pixels,
						struct exh_writer *out,
						struct exh_error *err);

/*
 * The use of a cursor: "active", "leftarrow", "suggest_tilt"; "item", with its number,
 * for a cursor that shows the held item.
 */
struct exh_zv_cursor_role {
	const char *name;	 /* static */
	const char *game;	 /* "nemesis" or "zgi", static */
	bool is_pressed;	 /* shown while the button is down */
	bool is_item, is_active; /* is_active: an item over a hotspot */
	unsigned item;
};

/* Gets the use by a cursor's file name in either game, in upper or lower case. False
 * for unknown names. */
EXH_API bool exh_zv_cursor_role(const char *name, struct exh_zv_cursor_role *role);

/*
 * Bytes for a file's name, with the NUL.
 */
enum { EXH_ZV_CURSOR_NAME_SIZE = 16 };

/*
 * Gets the file's name, in lower case, by the role's name or, if is_item, by its item.
 * role->game is ignored. False for an unknown name, and for an item whose number has more
 * than two digits.
 */
EXH_API bool exh_zv_cursor_name(const struct exh_zv_cursor_role *role,
				enum exh_zv_game game,
				char name[EXH_ZV_CURSOR_NAME_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
