/*
 * Levels of Keen Dreams and Keen 4 to 6: the head (MAPHEAD), the archive (KDREAMS.MAP,
 * GAMEMAPS), and the tile information that follows the head. The rest of exhume/keen.h,
 * which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_KEEN_MAP_H
#define EXHUME_ADVANCED_KEEN_MAP_H

#include "../keen.h"
#include "keen.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns "huffman", "carmack" or "rlew". The string is static. */
EXH_API const char *exh_keen_map_packing_name(enum exh_keen_map_packing packing);
/* Finds a compression by its name. False if there is no such name. */
EXH_API bool exh_keen_map_packing_find(const char *name, enum exh_keen_map_packing *out);

/* Returns "speed", "animation", "north", "east", "south", "west", "animation",
 * "inside" or "speed": some names belong to a background and a foreground table. */
EXH_API const char *exh_keen_tile_table_name(enum exh_keen_tile_table table);
/* True for tables of foreground tiles. */
EXH_API bool exh_keen_tile_table_is_foreground(enum exh_keen_tile_table table);
/* True if the table's values are -128 to 127, as steps to the next frame are; else
 * they are 0 to 255. */
EXH_API bool exh_keen_tile_table_is_signed(enum exh_keen_tile_table table);

/* Returns the size in bytes of the tables for the tiles of a layout. */
EXH_API size_t exh_keen_tile_info_size(const struct exh_keen_layout *layout);
/* Returns the first built-in layout whose tables have that size, or NULL. */
EXH_API const struct exh_keen_layout *exh_keen_layout_for_tile_info(size_t size);

/* Opens tile information. EXH_TRUNCATED below 2 * background_count + 7 *
 * foreground_count bytes. */
EXH_CHECKED enum exh_status exh_keen_tile_info_open(struct exh_bytes in,
						    size_t background_count,
						    size_t foreground_count,
						    struct exh_keen_tile_info *out,
						    struct exh_error *err);

/* Returns a tile's byte in a table, or 0 for tiles that the table does not have. */
EXH_API uint8_t exh_keen_tile_value(const struct exh_keen_tile_info *info,
				    enum exh_keen_tile_table table, size_t tile);
/* Returns the same as a number: -128 to 127 if the table is signed. */
EXH_API int exh_keen_tile_number(const struct exh_keen_tile_info *info,
				 enum exh_keen_tile_table table, size_t tile);

/*
 * Finds the tile shown after this one, and the ticks for which this one is shown. False
 * if it stays forever: it is not animated, its time is 0 (in Keen 4 to 6 such tiles wait
 * for the player), or no other follows in the table. Frames of 0 ticks that others lead
 * to are skipped, up to 256 of them; if they lead to none with a time, or out of the
 * table, next is the last of them.
 */
EXH_API bool exh_keen_tile_next(const struct exh_keen_tile_info *info, bool foreground,
				size_t tile, size_t *next, unsigned *ticks);

/*
 * Returns the distance of a wall's surface from the tile's edge in column x (0 to 15), in
 * units of 1/16 pixel: for a north wall from the top downwards, for a south wall from the
 * bottom upwards. 0 is flat; 256 if there is no surface.
 */
EXH_API unsigned exh_keen_wall_height(uint8_t wall, unsigned x);

/*
 * The head: tag, offsets and, in Keen Dreams, sizes of the packed level headers; the rest
 * of its bytes is tile information. The head of the editor TED5's work file (MAPTHEAD,
 * with MAPTEMP) has tag and offsets after the editor's settings, and no tile information.
 */
struct exh_keen_maphead {
	uint16_t rlew_tag;
	bool has_sizes; /* Keen Dreams' form */
	bool is_ted5;	/* the editor's form: planes are packed with RLEW alone */
	int32_t offsets[EXH_KEEN_MAP_LIMIT]; /* as stored; 0 or less: no such level */
	uint8_t header_sizes[EXH_KEEN_MAP_LIMIT];
	struct exh_bytes tile_info;
};

/*
 * Reads a head; the archive's content decides between the first two forms. EXH_TRUNCATED
 * below 402 bytes; EXH_INVALID if no offset lies in the archive.
 */
EXH_CHECKED enum exh_status exh_keen_maphead_read(struct exh_bytes head,
						  struct exh_bytes archive,
						  struct exh_keen_maphead *out,
						  struct exh_error *err);

/*
 * Reads all levels. huffman is needed only for Keen Dreams' form and may be NULL
 * otherwise. Damage is noted, and the rest is read. EXH_INVALID if no level's header can
 * be read, or most are invalid.
 */
EXH_CHECKED enum exh_status
exh_keen_maps_open(struct exh_bytes archive, const struct exh_keen_maphead *head,
		   const struct exh_huffman *huffman, struct exh_arena *arena,
		   struct exh_keen_maps *out, struct exh_notes *notes,
		   struct exh_error *err);

/*
 * Appends archive and head (tag, offsets, sizes; then tile_info unchanged) as id's packer
 * does: planes and header of each level in turn, no gaps. Lost levels are left out, and
 * so are absent planes that are empty. huffman as in exh_keen_maps_open. EXH_LIMIT if a
 * value is too large for its field: a level's number, its cells, the words of a plane, a
 * packed plane, a header. EXH_INVALID for a duplicate number, a level without cells, a
 * byte without a code in the dictionary, and a header that would lie at 0 because neither
 * prefix nor planes precede it.
 */
EXH_CHECKED enum exh_status
exh_keen_maps_pack(const struct exh_keen_maps *maps, struct exh_bytes tile_info,
		   const struct exh_huffman *huffman, struct exh_writer *archive,
		   struct exh_writer *head, struct exh_error *err);

/* Counts each value of the bytes that get Huffman-packed, for exh_huffman_build. */
EXH_CHECKED enum exh_status exh_keen_maps_count(const struct exh_keen_maps *maps,
						uint64_t counts[256],
						struct exh_error *err);

/*
 * Levels that the games' own programs can't play. Source: keen-formats 4, keen4-engine
 * 11.1.
 */

/* Limits of a game's program; 0: unknown. */
struct exh_keen_limits {
	size_t rows;	       /* rows of a level */
	size_t animated_tiles; /* different animated tiles in a level */
	size_t animated_cells; /* in view */
	size_t objects;
	bool needs_time; /* tiles without a time are not animated */
};

/* Returns the limits of the game whose levels have this compression. They are static. */
EXH_API const struct exh_keen_limits *
exh_keen_limits_of(enum exh_keen_map_packing packing);

/* A level's demands on the program. */
struct exh_keen_map_load {
	unsigned number; /* number of the level */
	size_t rows, animated_tiles, objects;
	size_t animated_cells; /* in the view that has most of them */
	size_t view_x, view_y; /* top left cell of that view */
	/* The animation of a tile never returns to it: of this one. */
	bool has_endless;
	enum exh_keen_plane endless_plane;
	size_t endless_tile;
};

/* Measures a level. info without tiles: no tiles are animated. */
EXH_API void exh_keen_map_measure(const struct exh_keen_map *map,
				  const struct exh_keen_tile_info *info,
				  const struct exh_keen_limits *limits,
				  struct exh_keen_map_load *out);
/* Notes a warning for each limit that the level exceeds. */
EXH_API void exh_keen_map_judge(const struct exh_keen_map_load *load,
				const struct exh_keen_limits *limits,
				struct exh_notes *notes);

/*
 * Drawing.
 */

/* Draws again the foreground tiles that the game shows in front of most sprites. */
EXH_API void exh_keen_map_draw_front(const struct exh_keen_map *map,
				     const struct exh_keen_tiles *foreground,
				     const struct exh_keen_tile_info *info,
				     const struct exh_keen_map_area *area,
				     struct exh_image *image);

/*
 * Marks drawn over a tile: walls that stop or kill, and tiles that hide sprites.
 */

/* Kind of a mark, which has its own colour. */
enum exh_keen_wall_ink {
	EXH_KEEN_WALL_SOLID,
	EXH_KEEN_WALL_DEADLY,
	EXH_KEEN_WALL_SPECIAL, /* other kinds of wall, poles, and other special tiles */
	EXH_KEEN_WALL_INSIDE,  /* in front of sprites */
	EXH_KEEN_WALL_INKS
};

/* Colours of the inks. No EGA screen has them, so that they stand out on any tile. */
EXH_API extern const struct exh_color exh_keen_wall_colors[EXH_KEEN_WALL_INKS];

/* Draws a foreground tile's walls into a cell of 16x16 pixels, whose rows are stride
 * bytes apart; ink n is index first_ink + n. */
EXH_API void exh_keen_walls_draw(const struct exh_keen_tile_info *info, size_t tile,
				 uint8_t first_ink, uint8_t *pixels, size_t stride);

/*
 * The foreground plane of a level: width by height cells, and the tile information.
 */
struct exh_keen_wall_cells {
	const struct exh_keen_tile_info *info;
	const uint16_t *foreground;
	size_t width, height; /* cells */
};

/*
 * Draws the walls of a level's cell as exh_keen_walls_draw does, but without flat walls
 * that touch another, so that the surfaces of solid areas remain, and without the mark of
 * tiles in front of sprites in a cell with four walls.
 */
EXH_API void exh_keen_outline_draw(const struct exh_keen_wall_cells *cells, size_t column,
				   size_t row, uint8_t first_ink, uint8_t *pixels,
				   size_t stride);

#ifdef __cplusplus
}
#endif

#endif
