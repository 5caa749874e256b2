/* Sample levels, drawn with the tiles of the sample archives. */
#ifndef LEVELS_H
#define LEVELS_H

#include <exhume/keen.h>

/* Levels as Keen Dreams or as Keen 4 has them, and the tile information for all of them.
 */
struct levels {
	struct exh_keen_maps maps;
	struct exh_keen_map items[8];
	struct exh_writer tile_info;
};

/* Counts are those of the archive's tiles. To be freed with levels_free. */
void levels_make(struct levels *levels, bool keen4, size_t background_count,
		 size_t foreground_count);
void levels_free(struct levels *levels);

#endif
