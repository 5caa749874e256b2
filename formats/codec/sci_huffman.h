/* What the reader and the writer of SCI's Huffman trees share. */
#ifndef EXH_CODEC_SCI_HUFFMAN_H
#define EXH_CODEC_SCI_HUFFMAN_H

#include "exhume/codec.h"

enum {
	HEAD_SIZE = 2, /* bytes: how many nodes, the terminator */
	MAX_NODES = 255,
	LITERAL_BITS = 8,
};

#endif
