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
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_TILED_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_TILED_H

#include <exhume/keen_map.h>
#include <jansson.h>

enum {
	TILED_FILE_LIMIT = 16 << 20, /* bytes of a file to read, many times a level's */
};

enum tiled_form { TILED_JSON, TILED_XML };

/* What all levels of an archive share. */
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

/* So many markers that each info value has one: 256, 512 ... 65536. */
size_t tiled_marker_count(const struct exh_keen_maps *maps);

/* Rows of a sheet. */
size_t tiled_row_count(size_t tile_count);
/* Of the background or the foreground. */
const struct exh_keen_tiles *tiled_find(const struct tiled_tiles *tiles,
					enum exh_keen_plane plane);
/* Tiles of a plane's tileset. With none there is neither tileset nor sheet. */
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

/* Lives in the arena. */
struct tiled_contents {
	struct exh_keen_map map; /* number, name, size, cells, absent planes */
	bool has_tile_info;
	struct exh_keen_tile_info tile_info; /* without what lies after the tables */
};

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

/* Between the files of this subcommand. */

/* A tileset's columns on its sheet. */
size_t tiled_columns(size_t tile_count);

/* A map or tileset of Tiled's JSON as its XML. */
void tiled_print_xml(const json_t *document, struct exh_writer *out);

/*
 * A tile's frames as Tiled has them: an array of durations in milliseconds and tiles,
 * empty if it is not animated.
 */
json_t *tiled_animation(const struct exh_keen_tile_info *info, enum exh_keen_plane plane,
			size_t tile_count, size_t tile);

/* A level's name as text: printable ASCII, with ? for all else. */
void tiled_name(const struct exh_keen_map *map, char out[EXH_KEEN_MAP_NAME_SIZE + 1]);

/*
 * The cells of a layer as gids, gids[count], from an array of numbers or from base64,
 * plain or packed by zlib or gzip.
 */
enum exh_status tiled_layer_data(const json_t *layer, uint32_t *gids, size_t count,
				 struct exh_error *err);

#endif
