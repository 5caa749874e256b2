/*
 * The map and the volumes of an SCI game as they are to be written, in SCI0's layout; and
 * SCI_MANIFEST, the file beside extracted resources that keeps all of it that they don't
 * tell.
 */
#ifndef CMD_ASSETS_SCI0_SCI_PLAN_H
#define CMD_ASSETS_SCI0_SCI_PLAN_H

#include "sci_items.h"
#include "task/sha256.h"

#define SCI_MANIFEST "sci.json"

#define SCI_NO_PIECE ((size_t)-1)

enum {
	SCI_MAX_VOLUME = 62,	    /* number; 63 is that of the map's end mark */
	SCI_VOLUME_LIMIT = 1 << 26, /* bytes */
};

enum sci_method { SCI_STORED, SCI_LZW, SCI_HUFFMAN, SCI_SMALLEST };

/* Their names, ends with NULL. */
extern const char *const sci_method_names[];

/* A record, or bytes that are none, somewhere in a volume. */
struct sci_piece {
	bool is_record;
	unsigned type, number;
	enum sci_method method;
	const char *file; /* name or path of the resource's file */
	bool has_sha256;
	uint8_t sha256[SHA256_SIZE];
	struct exh_bytes packed; /* what data of this sha256 were packed to; data NULL: as
				    we pack them */
	struct exh_bytes data;	 /* the resource; or the bytes */
	bool is_left_out;
	/* Of sci_plan_encode and sci_plan_place. */
	struct exh_writer out;
	enum sci_method used;
	size_t offset;
	struct exh_error err;
};

/* Its pieces, in their order, are those with these indices. */
struct sci_plan_volume {
	unsigned number;
	const char *name;
	size_t first, count;
};

struct sci_plan_entry {
	unsigned type, number, volume;
	size_t piece;	 /* where it leads, or SCI_NO_PIECE ... */
	uint32_t offset; /* ... from its start, or from that of the volume */
};

/* All zeros are an empty one, with arena.limit set. */
struct sci_plan {
	struct exh_arena arena; /* of names and bytes */
	const char *map_name;
	bool is_unended;	/* the map lacks its mark */
	struct exh_bytes after; /* the mark */
	struct sci_piece *pieces;
	size_t piece_count, piece_capacity;
	struct sci_plan_volume *volumes;
	size_t volume_count, volume_capacity;
	struct sci_plan_entry *entries;
	size_t entry_count, entry_capacity;
};

/* False when out of memory. */
bool sci_plan_add_piece(struct sci_plan *plan, const struct sci_piece *piece);
bool sci_plan_add_volume(struct sci_plan *plan, const struct sci_plan_volume *volume);
bool sci_plan_add_entry(struct sci_plan *plan, const struct sci_plan_entry *entry);
void sci_plan_free(struct sci_plan *plan);

/*
 * What the game has: records of items (SCI_MAPPED, loaded) are pieces, which is noted in
 * the items, all else are bytes: what is damaged, too; so are volumes that no entry leads
 * to. Those that are not read are left out. They borrow from game and items. False when
 * out of memory.
 */
bool sci_plan_of_game(struct sci_plan *plan, const struct sci_game *game,
		      struct sci_items *items);

/* Fills out of all pieces that are not left out; err of those that failed. On as many
 * cores as the report's common says; false if it was interrupted. */
bool sci_plan_encode(struct sci_plan *plan, struct report *report);

/* Puts pieces that are encoded one after the other. EXH_LIMIT: a volume gets too long. */
enum exh_status sci_plan_place(struct sci_plan *plan, struct exh_error *err);

/* Appends what was placed. */
enum exh_status sci_plan_write_map(const struct sci_plan *plan, struct exh_writer *out,
				   struct exh_error *err);
void sci_plan_write_volume(const struct sci_plan *plan,
			   const struct sci_plan_volume *volume, struct exh_writer *out);

json_t *sci_manifest_to_json(const struct sci_plan *plan);

/* Pieces get no data but those that are none of a record. Always to be freed. */
enum exh_status sci_manifest_read(struct exh_bytes text, struct sci_plan *plan,
				  struct exh_error *err);

#endif
