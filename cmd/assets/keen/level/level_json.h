/* Levels as text: JSON and CSV; and JSON back into levels. exhume-mapdump(1) has the
 * schema. */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_JSON_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_JSON_H

#include "keen_levels.h"

/* Levels of an archive: the selected ones, in order. */
struct level_choice {
	const struct exh_keen_map **items;
	size_t count;
};

/* {"file", "packing", ...}: of the archive as a whole. */
json_t *level_archive_to_json(const struct keen_levels *levels);

/* A level without its cells. */
json_t *level_to_json(const struct exh_keen_map *map);

/* Tiles that have properties, and those that levels use. choice NULL: all tiles. */
json_t *level_tile_info_to_json(const struct keen_levels *levels,
				const struct level_choice *choice);

/* The document of these levels, archive and tile information; "maps" is to be added. */
json_t *level_document_to_json(const struct keen_levels *levels,
			       const struct level_choice *choice);

/* The whole document: archive, tile information, levels with their cells, a row a line.
 */
void level_json(const struct keen_levels *levels, const struct level_choice *choice,
		struct exh_writer *out);

/* One plane: a row a line, cells parted by commas. */
void level_csv(const struct exh_keen_map *map, enum exh_keen_plane plane,
	       struct exh_writer *out);

/* The tile information: a line a tile, a column a table, the first line names them. */
void level_tile_info_csv(const struct exh_keen_tile_info *info, struct exh_writer *out);

#endif
