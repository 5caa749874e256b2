/* Archives of graphics. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_GRAPHICS_H
#define CMD_ASSETS_KEEN_GRAPHICS_GRAPHICS_H

#include "task/json.h"
#include "task/fields.h"
#include "assets/keen/keen.h"
#include "media/picture/picture.h"
#include "media/picture/sheet.h"
#include "task/report.h"
#include "task/sha256.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/base.h>
#include <exhume/advanced/keen_binary.h>

struct asset;
struct assets;

/*
 * Chunks of class binary, read back from egagrab's files: bytes, texts, scripts.
 */

/* Files of one chunk; each may be missing. */
struct binary_files {
	const char *text, *script;
	/* Layout of the text's pictures; may be NULL. */
	const struct exh_keen_layout *layout;
	/* Bytes of its own file, or its raw bytes; size 0: none. */
	struct exh_bytes bytes;
};

/*
 * Appends the bytes that an edited text or script results in; nothing if none was edited.
 * A script needs no bytes. *warning: what was lost, may be NULL. After a failure *culprit
 * is the path of the faulty file.
 */
enum exh_status binary_read_edits(const struct binary_files *files,
				  struct exh_writer *out, const char **warning,
				  const char **culprit, struct exh_error *err);

/*
 * A Keen graphics archive with the tables it needs: found beside it or given, read,
 * its layout chosen, its chunks expanded.
 */

enum { EXPANDED_LIMIT = 512 << 20 };

/* Options of the command line; NULL: found automatically. */
struct keen_archive_options {
	const char *head, *dict;
	const char *exe;    /* a program with the tables that are not given */
	const char *layout; /* a file, or the name of a built-in one */
	bool no_tables;	    /* the command has no options for single ones */
};

/* Origin of the layout: unknown, found by checksum, found by sizes, or given. */
enum layout_origin { LAYOUT_NONE, LAYOUT_CHECKSUM, LAYOUT_FITS, LAYOUT_GIVEN };

struct keen_archive {
	const char *path;
	struct file archive;
	/* Path of the second file of an archive in two files; or NULL. */
	char *second_path;
	size_t first_size; /* bytes in the first of two */
	struct keen_table head, dict;
	struct exh_huffman huffman;
	struct exh_keen_layout layout;
	enum layout_origin layout_origin;
	struct exh_keen_head places;
	struct exh_keen_graphics graphics;
	struct exh_arena arena;
};

/* False if nothing can be read from it; the report has the error. Free it either way. */
bool keen_archive_open(struct keen_archive *keen, const char *path,
		       const struct keen_archive_options *options, struct report *report);
/* A layout by its file, or by the name of a built-in one. */
bool keen_layout_load(const char *layout, struct exh_keen_layout *out,
		      struct report *report);

void keen_archive_free(struct keen_archive *keen);

/*
 * egagrab --pack: an archive with its tables, out of the folder that egagrab filled.
 */

/* Options of packing. NULL: the manifest's own, or beside the archive under its old name.
 */
struct repack_options {
	const char *folder, *output;
	const char *dict, *layout;
	const char *head_out, *dict_out;
	struct keen_tables_out tables;
	bool optimize, quantize;
	bool sheets; /* pictures come from sheets rather than single files */
	struct strings named_sheets; /* JSON files of further sheets */
	/* The archive that a folder without a manifest came from: what the folder lacks
	 * is taken from it. NULL: the folder must have its manifest. */
	const char *original;
};

/* Writes the three files or none of them, and adds to result what was done, as
 * keen_repack_fields has it. */
extern const struct fields keen_repack_fields;
void keen_repack(const struct repack_options *options, struct report *report,
		 struct json *result);

/*
 * The work of exhume egagrab, without its command line.
 */

/* Request of the command line. */
struct egagrab_request {
	struct common common;
	struct keen_archive_options tables;
	struct strings only;
	struct range *ranges;
	size_t range_count;
	unsigned palette, overlay, scale;
	bool raw, no_sheets, print_layout, list;
	const char *text; /* to be drawn in a font; NULL: none */
	struct exh_writer text_bytes;
	struct given_integer font;
	struct repack_options repack; /* folder NULL: nothing is packed */
};

/* Fields of a result. */
extern const struct fields keen_archive_fields, keen_extract_fields;

void egagrab_run_input(void *context, const char *input, const char *folder,
		       struct report *report, struct json *result);

/* Reports an unknown layout. */
void egagrab_report_unknown(const struct egagrab_request *request,
			    const struct keen_archive *keen, struct report *report);

/* Draws the text in a font of the archive, as a PNG. */
void egagrab_draw_text(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);

/*
 * A font chunk of Keen out of its picture and JSON, or out of BDF.
 */

/*
 * Appends the font chunk of Keen. *culprit is the path that err is about. A glyph that
 * the JSON does not have is absent; all of them are to be of one height.
 */
enum exh_status font_read(const char *picture, const char *json, bool masked,
			  bool quantize, unsigned scale, struct exh_writer *out,
			  const char **culprit, struct exh_error *err);

/*
 * Appends the font chunk, not masked, of a BDF file. Codes are the font's own, whatever
 * character set the file names. *warning is set if something of the file was left out.
 */
enum exh_status font_read_bdf(const char *path, struct exh_writer *out,
			      const char **warning, struct exh_error *err);

/* Replaces the chunk drawn by raw, if raw shows the same glyphs in other bytes. */
void font_keep_raw(struct exh_bytes raw, bool masked, struct exh_writer *drawn);

/*
 * Layouts of Keen graphics archives as JSON, both ways.
 */

/* Chunks of a class, by its name. */
struct keen_layout_class {
	const char *key;
	struct exh_keen_span span;
	bool has_tiles;
	uint32_t tiles;
	const char (*names)[EXH_KEEN_NAME_SIZE];
	size_t name_count;
};

/* A layout as its document has it. */
struct keen_layout_row {
	struct exh_keen_layout layout;
	bool has_head;
	struct keen_layout_class *classes, room[EXH_KEEN_UNKNOWN];
	struct exh_keen_info_object *objects;
	size_t class_count, object_count;
};

extern const char *const keen_video_names[]; /* names by enum exh_keen_video */
extern const struct fields keen_layout_fields;
extern const struct document keen_layout_document;

/* layout lives as long as row. */
void layout_to_row(const struct exh_keen_layout *layout, struct keen_layout_row *row);
/* Fills in the layout that was read, checked. Does nothing after a failure. */
void layout_from_row(struct json_reading *r, const struct keen_layout_row *row,
		     struct exh_keen_layout *out);

/* EXH_INVALID names the wrong key, or the line and column where it is not JSON.
 */
enum exh_status layout_from_json(struct exh_bytes text, struct exh_keen_layout *out,
				 struct exh_error *err);

struct json *layout_to_json(const struct exh_keen_layout *layout);

/*
 * manifest.json read back, for packing: what egagrab wrote and people may have edited.
 * Nothing in it is believed: types, ranges and paths are checked.
 */

/* Placement of a sprite in documents. Not every document has every member. */
struct keen_sprite_row {
	bool has_origin_units, has_hitbox_units, has_origin, has_hitbox, has_shifts;
	int origin_units[2], hitbox_units[4];
	double origin[2], hitbox[4];
	int shifts;
};
extern const struct fields keen_sprite_fields;

struct keen_sprite_row keen_sprite_row_of(const struct exh_keen_sprite *sprite);

struct manifest_chunk {
	uint32_t number, index;
	const char *class_name;
	bool absent, lost, damaged;
	bool has_offset, has_packed_length, has_expanded_length, has_sha256, has_size;
	uint32_t offset, packed_length;
	size_t expanded_length, width, height;
	uint8_t sha256[SHA256_SIZE]; /* SHA-256 of the expanded bytes */
	bool has_tiles, has_declared;
	uint32_t tile_count, declared;
	struct keen_sprite_row sprite;
	const char *name, *content, *command; /* for class binary only */
	struct exh_bytes tail, packed, data;  /* see exhume-egagrab(1) */
	bool states_length, has_length;	      /* for chunks of no class only */
	const char *file, **files; /* safe paths under the folder; NULL: not given */
	size_t file_count;
	/* Derived from the members above after reading. */
	enum exh_keen_class class_id;
	enum exh_keen_state state;
	bool left_out;	/* absent though it lists files: edited by hand */
	bool disagrees; /* pixels and units differ */
};

struct keen_count {
	const char *key;
	size_t number;
};

struct manifest {
	struct exh_arena arena; /* memory of everything that was read */
	struct keen_file archive, head, dict;
	bool has_tables;
	struct keen_tables tables;
	const char *layout_name; /* NULL: unknown */
	enum layout_origin layout_origin;
	bool has_definition, has_video, has_palette;
	struct keen_layout_row definition;
	enum exh_keen_video video;
	struct exh_palette colors;
	uint32_t scale;
	bool overlay, closed;
	struct keen_count *counts;
	size_t count_count, chunk_count;
	struct manifest_chunk *chunks;
	struct json *warnings, *errors; /* to be written */
	/* Derived from the members above after reading. */
	unsigned offset_size;
	bool has_layout;
	struct exh_keen_layout layout;
};

extern const struct document keen_graphics_document;

/*
 * layout: replaces the manifest's own; may be NULL. EXH_INVALID names the key
 * that is wrong. Free it either way.
 */
enum exh_status manifest_read(struct exh_bytes text, const struct exh_keen_layout *layout,
			      struct manifest *out, struct exh_error *err);
void manifest_free(struct manifest *manifest);

/*
 * Sheets with their JSON, read back into single pictures: egagrab's own,
 * sheet/CLASS.json, and those made by TexturePacker and Aseprite.
 */

struct keen_sheet {
	char *json_path, *path; /* path: of the picture */
	struct png_picture png;
	struct sheet_list list;
};

struct keen_sheets {
	struct keen_sheet *items;
	size_t count, capacity;
	/* A sheet of egagrab has all pictures of the class. */
	bool is_whole[EXH_KEEN_CLASS_COUNT];
	struct json *places; /* numbers of the sheet and the place, by "CLASS/NUMBER" */
};

/* The place of a picture on a sheet. */
struct keen_place {
	const struct keen_sheet *sheet;
	const struct sheet_place *place;
};

/*
 * Reads the sheets that are named and, with own, those of the manifest's folder. False,
 * reported, if one can't be read or disagrees with its picture, if a frame is no picture
 * of the archive, or if there are none. Always to be closed.
 */
struct keen_sheets_wish {
	const struct manifest *manifest;
	const char *folder;
	const struct strings *named; /* JSON files */
	bool own;
};

bool keen_sheets_open(struct keen_sheets *sheets, const struct keen_sheets_wish *wish,
		      struct report *report);
void keen_sheets_close(struct keen_sheets *sheets);

/* False: no sheet has the picture. */
bool keen_sheets_find(const struct keen_sheets *sheets, enum exh_keen_class class_id,
		      size_t number, struct keen_place *out);

/* Reads a picture from a place on a sheet, as picture_read does. Threads may read in
 * parallel. */
enum exh_status keen_sheet_read(const struct keen_place *place,
				const struct picture_rules *rules, struct exh_image *out,
				bool *exact, struct exh_error *err);

/*
 * Chunks of an archive, read back from the folder that egagrab filled.
 */

/* Result for a chunk. */
struct collected {
	bool present;
	bool added;   /* was absent or lost */
	bool changed; /* other bytes than those that were extracted */
	struct exh_writer content;
	/* Width in bytes and height of its picture; 0: none. */
	size_t width_bytes, height;
	char *culprit; /* the path that err is about; NULL: the folder */
	struct exh_error err;
	const char *warning; /* NULL: none */
};

struct collection {
	const struct manifest *manifest;
	const char *folder;
	bool quantize;
	const struct keen_sheets *sheets; /* go before single pictures; NULL: none */
	/* The archive that has the chunks without files; NULL: none */
	const struct exh_keen_graphics *original;
	struct collected *chunks; /* results, as many as the manifest has chunks */
};

/*
 * Reads all that is in the folder, several files at once, and puts sizes, origins and hit
 * boxes into the tables. The caller fills all but chunks. False if some of it is missing
 * or wrong: the report says what. Free it either way.
 */
bool keen_collect(struct collection *collection, struct report *report);
void keen_collection_free(struct collection *collection);

/*
 * The bitmaps of a Keen archive as pictures: decoded, with palette, scaled, with
 * overlays.
 */

struct picture {
	size_t chunk_number, part; /* part: the tile of an 8x8 chunk */
	uint32_t index;		   /* within the class */
	enum exh_keen_class class_id;
	char *path;		/* under the output folder: sprite/012.png */
	struct exh_image image; /* as exh_keen_bitmap_decode leaves it */
	/*
	 * The highest colour that the mask hides. The games' masks hide only black
	 * (0); one that hides more keeps it, by further transparent palette entries.
	 */
	unsigned hidden_color;
};

struct pictures {
	struct picture *items; /* ordered by class, then by index */
	size_t count, capacity;
};

/* Look of the exported pictures. */
struct style {
	enum exh_keen_video video;
	struct exh_palette colors; /* 16 of EGA or 4 of CGA */
	unsigned scale;		   /* at least 1 */
	bool hitbox;
};

/* The look that exhume extract gives pictures. */
struct style style_usual(enum exh_keen_video video);

/*
 * Decodes all bitmaps of graphics that are in wanted (an array over class and index: see
 * keen_wanted). Chunks that can't be drawn are reported, and set in undrawn.
 */
struct keen_wanted;
void pictures_decode(const struct exh_keen_graphics *graphics,
		     const struct keen_wanted *wanted, const char *file,
		     struct report *report, struct pictures *out, bool *undrawn);
void pictures_free(struct pictures *pictures);

/*
 * Draws with the indices of a style_palette of its class with hidden_color, which is at
 * least its own. sprite: the table's entry, for the hit box; may be NULL. image->pixels
 * is to be freed.
 */
enum exh_status picture_render(const struct picture *picture, const struct style *style,
			       const struct exh_keen_sprite *sprite,
			       unsigned hidden_color, struct exh_image *image,
			       struct exh_error *err);

/* Palettes of CGA: "0", "1", "0i", "1i", NULL. */
enum cga_palette { CGA_0, CGA_1, CGA_0I, CGA_1I };
extern const char *const cga_palette_names[];

/* The 16 colours of EGA, or the four of a palette of CGA. */
void style_colors(enum exh_keen_video video, unsigned cga_palette,
		  struct exh_palette *colors);

/* Size that picture_render will give the picture. */
void picture_size(const struct picture *picture, const struct style *style, size_t *width,
		  size_t *height);

/* Index of a transparent pixel. */
unsigned style_transparent(const struct style *style);

/*
 * The palette of pictures of a class: the colours; where there are masks the transparent
 * ones, up to hidden_color; last, for sprites that have one, the overlay's.
 */
void style_palette(const struct style *style, enum exh_keen_class class_id,
		   unsigned hidden_color, struct exh_palette *palette);

/* Number of pictures of a class; chunks of 8x8 tiles have many. */
size_t class_count(const struct exh_keen_layout *layout, enum exh_keen_class class_id);

/* Number of digits in a class's file names: at least three. */
int class_digits(const struct exh_keen_layout *layout, enum exh_keen_class class_id);

/* The assets that --only selects; none: all. */
struct range;
struct keen_wanted {
	const struct range *ranges;
	size_t count;
};
bool keen_is_wanted(const struct keen_wanted *wanted, enum exh_keen_class class_id,
		    size_t index);

/*
 * Export of an archive: pictures, sheets, fonts, raw chunks. Each file is made of this
 * structure alone, so that many can be made in parallel.
 */

struct export_options {
	struct style style;
	struct keen_wanted wanted;
	bool raw, sheets;
};

enum {
	OUTPUT_LIMIT = 256 << 20, /* bytes of one file that is written */
	SHEET_LIMIT = 64 << 20,	  /* pixels */
	GLYPH_CODES = 256,
	PATH_SIZE = 64, /* bytes of a name under the folder; all names are ours */
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

/* A text whose pages can be drawn. */
struct article {
	size_t chunk;
	struct exh_keen_pages pages;
};

struct keen_graphics_game {
	const struct keen_archive *keen;
	const struct export_options *options;
	struct pictures pictures;
	struct class_sheet sheets[EXH_KEEN_CLASS_COUNT];
	struct font *fonts;
	size_t font_count;
	struct article *articles;
	size_t article_count;
	/* True for a chunk whose raw bytes are written, as its pictures do not have them
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
struct bdf_font;
/* Fills in sizes and glyphs only. */
void keen_font_to_bdf(const struct exh_keen_font *font, struct bdf_font *bdf);
/* Finds the text of a chunk; NULL: the chunk has no pages. */
const struct article *keen_article_of(const struct keen_graphics_game *game,
				      size_t chunk);
enum exh_status keen_make_page(const struct keen_graphics_game *game,
			       const struct article *article, size_t page,
			       struct exh_writer *out, struct exh_error *err);
void keen_make_bdf(const struct keen_graphics_game *game, const struct font *font,
		   struct exh_writer *out);

/*
 * Chunks of a Keen graphics archive as kinds of assets: one kind for each class.
 */

/* Decodes the wanted chunks of the archive: keen and options are set. Chunks that can't
 * be decoded are reported. Always to be freed. */
void keen_graphics_prepare(struct keen_graphics_game *game, struct report *report);
void keen_graphics_free(struct keen_graphics_game *game);

/* True if any part of a chunk is selected. */
bool keen_chunk_is_wanted(const struct keen_archive *keen,
			  const struct keen_wanted *wanted, size_t number);

/* Fields of a picture in index.json. */
extern const struct fields keen_picture_fields;

/* The chunk that asset i was made of. */
size_t keen_graphics_chunk(const struct assets *assets, size_t i);

/*
 * Writes the contents of a Keen graphics archive into a folder.
 */

#define KEEN_GRAPHICS_MANIFEST "manifest.json"

/* Manifest of the files that were made of these assets, to be released. */
struct json *keen_graphics_manifest(const struct keen_graphics_game *game,
				    const struct assets *list, size_t count,
				    const struct report *report);

/*
 * Fills folder, and *manifest (to be released) with the contents of manifest.json.
 * Nothing is written when one of the files exists and force is off. The report has the
 * failures.
 */
void keen_export(const struct keen_archive *keen, const struct export_options *options,
		 const char *folder, struct report *report, struct json **manifest);

/*
 * True if the bytes of a chunk can be rebuilt from the files written for it.
 */

/* True if the picture's pixels and its chunk's layout determine all of its bytes. */
bool keen_picture_is_whole(const struct exh_keen_graphics *graphics,
			   const struct picture *picture);

/* True if glyphs are in the order of their codes, each with rows of its own, no bytes
 * between them, and no ink where the mask keeps the background. */
bool keen_font_is_whole(const struct exh_keen_font *font);

/* False if no glyph is drawn: then the height is unknown. */
bool keen_font_has_glyphs(const struct exh_keen_font *font);

/* Appends the chunk that the font's picture makes; false if it makes none. */
bool keen_font_redraw(const struct exh_keen_font *font, struct exh_writer *out);

/* True if raw bytes show the picture. Colours under the mask are ignored, unless the
 * picture lists them. */
bool keen_bitmap_shows(struct exh_bytes raw, const struct exh_keen_bitmap *shape,
		       const struct exh_image *image, bool exact);

/*
 * manifest.json of egagrab: every chunk of an archive, and the files made of it.
 */

/*
 * files[n] lists the files made of chunk n, the main file first. The report's messages
 * are taken over.
 */
struct json *manifest_to_json(const struct keen_archive *keen, const struct style *style,
			      const struct strings *files, const struct report *report);

#endif
