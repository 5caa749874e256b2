/*
 * A plan for writing the map and the volumes of an SCI0 game: records, the bytes between
 * them, and the entries that lead to them.
 *
 * Order:  pieces, volumes and entries are added; each piece is encoded (in any order,
 *         also in parallel); then all are placed; then the map and the volumes are
 *         written.
 * Memory: lists belong to the plan; names and bytes are borrowed until it is freed. They
 *         may lie in its arena.
 * Source: sci0-formats 1.
 */
#ifndef EXHUME_ADVANCED_SCI_PLAN_H
#define EXHUME_ADVANCED_SCI_PLAN_H

#include "sci.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No index of a piece. */
#define EXH_SCI_NO_PIECE ((size_t)-1)

enum {
	/* Highest number; 63 belongs to the map's end mark. */
	EXH_SCI_MAX_VOLUME = 62,
	EXH_SCI_VOLUME_LIMIT = 1 << 26, /* bytes that the map can address */
	EXH_SCI_VOLUME_NAME_SIZE = 20,	/* bytes of RESOURCE.NNN, with the NUL */
	EXH_SCI_SHA256_SIZE = 32,	/* bytes */
};

/* Compression of a record. SMALLEST: the method with the smallest result. */
enum exh_sci_pack_method {
	EXH_SCI_PACK_STORED,
	EXH_SCI_PACK_LZW,
	EXH_SCI_PACK_HUFFMAN,
	EXH_SCI_PACK_SMALLEST,
};

/* Names of the methods: "stored", "lzw", "huffman", "smallest"; ends with NULL. */
EXH_API extern const char *const exh_sci_pack_method_names[];

/* A record of a volume, or other bytes in it. */
struct exh_sci_piece {
	bool is_record;
	unsigned type, number; /* type and number of a record */
	enum exh_sci_pack_method method;
	/* For the caller: the resource's file, and the checksum of its data when
	 * packed was made. */
	const char *file;
	bool has_sha256;
	uint8_t sha256[EXH_SCI_SHA256_SIZE];
	/* Packed form of data; data NULL: exh_sci_piece_encode packs it. */
	struct exh_bytes packed;
	struct exh_bytes data; /* the unpacked resource; or the other bytes */
	bool is_left_out;
	/* Set by exh_sci_piece_encode and exh_sci_plan_place. */
	struct exh_writer out;
	enum exh_sci_pack_method used;
	size_t offset; /* bytes, in the volume */
	struct exh_error err;
};

/* A volume; its pieces, in order, are those from index first on. */
struct exh_sci_plan_volume {
	unsigned number; /* RESOURCE.001 is 1 */
	const char *name;
	size_t first, count;
};

/* An entry of the map. */
struct exh_sci_plan_entry {
	unsigned type, number, volume;
	size_t piece; /* index of the piece that it leads to, or EXH_SCI_NO_PIECE */
	/* Bytes, from the start of the piece, or without one of the volume. */
	uint32_t offset;
};

/* A plan. To start, set arena.limit, and zeros elsewhere. */
struct exh_sci_plan {
	struct exh_arena arena; /* for names and bytes */
	const char *map_name;
	bool is_unended;	/* the map lacks its mark */
	struct exh_bytes after; /* bytes after the mark */
	struct exh_sci_piece *pieces;
	size_t piece_count, piece_capacity;
	struct exh_sci_plan_volume *volumes;
	size_t volume_count, volume_capacity;
	struct exh_sci_plan_entry *entries;
	size_t entry_count, entry_capacity;
};

/* Add a copy of a piece, a volume or an entry to the plan. False if out of memory. */
EXH_API bool exh_sci_plan_add_piece(struct exh_sci_plan *plan,
				    const struct exh_sci_piece *piece);
EXH_API bool exh_sci_plan_add_volume(struct exh_sci_plan *plan,
				     const struct exh_sci_plan_volume *volume);
EXH_API bool exh_sci_plan_add_entry(struct exh_sci_plan *plan,
				    const struct exh_sci_plan_entry *entry);
/* Frees the plan's lists and arena. */
EXH_API void exh_sci_plan_free(struct exh_sci_plan *plan);

/* A record as it was found in a volume. */
struct exh_sci_plan_record {
	size_t offset; /* bytes, in the volume */
	const struct exh_sci_record *record;
	struct exh_bytes data; /* unpacked */
	const char *file;
	uint8_t sha256[EXH_SCI_SHA256_SIZE]; /* checksum of data */
	/* Set by exh_sci_plan_cut if it became a piece: it does not lie within another
	 * one. */
	bool is_piece;
};

/*
 * True if a piece can represent the record that entry leads to: its payload is complete,
 * the plan supports its compression, and it has the type and the number that the map
 * gives it.
 */
EXH_API bool exh_sci_plan_can_keep(const struct exh_sci_record *record,
				   const struct exh_sci_entry *entry);

/*
 * Adds a volume, whose number and name are set, with its pieces: the records, which must
 * be sorted by offset, and the bytes between them. A record within another is a part of
 * it. False if out of memory.
 */
EXH_API bool exh_sci_plan_cut(struct exh_sci_plan *plan,
			      struct exh_sci_plan_volume volume, struct exh_bytes bytes,
			      struct exh_sci_plan_record *records, size_t count);

/* Adds an entry of a map; it leads to a piece if its volume was added. False if out of
 * memory. */
EXH_API bool exh_sci_plan_add_map_entry(struct exh_sci_plan *plan,
					const struct exh_sci_entry *from);

/* Adds a map: its entries, the presence of the mark, and the bytes after that. bytes
 * is the whole map, from which map was read. False if out of memory. */
EXH_API bool exh_sci_plan_add_map(struct exh_sci_plan *plan,
				  const struct exh_sci_map *map, struct exh_bytes bytes);

/* Encodes a piece: fills piece->out, unless the piece is left out; or piece->err. */
EXH_API void exh_sci_piece_encode(struct exh_sci_piece *piece);

/*
 * Adds the pieces from first on, which are encoded, to volumes: at the end of the last
 * one, or of RESOURCE.001 if there is none. If it would exceed most bytes, the next
 * volume begins (most 0: never). Their entries come before the others, since of several
 * entries for a resource the first one counts. EXH_NO_MEMORY; EXH_LIMIT: *culprit is the
 * piece that is longer than most, or EXH_SCI_NO_PIECE if a map can't address so many
 * volumes. After a failure the plan can only be freed.
 */
EXH_CHECKED enum exh_status exh_sci_plan_lay_out(struct exh_sci_plan *plan, size_t first,
						 size_t most, size_t *culprit);

/* Sets the offsets of encoded pieces, one after the other. EXH_LIMIT: a volume gets
 * too long. */
EXH_CHECKED enum exh_status exh_sci_plan_place(struct exh_sci_plan *plan,
					       struct exh_error *err);

/* Append the map, or a volume, of a plan whose pieces were placed. */
EXH_CHECKED enum exh_status exh_sci_plan_write_map(const struct exh_sci_plan *plan,
						   struct exh_writer *out,
						   struct exh_error *err);
EXH_API void exh_sci_plan_write_volume(const struct exh_sci_plan *plan,
				       const struct exh_sci_plan_volume *volume,
				       struct exh_writer *out);

#ifdef __cplusplus
}
#endif

#endif
