/*
 * ZVision (Zork Nemesis, Zork: Grand Inquisitor): pictures and cursors.
 *
 * Pixels: 15 bits, red in bits 14 to 10, green in 9 to 5, blue in 4 to 0; bit 15 is
 *         cleared. Row-major, top row first, no padding. As stored: panoramas are
 *         transposed, which the file does not record.
 * Memory: callers own every buffer; open pictures borrow the bytes they were opened on.
 * Source: zvision 1 and 2; formats/zvision/README.md.
 */
#ifndef EXHUME_ZVISION_PICTURE_H
#define EXHUME_ZVISION_PICTURE_H

#include "zvision.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Pictures: .tga is one of two formats, TGZ (packed by LZSS) or Truevision's.
 */
enum {
	EXH_ZV_TGZ_HEADER_SIZE = 16,
	EXH_ZV_TGA_HEADER_SIZE = 18,
	EXH_ZV_PICTURE_PIXELS = 1 << 26, /* pixels of a picture, at most */
};

/* Format of a .tga file. */
enum exh_zv_tga_kind { EXH_ZV_TGZ, EXH_ZV_TGA };

/* An open picture. */
struct exh_zv_tga {
	enum exh_zv_tga_kind kind;
	size_t width, height; /* pixels, at least 1 */
	/* Bytes of pixels: as a TGZ declares; else computed from size and depth. */
	size_t declared_size;
	struct exh_bytes data; /* packed or bare pixels, up to the end of the file */
	/* Only for a plain TGA, as stored. */
	uint8_t type;	      /* 1 or 2, with run lengths 9 or 10 */
	uint8_t bits;	      /* per pixel: 8 (in a colour map), 15 or 16 */
	uint8_t descriptor;   /* bit 5: the top row is first; 4: the right column is */
	uint16_t map_first;   /* number of the first colour in the map ... */
	struct exh_bytes map; /* ... of two bytes each */
};

/*
 * Reads the header; exh_zv_tga_decode checks the amount of data. EXH_TRUNCATED,
 * EXH_INVALID if it is neither format, EXH_LIMIT above EXH_ZV_PICTURE_PIXELS, and
 * EXH_UNSUPPORTED for plain TGA of other depths: 8 bits per channel do not fit into 5,
 * and other programs read them. A TGZ's size that does not match the picture is noted.
 */
EXH_CHECKED enum exh_status exh_zv_tga_open(struct exh_bytes in, struct exh_zv_tga *tga,
					    struct exh_notes *notes,
					    struct exh_error *err);

/*
 * Decodes a picture: fills width * height pixels. Missing pixels are black, and noted as
 * damage; data past the last pixel are ignored. done (may be NULL) counts bytes of
 * tga->data, and bytes of pixels as stored. EXH_LIMIT if count does not match.
 */
EXH_CHECKED enum exh_status exh_zv_tga_decode(const struct exh_zv_tga *tga,
					      uint16_t *pixels, size_t count,
					      struct exh_expansion *done,
					      struct exh_notes *notes,
					      struct exh_error *err);

/* Appends a TGZ. EXH_LIMIT for a side of 0, or too many pixels. */
EXH_CHECKED enum exh_status exh_zv_tgz_write(const struct exh_zv_picture *picture,
					     struct exh_writer *out,
					     struct exh_error *err);

/* Appends a plain TGA as the games have them: 16 bits, the bottom row first. EXH_LIMIT
 * for a side of 0 or above 65535, or too many pixels. */
EXH_CHECKED enum exh_status exh_zv_tga_write(const struct exh_zv_picture *picture,
					     struct exh_writer *out,
					     struct exh_error *err);

/*
 * Cursors: .zcr. Pixels of value 0 are transparent.
 */
enum { EXH_ZV_CURSOR_HEADER_SIZE = 12 };

/* An open cursor. */
struct exh_zv_cursor {
	uint16_t hot_x, hot_y;	/* hot spot, pixels from the top left */
	uint16_t width, height; /* pixels, at least 1 */
	struct exh_bytes data;	/* up to the end of the file; borrowed */
};

/* Opens a cursor. EXH_TRUNCATED, or EXH_INVALID without its mark or without pixels,
 * EXH_LIMIT above EXH_ZV_PICTURE_PIXELS. A hot spot outside and bytes after the pixels
 * are noted. */
EXH_CHECKED enum exh_status exh_zv_cursor_open(struct exh_bytes in,
					       struct exh_zv_cursor *cursor,
					       struct exh_notes *notes,
					       struct exh_error *err);

/* Decodes a cursor: fills width * height pixels. Missing ones are transparent, and
 * noted as damage. EXH_LIMIT if count does not match. */
EXH_CHECKED enum exh_status exh_zv_cursor_decode(const struct exh_zv_cursor *cursor,
						 uint16_t *pixels, size_t count,
						 struct exh_notes *notes,
						 struct exh_error *err);

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
