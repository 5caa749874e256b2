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
#ifndef EXHUME_KEEN_H
#define EXHUME_KEEN_H

#include "codec.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* Returns the object that the value places, or NULL if it is unknown. */
EXH_API const struct exh_keen_info_object *
exh_keen_layout_object(const struct exh_keen_layout *layout, unsigned info);

/* Returns the layout for a head of this size and CRC-32, or NULL if unknown. */
EXH_API const struct exh_keen_layout *exh_keen_layout_for_head(struct exh_bytes head);

/* Checks a layout. EXH_INVALID if classes overlap, pass the last chunk, or lack the
 * table that they need. */
EXH_CHECKED enum exh_status exh_keen_layout_check(const struct exh_keen_layout *layout,
						  struct exh_error *err);

/* Return the number of pixels in a byte of a row, and the bytes of a bitmap of
 * width_bytes x height in all its planes. */
EXH_API size_t exh_keen_pixels_per_byte(enum exh_keen_video video);
EXH_API size_t exh_keen_bitmap_size(enum exh_keen_video video, bool masked,
				    size_t width_bytes, size_t height);

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

/* A head that was read. */
struct exh_keen_head {
	unsigned offset_size; /* bytes of an entry: 3 or 4 */
	size_t chunk_count;
	struct exh_keen_place *places;
	/* Bytes of the archive, from the entry after the chunks; 0: not stored. */
	size_t expected_size;
};

/*
 * Returns the size of the head's entries: 3 or 4, with which they end at archive_size, or
 * else ascend; 0 if neither. Keen 5's head does not store the archive's length.
 */
EXH_API unsigned exh_keen_head_guess_offset_size(struct exh_bytes head,
						 size_t archive_size);

/*
 * Returns the size of the head's entries if the archive's layout is known: the layout's
 * own for the head of its release; else the size with which the head ends at
 * archive_size, or has an entry for each chunk. layout may be NULL.
 */
EXH_API unsigned exh_keen_head_offset_size(struct exh_bytes head, size_t archive_size,
					   const struct exh_keen_layout *layout);

/* True if the head's last entry is the length of this archive. */
EXH_API bool exh_keen_head_ends_at(struct exh_bytes head, size_t archive_size);

/*
 * Reads a head of chunk_count chunks (0: as many as there are entries). EXH_INVALID if
 * too few of its entries ascend (three of four must; half of them, if there are less than
 * 64), or offset_size is neither 3 nor 4: then it is some other file. If the head is too
 * short, the chunks after its end are lost.
 */
EXH_CHECKED enum exh_status
exh_keen_head_read(struct exh_bytes head, unsigned offset_size, size_t chunk_count,
		   size_t archive_size, struct exh_arena *arena,
		   struct exh_keen_head *out, struct exh_notes *notes,
		   struct exh_error *err);

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

/*
 * Returns how well a layout fits an archive: the percentage (0 to 100) of lengths stored
 * in the archive that match the layout; 0 if those of the tables don't match. For heads
 * without a known layout.
 */
EXH_API unsigned exh_keen_layout_fit(const struct exh_keen_layout *layout,
				     struct exh_bytes archive, struct exh_bytes head,
				     const struct exh_huffman *huffman);

/* Returns the built-in layout that fits best, and its percentage; NULL if none has at
 * least 75. A changed or damaged head may still go with the layout of its release. */
EXH_API const struct exh_keen_layout *
exh_keen_layout_that_fits(struct exh_bytes archive, struct exh_bytes head,
			  const struct exh_huffman *huffman, unsigned *fit);

/*
 * Expands all chunks. layout may be NULL: then each chunk is tried with a length in front
 * and, if that does not fit, without. Damage is noted, and the rest is expanded.
 * EXH_INVALID if most chunks do not end where they should: then dictionary, head and
 * archive don't match.
 */
EXH_CHECKED enum exh_status
exh_keen_graphics_open(struct exh_bytes archive, const struct exh_keen_head *head,
		       const struct exh_keen_layout *layout,
		       const struct exh_huffman *huffman, struct exh_arena *arena,
		       struct exh_keen_graphics *out, struct exh_notes *notes,
		       struct exh_error *err);

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

/* Appends a font's chunk. glyphs[c].pixels NULL: no such glyph. All glyphs are height
 * pixels high. */
EXH_CHECKED enum exh_status exh_keen_font_encode(const struct exh_image glyphs[256],
						 size_t height, bool masked,
						 struct exh_writer *out,
						 struct exh_error *err);

/* Append tables, of chunks 0 to 2: sprites take 18 bytes each, pictures 4. */
EXH_API void exh_keen_pictable_encode(const struct exh_keen_sprite *pics, size_t count,
				      struct exh_writer *out);
EXH_API void exh_keen_spritetable_encode(const struct exh_keen_sprite *sprites,
					 size_t count, struct exh_writer *out);

/*
 * Packs chunks into an archive and its head. chunks[i].data NULL: chunk i is absent.
 * The layout determines packed lengths and offsets. EXH_INVALID if a byte has no code
 * or a packed chunk is empty, EXH_LIMIT if an offset does not fit into the head.
 */
EXH_CHECKED enum exh_status exh_keen_graphics_pack(const struct exh_keen_layout *layout,
						   const struct exh_bytes *chunks,
						   const struct exh_huffman *huffman,
						   struct exh_writer *archive,
						   struct exh_writer *head,
						   struct exh_error *err);

/*
 * A chunk with all that is needed to reproduce its packed bytes: packers differ in how
 * they end a stream, and damaged streams match none of them.
 */
struct exh_keen_parcel {
	/* Expanded bytes; data NULL: absent, if verbatim.data is NULL, too. */
	struct exh_bytes content;
	bool has_length; /* declared_size goes in front */
	/* content.size, unless the packer stored another number */
	uint32_t declared_size;
	struct exh_bytes tail; /* bytes after the stream */
	/* If data is not NULL: the packed bytes; all else is ignored. */
	struct exh_bytes verbatim;
};

/*
 * True if each stream is closed by a byte with padding in it, so that a zero byte follows
 * if the bits fill the last one. Keen 4's packer does that. Decided by the majority of
 * the streams that show it.
 */
EXH_API bool exh_keen_streams_are_closed(const struct exh_keen_graphics *graphics,
					 struct exh_bytes archive,
					 const struct exh_huffman *huffman);

/*
 * Makes the parcel that packs to a chunk's bytes in the archive: with a tail if bytes
 * follow the stream, verbatim if the content would pack to other bytes. It borrows from
 * graphics and archive. It is absent for chunks that are absent or lost.
 */
EXH_API void exh_keen_parcel_open(const struct exh_keen_graphics *graphics,
				  size_t chunk_number, struct exh_bytes archive,
				  const struct exh_huffman *huffman, bool closed,
				  struct exh_keen_parcel *out);

/*
 * Appends parcels to an archive, and their offsets and the archive's length to its head.
 * archive may already hold data: offsets count from its start. closed: see
 * exh_keen_streams_are_closed. Errors are those of exh_keen_graphics_pack.
 */
EXH_CHECKED enum exh_status exh_keen_parcels_pack(const struct exh_keen_parcel *parcels,
						  size_t count, unsigned offset_size,
						  const struct exh_huffman *huffman,
						  bool closed, struct exh_writer *archive,
						  struct exh_writer *head,
						  struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
