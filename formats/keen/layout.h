/* What the files of this folder ask of a layout, beyond the public header. */
#ifndef EXH_KEEN_LAYOUT_H
#define EXH_KEEN_LAYOUT_H

#include "exhume/keen.h"

bool exh_keen_class_has_length(enum exh_keen_class class_id);

/* Bytes of one tile; 0 if the class is not one of tiles. */
size_t exh_keen_tile_bytes(const struct exh_keen_layout *layout,
			   enum exh_keen_class class_id);

/* Tiles that a whole chunk holds; 0 if the class is not one of tiles. */
size_t exh_keen_tiles_in_chunk(const struct exh_keen_layout *layout,
			       enum exh_keen_class class_id);

/* The class of a chunk, and its place in the class. */
enum exh_keen_class exh_keen_layout_class(const struct exh_keen_layout *layout,
					  size_t chunk_number, uint32_t *index);

#endif
