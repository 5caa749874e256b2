/* The documents that level_json.h writes, read back: whole ones, and manifests. */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_READ_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_READ_H

#include <exhume/keen_map.h>
#include <jansson.h>

/* A level of a document. */
struct level_entry {
	struct exh_keen_map map; /* planes have cells only if the document has them */
	bool has_cells;
	const json_t *files; /* names of the files that have them; NULL: not given */
};

struct level_document {
	json_t *root; /* to be released; what is borrowed lives as long */
	struct exh_keen_maps settings; /* how it is packed; of no levels */
	bool has_settings;
	struct exh_keen_tile_info info; /* without tiles if not given */
	struct exh_bytes tile_bytes;	/* if their meaning is unknown */
	struct exh_bytes dict;		/* size 0: not given */
	/* Names of files; NULL: not given. */
	const char *archive_name, *head_name, *dict_name, *tile_info_name;
	struct level_entry entries[EXH_KEEN_MAP_LIMIT];
	size_t count;
};

/* EXH_INVALID names the wrong key, or line and column where it is not JSON. */
enum exh_status level_read_json(struct exh_bytes text, struct exh_arena *arena,
				struct level_document *out, struct exh_error *err);

/* Only the tile information of a document, which needs no levels. Tiles that are not
 * listed are zeros. */
enum exh_status level_read_tile_info(struct exh_bytes text, struct exh_arena *arena,
				     struct exh_keen_tile_info *out,
				     struct exh_error *err);

/*
 * One plane out of a CSV file of the level's width and height. EXH_INVALID names line and
 * column.
 */
enum exh_status level_read_csv(struct exh_bytes text, const struct exh_keen_map *map,
			       struct exh_arena *arena, uint16_t **cells,
			       struct exh_error *err);

#endif
