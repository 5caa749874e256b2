/* What other files of this folder ask of the graphics archive, beyond the public header.
 */
#ifndef EXH_KEEN_GRAPHICS_H
#define EXH_KEEN_GRAPHICS_H

#include "exhume/codec.h"

/*
 * Bytes between the last code and the end of the chunk. Keen 4's packer always closes a
 * stream with a byte that has padding in it, and marks the end of each group "!ID!".
 */
size_t exh_keen_leftover_size(const struct exh_huffman_job *job);

#endif
