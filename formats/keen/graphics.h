/* What other files of this folder ask of the graphics archive, beyond the public header.
 */
#ifndef EXH_KEEN_GRAPHICS_H
#define EXH_KEEN_GRAPHICS_H

#include "exhume/keen.h"

/*
 * Bytes between the last code and the end of the chunk. Keen 4's packer always closes a
 * stream with a byte that has padding in it, and marks the end of each group "!ID!".
 */
size_t exh_keen_leftover_size(const struct exh_huffman_job *job);

/* Of a bitmap, as a table has it. */
bool exh_keen_size_is_sane(const struct exh_keen_sprite *entry);

/* The table's entry of a picture or sprite; NULL if it has none. */
const struct exh_keen_sprite *
exh_keen_table_entry(const struct exh_keen_graphics *graphics,
		     const struct exh_keen_chunk *chunk);

#endif
