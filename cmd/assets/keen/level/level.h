/* Levels. */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_H

#include "task/json.h"
#include "assets/assets.h"
#include "assets/keen/graphics/graphics.h"
#include "assets/keen/keen.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/advanced/keen_map.h>
#include <exhume/base.h>
#include <exhume/keen.h>

/*
 * A Keen level archive with the tables it needs: found beside it or given, read, its
 * levels expanded.
 */

/* Options of the command line; NULL: found automatically. */
struct keen_levels_options {
	const char *head, *dict, *tile_info;
	const char *exe; /* a program with the tables that are not given */
	bool no_tables;	 /* the command has no options for single ones */
	/* Layout of the release that the tile information is of: its counts of tiles. */
	const struct exh_keen_layout *layout;
};

struct keen_levels {
	const char *path;
	struct file archive;
	struct keen_table head, dict; /* dict.path NULL: none is needed */
	struct keen_table tile_info;  /* path NULL: after the head, or there is none */
	struct exh_keen_maphead places;
	struct exh_huffman huffman;
	struct exh_keen_maps maps;
	struct exh_bytes tile_bytes;	/* the tile information as it is stored */
	struct exh_keen_tile_info info; /* no tiles: unknown */
	struct exh_arena arena;
};

/* False if nothing can be read from it; the report has the error. Free it either way. */
bool keen_levels_open(struct keen_levels *levels, const char *path,
		      const struct keen_levels_options *options, struct report *report);
void keen_levels_free(struct keen_levels *levels);

/* The level of that number; NULL if there is none. */
const struct exh_keen_map *keen_levels_find(const struct keen_levels *levels,
					    unsigned number);

/* Finds a level by number, by name in upper or lower case, or by the beginning of a name
 * that no other has. NULL if there is none; *found_count is the number of names that
 * begin so. */
const struct exh_keen_map *keen_levels_find_text(const struct keen_levels *levels,
						 const char *text, size_t *found_count);

/*
 * Levels as pictures: what the game shows at rest, the objects where they begin, and over
 * it what it does not show: numbers of the info plane, walls, a grid.
 */

struct level_style {
	const struct exh_palette *colors; /* 16 of EGA or 4 of CGA */
	/* NULL: that layer is left out. */
	const struct exh_keen_tiles *background, *foreground;
	const struct exh_keen_tile_info *info;
	/* Graphics with the objects' sprites; NULL: no objects */
	const struct exh_keen_graphics *objects;
	bool labels, collision, grid;
	unsigned scale; /* scale of level_png; 0 means 1 */
};

/* The palette of such pictures: the colours, what is not drawn, the overlays. */
void level_palette(const struct level_style *style, struct exh_palette *palette);

/* Draws cells of a level; image is as large as exh_keen_map_draw wants it. */
void level_draw(const struct level_style *style, const struct exh_keen_map *map,
		const struct exh_keen_map_area *area, struct exh_image *image);

/* The whole level as a PNG file. */
enum exh_status level_png(const struct level_style *style, const struct exh_keen_map *map,
			  struct exh_writer *out, struct exh_error *err);

/*
 * Levels whose animated tiles move, as APNG.
 */

/*
 * The level with its animated tiles going through their frames, each at its own speed,
 * until all are where they began, or most_ticks (1/70 s) are over.
 */
enum exh_status level_apng(const struct level_style *style,
			   const struct exh_keen_map *map, unsigned most_ticks,
			   struct exh_writer *out, struct exh_error *err);

/*
 * Levels as text: JSON and CSV; and JSON back into levels. exhume-mapdump(1) has the
 * schema.
 */

/* Levels of an archive: the selected ones, in order. */
struct level_choice {
	const struct exh_keen_map **items;
	size_t count;
};

/* An archive as a whole. */
struct level_archive {
	/* Packing of the archive; contains no levels. */
	struct exh_keen_maps settings;
	const char *file, *head, *dict, *tile_info; /* names of files; NULL: not given */
	size_t size;
	bool has_tables;
	struct keen_tables tables;
	struct exh_bytes dictionary; /* size 0: not given */
	struct exh_bytes tile_bytes; /* raw tile information, if its meaning is unknown */
};

struct level_plane {
	struct exh_keen_map_plane plane;
	size_t size;
};

/* A level of a document. */
struct level_entry {
	/* The first member. Complete after reading; planes have cells only if the
	 * document has them. */
	struct exh_keen_map map;
	const char *name;
	char name_text[EXH_KEEN_MAP_NAME_SIZE + 1];
	struct exh_bytes name_bytes;
	bool has_width, has_height, has_storage, has_files, has_cells;
	struct level_plane storage[EXH_KEEN_PLANE_COUNT];
	const char **files; /* names of the files that have it */
	size_t file_count;
	struct level_row {
		uint16_t *cells;
		size_t count;
	} * rows[EXH_KEEN_PLANE_COUNT]; /* rows as they were read */
	size_t row_counts[EXH_KEEN_PLANE_COUNT];
};

/* Listed background and foreground tiles. */
struct level_info {
	size_t counts[2];
	struct level_tile {
		size_t tile;
		int values[EXH_KEEN_TILE_TABLE_COUNT];
	} * tiles[2];
	size_t tile_counts[2];
	struct exh_bytes rest;
};

struct level_document {
	bool has_archive, has_tile_info;
	struct level_archive archive;
	struct level_info tile_info;
	struct level_entry *maps;
	size_t count;
	/* Set after reading; without tiles if not given. */
	struct exh_keen_tile_info info;
};

extern const char *const level_packing_names[]; /* names by enum exh_keen_map_packing */
extern const struct fields keen_level_fields, keen_maps_fields, keen_tile_info_fields;
extern const struct document keen_maps_document, keen_tile_info_document;

/* Fills entry with a level without its cells. entry must not be moved. */
void level_entry_fill(struct level_entry *entry, const struct exh_keen_map *map);

/* Fills document with these levels, without cells, and with the tiles that they use;
 * choice NULL: no levels, and all tiles. To be freed. */
void level_document_fill(struct level_document *document,
			 const struct keen_levels *levels,
			 const struct level_choice *choice);
void level_document_free(struct level_document *document);

/* The whole document: archive, tile information, levels with their cells, a row a line.
 */
void level_json(const struct keen_levels *levels, const struct level_choice *choice,
		struct exh_writer *out);

/* One plane: a row a line, cells parted by commas. */
void level_csv(const struct exh_keen_map *map, enum exh_keen_plane plane,
	       struct exh_writer *out);

/* The tile information: a line a tile, a column a table, the first line names them. */
void level_tile_info_csv(const struct exh_keen_tile_info *info, struct exh_writer *out);

/*
 * Levels as a kind of asset: as pictures, as text, for Tiled.
 */

enum level_format {
	LEVEL_TABLE,
	LEVEL_JSON,
	LEVEL_CSV,
	LEVEL_PNG,
	LEVEL_TMJ,
	LEVEL_TMX,
	LEVEL_FORMAT_COUNT
};

/* Options for exporting levels. */
struct level_export {
	enum level_format format;
	const struct level_style *style;   /* for pictures and Tiled */
	bool planes[EXH_KEEN_PLANE_COUNT]; /* planes to write as CSV */
	bool animated;
	unsigned most_ticks; /* ticks of animation, at most */
	bool external;	     /* tilesets of Tiled in files of their own */
	bool tile_info;	     /* the tables, and no level */
	/* Set by level_export for its output: */
	/* Path of the only level's file, or a pattern with %d; NULL: 00 and so on, in a
	 * folder. */
	const char *path;
	const char *stem; /* prefix of the names of sheets and tilesets */
	bool splits;	  /* the names of CSV files have their planes */
};

/* Kind of levels. The game is a struct keen_parts, options are a struct level_export. */
extern const struct asset_kind keen_level_kind;

#define LEVEL_MANIFEST "manifest.json"

/* The manifest of levels that were written into a folder. */
enum exh_status level_export_manifest(const struct assets *assets, struct exh_writer *out,
				      struct exh_error *err);

/* A name for each, as typed. */
const char *level_format_name(enum level_format format);

/* True if output is a file, or a pattern for files, and not a folder. */
bool level_export_names_file(enum level_format format, const char *output);

/*
 * Writes to output: "-", a file, a pattern with %d for the level's number, or a folder.
 * NULL is standard output, for JSON and for the tables. Adds what was written to result.
 * The report has the failures.
 */
extern const struct fields level_export_fields;
void level_export(const struct level_export *export, struct keen_levels *levels,
		  const struct level_choice *choice, const char *output,
		  struct report *report, struct json *result);

/*
 * Packs levels into an archive, its head and its dictionary.
 */

struct level_pack {
	struct strings inputs;
	const char *base; /* an archive whose other levels are kept; NULL: none */
	struct keen_levels_options tables; /* tables of base; dict is for packing, too */
	const char *tiles;		   /* a file of tile information; NULL: none */
	struct keen_tables_out tables_out; /* exe is that of tables */
	/* Graphics whose tiles the levels may use. NULL: those beside this archive of
	 * levels; which may be NULL, too. */
	const char *graphics, *beside;
	struct keen_archive_options graphics_tables;
	bool force_tiles; /* only warns of other tiles */
	bool optimize;	  /* a new dictionary, for least size */
	/* Number of the only input, a map of Tiled; takes_number: there is an option. */
	struct given_integer number;
	bool takes_number;
	struct range *removed; /* numbers of levels that are left out */
	size_t removed_count;
};

/*
 * Packs what the inputs hold and writes output, and the tables beside it, all or none.
 * Adds what was done to result; false if it could not be done, and the report has why.
 */
extern const struct fields level_pack_fields;
bool level_pack(const struct level_pack *pack, const char *output, struct report *report,
		struct json *result);

/*
 * Documents read back: whole ones, and manifests. They lie in the arena.
 */

/* EXH_INVALID names the wrong key, or line and column where it is not JSON. */
enum exh_status level_read_json(struct exh_bytes text, struct exh_arena *arena,
				struct level_document *out, struct exh_error *err);

/* Tables of zeros for so many tiles, to be filled. EXH_LIMIT. */
enum exh_status tile_tables_make(struct exh_keen_tile_info *info, size_t background_count,
				 size_t foreground_count,
				 uint8_t *tables[EXH_KEEN_TILE_TABLE_COUNT],
				 struct exh_arena *arena, struct exh_error *err);

/* Only the tile information of a document, which needs no levels. Tiles that are not
 * listed are zeros. */
enum exh_status level_read_tile_info(struct exh_bytes text, struct exh_arena *arena,
				     struct exh_keen_tile_info *out,
				     struct exh_error *err);

/*
 * One plane out of a CSV file of the level's width and height. EXH_INVALID names line and
 * column.
 */
enum exh_status level_read_csv(struct exh_bytes text, const struct exh_keen_map *map,
			       struct exh_arena *arena, uint16_t **cells,
			       struct exh_error *err);

/*
 * Levels to be packed, out of what mapdump wrote and somebody edited: JSON documents,
 * levels of Tiled, and folders of levels with a manifest.
 */

/* Tile information, and the file that it came from. */
struct level_tile_info {
	const char *path;		/* NULL: there is none */
	struct exh_keen_tile_info info; /* no tiles: the meaning of bytes is unknown */
	struct exh_bytes bytes;		/* tile information as stored */
};

/* An archive under construction; each file that is read adds to it. */
struct level_source {
	struct exh_arena arena; /* memory of levels and tables, limited */
	struct exh_arena names; /* memory of names, without a limit */
	struct exh_keen_map maps[EXH_KEEN_MAP_LIMIT];
	bool present[EXH_KEEN_MAP_LIMIT]; /* true for the levels in maps */
	/* Settings for packing: packing, tag, prefix, absent_offset; no levels. */
	struct exh_keen_maps settings;
	bool has_settings;
	struct level_tile_info tiles;  /* from the archive that the levels came from */
	struct level_tile_info edited; /* edited by somebody in Tiled */
	/* Content of a dictionary's file; size 0: unknown */
	struct exh_bytes dict;
	/* Names of the archive and of its tables' files; NULL: unknown. */
	const char *archive_name, *head_name, *dict_name, *tile_info_name;
	struct keen_tables tables;   /* places of the tables; no file: unknown */
	struct given_integer number; /* number of the only map of Tiled */
	bool takes_number;	     /* messages may name the option */
};

/*
 * Adds the contents of a file, recognised by its extension, or of a folder. Levels that
 * are there already are replaced. path lives as long as source. False when it can't be
 * used; the report says why.
 */
bool level_source_read(struct level_source *source, const char *path,
		       struct report *report);
/*
 * Takes tile information, for the tiles of the archive that is known, from a file that
 * mapdump --tileinfo wrote: .csv, or else JSON. False when it can't be used.
 */
bool level_source_read_tiles(struct level_source *source, const char *path,
			     struct report *report);
void level_source_free(struct level_source *source);

/*
 * Levels in the forms of the Tiled editor, as of Tiled 1.10: maps (.tmj, .tmx) and
 * tilesets (.tsj, .tsx); and edited ones of both forms back.
 *
 * A map has three tile layers, and a tileset for each, named after the plane; a cell's
 * gid is its tileset's firstgid plus the cell's value. Info values are tiles too,
 * numbered markers: painting keeps them on the grid and exact, where objects could be
 * moved off it. Gid 0 is value 0 in all planes; the background uses it for nothing else,
 * since its tile 0 is one like any other.
 *
 * What Tiled has no place for is stored in custom properties, which survive its editing:
 *   map      number; name; name_bytes: the stored 16 bytes in hexadecimal, if they are
 *            more than printable ASCII and zeros after it; honoured while name is the
 *            text that they gave
 *   layer    values_without_tile: "x,y=value;..." for the cells whose value no tile
 *            stands for, honoured where the cell still has gid 0; absent_offset: the
 *            level has no such plane, and its header says this offset
 *   tileset  tile_count: tiles in the game (Tiled may count up to a full row);
 *            tile_info: the tiles' properties below are all there is
 *   tile     the tables of exh_keen_tile_table_name; what is 0 is left out
 *
 * Tiles that are animated in the game are so in Tiled. Its animations always start again
 * at their first frame: one that leads into a ring without coming back to its start shows
 * the ring once, then all of it again. The reader goes by the tiles' properties alone.
 */

enum {
	TILED_FILE_LIMIT = 16 << 20, /* bytes of a file to read, many times a level's */
};

enum tiled_form { TILED_JSON, TILED_XML };

/* Tiles and colours that all levels of an archive share. */
struct tiled_tiles {
	const struct exh_keen_tiles *background, *foreground;
	const struct exh_keen_tile_info *info; /* NULL: there is none */
	const struct exh_palette *colors;      /* 16 of EGA or 4 of CGA */
	size_t info_count;		       /* markers 0 to info_count - 1 */
};

/* File names as seen from the file that is written. */
struct tiled_files {
	const char *sheets[EXH_KEEN_PLANE_COUNT];
	/* Tilesets that lie in files of their own; NULL: in the level's. */
	const char *tilesets[EXH_KEEN_PLANE_COUNT];
};

/* Returns the number of markers, one for each info value: 256, 512 ... 65536. */
size_t tiled_marker_count(const struct exh_keen_maps *maps);

/* Number of rows of a sheet. */
size_t tiled_row_count(size_t tile_count);
/* Tiles of the background or the foreground. */
const struct exh_keen_tiles *tiled_find(const struct tiled_tiles *tiles,
					enum exh_keen_plane plane);
/* Number of tiles in a plane's tileset; with none there is neither tileset nor sheet. */
size_t tiled_count(const struct tiled_tiles *tiles, enum exh_keen_plane plane);

/*
 * Appends a tileset's picture as PNG: absent tiles are black in the background and
 * transparent in the foreground, as the game shows them.
 */
enum exh_status tiled_sheet(const struct tiled_tiles *tiles, enum exh_keen_plane plane,
			    struct exh_writer *out, struct exh_error *err);

/* Appends a tileset as a file of its own. */
void tiled_tileset(const struct tiled_tiles *tiles, enum exh_keen_plane plane,
		   enum tiled_form form, const struct tiled_files *files,
		   struct exh_writer *out);

/* Appends a level. EXH_INVALID for one that is lost. */
enum exh_status tiled_level(const struct tiled_tiles *tiles,
			    const struct exh_keen_map *map, enum tiled_form form,
			    const struct tiled_files *files, struct exh_writer *out,
			    struct exh_error *err);

/*
 * The way back, from either form: level_tmx_read turns XML into JSON.
 */

/* Finds a tileset's file; its bytes stay until tiled_read returns. */
struct tiled_loader {
	enum exh_status (*load)(void *context, const char *source, struct exh_bytes *out,
				struct exh_error *err);
	void *context;
};

/* A map's contents, in the arena. */
struct tiled_contents {
	struct exh_keen_map map; /* number, name, size, cells, absent planes */
	bool has_number;	 /* the map has its number */
	bool has_tile_info;
	/* The tables only, not what lies after them */
	struct exh_keen_tile_info tile_info;
};

/* True for a "map" or a "tileset" of Tiled in either form, whatever its name is. */
bool tiled_is(struct exh_bytes file, const char *type);

/*
 * Reads a level. EXH_INVALID names what is wrong where: layer and cell, tileset and tile,
 * or line and column where it is not JSON, or the offset where it is not XML.
 * EXH_UNSUPPORTED for what Tiled can write and we do not read: endless maps, layers
 * packed by zstd. Notes warn of what is ignored. loader may be NULL: then tilesets in
 * other files can't be had.
 */
enum exh_status tiled_read(struct exh_bytes file, const struct tiled_loader *loader,
			   struct exh_arena *arena, struct tiled_contents *out,
			   struct exh_notes *notes, struct exh_error *err);

/* Shared by the files of this subcommand. */

/* A tileset's columns on its sheet. */
size_t tiled_columns(size_t tile_count);

/* A map or tileset of Tiled's JSON as its XML. */
void tiled_print_xml(const struct json *document, struct exh_writer *out);

/*
 * A tile's frames as Tiled has them: an array of durations in milliseconds and tiles,
 * empty if it is not animated.
 */
struct json *tiled_animation(const struct exh_keen_tile_info *info,
			     enum exh_keen_plane plane, size_t tile_count, size_t tile);

/* A level's name as text: printable ASCII, with a question mark for each other byte. */
void tiled_name(const struct exh_keen_map *map, char out[EXH_KEEN_MAP_NAME_SIZE + 1]);

/*
 * The cells of a layer as gids, gids[count], from an array of numbers or from base64,
 * plain or packed by zlib or gzip.
 */
enum exh_status tiled_layer_data(const struct json *layer, uint32_t *gids, size_t count,
				 struct exh_error *err);

/*
 * Tiled's XML (.tmx, .tsx) as its JSON: the same names, so that one reader knows both.
 * Only what that reader looks at is kept; the rest is skipped.
 */

/* True if the text begins as XML does, and not as JSON. */
bool tmx_is(struct exh_bytes text);

/*
 * Reads a map or a tileset; *out is to be released, and NULL if the text is refused.
 * EXH_TRUNCATED if it ends too early, EXH_INVALID with the offset of a part that is not
 * Tiled's XML.
 */
enum exh_status tmx_read(struct exh_bytes text, struct json **out, struct exh_error *err);

/*
 * Levels that use tiles which the graphics lack.
 */

/* The path of an archive of graphics beside one of levels, to be freed: of the same name,
 * or as the games call it; NULL: there is none. */
char *level_graphics_beside(const char *path);

/* Tiles that levels may use; to be freed. */
struct level_tiles;

/* Tiles by their counts, without the graphics: tiles beyond them only give warnings. */
struct level_tiles *level_tiles_of_counts(size_t background_count,
					  size_t foreground_count);
/* Tiles of the graphics, except those without a picture. The layout must have tiles. */
struct level_tiles *level_tiles_of(const struct exh_keen_graphics *graphics);

/* Graphics that levels are checked against. */
struct level_tiles_wish {
	const char *graphics; /* an archive; NULL: those beside */
	/* An archive of levels, beside which graphics are looked for; or NULL. */
	const char *beside;
	struct keen_archive_options tables; /* tables of the graphics */
	const char *path;		    /* for messages; may be NULL */
	bool is_forced;			    /* only warn */
};

/* Returns the tiles of the graphics; without graphics as many as have properties. NULL:
 * unknown; the report has the error, if the graphics were named. */
struct level_tiles *level_tiles_find(const struct level_tiles_wish *wish,
				     const struct exh_keen_tile_info *info,
				     struct report *report);

/* Allows all tiles of a level of the original: Keen Dreams uses some without a picture.
 */
void level_tiles_allow(struct level_tiles *tiles, const struct exh_keen_map *map);

/* False, reported, if a cell has a tile that isn't there. */
bool level_tiles_check(const struct level_tiles *tiles, const struct exh_keen_map *map,
		       const struct level_tiles_wish *wish, struct report *report);

/*
 * The work of exhume mapdump, without its command line.
 */

/* Request of the command line. */
struct mapdump_request {
	struct common common;
	struct keen_levels_options tables;
	struct keen_archive_options graphics_tables;
	struct exh_keen_layout layout;
	const char *graphics, *layers;
	struct strings maps;
	/* Set as far as the command line has options for them. */
	struct level_export export;
	struct level_style style;
	/* Tables are set from those above; operands are inputs, too */
	struct level_pack pack;
	const char *remove; /* pack.removed as typed */
	bool objects;	    /* objects become a layer */
	bool list;
	unsigned palette;
};

/* True if an archive is made. */
bool mapdump_is_packing(const struct mapdump_request *request);
bool mapdump_is_drawn(const struct mapdump_request *request);

void mapdump_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);

/* Output for text in one piece: standard output, unless -o names a file. */
char *mapdump_output_for(void *context, const char *input, bool several);

/*
 * Tile information back out of the CSV that level_tile_info_csv writes.
 */

/*
 * Tables for so many tiles, in arena; rest is left out. The first line names the columns,
 * in any order; each tile has a line. EXH_INVALID names the line that is wrong, or the
 * tile that lacks one.
 */
enum exh_status tile_info_read_csv(struct exh_bytes text, size_t background_count,
				   size_t foreground_count, struct exh_arena *arena,
				   struct exh_keen_tile_info *out, struct exh_error *err);

#endif
