/*
 * Levels to be packed, out of what mapdump wrote and somebody edited: JSON documents,
 * levels of Tiled, and folders of levels with a manifest.
 */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_SOURCE_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_SOURCE_H

#include "task/report.h"

#include <exhume/keen_map.h>

/* Tile information, and the file that it came from. */
struct level_tile_info {
	const char *path; /* NULL: there is none */
	struct exh_keen_tile_info
		info;		/* without tiles if their meaning is unknown ... */
	struct exh_bytes bytes; /* ... these mean */
};

/* What is known of an archive to be; each file that is read adds to it. */
struct level_source {
	struct exh_arena arena; /* its limit is that of what is read */
	struct exh_arena names; /* without one */
	struct exh_keen_map maps[EXH_KEEN_MAP_LIMIT];
	bool present[EXH_KEEN_MAP_LIMIT]; /* which of them are there */
	/* How it is to be packed: packing, tag, prefix, absent_offset; of no levels. */
	struct exh_keen_maps settings;
	bool has_settings;
	struct level_tile_info tiles;  /* of the archive that the levels came from */
	struct level_tile_info edited; /* by somebody, in Tiled */
	struct exh_bytes dict;	       /* as a file has it; size 0: unknown */
	/* Names of the archive and of its tables' files; NULL: unknown. */
	const char *archive_name, *head_name, *dict_name, *tile_info_name;
};

/*
 * Adds the contents of a file, recognised by its extension, or of a folder. Levels that
 * are there already are replaced. path lives as long as source. False when it can't be
 * used; the report says why.
 */
bool level_source_read(struct level_source *source, const char *path,
		       struct report *report);
/*
 * Takes tile information, for the tiles of the archive that is known, from a file that
 * mapdump --tileinfo wrote: .csv, or else JSON. False when it can't be used.
 */
bool level_source_read_tiles(struct level_source *source, const char *path,
			     struct report *report);
void level_source_free(struct level_source *source);

#endif
