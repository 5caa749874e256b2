/*
 * The graphics, levels and sounds of one Keen game, each opened in one call: tables that
 * are not given are searched for in the game's program, and the layout is recognised.
 *
 * Source: keen-formats 1, 2, 4 and 9.
 */
#ifndef EXHUME_KEEN_H
#define EXHUME_KEEN_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Commander Keen in Keen Dreams, and Keen 4 to 6, which share its formats.
 *
 * Graphics archives (EGAGRAPH, CGAGRAPH): Huffman-packed chunks, found by a table of
 * offsets (the head) and classified by a layout that is built into the game's program.
 *
 * Pixels:  one byte each, row-major, top row first; palette index in bits 0-3, and
 *          EXH_KEEN_MASKED set where the mask lets the background through.
 * Units:   names in _units are 1/16 pixel, the game's own unit; everything else is in
 *          pixels.
 * Memory:  parsed structures live in the arena passed in; callers own the pixels.
 * Source:  keen-formats 2, 3 and 9; formats/keen/README.md for the gaps in the
 *          specification.
 */

/* The class of a chunk. Tables come first, since pictures and sprites need them. */
enum exh_keen_class {
	EXH_KEEN_PICTABLE,    /* sizes of the pictures */
	EXH_KEEN_PICMTABLE,   /* sizes of the masked pictures */
	EXH_KEEN_SPRITETABLE, /* sizes, origins and hit boxes of the sprites */
	EXH_KEEN_FONT,
	EXH_KEEN_FONTM, /* masked */
	EXH_KEEN_PIC,
	EXH_KEEN_PICM,
	EXH_KEEN_SPRITE,
	EXH_KEEN_TILE8,	 /* all 8x8 tiles in one chunk */
	EXH_KEEN_TILE8M, /* all masked 8x8 tiles in one chunk */
	EXH_KEEN_TILE16,
	EXH_KEEN_TILE16M,
	EXH_KEEN_TILE32,
	EXH_KEEN_TILE32M,
	EXH_KEEN_BINARY,  /* texts, screens, demos */
	EXH_KEEN_UNKNOWN, /* in no class of the layout */
	EXH_KEEN_CLASS_COUNT
};

/* Returns the name of a class as typed and in JSON: "pic", "tile16m". It is static. */
EXH_API const char *exh_keen_class_name(enum exh_keen_class class_id);
/* Returns the class of this name, or EXH_KEEN_CLASS_COUNT if there is none. */
EXH_API enum exh_keen_class exh_keen_class_find(const char *name);
/* True for classes whose bitmaps or glyphs have a mask plane. */
EXH_API bool exh_keen_class_is_masked(enum exh_keen_class class_id);
/* Returns the side of a tile in pixels, or 0 if the class is not one of tiles. */
EXH_API size_t exh_keen_class_tile_size(enum exh_keen_class class_id);
/* True for pictures, sprites and tiles, which exh_keen_bitmap_decode decodes. */
EXH_API bool exh_keen_class_is_bitmap(enum exh_keen_class class_id);

/* Video mode of the graphics. */
enum exh_keen_video {
	EXH_KEEN_EGA, /* four planes, 8 pixels per byte: 16 colours */
	EXH_KEEN_CGA, /* one plane, 4 pixels per byte: 4 colours */
};

/*
 * Layouts: the class of each chunk. They are data of a game's program, so each release
 * has its own. Known ones are built in; the caller may define others.
 */
enum { EXH_KEEN_BINARY_NAMES = 20, EXH_KEEN_NAME_SIZE = 24, EXH_KEEN_INFO_OBJECTS = 64 };

/* The object that a value of the info plane places. */
struct exh_keen_info_object {
	uint16_t info; /* 0: no more objects */
	char name[EXH_KEEN_NAME_SIZE];
	int16_t sprite;	 /* index in its class; -1: none, or unknown */
	int16_t y_units; /* 1/16 pixel from the cell's top left to the object's place */
};

/* A layout. */
struct exh_keen_layout {
	char name[32];	/* as typed: keen4-1.4 */
	char title[64]; /* for people */
	enum exh_keen_video video;
	unsigned offset_size;  /* bytes of an entry of the head: 3 or 4 */
	size_t head_size;      /* bytes of the head it was made for; 0: any head */
	uint32_t head_crc32;   /* CRC-32 of that head */
	uint32_t chunk_count;  /* entries of the head before the archive's length */
	struct exh_keen_span { /* chunk numbers; count 0: the class is absent */
		uint32_t first, count;
	} spans[EXH_KEEN_CLASS_COUNT];
	uint32_t tile8_count, tile8m_count; /* tiles in the chunk of the class */
	/* Names of the chunks of class binary, as far as known; others are empty. */
	char binary_names[EXH_KEEN_BINARY_NAMES][EXH_KEEN_NAME_SIZE];
	/* Ends at info 0, or when full. */
	struct exh_keen_info_object objects[EXH_KEEN_INFO_OBJECTS];
};

/* Returns the built-in layouts, which are static, and their number. */
EXH_API const struct exh_keen_layout *exh_keen_layouts(size_t *count);
/* Returns the built-in layout of this name, or NULL. */
EXH_API const struct exh_keen_layout *exh_keen_layout_find(const char *name);

/*
 * The head: the offsets of the chunks. An entry that breaks the ascending order is LOST,
 * as is one past the end of the archive; the others keep their place.
 */
enum exh_keen_state {
	EXH_KEEN_PRESENT,
	EXH_KEEN_ABSENT, /* -1 in the head: the game has no such chunk */
	EXH_KEEN_LOST,	 /* damage */
};

/* Place of a chunk in the archive. */
struct exh_keen_place {
	enum exh_keen_state state;
	uint32_t offset;      /* bytes, as in the head */
	uint32_t packed_size; /* bytes up to the next chunk or the end of the archive */
	bool cut;	      /* the archive ends before the chunk does */
	/* The next chunk is lost, so packed_size may be too large. */
	bool size_is_uncertain;
};

/* A picture's or sprite's entry in its table. */
struct exh_keen_sprite {
	int width_bytes, height; /* as stored; may be invalid */
	/* X, y: added to the actor's position to get the top left corner. */
	int origin_units[2];
	int hitbox_units[4]; /* left, top, right, bottom, from the actor's position */
	/* Shifted copies that the game makes, for pixels between bytes. */
	int shifts;
};

/* An expanded chunk. */
struct exh_keen_chunk {
	enum exh_keen_class class_id;
	uint32_t index; /* within the class */
	struct exh_keen_place place;
	bool has_length;	   /* the packed data begin with the expanded length */
	bool damaged;		   /* a part is lost; expanded has the rest */
	struct exh_bytes expanded; /* in the arena; empty if absent or lost */
};

/* An opened graphics archive. */
struct exh_keen_graphics {
	struct exh_keen_layout layout; /* chunk_count 0: unknown */
	size_t chunk_count;
	struct exh_keen_chunk *chunks;
	struct exh_keen_sprite *pics, *picms; /* only with a size */
	struct exh_keen_sprite *sprites;
	size_t pic_count, picm_count, sprite_count; /* entries in the tables */
	size_t present_count, absent_count, lost_count;
};

/* Set in a pixel where the mask keeps the background. */
enum { EXH_KEEN_MASKED = 16 };

/* An open bitmap: one picture, sprite or tile. */
struct exh_keen_bitmap {
	enum exh_keen_video video;
	bool masked;
	size_t width, height;  /* pixels */
	struct exh_bytes data; /* borrowed from the chunk */
};

/* Returns the number of bitmaps in a chunk: 1 for a picture, the tiles of an 8x8
 * chunk, 0 for other classes. */
EXH_API size_t exh_keen_bitmap_count(const struct exh_keen_graphics *graphics,
				     size_t chunk_number);

/*
 * Opens a chunk's bitmap number part, from 0. EXH_INVALID if the table's size is not
 * positive or the part does not exist, EXH_TRUNCATED if the chunk's length does not match
 * the size.
 */
EXH_CHECKED enum exh_status exh_keen_bitmap_open(const struct exh_keen_graphics *graphics,
						 size_t chunk_number, size_t part,
						 struct exh_keen_bitmap *out,
						 struct exh_error *err);

/* Fills width * height pixels. */
EXH_API void exh_keen_bitmap_decode(const struct exh_keen_bitmap *bitmap,
				    uint8_t *pixels);

/* Appends a bitmap's data. EXH_INVALID for a pixel that the video mode can't show. */
EXH_CHECKED enum exh_status exh_keen_bitmap_encode(const struct exh_image *image,
						   enum exh_keen_video video, bool masked,
						   struct exh_writer *out,
						   struct exh_error *err);

/* Fonts: one bit a pixel, proportional. Source: keen-formats 3.4. */
struct exh_keen_glyph {
	uint16_t location; /* bytes from the start of the chunk */
	uint8_t width;	   /* pixels, also the advance; 0: no such glyph */
};

/* An open font. */
struct exh_keen_font {
	bool masked;
	size_t height; /* pixels */
	struct exh_keen_glyph glyphs[256];
	struct exh_bytes chunk; /* borrowed */
};

/*
 * Opens a font. EXH_TRUNCATED below 770 bytes, EXH_INVALID for a height outside 1 to 255.
 * Glyphs that lie outside the chunk are noted and left out.
 */
EXH_CHECKED enum exh_status exh_keen_font_open(struct exh_bytes chunk, bool masked,
					       struct exh_keen_font *out,
					       struct exh_notes *notes,
					       struct exh_error *err);

/*
 * Fills glyph width * font height pixels: 0 or 1, with EXH_KEEN_MASKED set where a masked
 * font's mask keeps the background.
 */
EXH_API void exh_keen_glyph_decode(const struct exh_keen_font *font, unsigned code,
				   uint8_t *pixels);

/*
 * Levels of Keen Dreams and Keen 4 to 6: the head (MAPHEAD), the archive (KDREAMS.MAP,
 * GAMEMAPS), and the tile information that follows the head.
 *
 * A level is three planes of 16-bit cells, row-major, top row first: tile16 numbers of
 * the background, tile16m numbers of the foreground (0: none), and numbers for the game.
 *
 * Units:   cells and tiles of 16x16 pixels; times in ticks of 1/70 s.
 * Memory:  parsed structures live in the arena passed in; callers own the pixels.
 * Source:  keen-formats 4 and 9, keen-engine 4 and 8; formats/keen/README.md for the
 *          rest.
 */

enum {
	EXH_KEEN_MAP_LIMIT = 100, /* levels in a head, at most */
	EXH_KEEN_MAP_NAME_SIZE = 16,
	/* Cells of a level; a plane's size in bytes has 16 bits. */
	EXH_KEEN_MAP_MAX_CELLS = 32767,
};

/* A plane of a level. */
enum exh_keen_plane {
	EXH_KEEN_BACKGROUND,
	EXH_KEEN_FOREGROUND,
	EXH_KEEN_INFO,
	EXH_KEEN_PLANE_COUNT
};

/* Returns "background", "foreground" or "info". The string is static. */
EXH_API const char *exh_keen_plane_name(enum exh_keen_plane plane);

/* Compression of an archive. */
enum exh_keen_map_packing {
	EXH_KEEN_MAP_HUFFMAN, /* Keen Dreams: RLEW, then Huffman; level headers too */
	EXH_KEEN_MAP_CARMACK, /* Keen 4 to 6, GAMEMAPS: RLEW, then Carmack */
	EXH_KEEN_MAP_RLEW,    /* MAPTEMP of the editor: only RLEW */
};

/*
 * The tile information: one byte for each tile in each table. Borrows the bytes it was
 * opened on.
 */
enum exh_keen_tile_table {
	EXH_KEEN_SPEED, /* background: ticks for which a frame is shown */
	EXH_KEEN_ANIM,	/* background: signed step to the next frame; 0: not animated */
	EXH_KEEN_NORTHWALL, /* foreground, like all that follow: kind of the top side */
	EXH_KEEN_EASTWALL,
	EXH_KEEN_SOUTHWALL,
	EXH_KEEN_WESTWALL,
	EXH_KEEN_MANIM,
	EXH_KEEN_INTILE, /* bit 7: drawn over sprites; the rest: poles and the like */
	EXH_KEEN_MSPEED,
	EXH_KEEN_TILE_TABLE_COUNT
};

/* Open tile information. */
struct exh_keen_tile_info {
	size_t background_count, foreground_count; /* tiles; 0: no information */
	struct exh_bytes tables[EXH_KEEN_TILE_TABLE_COUNT];
	struct exh_bytes rest; /* bytes after the tables, as in Keen 6 1.5 */
};

/* A plane of a level. */
struct exh_keen_map_plane {
	uint32_t offset;      /* bytes, in the archive */
	uint16_t packed_size; /* bytes */
	bool absent;	      /* the level has no such plane: all cells are 0 */
	/* Bytes of its RLEW words, after the first step of expansion. */
	size_t rlew_size;
	uint16_t *cells; /* width * height; lost cells are 0 */
	bool damaged;	 /* some cells are lost */
};

/* A level. */
struct exh_keen_map {
	unsigned number; /* 0 to 99 */
	/* True: the header could not be read, and the fields below are not set */
	bool lost;
	uint32_t header_offset;
	size_t header_size; /* bytes in the archive */
	/* As stored: may end at a zero byte; the bytes after that are kept. */
	uint8_t name[EXH_KEEN_MAP_NAME_SIZE];
	/* Cells, 1 or more; at most EXH_KEEN_MAP_MAX_CELLS in all. */
	size_t width, height;
	struct exh_keen_map_plane planes[EXH_KEEN_PLANE_COUNT];
};

/* All levels of an archive. */
struct exh_keen_maps {
	enum exh_keen_map_packing packing;
	uint16_t rlew_tag;
	/* The head's entries for absent levels, 0 or below. For levels that are
	 * present: the entry's value if they were absent. */
	int32_t absent_offsets[EXH_KEEN_MAP_LIMIT];
	/* Bytes before the first level: signature and the like. */
	struct exh_bytes prefix;
	size_t count;
	struct exh_keen_map *items; /* ascending by number */
};

/* Copies a level's name up to its zero byte, as a NUL-terminated string. */
EXH_API void exh_keen_map_name(const struct exh_keen_map *map,
			       char out[EXH_KEEN_MAP_NAME_SIZE + 1]);

/*
 * Drawing.
 */

/* All 16x16 tiles of one class of an archive, 256 bytes each: colours, with
 * EXH_KEEN_MASKED where the mask keeps the background. In the arena. */
struct exh_keen_tiles {
	size_t count; /* tiles in pixels and present */
	const uint8_t *pixels;
	const bool *present;
};

/* Decodes the tiles. EXH_INVALID for classes other than EXH_KEEN_TILE16 and
 * EXH_KEEN_TILE16M. */
EXH_CHECKED enum exh_status exh_keen_tiles_open(const struct exh_keen_graphics *graphics,
						enum exh_keen_class class_id,
						struct exh_arena *arena,
						struct exh_keen_tiles *out,
						struct exh_error *err);

/*
 * An area of a level.
 */
struct exh_keen_map_area {
	size_t x, y, columns, rows; /* cells, inside the level */
};

/*
 * Draws cells [x, x + columns) by [y, y + rows) of a level as the game shows it: the
 * background, then the foreground over it; an absent tile is black in the background and
 * transparent in the foreground. background or foreground may be NULL: that layer is
 * left out, and pixels where no layer is drawn are EXH_KEEN_MASKED. image is columns *
 * 16 by rows * 16 pixels.
 */
EXH_API void exh_keen_map_draw(const struct exh_keen_map *map,
			       const struct exh_keen_tiles *background,
			       const struct exh_keen_tiles *foreground,
			       const struct exh_keen_map_area *area,
			       struct exh_image *image);

/* A game's files. Size 0: not given. All are borrowed, also by the opened structures. */
struct exh_keen_files {
	struct exh_bytes program; /* the file as on the disk, packed by LZEXE or not */
	/* Archives, for example KDREAMS.EGA or EGAGRAPH.CK4, KDREAMS.MAP or
	 * GAMEMAPS.CK4, KDREAMS.AUD or AUDIO.CK4. */
	struct exh_bytes graphics, levels, sounds;
	/* Tables, or object files with them. Tables that are not given are taken from
	 * the program. */
	struct exh_bytes graphics_head, graphics_dict; /* EGAHEAD and EGADICT, or CGA's */
	struct exh_bytes level_head, level_dict;       /* MAPHEAD, MAPDICT */
	/* Size 0: taken from after the level head. */
	struct exh_bytes tile_info;
	struct exh_bytes sound_head, sound_dict; /* AUDIOHHD or AUDIOHED, AUDIODCT */
	/* NULL: the layout of the known release with this head, else the one that fits
	 * best. */
	const struct exh_keen_layout *layout;
};

/*
 * Open the graphics, levels or sounds of a game. Errors are those of exh_mz_open and
 * exh_lzexe_unpack, exh_keen_exe_graphics, exh_keen_head_read, exh_huffman_read,
 * exh_keen_graphics_open, and their counterparts for levels and sounds. EXH_INVALID, too,
 * if the archive, or both a table and the program, are not given. err->offset is in the
 * file or image concerned.
 */
EXH_CHECKED enum exh_status exh_keen_files_graphics(const struct exh_keen_files *files,
						    struct exh_arena *arena,
						    struct exh_keen_graphics *out,
						    struct exh_notes *notes,
						    struct exh_error *err);

/* All levels, and the tile information. */
struct exh_keen_levels {
	struct exh_keen_maps maps;
	struct exh_keen_tile_info tile_info; /* no tiles: there is none */
};

/* Opens the levels. */
EXH_CHECKED enum exh_status exh_keen_files_levels(const struct exh_keen_files *files,
						  struct exh_arena *arena,
						  struct exh_keen_levels *out,
						  struct exh_notes *notes,
						  struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
