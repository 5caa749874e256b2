/*
 * The map and the volumes of an SCI0 game as they are to be written: records, the bytes
 * between them, and the entries that lead to them.
 *
 * Order:  pieces, volumes and entries are added; each piece is encoded (in any order,
 * also in parallel); then all are placed; then the map and the volumes are written.
 * Memory: lists belong to the plan; names and bytes are borrowed until it is freed. What
 * is kept with it may lie in its arena. Source: sci0-formats 1.
 */
#ifndef EXHUME_SCI_PLAN_H
#define EXHUME_SCI_PLAN_H

#include "sci.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EXH_SCI_NO_PIECE ((size_t)-1)

enum {
	EXH_SCI_MAX_VOLUME = 62,	/* number; 63 is that of the map's end mark */
	EXH_SCI_VOLUME_LIMIT = 1 << 26, /* bytes that the map can address */
	EXH_SCI_VOLUME_NAME_SIZE = 20,	/* of RESOURCE.NNN and its 0 */
	EXH_SCI_SHA256_SIZE = 32,	/* bytes */
};

/* SMALLEST: whichever of the others is. */
enum exh_sci_pack_method {
	EXH_SCI_PACK_STORED,
	EXH_SCI_PACK_LZW,
	EXH_SCI_PACK_HUFFMAN,
	EXH_SCI_PACK_SMALLEST,
};

/* "stored", "lzw", "huffman", "smallest"; ends with NULL. */
EXH_API extern const char *const exh_sci_pack_method_names[];

/* A record of a volume, or other bytes in it. */
struct exh_sci_piece {
	bool is_record;
	unsigned type, number;
	enum exh_sci_pack_method method;
	/* For the caller: the resource's file, and what its data were when packed was
	 * made. */
	const char *file;
	bool has_sha256;
	uint8_t sha256[EXH_SCI_SHA256_SIZE];
	struct exh_bytes
		packed;	       /* what data are packed to; data NULL: to be packed here */
	struct exh_bytes data; /* the resource; or the bytes */
	bool is_left_out;
	/* Of exh_sci_piece_encode and exh_sci_plan_place. */
	struct exh_writer out;
	enum exh_sci_pack_method used;
	size_t offset;
	struct exh_error err;
};

/* Its pieces, in their order, are those with these indices. */
struct exh_sci_plan_volume {
	unsigned number;
	const char *name;
	size_t first, count;
};

struct exh_sci_plan_entry {
	unsigned type, number, volume;
	size_t piece;	 /* where it leads, or EXH_SCI_NO_PIECE ... */
	uint32_t offset; /* ... from its start, or from that of the volume */
};

/* All zeros are an empty one, with arena.limit set. */
struct exh_sci_plan {
	struct exh_arena arena; /* of names and bytes */
	const char *map_name;
	bool is_unended;	/* the map lacks its mark */
	struct exh_bytes after; /* the mark */
	struct exh_sci_piece *pieces;
	size_t piece_count, piece_capacity;
	struct exh_sci_plan_volume *volumes;
	size_t volume_count, volume_capacity;
	struct exh_sci_plan_entry *entries;
	size_t entry_count, entry_capacity;
};

/* False when out of memory. */
EXH_API bool exh_sci_plan_add_piece(struct exh_sci_plan *plan,
				    const struct exh_sci_piece *piece);
EXH_API bool exh_sci_plan_add_volume(struct exh_sci_plan *plan,
				     const struct exh_sci_plan_volume *volume);
EXH_API bool exh_sci_plan_add_entry(struct exh_sci_plan *plan,
				    const struct exh_sci_plan_entry *entry);
EXH_API void exh_sci_plan_free(struct exh_sci_plan *plan);

/* A record as it was found in a volume. */
struct exh_sci_plan_record {
	size_t offset; /* in the volume */
	const struct exh_sci_record *record;
	struct exh_bytes data; /* unpacked */
	const char *file;
	uint8_t sha256[EXH_SCI_SHA256_SIZE]; /* of data */
	bool is_piece; /* set when it has become one: it does not lie within another */
};

/*
 * Can a piece stand for the record, which entry leads to? Its payload is whole, a plan
 * can say how it is packed, and it has the type and the number that the map gives it.
 */
EXH_API bool exh_sci_plan_can_keep(const struct exh_sci_record *record,
				   const struct exh_sci_entry *entry);

/*
 * Adds a volume, of which number and name are set, with its pieces: the records, which
 * are sorted by offset, and the bytes between them. A record within another is a part of
 * it. False when out of memory.
 */
EXH_API bool exh_sci_plan_cut(struct exh_sci_plan *plan,
			      struct exh_sci_plan_volume volume, struct exh_bytes bytes,
			      struct exh_sci_plan_record *records, size_t count);

/* Adds an entry of a map, which leads to a piece if its volume was added. The same. */
EXH_API bool exh_sci_plan_add_map_entry(struct exh_sci_plan *plan,
					const struct exh_sci_entry *from);

/* Sets what the plan has of a map: its entries, whether it ends with the mark, and the
 * bytes after that. bytes is all of the map, which was read from them. The same. */
EXH_API bool exh_sci_plan_add_map(struct exh_sci_plan *plan,
				  const struct exh_sci_map *map, struct exh_bytes bytes);

/* Fills out, unless the piece is left out; or err. */
EXH_API void exh_sci_piece_encode(struct exh_sci_piece *piece);

/*
 * Puts the pieces from first on, which are encoded, in volumes: at the end of the last
 * one, or of RESOURCE.001 if there is none; where it would get longer than most bytes,
 * the next one begins (most 0: none does). Their entries come in front of the others,
 * since of several entries for a resource the first one counts. EXH_NO_MEMORY; EXH_LIMIT:
 * *culprit is the piece that is longer than most, or EXH_SCI_NO_PIECE when a map can't
 * address so many volumes. After a failure the plan can only be freed.
 */
EXH_CHECKED enum exh_status exh_sci_plan_lay_out(struct exh_sci_plan *plan, size_t first,
						 size_t most, size_t *culprit);

/* Puts pieces that are encoded one after the other. EXH_LIMIT: a volume gets too long. */
EXH_CHECKED enum exh_status exh_sci_plan_place(struct exh_sci_plan *plan,
					       struct exh_error *err);

/* Appends what was placed. */
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
