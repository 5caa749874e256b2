/*
 * Levels of Keen Dreams and Keen 4 to 6: the head (MAPHEAD), the archive (KDREAMS.MAP,
 * GAMEMAPS), and the tile information that follows the head.
 *
 * A level is three planes of 16-bit cells, row-major, top row first: tile16 numbers of
 * the background, tile16m numbers of the foreground (0: none), and numbers for the game.
 *
 * Units:   cells and tiles of 16x16 pixels; times in ticks of 1/70 s.
 * Memory:  parsed things live in the arena that was passed in; callers own the pixels.
 * Source:  keen-formats 4 and 9, keen-engine 4 and 8; formats/keen/README.md for the
 * rest.
 */
#ifndef EXHUME_KEEN_MAP_H
#define EXHUME_KEEN_MAP_H

#include "keen.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_KEEN_MAP_LIMIT = 100, /* levels that fit in a head */
	EXH_KEEN_MAP_NAME_SIZE = 16,
	EXH_KEEN_MAP_MAX_CELLS = 32767, /* their size in bytes has 16 bits */
};

enum exh_keen_plane {
	EXH_KEEN_BACKGROUND,
	EXH_KEEN_FOREGROUND,
	EXH_KEEN_INFO,
	EXH_KEEN_PLANE_COUNT
};

/* "background", "foreground", "info". */
EXH_API const char *exh_keen_plane_name(enum exh_keen_plane plane);

/* How an archive is packed. */
enum exh_keen_map_packing {
	EXH_KEEN_MAP_HUFFMAN, /* Keen Dreams: RLEW, then Huffman; level headers too */
	EXH_KEEN_MAP_CARMACK, /* Keen 4 to 6, GAMEMAPS: RLEW, then Carmack */
	EXH_KEEN_MAP_RLEW,    /* MAPTEMP of the editor: only RLEW */
};

/* "huffman", "carmack", "rlew". */
EXH_API const char *exh_keen_map_packing_name(enum exh_keen_map_packing packing);
/* False if there is no such name. */
EXH_API bool exh_keen_map_packing_find(const char *name, enum exh_keen_map_packing *out);

/*
 * The tile information: one byte a tile and table. Borrows the bytes it was opened on.
 */
enum exh_keen_tile_table {
	EXH_KEEN_SPEED, /* background: ticks that a frame is shown */
	EXH_KEEN_ANIM,	/* background: signed step to the next frame; 0: not animated */
	EXH_KEEN_NORTHWALL, /* foreground, as all that follow: kind of the top side */
	EXH_KEEN_EASTWALL,
	EXH_KEEN_SOUTHWALL,
	EXH_KEEN_WESTWALL,
	EXH_KEEN_MANIM,
	EXH_KEEN_INTILE, /* bit 7: drawn over sprites; the rest: poles and the like */
	EXH_KEEN_MSPEED,
	EXH_KEEN_TILE_TABLE_COUNT
};

/* "speed", "animation", "north", "east", "south", "west", "animation", "inside", "speed":
 * a name stands for a background and for a foreground table. */
EXH_API const char *exh_keen_tile_table_name(enum exh_keen_tile_table table);
EXH_API bool exh_keen_tile_table_is_foreground(enum exh_keen_tile_table table);
/* Steps to the next frame go either way; all else is 0 to 255. */
EXH_API bool exh_keen_tile_table_is_signed(enum exh_keen_tile_table table);

struct exh_keen_tile_info {
	size_t background_count, foreground_count; /* tiles; 0: there is no information */
	struct exh_bytes tables[EXH_KEEN_TILE_TABLE_COUNT];
	struct exh_bytes rest; /* after the tables; Keen 6 1.5 has some */
};

/* Bytes of the tables for the tiles of a layout. */
EXH_API size_t exh_keen_tile_info_size(const struct exh_keen_layout *layout);
/* The first known layout whose tables have that size; NULL if there is none. */
EXH_API const struct exh_keen_layout *exh_keen_layout_for_tile_info(size_t size);

/* EXH_TRUNCATED below 2 * background_count + 7 * foreground_count bytes. */
EXH_CHECKED enum exh_status exh_keen_tile_info_open(struct exh_bytes in,
						    size_t background_count,
						    size_t foreground_count,
						    struct exh_keen_tile_info *out,
						    struct exh_error *err);

/* A tile's byte of a table; 0 for tiles that the table does not have. */
EXH_API uint8_t exh_keen_tile_value(const struct exh_keen_tile_info *info,
				    enum exh_keen_tile_table table, size_t tile);
/* The number that this byte stands for: -128 to 127 where the table is signed. */
EXH_API int exh_keen_tile_number(const struct exh_keen_tile_info *info,
				 enum exh_keen_tile_table table, size_t tile);

/*
 * The tile shown after this one, and for how many ticks this one is shown. False when it
 * stays forever: it is not animated, its time is 0 (in Keen 4 to 6 such tiles wait for
 * the player), or no other follows in the table. Frames of 0 ticks that others lead to
 * are skipped, up to 256 of them; if they lead to none with a time, or out of the table,
 * next is the last of them.
 */
EXH_API bool exh_keen_tile_next(const struct exh_keen_tile_info *info, bool foreground,
				size_t tile, size_t *next, unsigned *ticks);

/*
 * How far the surface of a wall keeps from its edge in column x (0 to 15) of the tile, in
 * units of 1/16 pixel: a north wall's from the top downwards, a south wall's from the
 * bottom upwards. 0 is flat; 256 where there is none.
 */
EXH_API unsigned exh_keen_wall_height(uint8_t wall, unsigned x);

/*
 * The head: tag, offsets and, in Keen Dreams, sizes of the packed level headers; the rest
 * of its bytes is tile information. That of the editor TED5's work file (MAPTHEAD, beside
 * MAPTEMP) has them after its settings, and no tile information.
 */
struct exh_keen_maphead {
	uint16_t rlew_tag;
	bool has_sizes; /* Keen Dreams' form */
	bool is_ted5;	/* the editor's form: planes are RLEW alone */
	int32_t offsets[EXH_KEEN_MAP_LIMIT]; /* as stored; 0 and below: no such level */
	uint8_t header_sizes[EXH_KEEN_MAP_LIMIT];
	struct exh_bytes tile_info;
};

/*
 * Reads a head; the archive's content decides between the two forms. EXH_TRUNCATED
 * below 402 bytes; EXH_INVALID if no offset lies in the archive.
 */
EXH_CHECKED enum exh_status exh_keen_maphead_read(struct exh_bytes head,
						  struct exh_bytes archive,
						  struct exh_keen_maphead *out,
						  struct exh_error *err);

struct exh_keen_map_plane {
	uint32_t offset;      /* in the archive */
	uint16_t packed_size; /* bytes */
	bool absent;	      /* the level has no such plane: all cells are 0 */
	size_t rlew_size;     /* bytes of the RLEW words that came out of it */
	uint16_t *cells;      /* width * height; lost cells are 0 */
	bool damaged;	      /* something of it is lost */
};

struct exh_keen_map {
	unsigned number; /* 0 to 99 */
	bool lost;	 /* its header could not be read: nothing below is known */
	uint32_t header_offset;
	size_t header_size; /* bytes in the archive */
	/* As stored: may end at a zero byte; the bytes after that are kept. */
	uint8_t name[EXH_KEEN_MAP_NAME_SIZE];
	size_t width,
		height; /* cells, 1 or more; at most EXH_KEEN_MAP_MAX_CELLS in all */
	struct exh_keen_map_plane planes[EXH_KEEN_PLANE_COUNT];
};

struct exh_keen_maps {
	enum exh_keen_map_packing packing;
	uint16_t rlew_tag;
	/* The head's entries for absent levels, 0 or below. For levels that are present:
	 * what the entry would be without them. */
	int32_t absent_offsets[EXH_KEEN_MAP_LIMIT];
	struct exh_bytes prefix; /* in front of the first level: signature and the like */
	size_t count;
	struct exh_keen_map *items; /* ascending by number */
};

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

/* A level's name up to its zero byte, as text; out has room for the name and a zero. */
EXH_API void exh_keen_map_name(const struct exh_keen_map *map,
			       char out[EXH_KEEN_MAP_NAME_SIZE + 1]);

/*
 * The way back. Writes archive and head (tag, offsets, sizes; then tile_info as it is) as
 * id's packer does: planes and header of each level in turn, no gaps. Lost levels are
 * left out, and so are absent planes that are empty. huffman as in exh_keen_maps_open.
 * EXH_LIMIT if something is too large for its field: a level's number, its cells, the
 * words of a plane, a packed plane, a header. EXH_INVALID for a duplicate number, a level
 * without cells, a byte without a code in the dictionary, and a header that would lie at
 * 0 because neither prefix nor planes precede it.
 */
EXH_CHECKED enum exh_status
exh_keen_maps_pack(const struct exh_keen_maps *maps, struct exh_bytes tile_info,
		   const struct exh_huffman *huffman, struct exh_writer *archive,
		   struct exh_writer *head, struct exh_error *err);

/* Counts each byte of what is Huffman-packed, for exh_huffman_build. */
EXH_CHECKED enum exh_status exh_keen_maps_count(const struct exh_keen_maps *maps,
						uint64_t counts[256],
						struct exh_error *err);

/*
 * Levels that the games' own programs can't play. Source: keen-formats 4, keen4-engine
 * 11.1.
 */

/* How much a program has room for; 0: unknown. */
struct exh_keen_limits {
	size_t rows;
	size_t animated_tiles; /* different ones in a level */
	size_t animated_cells; /* in view */
	size_t objects;
	bool needs_time; /* tiles without a time are not animated */
};

/* By the game whose levels are packed so. */
EXH_API const struct exh_keen_limits *
exh_keen_limits_of(enum exh_keen_map_packing packing);

/* How much a level needs. */
struct exh_keen_map_load {
	unsigned number; /* of the level */
	size_t rows, animated_tiles, objects;
	size_t animated_cells; /* in the view that has most of them ... */
	size_t view_x, view_y; /* ... from this cell on */
	bool has_endless;      /* the animation of some tile never comes back to it */
	enum exh_keen_plane endless_plane;
	size_t endless_tile;
};

/* info of no tiles: none are animated. */
EXH_API void exh_keen_map_measure(const struct exh_keen_map *map,
				  const struct exh_keen_tile_info *info,
				  const struct exh_keen_limits *limits,
				  struct exh_keen_map_load *out);
/* Warns of everything that the game has no room for. */
EXH_API void exh_keen_map_judge(const struct exh_keen_map_load *load,
				const struct exh_keen_limits *limits,
				struct exh_notes *notes);

/*
 * Drawing.
 */

/* All 16x16 tiles of one class of an archive, one after the other, 256 bytes each:
 * colours, with EXH_KEEN_MASKED where the mask keeps the background. */
struct exh_keen_tiles {
	size_t count;
	const uint8_t *pixels;
	const bool *present;
};

/* EXH_INVALID for classes other than EXH_KEEN_TILE16 and EXH_KEEN_TILE16M. */
EXH_CHECKED enum exh_status exh_keen_tiles_open(const struct exh_keen_graphics *graphics,
						enum exh_keen_class class_id,
						struct exh_arena *arena,
						struct exh_keen_tiles *out,
						struct exh_error *err);

/*
 * Draws cells [x, x + columns) by [y, y + rows) of a level as the game shows it: the
 * background, then the foreground over it; an absent tile is black in the background and
 * transparent in the foreground. background or foreground may be NULL: that layer is left
 * out, and pixels where nothing is drawn are EXH_KEEN_MASKED. image is columns * 16 by
 * rows * 16 pixels.
 */
struct exh_keen_map_area {
	size_t x, y, columns, rows; /* cells, inside the level */
};

EXH_API void exh_keen_map_draw(const struct exh_keen_map *map,
			       const struct exh_keen_tiles *background,
			       const struct exh_keen_tiles *foreground,
			       const struct exh_keen_map_area *area,
			       struct exh_image *image);

/* Draws again the foreground tiles that the game shows in front of most sprites. */
EXH_API void exh_keen_map_draw_front(const struct exh_keen_map *map,
				     const struct exh_keen_tiles *foreground,
				     const struct exh_keen_tile_info *info,
				     const struct exh_keen_map_area *area,
				     struct exh_image *image);

/*
 * Marks drawn over a tile: what stops, kills and hides.
 */

enum exh_keen_wall_ink {
	EXH_KEEN_WALL_SOLID,
	EXH_KEEN_WALL_DEADLY,
	EXH_KEEN_WALL_SPECIAL, /* other kinds of wall, poles, and other special tiles */
	EXH_KEEN_WALL_INSIDE,  /* in front of sprites */
	EXH_KEEN_WALL_INKS
};

/* Colours that no EGA screen has, so that they stand out on any tile. */
EXH_API extern const struct exh_color exh_keen_wall_colors[EXH_KEEN_WALL_INKS];

/* Draws the foreground tile's walls into the cell of 16x16 pixels at pixels; ink n is
 * index first_ink + n. */
EXH_API void exh_keen_walls_draw(const struct exh_keen_tile_info *info, size_t tile,
				 uint8_t first_ink, uint8_t *pixels, size_t stride);

/*
 * The same in a level, whose foreground plane has width by height cells: where two flat
 * walls touch, neither is drawn, so that the surfaces of what is solid remain; nor is
 * what is in front of sprites in a cell with four walls.
 */
struct exh_keen_wall_cells {
	const struct exh_keen_tile_info *info;
	const uint16_t *foreground;
	size_t width, height;
};

EXH_API void exh_keen_outline_draw(const struct exh_keen_wall_cells *cells, size_t column,
				   size_t row, uint8_t first_ink, uint8_t *pixels,
				   size_t stride);

#ifdef __cplusplus
}
#endif
#endif
