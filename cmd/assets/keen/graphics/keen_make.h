/*
 * The plan of an export, and the making of what it plans: each item is a file, made of
 * nothing but the plan, so that many can be made at once.
 */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_MAKE_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_MAKE_H

#include "keen_archive.h"
#include "keen_pictures.h"
#include "media/picture/sheet.h"

struct export_options {
	struct look look;
	struct keen_wanted wanted;
	bool raw, sheets;
};

enum {
	OUTPUT_LIMIT = 256 << 20, /* bytes of one file that is written */
	SHEET_LIMIT = 64 << 20,	  /* pixels */
	GLYPH_CODES = 256,
	PATH_SIZE = 64, /* of names under the folder, all ours */
};

/* A sheet and what goes on it: pictures [first, first + sheet.count). */
struct class_sheet {
	struct sheet sheet;
	size_t first;
};

/* A font, opened, and where its glyphs lie on its picture. */
struct font {
	struct exh_keen_font font;
	struct sheet sheet;
	char names[GLYPH_CODES][4];
	unsigned codes[GLYPH_CODES];
};

enum item_kind {
	ITEM_PICTURE,
	ITEM_SHEET,
	ITEM_SHEET_JSON,
	ITEM_FONT,
	ITEM_FONT_BDF,
	ITEM_FONT_JSON,
	ITEM_BYTES, /* a chunk as it is */
};

/* A file to be made. */
struct item {
	enum item_kind kind;
	size_t which; /* picture, sheet, font or chunk, by kind */
	size_t chunk; /* that it is made of; SIZE_MAX: of several */
	char path[PATH_SIZE];
	struct exh_error err;
	bool begun;
};

struct export
{
	const struct keen_archive *keen;
	const struct export_options *options;
	const char *folder;
	struct report *report;
	struct pictures pictures;
	struct class_sheet sheets[EXH_KEEN_CLASS_COUNT];
	struct font *fonts;
	size_t font_count;
	struct item *items;
	size_t item_count, item_capacity;
	/* By chunk: its bytes are written as they are, as its pictures do not tell them
	 * all. */
	bool *kept_raw;
};

/* The table's entry of a picture; NULL if it is no sprite. */
const struct exh_keen_sprite *keen_sprite_of(const struct export *ex,
					     const struct picture *picture);

/* Appends the content of the item's file. */
enum exh_status keen_make(const struct export *ex, const struct item *item,
			  struct exh_writer *out, struct exh_error *err);

#endif
