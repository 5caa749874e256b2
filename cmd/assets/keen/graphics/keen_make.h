/*
 * What an archive becomes: pictures, sheets, fonts, chunks as they are. Each is made of
 * this structure alone, so that many can be made in parallel.
 */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_MAKE_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_MAKE_H

#include "keen_archive.h"
#include "keen_pictures.h"
#include "media/picture/sheet.h"

struct export_options {
	struct style style;
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
	size_t chunk;
	struct exh_keen_font font;
	struct sheet sheet;
	char names[GLYPH_CODES][4];
	unsigned codes[GLYPH_CODES];
};

struct keen_graphics_game {
	const struct keen_archive *keen;
	const struct export_options *options;
	struct pictures pictures;
	struct class_sheet sheets[EXH_KEEN_CLASS_COUNT];
	struct font *fonts;
	size_t font_count;
	/* By chunk: its bytes are written as they are, as its pictures do not have them
	 * all. */
	bool *kept_raw;
};

/* The table's entry of a picture; NULL if it is no sprite. */
const struct exh_keen_sprite *keen_sprite_of(const struct keen_graphics_game *game,
					     const struct picture *picture);

/* Each appends the content of a file. */
enum exh_status keen_make_picture(const struct keen_graphics_game *game,
				  const struct picture *picture, struct exh_writer *out,
				  struct exh_error *err);
enum exh_status keen_make_sheet(const struct keen_graphics_game *game,
				enum exh_keen_class class_id, struct exh_writer *out,
				struct exh_error *err);
enum exh_status keen_make_font(const struct keen_graphics_game *game,
			       const struct font *font, struct exh_writer *out,
			       struct exh_error *err);
void keen_make_bdf(const struct keen_graphics_game *game, const struct font *font,
		   struct exh_writer *out);

#endif
