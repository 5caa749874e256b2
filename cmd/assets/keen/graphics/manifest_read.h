/*
 * manifest.json read back, for packing: what egagrab wrote and people may have edited.
 * Nothing in it is believed: types, ranges and paths are checked.
 */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_MANIFEST_READ_H
#define CMD_ASSETS_KEEN_GRAPHICS_MANIFEST_READ_H

#include "task/sha256.h"

#include <exhume/keen.h>
#include <jansson.h>

/* One of the three files that were extracted. */
struct manifest_file {
	const char *name; /* without folders; NULL: not given */
	bool has_sha256;
	uint8_t sha256[SHA256_SIZE];
	struct exh_bytes data; /* kept whole, if at all */
};

struct manifest_chunk {
	enum exh_keen_class class_id;
	uint32_t index;
	enum exh_keen_state state;
	bool left_out;		    /* absent though it lists files: by somebody's hand */
	const json_t *file, *files; /* safe paths under the folder; NULL: not given */
	bool has_sha256;
	uint8_t sha256[SHA256_SIZE]; /* of the expanded bytes */
	bool has_length;	     /* of chunks of no class */
	bool has_declared;
	uint32_t declared;
	struct exh_bytes tail, packed, data; /* see exhume-egagrab(1) */
	uint32_t tile_count;
	bool has_origin, has_hitbox, has_shifts;
	bool disagrees; /* pixels and units differ */
	int origin_units[2], hitbox_units[4], shifts;
};

struct manifest {
	json_t *root; /* holds the strings */
	struct exh_arena arena;
	struct manifest_file archive, head, dict;
	struct exh_bytes prefix, suffix; /* of the archive */
	unsigned offset_size;
	bool has_layout;
	struct exh_keen_layout layout;
	struct exh_palette colors;
	uint32_t scale;
	bool overlay, closed;
	size_t chunk_count;
	struct manifest_chunk *chunks;
};

/*
 * layout: replaces the manifest's own; may be NULL. EXH_INVALID names the key
 * that is wrong. Free it either way.
 */
enum exh_status manifest_read(struct exh_bytes text, const struct exh_keen_layout *layout,
			      struct manifest *out, struct exh_error *err);
void manifest_free(struct manifest *manifest);

#endif
