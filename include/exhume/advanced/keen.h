/*
 * Commander Keen in Keen Dreams, and Keen 4 to 6, which share its formats. The rest of
 * exhume/keen.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_KEEN_H
#define EXHUME_ADVANCED_KEEN_H

#include "../keen.h"
#include "codec.h"

#ifdef __cplusplus
extern "C" {
#endif

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
